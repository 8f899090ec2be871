"""The terminal to draw on."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console

_PLAIN_WIDTH: Final = 120
"""Width of what is drawn into a file or a pipe, which have none of their own."""


def console(*, stderr: bool = False) -> Console:
    """Returns a console that prints texts as they are: answers and specs are no markup and no emoji codes."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PLAIN_WIDTH
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, width=width)


def has_colours(screen: Console) -> bool:
    """Whether colours can be seen on it; where not (`NO_COLOR`, a pipe), signs have to say the same."""
    return screen.color_system is not None and not screen.no_color
