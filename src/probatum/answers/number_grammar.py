"""The grammar of number words: `one hundred and five`, `half a dozen`, `nineteen eighty-four`.

Each rule reads one part of a number from the tokens and says where it ends. What stands between two tokens
is part of the grammar: a blank or a hyphen joins, `and` joins after hundreds, and anything else parts. Every
rule looks at a bounded number of tokens, so reading is linear.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from probatum.answers.lexicon import Lexicon
from probatum.answers.number_tokens import Token
from probatum.answers.plain import NO_BREAK

LONGEST_COMPOSED: Final = 60
"""A number in digits longer than this, or a power, is multiplied by `million` and joins nothing else."""

_LONGEST_GAP: Final = 9
LOOK_BACK: Final = 40
_FEWEST_OF_A_CENTURY: Final = 13


class Reading(NamedTuple):
    """A number that ends before token `after`.

    Attributes:
        value: What it counts.
        after: Index of the first token that is not part of it.
        form: As in `NumberMention`.
        scale: The last large word in it, or 1: a remainder must be smaller.
        bare: Whether it begins with a large word that nothing counts, as in `hundred and thirty`.
    """

    value: int | Fraction
    after: int
    form: str = "words"
    scale: int = 1
    bare: bool = False


_NOTHING: Final = Token(0, 0, 0, kind="")
ONE_PART: Final = frozenset({"unit-th", "teen-th", "tens-th", "large-th"})
_PARTS: Final = frozenset({"half", "quarter", "parts"})
LARGE: Final = frozenset({"hundred", "scale", "dozen"})
COUNTS: Final = frozenset({"unit", "teen", "tens", "hundred", "scale", "dozen"})


class Grammar:
    """The rules, over the tokens of one text."""

    def __init__(self, text: str, tokens: list[Token], words: Lexicon) -> None:
        """Takes the plain text in lower case, its tokens in order, and the words of its language."""
        self._text = text
        self._tokens = tokens
        self._words = words
        self._gaps = _gaps(text, tokens, words.tables.gaps)

    # What stands around a token.

    def _token(self, at: int) -> Token:
        return self._tokens[at] if at < len(self._tokens) else _NOTHING

    def _gap(self, after: int) -> str:
        """Returns what stands between the tokens before and at `after`, in the words of `Tables.gaps`."""
        return self._gaps[after]

    def _joins(self, after: int) -> str:
        """Returns the kind of the token at `after` if a blank or hyphen joins it to the one before."""
        gap = self._gap(after)
        kind = self._tokens[after].kind if gap in {"join", "plus"} else ""
        # `29+ million`: and more, of what the large word counts.
        return kind if gap == "join" or kind == "scale" else ""

    def _before(self, start: int) -> str:
        return self._text[max(0, start - LOOK_BACK) : start]

    def _has_article(self, token: Token) -> bool:
        return self._words.article_before.search(self._before(token.start)) is not None

    def _found(self, pattern: re.Pattern[str], start: int) -> bool:
        return pattern.search(self._before(start)) is not None

    # The grammar, from the whole to the parts.

    def _number(self, at: int) -> Reading | None:
        """Reads a whole number, with its fraction and what multiplies it: `two and a half million`."""
        part = self._fraction(at)
        if part is not None:
            return self._of_a_large_word(part)
        whole = self._year(at) or self._integer(at)
        if whole is None or whole.form == "ordinal":
            return whole
        return self._multiplied(self._with_fraction(whole))

    def _fraction(self, at: int) -> Reading | None:
        """Reads `half`, `a quarter`, `one third`, `three quarters`, `a third of`."""
        token = self._token(at)
        if token.kind == "half" or (token.kind == "quarter" and self._may_be_bare(at)):
            return Reading(Fraction(token.value), at + 1, "fraction")
        if token.kind in ONE_PART:
            names_a_part = token.value > 2 and self._has_article(token)
            if names_a_part and self._words.part_after.match(self._text, token.end):
                return Reading(Fraction(1, int(token.value)), at + 1, "fraction")
            return None
        count = self._below_hundred(at)
        if count is None or count.form == "ordinal" or not count.value:
            return None
        kind, value = self._joins(count.after), self._token(count.after).value
        if kind == "parts":
            return Reading(count.value / Fraction(value), count.after + 1, "fraction")
        if count.value == 1 and (kind in {"half", "quarter"}):
            return Reading(Fraction(value), count.after + 1, "fraction")
        if count.value == 1 and kind in ONE_PART and value > 2:
            return Reading(Fraction(1, int(value)), count.after + 1, "fraction")
        return None

    def _may_be_bare(self, at: int) -> bool:
        """Says whether `quarter` is a part: with an article, or of a large word."""
        following = self._gap(at + 1) in {"join", "of a"} and self._token(at + 1).kind in LARGE
        return following or self._has_article(self._tokens[at])

    def _of_a_large_word(self, part: Reading) -> Reading:
        """Reads on after a fraction: `half a million`, `three quarters of a million`, `half a dozen`."""
        if self._gap(part.after) in {"join", "a", "of a"} and self._token(part.after).kind in LARGE:
            factor = self._token(part.after).value
            return part._replace(value=part.value * Fraction(factor), after=part.after + 1, form="words")
        return part

    def _with_fraction(self, whole: Reading) -> Reading:
        """Reads on after a whole number: `three and a half`, `two and two thirds`, `two point five`."""
        if whole.value.denominator != 1:
            return whole
        gap, token = self._gap(whole.after), self._token(whole.after)
        if gap == "and a" and token.kind in {"half", "quarter"}:
            unit = whole.scale if whole.scale >= 1000 else 1
            return whole._replace(value=whole.value + Fraction(token.value) * unit, after=whole.after + 1)
        if gap == "point":
            return self._with_decimals(whole)
        if gap == "and" and token.kind not in _PARTS:
            part = self._literal_part(whole.after) or self._fraction(whole.after)
            if part is not None and part.value < 1:
                return whole._replace(value=whole.value + part.value, after=part.after)
        return whole

    def _literal_part(self, at: int) -> Reading | None:
        """Reads a fraction in digits after `and`: `2 and 1/2`."""
        token = self._token(at)
        if token.kind == "literal" and token.form == "fraction" and token.value > 0:
            return Reading(Fraction(token.value), at + 1)
        return None

    def _with_decimals(self, whole: Reading) -> Reading:
        """Reads the digits after `point`, one by one (`five zero`) or as one number (`twenty-five`)."""
        digits = ""
        at = whole.after
        while self._token(at).kind == "unit" and (not digits or self._gap(at) == "join"):
            digits += str(self._tokens[at].value)
            at += 1
            if len(digits) == LONGEST_COMPOSED:
                break
        if not digits:
            small = self._below_hundred(at)
            if small is None or small.form == "ordinal":
                return whole
            digits, at = str(small.value), small.after
        return whole._replace(value=whole.value + Fraction(int(digits), 10 ** len(digits)), after=at)

    def _multiplied(self, number: Reading) -> Reading:
        """Reads a large word after a number that has a fraction, or a dozen: `two and a half million`."""
        kind = self._joins(number.after)
        if kind == "dozen" or (kind == "scale" and number.scale == 1):
            factor = int(self._token(number.after).value)
            number = number._replace(value=number.value * factor, after=number.after + 1, scale=factor)
        return number

    def _year(self, at: int) -> Reading | None:
        """Reads a spoken year: `nineteen eighty-four`, `twenty twenty-four`, `nineteen oh five`."""
        century = self._token(at)
        if century.kind not in {"teen", "tens"} or not _FEWEST_OF_A_CENTURY <= century.value <= 20:
            return None
        gap, token = self._gap(at + 1), self._token(at + 1)
        rest: Reading | None = None
        if gap == "oh" and token.kind == "unit" and token.value:
            rest = Reading(int(token.value), at + 2)
        elif gap == "join" and token.kind in {"teen", "tens"}:
            rest = self._below_hundred(at + 1)
        if rest is None or rest.form == "ordinal" or self._joins(rest.after) in COUNTS | _PARTS:
            return None
        return rest._replace(value=100 * int(century.value) + rest.value)

    def _integer(self, at: int) -> Reading | None:
        """Reads groups with ever smaller large words: `two million, five hundred thousand and one`."""
        number = self._group(at)
        if number is None:
            return None
        while number.scale >= 1000 and number.form != "ordinal":
            gap = self._gap(number.after)
            rest = self._group(number.after) if gap in {"join", "and", "comma"} else None
            if rest is None or not self._is_remainder(rest, number, gap):
                break
            number = Reading(number.value + rest.value, rest.after, rest.form, rest.scale, number.bare)
        return number

    def _is_remainder(self, rest: Reading, number: Reading, gap: str) -> bool:
        """Says whether a group continues a larger one: `two thousand` does not continue `one thousand`."""
        if rest.bare or not 0 < rest.value < number.scale or rest.scale >= number.scale:
            return False
        if self._token(number.after).kind == "literal" and rest.scale == 1:
            return False
        if (gap == "comma" and rest.value < 100) or self._is_time(number.after):
            return False
        return not self._begins_another(rest, gap)

    def _begins_another(self, rest: Reading, gap: str) -> bool:
        """Says whether the words after `and` are a count of their own: `a hundred and two thirds`."""
        kind = self._joins(rest.after)
        if kind in LARGE or kind in _PARTS:
            return True
        return gap == "and" and rest.value == 1 and kind in ONE_PART

    def _group(self, at: int) -> Reading | None:
        """Reads a count with its large words: `five`, `three hundred thousand`, `57.7 million`, `13th`."""
        token = self._token(at)
        if token.kind in {"scale", "dozen"}:
            return Reading(int(token.value), at + 1, scale=int(token.value), bare=True)
        if token.kind == "large-th":
            return Reading(int(token.value), at + 1, "ordinal", bare=True)
        count = self._literal_count(at) if token.kind == "literal" else self._hundreds(at)
        if count is None or count.form == "ordinal":
            return count
        for _ in range(2):
            if self._joins(count.after) != "scale":
                break
            factor = int(self._token(count.after).value)
            value, scale = count.value * factor, count.scale * factor
            count = Reading(value, count.after + 1, scale=scale, bare=count.bare)
        if self._joins(count.after) == "large-th" and count.value != 1:
            factor = int(self._token(count.after).value)
            count = Reading(count.value * factor, count.after + 1, "ordinal")
        return count

    def _literal_count(self, at: int) -> Reading | None:
        """Reads a number in digits that words may go on from; `7 hundred` is one."""
        token = self._token(at)
        if token.form not in {"digits", "fraction"} or token.end - token.start > LONGEST_COMPOSED:
            return None
        whole = int(token.value)
        value = whole if whole == token.value else Fraction(token.value)
        if self._joins(at + 1) == "hundred":
            return Reading(value * 100, at + 2)
        return Reading(value, at + 1)

    def _hundreds(self, at: int) -> Reading | None:
        """Reads up to `ninety-nine hundred and ninety-nine`."""
        bare = self._token(at).kind == "hundred"
        number = Reading(100, at + 1, bare=True) if bare else self._below_hundred(at)
        if number is None or number.form == "ordinal":
            return number
        if not bare:
            if self._joins(number.after) != "hundred" or not number.value:
                return number
            number = Reading(100 * number.value, number.after + 1)
        gap = self._gap(number.after)
        rest = self._below_hundred(number.after) if gap in {"join", "and"} else None
        if rest is None or not rest.value or self._opens_a_hundred(rest, gap) or self._is_time(number.after):
            return number
        return Reading(number.value + rest.value, rest.after, rest.form, bare=bare)

    def _opens_a_hundred(self, rest: Reading, gap: str) -> bool:
        """Says whether what follows a hundred counts something else: `one hundred and two hundred`."""
        kind = self._joins(rest.after)
        if kind in {"hundred", "dozen"} or kind in _PARTS:
            return True
        return gap == "and" and rest.value == 1 and kind in ONE_PART

    def _below_hundred(self, at: int) -> Reading | None:
        """Reads `five`, `thirteen`, `forty-two`, and the ordinals that may end a number."""
        token = self._token(at)
        if token.kind in {"unit", "teen"}:
            return Reading(int(token.value), at + 1)
        if token.kind in {"unit-th", "teen-th", "tens-th"}:
            return Reading(int(token.value), at + 1, "ordinal")
        if token.kind != "tens":
            return None
        unit = self._token(at + 1)
        if self._joins(at + 1) in {"unit", "unit-th"} and unit.value and not self._is_time(at + 1):
            form = "ordinal" if unit.kind == "unit-th" else "words"
            return Reading(int(token.value) + int(unit.value), at + 2, form)
        return Reading(int(token.value), at + 1)

    def _is_time(self, at: int) -> bool:
        """Says whether `second` after a count is a unit of time: a hyphen or `and` makes an ordinal of it."""
        word = self._tokens[at]
        if self._text[word.start : word.end] != self._words.tables.lone_second:
            return False
        return self._text[self._tokens[at - 1].end : word.start] in {" ", NO_BREAK}


def _gaps(text: str, tokens: list[Token], names: Mapping[str, str]) -> list[str]:
    """Returns for every token what joins it to the one before; nothing for two places behind the last."""
    text = text.replace(NO_BREAK, " ")
    gaps: list[str] = []
    end = -1 - _LONGEST_GAP
    for token in tokens:
        start = token.start
        gaps.append(names.get(text[end:start], "") if start - end <= _LONGEST_GAP else "")
        end = token.end
    gaps += ["", ""]
    return gaps
