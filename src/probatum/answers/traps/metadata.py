"""Traps in what an annotation says about itself (ANS-G13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from probatum.answers.traps._subject import Subject
from probatum.answers.traps._trap import Finding

MOST_SUBJECTIVE: Final = 0.05
"""Largest share of a file's annotations that may be left to a judge as subjective."""


def no_confidence(subject: Subject) -> Iterator[Finding]:
    """G13: nobody said how sure they are."""
    task = subject.task
    if task.has_evidence and task.confidence is None:
        yield Finding(
            "",
            "The annotation has no confidence.",
            'Add "confidence": "high", "medium" or "low".',
        )


def notes_missing(subject: Subject) -> Iterator[Finding]:
    """G13: something a person has to look at, and nothing that tells them why."""
    task = subject.task
    if task.notes.strip():
        return
    for name, applies in (
        ("confidence", task.confidence == "low"),
        ("subjective", task.subjective),
        ("gold_suspect", task.gold_suspect),
    ):
        if applies:
            value = "low" if name == "confidence" else "true"
            yield Finding(f"/{name}", f"{name} is {value}, and no notes say why.", "Add notes.")


def subjective_spec(subject: Subject) -> Iterator[Finding]:
    """G13: `subjective` and the spec contradict each other."""
    task, asked = subject.task, subject.asked
    if task.subjective and asked.kinds != ("llm_judge",):
        yield Finding(
            "/subjective",
            "subjective is true, and the spec is deterministic.",
            'Remove "subjective", or write "eval_types": ["llm_judge"] with empty reference_answers.',
        )
    elif task.subjective and task.verifier.spec["reference_answers"]:
        yield Finding(
            "/eval/reference_answers",
            "subjective is true, and reference_answers is not empty.",
            'Write "reference_answers": {}; the gold stays in the task file.',
        )


def low_and_judged(subject: Subject) -> Iterator[Finding]:
    """G13: unsure, and nothing but a judge: a spec was not tried."""
    task = subject.task
    if task.confidence == "low" and not task.subjective and subject.asked.is_judged:
        yield Finding(
            "/eval/eval_types",
            "confidence is low, and nothing but a judge decides.",
            "Look for an anchor that a right answer must say; if there is none, write "
            '"subjective": true and the reason in notes.',
        )


def too_many_subjective(subjects: tuple[Subject, ...]) -> Iterator[tuple[int, Finding]]:
    """G13: more of a file is left to a judge than its tasks can justify."""
    annotated = [position for position, subject in enumerate(subjects) if subject.task.has_evidence]
    subjective = [position for position in annotated if subjects[position].task.subjective]
    # One is no trend, however short the file.
    if len(subjective) > max(1, MOST_SUBJECTIVE * len(annotated)):
        share = len(subjective) / len(annotated)
        yield (
            subjective[0],
            Finding(
                "/subjective",
                f"{len(subjective):,} of {len(annotated):,} annotations are subjective: {share:.0%}, where "
                f"{MOST_SUBJECTIVE:.0%} is the most.",
                "Look for deterministic anchors in the easiest of them.",
            ),
        )
