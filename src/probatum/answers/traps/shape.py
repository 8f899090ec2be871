"""Traps in the shape of a spec's own entries (ANS-G6, G9, G10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from probatum.answers.traps._subject import Subject
from probatum.answers.traps._trap import Finding
from probatum.documents import show


def nested_alternative(subject: Subject) -> Iterator[Finding]:
    """G10: of two alternatives one contains the other as whole words, so that the longer decides nothing."""
    asked = subject.asked
    for entry in (*asked.include, *asked.exclude):
        for short, long in permutations(entry.phrases, 2):
            if short != long and f" {short} " in f" {long} ":
                yield Finding(
                    entry.pointer,
                    f"Wherever {show(long)} stands, {show(short)} stands too: the longer decides nothing.",
                    f"Remove {show(long)}, or make the shorter one more exact.",
                )
