"""Where a text holds addresses, file names and the like, whose digits are no numbers (ANS-C3).

Addresses of the web, of mail and of networks (`2001:db8::1`, `00:1A:2B:3C:4D:5E`), file names, UUIDs, and the
shift of a time zone (`UTC+2`). IPv4 addresses are told from grouped numbers where digits are read.
"""

from __future__ import annotations

import re
from typing import Final

_ANCHOR: Final = re.compile(
    r"://|www\.|@|\.(?:com|org|net|edu|gov|io|dev|app|html?|php|pdf|txt|csv|tsv|jsonl?|xml|ya?ml|toml|md|docx?|xlsx?"
    r"|pptx?|zip|gz|tar|tgz|py|js|ts|rs|cpp|java|ipynb|parquet|jpe?g|png|gif|svg|webp|mp[34]|wav|log|exe)"
    r"(?![a-z0-9])"
)
_NAME: Final = re.compile("[.@][a-z]")
_REST_OF_ADDRESS: Final = re.compile(r"[^\s<>\"]*")
_REST_OF_HOST: Final = re.compile(r"[\w.-]*")
_REST_OF_NAME: Final = re.compile(r"[a-z0-9.]*(?::[0-9]+)?(?:[/?#][^\s<>\"]*)?")
_SCHEME_MARKS: Final = frozenset("+.-")
_NAME_MARKS: Final = frozenset("_.-~/\\")
_MAILBOX_MARKS: Final = frozenset("_.-+%")


_HEX_GROUPS: Final = re.compile(
    r"(?<![0-9a-z_:.-])(?:[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,8}(?:(?<=:)[0-9a-f]{0,4}(?:\.[0-9]{1,3}){3})?"
    r"(?:%[0-9a-z]+)?(?:/[0-9]{1,3})?|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}(?:-[0-9a-f]{2}){0,2}"
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-z_:])"
)
_HEX_LETTER: Final = re.compile("[a-f]")
_FEWEST_COLONS: Final = 5
_ZONE: Final = re.compile(
    r"(?<![a-z0-9_])(?:utc|gmt) ?[-+−–±](?:0?[0-9]|1[0-4])(?::?(?:00|15|30|45))?(?![0-9]|[.,][0-9])"
)


def addresses(lower: str) -> list[tuple[int, int]]:
    """Returns the ranges of addresses and file names in a text in lower case, in no order."""
    found: list[tuple[int, int]] = []
    floor = 0
    may_hold_names = "://" in lower or "www." in lower or _NAME.search(lower)
    for match in _ANCHOR.finditer(lower) if may_hold_names else ():
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
    if lower.count(":") > 1 or lower.count("-") > 3:
        found += [match.span() for match in _HEX_GROUPS.finditer(lower) if _is_code(match[0])]
    if "utc" in lower or "gmt" in lower:
        found += [match.span() for match in _ZONE.finditer(lower)]
    return found


def _is_code(groups: str) -> bool:
    """Tells a network address or a UUID from a time of day or a ratio, such as `1:2:3`."""
    if ":" not in groups or "::" in groups or groups.count(":") >= _FEWEST_COLONS:
        return True
    return groups.count(":") > 2 and _HEX_LETTER.search(groups) is not None


def _back(text: str, place: int, floor: int, marks: frozenset[str]) -> int:
    """Returns where a run of letters, digits and the given marks that ends at `place` begins."""
    while place > floor and (text[place - 1].isalnum() or text[place - 1] in marks):
        place -= 1
    return place


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start
