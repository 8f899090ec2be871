"""Traps of the order of a list (ANS-G5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from probatum.answers.reply import Reply
from probatum.answers.traps._phrases import Phrases
from probatum.answers.traps._subject import ANSWERS, Subject, Written
from probatum.answers.traps._trap import Finding
from probatum.documents import show

_LIST: Final = f"{ANSWERS}/list_match"
_MOST_SHOWN: Final = 4


def order_not_asked(subject: Subject) -> Iterator[Finding]:
    """G5: the spec demands an order for which nobody asked, and refutes right lists in another one."""
    asked = subject.asked
    if asked.ordered and len(asked.items) > 1 and not subject.question.hints_order:
        yield Finding(
            f"{_LIST}/ordered",
            "The question asks for no order, and a right list in another order is refuted.",
            'Write "ordered": false.',
        )


def order_not_demanded(subject: Subject) -> Iterator[Finding]:
    """G5: the question asks for an order, and a list in any other one is accepted."""
    asked = subject.asked
    if not subject.question.wants_order:
        return
    if len(asked.items) > 1 and not asked.ordered:
        yield Finding(
            _LIST,
            "The question asks for an order, and the items are accepted in any.",
            'Add "ordered": true, with the items in the order of the answer.',
        )
    elif not asked.items and subject.gold.kind == "list" and _are_separate(asked.include):
        listed = ", ".join(f"[{show(entry.phrases[0])}]" for entry in asked.include[:_MOST_SHOWN])
        more = ", ..." if len(asked.include) > _MOST_SHOWN else ""
        yield Finding(
            f"{ANSWERS}/must_include",
            "The question asks for an order, and the entries are accepted in any.",
            f'Use list_match: {{"items": [{listed}{more}], "ordered": true}}.',
        )


def _are_separate(entries: tuple[Written, ...]) -> bool:
    """Tells whether several entries are phrases, each looked for by itself; a pattern may hold an order."""
    return len(entries) > 1 and all(len(entry.phrases) == len(entry.spellings) for entry in entries)


def item_in_question(subject: Subject) -> Iterator[Finding]:
    """G5: a later item stands in the question, so that a right reply which restates it is out of order."""
    asked, question = subject.asked, subject.question
    if not asked.ordered or len(asked.items) < 2 or not all(item.phrases for item in asked.items):
        return
    restated = Reply(question.restated, subject.task.verifier.language).scoped("first_sentence")
    within = [item for item in asked.items if Phrases(item.phrases, restated.language).first_in(restated)]
    if not within or len(within) == len(asked.items):
        return  # where the question gives all of them to be put in order, it cannot be helped
    answer = ", ".join(item.phrases[0] for item in asked.items)
    if not subject.accepts(f"{answer}.") or subject.accepts(f"{restated.text.rstrip('?!. ')}: {answer}."):
        return
    for item in asked.items[1:]:
        if item in within:
            yield Finding(
                item.pointer,
                f"{show(item.phrases[0])} stands in the question: a right reply that restates it is out of "
                "order.",
                "Spell the item as the list has it and the question does not, or "
                'write "ordered": false and say the order by must_include.',
                show(item.source),
            )
