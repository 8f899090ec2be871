"""Changes to a spec, and the examples on which they are tried before anybody is told to make them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from probatum.answers.task import Task
from probatum.answers.verifier import AnswerVerifier
from probatum.answers.written import quoted
from probatum.errors import DocumentError
from probatum.outcome import Outcome

Spec = dict[str, Any]

_SCOPED: Final = ("number_match", "list_match")
"""Kinds with a scope of their own; that of `string_match` stands beside its entries."""


class Change(NamedTuple):
    """A change to a spec.

    Attributes:
        text: What to do, in the author's own terms; followed to the letter it gives `spec`.
        spec: The object under `eval` after it.
    """

    text: str
    spec: Spec


class Trial:
    """The examples of a task that its spec decides rightly, on which changes to the spec are tried.

    The gold itself counts as a right example where the spec verifies it.
    """

    def __init__(self, task: Task) -> None:
        self._task = task

    @cached_property
    def settled(self) -> tuple[tuple[str, bool], ...]:
        """Texts that are decided rightly, each with whether it is a right answer."""
        task, verified = self._task, self._verified
        right = [text for text in (*task.positive_examples, ", ".join(task.golds)) if verified(text)]
        wrong = [text for text in task.negative_examples if not verified(text)]
        return (*((text, True) for text in dict.fromkeys(right)), *((text, False) for text in wrong))

    def _verified(self, text: str) -> bool:
        return self._task.verifier.outcome(text) is Outcome.VERIFIED

    def keeps(self, spec: Spec, further: Iterable[tuple[str, bool]] = ()) -> bool:
        """Tells whether a changed spec compiles, and decides these texts and further ones rightly."""
        try:
            verifier = AnswerVerifier(spec)
        except DocumentError:
            return False
        return all(
            (verifier.outcome(text) is not Outcome.REFUTED) is right
            for text, right in (*self.settled, *further)
        )


def excluding(spec: Spec, entries: Sequence[str]) -> Change:
    """Returns the change that excludes entries: by `forbidden` of a list, otherwise by `must_exclude`."""
    changed = copy.deepcopy(spec)
    keys, kinds = changed["reference_answers"], changed["eval_types"]
    shown = ", ".join(map(quoted, entries))
    if "list_match" in kinds:
        listed = keys["list_match"]
        listed["forbidden"] = [*listed.get("forbidden", ()), *entries]
        return Change(f"Add {shown} to forbidden of list_match.", changed)
    is_new = not keys.get("must_exclude")
    keys["must_exclude"] = [*keys.get("must_exclude", ()), *entries]
    text = f'Add "must_exclude": [{shown}] to reference_answers' if is_new else f"Add {shown} to must_exclude"
    if "string_match" not in kinds:
        changed["eval_types"] = [*kinds, "string_match"]
        text += ', and "string_match" to eval_types'
    return Change(f"{text}.", changed)


def replacing(spec: Spec, name: str, position: int, entry: str) -> Change:
    """Returns the change that puts another entry in the place of one under `must_exclude` or `forbidden`."""
    changed = copy.deepcopy(spec)
    entries = list(_entries(changed, name))
    former, entries[position] = entries[position], entry
    _part(changed, name)[name] = entries
    return Change(f"Write {quoted(entry)} in {name} instead of {quoted(former)}.", changed)


def removing(spec: Spec, name: str, position: int) -> Change:
    """Returns the change that takes out an entry of `must_exclude` or `forbidden`."""
    changed = copy.deepcopy(spec)
    entries = list(_entries(changed, name))
    former = entries.pop(position)
    _part(changed, name)[name] = entries
    return Change(f"Remove {quoted(former)} from {name}.", changed)


def _part(spec: Spec, name: str) -> dict[str, Any]:
    keys: dict[str, Any] = spec["reference_answers"]
    listed: dict[str, Any] = keys["list_match"] if name == "forbidden" else keys
    return listed


def _entries(spec: Spec, name: str) -> Sequence[str]:
    entries: Sequence[str] = _part(spec, name)[name]
    return entries


def narrowed(spec: Spec) -> list[Change]:
    """Returns the changes that look at the leading sentence alone, one for each kind that reads the whole."""
    return [
        _with_scope(spec, kind, "first_sentence", f'Write "scope": "first_sentence"{_beside(kind)}.')
        for kind in _kinds_of_scope(spec, "full")
    ]


def widened(spec: Spec) -> list[Change]:
    """Returns the changes that look at the whole reply, one for each kind that reads a part of it."""
    kinds = ("string_match", *_SCOPED)
    parts = [
        kind for kind in kinds if kind in spec["eval_types"] and kind not in _kinds_of_scope(spec, "full")
    ]
    return [_with_scope(spec, kind, None, f'Remove "scope"{_beside(kind)}.') for kind in parts]


def _kinds_of_scope(spec: Spec, scope: str) -> list[str]:
    keys = spec["reference_answers"]
    parts = {"string_match": keys} | {kind: keys[kind] for kind in _SCOPED if kind in keys}
    return [
        kind
        for kind, part in parts.items()
        if kind in spec["eval_types"] and part.get("scope", "full") == scope
    ]


def _beside(kind: str) -> str:
    return " beside must_include" if kind == "string_match" else f" in {kind}"


def _with_scope(spec: Spec, kind: str, scope: str | None, text: str) -> Change:
    changed = copy.deepcopy(spec)
    keys = changed["reference_answers"]
    part = keys if kind == "string_match" else keys[kind]
    part.pop("scope", None)
    if scope is not None:
        part["scope"] = scope
    return Change(text, changed)
