"""What would repair a spec that decides one of its own examples wrongly (ANS-H1).

Repairs are tried before they are proposed: the spec is changed, compiled and run on every example of the
task. A change that mends one example and breaks another is dropped, and so is one that lays a new trap.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from probatum.answers.changes import Change, Spec
from probatum.answers.loosening import loosened
from probatum.answers.task import Task
from probatum.answers.tightening import tightened
from probatum.answers.traps import Subject, find_traps
from probatum.answers.verifier import AnswerVerifier

Repair = Change
"""A change that was tried and works."""

MOST: Final = 3
"""Most repairs that are proposed for one example."""

_MOST_TRIED: Final = 60
_MOST_EXCLUDED: Final = 2
"""Most repairs that exclude a phrase: they are guesses, and the best are enough."""


def repairs(task: Task, example: str, *, right: bool) -> list[Repair]:
    """Returns changes after which an example is decided as it should, and every other one as before.

    Args:
        task: The task, with its examples.
        example: The example that is decided wrongly.
        right: Whether it is a right answer.
    """
    subject = Subject(task)
    tried = loosened(subject, example) if right else tightened(subject, example)
    known = {trap.code for trap, _ in find_traps(subject)}
    found: list[Repair] = []
    phrases: list[str] = []
    for change, phrase in islice(tried, _MOST_TRIED):
        if phrase and (
            len(phrases) == _MOST_EXCLUDED or any(one in phrase or phrase in one for one in phrases)
        ):
            continue
        if any(change.spec == one.spec for one in found):
            continue
        if subject.trial.keeps(change.spec, [(example, right)]) and _traps(task, change.spec) <= known:
            found.append(change)
            phrases += [phrase] if phrase else []
            if len(found) == MOST:
                break
    return found


def _traps(task: Task, spec: Spec) -> set[str]:
    """Returns the codes of the traps that lie in a changed spec."""
    changed = Subject(replace(task, verifier=AnswerVerifier(spec, intent=task.intent)))
    return {trap.code for trap, _ in find_traps(changed)}
