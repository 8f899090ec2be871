"""Dates in a text: `2024-12-19`, `19 December 2024`, `December 19th, 2024`, `12/19/2024` (ANS-C3, E3).

The day and the month of a date are no numbers; its year is one. Dates without a year count (`December 18`),
and so does a month with a year (`May 2024`); a lone year or month is no date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from probatum.answers.data.tables import NEVER, Tables
from probatum.answers.lexicon import any_of, lexicon
from probatum.answers.plain import DAY, MONTH, YEAR, plain

_LOOK_BACK: Final = 60
_PIVOT: Final = 69
_MOST_DAYS: Final = 6


class DateMention(NamedTuple):
    """A date that a text holds.

    Attributes:
        start: Where it begins in the text.
        end: Where it ends.
        year: Its year; None where none is written. Two digits count from 1969 to 2068, as POSIX has it.
        month: 1 to 12.
        day: 1 to 31, or None for a month of a year. The day is not checked against the month.
        year_start: Where the year begins, if it is written with four digits; else None.
        year_end: Where it ends.
        swappable: Whether day and month may also be the other way round, as in `03/04/2024`. The day is read
            first then; with a month above 12 there is only one way.
    """

    start: int
    end: int
    year: int | None
    month: int
    day: int | None
    year_start: int | None
    year_end: int | None
    swappable: bool = False


def read_dates(text: str, language: str = "en") -> list[DateMention]:
    """Returns the dates of a text from left to right, none reaching into another.

    It never raises, and is linear in the length of the text. The surprising cases: `may` and `march` are
    months only with a year, with an ordinal, or with a capital and no noun after the day (`May 5 people
    enter` holds no date); `in March 5` is no date either; a range of days (`18-20 December`) gives both its
    ends, a list (`5, 6 and 7 May`) every day, with the same place.
    """
    twin = plain(text)
    dates = find_dates(twin.text, language)
    if twin.places is None:
        return dates
    return [_moved(date, twin.source) for date in dates]


def _moved(date: DateMention, source: Callable[[int, int], tuple[int, int]]) -> DateMention:
    """Returns the date with its places in the original text."""
    start, end = source(date.start, date.end)
    if date.year_start is None or date.year_end is None:
        return date._replace(start=start, end=end)
    year_start, year_end = source(date.year_start, date.year_end)
    return date._replace(start=start, end=end, year_start=year_start, year_end=year_end)


def find_dates(text: str, language: str, *, named: bool = True) -> list[DateMention]:
    """Returns the dates of a plain text (see `plain`); `named` says whether it may hold a month's name."""
    found = _numeric(text)
    if named:
        found += _named(text, _patterns(language))
    if MONTH in text:
        found += _with_signs(text)
    if len(found) < 2:
        return found
    found.sort(key=lambda date: (date.start, -date.end))
    kept: list[DateMention] = []
    for date in found:
        if not kept or date.start >= kept[-1].end or date[:2] == kept[-1][:2]:
            kept.append(date)
    return kept


_MONTH: Final = "(?P<month>0?[1-9]|1[0-2])"
_DAY: Final = "(?P<day>0?[1-9]|[12][0-9]|3[01])"
_YEAR: Final = "(?P<year>[12][0-9]{3})"
_TIME: Final = r"(?:[ tT][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?[zZ]|[-+][0-9]{2}:?[0-9]{2})?)?"
_END: Final = r"(?![0-9a-zA-Z_]|[-/.,][0-9])"

_DIGITS_AND_MARK: Final = re.compile(r"[0-9]{1,4}(?:([-/.])[0-9]{1,2}\1[0-9]|[-/][0-9]{2})")
_NUMERIC_FORMS: Final = tuple(
    re.compile(form + _END)
    for form in (
        rf"{_YEAR}([-/.]){_MONTH}\2{_DAY}{_TIME}",
        rf"{_YEAR}-(?P<month>0[1-9]|1[0-2])",
        rf"{_DAY}([-/.])(?P<month>[0-9]{{1,2}})\2{_YEAR}",
        rf"(?P<day>1[0-2]|0?[1-9])([-/.])(?P<month>1[3-9]|2[0-9]|3[01])\2{_YEAR}",
        r"(?P<day>[0-9]{1,2})/(?P<month>[0-9]{1,2})/(?P<short>[0-9]{2})",
        rf"{_MONTH}/{_YEAR}",
    )
)
_GLUED_BEFORE: Final = frozenset("-–/._$\\")


def _numeric(text: str) -> list[DateMention]:
    """Returns the dates written in digits alone."""
    found: list[DateMention] = []
    for hint in _DIGITS_AND_MARK.finditer(text):
        start = hint.start()
        before = text[start - 1] if start else " "
        if before.isalnum() or before in _GLUED_BEFORE:
            continue
        for form in _NUMERIC_FORMS:
            match = form.match(text, start)
            date = match and _from_digits(match)
            if date:
                found.append(date)
                break
    return found


def _from_digits(match: re.Match[str]) -> DateMention | None:
    """Returns the date a numeric form holds, or None if it has no such day or month."""
    part = match.groupdict()
    month, day = int(part["month"]), int(part["day"]) if part.get("day") else None
    swappable = day is not None and max(day, month) <= 12 and match.start("day") < match.start("month")
    if day is not None and month > 12:
        day, month = month, day
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return None
    swappable = swappable and day != month
    if part.get("short"):
        return DateMention(*match.span(), _full_year(part["short"]), month, day, None, None, swappable)
    return DateMention(*match.span(), int(part["year"]), month, day, *match.span("year"), swappable)


def _full_year(short: str) -> int:
    return int(short) + (1900 if int(short) >= _PIVOT else 2000)


_BLANK: Final = r"[ \xa0]?"
_SIGNED: Final = re.compile(
    rf"(?<![0-9a-zA-Z_.,])(?:(?P<year>[12][0-9]{{3}}){_BLANK}{YEAR}{_BLANK})?"
    rf"{_MONTH}{_BLANK}{MONTH}(?:{_BLANK}{_DAY}{_BLANK}{DAY})?"
)


def _with_signs(text: str) -> list[DateMention]:
    """Returns the dates with signs behind their numbers: `2024年12月18日`; a lone month is none."""
    found: list[DateMention] = []
    for match in _SIGNED.finditer(text):
        day = int(match["day"]) if match["day"] else None
        if match["year"]:
            year, month = int(match["year"]), int(match["month"])
            found.append(DateMention(*match.span(), year, month, day, *match.span("year")))
        elif day is not None:
            found.append(DateMention(*match.span(), None, int(match["month"]), day, None, None))
    return found


class _Patterns(NamedTuple):
    """The forms with a month's name, in one language."""

    months: Mapping[str, int]
    doubtful: frozenset[str]
    days: Mapping[str, int]
    name: re.Pattern[str]
    day_before: re.Pattern[str]
    day_after: re.Pattern[str]
    year_after: re.Pattern[str]
    day: re.Pattern[str]
    after_doubtful: re.Pattern[str]
    no_day_before: re.Pattern[str]


@lru_cache(maxsize=32)
def _patterns(language: str) -> _Patterns:
    tables = lexicon(language).tables
    days = _day_words(tables)
    number = "(?:0?[1-9]|[12][0-9]|3[01])"
    day = rf"(?:{number}{tables.day_suffix}?{'|' + any_of(days) if days else ''})"
    few = rf"(?:{day}(?:{tables.day_link}|/))?{day}"
    several = rf"{day}(?:, {day}){{1,{_MOST_DAYS}}},?{tables.day_link}{day}"
    year = r"(?:(?P<year>[12][0-9]{3})(?![0-9a-z_]|[.,][0-9])|'(?P<short>[0-9]{2})(?![0-9a-z_]))"
    tail = rf",?[ \xa0]{{1,2}}{year}"
    name = rf"[^a-z0-9_]({any_of(tables.months)})(?![a-z0-9_])" if tables.months else NEVER
    return _Patterns(
        months=tables.months,
        doubtful=tables.doubtful_months,
        days=days,
        name=re.compile(name),
        day_before=re.compile(
            rf"(?<![0-9a-z_.,:/$-])(?P<days>{several}|{few}){tables.day_of}[ \xa0/.-]{{1,2}}$"
        ),
        day_after=re.compile(
            rf"\.?[ \xa0-](?P<days>{several}(?=,?[ \xa0]{{1,2}}[12'][0-9]|{tables.day_after})|{few})"
            rf"(?![0-9a-z_%]|[.,:/][0-9])(?P<tail>{tail})?"
        ),
        year_after=re.compile(rf"\.?,?[ \xa0/.-]{{1,2}}{year}"),
        day=re.compile(rf"{day}(?![0-9])"),
        after_doubtful=re.compile(tables.day_after),
        no_day_before=re.compile(tables.not_a_day_before),
    )


def _day_words(tables: Tables) -> dict[str, int]:
    """Returns the ordinals that can be days: `first` to `thirty-first`."""
    units = dict(zip(tables.unit_ordinals, range(1, 10), strict=False))
    days = units | dict(zip(tables.teen_ordinals, range(10, 20), strict=False))
    days |= dict(zip(tables.ten_ordinals[:2], (20, 30), strict=False))
    for ten, value in zip(tables.tens[:2], (20, 30), strict=False):
        for unit, unit_value in units.items():
            if value + unit_value <= 31:
                days |= {f"{ten}-{unit}": value + unit_value, f"{ten} {unit}": value + unit_value}
    return days


def _named(text: str, patterns: _Patterns) -> list[DateMention]:
    """Returns the dates with a month's name."""
    lower = text.lower()
    found: list[DateMention] = []
    last_end = 0
    for match in patterns.name.finditer(" " + lower):
        start, end = match.start(1) - 1, match.end(1) - 1
        if start < last_end:
            continue
        capital = match[1] not in patterns.doubtful or text[start].isupper()
        dates = _day_then_month(lower, start, end, last_end, patterns, capital) or _month_then_day(
            lower, start, end, patterns, capital
        )
        if dates:
            found += dates
            last_end = dates[0].end
    return found


def _day_then_month(
    lower: str, start: int, end: int, floor: int, patterns: _Patterns, capital: bool
) -> list[DateMention]:
    """Reads `19 December 2024`, `the 19th of December`, `18-20 Dec`."""
    begin = max(floor, start - _LOOK_BACK)
    days = patterns.day_before.search(lower[begin:start])
    if days is None:
        return []
    year = patterns.year_after.match(lower, end)
    if year is None and not capital and days["days"][-1].isdigit():
        return []
    return _dates(lower[start:end], begin + days.start(), year.end() if year else end, days, year, patterns)


def _month_then_day(
    lower: str, start: int, end: int, patterns: _Patterns, capital: bool
) -> list[DateMention]:
    """Reads `December 19th, 2024`, `Dec. 19`, and a month with its year, `May 2024`."""
    month = lower[start:end]
    days = patterns.day_after.match(lower, end)
    if days is not None:
        if not days["tail"] and days["days"][-1].isdigit():
            if patterns.no_day_before.search(lower[max(0, start - _LOOK_BACK) : start]):
                return []
            if month in patterns.doubtful and not (
                capital and patterns.after_doubtful.match(lower, days.end())
            ):
                return []
        return _dates(month, start, days.end(), days, days if days["tail"] else None, patterns)
    year = patterns.year_after.match(lower, end)
    return _dates(month, start, year.end(), None, year, patterns) if year else []


def _dates(
    month: str,
    start: int,
    end: int,
    days: re.Match[str] | None,
    year: re.Match[str] | None,
    patterns: _Patterns,
) -> list[DateMention]:
    """Returns one date, or several for a range or a list of days."""
    value: int | None = None
    place: tuple[int, int] | tuple[None, None] = (None, None)
    if year is not None and year["year"]:
        value, place = int(year["year"]), year.span("year")
    elif year is not None:
        value = _full_year(year["short"])
    if days is None:
        return [DateMention(start, end, value, patterns.months[month], None, *place)]
    return [
        DateMention(start, end, value, patterns.months[month], _day(name, patterns), *place)
        for name in patterns.day.findall(days["days"])
    ]


def _day(name: str, patterns: _Patterns) -> int:
    return patterns.days.get(name) or int(name.rstrip("abcdefghijklmnopqrstuvwxyz"))
