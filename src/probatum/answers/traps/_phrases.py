"""Which of many phrases stand in a text, as the engine sees it, in time for large specs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import add
from typing import Final

from probatum.answers.phrases import Phrase
from probatum.answers.reply import Scoped

_RUN: Final = re.compile(r"[a-z0-9]+")


class Phrases:
    """Folded phrases that are looked for together.

    A phrase that stands in a text has its longest run of letters and digits there as a run of its own, so
    that most phrases need no look; of a phrase beyond ASCII the first two characters do. One that begins with
    something else is always looked for.
    """

    def __init__(self, phrases: Iterable[str], language: str) -> None:
        self._behind: dict[str, list[tuple[int, str, Phrase]]] = {}
        for position, phrase in enumerate(phrases):
            if phrase.isascii():
                run = max(_RUN.findall(phrase), key=len, default="")
            else:
                run = phrase[:2] if phrase[:2].isalnum() and len(phrase) > 1 else ""
            self._behind.setdefault(run, []).append((position, phrase, Phrase(phrase, language)))
        self._is_ascii = all(map(str.isascii, self._behind))

    def standing_in(self, scoped: Scoped) -> Iterator[str]:
        """Yields the phrases that stand in a text between word boundaries, in their order."""
        text = scoped.text
        runs = {"", *_RUN.findall(text)}
        if not self._is_ascii or not text.isascii():
            runs.update(map(add, text, text[1:]))
        runs &= self._behind.keys()
        for _, phrase, sought in sorted((one for run in runs for one in self._behind[run]), key=_position):
            if sought.find(scoped) is not None:
                yield phrase

    def first_in(self, scoped: Scoped) -> str:
        """Returns the first of the phrases that stands in a text; empty for none."""
        return next(self.standing_in(scoped), "")


def _position(one: tuple[int, str, Phrase]) -> int:
    return one[0]


def stands_in(phrase: str, scoped: Scoped) -> bool:
    """Tells whether a folded phrase stands in a text between word boundaries."""
    return Phrase(phrase, scoped.language).find(scoped) is not None
