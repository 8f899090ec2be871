"""What each single character folds to.

The table fills itself: a character is worked out when it is first met and remembered for the process. That
is a cache of a pure function, not state.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, combining, decomposition, name, normalize

_QUOTES: Final = dict.fromkeys("‘’‚‛′‵ʼʹʻ´‹›ʾ‘＇׳", "'") | dict.fromkeys("“”„‟″‶«»〝〞〟「」『』｢｣＂״", '"')
_HYPHENS: Final = dict.fromkeys("‐‑‒–−﹣－⁃־", "-")
# Two hyphens are what a typewriter has for a dash; `fold_text` sets blanks around it.
_LONG_DASHES: Final = dict.fromkeys("—―⸺⸻﹘", "--")
_SLASHES: Final = dict.fromkeys("⁄∕", "/")
_MARKS_OF_TRADE: Final = dict.fromkeys("™®©℠℗", "")
_LETTERS: Final = {
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ð": "d",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ħ": "h",
    "ŋ": "n",
    "ŧ": "t",
    "ı": "i",
    "ȷ": "j",
    "ſ": "s",
    "\u2800": " ",
}
# Words in one sign, set apart so that no digit is glued to them.
_WORD_SIGNS: Final = {"№": " no. ", "℡": " tel ", "℻": " fax "}
_FIXED: Final = _QUOTES | _HYPHENS | _LONG_DASHES | _SLASHES | _MARKS_OF_TRADE | _LETTERS | _WORD_SIGNS

# Diacritical marks: the blocks of that name, and the points of scripts that are mostly written without
# (Arabic and Syriac vowels, Hebrew points, the tatweel). Vowel signs, nuktas and sound marks of other
# scripts are letters there, not accents, and stay; so do the hamzas and the madda, which make a letter.
_DIACRITICS: Final = (
    (0x0300, 0x036F),
    (0x0591, 0x05BD),
    (0x05BF, 0x05BF),
    (0x05C1, 0x05C2),
    (0x05C4, 0x05C5),
    (0x05C7, 0x05C7),
    (0x0610, 0x061A),
    (0x0640, 0x0640),
    (0x064B, 0x0652),
    (0x0656, 0x065E),
    (0x0670, 0x0670),
    (0x06D6, 0x06DC),
    (0x06DF, 0x06E4),
    (0x06E7, 0x06E8),
    (0x06EA, 0x06ED),
    (0x0730, 0x074A),
    (0x08CA, 0x08E1),
    (0x08E3, 0x08FF),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFB1E, 0xFB1E),
    (0xFE20, 0xFE2F),
)
# Made of a letter and a mark, but letters of their own that nobody writes without it (unlike `ё`).
_OWN_LETTERS: Final = frozenset("йїўѓќ")
# Shown as nothing: soft hyphen, joiners, marks of direction, selectors, fillers, tags, skin tones.
_INVISIBLE: Final = (
    (0x00AD, 0x00AD),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0x1F3FB, 0x1F3FF),
    (0xE0000, 0xE0FFF),
)
_KEPT_FORMS: Final = ("<super>", "<sub>", "<fraction>", "<circle>", "<square>")
_VARIANT: Final = re.compile(r"LATIN SMALL LETTER ([A-Z]) WITH .+")


def fold_character(character: str) -> str:
    """Returns what a character folds to: nothing, itself, or other folded characters."""
    if character.isascii():
        return character.lower()
    if character in _FIXED:
        return _FIXED[character]
    code = ord(character)
    if _within(code, _DIACRITICS) or _within(code, _INVISIBLE):
        return ""
    if _is_kept(character) or character.casefold() in _OWN_LETTERS:
        return character.casefold()
    text = normalize("NFKD", character)
    text = "".join(part for part in text if not _within(ord(part), _DIACRITICS)).casefold()
    text = normalize("NFC", text)
    if text == character:
        variant = _VARIANT.fullmatch(name(character, ""))
        return variant[1].lower() if variant else character
    return "".join(fold_character(part) for part in text)


def _is_kept(character: str) -> bool:
    """Whether a character means more than what it is made of.

    `²` is not 2 and `⒈` joins no number; `≠` is no `=`; a free-standing accent is no blank.
    """
    parts = decomposition(character).split()
    if not parts:
        return False
    if parts[0] in _KEPT_FORMS:
        return not (parts[0] == "<square>" and category(character) == "So" and _is_unit(character))
    made_of = normalize("NFKD", character)
    if category(character) != "Nd" and any(part.isdigit() for part in made_of):
        return True
    if made_of[0].isspace() and len(made_of) > 1:
        return True
    return category(character)[0] == "S" and any(combining(part) for part in made_of)


def _is_unit(character: str) -> bool:
    """Whether a squared character is a unit in Latin letters: `㎏` is kg; `🄰` is not a."""
    made_of = normalize("NFKD", character)
    return ord(character) < 0x10000 and made_of.isalpha()


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)


class FoldTable(dict[int, str]):
    """A table for `str.translate` that works its entries out on demand."""

    def __missing__(self, code: int) -> str:
        folded = fold_character(chr(code))
        self[code] = folded
        return folded


FOLDED: Final = FoldTable()
