"""The blocks of a Markdown text: paragraphs, headings, list items, quotes, code, table rows.

Only line starts are looked at here; what stands inside a line is the business of `inline`. The reading
follows CommonMark and the GitHub tables where they serve, and leaves a character in place where taking
it off could take an answer away: a lone `5.` at the start of a line may *be* the answer.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple

Range = tuple[int, int]


class Kind(Enum):
    """What a block is."""

    TEXT = "text"
    HEADING = "heading"
    CODE = "code"
    ROW = "row"
    HEADER_ROW = "header row"


# Names of the module are found much faster than members, and these are looked up for every line.
TEXT, HEADING, CODE, ROW, HEADER_ROW = Kind


class Block(NamedTuple):
    """One block.

    Attributes:
        kind: What it is.
        ranges: Its lines without their markers; the cells, where it is the row of a table.
        box: Range of the `[x]` or `[ ]` of a task list; None where there is none.
    """

    kind: Kind
    ranges: list[Range]
    box: Range | None = None


_BULLETS: Final = "-*+•◦▪‣●·"
_LINE_STARTS: Final = frozenset("#>|`~=_[" + _BULLETS + "0123456789")
# Lines that begin with these have no quote mark or bullet, and are no rule.
_UNPREFIXED: Final = frozenset("#|`~[0123456789")
_PREFIX: Final = re.compile(r"(?>(?:[ \t]*+(?:[>•]|[-*+◦▪‣●·](?![^ \t])))*)[ \t]*+")
# A line with one bullet of which nothing else can be made, and what surely begins its text.
_ITEM: Final = re.compile(r"[-+•] (?=[^\W\d_]|\*\*[^\s*])")
_BULLET_IN_PREFIX: Final = re.compile(r"[-*+•◦▪‣●·]")
_RULE: Final = re.compile(r"([-*_])(?>(?:[ \t]*+\1){2,})[ \t]*+")
_UNDERLINE: Final = re.compile(r"=++|-++")
_HEADING: Final = re.compile(r"#{1,6}+(?:[ \t]++|(?![^ \t]))")
_FENCE: Final = re.compile(r"(`{3,}+)[^`]*+(?!.)|(~{3,}+)[^~]*+(?!.)")
_ORDERED: Final = re.compile(r"(?P<number>\d{1,9}+)(?P<mark>[.)])[ \t]++(?=[^ \t])")
_MARKER: Final = re.compile(r"[0-9][.)][ \t]")
_BOX: Final = re.compile(r"\[[ xX]\](?=[ \t])")
_DELIMITER_ROW: Final = re.compile(r"\|?(?>(?:[ \t]*+:?-++:?[ \t]*+\|?)+)")
_CELL_EDGE: Final = re.compile(r"(?<!\\)\|")
_FOOTNOTE: Final = re.compile(r"\[\^[^\[\]\s]{1,80}+\]:[ \t]*+")
_DEFINITION: Final = re.compile(
    r"\[(?P<label>[^\[\]]{1,200}+)\]:[ \t]*+(?:<[^<>]*+>|[#/]\S*+|(?:https?://|mailto:|www\.)\S++)"
    r"""(?>(?:[ \t]++(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?)"""
)


class Blocks:
    """Cuts a text into blocks, line by line.

    Attributes:
        blocks: The blocks, in order.
        labels: Case-folded labels that a link can refer to (`[label]: https://...`).
    """

    def __init__(self, text: str) -> None:
        self.blocks: list[Block] = []
        self.labels: set[str] = set()
        self._text = text
        self._open: list[Range] = []
        self._box: Range | None = None
        self._depth = 0
        self._fence = ""
        self._in_table = False
        lines = _lines(text)
        self._markers = _list_markers(text, lines) if _MARKER.search(text) else {}
        for start, end in lines:
            self._line(start, end)
        self._close(CODE if self._fence else TEXT)

    def _close(self, kind: Kind = TEXT) -> None:
        """Ends the open block."""
        if self._open:
            self.blocks.append(Block(kind, self._open, self._box))
            self._open = []
        self._box = None

    def _line(self, start: int, end: int) -> None:
        text = self._text
        if self._fence:
            self._code_line(start, end)
        elif start == end:
            self._close()
            self._in_table = False
            self._depth = 0
        elif text[start] not in _LINE_STARTS and not self._depth:
            self._content(start, end)
        elif text[start] in _UNPREFIXED and not self._depth:
            self._marked_line(start, end)
        elif not self._depth and _ITEM.match(text, start, end):
            self._close()
            self._content(start + 2, end)
        elif not self._rule(start, end):
            content = _prefix_end(text, start, end)
            depth = text.count(">", start, content)
            if depth != self._depth or _BULLET_IN_PREFIX.search(text, start, content):
                self._close()
                self._depth = depth
            if content < end:
                self._marked_line(content, end)

    def _rule(self, start: int, end: int) -> bool:
        """Takes a line of dashes: the underline of a heading, or a rule between blocks."""
        text = self._text
        if text[start] in "=-" and len(self._open) == 1 and _UNDERLINE.fullmatch(text, start, end):
            last = text[self._open[0][1] - 1]
            if not self._in_table:
                # A full sentence above the dashes is an answer above a rule, whatever CommonMark says.
                self._close(TEXT if last in ".!?:" and text[start] == "-" else HEADING)
                return True
        if text[start] in "-*_" and _RULE.fullmatch(text, start, end):
            self._close()
            return True
        return False

    def _marked_line(self, start: int, end: int) -> None:
        """Takes a line whose quote marks and bullets are off."""
        text = self._text
        if start in self._markers:
            self._close()
            start = _prefix_end(text, self._markers[start], end)
            if start == end:
                return
        first = text[start]
        if first == "#" and (match := _HEADING.match(text, start, end)):
            self._close()
            self._open.append(_without_closing_hashes(text, match.end(), end))
            self._close(HEADING)
        elif first in "`~" and (match := _FENCE.match(text, start, end)):
            self._close()
            self._fence = match[1] or match[2]
        elif first == "[" and (match := _DEFINITION.fullmatch(text, start, end)):
            self._close()
            self.labels.add(label_key(match["label"]))
        else:
            if first == "[" and not self._open and (match := _BOX.match(text, start, end)):
                self._box = match.span()
                start = match.end() + 1
            elif first == "[" and (match := _FOOTNOTE.match(text, start, end)):
                self._close()
                start = match.end()
            self._content(start, end)

    def _content(self, start: int, end: int) -> None:
        """Takes the text of a line: a row of a table, or a line of the open block."""
        text = self._text
        if text.find("|", start, end) < 0:
            if self._in_table:
                self._close()
                self._in_table = False
            self._open.append((start, end))
        elif _DELIMITER_ROW.fullmatch(text, start, end) and self._take_header():
            self._in_table = True
        elif self._in_table or (text[start] == text[end - 1] == "|" and end - start > 1):
            self._close()
            self._row(start, end, ROW)
        else:
            self._open.append((start, end))

    def _take_header(self) -> bool:
        """Makes the line above a delimiter row the header of the table; False where there is none."""
        if self._open and self._text.find("|", *self._open[-1]) >= 0:
            header = self._open.pop()
            self._close()
            self._row(*header, HEADER_ROW)
            return True
        if not self._open and self.blocks and self.blocks[-1].kind is ROW:
            self.blocks[-1] = self.blocks[-1]._replace(kind=HEADER_ROW)
            return True
        return False

    def _row(self, start: int, end: int, kind: Kind) -> None:
        cells: list[Range] = []
        for match in _CELL_EDGE.finditer(self._text, start, end):
            cells.append(_trim(self._text, start, match.start()))
            start = match.end()
        cells.append(_trim(self._text, start, end))
        filled = [cell for cell in cells if cell[0] < cell[1]]
        if filled:
            self.blocks.append(Block(kind, filled))

    def _code_line(self, start: int, end: int) -> None:
        text = self._text
        while self._depth and start < end and text[start] == ">":
            start, _ = _trim(text, start + 1, end)
        if start == end:
            self._close(CODE)
        elif text.startswith(self._fence, start) and not text[start:end].strip(self._fence[0]):
            self._close(CODE)
            self._fence = ""
        else:
            self._open.append((start, end))


def label_key(label: str) -> str:
    """Returns the form in which labels of links are compared."""
    return " ".join(label.casefold().split())


def _lines(text: str) -> list[Range]:
    """Returns the lines without the white space at their ends."""
    lines: list[Range] = []
    position = 0
    for line in text.splitlines(keepends=True):
        body = line.strip()
        start = position
        if body and line[0] != body[0]:
            start += len(line) - len(line.lstrip())
        lines.append((start, start + len(body)))
        position += len(line)
    return lines


def _prefix_end(text: str, start: int, end: int) -> int:
    match = _PREFIX.match(text, start, end)
    return match.end() if match else start


def _trim(text: str, start: int, end: int) -> Range:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _without_closing_hashes(text: str, start: int, end: int) -> Range:
    stop = end
    while stop > start and text[stop - 1] == "#":
        stop -= 1
    if stop > start and not text[stop - 1].isspace():
        stop = end
    return _trim(text, start, stop)


def _list_markers(text: str, lines: list[Range]) -> dict[int, int]:
    """Returns start and end of the numbers that belong to a real ordered list.

    Real is a list whose numbers follow each other (`3.` after `2.`, or `1.` again and again); a single
    number at the start of a line can be the answer and stays.
    """
    markers: dict[int, int] = {}
    last: dict[str, re.Match[str]] = {}
    for start, end in lines:
        if start == end or not (text[start].isdigit() or text[start] in ">" + _BULLETS):
            continue
        match = _ORDERED.match(text, _prefix_end(text, start, end), end)
        if not match:
            continue
        before = last.get(match["mark"])
        last[match["mark"]] = match
        if before:
            step = int(match["number"]) - int(before["number"])
            if step == 1 or (step == 0 and int(match["number"]) == 1):
                for item in (before, match):
                    markers[item.start()] = item.end()
    return markers
