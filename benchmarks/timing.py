"""Times two or more ways of doing a thing in turns, so that what else the machine does hits all of them.

Inside one process the clock counts the processor time of that process: time in which another process had
the processor is nobody's cost. Whole programs are timed by the clock on the wall, see `programs`.
"""

from __future__ import annotations

import gc
import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

ROUND_SECONDS = 0.004
"""How long one way runs in one round: short, so that a disturbance spoils few rounds."""

Work = Callable[[], object]


class Spread(NamedTuple):
    """Median, smallest and largest of several rounds."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: list[float]) -> Spread:
        return cls(median(values), min(values), max(values))


class Timing(NamedTuple):
    """What one way of doing a thing cost, round by round.

    Attributes:
        rounds: Seconds of one call.
        ratios: To the baseline of the same round.
    """

    rounds: list[float]
    ratios: list[float]

    @property
    def seconds(self) -> Spread:
        return Spread.of(self.rounds)

    @property
    def ratio(self) -> Spread:
        return Spread.of(self.ratios)


def compare(
    baseline: Work, ways: Mapping[str, Work], *, rounds: int, round_seconds: float = ROUND_SECONDS
) -> dict[str, Timing]:
    """Times a baseline and other ways in interleaved rounds.

    Args:
        baseline: What the others are compared with.
        ways: The others, by name.
        rounds: How many rounds.
        round_seconds: About how long each runs in each round; each runs at least once.

    Returns:
        The cost of each way; the baseline's own under the empty name.
    """
    works: dict[str, Work] = {"": baseline, **ways}
    repeats = {name: _repeats(work, round_seconds) for name, work in works.items()}
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        # What is alive is kept out of the collector's sight; what a round makes is collected as in real use.
        gc.collect()
        gc.freeze()
        for name, work in works.items():
            seconds[name].append(_time(work, repeats[name]) / repeats[name])
    gc.unfreeze()
    return {
        name: Timing(taken, [mine / base for mine, base in zip(taken, seconds[""], strict=True)])
        for name, taken in seconds.items()
    }


def _repeats(work: Work, round_seconds: float) -> int:
    taken = min(_time(work, 1) for _ in range(3)) if _time(work, 1) < round_seconds else round_seconds
    return max(1, round(round_seconds / max(taken, 1e-9)))


def _time(work: Work, repeats: int) -> float:
    begin = process_time()
    for _ in range(repeats):
        work()
    return process_time() - begin


def exponent(sizes: Sequence[int], costs: Sequence[float]) -> float:
    """Returns the exponent of the power law that fits best: the slope in logarithms, by least squares."""
    x = [math.log(size) for size in sizes]
    y = [math.log(cost) for cost in costs]
    x_mean, y_mean = sum(x) / len(x), sum(y) / len(y)
    return sum((a - x_mean) * (b - y_mean) for a, b in zip(x, y, strict=True)) / sum(
        (a - x_mean) ** 2 for a in x
    )
