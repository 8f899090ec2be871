"""One line of a verdict file: writing it fast, reading it strictly."""

from __future__ import annotations

import re
from typing import Final, NoReturn

import msgspec

from probatum.answers.version import RULES_VERSION
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import clip, join_pointer, parse_json
from probatum.errors import DocumentError
from probatum.outcome import Outcome, Reason, Verdict
from probatum.service.answer_rows import Identifier


class ReasonRow(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A reason as it is written: as `Reason.to_dict`, whose fields and order it has."""

    code: str
    verifier: str = ""
    decides: bool = False
    pointer: str = ""
    expected: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    detail: str = ""


class VerdictRow(msgspec.Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
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
_DECODE: Final = msgspec.json.Decoder(VerdictRow).decode
_OUTCOMES: Final = frozenset(Outcome)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")

_UNKNOWN: Final = re.compile(r"unknown field `(.*)`", re.DOTALL)


class VerdictRowError(DocumentError):
    """A line of a verdict file that is no verdict; the place in its one diagnostic is that in the line."""


def read_row(line: bytes) -> VerdictRow:
    """Reads one line of a verdict file, strictly.

    Raises:
        DocumentError: It is no JSON, or has a key twice.
        VerdictRowError: It is no row that `row_text` could have written.
    """
    try:
        row = _DECODE(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        parse_json(line, "")
        message, _, path = str(error).partition(" - at `$")
        steps = [key or index for key, index in _STEP.findall(path.removesuffix("`"))]
        if (unknown := _UNKNOWN.search(message)) is not None:
            steps.append(unknown[1])
        _refuse(f"{clip(message, 200)}.", join_pointer(steps))
    if row.outcome not in _OUTCOMES:
        _refuse(f"`{clip(row.outcome)}` is no outcome.", "/outcome")
    for number, reason in enumerate(row.reasons):
        for position, (start, end) in enumerate(reason.spans):
            if not 0 <= start <= end:
                pointer = f"/reasons/{number}/spans/{position}"
                _refuse(f"The span from {start} to {end} is none of a text.", pointer)
    if _ENCODE(row) != line.rstrip(b"\r\n"):
        # Written otherwise than it is here: then a key may stand twice, which the decoder does not see.
        parse_json(line, "")
    return row


def _refuse(message: str, pointer: str) -> NoReturn:
    fix = "Give a file that `probatum answers score` wrote."
    place = Place(pointer=pointer)
    message = f"The line is no verdict: {message}"
    raise VerdictRowError([Diagnostic("verdicts/not-a-verdict", Severity.ERROR, place, message, fix)])


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
