"""The sieve: which of all the spellings of a spec may stand in a reply, by one look at the text.

A spec has dozens of spellings and exclusions, and a reply holds two or three of them. Looked for one by one,
behind a probe each, they cost most of a verdict. RE2 can look for all of them at once: a set of patterns, of
which it tells those that match in the time of one. A sieve lets through at least what occurs; what it lets
through is then looked for as ever, so it decides nothing.

The set takes a good while to compile, so it is made for a spec that is used again and again. It looks at
short texts in ASCII, as most replies are once folded: long ones would make it grow, and what is beyond ASCII
is read by rules of its own. The others go through probes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import re2

from probatum.answers.entries import Alternative, AnyOf
from probatum.answers.patterns import Pattern
from probatum.answers.phrases import Phrase
from probatum.answers.reply import SURROUNDING, Scoped

LONGEST: Final = 2000
"""Longest text, in characters, that a set looks at."""

WORTH: Final = 32
"""How many texts are looked at before a set is made."""

_FEWEST: Final = 6
_MEMORY: Final = 1 << 20
# Folded text has no capitals.
_SENTINEL: Final = "SENTINEL"
_GAP: Final = "(?: - |[ -])"
_AROUND: Final = f"[{re.escape(''.join(filter(str.isascii, SURROUNDING)))}]*"


class Sieve:
    """The spellings of a verifier. Threads may share it: two that make its set at once make the same.

    Attributes:
        uses: How many texts it has looked at without a set.
    """

    __slots__ = ("_always", "_of", "_one_by_one", "_set", "uses")

    def __init__(self, alternatives: Iterable[Alternative]) -> None:
        self._one_by_one = AnyOf(alternatives)
        self._of: tuple[Alternative, ...] = ()
        self._always: list[Alternative] = []
        self._set: Any = None
        # Few spellings are looked for sooner than a set is asked.
        self.uses = 0 if len(self._one_by_one.alternatives) >= _FEWEST else WORTH + 1

    def near(self, scoped: Scoped) -> list[Alternative]:
        """Returns those spellings that may stand in a text, each once."""
        text = scoped.text
        if self._set is not None and len(text) <= LONGEST and text.isascii():
            found = self._set.Match(text.encode())
            return [*self._always, *[self._of[i] for i in found]] if found else self._always
        if self.uses <= WORTH:
            self.uses += 1
            if self.uses == WORTH:
                self.make()
        return self._one_by_one.near(scoped)

    def make(self) -> None:
        """Makes the set; without effect where RE2 refuses it, or could not run it in the memory it gets."""
        options = re2.Options()
        options.log_errors = False
        options.never_capture = True
        options.max_mem = _MEMORY
        made = re2.Set.SearchSet(options)
        of: list[Alternative] = []
        always: list[Alternative] = []
        try:
            for alternative in self._one_by_one.alternatives:
                expression = _expression(alternative)
                if expression is None:
                    always.append(alternative)
                elif expression:
                    made.Add(expression)
                    of.append(alternative)
            made.Add(_SENTINEL)
            made.Compile()
        except re2.error:
            return
        # A set that lacks the memory to run finds nothing, and does not say so.
        if of and made.Match(_SENTINEL) == [len(of)]:
            self._always, self._of = always, tuple(of)
            self._set = made


def _expression(alternative: Alternative) -> str | None:
    """Returns an expression that matches wherever an alternative occurs in ASCII text.

    It is empty for one that cannot occur there, and None where there is none such.
    """
    if isinstance(alternative, Phrase):
        words = alternative.words
        return _GAP.join(map(re.escape, words)) if all(map(str.isascii, words)) else ""
    if isinstance(alternative, Pattern) and alternative.core:
        # It is tried without the punctuation around the text as well.
        return f"^{_AROUND}(?:{alternative.core}){_AROUND}$"
    return None
