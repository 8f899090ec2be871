"""JSON and JSONL, strictly: what is accepted is exact, and what is not is told all at once.

A good text is read by the standard library's scanner, in C, with hooks that refuse what it would let
pass. Only where a hook or the scanner refuses does `json_scanner` go over the text and name the faults.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from functools import partial
from itertools import accumulate
from typing import Any, Final

from probatum.documents.decoding import decode, too_large
from probatum.documents.document import LIMITS, Data, Document, Faults, Limits, Path, Spot
from probatum.documents.json_scanner import find_faults, find_places, too_long
from probatum.errors import DocumentError

_LONE_SURROGATE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)
_ESCAPED: Final = re.compile(rb"\\.", re.DOTALL)
_STRING: Final = re.compile(rb'"[^"]*+"?')
_NO_BRACKET: Final = bytes(byte for byte in range(256) if byte not in b'[]{}"')
_STEP: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class _RefusedError(ValueError):
    """A hook met something that the standard library's reader would have let pass."""


def parse_json(data: bytes, name: str, *, limits: Limits = LIMITS) -> Document:
    """Reads one JSON document.

    Args:
        data: The bytes of the file.
        name: What to call the file in diagnostics.
        limits: How large, deep and long it may be.

    Raises:
        DocumentError: With every fault that can be told apart; after a fault whose intention is not
            plain (an unclosed string, a stray bracket) the rest of the text is not judged.
    """
    faults = Faults(name, limits.faults)
    too_large(len(data), limits.bytes, faults)
    faults.check()
    document = _read(data, name, 1, limits, faults)
    if document is None:
        raise DocumentError(faults.diagnostics())
    return document


def parse_jsonl(data: bytes, name: str, *, limits: Limits = LIMITS) -> list[Document]:
    """Reads one JSON document a line; blank lines are passed over.

    Args:
        data: The bytes of the file.
        name: What to call the file in diagnostics.
        limits: How large the file and each line may be, how deep and long their values.

    Raises:
        DocumentError: With the faults of all lines; also when there is no line to read.
    """
    faults = Faults(name, limits.faults)
    too_large(len(data), limits.bytes, faults)
    faults.check()
    documents: list[Document] = []
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip(b" \t\r"):
            continue
        if too_large(len(line), limits.line_bytes, faults, line=number, what="line"):
            continue
        document = _read(line, name, number, limits, faults)
        if document:
            documents.append(document)
    if not documents and not faults:
        faults.add("empty", "There is nothing in the file.", "Write one JSON object a line.", at=(1, 1))
    faults.check()
    return documents


def _read(data: bytes, name: str, line: int, limits: Limits, faults: Faults) -> Document | None:
    """Reads one document; None when a fault was found in it."""
    own = Faults(name, limits.faults)
    text = decode(data, own, line=line)
    if text is not None and (own or _suspicious(text, data, limits)):
        find_faults(text, own, limits, line)
    if text is not None and not own:
        try:
            value = _load(text, limits)
        except ValueError as error:
            find_faults(text, own, limits, line)
            if not own:
                own.add("syntax", f"The text is not JSON: {error}", "Repair it here.", at=(line, 1))
        else:
            return Document(value, name, partial(_places, text, limits, line), line=line)
    faults.take(own)
    return None


def _suspicious(text: str, data: bytes, limits: Limits) -> bool:
    """Says whether a text must be scanned before the standard library's reader may have it."""
    return _depth(data) > limits.depth or ("\\u" in text and bool(_LONE_SURROGATE.search(text)))


def _load(text: str, limits: Limits) -> Data:
    """Returns the value of a faultless text.

    Raises:
        ValueError: There is a fault somewhere.
    """
    decoder = json.JSONDecoder(
        object_pairs_hook=_object,
        parse_int=partial(_integer, limits.digits),
        parse_float=partial(_decimal, limits.digits),
        parse_constant=_constant,
    )
    return decoder.decode(text)


def _depth(data: bytes) -> int:
    """Returns how deep the brackets of a JSON text are nested, without reading it.

    It is right up to the first syntax error, and where there is one it does not matter.
    """
    if data.count(b"[") + data.count(b"{") <= 1:
        return 1
    if b"\\" in data:
        data = _ESCAPED.sub(b"", data)
    brackets = _STRING.sub(b"", data.translate(None, _NO_BRACKET))
    return max(accumulate(map(_STEP.__getitem__, brackets)), default=0)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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


def _places(text: str, limits: Limits, line: int, paths: Collection[Path]) -> Mapping[Path, Spot]:
    return find_places(text, paths, limits, line)
