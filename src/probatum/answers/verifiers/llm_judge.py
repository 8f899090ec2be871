"""`llm_judge`: the last resort, for a gold that no deterministic verifier can check (ANS-E1, E2).

Nothing here asks a model. Without a configured judge the verdict is `inconclusive` with the reason
`judge_required`, never a pass and never a fail.
"""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from probatum.answers.reply import Reply
from probatum.answers.verifiers._kind import Kind, Reading, shorten
from probatum.documents import Many, StrictModel
from probatum.outcome import Outcome, Reason


class JudgePart(StrictModel):
    """What `reference_answers` may hold beside a judge: the gold it would judge by."""

    fuzzy_match: Many[str] | str | None = Field(default=None, description="The gold, kept for the judge.")


class FuzzyMatchPart(StrictModel):
    """The key of `reference_answers` that belongs to `fuzzy_match`."""

    fuzzy_match: Many[str] | str = Field(description="The gold that a judge compares the reply with.")


class Judge:
    """A verifier that only a judge could carry out."""

    kind: ClassVar[str] = "llm_judge"
    demands = True

    def __init__(self, golds: tuple[str, ...]) -> None:
        self.golds = golds

    def outcome(self, reply: Reply) -> Outcome:
        """Returns `inconclusive`."""
        return Outcome.INCONCLUSIVE

    def reasons(self, reply: Reply) -> list[Reason]:
        """Returns the reason `judge_required`, with the gold as the claim to be judged."""
        claim = shorten(" | ".join(self.golds), 400)
        return [Reason("judge_required", self.kind, True, "", claim)]


def _build(part: JudgePart | FuzzyMatchPart, reading: Reading) -> Judge:
    given = part.fuzzy_match
    golds = () if given is None else (given,) if isinstance(given, str) else tuple(given)
    for position, gold in enumerate(golds):
        reading.check_script(gold, "/fuzzy_match" if isinstance(given, str) else f"/fuzzy_match/{position}")
    return Judge(golds)


KIND = Kind("llm_judge", JudgePart, _build, "A model compares the reply with the gold; the last resort.")
FUZZY_KIND = Kind("fuzzy_match", FuzzyMatchPart, _build, "The gold of an existing file; a judge is needed.")
