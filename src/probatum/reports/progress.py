"""A line on the terminal that says how far scoring is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from probatum.reports.terminal import console
from probatum.service.scoring import Progress as Step

_WIDE: Final = 100
_NARROW: Final = 30


@contextmanager
def progress_line() -> Iterator[Callable[[Step], None]]:
    """Draws on standard error while the block runs; what it yields is told each step."""
    screen = console(stderr=True)
    columns: list[ProgressColumn] = [TextColumn("scoring"), TaskProgressColumn()]
    if screen.width >= _WIDE:
        # What is only nice goes first, so that no figure is cut.
        columns.insert(1, BarColumn())
        columns.append(TextColumn("{task.fields[rows]:,} rows, {task.fields[pace]:,.0f} a second"))
    if screen.width >= _NARROW:
        columns.append(TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as progress:
        task = progress.add_task("", total=None, rows=0, pace=0.0)

        def step(now: Step) -> None:
            elapsed = progress.tasks[0].elapsed or 0.0
            pace = now.rows / elapsed if elapsed else 0.0
            progress.update(task, completed=now.done, total=now.size or None, rows=now.rows, pace=pace)

        yield step
