"""Phrases: what is matched between word boundaries in a folded text (ANS-B5)."""

from __future__ import annotations

import re
from typing import Final

from probatum.answers.reply import LOOSE, SURROUNDING, Range, Scoped, bare
from probatum.text.boundaries import DIGIT, FREE, LETTER, Edge, begins_word, edge_of, ends_word, is_sign
from probatum.text.characters import is_word

_DIGITS: Final = "0123456789"
_GAP: Final = re.compile(r"( ?-+ ?| )")
# Polarity words by language: they are not found in a hyphenated word (`no-one`), nor in `No. 5`.
_POLARITY: Final = {"en": frozenset({"yes", "no"})}


class Phrase:
    """A phrase in folded form.

    Blanks and hyphens inside it are interchangeable, and an edge that is not alphanumeric demands no
    boundary, so that `$9.99`, `C++` and `listOpenTabs()` are found where they stand. A hyphen in front of a
    digit is a sign: `-5` is not found in the range `3-5`.
    """

    # What matching needs beyond the probe is worked out when the probe is first found: most phrases of a
    # spec are spellings and exclusions that no reply holds.
    _first: Edge | None = None
    _last: Edge = FREE
    _parts: tuple[str, ...] = ()
    _gaps: tuple[bool, ...] = ()
    _signed = _lettered = False
    _left_digits = _right_digits = 0
    _enders = ""
    _needle = ""
    _polarity = False

    def __init__(self, folded: str, language: str) -> None:
        self._folded = folded
        self._language = language
        self.probes = (folded if "-" not in folded else _probe(_words(folded)[0]),)

    @property
    def words(self) -> tuple[str, ...]:
        """Its words, a hyphen at an edge of it included."""
        return _words(self._folded)[0]

    def _prepare(self) -> None:
        folded = self._folded
        self._parts, self._gaps = _words(folded)
        first, last = self._parts[0], self._parts[-1]
        self._needle = " ".join(self._parts)
        self._signed = first[0] == "-" and first[1:2].isdigit()
        self._polarity = folded in _POLARITY.get(self._language, ())
        # A stop may go on: in an acronym (`u.s` in `u.s.a.`), and behind `no` (`No. 5`).
        self._enders = ' ,;:!?)"' if self._polarity or last[-2:-1] == "." else ' .,;:!?)"'
        self._last = edge_of(last[-1])
        edge = FREE if self._signed else edge_of(first[0])
        self._left_digits = _run(first) if edge is DIGIT else 0
        self._right_digits = _run(last[::-1]) if self._last is DIGIT else 0
        self._lettered = edge is LETTER and self._last is LETTER
        self._first = edge

    def find(self, scoped: Scoped, position: int = 0) -> Range | None:
        """Returns the first occurrence from a place on, or None."""
        text = scoped.text
        if self._first is None:
            self._prepare()
        if self._gaps and "-" in text:
            return self._apart(scoped, position)
        # Without hyphens in the text there are none in its gaps, and the phrase stands there as a whole.
        needle = self._needle
        start = text.find(needle, position)
        while start >= 0:
            end = start + len(needle)
            if self._fits(scoped, text, start, end):
                return start, end
            start = text.find(needle, start + 1)
        return None

    def find_all(self, scoped: Scoped) -> list[Range]:
        """Returns the occurrences from left to right; they do not overlap."""
        found: list[Range] = []
        place = self.find(scoped)
        while place is not None:
            found.append(place)
            _, end = place
            # Most stand there once.
            place = self.find(scoped, end) if scoped.text.find(self._parts[0], end) >= 0 else None
        return found

    def _fits(self, scoped: Scoped, text: str, start: int, end: int) -> bool:
        """Tells whether a place is bounded; quickly where letters stand beside blanks, stops or letters."""
        if self._lettered:
            before = text[start - 1] if start else " "
            after = text[end : end + 1]
            if "a" <= before <= "z" or ("a" <= after <= "z" and text[end - 1] <= "z"):
                return False
            if before in ' ("' and after in self._enders:
                return True
        return self._bounded(scoped, start, end)

    def _apart(self, scoped: Scoped, position: int) -> Range | None:
        """Returns the first occurrence whose words may have hyphens between them."""
        text = scoped.text
        start = text.find(self._parts[0], position)
        while start >= 0:
            end = self._end(text, start)
            if end and self._bounded(scoped, start, end):
                return start, end
            start = text.find(self._parts[0], start + 1)
        return None

    def _end(self, text: str, start: int) -> int:
        """Returns where the phrase that begins at `start` ends; 0 if it does not stand there."""
        position = start + len(self._parts[0])
        for word, dashed in zip(self._parts[1:], self._gaps, strict=True):
            if dashed and text.startswith(" - ", position):
                position += 3
            elif text.startswith((" ", "-"), position):
                position += 1
            else:
                return 0
            if not text.startswith(word, position):
                return 0
            position += len(word)
        return position

    def _bounded(self, scoped: Scoped, start: int, end: int) -> bool:
        text = scoped.text
        if start and self._first and not begins_word(text, start, self._first, self._left_digits):
            return False
        if end < len(text) and not ends_word(text, end, self._last, self._right_digits):
            return False
        if self._signed and not is_sign(text, start):
            return False
        return not self._polarity or _is_bare(scoped, start, end)

    def equals(self, scoped: Scoped) -> bool:
        """Tells whether the whole text, surrounding punctuation aside, is this phrase."""
        text = scoped.text
        if self._first is None:
            self._prepare()
        for signs in (SURROUNDING, LOOSE):
            start, end = bare(text, signs)
            if text.startswith(self._parts[0], start) and self._end(text, start) == end:
                return True
        return False


def _words(folded: str) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """Returns the words of a phrase, and of each gap between them whether it was written with a hyphen."""
    if "-" not in folded:
        words = folded.split(" ")
        return tuple(words), (False,) * (len(words) - 1)
    body = folded.strip("- ")
    pieces = _GAP.split(body) if body else [folded]
    words = pieces[::2]
    # A hyphen at an edge belongs to the entry: `-5`, `-v`, the grade `A-`.
    if body and folded.startswith("-" + body):
        words[0] = "-" + words[0]
    if body and folded.endswith(body + "-"):
        words[-1] += "-"
    return tuple(words), tuple("-" in gap for gap in pieces[1::2])


def _probe(words: tuple[str, ...]) -> str:
    """Returns what stands for words where hyphens are blanks; nothing where one of them is but hyphens."""
    return " ".join(words).replace("-", " ") if all(word.strip("- ") for word in words) else ""


def _run(text: str) -> int:
    """Returns the length of the run of digits that a text begins with."""
    return len(text) - len(text.lstrip(_DIGITS))


def _is_bare(scoped: Scoped, start: int, end: int) -> bool:
    """Tells a bare yes or no from a part of a hyphenated word and from the abbreviation in `It is No. 5`.

    Both look alike in folded text. An en dash joins no word (`No–the hut is closed`), and the abbreviation
    is written with a capital, behind a word of its line and in front of its number, or as one sign.
    """
    text = scoped.text
    for dash, neighbour in ((start - 1, start - 2), (end, end + 1)):
        if 0 <= neighbour < len(text) and text[dash] == "-" and is_word(text[neighbour]):
            place, after = scoped.source(dash, dash + 1)
            if "–" not in scoped.stripped[place:after]:
                return False
    if not text.startswith("no.", start):
        return True
    place, after = scoped.source(start, end + 1)
    written = scoped.stripped
    if written[place] == "№":
        return False
    if not (start > 1 and text[end + 1 : end + 3].strip()[:1].isdigit()):
        return True
    following = written[after : after + 3].lstrip(" ")
    behind_a_word = written[place - 1 : place] == " " and written[place - 2 : place - 1].isalnum()
    return not (written[place].isupper() and behind_a_word and following[:1].isdigit())
