"""Markup inside the lines of one block: emphasis, code, links, tags, entities, escapes, LaTeX wrappers.

The text is scanned once from left to right. What is known at once is noted at once; what needs its end
(a bracket, a brace, emphasis) waits on a stack, and what never finds its end stays as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from probatum.text import latex, tags
from probatum.text.blocks import Range, label_key
from probatum.text.emphasis import Emphasis
from probatum.text.hidden import TickRuns
from probatum.text.tags import NO_EFFECT, Effect

Edit = tuple[int, int, str, Effect]
"""A range of the source that goes, what stands in its place, and what happens to the lines there."""

# In a formula nothing else is markup: `$a * b * c$` is no emphasis.
_FORMULA_SPECIAL: Final = re.compile(r"[\\{}~&]")
_SPECIAL: Final = re.compile(r"[`*_~\\\[\]{}<&:$【]")
_RUN: Final = {mark: re.compile(re.escape(mark) + "++") for mark in "`*_~"}
_SIMPLE: Final = re.compile(
    rf"\*\*[^\W_](?>(?:[^*`_~\\\[\]{{}}<&:$【\n]++|:(?!//)|{latex.MONEY})*)(?<!\s)\*\*(?![*\w])"
    r"|`[^`\n]++`(?!`)"
    rf"|:(?!//)|{latex.MONEY}|&(?=\s)"
)
_URL: Final = re.compile(r"://[^\s<>\[\]()`*|\"\\]*+")
_PUNCTUATION: Final = frozenset("!\"#$%&'*+,-./:;<=>?@[]^_{|}~\\")
_DESTINATION: Final = re.compile(
    r"\(\s*+(?:<[^<>]*+>|[^\s()<]?[^\s()]*+(?>(?:\([^\s()]*+\)[^\s()]*+)*))"
    r"""(?>(?:\s++(?:"[^"]*+"|'[^']*+'|\([^()]*+\)))?)\s*+\)"""
)
_LABEL: Final = re.compile(r"\[([^\[\]]{0,200}+)\]")
# No list of sources has a number 0: `items[0]` is an index.
_CITATION: Final = re.compile(
    r"(?!0)\d{1,4}(?:\s?[,–-]\s?\d{1,4})*|(?:note|nb|n)\s?\d{1,3}|citation needed", re.I
)
_SOURCE_MARK: Final = re.compile(r"【[^【】†]{0,99}+†[^【】]{0,99}+】")
_BEFORE_CITATION: Final = frozenset(".,;:!?)\"'”’»。，、！？」』)%")
_LONGEST_CITATION: Final = 40


def edits_of(text: str, ranges: list[Range], labels: set[str], closed: frozenset[str]) -> Sequence[Edit]:
    """Returns what goes from the lines of one block, in the order of the text; the edits do not overlap.

    Args:
        text: The text the block belongs to.
        ranges: The lines of the block.
        labels: Keys of the labels that a link can refer to.
        closed: Names of the elements that have an end tag somewhere in the text.
    """
    first = _SPECIAL.search(text, ranges[0][0], ranges[-1][1])
    if not first:
        return ()
    simple = simple_edits(text, first.start(), ranges[-1][1])
    return Inline(text, ranges, labels, closed).edits() if simple is None else simple


def simple_line(text: str) -> list[Edit] | None:
    """Returns the edits of a text that is one line of simple markup; None where there is more."""
    first = _SPECIAL.search(text)
    return simple_edits(text, first.start(), len(text)) if first else []


def simple_edits(text: str, position: int, end: int) -> list[Edit] | None:
    """Returns the edits where all that stands there is plain `**strong**` text and code in single backticks.

    That is most of what agents write, and it can be decided without a stack. None where there is more.
    """
    edits: list[Edit] = []
    while match := _SIMPLE.match(text, position, end):
        after = match.end()
        mark = text[position]
        if mark in "*`":
            width = 2 if mark == "*" else 1
            if width > 1 and position and not text[position - 1].isspace():
                return None
            edits.append((position, position + width, "", NO_EFFECT))
            edits.append((after - width, after, "", NO_EFFECT))
        following = _SPECIAL.search(text, after, end)
        if not following:
            return edits
        position = following.start()
    return None


class Inline:
    """The scanner of one block."""

    __slots__ = (
        "_bounds",
        "_braces",
        "_brackets",
        "_closed",
        "_display_end",
        "_edits",
        "_emphasis",
        "_end",
        "_in_dollars",
        "_labels",
        "_math",
        "_runs",
        "_start",
        "_text",
    )

    def __init__(self, text: str, ranges: list[Range], labels: set[str], closed: frozenset[str]) -> None:
        self._text = text
        self._labels = labels
        self._closed = closed
        self._edits: list[Edit] = []
        self._emphasis = Emphasis()
        self._brackets: list[Range] = []
        self._braces: list[Range | None] = []
        self._math: dict[str, list[int]] = {"(": [], "[": []}
        self._runs: TickRuns | None = None
        self._bounds = (ranges[0][0], ranges[-1][1])
        self._start = self._end = 0
        self._display_end = -1
        self._in_dollars = False
        position = 0
        for self._start, self._end in ranges:
            position = max(position, self._start)
            while position < self._end and (match := _SPECIAL.search(text, position, self._end)):
                position = self._handlers[match[0]](self, match.start())
        for place in self._math["("] + self._math["["]:
            self._drop(place, place + 1)

    def edits(self) -> list[Edit]:
        """Returns the edits, sorted; they do not overlap."""
        self._edits.extend((start, end, "", NO_EFFECT) for start, end in self._emphasis.drops)
        self._edits.sort()
        return self._edits

    def _drop(self, start: int, end: int) -> None:
        self._edits.append((start, end, "", NO_EFFECT))

    def _before(self, place: int) -> str:
        return self._text[place - 1] if place > self._start else " "

    def _after(self, place: int) -> str:
        return self._text[place] if place < self._end else " "

    def _mark(self, place: int) -> int:
        mark = self._text[place]
        match = _RUN[mark].match(self._text, place, self._end)
        end = match.end() if match else place + 1
        if mark == "~" and end - place == 1 and self._is_formula(place):
            self._edits.append((place, end, " ", NO_EFFECT))
        elif mark != "~" or end - place == 2:
            self._emphasis.run(mark, place, end, self._before(place), self._after(end))
        return end

    def _code(self, place: int) -> int:
        """A code span goes to the next run of as many backticks, in this line or a later one."""
        match = _RUN["`"].match(self._text, place, self._end)
        end = match.end() if match else place + 1
        if self._runs is None:
            self._runs = TickRuns(self._text, *self._bounds)
        close = self._runs.next(end - place, place)
        if close < 0:
            return end
        self._drop(place, end)
        self._drop(close, close + end - place)
        return close + end - place

    def _backslash(self, place: int) -> int:
        following = self._after(place + 1)
        if following in "()[]":
            self._math_mark(place, following)
            return place + 2
        shown = latex.command(self._text, place, self._start, self._end, self._is_formula(place))
        if shown:
            self._edits.append((*shown, NO_EFFECT))
            return shown.end
        if following in _PUNCTUATION:
            self._drop(place, place + 1)
            return place + 2
        if following == "`":
            self._drop(place, place + 1)
            match = _RUN["`"].match(self._text, place + 1, self._end)
            return match.end() if match else place + 2
        if match := latex.WRAPPER.match(self._text, place, self._end):
            self._braces.append(match.span())
            return match.end()
        if place + 1 == self._end:
            self._drop(place, place + 1)
        return place + 1

    def _is_formula(self, place: int) -> bool:
        """Whether a place stands in mathematics, or in the braces of a LaTeX command."""
        return bool(
            self._in_dollars
            or place < self._display_end
            or self._braces
            or self._math["("]
            or self._math["["]
        )

    def _math_mark(self, place: int, bracket: str) -> None:
        r"""`\(` and `\)` go as a pair; alone they are an escaped bracket, which stays."""
        if bracket in "([":
            self._math[bracket].append(place)
            return
        opened = self._math["(" if bracket == ")" else "["]
        if opened:
            start = opened.pop()
            self._drop(start, start + 2)
            self._drop(place, place + 2)
        else:
            self._drop(place, place + 1)

    def _open_brace(self, place: int) -> int:
        if shown := latex.brace(self._text, place, self._start, self._end, self._is_formula(place)):
            self._edits.append((*shown, NO_EFFECT))
            return shown.end
        if self._braces:
            self._braces.append(None)
        return place + 1

    def _close_brace(self, place: int) -> int:
        if self._braces and (opened := self._braces.pop()):
            start, end = opened
            close = place + 1
            # `$\boxed{Paris}$` is set as mathematics: the dollars are no currency.
            if self._text[max(0, start - 1) : start] == "$" == self._after(close) and not self._in_dollars:
                start, close = start - 1, close + 1
            gap = latex.gap(self._text, start, end, self._start, self._end)
            self._edits.append((start, end, gap, NO_EFFECT))
            gap = latex.gap(self._text, place, close, self._start, self._end)
            self._edits.append((place, close, gap, NO_EFFECT))
            return close
        return place + 1

    def _open_bracket(self, place: int) -> int:
        self._brackets.append((place, place + 1))
        return place + 1

    def _close_bracket(self, place: int) -> int:
        if not self._brackets:
            return place + 1
        start, inside = self._brackets.pop()
        outside = start - 1 if self._before(start) == "!" else start
        end = self._link_end(inside, place)
        if end:
            self._drop(outside, inside)
            self._drop(place, end)
            return end
        if self._is_citation(start, inside, place):
            self._drop(start, place + 1)
        return place + 1

    def _link_end(self, inside: int, place: int) -> int:
        """Returns where a link ends whose text ends at `place`; 0 when it is none."""
        text = self._text
        following = self._after(place + 1)
        if following == "(" and (match := _DESTINATION.match(text, place + 1, self._end)):
            return match.end()
        if not self._labels or place - inside > 200:
            return 0
        label = text[inside:place]
        if following == "[" and (match := _LABEL.match(text, place + 1, self._end)):
            return match.end() if label_key(match[1] or label) in self._labels else 0
        return place + 1 if label_key(label) in self._labels else 0

    def _is_citation(self, start: int, inside: int, place: int) -> bool:
        r"""Whether `[6]` is the mark of a source: glued to a word, or a footnote `[^1]` anywhere."""
        if not 0 < place - inside <= _LONGEST_CITATION:
            return False
        if self._text[inside] == "^":
            return True
        before = self._before(start)
        glued = before.isalnum() or before in _BEFORE_CITATION
        if not glued and before in "]>":
            glued = bool(self._edits) and self._edits[-1][1] == start
        return glued and _CITATION.fullmatch(self._text, inside, place) is not None

    def _angle(self, place: int) -> int:
        text = self._text
        if match := tags.RAISED.match(text, place, self._end):
            self._edits.append((place, match.end(), tags.raised(match), NO_EFFECT))
            return match.end()
        if match := tags.TAG.match(text, place, self._end):
            effect = tags.effect(match, self._closed)
            if effect is not None:
                if effect is Effect.BLANK:
                    self._edits.append((place, match.end(), " ", NO_EFFECT))
                else:
                    self._edits.append((place, match.end(), "", effect))
                return match.end()
        if match := tags.AUTOLINK.match(text, place, self._end):
            self._drop(place, place + 1)
            self._drop(match.end() - 1, match.end())
            return match.end()
        if match := tags.DECLARATION.match(text, place, self._end):
            self._drop(*match.span())
            return match.end()
        return place + 1

    def _ampersand(self, place: int) -> int:
        match = tags.REFERENCE.match(self._text, place, self._end)
        character = tags.decoded(match) if match else None
        if match is None or character is None:
            return place + 1
        self._edits.append((place, match.end(), character, NO_EFFECT))
        return match.end()

    def _colon(self, place: int) -> int:
        """An address stays as it is: its underscores are no emphasis."""
        match = _URL.match(self._text, place, self._end)
        return match.end() if match else place + 1

    def _dollar(self, place: int) -> int:
        """`$$` is a mark of mathematics, and so is a pair of dollars around a formula; else `$` is money."""
        if self._after(place + 1) == "$":
            if place != self._display_end:
                self._display_end = self._text.find("$$", place + 2, self._bounds[1])
            self._drop(place, place + 2)
            return place + 2
        close = latex.formula_end(self._text, place, self._end)
        if not close:
            return place + 1
        self._drop(place, place + 1)
        self._formula(place + 1, close)
        self._drop(close, close + 1)
        return close + 1

    def _formula(self, start: int, end: int) -> None:
        """Scans what stands between two dollars."""
        outside = self._start, self._end, self._braces
        self._start, self._end, self._braces = start, end, []
        self._in_dollars = True
        position = start
        while match := _FORMULA_SPECIAL.search(self._text, position, end):
            position = self._handlers[match[0]](self, match.start())
        self._in_dollars = False
        self._start, self._end, self._braces = outside

    def _source_mark(self, place: int) -> int:
        match = _SOURCE_MARK.match(self._text, place, self._end)
        if match is None:
            return place + 1
        self._drop(*match.span())
        return match.end()

    _handlers: Final[dict[str, Callable[[Inline, int], int]]] = {
        "`": _code,
        "*": _mark,
        "_": _mark,
        "~": _mark,
        "\\": _backslash,
        "{": _open_brace,
        "}": _close_brace,
        "[": _open_bracket,
        "]": _close_bracket,
        "<": _angle,
        "&": _ampersand,
        ":": _colon,
        "$": _dollar,
        "【": _source_mark,
    }
