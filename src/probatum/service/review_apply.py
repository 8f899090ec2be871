"""Decisions of a review brought back into an annotation file, whose other lines stay as they are (ANS-H7)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from probatum.answers.decision import DecisionModel, DecisionRow, changes, objections
from probatum.answers.verifier import AnswerVerifier
from probatum.canonical import digest
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import Document, parse_json, parse_jsonl, show, validate, validate_value
from probatum.errors import DocumentError
from probatum.files import FileError, read_bytes
from probatum.service.exact_json import exact_json
from probatum.service.faults import Faults, located
from probatum.service.review import row_of
from probatum.service.survey import LARGEST_FILE, Placed, survey

_LINES: Final = (".jsonl", ".ndjson")


class Changed(NamedTuple):
    """An annotation that a decision changed.

    Attributes:
        task_id: The task.
        line: Its line in the annotation file, from 1.
        keys: The keys that were changed or added.
        reviewer: Who decided.
    """

    task_id: str
    line: int
    keys: tuple[str, ...]
    reviewer: str


class Refused(NamedTuple):
    """A decision that was not applied.

    Attributes:
        task_id: The task it is about.
        diagnostics: Why, each in its place in the file of decisions.
        line: The row, byte for byte, so that nothing a person wrote is lost.
    """

    task_id: str
    diagnostics: tuple[Diagnostic, ...]
    line: bytes


class Applied(NamedTuple):
    """What came of a file of decisions.

    Attributes:
        data: The new annotation file.
        changed: The annotations that were changed, in the order of the decisions.
        refused: The decisions that were not applied.
        undecided: Identifiers of the rows whose decision is empty.
    """

    data: bytes
    changed: tuple[Changed, ...]
    refused: tuple[Refused, ...]
    undecided: tuple[str, ...]


class _Row(NamedTuple):
    """A decision and where it stands."""

    document: Document
    model: DecisionRow
    decision: DecisionModel
    line: bytes

    @property
    def task_id(self) -> str:
        return str(self.model.task_id)

    @property
    def place(self) -> Place:
        return Place(task=self.task_id)


def apply(decisions: str, annotations: str, on: date) -> Applied:
    """Applies decisions to an annotation file; nothing is written.

    A decision about another spec, or another annotation, than the file has now is refused by itself, and
    the others are applied; so is one about a task that the file does not have, or one that cannot be applied.

    Args:
        decisions: A JSONL file of decisions, or a review with its decisions filled in.
        annotations: The annotation file, JSONL.
        on: The day that is noted.

    Raises:
        DocumentError: The decisions cannot be read, with every fault; none is applied then.
        FileError: The annotation file cannot be read, or is no JSONL.
    """
    if PurePath(annotations).suffix.lower() not in _LINES:
        message = "Decisions are applied to the lines of a JSONL file only."
        fix = "Write the annotations one a line, into a file called .jsonl."
        fault = Diagnostic("review/not-jsonl", Severity.ERROR, Place(annotations), message, fix)
        raise FileError([fault])
    rows, undecided = _read(decisions)
    data = read_bytes(annotations, LARGEST_FILE)
    lines = data.split(b"\n")
    placed = {one.task.task_id: one for one in survey(annotations, kind="annotations").tasks}
    changed: list[Changed] = []
    refused: list[Refused] = []
    for row in rows:
        twice = sum(other.task_id == row.task_id for other in rows) > 1
        one = placed.get(row.task_id)
        found = list(_objections(row, one, lines, twice=twice))
        if one is None or found:
            refused.append(Refused(row.task_id, tuple(located(row.document, found)), row.line))
            continue
        number, new = one.document.line, changes(row_of(one), row.decision, on)
        lines[number - 1] = rewritten(lines[number - 1], new)
        changed.append(Changed(row.task_id, number, tuple(new), row.decision.reviewer))
    return Applied(b"\n".join(lines), tuple(changed), tuple(refused), undecided)


def _read(decisions: str) -> tuple[list[_Row], tuple[str, ...]]:
    """Reads the decisions, and the identifiers of the rows that have none.

    Raises:
        DocumentError: With the faults of all rows and all decisions.
    """
    data = read_bytes(decisions, LARGEST_FILE)
    lines = data.split(b"\n")
    documents = parse_jsonl(data, decisions)
    faults = Faults([decisions])
    rows: list[_Row] = []
    undecided: list[str] = []
    for document in documents:
        if _is_closed(document.value):
            undecided.append(str(document.value.get("task_id")))
            continue
        try:
            model = validate(document, DecisionRow)
        except DocumentError as error:
            faults.extend(error.diagnostics)
            continue
        if not model.decision:
            undecided.append(str(model.task_id))
            continue
        place = Place(pointer="/decision", task=str(model.task_id))
        try:
            decision = validate_value(model.decision, DecisionModel)
        except DocumentError as error:
            faults.add(document, [fault.below(place) for fault in error.diagnostics])
            continue
        rows.append(_Row(document, model, decision, lines[document.line - 1]))
    faults.settle()
    return rows, tuple(undecided)


def _is_closed(value: object) -> bool:
    """True for the row of a task that was exported without a place for a decision."""
    return isinstance(value, dict) and value.get("decision", ...) is None


def _objections(
    row: _Row, placed: Placed | None, lines: Sequence[bytes], *, twice: bool
) -> Iterable[Diagnostic]:
    """Yields why a decision is refused; the first kind of reason only, as others follow from it."""
    if twice:
        message = "Another row decides about the same task; neither is applied."
        yield _fault(
            "review/decided-twice", "/task_id", row, message, "Keep the one that holds.", row.task_id
        )
    elif placed is None:
        message = "The annotation file has no annotation of this task, or one that cannot be read."
        fix = "Correct the task_id, or mend the annotation first; `probatum lint` shows its faults."
        yield _fault("review/unknown-task", "/task_id", row, message, fix, row.task_id)
    elif stale := _stale(row, placed, lines[placed.document.line - 1]):
        yield stale
    else:
        yield from objections(row_of(placed), row.decision, row.place._replace(pointer="/decision"))
        if row.decision.eval is not None:
            place = Place(pointer="/decision/eval", task=row.task_id)
            try:
                AnswerVerifier(row.decision.eval, place=place)
            except DocumentError as error:
                yield from error.diagnostics


def _stale(row: _Row, placed: Placed, line: bytes) -> Diagnostic | None:
    """Returns the fault of a decision about something else than the file has now."""
    fix = "Export the review again, and decide about what the file has now."
    fingerprint = placed.task.verifier.fingerprint
    if row.model.fingerprint != fingerprint:
        message = f"The decision was made about another spec; the file has {fingerprint} now."
        return _fault("review/stale", "/fingerprint", row, message, fix, row.model.fingerprint)
    now = row_of(placed)
    if row.model.digest is not None and row.model.digest != digest(now):
        message = "The annotation was changed since the decision was made, though its spec is the same."
        return _fault("review/stale", "/digest", row, message, fix, row.model.digest)
    if parse_json(line, "").value != now:
        message = "The annotation file was changed while it was read."
        return _fault("review/stale", "/task_id", row, message, "Apply the decisions again.", row.task_id)
    return None


def _fault(code: str, pointer: str, row: _Row, message: str, fix: str, value: str) -> Diagnostic:
    place = row.place._replace(pointer=pointer)
    return Diagnostic(code, Severity.ERROR, place, message, fix, show(value))


def rewritten(line: bytes, new: Mapping[str, Any]) -> bytes:
    """Returns a line of JSONL with some values replaced or added; all else is byte for byte as it was.

    Args:
        line: The line, an object; it may end with a carriage return.
        new: The values by their keys; what is new comes last.
    """
    text = line.decode()
    document = parse_json(line, "")
    row: dict[str, Any] = document.value
    spots = document.spots([(key,) for key in row])
    # Numbers are passed over, however long.
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    parts: list[str] = []
    at = 0
    for key in row:
        start = spots[key,].value[1] - 1
        _, end = decoder.raw_decode(text, start)
        if key in new:
            parts += [text[at:start], exact_json(new[key])]
        else:
            parts.append(text[at:end])
        at = end
    parts += [f", {exact_json(key)}: {exact_json(value)}" for key, value in new.items() if key not in row]
    return "".join([*parts, text[at:]]).encode()
