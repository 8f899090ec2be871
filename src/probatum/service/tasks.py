"""Loading task files and annotation files: bytes in, compiled tasks out, or every fault of both at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Final, Generic, NamedTuple, TypeVar, overload

from pydantic import RootModel

from probatum.answers.task import AnnotationModel, Task, TaskModel, join
from probatum.answers.verifier import AnswerVerifier
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import (
    Document,
    parse_json,
    parse_jsonl,
    parse_yaml,
    split_pointer,
    validate,
    validate_all,
)
from probatum.errors import DocumentError
from probatum.files import read_bytes

LARGEST_FILE: Final = 256 << 20
"""Largest task or annotation file that is read, in bytes."""

M = TypeVar("M", TaskModel, AnnotationModel)


class TaskSet(Sequence[Task]):
    """The tasks of a benchmark, in the order of their file.

    Attributes:
        diagnostics: Warnings of the files: what was read leniently, annotations without a task.
        unannotated: Identifiers of the tasks that no annotation was laid over, where one file was.
    """

    def __init__(self, tasks: Sequence[Task], diagnostics: Sequence[Diagnostic] = ()) -> None:
        self._tasks = tuple(tasks)
        self._by_id = {task.task_id: task for task in self._tasks}
        self.diagnostics: Final = tuple(diagnostics)
        self.unannotated: Final = tuple(task.task_id for task in self._tasks if not task.annotated)

    def get(self, task_id: str | int) -> Task | None:
        """Returns the task of an identifier; `7` and `"7"` are the same."""
        return self._by_id.get(str(task_id))

    @overload
    def __getitem__(self, index: int) -> Task: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Task, ...]: ...

    def __getitem__(self, index: int | slice) -> Task | tuple[Task, ...]:
        return self._tasks[index]

    def __len__(self) -> int:
        return len(self._tasks)

    def __iter__(self) -> Iterator[Task]:
        return iter(self._tasks)


def load_tasks(path: str | os.PathLike[str], annotations: str | os.PathLike[str] | None = None) -> TaskSet:
    """Loads a task file, with an annotation file laid over it if one is given.

    Args:
        path: A task file: a JSON or YAML list of tasks, or JSONL with one a line. An annotation file on
            its own is accepted too: it knows its specs, and lacks intents.
        annotations: An annotation file (JSONL, JSON or YAML).

    Returns:
        The tasks in the order of the task file.

    Raises:
        DocumentError: With every fault of both files; nothing is loaded in part.
    """
    files = [os.fspath(file) for file in (path, annotations) if file is not None]
    faults = _Faults(files)
    file = _read(files[0], faults)
    alone = annotations is None and bool(file) and _is_annotation(file[0])
    tasks: list[_Row[TaskModel]] = (
        [] if alone else _models(file, TaskModel, faults, specs=annotations is None)
    )
    over = file if alone else _read(files[1], faults) if annotations is not None else []
    laid_over = _models(over, AnnotationModel, faults, specs=True)
    _report_twins(file, faults)
    _report_twins([] if alone else over, faults)
    compiled = _compile_alone(laid_over, faults) if alone else _compile(tasks, laid_over, faults)
    return TaskSet(compiled, faults.settle())


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


class _Faults:
    """The faults of the files, in their order; places are looked up at the end, in one pass a document."""

    def __init__(self, files: list[str]) -> None:
        self.files = files
        self._ready: list[Diagnostic] = []
        self._open: dict[int, tuple[Document, list[Diagnostic]]] = {}

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Takes diagnostics that know their places."""
        self._ready.extend(diagnostics)

    def add(self, document: Document, diagnostics: Iterable[Diagnostic]) -> None:
        """Takes diagnostics whose pointers count from the root of the document."""
        self._open.setdefault(id(document), (document, []))[1].extend(diagnostics)

    def settle(self) -> list[Diagnostic]:
        """Returns the warnings.

        Raises:
            DocumentError: There are errors; it carries the warnings as well.
        """
        found = list(self._ready)
        for document, diagnostics in self._open.values():
            paths = [split_pointer(diagnostic.place.pointer) for diagnostic in diagnostics]
            spots = document.spots(paths)
            for diagnostic, path in zip(diagnostics, paths, strict=True):
                spot = spots[path]
                line, column = spot.key if diagnostic.code == "document/unknown-key" else spot.value
                place = diagnostic.place._replace(file=document.name, line=line, column=column)
                found.append(diagnostic._replace(place=place))
        found.sort(key=lambda d: (self.files.index(d.place.file), d.place.line, d.place.column))
        if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
            raise DocumentError(found)
        return found


def _read(path: str, faults: _Faults) -> list[_Raw]:
    """Reads the objects of a file, whatever its format."""
    suffix = PurePath(path).suffix.lower()
    try:
        data = read_bytes(path, LARGEST_FILE)
        if suffix in (".jsonl", ".ndjson"):
            return _read_lines(data, path, faults)
        whole = parse_yaml(data, path) if suffix in (".yaml", ".yml") else parse_json(data, path)
    except DocumentError as error:
        faults.extend(error.diagnostics)
        return []
    if isinstance(whole.value, list):
        return [_Raw(whole, f"/{position}", value) for position, value in enumerate(whole.value)]
    return [_Raw(whole, "", whole.value)]


def _read_lines(data: bytes, path: str, faults: _Faults) -> list[_Raw]:
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


def _is_annotation(raw: _Raw) -> bool:
    """A row with a spec and no intent is an annotation."""
    return isinstance(raw.value, dict) and "eval" in raw.value and "intent" not in raw.value


def _models(rows: list[_Raw], model: type[M], faults: _Faults, *, specs: bool) -> list[_Row[M]]:
    """Reads the rows into models; where that fails, `specs` asks for the faults of their specs as well."""
    if not rows:
        return []
    try:
        if rows[0].pointer:
            found: Sequence[M] = validate(rows[0].document, RootModel[tuple[model, ...]]).root  # type: ignore[valid-type]
        else:
            found = validate_all([row.document for row in rows], model)
    except DocumentError as error:
        faults.extend(error.diagnostics)
        if specs:
            _report_specs(rows, faults)
        return []
    return [_Row(row.document, row.pointer, one) for row, one in zip(rows, found, strict=True)]


def _report_specs(rows: list[_Raw], faults: _Faults) -> None:
    """Reports the faults of the specs of a file that is refused already, so that all are told at once."""
    for row in rows:
        if isinstance(row.value, dict) and isinstance(spec := row.value.get("eval"), dict):
            task_id = row.value.get("task_id")
            named = str(task_id) if isinstance(task_id, str | int) else ""
            try:
                AnswerVerifier(spec, place=Place(pointer=f"{row.pointer}/eval", task=named), published=True)
            except DocumentError as error:
                faults.add(row.document, error.diagnostics)


def _report_twins(rows: list[_Raw], faults: _Faults) -> None:
    seen: set[str] = set()
    for row in rows:
        task_id = str(row.value.get("task_id", "")) if isinstance(row.value, dict) else ""
        if task_id and task_id in seen:
            place = Place(pointer=f"{row.pointer}/task_id", task=task_id)
            message = "Another row of the file has the same task_id."
            fix = "Give each task one row: merge the two, or correct the identifier."
            fault = Diagnostic("answer/task-twice", Severity.ERROR, place, message, fix, task_id)
            faults.add(row.document, [fault])
        seen.add(task_id)


def _compile_alone(rows: list[_Row[AnnotationModel]], faults: _Faults) -> list[Task]:
    """Compiles annotations that were given without their task file."""
    compiled = []
    for row in rows:
        verifier = _verifier(row, row.model.intent, faults)
        if verifier is not None:
            compiled.append(join(None, row.model, verifier))
    return compiled


def _compile(
    tasks: list[_Row[TaskModel]], laid_over: list[_Row[AnnotationModel]], faults: _Faults
) -> list[Task]:
    over = {str(row.model.task_id): row for row in laid_over}
    compiled = []
    for task in tasks:
        annotation = over.pop(str(task.model.task_id), None)
        verifier = _verifier(annotation or task, task.model.intent, faults)
        if verifier is not None:
            compiled.append(join(task.model, annotation.model if annotation else None, verifier))
    for row in over.values() if tasks else ():
        task_id = str(row.model.task_id)
        place = Place(pointer=f"{row.pointer}/task_id", task=task_id)
        message = "The annotation belongs to no task of the task file."
        fix = "Correct its task_id, or remove it."
        fault = Diagnostic("answer/annotation-without-task", Severity.WARNING, place, message, fix, task_id)
        faults.add(row.document, [fault])
    return compiled


def _verifier(
    row: _Row[TaskModel] | _Row[AnnotationModel], intent: str | None, faults: _Faults
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
