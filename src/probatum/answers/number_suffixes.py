"""What letters glued to digits mean: a magnitude, a unit, or part of a code (ANS-C2, C3).

Digits with nothing but letters behind them are a quantity: `42L`, `5000mAh`, `5days`, and units nobody has
listed. A code begins with letters (`FIN86`) or mixes letters and digits (`59EC38CAE8`, `0x1F`), or has the
shape of one: digits and a single letter that is no unit (`12A`, `3D`, `5G`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

MAGNITUDES: Final = {
    "k": 3, "K": 3, "M": 6, "B": 9, "T": 12, "bn": 9, "Bn": 9, "BN": 9, "mn": 6, "Mn": 6, "tn": 12, "mln": 6,
    "mio": 6, "Mio": 6,
}  # fmt: skip
MONEY_MAGNITUDES: Final = {"m": 6, "b": 9, "t": 12, "mm": 6, "MM": 6, "mil": 6, "MN": 6}
_DOUBTFUL: Final = frozenset("BT")
"""Bytes, tons and rooms as well: a magnitude only beside a currency (`$7B`) or behind decimals (`1.2B`)."""

UNITS: Final = frozenset(
    "kg mg ug mcg lb lbs oz cm mm km nm um ft in inch yd mi ml cl dl ha mph kmh kph hr hrs min mins sec secs"
    " ms ns us wk wks mo mos kw mw gw kwh mwh wh kv mv ma mah hz khz mhz ghz kb mb gb tb pb kib mib gib bps"
    " kbps mbps gbps fps dpi ppi mp px pt pp pcs pc gal qt psi bar kj cal kcal ppm ppb hp rpm db nit"
    " nits ev yr yrs usd eur gbp inr rs".split()
)
"""Units behind which a hyphen and digits make a range (`5kg-10kg`); behind other letters they make a code."""

_LETTER_UNITS: Final = frozenset("gmtlhsxvwcfbpyqWVLCFBTX")
"""Units of one letter, in their own case: `5g` is five grams, `5G` a code, `5q` stands for `5г`."""

_SAME_UNIT: Final = re.compile("-[0-9][0-9.,]*([a-z]+)(?![a-z0-9_])")
_CODE_AFTER: Final = re.compile("[-._][0-9]")
_TIMES: Final = re.compile("([a-z]*?)x(?=[0-9])")


def magnitude(written: str, value: str, is_money: Callable[[], bool]) -> int | None:
    """Returns the zeros that the letters add to a value; None if they are no magnitude here.

    Args:
        written: The letters in their own case.
        value: The value as decimal text.
        is_money: Says whether a currency stands beside the number.
    """
    places = MAGNITUDES.get(written)
    if places is not None and not (written in _DOUBTFUL and "." not in value):
        return places
    if (places is not None or written in MONEY_MAGNITUDES) and is_money():
        return places or MONEY_MAGNITUDES[written]
    return None


def multiplied(word: str, value: str) -> int:
    """Returns the length of a unit and the `x` before another measure, as in `20x50` and `5mmx7mm`, or 0."""
    match = _TIMES.match(word)
    if match is None or (match[1] and match[1] not in UNITS) or (value == "0" and not match[1]):
        return 0
    return match.end()


def is_unit(written: str, value: str) -> bool:
    """Says whether letters are a unit of the value before them; behind decimals every letter is one."""
    if len(written) == 1:
        return written in _LETTER_UNITS or (written.isalpha() and "." in value)
    return written.isalpha() and not (value == "0" and written[0] in "xXbBoO")


def goes_on_as_code(lower: str, word: str, end: int) -> bool:
    """Says whether the letters that end here are followed by more of a code: `9AF-33`, not `5foo-6foo`."""
    if word in UNITS or len(word) == 1 or not _CODE_AFTER.match(lower, end):
        return False
    same = _SAME_UNIT.match(lower, end)
    return same is None or same[1] != word
