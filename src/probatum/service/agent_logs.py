"""A directory of agent logs: one file an answer.

A log is a JSON object with `task_id` (or `id`) and `answer`; or a list of steps (as JSON, or one a line), of
which the last that has an `answer` counts. The task may stand in any step. The file's name is the answer's
identifier.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from probatum.documents import parse_json, parse_jsonl
from probatum.errors import DocumentError
from probatum.files import read_bytes
from probatum.service.answer_rows import MAX_LINE, BadRow, Row, RowReader

SUFFIXES: Final = (".json", ".jsonl")


def find_logs(root: str) -> tuple[list[str], int]:
    """Returns the paths of the logs below a directory, sorted, and how many other files there are.

    Hidden files are passed over. Links to directories are not followed; a link to a file is listed, and
    read only if it leads to a place below the directory.
    """
    found: list[str] = []
    others = 0
    for folder, folders, files in os.walk(root, onerror=_raise):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            if name.startswith("."):
                continue
            if name.lower().endswith(SUFFIXES):
                found.append(Path(folder, name).relative_to(root).as_posix())
            else:
                others += 1
    return sorted(found), others


def _raise(error: OSError) -> None:
    raise error


def read_log(root: str, name: str, number: int, reader: RowReader) -> Row:
    """Reads one log.

    Args:
        root: The directory.
        name: Path of the log below it.
        number: Its place in the order of the logs, from 1.
        reader: Knows the keys, and the name of what is read.
    """
    path = Path(root, name)
    try:
        if path.is_symlink() and not path.resolve().is_relative_to(Path(root).resolve()):
            message = "The log is a link that leads out of the directory."
            row: Row = reader.bad(number, "answers/link-outside", message, "Copy the log into the directory.")
            return _named(row, name, path)
        data = read_bytes(path, MAX_LINE)
        if name.lower().endswith(".jsonl"):
            value: Any = [document.value for document in parse_jsonl(data, str(path))]
        else:
            value = parse_json(data, str(path)).value
    except DocumentError as error:
        return BadRow(number, error.diagnostics[0], answer_id=name)
    if isinstance(value, list):
        row = reader.row(number, _fields(value, reader), ())
    else:
        row = reader.value(number, value)
    return _named(row, name, path)


def _fields(steps: list[Any], reader: RowReader) -> dict[str, Any]:
    """Returns what a list of steps says: the last answer, and the last task that is named."""
    # An agent that took steps and never answered gave no answer; that is no fault of the log.
    found: dict[str, Any] = {"answer": None}
    for step in steps:
        if isinstance(step, dict):
            found |= reader.fields(step)
    return found


def _named(row: Row, name: str, path: Path) -> Row:
    """Gives a row the log's name; a fault stands in the log, not on a line of the list of logs."""
    if isinstance(row, BadRow):
        place = row.fault.place._replace(file=str(path), line=0)
        row = row._replace(fault=row.fault._replace(place=place))
    return row._replace(answer_id=name)
