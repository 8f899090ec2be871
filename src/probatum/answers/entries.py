"""Entries of a spec: the phrases and patterns that are looked for in a folded text.

An *entry* offers one or more *alternatives* (`kangaroos |OR| kangaroo`, ANS-B3). An alternative is a phrase,
matched between word boundaries (ANS-B5), or a pattern, matched by RE2 in linear time (ANS-B4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from probatum.answers.patterns import Pattern, is_anchored, looks_like_pattern
from probatum.answers.phrases import Phrase
from probatum.answers.reply import LOOSE, Range, Scoped, bare
from probatum.text.folding import fold_text

SEPARATOR: Final = "|OR|"
_BETWEEN: Final = f" {SEPARATOR} ".lower()
_ENCLOSED: Final = re.compile(r"\((?![0-9]+\)|.\))[^()]+\)")


class Alternative(Protocol):
    """What one spelling of an entry can do.

    Most alternatives occur in no reply, and looking for a probe is many times faster than `find`.

    Attributes:
        probes: Of these at least one stands in `Scoped.probed` of every text in which the alternative
            occurs; may be empty.
    """

    @property
    def probes(self) -> tuple[str, ...]: ...  # noqa: D102 - see above

    def find(self, scoped: Scoped) -> Range | None:
        """Returns the first occurrence, or None."""

    def find_all(self, scoped: Scoped) -> list[Range]:
        """Returns the occurrences from left to right; they do not overlap."""

    def equals(self, scoped: Scoped) -> bool:
        """Tells whether the whole text, surrounding punctuation aside, is this alternative."""


class AnyOf:
    """Alternatives that are looked for together, of which any will do.

    Attributes:
        alternatives: The alternatives, in the author's order.
    """

    __slots__ = ("_behind", "alternatives")

    def __init__(self, alternatives: Iterable[Alternative]) -> None:
        self.alternatives: Final = tuple(alternatives)
        self._behind: dict[str, list[Alternative]] = {}

    def _behind_probes(self) -> dict[str, list[Alternative]]:
        """Returns the alternatives by their probes.

        They are sorted when they are first needed: most entries of a spec are never looked for one by one.
        """
        groups: dict[str, list[Alternative]] = {}
        for alternative in self.alternatives:
            for probe in alternative.probes:
                groups.setdefault(probe, []).append(alternative)
        self._behind = groups
        return groups

    def occurs(self, scoped: Scoped) -> bool:
        """Tells whether any of them occurs."""
        text = scoped.probed
        behind = self._behind or self._behind_probes()
        for probe in behind:
            if probe in text:
                for alternative in behind[probe]:
                    if alternative.find(scoped) is not None:
                        return True
        return False

    def near(self, scoped: Scoped) -> list[Alternative]:
        """Returns those that may occur: few, and mostly none, so that the others need no look."""
        text = scoped.probed
        if not text:
            # Asked of every spec that is compiled, for which nothing is to be sorted.
            return [alternative for alternative in self.alternatives if "" in alternative.probes]
        behind = self._behind or self._behind_probes()
        return [alternative for probe in behind if probe in text for alternative in behind[probe]]

    def find(self, scoped: Scoped) -> Range | None:
        """Returns the earliest occurrence of any of them; of two at one place the longer."""
        text = scoped.probed
        behind = self._behind or self._behind_probes()
        best: Range | None = None
        for probe in behind:
            if probe in text:
                for alternative in behind[probe]:
                    if found := alternative.find(scoped):
                        best = earlier(best, found)
        return best

    def find_all(self, scoped: Scoped) -> list[Range]:
        """Returns the occurrences of all of them, from left to right, none inside another."""
        text = scoped.probed
        behind = self._behind or self._behind_probes()
        near = [alternative for probe in behind if probe in text for alternative in behind[probe]]
        return occurrences(near, scoped)


def occurrences(alternatives: Sequence[Alternative], scoped: Scoped) -> list[Range]:
    """Returns the occurrences of several alternatives, from left to right, none inside another."""
    if not alternatives:
        return []
    found = alternatives[0].find_all(scoped)
    if len(alternatives) == 1:
        return found
    for alternative in alternatives[1:]:
        found += alternative.find_all(scoped)
    if len(found) < 2:
        return found
    found.sort(key=_leftmost_longest)
    kept: list[Range] = []
    for place in found:
        if not kept or place[1] > kept[-1][1]:
            kept.append(place)
    return kept


def earlier(one: Range | None, other: Range) -> Range:
    """Returns the earlier of two places; of two at one place the longer."""
    return other if one is None or (other[0], -other[1]) < (one[0], -one[1]) else one


def _leftmost_longest(place: Range) -> Range:
    return place[0], -place[1]


class Entry(AnyOf):
    """One entry of a spec with its alternatives.

    Attributes:
        source: The entry in the author's own words.
        has_pattern: Whether any alternative is a pattern, which speaks about the text as a whole.
        read_leniently: What in its form was read leniently; empty for the strict form.
        is_ordinary: Whether it surely is in the strict form and has nothing but words.
    """

    __slots__ = ("has_pattern", "is_ordinary", "read_leniently", "source")

    def __init__(
        self,
        source: str,
        alternatives: tuple[Alternative, ...],
        read_leniently: str = "",
        *,
        is_ordinary: bool = False,
    ) -> None:
        AnyOf.__init__(self, alternatives)
        self.source: Final = source
        self.has_pattern: Final = "^" in source and any(isinstance(one, Pattern) for one in alternatives)
        self.read_leniently: Final = read_leniently
        self.is_ordinary: Final = is_ordinary

    def equals(self, scoped: Scoped) -> bool:
        """Tells whether the whole text is one of the alternatives."""
        return any(alternative.equals(scoped) for alternative in self.alternatives)


def fold_entry(source: str) -> str:
    """Folds an entry and takes off the punctuation around it that does not matter (ANS-A6).

    Signs that carry meaning stay: `$9.99`, `C++`, `.NET`, `(2) Ethiopian`. Brackets go only where they
    enclose the whole entry and it is a phrase: `(2)` and `(b)` are labels of an option.
    """
    folded = fold_text(source)
    if folded[:1].isalnum() and folded[-1:].isalnum():
        return folded
    start, end = bare(folded, LOOSE)
    trimmed = folded[start:end]
    if trimmed[:1] == "(" and _ENCLOSED.fullmatch(trimmed):
        return trimmed[1:-1].strip(LOOSE)
    return trimmed


def read_entry(source: str, language: str) -> Entry:
    """Reads an entry; the strict form separates alternatives by ` |OR| ` and has patterns stand alone.

    Raises:
        EmptyEntryError: An alternative normalises to nothing (ANS-B7).
        PatternError: A pattern cannot be bounded or is malformed (ANS-B4).
    """
    if _is_ordinary(source):
        phrases = [Phrase(piece, language) for piece in source.lower().split(_BETWEEN)]
        return Entry(source, tuple(phrases), is_ordinary=True)
    pieces = source.split(SEPARATOR)
    # A look at the whole entry spares most pieces of it one each.
    is_folded = len(pieces) > 1 and _is_folded_but_for_capitals(source)
    alternatives: list[Alternative] = []
    lenient = ""
    if len(pieces) > 1 and source.count(f" {SEPARATOR} ") < len(pieces) - 1:
        lenient = "alternatives are separated by |OR| without blanks"
    for piece in pieces:
        text = piece.strip()
        if is_folded and text[:1].isalnum() and text[-1:].isalnum():
            alternatives.append(Phrase(text.lower(), language))
            continue
        if text[:1] == "^" and looks_like_pattern(text):
            alternatives.append(Pattern(text))
            if len(pieces) > 1:
                lenient = "a pattern stands among alternatives"
            elif not is_anchored(text):
                lenient = "the pattern has no closing $, and is searched for"
            continue
        folded = fold_entry(text)
        if not folded:
            raise EmptyEntryError(text)
        alternatives.append(Phrase(folded, language))
    return Entry(source, tuple(alternatives), lenient)


def _is_ordinary(source: str) -> bool:
    """Tells whether an entry has only words in ASCII, single blanks and strict separators: most entries."""
    if source[:1] == "^" or not source.isascii() or "  " in source or source.strip() != source:
        return False
    return source.replace(f" {SEPARATOR} ", "").replace(" ", "").isalnum()


def _is_folded_but_for_capitals(source: str) -> bool:
    """Tells whether surely all that folding would change in a piece of an entry is its capitals."""
    return source.isascii() and "  " not in source and "--" not in source and source.isprintable()


class EmptyEntryError(ValueError):
    """An entry, or an alternative of one, that normalises to nothing."""
