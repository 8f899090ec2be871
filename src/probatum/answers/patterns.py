r"""Regular expressions of strangers, matched in linear time (ANS-B4).

RE2 never backtracks, so a pattern is either refused when the spec is read or cheap for ever. Its `\w`, `\d`
and `\b` know ASCII only; folded text is mostly, but not wholly, ASCII. They are translated: classes into
Unicode classes, and `\b` by matching a stand-in of the text, equally long, in which every letter beyond
ASCII is a `Q`, which no pattern for folded (lower-case) text can mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final
from unicodedata import decimal

import re2

from probatum.answers.pattern_syntax import PatternError, translate
from probatum.answers.reply import LOOSE, SURROUNDING, Range, Scoped
from probatum.text.characters import is_word

LONGEST: Final = 1000
"""Longest pattern, in characters, that is accepted."""

_MEMORY: Final = 8 << 20
_STAND_IN: Final = "Q"
_UNSUPPORTED: Final = (
    (re.compile(r"\(\?<?[=!]"), "looks ahead or behind", "say it with must_exclude, or with a second entry"),
    (re.compile(r"\\[1-9]|\(\?P="), "refers back to a group", "write the repeated part out"),
    (
        re.compile(r"\(\?>|[*+?}]\+"),
        "uses a possessive or atomic group",
        "a plain one is as fast here: matching is linear",
    ),
)


def looks_like_pattern(text: str) -> bool:
    """Tells a pattern from a phrase by the `^` it begins with: no phrase that a reply holds begins so."""
    return len(text) > 1 and text[0] == "^"


def is_anchored(pattern: str) -> bool:
    """Tells whether a pattern is in the strict form, which speaks about the whole text."""
    return pattern[0] == "^" and pattern[-1] == "$"


class Pattern:
    """A compiled pattern.

    Its anchors make it speak about the whole text; it is *searched for*, so that one that lacks an anchor, as
    published files have it, still means what it says. What it says literally is folded, as the text is.

    Args:
        source: The pattern as the author wrote it, in RE2's syntax.

    Attributes:
        unmatched: Parts of it that can never match, because folded text holds nothing of the kind.
        probes: Of these at least one stands in every text in which it matches; may be empty.
        core: What stands between its anchors, translated, where that says all; else empty.

    Raises:
        PatternError: It is malformed, too long, or cannot be matched in linear time.
    """

    __slots__ = (
        "_compiled",
        "_open_end",
        "_open_start",
        "_stand_in",
        "core",
        "probes",
        "source",
        "unmatched",
    )

    def __init__(self, source: str) -> None:
        self.source: Final = source
        if len(source) > LONGEST:
            why = f"the pattern has {len(source)} characters, {LONGEST} are allowed"
            raise PatternError(why, "say it with entries and alternatives")
        translated, self._stand_in, self.unmatched, self.probes, *opened, self.core = _translate(source)
        self._open_start, self._open_end = opened
        if self._stand_in and (not translated.isascii() or "(?i" in source):
            why = r"\b cannot be combined with letters beyond ASCII or with (?i)"
            raise PatternError(why, r"write (?:^|[^\w]) and (?:[^\w]|$) for \b; case is folded already")
        self._compiled = _compile(translated)

    def find(self, scoped: Scoped) -> Range | None:
        """Returns the first match that is not empty, or None."""
        for candidate, shift in self._candidates(scoped):
            match = self._compiled.search(candidate)
            if match is not None:
                start, end = match.span()
                if start == end and candidate:
                    return next(self._find(scoped), None)
                return start + shift, end + shift
        return None

    def find_all(self, scoped: Scoped) -> list[Range]:
        """Returns the matches; an empty one only where the text is empty."""
        return list(self._find(scoped))

    def _candidates(self, scoped: Scoped) -> Iterator[tuple[str, int]]:
        """Returns the texts to try, each with the place where it begins.

        The text is tried as it is and, should that fail, without the punctuation around it (ANS-A6), so
        that `^biology$` matches `Biology.`. Where a pattern is open, it would match with it as well.
        """
        text = scoped.text
        if self._stand_in and not text.isascii():
            text = "".join(map(_stand_in_for, text))
        return _trimmed(text, start=not self._open_start, end=not self._open_end)

    def _find(self, scoped: Scoped) -> Iterator[Range]:
        """Yields the matches in the first of the candidates that has any."""
        for candidate, shift in self._candidates(scoped):
            found = False
            for match in self._compiled.finditer(candidate):
                start, end = match.span()
                if start < end or not candidate:
                    found = True
                    yield start + shift, end + shift
            if found:
                return

    def equals(self, scoped: Scoped) -> bool:
        """Tells whether the pattern matches the whole text."""
        return any(self._compiled.fullmatch(text) for text, _ in _trimmed(scoped.text))


def _stand_in_for(character: str) -> str:
    r"""Returns what stands for a character where `\b` is looked for, which knows ASCII only."""
    if character < "\x80" or not is_word(character):
        return character
    return str(decimal(character)) if character.isdecimal() else _STAND_IN


def _trimmed(text: str, *, start: bool = True, end: bool = True) -> Iterator[tuple[str, int]]:
    """Yields the text with all, without the looser and without any surrounding punctuation, and its place.

    Args:
        text: The text.
        start: Whether punctuation at its start counts; where none does that counts, nothing is taken off.
        end: Whether punctuation at its end counts.
    """
    yield text, 0
    if not ((start and text[:1] in SURROUNDING) or (end and text[-1:] in SURROUNDING)):
        return
    first, last = 0, len(text)
    for signs in (LOOSE, SURROUNDING):
        trimmed = text.strip(signs)
        place = len(text) - len(text.lstrip(signs))
        if (start and place > first) or (end and place + len(trimmed) < last):
            yield trimmed, place
        first, last = place, place + len(trimmed)


_translate = lru_cache(maxsize=1024)(translate)


@lru_cache(maxsize=1024)
def _compile(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MEMORY
    # Matching takes twice as long where groups are to be told apart, which nobody asks for.
    options.never_capture = True
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        for finder, why, fix in _UNSUPPORTED:
            if finder.search(pattern):
                raise PatternError(f"the pattern {why}, which cannot be bounded", fix) from None
        reason = error.args[0] if error.args else "malformed"
        reason = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise PatternError(
            f"the pattern is refused: {reason}", "use RE2's syntax, or plain entries"
        ) from None
