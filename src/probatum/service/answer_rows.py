"""One answer of an answer file: reading it from a line of JSON or from a value, strictly.

A plain row is decoded in one step by a typed decoder. What that decoder refuses, and what it could misread
without a word (a key that stands twice), is read again by the strict reader of documents, which can say
what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import clip, join_pointer, parse_json, show
from probatum.errors import DocumentError
from probatum.service.twin_keys import TwinKeys, has_escaped_letters

MAX_LINE: Final = 16 << 20
"""Longest line, field or agent log that is read, in bytes."""

Identifier = int | str
FIELDS: Final = ("task_id", "answer", "answer_id")
"""What a row says. `id` stands for `task_id` where there is no `task_id`."""


class AnswerRow(NamedTuple):
    """An answer to a task.

    Attributes:
        line: Line of the answer file, from 1, counted within the chunk that was read.
        task_id: The task, in the type it had in the file.
        answer: What the agent replied; None when it gave no answer.
        answer_id: Tells several answers to one task apart; None when there is none.
    """

    line: int
    task_id: Identifier
    answer: str | None
    answer_id: Identifier | None


class BadRow(NamedTuple):
    """A row that cannot be read, with as much of it as could be.

    Attributes:
        line: As in `AnswerRow`.
        fault: What is wrong; its line counts as `line` does.
        task_id: The task, where that much could be read.
        answer_id: The answer, where that much could be read.
    """

    line: int
    fault: Diagnostic
    task_id: Identifier | None = None
    answer_id: Identifier | None = None


Row = AnswerRow | BadRow


class _PlainRow(msgspec.Struct, gc=False):
    """A row without a mapping. UNSET stands for a key that is not there."""

    answer: str | msgspec.UnsetType | None = msgspec.UNSET
    task_id: int | str | msgspec.UnsetType = msgspec.UNSET
    id: int | str | msgspec.UnsetType = msgspec.UNSET
    answer_id: int | str | msgspec.UnsetType | None = msgspec.UNSET


class RowReader:
    """Reads rows of one answer file. Rows are independent of each other.

    Args:
        name: Display name of the file.
        mapping: Where the file keeps what it says: field to key, or to a dotted path of keys.
    """

    def __init__(self, name: str, mapping: Mapping[str, str] | None = None) -> None:
        self.name: Final = name
        self._paths = {field: tuple(path.split(".")) for field, path in (mapping or {}).items()}
        named = frozenset(key for path in self._paths.values() for key in path)
        self._twins: Final = TwinKeys(named | {*FIELDS, "id"})
        self._decoder: msgspec.json.Decoder[_PlainRow] = msgspec.json.Decoder(_PlainRow)

    def line(self, number: int, line: bytes) -> Row:
        """Reads one line of JSON."""
        if self._twins.possible(line):
            try:
                twin = self._twins.find(line)
            except (ValueError, RecursionError):
                # What cannot be looked through may hide a key that stands twice.
                return self._unreadable(number, line)
            if twin is not None:
                message = f"The key `{twin}` stands twice in one object of the row."
                return self.bad(number, "answers/duplicate-key", message, "Keep the one that is meant.")
        if self._paths:
            return self._line_slowly(number, line)
        try:
            row = self._decoder.decode(line)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return self._line_slowly(number, line)
        task_id = row.id if row.task_id is msgspec.UNSET else row.task_id
        answer = row.answer
        if task_id is msgspec.UNSET or answer is msgspec.UNSET:
            return self._line_slowly(number, line)
        return AnswerRow(number, task_id, answer, None if row.answer_id is msgspec.UNSET else row.answer_id)

    def lines(self, data: bytes, count: int) -> list[AnswerRow] | None:
        """Reads lines of JSON all at once, if none of them needs a second look.

        Args:
            data: The lines; UTF-8.
            count: How many there are.

        Returns:
            The rows, as `line` would read each; None where one could be faulty, blank, or misread.
        """
        if self._paths or has_escaped_letters(data):
            return None
        # Where each of `count` rows has a key, and the key stands `count` times, it stands nowhere twice.
        answer_ids = data.count(b'"answer_id"')
        tasks = data.count(b'"task_id"') + data.count(b'"id"')
        if data.count(b'"answer"') != count or tasks != count or answer_ids not in (0, count):
            return None
        try:
            decoded = self._decoder.decode_lines(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return None
        if len(decoded) != count:
            return None
        unset = msgspec.UNSET
        found = []
        for number, row in enumerate(decoded, start=1):
            answer, answer_id = row.answer, row.answer_id
            task_id = row.id if row.task_id is unset else row.task_id
            if answer is unset or task_id is unset or (answer_id is unset) is bool(answer_ids):
                return None
            found.append(AnswerRow(number, task_id, answer, None if answer_id is unset else answer_id))
        return found

    def name_of(self, field: str) -> str:
        """Returns under which name the file is to have a field: a key, or a dotted path of keys."""
        return ".".join(self._paths.get(field, (field,)))

    def value(self, number: int, value: object) -> Row:
        """Reads one row from a decoded value."""
        if not isinstance(value, dict):
            return self.bad(
                number,
                "answers/row-not-an-object",
                "A row is a JSON object.",
                'Write it as {"task_id": ..., "answer": ...}.',
                value=show(value),
            )
        return self.row(number, self.fields(value), value)

    def fields(self, value: dict[str, Any]) -> dict[str, Any]:
        """Returns the fields that an object has, found by the mapping, as they are."""
        found = {field: self._find(value, field) for field in FIELDS}
        return {field: item for field, item in found.items() if item is not msgspec.UNSET}

    def row(self, number: int, fields: Mapping[str, Any], keys: Iterable[str]) -> Row:
        """Makes a row of its fields.

        Args:
            number: Line of the row.
            fields: What `fields` found.
            keys: What the row has, to tell where a field stands and what is there instead of it.
        """
        task_id = fields.get("task_id")
        answer = fields.get("answer")
        answer_id = fields.get("answer_id")
        known = {
            "task_id": task_id if _is_identifier(task_id) else None,
            "answer_id": answer_id if _is_identifier(answer_id) else None,
        }
        for field in ("task_id", "answer"):
            if field not in fields:
                return self._missing(number, field, keys, known)
        if known["task_id"] is None:
            return self._mistyped(number, "task_id", "a whole number or text", task_id, keys, known)
        if known["answer_id"] is None and answer_id is not None:
            wanted = "a whole number, text or null"
            return self._mistyped(number, "answer_id", wanted, answer_id, keys, known)
        if answer is not None and not isinstance(answer, str):
            return self._mistyped(number, "answer", "text, or null for none", answer, keys, known)
        return AnswerRow(number, known["task_id"], answer, known["answer_id"])

    def bad(
        self,
        number: int,
        code: str,
        message: str,
        fix: str,
        *,
        value: str = "",
        pointer: str = "",
        known: Mapping[str, Any] | None = None,
    ) -> BadRow:
        """Returns a row that cannot be read."""
        place = Place(self.name, number, pointer=pointer)
        fault = Diagnostic(code, Severity.ERROR, place, message, fix, value)
        return BadRow(number, fault, **(known or {}))

    def too_long(self, number: int) -> BadRow:
        """Returns the row for a line beyond `MAX_LINE`, of which nothing was kept."""
        message = f"The line has more than {MAX_LINE:,} bytes, which is the most that is read."
        return self.bad(number, "answers/line-too-long", message, "Shorten it, or split what it holds.")

    def _line_slowly(self, number: int, line: bytes) -> Row:
        """Reads a line that the typed decoder does not understand, or says what is wrong with it."""
        try:
            value = msgspec.json.decode(line)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            try:
                value = parse_json(line, self.name).value
            except DocumentError as error:
                return self._fault_of(number, error)
        return self.value(number, value)

    def _unreadable(self, number: int, line: bytes) -> BadRow:
        """Says why a line could not be read strictly."""
        try:
            parse_json(line, self.name)
        except DocumentError as error:
            return self._fault_of(number, error)
        message = "The row cannot be read strictly: a key may stand twice in it."
        return self.bad(number, "answers/duplicate-key", message, "Write it as plain JSON, each key once.")

    def _fault_of(self, number: int, error: DocumentError) -> BadRow:
        first = error.diagnostics[0]
        # The reader took the line for a whole document, of which it would be the first line.
        message = first.message.replace("at line 1, column", "at column")
        place = first.place._replace(line=number)
        return BadRow(number, first._replace(place=place, message=message))

    def _find(self, row: dict[str, Any], field: str) -> Any:
        """Returns what a row says in a field; UNSET when it says nothing."""
        if field not in self._paths:
            value = row.get(field, msgspec.UNSET)
            return row.get("id", msgspec.UNSET) if value is msgspec.UNSET and field == "task_id" else value
        path = self._paths[field]
        whole = ".".join(path)
        if whole in row:
            return row[whole]
        value = row
        for key in path:
            if not isinstance(value, dict) or key not in value:
                return msgspec.UNSET
            value = value[key]
        return value

    def _missing(self, number: int, field: str, keys: Iterable[str], known: Mapping[str, Any]) -> BadRow:
        name = self.name_of(field)
        there = clip(", ".join(f"`{key}`" for key in keys), 200)
        null = " (null where no answer was given)" if field == "answer" else ""
        fix = f"Add it{null}, or say where it stands: --map {field}=KEY."
        if there:
            fix += f" The row has {there}."
        return self.bad(number, "answers/missing-key", f"The row has no `{name}`.", fix, known=known)

    def _path(self, field: str, keys: Iterable[str]) -> tuple[str, ...]:
        """Returns where a row with these keys keeps a field."""
        path = self._paths.get(field, (field,))
        whole = ".".join(path)
        if whole in keys:
            return (whole,)
        return ("id",) if path == ("task_id",) and "id" in keys else path

    def _mistyped(
        self,
        number: int,
        field: str,
        wanted: str,
        value: object,
        keys: Iterable[str],
        known: Mapping[str, Any],
    ) -> BadRow:
        path = self._path(field, keys)
        return self.bad(
            number,
            "answers/wrong-type",
            f"`{'.'.join(path)}` has to be {wanted}.",
            "Convert it before scoring; nothing is converted in silence.",
            value=show(value),
            pointer=join_pointer(path),
            known=known,
        )


def _is_identifier(value: object) -> bool:
    return isinstance(value, (int, str)) and not isinstance(value, bool)
