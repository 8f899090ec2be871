"""Linting task and annotation files: every format fault and every trap, at once, each in its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from probatum.answers.traps import TRAPS, Finding, Subject, find_set_traps, find_traps
from probatum.codes import catalogue, nearest
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import show
from probatum.documents.document import visible
from probatum.service.faults import located
from probatum.service.survey import FileKind, Placed, Survey, survey


class Choice(NamedTuple):
    """Which traps are told, and which failing examples; a fault of the format is always told.

    Attributes:
        select: Codes or globs (`answer/*`); empty for all.
        ignore: Codes or globs that are left out even where they are selected.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def tells(self, code: str) -> bool:
        """Tells whether a code is wanted."""
        wanted = not self.select or any(fnmatchcase(code, glob) for glob in self.select)
        return wanted and not any(fnmatchcase(code, glob) for glob in self.ignore)

    def idle(self) -> list[str]:
        """Returns the codes and globs that name nothing: a mistyped one would hide what it means."""
        known = [code for code in catalogue() if "/" in code]
        return [glob for glob in (*self.select, *self.ignore) if not any(fnmatchcase(c, glob) for c in known)]


EVERYTHING: Final = Choice()

IDLE_IGNORE: Final = "answer/idle-ignore"
TOO_STRICT: Final = "answer/too-strict"
TOO_LENIENT: Final = "answer/too-lenient"

_TRAPS: Final = frozenset(trap.code for trap in TRAPS)


class Ignored(NamedTuple):
    """A trap that an author looked at and declined."""

    diagnostic: Diagnostic
    reason: str


class Lint(NamedTuple):
    """What a linter found in one file, or in a task file with its annotations.

    Attributes:
        survey: What was read; the tasks are those that compile.
        diagnostics: Everything that is told, in the order of the files.
        ignored: What an inline `lint_ignore` silenced.
        not_run: Codes of the traps that need an intent or a gold, where none is known.
        judged: Identifiers of the tasks that have no spec: nothing but a judge decides them.
        unreadable: Whether a file could not be read at all.
        choice: Which codes are told.
    """

    survey: Survey
    diagnostics: tuple[Diagnostic, ...]
    ignored: tuple[Ignored, ...]
    not_run: tuple[str, ...]
    judged: tuple[str, ...]
    unreadable: bool
    choice: Choice

    def fails(self, *, strict: bool) -> bool:
        """Tells whether there is an error, or, where warnings count, a warning."""
        return bool(self.count(Severity.ERROR) or (strict and self.count(Severity.WARNING)))

    def count(self, severity: Severity) -> int:
        """Returns how many diagnostics of a severity are told."""
        return sum(diagnostic.severity is severity for diagnostic in self.diagnostics)


def lint(
    path: str | os.PathLike[str],
    annotations: str | os.PathLike[str] | None = None,
    *,
    kind: FileKind | None = None,
    choice: Choice = EVERYTHING,
) -> Lint:
    """Looks at a task or annotation file, or at a task file with its annotations; executes nothing.

    A file that cannot be read is a diagnostic, not an exception.

    Args:
        path: A task file, or an annotation file on its own.
        annotations: An annotation file that is laid over the task file.
        kind: What the first file holds; None to see from its rows.
        choice: Which codes are told.

    Raises:
        WrongFileError: As `load_tasks`; not where `kind` is given.
    """
    read = survey(path, annotations, kind=kind)
    subjects = [Subject(placed.task) for placed in read.tasks]
    for placed, subject in zip(read.tasks, subjects, strict=True):
        found = [_diagnostic(t.code, t.severity, placed, f) for t, f in find_traps(subject)]
        read.faults.add(placed.document, found)
    for trap, position, finding in find_set_traps(subjects):
        placed = read.tasks[position]
        read.faults.add(placed.document, [_diagnostic(trap.code, trap.severity, placed, finding)])
    told, ignored = _ignoring(read.faults.placed(), read.tasks)
    for placed in read.tasks:
        idle = list(_idle_ignores(placed, ignored))
        told += located(placed.document, idle) if idle else []
    told.sort(key=lambda d: (read.faults.files.index(d.place.file), d.place.line, d.place.column))
    return Lint(
        read,
        tuple(found for found in told if is_format_fault(found) or choice.tells(found.code)),
        tuple(ignored),
        _not_run(read.tasks, choice),
        tuple(subject.task.task_id for subject in subjects if subject.asked.is_judged),
        read.faults.unreadable,
        choice,
    )


def is_format_fault(diagnostic: Diagnostic) -> bool:
    """Tells whether a diagnostic of a linter is an error of the format, which nothing silences."""
    return diagnostic.severity is Severity.ERROR and diagnostic.code not in _TRAPS


def _idle_ignores(placed: Placed, ignored: Iterable[Ignored]) -> Iterator[Diagnostic]:
    """Yields what an author declined and does not lie there; not of a trap that could not be run."""
    used = {(one.diagnostic.place.task, one.diagnostic.code) for one in ignored}
    task = placed.task
    unknown = {trap.code for trap in TRAPS if not trap.can_run(task)}
    for position, one in enumerate(task.lint_ignore):
        if (task.task_id, one.code) in used or one.code in unknown:
            continue
        place = Place(pointer=f"{placed.pointer}/lint_ignore/{position}/code", task=task.task_id)
        yield Diagnostic(IDLE_IGNORE, Severity.WARNING, place, *_idle(one.code), show(one.code))


def _idle(code: str) -> tuple[str, str]:
    """Returns why an ignore silences nothing, and what to do."""
    if code in (TOO_STRICT, TOO_LENIENT):
        return (
            "An example that is decided wrongly cannot be declined.",
            "Mend the spec, or correct or remove the example; say in notes what the spec cannot tell.",
        )
    if code in catalogue():
        return (
            "No diagnostic of this code is found here, so there is nothing to ignore.",
            "Remove it, so that it does not hide the trap later.",
        )
    if any(sign in code for sign in "*?["):
        return (
            "A pattern of codes ignores nothing here: each ignore names one code.",
            "Write each code that is told here, with its own reason, or remove it.",
        )
    near = [found for found in nearest(code) if found in _TRAPS]
    return (
        "There is no such code, so it ignores nothing.",
        f'Did you mean "{near[0]}"?' if near else "Remove it; `probatum explain` lists the codes.",
    )


def _diagnostic(code: str, severity: Severity, placed: Placed, finding: Finding) -> Diagnostic:
    place = Place(pointer=placed.pointer + finding.pointer, task=placed.task.task_id)
    return Diagnostic(code, severity, place, visible(finding.message), visible(finding.fix), finding.value)


def _ignoring(
    diagnostics: Sequence[Diagnostic], tasks: Iterable[Placed]
) -> tuple[list[Diagnostic], list[Ignored]]:
    """Parts what is told from what its author declined; an error of the format is always told."""
    reasons = {
        (placed.task.task_id, one.code): one.reason for placed in tasks for one in placed.task.lint_ignore
    }
    told: list[Diagnostic] = []
    ignored: list[Ignored] = []
    for diagnostic in dict.fromkeys(diagnostics):
        reason = reasons.get((diagnostic.place.task, diagnostic.code))
        if reason is not None and not is_format_fault(diagnostic):
            ignored.append(Ignored(diagnostic, reason))
        else:
            told.append(diagnostic)
    return told, ignored


def _not_run(tasks: Sequence[Placed], choice: Choice) -> tuple[str, ...]:
    """Returns the codes of the traps for which no task has what they look at."""
    return tuple(
        trap.code
        for trap in TRAPS
        if tasks and choice.tells(trap.code) and not any(trap.can_run(placed.task) for placed in tasks)
    )
