"""Specs that a reply passes which lists many numbers or options (ANS-G14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from probatum.answers.traps._subject import ANSWERS, Subject
from probatum.answers.traps._trap import Finding

_NUMBERS: Final = range(101)
_MOST_OPTIONS: Final = 6
_ORDERS: Final = 6


def sprayed_numbers(subject: Subject) -> Iterator[Finding]:
    """G14: counting from nought to a hundred is verified."""
    asked = subject.asked
    if not asked.numbers or asked.most_numbers is not None:
        return
    if all(amount.value in _NUMBERS for amount in asked.numbers) and subject.accepts(
        f"It is one of {', '.join(map(str, _NUMBERS))}."
    ):
        yield Finding(
            f"{ANSWERS}/number_match",
            "A reply that lists every number up to a hundred is verified.",
            'Add "max_distinct": how many different numbers a right reply may name, such as 8.',
        )


def sprayed_options(subject: Subject) -> Iterator[Finding]:
    """G14: naming every option that the question offers is verified."""
    asked, options = subject.asked, subject.question.options[:_MOST_OPTIONS]
    if len(options) < 2 or asked.is_judged:
        return
    right = [option for option in options if _is_demanded(subject, option)]
    if not right or len(right) == len(options):
        return
    for order in list(permutations(options))[:_ORDERS]:
        if subject.accepts(f"It is one of these: {', '.join(order)}."):
            others = [option for option in options if option not in right]
            name = "forbidden" if asked.items else "must_exclude"
            yield Finding(
                ANSWERS,
                "A reply that lists every option of the question is verified.",
                f"Name what makes another option the answer in {name}; here they are {'; '.join(others)}.",
            )
            return


def _is_demanded(subject: Subject, option: str) -> bool:
    """Tells whether the spec asks for an option, or the gold holds it."""
    asked = subject.asked
    phrases = {phrase for entry in (*asked.include, *asked.exact, *asked.items) for phrase in entry.phrases}
    return option in phrases or f" {option} " in f" {subject.gold.folded} ".replace(",", " ")
