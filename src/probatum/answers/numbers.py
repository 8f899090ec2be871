"""The numbers a text holds: `1,234.56`, `57.7 million`, `one hundred and five`, `−5` (ANS-C2 to C4).

`read_numbers` is the door. Three readers stand behind it: digits (`number_literals`), words
(`number_words`) and dates (`dates`), over a plain twin of the text (`plain`). A text without digits and
number words is recognised at once, and one with nothing but plain numbers between blanks is read with one
pattern; both short ways give what the long way gives.

What is read and what is not, where it could have gone otherwise:

- A lone mark is read the English way: `1.234` is 1.234, `4,2` is 4 and 2, `1,234,56` is 1, 234 and 56.
- A range holds its two ends and no negative number. `5 -10` is 5 and −10: a hyphen after a blank is a minus.
- `7M`, `288k`, `1.2bn` and `4K` are magnitudes. `B` and `T` are only beside a currency or behind decimals
  (`$3B`, `1.2B`): `64B` and `a 7B model` are 64 and 7. `5m` is five metres unless a currency stands beside
  it (`$5m`); a magnitude after a blank counts with two letters (`1.2 bn`) or a currency (`$5 m`).
- Digits with letters behind them are a quantity (`5kg`, `5000mAh`, `5days`), `20x50` and `5"x7"` are two.
  Letters before digits, letters and digits in turn, and digits with a single letter that is no unit (`12A`,
  `3D`, `5G`) are codes; so is `Room 12B`, by the word before it.
- `85/100`, `Rating: 4/5` and `4/5 stars` are marks, two numbers each; `3/4`, `1/100` and `85/100 of them` are
  fractions, and `1/4/7` is three numbers. `+/-3` is 3. No zero is negative.
- `point five` is 0.5 at the beginning of a clause and behind words such as `is` and `about`.
- `one` is not read where it is a pronoun (`no one`, `the red one`, `one of the`), `second` not where it is
  time, nor `First,` where it only begins a sentence. A bare `hundred`, `several hundred`, `thousands` and
  `a couple` are vague; `second` behind a count is time (`a thirty second delay`).
- Times of day are none, in words as well (`half past ten`, `five o'clock`); `ten to five` is a range.
- `24/7`, `'24`, roman numerals, circled digits and raised digits after a word are none; `10²` is 100.
- Behind four digits and more, and behind decimals, a raised number is a citation mark, and so is `[6]` glued
  to a word.
- Digits of two scripts in one number make none, and so do digits before a Chinese or Japanese large word.
- An exponent above 100,000 makes no number.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from probatum.answers.addresses import addresses
from probatum.answers.dates import DateMention, find_dates
from probatum.answers.exact import exact
from probatum.answers.lexicon import Lexicon, lexicon
from probatum.answers.number_grammar import Token
from probatum.answers.number_literals import literals
from probatum.answers.number_shapes import PLAIN_NUMBER, begins_plainly
from probatum.answers.number_words import Composer
from probatum.answers.plain import mixes_scripts, plain


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


def read_numbers(text: str, language: str = "en") -> list[NumberMention]:
    """Returns the numbers of a text from left to right, none inside another.

    Args:
        text: Text without markup, not folded: folding would join `10²` and part `½`.
        language: Tag of the language whose number words are read. A language without a word table has
            digits and the symbols of magnitude only.
    """
    words = lexicon(language)
    if text.isascii():
        return _read(text, words, language)
    twin = plain(text)
    found = _read(twin.text, words, language)
    if twin.places is not None:
        found = [
            NumberMention(mention.value, *twin.source(mention.start, mention.end), mention.form)
            for mention in found
        ]
    if not twin.one_script:
        found = [mention for mention in found if not mixes_scripts(text[mention.start : mention.end])]
    return found


def _read(text: str, words: Lexicon, language: str) -> list[NumberMention]:
    """Returns the numbers of a plain text, by the shortest way that leads to them."""
    cut = _cut(text)
    signals = words.number_signals.intersection(cut.words)
    if not cut.digits and not signals:
        return []
    if text.isascii() and (words.lone_signals.issuperset(signals) if signals else True):
        bearing = words.bearing_on_digits if cut.digits else words.bearing_on_words
        if bearing.isdisjoint(cut.words):
            found = _short_way(text, words, signals)
            if found is not None:
                return found
    return _long_way(text, words, language, cut)


class _Cut(NamedTuple):
    """What a text holds, without order: its words in lower case, and whether any digit is among them."""

    words: list[bytes]
    digits: bool


def _cut(text: str) -> _Cut:
    """Cuts a plain text into words at every mark; all digits become one."""
    if text.isascii():
        flat = text.encode()
        if b"'" in flat:
            # `n't` and `I'm` hold no magnitude.
            flat = flat.replace(b"n't", b"n").replace(b"I'm", b"I")
        flat = flat.translate(_AS_WORDS)
        return _Cut(flat.split(), b"0" in flat)
    return _Cut(text.encode("ascii", "replace").translate(_AS_WORDS).split(), True)


_AS_WORDS: Final = bytes(
    ord("0") if chr(code).isdigit() else ord(chr(code).lower()) if chr(code).isalpha() else ord(" ")
    for code in range(128)
) + bytes(128)


def _short_way(text: str, words: Lexicon, signals: frozenset[bytes]) -> list[NumberMention] | None:
    """Returns the numbers of an ASCII text whose words make no number together; None if one is not easy."""
    found = _plain_digits(text)
    if found is None or not signals:
        return found
    lower = text.lower()
    lone = _lone_words(lower, words, signals)
    if lone is None:
        return None
    places = [(number.start, number.end) for number in found]
    places += [(token.start, token.end) for token in lone]
    places.sort()
    if any(start - end < 2 for (_, end), (start, _) in pairwise(places)):
        return None
    composer = Composer(lower, [], words)
    for token in lone:
        if composer.stands_for_a_number(token):
            form = "words" if token.kind in {"unit", "teen"} else "ordinal"
            found.append(NumberMention(exact(token.value), token.start, token.end, form))
    return sorted(found, key=_start_of)


_start_of: Final = attrgetter("start")


def _plain_digits(text: str) -> list[NumberMention] | None:
    """Returns the numbers in digits; None if what stands around one bears on it."""
    found: list[NumberMention] = []
    for match in PLAIN_NUMBER.finditer(text):
        start, end = match.span()
        if match["rest"] is None or not begins_plainly(text, start):
            return None
        written = match[0]
        value = Decimal(written.replace(",", "") if "," in written else written)
        found.append(NumberMention(value, start, end, "digits"))
    return found


def _lone_words(lower: str, words: Lexicon, signals: frozenset[bytes]) -> list[Token] | None:
    """Returns the number words among `signals`; None if more than blanks and stops stand around one."""
    found: list[Token] = []
    for signal in signals:
        written = signal.decode()
        kind, value = words.words[written]
        start = lower.find(written)
        while start >= 0:
            end = start + len(written)
            before = lower[start - 1] if start else " "
            after = lower[end] if end < len(lower) else " "
            if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
                if before not in " \n(" or not _ENDS_PLAINLY.match(lower, end):
                    return None
                found.append(Token(kind, value, start, end))
            start = lower.find(written, end)
    return found


_ENDS_PLAINLY: Final = re.compile(r"\)?[.,;:!?]?(?:$|\s)")


def _long_way(text: str, words: Lexicon, language: str, cut: _Cut) -> list[NumberMention]:
    """Returns the numbers of any plain text."""
    lower = text.lower()
    months = not words.month_signals.isdisjoint(cut.words)
    dates = find_dates(text, language, named=months) if cut.digits or months else []
    masks = [(date.start, date.end) for date in dates] + addresses(lower)
    if not words.clock_signals.isdisjoint(cut.words):
        masks += [match.span() for match in words.clock_in_words.finditer(lower)]
    masks.sort()
    plainly = words.bearing_on_digits.isdisjoint(cut.words)
    tokens = literals(text, lower, masks, words, plainly=plainly) if cut.digits else []
    if dates:
        tokens += _years(dates)
    signals = words.number_signals.intersection(cut.words)
    if signals:
        tokens += _number_words(lower, words, signals)
    if masks or signals:
        tokens = _outside(sorted(tokens, key=_place_of), masks)
    return [
        NumberMention(exact(token.value), token.start, token.end, token.form)
        for token in Composer(lower, tokens, words).numbers()
    ]


def _number_words(lower: str, words: Lexicon, signals: frozenset[bytes]) -> list[Token]:
    """Returns the number words of a text: one by one if they are few kinds, else in one pass."""
    if len(signals) > _FEW_KINDS:
        return [
            Token(*words.words[match[1]], match.start(1) - 1, match.end(1) - 1)
            for match in words.word.finditer(" " + lower)
        ]
    found: list[Token] = []
    for signal in signals:
        written = signal.decode()
        kind, value = words.words[written]
        start = lower.find(written)
        while start >= 0:
            end = start + len(written)
            if not ((start and lower[start - 1] in _IN_A_WORD) or words.goes_on.match(lower, end)):
                found.append(Token(kind, value, start, end))
            start = lower.find(written, end)
    return found


_FEW_KINDS: Final = 8
_IN_A_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def _place_of(token: Token) -> tuple[int, int]:
    return token.start, -token.end


def _years(dates: list[DateMention]) -> list[Token]:
    """Returns the years of dates as numbers, once for each place."""
    places = {
        date.year_start: Token("literal", Decimal(date.year), date.year_start, date.year_end, "year")
        for date in dates
        if date.year is not None and date.year_start is not None and date.year_end is not None
    }
    return list(places.values())


def _outside(tokens: list[Token], masks: list[tuple[int, int]]) -> list[Token]:
    """Returns the tokens that lie in no other and, but for the years of dates, in no masked range."""
    kept: list[Token] = []
    mask = 0
    end = 0
    for token in tokens:
        while mask < len(masks) and masks[mask][1] <= token.start:
            mask += 1
        masked = mask < len(masks) and masks[mask][0] < token.end
        if token.start >= end and (not masked or token.form == "year"):
            kept.append(token)
            end = token.end
    return kept
