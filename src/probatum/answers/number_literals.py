"""Numbers in digits: `1,234.56`, `-$5`, `2 1/2`, `6.02 × 10^23`, `13th`, `288k` (ANS-C2, C3).

Each run of digits is read in four steps: is it part of something else (a time, a telephone number, a code);
what stands before it (a sign, a currency); which groups and decimals its digits make; and what goes on after
it (a power, a fraction, a magnitude, a unit). A step that finds a code drops the digits and whatever is glued
to them, so that a part of a code is never a number. Each character is looked at a bounded number of times.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final

from probatum.answers.exact import exact, negative, power, shifted
from probatum.answers.lexicon import Lexicon
from probatum.answers.number_context import Surroundings
from probatum.answers.number_shapes import (
    BLANK_GROUPS,
    PLAIN_NUMBER,
    RAISED,
    VULGAR_VALUES,
    decimal_text,
    end_of,
    exponent,
    exponent_at,
    is_season,
)
from probatum.answers.number_suffixes import (
    MAGNITUDES,
    MONEY_MAGNITUDES,
    UNITS,
    goes_on_as_code,
    is_unit,
    magnitude,
    multiplied,
)
from probatum.answers.number_tokens import Token
from probatum.answers.plain import NO_BREAK, SUPERSCRIPTS, VULGAR

_VULGAR: Final = {mark: exact(value) for mark, value in VULGAR_VALUES.items()}
_START: Final = re.compile(f"[0-9{VULGAR}]")
_CHUNK: Final = re.compile("[0-9]+(?:[.,'_][0-9]+)*")
_BLANKS: Final = re.compile(f"[0-9]+(?:[ {NO_BREAK}][0-9]+)+")
_BLANK_DECIMALS: Final = re.compile(r"[.,][0-9]+(?![0-9.,])")
_CODE_TAIL: Final = re.compile("[a-z0-9_]*(?:[-._][a-z0-9_]+)*")
_PATH_TAIL: Final = re.compile("[a-z0-9_]*(?:[-._/][a-z0-9_]+)*")
_PORT: Final = re.compile(r"(?::[0-9]{1,5}|/[0-9]{1,3})(?![0-9])")
_WORD: Final = re.compile("[a-z0-9_]+")
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
_PIECE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_SINGLE_LETTER: Final = re.compile("-[a-z](?![a-z0-9_])")
_GOES_ON: Final = frozenset(f"/-_^*×⁻⁺{SUPERSCRIPTS}")
_MULTIPLIES: Final = frozenset("x×*")
_OPENS_MAGNITUDE: Final = frozenset("bmtk")
_ENDING: Final = frozenset('.,;:!?)]"\n\t') | {""}
_SPACED_MAGNITUDE: Final = re.compile(rf"[ {NO_BREAK}]([bmt]n|mln|mio|mm?|[kbt])(?![a-z0-9_'])")


def literals(
    text: str, lower: str, masks: list[tuple[int, int]], words: Lexicon, *, plainly: bool
) -> list[Token]:
    """Returns the numbers in digits of a plain text, outside the masked ranges.

    Args:
        text: A plain text (see `plain`), in its own case.
        lower: The same in lower case.
        masks: Ranges in which nothing is read, in order.
        words: The words of the language.
        plainly: Whether no word of the text bears on digits.
    """
    return _Reader(text, lower, masks, words, plainly=plainly).read()


class _Reader:
    """Reads the digits of one text from left to right."""

    def __init__(
        self, text: str, lower: str, masks: list[tuple[int, int]], words: Lexicon, *, plainly: bool
    ) -> None:
        self._text = text
        self._lower = lower
        self._plainly = plainly
        self._masks = masks
        self._words = words
        self._found: list[Token] = []
        self._no_blank_groups_until = 0
        self._chain_until = 0
        self._around = Surroundings(self._lower, words)

    def read(self) -> list[Token]:
        """Returns the numbers found."""
        at = 0
        mask = 0
        while match := _START.search(self._lower, at):
            at = match.start()
            while mask < len(self._masks) and self._masks[mask][1] <= at:
                mask += 1
            if mask < len(self._masks) and self._masks[mask][0] <= at:
                at = self._masks[mask][1]
            else:
                at = self._read_at(at)
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
            return end_of(_PATH_TAIL if self._lower[start - 1] == "/" else _CODE_TAIL, self._lower, start)
        begin, minus = before
        end, pieces = self._digits(start, begin)
        if not pieces:
            return end_of(_PORT, self._lower, end_of(_CODE_TAIL, self._lower, end))
        for value, piece_start, piece_end in pieces[:-1]:
            self._add(Decimal(value), piece_start, piece_end, minus=minus)
            minus = False
        value, piece_start, _ = pieces[-1]
        return self._go_on(value, piece_start if len(pieces) > 1 else begin, start, end, minus)

    def _plain(self, start: int) -> int:
        """Reads a number that nothing around it bears on, in one step; 0 if it is none."""
        match = PLAIN_NUMBER.match(self._text, start)
        if match is None:
            return 0
        end = match.end()
        if self._lower.startswith((" x", "x"), end):
            return 0
        self._add(Decimal(match[0].replace(",", "")), start, end)
        self._around.unit_end = end
        self._around.negative = False
        return end

    def _add(
        self, value: Decimal | Fraction, start: int, end: int, form: str = "digits", *, minus: bool = False
    ) -> None:
        self._found.append(Token(negative(value) if minus else value, start, end, form))

    def _before(self, start: int, length: int = 12) -> str:
        return self._lower[max(0, start - length) : start]

    # The digits themselves.

    def _digits(self, start: int, begin: int) -> tuple[int, list[tuple[str, int, int]]]:
        """Returns the end of the digits, and each number among them as decimal text with its place."""
        end = end_of(_CHUNK, self._lower, start)
        chunk = self._lower[start:end]
        if self._lower[start - 1 : start] == "." and begin < start:
            return end, [("0." + chunk, begin, end)] if chunk.isdigit() else []
        if chunk.isdigit():
            grouped = self._blank_groups(start, end)
            if grouped:
                return grouped[2], [grouped]
            return end, [(chunk, start, end)]
        value = decimal_text(chunk)
        if value is not None:
            return end, [(value, start, end)] if value else []
        if "_" in chunk:
            return end, []
        pieces = []
        for match in _PIECE.finditer(chunk):
            value = decimal_text(match[0])
            if value:
                pieces.append((value, start + match.start(), start + match.end()))
        if pieces and pieces[-1][2] != end:
            return end, []
        return end, pieces

    def _blank_groups(self, start: int, end: int) -> tuple[str, int, int] | None:
        """Reads `1 250 000` and `1 250 000,50`; a run of digits that is not grouped in threes is a list."""
        lower = self._lower
        if start < self._no_blank_groups_until or lower[end : end + 1] not in {" ", NO_BREAK}:
            return None
        run = _BLANKS.match(lower, start)
        if run is None:
            return None
        decimals = _BLANK_DECIMALS.match(lower, run.end())
        goes_on = (
            lower[run.end() : run.end() + 1] in {"/", ":", ".", ","}
            and lower[run.end() + 1 : run.end() + 2].isdigit()
        )
        if not BLANK_GROUPS.fullmatch(run[0]) or (goes_on and not decimals):
            self._no_blank_groups_until = run.end()
            return None
        value = run[0].replace(" ", "").replace(NO_BREAK, "")
        if decimals:
            return value + decimals[0].replace(",", "."), start, decimals.end()
        return value, start, run.end()

    # What goes on after the digits.

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
            return end_of(_CODE_TAIL, lower, end)
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
        word = _WORD.match(self._lower, end)
        if word and not (word[0] in UNITS or word[0] in self._words.tables.ordinal_suffixes):
            return end_of(_CODE_TAIL, self._lower, end)
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

    def _suffix(self, value: str, begin: int, end: int, minus: bool) -> int:
        """Reads letters glued to a number: an ordinal, a magnitude, a unit; others make a code of it."""
        word = self._lower[end : end_of(_WORD, self._lower, end)]
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
            return end_of(_CODE_TAIL, self._lower, end)
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
