"""Word boundaries in folded text (ANS-B5).

Whether `10` stands in a text is a question about what stands next to it. A boundary is decided by the kind
of the entry's own edge: a *digit* edge is none where a number goes on (`10` is not in `10.5`, `2,010`, `-10`,
`1 250 000`); a *letter* edge is none inside a longer word (`no` is not in `north`, `can` not in `can't`); an
edge that is neither (`$9.99`, `C++`) demands nothing, and nor do scripts written without blanks.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from probatum.text.characters import RAISED_DIGITS, continues_word, is_unspaced, is_word


class Edge(Enum):
    """What an entry begins or ends with, and so what its neighbour may be."""

    FREE = 0
    LETTER = 1
    DIGIT = 2


# Names of the module are found much faster than members, and these are looked up for every place.
FREE, LETTER, DIGIT = Edge

_DIGITS: Final = frozenset("0123456789")
_CURRENCY: Final = frozenset("$€£¥₹₩₽¢")
_NUMBER_MARKS: Final = frozenset(".:'")
# A raised digit behind this many digits is a citation mark (`1906⁶`); behind fewer it is a power (`10⁶`).
_LONGEST_BASE: Final = 3
_GROUP_BEFORE: Final = re.compile(r"""(?<![^\s(\[$€£¥₹+=~<>:"'-])[0-9]{1,3}(?: [0-9]{3})* \Z""")
_GROUP_AFTER: Final = re.compile(r" [0-9]{3}(?![0-9])(?! ?[-/])")
# A comma groups digits by threes, or in the Indian way by twos and a last three.
_COMMA_BEFORE: Final = re.compile(r"(?<![0-9a-z.,_])[0-9]{1,3}(?:,[0-9]{2,3})*,\Z")
_COMMA_AFTER: Final = re.compile(r",(?:[0-9]{2},)*[0-9]{3}(?![0-9a-z_])")
_DECIMAL_COMMA: Final = re.compile(r"[0-9]\.[0-9]{3},\Z")
_LONGEST_GROUPED: Final = 64
# Two hyphens make a date, a code or a telephone number of the digits they join, and no range.
_CHAIN_BEFORE: Final = re.compile(r"[0-9]-[0-9]+-\Z")
_CHAIN_AFTER: Final = re.compile(r"-[0-9]+-[0-9]")
_YEAR: Final = 4
# `u.s` is not in `u.s.a.`
_ACRONYM_GOES_ON: Final = re.compile(r"\.[a-z]\.[a-z](?![a-z0-9])")
_PARTICLES: Final = re.compile(
    r"(?:은|는|이|가|을|를|에|의|로|으로|와|과|도|만|에서|에게|부터|까지|처럼|보다|이나|나|이며|며|이고|고|이라고|라고|이라는|라는)?"
    r"(?:은|는|도|만)?(?:입니다|이에요|예요|이다|다|였습니다|이었습니다|이었다|였다|임|요)?(?![가-힣])"
)
_LARGE_SIGNS: Final = frozenset("万億亿兆千百十萬만억조천백십")
_FRACTIONS: Final = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
# French and Italian articles and particles that lose their vowel: what follows is a word of its own.
_ELIDED: Final = frozenset("c d j l m n s t qu un all dall dell nell sull".split())


def edge_of(character: str) -> Edge:
    """Returns the kind of edge a character makes."""
    if character in _DIGITS:
        return DIGIT
    if is_word(character) and not is_unspaced(character):
        return LETTER
    return FREE


def begins_word(text: str, start: int, edge: Edge, digits: int = 0) -> bool:
    """Tells whether what begins at `start` is bounded on its left.

    Args:
        text: Folded text.
        start: Where the candidate begins.
        edge: Kind of its first character.
        digits: Length of the run of digits it begins with (only for `Edge.DIGIT`).
    """
    if not start:
        return True
    before = text[start - 1]
    if edge is FREE:
        return before != text[start] or is_unspaced(before)
    if edge is LETTER:
        if before == " ":
            return True
        if before == "'":
            return not _in_contraction_left(text, start - 1)
        return not continues_word(before)
    return _begins_number(text, start, before, digits)


def ends_word(text: str, end: int, edge: Edge, digits: int = 0) -> bool:
    """Tells whether what ends at `end` is bounded on its right; `digits` as in `begins_word`."""
    if end == len(text):
        return True
    after = text[end]
    if edge is FREE:
        return after != text[end - 1] or is_unspaced(after)
    if edge is LETTER:
        if after == " ":
            return True
        if after == "'":
            return not _in_contraction_right(text, end)
        if after == ".":
            return _ACRONYM_GOES_ON.match(text, end - 2) is None
        return not continues_word(after) or _is_particle(text, end)
    return _ends_number(text, end, after, digits)


def _is_particle(text: str, end: int) -> bool:
    """Tells whether a Korean noun is followed by particles alone, which are written together with it."""
    return "가" <= text[end - 1] <= "힣" and _PARTICLES.match(text, end) is not None


def _in_contraction_left(text: str, apostrophe: int) -> bool:
    """`o'brien` is one word, `l'ete` is two, and a quote mark behind a blank joins nothing."""
    first = apostrophe
    while first and apostrophe - first < 5 and continues_word(text[first - 1]):
        first -= 1
    return first < apostrophe and text[first:apostrophe] not in _ELIDED


def _in_contraction_right(text: str, apostrophe: int) -> bool:
    """`can't` goes on; the possessive `wendy's` does not, and neither does a closing quote mark."""
    if apostrophe + 1 >= len(text) or not continues_word(text[apostrophe + 1]):
        return False
    possessive = text[apostrophe + 1] == "s"
    return not (possessive and (apostrophe + 2 >= len(text) or not continues_word(text[apostrophe + 2])))


def _begins_number(text: str, start: int, before: str, digits: int) -> bool:
    if before == " ":
        # `1 250 000` is one number: three digits behind one to three digits and a blank.
        if digits != 3:
            return True
        return _GROUP_BEFORE.search(text, max(0, start - _LONGEST_GROUPED), start) is None
    if continues_word(before) or before == "^":
        return False
    earlier = text[start - 2] if start > 1 else " "
    if before == ",":
        return not (earlier in _DIGITS and _comma_joins_left(text, start, digits))
    if before in _NUMBER_MARKS:
        # `12:30` and `3.10` go on; so does `.5`, which begins with its mark.
        decimal = before == "." and not is_word(earlier) and earlier not in ".)]\"'"
        return earlier not in _DIGITS and not decimal
    if before == "/":
        return earlier not in _DIGITS or digits > 2
    if before in _CURRENCY:
        return not (earlier == "-" and is_sign(text, start - 2))
    if before == "-":
        if earlier not in _DIGITS:
            return not is_sign(text, start - 1)
        if _CHAIN_BEFORE.search(text, max(0, start - _LONGEST_GROUPED), start):
            return digits == _YEAR
        return digits == _YEAR or _CHAIN_AFTER.match(text, start - 1) is None
    return True


def is_sign(text: str, dash: int) -> bool:
    """Tells a sign from a dash that joins: `5-10` is a range, `covid-19` a name."""
    if not dash:
        return True
    before = text[dash - 1]
    return not (is_word(before) or before in ")]%'\"" or before in _CURRENCY)


def _ends_number(text: str, end: int, after: str, digits: int) -> bool:
    following = text[end + 1] if end + 1 < len(text) else " "
    if after == " ":
        if following in _FRACTIONS:
            return False
        if following not in _DIGITS or not 0 < digits <= 3:
            return True
        return _GROUP_AFTER.match(text, end) is None or _joined_left(text, end - digits)
    if after in RAISED_DIGITS:
        return digits > _LONGEST_BASE
    if continues_word(after) or after in _LARGE_SIGNS:
        return False
    if after == "-" and following in _DIGITS:
        return digits == _YEAR or not _in_chain(text, end, end - digits)
    if after == ",":
        return following not in _DIGITS or not _comma_joins_right(text, end, digits)
    if after in _NUMBER_MARKS:
        return following not in _DIGITS
    if after == "/":
        decimal = end - digits > 1 and text[end - digits - 1] == "." and text[end - digits - 2] in _DIGITS
        return following not in _DIGITS or digits > 2 or decimal
    return not (after == "^" and (following in _DIGITS or following in "-{("))


def _in_chain(text: str, end: int, start: int) -> bool:
    """Tells whether the digits before a hyphen are one of three or more groups that hyphens join."""
    if _CHAIN_AFTER.match(text, end):
        return True
    return start > 1 and text[start - 1] == "-" and text[start - 2] in _DIGITS


def _comma_joins_left(text: str, start: int, digits: int) -> bool:
    """Tells whether `010` goes on from the left as in `2,010`; `4,2` are two numbers, `1.234,56` is one."""
    window = max(0, start - _LONGEST_GROUPED)
    if _DECIMAL_COMMA.search(text, window, start):
        return True
    grouped = digits == 3 or (digits == 2 and text.startswith(",", start + 2))
    return grouped and _COMMA_BEFORE.search(text, window, start) is not None


def _comma_joins_right(text: str, end: int, digits: int) -> bool:
    """Tells whether `2` goes on to the right as in `2,010`; in a list of codes no comma joins."""
    start = end - digits
    if start > 1 and text[start - 1] == "." and text[start - 2] in _DIGITS:
        return True
    if digits > 3 or _COMMA_AFTER.match(text, end) is None:
        return False
    return not (start and continues_word(text[start - 1]))


def _joined_left(text: str, start: int) -> bool:
    """Tells whether a run of digits is part of a code (`q2 325`), so that no group can follow it."""
    return start > 0 and (continues_word(text[start - 1]) or text[start - 1] in "-.,:/#")
