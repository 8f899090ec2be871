"""The answers that are verified: under which spec, and what a plain scorer would look for in them.

`labelled` is the real input beside the checkout: programs load it, nobody reads it, because specs for its
tasks must be written blind to it. No benchmark shows, logs or keeps a text of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from probatum import load_tasks
from probatum.answers.task import Task
from probatum.answers.verifier import AnswerVerifier
from probatum.text.markup import is_plain

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
PACK = ROOT / "packs" / "timewarp" / "annotations.jsonl"
SHARED = ROOT.parent / "shared" / "timewarp"
LABELLED = SHARED / "labelled-answers.jsonl"


class Sample(NamedTuple):
    """One answer, and what decides it.

    Attributes:
        answer: As the agent wrote it.
        gold: What the baseline looks for, folded beforehand.
        verifier: The compiled spec.
        kind: The kinds of its verifiers, joined.
    """

    answer: str
    gold: str
    verifier: AnswerVerifier
    kind: str

    @property
    def is_plain(self) -> bool:
        """Whether the answer is ASCII on one line, without markup."""
        return self.answer.isascii() and is_plain(self.answer)


class Corpus(NamedTuple):
    """A named set of samples, with one line about it for the reader of the figures."""

    name: str
    about: str
    samples: list[Sample]


def corpora() -> list[Corpus]:
    """Returns the corpora that this machine has, the one the goals are set for first."""
    return [labelled(), examples()] if LABELLED.is_file() else [annotated(), examples()]


def labelled() -> Corpus:
    """Returns the labelled answers to TimeWarp tasks under the specs of our pack."""
    tasks = load_tasks(SHARED / "tasks.json", PACK)
    samples: list[Sample] = []
    for row in rows_of(LABELLED):
        task = tasks.get(row["task_id"])
        if task is not None and task.annotated:
            samples += _samples(task, (*row["positive"], *row["negative"]))
    return Corpus(
        "labelled", _about("labelled answers to TimeWarp tasks under the specs of our pack", samples), samples
    )


def examples() -> Corpus:
    """Returns the recorded answers of `examples/`."""
    tasks = load_tasks(EXAMPLES / "tasks.json", EXAMPLES / "annotations.jsonl")
    samples: list[Sample] = []
    for row in rows_of(EXAMPLES / "answers.jsonl"):
        task = tasks.get(row["task_id"])
        if task is not None and row["answer"] is not None:
            samples += _samples(task, [row["answer"]])
    return Corpus("examples", _about("recorded answers of `examples/`", samples), samples)


def annotated() -> Corpus:
    """Returns the examples that stand in the annotations of `examples/`."""
    tasks = load_tasks(EXAMPLES / "tasks.json", EXAMPLES / "annotations.jsonl")
    samples: list[Sample] = []
    for task in tasks:
        samples += _samples(task, (*task.positive_examples, *task.negative_examples))
    return Corpus("annotated", _about("examples in the annotations of `examples/`", samples), samples)


def rows_of(path: Path) -> Iterable[dict[str, Any]]:
    """Yields the objects of a JSONL file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def gold_of(task: Task) -> str:
    """Returns what a plain scorer would look for: the gold, or else the first text or number of the spec."""
    if task.golds and task.golds[0].strip():
        return task.golds[0]
    value: object = task.verifier.spec["reference_answers"]
    while isinstance(value, dict | list | tuple):
        value = next(iter(value.values() if isinstance(value, dict) else value))
    return str(value).split("|OR|")[0].strip()


def _samples(task: Task, answers: Iterable[str]) -> list[Sample]:
    gold = gold_of(task).casefold()
    kind = " + ".join(task.kinds)
    return [Sample(answer, gold, task.verifier, kind) for answer in answers]


def _about(what: str, samples: list[Sample]) -> str:
    mean = sum(len(sample.answer) for sample in samples) / max(1, len(samples))
    plain = sum(sample.is_plain for sample in samples)
    specs = len({sample.verifier.fingerprint for sample in samples})
    return (
        f"{len(samples)} {what}: {specs} specs, {mean:.0f} characters on average, {plain} on one line of "
        "ASCII without markup"
    )
