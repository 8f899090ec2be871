"""Draws the pictures of docs/img: what real commands print, as a terminal shows it.

python -m scripts.pictures
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scripts.terminal import on_terminal

REPOSITORY = Path(__file__).resolve().parent.parent
FOLDER = REPOSITORY / "docs" / "img"

_EXAMPLES = ["--tasks", "examples/tasks.json", "--annotations", "examples/annotations.jsonl"]
_PROGRAM = [sys.executable, "-m", "probatum", "answers"]
_ANSWERS = {
    "explain.svg": ("44", "Moonstone comes in *small* and in **x-large** packets."),
    "explain-number.svg": ("34", "Up from 100: **one hundred and thirty** trams, in 5–10 rows."),
}
_CHECKED = {
    "task_id": 1,
    "intent": "How many terns nest on the islet?",
    "gold": "12",
    "eval": {
        "eval_types": ["number_match"],
        "reference_answers": {"number_match": {"value": 12, "abs_tolerance": 1, "max_distinct": 8}},
    },
    "confidence": "medium",
    "positive_examples": [
        "12",
        "**Twelve**",
        "We counted twelve terns on the islet, and three gulls beside it.",
    ],
    "negative_examples": ["13 terns", "21", "There are 12 islets, with 40 terns."],
}
_WIDTH = 104
# Pictures ask no other host for a font.
_FONT_FACE = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def draw() -> dict[str, str]:
    """Returns the pictures by name."""
    with tempfile.TemporaryDirectory() as folder:
        found = {name: _explained(Path(folder), name, *asked) for name, asked in _ANSWERS.items()}
        found["score.svg"] = _scored(Path(folder))
        found["check.svg"] = _checked(Path(folder))
    return found


def _explained(folder: Path, name: str, task: str, answer: str) -> str:
    picture = folder / name
    _run(["explain", *_EXAMPLES, "--task", task, "--answer", answer, "--svg", str(picture)])
    return picture.read_text(encoding="utf-8")


def _scored(folder: Path) -> str:
    # The summary is told to standard error; without a terminal there is no progress line in it.
    out = folder / "verdicts.jsonl"
    words = ["score", *_EXAMPLES, "--answers", "examples/answers.jsonl", "--out", str(out), "--jobs", "1"]
    printed = _run(words, colours=True).replace(str(out), "out/verdicts.jsonl")
    return _picture(printed, "probatum answers score")


def _checked(folder: Path) -> str:
    (folder / "terns.jsonl").write_text(json.dumps(_CHECKED) + "\n", encoding="utf-8")
    return _picture(
        on_terminal(["check", "terns.jsonl"], columns=_WIDTH, folder=folder).text, "probatum check"
    )


def _picture(printed: str, title: str) -> str:
    canvas = Console(
        record=True, width=_WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    canvas.print(Text.from_ansi(printed.rstrip("\n")), soft_wrap=True)
    return _FONT_FACE.sub("", canvas.export_svg(title=title))


def _run(words: list[str], *, colours: bool = False) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS"}}
    if colours:
        environment |= {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    done = subprocess.run(
        [*_PROGRAM, *words], cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False
    )
    # A refuted answer ends with 1, which is what it should do.
    if done.returncode not in {0, 1}:
        raise RuntimeError(done.stderr)
    return done.stderr


def main() -> None:
    """Writes the pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, svg in draw().items():
        (FOLDER / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
