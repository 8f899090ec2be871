"""Entries that say less than they seem to, because signs at their edges do not count (ANS-A6, G9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from probatum.answers.traps._subject import Spelling, Subject
from probatum.answers.traps._trap import Finding
from probatum.documents import show

_QUOTES: Final = frozenset('"“”„«»')
_TELLING: Final = _QUOTES | frozenset(":,;?!")
"""Signs that somebody who writes them at the edge of an exclusion means to be there."""


def edge_dropped(subject: Subject) -> Iterator[Finding]:
    """G9: an exclusion is meant to be narrow by a sign at its edge, and the sign does not count."""
    for entry in (*subject.asked.exclude, *subject.asked.forbidden):
        for spelling in entry.spellings:
            sign = _dropped(spelling)
            if sign:
                yield Finding(
                    entry.pointer,
                    f"The sign {show(sign)} at the edge of {show(spelling.source)} does not count: "
                    f"{show(spelling.folded)} is excluded wherever it stands.",
                    f"Write {show(spelling.folded)}, if that is meant; otherwise a longer phrase, or a "
                    "pattern in which the sign counts.",
                    show(entry.source),
                )
                break


def _dropped(spelling: Spelling) -> str:
    """Returns the telling sign at an edge of a phrase that does not count; quotes in pairs tell nothing."""
    source = spelling.source
    if spelling.is_pattern or not source:
        return ""
    first, last = source[0] in _TELLING, source[-1] in _TELLING
    if first == last:
        return ""
    sign = source[0] if first else source[-1]
    kept = spelling.folded[:1] if first else spelling.folded[-1:]
    is_paired = sign in _QUOTES and spelling.folded.count('"') % 2 == 1
    return "" if sign == kept or is_paired else sign
