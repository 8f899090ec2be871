"""Telling by its rows what a file holds, so that one named in the place of another is told in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from pathlib import PurePath
from typing import Final

from probatum.errors import WrongFileError


class Holds(StrEnum):
    """What a file holds."""

    TASKS = "tasks"
    ANNOTATIONS = "annotations"
    ANSWERS = "answers"
    VERDICTS = "verdicts"
    REVIEW = "a review"
    DECISIONS = "decisions"


_KEYS: Final = (
    (Holds.REVIEW, frozenset({"task_id", "reasons", "spec", "findings"})),
    (Holds.DECISIONS, frozenset({"task_id", "decision"})),
    (Holds.VERDICTS, frozenset({"outcome", "reasons"})),
    (Holds.ANSWERS, frozenset({"answer"})),
    (Holds.TASKS, frozenset({"intent"})),
)
"""By what keys a row without a spec is known, in this order."""

_BELONGS: Final = {
    Holds.ANSWERS: "`probatum answers score --answers FILE` decides them",
    Holds.VERDICTS: "`probatum answers diff OLD NEW` compares two such files",
    Holds.REVIEW: "decide it, and bring it back with `probatum answers review --apply FILE`",
    Holds.DECISIONS: "`probatum answers review --apply FILE` brings them in",
}


def held(rows: Sequence[object]) -> Holds | None:
    """Returns what most rows of a file are; None where that cannot be said.

    A spec without an intent is an annotation's, one with an intent a task's. The few rows of a file that
    are broken do not change what it is.
    """
    counts = Counter(map(_row, rows))
    return max(counts, key=lambda kind: counts[kind], default=None)


def _row(row: object) -> Holds | None:
    if not isinstance(row, dict):
        return None
    if "eval" in row:
        return Holds.TASKS if "intent" in row else Holds.ANNOTATIONS
    return next((kind for kind, keys in _KEYS if keys <= row.keys()), None)


def held_by_name(path: str) -> Holds | None:
    """Returns what a file must hold by its name: of all that is read, only answers are written as CSV."""
    return Holds.ANSWERS if PurePath(path).suffix.lower() in (".csv", ".tsv") else None


def refuse_wrong(path: str, kind: Holds | None, over: str | None = None, laid: Holds | None = None) -> None:
    """Refuses a file that is neither of tasks nor of annotations, and two that are swapped.

    Args:
        path: The task file, or an annotation file on its own.
        kind: What it holds.
        over: The annotation file that is laid over it.
        laid: What that one holds. Annotations may carry their intents, and then look like tasks.

    Raises:
        WrongFileError: With what the file holds and where it belongs.
    """
    for name, what in ((path, kind), (over, laid)):
        if what in _BELONGS:
            raise WrongFileError(f"{name} holds {what}, not tasks or annotations; {_BELONGS[what]}")
    if over is None or kind is not Holds.ANNOTATIONS:
        return
    if laid is Holds.TASKS:
        raise WrongFileError(f"the two files are swapped: {path} has the annotations, {over} has the tasks")
    if laid is Holds.ANNOTATIONS:
        raise WrongFileError(f"{path} and {over} both hold annotations; name the task file first")
