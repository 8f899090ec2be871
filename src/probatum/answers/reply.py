"""A reply as the verifiers see it: markup taken off, folded, cut to a scope, its numbers read.

Everything is computed when first asked for and kept, so that several verifiers share the work. Text that is
only *compared* is folded without a map back; the map is built when evidence is asked for.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from probatum.answers.numbers import NumberMention, read_numbers
from probatum.outcome import Span
from probatum.text.aligned import Aligned
from probatum.text.folding import fold, fold_text
from probatum.text.markup import Marked, is_plain, strip
from probatum.text.sentences import first_sentence

Scope = Literal["full", "first_sentence"]

LOOSE: Final = " .,;:!?\"'…。、，！？；：「」『』"
"""Punctuation that does not matter around an entry (ANS-A6), in folded form."""

SURROUNDING: Final = LOOSE + "()[]{}"
"""Punctuation that does not matter around a whole text: brackets as well."""


class Range(NamedTuple):
    """A half-open range of a folded text."""

    start: int
    end: int


class Scoped:
    """One scope of a reply: its stripped text, the folded text, and ways back to the original."""

    __slots__ = ("_aligned", "_marked", "_numbers", "language", "stripped", "text")

    def __init__(self, stripped: str, marked: Marked | None, language: str) -> None:
        self.stripped: Final = stripped
        self.text: Final = fold_text(stripped)
        self.language: Final = language
        self._marked = marked
        self._aligned: Aligned | None = None
        self._numbers: list[NumberMention] | None = None

    @property
    def numbers(self) -> list[NumberMention]:
        """The numbers of the scope; their places count in `stripped`."""
        if self._numbers is None:
            self._numbers = read_numbers(self.stripped, self.language)
        return self._numbers

    def is_capital(self, position: int) -> bool:
        """Tells whether the character at a place of the folded text was written as a capital."""
        place = fold(self.stripped).span(position, position + 1)
        return self.stripped[place.start : place.end].isupper()

    def span(self, start: int, end: int) -> Span:
        """Returns the range of the original for a range of the folded text."""
        if self._aligned is None:
            stripped = self.stripped
            if (
                self._marked is None
                and len(self.text) == len(stripped)
                and stripped.isascii()
                and "--" not in stripped
            ):
                # Folding changed letters alone, as it mostly does: no map is needed.
                return Span(start, end)
            aligned = fold(stripped)
            self._aligned = aligned if self._marked is None else aligned.over(self._marked.aligned)
        return self._aligned.span(start, end)

    def stripped_span(self, start: int, end: int) -> Span:
        """Returns the range of the original for a range of the stripped text."""
        return Span(start, end) if self._marked is None else self._marked.aligned.span(start, end)


class Reply:
    """An answer, read lazily.

    Args:
        answer: The text as the agent wrote it.
        language: Language of the gold, for number words and abbreviations (ANS-A10).
    """

    __slots__ = ("_first", "_full", "_marked", "language", "original")

    def __init__(self, answer: str, language: str = "en") -> None:
        self.original: Final = answer
        self.language: Final = language
        self._marked: Marked | None = None if is_plain(answer) else strip(answer)
        self._full: Scoped | None = None
        self._first: Scoped | None = None

    @property
    def stripped(self) -> str:
        """The answer without its markup, line structure kept."""
        return self.original if self._marked is None else self._marked.aligned.text

    def scoped(self, scope: Scope) -> Scoped:
        """Returns the part of the answer that a verifier looks at."""
        return self.full if scope == "full" else self.first

    @property
    def full(self) -> Scoped:
        """The whole answer."""
        if self._full is None:
            self._full = Scoped(self.stripped, self._marked, self.language)
        return self._full

    @property
    def first(self) -> Scoped:
        """The leading sentence with its lead-ins (ANS-B6)."""
        if self._first is None:
            headings = () if self._marked is None else self._marked.headings
            text = self.stripped
            end = first_sentence(text, headings, self.language)
            self._first = Scoped(text[:end], self._marked, self.language)
        return self._first
