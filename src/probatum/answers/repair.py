"""What would repair a spec that decides one of its own examples wrongly (ANS-H1).

Repairs are tried before they are proposed: the spec is changed, compiled and run on every example of the
task, and a change that mends one example and breaks another is dropped.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from probatum.answers.entries import fold_entry
from probatum.answers.reply import Reply, Scoped
from probatum.answers.task import Task
from probatum.answers.verifier import AnswerVerifier
from probatum.answers.verifiers import Reading
from probatum.diagnostics import Place
from probatum.documents import show
from probatum.errors import DocumentError
from probatum.outcome import Outcome, Reason, Verdict

MOST: Final = 3
"""Most repairs that are proposed for one example."""

_MOST_TRIED: Final = 60
_FURTHEST: Final = Decimal("0.25")

Spec = dict[str, Any]


class Repair(NamedTuple):
    """A change that was tried and works.

    Attributes:
        text: What to do, in the author's own terms.
        spec: The object under `eval` after it.
    """

    text: str
    spec: Spec


def repairs(task: Task, example: str, *, right: bool) -> list[Repair]:
    """Returns changes after which an example is decided as it should, and every other one as before.

    Args:
        task: The task, with its examples.
        example: The example that is decided wrongly.
        right: Whether it is a right answer.
    """
    verdict = task.verifier.verify(example)
    spec = task.verifier.spec
    tried = _loosened(spec, verdict, example, task) if right else _tightened(spec, verdict, example, task)
    wanted = [(text, True) for text in task.positive_examples if task.verifier.verify(text).verified]
    wanted += [(text, False) for text in task.negative_examples if not task.verifier.verify(text).verified]
    wanted.append((example, right))
    found: list[Repair] = []
    for text, changed in _first(tried):
        if _works(changed, wanted) and all(changed != one.spec for one in found):
            found.append(Repair(text, changed))
            if len(found) == MOST:
                break
    return found


def _first(tried: Iterator[tuple[str, Spec]]) -> Iterator[tuple[str, Spec]]:
    for _, one in zip(range(_MOST_TRIED), tried, strict=False):
        yield one


def _works(spec: Spec, wanted: Sequence[tuple[str, bool]]) -> bool:
    try:
        verifier = AnswerVerifier(spec)
    except DocumentError:
        return False
    return all((verifier.outcome(text) is not Outcome.REFUTED) is right for text, right in wanted)


def _loosened(spec: Spec, verdict: Verdict, example: str, task: Task) -> Iterator[tuple[str, Spec]]:
    """Yields changes that may let a right answer pass: one for each thing that speaks against it, and all."""
    everything: list[str] = []
    together = spec
    for reason in sorted(verdict.reasons, key=lambda reason: reason.pointer, reverse=True):
        if not reason.decides:
            continue
        changes = list(_against(together, reason, example, task))
        if changes:
            everything.append(changes[0][0])
            together = changes[0][1]
        yield from _against(spec, reason, example, task)
    if len(everything) > 1:
        yield " ".join(dict.fromkeys(everything)), together


def _against(spec: Spec, reason: Reason, example: str, task: Task) -> Iterator[tuple[str, Spec]]:
    """Yields changes after which a reason no longer speaks against the answer."""
    if reason.code in ("excluded_found", "forbidden_found"):
        changed = copy.deepcopy(spec)
        *parts, position = reason.pointer.strip("/").split("/")
        entries = changed["reference_answers"]
        for part in parts:
            entries = entries[part]
        if int(position) < len(entries):
            del entries[int(position)]
        yield f"Remove {show(reason.expected)} from {parts[-1]}, or make it more exact.", changed
    elif reason.code == "items_out_of_order":
        changed = copy.deepcopy(spec)
        changed["reference_answers"]["list_match"]["ordered"] = False
        yield 'Leave "ordered" away, if the question asks for no order.', changed
    elif reason.code == "number_missing":
        yield from _widened(spec, reason, example, task)
    yield from _scoped(spec, "full", "Look at the whole reply: remove the scope")


def _widened(spec: Spec, reason: Reason, example: str, task: Task) -> Iterator[tuple[str, Spec]]:
    """Yields a tolerance that lets the nearest number of the answer pass."""
    numbers = spec["reference_answers"]["number_match"]
    given = numbers.get("value")
    if given is None:
        values = numbers.get("values") or [None]
        position = reason.pointer.rpartition("/")[2]
        given = values[int(position)] if position.isdigit() and int(position) < len(values) else None
    if given is None or isinstance(given, dict):
        return
    value = Decimal(str(given))
    read = [m.value for m in Reply(example, task.verifier.language).full.numbers]
    near = [abs(_decimal(number) - value) for number in read]
    if near and 0 < (off := min(near)) <= abs(value) * _FURTHEST:
        changed = copy.deepcopy(spec)
        changed["reference_answers"]["number_match"].pop("rel_tolerance", None)
        changed["reference_answers"]["number_match"]["abs_tolerance"] = _plain(off)
        yield f'If the nearest number in it is near enough, write "abs_tolerance": {_plain(off)}.', changed


def _decimal(value: Decimal | Fraction) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(value.numerator) / Decimal(value.denominator)


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


def _scoped(spec: Spec, scope: str, text: str) -> Iterator[tuple[str, Spec]]:
    """Yields the spec with another scope of each kind that has one."""
    keys = spec["reference_answers"]
    for name, kind in (("", "string_match"), ("number_match",) * 2, ("list_match",) * 2):
        if kind not in spec["eval_types"] or (name and name not in keys):
            continue
        changed = copy.deepcopy(spec)
        part = changed["reference_answers"][name] if name else changed["reference_answers"]
        if part.get("scope", "full") == scope:
            continue
        part["scope"] = scope
        if scope == "full":
            del part["scope"]
        yield f"{text} of {kind}.", changed


def _tightened(spec: Spec, verdict: Verdict, example: str, task: Task) -> Iterator[tuple[str, Spec]]:
    """Yields changes that may refute a wrong answer."""
    keys = spec["reference_answers"]
    listed = keys.get("list_match")
    if isinstance(listed, dict) and not listed.get("ordered"):
        changed = copy.deepcopy(spec)
        changed["reference_answers"]["list_match"]["ordered"] = True
        yield 'Write "ordered": true, if the question asks for the order.', changed
    yield from _scoped(
        spec, "first_sentence", 'Write "scope": "first_sentence": look at the leading sentence'
    )
    numbers = keys.get("number_match")
    for name in ("abs_tolerance", "rel_tolerance"):
        if isinstance(numbers, dict) and numbers.get(name):
            changed = copy.deepcopy(spec)
            del changed["reference_answers"]["number_match"][name]
            yield f"Remove the {name}, or make it smaller.", changed
    for phrase in _telling(verdict, example, task):
        yield _excluding(spec, phrase)


def _excluding(spec: Spec, phrase: str) -> tuple[str, Spec]:
    changed = copy.deepcopy(spec)
    keys = changed["reference_answers"]
    if "list_match" in changed["eval_types"]:
        part, name = keys["list_match"], "forbidden"
    else:
        part, name = keys, "must_exclude"
        if "string_match" not in changed["eval_types"]:
            changed["eval_types"] = [*changed["eval_types"], "string_match"]
    part[name] = [*part.get(name, ()), phrase]
    return f"Add {show(phrase)} to {name}.", changed


def _telling(verdict: Verdict, example: str, task: Task) -> Iterator[str]:
    """Yields phrases of a wrong answer around what was found in it, that stand in no right one."""
    whole = Reply(example, task.verifier.language).full
    right = [Reply(text, task.verifier.language).full for text in task.positive_examples]
    reading = Reading(task.verifier.language, Place())
    seen: set[str] = set()
    for before, after in ((1, 0), (0, 1), (2, 0), (0, 2), (1, 1), (3, 0), (0, 3)):
        for reason in verdict.reasons:
            for span in reason.spans[:1] if not reason.decides else ():
                phrase = _window(whole, example[span.start : span.end], before, after)
                if not phrase or phrase in seen:
                    continue
                seen.add(phrase)
                entry = reading.entry(phrase, "")
                if entry is not None and not any(entry.occurs(text) for text in right):
                    yield phrase


def _window(whole: Scoped, found: str, before: int, after: int) -> str:
    """Returns what was found with some of the words beside it, folded; empty at an end of the text."""
    text = whole.text
    start = text.find(fold_entry(found))
    if start < 0:
        return ""
    end = start + len(fold_entry(found))
    left, right = text[:start].split(" "), text[end:].split(" ")
    if (before and (left[-1] or len(left) <= before)) or (after and (right[0] or len(right) <= after)):
        return ""
    words = [*(left[-1 - before : -1] if before else ()), text[start:end], *right[1 : 1 + after]]
    return fold_entry(" ".join(words))
