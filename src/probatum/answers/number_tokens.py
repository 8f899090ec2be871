"""What the readers of numbers hand on: tokens, and the numbers that are made of them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple


class NumberMention(NamedTuple):
    """A number that a text holds.

    Attributes:
        value: Its exact value: a decimal, or a fraction where no finite decimal exists (`1/3`).
        start: Where it begins in the text, with its sign; a currency before it is not part of it.
        end: Where it ends, with its magnitude, without a unit or a percent sign.
        form: How it is written: `digits`, `words` (in part, as in `57.7 million`, or whole), `ordinal`,
            `fraction`, `power` (`10^6`, `2.5e6`) or `year` (of a date).
    """

    value: Decimal | Fraction
    start: int
    end: int
    form: str


class Token(NamedTuple):
    """A number in digits, or a number word, with its place in the plain text.

    Attributes:
        value: What it counts.
        start: Where it begins.
        end: Where it ends.
        form: As in `NumberMention`.
        kind: `literal` for digits; for a word as in `Word`.
    """

    value: int | Fraction | Decimal
    start: int
    end: int
    form: str = "words"
    kind: str = "literal"
