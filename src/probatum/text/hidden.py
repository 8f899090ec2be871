"""What a reader of the rendered answer never sees: comments, scripts, style sheets, templates.

It goes *with* its content, before anything else is read, so that an answer that is only hidden in a
comment does not count. Code is shown as it was typed, hence nothing inside a code span or a fence is
hidden. What is opened and never closed is hidden to the end, as a browser would do it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from probatum.text.aligned import Aligned, Builder

_SUSPECT: Final = re.compile(r"<(?:!--|script\b|style\b|template\b)", re.IGNORECASE)
_START: Final = re.compile(
    r"^[ \t>]*+(?P<fence>`{3,}+(?=[^`\n]*+$)|~{3,}+(?=[^~\n]*+$))"
    r"|(?P<ticks>`++)"
    r"|(?P<comment><!--)"
    r"|<(?P<element>script|style|template)(?=[\s/>])[^<>]*+>",
    re.IGNORECASE | re.MULTILINE,
)
_FENCE_END: Final = re.compile(r"^[ \t>]*+(?P<fence>`{3,}+|~{3,}+)[ \t\r]*+$", re.MULTILINE)
_ELEMENT_END: Final = {
    name: re.compile(rf"</{name}\s*+>", re.IGNORECASE) for name in ("script", "style", "template")
}
_TICKS: Final = re.compile(r"`+")


class TickRuns:
    """The runs of backticks of a text, by length, so that a code span finds its end at once."""

    __slots__ = ("_starts",)

    def __init__(self, text: str, start: int, end: int) -> None:
        self._starts: dict[int, list[int]] = {}
        for match in _TICKS.finditer(text, start, end):
            self._starts.setdefault(match.end() - match.start(), []).append(match.start())

    def next(self, length: int, after: int) -> int:
        """Returns the start of the next run of exactly this length, or -1."""
        starts = self._starts.get(length, [])
        index = bisect_right(starts, after)
        return starts[index] if index < len(starts) else -1


def remove_hidden(text: str) -> Aligned | None:
    """Returns the text without what is hidden in it; None when nothing is."""
    if "<" not in text or not _SUSPECT.search(text):
        return None
    holes = _holes(text)
    if not holes:
        return None
    builder = Builder(text)
    position = 0
    for start, end in holes:
        builder.keep(position, start)
        position = end
    builder.keep(position, len(text))
    return builder.done()


def _holes(text: str) -> list[tuple[int, int]]:
    holes: list[tuple[int, int]] = []
    runs = TickRuns(text, 0, len(text))
    position = line_end = 0
    while match := _START.search(text, position):
        start, position = match.span()
        kind = match.lastgroup
        if kind == "fence":
            position = _after_fence(text, match["fence"], position)
        elif kind == "ticks":
            if line_end < position:
                found = text.find("\n", position)
                line_end = len(text) if found < 0 else found
            close = runs.next(position - start, start)
            if 0 <= close < line_end:
                position = close + position - start
        else:
            position = _hidden_end(text, match, position)
            holes.append((start, position))
    return holes


def _after_fence(text: str, fence: str, position: int) -> int:
    for match in _FENCE_END.finditer(text, position):
        if match["fence"].startswith(fence):
            return match.end()
    return len(text)


def _hidden_end(text: str, match: re.Match[str], position: int) -> int:
    if match.lastgroup == "comment":
        # From the second dash: `<!-->` is a comment that is already over.
        close = text.find("-->", match.start() + 2)
        return len(text) if close < 0 else close + 3
    end = _ELEMENT_END[match["element"].lower()].search(text, position)
    return end.end() if end else len(text)
