"""`exact_match` as an eval type of existing task files: the whole reply equals an entry (ANS-E2)."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from probatum.answers.entries import Entry
from probatum.answers.reply import Reply
from probatum.answers.verifiers._kind import Kind, Reading
from probatum.answers.verifiers.string_match import compare_whole, read_exact
from probatum.documents import Many, StrictModel
from probatum.outcome import Outcome, Reason


class ExactMatchPart(StrictModel):
    """The key of `reference_answers` that belongs to `exact_match`."""

    exact_match: Many[str] | str = Field(description="Entries of which the whole reply must equal one.")


class ExactMatch:
    """A compiled `exact_match`."""

    kind: ClassVar[str] = "exact_match"
    demands = True

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self._entries = entries

    def outcome(self, reply: Reply) -> Outcome:
        """Returns the outcome without evidence."""
        equal = any(entry.equals(reply.full) for entry in self._entries)
        return Outcome.VERIFIED if equal else Outcome.REFUTED

    def reasons(self, reply: Reply) -> list[Reason]:
        """Returns the one reason: which entry equals the reply, or what the reply was."""
        return [compare_whole(self.kind, self._entries, reply.full)]


def _build(part: ExactMatchPart, reading: Reading) -> ExactMatch | None:
    entries = read_exact(part.exact_match, reading)
    if not entries:
        reading.report(
            "answer/checks-nothing",
            "/exact_match",
            "No entry is given.",
            "Add the text that the reply must equal.",
            value=part.exact_match,
        )
        return None
    if any(entry is None for entry in entries):
        return None
    return ExactMatch(tuple(entry for entry in entries if entry))


KIND = Kind("exact_match", ExactMatchPart, _build, "The whole reply equals an entry.")
