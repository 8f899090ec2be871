"""Values that come from Python instead of a file, brought into the shape that a document has."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from probatum.documents.document import Data, Faults, Limits, join_pointer, show

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOST_VALUES: Final = 200_000
# Bits of integers with fewer digits than any limit has.
_SURELY_SHORT: Final = 640
_DATA: Final = "Use only dict, list, tuple, str, int, float, Decimal, bool and None."


class _StopError(Exception):
    """There is more than may be looked at."""


class _NotPlainError(Exception):
    """A value has to be looked at with care."""


class _PlainCopier:
    """Copies a value in which nothing can be wrong, without a thought to where it stands: nearly every one.

    Args:
        digits: How long a number may be.
    """

    __slots__ = ("_digits", "_room")

    def __init__(self, digits: int) -> None:
        self._digits = digits
        self._room = _MOST_VALUES - 1

    def copy(self, value: Data, depth: int) -> Data:
        """Returns a copy; it may stand so deep.

        Raises:
            _NotPlainError: Something may be wrong with it, or it is of a class of somebody's own.
        """
        kind = type(value)
        if kind is dict:
            self._enter(value, depth)
            copied = {}
            for key, item in value.items():
                if type(key) is not str or not (key.isascii() or _SURROGATE.search(key) is None):
                    raise _NotPlainError
                # Text is not worth a call.
                copied[key] = item if type(item) is str and item.isascii() else self.copy(item, depth - 1)
            return copied
        if kind is list or kind is tuple:
            self._enter(value, depth)
            inside = depth - 1
            return [
                item if type(item) is str and item.isascii() else self.copy(item, inside) for item in value
            ]
        if value is None or kind is bool or (kind is str and _SURROGATE.search(value) is None):
            return value
        if kind is int and value.bit_length() <= _SURELY_SHORT:
            return value
        if kind is float or kind is Decimal:
            number = Decimal(repr(value)) if kind is float else value
            if number.is_finite() and _is_short(number, self._digits):
                return number
        raise _NotPlainError

    def _enter(self, value: Data, depth: int) -> None:
        self._room -= len(value)
        if depth == 0 or self._room < 0:
            raise _NotPlainError


class _Copier:
    """Copies a value and says what is wrong with it.

    It uses only the methods of the built-in types, whatever a subclass may override.
    """

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
        if value.bit_length() > _SURELY_SHORT and len(str(Decimal(value))) > self._limits.digits:
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
        elif not _is_short(value, self._limits.digits):
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


def _is_short(number: Decimal, limit: int) -> bool:
    """Whether neither the digits of a finite number nor its exponent go beyond a limit."""
    _, digits, exponent = number.as_tuple()
    return len(digits) <= limit and abs(int(exponent)) <= limit


def copy_plain(value: Data, faults: Faults, limits: Limits) -> Data:
    """Returns a copy of a value as a document would hold it; what cannot stand in one becomes a fault.

    Floats become the `Decimal` of their shortest text, so that 0.1 is a tenth; tuples become lists.
    Total for every value: cycles, huge nesting, shared parts without end, foreign objects.
    """
    try:
        return _PlainCopier(limits.digits).copy(value, limits.depth)
    except _NotPlainError:
        return _copy_carefully(value, faults, limits)


def _copy_carefully(value: Data, faults: Faults, limits: Limits) -> Data:
    try:
        return _Copier(faults, limits).copy(value)
    except _StopError:
        return None
