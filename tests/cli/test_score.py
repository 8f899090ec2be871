"""`probatum answers score`: what it writes, from every kind of answer file."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import probatum
from probatum.reports.summary import draw_summary
from probatum.service.scoring import Scoring, score_answers
from tests.cli.program import PROGRAM, TASKS, Bench, environment, run


def summary_of(done: subprocess.CompletedProcess[bytes]) -> dict[str, Any]:
    assert b"Traceback" not in done.stderr, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.rule("ANS-F2", "ANS-F4")
def test_a_row_for_each_answer_in_their_order_with_what_the_library_says(bench: Bench) -> None:
    answers: list[tuple[int | str, str | None]] = [
        ("two", "There are **152** steps."),
        (1, "Ida keeps it."),
        (1, 'Ada keeps it. ✅ «naïve» \\ " \u2028'),
        (3, "Yes"),
        ("1", None),
        (1, "   "),
    ]
    bench.write(*({"task_id": task, "answer": answer, "model": 4.5} for task, answer in answers))
    done = bench.score()
    assert (done.returncode, done.stdout) == (0, b"")
    specs = {str(task["task_id"]): probatum.compile_spec(task["eval"]) for task in TASKS}
    expected = [{"task_id": task, **specs[str(task)].verify(answer).to_dict()} for task, answer in answers]
    assert bench.rows() == json.loads(json.dumps(expected))
    assert [list(row) for row in bench.rows()] == [
        ["task_id", "outcome", "reasons", "spec", "rules_version"] for _ in answers
    ]
    assert bench.left_over() == []


def test_the_examples_give_the_verdicts_of_the_library(repository: Path, tmp_path: Path) -> None:
    examples = repository / "examples"
    tasks, annotations = examples / "tasks.json", examples / "annotations.jsonl"
    out = tmp_path / "out.jsonl"
    words = ["--tasks", tasks, "--annotations", annotations, "--answers", examples / "answers.jsonl"]
    done = run("answers", "score", *words, "--out", out, "--json")
    benchmark = probatum.load_tasks(tasks, annotations)
    expected = []
    for line in (examples / "answers.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        task = benchmark.get(row["task_id"])
        if task is not None:
            identity = {key: row[key] for key in ("task_id", "answer_id") if key in row}
            expected.append(identity | json.loads(json.dumps(task.verifier.verify(row["answer"]).to_dict())))
    written = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert [row for row in written if row["outcome"] != "error"] == expected
    assert summary_of(done)["total"]["rows"] == len(written)


def test_the_summary_counts_by_site_verifier_and_confidence_with_and_without_suspect_golds(
    bench: Bench,
) -> None:
    bench.write(
        {"task_id": 1, "answer_id": "a", "answer": "Ida"},
        {"task_id": 1, "answer_id": "b", "answer": "Ada"},
        {"task_id": "two", "answer_id": "a", "answer": "151"},
        {"task_id": 3, "answer_id": "a", "answer": "Yes"},
    )
    found = summary_of(bench.score("--json", "--summary", bench.folder / "summary.json"))
    total = {"rows": 4, "verified": 1, "refuted": 2, "inconclusive": 1, "error": 0}
    assert found["total"] == total | {"rate": 1 / 3, "inconclusive_share": 1 / 4, "error_share": 0.0}
    assert found["without_gold_suspect"]["total"]["rate"] == 1 / 2
    assert found["without_gold_suspect"]["total"]["inconclusive_share"] == 1 / 3
    assert {site: figures["rows"] for site, figures in found["by_site"].items()} == {"harbour": 3, "tower": 2}
    assert {kind: figures["rate"] for kind, figures in found["by_verifier"].items()} == {
        "llm_judge": None,
        "number_match": 0.0,
        "string_match": 0.5,
    }
    assert list(found["by_confidence"]) == ["(not stated)", "high", "low"]
    assert found["without_gold_suspect"]["by_site"]["harbour"]["rows"] == 2
    assert found["complete"] is True
    assert json.loads((bench.folder / "summary.json").read_bytes()) == found


def test_the_table_names_the_share_that_was_not_decided(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"}, {"task_id": 3, "answer": "Yes"})
    text = bench.score().stderr.decode()
    assert "undecided" in text.splitlines()[0]
    assert "50.0%" in text
    assert "without the 1 task whose gold is suspect" in text
    assert f"2 verdicts in {bench.out}" in text


def test_a_good_rate_of_a_few_rows_stands_beside_what_it_leaves_out(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"}, b"{", b"{", {"task_id": 99, "answer": "?"})
    found = summary_of(bench.score("--json"))
    assert (found["total"]["rate"], found["total"]["error_share"]) == (1.0, 0.75)
    assert found["coverage"] == {
        "tasks": 3,
        "answered": 1,
        "verified": 1,
        "answered_share": 1 / 3,
        "verified_share": 1 / 3,
    }
    text = re.sub(" +", " ", bench.score().stderr.decode())
    for words in ("tasks answered 1 of 3 33.3%", "tasks verified 1 of 3 33.3%", "rows in error 3 of 4 75.0%"):
        assert words in text


@pytest.mark.parametrize("width", [200, 100, 60, 40, 30])
def test_no_figure_is_cut_on_a_narrow_terminal(width: int, bench: Bench) -> None:
    bench.write(*({"task_id": n % 2 or "two", "answer": "Ida"} for n in range(2400)), b"{", b"{")
    tasks = probatum.load_tasks(bench.tasks)
    scoring = Scoring(str(bench.answers), str(bench.out))
    screen = Console(width=width, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    screen.print(draw_summary(score_answers(tasks, scoring), out="out"))
    assert isinstance(screen.file, io.StringIO)
    text = screen.file.getvalue()
    words = text.split()
    assert words.count("1,200") >= 8
    for figure in ("2,402", "0.0%", "100.0%", "50.0%", "0.1%"):
        assert figure in words, figure
    # The names stand whole beside their figures, and only a message may be broken, at a blank.
    for name in ("verified", "inconclusive", "undecided", "number_match", "rate*"):
        assert name in words, name
    assert "…" not in text
    assert all(len(line) <= width for line in text.splitlines())


def test_whatever_is_odd_is_reported_and_counted(bench: Bench) -> None:
    bench.write(
        {"task_id": 1, "answer_id": "a", "answer": "Ida"},
        "",
        {"task_id": "1", "answer_id": "a", "answer": "Ada"},
        {"task_id": 99, "answer": "?"},
        {"task_id": 3, "answer": "Yes"},
        {"task_id": 3, "answer": "No"},
    )
    done = bench.score("--json")
    assert done.returncode == 3
    found = summary_of(done)
    assert found["duplicates"] == {"rows": 1, "first": [{"first": 1, "line": 3}]}
    assert found["unknown_tasks"] == {"rows": 1, "first": [{"task_id": "99", "line": 4}]}
    assert found["tasks_without_answer"] == {"tasks": 1, "first": ["two"]}
    assert found["several_answers"] == {"tasks": 1}
    assert found["complete"] is False
    assert bench.outcomes() == ["verified", "refuted", "error", "inconclusive", "inconclusive"]
    assert bench.rows()[2]["reasons"] == [{"code": "task_unknown", "decides": True}]
    text = bench.score().stderr.decode()
    for words in ("line 3 as 1", "99 (line 4)", "1 task without an answer: two", "several answers"):
        assert words in text


BAD_ROWS: list[tuple[bytes, str, str]] = [
    (b'{"task_id": 1, "answer": "Ida"', "document/syntax", "at column 1"),
    (b"null", "answers/row-not-an-object", "null"),
    (b'[1, "Ida"]', "answers/row-not-an-object", "[1"),
    (b'{"answer": "Ida"}', "answers/missing-key", "task_id"),
    (b'{"task_id": 1, "response": "Ida"}', "answers/missing-key", "response"),
    (b'{"task_id": 1, "answer": 152}', "answers/wrong-type", "152"),
    (b'{"task_id": 1, "answer": ["Ida"]}', "answers/wrong-type", "Ida"),
    (b'{"task_id": true, "answer": "Ida"}', "answers/wrong-type", "true"),
    (b'{"task_id": 1.0, "answer": "Ida"}', "answers/wrong-type", "1.0"),
    (b'{"task_id": null, "answer": "Ida"}', "answers/wrong-type", "null"),
    (b'{"task_id": 1, "answer_id": {}, "answer": "Ida"}', "answers/wrong-type", "answer_id"),
    (b'{"task_id": 1, "answer": "Ida", "answer": "Ada"}', "answers/duplicate-key", "answer"),
    (b'{"task_id": 1, "answer": "Ida", "\\u0061nswer": "Ada"}', "answers/duplicate-key", "answer"),
    (b'{"task_id": 1, "answer": "Ida", "score": NaN}', "document/not-a-number", "NaN"),
    (b'{"task_id": 1, "answer": "Ida \xff"}', "answers/not-utf8", "0xff"),
    (b'{"task_id": 1, "answer": "Ida", "log": "\xc3("}', "answers/not-utf8", "0xc3"),
    (b'{"task_id": 1, "answer": "\\ud800"}', "document/lone-surrogate", "surrogate"),
    (
        b'{"task_id": 1, "answer": "Ida", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        "document/too-deep",
        "deep",
    ),
    (b'{"task_id": 1, "answer": "Ida"} {}', "document/trailing-data", "{}"),
    (b"\x00\x01", "document/syntax", "U+0001"),
]


def test_a_row_that_cannot_be_read_keeps_its_place_and_is_told_with_its_line(bench: Bench) -> None:
    good = {"task_id": 1, "answer": "Ida"}
    rows: list[Any] = [good]
    for line, _, _ in BAD_ROWS:
        rows += [line, good]
    bench.write(*rows)
    done = bench.score("--json")
    assert done.returncode == 3
    found = summary_of(done)
    assert found["unreadable"]["rows"] == len(BAD_ROWS)
    assert bench.outcomes() == ["verified", *["error", "verified"] * len(BAD_ROWS)]
    told = found["unreadable"]["first"]
    assert [fault["line"] for fault in told] == [2 * number for number in range(1, len(BAD_ROWS) + 1)]
    for fault, (line, code, words) in zip(told, BAD_ROWS, strict=True):
        assert fault["code"].startswith(code), (line[:80], fault)
        assert words in json.dumps(fault), (line[:80], fault)
        assert fault["fix"], line[:80]
    for row in bench.rows()[1::2]:
        assert row["reasons"][0]["code"] == "row_unreadable"
        assert row["spec"] == ""
    text = bench.score().stderr.decode()
    assert f"{bench.answers}:2" in text
    assert f"{len(BAD_ROWS)} rows could not be read" in text


def test_strict_stops_at_the_first_bad_row_and_writes_nothing(bench: Bench) -> None:
    good = {"task_id": 1, "answer": "Ida"}
    bench.write(good, good, b"{", good, b"[")
    bench.out.write_bytes(b"as it was")
    for jobs in ("1", "2"):
        done = bench.score("--strict", "--jobs", jobs, "--chunk-bytes", "40")
        assert done.returncode == 2
        assert f"{bench.answers}:3".encode() in done.stderr
        assert f"{bench.answers}:5".encode() not in done.stderr
        assert bench.out.read_bytes() == b"as it was"
        assert bench.left_over() == []
    bench.write(good, {"task_id": 99, "answer": "?"})
    done = bench.score("--strict", "--json")
    assert done.returncode == 2
    assert [fault["code"] for fault in json.loads(done.stdout)["diagnostics"]] == ["answers/unknown-task"]


@pytest.mark.rule("ANS-F1")
def test_a_missing_answer_is_inconclusive_and_a_blank_one_refuted(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": None}, {"task_id": 1, "answer": " \n"}, {"id": 1, "answer": "Ida"})
    assert bench.score().returncode == 0
    assert [(row["outcome"], row["reasons"][0]["code"]) for row in bench.rows()] == [
        ("inconclusive", "answer_missing"),
        ("refuted", "answer_empty"),
        ("verified", "entry_found"),
    ]


def test_standard_input_and_output(bench: Bench) -> None:
    lines = b'\xef\xbb\xbf{"task_id": 1, "answer": "Ida"}\r\n\r\n{"task_id": 1, "answer": "Ada"}'
    done = bench.score("--summary", bench.folder / "s.json", answers="-", out="-", stdin=lines)
    assert done.returncode == 0
    assert [json.loads(line)["outcome"] for line in done.stdout.splitlines()] == ["verified", "refuted"]
    done = bench.score("--json", answers="-", out="-", stdin=lines)
    assert done.returncode == 2
    assert "--summary" in json.loads(done.stdout)["error"]


def test_a_named_pipe_is_read_like_standard_input(bench: Bench) -> None:
    os.mkfifo(bench.folder / "pipe")
    words = bench.words(answers=bench.folder / "pipe")
    with subprocess.Popen([*PROGRAM, *words], env=environment(), stderr=subprocess.PIPE) as process:
        (bench.folder / "pipe").write_bytes(b'{"task_id": 1, "answer": "Ida"}\n')
        process.communicate(timeout=60)
    assert process.returncode == 0
    assert bench.outcomes() == ["verified"]


def test_fields_under_other_names(bench: Bench) -> None:
    bench.write(
        {"question_id": 1, "response": {"text": "Ida"}, "run": 7, "answer": "no"},
        {"question_id": 1, "response.text": "Ida", "run": 8},
        {"question_id": 1, "response": "Ida", "run": 9},
    )
    words = ["--map", "task_id=question_id", "--map", "answer=response.text", "--map", "answer_id=run"]
    done = bench.score(*words)
    assert done.returncode == 3
    assert [(row["answer_id"], row["outcome"]) for row in bench.rows()] == [
        (7, "verified"),
        (8, "verified"),
        (9, "error"),
    ]
    for wrong in ("answer", "answer=", "reply=x"):
        assert bench.score("--map", wrong).returncode == 2
    assert bench.score("--map", "answer=a", "--map", "answer=b").returncode == 2


def test_csv_says_what_jsonl_says(bench: Bench) -> None:
    rows = [("1", "a", "Ida"), ("two", "b", 'He said: "152",\nand left'), ("1", "", "Ada"), ("1", "d", "")]
    table = bench.folder / "answers.csv"
    with table.open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file).writerows([("task_id", "answer_id", "answer"), *rows])
    assert bench.score(answers=table).returncode == 0
    found = bench.out.read_bytes()
    bench.write(*({"task_id": t, "answer_id": i or None, "answer": a} for t, i, a in rows))
    assert bench.score().returncode == 0
    assert bench.out.read_bytes() == found
    done = bench.score("--format", "csv", answers="-", stdin=table.read_bytes())
    assert (done.returncode, bench.out.read_bytes()) == (0, found)


def test_faults_of_a_csv_file_keep_their_lines(bench: Bench) -> None:
    table = bench.folder / "answers.csv"
    table.write_bytes(
        b'task_id,answer\n1,"Ida,\nsurely"\n1\n1,Ida,more\n1,"I"da\n1,\xff\n\n1,Ida\n1,'
        + b"x" * (17 << 20)
        + b"\n1,Ida\n"
    )
    done = bench.score("--json", answers=table)
    assert done.returncode == 3
    assert bench.outcomes() == [
        "verified",
        "error",
        "error",
        "error",
        "error",
        "verified",
        "error",
        "verified",
    ]
    told = [(fault["line"], fault["code"]) for fault in summary_of(done)["unreadable"]["first"]]
    assert told == [
        (4, "answers/csv-cells"),
        (5, "answers/csv-cells"),
        (6, "answers/csv-syntax"),
        (7, "answers/not-utf8"),
        (10, "answers/line-too-long"),
    ]


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("question,answer\n1,Ida\n", [], "--map task_id=COLUMN"),
        ("task,answer\n1,Ida\n", [], "--map task_id=task."),
        ("Task_ID,Answer\n1,Ida\n", [], "--map task_id=Task_ID --map answer=Answer"),
        ("task_id,Response\n1,Ida\n", ["--map", "answer=Respons"], "--map answer=Response"),
        ("task_id,Response\n1,Ida\n", ["--map", "answer=Respons"], 'no column "Respons"'),
        ("task_id,reply\n1,Ida\n", [], '(found ["task_id", "reply"])'),
        ("task_id;answer\n1;Ida\n", [], "--delimiter semicolon"),
        ('"task_id";"answer"\n1;Ida\n', [], "--delimiter semicolon"),
        ("task_id\tanswer\n1\tIda\n", [], "--delimiter tab"),
        ("task_id,answer\n1,Ida\n", ["--delimiter", "tab"], "--delimiter comma"),
        ("task_id,answer,answer\n1,Ida,x\n", [], 'Two columns have the name "answer"'),
        ("task_id,answer\n", [], "no rows"),
        ("task_id,answer\n,\n,\n", [], "no rows"),
        ("", [], "file is empty"),
        ("task_id,answer\r1,Ida\r", [], "carriage returns"),
        ('"task_id,answer\n1,Ida\n', [], "a quoted cell is not closed"),
        ("x" * (17 << 20), [], "which is the most that is read"),
    ],
)
def test_a_csv_header_that_does_not_do(text: str, options: list[str], words: str, bench: Bench) -> None:
    table = bench.folder / "answers.csv"
    table.write_bytes(text.encode())
    done = bench.score(*options, answers=table)
    told = done.stderr.decode()
    assert done.returncode == 2
    assert words in told, told
    # What the reader of the library says is not for those who wrote the file.
    assert not re.search("universal-newline|unexpected end|csv module", told)
    assert not bench.out.exists()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("way", ["csv", "jsonl", "pipe"])
def test_a_file_in_utf_16_is_told_as_such(encoding: str, way: str, bench: Bench) -> None:
    csv_text, jsonl_text = "task_id,answer\n1,Ida\n", '{"task_id": 1, "answer": "Ida"}\n'
    data = (csv_text if way == "csv" else jsonl_text).encode(encoding)
    path = bench.folder / f"answers.{way}"
    path.write_bytes(data)
    done = bench.score(answers="-", stdin=data) if way == "pipe" else bench.score(answers=path)
    assert done.returncode == 2
    assert "is in UTF-16" in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


def test_other_delimiters_and_what_spreadsheets_leave_behind(bench: Bench) -> None:
    table = bench.folder / "answers.csv"
    for word, sign in (("semicolon", ";"), ("tab", "\t"), ("comma", ",")):
        rows = [
            "\ufefftask_id,answer,,",
            '1,"Ida, she says; \tindeed",,',
            ",,,",
            "1,Ida,,,,",
            ",,,",
            "1,Ada,,,,x",
        ]
        text = "\r\n".join([*rows, ""]).replace(",", sign).replace(f"Ida{sign} she", "Ida, she")
        table.write_bytes(text.encode())
        done = bench.score("--delimiter", word, "--json", answers=table)
        assert bench.outcomes() == ["verified", "verified", "error"], word
        faults = summary_of(done)["unreadable"]["first"]
        assert [(fault["line"], fault["code"]) for fault in faults] == [(6, "answers/csv-cells")]


def test_csv_on_standard_input_has_to_be_named(bench: Bench) -> None:
    for text in (b"task_id,answer\n1,Ida\n", b'"task_id";"answer"\n1;Ida\n'):
        done = bench.score(answers="-", stdin=text)
        assert done.returncode == 2
        assert b"Say --format csv." in done.stderr
        assert not bench.out.exists()


@pytest.mark.parametrize("json_asked", [True, False])
def test_where_no_row_can_be_scored_nothing_is_written(json_asked: bool, bench: Bench) -> None:
    bench.write(*[{"task_id": 1, "reply": "Ida"}] * 4, {"task_id": 99, "answer": "?"})
    bench.out.write_bytes(b"as it was")
    done = bench.score(*["--json"] * json_asked)
    assert done.returncode == 2
    told = done.stdout.decode() if json_asked else done.stderr.decode()
    assert "None of the 5 rows could be scored: 4 cannot be read, 1 answer tasks" in told
    for code in ("answers/nothing-scored", "answers/missing-key", "answers/unknown-task"):
        assert code in told
    assert "by site" not in told
    assert bench.out.read_bytes() == b"as it was"
    assert bench.left_over() == []


def test_an_empty_task_list_is_told(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    bench.tasks.write_text("[]", encoding="utf-8")
    for words in (
        bench.words(),
        ["answers", "explain", "--tasks", str(bench.tasks), "--answer", "x"],
    ):
        done = run(*words)
        assert done.returncode == 2
        assert b"The file holds an empty list" in done.stderr
    assert not bench.out.exists()


def test_swapped_files_are_told(repository: Path, tmp_path: Path) -> None:
    examples = repository / "examples"
    tasks, over = examples / "tasks.json", examples / "annotations.jsonl"
    for words in (
        ["score", "--tasks", over, "--annotations", tasks, "--answers", "-", "--out", tmp_path / "o"],
        ["explain", "--tasks", over, "--annotations", tasks, "--answer", "x"],
        ["merge", over, tasks, "--out", tmp_path / "o"],
    ):
        done = run("answers", *words)
        assert done.returncode == 2
        assert b"the two files are swapped" in done.stderr
        assert done.stderr.count(b"\n") == 1


def test_a_directory_of_agent_logs(bench: Bench) -> None:
    logs = bench.folder / "logs"
    (logs / "night").mkdir(parents=True)
    outside = bench.folder / "secret.json"
    outside.write_text('{"task_id": 1, "answer": "Ida"}', encoding="utf-8")
    steps = [{"task_id": "two", "answer": "1"}, {"url": "x"}, {"answer": "152"}, {"answer": "152 steps"}, {}]
    files = {
        "b.json": json.dumps({"id": 1, "answer": "Ida", "steps": [{"answer": "Ada"}]}),
        "a.jsonl": "\n".join(json.dumps(step) for step in steps),
        "night/c.json": json.dumps(steps),
        "d.json": json.dumps([{"task_id": 1}, {"url": "x"}]),
        "e.json": "{",
        "f.json": json.dumps([{"answer": "Ida"}]),
        "notes.txt": "not a log",
        ".hidden.json": "{",
    }
    for name, text in files.items():
        (logs / name).write_text(text, encoding="utf-8")
    (logs / "link.json").symlink_to(outside)
    (logs / "inside.json").symlink_to(logs / "b.json")
    (logs / "around").symlink_to(logs, target_is_directory=True)
    done = bench.score("--json", answers=logs)
    assert done.returncode == 3
    assert [(row["answer_id"], row["outcome"]) for row in bench.rows()] == [
        ("a.jsonl", "verified"),
        ("b.json", "verified"),
        ("d.json", "inconclusive"),
        ("e.json", "error"),
        ("f.json", "error"),
        ("inside.json", "verified"),
        ("link.json", "error"),
        ("night/c.json", "verified"),
    ]
    found = summary_of(done)
    assert [Path(fault["file"]).name for fault in found["unreadable"]["first"]] == [
        "e.json",
        "f.json",
        "link.json",
    ]
    assert found["notes"] == ["1 file is neither .json nor .jsonl and left out"]
    assert bench.score(answers=logs, out=logs / "out.jsonl").returncode == 2


def test_another_version_of_the_rules_is_refused(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    assert bench.score("--require-rules", str(probatum.RULES_VERSION)).returncode == 0
    bench.out.unlink()
    done = bench.score("--require-rules", "99")
    assert done.returncode == 2
    assert "99" in done.stderr.decode()
    assert str(probatum.RULES_VERSION) in done.stderr.decode()
    assert not bench.out.exists()
