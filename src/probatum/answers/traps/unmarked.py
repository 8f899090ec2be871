"""Entries that look like a pattern, or like alternatives, and are read as one phrase (ANS-G9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from probatum.answers.entries import SEPARATOR, fold_entry, read_entry
from probatum.answers.reply import Reply
from probatum.answers.traps._phrases import stands_in
from probatum.answers.traps._subject import Spelling, Subject, Written
from probatum.answers.traps._trap import Finding
from probatum.answers.written import as_pattern, phrase, quoted
from probatum.documents import show

_SIGNS: Final = (
    r"\.[*+]",  # any text
    r"(?<![\w:\\])\\[bBdDwWsS]|\\[bBdDwWsS](?!\w)",  # \b and \d, and not the path C:\data
    r"\\[.?+*()\[\]|$^]",
    r"\(\?[imsxU:!=<P]",
    r"\([^()|]*\|[^()]*\)",
    r"\)[?*+](?=\w)",
    r"\[\^?(?:\w-\w)+\w*\]",  # [0-9]
    r"\[\^?[^\[\]\s]+\](?:[*+?]|\{\d)",
    r"(?<=[^\W\d_])\[[^\W\d_]{2,4}\](?=[^\W\d_])",  # gr[ae]y
    r"(?<=[\w)\]])\{\d+(?:,\d*)?\}",
    r"(?<=[a-z]{2})\$$",
)
_REGEX: Final = re.compile("|".join(_SIGNS))
_LATEX: Final = re.compile(
    r"\\(?:[A-Za-z]{2,}\{[^{}]*\}|(?:bar|beta|big|bmod|bullet|delta|Delta|dots|div|sum|sqrt|sigma|Sigma|sin|wedge)\b)"
)
_EITHER_CASE: Final = re.compile(r"\[([^\W\d_])([^\W\d_])\]")
_MAY_MISS: Final = re.compile(r"(?<=[\w-])\?(?=\w)")
_ADDRESS: Final = re.compile(r"\w[/=]|^www\.")
_CAPITAL_OR: Final = re.compile(r"\s+OR\s+")
_BAR: Final = re.compile(r"\s*(?<!\|)\|(?!\||\s*or\s*\|)\s*", re.I)
_LOOSE: Final = re.compile(r"\s+or\s+|\s+/\s+", re.I)
_MISTYPED: Final = re.compile(r"\|\s*or\s*\||\|\|", re.I)


def unmarked_pattern(subject: Subject) -> Iterator[Finding]:
    """G9: an entry has the signs of a regular expression and no `^`, and is looked for as it stands."""
    for entry in subject.asked.entries:
        for spelling in entry.spellings:
            if looks_unmarked(spelling) and not _is_said(spelling, subject):
                yield Finding(
                    entry.pointer,
                    "The entry looks like a pattern and is read as a phrase, its signs as they stand: a "
                    'pattern is written "^...$" and speaks about the whole text.',
                    _fix_pattern(entry, subject),
                    show(entry.source),
                )
                break


def looks_unmarked(spelling: Spelling) -> bool:
    """Tells whether a phrase has the signs of a regular expression."""
    if spelling.is_pattern:
        return False
    source = _LATEX.sub(" ", spelling.source)
    if _REGEX.search(source) or (_MAY_MISS.search(source) and not _ADDRESS.search(source)):
        return True
    return any(one[1] != one[2] and one[1].lower() == one[2].lower() for one in _EITHER_CASE.finditer(source))


def _fix_pattern(entry: Written, subject: Subject) -> str:
    if entry in (*subject.asked.items, *subject.asked.forbidden):
        return 'List its spellings as phrases: "one", "other".'
    meant = [
        one.source if one.is_pattern or looks_unmarked(one) else phrase(one.source) for one in entry.spellings
    ]
    pattern = as_pattern(meant, anywhere=entry not in subject.asked.exact)
    if not pattern:
        return 'Write it in RE2\'s syntax as "^...$", or as phrases.'
    return f'Write {quoted(pattern)}, or its spellings as phrases: "one {SEPARATOR} other".'


def lone_separator(subject: Subject) -> Iterator[Finding]:
    """G9: an entry has a bar or an OR where alternatives are meant, and is looked for as one phrase."""
    for entry in subject.asked.entries:
        for spelling in entry.spellings:
            pieces = (
                [] if spelling.is_pattern or looks_unmarked(spelling) else _pieces(spelling, entry, subject)
            )
            if pieces and not _is_said(spelling, subject):
                whole = [piece for one in entry.spellings for piece in _split(one, spelling, pieces)]
                yield Finding(
                    entry.pointer,
                    f"The entry looks as if it had alternatives, and is read as one phrase: only {SEPARATOR} "
                    "separates them.",
                    f"Write {quoted(f' {SEPARATOR} '.join(whole))}.",
                    show(entry.source),
                )
                break


def _split(one: Spelling, spelling: Spelling, pieces: list[str]) -> list[str]:
    return pieces if one == spelling else [one.source]


def _pieces(spelling: Spelling, entry: Written, subject: Subject) -> list[str]:
    """Returns what was probably meant as alternatives; empty for a phrase that is one."""
    source = spelling.source
    if _MISTYPED.search(source):
        return []  # told when the spec is read
    for sign in (_BAR, _CAPITAL_OR):
        pieces = sign.split(source)
        if len(pieces) > 1 and all(map(fold_entry, pieces)):
            return pieces
    pieces = _LOOSE.split(source)
    if len(pieces) < 2 or not all(map(fold_entry, pieces)) or entry not in subject.asked.demanded:
        return []
    # An "or" may be part of what is looked for: a right example tells that one of the sides alone is right.
    language = subject.task.verifier.language
    read = read_entry(entry.source, language)
    for reply in (Reply(text, language) for text in subject.task.positive_examples):
        if not read.occurs(reply) and any(stands_in(fold_entry(piece), reply) for piece in pieces):
            return pieces
    return []


def _is_said(spelling: Spelling, subject: Subject) -> bool:
    """Tells whether the gold, the question or a right example says an entry as it stands."""
    language = subject.task.verifier.language
    texts = (*subject.task.positive_examples, *subject.task.golds, subject.question.restated)
    return any(stands_in(spelling.folded, Reply(text, language)) for text in texts if text)
