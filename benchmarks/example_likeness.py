"""How alike the examples of the TimeWarp pack are, to each other and to the answers they are measured with.

    python -m benchmarks.example_likeness

Examples are meant to be answers that somebody thought of for one task. Two of different tasks that are nearly
the same were made by a template; one that is nearly a labelled answer was made with the answer in sight. Only
what remains of an example without the gold is compared, and only if that is long enough to say something.
Prints figures and, of the pack's own examples, which pairs are too alike; never a labelled text. Exit code 1:
some are too alike.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from itertools import combinations
from typing import Final, NamedTuple

from rapidfuzz import fuzz, process
from rich.console import Console

from benchmarks.corpus import LABELLED, PACK, SHARED, rows_of
from probatum import load_tasks

LEAST: Final = 60
"""Fewest characters that have to remain without the gold."""

MOST_ALIKE: Final = 80.0
"""Likeness, in percent, that two examples of different tasks may have."""

MOST_ALIKE_LABELLED: Final = 90.0
"""Likeness, in percent, below which an example stays of every labelled answer."""


class Example(NamedTuple):
    """An example without its gold.

    Attributes:
        task: The task it belongs to.
        name: Where it stands in its annotation.
        rest: What remains of it.
    """

    task: str
    name: str
    rest: str


def examples() -> list[Example]:
    """Returns the examples of the pack that are long enough."""
    found = []
    for task in load_tasks(SHARED / "tasks.json", PACK):
        for kind, texts in (("positive", task.positive_examples), ("negative", task.negative_examples)):
            for position, text in enumerate(texts):
                rest = without(text, task.golds)
                if len(rest) >= LEAST:
                    found.append(Example(task.task_id, f"{kind}_examples/{position}", rest))
    return found


def without(text: str, golds: Iterable[str]) -> str:
    """Returns a text without the gold, wherever it stands, whatever its case, signs and order of members."""
    for gold in golds:
        for part in (gold, *gold.split(",")):
            words = re.findall(r"\w+", part)
            if words:
                text = re.sub(
                    r"\W*\b" + r"\W+".join(map(re.escape, words)) + r"\b", "", text, flags=re.IGNORECASE
                )
    return text


def alike(found: list[Example]) -> list[tuple[float, Example, Example]]:
    """Returns the pairs of different tasks that are too alike, the worst first."""
    pairs = []
    for one, other in combinations(found, 2):
        if one.task != other.task:
            ratio = fuzz.ratio(one.rest, other.rest, score_cutoff=MOST_ALIKE)
            if ratio > MOST_ALIKE:
                pairs.append((ratio, one, other))
    return sorted(pairs, reverse=True)


def nearest_labelled(found: list[Example]) -> tuple[float, list[Example]]:
    """Returns the greatest likeness to a labelled answer, and the examples that are too alike."""
    golds = {task.task_id: task.golds for task in load_tasks(SHARED / "tasks.json")}
    labelled = [
        without(text, golds[str(row["task_id"])])
        for row in rows_of(LABELLED)
        for text in (*row["positive"], *row["negative"])
    ]
    worst, copied = 0.0, []
    for example in found:
        _, ratio, _ = process.extractOne(example.rest, labelled, scorer=fuzz.ratio)
        worst = max(worst, ratio)
        if ratio >= MOST_ALIKE_LABELLED:
            copied.append(example)
    return worst, copied


def main() -> int:
    """Runs the command; returns its exit code."""
    screen = Console(markup=False, highlight=False)
    if not LABELLED.exists():
        screen.print("The labelled answers are not beside this checkout; nothing was compared with them.")
        return 2
    found = examples()
    pairs = alike(found)
    worst, copied = nearest_labelled(found)
    screen.print(f"{len(found):,} examples of {LEAST} characters or more without the gold.")
    screen.print(f"{len(pairs):,} pairs of different tasks more than {MOST_ALIKE:.0f} % alike.")
    for ratio, one, other in pairs:
        screen.print(f"  {ratio:.1f} %: task {one.task} {one.name}, task {other.task} {other.name}")
    screen.print(
        f"{len(copied):,} examples {MOST_ALIKE_LABELLED:.0f} % or more alike to a labelled answer; "
        f"the most alike is {worst:.1f} %."
    )
    for example in copied:
        screen.print(f"  task {example.task} {example.name}")
    return 1 if pairs or copied else 0


if __name__ == "__main__":
    sys.exit(main())
