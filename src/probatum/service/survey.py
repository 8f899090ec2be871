"""Reading task and annotation files: the tasks that compile, each with its place, and every fault."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from pydantic import RootModel

from probatum.answers.spec import where_it_belongs
from probatum.answers.task import AnnotationModel, Task, TaskModel, join
from probatum.answers.verifier import AnswerVerifier
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import (
    Document,
    parse_json,
    parse_jsonl,
    parse_yaml,
    validate,
    validate_all,
    validate_value,
)
from probatum.errors import DocumentError
from probatum.files import FileError, read_bytes
from probatum.service.faults import Faults
from probatum.service.wrong_files import Holds, held, held_by_name, refuse_wrong

LARGEST_FILE: Final = 256 << 20
"""Largest task or annotation file that is read, in bytes."""

FileKind = Literal["tasks", "annotations"]
"""What a file holds; a file that is too broken to be recognised needs to be told."""

_IGNORE: Final = re.compile(r"/lint_ignore/[0-9]+\Z", re.ASCII)

M = TypeVar("M", TaskModel, AnnotationModel)


class Placed(NamedTuple):
    """A compiled task, and where its spec and examples stand.

    Attributes:
        task: The task.
        document: The file, or the line of it.
        pointer: Pointer of the row that carries the spec: the annotation's, where one is laid over the task.
    """

    task: Task
    document: Document
    pointer: str


class Survey(NamedTuple):
    """What was read of a benchmark's files.

    Attributes:
        tasks: The tasks that could be compiled, in the order of their file.
        faults: Everything that was wrong; more may be added before it is settled.
        alone: Whether an annotation file was read without its tasks, so that intents are missing.
        rows: How many rows of tasks (or annotations, if they stand alone) there were.
        ids: Identifiers of these rows, of the broken ones too.
    """

    tasks: tuple[Placed, ...]
    faults: Faults
    alone: bool
    rows: int
    ids: frozenset[str]


def survey(
    path: str | os.PathLike[str],
    annotations: str | os.PathLike[str] | None = None,
    *,
    kind: FileKind | None = None,
) -> Survey:
    """Reads a task file, with an annotation file laid over it if one is given; faults are collected.

    Args:
        path: As for `load_tasks`.
        annotations: As for `load_tasks`.
        kind: What the first file holds; None to see from its rows.

    Raises:
        WrongFileError: A file holds something else, or the two are swapped; not where `kind` is given.
    """
    files = [os.fspath(file) for file in (path, annotations) if file is not None]
    faults = Faults(files)
    file = _read(files[0], faults, told=kind is not None)
    over = _read(files[1], faults, told=kind is not None) if annotations is not None else []
    holds = held([row.value for row in file])
    if kind is None:
        refuse_wrong(files[0], holds, files[-1] if over else None, held([row.value for row in over]))
    alone = annotations is None and bool(file)
    alone = alone and (kind == "annotations" if kind is not None else holds is Holds.ANNOTATIONS)
    tasks: list[_Row[TaskModel]] = (
        [] if alone else _models(file, TaskModel, faults, specs=annotations is None)
    )
    laid_over = _models(file if alone else over, AnnotationModel, faults, specs=True)
    _report_twins(file, faults)
    _report_twins(over, faults)
    if alone:
        compiled = _compile_alone(laid_over, faults)
    else:
        compiled = _compile(tasks, laid_over, faults, known=_ids(file), refused=_ids(over))
    return Survey(tuple(compiled), faults, alone, len(file), _ids(file))


class _Raw(NamedTuple):
    """The object of one task as it was read: its document, and its pointer in it (empty in JSONL)."""

    document: Document
    pointer: str
    value: object


class _Row(NamedTuple, Generic[M]):
    """The model of one task or annotation, and where it stands."""

    document: Document
    pointer: str
    model: M


def _read(path: str, faults: Faults, *, told: bool) -> list[_Raw]:
    """Reads the objects of a file, whatever its format.

    Raises:
        WrongFileError: Its name says that it holds something else, and nobody told what it holds.
    """
    if not told:
        refuse_wrong(path, held_by_name(path))
    suffix = PurePath(path).suffix.lower()
    try:
        data = read_bytes(path, LARGEST_FILE)
        if suffix in (".jsonl", ".ndjson"):
            return _read_lines(data, path, faults)
        whole = parse_yaml(data, path) if suffix in (".yaml", ".yml") else parse_json(data, path)
    except DocumentError as error:
        faults.unreadable |= isinstance(error, FileError)
        faults.extend(error.diagnostics)
        return []
    if whole.value == []:
        message = "The file holds an empty list."
        faults.extend(
            [Diagnostic("document/empty", Severity.ERROR, Place(path, 1, 1), message, "Add a task.")]
        )
    if isinstance(whole.value, list):
        return [_Raw(whole, f"/{position}", value) for position, value in enumerate(whole.value)]
    return [_Raw(whole, "", whole.value)]


def _read_lines(data: bytes, path: str, faults: Faults) -> list[_Raw]:
    """Reads JSONL; a line that cannot be read does not keep the faults of the others from being told."""
    try:
        documents = parse_jsonl(data, path)
    except DocumentError as error:
        faults.extend(error.diagnostics)
        lines = data.split(b"\n")
        bad = {diagnostic.place.line for diagnostic in error.diagnostics}
        rest = b"\n".join(b"" if number in bad else line for number, line in enumerate(lines, 1))
        try:
            documents = parse_jsonl(rest, path)
        except DocumentError:
            return []
    return [_Raw(document, "", document.value) for document in documents]


def _models(rows: list[_Raw], model: type[M], faults: Faults, *, specs: bool) -> list[_Row[M]]:
    """Reads the rows into models; where that fails, `specs` asks for the faults of their specs as well."""
    if not rows:
        return []
    try:
        if rows[0].pointer:
            found: Sequence[M] = validate(rows[0].document, RootModel[tuple[model, ...]]).root  # type: ignore[valid-type]
        else:
            found = validate_all([row.document for row in rows], model)
    except DocumentError as error:
        faults.extend(_named(error.diagnostics, rows))
        return _readable(rows, model, faults, specs=specs)
    return [_Row(row.document, row.pointer, one) for row, one in zip(rows, found, strict=True)]


def _named(diagnostics: Iterable[Diagnostic], rows: list[_Raw]) -> Iterator[Diagnostic]:
    """Yields the faults of rows with the tasks they belong to."""
    by_line = {row.document.line: _id(row) for row in rows}
    by_position = {row.pointer: _id(row) for row in rows}
    for diagnostic in diagnostics:
        place = diagnostic.place
        if not rows[0].pointer:
            task = by_line.get(place.line, "") if len(rows) > 1 else _id(rows[0])
        else:
            task = by_position.get("/" + place.pointer[1:].partition("/")[0], "")
        yield _advised(diagnostic._replace(place=place._replace(task=place.task or task)))


def _advised(fault: Diagnostic) -> Diagnostic:
    """Returns a fault of a row with a fix that knows what the row is for."""
    if fault.code == "document/wrong-type" and _IGNORE.search(fault.place.pointer):
        return fault._replace(fix='Write {"code": "answer/...", "reason": "why it does not apply here"}.')
    return where_it_belongs(fault)


def _readable(rows: list[_Raw], model: type[M], faults: Faults, *, specs: bool) -> list[_Row[M]]:
    """Reads the rows of a faulty file that are right by themselves, so that all faults are told at once."""
    found: list[_Row[M]] = []
    bad: list[_Raw] = []
    for row in rows:
        try:
            found.append(_Row(row.document, row.pointer, validate_value(row.value, model)))
        except DocumentError:
            bad.append(row)
    if specs:
        _report_specs(bad, faults)
    return found


def _report_specs(rows: list[_Raw], faults: Faults) -> None:
    """Reports the faults of the specs of rows that are refused already."""
    for row in rows:
        if isinstance(row.value, dict) and isinstance(spec := row.value.get("eval"), dict):
            try:
                AnswerVerifier(
                    spec, place=Place(pointer=f"{row.pointer}/eval", task=_id(row)), published=True
                )
            except DocumentError as error:
                faults.add(row.document, error.diagnostics)


def _report_twins(rows: list[_Raw], faults: Faults) -> None:
    seen: set[str] = set()
    for row in rows:
        task_id = _id(row)
        if task_id and task_id in seen:
            place = Place(pointer=f"{row.pointer}/task_id", task=task_id)
            message = "Another row of the file has the same task_id."
            fix = "Give each task one row: merge the two, or correct the identifier."
            fault = Diagnostic("answer/task-twice", Severity.ERROR, place, message, fix, task_id)
            faults.add(row.document, [fault])
        seen.add(task_id)


def _compile_alone(rows: list[_Row[AnnotationModel]], faults: Faults) -> list[Placed]:
    """Compiles annotations that were given without their task file."""
    compiled = []
    for row in rows:
        verifier = _verifier(row, row.model.intent, faults)
        if verifier is not None:
            compiled.append(Placed(join(None, row.model, verifier), row.document, row.pointer))
    return compiled


def _compile(
    tasks: list[_Row[TaskModel]],
    laid_over: list[_Row[AnnotationModel]],
    faults: Faults,
    *,
    known: frozenset[str],
    refused: frozenset[str],
) -> list[Placed]:
    """Lays annotations over tasks and compiles them.

    Args:
        tasks: The tasks that could be read.
        laid_over: The annotations that could be read.
        faults: Takes what is found.
        known: Identifiers of all rows of the task file.
        refused: Identifiers of all rows of the annotation file; a task whose annotation could not be read
            is left out, as its own spec is not the one that was meant.
    """
    over = {str(row.model.task_id): row for row in laid_over}
    refused -= over.keys()
    compiled = []
    for task in tasks:
        annotation = over.pop(str(task.model.task_id), None)
        if annotation is None and str(task.model.task_id) in refused:
            continue
        verifier = _verifier(annotation or task, task.model.intent, faults)
        if verifier is not None:
            row = annotation or task
            joined = join(task.model, annotation.model if annotation else None, verifier)
            compiled.append(Placed(joined, row.document, row.pointer))
    for task_id, row in over.items() if known else ():
        if task_id in known:
            continue
        place = Place(pointer=f"{row.pointer}/task_id", task=task_id)
        message = "The annotation belongs to no task of the task file."
        fix = "Correct its task_id, or remove it."
        fault = Diagnostic("answer/annotation-without-task", Severity.WARNING, place, message, fix, task_id)
        faults.add(row.document, [fault])
    return compiled


def _id(row: _Raw) -> str:
    """Returns the identifier of a row, readable or not; empty where there is none."""
    task_id = row.value.get("task_id") if isinstance(row.value, dict) else None
    return str(task_id) if isinstance(task_id, str | int) else ""


def _ids(rows: list[_Raw]) -> frozenset[str]:
    """Returns the identifiers of rows, readable or not."""
    return frozenset(map(_id, rows)) - {""}


def _verifier(
    row: _Row[TaskModel] | _Row[AnnotationModel], intent: str | None, faults: Faults
) -> AnswerVerifier | None:
    """Compiles a spec; its diagnostics learn their file, line and column."""
    place = Place(pointer=f"{row.pointer}/eval", task=str(row.model.task_id))
    published = isinstance(row.model, TaskModel)
    try:
        verifier = AnswerVerifier(row.model.eval, intent=intent, place=place, published=published)
    except DocumentError as error:
        faults.add(row.document, error.diagnostics)
        return None
    faults.add(row.document, verifier.warnings)
    return verifier
