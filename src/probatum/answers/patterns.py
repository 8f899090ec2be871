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
from math import prod
from typing import Any, Final
from unicodedata import decimal

import re2

from probatum.answers.pattern_syntax import PatternError, translate
from probatum.answers.reply import LOOSE, SURROUNDING, Range, Scoped
from probatum.text.characters import is_word

LONGEST: Final = 1000
"""Longest pattern, in characters, that is accepted."""

_MEMORY: Final = 8 << 20
# Patterns of which it is remembered how they are read: a pack has thousands, and is read again and again.
_REMEMBERED: Final = 4096
_STAND_IN: Final = "Q"
_SHORT: Final = 80
_FEW: Final = 60
_DIGITS: Final = 6
_CLASSES: Final = re.compile(r"\\[wWdD]")
_COUNT: Final = re.compile(r"[{,](\d+)")
_OWN: Final = (
    (r"[\pL\pM\pN_]", r"\w"),
    (r"[^\pL\pM\pN_]", r"\W"),
    (r"\pL\pM\pN_", r"\w"),
    (r"\p{Nd}", r"\d"),
    (r"\P{Nd}", r"\D"),
)
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
        "_ascii",
        "_open_end",
        "_open_start",
        "_stand_in",
        "_translated",
        "_unicode",
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
        # Most texts are ASCII, where classes of RE2's own mean the same and are a hundred times smaller.
        in_ascii = _in_ascii(translated) if r"\p" not in source.lower() else translated
        if self.core:
            self.core = _in_ascii(self.core) if in_ascii is not translated else self.core
        self._translated = translated
        self._ascii = _compile(in_ascii)
        # One that might be too large is refused now, and not when a text beyond ASCII comes.
        self._unicode = _compile(translated) if in_ascii == translated or _may_grow(source) else None

    def find(self, scoped: Scoped) -> Range | None:
        """Returns the first match that is not empty, or None."""
        for candidate, shift in self._candidates(scoped):
            match = self._for(candidate).search(candidate)
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
            for match in self._for(candidate).finditer(candidate):
                start, end = match.span()
                if start < end or not candidate:
                    found = True
                    yield start + shift, end + shift
            if found:
                return

    def equals(self, scoped: Scoped) -> bool:
        """Tells whether the pattern matches the whole text."""
        return any(self._for(text).fullmatch(text) for text, _ in _trimmed(scoped.text))

    def _for(self, text: str) -> Any:
        """Returns the compiled pattern for a text: with Unicode's classes only where they differ."""
        if text.isascii():
            return self._ascii
        if self._unicode is None:
            self._unicode = _compile(self._translated)
        return self._unicode


@lru_cache(maxsize=_REMEMBERED)
def _in_ascii(translated: str) -> str:
    """Returns a translated pattern in the classes of RE2, for texts in ASCII."""
    for unicode, own in _OWN:
        translated = translated.replace(unicode, own)
    return translated


@lru_cache(maxsize=_REMEMBERED)
def _may_grow(source: str) -> bool:
    """Tells whether Unicode's classes could make a pattern too large: many, or some that are counted."""
    copies = prod(max(1, int(digits[:_DIGITS])) for digits in _COUNT.findall(source))
    return len(source) > _SHORT or len(_CLASSES.findall(source)) * copies > _FEW


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


_translate = lru_cache(maxsize=_REMEMBERED)(translate)


@lru_cache(maxsize=_REMEMBERED)
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
