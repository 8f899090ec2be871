"""The benchmarks run, on tiny sizes; what they measure is nobody's business here."""

from __future__ import annotations

import math
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import timewarp_labels
from benchmarks.__main__ import NAMES, main
from benchmarks.corpus import ROOT, Corpus, annotated, examples, gold_of
from benchmarks.page import page
from benchmarks.peers import SENTENCES, Peers
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.timewarp_labels import Agreement
from benchmarks.timing import Spread, compare, exponent
from probatum import load_tasks

TINY = Scale(rounds=1, round_seconds=0.0, rows=300, runs=1, megabyte=2000, tasks=60, entries=20)


@pytest.mark.parametrize("name", NAMES)
def test_each_benchmark_runs_and_its_rows_say_what_they_are(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = examples()
    one_a_kind = {sample.kind: sample for sample in small.samples}
    monkeypatch.setattr(
        "benchmarks.engine.corpora", lambda: [Corpus(small.name, small.about, list(one_a_kind.values()))]
    )
    monkeypatch.setattr("benchmarks.peers.INTERPRETER", Path("/nowhere/python"))
    sections: list[Section] = import_module(f"benchmarks.{name}").run(TINY)
    assert sections
    for section in sections:
        assert section.rows
        assert section.baseline
        for row in section.rows:
            assert row.what
            assert row.ratio or row.note, f"{row.what} has neither a ratio nor a word why not"
            assert row.ratio is None or row.ratio.low <= row.ratio.median <= row.ratio.high
    assert str(ROOT.parent) not in page(sections)


def test_a_peer_that_is_missing_is_a_row_and_no_failure() -> None:
    peers = Peers(SENTENCES, 0.0, Path("/nowhere/python"))
    assert ".venv-peers" in next(iter(peers.missing.values()))
    assert peers.round() == {}
    peers.close()


def test_the_program_of_the_peers_says_what_it_lacks(tmp_path: Path) -> None:
    import sys

    peers = Peers(SENTENCES, 0.0, Path(sys.executable))
    assert "inspect-ai" in peers.missing
    assert "browsergym-timewarp" in peers.missing
    assert "rapidfuzz" in peers.versions
    first = peers.round()
    assert set(first) == set(SENTENCES)
    assert all(set(ways) == {"", "rapidfuzz, partial_ratio"} for ways in first.values())
    peers.close()


def test_a_program_of_the_peers_that_dies_is_a_row_too() -> None:
    peers = Peers(SENTENCES, 0.0, Path("/bin/false"))
    assert "exit code 1" in peers.missing["all"]
    assert peers.round() == {}


def test_every_task_of_the_examples_has_a_gold_to_look_for() -> None:
    for task in load_tasks("examples/tasks.json", "examples/annotations.jsonl"):
        assert gold_of(task).strip()
    assert {sample.kind for sample in annotated().samples} >= {"string_match", "number_match", "list_match"}


def test_rounds_are_interleaved_and_ratios_are_to_the_same_round() -> None:
    order: list[str] = []
    timings = compare(
        lambda: order.append("base"), {"way": lambda: order.append("way")}, rounds=3, round_seconds=0.0
    )
    assert order[-6:] == ["base", "way"] * 3
    assert timings[""].ratios == [1.0] * 3
    assert timings["way"].ratios == [
        mine / base for mine, base in zip(timings["way"].rounds, timings[""].rounds, strict=True)
    ]


def test_the_exponent_is_that_of_the_power_law() -> None:
    sizes = [100, 316, 1000]
    assert math.isclose(exponent(sizes, [3 * size**1.5 for size in sizes]), 1.5)
    assert math.isclose(exponent(sizes, [7.0 * size for size in sizes]), 1.0)


def test_a_goal_is_held_against_the_median() -> None:
    assert Row("a", ratio=Spread(49, 40, 90), reach=50).reached is True
    assert Row("a", ratio=Spread(51, 40, 90), reach=50).reached is False
    assert Row("a", ratio=None, reach=50, note="not measured").reached is None
    missed = page([Section("S", "about", "base", [Row("this row", "1 s", Spread(51, 40, 90), 50.0)])])
    assert "0 of 1 rows" in missed
    assert "this row (51, wanted 50)" in missed


@pytest.mark.parametrize(
    ("seconds", "text"), [(3.217, "3.22 s"), (0.0123, "12.3 ms"), (4.2e-6, "4.2 µs"), (8e-8, "80 ns")]
)
def test_durations_read_well(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_kappa_of_verdicts_and_labels() -> None:
    assert Agreement(right=10, accepted=10, wrong=10, rejected=10).kappa == 1
    assert Agreement(right=10, accepted=5, wrong=10, rejected=5).kappa == 0
    assert Agreement(right=10, accepted=0, wrong=10, rejected=0).kappa == -1
    # By hand: observed 15/20; said right 7 + 2 = 9; chance (10*9 + 10*11)/400 = 0.5.
    assert math.isclose(Agreement(right=10, accepted=7, wrong=10, rejected=8).kappa, 0.5)
    assert math.isnan(Agreement.of([]).kappa)


def test_a_label_is_met_by_no_other_outcome(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged = timewarp_labels.judge()
    assert judged
    for row in judged:
        assert row.hit == (row.outcome == ("verified" if row.right else "refuted"))
    assert timewarp_labels.main([]) == 0
    said = capsys.readouterr().out
    assert "right accepted" in said
    assert not any(row.answer in said for row in judged if len(row.answer) > 30), "a text was printed"


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--rows", "3"])
    assert "at least 100" in capsys.readouterr().err
