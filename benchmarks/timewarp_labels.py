"""How well the specs of our TimeWarp pack agree with answers that people labelled.

    python -m benchmarks.timewarp_labels

The labelled answers stand beside the checkout; they cover the tasks with an odd number. Counted are those
that have a spec of ours; with `--all` all of them. A task that is left to a judge decides nothing: each of
its answers counts as a miss, the right ones and the wrong ones alike.

`--misses` prints the texts that were decided wrongly. It is NOT to be used before the specs of all tasks are
written: from then on they are no longer blind to the answers they are measured with.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from benchmarks.corpus import LABELLED, PACK, SHARED, rows_of
from probatum import Outcome, load_tasks


class Judged(NamedTuple):
    """One labelled answer and what became of it.

    Attributes:
        task_id: The task it answers.
        kind: What is asked for, as the labels name it.
        verifier: The kinds of verifiers of the spec, joined; `no spec` where there is none.
        suspect: Whether the labels call the gold of the task suspect.
        right: The label.
        outcome: The verdict; None where there is no spec.
        answer: The text; shown only with `--misses`.
    """

    task_id: int
    kind: str
    verifier: str
    suspect: bool
    right: bool
    outcome: Outcome | None
    answer: str

    @property
    def hit(self) -> bool:
        """Whether the verdict is the label; one that is missing or inconclusive never is."""
        return self.outcome is (Outcome.VERIFIED if self.right else Outcome.REFUTED)


class Agreement(NamedTuple):
    """Counts over some answers."""

    right: int
    accepted: int
    wrong: int
    rejected: int

    @classmethod
    def of(cls, judged: Iterable[Judged]) -> Agreement:
        rows = list(judged)
        right = [row for row in rows if row.right]
        wrong = [row for row in rows if not row.right]
        return cls(len(right), sum(row.hit for row in right), len(wrong), sum(row.hit for row in wrong))

    @property
    def kappa(self) -> float:
        """Cohen's kappa of verdicts and labels, a miss counted as the opposite of the label."""
        total = self.right + self.wrong
        if not total:
            return float("nan")
        observed = (self.accepted + self.rejected) / total
        said_right = self.accepted + self.wrong - self.rejected
        chance = (self.right * said_right + self.wrong * (total - said_right)) / total**2
        return float("nan") if chance == 1 else (observed - chance) / (1 - chance)

    def cells(self) -> tuple[str, str, str]:
        return (
            _share(self.accepted, self.right),
            _share(self.rejected, self.wrong),
            "" if self.kappa != self.kappa else f"{self.kappa:.3f}",
        )


def judge() -> list[Judged]:
    """Verifies every labelled answer."""
    tasks = load_tasks(SHARED / "tasks.json", PACK)
    judged: list[Judged] = []
    for row in rows_of(LABELLED):
        task = tasks.get(row["task_id"])
        spec = task if task is not None and task.annotated else None
        verifier = "no spec" if spec is None else " + ".join(spec.kinds)
        for right, answers in ((True, row["positive"]), (False, row["negative"])):
            for answer in answers:
                outcome = None if spec is None else spec.verifier.outcome(answer)
                about = (row["task_id"], row["kind"], verifier, row["gold_suspect"])
                judged.append(Judged(*about, right, outcome, answer))
    return judged


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Compare verdicts of the TimeWarp pack with labels.")
    parser.add_argument("--all", action="store_true", help="count tasks without a spec of ours, as misses")
    parser.add_argument(
        "--misses",
        action="store_true",
        help="print the texts that were decided wrongly; not before the specs of all tasks are written",
    )
    options = parser.parse_args(arguments)
    if not LABELLED.is_file():
        print("There are no labelled answers beside this checkout (../shared/timewarp).", file=sys.stderr)
        return 2
    judged = judge()
    if not options.all:
        judged = [row for row in judged if row.outcome is not None]
    console = Console(highlight=False)
    console.print(_totals(judged))
    console.print(_by("asked for", judged, [row.kind for row in judged]))
    console.print(_by("verified by", judged, [row.verifier for row in judged]))
    if options.misses:
        for row in judged:
            if row.outcome is not None and not row.hit:
                label = "right" if row.right else "wrong"
                console.print(
                    f"task {row.task_id}, labelled {label}, {row.outcome}: {row.answer}", markup=False
                )
    return 0


def _totals(judged: list[Judged]) -> Table:
    table = _table("answers")
    trusted = [row for row in judged if not row.suspect]
    for name, rows in (("all", judged), ("without suspect golds", trusted)):
        tasks = len({row.task_id for row in rows})
        table.add_row(name, str(tasks), *Agreement.of(rows).cells())
    return table


def _by(title: str, judged: list[Judged], names: list[str]) -> Table:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for row, name in zip(judged, names, strict=True):
        groups[name].append(row)
    table = _table(title)
    for name, rows in sorted(groups.items()):
        table.add_row(name, str(len({row.task_id for row in rows})), *Agreement.of(rows).cells())
    return table


def _table(title: str) -> Table:
    table = Table(title, title_justify="left")
    for column in ("tasks", "right accepted", "wrong rejected", "kappa"):
        table.add_column(column, justify="right")
    return table


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} ({part / whole:.1%})" if whole else "0"


if __name__ == "__main__":
    sys.exit(main())
