"""The program as a whole: what it costs to start, and how it tells of errors."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import click
import pytest

from probatum.cli._errors import guarded
from probatum.cli._lazy import LazyGroup
from probatum.cli._main import program
from scripts.terminal import on_terminal
from tests.cli.program import Bench, run

HEAVY = {"pydantic", "pydantic_core", "rich", "msgspec", "ruamel", "re2", "multiprocessing", "asyncio"}


@pytest.mark.parametrize("words", [["--help"], ["answers", "--help"], ["--version"], ["answers", "nix"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    code = (
        "import json, sys\n"
        "from probatum.cli import main\n"
        "code = main(json.loads(sys.argv[1]))\n"
        "print(json.dumps([code, sorted({name.split('.')[0] for name in sys.modules})]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(words)], capture_output=True, check=True, timeout=60
    )
    exit_code, loaded = json.loads(done.stdout.splitlines()[-1])
    assert exit_code == (2 if "nix" in words else 0)
    assert HEAVY.isdisjoint(loaded)


def commands(group: click.Command, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    if not isinstance(group, LazyGroup):
        return [path]
    context = click.Context(group)
    found = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found += commands(command, (*path, name))
    return found


@pytest.mark.parametrize("path", commands(program), ids=" ".join)
def test_every_command_has_help_json_and_a_line_in_its_group(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(program, [*path, "--help"]) == 0
    text = capsys.readouterr().out
    assert "--json" in text
    assert "-h, --help" in text
    assert guarded(program, [*path[:-1], "--help"]) == 0
    assert re.search(rf"^  {path[-1]} +\S", capsys.readouterr().out, re.MULTILINE)


def test_the_version() -> None:
    done = run("--version")
    assert done.stdout.decode() == f"probatum {metadata.version('probatum')}\n"


def test_usage_errors_are_told_once_and_as_json_where_that_was_asked() -> None:
    done = run("answers", "score", "--nix")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"--nix") == 1
    done = run("answers", "score", "--json", "--tasks")
    assert (done.returncode, done.stderr) == (2, b"")
    told = json.loads(done.stdout)
    assert told["exit_code"] == 2
    assert "--tasks" in told["error"]


def test_every_fault_of_the_input_is_told_at_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.write({"task_id": 1, "answer": "Ida"})
    bench.tasks.write_text('[{"task_id": 1, "intnt": "?"}, {"intent": 5, "eval": {}}]', encoding="utf-8")
    done = bench.score("--json")
    assert done.returncode == 2
    faults = json.loads(done.stdout)["diagnostics"]
    assert len(faults) >= 4
    assert {"code", "file", "line", "pointer", "message", "fix"} <= set(faults[0])
    plain = bench.score()
    assert plain.stdout == b""
    assert len(plain.stderr.splitlines()) == len(faults)
    assert b"intent" in plain.stderr


def test_a_long_cure_is_told_wherever_it_is_needed(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.write(
        *['{"task_id": 1, "reply": "Ida", "model": "some model", "seed": 1}'] * 5, '{"id": 1, "answer": ""}'
    )
    lines = [line for line in bench.score().stderr.decode().splitlines() if "missing-key" in line]
    assert [line.startswith(f"{bench.answers}:{n}: error[") for n, line in enumerate(lines, 1)] == [True] * 5
    assert all(line.endswith("The row has `task_id`, `reply`, `model`, `seed`.") for line in lines)


def test_a_missing_file_has_one_code_wherever_it_is_named(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.write({"task_id": 1, "answer": "Ida"})
    bench.score()
    none = tmp_path / "none.jsonl"
    for words in (
        bench.words(answers=none),
        ["answers", "score", "--tasks", none, "--answers", bench.answers, "--out", tmp_path / "o"],
        ["answers", "diff", none, bench.out],
        ["answers", "diff", bench.out, bench.out, "--answers", none],
        ["answers", "merge", none, none, "--out", tmp_path / "o"],
        ["answers", "explain", "--spec", none, "--answer", "x"],
        ["answers", "explain", "--tasks", bench.tasks, "--task", "1", "--answer-file", none],
    ):
        done = run(*words, "--json")
        assert done.returncode == 2
        codes = {fault["code"] for fault in json.loads(done.stdout)["diagnostics"]}
        assert codes == {"document/no-such-file"}, words


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["answer"], "Did you mean answers?"),
        (["answers", "scor"], "Did you mean score?"),
        (["x"], "There are"),
    ],
)
def test_a_mistyped_command_is_told_its_neighbours(words: list[str], hint: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert hint in done.stderr.decode()


def test_on_a_terminal_there_are_colours_and_progress(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.write(*({"task_id": 1, "answer_id": n, "answer": "Ida"} for n in range(2000)), b"{")
    code, text = on_terminal(bench.words("--chunk-bytes", "4000", "--jobs", "1"), columns=100)
    assert code == 3
    assert "Traceback" not in text
    assert "\x1b[" in text
    assert "rows," in text
    assert "document/syntax" in text
    assert "2,001 verdicts in" in text
    code, text = on_terminal(bench.words(answers=tmp_path / "none.jsonl"), columns=100)
    assert code == 2
    assert "\x1b[1;31merror\x1b[0m" in text
    bare = re.sub(r"\x1b\[[\d;]*m|\r", "", text)
    plain = run(*bench.words(answers=tmp_path / "none.jsonl")).stderr.decode()
    words = plain.replace(": error[", " error[", 1).split()
    assert bare.split()[-len(words) :] == words
