"""Standard streams that are full, closed, or of another encoding: one line, one exit code, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.program import PROGRAM, Bench, environment, run

FULL = Path("/dev/full")


def sh(redirection: str, *words: str | Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the program from a shell, with its streams led elsewhere."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", *PROGRAM, *map(str, words)],
        capture_output=True,
        check=False,
        timeout=60,
        env={**environment(), **more},
    )


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    bench = Bench(tmp_path)
    bench.write({"task_id": 1, "answer": "Ida"}, {"task_id": "two", "answer": "152"})
    return bench


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["explain"],
        ["explain", "document/syntax", "--json"],
        ["explain", "nix", "--json"],
        ["schema", "spec"],
        ["answers", "diff", "--help"],
        ["answers", "explain", "--spec", "{}", "--answer", "x", "--json"],
    ],
    ids=" ".join,
)
def test_a_full_disk_behind_standard_output_is_told_in_one_line(words: list[str]) -> None:
    done = sh(">/dev/full", *words)
    assert (done.returncode, done.stdout) == (5, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"standard output cannot be written to" in done.stderr


def test_verdicts_that_cannot_be_printed(bench: Bench) -> None:
    done = sh(">/dev/full", *bench.words(out="-"))
    assert done.returncode == 5
    assert done.stderr.count(b"\n") == 1
    assert b"standard output" in done.stderr


def test_a_lost_standard_error_leaves_the_exit_code_alone(bench: Bench) -> None:
    for redirection in ("2>/dev/full", "2>&-"):
        assert sh(redirection, *bench.words()).returncode == 0
        assert sh(redirection, "explain", "nix").returncode == 2
        assert sh(f"{redirection} >/dev/full", "explain").returncode == 5
        assert sh(f"{redirection} >&-", "explain").returncode == 2
    spec = '{"eval_types": ["string_match"], "reference_answers": {"must_include": ["Ida"]}}'
    assert sh("2>/dev/full", "answers", "explain", "--spec", spec, "--answer", "Ada").returncode == 1


def test_closed_streams_are_usage_errors(bench: Bench) -> None:
    done = sh(">&-", *bench.words())
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"standard output is closed" in done.stderr
    assert not bench.out.exists()
    for words in (
        bench.words(answers="-"),
        ["answers", "explain", "--tasks", bench.tasks, "--task", "1", "--answer", "-"],
    ):
        done = sh("<&-", *words)
        assert done.returncode == 2
        assert b"Standard input is closed" in done.stderr
    # Who reads nothing needs no standard input.
    assert sh("<&-", *bench.words()).returncode == 0


def test_a_reader_that_goes_away_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*PROGRAM, "schema", "spec"],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
        env=environment(),
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def test_an_encoding_without_a_character_prints_another_in_its_place() -> None:
    spec = '{"eval_types": ["string_match"], "reference_answers": {"must_include": ["Ida"]}}'
    words = ("answers", "explain", "--spec", spec, "--answer", "Ida ✅ 東")
    for encoding in ("latin-1", "ascii"):
        done = sh("", *words, PYTHONIOENCODING=encoding)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"verified" in done.stdout.lower()
        done = sh("", *words, "--json", PYTHONIOENCODING=encoding)
        assert json.loads(done.stdout) == json.loads(run(*words, "--json").stdout)
        assert done.stdout.isascii()
