"""Values that come from Python instead of a file, brought into the shape that a document has."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from probatum.documents.document import Data, Faults, Limits, join_pointer, show

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOST_VALUES: Final = 200_000
_DATA: Final = "Use only dict, list, tuple, str, int, float, Decimal, bool and None."


class _StopError(Exception):
    """There is more than may be looked at."""


class _Copier:
    """Copies a value, using only the methods of the built-in types, whatever a subclass may override."""

    def __init__(self, faults: Faults, limits: Limits) -> None:
        self._faults = faults
        self._limits = limits
        self._path: list[str | int] = []
        self._open: set[int] = set()
        self._count = 0

    def copy(self, value: Data) -> Data:
        kind = type(value)
        self._count += 1
        if self._count > _MOST_VALUES:
            self._fault("too-large", f"There are more than {_MOST_VALUES:,} values.", "Split it.")
            raise _StopError
        if (kind is str and value.isascii()) or value is None or kind is bool:
            return value
        if issubclass(kind, str):
            return self._text(str.__str__(value))
        if issubclass(kind, int):
            return self._integer(int.__int__(value))
        if issubclass(kind, float):
            return self._decimal(Decimal(float.__repr__(value)))
        if issubclass(kind, Decimal):
            return self._decimal(Decimal(value))
        if issubclass(kind, dict | list | tuple):
            return self._container(value, kind)
        self._fault("wrong-type", f"A Python {kind.__name__} is not data.", _DATA)
        return None

    def _container(self, value: Data, kind: type[Any]) -> Data:
        if id(value) in self._open:
            self._fault("cycle", "The value contains itself.", "Write it out as far as it is meant.")
            return None
        if len(self._open) >= self._limits.depth:
            message = f"Lists and objects stand more than {self._limits.depth} deep in one another."
            self._fault("too-deep", message, "Flatten the value.")
            return None
        self._open.add(id(value))
        copied = self._dict(value) if issubclass(kind, dict) else self._list(value, kind)
        self._open.remove(id(value))
        return copied

    def _dict(self, value: dict[Any, Any]) -> dict[str, Any]:
        copied: dict[str, Any] = {}
        for key, item in dict.items(value):
            if not issubclass(type(key), str):
                self._fault("bad-key", f"A key is a Python {type(key).__name__}.", "Use text as keys.")
                continue
            text = str.__str__(key)
            self._path.append(text)
            copied[self._text(text)] = self.copy(item)
            self._path.pop()
        return copied

    def _list(self, value: Data, kind: type[Any]) -> list[Any]:
        items = list.__iter__(value) if issubclass(kind, list) else tuple.__iter__(value)
        copied: list[Any] = []
        self._path.append(0)
        for index, item in enumerate(items):
            self._path[-1] = index
            copied.append(self.copy(item))
        self._path.pop()
        return copied

    def _text(self, text: str) -> str:
        if not text.isascii() and _SURROGATE.search(text):
            self._fault(
                "lone-surrogate",
                "The text holds half of a surrogate pair, which stands for no character.",
                "Remove it, or decode the text rightly.",
                show(text),
            )
        return text

    def _integer(self, value: int) -> int:
        if value.bit_length() > 640 and len(str(Decimal(value))) > self._limits.digits:
            self._too_long()
        return value

    def _decimal(self, value: Decimal) -> Decimal:
        if not value.is_finite():
            self._fault(
                "not-a-number",
                "The number is not finite.",
                "Give a finite number, or None where nothing is known.",
                str(value),
            )
        else:
            _, digits, exponent = value.as_tuple()
            if len(digits) > self._limits.digits or abs(int(exponent)) > self._limits.digits:
                self._too_long()
        return value

    def _too_long(self) -> None:
        self._fault(
            "number-too-long",
            f"The number is longer than {self._limits.digits:,} digits, or its exponent is larger.",
            "Shorten it; if it is a code and not a quantity, give it as text.",
        )

    def _fault(self, code: str, message: str, fix: str, value: str = "") -> None:
        self._faults.add(code, message, fix, pointer=join_pointer(self._path), value=value)


def copy_plain(value: Data, faults: Faults, limits: Limits) -> Data:
    """Returns a copy of a value as a document would hold it; what cannot stand in one becomes a fault.

    Floats become the `Decimal` of their shortest text, so that 0.1 is a tenth; tuples become lists.
    Total for every value: cycles, huge nesting, shared parts without end, foreign objects.
    """
    try:
        return _Copier(faults, limits).copy(value)
    except _StopError:
        return None
