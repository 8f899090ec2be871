"""`probatum lint` and `probatum check` through the real program."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from probatum.answers.traps import SET_TRAPS, TRAPS
from probatum.codes import catalogue
from tests.cli.program import PROGRAM, environment, run

TERN = {
    "task_id": 1,
    "eval": {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}},
    "confidence": "high",
    "positive_examples": [
        "A tern.",
        "**Tern**",
        "It is a tern, as one sees from its forked tail and black cap.",
    ],
    "negative_examples": ["A gull.", "A raven, which eats terns' eggs", "An owl"],
}
COUNT = {
    "task_id": 2,
    "eval": {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 48211}}},
    "confidence": "high",
    "positive_examples": [
        "48,211",
        "- 48211 birds",
        "They counted 48,211 birds in all, the chicks of both years included.",
    ],
    "negative_examples": ["48,212", "4,821", "482,110"],
}
TASKS = [
    {
        "task_id": 1,
        "intent": "Which bird is it?",
        "eval": {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "tern"}},
    },
    {
        "task_id": 2,
        "intent": "How many birds?",
        "eval": {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "48,211"}},
    },
]


def write(folder: Path, *rows: Any, name: str = "annotations.jsonl") -> Path:
    """Writes rows, one a line; text stands as it is."""
    path = folder / name
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def changed(row: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """Returns a row with other values for some keys."""
    return {**row, **keys}


def result_of(*words: Any) -> tuple[int, dict[str, Any]]:
    """Runs the program with --json."""
    done = run(*words, "--json")
    assert done.stderr == b""
    return done.returncode, json.loads(done.stdout)


def codes(result: dict[str, Any]) -> list[tuple[str, str]]:
    return [(row["code"], row["task"] + row["pointer"]) for row in result["diagnostics"]]


@pytest.mark.rule("ANS-H1")
def test_a_clean_file_is_clean(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps(TASKS), encoding="utf-8")
    code, result = result_of("check", tasks, "--annotations", write(tmp_path, TERN, COUNT), "--strict")
    assert (code, result["diagnostics"], result["failures"], result["not_run"]) == (0, [], [], [])
    assert result["by_kind"]["string_match"] == {
        "tasks": 1,
        "right": 3,
        "accepted": 3,
        "wrong": 3,
        "rejected": 3,
        "left": 0,
    }
    assert set(result["by_confidence"]) == {"high"}


@pytest.mark.rule("ANS-G12")
def test_everything_wrong_is_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        changed(TERN, positive_examples=["A tern."], lint_ignor=[]),
        '{"task_id": 3, "eval": {"eval_types": ["string_match"], "reference_answers": {"must_includ": ["x"]}}}',  # noqa: E501
        "{broken",
        changed(COUNT, confidence=None),
    )
    code, result = result_of("lint", file)
    assert code == 1
    lines = [row["line"] for row in result["diagnostics"]]
    assert lines == sorted(lines)
    found = {row["code"] for row in result["diagnostics"]}
    assert {"document/unknown-key", "document/syntax", "answer/no-confidence"} <= found
    assert [row["line"] for row in result["diagnostics"] if row["code"] == "document/unknown-key"] == [1, 2]
    assert len(result["diagnostics"]) == len({json.dumps(row) for row in result["diagnostics"]})


@pytest.mark.rule("ANS-H1")
def test_a_wrong_example_is_shown_with_what_decided_and_what_would_repair_it(tmp_path: Path) -> None:
    keys = {"must_include": ["tern"], "must_exclude": ["gull"]}
    spec = {"eval_types": ["string_match"], "reference_answers": keys}
    file = write(
        tmp_path,
        changed(
            TERN,
            eval=spec,
            positive_examples=[*TERN["positive_examples"], "A tern, not a gull."],
            negative_examples=[*TERN["negative_examples"], "Not a tern but a raven."],
        ),
    )
    code, result = result_of("check", file)
    assert code == 1
    strict, lenient = result["failures"]
    assert (strict["code"], strict["pointer"], strict["line"]) == (
        "answer/too-strict",
        "/positive_examples/3",
        1,
    )
    assert strict["verdict"]["reasons"][1]["code"] == "excluded_found"
    assert 'Remove "gull" from must_exclude' in strict["fix"]
    assert (lenient["code"], lenient["pointer"]) == ("answer/too-lenient", "/negative_examples/3")
    assert any(
        repair["eval"]["reference_answers"]["must_exclude"] == ["gull", "tern but"]
        or "not a tern" in repair["text"]
        or "a tern" in repair["text"]
        for repair in lenient["repairs"]
    )
    shown = run("check", file).stdout.decode()
    assert "    A tern, not a gull.\n      ^^^^        xxxx\n" in shown
    assert "2 examples of 8 decided wrongly." in shown


@pytest.mark.rule("ANS-H1")
def test_every_repair_that_is_proposed_works(tmp_path: Path) -> None:
    ask = {"must_include": ["tern"], "scope": "first_sentence"}
    rows = [
        changed(
            TERN,
            eval={"eval_types": ["string_match"], "reference_answers": ask},
            positive_examples=[*TERN["positive_examples"], "I looked at the bird. It is a tern."],
        ),
        changed(COUNT, positive_examples=[*COUNT["positive_examples"], "they counted 48,211.5 birds"]),
        {
            "task_id": 5,
            "confidence": "high",
            "eval": {
                "eval_types": ["list_match"],
                "reference_answers": {"list_match": {"items": [["tern"], ["gull"]], "ordered": True}},
            },
            "positive_examples": ["gulls: a gull and then a tern"],
            "negative_examples": ["a tern, a gull and a raven"],
        },
    ]
    file = write(tmp_path, *rows)
    _, before = result_of("check", file)
    assert len(before["failures"]) == 4
    for failure in before["failures"]:
        assert failure["repairs"], failure["message"]
        for repair in failure["repairs"]:
            mended = [
                changed(row, eval=repair["eval"]) if str(row["task_id"]) == failure["task"] else row
                for row in rows
            ]
            _, after = result_of("check", write(tmp_path, *mended, name="mended.jsonl"))
            assert failure["example"] not in [other["example"] for other in after["failures"]]
            assert len(after["failures"]) < len(before["failures"])


@pytest.mark.rule("ANS-G13")
def test_a_trap_is_declined_with_a_reason_and_an_idle_ignore_is_told(tmp_path: Path) -> None:
    declined = [{"code": "answer/few-examples", "reason": "only two birds"}]
    row = changed(TERN, positive_examples=TERN["positive_examples"][:2], lint_ignore=declined)
    code, result = result_of("lint", write(tmp_path, row, changed(COUNT, lint_ignore=declined)))
    assert code == 0
    assert [(one["code"], one["reason"]) for one in result["ignored"]] == [
        ("answer/few-examples", "only two birds")
    ]
    assert codes(result) == [("answer/idle-ignore", "2/lint_ignore/0/code")]
    assert run("lint", tmp_path / "annotations.jsonl", "--strict").returncode == 1


@pytest.mark.rule("ANS-G13")
def test_an_ignore_hides_no_error_of_the_format(tmp_path: Path) -> None:
    row = changed(TERN, lint_ignore=[{"code": "document/unknown-key", "reason": "mine"}], extra=1)
    code, result = result_of("lint", write(tmp_path, row))
    assert code == 1
    assert codes(result) == [("document/unknown-key", "1/extra")]
    few = changed(TERN, eval={"eval_types": ["string_match"], "reference_answers": {"must_include": [" . "]}})
    few["lint_ignore"] = [{"code": "answer/empty-entry", "reason": "mine"}]
    code, result = result_of("lint", write(tmp_path, few))
    assert code == 1
    assert "answer/empty-entry" in [code for code, _ in codes(result)]


@pytest.mark.rule("ANS-G13")
def test_a_blank_reason_declines_nothing(tmp_path: Path) -> None:
    row = changed(TERN, lint_ignore=[{"code": "answer/few-examples", "reason": "  "}])
    assert result_of("lint", write(tmp_path, row))[0] == 1


@pytest.mark.rule("ANS-G13")
def test_a_row_that_holds_task_and_evidence_is_an_annotation(tmp_path: Path) -> None:
    row = {"task_id": 1, "intent": "Which bird?", "gold": "tern", "eval": TERN["eval"]}
    _, result = result_of("lint", write(tmp_path, row))
    assert {code for code, _ in codes(result)} == {"answer/few-examples", "answer/no-confidence"}


def test_severities_are_those_of_the_catalogue() -> None:
    for trap in (*TRAPS, *SET_TRAPS):
        assert trap.severity == catalogue()[trap.code].effect, trap.code


@pytest.mark.rule("ANS-G12")
def test_codes_are_selected_and_ignored_by_globs(tmp_path: Path) -> None:
    file = write(tmp_path, changed(TERN, positive_examples=["A tern."], confidence=None))
    _, everything = result_of("lint", file)
    assert {code for code, _ in codes(everything)} == {"answer/few-examples", "answer/no-confidence"}
    assert [code for code, _ in codes(result_of("lint", file, "--select", "*/few-*")[1])] == [
        "answer/few-examples"
    ]
    assert codes(result_of("lint", file, "--ignore", "answer/*")[1]) == []
    missing = run("lint", file, "--select", "answer/few-exampels")
    assert missing.returncode == 2
    assert b"answer/few-examples" in missing.stderr


@pytest.mark.rule("ANS-G1")
def test_an_annotation_file_alone_says_which_traps_were_not_run(tmp_path: Path) -> None:
    _, result = result_of("lint", write(tmp_path, TERN))
    assert "answer/gold-in-question" in result["not_run"]
    assert "Not run" in run("lint", tmp_path / "annotations.jsonl").stdout.decode()


def test_unreadable_files_and_wrong_words_end_with_two(tmp_path: Path) -> None:
    file = write(tmp_path, TERN)
    assert run("check", tmp_path / "missing.jsonl").returncode == 2
    assert run("check", tmp_path).returncode == 2
    for words in (
        ["check"],
        ["check", file, file],
        ["lint", file, file, "--annotations", file],
        ["lint", file, "--format", "xml"],
        ["lint", file, "--format", "sarif", "--json", "-x"],
        ["lint", file, "--annotations", file, "--as", "annotations"],
        ["lint", "-", "--watch"],
    ):
        done = run(*words)
        assert done.returncode == 2, words
        assert done.stdout == b"" or "--json" in words
        assert b"Traceback" not in done.stderr


def test_a_file_too_broken_to_be_recognised_can_be_told(tmp_path: Path) -> None:
    file = write(tmp_path, '{"task_id": 1, "evall": {}}')
    assert "document/missing-key" in [
        code for code, _ in codes(result_of("lint", file, "--as", "annotations")[1])
    ]
    told = [row["message"] for row in result_of("lint", file, "--as", "tasks")[1]["diagnostics"]]
    assert any('"intent"' in message for message in told)
    told = [row["message"] for row in result_of("lint", file, "--as", "annotations")[1]["diagnostics"]]
    assert not any('"intent"' in message for message in told)


@pytest.mark.rule("ANS-G12")
def test_sarif_and_github_point_at_the_place(tmp_path: Path) -> None:
    hostile = "An owl::error file=x::%0Aboo\n::warning::\x1b[31m"
    row = changed(TERN, negative_examples=["A gull.", "a gull", hostile, "The tern is an owl"])
    file = write(tmp_path, row)
    log = json.loads(run("check", file, "--format", "sarif").stdout)
    (scan,) = log["runs"]
    results = {one["ruleId"]: one for one in scan["results"]}
    assert set(results) == {"answer/twin-examples", "answer/too-lenient"}
    region = results["answer/too-lenient"]["locations"][0]["physicalLocation"]["region"]
    line = file.read_text(encoding="utf-8").split("\n")[region["startLine"] - 1]
    assert line[region["startColumn"] - 1 :].startswith('"The tern is an owl"')
    assert {rule["id"] for rule in scan["tool"]["driver"]["rules"]} == set(results)
    done = run("check", file, "--format", "github").stdout.decode()
    assert len(done.splitlines()) == 2
    assert all(text.startswith(("::error file=", "::warning file=")) for text in done.splitlines())
    assert "\x1b" not in done
    assert scan["columnKind"] == "unicodeCodePoints"


@pytest.mark.rule("ANS-G12")
def test_a_workflow_command_cannot_be_smuggled_in(tmp_path: Path) -> None:
    hostile = "1\n::error file=x,line=1::pwned%0A"
    row = changed(TERN, task_id=hostile, positive_examples=["A tern.\r\n::warning::boo, 100%"], notes="n")
    file = write(tmp_path, row, name="a,b:c%.jsonl")
    for form in ("github", "text"):
        lines = run("check", file, "--format", form).stdout.decode().splitlines()
        assert lines
        assert not [line for line in lines if line.lstrip().startswith("::") and "a%2Cb%3Ac%25" not in line]
    (first, *_) = run("check", file, "--format", "github").stdout.decode().splitlines()
    assert "%0A" in first or "\\n" in first
    assert "%250A" in first


@pytest.mark.rule("ANS-G13")
def test_what_is_declined_is_a_suppressed_result(tmp_path: Path) -> None:
    declined = [{"code": "answer/few-examples", "reason": "only two birds"}]
    row = changed(TERN, positive_examples=TERN["positive_examples"][:2], lint_ignore=declined)
    (scan,) = json.loads(run("lint", write(tmp_path, row), "--format", "sarif").stdout)["runs"]
    (result,) = scan["results"]
    assert result["suppressions"] == [{"kind": "inSource", "justification": "only two birds"}]


def test_watching_runs_again_when_a_file_changes(tmp_path: Path) -> None:
    file = write(tmp_path, TERN)
    with subprocess.Popen(
        [*PROGRAM, "lint", str(file), "--watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        try:
            assert b"Watching" in program.stderr.readline()
            write(tmp_path, changed(TERN, confidence=None))
            assert b"Watching" in program.stderr.readline()
        finally:
            program.send_signal(signal.SIGINT)
        out, _ = program.communicate(timeout=60)
        assert out.count(b"answer/no-confidence") == 1
        assert program.returncode == 130


@pytest.mark.rule("ANS-H1")
def test_the_examples_and_the_pack_prove_themselves(repository: Path) -> None:
    for tasks, over in (
        ("examples/tasks.json", "examples/annotations.jsonl"),
        ("packs/timewarp/annotations.jsonl", None),
    ):
        words = ["check", repository / tasks, "--strict"] + (
            ["--annotations", repository / over] if over else []
        )
        done = run(*words)
        assert done.returncode == 0, done.stdout.decode()[-3000:]


@pytest.mark.rule("ANS-H1")
def test_the_whole_pack_is_clean_against_its_tasks(repository: Path, shared: Path) -> None:
    tasks = shared / "timewarp" / "tasks.json"
    code, result = result_of(
        "check", tasks, "--annotations", repository / "packs/timewarp/annotations.jsonl", "--strict"
    )
    assert codes(result) == []
    assert code == 0
    assert sum(tally["tasks"] for tally in result["by_kind"].values()) == 231
    assert len(result["ignored"]) <= 231 * 2 // 100
    assert result["without_examples"] == []
