"""One target a reader: what it does with bytes, and good and bad bytes to begin from."""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import probatum
from probatum.canonical import canonical_json
from probatum.documents import parse_json, parse_jsonl, parse_yaml, validate, validate_all
from probatum.errors import DocumentError
from probatum.journal import Journal
from probatum.service.answer_rows import AnswerRow, BadRow, RowReader
from tests.cases import read_cases
from tests.document_models import Task

EXAMPLES = Path(__file__).parents[2] / "examples"
JOURNAL_HEADER = {"run": 1}


class Target(NamedTuple):
    """A reader under attack.

    Attributes:
        read: Takes any bytes; may raise `DocumentError` and nothing else.
        seeds: Returns the bytes that are mutated.
    """

    read: Callable[[bytes], object]
    seeds: Callable[[], list[bytes]]


def _seeds_of(*formats: str) -> Callable[[], list[bytes]]:
    """Returns a function that collects the documents of the cases in the given formats."""

    def collect() -> list[bytes]:
        return [
            base64.b64decode(case["base64"]) if "base64" in case else case["text"].encode()
            for _, case in read_cases("documents")
            if case["format"] in formats
        ]

    return collect


def read_canonical(data: bytes) -> None:
    """Reads JSON and writes it canonically; our own reader must take every value back."""
    once = canonical_json(parse_json(data, "fuzz").value)
    try:
        parse_json(once, "canonical")
    except DocumentError as error:
        raise AssertionError("canonical bytes that are refused") from error


def read_spec(data: bytes) -> None:
    """Compiles a spec and lets it judge a reply: compiling refuses, so that verifying never has to."""
    verifier = probatum.compile_spec(parse_json(data, "fuzz").value)
    for answer in ("", "Yes, it is **1,234.5** kangaroos.", data.decode(errors="replace")[:2000]):
        verifier.verify(answer)


def read_tasks(data: bytes) -> None:
    """Loads a task file, or an annotation file on its own, of these bytes."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "tasks.jsonl"
        path.write_bytes(data)
        probatum.load_tasks(path)


def read_answer_row(data: bytes) -> None:
    """Reads a line of an answer file: it is an answer or a row with its fault, and never an exception."""
    row = RowReader("answers.jsonl").line(1, data.split(b"\n")[0])
    if isinstance(row, BadRow):
        raise DocumentError([row.fault])
    assert isinstance(row, AnswerRow)


def read_journal(data: bytes) -> None:
    """Opens a journal of these bytes, appends to it and reads it again."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "journal"
        path.write_bytes(data)
        with Journal.open(path, JOURNAL_HEADER) as journal:
            before = list(journal.records())
            journal.append("x")
        with Journal.open(path, JOURNAL_HEADER) as journal:
            assert list(journal.records()) == [*before, "x"]


def spec_seeds() -> list[bytes]:
    """Returns the specs of the example benchmark: every kind of verifier is among them."""
    rows = map(json.loads, example_lines("annotations.jsonl"))
    return [json.dumps(row["eval"], ensure_ascii=False).encode() for row in rows]


def example_lines(name: str) -> list[bytes]:
    """Returns the lines of a file of the example benchmark."""
    return (EXAMPLES / name).read_bytes().splitlines()


def task_seeds() -> list[bytes]:
    """Returns tasks, and annotations two at a time, as task files in JSONL have them."""
    tasks = json.loads((EXAMPLES / "tasks.json").read_bytes())
    annotations = example_lines("annotations.jsonl")
    pairs = [b"\n".join(annotations[at : at + 2]) for at in range(0, len(annotations), 2)]
    return [json.dumps(task, ensure_ascii=False).encode() for task in tasks] + pairs


def journal_seeds() -> list[bytes]:
    """Returns journals of no, one and several records."""
    seeds = []
    with tempfile.TemporaryDirectory() as directory:
        for count in (0, 1, 6):
            path = Path(directory) / str(count)
            with Journal.open(path, JOURNAL_HEADER) as journal:
                journal.extend({"n": n, "text": "é" * n} for n in range(count))
            seeds.append(path.read_bytes())
    return seeds


TARGETS: dict[str, Target] = {
    "json": Target(lambda data: parse_json(data, "fuzz"), _seeds_of("json")),
    "jsonl": Target(lambda data: parse_jsonl(data, "fuzz"), _seeds_of("jsonl", "json")),
    "yaml": Target(lambda data: parse_yaml(data, "fuzz"), _seeds_of("yaml", "json")),
    "model": Target(lambda data: validate_all(parse_jsonl(data, "fuzz"), Task), _seeds_of("jsonl", "json")),
    "yaml-model": Target(lambda data: validate(parse_yaml(data, "fuzz"), Task), _seeds_of("yaml")),
    "canonical": Target(read_canonical, _seeds_of("json")),
    "journal": Target(read_journal, journal_seeds),
    "spec": Target(read_spec, spec_seeds),
    "tasks": Target(read_tasks, task_seeds),
    "answer-row": Target(read_answer_row, lambda: example_lines("answers.jsonl")),
}


def complaint(target: Target, data: bytes) -> str:
    """Returns what is wrong with a target's treatment of some bytes; empty when nothing is."""
    try:
        target.read(data)
    except DocumentError as error:
        if not error.diagnostics:
            return "a DocumentError without a diagnostic"
        for fault in error.diagnostics:
            if not (fault.message and "/" in fault.code):
                return f"a diagnostic that says nothing: {fault!r}"
            if len(fault.value) > 100:
                return f"a value that is not shortened: {fault.code}"
            if not _can_be_written(str(fault)):
                return f"a diagnostic that cannot be written out: {fault!r}"
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _can_be_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
