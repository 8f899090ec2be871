"""Numbers in words, and in digits with words: `one hundred and five`, `57.7 million`, `minus five`.

The text is cut into tokens, which are number words and the numbers in digits between them. The grammar
(`number_grammar`) takes the longest run of tokens that is one number; words that do not compose (`five six`)
stay apart. Here stands what a run is worth in its place: pronouns, units of time, signs before it.
"""

from __future__ import annotations

from decimal import Decimal
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
)
from probatum.answers.number_tokens import NumberMention, Token

_APART: Final = frozenset(
    [("literal", kind) for kind in ("literal", "unit", "teen", "tens")]
    + [("unit", kind) for kind in ("literal", "unit", "teen", "tens")]
    + [("teen", "unit"), ("teen", "literal"), ("tens", "literal")]
)
"""Kinds that never make one number when a blank or hyphen joins them."""

_SMALL: Final = frozenset({"unit", "teen", "tens"})


_LINKS: Final = frozenset(" -")
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Composer(Grammar):
    """Reads the numbers from the tokens of one text."""

    def numbers(self, *, signed: bool) -> list[NumberMention]:
        """Returns every number with its exact value, its place and its form.

        Args:
            signed: Whether the text may hold a sign in words, such as `minus`.
        """
        found: list[NumberMention] = []
        tokens, gaps = self._tokens, self._gaps
        at = 0
        previous_end = 0
        number: NumberMention | None
        while at < len(tokens):
            token = tokens[at]
            if token.kind != "literal":
                number, after = self._from_words(at)
            elif gaps[at + 1]:
                number, after = self._from_literal(at)
            else:
                number, after = mention_of(token), at + 1
            if number is not None:
                found.append(self._signed(number, previous_end) if signed else number)
            at = after
            previous_end = tokens[at - 1].end
        return found

    def _from_literal(self, at: int) -> tuple[NumberMention, int]:
        """Returns a number in digits, together with the words that belong to it."""
        token = self._tokens[at]
        if self._may_go_on(at):
            large = self._tokens[at + 1]
            multiplied = self._joins(at + 1) == "scale"
            composable = token.form in {"digits", "fraction"} and token.end - token.start <= LONGEST_COMPOSED
            if composable and not (multiplied and not self._gap(at + 2)):
                reading = self._number(at)
                if reading is not None and reading.after > at + 1:
                    end = self._tokens[reading.after - 1].end
                    return NumberMention(exact(reading.value), token.start, end, "words"), reading.after
            elif multiplied:
                value = times(token.value, int(large.value))
                return NumberMention(value, token.start, large.end, "words"), at + 2
        return mention_of(token), at + 1

    def _may_go_on(self, at: int) -> bool:
        """Says whether the next token may belong to the same number; quick, for long lists of numbers."""
        gap = self._gaps[at + 1]
        return gap != "" and (
            gap != "join" or (self._tokens[at].kind, self._tokens[at + 1].kind) not in _APART
        )

    def _from_words(self, at: int) -> tuple[NumberMention | None, int]:
        """Returns the number that begins with a word, or None if the word is none in this place."""
        first = self._tokens[at]
        small = first.kind in _SMALL
        if small:
            decimals = self._after_point(first, at)
            if decimals is not None:
                return decimals
            if not self._may_go_on(at):
                return (mention_of(first) if self._stands_for_a_number(first) else None), at + 1
        elif self._is_vague(first) or self._counts_seconds(at):
            return None, at + 1
        reading = self._number(at)
        if reading is None:
            return None, at + 1
        last = self._tokens[reading.after - 1]
        start = first.start
        if not small and self._has_article(first):
            if reading.bare or reading.form == "fraction":
                start = self._text.rindex("a", 0, start)
        elif reading.bare and (first is last or self._found(self._words.vague_before, start)):
            return None, reading.after
        if first is last and not self._stands_for_a_number(first):
            return None, reading.after
        return NumberMention(exact(reading.value), start, last.end, reading.form), reading.after

    def _is_vague(self, word: Token) -> bool:
        """Says whether a plural that nothing counts begins here: `thousands of people`."""
        return word.kind in LARGE and self._text[word.start : word.end] in self._words.plurals

    def _counts_seconds(self, at: int) -> bool:
        """Says whether the word is the unit of time behind a count: `a thirty second delay`."""
        if not at or self._joins(at) != "unit-th" or self._tokens[at - 1].kind not in COUNTS | {"literal"}:
            return False
        word = self._tokens[at]
        return self._text[word.start : word.end] == self._words.tables.lone_second

    def _after_point(self, first: Token, at: int) -> tuple[NumberMention, int] | None:
        """Reads `point five` where nothing counts before the point; `at that point five` is five."""
        text = self._text
        if not text.endswith(self._words.points, 0, first.start):
            return None
        start = text.rfind(" ", 0, first.start - 1) + 1
        if text[start : first.start] not in self._words.points:
            return None
        if not self._found(self._words.point_before, start):
            return None
        reading = self._multiplied(self._with_decimals(Reading(0, at)))
        end = self._tokens[reading.after - 1].end
        return NumberMention(exact(reading.value), start, end, "words"), reading.after

    def _stands_for_a_number(self, word: Token) -> bool:
        """Tells `one` the number from `the red one`, `second` the ordinal from the unit of time."""
        tables = self._words.tables
        text = self._text[word.start : word.end]
        if text == tables.lone_one:
            return not self._is_pronoun(word)
        if text == tables.lone_second and self._found(self._words.time_before, word.start):
            return False
        if word.kind in ONE_PART and self._text.startswith(",", word.end):
            return not self._found(self._words.enumerating_before, word.start)
        return True

    def _is_pronoun(self, one: Token) -> bool:
        """Says whether `one` stands for a noun: `no one`, `the red one`, `one of them`; not `only one`."""
        tables = self._words.tables
        start = one.start
        before = self._text[start - LOOK_BACK if start > LOOK_BACK else 0 : start]
        before = before.removesuffix("\n")  # behind the blank a line may end
        link = before[-1:]
        before = before[:-1] if link in _LINKS else ""
        rest = before.rstrip(_LETTERS)
        word = before[len(rest) :]
        if word in tables.one_all_the_same:
            return False
        if self._words.pronoun_after.match(self._text, one.end):
            return True
        if word in tables.pronoun_before or word in tables.determiners:
            return True
        if not word or rest[-1:] != " " or (link == " " and word in tables.no_noun):
            return False
        rest = rest[:-1]
        return rest[len(rest.rstrip(_LETTERS)) :] in tables.determiners

    def _signed(self, number: NumberMention, previous_end: int) -> NumberMention:
        """Returns the number with the sign a word before it gives; `ten minus five` has none."""
        begin = max(previous_end, number.start - LOOK_BACK)
        sign = self._words.negative_before.search(self._text[begin : number.start])
        if sign is None or (previous_end and not self._text[previous_end : begin + sign.start()].strip()):
            return number
        return number._replace(value=negative(number.value), start=begin + sign.start())


def mention_of(token: Token) -> NumberMention:
    """Returns the number that digits alone, or a small word alone, are."""
    value, start, end, form, _ = token
    return NumberMention(Decimal(value) if isinstance(value, int) else value, start, end, form)
