"""What the words of a command may name together."""

from __future__ import annotations

import click

_STANDARD_INPUT = frozenset({"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})


def read_once(**named: str | None) -> None:
    """Refuses words of which more than one names standard input, which can be read only once.

    Args:
        named: What each word names; None where it was not given.

    Raises:
        click.UsageError: Who is read second would find nothing, and take it for an empty input.
    """
    found = [word for word, path in named.items() if path in _STANDARD_INPUT]
    if len(found) > 1:
        # An option is known by its dashes, an argument by its capitals.
        shown = [word if word.isupper() else f"--{word.replace('_', '-')}" for word in found]
        words = " and ".join(shown)
        raise click.UsageError(f"{words} name standard input, which can be read only once.")
