"""Scripts that are written without blanks between words."""

from __future__ import annotations

from typing import Final

# Thai, Lao, Myanmar, Khmer; kana, ideographs; full-width kana; supplementary ideographs.
_UNSPACED: Final = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x2E80, 0x312F),
    (0x31A0, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFF),
)


def is_unspaced(character: str) -> bool:
    """Whether the character belongs to a script without blanks, so that no word edge is seen around it.

    Korean is written with blanks and is not one of them.
    """
    if character < "\u0e00":
        return False
    code = ord(character)
    return any(first <= code <= last for first, last in _UNSPACED)
