"""The terminal to draw on."""

from __future__ import annotations

import sys
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

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


class Indented:
    """A text whose every line is indented, those too that come of breaking a long one."""

    _NARROWEST: Final = 20

    def __init__(self, text: Text, by: int) -> None:
        self._text = text
        self._by = by

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the lines."""
        width = max(self._NARROWEST, options.max_width - self._by)
        for line in self._text.wrap(console, width):
            line.rstrip()
            yield Text(" " * self._by) + line
