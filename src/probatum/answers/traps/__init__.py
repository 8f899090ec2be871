"""The trap linter's table: one line a trap, each a small function (ANS-G1 to G14).

Adding a trap is a function in one of the modules beside this one, its line here, and its page in the
catalogue of codes. `find_traps` is pure: the service gives what is found its file, line and column.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from probatum.answers.traps import asked, shape
from probatum.answers.traps._subject import Subject
from probatum.answers.traps._trap import Finding, SetTrap, Trap
from probatum.diagnostics import Severity

__all__ = ["SET_TRAPS", "TRAPS", "Finding", "SetTrap", "Subject", "Trap", "find_set_traps", "find_traps"]

TRAPS: Final = (
    Trap("answer/gold-in-question", Severity.WARNING, asked.gold_in_question, needs_question=True),
    Trap("answer/nested-alternative", Severity.WARNING, shape.nested_alternative),
)

SET_TRAPS: Final[tuple[SetTrap, ...]] = ()


def find_traps(subject: Subject) -> Iterable[tuple[Trap, Finding]]:
    """Yields what lies in one task, in the order of the table; without an intent, what needs none."""
    for trap in TRAPS:
        if subject.task.intent is None and trap.needs_question:
            continue
        for finding in trap.find(subject):
            yield trap, finding


def find_set_traps(subjects: Iterable[Subject]) -> Iterable[tuple[SetTrap, int, Finding]]:
    """Yields what lies in the tasks of a file as a whole, with the position of the task it is told at."""
    everything = tuple(subjects)
    for trap in SET_TRAPS:
        for position, finding in trap.find(everything):
            yield trap, position, finding
