"""Where an entry that was not found nearly stood: outside the scope, or as a part of a word or number."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from probatum.answers.entries import read_entry
from probatum.answers.phrases import Phrase
from probatum.answers.reply import Scope, Scoped
from probatum.outcome import Reason, Span

_FURTHEST: Final = 24


class NearMiss(NamedTuple):
    """A place where an entry nearly stood, in words, and its span in the original."""

    text: str
    span: Span


def near_miss(reason: Reason, whole: Scoped, scope: Scope, language: str) -> NearMiss | None:
    """Returns where the subject of a reason nearly stood; None where nothing like it stands.

    Args:
        reason: A reason that something was not found.
        whole: The whole answer.
        scope: The part of the answer that was looked at.
        language: Language of the spec.
    """
    if reason.spans:
        return None  # the reason itself says where
    entry = read_entry(reason.expected, language)
    if scope != "full":
        found = entry.find(whole)
        if found is not None:
            where = "it stands only after the first sentence, which is all that counts here"
            return NearMiss(where, whole.span(*found))
    for alternative in entry.alternatives:
        if isinstance(alternative, Phrase):
            pattern = "[ -]+".join(re.escape(word) for word in alternative.words)
            match = re.search(pattern, whole.text)
            if match is not None:
                start, end = _whole_word(whole.text, match.start(), match.end())
                where = f'it stands only as a part of "{whole.text[start:end]}"'
                return NearMiss(where, whole.span(start, end))
    return None


def _whole_word(text: str, start: int, end: int) -> tuple[int, int]:
    """Widens a range to the blanks around it, within reason."""
    first, last = max(0, start - _FURTHEST), min(len(text), end + _FURTHEST)
    while start > first and text[start - 1] != " ":
        start -= 1
    while end < last and text[end] != " ":
        end += 1
    return start, end
