"""JSON and JSONL, strictly: what is accepted is exact, and what is not is told all at once.

A good text is read by the standard library's scanner, in C, with hooks that refuse what it would let
pass. Only where a hook or the scanner refuses does `json_scanner` go over the text and name the faults.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from probatum.documents.decoding import decode, too_large
from probatum.documents.document import LIMITS, Document, Faults, Limits, Path, Spot
from probatum.documents.json_decoder import decoder, needs_scan
from probatum.documents.json_scanner import find_faults, find_places
from probatum.errors import DocumentError


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
        if faults.overflowed:
            break
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
    if text is not None and (own or needs_scan(text, limits)):
        find_faults(text, own, limits, line)
    if text is not None and not own:
        try:
            value = decoder(limits).decode(text)
        except ValueError as error:
            find_faults(text, own, limits, line)
            if not own:
                own.add("syntax", f"The text is not JSON: {error}", "Repair it here.", at=(line, 1))
        else:
            return Document(value, name, partial(_places, text, limits, line), line=line)
    faults.take(own)
    return None


def _places(text: str, limits: Limits, line: int, paths: Collection[Path]) -> Mapping[Path, Spot]:
    return find_places(text, paths, limits, line)
