"""From bytes to text: size, byte order mark, encoding."""

from __future__ import annotations

import re
from typing import Final

from probatum.documents.document import Faults, Lines, clip

_BAD_BYTES: Final = re.compile("[\udc80-\udcff]+")
_UTF16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_SAVE_AS_UTF8: Final = "Save the file as UTF-8 without a byte order mark."


def decode(data: bytes, faults: Faults, *, line: int = 1) -> str | None:
    """Returns the text of a document; None when nothing of it can be read.

    A fault does not end the reading: a byte order mark becomes a blank and a bad byte a placeholder, so
    that places stay right and later faults are found as well.
    """
    if data.startswith(_UTF16_MARKS):
        faults.add(
            "bad-utf8",
            "The file begins with the mark of UTF-16; only UTF-8 is read.",
            _SAVE_AS_UTF8,
            at=(line, 1),
        )
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode(errors="surrogateescape")
        _report_bad_bytes(text, faults, line)
    if text.startswith("\ufeff"):
        faults.add("byte-order-mark", "The file begins with a byte order mark.", _SAVE_AS_UTF8, at=(line, 1))
        text = " " + text[1:]
    return text


def _report_bad_bytes(text: str, faults: Faults, line: int) -> None:
    lines = Lines(text, line)
    offset = seen = 0
    for run in _BAD_BYTES.finditer(text):
        if faults.overflowed:
            return
        offset += len(text[seen : run.start()].encode(errors="surrogateescape"))
        seen = run.start()
        shown = " ".join(f"0x{ord(char) - 0xDC00:02X}" for char in run.group()[:8])
        faults.add(
            "bad-utf8",
            f"Byte {offset:,} (counted from 0) and what follows is not UTF-8.",
            "Save the file as UTF-8.",
            at=lines.place(run.start()),
            value=clip(shown),
        )


def too_large(size: int, limit: int, faults: Faults, *, line: int = 0, what: str = "document") -> bool:
    """Reports a size beyond the limit and says whether it was."""
    if size <= limit:
        return False
    faults.add(
        "too-large",
        f"The {what} has {size:,} bytes; at most {limit:,} are read.",
        "Split the file, or remove what does not belong in it.",
        at=(line, 1 if line else 0),
    )
    return True
