"""Numbers in words, and in digits with words: `one hundred and five`, `57.7 million`, `minus five`.

The text is cut into tokens, which are number words and the numbers in digits between them. The grammar
(`number_grammar`) takes the longest run of tokens that is one number; words that do not compose (`five six`)
stay apart. Here stands what a run is worth in its place: pronouns, units of time, signs before it.
"""

from __future__ import annotations

from typing import Final

from probatum.answers.exact import exact, negative, times
from probatum.answers.number_grammar import (
    COUNTS,
    LARGE,
    LONGEST_COMPOSED,
    LOOK_BACK,
    ONE_PART,
    Grammar,
    Reading,
    Token,
)

_LONGEST_POINT: Final = 9
_APART: Final = frozenset(
    [("literal", kind) for kind in ("literal", "unit", "teen", "tens")]
    + [("unit", kind) for kind in ("literal", "unit", "teen", "tens")]
    + [("teen", "unit"), ("teen", "literal"), ("tens", "literal")]
)
"""Kinds that never make one number when a blank or hyphen joins them."""


class Composer(Grammar):
    """Reads the numbers from the tokens of one text."""

    def numbers(self) -> list[Token]:
        """Returns every number with its exact value, its place and its form."""
        found: list[Token] = []
        at = 0
        previous_end = 0
        signed = any(word in self._text for word in self._words.tables.negative_words)
        while at < len(self._tokens):
            first = self._tokens[at]
            read = self._from_literal if first.kind == "literal" else self._from_words
            number, after = read(at)
            if number is not None:
                found.append(self._signed(number, previous_end) if signed else number)
            at = after
            previous_end = self._tokens[at - 1].end
        return found

    def _from_literal(self, at: int) -> tuple[Token | None, int]:
        """Returns a number in digits, together with the words that belong to it."""
        token = self._tokens[at]
        if not self._may_go_on(at):
            return token, at + 1
        large = self._tokens[at + 1]
        multiplied = self._joins(at + 1) == "scale"
        composable = token.form in {"digits", "fraction"} and token.end - token.start <= LONGEST_COMPOSED
        if composable and not (multiplied and not self._gap(at + 2)):
            reading = self._number(at)
            if reading is not None and reading.after > at + 1:
                end = self._tokens[reading.after - 1].end
                return Token("", exact(reading.value), token.start, end), reading.after
        elif multiplied:
            return Token("", times(token.value, int(large.value)), token.start, large.end), at + 2
        return token, at + 1

    def _may_go_on(self, at: int) -> bool:
        """Says whether the next token may belong to the same number; quick, for long lists of numbers."""
        gap = self._gap(at + 1)
        return gap != "" and (
            gap != "join" or (self._tokens[at].kind, self._tokens[at + 1].kind) not in _APART
        )

    def _from_words(self, at: int) -> tuple[Token | None, int]:
        """Returns the number that begins with a word, or None if the word is none in this place."""
        first = self._tokens[at]
        if self._is_vague(first) or self._counts_seconds(at):
            return None, at + 1
        decimals = self._after_point(at)
        if decimals is not None:
            return decimals
        if first.kind in {"unit", "teen", "tens"} and not self._may_go_on(at):
            if not self.stands_for_a_number(first):
                return None, at + 1
            return first._replace(value=exact(first.value)), at + 1
        reading = self._number(at)
        if reading is None:
            return None, at + 1
        last = self._tokens[reading.after - 1]
        start = first.start
        if first.kind not in {"unit", "teen", "tens"} and self._has_article(first):
            if reading.bare or reading.form == "fraction":
                start = self._text.rindex("a", 0, start)
        elif reading.bare and (first is last or self._found(self._words.vague_before, start)):
            return None, reading.after
        if first is last and not self.stands_for_a_number(first):
            return None, reading.after
        return Token("", exact(reading.value), start, last.end, reading.form), reading.after

    def _is_vague(self, word: Token) -> bool:
        """Says whether a plural that nothing counts begins here: `thousands of people`."""
        return word.kind in LARGE and self._text[word.start : word.end] in self._words.plurals

    def _counts_seconds(self, at: int) -> bool:
        """Says whether the word is the unit of time behind a count: `a thirty second delay`."""
        if not at or self._joins(at) != "unit-th" or self._tokens[at - 1].kind not in COUNTS | {"literal"}:
            return False
        word = self._tokens[at]
        return self._text[word.start : word.end] == self._words.tables.lone_second

    def _after_point(self, at: int) -> tuple[Token, int] | None:
        """Reads `point five` where nothing counts before the point; `at that point five` is five."""
        first = self._tokens[at]
        if first.kind not in {"unit", "teen", "tens"} or self._text[first.start - 1 : first.start] != " ":
            return None
        blank = self._text.rfind(" ", max(0, first.start - _LONGEST_POINT), first.start - 1)
        start = max(blank + 1, first.start - _LONGEST_POINT, 0)
        if self._gaps.get(f" {self._text[start : first.start]}") != "point":
            return None
        if not self._found(self._words.point_before, start):
            return None
        reading = self._multiplied(self._with_decimals(Reading(0, at)))
        end = self._tokens[reading.after - 1].end
        return Token("", exact(reading.value), start, end), reading.after

    def stands_for_a_number(self, word: Token) -> bool:
        """Tells `one` the number from `the red one`, `second` the ordinal from the unit of time."""
        words, tables = self._words, self._words.tables
        text = self._text[word.start : word.end]
        if text == tables.lone_one:
            following = words.pronoun_after.match(self._text, word.end)
            if self._found(words.one_all_the_same, word.start):
                return True
            return following is None and not self._found(words.pronoun_before, word.start)
        if text == tables.lone_second and self._found(words.time_before, word.start):
            return False
        if word.kind in ONE_PART and self._text.startswith(",", word.end):
            return not self._found(words.enumerating_before, word.start)
        return True

    def _signed(self, number: Token, previous_end: int) -> Token:
        """Returns the number with the sign a word before it gives; `ten minus five` has none."""
        begin = max(previous_end, number.start - LOOK_BACK)
        sign = self._words.negative_before.search(self._text[begin : number.start])
        if sign is None or (previous_end and not self._text[previous_end : begin + sign.start()].strip()):
            return number
        return number._replace(value=negative(number.value), start=begin + sign.start())
