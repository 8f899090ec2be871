"""A plain twin of a text, in which numbers and dates are read.

Numbers are written with a great many characters: full-width and Devanagari digits, thin spaces, curly
apostrophes, three kinds of minus. The twin says the same with few: every decimal digit is `0`-`9`, every
currency sign is `$`, every degree and percent sign is `%`. It is a text for the readers alone; what is
shown to people is cut from the original with `Plain.source`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

VULGAR: Final = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"

NO_BREAK: Final = "\xa0"
"""Stands for every blank that is not the ordinary one: no-break, thin, narrow, figure space."""

OTHER: Final = ";"
"""Stands for what separates and means nothing here: bullets, emoji, em dashes, circled digits."""

LETTER: Final = "q"
"""Stands for a letter outside ASCII, which is a letter like any other: `5км` is 5, `café5` a code."""

CODE: Final = "_"
"""Stands for a mark on a letter and for a large word of counting: glued to digits it makes them a code."""

YEAR, MONTH, DAY = "㊋", "㊊", "㊐"
"""Stand for the signs behind a year, a month and a day, as in `2024年12月18日`; else they are mere marks."""

_SINGLE: Final = {
    **dict.fromkeys(VULGAR + SUPERSCRIPTS + "⁻⁺×–", None),
    **dict.fromkeys("−﹣－", "−"),
    **dict.fromkeys("‐‑‒⁃", "-"),
    **dict.fromkeys("’‘ʼ‛′＇", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("⁄∕", "/"),
    **dict.fromkeys("·⋅∙✕✖", "×"),
    **dict.fromkeys("°º％٪‰ª", "%"),
    **dict.fromkeys("…—―™℠", OTHER),
    **dict.fromkeys("年년", YEAR),
    **dict.fromkeys("月월", MONTH),
    **dict.fromkeys("日일号號", DAY),
    "№": "#",
    "µ": "u",
    "٫": ".",
    "٬": ",",
    "\u2028": "\n",
    "\u2029": "\n",
    "\x85": "\n",
}

_UNSPACED: Final = (
    (0x0E00, 0x109F),  # Thai, Lao, Tibetan, Burmese
    (0x1100, 0x11FF),  # Hangul letters
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x9FFF),  # Chinese, Japanese and their punctuation
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),  # Hangul syllables
    (0xF900, 0xFAFF),
    (0x1B000, 0x1B16F),
    (0x20000, 0x3FFFF),
)

# A digit before one of these is part of a larger number that this module does not read: 5万 is not 5.
_COUNTING: Final = frozenset("十百千万萬億亿兆")


_FOREIGN: Final = re.compile("[^\\x00-\\x7f]")
_DIGIT: Final = re.compile("[0-9]")
# With few kinds of characters beyond ASCII, replacing them one kind at a time beats a table look-up each.
_FEW: Final = 8


class Plain(NamedTuple):
    """The plain twin of a text.

    Attributes:
        text: The twin; upper and lower case are kept.
        places: For every character of the twin, and for its end, the place in the original; None when both
            have the same length and every place is its own.
        one_script: Whether no digit of the original would join a digit of another script.
    """

    text: str
    places: tuple[int, ...] | None
    one_script: bool

    def source(self, start: int, end: int) -> tuple[int, int]:
        """Returns the range of the original that a range of the twin stands for; it must not be empty."""
        if self.places is None:
            return start, end
        last = self.places[end - 1]
        following = self.places[end]
        return self.places[start], following if following == last else last + 1


def plain(text: str) -> Plain:
    """Returns the plain twin; linear in the length of the text, and never raises."""
    if text.isascii():
        return Plain(text, None, True)
    foreign = set(_FOREIGN.findall(text))
    images = {char: _image(char) for char in foreign}
    one_script = not any(char.isdecimal() for char in foreign) or _is_one_script(text, foreign)
    if all(len(image) == 1 for image in images.values()):
        if len(images) > _FEW:
            return Plain(
                text.translate({ord(char): image for char, image in images.items()}), None, one_script
            )
        for char, image in images.items():
            text = text.replace(char, image)
        return Plain(text, None, one_script)
    parts: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        image = images.get(char, char)
        parts.append(image)
        places.extend([place] * len(image))
    places.append(len(text))
    return Plain("".join(parts), tuple(places), one_script)


def _is_one_script(text: str, foreign: set[str]) -> bool:
    zeros = {_zero(char) for char in foreign if char.isdecimal()}
    return len(zeros | {ord("0")} if _DIGIT.search(text) else zeros) < 2


def mixes_scripts(text: str) -> bool:
    """Says whether the digits in a text come from more than one script; full-width ones count as ASCII."""
    return len({_zero(char) for char in text if char.isdecimal()}) > 1


def _zero(digit: str) -> int:
    """Returns the code point of the zero that a decimal digit counts from."""
    if unicodedata.normalize("NFKC", digit).isascii():
        return ord("0")
    return ord(digit) - unicodedata.decimal(digit)


@lru_cache(maxsize=4096)
def _image(char: str) -> str:
    """Returns what stands for one character outside ASCII; empty for one that is not visible."""
    if char in _SINGLE:
        return _SINGLE[char] or char
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if char in _COUNTING:
        return CODE
    category = unicodedata.category(char)
    for kind, image in _BY_CATEGORY:
        if category.startswith(kind):
            return image(char)
    return OTHER


def _letter(char: str) -> str:
    """Returns ASCII letters for a styled letter or ligature, a neutral mark in scripts without blanks."""
    compatible = unicodedata.normalize("NFKC", char)
    if compatible.isascii() and compatible.isalpha():
        return compatible
    code = ord(char)
    if any(first <= code <= last for first, last in _UNSPACED):
        return OTHER
    return LETTER


def _symbol(char: str) -> str:
    """Returns the ASCII mark of a full-width one; a circled digit never becomes a digit."""
    compatible = unicodedata.normalize("NFKC", char)
    if compatible.isascii() and not any(part.isdigit() for part in compatible):
        return compatible
    return OTHER


def _nothing(_: str) -> str:
    return ""


def _dollar(_: str) -> str:
    return "$"


def _blank(_: str) -> str:
    return NO_BREAK


def _mark(char: str) -> str:
    """Returns the image of a combining mark: variation selectors and the keycap frame are not visible."""
    if 0xFE00 <= ord(char) <= 0xFE0F or char == "\u20e3" or 0xE0100 <= ord(char) <= 0xE01EF:
        return ""
    return CODE


_BY_CATEGORY: Final[tuple[tuple[str, Callable[[str], str]], ...]] = (
    ("Cf", _nothing),
    ("Sc", _dollar),
    ("Zs", _blank),
    ("M", _mark),
    ("L", _letter),
    ("Nl", _letter),
    ("P", _symbol),
    ("S", _symbol),
)
