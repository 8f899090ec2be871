"""What digits and marks make: groups and decimals, exponents, neighbouring years (ANS-C2)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from probatum.answers.exact import LARGEST_EXPONENT
from probatum.answers.plain import NO_BREAK, SUPERSCRIPTS

VULGAR_VALUES: Final = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅐": Fraction(1, 7), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8), "⅑": Fraction(1, 9), "⅒": Fraction(1, 10),
}  # fmt: skip
_GROUPED: Final = re.compile(
    r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]?(?:,[0-9]{2})*,[0-9]{3}|[1-9][0-9]{0,2}(?:[_'][0-9]{3})+)"
    r"(?:\.[0-9]+)?"
)
_EUROPEAN: Final = re.compile(r"[1-9][0-9]{0,2}(?:(?:\.[0-9]{3})+|(?:'[0-9]{3})+),[0-9]+")
_DOTTED_GROUPS: Final = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}")
_ONLY_POINTS: Final = re.compile("[0-9.]+")
RAISED: Final = re.compile(rf"[⁻⁺]?[{SUPERSCRIPTS}]+")
_CARET: Final = re.compile(r"(?:\^|\*\*)[({]?([-+−]?[0-9]+)[)}]?")
_RAISED_DIGITS: Final = str.maketrans(SUPERSCRIPTS + "⁻⁺−", "0123456789-+-")
WORD: Final = re.compile("[a-z0-9_]+")
CODE_TAIL: Final = re.compile("[a-z0-9_]*(?:[-._][a-z0-9_]+)*")
BLANK_GROUPS: Final = re.compile(f"[1-9][0-9]{{0,2}}(?:[ {NO_BREAK}][0-9]{{3}})+")

PLAIN_NUMBER: Final = re.compile(
    r"[0-9](?:(?<=[ \n].)|(?<![^($].)(?<![^ \n]\(.)(?<![^ \n(]\$.)(?<![^ \n]\(\$.))"
    r"(?:[0-9]{0,17}|(?<!0)[0-9]{0,2}(?:,[0-9]{3})+)(?:\.[0-9]{1,18})?"
    r"(?= [A-Za-z]|%?\)?(?:[.,;:!?]?(?: [A-Za-z(\"]|$|\n)|[,;%] [0-9$]))"
)
"""A number that what stands around it leaves as it is: before it a blank, or a bracket or a dollar sign after
one; behind it a blank, a stop or the end. It holds where no word of the text bears on digits
(`Lexicon.bearing_on_digits`). Other digits are not matched, nor any part of them."""


def end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Returns the end of a match that begins at `start`; `start` itself if there is none."""
    match = pattern.match(text, start)
    return match.end() if match else start


def decimal_text(chunk: str) -> str | None:
    """Returns digits and marks as decimal text: empty for a code, None where they are several numbers."""
    if chunk.isdigit():
        return chunk
    if _GROUPED.fullmatch(chunk):
        return chunk.replace(",", "").replace("_", "").replace("'", "")
    if _EUROPEAN.fullmatch(chunk):
        return chunk.replace(".", "").replace("'", "").replace(",", ".")
    if not _ONLY_POINTS.fullmatch(chunk):
        return None
    if chunk.count(".") == 1:
        return chunk
    return chunk.replace(".", "") if _DOTTED_GROUPS.fullmatch(chunk) and not _is_address(chunk) else ""


def _is_address(chunk: str) -> bool:
    """Says whether dotted digits are an IP address rather than a number grouped in threes."""
    groups = chunk.split(".", 4)
    return len(groups) == 4 and all(int(group) <= 255 for group in groups)


def is_season(first: str, second: str) -> bool:
    """Says whether `2020/21` or `2023/2024` names two neighbouring years."""
    if len(first) != 4 or first[0] not in "12" or len(second) not in {2, 4}:
        return False
    return str(int(first) + 1).endswith(second)


def exponent(written: str) -> int | None:
    """Returns an exponent, or None if it is larger than any number that is read."""
    plain = written.translate(_RAISED_DIGITS)
    digits = plain.lstrip("+-0") or "0"
    if not digits.isdigit() or len(digits) > len(str(LARGEST_EXPONENT)) or int(digits) > LARGEST_EXPONENT:
        return None
    return -int(digits) if plain.startswith("-") else int(digits)


def exponent_at(text: str, place: int) -> tuple[int | None, int] | None:
    """Returns the exponent written after a base, with its end; it is None where it is too large."""
    match = RAISED.match(text, place) or _CARET.match(text, place)
    if match is None:
        return None
    return exponent(match[1] if match.re is _CARET else match[0]), match.end()
