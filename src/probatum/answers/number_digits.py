"""The digits themselves: which groups and decimals they make, as in `1,234.56`, `1 250 000` and `1.234,5`."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final

from probatum.answers.exact import negative
from probatum.answers.lexicon import Lexicon
from probatum.answers.number_context import Surroundings
from probatum.answers.number_shapes import BLANK_GROUPS, PLAIN_NUMBER, decimal_text, end_of
from probatum.answers.number_tokens import NumberMention
from probatum.answers.plain import NO_BREAK

_CHUNK: Final = re.compile("[0-9]+(?:[.,'_][0-9]+)*")
_BLANKS: Final = re.compile(f"[0-9]+(?:[ {NO_BREAK}][0-9]+)+")
_BLANK_DECIMALS: Final = re.compile(r"[.,][0-9]+(?![0-9.,])")
_PIECE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)*")


class Digits:
    """Reads digits, and keeps the numbers that were found in a text."""

    def __init__(self, text: str, lower: str, words: Lexicon, *, plainly: bool) -> None:
        """Takes a plain text in its own case and in lower case; see `literals`."""
        self._text = text
        self._lower = lower
        self._plainly = plainly
        self._words = words
        self._found: list[NumberMention] = []
        self._no_blank_groups_until = 0
        self._around = Surroundings(lower, words)

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
        self._found.append(NumberMention(negative(value) if minus else value, start, end, form))

    def _before(self, start: int, length: int = 12) -> str:
        return self._lower[max(0, start - length) : start]

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
