"""Running a command on a terminal of its own: what it shows there is what a person sees."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Shown(NamedTuple):
    """What a command left behind.

    Attributes:
        code: Its exit code.
        text: All that stood on the terminal, colours and all, with plain line ends.
    """

    code: int
    text: str


def on_terminal(
    words: Sequence[str | Path], *, columns: int, colours: bool = True, folder: Path | None = None
) -> Shown:
    """Runs the program with all its streams on a terminal.

    Args:
        words: Its arguments.
        columns: Width of the terminal.
        colours: Whether it may draw in colours; where not, `NO_COLOR` says so.
        folder: Where it runs; None for here.
    """
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment |= {"COLUMNS": str(columns), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    if not colours:
        environment["NO_COLOR"] = "1"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "probatum", *map(str, words)]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as program:
        os.close(theirs)
        seen = b""
        try:
            while block := os.read(ours, 1 << 16):
                seen += block
        except OSError:
            pass  # The other end of a terminal is gone.
        os.close(ours)
    return Shown(program.returncode, seen.decode().replace("\r\n", "\n"))
