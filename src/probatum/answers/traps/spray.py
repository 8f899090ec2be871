"""Specs that a reply passes which lists many numbers or options (ANS-G14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from probatum.answers.changes import Spec, excluding
from probatum.answers.numbers import read_numbers
from probatum.answers.reply import Reply
from probatum.answers.traps._subject import ANSWERS, Subject
from probatum.answers.traps._trap import Finding
from probatum.answers.traps.choices import (
    as_answer,
    as_list,
    cased,
    may_exclude,
    meant_options,
    other_options,
)

_NUMBERS: Final = range(101)
_MOST_OPTIONS: Final = 12
_ENOUGH: Final = 8
_ORDERS: Final = 6


def sprayed_numbers(subject: Subject) -> Iterator[Finding]:
    """G14: counting from nought to a hundred is verified."""
    asked = subject.asked
    if (
        asked.numbers
        and all(amount.value in _NUMBERS for amount in asked.numbers)
        and subject.accepts(f"It is one of {', '.join(map(str, _NUMBERS))}.")
    ):
        verb = "Add" if asked.most_numbers is None else "Lower"
        yield Finding(
            f"{ANSWERS}/number_match",
            "A reply that lists every number up to a hundred is verified.",
            f'{verb} "max_distinct": how many different numbers a right reply may name, such as '
            f"{_fewest(subject)}. See the recipe for a count that stands in passing.",
        )


def _fewest(subject: Subject) -> int:
    """Returns how many different numbers to allow: 8, or what the right examples need."""
    language = subject.task.verifier.language
    named = [
        {number.value for number in read_numbers(Reply(text, language).stripped, language)}
        for text in subject.task.positive_examples
    ]
    return max(_ENOUGH, len(subject.asked.numbers) + 1, *(len(one) + 1 for one in named))


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
            yield Finding(
                ANSWERS, "A reply that lists every option of the question is verified.", _fix_options(subject)
            )
            return


def _fix_options(subject: Subject) -> str:
    """Returns what to exclude against a list of the options, as far as right examples allow it."""
    spec, right = subject.task.verifier.spec, meant_options(subject)
    others = other_options(subject) if right else []
    if "list_match" in spec["eval_types"]:
        # The members of a list have no statement of their own: another one is excluded by its name.
        told = [cased(subject, option) for option in others if may_exclude(subject, option)]
    else:
        told = [entry for one in others for entry in (*as_answer(subject, one), *as_list(subject, one))]
    if told:
        return f"{excluding(spec, told).text} See the recipe for {_recipe(spec)}."
    return f"Exclude what makes another option the answer. See the recipe for {_recipe(spec)}."


def _recipe(spec: Spec) -> str:
    return "a list and nothing else" if "list_match" in spec["eval_types"] else "one of the options"


def _is_demanded(subject: Subject, option: str) -> bool:
    """Tells whether the spec asks for an option, or the gold holds it."""
    asked = subject.asked
    phrases = {phrase for entry in (*asked.include, *asked.exact, *asked.items) for phrase in entry.phrases}
    return option in phrases or f" {option} " in f" {subject.gold.folded} ".replace(",", " ")
