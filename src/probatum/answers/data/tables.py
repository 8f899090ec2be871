"""What a language tells the readers of numbers and dates.

Every field may be left empty; the language then has no such words. Everything is lower case. Patterns
called `*_before` are matched at the end of the text that precedes a word, those called `*_after` at the
start of the text that follows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

NEVER: Final = "(?!)"
NONE: Final[Mapping[str, int]] = MappingProxyType({})


class Tables(NamedTuple):
    """The number words, date words and turns of phrase of one language.

    Attributes:
        units: Zero to nine.
        teens: Ten to nineteen.
        tens: Twenty, thirty ... ninety.
        hundred: One hundred.
        scales: The larger words, with their values.
        dozen: Twelve.
        plural_ending: What makes the plural of the larger words: `5 millions`. Alone they are vague.
        unit_ordinals: First to ninth.
        teen_ordinals: Tenth to nineteenth.
        ten_ordinals: Twentieth ... ninetieth.
        large_ordinals: Hundredth and above, with their values.
        half: One half.
        quarter: One quarter.
        parts: Plural names of parts (`thirds`), with the denominator.
        gaps: What may stand between two words of one number, and what it does there: `join`, `and`, `comma`,
            `a`, `of a`, `and a`, `point` or `oh`.
        negative_words: Words without which no word makes a number negative.
        negative_before: A word that makes the number after it negative.
        article_before: An article that counts as one: `a hundred`.
        vague_before: A word that makes a number of a bare large word vague: `several hundred thousand`.
        lone_one: The number word that is a pronoun or an article as well.
        pronoun_before: Words that stand before it then.
        determiners: More of them; one other word may stand between: `the red one`.
        no_noun: Words that do not stand between: `the number one`.
        pronoun_after: What follows it then.
        one_all_the_same: Words before it that make it a number in spite of what follows.
        lone_second: The ordinal that is a unit of time as well.
        time_before: What stands before it then.
        enumerating_before: Where an ordinal followed by a comma only orders the sentences of the reply.
        point_before: What stands before `point` when it begins a number of itself: `it is point five`.
        part_after: What follows an ordinal with an article when it names a part: `a third of`.
        months: Names and abbreviations, with their number.
        doubtful_months: Months that are ordinary words too; without a year or an ordinal they must be written
            with a capital.
        day_suffix: What may be glued to a day.
        day_of: What may stand between a day and its month.
        day_link: What joins two days of one month.
        not_a_day_before: What stands before a month when the number after it is not a day.
        day_after: What may follow the day when the month is a doubtful one.
        ordinal_suffixes: What makes digits an ordinal: `13th`.
        clock: What makes digits a time of day: `10 am`.
        clock_link: A word between two times of day.
        clock_past: What counts minutes from a whole hour with a word, before the hour: `ten past`.
        clock_minutes: Words for the minutes behind an hour in words: `ten thirty am`.
        clock_signals: Words (text cut at every mark) without which no time of day is in words.
        context: Words (text cut at every mark) that change how digits near them are read.
        abbreviations: Words whose full stop may touch a number: `No.5`.
        prefixes: Words that a hyphen joins to a number without making a code of it: `mid-1990s`.
        phone_before: Announces a telephone number.
        date_before: Makes `3/4` a date.
        currency_after: Names a currency behind an amount.
        stars_after: Makes `4/5` a mark out of five: 4 and 5, no fraction.
        score_before: Does so, before it: `rated 4/5`.
        whole_after: Makes `85/100` a fraction, behind it; else a hundred is what a mark is out of.
        place_before: Makes `12B` the name of a place: `Room 12B`.
    """

    units: tuple[str, ...] = ()
    teens: tuple[str, ...] = ()
    tens: tuple[str, ...] = ()
    hundred: str = ""
    scales: Mapping[str, int] = NONE
    dozen: str = ""
    plural_ending: str = ""
    unit_ordinals: tuple[str, ...] = ()
    teen_ordinals: tuple[str, ...] = ()
    ten_ordinals: tuple[str, ...] = ()
    large_ordinals: Mapping[str, int] = NONE
    half: str = ""
    quarter: str = ""
    parts: Mapping[str, int] = NONE
    gaps: Mapping[str, str] = MappingProxyType({})
    negative_words: tuple[str, ...] = ()
    negative_before: str = NEVER
    article_before: str = NEVER
    vague_before: str = NEVER
    lone_one: str = ""
    pronoun_before: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    no_noun: frozenset[str] = frozenset()
    pronoun_after: str = NEVER
    one_all_the_same: frozenset[str] = frozenset()
    lone_second: str = ""
    time_before: str = NEVER
    enumerating_before: str = NEVER
    point_before: str = NEVER
    part_after: str = NEVER
    months: Mapping[str, int] = NONE
    doubtful_months: frozenset[str] = frozenset()
    day_suffix: str = NEVER
    day_of: str = ""
    day_link: str = r" ?[-–] ?"
    not_a_day_before: str = NEVER
    day_after: str = NEVER
    ordinal_suffixes: frozenset[str] = frozenset()
    clock: str = NEVER
    clock_link: str = NEVER
    clock_past: str = NEVER
    clock_minutes: str = NEVER
    clock_signals: frozenset[str] = frozenset()
    context: frozenset[str] = frozenset()
    abbreviations: frozenset[str] = frozenset()
    prefixes: frozenset[str] = frozenset()
    phone_before: str = NEVER
    date_before: str = NEVER
    currency_after: str = r"[ \xa0]?\$"
    stars_after: str = NEVER
    score_before: str = NEVER
    whole_after: str = NEVER
    place_before: str = NEVER
