"""What changed between two verdict files: rows paired by task and `answer_id`, streamed.

Rows are taken from both files in turn. Files in the same order need no memory; the more the orders differ,
the more rows wait for their partner. Rows without an `answer_id` are paired in the order in which they come.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError
from probatum.files import explain_unreadable, fail
from probatum.service.answer_files import AnswerFile
from probatum.service.answer_rows import AnswerRow, Identifier, RowReader
from probatum.service.score_tally import SHOWN
from probatum.service.verdict_rows import ReasonRow, VerdictRow, read_row

Key = tuple[str | None, str | None]

_DECODE: Final = msgspec.json.Decoder(VerdictRow).decode
_LONGEST_LINE: Final = 64 << 20


class Row(NamedTuple):
    """A row of a verdict file that waits for its partner; it is kept as it was written."""

    number: int
    line: int
    data: bytes


class Unpaired(NamedTuple):
    """A row that stands in one file only.

    Attributes:
        task_id: Its task; None where the answer file did not say.
        answer_id: Its answer; None where it has no identifier.
        line: The line of the verdict file that it stands on.
    """

    task_id: str | None
    answer_id: str | None
    line: int


@dataclass(frozen=True)
class Flip:
    """An answer whose outcome changed.

    Attributes:
        number: Which row of the new file it is, from 1.
        line: Which line of the new file it stands on.
        old: What was decided before.
        new: What is decided now.
        answer: Text of the answer, where an answer file was given and has it.
    """

    number: int
    line: int
    old: VerdictRow
    new: VerdictRow
    answer: str | None = None

    @property
    def direction(self) -> str:
        """Such as `verified -> refuted`."""
        return f"{self.old.outcome} -> {self.new.outcome}"

    @property
    def spec_changed(self) -> bool:
        """Whether another spec decided."""
        return self.old.spec != self.new.spec

    @property
    def rules_changed(self) -> bool:
        """Whether another version of the rules decided."""
        return self.old.rules_version != self.new.rules_version

    def to_dict(self) -> dict[str, Any]:
        """Returns the flip as JSON-ready values; of the reasons, those that decided."""
        found: dict[str, Any] = {"task_id": self.new.task_id, "answer_id": self.new.answer_id}
        for name, row in (("old", self.old), ("new", self.new)):
            reasons = msgspec.to_builtins(deciding(row))
            found[name] = {
                "outcome": row.outcome,
                "reasons": reasons,
                "spec": row.spec,
                "rules_version": row.rules_version,
            }
        found |= {"spec_changed": self.spec_changed, "rules_changed": self.rules_changed}
        if self.answer is not None:
            found["answer"] = self.answer
        return found


@dataclass
class VerdictDiff:
    """The differences of two verdict files.

    Attributes:
        paired: Rows that stand in both.
        directions: How many outcomes changed, by direction.
        flips: The first of them.
        spec_changed: Pairs decided by different specs, flipped or not.
        rules_changed: Pairs decided by different versions of the rules, flipped or not.
        only_old: Rows that stand in the old file only.
        only_new: Rows that stand in the new file only.
        first_only_old: The first of those of the old file.
        first_only_new: Likewise.
    """

    paired: int = 0
    directions: Counter[str] = field(default_factory=Counter)
    flips: list[Flip] = field(default_factory=list)
    spec_changed: int = 0
    rules_changed: int = 0
    only_old: int = 0
    only_new: int = 0
    first_only_old: list[Unpaired] = field(default_factory=list)
    first_only_new: list[Unpaired] = field(default_factory=list)

    @property
    def flipped(self) -> int:
        """How many outcomes changed."""
        return self.directions.total()

    def to_dict(self) -> dict[str, Any]:
        """Returns the differences as JSON-ready values."""
        return {
            "paired": self.paired,
            "flipped": self.flipped,
            "directions": dict(sorted(self.directions.items())),
            "flips": [flip.to_dict() for flip in self.flips],
            "spec_changed": self.spec_changed,
            "rules_changed": self.rules_changed,
            "only_old": {"rows": self.only_old, "first": [one._asdict() for one in self.first_only_old]},
            "only_new": {"rows": self.only_new, "first": [one._asdict() for one in self.first_only_new]},
        }


def deciding(row: VerdictRow) -> list[ReasonRow]:
    """Returns the reasons that decided: those that speak against the answer, or else all that were found."""
    return [reason for reason in row.reasons if reason.decides] or [
        reason for reason in row.reasons if reason.spans
    ]


def diff_verdicts(old: str, new: str, *, limit: int = 1000) -> VerdictDiff:
    """Compares two verdict files.

    Args:
        old: A verdict file.
        new: Another one of the same answers.
        limit: How many flips are kept; all are counted.

    Raises:
        DocumentError: A file cannot be read, or has rows that are no verdicts; it carries every fault.
    """
    result = VerdictDiff()
    olds, news = _Waiting(old), _Waiting(new)
    # The two files take turns, so that rows in the same order meet at once.
    for ours, theirs in zip_longest(olds.rows(), news.rows()):
        if ours is not None:
            olds.put(*ours)
        if theirs is not None:
            key, row = theirs
            partner = olds.take(key)
            if partner is None:
                news.put(key, row)
            else:
                _compare(result, partner, row, limit)
        if ours is not None and (late := news.take(ours[0])) is not None:
            partner = olds.take(ours[0])
            if partner is not None:
                _compare(result, partner, late, limit)
    faults = [*olds.faults, *news.faults]
    if faults:
        raise DocumentError(faults)
    result.only_old, result.first_only_old = olds.left()
    result.only_new, result.first_only_new = news.left()
    result.flips.sort(key=lambda flip: flip.number)
    return result


def with_answers(flips: Sequence[Flip], answers: AnswerFile, reader: RowReader) -> list[Flip]:
    """Returns flips with the text of their answers, as far as an answer file has them."""
    by_key = {
        _key(flip.new): position for position, flip in enumerate(flips) if flip.new.answer_id is not None
    }
    by_number = {flip.number: position for position, flip in enumerate(flips) if flip.new.answer_id is None}
    found = list(flips)
    number = 0
    for chunk, _ in answers.chunks():
        for row in chunk.rows(reader)[0]:
            number += 1
            if not isinstance(row, AnswerRow):
                continue
            key = (_text(row.task_id), _text(row.answer_id))
            position = by_number.get(number) if row.answer_id is None else by_key.get(key)
            if position is not None and _key(found[position].new) == key:
                found[position] = replace(found[position], answer=row.answer)
    return found


class _Waiting:
    """The rows of one file that have not met their partner."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._rows: dict[Key, deque[Row]] = {}
        self.faults: list[Diagnostic] = []

    def rows(self) -> Iterator[tuple[Key, Row]]:
        """Reads the file; a row that is no verdict is noted and passed over."""
        try:
            file = Path(self._path).open("rb")  # noqa: SIM115 - closed below
        except (OSError, ValueError) as error:
            explain_unreadable(self._path, error)
        with file:
            number = 0
            for line_number, line in enumerate(_lines(file, self._path), start=1):
                if line.isspace():
                    continue
                number += 1
                try:
                    row = read_row(line)
                except DocumentError as error:
                    self._note(line_number, error)
                    continue
                yield _key(row), Row(number, line_number, line)
            if not number:
                message, fix = "The file has no verdicts.", "Give a file that `probatum answers score` wrote."
                place = Place(self._path)
                self.faults.append(Diagnostic("verdicts/not-a-verdict", Severity.ERROR, place, message, fix))

    def put(self, key: Key, row: Row) -> None:
        """Lets a row wait."""
        self._rows.setdefault(key, deque()).append(row)

    def take(self, key: Key) -> Row | None:
        """Returns the row that has waited longest under a key, if there is one."""
        queue = self._rows.get(key)
        if not queue:
            return None
        row = queue.popleft()
        if not queue:
            del self._rows[key]
        return row

    def left(self) -> tuple[int, list[Unpaired]]:
        """Returns how many rows still wait, and the first of them."""
        rows = [Unpaired(*key, row.line) for key, queue in self._rows.items() for row in queue]
        return len(rows), sorted(rows, key=lambda row: row.line)[:SHOWN]

    def _note(self, line: int, error: DocumentError) -> None:
        if len(self.faults) < SHOWN:
            first = error.diagnostics[0]
            # The line was read as a whole document, of which it was the first line.
            message = first.message.replace("at line 1, column", "at column")
            place = first.place._replace(file=self._path, line=line)
            self.faults.append(first._replace(place=place, message=message))


def _lines(file: Any, path: str) -> Iterator[bytes]:
    try:
        while line := file.readline(_LONGEST_LINE + 1):
            if len(line) > _LONGEST_LINE:
                message = f"A line has more than {_LONGEST_LINE:,} bytes, which is the most that is read."
                fail("too-large", path, message, "Give a file that `probatum answers score` wrote.")
            yield line
    except IsADirectoryError:
        fail("not-a-file", path, "This is a directory, not a file.", "Name a verdict file inside it.")


def _compare(result: VerdictDiff, old_row: Row, new_row: Row, limit: int) -> None:
    result.paired += 1
    if old_row.data == new_row.data:
        return
    flip = Flip(new_row.number, new_row.line, _DECODE(old_row.data), _DECODE(new_row.data))
    result.spec_changed += flip.spec_changed
    result.rules_changed += flip.rules_changed
    if flip.old.outcome != flip.new.outcome:
        result.directions[flip.direction] += 1
        if len(result.flips) < limit:
            result.flips.append(flip)


def _key(row: VerdictRow) -> Key:
    return _text(row.task_id), _text(row.answer_id)


def _text(identifier: Identifier | None) -> str | None:
    return None if identifier is None else str(identifier)
