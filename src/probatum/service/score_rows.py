"""Scoring one chunk of answers: rows in, lines of verdicts and their counts out. It runs in any process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from probatum.answers.verifier import AnswerVerifier
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError
from probatum.outcome import Outcome
from probatum.service.answer_chunks import Chunk
from probatum.service.answer_rows import AnswerRow, BadRow, Identifier, RowReader
from probatum.service.score_tally import ChunkTally
from probatum.service.verdict_rows import decision_text, error_verdict, row_text

_MOST_KEPT: Final = 1 << 13
_LONGEST_KEPT: Final = 500


class Rows(NamedTuple):
    """What became of one chunk: its lines of verdicts, and the counts."""

    data: bytes
    tally: ChunkTally


class UnscorableRowError(DocumentError):
    """A row could not be scored, and scoring was asked to stop there. Its line counts within the chunk."""


class Scorer:
    """The compiled specs of a benchmark and the reader of one answer file.

    Args:
        verifiers: Task identifiers, as text, with their specs, in the order of the task file.
        name: Display name of the answer file.
        mapping: As in `RowReader`.
        strict: Whether scoring stops at a row that cannot be scored.
    """

    def __init__(
        self,
        verifiers: Sequence[tuple[str, AnswerVerifier]],
        name: str,
        mapping: Mapping[str, str],
        *,
        strict: bool = False,
    ) -> None:
        self.reader: Final = RowReader(name, mapping)
        self._arguments = (tuple(verifiers), name, dict(mapping))
        self._strict = strict
        # A verdict depends on nothing but spec and answer, and short answers come again and again.
        self._decided: dict[tuple[int, str | None], tuple[Outcome, bytes]] = {}
        self._tasks: dict[Identifier, tuple[int, AnswerVerifier]] = {}
        for index, (task_id, verifier) in enumerate(verifiers):
            for key in _spellings(task_id):
                self._tasks[key] = (index, verifier)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Scorer, strict=self._strict), self._arguments

    def score(self, chunk: Chunk) -> Rows:
        """Scores the rows of a chunk.

        Raises:
            UnscorableRowError: A row cannot be scored, and scoring is strict.
            FileChangedError: The file is not the one it was.
        """
        rows, lines = chunk.rows(self.reader)
        out = bytearray()
        tally = ChunkTally()
        for row in rows:
            if isinstance(row, BadRow):
                self._write_bad(out, tally, row)
            elif (task := self._tasks.get(row.task_id)) is None:
                self._write_unknown(out, tally, row)
            else:
                self._write(out, tally, row, *task)
        tally.close(lines)
        return Rows(bytes(out), tally)

    def _write(
        self, out: bytearray, tally: ChunkTally, row: AnswerRow, index: int, verifier: AnswerVerifier
    ) -> None:
        line, task_id, answer, answer_id = row
        known = self._decided.get((index, answer))
        if known is None:
            known = self._decide(row, verifier)
            if answer is not None and len(answer) <= _LONGEST_KEPT:
                if len(self._decided) >= _MOST_KEPT:
                    self._decided.clear()
                self._decided[index, answer] = known
        outcome, decision = known
        out += row_text(task_id, answer_id, decision)
        tally.add_verdict(index, outcome, identified=answer_id is not None)
        if answer_id is not None:
            tally.add_key(line, task_id, answer_id)

    def _decide(self, row: AnswerRow, verifier: AnswerVerifier) -> tuple[Outcome, bytes]:
        try:
            verdict = verifier.verify(row.answer)
        except Exception as error:
            # It is a fault of the machinery, so it may not become a verdict; but say where it was.
            which = "" if row.answer_id is None else f", answer {row.answer_id!r}"
            error.add_note(f"It was on an answer to task {row.task_id!r}{which}.")
            raise
        return verdict.outcome, decision_text(verdict)

    def _write_bad(self, out: bytearray, tally: ChunkTally, row: BadRow) -> None:
        if self._strict:
            raise UnscorableRowError([row.fault])
        tally.add_bad(row.fault)
        detail = f"{row.fault.code}: {row.fault.message}"
        out += row_text(row.task_id, row.answer_id, decision_text(error_verdict("row_unreadable", detail)))

    def _write_unknown(self, out: bytearray, tally: ChunkTally, row: AnswerRow) -> None:
        if self._strict:
            raise UnscorableRowError([unknown_task(self.reader.name, row.line, str(row.task_id))])
        tally.add_unknown(row.line, row.task_id)
        out += row_text(row.task_id, row.answer_id, decision_text(error_verdict("task_unknown", "")))
        if row.answer_id is not None:
            tally.add_key(row.line, row.task_id, row.answer_id)


def unknown_task(name: str, line: int, task_id: str) -> Diagnostic:
    """Returns the diagnostic for an answer to a task that is not in the task file."""
    return Diagnostic(
        "answers/unknown-task",
        Severity.ERROR,
        Place(name, line, task=task_id),
        "There is no such task in the task file.",
        "Score it with the task file it belongs to, or correct its task_id.",
    )


def _spellings(task_id: str) -> Iterable[Identifier]:
    """Yields a task's identifier as text and, where it is a number, as one: 7 and "7" are the same."""
    yield task_id
    digits = task_id.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 100 and str(int(task_id)) == task_id:
        yield int(task_id)
