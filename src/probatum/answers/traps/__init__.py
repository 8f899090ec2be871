"""The trap linter's table: one line a trap, each a small function (ANS-G1 to G14).

Adding a trap is a function in one of the modules beside this one, its line here, and its page in the
catalogue of codes. `find_traps` is pure: the service gives what is found its file, line and column.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from probatum.answers.traps import (
    asked,
    edges,
    exact,
    examples,
    gold_kind,
    gold_shape,
    metadata,
    order,
    shape,
    spray,
    unmarked,
)
from probatum.answers.traps._subject import Subject
from probatum.answers.traps._trap import Finding, SetTrap, Trap
from probatum.diagnostics import Severity

__all__ = ["SET_TRAPS", "TRAPS", "Finding", "SetTrap", "Subject", "Trap", "find_set_traps", "find_traps"]

TRAPS: Final = (
    Trap("answer/gold-in-question", Severity.WARNING, asked.gold_in_question, needs_question=True),
    Trap("answer/excluded-in-passing", Severity.WARNING, asked.excluded_in_passing),
    Trap("answer/both-not-excluded", Severity.WARNING, asked.both_not_excluded, needs_question=True),
    Trap("answer/option-excluded", Severity.WARNING, asked.option_excluded, needs_question=True),
    Trap("answer/order-not-asked", Severity.WARNING, order.order_not_asked, needs_question=True),
    Trap("answer/order-not-demanded", Severity.WARNING, order.order_not_demanded, needs_question=True),
    Trap("answer/item-in-question", Severity.WARNING, order.item_in_question, needs_question=True),
    Trap("answer/exact-prose", Severity.WARNING, exact.exact_prose),
    Trap("answer/gold-sentence", Severity.WARNING, exact.gold_sentence, needs_gold=True),
    Trap("answer/cannot-pass", Severity.ERROR, shape.cannot_pass),
    Trap("answer/dead-alternative", Severity.WARNING, shape.dead_alternative),
    Trap("answer/unmarked-pattern", Severity.WARNING, unmarked.unmarked_pattern),
    Trap("answer/lone-separator", Severity.WARNING, unmarked.lone_separator),
    Trap("answer/markup-in-entry", Severity.WARNING, shape.markup_in_entry),
    Trap("answer/beyond-scope", Severity.WARNING, shape.beyond_scope),
    Trap("answer/matches-anything", Severity.WARNING, shape.matches_anything),
    Trap("answer/capital-class", Severity.WARNING, shape.capital_class),
    Trap("answer/capitals-in-pattern", Severity.INFO, shape.capitals_in_pattern),
    Trap("answer/nested-alternative", Severity.WARNING, shape.nested_alternative),
    Trap("answer/edge-dropped", Severity.WARNING, edges.edge_dropped),
    Trap("answer/chance-gold-high", Severity.WARNING, gold_kind.low_discriminative_high, needs_gold=True),
    Trap("answer/chance-untested", Severity.WARNING, gold_kind.incidental_untested, needs_gold=True),
    Trap("answer/quantity-as-text", Severity.WARNING, gold_kind.quantity_as_text, needs_gold=True),
    Trap("answer/code-as-number", Severity.WARNING, gold_kind.code_as_number, needs_gold=True),
    Trap("answer/hedged-gold", Severity.WARNING, gold_kind.hedged_without_tolerance, needs_gold=True),
    Trap("answer/exact-gold", Severity.WARNING, gold_kind.exact_with_tolerance, needs_gold=True),
    Trap("answer/money-tolerance", Severity.WARNING, gold_kind.money_without_tolerance, needs_gold=True),
    Trap("answer/polar-rule", Severity.WARNING, gold_kind.polar_rule, needs_gold=True),
    Trap("answer/absence-in-one-word", Severity.WARNING, gold_shape.absence_in_one_word, needs_gold=True),
    Trap("answer/date-in-parts", Severity.WARNING, gold_shape.date_in_parts, needs_gold=True),
    Trap("answer/list-as-alternatives", Severity.WARNING, gold_shape.list_as_alternatives, needs_gold=True),
    Trap("answer/judge-not-needed", Severity.WARNING, examples.judge_not_needed, needs_gold=True),
    Trap("answer/few-examples", Severity.WARNING, examples.few_examples),
    Trap("answer/twin-examples", Severity.WARNING, examples.twin_examples),
    Trap("answer/one-style", Severity.WARNING, examples.one_style),
    Trap("answer/no-near-miss", Severity.WARNING, examples.no_near_miss, needs_gold=True),
    Trap(
        "answer/joke-example", Severity.WARNING, examples.joke_example, needs_question=True, needs_gold=True
    ),
    Trap("answer/no-confidence", Severity.WARNING, metadata.no_confidence),
    Trap("answer/notes-missing", Severity.WARNING, metadata.notes_missing),
    Trap("answer/subjective-spec", Severity.WARNING, metadata.subjective_spec),
    Trap("answer/low-and-judged", Severity.WARNING, metadata.low_and_judged),
    Trap("answer/sprayable", Severity.WARNING, spray.sprayed_numbers),
    Trap("answer/sprayable-options", Severity.WARNING, spray.sprayed_options, needs_question=True),
)

SET_TRAPS: Final = (SetTrap("answer/many-subjective", Severity.WARNING, metadata.too_many_subjective),)


def find_traps(subject: Subject) -> Iterable[tuple[Trap, Finding]]:
    """Yields what lies in one task, in the order of the table; without an intent, what needs none."""
    for trap in TRAPS:
        if not trap.can_run(subject.task):
            continue
        try:
            findings = list(trap.find(subject))
        except Exception as error:
            error.add_note(f"It was {trap.code} that failed, at task {subject.task.task_id}.")
            raise
        for finding in findings:
            yield trap, finding


def find_set_traps(subjects: Iterable[Subject]) -> Iterable[tuple[SetTrap, int, Finding]]:
    """Yields what lies in the tasks of a file as a whole, with the position of the task it is told at."""
    everything = tuple(subjects)
    for trap in SET_TRAPS:
        for position, finding in trap.find(everything):
            yield trap, position, finding
