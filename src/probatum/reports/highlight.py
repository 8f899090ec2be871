"""An answer cut into pieces, so that what decided can be marked and the rest of a long one left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from rich.cells import cell_len

from probatum.outcome import Span
from probatum.reports.visible import visible

LONGEST: Final = 1200
"""Longest text, in characters, that is shown whole."""

_AROUND: Final = 160
_MOST_SPANS: Final = 60
_NEARBY: Final = 32
_LONGEST_SPAN: Final = 120


class Mark(StrEnum):
    """What a piece is."""

    PLAIN = ""
    LEFT_OUT = "left out"
    FIRST = "first sentence"
    NEAR = "nearly"
    FOUND = "found"
    AGAINST = "against"


CARETS: Final = {Mark.FIRST: "-", Mark.NEAR: "~", Mark.FOUND: "^", Mark.AGAINST: "x"}
"""What stands below a marked piece where there are no colours."""


class Piece(NamedTuple):
    """A piece of a text, fit to be shown, and what it is."""

    text: str
    mark: Mark


def pieces(
    text: str, marks: Sequence[tuple[Span, Mark]], *, longest: int = LONGEST, around: int = _AROUND
) -> list[Piece]:
    """Cuts a text at the edges of its marked spans.

    Where spans overlap, the mark that weighs most holds: the later one of `Mark`.

    Args:
        text: The text.
        marks: The spans, and what each is.
        longest: Longest text, in characters, that is kept whole. Of a longer one only the surroundings of
            the spans are kept, or its beginning where there are none.
        around: How much of the text is kept on either side of a span.
    """
    order = list(Mark)
    wanted = sorted(marks, key=lambda item: (order.index(item[1]), item[0]))[-_MOST_SPANS:]
    kept = _windows(len(text), [span for span, _ in wanted], longest, around)
    found: list[Piece] = []
    at = 0
    for start, end in kept:
        if start > at:
            found.append(_left_out(start - at))
        found += _cut(text, start, end, wanted)
        at = end
    if at < len(text):
        found.append(_left_out(len(text) - at))
    return found


def excerpt(text: str, span: Span, mark: Mark) -> list[Piece]:
    """Returns a span with a little of its line around it; line ends are shown as a sign."""
    start, end = max(0, span.start - _NEARBY), min(len(text), span.end + _NEARBY)
    last = span.end
    cut: list[Piece] = [Piece("…", Mark.PLAIN)] if start else []
    cut.append(Piece(_one_line(text[start : span.start]), Mark.PLAIN))
    if span.end - span.start > _LONGEST_SPAN:
        half = _LONGEST_SPAN // 2
        cut.append(Piece(_one_line(text[span.start : span.start + half]), mark))
        cut.append(_left_out(span.end - span.start - 2 * half))
        cut.append(Piece(_one_line(text[last - half : last]), mark))
    else:
        cut.append(Piece(_one_line(text[span.start : span.end]), mark))
    cut.append(Piece(_one_line(text[last:end]), Mark.PLAIN))
    if end < len(text):
        cut.append(Piece("…", Mark.PLAIN))
    return cut


def _one_line(text: str) -> str:
    return visible(text).replace("\n", "↵")


def _left_out(count: int) -> Piece:
    return Piece(f" […{count:,} characters…] ", Mark.LEFT_OUT)


def _windows(length: int, spans: list[Span], longest: int, around: int) -> list[tuple[int, int]]:
    """Returns the ranges that are shown."""
    if length <= longest:
        return [(0, length)]
    if not spans:
        return [(0, longest // 2)]
    windows: list[tuple[int, int]] = []
    for span in sorted(spans):
        # A span may be as long as the text: its two ends are what matters.
        ends = [
            (span.start, min(span.end, span.start + longest)),
            (max(span.start, span.end - around), span.end),
        ]
        for first, last in ends:
            start, end = max(0, first - around), min(length, last + around)
            if windows and start <= windows[-1][1]:
                windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
            else:
                windows.append((start, end))
    return windows


def _cut(text: str, start: int, end: int, wanted: list[tuple[Span, Mark]]) -> Iterator[Piece]:
    edges = {start, end}
    for span, _ in wanted:
        edges |= {edge for edge in span if start < edge < end}
    places = sorted(edges)
    marked = []
    for first, last in pairwise(places):
        mark = Mark.PLAIN
        for span, own in wanted:
            if span.start <= first and last <= span.end:
                mark = own
        marked.append((first, last, mark))
    for mark, group in groupby(marked, key=lambda item: item[2]):
        ranges = list(group)
        yield Piece(visible(text[ranges[0][0] : ranges[-1][1]]), mark)


def with_carets(cut: Sequence[Piece], width: int | None = None) -> Iterator[str]:
    """Yields the lines of a text, each followed by a line of carets where something in it is marked.

    Args:
        cut: The text.
        width: Columns beyond which a line is broken, so that its carets stay below what they mark; None
            for lines of any length.
    """
    line = carets = ""
    for piece in cut:
        for number, part in enumerate(piece.text.split("\n")):
            if number:
                yield from _line(line, carets, width)
                line = carets = ""
            line += part
            carets += CARETS.get(piece.mark, " ") * cell_len(part)
    yield from _line(line, carets, width)


def _line(line: str, carets: str, width: int | None) -> Iterator[str]:
    while width is not None and cell_len(line) > width:
        at = _break(line, width)
        cells = cell_len(line[:at])
        yield from _line(line[:at].rstrip(), carets[:cells], None)
        line, carets = line[at:], carets[cells:]
    yield line
    if carets.strip():
        yield carets.rstrip()


def _break(line: str, width: int) -> int:
    """Returns where a line is broken: behind the last blank that fits, or in the middle of a long word."""
    fits = cells = 0
    for char in line:
        cells += cell_len(char)
        if cells > width:
            break
        fits += 1
    return line.rfind(" ", 0, fits) + 1 or max(fits, 1)
