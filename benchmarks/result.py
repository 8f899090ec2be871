"""What a benchmark hands back: sections of rows, each a ratio to a named baseline."""

from __future__ import annotations

from typing import NamedTuple

from benchmarks.timing import Spread


class Row(NamedTuple):
    """One thing that was measured.

    Attributes:
        what: The thing.
        cost: Its cost as people read it, such as `4.1 µs`.
        ratio: To the baseline; None where it was not measured (then `note` says why) or is no ratio.
        reach: The ratio wanted, at most; None where none was set.
        note: What a reader should know about the figure.
    """

    what: str
    cost: str = ""
    ratio: Spread | None = None
    reach: float | None = None
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether the median is within what was wanted; None where nothing can be said."""
        return None if self.reach is None or self.ratio is None else self.ratio.median <= self.reach


class Section(NamedTuple):
    """The rows that share a baseline.

    Attributes:
        title: What the rows are about.
        about: How it was measured, one paragraph.
        baseline: What the ratios are to.
        rows: What was measured.
        unit: What the column of ratios holds.
    """

    title: str
    about: str
    baseline: str
    rows: list[Row]
    unit: str = "ratio"


class Scale(NamedTuple):
    """How much to measure.

    Attributes:
        rounds: Interleaved rounds of short things.
        round_seconds: How long each way runs in a round.
        rows: Rows of the answer file that `answers score` gets.
        runs: Whole runs of programs that take long.
        megabyte: Size of the large answers, in characters.
        tasks: Size of the largest task file.
        entries: Size of the largest spec.
    """

    rounds: int = 101
    round_seconds: float = 0.004
    rows: int = 1_000_000
    runs: int = 3
    megabyte: int = 1 << 20
    tasks: int = 4000
    entries: int = 300


QUICK = Scale(rounds=11, round_seconds=0.004, rows=100_000, runs=1, megabyte=1 << 18, tasks=1000)


def duration(seconds: float) -> str:
    """Returns a duration as people read it: 4.1 µs, 12 ms, 3.2 s."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
