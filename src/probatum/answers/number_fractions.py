"""Fractions, chains and powers: `3/4`, `2 1/2`, `2½`, `1/4/7`, `10^6`, `6.02 × 10^23`, `2.5e6` (ANS-C2)."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final

from probatum.answers.exact import exact, power, shifted
from probatum.answers.number_digits import Digits
from probatum.answers.number_shapes import (
    CODE_TAIL,
    RAISED,
    VULGAR_VALUES,
    WORD,
    end_of,
    exponent,
    exponent_at,
    is_season,
)
from probatum.answers.number_suffixes import UNITS
from probatum.answers.plain import NO_BREAK, SUPERSCRIPTS

_VULGAR: Final = {mark: exact(value) for mark, value in VULGAR_VALUES.items()}
_FRACTION: Final = re.compile(r"/([0-9]{1,18})(?![0-9/]|[.,][0-9])")
_SLASHES: Final = re.compile(r"(?:/[0-9]+)+")
_LINK: Final = re.compile("/([0-9]+)(?=/)")
_IN_FOUR: Final = re.compile("/[12][0-9]{3}(?![0-9])")
_MIXED: Final = re.compile(rf"[ {NO_BREAK}-]([0-9]{{1,3}})/([0-9]{{1,3}})(?![0-9/]|[.,][0-9])")
_EXPONENT: Final = re.compile(r"e([-+−]?[0-9]+)(?![a-z0-9_])")
_TIMES_TEN: Final = re.compile(rf"[ {NO_BREAK}]?[x×*][ {NO_BREAK}]?10(?=[\^⁻⁺{SUPERSCRIPTS}]|\*\*)")
_LONGEST_BASE: Final = 3
_LONGEST_PART: Final = 18
_LONGEST_WHOLE: Final = 3


class Fractions(Digits):
    """Reads the fractions and powers that digits are part of.

    Its readers return where to go on, and 0 where the digits are no part of such a number.
    """

    _chain_until = 0

    def _vulgar(self, start: int) -> int:
        """Reads a fraction of one character, such as `½`, that no digit precedes."""
        before = self._around.sign(start)
        if before is not None:
            self._add(_VULGAR[self._lower[start]], before[0], start + 1, "fraction", minus=before[1])
        self._around.unit_end = start + 1
        return start + 1

    def _fraction(self, raw: str, begin: int, end: int, minus: bool) -> int:
        """Reads `3/4`, `2 1/2` and `2½`; returns 0 where the digits are not part of a fraction."""
        lower = self._lower
        mark = end + 1 if lower[end] in " \xa0" else end
        if lower[mark : mark + 1] in VULGAR_VALUES:
            value = int(raw) + VULGAR_VALUES[lower[mark]] if len(raw) <= _LONGEST_PART else None
            return self._add_fraction(value, begin, mark + 1, minus)
        mixed = _MIXED.match(lower, end)
        if mixed and len(raw) <= _LONGEST_WHOLE and 0 < int(mixed[1]) < int(mixed[2]):
            value = int(raw) + Fraction(int(mixed[1]), int(mixed[2]))
            return self._add_fraction(value, begin, mixed.end(), minus)
        if lower[end] != "/" or end < self._chain_until:
            return 0
        match = _FRACTION.match(lower, end)
        if match is None or len(raw) > _LONGEST_PART:
            return self._slashes(raw, begin, end, minus)
        lower_part = int(match[1])
        if self._around.is_mark(begin, int(raw), lower_part, match.end()):
            return 0
        if is_season(raw, match[1]):
            self._add(Decimal(raw), begin, end, "year", minus=minus)
            if len(match[1]) == len(raw):
                self._add(Decimal(match[1]), end + 1, match.end(), "year")
            return match.end()
        as_date = self._words.date_before.search(self._before(begin)) and int(raw) <= 31 and lower_part <= 31
        if lower_part == 0 or as_date or (raw, match[1]) == ("24", "7"):
            return match.end()
        return self._add_fraction(Fraction(int(raw), lower_part), begin, match.end(), minus)

    def _slashes(self, raw: str, begin: int, end: int, minus: bool) -> int:
        """Reads a chain such as `1/4/7`, whose numbers stand apart, but for its last; 0 if it is none.

        A chain with a year that is no date, such as `13/13/2024`, is a code.
        """
        chain = _SLASHES.match(self._lower, end)
        if chain is None or chain[0].count("/") == 1:
            return 0
        if _IN_FOUR.search(self._lower, end, chain.end()):
            return chain.end()
        self._add(Decimal(raw), begin, end, minus=minus)
        return self._links(end, chain.end())

    def _links(self, end: int, chain_end: int) -> int:
        """Adds the numbers of a chain that have a slash on both sides, and returns where the last begins."""
        self._chain_until = chain_end
        for link in _LINK.finditer(self._lower, end, chain_end):
            start, end = link.span(1)
            self._add(Decimal(link[1]), start, end)
            self._around.unit_end = end
            self._around.negative = False
        return end

    def _add_fraction(self, value: Fraction | None, begin: int, end: int, minus: bool) -> int:
        """Adds a fraction unless letters are glued to it; `3/4ths` and `½in` are read."""
        word = WORD.match(self._lower, end)
        if word and not (word[0] in UNITS or word[0] in self._words.tables.ordinal_suffixes):
            return end_of(CODE_TAIL, self._lower, end)
        if value is not None:
            self._add(exact(value), begin, end, "fraction", minus=minus)
        return word.end() if word else end

    def _power(self, raw: str, begin: int, end: int, minus: bool) -> int:
        """Reads `10^6` and `10⁶`; behind four digits and more a raised number is a citation mark."""
        exponent = exponent_at(self._lower, end)
        if exponent is None:
            return 0
        if len(raw) > _LONGEST_BASE:
            if self._lower[end] in "^*":
                return exponent[1]
            self._add(Decimal(raw), begin, end, minus=minus)
            return exponent[1]
        value = None if exponent[0] is None else power(int(raw), exponent[0])
        if value is not None:
            self._add(value, begin, exponent[1], "power", minus=minus)
        return exponent[1]

    def _scientific(self, value: str, begin: int, end: int, minus: bool) -> int:
        """Reads `6.02 × 10^23` and `2.5e6`, and passes over a citation mark behind decimals."""
        ten = _TIMES_TEN.match(self._lower, end)
        if ten:
            found = exponent_at(self._lower, ten.end())
            if found:
                return self._add_power(value, found[0], begin, found[1], minus)
        match = _EXPONENT.match(self._lower, end)
        if match:
            return self._add_power(value, exponent(match[1]), begin, match.end(), minus)
        mark = RAISED.match(self._lower, end)
        if mark:
            self._add(Decimal(value), begin, end, minus=minus)
            return mark.end()
        return 0

    def _add_power(self, value: str, exponent: int | None, begin: int, end: int, minus: bool) -> int:
        if exponent is not None:
            self._add(shifted(value, exponent), begin, end, "power", minus=minus)
        return end
