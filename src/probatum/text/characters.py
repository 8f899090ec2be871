"""Classes of characters that matching and boundaries are defined by.

All functions take *folded* text (see `folding`). Superscript and subscript digits are no word characters:
glued to a word they are citation marks (`gaga⁶`), glued to a number they are looked at by the caller.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import category

RAISED_DIGITS: Final = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉")

# Scripts written without blanks between words: entries in them match as substrings (ANS-B5).
_UNSPACED: Final = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x2FDF),  # CJK radicals
    (0x3005, 0x3007),  # CJK iteration mark and zero
    (0x3021, 0x30FF),  # Hangzhou numerals, kana
    (0x3100, 0x312F),  # Bopomofo
    (0x31F0, 0x31FF),  # small kana
    (0x3400, 0x9FFF),  # Han
    (0xAA60, 0xAA7F),  # Burmese
    (0xF900, 0xFAFF),  # Han
    (0x20000, 0x3FFFF),  # Han
)


@lru_cache(maxsize=4096)
def _is_word_beyond_ascii(character: str) -> bool:
    return category(character)[0] in "LMN" and character not in RAISED_DIGITS


def is_word(character: str) -> bool:
    """Tells whether a character belongs to a word: letters, marks, digits, vulgar fractions, underscore."""
    if character < "\x80":
        return character.isalnum() or character == "_"
    return _is_word_beyond_ascii(character)


@lru_cache(maxsize=4096)
def is_unspaced(character: str) -> bool:
    """Tells whether a character belongs to a script written without blanks between words."""
    point = ord(character)
    return any(first <= point <= last for first, last in _UNSPACED)


def continues_word(character: str) -> bool:
    """Tells whether a character, standing next to a word, makes it a longer word."""
    if character < "\x80":
        return character.isalnum() or character == "_"
    return _is_word_beyond_ascii(character) and not is_unspaced(character)
