"""Runs the examples of a documentation page, and compares what they print with what the page shows.

A page may hold `sh` and `python` blocks. They are run in the order of the page, the shell blocks first and
all of them in one shell; a `text` block that follows one directly is what it prints, standard output and
error together. A comment `<!-- exit 1 -->` before a block says that it ends so; otherwise it must end with 0.
A comment `<!-- not run -->` keeps a block from being run, where it would need another machine.

    python scripts/doc_examples.py README.md docs/tutorial.md           says where a page is out of date
    python scripts/doc_examples.py --write README.md docs/tutorial.md   writes what is printed into the pages
"""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

REPOSITORY = Path(__file__).resolve().parent.parent

_BLOCK = re.compile(
    r"(?:^<!-- (?P<note>exit [0-9]+|not run) -->\n+)?"
    r"^```(?P<language>sh|python)\n(?P<code>.*?)^```$"
    r"(?:\n+```text\n(?P<shown>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
_SECONDS = 120


class Example(NamedTuple):
    """A block of a page.

    Attributes:
        line: Where the block stands, from 1.
        language: `sh` or `python`.
        code: What is run.
        exit_code: How it ends.
        shown: What the page says it prints; None where it says nothing.
        place: Where in the page that stands.
    """

    line: int
    language: str
    code: str
    exit_code: int
    shown: str | None
    place: tuple[int, int]


class Ran(NamedTuple):
    """What became of an example."""

    printed: str
    exit_code: int


def examples(page: str) -> list[Example]:
    """Returns the blocks of a page that are run."""
    found = []
    for match in _BLOCK.finditer(page):
        note = match["note"] or "exit 0"
        if note == "not run":
            continue
        line = page.count("\n", 0, match.start("code"))
        exit_code = int(note.removeprefix("exit "))
        found.append(
            Example(line, match["language"], match["code"], exit_code, match["shown"], match.span("shown"))
        )
    return found


def run(page: list[Example], folder: Path) -> list[Ran]:
    """Runs the blocks of one page.

    Args:
        page: The blocks.
        folder: An empty folder; it is made to look like a checkout after `make test`.
    """
    checkout = folder / "probatum"
    checkout.mkdir()
    # What an environment's `bin` holds of ours, wherever this Python came from.
    (checkout / ".venv" / "bin").mkdir(parents=True)
    for name in ("examples", "packs"):
        (checkout / name).symlink_to(REPOSITORY / name)
    python = shlex.quote(sys.executable)
    for name, words in (("probatum", f"{python} -m probatum"), ("python", python)):
        program = checkout / ".venv" / "bin" / name
        program.write_text(f'#!/bin/sh\nexec {words} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    (checkout / ".venv" / "bin" / "activate").write_text(
        'PATH="$PWD/.venv/bin:$PATH"; export PATH\n', encoding="utf-8"
    )
    shell = iter(_run_shell([one.code for one in page if one.language == "sh"], checkout, folder))
    end = Path((folder / "end").read_text(encoding="utf-8").rstrip("\n"))
    script = iter(_run_python([one.code for one in page if one.language == "python"], end))
    return [next(shell if one.language == "sh" else script) for one in page]


def _run_shell(blocks: list[str], checkout: Path, folder: Path) -> list[Ran]:
    script = []
    for number, block in enumerate(blocks):
        into = shlex.quote(str(folder / f"block-{number}"))
        script.append(f"{{\n{block}}} >{into} 2>&1 </dev/null\necho $? >{into}.exit")
    script.append(f"pwd >{shlex.quote(str(folder / 'end'))}")
    subprocess.run(
        ["/bin/bash", "--norc", "-c", "\n".join(script)],
        cwd=checkout,
        env=_environment(),
        check=True,
        timeout=_SECONDS,
    )
    printed = [folder / f"block-{number}" for number in range(len(blocks))]
    return [Ran(one.read_text("utf-8"), int(one.with_suffix(".exit").read_text("utf-8"))) for one in printed]


def _environment() -> Mapping[str, str]:
    # Nothing of the caller's terminal may show in what is printed.
    kept = {
        name: value for name, value in os.environ.items() if name not in {"COLUMNS", "FORCE_COLOR", "TERM"}
    }
    return {**kept, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


def _run_python(blocks: list[str], folder: Path) -> list[Ran]:
    found = []
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks:
        printed = io.StringIO()
        with contextlib.chdir(folder), contextlib.redirect_stdout(printed):
            exec(compile(block, "<example>", "exec"), names)  # noqa: S102 - that is what this is for
        found.append(Ran(printed.getvalue(), 0))
    return found


def faults(name: str, page: str, folder: Path) -> list[str]:
    """Returns where a page says something else than its examples do."""
    found = []
    blocks = examples(page)
    for one, ran in zip(blocks, run(blocks, folder), strict=True):
        where = f"{name}:{one.line}"
        if ran.exit_code != one.exit_code:
            found.append(f"{where}: exit code {ran.exit_code}, not {one.exit_code}:\n{ran.printed}")
        elif one.shown is not None and ran.printed != one.shown:
            lines = difflib.unified_diff(
                one.shown.splitlines(), ran.printed.splitlines(), "shown", "printed", lineterm=""
            )
            found.append(f"{where}: it prints something else:\n" + "\n".join(lines))
    return found


def written(page: str, folder: Path) -> str:
    """Returns a page with what its examples print in place of what it showed."""
    blocks = examples(page)
    pairs = list(zip(blocks, run(blocks, folder), strict=True))
    for one, ran in reversed(pairs):
        if one.shown is not None:
            page = page[: one.place[0]] + ran.printed + page[one.place[1] :]
    return page


def main(words: list[str]) -> int:
    """Checks the named pages, or writes them."""
    write = "--write" in words
    bad = 0
    for name in (word for word in words if not word.startswith("--")):
        path = Path(name)
        page = path.read_text(encoding="utf-8")
        if write:
            with tempfile.TemporaryDirectory() as folder:
                path.write_text(written(page, Path(folder)), encoding="utf-8")
            page = path.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for fault in faults(name, page, Path(folder)):
                bad += 1
                print(fault)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
