"""Where a text holds web addresses, e-mail addresses and file names: their digits are no numbers (ANS-C3)."""

from __future__ import annotations

import re
from typing import Final

_ANCHOR: Final = re.compile(
    r"://|www\.|@|\.(?:com|org|net|edu|gov|io|dev|app|html?|php|pdf|txt|csv|tsv|jsonl?|xml|ya?ml|toml|md|docx?|xlsx?"
    r"|pptx?|zip|gz|tar|tgz|py|js|ts|rs|cpp|java|ipynb|parquet|jpe?g|png|gif|svg|webp|mp[34]|wav|log|exe)"
    r"(?![a-z0-9])"
)
_REST_OF_ADDRESS: Final = re.compile(r"[^\s<>\"]*")
_REST_OF_HOST: Final = re.compile(r"[\w.-]*")
_REST_OF_NAME: Final = re.compile(r"[a-z0-9.]*(?::[0-9]+)?(?:[/?#][^\s<>\"]*)?")
_SCHEME_MARKS: Final = frozenset("+.-")
_NAME_MARKS: Final = frozenset("_.-~/\\")
_MAILBOX_MARKS: Final = frozenset("_.-+%")


def addresses(lower: str) -> list[tuple[int, int]]:
    """Returns the ranges of addresses and file names in a text in lower case, in order, not overlapping."""
    found: list[tuple[int, int]] = []
    floor = 0
    for match in _ANCHOR.finditer(lower):
        start, end = match.span()
        if start < floor:
            continue
        place: tuple[int, int] | None = None
        if match[0] == "://":
            place = _back(lower, start, floor, _SCHEME_MARKS), _end(_REST_OF_ADDRESS, lower, end)
        elif match[0] == "www.":
            place = start, _end(_REST_OF_ADDRESS, lower, end)
        elif start and (lower[start - 1].isalnum() or lower[start - 1] == "_"):
            if match[0] != "@":
                place = _back(lower, start, floor, _NAME_MARKS), _end(_REST_OF_NAME, lower, end)
            elif lower[end : end + 1].isalnum():
                place = _back(lower, start, floor, _MAILBOX_MARKS), _end(_REST_OF_HOST, lower, end)
        if place is not None:
            found.append(place)
            floor = place[1]
    return found


def _back(text: str, place: int, floor: int, marks: frozenset[str]) -> int:
    """Returns where a run of letters, digits and the given marks that ends at `place` begins."""
    while place > floor and (text[place - 1].isalnum() or text[place - 1] in marks):
        place -= 1
    return place


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start
