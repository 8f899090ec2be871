"""What every reader of documents shares: the document itself, its limits, its faults and their places."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError

Path = tuple[str, ...]
"""A JSON pointer taken apart: keys as they are, indices as decimal text."""

Data = Any
"""What a document holds (see `Document.value`), before a model has looked at it."""

_SHOWN: Final = 80


class Limits(NamedTuple):
    """How much one document may ask of the reader. Each refusal is a diagnostic that names the limit.

    Attributes:
        bytes: Size of the whole document, before decoding.
        line_bytes: Size of one line of JSONL.
        depth: How deep lists and objects may stand in one another.
        digits: Length of a number as written, and the largest exponent either way. It stays below the
            4,300 digits beyond which CPython refuses to turn text into an integer.
        faults: How many faults are told one by one; the rest is counted.
    """

    bytes: int = 64 * 1024 * 1024
    line_bytes: int = 16 * 1024 * 1024
    depth: int = 64
    digits: int = 4000
    faults: int = 1000


LIMITS: Final = Limits()


class Spot(NamedTuple):
    """Where a value stands, and where its key does (the value's own place, in a list): (line, column)."""

    value: tuple[int, int]
    key: tuple[int, int]


Finder = Callable[[Collection[Path]], Mapping[Path, Spot]]
"""Finds the spots of some paths and of all their parents; a path that does not exist is left out."""


class Document:
    """A value read from a file, which still knows its places.

    Attributes:
        value: The value: `dict`, `list`, `str`, `bool`, `None`, `int` and, for numbers written with a
            fraction or an exponent, `Decimal`. Never a binary float.
        name: Display name of the file.
        line: Line of the file on which the document begins (JSONL: its own line).
    """

    __slots__ = ("_finder", "line", "name", "sources", "value")

    def __init__(
        self,
        value: Data,
        name: str,
        finder: Finder,
        *,
        line: int = 1,
        sources: Mapping[Path, str] | None = None,
    ) -> None:
        self.value = value
        self.name = name
        self.line = line
        self._finder = finder
        self.sources: Mapping[Path, str] = sources or {}
        """Source text of the unquoted YAML scalars that were read as something else than a string."""

    def locate(self, pointer: str) -> tuple[int, int]:
        """Returns line and column (from 1, in code points) of the value at a JSON pointer.

        For a pointer that leads nowhere it is the place of the nearest parent that exists: where one
        would have to write a missing key.

        Raises:
            ValueError: The pointer is neither empty nor begins with `/`.
        """
        return self.spot(split_pointer(pointer)).value

    def spot(self, path: Path) -> Spot:
        """Returns the place of one path, or of its nearest existing parent."""
        return self.spots([path])[path]

    def spots(self, paths: Collection[Path]) -> dict[Path, Spot]:
        """Returns the place of each path, or of its nearest existing parent, in one pass over the text."""
        found = self._finder(paths)
        nowhere = Spot((self.line, 1), (self.line, 1))
        answer: dict[Path, Spot] = {}
        for path in paths:
            known = path
            while known and known not in found:
                known = known[:-1]
            spot = found.get(known, nowhere)
            answer[path] = spot if known == path else Spot(spot.value, spot.value)
        return answer


class Lines:
    """Turns offsets of a text into lines and columns; only a line feed ends a line."""

    __slots__ = ("_first", "_starts")

    def __init__(self, text: str, first: int = 1) -> None:
        self._first = first
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def place(self, offset: int) -> tuple[int, int]:
        """Returns line and column of an offset, both from 1."""
        line = bisect_right(self._starts, offset) - 1
        return self._first + line, offset - self._starts[line] + 1


class Faults:
    """Collects the faults of one file and raises them together.

    Beyond the limit only the fact that there are more is kept, and readers stop: a file of a million
    faults neither fills the memory nor takes a minute.

    Attributes:
        overflowed: Whether there were more faults than the limit.
    """

    __slots__ = ("_items", "_limit", "_name", "overflowed")

    def __init__(self, name: str, limit: int = LIMITS.faults) -> None:
        self._name = name
        self._limit = limit
        self._items: list[Diagnostic] = []
        self.overflowed = False

    def __bool__(self) -> bool:
        return bool(self._items)

    def add(
        self,
        code: str,
        message: str,
        fix: str = "",
        *,
        at: tuple[int, int] = (0, 0),
        pointer: str = "",
        value: str = "",
    ) -> None:
        """Adds a fault; `code` is given without its area unless it brings another than `document/`."""
        if len(self._items) >= self._limit:
            self.overflowed = True
            return
        place = Place(self._name, at[0], at[1], visible(pointer))
        full_code = code if "/" in code else f"document/{code}"
        fault = Diagnostic(
            full_code, Severity.ERROR, place, visible(message), visible(fix), clip(visible(value))
        )
        self._items.append(fault)

    def take(self, other: Faults) -> None:
        """Takes over the faults of a part of the same file."""
        room = max(0, self._limit - len(self._items))
        self._items += other._items[:room]
        self.overflowed = self.overflowed or other.overflowed or len(other._items) > room

    def diagnostics(self) -> list[Diagnostic]:
        """Returns the faults in the order of their place in the file."""
        ordered = sorted(self._items, key=lambda item: (item.place.line, item.place.column))
        if self.overflowed:
            ordered.append(
                Diagnostic(
                    "document/more-faults",
                    Severity.ERROR,
                    Place(self._name),
                    f"There are more faults than these {len(self._items):,}.",
                    "Repair the ones above and read the file again.",
                )
            )
        return ordered

    def check(self, kind: type[DocumentError] = DocumentError) -> None:
        """Raises all faults collected so far, if there are any.

        Raises:
            DocumentError: (or the kind given) with every fault.
        """
        if self._items:
            raise kind(self.diagnostics())


def join_pointer(parts: Iterable[str | int]) -> str:
    """Returns a JSON pointer (RFC 6901): `~` and `/` inside a key are written `~0` and `~1`."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def split_pointer(pointer: str) -> Path:
    """Takes a JSON pointer apart.

    Raises:
        ValueError: It is neither empty nor begins with `/`.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError(f"a JSON pointer begins with '/': {pointer!r}")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/"))


def clip(text: str, length: int = _SHOWN) -> str:
    """Returns a text cut to a length, with an ellipsis where something is missing."""
    return text if len(text) <= length else text[: length - 1] + "…"


def show(value: Data) -> str:
    """Returns a value as JSON text of at most 80 characters, for a diagnostic.

    Only as much of the value is looked at as is shown, however large or deep it is.
    """
    return clip(_show(value, _SHOWN))


def _show(value: Data, room: int) -> str:
    match value:
        case str():
            return json.dumps(visible(value[: room + 1]), ensure_ascii=False)
        case dict():
            return _enclose("{", "}", (f"{_show(str(k), room)}: " for k in value), value.values(), room)
        case list() | tuple():
            return _enclose("[", "]", ("" for _ in value), value, room)
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case int() if value.bit_length() > 4 * _SHOWN:
            return f"an integer of {value.bit_length():,} bits"
        case int() | float() | Decimal():
            return str(value)
        case _:
            return f"a Python {type(value).__name__}"


def _enclose(opening: str, closing: str, labels: Iterable[str], values: Iterable[Any], room: int) -> str:
    text = opening
    for label, value in zip(labels, values, strict=True):
        if len(text) > 1:
            text += ", "
        text += label
        if len(text) >= room:
            return text
        text += _show(value, room - len(text))
    return text + closing


def visible(text: str) -> str:
    """Returns a text with characters that cannot be seen, or not even be written out, as `<U+001B>`.

    A diagnostic quotes documents: half a surrogate pair in one must not break its writer, nor a control
    sequence the reader's terminal.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else f"<U+{ord(char):04X}>" for char in text)
