"""The numbers a text holds: `1,234.56`, `57.7 million`, `one hundred and five`, `−5` (ANS-C2 to C4).

`read_numbers` is the door. Three readers stand behind it: digits (`number_literals`), words
(`number_words`) and dates (`dates`), over a plain twin of the text (`plain`). A text without digits and
number words is recognised at once, and digits that stand plainly between blanks are read with one pattern;
both short ways give what the long way gives. `read_values` is the door for those who ask for no places.

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

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from operator import attrgetter
from typing import Final

from probatum.answers.addresses import addresses
from probatum.answers.dates import DateMention, find_dates
from probatum.answers.lexicon import Lexicon, lexicon
from probatum.answers.number_literals import literals
from probatum.answers.number_shapes import PLAIN_NUMBER
from probatum.answers.number_tokens import NumberMention, Token
from probatum.answers.number_words import Composer
from probatum.answers.plain import mixes_scripts, plain

__all__ = ["NumberMention", "read_numbers", "read_values"]


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


def read_values(
    text: str, language: str, matters: Callable[[int | Fraction], bool]
) -> list[Decimal | Fraction]:
    """Returns the values that `read_numbers` reads, in any order; faster, as far as they matter.

    Digits that nothing bears on have their value whatever else the text says, and words such as `three` and
    `first` have their own value or none. So words are looked at only where their value matters.

    Args:
        text: As for `read_numbers`.
        language: As for `read_numbers`.
        matters: Says whether a value is to be among those returned if a number has it.
    """
    if not text.isascii():
        return [mention.value for mention in read_numbers(text, language)]
    words = lexicon(language)
    found, digits = _cut(text)
    signals = words.number_signals.intersection(found)
    easy = words.bearing_on_digits.isdisjoint(found)
    if easy and signals:
        # None of the words makes a number together with anything else, and none matters alone.
        easy = words.lone_signals.issuperset(signals) and words.linking.isdisjoint(found)
        easy = easy and not any(matters(words.words[signal.decode()].value) for signal in signals)
    if easy:
        written = PLAIN_NUMBER.findall(text) if digits else []
        if len("".join(written).replace(",", "").replace(".", "")) == digits:
            return [Decimal(number.replace(",", "")) for number in written]
    return [mention.value for mention in _read_cut(text, words, language, found, digits, signals)]


def _read(text: str, words: Lexicon, language: str) -> list[NumberMention]:
    """Returns the numbers of a plain text."""
    found, digits = _cut(text)
    signals = words.number_signals.intersection(found)
    return _read_cut(text, words, language, found, digits, signals)


def _read_cut(
    text: str, words: Lexicon, language: str, found: list[bytes], digits: int, signals: frozenset[bytes]
) -> list[NumberMention]:
    """Returns the numbers of a plain text by the shortest way that leads to them.

    Args:
        text: The text.
        words: The words of its language.
        language: Its language.
        found: Its words, as `_cut` gives them.
        digits: How many digits it holds.
        signals: Its number words.
    """
    if not digits and not signals:
        return []
    bearing = words.bearing_on_digits if digits else words.bearing_on_words
    if text.isascii() and bearing.isdisjoint(found):
        numbers = _plain_digits(text, digits) if digits else []
        if numbers is not None:
            if not signals:
                return numbers
            lower = text.lower()
            tokens = _tokens(lower, numbers, words, signals)
            masks = sorted(addresses(lower))
            if masks:
                tokens = _outside(tokens, masks)
            return Composer(lower, tokens, words).numbers(signed=False)
    return _long_way(text, words, language, found, signals)


def _cut(text: str) -> tuple[list[bytes], int]:
    """Cuts a plain text into words in lower case, at every mark, and counts its digits.

    In the words all digits are one. A text beyond ASCII is cut at every foreign character as well, and is
    taken to hold some number.
    """
    if not text.isascii():
        return text.encode("ascii", "replace").translate(_AS_WORDS).split(), 1
    flat = text.encode()
    if b"'" in flat:
        # `n't` and `I'm` hold no magnitude.
        flat = flat.replace(b"n't", b"n").replace(b"I'm", b"I")
    flat = flat.translate(_AS_WORDS)
    return flat.split(), flat.count(b"0")


_AS_WORDS: Final = bytes(
    ord("0") if chr(code).isdigit() else ord(chr(code).lower()) if chr(code).isalpha() else ord(" ")
    for code in range(128)
) + bytes(128)


def _plain_digits(text: str, digits: int) -> list[NumberMention] | None:
    """Returns the numbers in digits of a text, no word of which bears on them; None if a mark may.

    Args:
        text: A text in ASCII.
        digits: How many digits it holds.
    """
    found: list[NumberMention] = []
    for match in PLAIN_NUMBER.finditer(text):
        start, end = match.span()
        written = match[0]
        digits -= end - start
        if "." in written:
            digits += 1
        if "," in written:
            digits += written.count(",")
            written = written.replace(",", "")
        found.append(NumberMention(Decimal(written), start, end, "digits"))
    return None if digits else found


def _long_way(
    text: str, words: Lexicon, language: str, found: list[bytes], signals: frozenset[bytes]
) -> list[NumberMention]:
    """Returns the numbers of any plain text, which holds the words `found` and of number words `signals`."""
    lower = text.lower()
    dates = find_dates(text, language, named=not words.month_signals.isdisjoint(found))
    masks = [(date.start, date.end) for date in dates] + addresses(lower)
    if not words.clock_signals.isdisjoint(found):
        masks += [match.span() for match in words.clock_in_words.finditer(lower)]
    masks.sort()
    plainly = words.bearing_on_digits.isdisjoint(found)
    numbers = literals(text, lower, masks, words, plainly=plainly) + _years(dates)
    joining = not words.joining_digits.isdisjoint(found)
    if not (masks or signals or joining):
        return numbers
    tokens = _tokens(lower, numbers, words, signals)
    return Composer(lower, _outside(tokens, masks), words).numbers(signed=joining)


def _tokens(
    lower: str, numbers: list[NumberMention], words: Lexicon, signals: frozenset[bytes]
) -> list[Token]:
    """Returns numbers in digits and number words in the order in which they stand."""
    tokens = [Token(*number) for number in numbers]
    if signals:
        tokens += _number_words(lower, words, signals)
    tokens.sort(key=_start_of)
    return tokens


_start_of: Final = attrgetter("start")


def _number_words(lower: str, words: Lexicon, signals: frozenset[bytes]) -> list[Token]:
    """Returns the number words of a text: one by one if they are few kinds, else in one pass."""
    found: list[Token] = []
    if len(signals) > _FEW_KINDS:
        for match in words.word.finditer(" " + lower):
            kind, value = words.words[match[1]]
            start, end = match.span(1)
            found.append(Token(value, start - 1, end - 1, "words", kind))
        return found
    for signal in signals:
        written = signal.decode()
        kind, value = words.words[written]
        start = lower.find(written)
        while start >= 0:
            end = start + len(written)
            if not (start and lower[start - 1] in _IN_A_WORD) and not _goes_on(lower, end):
                found.append(Token(value, start, end, "words", kind))
            start = lower.find(written, end)
    return found


_FEW_KINDS: Final = 8
_IN_A_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_")


def _goes_on(lower: str, end: int) -> bool:
    """Says whether a word goes on where a number word in it ends: `ones`, `one's`."""
    after = lower[end : end + 1]
    return after in _IN_A_WORD or (after in _APOSTROPHES and lower[end + 1 : end + 2] in _IN_A_WORD)


_APOSTROPHES: Final = frozenset("'’")


def _years(dates: list[DateMention]) -> list[NumberMention]:
    """Returns the years of dates as numbers, once for each place."""
    places = {
        date.year_start: NumberMention(Decimal(date.year), date.year_start, date.year_end, "year")
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
