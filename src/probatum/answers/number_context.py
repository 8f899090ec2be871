"""What stands around digits: signs and currencies, and what makes them no number at all (ANS-C2, C3)."""

from __future__ import annotations

import re
from typing import Final

from probatum.answers.lexicon import Lexicon
from probatum.answers.number_shapes import BLANK_GROUPS, end_of
from probatum.answers.plain import NO_BREAK

_OPENING: Final = frozenset(" \n\t\xa0([{=:<>~,;*+|\"'×&/")
_MINUS: Final = frozenset("-−–")
_CLOCK: Final = re.compile(r"([0-9]{1,3}):([0-5][0-9])(:[0-5][0-9](?:[.,][0-9]+)?)?(?![0-9:])")
_LATEST_HOUR: Final = 24
_LONGEST_HOUR: Final = 3
_NO_CLOCK: Final = frozenset(",;!?)%/\n") | {""}
_IN_A_CODE: Final = frozenset(f"-.) {NO_BREAK}")
_RUN: Final = re.compile("[0-9]+")
_HYPHENATED: Final = re.compile("[0-9]+(?:-[0-9]+){2,}")
_NORTH_AMERICAN: Final = re.compile(r"[0-9]{3}(?:(?:\) ?|[.-])[0-9]{3}[ .-]| [0-9]{3}[.-])[0-9]{4}(?![0-9])")
_INTERNATIONAL: Final = re.compile(r"[0-9]{1,3}(?:[ .-]?\(?[0-9]{2,5}\)?){2,5}(?![0-9])")
_FEWEST_PHONE_DIGITS: Final = 8
_LOCAL_PHONE: Final = re.compile(r"[0-9]{3}-[0-9]{4}(?![0-9])")
_CITATION: Final = re.compile(r"[0-9]+(?:(?:, ?| ?[-–] ?)[0-9]+)*\]")
_CURRENCY_BEFORE: Final = re.compile(
    r"(?:\$|(?<![a-z])(?:usd|eur|gbp|inr|jpy|cny|chf|cad|aud|rs))\.?[ \xa0]?$"
)
_SIGN_BEFORE_CURRENCY: Final = re.compile(r"[-−–](?:us|usd|eur|gbp|inr|jpy|cny|chf|cad|aud|rs)?\$?$")
_LAST_WORD: Final = re.compile("[a-z]+$")
_SHORT_YEAR: Final = re.compile(r"[0-9]{2}s?(?![0-9a-z_'])(?![^'\n]{0,40}\S'(?![a-z0-9]))")


class Surroundings:
    """Tells digits that count from digits of a time, a telephone number, a citation or a code.

    Attributes:
        unit_end: Where the last number ended, with its unit: a dash there makes a range.
        negative: Whether that number has a minus.
        multiplied_at: Where digits stand behind an `x` that multiplies, as in `20x50`.
    """

    def __init__(self, lower: str, words: Lexicon) -> None:
        """Takes a plain text in lower case and the words of its language."""
        self._lower = lower
        self._words = words
        self.unit_end = -1
        self.negative = False
        self.multiplied_at = -1

    def _before(self, start: int, length: int = 12) -> str:
        return self._lower[max(0, start - length) : start]

    def something_else(self, start: int) -> int:
        """Returns the end of a time of day, telephone number, citation or code that begins here, or 0."""
        lower = self._lower
        end = end_of(_RUN, lower, start)
        following = lower[end : end + 1]
        before = lower[start - 1] if start else ""
        if before == "+":
            return self._international(start)
        if before == "[" and start > 1 and lower[start - 2] not in _OPENING:
            cited = _CITATION.match(lower, start)
            if cited:
                return cited.end()
        if end - start <= _LONGEST_HOUR and following not in _NO_CLOCK:
            after = self._clock(start)
            if after:
                return after
        if following not in _IN_A_CODE:
            return 0
        for pattern in (_HYPHENATED, _NORTH_AMERICAN):
            match = pattern.match(lower, start)
            if match:
                return match.end()
        local = _LOCAL_PHONE.match(lower, start)
        if local and (local[0].startswith("555") or self._words.phone_before.search(self._before(start, 40))):
            return local.end()
        return 0

    def _clock(self, start: int) -> int:
        """Returns the end of a time of day that begins here, or 0."""
        spoken = self._words.clock.match(self._lower, start)
        if spoken:
            return spoken.end()
        clock = _CLOCK.match(self._lower, start)
        return clock.end() if clock and (clock[3] or int(clock[1]) <= _LATEST_HOUR) else 0

    def _international(self, start: int) -> int:
        match = _INTERNATIONAL.match(self._lower, start)
        if match is None or BLANK_GROUPS.fullmatch(match[0]):
            return 0
        return match.end() if sum(map(str.isdigit, match[0])) >= _FEWEST_PHONE_DIGITS else 0

    def sign(self, start: int) -> tuple[int, bool] | None:
        """Returns where the number begins and whether it is negative; None for digits of a code.

        The beginning takes in a sign and a decimal point without a digit before it, as in `-.5`.
        """
        lower = self._lower
        before = lower[start - 1] if start else " "
        if before in " \n\t(;" or start == self.multiplied_at:
            return start, False
        if before == ".":
            return self._point(start)
        if before in _MINUS:
            return self._dash(start - 1)
        if before == "'":
            return None if self._is_short_year(start) else (start, False)
        if before in "/\\^":
            prior = lower[start - 2] if start > 1 else ""
            follows_number = prior.isdigit() or prior in "%)" or start - 1 == self.unit_end
            return (start, False) if before == "/" and prior and follows_number else None
        if before == "$" or before.isalnum() or before == "_":
            return self._currency(start)
        return start, False

    def _currency(self, start: int) -> tuple[int, bool] | None:
        """Reads a currency, and a sign before it; other letters make a code of the digits."""
        if not _CURRENCY_BEFORE.search(self._before(start)):
            return None
        sign = _SIGN_BEFORE_CURRENCY.search(self._before(start))
        if sign:
            place = start - len(sign[0])
            if self._is_sign(place):
                return place, True
        return start, False

    def _point(self, start: int) -> tuple[int, bool] | None:
        """Reads the point of `.5`, the end of `No.5` and of `...5`; after other words it marks a code."""
        prior = self._lower[start - 2] if start > 1 else " "
        if prior == ".":
            return start, False
        if prior.isalnum() or prior == "_":
            word = _LAST_WORD.search(self._before(start - 1))
            return (start, False) if word and word[0] in self._words.tables.abbreviations else None
        if prior in _MINUS and self._is_sign(start - 2):
            return start - 2, True
        return start - 1, False

    def _dash(self, place: int) -> tuple[int, bool] | None:
        """Tells the sign in `-5` from the range in `1-5`, the tolerance in `+/-5` and the code in `B-52`."""
        if self._lower.endswith(("+", "+/"), max(0, place - 2), place):
            return place + 1, False
        after_dash = self.negative and place - 1 == self.unit_end and self._lower[place - 1] in _MINUS
        if after_dash or self._is_sign(place):
            return place, True
        before = self._lower[place - 1]
        if self._lower[place] == "–" or place == self.unit_end or not (before.isalpha() or before == "_"):
            return place + 1, False
        word = _LAST_WORD.search(self._before(place))
        return (place + 1, False) if word and word[0] in self._words.tables.prefixes else None

    def _is_sign(self, place: int) -> bool:
        """Says whether a dash is a minus; after a number an en dash makes a range: `5 –10`."""
        if not place:
            return True
        before = self._lower[place - 1]
        prior = self._lower[place - 2] if place > 1 else " "
        if before in "\"'":
            return not prior.isalnum()
        if before in " \xa0" and self._lower[place] == "–":
            return not (prior.isdigit() or prior == "%")
        after_range = before == "–" and self._lower[place] != "–"
        return after_range or before == "$" or before in _OPENING

    def _is_short_year(self, start: int) -> bool:
        """Says whether digits after an apostrophe are a year without its century: `'24`, `the '90s`."""
        match = _SHORT_YEAR.match(self._lower, start)
        prior = self._lower[start - 2] if start > 1 else " "
        return match is not None and not prior.isalnum()

    def is_place(self, begin: int) -> bool:
        """Says whether what stands before makes the number the name of a place: `Room 12B`."""
        return self._words.place_before.search(self._before(begin, 40)) is not None

    def is_mark(self, begin: int, marks: int, whole: int, end: int) -> bool:
        """Tells a mark out of a whole, `rated 4/5` or `85/100`, from a fraction; `1/100` is a hundredth."""
        words = self._words
        if words.stars_after.match(self._lower, end):
            return True
        if words.whole_after.match(self._lower, end):
            return False
        out_of_hundred = whole == 100 and 1 < marks <= 100
        return out_of_hundred or words.score_before.search(self._before(begin, 40)) is not None

    def is_money(self, begin: int, end: int) -> bool:
        """Says whether a currency stands before the number, or after its magnitude."""
        if self._lower[begin : begin + 3].find("$") >= 0 or _CURRENCY_BEFORE.search(self._before(begin)):
            return True
        return self._words.currency_after.match(self._lower, end) is not None
