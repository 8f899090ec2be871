"""Traps that lie between a spec and the question it answers (ANS-G1, G4, G5)."""

from __future__ import annotations

from collections.abc import Iterator

from probatum.answers.traps._subject import Subject
from probatum.answers.traps._trap import Finding


def gold_in_question(subject: Subject) -> Iterator[Finding]:
    """G1: the expected text stands in the question, so that a reply which restates it is accepted."""
    asked = subject.asked
    if asked.scope != "full" or asked.exclude:
        return
    for entry in asked.include:
        for phrase in entry.phrases:
            if f" {phrase} " in f" {subject.question.text} ":
                yield Finding(
                    entry.pointer,
                    "The question itself names it: a reply that only restates the question is accepted.",
                    'Add "scope": "first_sentence", and exclude the other options by must_exclude.',
                )
                break
