"""Traps of golds that one plain entry does not say: an absence, a date, a list (ANS-G3, G5, G7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from probatum.answers.dates import DateMention, read_dates
from probatum.answers.entries import SEPARATOR
from probatum.answers.reply import Reply
from probatum.answers.traps._subject import ANSWERS, Spelling, Subject, Written
from probatum.answers.traps._trap import Finding
from probatum.answers.written import quoted
from probatum.documents import show

_SAYS_NONE: Final = re.compile(
    r"n/?a|none|no|nothing|nil|null|not (?:applicable|available|found|given|known|listed|mentioned|stated)"
    r"|no (?:results?|match(?:es)?|data|answer|such \w+)|does not exist|unknown|empty"
)
_ENOUGH: Final = 4
_NONE: Final = (
    "no", "none", "not found", "could not find", "does not exist", "doesn't exist", "not available", "n/a"
)  # fmt: skip
_ANY_ONE: Final = re.compile(
    r"\b(?:any|any one|either|at least one|one|an example) of\b"
    r"|\b(?:name|give|list|find|tell me) (?:one|any)\b|\bone (?:example|such)\b|\bfor example\b"
)
_DICTATES: Final = (
    r"(?:[\"'(]|\b(?:say|answer|reply|respond|write|state|return|give)(?: with| just| simply| only)?:? )"
)
_MONTHS: Final = (
    "January February March April May June July August September October November December".split()
)
_PART_OF_DATE: Final = re.compile(r"\d{1,4}(?:st|nd|rd|th)?|[^\W\d_]+\.?|[^\W\d_]+,? \d{4}")


def absence_in_one_word(subject: Subject) -> Iterator[Finding]:
    """G3: that there is no such thing has many spellings, and the spec knows one or two of them."""
    asked, gold = subject.asked, subject.gold
    if gold.kind != "absence" or asked.is_judged:
        return
    known = [phrase for entry in (*asked.include, *asked.exact) for phrase in entry.phrases]
    if len(known) >= _ENOUGH or not known or not all(map(_SAYS_NONE.fullmatch, known)):
        return
    if any(spelling.is_pattern for entry in asked.demanded for spelling in entry.spellings):
        return
    if any(_is_dictated(phrase, subject) for phrase in known):
        return
    entry = (*asked.include, *asked.exact)[0]
    spellings = f" {SEPARATOR} ".join(dict.fromkeys((*_NONE, *known)))
    yield Finding(
        entry.pointer,
        "That there is no such thing has many spellings, and a right reply in another one is refuted.",
        f'Write "must_include": [{quoted(spellings)}] and "scope": "first_sentence". See the recipe '
        "for no such thing.",
        show(entry.source),
    )


def _is_dictated(phrase: str, subject: Subject) -> bool:
    """Tells whether the question gives the very words in which to say that there is nothing."""
    given = rf"{_DICTATES}{re.escape(phrase)}(?!\w)"
    return re.search(given, subject.question.text) is not None


def date_in_parts(subject: Subject) -> Iterator[Finding]:
    """G7: of a date its parts are looked for, which stand together in many other dates."""
    asked, gold = subject.asked, subject.gold
    date = _whole_date(subject)
    if gold.kind != "date" or date is None:
        return
    fix = f"Look for the whole date by string_match, {_fix_date(subject, date)}. See the recipe for dates."
    if asked.numbers and not asked.include:
        yield Finding(
            f"{ANSWERS}/number_match",
            "Of a date number_match reads the year and nothing else: another day of that year is verified.",
            fix,
        )
    elif len(asked.include) > 1 and all(_is_part(entry, gold.folded) for entry in asked.include):
        yield Finding(
            asked.include[0].pointer,
            "The parts of the date are looked for apart, and a reply that has them of another date is "
            "verified.",
            fix,
            show(asked.include[0].source),
        )


def _whole_date(subject: Subject) -> DateMention | None:
    dates = read_dates(subject.gold.text, subject.task.verifier.language)
    whole = [date for date in dates if date.day is not None]
    return whole[0] if len(whole) == 1 else None


def _is_part(entry: Written, gold: str) -> bool:
    """Tells whether an entry is a part of the date: the month, the day or the year, or the last two."""
    return bool(entry.phrases) and all(
        _PART_OF_DATE.fullmatch(phrase) and (phrase in gold or phrase.isdigit()) for phrase in entry.phrases
    )


def _fix_date(subject: Subject, date: DateMention) -> str:
    """Returns how to look for dates, with the spellings that have no other reading where they are known."""
    if date.swappable or subject.task.verifier.language != "en":
        return "with its spellings as alternatives"
    day, month = date.day, _MONTHS[date.month - 1]
    spellings = [f"{day} {month}", f"{month} {day}"]
    if date.year is not None:
        iso = f"{date.year}-{date.month:02}-{day:02}"
        spellings = [f"{day} {month} {date.year}", f"{month} {day}, {date.year}", iso]
    return f'such as "must_include": [{quoted(f" {SEPARATOR} ".join(spellings))}]'


def list_as_alternatives(subject: Subject) -> Iterator[Finding]:
    """G5: the members of a list are alternatives of one entry, so that any one of them is enough."""
    asked, gold = subject.asked, subject.gold
    if gold.kind != "list" or _ANY_ONE.search(subject.question.text):
        return
    language = subject.task.verifier.language
    for entry in (*asked.include, *asked.exact):
        named = [one for one in gold.members if one in entry.phrases]
        if len(named) < 2 or len(named) < len(gold.members):
            continue
        # As letters, not as words: "sails" names the sail.
        replies = [Reply(text, language).text.replace("-", " ") for text in subject.task.positive_examples]
        if any(one.replace("-", " ") not in reply for reply in replies for one in named):
            return  # an example says that fewer are right
        if any(subject.accepts(text) for one in named for text in (one, f"It is {one}.")):
            items = ", ".join(f"[{quoted(spelling.source)}]" for spelling in _members(entry, named))
            yield Finding(
                entry.pointer,
                "The members of the list are alternatives: a reply that names one of them is verified.",
                f'Use list_match: {{"items": [{items}]}}. See the recipe for a list and nothing else.',
                show(entry.source),
            )
            return


def _members(entry: Written, named: list[str]) -> list[Spelling]:
    return [next(one for one in entry.spellings if one.folded == name) for name in named]
