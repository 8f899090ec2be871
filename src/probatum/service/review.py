"""What needs a person: the tasks to look at, why, and everything one needs to decide (ANS-H7)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from probatum.answers.task import Task
from probatum.answers.traps import Subject
from probatum.canonical import digest
from probatum.diagnostics import Diagnostic, Severity
from probatum.documents import split_pointer
from probatum.outcome import Outcome, Verdict
from probatum.service.check import Failure, check
from probatum.service.lint import IDLE_IGNORE, TOO_LENIENT, TOO_STRICT, Ignored, Lint, is_format_fault, lint
from probatum.service.survey import FileKind, Placed

_REVIEWED: Final = re.compile(r"^reviewed by (.+), (\d{4}-\d{2}-\d{2})(?::|$)", re.MULTILINE)


class Need(StrEnum):
    """Why a task needs a person."""

    UNREADABLE = "unreadable"
    GOLD_SUSPECT = "gold_suspect"
    LOW_CONFIDENCE = "low_confidence"
    SUBJECTIVE = "subjective"
    TOO_STRICT = "too_strict"
    TOO_LENIENT = "too_lenient"
    LINT_ERROR = "lint_error"
    LINT_WARNING = "lint_warning"
    IGNORED_TRAP = "ignored_trap"
    NO_ANNOTATION = "no_annotation"


class Wanted(NamedTuple):
    """What is exported beside what always needs a person.

    Attributes:
        warnings: Tasks about which the linter has nothing but warnings.
        unannotated: Tasks without an annotation.
    """

    warnings: bool = False
    unannotated: bool = False


class Example(NamedTuple):
    """An example and what its spec says of it.

    Attributes:
        text: The example.
        right: Whether it is a right answer.
        verdict: The verdict, with the spans that decided.
        failure: How it fails, where it is decided otherwise than its author says.
    """

    text: str
    right: bool
    verdict: Verdict
    failure: Failure | None

    def to_dict(self) -> dict[str, Any]:
        """Returns the example as JSON-ready values; `as_said` is null for what is left to a judge."""
        undecided = self.verdict.outcome is Outcome.INCONCLUSIVE
        return {
            "text": self.text,
            "right": self.right,
            "outcome": self.verdict.outcome.value,
            "as_said": None if undecided else self.failure is None,
            "reasons": [reason.to_dict() for reason in self.verdict.reasons],
        }


class Item(NamedTuple):
    """One task that needs a person.

    Attributes:
        task_id: Its identifier, as the file has it.
        needs: Why.
        task: The task; None where its spec could not be read.
        digest: Digest of the annotation (of the task, where it carries its spec itself).
        examples: Its examples.
        findings: What the linter found about it.
        ignored: Traps that its author declined, with the reasons.
    """

    task_id: int | str
    needs: tuple[Need, ...]
    task: Task | None
    digest: str
    examples: tuple[Example, ...]
    findings: tuple[Diagnostic, ...]
    ignored: tuple[Ignored, ...]

    @property
    def decidable(self) -> bool:
        """Whether a decision can be brought back: there is an annotation, and it can be read."""
        return self.task is not None and Need.NO_ANNOTATION not in self.needs

    @property
    def declinable(self) -> list[str]:
        """Codes of its findings that a `lint_ignore` silences, each once."""
        return list(dict.fromkeys(finding.code for finding in self.findings if _is_declinable(finding)))

    @property
    def reviewed(self) -> list[tuple[str, str]]:
        """Who has decided about it before, and when, as the notes have it."""
        return _REVIEWED.findall(self.task.notes) if self.task is not None else []

    def to_dict(self) -> dict[str, Any]:
        """Returns the row of a review; `decision` is to be filled in, and null where it cannot be."""
        row: dict[str, Any] = {"task_id": self.task_id, "reasons": [need.value for need in self.needs]}
        if self.task is not None:
            row |= _told(self.task) | {"reviewed": [{"by": by, "on": on} for by, on in self.reviewed]}
            row["fingerprint"] = self.task.verifier.fingerprint
            row["digest"] = self.digest
        failures = [example.failure for example in self.examples if example.failure is not None]
        return row | {
            "examples": [example.to_dict() for example in self.examples],
            "findings": [finding.to_dict() for finding in self.findings],
            "ignored": [one.diagnostic.to_dict() | {"reason": one.reason} for one in self.ignored],
            "repairs": [
                {"example": failure.example, "text": repair.text, "eval": repair.spec}
                for failure in failures
                for repair in failure.repairs
            ],
            "decision": {} if self.decidable else None,
        }


class Review(NamedTuple):
    """What needs a person, of one file or of a task file with its annotations.

    Attributes:
        items: The tasks, in the order of their file; those that could not be read come first.
        unread: Faults that belong to no task: parts of the files that were not looked at.
        tasks: How many tasks there are.
        left_out: How many of them have no annotation and are not exported, as nobody asked for them.
        unreadable: Whether a file could not be read at all.
    """

    items: tuple[Item, ...]
    unread: tuple[Diagnostic, ...]
    tasks: int
    left_out: int
    unreadable: bool


def review(
    path: str | os.PathLike[str],
    annotations: str | os.PathLike[str] | None = None,
    *,
    kind: FileKind | None = None,
    wanted: Wanted = Wanted(),  # noqa: B008 - an immutable value
) -> Review:
    """Looks for what needs a person; faults are part of it, as for `lint`.

    Args:
        path: A task file, or an annotation file on its own.
        annotations: An annotation file that is laid over the task file.
        kind: What the first file holds; None to see from its rows.
        wanted: What is exported beside what always needs a person.

    Raises:
        WrongFileError: As `lint`.
    """
    found = lint(path, annotations, kind=kind)
    failures = {(f.task.task_id, f.right, f.example): f for f in check(found).failures}
    findings = _by_task(found)
    ignored: dict[str, list[Ignored]] = {}
    for one in found.ignored:
        ignored.setdefault(one.diagnostic.place.task, []).append(one)
    compiled = {placed.task.task_id for placed in found.survey.tasks}
    left_out = 0
    items = [_unread(name, told) for name, told in findings.items() if name and name not in compiled]
    for placed in found.survey.tasks:
        name = placed.task.task_id
        item = _item(placed, failures, findings.get(name, []), ignored.get(name, []))
        if not found.survey.alone and not _is_annotated(placed.task, alone=annotations is None):
            item = item._replace(needs=(*item.needs, Need.NO_ANNOTATION))
        if _is_wanted(item, wanted):
            items.append(item)
        elif Need.NO_ANNOTATION in item.needs:
            left_out += 1
    unread = [d for d in findings.get("", []) if d.severity is Severity.ERROR]
    return Review(tuple(items), tuple(unread), found.survey.rows, left_out, found.unreadable)


def _is_annotated(task: Task, *, alone: bool) -> bool:
    """Tells whether somebody wrote a spec for a task, as an annotation or into the task file itself."""
    said = task.confidence or task.subjective or task.positive_examples or task.negative_examples
    return task.annotated or (alone and bool(said or not Subject(task).asked.is_judged))


def _is_wanted(item: Item, wanted: Wanted) -> bool:
    if Need.NO_ANNOTATION in item.needs:
        # A task without an annotation has nothing to review yet, whatever is said of its own spec.
        return wanted.unannotated
    return bool(set(item.needs) - ({Need.LINT_WARNING} if not wanted.warnings else set()))


def _is_declinable(finding: Diagnostic) -> bool:
    return not is_format_fault(finding) and finding.code != IDLE_IGNORE


def _by_task(found: Lint) -> dict[str, list[Diagnostic]]:
    findings: dict[str, list[Diagnostic]] = {}
    for diagnostic in found.diagnostics:
        findings.setdefault(diagnostic.place.task, []).append(diagnostic)
    return findings


def _unread(name: str, found: Sequence[Diagnostic]) -> Item:
    return Item(name, (Need.UNREADABLE,), None, "", (), tuple(found), ())


def _item(
    placed: Placed,
    failures: Mapping[tuple[str, bool, str], Failure],
    findings: Sequence[Diagnostic],
    ignored: Sequence[Ignored],
) -> Item:
    task, row = placed.task, row_of(placed)
    examples = []
    for right, texts in ((True, task.positive_examples), (False, task.negative_examples)):
        for text in dict.fromkeys(texts):
            failure = failures.get((task.task_id, right, text))
            verdict = failure.verdict if failure is not None else task.verifier.verify(text)
            examples.append(Example(text, right, verdict, failure))
    needs = dict.fromkeys(_needs(task, examples, findings, ignored))
    return Item(
        row["task_id"], tuple(needs), task, digest(row), tuple(examples), tuple(findings), tuple(ignored)
    )


def _needs(
    task: Task, examples: Sequence[Example], findings: Sequence[Diagnostic], ignored: Sequence[Ignored]
) -> Iterator[Need]:
    if task.gold_suspect:
        yield Need.GOLD_SUSPECT
    if task.confidence == "low":
        yield Need.LOW_CONFIDENCE
    if task.subjective:
        yield Need.SUBJECTIVE
    for example in examples:
        if example.failure is not None:
            yield _FAILING[example.failure.diagnostic.code]
    for finding in findings:
        if finding.severity is Severity.ERROR:
            yield Need.LINT_ERROR
        elif finding.severity is Severity.WARNING:
            yield Need.LINT_WARNING
    if ignored:
        yield Need.IGNORED_TRAP


_FAILING: Final = {TOO_STRICT: Need.TOO_STRICT, TOO_LENIENT: Need.TOO_LENIENT}


def row_of(placed: Placed) -> dict[str, Any]:
    """Returns the object of a task as it was read: the annotation's, where one is laid over the task."""
    value: Any = placed.document.value
    for part in split_pointer(placed.pointer):
        value = value[int(part)]
    return dict(value)


def _told(task: Task) -> dict[str, Any]:
    return {
        "intent": task.intent,
        "additional_instructions": task.additional_instructions,
        "gold": list(task.golds),
        "spec": task.verifier.spec,
        "confidence": task.confidence,
        "subjective": task.subjective,
        "gold_suspect": task.gold_suspect,
        "notes": task.notes,
    }
