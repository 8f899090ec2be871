"""The answer verifier: a compiled spec that turns a reply into a verdict (ANS-E1, E5, F1 to F4)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final

from probatum.answers.reply import Reply
from probatum.answers.spec import read_spec
from probatum.answers.version import RULES_VERSION
from probatum.diagnostics import Diagnostic, Place
from probatum.errors import ProbatumError
from probatum.outcome import REFUTED, VERIFIED, Outcome, Reason, Verdict, new_tuple

MAX_ANSWER_BYTES: Final = 4 << 20
"""Default for the largest answer that is examined, in bytes of UTF-8."""

_decides: Final = attrgetter("decides")


class AnswerTypeError(ProbatumError, TypeError):
    """An answer that is not text: bad input, not a wrong answer."""


class AnswerVerifier:
    """A spec, ready to verify replies. Immutable: threads may share it, and it can be pickled."""

    __slots__ = (
        "_fingerprint",
        "_intent",
        "_judge",
        "_language",
        "_max_bytes",
        "_published",
        "_source",
        "_surely_small",
        "_verifiers",
        "_warnings",
    )

    def __init__(
        self,
        spec: Mapping[str, Any],
        *,
        intent: str | None = None,
        place: Place = Place(),  # noqa: B008 - an immutable value
        published: bool = False,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
    ) -> None:
        read = read_spec(spec, place, published=published)
        self._source = read.source
        self._published = published
        self._max_bytes = max_answer_bytes
        # No character takes more than four bytes: an answer of so many is small enough without counting.
        self._surely_small = max_answer_bytes // 4
        self._verifiers = read.verifiers
        self._judge = read.judge
        self._fingerprint = read.fingerprint
        self._language = read.language
        self._warnings = read.warnings
        self._intent = intent

    @property
    def spec(self) -> dict[str, Any]:
        """A copy of the object that was compiled, as it was given."""
        return copy.deepcopy(self._source)

    @property
    def fingerprint(self) -> str:
        """Digest of what decides; it stands in every verdict."""
        return self._fingerprint

    @property
    def language(self) -> str:
        """Language of the gold, in which words are read: `en` for a spec whose language is `en-GB`."""
        return self._language

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What in the spec was read leniently, or deserves a second look."""
        return self._warnings

    @property
    def intent(self) -> str | None:
        """What the agent was asked, if known."""
        return self._intent

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of verifiers that decide, in the author's order, the judge last."""
        names = tuple(verifier.kind for verifier in self._verifiers)
        return names if self._judge is None else (*names, self._judge.kind)

    def verify(self, answer: str | None) -> Verdict:
        """Verifies a reply.

        All deterministic verifiers must agree (ANS-E5), and all of them speak, so that the reasons show
        everything that was wrong. What is left to a judge is mentioned only when they have passed.

        Args:
            answer: The reply as the agent wrote it; None for one that was never given.

        Returns:
            The verdict. A missing or over-size answer is `inconclusive`, a blank one `refuted`.

        Raises:
            AnswerTypeError: The answer is neither text nor None.
        """
        if type(answer) is not str or len(answer) > self._surely_small:
            early = self._unreadable(answer)
            if early is not None or answer is None:
                return early or self._early(Outcome.INCONCLUSIVE, "answer_missing")
        reply = Reply(answer, self._language)
        if reply.is_blank:
            return self._early(Outcome.REFUTED, "answer_empty")
        reasons: list[Reason] = []
        for verifier in self._verifiers:
            reasons += verifier.reasons(reply)
        outcome = REFUTED if any(map(_decides, reasons)) else VERIFIED
        if self._judge is not None and outcome is VERIFIED:
            outcome = Outcome.INCONCLUSIVE
            reasons += self._judge.reasons(reply)
        return new_tuple(Verdict, (outcome, tuple(reasons), self._fingerprint, RULES_VERSION))

    def outcome(self, answer: str | None) -> Outcome:
        """Returns the outcome of `verify` without its evidence, faster."""
        if type(answer) is not str or len(answer) > self._surely_small:
            early = self._unreadable(answer)
            if early is not None or answer is None:
                return early.outcome if early else Outcome.INCONCLUSIVE
        reply = Reply(answer, self._language)
        if reply.is_blank:
            return Outcome.REFUTED
        for verifier in self._verifiers:
            if verifier.outcome(reply) is REFUTED:
                return REFUTED
        return VERIFIED if self._judge is None else Outcome.INCONCLUSIVE

    def _unreadable(self, answer: object) -> Verdict | None:
        """Returns the verdict on an answer that cannot be examined, or None for one that can."""
        if answer is None:
            return self._early(Outcome.INCONCLUSIVE, "answer_missing")
        if not isinstance(answer, str):
            kind = type(answer).__name__
            raise AnswerTypeError(
                f"an answer is text or None, this one is of type {kind}; pass str(answer) if that is meant"
            )
        if len(answer) > self._surely_small:
            size = len(answer.encode("utf-8", "surrogatepass"))
            if size > self._max_bytes:
                detail = f"{size} bytes, {self._max_bytes} are examined"
                return self._early(Outcome.INCONCLUSIVE, "answer_too_large", detail)
        return None

    def _early(self, outcome: Outcome, code: str, detail: str = "") -> Verdict:
        return Verdict(
            outcome, (Reason(code, decides=True, detail=detail),), self._fingerprint, RULES_VERSION
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._source, self._intent, self._published, self._max_bytes)

    def __repr__(self) -> str:
        return f"AnswerVerifier({', '.join(self.kinds)}; {self._fingerprint[:19]})"


def _restore(spec: Mapping[str, Any], intent: str | None, published: bool, limit: int) -> AnswerVerifier:
    return AnswerVerifier(spec, intent=intent, published=published, max_answer_bytes=limit)


def compile_spec(
    spec: Mapping[str, Any], *, intent: str | None = None, max_answer_bytes: int = MAX_ANSWER_BYTES
) -> AnswerVerifier:
    """Compiles a spec: the object that stands under `eval` of a task.

    Args:
        spec: `{"eval_types": [...], "reference_answers": {...}, "language": "en"}`.
        intent: What the agent was asked; kept for a judge and for evidence.
        max_answer_bytes: Largest answer that is examined, in bytes of UTF-8.

    Returns:
        A verifier that can be shared between threads and pickled.

    Raises:
        SpecError: The spec is faulty; it carries every fault with its JSON pointer and a fix.
    """
    return AnswerVerifier(spec, intent=intent, max_answer_bytes=max_answer_bytes)
