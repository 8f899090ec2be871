"""Whether a line of JSON has a key twice in one object, which decoders pass over without a word."""

from __future__ import annotations

import json
import re
from typing import Any, Final

_ESCAPED_LETTER: Final = re.compile(rb"\\u00[2-7]")
_ESCAPE: Final = re.compile(rb"\\")
_PLAIN_KEY: Final = re.compile(r"[0-9A-Za-z_ .-]*")


def has_escaped_letters(data: bytes) -> bool:
    """Whether a sign of ASCII is written as an escape, so that counting quoted keys proves nothing."""
    return b"\\u00" in data and _ESCAPED_LETTER.search(data) is not None


class TwinKeys:
    """Looks for keys that stand twice, among those that matter.

    Args:
        keys: The keys that matter.
    """

    def __init__(self, keys: frozenset[str]) -> None:
        self._keys: Final = keys
        self._quoted = [f'"{key}"'.encode() for key in sorted(keys)]
        # A key of other characters than these can be written in more ways than one.
        plain = all(map(_PLAIN_KEY.fullmatch, keys))
        self._escape: Final = _ESCAPED_LETTER if plain else _ESCAPE

    def possible(self, line: bytes) -> bool:
        """Whether a key could stand twice: each is counted in quotes, or written with escapes. Fast."""
        count = line.count
        for quoted in self._quoted:
            if count(quoted) > 1:
                return True
        return b"\\" in line and self._escape.search(line) is not None

    def find(self, line: bytes) -> str | None:
        """Returns a key that stands twice in one object of a line.

        Raises:
            ValueError, RecursionError: It is no JSON, or nothing that can be looked through.
        """
        twins: list[str] = []

        def look(pairs: list[tuple[str, Any]]) -> None:
            names = [key for key, _ in pairs if key in self._keys]
            twins.extend(name for name in names if names.count(name) > 1)

        # Numbers are left as text: how long they are is no matter here.
        json.loads(line, object_pairs_hook=look, parse_int=str, parse_float=str)
        return twins[0] if twins else None
