"""Text that remembers where it came from.

Normalising an answer drops, replaces and joins characters. `Aligned` carries the result together with a
list of pieces, so that a match in it can be shown in the text the agent really wrote (ANS-A8).
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from probatum.outcome import Span


class Aligned:
    """A derived text and, for every position in it, the range of the source that it stands for.

    The text is made of pieces. A *kept* piece equals its source, character by character; a *put* piece
    stands as a whole for a range of the source, whatever their lengths. Chains of steps compose: the
    source of one step is the text of the one before (`over`).
    """

    __slots__ = ("_base", "_kept", "_out", "_source_end", "_source_start", "text")

    def __init__(
        self,
        text: str,
        out: list[int],
        source_start: list[int],
        source_end: list[int],
        kept: list[bool],
        base: Aligned | None = None,
    ) -> None:
        self.text: Final = text
        self._out = out
        self._source_start = source_start
        self._source_end = source_end
        self._kept = kept
        self._base = base

    @classmethod
    def identity(cls, text: str, base: Aligned | None = None) -> Aligned:
        """Returns the text as its own source."""
        return cls(text, [], [], [], [], base)

    def over(self, base: Aligned) -> Aligned:
        """Returns the same text with spans that lead through `base`, whose text was this one's source."""
        below = base if self._base is None else self._base.over(base)
        return Aligned(self.text, self._out, self._source_start, self._source_end, self._kept, below)

    def span(self, start: int, end: int) -> Span:
        """Returns the range of the original that `text[start:end]` stands for.

        An empty range gives an empty span at the place in question. Dropped characters at the edges are
        not part of it, so that a highlighted `**word**` shows the word alone.
        """
        if self._out:
            first = self._source_of(start)[0]
            last = self._source_of(end - 1)[1] if end > start else first
            start, end = first, max(first, last)
        if self._base is not None:
            return self._base.span(start, end)
        return Span(start, end)

    def _source_of(self, position: int) -> tuple[int, int]:
        """Returns the source range of one character (of the end, for a position past the last)."""
        piece = max(0, bisect_right(self._out, position) - 1)
        if self._kept[piece]:
            place = self._source_start[piece] + position - self._out[piece]
            place = min(place, self._source_end[piece])
            return place, min(place + 1, self._source_end[piece])
        return self._source_start[piece], self._source_end[piece]


class Builder:
    """Collects the pieces of an `Aligned` from left to right."""

    __slots__ = ("_kept", "_length", "_out", "_parts", "_source", "_source_end", "_source_start")

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._out: list[int] = []
        self._source_start: list[int] = []
        self._source_end: list[int] = []
        self._kept: list[bool] = []
        self._length = 0

    @property
    def length(self) -> int:
        """Length of what was collected so far, in code points."""
        return self._length

    def keep(self, start: int, end: int) -> None:
        """Takes `source[start:end]` over as it is."""
        if end > start:
            if self._kept and self._kept[-1] and self._source_end[-1] == start:
                self._source_end[-1] = end
                self._parts.append(self._source[start:end])
                self._length += end - start
            else:
                self._add(self._source[start:end], start, end, True)

    def put(self, text: str, start: int, end: int) -> None:
        """Puts `text` in place of `source[start:end]`; an empty text drops the range."""
        if text:
            self._add(text, start, end, False)

    def _add(self, text: str, start: int, end: int, kept: bool) -> None:
        self._parts.append(text)
        self._out.append(self._length)
        self._source_start.append(start)
        self._source_end.append(end)
        self._kept.append(kept)
        self._length += len(text)

    def done(self) -> Aligned:
        """Returns the collected text; one that equals its source becomes the identity."""
        text = "".join(self._parts)
        if text == self._source:
            return Aligned.identity(text)
        return Aligned(text, self._out, self._source_start, self._source_end, self._kept)
