"""Sentences, and the leading sentence of a reply (ANS-B6).

Everything here reads *stripped* text (see `markup`): an empty line is the end of a block and so of a
sentence. A stop ends a sentence unless what stands before it (an abbreviation, an initial, a number) and
what comes after it say otherwise. Where both readings are possible, the word that follows decides: `in the
U.S. It is` are two sentences, `the U.S. Senate` is one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import Enum
from operator import itemgetter
from typing import Final

from probatum.text.languages import Language, language_of

Range = tuple[int, int]

_CLOSERS: Final = r"""["'”’»›)\]}」』】）*⁰¹²³⁴⁵⁶⁷⁸⁹]*+"""
_STOPS: Final = ".!?…‼⁇⁈⁉"
_WIDE_STOPS: Final = "。！？｡．।॥؟۔።"
_CANDIDATE: Final = re.compile(rf"[\n{_STOPS}{_WIDE_STOPS}]")
# A stop neither at the very end nor in a number: without one, a text is one sentence.
_STOP_INSIDE: Final = re.compile(rf"[\n{_STOPS}{_WIDE_STOPS}](?:(?<=\n)|(?!\Z)(?:(?<![0-9]\.)|(?![0-9])))")
_END: Final = re.compile(
    rf"(?P<break>\n\s*+)|(?P<wide>[{_WIDE_STOPS}]++){_CLOSERS}|(?P<stop>[{_STOPS}]++){_CLOSERS}"
)
_WORD_BEFORE: Final = re.compile(r"[^\s(\[{\"“”«»/—–]*+\Z")
_LONGEST_WORD: Final = 24
_NEXT_WORD: Final = re.compile(r"(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)(?!\w)(?P<stop>\.(?!\w))?(?!\.)")
_ONE_WORD: Final = re.compile(r"\w+[.!]")
# A number that a unit can stand behind.
_AMOUNT: Final = re.compile(r"[0-9¼½¾⅓⅔⅛⅜⅝⅞][\s-]?\Z")
_LEADING_DIGITS: Final = "0123456789.,"
# Capitals that are units behind a number, as in `12 V`; not those that number people or streets.
_UNIT_LETTERS: Final = frozenset("BCFGKLMV")
_LAST_WORD: Final = re.compile(r"[^\W\d_]+\Z")
_OPENERS: Final = "\"'“‘«‹([{¿¡「『*"
_ACRONYM: Final = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_WORD: Final = re.compile(r"\w+")
_FIRST_WORD: Final = re.compile(r"\w+(?!\.|\w)")
_NUMERAL: Final = re.compile(r"[0-9#§]|[IVXLC]{2,}+(?!\w)")
_FINAL_PUNCTUATION: Final = frozenset(".!?…:;。！？")
_WRAPPED_LINE: Final = 60
# A number of more digits than this, at the start, is an answer and no marker of a list.
_LONGEST_MARKER: Final = 2
_CHOICE_LETTERS: Final = "ABCDEF"
_NEAR: Final = 60


def first_sentence(text: str, headings: Sequence[Range] = (), language: str = "en") -> int:
    """Returns where the leading sentence ends, its lead-ins included.

    A lead-in has no answer of its own: a heading, a line that ends with a colon, a bare `Answer`, the
    question asked again. It is joined with what follows, as are several in a row.

    Args:
        text: Stripped text.
        headings: Ranges of it that were headings.
        language: Language of its abbreviations.
    """
    if headings:
        return _leading_end(text, sorted(headings), language_of(language))
    rules = language_of(language)
    return _ends_once(text) or _plain_end(text, rules) or _leading_end(text, (), rules)


def _leading_end(text: str, headings: Sequence[Range], rules: Language) -> int:
    end = 0
    for start, end in _ranges(text, rules):
        if not _is_lead_in(text, start, end, headings, rules):
            break
    return end


def _ends_once(text: str) -> int:
    """Returns where the text ends if it is surely one sentence, as most short replies are; else 0."""
    inside = text[:-1]
    # Few replies of one sentence hold any of these, and looking for single characters is much faster.
    suspect = "." in inside or "!" in inside or "?" in inside or "\n" in text or not text.isascii()
    if suspect and _STOP_INSIDE.search(text):
        return 0
    return len(text.rstrip())


def _plain_end(text: str, rules: Language) -> int:
    """Returns where the leading sentence ends if it ends like most; 0 where there is something to decide.

    Most end with a full stop behind a word like most, and before a blank and a capital, or with their block;
    and most are no lead-ins.
    """
    candidate = _CANDIDATE.search(text)
    place = 0 if candidate is None else candidate.start()
    if not place or text[0].isspace():
        return 0
    following = text[place : place + 2]
    if following == ". ":
        place += 1
        ends = text[place + 1 : place + 2].isupper() and _is_plain_word(
            _word_before(text, 0, place - 1), rules
        )
    else:
        ends = following == "\n\n" and not text[place - 1].isspace()
    return place if ends and not _is_lead_in(text, 0, place, (), rules) else 0


def _word_before(text: str, start: int, place: int) -> str:
    """Returns what stands between `place` and the nearest blank before it, within reason."""
    first = max(start, place - _LONGEST_WORD)
    return text[max(first, text.rfind(" ", first, place) + 1) : place]


def _is_plain_word(word: str, rules: Language) -> bool:
    """Whether there is nothing to decide about a full stop behind a word."""
    return len(word) > 1 and word.isalpha() and word.lower() not in rules.stopped


def sentences(text: str, headings: Sequence[Range] = (), language: str = "en") -> list[Range]:
    """Returns the ranges of the sentences, without the white space around them; lead-ins stand alone.

    `headings` does not change them, since a heading is a block in any stripped text; it is accepted so that
    both functions are called alike.
    """
    del headings
    return list(_ranges(text, language_of(language)))


def _ranges(text: str, rules: Language) -> Iterator[Range]:
    start = _skip_blanks(text, 0)
    after = start
    while (candidate := _CANDIDATE.search(text, after)) and (match := _END.match(text, candidate.start())):
        place, after = match.span()
        if match.lastgroup == "break":
            while place > start and text[place - 1].isspace():
                place -= 1
            ends = text.count("\n", place, after) > 1 or _line_ends(text, start, place, after, rules)
            end = place
        else:
            end = after
            ends = _stop_ends(text, start, match, rules)
        if ends and end > start:
            yield start, end
            start = after = _skip_blanks(text, after)
    end = len(text.rstrip())
    if start < end:
        yield start, end


def _skip_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _line_ends(text: str, start: int, place: int, after: int, rules: Language) -> bool:
    """Whether a single line break ends the sentence: it does unless it is clearly a wrap."""
    if after >= len(text) or text[place - 1] in _FINAL_PUNCTUATION:
        return True
    if text[after].islower() or _is_unfinished(text, start, place, rules):
        return False
    line_start = max(text.rfind("\n", start, place), start)
    return place - line_start < _WRAPPED_LINE


def _is_unfinished(text: str, start: int, end: int, rules: Language) -> bool:
    """Whether `text[start:end]` ends with a word that no sentence ends with: `The answer is`."""
    if not text[end - 1].isalpha():
        return False
    match = _LAST_WORD.search(text, max(start, end - _LONGEST_WORD), end)
    return match is not None and match[0] in rules.unfinished


def _stop_ends(text: str, start: int, match: re.Match[str], rules: Language) -> bool:
    """Whether a run of stops, with the quotes and brackets that close after it, ends the sentence."""
    place, after = match.span()
    if after == len(text):
        return True
    glued = not text[after].isspace()
    if match["wide"]:
        # 「はい。」と答えた: behind a closing quote the sentence goes on.
        if glued and text[after].isdigit() and text[place - 1 : place].isdigit():
            return False
        return not (glued and match.end("wide") < after)
    stop = match["stop"]
    if glued:
        return False
    following = _skip_blanks(text, after)
    if following == len(text) or text.count("\n", after, following) > 1:
        return True
    if place == start:
        return False
    if stop == ".":
        return _full_stop_ends(text, start, place, following, rules)
    if "!" in stop or "?" in stop or stop[0] in "‼⁇⁈⁉":
        return not text[following].islower()
    return _starts_sentence(text, following, rules)


def _full_stop_ends(text: str, start: int, place: int, following: int, rules: Language) -> bool:
    """Whether a single full stop at `place` ends the sentence; the text goes on at `following`."""
    begins = text[following]
    if _is_plain_word(_word_before(text, start, place), rules):
        return rules.knows_stops or not begins.islower()
    match = _WORD_BEFORE.search(text, max(start, place - _LONGEST_WORD), place)
    word = match[0] if match else ""
    key = word.lower()
    if key in rules.counted and _NUMERAL.match(text, following):
        return False
    if key == "no" and text.startswith("of ", following):
        return False
    role = _role(text, start, place - len(word), word, following, rules)
    if role is _BOUND_STOP:
        return False
    if begins.islower():
        initial = len(word) == 1 and word.isalpha()
        return rules.knows_stops and role is _WORD_STOP and not initial
    if role is _MEASURE_STOP:
        return not begins.isdigit()
    if word.isdigit():
        return _number_ends(text, start, place - len(word), following, rules)
    if role is _WORD_STOP and len(word) == 1 and word.isupper():
        return _initial_ends(text, start, place, following, rules)
    if word.lower() in rules.clock and not _goes_on_with_date(text, following, rules):
        return True
    return role is not _OPEN_STOP or _starts_sentence(text, following, rules)


def _goes_on_with_date(text: str, following: int, rules: Language) -> bool:
    """Whether a date or a time zone follows a time of day: `10 a.m. Monday`, `10 a.m. EST`."""
    match = _WORD.match(text, following)
    if match is None:
        return True
    word = match[0]
    return (len(word) > 1 and word.isupper()) or word[:3].lower() in rules.dates or word.isdigit()


class _Role(Enum):
    """What the stop behind a word is."""

    WORD = "the end of a sentence"
    BOUND = "that of an abbreviation which goes on"
    OPEN = "that of an abbreviation, and perhaps the end as well"
    UNIT = "the end, unless a small letter follows"
    MEASURE = "the end, unless a small letter or a number follows"


# Names of the module are found much faster than members, and these are looked up for every stop.
_WORD_STOP, _BOUND_STOP, _OPEN_STOP, _UNIT_STOP, _MEASURE_STOP = _Role


def _role(text: str, start: int, first: int, word: str, following: int, rules: Language) -> _Role:
    """Returns what a full stop is behind a word that begins at `first`."""
    key = word.lower()
    unit = key.lstrip(_LEADING_DIGITS)
    if _is_unit(word, unit, rules):
        if unit != key or _AMOUNT.search(text, max(start, first - 2), first):
            return _MEASURE_STOP if unit in rules.measures else _UNIT_STOP
        if key in rules.units and key not in rules.bound and len(key) > 1:
            return _WORD_STOP if key in rules.doubtful else _UNIT_STOP
    if _is_code(word, text, following):
        return _WORD_STOP
    if key in rules.bound and key not in rules.polarity:
        return _BOUND_STOP
    if key in rules.open or _ACRONYM.fullmatch(word):
        return _OPEN_STOP
    if key in rules.measures:
        if word[0].isupper():
            return _OPEN_STOP
        return _WORD_STOP if key in rules.doubtful else _MEASURE_STOP
    if key in rules.labels:
        return _OPEN_STOP if first == start else _MEASURE_STOP
    return _OPEN_STOP if key in rules.dates and word[0].isupper() else _WORD_STOP


def _is_unit(word: str, unit: str, rules: Language) -> bool:
    """Whether a word, without the digits it begins with, is a unit if a number is before it."""
    if len(unit) == 1 and word[-1].isupper():
        return word[-1] in _UNIT_LETTERS or len(word) > 1
    return unit in rules.units or unit in rules.measures


def _is_code(word: str, text: str, following: int) -> bool:
    """Whether a word is in capitals because it is a code, as that of a state (`Los Angeles, CA.`)."""
    if len(word) < 2 or not (word.isalpha() and word.isupper()):
        return False
    following_word = _WORD.match(text, following)
    return following_word is None or len(following_word[0]) < 2 or not following_word[0].isupper()


def _number_ends(text: str, start: int, place: int, following: int, rules: Language) -> bool:
    """`5. There are five` ends after the number, `1. Paris` and `2. Yes.` number what follows."""
    if place > start or text[place : place + _LONGEST_MARKER + 1].isdigit():
        return True
    if text.startswith("1.", place) or _ONE_WORD.match(text, following):
        return False
    return _starts_sentence(text, following, rules)


def _initial_ends(text: str, start: int, place: int, following: int, rules: Language) -> bool:
    """Whether the stop after a single capital ends: `J. K. Rowling` goes on, `option B. Paris` does not."""
    if place - 1 == start:
        return False
    if _starts_sentence(text, following, rules):
        return True
    if text[place - 1] not in _CHOICE_LETTERS or text[following + 1 : following + 2] == ".":
        return False
    words = [word.lower() for word in _WORD.findall(text, max(start, place - _NEAR), place - 1)]
    if not words or words[-1] in rules.choices:
        return bool(words)
    return words[-1] in rules.copulas and not rules.choices.isdisjoint(words)


def _starts_sentence(text: str, place: int, rules: Language) -> bool:
    """Whether the word at `place` surely begins a sentence: one that sentences begin with, capitalised."""
    while place < len(text) and text[place] in _OPENERS:
        place += 1
    match = _NEXT_WORD.match(text, place)
    if not match or not match["word"][0].isupper():
        return False
    word = match["word"].lower().replace("’", "'")
    if word not in rules.starters and word.partition("'")[0] not in rules.starters:
        return False
    # `Yes.` is a sentence of one word; `No. 1` and the initial in `A. Smith` begin none.
    return not match["stop"] or (len(word) > 1 and not _numbers_on(text, match.end(), word, rules))


def _numbers_on(text: str, place: int, word: str, rules: Language) -> bool:
    """Whether a word that numbers things stands before a number, whose place is behind its stop."""
    return word in rules.counted and _NUMERAL.match(text, _skip_blanks(text, place)) is not None


def _is_lead_in(text: str, start: int, end: int, headings: Sequence[Range], rules: Language) -> bool:
    opening = _FIRST_WORD.match(text, start, end)
    if opening and opening[0].lower() in rules.polarity:
        return False
    last = text[end - 1]
    if last in ":：?？" or _is_unfinished(text, start, end, rules):
        return True
    index = bisect_right(headings, start, key=itemgetter(0)) - 1
    if index >= 0 and end <= headings[index][1]:
        return last not in ".!。！"
    return end - start <= _LONGEST_WORD and text[start:end].strip(" .!").lower() in rules.lead_ins
