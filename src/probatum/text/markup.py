"""Takes Markdown, HTML and LaTeX wrappers off an answer (ANS-A3), with the way back to the original.

The stripped text is what a reader of the rendered answer sees, one rule excepted: a character that may be
part of the answer is rather kept than lost. Its line structure is the answer's block structure: one line
break inside a block, two at the end of one, a tab between the cells of a table. It never starts or ends
with white space.

Markup is taken off once: what an entity decodes to, or what a code span shows, is text (ANS-A7). `strip`
accepts any string and takes time linear in its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from probatum.text.aligned import Aligned, Piece
from probatum.text.blocks import CODE, HEADER_ROW, HEADING, TEXT, Block, Blocks
from probatum.text.hidden import remove_hidden
from probatum.text.inline import Edit, edits_of, simple_line
from probatum.text.latex import find_suspect
from probatum.text.tags import NO_EFFECT, closed_names
from probatum.text.writer import Writer

_NOT_PLAIN_START: Final = frozenset("#>|=-+•◦▪‣●· ")
# One line of ASCII of these alone holds no markup, but for what its ends and its dollars may be.
_PLAIN_SIGNS: Final = bytes(sign for sign in range(0x20, 0x7F) if chr(sign) not in "*_`[\\<&~{")


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
    if text.isascii():
        return (
            text[:1] not in "#>|=-+ "
            and text[-1] != " "
            and not text.encode().translate(None, _PLAIN_SIGNS)
            and ("$" not in text or not find_suspect(text))
        )
    return (
        text[0] not in _NOT_PLAIN_START
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
            or ("$" in text and find_suspect(text))
            or "{,}" in text
            or "【" in text
        )
        # No line break, no tab, no blank but the plain one.
        and text.isprintable()
    )


def strip(answer: str) -> Marked:
    """Returns the answer without its markup."""
    return Marked(Aligned.identity(answer), ()) if is_plain(answer) else strip_marks(answer)


def strip_marks(answer: str) -> Marked:
    """Returns what `strip` does of an answer that is not surely plain."""
    line = _strip_line(answer)
    if line is not None:
        return Marked(line, ())
    return _strip_blocks(answer)


def _strip_line(answer: str) -> Aligned | None:
    """Returns a lone line whose markup is strong text and code alone; None if there may be more to it.

    That is most of what agents write on one line, and needs no blocks.
    """
    first = answer[:1]
    if (
        first in _NOT_PLAIN_START
        or (first == "*" and (answer[1:2] != "*" or answer[2:3] in "* "))
        or answer[-1:] == " "
        or not answer.isprintable()
    ):
        return None
    edits = simple_line(answer)
    if not edits:
        return None
    pieces: list[Piece] = []
    parts: list[str] = []
    length = position = 0
    for start, end, _, _ in [*edits, (len(answer), len(answer), "", NO_EFFECT)]:
        if start > position:
            parts.append(answer[position:start])
            pieces.append((length, position, start, True))
            length += start - position
        position = end
    text = "".join(parts)
    if not text or text[0] == " " or text[-1] == " ":
        return None
    return Aligned(text, pieces)


def _strip_blocks(answer: str) -> Marked:
    """Returns the answer without its markup, block by block."""
    visible = remove_hidden(answer)
    text = answer if visible is None else visible.text
    blocks = Blocks(text)
    writer = Writer(text)
    closed = closed_names(text)
    for block in blocks.blocks:
        _write(block, writer, blocks.labels, closed)
    writer.end_block()
    aligned = writer.done()
    return Marked(aligned if visible is None else aligned.over(visible), tuple(writer.headings))


def _write(block: Block, writer: Writer, labels: set[str], closed: frozenset[str]) -> None:
    kind, ranges, box = block
    is_heading = kind is HEADING or kind is HEADER_ROW
    writer.end_block()
    if is_heading:
        writer.start_heading()
    if box:
        start, end = box
        # What a reader sees: the box, ticked or empty. Dropped, an option left open would read as chosen.
        mark = "\N{BALLOT BOX}" if writer.source[start + 1] == " " else "\N{BALLOT BOX WITH CHECK}"
        writer.put(mark + " ", start, end)
    if kind is TEXT or kind is HEADING:
        _write_lines(ranges, edits_of(writer.source, ranges, labels, closed), writer)
    elif kind is CODE:
        for start, end in ranges:
            writer.keep(start, end)
            writer.end_line()
    else:
        for cell in ranges:
            _write_lines([cell], edits_of(writer.source, [cell], labels, closed), writer)
            writer.end_cell(cell[1])
    if is_heading:
        writer.end_heading()


def _write_lines(ranges: list[tuple[int, int]], edits: Sequence[Edit], writer: Writer) -> None:
    if not edits and len(ranges) == 1:
        writer.keep(*ranges[0])
        return
    index = 0
    for number, (start, end) in enumerate(ranges):
        position = start
        if number:
            writer.end_line()
        while index < len(edits) and edits[index][0] < end:
            first, after, text, effect = edits[index]
            index += 1
            writer.keep(position, first)
            position = after
            if effect is not NO_EFFECT:
                writer.structure(effect, after)
            elif text:
                writer.put(text, first, after)
        writer.keep(position, end)
