"""The words of a language, compiled for the readers of numbers and dates.

A language is one module of `answers/data`. A language without one has digits, marks and the symbols of
magnitude (`7M`, `288k`), and no words at all: nothing is ever read with the words of another language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from probatum.answers.data.en import ENGLISH
from probatum.answers.data.tables import NEVER, Tables


class Word(NamedTuple):
    """What a number word is.

    Attributes:
        kind: `unit`, `teen`, `tens`, `hundred`, `scale` (thousand and above), `dozen`, `half`, `quarter`,
            `parts` (its value is a denominator), or an ordinal: `unit-th`, `teen-th`, `tens-th`, `large-th`.
            The plural of a larger word has the kind of its singular.
        value: What it counts.
    """

    kind: str
    value: int | Fraction


class Lexicon(NamedTuple):
    """The compiled words of one language; `Tables` says what each pattern is for.

    A text that is cut into words at every mark is searched for the signals.

    Attributes:
        tables: The words as they were written down.
        words: Every number word with its meaning.
        word: A number word in a text that has a blank put before it.
        plurals: The plurals that are vague when nothing counts them.
        number_signals: All number words.
        lone_signals: Those that make no number with each other, nor with the digits beside them.
        month_signals: Months.
        clock_signals: Words without which no time of day is in words.
        points: Words that begin decimals, with the blank behind them.
        linking: Words that link two number words: `point`.
        joining_digits: Words without which digits alone make no number together, and have no sign in words.
        bearing_on_words: Words that bear on the reading of number words near them.
        bearing_on_digits: Words that bear on the reading of digits near them.
    """

    tables: Tables
    words: Mapping[str, Word]
    word: re.Pattern[str]
    clock: re.Pattern[str]
    clock_in_words: re.Pattern[str]
    plurals: frozenset[str]
    number_signals: frozenset[bytes]
    lone_signals: frozenset[bytes]
    month_signals: frozenset[bytes]
    clock_signals: frozenset[bytes]
    points: tuple[str, ...]
    linking: frozenset[bytes]
    joining_digits: frozenset[bytes]
    bearing_on_words: frozenset[bytes]
    bearing_on_digits: frozenset[bytes]
    negative_before: re.Pattern[str]
    article_before: re.Pattern[str]
    vague_before: re.Pattern[str]
    pronoun_after: re.Pattern[str]
    time_before: re.Pattern[str]
    enumerating_before: re.Pattern[str]
    point_before: re.Pattern[str]
    part_after: re.Pattern[str]
    phone_before: re.Pattern[str]
    date_before: re.Pattern[str]
    currency_after: re.Pattern[str]
    stars_after: re.Pattern[str]
    score_before: re.Pattern[str]
    whole_after: re.Pattern[str]
    place_before: re.Pattern[str]


_COMPILED_AS_WRITTEN: Final = (
    *("negative_before", "article_before", "vague_before", "pronoun_after", "time_before"),
    *("enumerating_before", "point_before", "part_after", "phone_before", "date_before", "currency_after"),
    *("stars_after", "score_before", "whole_after", "place_before"),
)
"""Patterns of `Tables` that need nothing but compiling."""


def any_of(words: Iterable[str]) -> str:
    """Returns a pattern for one of the words; words that begin alike share a branch.

    Matching then costs the length of one word, however many there are.
    """
    branches: dict[str, list[str]] = {}
    may_end = False
    for word in sorted(set(words)):
        if word:
            branches.setdefault(word[0], []).append(word[1:])
        else:
            may_end = True
    parts = [re.escape(first) + any_of(rest) for first, rest in branches.items()]
    if not parts:
        return ""
    if len(parts) == 1 and not may_end:
        return parts[0]
    return f"(?:{'|'.join(parts)}){'?' if may_end else ''}"


_NUMERIC_CLOCK: Final = r"[0-9]{1,2}(?:[:.][0-9]{2})?"


def _clock_pattern(tables: Tables) -> str:
    """Returns a pattern for a time of day, or for two that share one `am`."""
    link = rf"(?: ?[-–] ?|{tables.clock_link})"
    return rf"{_NUMERIC_CLOCK}(?:{link}{_NUMERIC_CLOCK})?[ \xa0]?{tables.clock}"


def _clock_in_words(tables: Tables) -> str:
    """Returns a pattern for a time of day in words: `half past ten`, `ten thirty am`, `five o'clock`."""
    hours = any_of([*tables.units[1:], *tables.teens[:3]])
    if not hours:
        return NEVER
    larger = any_of([*tables.scales, tables.hundred, tables.dozen, *tables.parts])
    numeric = "(?:1[0-2]|0?[1-9])(?![.,:]?[0-9])"
    after_hour = rf"(?:{tables.clock_past}) (?:{hours}|{numeric})(?![a-z0-9_%]|[ -]{larger})"
    named = rf"{hours}(?:[ -](?:{tables.clock_minutes}))?[ -]{tables.clock}"
    return rf"(?<![a-z0-9_])(?:{after_hour}|{named})"


def _larger(tables: Tables) -> list[str]:
    return [tables.hundred, *tables.scales, tables.dozen] if tables.plural_ending else []


def _words(tables: Tables) -> dict[str, Word]:
    """Returns every number word of a language with its meaning."""
    words: dict[str, Word] = {}
    words.update((word, Word("unit", value)) for value, word in enumerate(tables.units))
    words.update((word, Word("teen", value)) for value, word in enumerate(tables.teens, 10))
    words.update((word, Word("tens", 10 * value)) for value, word in enumerate(tables.tens, 2))
    words.update((word, Word("scale", value)) for word, value in tables.scales.items())
    words.update((word, Word("unit-th", value)) for value, word in enumerate(tables.unit_ordinals, 1))
    words.update((word, Word("teen-th", value)) for value, word in enumerate(tables.teen_ordinals, 10))
    words.update((word, Word("tens-th", 10 * value)) for value, word in enumerate(tables.ten_ordinals, 2))
    words.update((word, Word("large-th", value)) for word, value in tables.large_ordinals.items())
    words.update((word, Word("parts", value)) for word, value in tables.parts.items())
    words[tables.hundred] = Word("hundred", 100)
    words[tables.dozen] = Word("dozen", 12)
    words.update((word + tables.plural_ending, words[word]) for word in _larger(tables))
    words[tables.half] = Word("half", Fraction(1, 2))
    words[tables.quarter] = Word("quarter", Fraction(1, 4))
    words.pop("", None)
    return words


def _compile(tables: Tables) -> Lexicon:
    words = _words(tables)
    # Led by the mark before the word, so that the search skips from mark to mark. It is consumed: the text
    # is searched with a blank put before it.
    word = rf"[^a-z0-9_]({any_of(words)})(?!['’]?[a-z0-9_])" if words else NEVER
    magnitudes = {"bn", "mn", "tn", "mln", "mio", "m", "k", "b", "t", "mm"}
    near_numbers = tables.context | tables.clock_signals | set(tables.months)
    # Units and teens make no number with each other, but for two teens (`nineteen nineteen`).
    lone = [*tables.units, *tables.teens[:3], *tables.unit_ordinals[:2]]
    joining_digits = _in_gaps(tables, "and").union(*map(str.split, tables.negative_words))
    return Lexicon(
        tables=tables,
        words=words,
        word=re.compile(word),
        clock=re.compile(_clock_pattern(tables)),
        clock_in_words=re.compile(_clock_in_words(tables)),
        plurals=frozenset(word + tables.plural_ending for word in _larger(tables)),
        number_signals=_signals(words),
        lone_signals=_signals(lone),
        month_signals=_signals(tables.months),
        clock_signals=_signals(tables.clock_signals),
        points=tuple(f"{word} " for word in sorted(_in_gaps(tables, "point"))),
        linking=_signals(_in_gaps(tables, "point", "oh")),
        joining_digits=_signals(joining_digits),
        bearing_on_words=_signals(near_numbers),
        bearing_on_digits=_signals(near_numbers | magnitudes),
        **{name: re.compile(getattr(tables, name)) for name in _COMPILED_AS_WRITTEN},
    )


def _signals(words: Iterable[str]) -> frozenset[bytes]:
    return frozenset(word.encode() for word in words if word)


def _in_gaps(tables: Tables, *kinds: str) -> set[str]:
    """Returns the words with which gaps of some kinds are written."""
    written = (gap for gap, kind in tables.gaps.items() if kind in kinds)
    return {word for gap in written for word in gap.replace("-", " ").split()}


LANGUAGES: Final = {"en": ENGLISH}


@lru_cache(maxsize=32)
def lexicon(language: str) -> Lexicon:
    """Returns the words of a language tag such as `en` or `en-GB`; no words for an unknown one."""
    return _compile(LANGUAGES.get(language.lower().partition("-")[0], Tables()))
