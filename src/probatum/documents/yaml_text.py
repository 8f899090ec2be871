"""YAML 1.2, reduced to what JSON can say: mappings with text keys, lists and scalars.

An unquoted scalar is a number, `true`, `false` or `null` only where JSON would spell it so; everything
else is text: `no`, `12:30`, `2024-12-19`, `1_000`, `012`. And where the model wants text, even `2024`
is read as the text that stands there (`validate` does that with the document's `sources`).
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, Final

from probatum.documents.decoding import decode, too_large
from probatum.documents.document import (
    Data,
    Document,
    Faults,
    Limits,
    Lines,
    Path,
    Spot,
    clip,
    join_pointer,
    show,
)
from probatum.documents.json_decoder import too_long
from probatum.documents.yaml_problems import explain
from probatum.errors import DocumentError

YAML_LIMITS: Final = Limits(bytes=2 * 1024 * 1024)
"""Limits for YAML: its reader is slow, and a person writes no more than this by hand."""

_NUMBER: Final = re.compile(r"(-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?)(?:[eE]([+-]?[0-9]++))?")
_WORDS: Final = {"true": True, "false": False, "null": None, "~": None, "": None}
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_BEYOND_UNICODE: Final = re.compile(r"\\U(?!000|0010)[0-9a-fA-F]{8}")
_HEAD: Final = re.compile(r"(?>(?:[ \t]*+(?:#[^\n]*+)?\n)*)")


def parse_yaml(data: bytes, name: str, *, limits: Limits = YAML_LIMITS) -> Document:
    """Reads one YAML document.

    Anchors, aliases, tags, directives, several documents in a file and keys that are not scalars are
    refused: they are what makes YAML files say something else than their reader believes.

    Args:
        data: The bytes of the file.
        name: What to call the file in diagnostics.
        limits: How large, deep and long it may be.

    Raises:
        DocumentError: With every fault; after a fault of YAML's own syntax the rest is not judged.
    """
    faults = Faults(name, limits.faults)
    too_large(len(data), limits.bytes, faults)
    faults.check()
    text = decode(data, faults)
    faults.check()
    if not text or not text.strip():
        raise _empty(faults)
    _refuse_directives(text, faults)
    reader = _Reader(text, faults, limits)
    reader.read()
    faults.check()
    if reader.empty:
        raise _empty(faults)
    return Document(reader.value, name, partial(_find, reader.spots), sources=reader.sources)


def _empty(faults: Faults) -> DocumentError:
    faults.add("empty", "There is nothing in the document.", "Write a YAML mapping.", at=(1, 1))
    return DocumentError(faults.diagnostics())


def _refuse_directives(text: str, faults: Faults) -> None:
    head = _HEAD.match(text)
    if head and text.startswith("%", head.end()):
        message = "A directive (a line that begins with %) is not read."
        at = Lines(text).place(head.end())
        faults.add("yaml-feature", message, "Remove the line; YAML 1.2 is what is read.", at=at)


def _find(spots: Mapping[Path, Spot], paths: Collection[Path]) -> Mapping[Path, Spot]:
    return spots


_NODES: Final = {"AliasEvent", "ScalarEvent", "MappingStartEvent", "SequenceStartEvent"}


class _StopError(Exception):
    """The text cannot be followed any further."""


class _Open:
    """An open mapping or list: the value it becomes, and the key that leads to what is being read."""

    __slots__ = ("awaits_key", "index", "key", "key_at", "seen", "value")

    def __init__(self, value: dict[str, Any] | list[Any]) -> None:
        self.value = value
        self.awaits_key = isinstance(value, dict)
        self.index = -1
        self.key = ""
        self.key_at = (0, 0)
        self.seen: dict[str, tuple[int, int]] = {}

    @property
    def part(self) -> str:
        """The part of a path that leads to the value being read."""
        return self.key if isinstance(self.value, dict) else str(self.index)


class _Reader:
    """Builds the value from the events of ruamel's parser, with a stack of its own."""

    def __init__(self, text: str, faults: Faults, limits: Limits) -> None:
        self._text = text
        self._faults = faults
        self._limits = limits
        self._lines = Lines(text)
        self._stack: list[_Open] = []
        self._documents = 0
        self._at_key = False
        self.value: Data = None
        self.spots: dict[Path, Spot] = {}
        self.sources: dict[Path, str] = {}

    @property
    def empty(self) -> bool:
        return not self._documents

    def read(self) -> None:
        """Reads the text; what was found stands in the attributes and in the faults."""
        with contextlib.suppress(_StopError):
            self._follow()

    def _follow(self) -> None:
        from ruamel.yaml import YAML  # noqa: PLC0415  # slow to import, and few documents are YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415
        from ruamel.yaml.reader import ReaderError  # noqa: PLC0415

        try:
            for event in YAML(typ="safe", pure=True).parse(self._text):
                self._event(event, type(event).__name__)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            at = self._lines.place(mark.index) if mark else (0, 0)
            message, fix = explain(error.problem or "")
            self._fault("syntax", message, fix, at)
        except ReaderError as error:
            at = self._lines.place(error.position)
            message = f"The character U+{ord(self._text[error.position]):04X} may not stand in YAML."
            self._fault(
                "control-character", message, "Remove it, or write it as an escape in double quotes.", at
            )
        except OverflowError:
            escape = _BEYOND_UNICODE.search(self._text)
            at = self._lines.place(escape.start()) if escape else (0, 0)
            self._fault("syntax", "This escape stands for no character.", "Write the character itself.", at)
        except (YAMLError, ValueError) as error:
            # ruamel lets these through without a place.
            self._fault("syntax", f"YAML cannot be read: {clip(str(error))}", "Repair the document.", (0, 0))

    def _event(self, event: Data, kind: str) -> None:
        at = self._lines.place(event.start_mark.index)
        self._at_key = self._awaits_key() and kind in _NODES
        if self._stack and kind in _NODES:
            self._stack[-1].index += 1
        match kind:
            case "DocumentStartEvent":
                self._start(at)
            case "AliasEvent":
                self._alias(event, at)
            case "ScalarEvent":
                self._check_marks(event, at)
                self._scalar(event, at)
            case "MappingStartEvent" | "SequenceStartEvent":
                self._check_marks(event, at)
                self._open({} if kind == "MappingStartEvent" else [], at)
            case "MappingEndEvent" | "SequenceEndEvent":
                self._stack.pop()

    def _start(self, at: tuple[int, int]) -> None:
        self._documents += 1
        if self._documents > 1:
            self._fault("trailing-data", "A second document begins here.", "Keep one document a file.", at)
            raise _StopError

    def _check_marks(self, event: Data, at: tuple[int, int]) -> None:
        if event.anchor:
            self._refuse(
                f"The anchor &{clip(event.anchor)} is not read.", "Remove it and write values out.", at
            )
        if event.tag:
            self._refuse(f"The tag {clip(event.tag)} is not read.", "Remove it; quote what is text.", at)

    def _alias(self, event: Data, at: tuple[int, int]) -> None:
        self._refuse(f"The alias *{clip(event.anchor)} is not read.", "Write the value out.", at)
        if self._awaits_key():
            raise _StopError
        self._add(None, at)

    def _awaits_key(self) -> bool:
        return bool(self._stack) and self._stack[-1].awaits_key

    def _refuse(self, message: str, fix: str, at: tuple[int, int]) -> None:
        self._fault("yaml-feature", message, fix, at)

    def _open(self, value: dict[str, Any] | list[Any], at: tuple[int, int]) -> None:
        if self._awaits_key():
            self._refuse("A key is a list or a mapping.", "Use text as keys.", at)
            raise _StopError
        if len(self._stack) >= self._limits.depth:
            message = f"Lists and mappings stand more than {self._limits.depth} deep in one another."
            self._fault("too-deep", message, "Flatten the document.", at)
            raise _StopError
        self._add(value, at)
        self._stack.append(_Open(value))

    def _scalar(self, event: Data, at: tuple[int, int]) -> None:
        text: str = event.value
        if not text.isascii() and _SURROGATE.search(text):
            message = "The text holds half of a surrogate pair, which stands for no character."
            self._fault("lone-surrogate", message, "Write the character itself.", at, show(text))
        if self._awaits_key():
            self._key(self._stack[-1], text, at)
            return
        if not text and self._stack and isinstance(self._stack[-1].value, dict):
            at = self._stack[-1].key_at  # Where nothing stands, ruamel's mark is already on the next line.
        value = self._resolve(text, at) if event.implicit[0] else text
        path = self._add(value, at)
        if text and not isinstance(value, str):
            self.sources[path] = text

    def _key(self, parent: _Open, key: str, at: tuple[int, int]) -> None:
        parent.key, parent.key_at, parent.awaits_key = key, at, False
        self._at_key = False
        first = parent.seen.setdefault(key, at)
        if first != at:
            message = f"The key {show(key)} was already given at line {first[0]}, column {first[1]}."
            self._fault("duplicate-key", message, "Keep one of the two.", at, show(key))

    def _resolve(self, text: str, at: tuple[int, int]) -> Data:
        """Returns what an unquoted scalar stands for: what JSON would read, otherwise itself."""
        if text in _WORDS:
            return _WORDS[text]
        number = _NUMBER.fullmatch(text)
        if not number:
            return text
        mantissa, fraction, exponent = number.groups()
        if too_long(mantissa, exponent or "", self._limits.digits):
            message = f"The number is longer than {self._limits.digits:,} digits, or its exponent is larger."
            fix = "Shorten it; if it is a code and not a quantity, write it in quotes."
            self._fault("number-too-long", message, fix, at, clip(text))
            return text
        value = Decimal(text)
        return value if fraction or exponent else int(value)

    def _add(self, value: Data, at: tuple[int, int]) -> Path:
        """Puts a value where it belongs and notes its place."""
        if not self._stack:
            self.value = value
            self.spots[()] = Spot(at, at)
            return ()
        parent = self._stack[-1]
        path = self._path()
        if isinstance(parent.value, dict):
            self.spots[path] = Spot(at, parent.key_at)
            parent.value[parent.key] = value
            parent.awaits_key = True
        else:
            self.spots[path] = Spot(at, at)
            parent.value.append(value)
        return path

    def _path(self) -> Path:
        """Returns the path of the value being read; where a key is being read, that of its mapping."""
        levels = self._stack
        if self._at_key or (levels and self._awaits_key() and not levels[-1].seen):
            levels = levels[:-1]
        return tuple(level.part for level in levels)

    def _fault(self, code: str, message: str, fix: str, at: tuple[int, int], value: str = "") -> None:
        if self._faults.overflowed:
            raise _StopError
        self._faults.add(code, message, fix, at=at, pointer=join_pointer(self._path()), value=value)
