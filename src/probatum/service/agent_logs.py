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
    # Not `os.walk`, which calls itself for each folder and so has a deepest one.
    waiting = [""]
    while waiting:
        below = waiting.pop()
        with os.scandir(Path(root, below)) as entries:
            for entry in entries:
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{below}{entry.name}/")
                elif entry.name.lower().endswith(SUFFIXES) and not _leads_to_directory(entry):
                    found.append(below + entry.name)
                else:
                    others += not _leads_to_directory(entry)
    return sorted(found), others


def _leads_to_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False  # A link in a circle leads nowhere; it is listed, and its row says so.


def read_log(root: str, name: str, number: int, reader: RowReader) -> Row:
    """Reads one log.

    Args:
        root: The directory.
        name: Path of the log below it.
        number: Its place in the order of the logs, from 1.
        reader: Knows the keys, and the name of what is read.
    """
    path = Path(root, name)
    if not _is_text(name):
        message = "The name of the log is not UTF-8, so no verdict can name it."
        return _named(reader.bad(number, "answers/not-utf8", message, "Rename the file."), name, path)
    try:
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root)):
            message = "The log is a link that leads out of the directory."
            row: Row = reader.bad(number, "answers/link-outside", message, "Copy the log into the directory.")
            return _named(row, name, path)
        data = read_bytes(path, MAX_LINE)
        if name.lower().endswith(".jsonl"):
            value: Any = [document.value for document in parse_jsonl(data, _shown(path))]
        else:
            value = parse_json(data, _shown(path)).value
    except DocumentError as error:
        fault = error.diagnostics[0]
        place = fault.place._replace(file=_shown(path))
        return BadRow(number, fault._replace(place=place), answer_id=name)
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
        place = row.fault.place._replace(file=_shown(path), line=0)
        row = row._replace(fault=row.fault._replace(place=place))
    return row._replace(answer_id=_shown(name))


def _is_text(name: str) -> bool:
    """Whether a file's name can stand in a verdict file, which is UTF-8."""
    return name.isascii() or not any("\ud800" <= char <= "\udfff" for char in name)


def _shown(path: str | Path) -> str:
    """Returns a path as text; bytes that are no UTF-8 are written as escapes."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
