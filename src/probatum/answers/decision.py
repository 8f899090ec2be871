"""What a person decides about an annotation, and what becomes of the annotation by it (ANS-H7).

A decision says what it was made about: the fingerprint of the spec, and the digest of the annotation, that
the reviewer saw. It never touches the gold, which is its owner's; a gold that looks wrong is marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from pydantic import Field, field_validator, model_validator

from probatum.answers.task import Confidence, LintIgnore, TaskId
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import Many, StrictModel, refuse, show

_SHOWN: Final = "As exported; not read back."


class DecisionModel(StrictModel):
    """One reviewer's decision about one annotation."""

    reviewer: str = Field(min_length=1, max_length=200, description="Who decided; stands in the notes.")
    note: str = Field(default="", description="Why; stands in the notes.")
    accept: bool = Field(default=False, description="The spec is right as it is.")
    eval: dict[str, Any] | None = Field(default=None, description="The spec that takes the old one's place.")
    confidence: Confidence | None = Field(default=None, description="How sure one may be of the spec now.")
    subjective: bool | None = Field(default=None, description="Whether no deterministic spec can work.")
    gold_suspect: bool | None = Field(default=None, description="Whether the gold looks wrong.")
    lint_ignore: Many[LintIgnore] = Field(default=(), description="Traps to decline, added to the others.")
    add_positive_examples: Many[str] = Field(default=(), description="Right answers to add.")
    add_negative_examples: Many[str] = Field(default=(), description="Wrong answers to add.")
    remove_examples: Many[str] = Field(default=(), description="Examples to remove, word for word.")

    @field_validator("reviewer")
    @classmethod
    def _is_name(cls, reviewer: str) -> str:
        if not reviewer.strip() or not reviewer.isprintable():
            message = "The reviewer's name is blank, or holds characters that cannot be seen."
            raise refuse("review/no-name", message, "Write the name on one line.")
        return reviewer.strip()

    @model_validator(mode="after")
    def _agrees(self) -> DecisionModel:  # noqa: N804 - this kind is given the instance
        if not self.model_fields_set - {"reviewer", "note"} or not any(self._asked()):
            message = "The decision has a reviewer, and decides nothing."
            raise refuse("review/decides-nothing", message, 'Say what is decided, such as "accept": true.')
        for contradiction in self._contradictions():
            fix = "Decide for one of the two."
            raise refuse("review/contradiction", contradiction, fix)
        return self

    def _asked(self) -> Iterator[bool]:
        yield self.accept
        for flag in (self.eval, self.confidence, self.subjective, self.gold_suspect):
            yield flag is not None
        for added in (self.lint_ignore, self.add_positive_examples, self.add_negative_examples):
            yield bool(added)
        yield bool(self.remove_examples)

    def _contradictions(self) -> Iterator[str]:
        if self.accept and self.eval is not None:
            yield "The spec is accepted as it is, and replaced."
        if self.accept and self.confidence == "low":
            yield "The spec is accepted, and its confidence is low."
        right, wrong = set(self.add_positive_examples), set(self.add_negative_examples)
        if right & wrong:
            yield "An example is added as a right answer and as a wrong one."


class DecisionRow(StrictModel):
    """A row of a review, or only what of it is read back: a decision and what it was made about."""

    task_id: TaskId = Field(description="The task.")
    fingerprint: str = Field(description="Fingerprint of the spec that the reviewer saw.")
    digest: str | None = Field(default=None, description="Digest of the annotation that the reviewer saw.")
    decision: dict[str, Any] = Field(description="The decision; empty where nothing is decided.")
    reasons: Any = Field(default=None, description=_SHOWN)
    intent: Any = Field(default=None, description=_SHOWN)
    additional_instructions: Any = Field(default=None, description=_SHOWN)
    gold: Any = Field(default=None, description=_SHOWN)
    spec: Any = Field(default=None, description=_SHOWN)
    confidence: Any = Field(default=None, description=_SHOWN)
    subjective: Any = Field(default=None, description=_SHOWN)
    gold_suspect: Any = Field(default=None, description=_SHOWN)
    notes: Any = Field(default=None, description=_SHOWN)
    reviewed: Any = Field(default=None, description=_SHOWN)
    examples: Any = Field(default=None, description=_SHOWN)
    findings: Any = Field(default=None, description=_SHOWN)
    ignored: Any = Field(default=None, description=_SHOWN)
    repairs: Any = Field(default=None, description=_SHOWN)


def changes(row: Mapping[str, Any], decision: DecisionModel, on: date) -> dict[str, Any]:
    """Returns what an annotation gets by a decision that `objections` has nothing against.

    Args:
        row: The annotation, as it was read.
        decision: The decision.
        on: The day it is applied.

    Returns:
        The new values by their keys; what stays as it is is not among them.
    """
    given = {
        "eval": decision.eval,
        "confidence": decision.confidence,
        "subjective": decision.subjective,
        "gold_suspect": decision.gold_suspect,
    }
    new: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    declined = [{"code": one.code, "reason": one.reason} for one in decision.lint_ignore]
    if declined:
        new["lint_ignore"] = [*(row.get("lint_ignore") or ()), *declined]
    removed = set(decision.remove_examples)
    for key, added in (
        ("positive_examples", decision.add_positive_examples),
        ("negative_examples", decision.add_negative_examples),
    ):
        new[key] = [text for text in row.get(key) or () if text not in removed] + list(added)
    new["notes"] = _noted(row.get("notes") or "", decision, on)
    return {key: value for key, value in new.items() if value != row.get(key, _UNSAID.get(key))}


_UNSAID: Final[Mapping[str, object]] = {
    "subjective": False,
    "gold_suspect": False,
    "positive_examples": [],
    "negative_examples": [],
}
"""What a key that is left out means."""


def _noted(notes: str, decision: DecisionModel, on: date) -> str:
    """Returns the notes with a line about the decision; a note of several lines becomes one."""
    why = " ".join(decision.note.split())
    line = f"reviewed by {decision.reviewer}, {on.isoformat()}" + (f": {why}" if why else "")
    return f"{notes}\n{line}" if notes else line


def objections(row: Mapping[str, Any], decision: DecisionModel, place: Place) -> Iterator[Diagnostic]:
    """Yields why a decision cannot be applied to an annotation.

    Args:
        row: The annotation, as it was read.
        decision: The decision.
        place: Where the decision stands.
    """

    def fault(code: str, pointer: str, message: str, fix: str, value: object = None) -> Diagnostic:
        shown = "" if value is None else show(value)
        return Diagnostic(code, Severity.ERROR, Place(pointer=pointer), message, fix, shown).below(place)

    if decision.accept and row.get("confidence") == "low" and decision.confidence is None:
        message = "The confidence of the annotation is low, and the decision accepts it without another."
        yield fault("review/confidence-wanted", "/accept", message, 'Add "confidence": "medium" or "high".')
    declined = {one["code"] for one in row.get("lint_ignore") or ()}
    for position, one in enumerate(decision.lint_ignore):
        if one.code in declined:
            message, fix = "The trap is declined already.", "Leave it away."
            yield fault("review/already-there", f"/lint_ignore/{position}/code", message, fix, one.code)
        declined.add(one.code)
    there = [*(row.get("positive_examples") or ()), *(row.get("negative_examples") or ())]
    removed = set(decision.remove_examples)
    for position, text in enumerate(decision.remove_examples):
        if text not in there:
            message, fix = "The annotation has no such example.", "Copy it word for word."
            yield fault("review/no-such-example", f"/remove_examples/{position}", message, fix, text)
    seen = {text for text in there if text not in removed}
    for key in ("add_positive_examples", "add_negative_examples"):
        for position, text in enumerate(getattr(decision, key)):
            if text in seen:
                message, fix = "The annotation has this example already.", "Leave it away, or remove the old."
                yield fault("review/already-there", f"/{key}/{position}", message, fix, text)
            seen.add(text)
