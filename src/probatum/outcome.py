"""The vocabulary of verdicts: four outcomes, and the reasons that led to one.

Every part of the product speaks these words. A verdict is a value: it can be compared, pickled and
written as JSON, and the same spec and answer give an equal one in every process.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

new_tuple: Final = tuple.__new__
"""Makes a named tuple in half the time of its own constructor, for the few that every answer needs."""


class Outcome(StrEnum):
    """What is known after verification.

    `inconclusive` is not a softer `refuted`: it says that nothing was decided. `error` is kept for the
    machinery; a fault of the machinery can never become one of the other three.
    """

    VERIFIED = "verified"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"
    ERROR = "error"


VERIFIED: Final = Outcome.VERIFIED
REFUTED: Final = Outcome.REFUTED
"""The two that are given for every answer: a name of a module is much faster to look up than a member."""


class Span(NamedTuple):
    """A half-open range of code points of the *original* answer, before any normalisation."""

    start: int
    end: int


class Reason(NamedTuple):
    """One thing a verifier found, or did not find.

    Attributes:
        code: A stable `snake_case` word that `probatum explain` knows, such as `entry_missing`.
        verifier: The kind that speaks, such as `string_match`; empty for the engine itself.
        decides: Whether this reason speaks against the answer (or, in a verdict that is
            `inconclusive`, keeps it from being decided). A verdict without such a reason is `verified`.
        pointer: JSON pointer, below `reference_answers`, to the part of the spec that was tested.
        expected: That part in the author's own words; numbers as decimal text.
        spans: Where in the original answer it was found; empty when it was not.
        detail: What was read instead, for people: the numbers of the reply, the text compared.
    """

    code: str
    verifier: str = ""
    decides: bool = False
    pointer: str = ""
    expected: str = ""
    spans: tuple[Span, ...] = ()
    detail: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Returns the reason as JSON-ready values, without the fields that are empty."""
        row: dict[str, Any] = {"code": self.code}
        if self.verifier:
            row["verifier"] = self.verifier
        if self.decides:
            row["decides"] = True
        if self.pointer:
            row["pointer"] = self.pointer
        if self.expected:
            row["expected"] = self.expected
        if self.spans:
            row["spans"] = [[span.start, span.end] for span in self.spans]
        if self.detail:
            row["detail"] = self.detail
        return row


class Verdict(NamedTuple):
    """The outcome of one verification, with its evidence.

    Attributes:
        outcome: One of the four words.
        reasons: What was found and what was not, in the order of the spec.
        spec: Fingerprint of the spec that decided.
        rules_version: Version of the rules that decided; a change that can alter a verdict raises it.
    """

    outcome: Outcome
    reasons: tuple[Reason, ...]
    spec: str
    rules_version: int

    @property
    def verified(self) -> bool:
        """True only for `verified`: `inconclusive` and `error` are not a pass."""
        return self.outcome is Outcome.VERIFIED

    def to_dict(self) -> dict[str, Any]:
        """Returns the verdict as JSON-ready values, as in a row of `probatum answers score`."""
        return {
            "outcome": self.outcome.value,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "spec": self.spec,
            "rules_version": self.rules_version,
        }
