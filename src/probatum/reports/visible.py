"""Text of strangers, made fit to be shown: no character of it can steer a terminal or hide in it."""

from __future__ import annotations

import re
from typing import Final

_LAYOUT: Final = "\n "
# What is printable by itself but joins, hides or redirects its neighbours, and what is no character at all.
_HIDDEN: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\xa0\xad]|[^\x00-\x7f]")


def visible(text: str) -> str:
    """Returns a text whose control, format and other invisible characters are written as `<U+001B>`.

    Line feeds and blanks stay. Bidirectional controls, zero-width characters, lone surrogates and unassigned
    code points are written out as well: what is shown has one order and nothing unseen.
    """
    return _HIDDEN.sub(lambda match: visible_char(match.group()), text)


def visible_char(char: str) -> str:
    """Returns one character as `visible` shows it."""
    return char if char in _LAYOUT or char.isprintable() else f"<U+{ord(char):04X}>"
