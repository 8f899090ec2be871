"""What is counted while answers are scored, chunk by chunk, in memory that hardly grows with the rows."""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.outcome import Outcome
from probatum.service.answer_rows import Identifier

SHOWN: Final = 100
"""How many faults, unknown tasks and duplicates are told one by one; all are counted."""

OUTCOMES: Final = tuple(outcome.value for outcome in Outcome)
_POSITION: Final = {outcome: position for position, outcome in enumerate(Outcome)}
_KEYS_AT_ONCE: Final = 1 << 16


class Duplicate(NamedTuple):
    """Two lines that answer the same task under the same `answer_id`."""

    first: int
    line: int


class ChunkTally:
    """The counts of one chunk; lines count from 1 within it.

    Attributes:
        lines: How many lines the chunk has.
        tasks: For each task by its index: how many rows there are of each outcome, and, last, how many of
            them have no `answer_id`.
        bad: How many rows could not be read.
        unknown: How many rows are of an unknown task.
        faults: The first of the bad rows' faults.
        strangers: The first of the unknown tasks: line and identifier.
        keys: For each row with an `answer_id`, sorted: 64 bits of a digest of task and `answer_id`.
        key_lines: Their lines, in the same order.
    """

    __slots__ = ("_keyed", "bad", "faults", "key_lines", "keys", "lines", "strangers", "tasks", "unknown")

    def __init__(self) -> None:
        self.lines = 0
        self.tasks: dict[int, list[int]] = {}
        self.bad = 0
        self.unknown = 0
        self.faults: list[Diagnostic] = []
        self.strangers: list[tuple[int, str]] = []
        self.keys = array("Q")
        self.key_lines = array("I")
        # Key and line in one number each: they sort faster than pairs.
        self._keyed: list[int] = []

    def add_verdict(self, task: int, outcome: Outcome, *, identified: bool) -> None:
        """Counts a verdict on an answer to a task."""
        counts = self.tasks.get(task)
        if counts is None:
            counts = self.tasks[task] = [0] * (len(_POSITION) + 1)
        counts[_POSITION[outcome]] += 1
        if not identified:
            counts[-1] += 1

    def add_bad(self, fault: Diagnostic) -> None:
        """Counts a row that could not be read."""
        self.bad += 1
        if len(self.faults) < SHOWN:
            self.faults.append(fault)

    def add_unknown(self, line: int, task_id: Identifier) -> None:
        """Counts an answer to a task that is not there."""
        self.unknown += 1
        if len(self.strangers) < SHOWN:
            self.strangers.append((line, str(task_id)))

    def add_key(self, line: int, task_id: Identifier, answer_id: Identifier) -> None:
        """Notes that a line answers a task under an identifier."""
        task = str(task_id)
        # The length parts the two, so that no pair can look like another.
        text = f"{len(task)}:{task}{answer_id}"
        digest = blake2b(text.encode(), digest_size=8).digest()
        self._keyed.append(int.from_bytes(digest, "big") << 32 | line)

    def close(self, lines: int) -> None:
        """Ends the chunk: packs the keys."""
        self.lines = lines
        self._keyed.sort()
        self.keys = array("Q", [keyed >> 32 for keyed in self._keyed])
        self.key_lines = array("I", [keyed & 0xFFFFFFFF for keyed in self._keyed])
        self._keyed = []

    def to_record(self) -> dict[str, Any]:
        """Returns the counts as JSON-ready values, for the journal."""
        return {
            "lines": self.lines,
            "tasks": [[task, *counts] for task, counts in self.tasks.items()],
            "bad": self.bad,
            "unknown": self.unknown,
            "faults": [list(fault._replace(place=tuple(fault.place))) for fault in self.faults],  # type: ignore[arg-type]
            "strangers": self.strangers,
            "keys": b64encode(self.keys.tobytes()).decode(),
            "key_lines": b64encode(self.key_lines.tobytes()).decode(),
        }

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> ChunkTally:
        """Returns the counts that a record of the journal holds."""
        tally = cls()
        tally.lines = record["lines"]
        tally.tasks = {task: counts for task, *counts in record["tasks"]}
        tally.bad = record["bad"]
        tally.unknown = record["unknown"]
        tally.faults = [
            Diagnostic(code, Severity(severity), Place(*place), message, fix, value)
            for code, severity, place, message, fix, value in record["faults"]
        ]
        tally.strangers = [(line, task) for line, task in record["strangers"]]
        tally.keys = array("Q", b64decode(record["keys"]))
        tally.key_lines = array("I", b64decode(record["key_lines"]))
        return tally


class Tally:
    """The counts of everything scored so far; chunks are added in the order of the file.

    Attributes:
        rows: Rows written.
        lines: Lines read.
        tasks: As in `ChunkTally`.
        bad: Rows that could not be read.
        unknown: Rows of unknown tasks.
        faults: The first faults, with their lines in the file.
        strangers: The first unknown tasks: identifier, and the line on which each came first.
    """

    def __init__(self) -> None:
        self.rows = 0
        self.lines = 0
        self.tasks: dict[int, list[int]] = {}
        self.bad = 0
        self.unknown = 0
        self.faults: list[Diagnostic] = []
        self.strangers: dict[str, int] = {}
        self._keys: list[array[int]] = []
        self._key_lines: list[array[int]] = []
        self._starts: list[int] = []

    def add(self, chunk: ChunkTally) -> None:
        """Adds the next chunk."""
        for task, counts in chunk.tasks.items():
            there = self.tasks.setdefault(task, [0] * len(counts))
            self.tasks[task] = [mine + more for mine, more in zip(there, counts, strict=True)]
            self.rows += sum(counts[:-1])
        self.rows += chunk.bad + chunk.unknown
        self.bad += chunk.bad
        self.unknown += chunk.unknown
        self.faults += [self.placed(fault) for fault in chunk.faults[: SHOWN - len(self.faults)]]
        for line, task_id in chunk.strangers:
            if len(self.strangers) < SHOWN:
                self.strangers.setdefault(task_id, self.lines + line)
        if chunk.keys:
            self._keys.append(chunk.keys)
            self._key_lines.append(chunk.key_lines)
            self._starts.append(self.lines)
        self.lines += chunk.lines

    def duplicates(self) -> tuple[int, list[Duplicate]]:
        """Finds the lines that answer a task under an `answer_id` that stood before.

        Two different answers are taken for the same with a probability of rows squared over 2**65: one in
        thirty million for a million rows.

        Returns:
            How many there are, and the first of them.
        """
        total = 0
        found: list[Duplicate] = []
        for part in self._parts():
            if len({key for key, _ in part}) == len(part):
                continue
            first: dict[int, int] = {}
            for key, line in sorted(part):
                if key in first:
                    total += 1
                    found.append(Duplicate(first[key], line))
                else:
                    first[key] = line
            found = sorted(found, key=lambda duplicate: duplicate.line)[:SHOWN]
        return total, found

    def several_answers(self) -> int:
        """Returns how many tasks have several answers that no `answer_id` tells apart."""
        return sum(counts[-1] > 1 for counts in self.tasks.values())

    def outcomes(self) -> Counter[str]:
        """Returns how many rows there are of each outcome."""
        found: Counter[str] = Counter(dict.fromkeys(OUTCOMES, 0))
        for counts in self.tasks.values():
            found.update(dict(zip(OUTCOMES, counts, strict=False)))
        found[Outcome.ERROR.value] += self.bad + self.unknown
        return found

    def placed(self, fault: Diagnostic) -> Diagnostic:
        """Gives a fault its line in the file; one that stands in a file of its own has line 0."""
        place = fault.place
        return fault._replace(place=place._replace(line=self.lines + place.line)) if place.line else fault

    def _parts(self) -> Iterator[list[tuple[int, int]]]:
        """Yields the keys with their lines, cut by value, so that only a part is unpacked at a time."""
        count = sum(map(len, self._keys))
        step = (1 << 64) // (count // _KEYS_AT_ONCE + 1) + 1
        for low in range(0, 1 << 64, step):
            part: list[tuple[int, int]] = []
            for keys, lines, start in zip(self._keys, self._key_lines, self._starts, strict=True):
                begin = bisect_left(keys, low)
                end = bisect_left(keys, low + step, lo=begin)
                part += zip(keys[begin:end], (start + line for line in lines[begin:end]), strict=True)
            yield part
