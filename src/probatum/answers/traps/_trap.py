"""What a trap is: a small function that looks at one annotated task, and its line in the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from probatum.answers.task import Task
from probatum.answers.traps._subject import Subject
from probatum.diagnostics import Severity


class Finding(NamedTuple):
    """One place where a trap lies.

    Attributes:
        pointer: JSON pointer below the row that carries the spec, such as `/eval/reference_answers`.
        message: What is wrong, in one sentence.
        fix: What to write instead, in the author's own terms.
        value: The value that is meant, as JSON text made by `show`; empty for none.
    """

    pointer: str
    message: str
    fix: str
    value: str = ""


class Trap(NamedTuple):
    """One line of the table of traps.

    Attributes:
        code: `answer/kebab-name`.
        severity: How much it weighs unless an author says otherwise.
        find: Looks at one task.
        needs_question: Whether it looks at the intent, which an annotation file alone does not have.
        needs_gold: Whether it looks at the gold, which that does not have either; without one it is silent.
    """

    code: str
    severity: Severity
    find: Callable[[Subject], Iterable[Finding]]
    needs_question: bool = False
    needs_gold: bool = False

    def can_run(self, task: Task) -> bool:
        """Tells whether a task has what it looks at."""
        return not ((self.needs_question and task.intent is None) or (self.needs_gold and not task.golds))


class SetTrap(NamedTuple):
    """A trap that lies in the tasks of a file as a whole; it is told once, at the row it names.

    Attributes:
        code: `answer/kebab-name`.
        severity: How much it weighs.
        find: Looks at all tasks; yields findings, each with the position of the task it is told at.
    """

    code: str
    severity: Severity
    find: Callable[[tuple[Subject, ...]], Iterable[tuple[int, Finding]]]
