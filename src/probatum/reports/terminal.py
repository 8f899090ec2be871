"""The terminal to draw on."""

from __future__ import annotations

from rich.console import Console


def console(*, stderr: bool = False) -> Console:
    """Returns a console that prints texts as they are: answers and specs are no markup and no emoji codes."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)
