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

from probatum.answers.exact import LARGEST_EXPONENT, exact, negative, power, shifted
from probatum.answers.lexicon import Lexicon
from probatum.answers.number_words import Token
from probatum.answers.plain import NO_BREAK, SUPERSCRIPTS, VULGAR

_VULGAR_VALUES: Final = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅐": Fraction(1, 7), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8), "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip

_START: Final = re.compile(f"[0-9{VULGAR}]")
_CHUNK: Final = re.compile("[0-9]+(?:[.,'_][0-9]+)*")
_BLANKS: Final = re.compile(f"[0-9]+(?:[ {NO_BREAK}][0-9]+)+")
_BLANK_GROUPS: Final = re.compile(f"[1-9][0-9]{{0,2}}(?:[ {NO_BREAK}][0-9]{{3}})+")
_BLANK_DECIMALS: Final = re.compile(r"[.,][0-9]+(?![0-9.,])")
_CODE_TAIL: Final = re.compile("[a-z0-9_]*(?:[-._][a-z0-9_]+)*")
_WORD: Final = re.compile("[a-z0-9_]+")

_GROUPED: Final = re.compile(
    r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]?(?:,[0-9]{2})*,[0-9]{3}|[1-9][0-9]{0,2}(?:[_'][0-9]{3})+)"
    r"(?:\.[0-9]+)?"
)
_EUROPEAN: Final = re.compile(r"[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})+|(?:'[0-9]{3})+),[0-9]+")
_DOTTED_GROUPS: Final = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}")

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
_OPENING: Final = frozenset(" \n\t\xa0([{=:<>~,;*+|\"'×&/")
_MINUS: Final = frozenset("-−–")

_FRACTION: Final = re.compile(r"/([0-9]{1,18})(?![0-9/]|[.,][0-9])")
_SLASHES: Final = re.compile(r"(?:/[0-9]+)+")
_MIXED: Final = re.compile(rf"[ {NO_BREAK}-]([0-9]{{1,3}})/([0-9]{{1,3}})(?![0-9/]|[.,][0-9])")
_EXPONENT: Final = re.compile(r"e([-+−]?[0-9]+)(?![a-z0-9_])")
_RAISED: Final = re.compile(rf"[⁻⁺]?[{SUPERSCRIPTS}]+")
_CARET: Final = re.compile(r"(?:\^|\*\*)[({]?([-+−]?[0-9]+)[)}]?")
_TIMES_TEN: Final = re.compile(rf"[ {NO_BREAK}]?[x×*][ {NO_BREAK}]?10(?=[\^⁻⁺{SUPERSCRIPTS}]|\*\*)")
_RAISED_DIGITS: Final = str.maketrans(SUPERSCRIPTS + "⁻⁺−", "0123456789-+-")
_LONGEST_BASE: Final = 3
_LONGEST_PART: Final = 18
_LONGEST_WHOLE: Final = 3
_PIECE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_ONLY_POINTS: Final = re.compile("[0-9.]+")
_LAST_WORD: Final = re.compile("[a-z]+$")
_SINGLE_LETTER: Final = re.compile("-[a-z](?![a-z0-9_])")
_SHORT_YEAR: Final = re.compile(r"[0-9]{2}s?(?![0-9a-z_'])(?![^'\n]{0,40}\S'(?![a-z0-9]))")
_GOES_ON: Final = frozenset(f"/-_^*×⁻⁺{SUPERSCRIPTS}")
_MULTIPLIES: Final = frozenset("x×*")
_OPENS_MAGNITUDE: Final = frozenset("bmtk")
_ENDING: Final = frozenset('.,;:!?)]"\n\t') | {""}

_MAGNITUDES: Final = {
    "k": 3, "K": 3, "M": 6, "B": 9, "T": 12, "bn": 9, "Bn": 9, "BN": 9, "mn": 6, "Mn": 6, "tn": 12, "mln": 6,
    "mio": 6, "Mio": 6,
}  # fmt: skip
_MONEY_MAGNITUDES: Final = {"m": 6, "b": 9, "t": 12, "mm": 6, "MM": 6, "mil": 6, "MN": 6}
_SPACED_MAGNITUDE: Final = re.compile(rf"[ {NO_BREAK}]([bmt]n|mln|mio|mm?|[kbt])(?![a-z0-9_'])")
_UNITS: Final = frozenset(
    "kg mg lb lbs oz cm mm km nm ft in inch yd mi ml cl ha mph kmh kph hr hrs min mins sec secs ms kw mw gw kwh mwh"
    " wh kv ma hz khz mhz ghz kb mb gb tb pb kib mib gib px pt pp bps yr yrs usd eur gbp inr rs".split()
)
_LETTER_UNITS: Final = frozenset("gmtlhsxvwWV")
"""Units of one letter, in their own case: `5g` is five grams, `5G` a code."""


def literals(text: str, masks: list[tuple[int, int]], words: Lexicon) -> list[Token]:
    """Returns the numbers in digits of a plain text, outside the masked ranges.

    Args:
        text: A plain text (see `plain`), in its own case.
        masks: Ranges in which nothing is read, in order.
        words: The words of the language.
    """
    return _Reader(text, masks, words).read()


class _Reader:
    """Reads the digits of one text from left to right."""

    def __init__(self, text: str, masks: list[tuple[int, int]], words: Lexicon) -> None:
        self._text = text
        self._lower = text.lower()
        self._masks = masks
        self._words = words
        self._found: list[Token] = []
        self._no_blank_groups_until = 0
        self._multiplied_at = -1
        self._unit_end = -1

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
        if self._lower[start] in _VULGAR_VALUES:
            return self._vulgar(start)
        after_code = self._something_else(start)
        if after_code:
            return after_code
        before = self._sign(start)
        if before is None:
            return _end(_CODE_TAIL, self._lower, start)
        begin, minus = before
        end, pieces = self._digits(start, begin)
        if not pieces:
            return _end(_CODE_TAIL, self._lower, end)
        for value, piece_start, piece_end in pieces[:-1]:
            self._add(Decimal(value), piece_start, piece_end, minus=minus)
            minus = False
        value, piece_start, _ = pieces[-1]
        return self._go_on(value, piece_start if len(pieces) > 1 else begin, start, end, minus)

    def _add(
        self, value: Decimal | Fraction, start: int, end: int, form: str = "digits", *, minus: bool = False
    ) -> None:
        self._found.append(Token("literal", negative(value) if minus else value, start, end, form))

    def _before(self, start: int, length: int = 12) -> str:
        return self._lower[max(0, start - length) : start]

    # Digits that are part of something else.

    def _something_else(self, start: int) -> int:
        """Returns the end of a time of day, telephone number, citation or code that begins here, or 0."""
        lower = self._lower
        end = _end(_RUN, lower, start)
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
        if match is None or _BLANK_GROUPS.fullmatch(match[0]):
            return 0
        return match.end() if sum(map(str.isdigit, match[0])) >= _FEWEST_PHONE_DIGITS else 0

    # What stands before the digits.

    def _sign(self, start: int) -> tuple[int, bool] | None:
        """Returns where the number begins and whether it is negative; None for digits of a code.

        The beginning takes in a sign and a decimal point without a digit before it, as in `-.5`.
        """
        lower = self._lower
        before = lower[start - 1] if start else " "
        if before in " \n\t(;" or start == self._multiplied_at:
            return start, False
        if before == ".":
            return self._point(start)
        if before in _MINUS:
            return self._dash(start - 1)
        if before == "'":
            return None if self._is_short_year(start) else (start, False)
        if before in "/\\^":
            prior = lower[start - 2] if start > 1 else ""
            follows_number = prior.isdigit() or prior in "%)" or start - 1 == self._unit_end
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
        """Tells the sign in `-5` from the range in `1-5` and the code in `B-52`."""
        if self._is_sign(place):
            return place, True
        before = self._lower[place - 1]
        if self._lower[place] == "–" or place == self._unit_end or not (before.isalpha() or before == "_"):
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

    # The digits themselves.

    def _digits(self, start: int, begin: int) -> tuple[int, list[tuple[str, int, int]]]:
        """Returns the end of the digits, and each number among them as decimal text with its place."""
        end = _end(_CHUNK, self._lower, start)
        chunk = self._lower[start:end]
        if self._lower[start - 1 : start] == "." and begin < start:
            return end, [("0." + chunk, begin, end)] if chunk.isdigit() else []
        if chunk.isdigit():
            grouped = self._blank_groups(start, end)
            if grouped:
                return grouped[2], [grouped]
            return end, [(chunk, start, end)]
        value = _decimal_text(chunk)
        if value is not None:
            return end, [(value, start, end)] if value else []
        if "_" in chunk:
            return end, []
        pieces = []
        for match in _PIECE.finditer(chunk):
            value = _decimal_text(match[0])
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
        if not _BLANK_GROUPS.fullmatch(run[0]) or (goes_on and not decimals):
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
        self._unit_end = end
        if following in _ENDING and not lower[end + 1 : end + 2].isalnum():
            self._add(Decimal(value), begin, end, minus=minus)
            return end
        raw = lower[start:end]
        whole = raw if raw.isdigit() and begin >= start - 1 else ""
        if following in " \xa0":
            return self._go_on_after_blank(value, whole, begin, end, minus)
        if not (following.isalnum() or following in _GOES_ON):
            self._add(Decimal(value), begin, end, minus=minus)
            self._unit_end = end + 1 if following == "%" else end
            return end
        after = whole and (self._fraction(whole, begin, end, minus) or self._power(whole, begin, end, minus))
        after = after or self._scientific(value, begin, end, minus)
        if after:
            return after
        if following.isalpha() or following == "_":
            return self._suffix(value, begin, end, minus)
        if following == "-" and _SINGLE_LETTER.match(lower, end):
            return _end(_CODE_TAIL, lower, end)
        self._add(Decimal(value), begin, end, minus=minus)
        return end

    def _go_on_after_blank(self, value: str, whole: str, begin: int, end: int, minus: bool) -> int:
        """Adds a number that a blank follows; a fraction, a power of ten or a magnitude may come after it."""
        following = self._lower[end + 1 : end + 2]
        after = 0
        if following.isdigit() or following in _VULGAR_VALUES:
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
        before = self._sign(start)
        if before is not None:
            self._add(
                exact(_VULGAR_VALUES[self._lower[start]]), before[0], start + 1, "fraction", minus=before[1]
            )
        self._unit_end = start + 1
        return start + 1

    def _fraction(self, raw: str, begin: int, end: int, minus: bool) -> int:
        """Reads `3/4`, `2 1/2` and `2½`; returns 0 where the digits are not part of a fraction."""
        lower = self._lower
        mark = end + 1 if lower[end] in " \xa0" else end
        if lower[mark : mark + 1] in _VULGAR_VALUES:
            value = int(raw) + _VULGAR_VALUES[lower[mark]] if len(raw) <= _LONGEST_PART else None
            return self._add_fraction(value, begin, mark + 1, minus)
        mixed = _MIXED.match(lower, end)
        if mixed and len(raw) <= _LONGEST_WHOLE and 0 < int(mixed[1]) < int(mixed[2]):
            value = int(raw) + Fraction(int(mixed[1]), int(mixed[2]))
            return self._add_fraction(value, begin, mixed.end(), minus)
        if lower[end] != "/":
            return 0
        match = _FRACTION.match(lower, end)
        if match is None or len(raw) > _LONGEST_PART:
            return self._slashes(begin, end)
        if self._words.stars_after.match(lower, match.end()):
            return 0
        lower_part = int(match[1])
        if _is_season(raw, match[1]):
            self._add(Decimal(raw), begin, end, "year", minus=minus)
            if len(match[1]) == len(raw):
                self._add(Decimal(match[1]), end + 1, match.end(), "year")
            return match.end()
        as_date = self._words.date_before.search(self._before(begin)) and int(raw) <= 31 and lower_part <= 31
        if lower_part == 0 or as_date or (raw, match[1]) == ("24", "7"):
            return match.end()
        return self._add_fraction(Fraction(int(raw), lower_part), begin, match.end(), minus)

    def _slashes(self, begin: int, end: int) -> int:
        """Passes over a chain such as `1/2/3`; a slash before letters or decimals is none."""
        chain = _SLASHES.match(self._lower, end)
        return chain.end() if chain and chain[0].count("/") > 1 else 0

    def _add_fraction(self, value: Fraction | None, begin: int, end: int, minus: bool) -> int:
        """Adds a fraction unless letters are glued to it; `3/4ths` and `½in` are read."""
        word = _WORD.match(self._lower, end)
        if word and not (word[0] in _UNITS or word[0] in self._words.tables.ordinal_suffixes):
            return _end(_CODE_TAIL, self._lower, end)
        if value is not None:
            self._add(exact(value), begin, end, "fraction", minus=minus)
        return word.end() if word else end

    def _power(self, raw: str, begin: int, end: int, minus: bool) -> int:
        """Reads `10^6` and `10⁶`; behind four digits and more a raised number is a citation mark."""
        exponent = self._exponent_at(end)
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

    def _exponent_at(self, place: int) -> tuple[int | None, int] | None:
        """Returns the exponent after a base, None where it is too large, and its end."""
        match = _RAISED.match(self._lower, place) or _CARET.match(self._lower, place)
        if match is None:
            return None
        return _exponent(match[1] if match.re is _CARET else match[0]), match.end()

    def _scientific(self, value: str, begin: int, end: int, minus: bool) -> int:
        """Reads `6.02 × 10^23` and `2.5e6`, and passes over a citation mark behind decimals."""
        ten = _TIMES_TEN.match(self._lower, end)
        if ten:
            found = self._exponent_at(ten.end())
            if found:
                return self._add_power(value, found[0], begin, found[1], minus)
        match = _EXPONENT.match(self._lower, end)
        if match:
            return self._add_power(value, _exponent(match[1]), begin, match.end(), minus)
        mark = _RAISED.match(self._lower, end)
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
        match = _WORD.match(self._lower, end)
        word = match[0] if match else ""
        after = end + len(word)
        written = self._text[end:after]
        if word in self._words.tables.ordinal_suffixes:
            self._add(Decimal(value), begin, after, "ordinal", minus=minus)
            return after
        places = _MAGNITUDES.get(written)
        if places is None and written in _MONEY_MAGNITUDES and self._is_money(begin, after):
            places = _MONEY_MAGNITUDES[written]
        if places is not None:
            self._add(shifted(value, places), begin, after, minus=minus)
            self._unit_end = after
            return after
        if word in _UNITS or written in _LETTER_UNITS:
            self._add(Decimal(value), begin, end, minus=minus)
            self._unit_end = after
            return after
        if word[0] == "x" and word[1:].isdigit() and value != "0":
            self._add(Decimal(value), begin, end, minus=minus)
            self._multiplied_at = end + 1
            return end + 1
        return _end(_CODE_TAIL, self._lower, end)

    def _spaced_magnitude(self, value: str, begin: int, end: int, minus: bool) -> int:
        """Reads `1.2 bn`, and `$5 m`: a single letter after a blank needs a currency."""
        match = _SPACED_MAGNITUDE.match(self._lower, end)
        places = None
        if match:
            letters = match[1]
            if len(letters) > 1 and letters != "mm":
                places = _MAGNITUDES.get(letters)
            elif self._is_money(begin, match.end()):
                places = _MONEY_MAGNITUDES.get(letters, _MAGNITUDES.get(letters))
        if match is None or places is None:
            self._add(Decimal(value), begin, end, minus=minus)
            return end
        self._add(shifted(value, places), begin, match.end(), minus=minus)
        self._unit_end = match.end()
        return match.end()

    def _is_money(self, begin: int, end: int) -> bool:
        """Says whether a currency stands before the number, or after its magnitude."""
        if self._lower[begin : begin + 3].find("$") >= 0 or _CURRENCY_BEFORE.search(self._before(begin)):
            return True
        return self._words.currency_after.match(self._lower, end) is not None


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Returns the end of a match that begins at `start`; `start` itself if there is none."""
    match = pattern.match(text, start)
    return match.end() if match else start


def _decimal_text(chunk: str) -> str | None:
    """Returns digits and marks as decimal text: empty for a code, None where they are several numbers."""
    if chunk.isdigit():
        return chunk
    if _GROUPED.fullmatch(chunk):
        return chunk.replace(",", "").replace("_", "").replace("'", "")
    if _EUROPEAN.fullmatch(chunk):
        return chunk.replace(".", "").replace("'", "").replace(",", ".")
    if not _ONLY_POINTS.fullmatch(chunk):
        return None
    if chunk.count(".") == 1:
        return chunk
    return chunk.replace(".", "") if _DOTTED_GROUPS.fullmatch(chunk) and not _is_address(chunk) else ""


def _is_address(chunk: str) -> bool:
    """Says whether dotted digits are an IP address rather than a number grouped in threes."""
    groups = chunk.split(".", 4)
    return len(groups) == 4 and all(int(group) <= 255 for group in groups)


def _is_season(first: str, second: str) -> bool:
    """Says whether `2020/21` or `2023/2024` names two neighbouring years."""
    if len(first) != 4 or first[0] not in "12" or len(second) not in {2, 4}:
        return False
    return str(int(first) + 1).endswith(second)


def _exponent(written: str) -> int | None:
    """Returns an exponent, or None if it is larger than any number that is read."""
    plain = written.translate(_RAISED_DIGITS)
    digits = plain.lstrip("+-0") or "0"
    if not digits.isdigit() or len(digits) > len(str(LARGEST_EXPONENT)) or int(digits) > LARGEST_EXPONENT:
        return None
    return -int(digits) if plain.startswith("-") else int(digits)
