"""Entries in the strict form, for an author who has written them in another one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from probatum.answers.entries import SEPARATOR, fold_entry
from probatum.answers.pattern_syntax import PatternError
from probatum.answers.patterns import Pattern, looks_like_pattern

# What stands in a pattern and is no letter to be found: classes, names of groups and of properties, flags.
SYNTAX: Final = re.compile(
    r"\\[pP]\{[^}]*\}|\\[pP].|\\x\{?[0-9A-Fa-f]+\}?|\\.|\(\?P?<[^>]*>|\(\?[a-zA-Z-]+[:)]"
)
_IGNORES_CASE: Final = re.compile(r"\(\?i\)")
_SIGN: Final = re.compile(r"[][\\.^$*+?{}|()]")
_ONE_LETTER: Final = re.compile(r"\[([a-z])\1\]")
_ANYTHING: Final = ".*"


def quoted(text: str) -> str:
    """Returns an entry in full as it is typed into a file; `show` would cut a long one."""
    return json.dumps(text, ensure_ascii=False)


def lowered(pattern: str) -> str:
    """Returns a pattern whose literal letters are small."""
    parts, at = [], 0
    for match in SYNTAX.finditer(pattern):
        parts += [pattern[at : match.start()].lower(), match[0]]
        at = match.end()
    return "".join((*parts, pattern[at:].lower()))


def as_pattern(alternatives: Sequence[str], *, anywhere: bool = True) -> str:
    """Returns one pattern in the strict form for alternatives that are meant as patterns or phrases.

    Args:
        alternatives: Each a pattern, with or without its anchors, or a phrase that is none.
        anywhere: Whether it may stand anywhere in a reply; otherwise it is the whole of it.

    Returns:
        The pattern; empty where it would be refused.
    """
    cores = [_core(one, anywhere=anywhere) for one in alternatives]
    core = cores[0] if len(cores) == 1 else f"({'|'.join(cores)})"
    pattern = f"^{core}$"
    try:
        Pattern(pattern)
    except PatternError:
        return ""
    return pattern


def strict(source: str) -> str:
    """Returns an entry that was read leniently in the strict form; empty where none can be guessed."""
    pieces = [piece.strip() for piece in source.split(SEPARATOR)]
    if any(map(looks_like_pattern, pieces)):
        return as_pattern([piece if looks_like_pattern(piece) else phrase(piece) for piece in pieces])
    return f" {SEPARATOR} ".join(pieces)


def phrase(text: str) -> str:
    """Returns what a pattern says for a phrase that is found between the ends of words."""
    folded = fold_entry(text)
    start = r"\b" if folded[:1].isascii() and folded[:1].isalnum() else ""
    end = r"\b" if folded[-1:].isascii() and folded[-1:].isalnum() else ""
    escaped = _SIGN.sub(r"\\\g<0>", folded)
    return f"{start}{escaped}{end}"


def _core(alternative: str, *, anywhere: bool) -> str:
    """Returns a pattern without its anchors, open where it has none."""
    core = _ONE_LETTER.sub(r"\1", lowered(_IGNORES_CASE.sub("", alternative)))
    starts, ends = core.startswith("^"), core.endswith("$") and not core.endswith(r"\$")
    core = core[1:] if starts else core
    core = core[:-1] if ends else core
    if anywhere and not starts:
        core = _ANYTHING + core.removeprefix(_ANYTHING)
    if anywhere and not ends:
        core = core.removesuffix(_ANYTHING) + _ANYTHING
    return core
