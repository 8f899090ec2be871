"""Numbers in digits: `1,234.56`, `-$5`, `2 1/2`, `6.02 × 10^23`, `13th`, `288k` (ANS-C2, C3).

Each run of digits is read in four steps: is it part of something else (a time, a telephone number, a code);
what stands before it (a sign, a currency); which groups and decimals its digits make; and what goes on after
it (a power, a fraction, a magnitude, a unit). A step that finds a code drops the digits and whatever is glued
to them, so that a part of a code is never a number. Each character is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from probatum.answers.exact import shifted
from probatum.answers.lexicon import Lexicon
from probatum.answers.number_fractions import Fractions
from probatum.answers.number_shapes import CODE_TAIL, VULGAR_VALUES, WORD, end_of
from probatum.answers.number_suffixes import (
    MAGNITUDES,
    MONEY_MAGNITUDES,
    goes_on_as_code,
    is_unit,
    magnitude,
    multiplied,
)
from probatum.answers.number_tokens import NumberMention
from probatum.answers.plain import NO_BREAK, SUPERSCRIPTS, VULGAR

_START: Final = re.compile(f"[0-9{VULGAR}]")
_PATH_TAIL: Final = re.compile("[a-z0-9_]*(?:[-._/][a-z0-9_]+)*")
_PORT: Final = re.compile(r"(?::[0-9]{1,5}|/[0-9]{1,3})(?![0-9])")
_SINGLE_LETTER: Final = re.compile("-[a-z](?![a-z0-9_])")
_GOES_ON: Final = frozenset(f"/-_^*×⁻⁺{SUPERSCRIPTS}")
_MULTIPLIES: Final = frozenset("x×*")
_OPENS_MAGNITUDE: Final = frozenset("bmtk")
_ENDING: Final = frozenset('.,;:!?)]"\n\t') | {""}
_SPACED_MAGNITUDE: Final = re.compile(rf"[ {NO_BREAK}]([bmt]n|mln|mio|mm?|[kbt])(?![a-z0-9_'])")


def literals(
    text: str, lower: str, masks: list[tuple[int, int]], words: Lexicon, *, plainly: bool
) -> list[NumberMention]:
    """Returns the numbers in digits of a plain text, outside the masked ranges.

    Args:
        text: A plain text (see `plain`), in its own case.
        lower: The same in lower case.
        masks: Ranges in which nothing is read, in order.
        words: The words of the language.
        plainly: Whether no word of the text bears on digits.
    """
    return _Reader(text, lower, words, plainly=plainly).read(masks)


class _Reader(Fractions):
    """Reads the digits of one text from left to right."""

    def read(self, masks: list[tuple[int, int]]) -> list[NumberMention]:
        """Returns the numbers found outside the masked ranges."""
        at = 0
        mask = 0
        while match := _START.search(self._lower, at):
            at = match.start()
            while mask < len(masks) and masks[mask][1] <= at:
                mask += 1
            masked = mask < len(masks) and masks[mask][0] <= at
            at = masks[mask][1] if masked else self._read_at(at)
        return self._found

    def _read_at(self, start: int) -> int:
        """Reads what begins at a digit, and returns where to go on."""
        if self._plainly:
            after = self._plain(start)
            if after:
                return after
        if self._lower[start] in VULGAR_VALUES:
            return self._vulgar(start)
        after_code = self._around.something_else(start)
        if after_code:
            return after_code
        before = self._around.sign(start)
        if before is None:
            return end_of(_PATH_TAIL if self._lower[start - 1] == "/" else CODE_TAIL, self._lower, start)
        begin, minus = before
        end, pieces = self._digits(start, begin)
        if not pieces:
            return end_of(_PORT, self._lower, end_of(CODE_TAIL, self._lower, end))
        for value, piece_start, piece_end in pieces[:-1]:
            self._add(Decimal(value), piece_start, piece_end, minus=minus)
            minus = False
        value, piece_start, _ = pieces[-1]
        return self._go_on(value, piece_start if len(pieces) > 1 else begin, start, end, minus)

    def _go_on(self, value: str, begin: int, start: int, end: int, minus: bool) -> int:
        """Adds the number whose digits end at `end`, with what follows it, and returns where to go on."""
        lower = self._lower
        following = lower[end : end + 1]
        self._around.unit_end = end
        self._around.negative = minus
        if following in _ENDING and not lower[end + 1 : end + 2].isalnum():
            self._add(Decimal(value), begin, end, minus=minus)
            return end
        raw = lower[start:end]
        whole = raw if raw.isdigit() and begin >= start - 1 else ""
        if following in " \xa0":
            return self._go_on_after_blank(value, whole, begin, end, minus)
        if not (following.isalnum() or following in _GOES_ON):
            self._add(Decimal(value), begin, end, minus=minus)
            self._around.unit_end = end + 1 if following == "%" else end
            if following in "\"'" and lower.startswith("x", end + 1):
                self._around.multiplied_at = end + 2
            return end
        after = whole and (self._fraction(whole, begin, end, minus) or self._power(whole, begin, end, minus))
        after = after or self._scientific(value, begin, end, minus)
        if after:
            return after
        if following.isalpha() or following == "_":
            return self._suffix(value, begin, end, minus)
        if following == "-" and _SINGLE_LETTER.match(lower, end):
            return end_of(CODE_TAIL, lower, end)
        self._add(Decimal(value), begin, end, minus=minus)
        return end

    def _go_on_after_blank(self, value: str, whole: str, begin: int, end: int, minus: bool) -> int:
        """Adds a number that a blank follows; a fraction, a power of ten or a magnitude may come after it."""
        following = self._lower[end + 1 : end + 2]
        after = 0
        if following.isdigit() or following in VULGAR_VALUES:
            after = self._fraction(whole, begin, end, minus) if whole else 0
        elif following in _MULTIPLIES:
            after = self._scientific(value, begin, end, minus)
        elif following in _OPENS_MAGNITUDE:
            return self._spaced_magnitude(value, begin, end, minus)
        if not after:
            self._add(Decimal(value), begin, end, minus=minus)
        return after or end

    def _suffix(self, value: str, begin: int, end: int, minus: bool) -> int:
        """Reads letters glued to a number: an ordinal, a magnitude, a unit; others make a code of it."""
        word = self._lower[end : end_of(WORD, self._lower, end)]
        after = end + len(word)
        written = self._text[end:after]
        if word in self._words.tables.ordinal_suffixes:
            self._add(Decimal(value), begin, after, "ordinal", minus=minus)
            return after
        places = magnitude(written, value, lambda: self._around.is_money(begin, after))
        if places is not None:
            self._add(shifted(value, places), begin, after, minus=minus)
            self._around.unit_end = after
            return after
        times_at = end + multiplied(word, value)
        if times_at > end:
            self._add(Decimal(value), begin, end, minus=minus)
            self._around.multiplied_at = times_at
            return times_at
        in_place = len(word) == 1 and self._around.is_place(begin)
        if in_place or not is_unit(written, value) or goes_on_as_code(self._lower, word, after):
            return end_of(CODE_TAIL, self._lower, end)
        self._add(Decimal(value), begin, end, minus=minus)
        self._around.unit_end = after
        return after

    def _spaced_magnitude(self, value: str, begin: int, end: int, minus: bool) -> int:
        """Reads `1.2 bn`, and `$5 m`: a single letter after a blank needs a currency."""
        match = _SPACED_MAGNITUDE.match(self._lower, end)
        places = None
        if match:
            letters = match[1]
            if len(letters) > 1 and letters != "mm":
                places = MAGNITUDES.get(letters)
            elif self._around.is_money(begin, match.end()):
                places = MONEY_MAGNITUDES.get(letters, MAGNITUDES.get(letters))
        if match is None or places is None:
            self._add(Decimal(value), begin, end, minus=minus)
            return end
        self._add(shifted(value, places), begin, match.end(), minus=minus)
        self._around.unit_end = match.end()
        return match.end()
