"""Running the real program in a process of its own, and a small benchmark for it to score."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PROGRAM = [sys.executable, "-W", "error", "-m", "probatum"]

TASKS: list[dict[str, Any]] = [
    {
        "task_id": 1,
        "intent": "Who keeps the light?",
        "sites": ["harbour"],
        "confidence": "high",
        "eval": {"eval_types": ["string_match"], "reference_answers": {"must_include": ["Ida"]}},
    },
    {
        "task_id": "two",
        "intent": "How many steps has the tower?",
        "sites": ["harbour", "tower"],
        "confidence": "low",
        "gold_suspect": True,
        "eval": {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 152}}},
    },
    {
        "task_id": 3,
        "intent": "Is the view good?",
        "sites": ["tower"],
        "subjective": True,
        "notes": "A matter of taste.",
        "eval": {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "yes"}},
    },
]

# A child begins with a copy of its parent, and the parent's size would count as its own: so a small process
# stands between the tests and what is measured.
_MEASURE = """
import os, sys
child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(child, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def measured(report: Path, *command: str) -> list[str]:
    """Returns the command that runs another one and writes its largest size, in KiB, to a file."""
    return [sys.executable, "-I", "-S", "-c", _MEASURE, str(report), *command]


def run(
    *arguments: str | Path, stdin: bytes = b"", seed: str = "random", **options: Any
) -> subprocess.CompletedProcess[bytes]:
    """Runs the program to its end."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
        env=environment(seed),
        **options,
    )


def environment(seed: str = "random") -> dict[str, str]:
    """The environment of a run: with its own hash seed, and without what would colour its output."""
    return {**os.environ, "PYTHONHASHSEED": seed, "NO_COLOR": "1"}


class Bench:
    """A folder with a task file and an answer file, and the words of `answers score` for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tasks = folder / "tasks.json"
        self.answers = folder / "answers.jsonl"
        self.out = folder / "verdicts.jsonl"
        self.tasks.write_text(json.dumps(TASKS), encoding="utf-8")

    def write(self, *rows: dict[str, Any] | bytes | str) -> None:
        """Writes the answer file, one row a line; bytes and text stand as they are."""
        lines = [row if isinstance(row, bytes) else _text(row).encode() for row in rows]
        self.answers.write_bytes(b"".join(line + b"\n" for line in lines))

    def words(self, *more: str | Path, answers: str | Path = "", out: str | Path = "") -> list[str]:
        """The arguments of a run."""
        given: list[str | Path] = ["answers", "score", "--tasks", self.tasks]
        given += ["--answers", answers or self.answers, "--out", out or self.out, *more]
        return [str(word) for word in given]

    def score(
        self, *more: str | Path, answers: str | Path = "", out: str | Path = "", **options: Any
    ) -> subprocess.CompletedProcess[bytes]:
        """Scores the answer file."""
        return run(*self.words(*more, answers=answers, out=out), **options)

    def rows(self) -> list[dict[str, Any]]:
        """The verdicts that were written."""
        return [json.loads(line) for line in self.out.read_bytes().splitlines()]

    def outcomes(self) -> list[str]:
        """The outcomes that were written."""
        return [row["outcome"] for row in self.rows()]

    def left_over(self) -> list[str]:
        """What stands beside the inputs and the verdict file."""
        expected = {self.tasks.name, self.answers.name, self.out.name}
        return sorted(path.name for path in self.folder.iterdir() if path.name not in expected)


def _text(row: dict[str, Any] | str) -> str:
    return row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)
