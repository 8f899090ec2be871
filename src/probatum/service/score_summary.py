"""What a benchmark came to: rates by site, verifier and confidence, and everything that was odd."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from probatum.answers.task import Task
from probatum.answers.version import RULES_VERSION
from probatum.diagnostics import Diagnostic
from probatum.service.score_tally import OUTCOMES, SHOWN, Duplicate, Tally

UNSTATED: Final = "(not stated)"


@dataclass(frozen=True)
class Figures:
    """How many answers came out how, in one group of tasks.

    Attributes:
        verified: Right answers.
        refuted: Wrong answers.
        inconclusive: Answers about which nothing was decided.
        error: Rows that could not be scored.
    """

    verified: int = 0
    refuted: int = 0
    inconclusive: int = 0
    error: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(*(getattr(self, name) + getattr(other, name) for name in OUTCOMES))

    @property
    def rows(self) -> int:
        """All answers."""
        return self.verified + self.refuted + self.inconclusive + self.error

    @property
    def rate(self) -> float | None:
        """Verified among the decided; None when nothing was decided."""
        decided = self.verified + self.refuted
        return self.verified / decided if decided else None

    @property
    def undecided(self) -> float | None:
        """Share of the scored answers that is inconclusive; None when none was scored."""
        scored = self.verified + self.refuted + self.inconclusive
        return self.inconclusive / scored if scored else None

    @property
    def failed(self) -> float | None:
        """Share of all rows that could not be scored; None when there are none."""
        return self.error / self.rows if self.rows else None

    def to_dict(self) -> dict[str, Any]:
        """Returns the figures as JSON-ready values."""
        counts: dict[str, Any] = {name: getattr(self, name) for name in OUTCOMES}
        shares = {"rate": self.rate, "inconclusive_share": self.undecided, "error_share": self.failed}
        return {"rows": self.rows, **counts, **shares}


@dataclass(frozen=True)
class Coverage:
    """How much of the benchmark the answers cover: a rate says nothing about tasks without an answer.

    Attributes:
        tasks: All tasks.
        answered: Tasks with at least one answer.
        verified: Tasks with at least one verified answer.
    """

    tasks: int
    answered: int
    verified: int

    def to_dict(self) -> dict[str, Any]:
        """Returns counts and their shares of all tasks, as JSON-ready values."""
        return {
            "tasks": self.tasks,
            "answered": self.answered,
            "verified": self.verified,
            "answered_share": self.answered / self.tasks if self.tasks else None,
            "verified_share": self.verified / self.tasks if self.tasks else None,
        }


@dataclass(frozen=True)
class Breakdown:
    """Figures of the same answers in several groupings.

    An answer to a task on several sites counts for each of them. Rows that could not be scored count in
    `total` only.
    """

    total: Figures
    sites: dict[str, Figures]
    verifiers: dict[str, Figures]
    confidences: dict[str, Figures]

    def to_dict(self) -> dict[str, Any]:
        """Returns the figures as JSON-ready values."""
        groups = {"by_site": self.sites, "by_verifier": self.verifiers, "by_confidence": self.confidences}
        return {
            "total": self.total.to_dict(),
            **{name: {key: one.to_dict() for key, one in group.items()} for name, group in groups.items()},
        }


@dataclass(frozen=True)
class Summary:
    """The result of scoring an answer file.

    Attributes:
        all_tasks: Figures of all answers.
        trusted: Figures without the tasks whose gold is suspect.
        coverage: How many of the tasks were answered, and how many verified.
        suspects: How many tasks have a suspect gold.
        unreadable: How many rows could not be read.
        faults: The first of their faults.
        unknown: How many rows answer a task that is not there.
        unknown_tasks: The first of these tasks, with the line on which each came first.
        unanswered: Tasks without an answer.
        duplicates: How many rows repeat task and `answer_id` of an earlier one.
        first_duplicates: The first of them.
        several_answers: How many tasks have several answers without an `answer_id`; all are counted.
        grown: Bytes that came to the answer file while it was read; they are not scored.
        notes: What was left out on purpose.
    """

    all_tasks: Breakdown
    trusted: Breakdown
    coverage: Coverage
    suspects: int
    unreadable: int
    faults: Sequence[Diagnostic]
    unknown: int
    unknown_tasks: dict[str, int]
    unanswered: Sequence[str]
    duplicates: int
    first_duplicates: Sequence[Duplicate]
    several_answers: int
    grown: int
    notes: Sequence[str]

    @property
    def complete(self) -> bool:
        """Whether every row of the answer file was scored."""
        return not (self.unreadable or self.unknown or self.grown)

    def to_dict(self) -> dict[str, Any]:
        """Returns the summary as JSON-ready values; equal input gives equal values."""
        return {
            **self.all_tasks.to_dict(),
            "coverage": self.coverage.to_dict(),
            "without_gold_suspect": self.trusted.to_dict(),
            "gold_suspect_tasks": self.suspects,
            "unreadable": {"rows": self.unreadable, "first": [fault.to_dict() for fault in self.faults]},
            "unknown_tasks": {
                "rows": self.unknown,
                "first": [{"task_id": task, "line": line} for task, line in self.unknown_tasks.items()],
            },
            "tasks_without_answer": {"tasks": len(self.unanswered), "first": list(self.unanswered[:SHOWN])},
            "duplicates": {
                "rows": self.duplicates,
                "first": [duplicate._asdict() for duplicate in self.first_duplicates],
            },
            "several_answers": {"tasks": self.several_answers},
            "bytes_added_meanwhile": self.grown,
            "notes": list(self.notes),
            "complete": self.complete,
            "rules_version": RULES_VERSION,
        }


def summarise(tally: Tally, tasks: Sequence[Task], *, grown: int = 0, notes: Sequence[str] = ()) -> Summary:
    """Returns the summary of what was counted.

    Args:
        tally: The counts.
        tasks: The tasks, in the order in which the tally counts them.
        grown: Bytes added to the answer file meanwhile.
        notes: What the reader of the answers left out.
    """
    counted = [(task, Figures(*tally.tasks.get(index, ())[:-1])) for index, task in enumerate(tasks)]
    unscored = Figures(error=tally.bad + tally.unknown)
    duplicates, first = tally.duplicates()
    return Summary(
        all_tasks=_break_down(counted, unscored),
        trusted=_break_down([pair for pair in counted if not pair[0].gold_suspect], unscored),
        coverage=Coverage(
            len(counted),
            sum(figures.rows > 0 for _, figures in counted),
            sum(figures.verified > 0 for _, figures in counted),
        ),
        suspects=sum(task.gold_suspect for task in tasks),
        unreadable=tally.bad,
        faults=tuple(tally.faults),
        unknown=tally.unknown,
        unknown_tasks=dict(tally.strangers),
        unanswered=tuple(task.task_id for task, figures in counted if not figures.rows),
        duplicates=duplicates,
        first_duplicates=tuple(first),
        several_answers=tally.several_answers(),
        grown=grown,
        notes=tuple(notes),
    )


def _break_down(counted: Sequence[tuple[Task, Figures]], unscored: Figures) -> Breakdown:
    return Breakdown(
        total=sum((figures for _, figures in counted), unscored),
        sites=_group(counted, lambda task: task.sites or (UNSTATED,)),
        verifiers=_group(counted, lambda task: (" + ".join(task.kinds),)),
        confidences=_group(counted, lambda task: (task.confidence or UNSTATED,)),
    )


def _group(
    counted: Iterable[tuple[Task, Figures]], keys: Callable[[Task], Sequence[str]]
) -> dict[str, Figures]:
    found: dict[str, Figures] = {}
    for task, figures in counted:
        for key in dict.fromkeys(keys(task)):
            found[key] = found.get(key, Figures()) + figures
    return {key: found[key] for key in sorted(found)}
