"""`probatum answers diff`: which verdicts flipped, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import TASKS, Bench, run

ANSWERS: list[dict[str, Any]] = [
    {"task_id": 1, "answer_id": "a", "answer": "The keeper is **Ida**, as the log says."},
    {"task_id": 1, "answer_id": "b", "answer": "Ada"},
    {"task_id": "two", "answer": "152"},
    {"task_id": "two", "answer": "153 \x1b[31m steps"},
    {"task_id": 3, "answer": "Yes"},
]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Two verdict files of the same answers under two specs, and the answers."""
    folder = tmp_path_factory.mktemp("diff")
    bench = Bench(folder)
    bench.write(*ANSWERS)
    old, new = folder / "old.jsonl", folder / "new.jsonl"
    assert bench.score(out=old).returncode == 0
    tasks = json.loads(json.dumps(TASKS))
    tasks[0]["eval"]["reference_answers"]["must_include"] = ["Ada"]
    tasks[1]["eval"]["reference_answers"]["number_match"]["value"] = 153
    bench.tasks.write_text(json.dumps(tasks), encoding="utf-8")
    assert bench.score(out=new).returncode == 0
    return old, new, bench.answers


@pytest.mark.rule("ANS-F4")
def test_flips_are_listed_with_what_decided(files: tuple[Path, Path, Path]) -> None:
    old, new, answers = files
    done = run("answers", "diff", old, new, "--json", "--answers", answers)
    assert (done.returncode, done.stderr) == (1, b"")
    found = json.loads(done.stdout)
    assert (found["paired"], found["flipped"], found["spec_changed"], found["rules_changed"]) == (5, 4, 4, 0)
    assert found["directions"] == {"refuted -> verified": 2, "verified -> refuted": 2}
    first = found["flips"][0]
    assert (first["task_id"], first["answer_id"]) == (1, "a")
    assert first["answer"] == ANSWERS[0]["answer"]
    assert first["old"]["reasons"][0]["spans"] == [[16, 19]]
    assert first["new"]["reasons"] == [
        {
            "code": "entry_missing",
            "verifier": "string_match",
            "decides": True,
            "pointer": "/must_include/0",
            "expected": "Ada",
        }
    ]
    assert [flip["answer"] for flip in found["flips"]] == [row["answer"] for row in ANSWERS[:4]]
    assert run("answers", "diff", old, old).returncode == 0


def test_the_deciding_text_is_marked_and_no_answer_can_steer_the_terminal(
    files: tuple[Path, Path, Path],
) -> None:
    old, new, answers = files
    done = run("answers", "diff", old, new, "--answers", answers)
    text = done.stdout.decode()
    assert "task 1 / a  verified -> refuted  (spec changed)" in text
    assert "entry_missing 'Ada'" in text
    assert "The keeper is **»Ida«**, as" in text
    assert "5 answers in both files, 4 flipped" in text
    assert "\x1b" not in text
    assert "<U+001B>" in text
    done = run("answers", "diff", old, new, "--limit", "1")
    assert b"... and 3 more" in done.stdout
    assert b"4 flipped" in done.stdout


def test_the_order_of_the_rows_does_not_matter(files: tuple[Path, Path, Path]) -> None:
    old, new, _ = files
    expected = json.loads(run("answers", "diff", old, new, "--json").stdout)
    lines = new.read_bytes().splitlines(keepends=True)
    # Rows without an answer_id are told apart by their order alone.
    shuffled = new.with_name("shuffled.jsonl")
    shuffled.write_bytes(b"".join([lines[4], lines[2], lines[1], lines[3], lines[0]]))
    found = json.loads(run("answers", "diff", old, shuffled, "--json").stdout)
    assert sorted(map(json.dumps, found.pop("flips"))) == sorted(map(json.dumps, expected.pop("flips")))
    assert found == expected


def test_rows_in_one_file_only_are_counted_and_named(files: tuple[Path, Path, Path]) -> None:
    old, _, _ = files
    other = old.with_name("other.jsonl")
    lines = old.read_bytes().splitlines(keepends=True)
    stranger = lines[0].replace(b'"answer_id":"a"', b'"answer_id":"z"')
    other.write_bytes(b"".join([stranger, *lines[1:4]]))
    done = run("answers", "diff", old, other, "--json")
    assert done.returncode == 3
    found = json.loads(done.stdout)
    assert found["paired"] == 3
    assert found["only_old"] == {
        "rows": 2,
        "first": [
            {"task_id": "1", "answer_id": "a", "line": 1},
            {"task_id": "3", "answer_id": None, "line": 5},
        ],
    }
    assert found["only_new"] == {"rows": 1, "first": [{"task_id": "1", "answer_id": "z", "line": 1}]}
    assert b"only in the new file: 1 / z" in run("answers", "diff", old, other).stdout


def test_rows_without_a_task_are_named_by_their_line(files: tuple[Path, Path, Path]) -> None:
    old, _, _ = files
    other = old.with_name("other.jsonl")
    row = b'{"task_id":null,"outcome":"error","reasons":[],"spec":"","rules_version":1}\n'
    other.write_bytes(old.read_bytes() + b"\n" + row + row)
    count = old.read_bytes().count(b"\n")
    done = run("answers", "diff", old, other)
    assert f"2 rows only in the new file: line {count + 2}, line {count + 3}\n" in done.stdout.decode()
    assert b"None" not in done.stdout


def test_files_that_are_no_verdicts(files: tuple[Path, Path, Path]) -> None:
    old, _, answers = files
    done = run("answers", "diff", old, answers, "--json")
    assert done.returncode == 2
    faults = json.loads(done.stdout)["diagnostics"]
    assert [fault["line"] for fault in faults] == [1, 2, 3, 4, 5]
    assert {fault["code"] for fault in faults} == {"verdicts/not-a-verdict"}
    for bad, words in ((old.parent, b"directory"), (old / "none", b"not a directory")):
        done = run("answers", "diff", old, bad)
        assert done.returncode == 2
        assert words in done.stderr
        assert b"Traceback" not in done.stderr
    bad = old.with_name("bad.jsonl")
    bad.write_bytes(
        b'{"task_id": 1, "outcome": "right", "reasons": [], "spec": "", "rules_version": 1}\n{\n\xff\n'
    )
    done = run("answers", "diff", bad, old, "--json")
    assert [fault["line"] for fault in json.loads(done.stdout)["diagnostics"]] == [1, 2, 3]


GOOD = (
    b'{"task_id":1,"outcome":"verified",'
    b'"reasons":[{"code":"a","spans":[[0,1],[4,5]]}],"spec":"","rules_version":1}'
)


@pytest.mark.parametrize(
    ("old", "new", "code", "pointer"),
    [
        (b'"spec":""', b'"spec":"","spec":"x"', "document/duplicate-key", "/spec"),
        (b'"code":"a"', b'"code":"a","c\\u006fde":"b"', "document/duplicate-key", "/reasons/0/code"),
        (b'"spec":""', b'"spec":"","judge":1', "verdicts/not-a-verdict", "/judge"),
        (b'"code":"a"', b'"code":"a","judge":1', "verdicts/not-a-verdict", "/reasons/0/judge"),
        (b'"code":"a"', b'"code":5', "verdicts/not-a-verdict", "/reasons/0/code"),
        (b"[4,5]", b"[5,4]", "verdicts/not-a-verdict", "/reasons/0/spans/1"),
        (b"[0,1]", b"[-1,1]", "verdicts/not-a-verdict", "/reasons/0/spans/0"),
        (b"verified", b"right", "verdicts/not-a-verdict", "/outcome"),
        (b'"rules_version":1', b'"rules_version":1.5', "verdicts/not-a-verdict", "/rules_version"),
    ],
)
def test_rows_are_read_strictly(tmp_path: Path, old: bytes, new: bytes, code: str, pointer: str) -> None:
    assert GOOD.count(old) == 1
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_bytes(GOOD + b"\n" + GOOD + b"\n")
    bad.write_bytes(GOOD + b"\r\n\n" + GOOD.replace(old, new))
    assert run("answers", "diff", good, good).returncode == 0
    done = run("answers", "diff", good, bad, "--json")
    assert done.returncode == 2
    [fault] = json.loads(done.stdout)["diagnostics"]
    assert (fault["file"], fault["line"], fault["code"], fault["pointer"]) == (str(bad), 3, code, pointer)
    assert "line 1" not in fault["message"]
    assert fault["fix"]


def test_a_row_written_with_other_blanks_is_the_same_row(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.write_bytes(GOOD)
    other.write_text(json.dumps(json.loads(GOOD)), encoding="utf-8")
    assert run("answers", "diff", one, other).returncode == 0


@pytest.mark.parametrize("content", [b"", b"\n \n"])
def test_a_file_without_verdicts_is_an_error(tmp_path: Path, content: bytes) -> None:
    one, none = tmp_path / "one.jsonl", tmp_path / "none.jsonl"
    one.write_bytes(GOOD)
    none.write_bytes(content)
    for files in ((one, none), (none, one), (none, none)):
        done = run("answers", "diff", *files)
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"The file has no verdicts." in done.stderr


def test_no_verdict_can_steer_the_terminal(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.write_bytes(GOOD)
    reason = {
        name: f"{name}\x1b[31m\u202e\x9b" for name in ("code", "verifier", "pointer", "expected", "detail")
    }
    row = {**json.loads(GOOD), "outcome": "refuted", "reasons": [{**reason, "decides": True}]}
    row["spec"] = "\x1b"
    other.write_text(json.dumps(row), encoding="utf-8")
    done = run("answers", "diff", one, other)
    assert done.returncode == 1
    text = done.stdout.decode()
    assert not {"\x1b", "\u202e", "\x9b"} & set(text)
    for name in ("code", "pointer", "expected", "detail"):
        assert f"{name}<U+001B>[31m<U+202E><U+009B>" in text
    done = run("answers", "diff", one, other, "--json")
    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout
