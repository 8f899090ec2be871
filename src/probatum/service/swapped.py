"""Loading a benchmark from the two files that a command names, which are easily taken for each other."""

from __future__ import annotations

from probatum.errors import DocumentError, ProbatumError
from probatum.service.tasks import TaskSet, load_tasks


class SwappedError(ProbatumError):
    """The task file was named where the annotation file belongs, and the other way round."""


def load_benchmark(tasks: str, annotations: str | None = None) -> TaskSet:
    """Loads tasks as `load_tasks`; says so if the two files were swapped.

    Raises:
        SwappedError: The files can be loaded the other way round only.
        DocumentError: As `load_tasks`.
    """
    try:
        return load_tasks(tasks, annotations)
    except DocumentError:
        if annotations is None or not _is_other_way_round(tasks, annotations):
            raise
    raise SwappedError(f"the two files are swapped: {tasks} has the annotations, {annotations} has the tasks")


def _is_other_way_round(tasks: str, annotations: str) -> bool:
    try:
        return len(load_tasks(annotations, tasks)) > 0
    except DocumentError:
        return False
