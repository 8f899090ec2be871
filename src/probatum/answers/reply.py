"""A reply as the verifiers see it: markup taken off, folded, cut to a scope, its numbers read.

Numbers and the leading sentence are read when first asked for and kept, so that several verifiers share the
work. Text is folded without a map back; the map is built when evidence is asked for.
"""

from __future__ import annotations

from typing import Final, Literal

from probatum.answers.numbers import NumberMention, read_numbers
from probatum.outcome import Span, new_tuple
from probatum.text.aligned import Aligned
from probatum.text.characters import is_word
from probatum.text.folding import fold, fold_text, folds_in_place
from probatum.text.markup import Marked, is_plain, strip_marks
from probatum.text.sentences import first_sentence

Scope = Literal["full", "first_sentence"]

LOOSE: Final = " .,;:!?\"'…¿¡。、，！？；：「」『』《》〈〉【】〔〕・·؟،؛۔।॥"
"""Punctuation that does not matter around an entry (ANS-A6), in folded form."""

SURROUNDING: Final = LOOSE + "()[]{}"
"""Punctuation that does not matter around a whole text: brackets as well."""


def bare(text: str, signs: str = SURROUNDING) -> tuple[int, int]:
    """Returns the range of a folded text without the punctuation around it.

    A point that leads a word or number belongs to it (`.NET`, `.5`), and a dash before a blank does not
    (`- Raven`).
    """
    body = text.strip(signs)
    if body.startswith("- "):
        body = body[2:].lstrip(signs)
    if body.endswith(" -"):
        body = body[:-2].rstrip(signs)
    start = text.find(body)
    end = start + len(body)
    if (
        body
        and start
        and text[start - 1] == "."
        and is_word(body[0])
        and text[start - 2 : start - 1] in "\"'( "
    ):
        start -= 1
    return start, end


Range = tuple[int, int]
"""A half-open range of a folded text."""


class Scoped:
    """One scope of a reply: its stripped text, the folded text, and ways back to the original.

    Attributes:
        stripped: The text without markup.
        text: The folded text.
        probed: The same with blanks for hyphens, of which many phrases are soon seen not to stand there.
        language: Language of the gold.
    """

    # Looked up on the class until they are computed: a reply is made for every answer.
    _folding: Aligned | None = None
    _in_place = False
    _numbers: list[NumberMention] | None = None

    def __init__(self, stripped: str, marked: Marked | None, language: str) -> None:
        self.stripped = stripped
        self.language = language
        self._marked = marked
        spread = "  " in stripped or ("-" in stripped and "--" in stripped)
        if marked is None and not spread and stripped.isascii():
            # Of plain text in ASCII, which holds no white space but blanks, folding changes letters alone.
            self.text = stripped.lower()
            self._in_place = True
        else:
            self.text = fold_text(stripped)
        text = self.text
        self.probed = text.replace(" - ", " ").replace("-", " ") if "-" in text else text

    @property
    def numbers(self) -> list[NumberMention]:
        """The numbers of the scope; their places count in `stripped`."""
        if self._numbers is None:
            self._numbers = read_numbers(self.stripped, self.language)
        return self._numbers

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Returns the range of the stripped text for a range of the folded text."""
        if self._in_place:
            return start, end
        if self._folding is None:
            stripped = self.stripped
            if folds_in_place(stripped, self.text):
                # Folding changed characters alone, as it mostly does: no map is needed.
                self._in_place = True
                return start, end
            self._folding = fold(stripped)
        return self._folding.span(start, end)

    def span(self, start: int, end: int) -> Span:
        """Returns the range of the original for a range of the folded text."""
        if not self._in_place:
            start, end = self.source(start, end)
        return (
            new_tuple(Span, (start, end)) if self._marked is None else self._marked.aligned.span(start, end)
        )

    def stripped_span(self, start: int, end: int) -> Span:
        """Returns the range of the original for a range of the stripped text."""
        return Span(start, end) if self._marked is None else self._marked.aligned.span(start, end)


class Reply(Scoped):
    """An answer, read lazily; it is its own full scope.

    Args:
        answer: The text as the agent wrote it.
        language: Language of the gold, for number words and abbreviations (ANS-A10).

    Attributes:
        original: The answer.
        stripped: The answer without its markup, line structure kept.
        is_blank: Whether nothing is left of it: white space, comments and invisible characters aside.
    """

    _first: Scoped | None = None

    def __init__(self, answer: str, language: str = "en") -> None:
        self.original = answer
        if is_plain(answer):
            Scoped.__init__(self, answer, None, language)
        else:
            marked = strip_marks(answer)
            Scoped.__init__(self, marked.aligned.text, marked, language)
        self.is_blank = not self.text

    def scoped(self, scope: Scope) -> Scoped:
        """Returns the part of the answer that a verifier looks at."""
        return self if scope == "full" else self._first or self.first

    @property
    def full(self) -> Scoped:
        """The whole answer."""
        return self

    @property
    def first(self) -> Scoped:
        """The leading sentence with its lead-ins (ANS-B6)."""
        if self._first is None:
            text, marked = self.stripped, self._marked
            end = first_sentence(text, () if marked is None else marked.headings, self.language)
            self._first = self if end == len(text) else Scoped(text[:end], marked, self.language)
        return self._first
