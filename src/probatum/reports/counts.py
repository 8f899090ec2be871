"""Counts and shares in words: one form for all that is told to people."""

from __future__ import annotations

from collections.abc import Sequence

from probatum.reports.visible import visible

SHOWN = 10
"""How many of a long list are named; the rest are counted."""


def count(number: int, noun: str, plural: str = "") -> str:
    """Returns a number with its noun, such as `1 row` or `1,200 rows`; without `plural`, an s is put on."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def percent(share: float | None) -> str:
    """Returns a share as `62.5%`; a dash where there is none."""
    return "–" if share is None else f"{share:.1%}"


def listed(items: Sequence[str], total: int | None = None) -> str:
    """Returns the first of some names, fit to be shown, and how many more there are."""
    rest = (len(items) if total is None else total) - len(items[:SHOWN])
    return visible(", ".join(items[:SHOWN])) + (f", and {rest:,} more" if rest > 0 else "")
