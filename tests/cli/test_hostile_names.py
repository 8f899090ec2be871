"""Names and words that no file, no key and no terminal can bear."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.program import Bench, run

SPEC = '{"eval_types": ["string_match"], "reference_answers": {"must_include": ["Ida"]}}'


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path)
    bench.write({"task_id": 1, "answer": "Ida"})
    return bench


def refused(
    bench: Bench, *words: str | Path, said: bytes, answers: str | Path = "", out: str | Path = ""
) -> None:
    done = bench.score(*words, answers=answers, out=out)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr
    assert b"report it" not in done.stderr
    assert bench.left_over() == []


def test_names_that_no_output_can_have(bench: Bench) -> None:
    refused(bench, out=bench.folder / ("v" * 250), said=b"File name too long")
    refused(bench, out=bench.folder / ("v" * 300), said=b"File name too long")
    refused(bench, out=f"{bench.folder}/new/", said=b"ends with a slash")
    refused(bench, "--summary", f"{bench.folder}/new/", said=b"ends with a slash")
    refused(bench, out=f"{bench.folder}/", said=b"This is a directory")
    refused(bench, out=f"{bench.tasks}/v", said=b"")
    assert bench.score(out=bench.folder / ("v" * 200)).returncode == 0


def test_inputs_whose_names_are_too_long_or_lead_in_a_circle(bench: Bench) -> None:
    refused(bench, answers="a" * 300, said=b"File name too long")
    (bench.folder / "in").mkdir()
    circle = bench.folder / "in" / "circle"
    circle.symlink_to(circle)
    for done in (bench.score(answers=circle), bench.score(out=circle)):
        assert done.returncode == 2
        assert b"symbolic links" in done.stderr


def test_a_key_that_is_not_utf8_is_a_usage_error(bench: Bench) -> None:
    refused(bench, "--map", os.fsdecode(b"answer=a\xff"), said=b"is not UTF-8")


def test_the_summary_may_be_printed(bench: Bench) -> None:
    done = bench.score("--summary", "-")
    assert done.returncode == 0
    assert json.loads(done.stdout) == json.loads(bench.score("--json").stdout)
    bench.out.unlink()
    refused(bench, "--summary", "-", out="-", said=b"both want standard output")
    assert bench.score("--summary", "-", "--json").returncode == 2


def test_logs_of_any_name_are_scored_or_one_row_each(bench: Bench) -> None:
    logs = bench.folder / os.fsdecode(b"logs\xff")
    logs.mkdir()
    (logs / "a.json").write_text('{"task_id": 1, "answer": "Ida"}', encoding="utf-8")
    (logs / os.fsdecode(b"b\xff.json")).write_text('{"task_id": 1, "answer": "Ida"}', encoding="utf-8")
    (logs / "c.json").symlink_to("c.json")
    done = bench.score("--json", answers=logs)
    assert (done.returncode, done.stderr) == (3, b"")
    rows = bench.rows()
    assert [row["answer_id"] for row in rows] == ["a.json", "b\\xff.json", "c.json"]
    assert [row["reasons"][0]["code"] for row in rows[1:]] == ["row_unreadable"] * 2
    assert done.stdout.isascii()
    assert json.loads(done.stdout)


def test_a_file_whose_name_is_not_utf8_is_told_in_ascii(bench: Bench) -> None:
    name = bench.folder / os.fsdecode(b"\xff\x1b[31m.jsonl")
    name.write_bytes(bench.answers.read_bytes() + b"{\n")
    done = bench.score("--json", answers=name)
    assert done.returncode == 3
    assert b"\\udcff\\u001b[31m" in done.stdout
    json.loads(done.stdout.decode())
    done = bench.score(answers=name, out=bench.folder / os.fsdecode(b"v\xff\x1b[31m"))
    assert done.returncode == 3
    assert b"<U+DCFF><U+001B>[31m" in done.stderr
    assert b"\x1b" not in done.stderr
    for words in (["answers", "diff", name, name], ["answers", "\x1b[31m"], ["explain", "--\x1b[31m"]):
        done = run(*words)
        assert done.returncode == 2
        assert b"\x1b" not in done.stderr + done.stdout
        done = run(*words, "--json")
        assert done.stdout.isascii()
        assert b"\x1b" not in done.stdout
    done = run("answers", "explain", "--tasks", bench.tasks, "--task", "1\x1b", "--answer-file", name)
    assert b"\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("words", "both"),
    [
        (["explain", "--spec", "-", "--answer", "-"], b"--spec and --answer"),
        (["explain", "--tasks", "-", "--answer-file", "-"], b"--tasks and --answer-file"),
        (["explain", "--tasks", "-", "--annotations", "-", "--answer", "x"], b"--tasks and --annotations"),
        (["score", "--tasks", "-", "--answers", "-", "--out", "-"], b"--tasks and --answers"),
        (["score", "--tasks", "-", "--answers", "/dev/stdin", "--out", "-"], b"--tasks and --answers"),
        (["merge", "-", "-", "--out", "-"], b"TASKS and ANNOTATIONS"),
    ],
)
def test_standard_input_is_read_once(words: list[str], both: bytes) -> None:
    done = run("answers", *words, stdin=SPEC.encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert both + b" name standard input" in done.stderr


def test_an_answer_may_come_from_standard_input_or_name_it() -> None:
    done = run("answers", "explain", "--spec", SPEC, "--answer", "-", stdin=b"Ida")
    assert done.returncode == 0
    done = run("answers", "explain", "--spec", "-", "--answer", "/dev/stdin is Ida", stdin=SPEC.encode())
    assert done.returncode == 0
