"""Text that remembers where it came from.

Normalising an answer drops, replaces and joins characters. `Aligned` carries the result together with a
list of pieces, so that a match in it can be shown in the text the agent really wrote (ANS-A8).
"""

from __future__ import annotations

from bisect import bisect_right
from sys import maxsize
from typing import Final

from probatum.outcome import Span, new_tuple

Piece = tuple[int, int, int, bool]
"""Where a piece begins in the text, the range of the source it stands for, and whether it equals that."""


class Aligned:
    """A derived text and, for every position in it, the range of the source that it stands for.

    The text is made of pieces. A *kept* piece equals its source, character by character; a *put* piece
    stands as a whole for a range of the source, whatever their lengths. Chains of steps compose: the
    source of one step is the text of the one before (`over`).
    """

    __slots__ = ("_base", "_pieces", "text")

    def __init__(self, text: str, pieces: list[Piece], base: Aligned | None = None) -> None:
        self.text: Final = text
        self._pieces = pieces
        self._base = base

    @classmethod
    def identity(cls, text: str, base: Aligned | None = None) -> Aligned:
        """Returns the text as its own source."""
        return cls(text, [], base)

    def over(self, base: Aligned) -> Aligned:
        """Returns the same text with spans that lead through `base`, whose text was this one's source."""
        return Aligned(self.text, self._pieces, base if self._base is None else self._base.over(base))

    def span(self, start: int, end: int) -> Span:
        """Returns the range of the original that `text[start:end]` stands for.

        An empty range gives an empty span at the place in question. Dropped characters at the edges are
        not part of it, so that a highlighted `**word**` shows the word alone.
        """
        if self._pieces:
            out, first, last, kept = self._piece_at(start)
            if kept and start < end <= out + last - first:
                # All of it in one kept piece, as most is.
                start, end = first + start - out, first + end - out
            else:
                first = self._source_of(start)[0]
                last = self._source_of(end - 1)[1] if end > start else first
                start, end = first, max(first, last)
        if self._base is not None:
            return self._base.span(start, end)
        return new_tuple(Span, (start, end))

    def _piece_at(self, position: int) -> Piece:
        """Returns the last of the pieces that begin no later."""
        # No place in a source is as far as `maxsize`.
        return self._pieces[max(0, bisect_right(self._pieces, (position, maxsize, 0, False)) - 1)]

    def _source_of(self, position: int) -> tuple[int, int]:
        """Returns the source range of one character (of the end, for a position past the last)."""
        out, start, end, kept = self._piece_at(position)
        if kept:
            place = min(start + position - out, end)
            return place, min(place + 1, end)
        return start, end


class Builder:
    """Collects the pieces of an `Aligned` from left to right."""

    __slots__ = ("_length", "_parts", "_pieces", "_source")

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0

    @property
    def length(self) -> int:
        """Length of what was collected so far, in code points."""
        return self._length

    def keep(self, start: int, end: int) -> None:
        """Takes `source[start:end]` over as it is."""
        if end > start:
            out, first = self._length, start
            if self._pieces and self._pieces[-1][3] and self._pieces[-1][2] == start:
                # It goes on with the piece before.
                out, first, _, _ = self._pieces.pop()
            self._pieces.append((out, first, end, True))
            self._parts.append(self._source[start:end])
            self._length += end - start

    def put(self, text: str, start: int, end: int) -> None:
        """Puts `text` in place of `source[start:end]`; an empty text drops the range."""
        if text:
            self._pieces.append((self._length, start, end, False))
            self._parts.append(text)
            self._length += len(text)

    def done(self) -> Aligned:
        """Returns the collected text; one that equals its source becomes the identity."""
        text = "".join(self._parts)
        if text == self._source:
            return Aligned.identity(text)
        return Aligned(text, self._pieces)
