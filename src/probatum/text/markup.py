"""Takes Markdown, HTML and LaTeX wrappers off an answer (ANS-A3), with the way back to the original.

The stripped text is what a reader of the rendered answer sees, one rule excepted: a character that may be
part of the answer is rather kept than lost. Its line structure is the answer's block structure: one line
break inside a block, two at the end of one, a tab between the cells of a table. It never starts or ends
with white space.

Markup is taken off once: what an entity decodes to, or what a code span shows, is text (ANS-A7). `strip`
accepts any string and takes time linear in its length.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from probatum.text.aligned import Aligned, Builder
from probatum.text.blocks import Block, Blocks, Kind
from probatum.text.hidden import remove_hidden
from probatum.text.inline import Edit, Inline
from probatum.text.tags import Effect, closed_names

_NOT_PLAIN_START: Final = frozenset("#>|=-+•◦▪‣●· ")


class Marked(NamedTuple):
    """An answer without its markup.

    Attributes:
        aligned: The stripped text, with spans into the answer.
        headings: Ranges of the stripped text that were headings (or the header of a table), in order.
    """

    aligned: Aligned
    headings: tuple[tuple[int, int], ...]


def is_plain(text: str) -> bool:
    """Whether `strip` would return the text unchanged, as one line without headings.

    It is quick and errs on the safe side: for a few texts without markup it says no.
    """
    return (
        text != ""
        and text[0] not in _NOT_PLAIN_START
        and text[-1] != " "
        and not (
            "*" in text
            or "_" in text
            or "`" in text
            or "[" in text
            or "\\" in text
            or "<" in text
            or "&" in text
            or "~" in text
            or "$$" in text
            or "【" in text
        )
        # No line break, no tab, no blank but the plain one.
        and text.isprintable()
    )


def strip(answer: str) -> Marked:
    """Returns the answer without its markup."""
    if is_plain(answer):
        return Marked(Aligned.identity(answer), ())
    visible = remove_hidden(answer)
    text = answer if visible is None else visible.text
    blocks = Blocks(text)
    writer = _Writer(text)
    closed = closed_names(text)
    for block in blocks.blocks:
        _write(block, writer, blocks.labels, closed)
    aligned = writer.builder.done()
    return Marked(aligned if visible is None else aligned.over(visible), tuple(writer.headings))


def _write(block: Block, writer: _Writer, labels: set[str], closed: frozenset[str]) -> None:
    writer.end_block()
    is_heading = block.kind in (Kind.HEADING, Kind.HEADER_ROW)
    if is_heading:
        writer.start_heading()
    if block.box:
        start, end = block.box
        # What a reader sees: the box, ticked or empty. Dropped, an option left open would read as chosen.
        mark = "\N{BALLOT BOX}" if writer.source[start + 1] == " " else "\N{BALLOT BOX WITH CHECK}"
        writer.put(mark + " ", start, end)
    if block.kind is Kind.CODE:
        for start, end in block.ranges:
            writer.keep(start, end)
            writer.end_line()
    elif block.kind is Kind.TEXT or block.kind is Kind.HEADING:
        edits = Inline(writer.source, block.ranges, labels, closed).edits()
        _write_lines(block.ranges, edits, writer)
    else:
        for cell in block.ranges:
            _write_lines([cell], Inline(writer.source, [cell], labels, closed).edits(), writer)
            writer.end_cell(cell[1], cell[1])
    if is_heading:
        writer.end_heading()
    writer.end_block()


def _write_lines(ranges: list[tuple[int, int]], edits: list[Edit], writer: _Writer) -> None:
    index = 0
    for number, (start, end) in enumerate(ranges):
        position = start
        if number:
            writer.end_line()
        while index < len(edits) and edits[index].start < end:
            edit = edits[index]
            index += 1
            writer.keep(position, edit.start)
            position = edit.end
            if edit.effect is not Effect.NONE:
                writer.structure(edit)
            elif edit.text:
                writer.put(edit.text, edit.start, edit.end)
        writer.keep(position, end)


class _Writer:
    """Writes text with the line structure between: no white space at the edges of a line, no empty start."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.builder = Builder(source)
        self.headings: list[tuple[int, int]] = []
        self._break = ""
        self._held: tuple[str, int, int] | None = None
        self._source_end = 0
        self._heading: tuple[int, int] | None = None

    def end_line(self) -> None:
        """The next text starts on a new line."""
        self._held = None
        if not self._break and self.builder.length:
            self._break = "\n"

    def end_block(self) -> None:
        """The next text starts a new block."""
        self._held = None
        if self.builder.length:
            self._break = "\n\n"

    def end_cell(self, start: int, end: int) -> None:
        """The next text on this line is another cell."""
        if not self._break and self.builder.length:
            self._held = ("\t", start, end)

    def start_heading(self) -> None:
        """What follows is a heading, up to `end_heading`."""
        self._heading = (self.builder.length, len(self._break))

    def end_heading(self) -> None:
        """Notes the range of the heading, unless nothing was in it."""
        if self._heading:
            length, gap = self._heading
            if self.builder.length > length:
                self.headings.append((length + gap, self.builder.length))
            self._heading = None

    def structure(self, edit: Edit) -> None:
        """Does what an HTML tag does to the lines."""
        match edit.effect:
            case Effect.LINE:
                self.end_line()
            case Effect.CELL:
                self.end_cell(edit.start, edit.end)
            case Effect.HEADING_START:
                self.end_heading()
                self.end_block()
                self.start_heading()
            case Effect.HEADING_END:
                self.end_heading()
                self.end_block()
            case _:
                self.end_block()

    def keep(self, start: int, end: int) -> None:
        """Writes a range of the source."""
        source = self.source
        if self._break or not self.builder.length:
            while start < end and source[start].isspace():
                start += 1
        if start == end:
            return
        stop = end
        while stop > start and source[stop - 1].isspace():
            stop -= 1
        if stop > start:
            self._flush(start)
            self.builder.keep(start, stop)
            self._source_end = stop
        if stop < end and not self._break:
            self._held = (source[stop:end], stop, end)

    def put(self, text: str, start: int, end: int) -> None:
        """Writes text in the place of a range of the source."""
        if text.isspace():
            if not self._break and self.builder.length:
                self._held = (text, start, end)
            return
        self._flush(start)
        self.builder.put(text, start, end)
        self._source_end = end

    def _flush(self, start: int) -> None:
        """Writes what was held back between the last text and the text that comes now."""
        if self._break:
            self.builder.put(self._break, self._source_end, start)
            self._break = ""
        elif self._held:
            text, held_start, held_end = self._held
            if text == self.source[held_start:held_end]:
                self.builder.keep(held_start, held_end)
            else:
                self.builder.put(text, held_start, held_end)
        self._held = None
