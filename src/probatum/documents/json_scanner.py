"""A JSON reader that builds nothing: it finds every fault of a text, or the places of some values.

It runs only when there is something to report. It is linear and keeps its own stack, so that neither a
long nor a deep text can hurt it; it goes on after a fault wherever the author's intention is plain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from typing import Any, Final, NoReturn

from probatum.documents.document import Faults, Limits, Lines, Path, Spot, clip, join_pointer, show
from probatum.documents.json_decoder import end_of_good, end_of_value, nesting, too_long
from probatum.documents.json_words import escape_faults, explain_word

_BLANK: Final = re.compile(r"[ \t\n\r]*+")
_STRING: Final = re.compile(r'"[^"\\\n\r]*+(?>(?:\\[^\n\r][^"\\\n\r]*+)*)"')
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w.+-])")
_KEYWORD: Final = re.compile(r"(?:true|false|null)(?!\w)")
_COMMENT: Final = re.compile(r"//[^\n]*+|#[^\n]*+|/\*(?>(?:[^*]|\*(?!/))*)\*/")
_SINGLE_QUOTED: Final = re.compile(r"'[^'\\\n\r]*+(?>(?:\\[^\n\r][^'\\\n\r]*+)*)'")
_WORD: Final = re.compile(r"[-+]?[\w$.][\w$.+-]*+")
_CONTROL: Final = re.compile(r"[\x00-\x1f]")

_PLAIN_ITEMS: Final = re.compile(
    r"""(?>(?:[ \t\n\r]*+
        (?:-?(?:0|[1-9][0-9]{0,18}+)(?:\.[0-9]{1,18}+)?|true|false|null|"[^"\\,\x00-\x1f]*+")
        [ \t\n\r]*+,)+)""",
    re.VERBOSE,
)
"""Items of a list, each with its comma, in which nothing can be wrong: long flat lists are mostly these."""

_SKIP_DEPTH: Final = 2

_VALUE, _FIRST_VALUE, _KEY, _FIRST_KEY, _COLON, _NEXT, _END = range(7)
_WANTED: Final = {
    _VALUE: "a value",
    _FIRST_VALUE: "a value or ']'",
    _KEY: "a key in double quotes",
    _FIRST_KEY: "a key in double quotes or '}'",
    _COLON: "':' after the key",
    _NEXT: "',' or the end of the list or object",
    _END: "the end of the document",
}

Trie = dict[str, Any]
Skip = Callable[[int, int], int]
"""Offset of a list or object, and how deep it stands, to its end; -1 where it must be walked through."""


class _Frame:
    """An open list or object: the key or index being read, and the keys seen so far."""

    __slots__ = ("index", "is_object", "key", "key_at", "opened", "seen", "trie")

    def __init__(self, opened: int, is_object: bool, trie: Trie | None) -> None:
        self.opened = opened
        self.is_object = is_object
        self.seen: dict[str, int] = {}
        self.key = ""
        self.key_at = opened
        self.index = 0
        self.trie = trie

    @property
    def part(self) -> str:
        """The part of a path that leads to the value being read."""
        return self.key if self.is_object else str(self.index)


class _StopError(Exception):
    """The text cannot be followed any further."""


class _Scanner:
    """Walks over a text; `skip` may tell where a faultless list or object ends in which nothing is wanted."""

    def __init__(
        self, text: str, faults: Faults | None, limits: Limits, first_line: int, trie: Trie | None, skip: Skip
    ) -> None:
        self._text = text
        self._skip = skip
        self._faults = faults
        self._limits = limits
        self._lines = Lines(text, first_line)
        self._frames: list[_Frame] = []
        self._at = 0
        self._root = trie
        self.found: dict[Path, Spot] = {}

    def run(self) -> None:
        state = _VALUE
        try:
            while True:
                state = self._step(state)
                if state < 0:
                    return
        except _StopError:
            return

    def _step(self, state: int) -> int:
        """Reads one token and returns the next state; -1 at the end."""
        self._skip_blanks()
        char = self._text[self._at : self._at + 1]
        if not char:
            return self._finish(state)
        if state == _NEXT:
            return self._next(char)
        if state == _COLON:
            if char != ":":
                self._unexpected(state)
            self._at += 1
            return _VALUE
        if state in (_KEY, _FIRST_KEY):
            return self._key(char, state)
        if state == _END:
            self._fault(
                "trailing-data",
                "Something follows the end of the document.",
                "Keep one JSON value a file; for several, one a line in a .jsonl file.",
                value=self._rest(),
            )
            raise _StopError
        return self._value(char, state)

    def _skip_blanks(self) -> None:
        while True:
            self._at = _BLANK.match(self._text, self._at).end()  # type: ignore[union-attr]  # always matches
            if self._text[self._at : self._at + 1] not in ("/", "#"):
                return
            comment = _COMMENT.match(self._text, self._at)
            if not comment:
                return
            self._syntax("JSON has no comments.", "Remove the comment.", value=comment.group())
            self._at = comment.end()

    def _finish(self, state: int) -> int:
        if state == _END:
            return -1
        if not self._frames:
            self._fault("empty", "There is nothing in the document.", "Write a JSON value.")
        else:
            frame = self._frames[-1]
            kind, closing = ("object", "}") if frame.is_object else ("list", "]")
            line, column = self._lines.place(frame.opened)
            self._syntax(
                f"The document ends inside the {kind} that begins at line {line}, column {column}.",
                f"Close it with '{closing}', or restore the part that was cut off.",
            )
        raise _StopError

    def _next(self, char: str) -> int:
        if char in "}]":
            return self._close(char)
        if char == ":":
            self._unexpected(_NEXT)
        if char == ",":
            self._at += 1
        else:
            self._syntax("A comma is missing before this.", "Put ',' between the two.", value=self._rest())
        frame = self._frames[-1]
        frame.index += 1
        if (
            self._faults is not None
            and not frame.is_object
            and (run := _PLAIN_ITEMS.match(self._text, self._at))
        ):
            frame.index += run.group().count(",")
            self._at = run.end()
        return _KEY if frame.is_object else _VALUE

    def _close(self, char: str) -> int:
        frame = self._frames[-1]
        wanted = "}" if frame.is_object else "]"
        if char != wanted:
            line, column = self._lines.place(frame.opened)
            self._syntax(
                f"'{char}' closes what begins at line {line}, column {column} and needs '{wanted}'.",
                f"Write '{wanted}' here, or remove the '{char}'.",
                value=char,
            )
            raise _StopError
        self._at += 1
        self._frames.pop()
        return _NEXT if self._frames else _END

    def _key(self, char: str, state: int) -> int:
        if char == "}":
            if state == _KEY:
                self._trailing_comma("}")
            return self._close(char)
        start = self._at
        if char == '"':
            key = self._string()
        else:
            match = _SINGLE_QUOTED.match(self._text, start) or _WORD.match(self._text, start)
            if not match:
                self._unexpected(state)
            key = match.group().strip("'")
            self._syntax("A key stands in double quotes.", f"Write {show(key)}.", value=match.group())
            self._at = match.end()
        frame = self._frames[-1]
        frame.key, frame.key_at = key, start
        first = frame.seen.setdefault(key, start)
        if first != start:
            line, column = self._lines.place(first)
            self._fault(
                "duplicate-key",
                f"The key {show(key)} was already given at line {line}, column {column}.",
                "Keep one of the two.",
                at=start,
                value=show(key),
            )
        return _COLON

    def _trailing_comma(self, closing: str) -> None:
        self._syntax(f"A comma stands before '{closing}'.", "Remove the last comma.", value=closing)

    def _value(self, char: str, state: int) -> int:
        if char == "]" and self._frames and not self._frames[-1].is_object:
            if state == _VALUE:
                self._trailing_comma("]")
            return self._close(char)
        trie = self._note()
        if char in "{[":
            end = self._skip(self._at, len(self._frames)) if trie is None else -1
            if end < 0:
                return self._open(char, trie)
            self._at = end
        elif char == '"':
            self._string()
        elif number := _NUMBER.match(self._text, self._at):
            self._check_number(number.group())
            self._at = number.end()
        elif keyword := _KEYWORD.match(self._text, self._at):
            self._at = keyword.end()
        else:
            self._misspelt(state)
        return _NEXT if self._frames else _END

    def _note(self) -> Trie | None:
        """Notes the place of the value that begins here, if it is wanted; returns what is wanted below."""
        if not self._frames:
            place = self._lines.place(self._at)
            self.found[()] = Spot(place, place)
            return self._root
        frame = self._frames[-1]
        below: Trie | None = frame.trie.get(frame.part) if frame.trie else None
        if below is not None:
            place = self._lines.place(self._at)
            key = self._lines.place(frame.key_at) if frame.is_object else place
            self.found[self._path()] = Spot(place, key)
        return below

    def _open(self, char: str, trie: Trie | None) -> int:
        if len(self._frames) >= self._limits.depth:
            self._fault(
                "too-deep",
                f"Lists and objects stand more than {self._limits.depth} deep in one another.",
                "Flatten the document.",
            )
            raise _StopError
        self._frames.append(_Frame(self._at, char == "{", trie))
        self._at += 1
        return _FIRST_KEY if char == "{" else _FIRST_VALUE

    def _string(self) -> str:
        """Reads a string, reports what is wrong inside it, and returns its text as far as it is clear."""
        match = _STRING.match(self._text, self._at)
        if not match:
            self._syntax(
                "The string that begins here is not closed on its line.",
                "Close it with '\"'; write a line break inside it as \\n and a quote as \\\".",
                value=self._rest(),
            )
            raise _StopError
        start, self._at = self._at, match.end()
        body = match.group()[1:-1]
        if self._faults is not None:
            for control in _CONTROL.finditer(body):
                self._fault(
                    "control-character",
                    f"The control character U+{ord(control.group()):04X} stands bare in a string.",
                    f"Write it as \\u{ord(control.group()):04x}, or remove it.",
                    at=start + 1 + control.start(),
                )
        if "\\" not in body:
            return body
        if self._faults is not None:
            for escape in escape_faults(body):
                at = start + 1 + escape.offset
                self._fault(escape.code, escape.message, escape.fix, value=escape.value, at=at)
        try:
            return str(json.loads(match.group(), strict=False))
        except ValueError:
            return body

    def _check_number(self, literal: str) -> None:
        mantissa, _, exponent = literal.lower().partition("e")
        if too_long(mantissa, exponent, self._limits.digits):
            self._fault(
                "number-too-long",
                f"The number is longer than {self._limits.digits:,} digits, or its exponent is larger.",
                "Shorten it; if it is a code and not a quantity, write it in quotes.",
                value=clip(literal),
            )

    def _misspelt(self, state: int) -> None:
        """Reports a value that is none, but plainly was meant as one."""
        match = _SINGLE_QUOTED.match(self._text, self._at) or _WORD.match(self._text, self._at)
        if not match:
            self._unexpected(state)
        word = match.group()
        code, message, fix = explain_word(word)
        self._fault(code, message, fix, value=clip(word))
        self._at = match.end()

    def _unexpected(self, state: int) -> NoReturn:
        self._syntax(f"Expected {_WANTED[state]}.", "Repair the punctuation here.", value=self._rest())
        raise _StopError

    def _rest(self) -> str:
        """Returns what stands here up to the end of its line, shortened."""
        return clip(self._text[self._at : self._at + 81].partition("\n")[0])

    def _syntax(self, message: str, fix: str, *, value: str = "", at: int | None = None) -> None:
        self._fault("syntax", message, fix, value=clip(value), at=at)

    def _fault(self, code: str, message: str, fix: str, *, value: str = "", at: int | None = None) -> None:
        if self._faults is not None:
            if self._faults.overflowed:
                raise _StopError
            place = self._lines.place(self._at if at is None else at)
            pointer = join_pointer(self._path())
            self._faults.add(code, message, fix, at=place, pointer=pointer, value=value)

    def _path(self) -> Path:
        """Returns the path of the value being read; before the first key, that of the object around it."""
        frames = self._frames
        if frames and frames[-1].is_object and not frames[-1].seen:
            frames = frames[:-1]
        return tuple(frame.part for frame in frames)


def find_faults(text: str, faults: Faults, limits: Limits, first_line: int = 1) -> None:
    """Adds every fault of a JSON text to `faults`.

    Near the root, lists and objects that the fast reader accepts are skipped: the time goes into the ones
    that hold a fault. Deeper down that is not tried, since each level would read the text once more.
    """
    shallow = nesting(text) <= limits.depth

    def skip(start: int, depth: int) -> int:
        return end_of_good(text, start, limits) if shallow and 0 < depth <= _SKIP_DEPTH else -1

    _Scanner(text, faults, limits, first_line, None, skip).run()


def find_places(text: str, paths: Collection[Path], limits: Limits, first_line: int = 1) -> dict[Path, Spot]:
    """Returns the places of some paths, and of their parents, in a faultless JSON text."""
    trie: Trie = {}
    for path in paths:
        node = trie
        for part in path:
            node = node.setdefault(part, {})
    scanner = _Scanner(text, None, limits, first_line, trie, lambda start, _: end_of_value(text, start))
    scanner.run()
    return scanner.found
