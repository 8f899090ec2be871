"""The engine on single answers: verdict alone and with evidence, by kind of verifier."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final

from benchmarks.corpus import Corpus, Sample, corpora
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.timing import Spread, Timing, compare

BASELINE: Final = "`gold in answer.casefold()`, the gold folded beforehand"
VERDICT: Final = "verdict only"
EVIDENCE: Final = "with evidence"
ALL: Final = "all answers"
PLAIN: Final = "plain ASCII"
OTHER: Final = "other"

REACH: Final = {
    ("string_match", VERDICT, ALL): 50.0,
    ("string_match", VERDICT, PLAIN): 25.0,
    ("string_match", EVIDENCE, ALL): 80.0,
    ("list_match", EVIDENCE, ALL): 80.0,
    ("number_match", VERDICT, ALL): 80.0,
}
SETS: Final[dict[str, Callable[[Sample], bool]]] = {
    ALL: lambda sample: True,
    PLAIN: lambda sample: sample.is_plain,
    OTHER: lambda sample: not sample.is_plain,
}


def run(scale: Scale) -> list[Section]:
    """Measures the engine on each corpus; goals are set for the first."""
    return [
        measure(corpus, scale, REACH if position == 0 else {}) for position, corpus in enumerate(corpora())
    ]


def measure(corpus: Corpus, scale: Scale, reach: dict[tuple[str, str, str], float]) -> Section:
    """Measures the engine on one corpus."""
    kinds: dict[str, list[Sample]] = defaultdict(list)
    for sample in corpus.samples:
        kinds[sample.kind].append(sample)
    rows: list[Row] = []
    for name, belongs in SETS.items():
        timed: dict[str, dict[str, Timing]] = {}
        for kind, members in sorted(kinds.items()):
            samples = [sample for sample in members if belongs(sample)]
            if samples:
                timed[kind] = _time(samples, scale)
                rows += _rows(kind, name, len(samples), timed[kind], reach)
        rows += _means(name, timed)
    about = (
        f"{corpus.about}. `{VERDICT}` is `AnswerVerifier.outcome`, `{EVIDENCE}` is `.verify`. {PLAIN}: one "
        "line without markup; beyond ASCII the baseline itself is several times slower, so ratios fall. The "
        "mean is over kinds, each kind counting alike."
    )
    return Section(f"One answer: the {corpus.name} corpus", about, BASELINE, rows)


def _time(samples: Sequence[Sample], scale: Scale) -> dict[str, Timing]:
    golds = [(sample.gold, sample.answer) for sample in samples]
    outcomes = [(sample.verifier.outcome, sample.answer) for sample in samples]
    verdicts = [(sample.verifier.verify, sample.answer) for sample in samples]

    def look() -> None:
        for gold, answer in golds:
            gold in answer.casefold()  # noqa: B015 - what is timed

    def decide() -> None:
        for outcome, answer in outcomes:
            outcome(answer)

    def explain() -> None:
        for verify, answer in verdicts:
            verify(answer)

    ways = {VERDICT: decide, EVIDENCE: explain}
    return compare(look, ways, rounds=scale.rounds, round_seconds=scale.round_seconds)


def _rows(
    kind: str,
    name: str,
    count: int,
    timings: dict[str, Timing],
    reach: dict[tuple[str, str, str], float],
) -> list[Row]:
    return [
        Row(
            f"{kind}, {mode}, {name}",
            duration(timings[mode].seconds.median / count),
            timings[mode].ratio,
            reach.get((kind, mode, name)),
            f"{count} answers; baseline {duration(timings[''].seconds.median / count)}",
        )
        for mode in (VERDICT, EVIDENCE)
    ]


def _means(name: str, timed: dict[str, dict[str, Timing]]) -> list[Row]:
    """Returns the mean over the kinds that decide by themselves, round by round."""
    single = [timings for kind, timings in timed.items() if " + " not in kind and kind != "llm_judge"]
    if not single:
        return []
    rows = []
    for mode in (VERDICT, EVIDENCE):
        rounds = zip(*(timings[mode].ratios for timings in single), strict=True)
        means = [sum(ratios) / len(ratios) for ratios in rounds]
        rows.append(Row(f"mean over {len(single)} kinds, {mode}, {name}", "", Spread.of(means)))
    return rows
