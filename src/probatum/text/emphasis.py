"""Which asterisks, underscores and tildes are emphasis.

A run of marks can open emphasis where text follows, close it where text precedes. Pairs are found with
a stack for each kind of run, so that every run is pushed and popped once, whatever the input.
"""

from __future__ import annotations

from typing import Final

from probatum.text.characters import is_unspaced

# How many marks of an opener serve a closer: `*` never pairs with `**`, three or more pair with any.
_PARTNERS: Final = {1: (1, 3), 2: (2, 3), 3: (3, 2, 1)}


class _Run:
    """What is left of a run that opened emphasis; its marks are used up from the right."""

    __slots__ = ("end", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end


class Emphasis:
    """Pairs the runs of one block and collects the ranges of the marks that go."""

    __slots__ = ("_stacks", "drops")

    def __init__(self) -> None:
        self.drops: list[tuple[int, int]] = []
        self._stacks: dict[tuple[str, int], list[_Run]] = {}

    def run(self, mark: str, start: int, end: int, before: str, after: str) -> None:
        """Takes the next run.

        Args:
            mark: The character it consists of.
            start: Its start.
            end: Its end.
            before: The character before it; a blank at the start of a line.
            after: The character after it; a blank at the end of a line.
        """
        can_close = not before.isspace()
        can_open = not after.isspace()
        if before.isalnum() and after.isalnum() and mark != "~":
            if not (is_unspaced(before) or is_unspaced(after)):
                if mark == "_" or (before.isdigit() and after.isdigit()):
                    return
                # `3*4*x` and `un**believ**able` stay; `**bold**text` does close.
                can_open = False
        elif mark == "_":
            can_close = can_close and not after.isalnum()
            can_open = can_open and not before.isalnum()
        elif end - start == 1 and before.isalnum():
            # As in CommonMark: `4*-5*` opens nothing.
            can_open = False
        if can_close:
            start = self._close(mark, start, end)
        if can_open and start < end:
            self._push(mark, _Run(start, end))

    def _push(self, mark: str, run: _Run) -> None:
        key = (mark, min(run.end - run.start, 3))
        self._stacks.setdefault(key, []).append(run)

    def _close(self, mark: str, start: int, end: int) -> int:
        """Pairs a closing run with openers before it; returns the start of what is left of it."""
        while start < end:
            key = self._nearest(mark, min(end - start, 3))
            if key is None:
                break
            opener = self._stacks[key].pop()
            self._forget_after(opener.start)
            used = min(opener.end - opener.start, end - start)
            self.drops.append((opener.end - used, opener.end))
            self.drops.append((start, start + used))
            start += used
            opener.end -= used
            if opener.start < opener.end:
                self._push(mark, opener)
        return start

    def _nearest(self, mark: str, size: int) -> tuple[str, int] | None:
        """Returns the stack with the nearest opener that fits."""
        best: tuple[str, int] | None = None
        place = -1
        for partner in _PARTNERS[size]:
            stack = self._stacks.get((mark, partner))
            if stack and stack[-1].start > place:
                place = stack[-1].start
                best = (mark, partner)
        return best

    def _forget_after(self, place: int) -> None:
        """Drops the openers inside a pair that is closed: emphasis does not overlap."""
        for stack in self._stacks.values():
            while stack and stack[-1].start > place:
                stack.pop()
