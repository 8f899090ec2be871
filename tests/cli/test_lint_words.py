"""What `probatum lint` and its neighbours say to wrong words and wrong files, and how a fault is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import run
from tests.cli.test_lint import COUNT, TASKS, TERN, changed, codes, result_of, write

ROWS = {
    "answers": {"task_id": 1, "answer_id": "a", "answer": "A tern."},
    "verdicts": {"task_id": 1, "outcome": "verified", "reasons": [], "spec": "sha256:0", "rules_version": 1},
    "decisions": {"task_id": 1, "fingerprint": "sha256:0", "digest": "x", "decision": {"accept": True}},
    "a review": {"task_id": 1, "reasons": [], "intent": "x", "spec": {}, "findings": []},
}


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """A task file whose tasks are all left to a judge."""
    file = tmp_path / "tasks.json"
    file.write_text(json.dumps(TASKS), encoding="utf-8")
    return file


def refused(*words: str | Path) -> str:
    """Runs the program with words that it refuses; returns the line that says why."""
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, b""), words
    *usage, said = done.stderr.decode().splitlines()
    assert len(usage) in (0, 3), usage
    return said


@pytest.mark.parametrize("command", ["lint", "check", "review"])
def test_two_files_that_are_swapped_are_told_in_one_line(command: str, tasks: Path, tmp_path: Path) -> None:
    over = write(tmp_path, TERN, COUNT)
    words: list[str | Path] = (
        [command] if command != "review" else ["answers", "review", "--out", tmp_path / "r"]
    )
    said = refused(*words, over, "--annotations", tasks)
    assert said == f"error: the two files are swapped: {over} has the annotations, {tasks} has the tasks"
    other = write(tmp_path, TERN, name="other.jsonl")
    assert "both hold annotations; name the task file first" in refused(*words, over, "--annotations", other)


@pytest.mark.parametrize("holds", ROWS)
def test_a_file_of_another_kind_is_told_in_one_line(holds: str, tasks: Path, tmp_path: Path) -> None:
    # One row that is broken, and a few that are not, do not change what a file is.
    file = write(tmp_path, {"task_id": 1}, *[ROWS[holds]] * 5, name="other.jsonl")
    for words in (
        ["lint", file],
        ["check", tasks, "--annotations", file],
        ["answers", "score", "--tasks", file, "--answers", file, "--out", tmp_path / "out"],
        ["answers", "explain", "--tasks", file, "--answer", "x"],
        ["answers", "review", file, "--out", tmp_path / "out"],
        ["answers", "merge", tasks, file, "--out", tmp_path / "out"],
    ):
        said = refused(*words)
        assert said.startswith(f"error: {file} holds {holds}, not tasks or annotations; ")
        assert "probatum answers " in said
    assert json.loads(run("lint", file, "--json").stdout)["exit_code"] == 2
    assert run("lint", file, "--as", "annotations").returncode == 1, "who says what it holds gets its faults"


def test_a_table_of_answers_is_known_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text("task_id,answer\n1,A tern\n", encoding="utf-8")
    assert "holds answers" in refused("lint", file)


def test_a_task_that_has_an_answer_key_of_its_own_is_still_a_task(tmp_path: Path) -> None:
    rows = [{**task, "answer": "tern"} for task in TASKS]
    code, result = result_of("lint", write(tmp_path, *rows))
    assert (code, {code for code, _ in codes(result)}) == (1, {"document/unknown-key"})


def test_what_a_file_holds_is_seen_from_most_of_its_rows(tmp_path: Path) -> None:
    first = {"task_id": 7, "evals": COUNT["eval"]}
    _, result = result_of("lint", write(tmp_path, first, TERN, COUNT))
    assert {row["line"] for row in result["diagnostics"] if row["severity"] == "error"} == {1}
    assert not any("intent" in row["message"] for row in result["diagnostics"])


def test_annotations_named_beside_their_tasks_are_asked_for_the_option(tasks: Path, tmp_path: Path) -> None:
    over = write(tmp_path, TERN, COUNT)
    for words in ([tasks, over], [over, tasks]):
        said = refused("check", *words)
        assert f"{over} holds annotations of the tasks of {tasks}." in said
        assert f"`{tasks} --annotations {over}`" in said
    others = write(tmp_path, *(changed(TERN, task_id=f"o{n}") for n in range(3)), name="others.jsonl")
    assert run("lint", tasks, others).returncode == 0


@pytest.mark.rule("ANS-G12")
def test_every_fault_of_a_row_knows_its_task(tasks: Path, tmp_path: Path) -> None:
    bad = changed(COUNT, confidence="High", notess="", lint_ignore=["answer/few-examples"])
    lines = write(tmp_path, TERN, bad)
    whole = tmp_path / "whole.json"
    whole.write_text(json.dumps([TERN, bad]), encoding="utf-8")
    alone = tmp_path / "alone.json"
    alone.write_text(json.dumps(bad), encoding="utf-8")
    for words in ([lines], [whole], [alone], [tasks, "--annotations", lines]):
        _, result = result_of("lint", *words)
        found = [row for row in result["diagnostics"] if row["severity"] == "error"]
        assert len(found) == 3
        assert {row["task"] for row in found} == {"2"}


def test_an_ignore_of_one_word_is_told_its_form(tmp_path: Path) -> None:
    _, result = result_of("lint", write(tmp_path, changed(TERN, lint_ignore=["answer/few-examples"])))
    (fault,) = result["diagnostics"]
    assert fault["fix"] == 'Write {"code": "answer/...", "reason": "why it does not apply here"}.'


@pytest.mark.rule("ANS-G13")
@pytest.mark.parametrize(
    ("code", "message", "fix"),
    [
        ("answer/*", "A pattern of codes ignores nothing here", "with its own reason"),
        ("answer/few-exampels", "There is no such code", 'Did you mean "answer/few-examples"?'),
        ("something else", "There is no such code", "`probatum explain` lists the codes"),
        ("answer/few-examples", "No diagnostic of this code is found here", "Remove it"),
    ],
)
def test_an_idle_ignore_says_why_it_is_idle(code: str, message: str, fix: str, tmp_path: Path) -> None:
    declined = [{"code": code, "reason": "a reason"}]
    _, result = result_of("lint", write(tmp_path, changed(TERN, lint_ignore=declined)))
    (told,) = result["diagnostics"]
    assert told["code"] == "answer/idle-ignore"
    assert message in told["message"]
    assert fix in told["fix"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lint", "--tasks", "T"], "There is no --tasks here: the task file is the argument"),
        (["check", "T", "--answers", "A"], "answers are decided by `probatum answers score`"),
        (["answers", "review", "--tasks", "T"], "the task file is the argument"),
        (["answers", "merge", "--tasks", "T"], "the task file is the first argument"),
        (["score"], "Did you mean `probatum answers score`?"),
        (["merge", "T"], "Did you mean `probatum answers merge`?"),
        (["answers", "lint"], "Did you mean `probatum lint`?"),
        (["answers", "scor"], "Did you mean score?"),
        (["lint", "T", "--strct"], "--strict"),
        (["explain", "G3"], '"G3" is a rule (docs/rules.md), not a code'),
        (["explain", "ANS-H1"], '"ANS-H1" is a rule'),
    ],
)
def test_words_that_belong_elsewhere_are_told_where(words: list[str], said: str) -> None:
    assert said in refused(*words)


@pytest.mark.parametrize(
    "words",
    [
        ["lint", "T", "--annotations", "a", "--annotations", "b"],
        ["check", "T", "--format", "json", "--format", "json"],
        ["answers", "score", "--tasks", "a", "--tasks", "b", "--answers", "c", "--out", "d"],
        ["answers", "explain", "--spec", "{}", "--answer", "a", "--answer", "b"],
        ["answers", "review", "T", "--out", "a", "--out", "b"],
        ["answers", "merge", "T", "A", "--out", "a", "--out", "b"],
        ["answers", "diff", "A", "B", "--limit", "1", "--limit", "2"],
    ],
)
def test_an_option_of_one_value_is_not_named_twice(words: list[str]) -> None:
    assert refused(*words).endswith("is named twice; it takes one value.")


def test_options_of_several_values_and_flags_may_be_repeated(tmp_path: Path) -> None:
    file = write(tmp_path, TERN)
    words = ["--select", "answer/*", "--select", "document/*", "--strict", "--strict"]
    assert run("lint", file, *words).returncode == 0


@pytest.mark.parametrize(
    ("spec", "key", "home"),
    [
        ({"must_include": ["x"]}, "must_include", "reference_answers"),
        ({"eval_types": ["number_match"], "number_match": {"value": 1}}, "number_match", "reference_answers"),
    ],
)
def test_a_key_that_stands_too_high_is_told_where_it_belongs(spec: Any, key: str, home: str) -> None:
    said = run("answers", "explain", "--spec", json.dumps(spec), "--answer", "x").stderr.decode()
    assert f'The key "{key}" belongs inside "{home}".' in said
    assert f'Fix: Move it into the object under "{home}".' in said


def test_a_spec_that_lies_in_the_row_itself_is_told_where_it_belongs(tmp_path: Path) -> None:
    row = {"task_id": 1, "eval": {}, "eval_types": ["string_match"], "must_include": ["x"]}
    _, result = result_of("lint", write(tmp_path, row))
    fixes = {found["pointer"]: found["fix"] for found in result["diagnostics"]}
    assert fixes["/eval_types"] == 'Move it into the object under "eval".'
    assert fixes["/must_include"] == 'Move it into the object under "reference_answers".'


def test_a_review_says_what_it_leaves_out(tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "review.jsonl"
    for words in ([], ["--annotations", write(tmp_path, COUNT)]):
        said = run("answers", "review", tasks, *words, "--out", out).stderr.decode()
        left = 2 - bool(words)
        assert f"{left} task{'s' * (left > 1)} without an annotation left out; --unannotated" in said
        said = run("answers", "review", tasks, *words, "--out", out, "--unannotated").stderr.decode()
        assert "left out" not in said
        assert len(out.read_text(encoding="utf-8").splitlines()) == left


def test_a_review_can_be_a_page_alone(tasks: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    assert run("answers", "review", tasks, "--unannotated", "--html", page).returncode == 0
    assert "<html" in page.read_text(encoding="utf-8")
    assert "name --out, --html or both" in refused("answers", "review", tasks)
    assert "--apply needs --out" in refused("answers", "review", "--annotations", "a", "--apply", "d")
