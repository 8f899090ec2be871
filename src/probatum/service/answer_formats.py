"""The formats of answer files, and how one is told by its name and its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import show
from probatum.errors import DocumentError
from probatum.service.answer_chunks import BOM

Format = Literal["jsonl", "csv", "logs"]
FORMATS: Final[tuple[Format, ...]] = ("jsonl", "csv", "logs")

_SHOWN_BYTES: Final = 80
_SUFFIXES: Final[Mapping[str, Format]] = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv"}


def guess_format(path: str, head: bytes) -> Format:
    """Tells the format of a file by its name, or by how it begins.

    Raises:
        DocumentError: Neither tells it.
    """
    known = _SUFFIXES.get(Path(path).suffix.lower())
    if known is not None:
        return known
    begin = head.removeprefix(BOM).lstrip()
    if begin.startswith(b"{"):
        return "jsonl"
    if begin.startswith(b"["):
        message = "This is one JSON list, not a row a line."
        raise _unknown(Place(path), message, "Write one object a line: jq -c '.[]' FILE.")
    if _parts_cells(_first_line(begin)):
        return "csv"
    message = "The format cannot be told from the name or the content."
    raise _unknown(Place(path), message, "Say --format jsonl, csv or logs.")


def refuse_csv(name: str, data: bytes) -> None:
    """Refuses what is to be read as JSONL, by its beginning, where it looks like CSV.

    Raises:
        DocumentError: It does.
    """
    begin = data.lstrip()
    first = _first_line(begin)
    if not begin.startswith((b"{", b"[")) and _parts_cells(first):
        shown = show(first[:_SHOWN_BYTES].decode(errors="replace"))
        message = "This looks like CSV, and is read as JSONL."
        raise _unknown(Place(name, 1), message, "Say --format csv.", shown)


def _first_line(text: bytes) -> bytes:
    return text.partition(b"\n")[0]


def _parts_cells(line: bytes) -> bool:
    """Whether a line may be the header of a CSV file."""
    return any(sign in line for sign in (b",", b";", b"\t"))


def _unknown(place: Place, message: str, fix: str, value: str = "") -> DocumentError:
    return DocumentError([Diagnostic("answers/unknown-format", Severity.ERROR, place, message, fix, value)])
