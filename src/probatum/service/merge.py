"""The specs of an annotation file put into a copy of a task file: `probatum answers merge`.

Only the text of each `eval` is replaced. Everything else of the task file stays as its owner wrote it, byte
for byte: keys and their order, numbers however long, escapes, blanks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from probatum.answers.shares import GOLD_KEY
from probatum.answers.spec import EvalModel
from probatum.answers.task import Task
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import Document, join_pointer, parse_json, parse_jsonl, show
from probatum.files import fail, read_bytes
from probatum.service.exact_json import exact_json
from probatum.service.survey import LARGEST_FILE
from probatum.service.tasks import load_tasks

_KEPT: Final = EvalModel.model_fields.keys() - {"eval_types", "reference_answers", "language"}
"""Keys of a former `eval` that stay; what a spec consists of is replaced whole."""


class Merged(NamedTuple):
    """A task file with specs put into it.

    Attributes:
        text: The new file.
        merged: Identifiers of the tasks that got a spec.
        unannotated: Identifiers of those that stayed as they were.
        diagnostics: Warnings of both files, among them annotations that belong to no task.
    """

    text: str
    merged: tuple[str, ...]
    unannotated: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


class _Row(NamedTuple):
    """A task in the text: its object and where its `eval` stands."""

    value: Mapping[str, Any]
    at: tuple[int, int]
    key: int
    start: int
    end: int


class _Change(NamedTuple):
    start: int
    end: int
    text: str


def merge(tasks: str | os.PathLike[str], annotations: str | os.PathLike[str]) -> Merged:
    """Puts the specs of an annotation file into the text of a task file.

    Args:
        tasks: A task file: a JSON list of tasks, one task, or JSONL.
        annotations: An annotation file.

    Returns:
        The new text, in the format of the task file; the file itself is not touched. Its specs have the
        fingerprints that they have when the annotations are laid over the tasks. The former gold stays
        under `fuzzy_match`; beside a judge, whose gold belongs to its spec, it becomes the task's `gold`.

    Raises:
        DocumentError: With every fault of both files.
        WrongFileError: A file holds something else, such as the first one the annotations.
    """
    name = os.fspath(tasks)
    if PurePath(name).suffix.lower() in (".yaml", ".yml"):
        fix = "Convert the task file to JSON first."
        fail("not-json", name, "Specs are put into JSON and JSONL files only.", fix)
    loaded = load_tasks(name, os.fspath(annotations))
    data = read_bytes(name, LARGEST_FILE)
    text = data.decode()
    changes: list[_Change] = []
    warnings = list(loaded.diagnostics)
    for row, task in zip(_rows(data, text, name), loaded, strict=True):
        if task.annotated:
            changes += _changes(row, task, text)
            warnings += _dropped(row, task, name)
    merged = tuple(task.task_id for task in loaded if task.annotated)
    return Merged(_apply(text, changes), merged, loaded.unannotated, tuple(warnings))


def _rows(data: bytes, text: str, name: str) -> Iterator[_Row]:
    """Yields the tasks of a file in its order, each with the offsets of its `eval`."""
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)

    def offset(place: tuple[int, int]) -> int:
        return starts[place[0] - 1] + place[1] - 1

    for document, paths in _documents(data, name):
        spots = document.spots([(*path, "eval") for path in paths])
        for path in paths:
            spot = spots[*path, "eval"]
            start = offset(spot.value)
            _, end = decoder.raw_decode(text, start)
            value = document.value[int(path[0])] if path else document.value
            yield _Row(value, spot.key, offset(spot.key), start, end)


def _documents(data: bytes, name: str) -> Iterator[tuple[Document, list[tuple[str, ...]]]]:
    """Yields the documents of a file, each with the paths of its tasks."""
    if PurePath(name).suffix.lower() in (".jsonl", ".ndjson"):
        for document in parse_jsonl(data, name):
            yield document, [()]
        return
    document = parse_json(data, name)
    is_list = isinstance(document.value, list)
    yield document, [(str(index),) for index in range(len(document.value))] if is_list else [()]


def _changes(row: _Row, task: Task, text: str) -> Iterator[_Change]:
    """Yields what has to change in the text of one task."""
    spec = task.verifier.spec
    before = row.value["eval"]
    former = before.get("reference_answers")
    gold = former.get(GOLD_KEY) if isinstance(former, dict) else None
    answers = dict(spec["reference_answers"])
    layout = _Layout.of(text, row)
    if gold is not None and GOLD_KEY not in answers:
        if "llm_judge" not in task.kinds and "fuzzy_match" not in task.kinds:
            answers[GOLD_KEY] = gold
        elif "gold" not in row.value and _is_gold(gold):
            yield _Change(row.key, row.key, f'"gold": {layout.write(gold)},{layout.after_comma}')
    new = {key: value for key, value in before.items() if key in _KEPT or key in spec}
    new |= spec
    new["reference_answers"] = answers
    yield _Change(row.start, row.end, layout.write(new))


def _is_gold(value: object) -> bool:
    members = value if isinstance(value, list) else [value]
    return all(isinstance(member, str) for member in members)


def _dropped(row: _Row, task: Task, name: str) -> Iterator[Diagnostic]:
    """Yields a warning for each key of the former `eval` that no reader of the merged file would know."""
    for key in row.value["eval"]:
        if key not in EvalModel.model_fields:
            place = Place(name, *row.at, join_pointer(["eval", key]), task.task_id)
            message = f"The key {show(key)} of the former eval is not known, and is left out."
            fix = "Keep what it says somewhere else, such as the task's metadata."
            yield Diagnostic("answer/eval-key-left-out", Severity.WARNING, place, message, fix)


class _Layout(NamedTuple):
    """How the task file is laid out where an `eval` stands.

    Attributes:
        base: What stands before the key on its line; empty where everything is on one line.
        step: What one level is indented by; empty for a value on one line.
        after_comma: What parts two keys of the task.
    """

    base: str
    step: str
    after_comma: str

    @classmethod
    def of(cls, text: str, row: _Row) -> _Layout:
        """Returns the layout of the old `eval`."""
        line = text[text.rfind("\n", 0, row.key) + 1 : row.key]
        own_line = not line.strip()
        lines = text[row.start : row.end].split("\n")
        if not own_line or len(lines) == 1:
            return cls(line if own_line else "", "", f"\n{line}" if own_line else " ")
        child = lines[1][: len(lines[1]) - len(lines[1].lstrip())]
        step = child[len(line) :] if child.startswith(line) and len(child) > len(line) else "  "
        return cls(line, step, f"\n{line}")

    def write(self, value: object) -> str:
        """Returns a value as JSON text in this layout; numbers keep their exact value."""
        return exact_json(value, self.base, self.step)


def _apply(text: str, changes: Sequence[_Change]) -> str:
    parts: list[str] = []
    at = 0
    line_end = "\r\n" if "\r\n" in text else "\n"
    for change in changes:
        # In JSON text a bare line end is layout, never part of a string.
        parts += [text[at : change.start], change.text.replace("\n", line_end)]
        at = change.end
    return "".join([*parts, text[at:]])
