"""How `probatum lint` and `probatum check` show what they found: counts, layout, terminals, watching."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from probatum.service.check import MOST_MENDED
from scripts.terminal import on_terminal
from tests.cli.program import PROGRAM, environment, run
from tests.cli.test_lint import COUNT, TERN, changed, codes, result_of, write

WRONG = changed(TERN, negative_examples=[*TERN["negative_examples"], "The tern's rival, an owl"])
BROKEN = (
    '{"task_id": 9, "eval": {"eval_types": ["string_match"], "reference_answers": {"must_includ": ["x"]}}}'
)
LONG = "It flew over the bay. " * 60


def on_a_terminal(*words: str | Path, width: int = 80, colours: bool = False) -> list[str]:
    """Runs the program on a terminal; returns its lines as they stand there, without their colours."""
    shown = on_terminal(words, columns=width, colours=colours)
    assert shown.code in (0, 1)
    return re.sub(r"\x1b\[[\d;]*m|\r", "", shown.text).split("\n")


@pytest.mark.rule("ANS-H1")
def test_a_failing_example_is_an_error_and_counted_as_one(tmp_path: Path) -> None:
    code, result = result_of("check", write(tmp_path, WRONG, changed(COUNT, confidence=None)))
    assert (code, result["errors"], result["warnings"], len(result["failures"])) == (1, 1, 1, 1)
    shown = run("check", tmp_path / "annotations.jsonl").stdout.decode()
    assert "2 tasks: 1 error, 1 warning, 0 remarks.\n1 example of 13 decided wrongly.\n" in shown
    assert result_of("lint", tmp_path / "annotations.jsonl")[1]["errors"] == 0


@pytest.mark.rule("ANS-G12")
@pytest.mark.parametrize("words", [["--ignore", "document/*"], ["--select", "answer/few-examples"]])
def test_no_choice_of_codes_hides_a_fault_of_the_format(words: list[str], tmp_path: Path) -> None:
    file = write(tmp_path, BROKEN, "{broken", WRONG)
    for command in ("lint", "check"):
        code, result = result_of(command, file, *words)
        assert code == 1
        assert {code for code, _ in codes(result)} == {"document/syntax", "document/unknown-key"}


@pytest.mark.rule("ANS-G12")
def test_failing_examples_follow_the_choice_in_every_format(tmp_path: Path) -> None:
    file = write(tmp_path, WRONG)
    for words in (["--ignore", "answer/too-*"], ["--select", "answer/too-strict"]):
        assert run("check", file, *words).returncode == 0
        code, result = result_of("check", file, *words)
        assert (code, result["errors"], result["failures"]) == (0, 0, [])
        shown = run("check", file, *words).stdout.decode()
        assert "1 example of 7 decided wrongly, of which 1 not told (--select, --ignore)." in shown
        assert "error[" not in shown
        assert b"too-lenient" not in run("check", file, *words, "--format", "sarif").stdout
        assert b"::error" not in run("check", file, *words, "--format", "github").stdout
    code, result = result_of("check", file, "--select", "answer/too-lenient")
    assert (code, len(result["failures"])) == (1, 1)


@pytest.mark.rule("ANS-G12")
def test_in_a_pipe_one_finding_is_one_line_with_its_whole_fix(tmp_path: Path) -> None:
    file = write(tmp_path, *(changed(TERN, task_id=n, confidence=None) for n in range(3)))
    *found, by_code, _, last = run("lint", file).stdout.decode().splitlines()
    assert len(found) == 3
    assert len({line.partition(" Fix: ")[2] for line in found}) == 1
    assert all(line.startswith(f"{file}:{n}:") for n, line in enumerate(found, 1))
    assert by_code == "By code: answer/no-confidence 3."
    assert last == "3 tasks: 0 errors, 3 warnings, 0 remarks."


@pytest.mark.rule("ANS-G12")
def test_on_a_terminal_findings_stand_below_their_task_and_are_broken_to_its_width(tmp_path: Path) -> None:
    rows = [changed(WRONG, task_id=name, confidence=None) for name in ("one", "two")]
    file = write(tmp_path, *rows)
    lines = on_a_terminal("check", file, width=60)
    assert [line for line in lines if line.startswith("task ")] == ["task one", "task two"]
    places = [line for line in lines if line.startswith(f"  {file}:")]
    assert len(places) == 4
    rest = [line for line in lines[: lines.index("")] if line not in places and not line.startswith("task ")]
    assert rest
    assert all(line.startswith("    ") and len(line) <= 60 for line in rest)
    fix = next(n for n, line in enumerate(rest) if line.startswith("    Fix: "))
    assert rest[fix + 1].startswith("    ")


@pytest.mark.parametrize("terminal", [True, False])
def test_a_long_example_is_cut_and_its_carets_stay_below_what_they_mark(
    terminal: bool, tmp_path: Path
) -> None:
    example = f"{LONG}It was not a raven that I saw there at last but a tern, I should say. {LONG}"
    file = write(tmp_path, changed(WRONG, negative_examples=[*TERN["negative_examples"], example]))
    lines = on_a_terminal("check", file) if terminal else run("check", file).stdout.decode().split("\n")
    at = next(n for n, line in enumerate(lines) if "^^^^" in line)
    assert lines[at - 1][lines[at].index("^") :][:4] == "tern"
    shown = [line for line in lines if "bay" in line or "characters" in line]
    assert all(len(line) <= (80 if terminal else 120) for line in shown)
    assert sum(map(len, shown)) < 500
    assert any("characters" in line for line in shown)


def test_a_long_example_in_which_nothing_is_marked_is_cut_too(tmp_path: Path) -> None:
    file = write(tmp_path, changed(TERN, positive_examples=[*TERN["positive_examples"], LONG]))
    shown = run("check", file).stdout.decode()
    assert "characters…]" in shown
    assert shown.count("It flew over the bay.") < 15


def test_in_colours_every_line_of_an_example_is_indented(tmp_path: Path) -> None:
    file = write(
        tmp_path, changed(WRONG, negative_examples=[*TERN["negative_examples"], "Up there:\na tern?"])
    )
    lines = on_a_terminal("check", file, colours=True)
    at = lines.index("      Up there:")
    assert lines[at + 1] == "      a tern?"


def test_tasks_without_a_spec_are_named_and_prove_nothing(tmp_path: Path) -> None:
    judged = {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "tern"}}
    row = changed(TERN, eval=judged, confidence="medium", subjective=True, notes="A matter of taste.")
    file = write(tmp_path, row)
    assert result_of("lint", file)[1]["without_spec"] == ["1"]
    shown = run("check", file).stdout.decode()
    assert "No spec decides 1 of 1 task, only a judge: 1.\n" in shown
    assert "No example was decided by a spec; 6 examples left to a judge.\n" in shown
    assert "All 0" not in shown
    assert result_of("lint", write(tmp_path, TERN))[1]["without_spec"] == []


def test_the_formats_for_machines_leave_the_closing_lines_to_standard_error(tmp_path: Path) -> None:
    file = write(tmp_path, TERN)
    for name in ("github", "sarif"):
        done = run("check", file, "--format", name)
        assert done.returncode == 0
        lines = done.stderr.decode().splitlines()
        assert lines[-2:] == [
            "1 task: 0 errors, 0 warnings, 0 remarks.",
            "All 6 examples that a spec decides are decided as their authors say.",
        ]
    assert run("check", file, "--format", "github").stdout == b""


def watched(file: Path, *words: str, change: Any) -> str:
    """Watches a file through one change; returns what stood on standard output."""
    with subprocess.Popen(
        [*PROGRAM, "lint", str(file), "--watch", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as program:
        assert program.stderr is not None
        try:
            for step in range(2):
                while not (line := program.stderr.readline()).startswith(b"Looked at "):
                    assert line
                if not step:
                    write(file.parent, change)
        finally:
            program.send_signal(signal.SIGINT)
        out, _ = program.communicate(timeout=60)
    return out.decode()


def test_runs_of_a_watch_are_parted_by_the_time_in_a_log(tmp_path: Path) -> None:
    file = write(tmp_path, TERN)
    out = watched(file, change=changed(TERN, confidence=None))
    first, second, third = re.split(r"^-- \d\d:\d\d:\d\d --\n", out, flags=re.MULTILINE)
    assert first == ""
    assert "0 warnings" in second
    assert "1 warning" in third


def test_a_watch_for_machines_writes_documents_and_nothing_else(tmp_path: Path) -> None:
    out = watched(write(tmp_path, TERN), "--format", "json", change=changed(TERN, confidence=None))
    first, end = json.JSONDecoder().raw_decode(out)
    second, _ = json.JSONDecoder().raw_decode(out[end:].lstrip())
    assert (first["warnings"], second["warnings"]) == (0, 1)


@pytest.mark.rule("ANS-H1")
def test_changes_are_tried_for_the_first_failing_examples_of_a_task(tmp_path: Path) -> None:
    wrong = [f"A tern of {number} grams, or so it is said." for number in range(2, 40)]
    _, result = result_of("check", write(tmp_path, changed(TERN, negative_examples=wrong)))
    assert len(result["failures"]) == len(wrong)
    assert all(failure["fix"] for failure in result["failures"])
    assert not any(failure["repairs"] for failure in result["failures"][MOST_MENDED:])
