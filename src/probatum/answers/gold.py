"""What an answer key looks like: a yes or no, a count, a price, a list, a name (the table of section I)."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple

from probatum.answers.entries import fold_entry
from probatum.answers.numbers import read_numbers

GoldKind = Literal[
    "none", "yes", "no", "number", "price", "year", "date", "code", "list", "absence", "sentence", "name"
]


class Gold(NamedTuple):
    """An answer key, read.

    Attributes:
        kind: What it looks like; `none` where there is no gold.
        text: The gold as it was written; several joined by `; `.
        folded: The same, folded as entries are.
        numbers: The numbers it holds.
        is_hedged: Whether it says "around", "over", "at least" and the like of its number.
        members: The members of a list, folded; otherwise the gold alone.
    """

    kind: GoldKind
    text: str
    folded: str
    numbers: tuple[Decimal | Fraction, ...] = ()
    is_hedged: bool = False
    members: tuple[str, ...] = ()


def read_gold(golds: Sequence[str], language: str = "en") -> Gold:
    """Reads an answer key."""
    text = "; ".join(golds)
    if not text.strip():
        return Gold("none", "", "")
    folded = fold_entry(text)
    numbers = tuple(mention.value for mention in read_numbers(text, language))
    return Gold("name", text, folded, numbers, members=(folded,))
