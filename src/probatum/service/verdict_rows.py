"""One line of a verdict file: writing it fast, reading it strictly."""

from __future__ import annotations

from typing import Final

import msgspec

from probatum.answers.version import RULES_VERSION
from probatum.outcome import Outcome, Reason, Verdict
from probatum.service.answer_rows import Identifier


class ReasonRow(msgspec.Struct, omit_defaults=True, gc=False):
    """A reason as it is written: as `Reason.to_dict`, whose fields and order it has."""

    code: str
    verifier: str = ""
    decides: bool = False
    pointer: str = ""
    expected: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    detail: str = ""


class VerdictRow(msgspec.Struct, kw_only=True, gc=False):
    """A row of a verdict file, as it is read.

    Attributes:
        task_id: As the answer file had it; None where it could not be read.
        answer_id: As the answer file had it; left out where it had none.
        outcome: One of the four words.
        reasons: As in `Verdict`.
        spec: Fingerprint of the spec; empty where no spec was asked.
        rules_version: Version of the rules that decided.
    """

    task_id: int | str | None
    answer_id: int | str | None = None
    outcome: str
    reasons: list[ReasonRow]
    spec: str
    rules_version: int


class _Decision(msgspec.Struct, gc=False):
    """What a row says beside the two identifiers: as `Verdict.to_dict`, in its order."""

    outcome: str
    reasons: list[ReasonRow]
    spec: str
    rules_version: int


_ENCODE: Final = msgspec.json.Encoder().encode


def decision_text(verdict: Verdict) -> bytes:
    """Returns the part of a row that does not depend on whose answer it is, with its line feed."""
    decision = _Decision(
        verdict.outcome,
        [ReasonRow(*reason) for reason in verdict.reasons],
        verdict.spec,
        verdict.rules_version,
    )
    return b"," + _ENCODE(decision)[1:] + b"\n"


def row_text(task_id: Identifier | None, answer_id: Identifier | None, decision: bytes) -> bytes:
    """Returns one line of a verdict file."""
    if answer_id is None:
        return b'{"task_id":%b%b' % (_ENCODE(task_id), decision)
    return b'{"task_id":%b,"answer_id":%b%b' % (_ENCODE(task_id), _ENCODE(answer_id), decision)


def error_verdict(code: str, detail: str) -> Verdict:
    """Returns the verdict on a row that no spec could be asked about."""
    return Verdict(Outcome.ERROR, (Reason(code, decides=True, detail=detail),), "", RULES_VERSION)
