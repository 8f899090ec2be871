"""Loading task files and annotation files: bytes in, compiled tasks out, or every fault of both at once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Final, overload

from probatum.answers.task import Task
from probatum.diagnostics import Diagnostic
from probatum.service.survey import survey


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
        WrongFileError: A file holds something else (answers, verdicts), or the two files are swapped.
    """
    found = survey(path, annotations)
    warnings = found.faults.settle()
    return TaskSet([placed.task for placed in found.tasks], warnings)
