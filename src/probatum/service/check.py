"""Checking annotations: the linter, then every example against its spec, with repairs (ANS-H1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

from probatum.answers.advice import advice
from probatum.answers.repair import Repair, repairs
from probatum.answers.task import Task
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import show
from probatum.outcome import Outcome, Verdict
from probatum.service.faults import located
from probatum.service.lint import TOO_LENIENT, TOO_STRICT, Choice, Lint
from probatum.service.survey import Placed

MOST_MENDED: Final = 10
"""Most failing examples of one task for which changes are tried: each is tried on all of its examples."""


class Failure(NamedTuple):
    """An example that its own spec decides wrongly.

    Attributes:
        task: The task.
        diagnostic: The same as a diagnostic, in its place.
        example: The example.
        right: Whether it is a right answer; its spec is too strict then, and too lenient otherwise.
        verdict: What the spec says, with its reasons.
        repairs: Changes that were tried and mend it.
    """

    task: Task
    diagnostic: Diagnostic
    example: str
    right: bool
    verdict: Verdict
    repairs: tuple[Repair, ...]


class Tally(NamedTuple):
    """The examples of some tasks by how they were decided.

    Attributes:
        tasks: How many tasks.
        right: How many right answers, of which `accepted` were not refuted.
        accepted: Right answers that were verified.
        wrong: How many wrong answers.
        rejected: Wrong answers that were refuted.
        left: Examples that are left to a judge, and count as neither.
    """

    tasks: int = 0
    right: int = 0
    accepted: int = 0
    wrong: int = 0
    rejected: int = 0
    left: int = 0

    @property
    def examples(self) -> int:
        """How many examples there are."""
        return self.right + self.wrong

    @property
    def off(self) -> int:
        """How many are decided otherwise than their authors say."""
        return self.examples - self.accepted - self.rejected - self.left

    def __add__(self, other: object) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


class Check(NamedTuple):
    """What a check of one file, or of a task file with its annotations, came to.

    Attributes:
        lint: What the linter found.
        failures: Examples that are decided wrongly and told, in the order of the file.
        by_kind: Tallies by the kinds of verifiers that decide.
        by_confidence: Tallies by the confidence of the annotation.
        bare: Identifiers of tasks without any example: nothing proves them.
    """

    lint: Lint
    failures: tuple[Failure, ...]
    by_kind: dict[str, Tally]
    by_confidence: dict[str, Tally]
    bare: tuple[str, ...]

    @property
    def total(self) -> Tally:
        """All tasks together."""
        return sum(self.by_kind.values(), Tally())

    def count(self, severity: Severity) -> int:
        """Returns how many diagnostics of a severity are told, failing examples among them."""
        failed = len(self.failures) if severity is Severity.ERROR else 0
        return self.lint.count(severity) + failed

    def fails(self, *, strict: bool) -> bool:
        """Tells whether there is an error or a failing example, or, where warnings count, a warning."""
        return bool(self.failures) or self.lint.fails(strict=strict)


def check(found: Lint) -> Check:
    """Runs every example of what the linter has read.

    Args:
        found: The linter's result; its tasks are those that compile, and its choice holds for failing
            examples too.
    """
    failures: list[tuple[Placed, Failure]] = []
    by_kind: dict[str, Tally] = {}
    by_confidence: dict[str, Tally] = {}
    bare: list[str] = []
    for placed in found.survey.tasks:
        task = placed.task
        tally, failed = _run(placed, found.choice)
        failures += ((placed, failure) for failure in failed)
        kind, sure = " + ".join(task.kinds), task.confidence or "not said"
        by_kind[kind] = by_kind.get(kind, Tally()) + tally
        by_confidence[sure] = by_confidence.get(sure, Tally()) + tally
        if not (task.positive_examples or task.negative_examples):
            bare.append(task.task_id)
    return Check(found, tuple(_in_place(failures)), by_kind, by_confidence, tuple(bare))


def _run(placed: Placed, choice: Choice) -> tuple[Tally, list[Failure]]:
    """Runs the examples of one task; of those decided wrongly the chosen ones are returned."""
    task = placed.task
    failures: list[Failure] = []
    counts = dict.fromkeys(Tally._fields, 0) | {"tasks": 1}
    for right, pointer, example in _examples(task):
        outcome = task.verifier.outcome(example)
        counts["right" if right else "wrong"] += 1
        if outcome is Outcome.INCONCLUSIVE:
            counts["left"] += 1
        elif (outcome is Outcome.VERIFIED) is right:
            counts["accepted" if right else "rejected"] += 1
        elif choice.tells(TOO_STRICT if right else TOO_LENIENT):
            mended = len(failures) < MOST_MENDED
            failures.append(_failure(placed, pointer, example, right=right, mended=mended))
    return Tally(**counts), failures


def _examples(task: Task) -> Iterator[tuple[bool, str, str]]:
    for position, example in enumerate(task.positive_examples):
        yield True, f"/positive_examples/{position}", example
    for position, example in enumerate(task.negative_examples):
        yield False, f"/negative_examples/{position}", example


def _failure(placed: Placed, pointer: str, example: str, *, right: bool, mended: bool) -> Failure:
    """Returns what is said of an example; changes are tried where it is to be mended."""
    task = placed.task
    verdict = task.verifier.verify(example)
    mends = tuple(repairs(task, example, right=right)) if mended else ()
    code = TOO_STRICT if right else TOO_LENIENT
    message = _why(verdict, right=right)
    if mends:
        fix = mends[0].text
    elif mended:
        fix = advice(task, example, verdict, right=right)
    else:
        fix = f"Mend the first {MOST_MENDED} failing examples of the task, and check again."
    place = Place(pointer=placed.pointer + pointer, task=task.task_id)
    fault = Diagnostic(code, Severity.ERROR, place, message, fix, show(example))
    return Failure(task, fault, example, right, verdict, mends)


def _in_place(failures: list[tuple[Placed, Failure]]) -> Iterator[Failure]:
    """Yields failures with the places of their examples, found in one pass a document."""
    for _, group in groupby(failures, key=lambda pair: id(pair[0].document)):
        pairs = list(group)
        diagnostics = located(pairs[0][0].document, [failure.diagnostic for _, failure in pairs])
        for (_, failure), diagnostic in zip(pairs, diagnostics, strict=True):
            yield failure._replace(diagnostic=diagnostic)


def _why(verdict: Verdict, *, right: bool) -> str:
    if not right:
        return "The spec is too lenient: it verifies this wrong answer."
    against = [reason for reason in verdict.reasons if reason.decides]
    shown = "; ".join(_told(reason.code, reason.expected) for reason in against[:3])
    more = f" and {len(against) - 3} more" if len(against) > 3 else ""
    return f"The spec is too strict: it refutes this right answer ({shown}{more})."


def _told(code: str, expected: str) -> str:
    return f"{code} {show(expected)}" if expected else code


def all_diagnostics(check: Check) -> Iterable[Diagnostic]:
    """Yields what the linter and the examples have to say, in the order of the files."""
    files = {name: position for position, name in enumerate(check.lint.survey.faults.files)}
    found = [*check.lint.diagnostics, *(failure.diagnostic for failure in check.failures)]
    return sorted(found, key=lambda d: (files.get(d.place.file, 0), d.place.line, d.place.column))
