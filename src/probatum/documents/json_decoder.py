"""The standard library's JSON reader, in C, made strict: hooks refuse what it would let pass.

What it refuses it does not explain; that is the work of `json_scanner`.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from functools import lru_cache, partial
from itertools import accumulate
from typing import Final

from probatum.documents.document import Data, Limits

_LONE_SURROGATE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_ESCAPED: Final = re.compile(rb"\\.", re.DOTALL)
_STRING: Final = re.compile(rb'"[^"]*+"?')
_NO_BRACKET: Final = bytes(byte for byte in range(256) if byte not in b'[]{}"')
_STEP: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}

_ANY_VALUE: Final = json.JSONDecoder(parse_int=str, parse_float=str)


class _RefusedError(ValueError):
    """A hook met something that the standard library's reader would have let pass."""


@lru_cache
def decoder(limits: Limits) -> json.JSONDecoder:
    """Returns a reader that raises ValueError for every fault but two: those `needs_scan` looks for."""
    return json.JSONDecoder(
        object_pairs_hook=_object,
        parse_int=partial(_integer, limits.digits),
        parse_float=partial(_decimal, limits.digits),
        parse_constant=_constant,
    )


def needs_scan(text: str, limits: Limits) -> bool:
    """Says whether a text must be scanned before the decoder may have it: too deep, or surrogate halves.

    A text with an escaped backslash in front of `ud800` is scanned for nothing; that does no harm.
    """
    return nesting(text) > limits.depth or ("\\u" in text and bool(_LONE_SURROGATE.search(text)))


def nesting(text: str) -> int:
    """Returns how deep the brackets of a JSON text are nested, without reading it.

    It is right up to the first syntax error, and where there is one it does not matter.
    """
    if text.count("[") + text.count("{") <= 1:
        return 1
    data = text.encode(errors="surrogateescape")
    if b"\\" in data:
        data = _ESCAPED.sub(b"", data)
    brackets = _STRING.sub(b"", data.translate(None, _NO_BRACKET))
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0)


def end_of_good(text: str, start: int, limits: Limits) -> int:
    """Returns the end of the faultless list or object at `start`; -1 when it has a fault.

    The whole text must be known not to be nested too deep.
    """
    try:
        end = decoder(limits).raw_decode(text, start)[1]
    except ValueError:
        return -1
    return -1 if _LONE_SURROGATE.search(text, start, end) else end


def end_of_value(text: str, start: int) -> int:
    """Returns the end of the value at `start` of a text that is known to be faultless."""
    return _ANY_VALUE.raw_decode(text, start)[1]


def too_long(mantissa: str, exponent: str, digits: int) -> bool:
    """Says whether a number written so is beyond what is read."""
    return len(mantissa) > digits or len(exponent) > 6 or abs(int(exponent or "0")) > digits


def _object(pairs: list[tuple[str, Data]]) -> dict[str, Data]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _RefusedError
    return value


def _integer(digits: int, literal: str) -> int:
    if len(literal) > digits:
        raise _RefusedError
    # A host may have lowered CPython's own limit; the way over Decimal knows none.
    return int(literal) if len(literal) < 600 else int(Decimal(literal))


def _decimal(digits: int, literal: str) -> Decimal:
    mantissa, _, exponent = literal.lower().partition("e")
    if too_long(mantissa, exponent, digits):
        raise _RefusedError
    return Decimal(literal)


def _constant(word: str) -> Data:
    raise _RefusedError(word)
