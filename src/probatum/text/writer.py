"""Writes the stripped text: what is kept, with the line structure between."""

from __future__ import annotations

from typing import Final

from probatum.text.aligned import Aligned, Piece
from probatum.text.tags import Effect


class Writer:
    """Collects text from left to right, so that no line has white space at its edges and none is empty.

    Attributes:
        source: The text that is kept from.
        headings: Ranges of the written text that are headings.
    """

    __slots__ = ("_break", "_heading", "_length", "_parts", "_pieces", "headings", "source")

    def __init__(self, source: str) -> None:
        self.source: Final = source
        self.headings: Final[list[tuple[int, int]]] = []
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._length = 0
        self._break = ""
        self._heading: tuple[int, int] | None = None

    def keep(self, start: int, end: int) -> None:
        """Writes a range of the source."""
        text = self.source[start:end]
        if text and (self._break or not self._length) and text[0].isspace():
            text = text.lstrip()
            start = end - len(text)
        if text:
            self._write(text, start, end, True)

    def put(self, text: str, start: int, end: int) -> None:
        """Writes text in the place of a range of the source."""
        if not text.isspace() or (self._length and not self._break):
            self._write(text, start, end, False)

    def end_line(self) -> None:
        """Ends the line: the next text starts on a new one."""
        if not self._break:
            self._trim()
            self._break = "\n" if self._length else ""

    def end_block(self) -> None:
        """Ends the block: the next text starts a new one."""
        if not self._break:
            if not self._length:
                return
            self._trim()
        self._break = "\n\n" if self._length else ""

    def end_cell(self, place: int) -> None:
        """Ends a cell at a place of the source: the next text on this line is another one."""
        if not self._break:
            self._trim()
            if self._length:
                self._write("\t", place, place, False)

    def start_heading(self) -> None:
        """Starts a heading, up to `end_heading`."""
        self._heading = (self._length, len(self._break))

    def end_heading(self) -> None:
        """Notes the range of the heading, unless nothing was in it."""
        if self._heading:
            if not self._break:
                self._trim()
            length, gap = self._heading
            if self._length > length:
                self.headings.append((length + gap, self._length))
            self._heading = None

    def structure(self, effect: Effect, place: int) -> None:
        """Does what an HTML tag that ends at a place of the source does to the lines."""
        if effect is Effect.LINE:
            self.end_line()
        elif effect is Effect.CELL:
            self.end_cell(place)
        else:
            if effect is not Effect.BLOCK:
                self.end_heading()
            self.end_block()
            if effect is Effect.HEADING_START:
                self.start_heading()

    def done(self) -> Aligned:
        """Returns what was written; a text that equals its source is its own map."""
        if not self._break:
            self._trim()
        text = "".join(self._parts)
        if text == self.source:
            return Aligned.identity(text)
        return Aligned(text, self._pieces)

    def _write(self, text: str, start: int, end: int, kept: bool) -> None:
        parts, pieces = self._parts, self._pieces
        if self._break:
            parts.append(self._break)
            pieces.append((self._length, pieces[-1][2], start, False))
            self._length += len(self._break)
            self._break = ""
        parts.append(text)
        pieces.append((self._length, start, end, kept))
        self._length += len(text)

    def _trim(self) -> None:
        """Takes white space off the end of what was written."""
        parts, pieces = self._parts, self._pieces
        while parts and parts[-1][-1].isspace():
            whole = parts[-1]
            text = whole.rstrip()
            self._length -= len(whole) - len(text)
            if text:
                parts[-1] = text
                out, start, _, kept = pieces[-1]
                if kept:
                    pieces[-1] = (out, start, start + len(text), True)
                return
            parts.pop()
            pieces.pop()
