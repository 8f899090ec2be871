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


class VerdictRow(msgspec.Struct, omit_defaults=True, kw_only=True, gc=False):
    """A verdict on one answer, as it is written.

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


_ENCODE_INTO: Final = msgspec.json.Encoder().encode_into


def write_verdict(
    out: bytearray, task_id: Identifier | None, answer_id: Identifier | None, verdict: Verdict
) -> None:
    """Appends one line: the two identifiers, and what `Verdict.to_dict` has."""
    row = VerdictRow(
        task_id=task_id,
        answer_id=answer_id,
        outcome=verdict.outcome,
        reasons=[ReasonRow(*reason) for reason in verdict.reasons],
        spec=verdict.spec,
        rules_version=verdict.rules_version,
    )
    _ENCODE_INTO(row, out, -1)
    out += b"\n"


def error_verdict(code: str, detail: str) -> Verdict:
    """Returns the verdict on a row that no spec could be asked about."""
    return Verdict(Outcome.ERROR, (Reason(code, decides=True, detail=detail),), "", RULES_VERSION)
