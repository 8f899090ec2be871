"""What is wrong inside a JSON string, and with a word that is no JSON value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from probatum.documents.document import show

_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|[\"\\/bfnrt]|(.))", re.DOTALL)

_NOT_FINITE: Final = {"nan", "infinity", "inf"}
_MEANT: Final = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}


class EscapeFault(NamedTuple):
    """A fault, with its offset in the body of the string."""

    offset: int
    code: str
    message: str
    fix: str
    value: str


def escape_faults(body: str) -> Iterator[EscapeFault]:
    """Yields the faults of what stands between the quotes of a string."""
    high: tuple[int, str] | None = None
    for escape in _ESCAPE.finditer(body):
        code, wrong = escape.groups()
        value = int(code, 16) if code else 0
        is_low = 0xDC00 <= value <= 0xDFFF
        if high and not (is_low and high[0] + 6 == escape.start()):
            yield _lone(*high)
            high = None
        if is_low and not high:
            yield _lone(escape.start(), escape.group())
        elif wrong is not None:
            yield EscapeFault(
                escape.start(),
                "syntax",
                f"{show(escape.group())} is no escape sequence.",
                'Write a backslash as \\\\; JSON knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u00e9.',
                "",
            )
        high = (escape.start(), escape.group()) if 0xD800 <= value <= 0xDBFF else None
    if high:
        yield _lone(*high)


def _lone(offset: int, escape: str) -> EscapeFault:
    return EscapeFault(
        offset,
        "lone-surrogate",
        f"{escape} is half of a surrogate pair and stands for no character.",
        "Write both halves, or the character itself.",
        escape,
    )


def explain_word(word: str) -> tuple[str, str, str]:
    """Returns code, message and fix for a bare or single-quoted word that stands where a value should."""
    if word.lstrip("+-").lower() in _NOT_FINITE:
        return (
            "not-a-number",
            f"{word} is not a number that JSON knows.",
            "Write a finite number, or null where nothing is known.",
        )
    if word[0] == "'":
        return "syntax", "A string stands in double quotes.", f"Write {show(word[1:-1])}."
    if word in _MEANT:
        return "syntax", f"{word} is not JSON.", f"Write {_MEANT[word]}."
    if word.lstrip("+-.")[:1].isdigit():
        return (
            "syntax",
            "This is not how JSON writes a number.",
            "Write digits without leading zeros, '+', separators or a bare point: 0.5, 1200, -3e6.",
        )
    return "syntax", "A bare word is not a value.", f"Write {show(word)} if it is text."
