"""Answers made to be slow, against ordinary Markdown of the same length, under a spec with all kinds."""

from __future__ import annotations

from time import process_time
from typing import Any, Final

from benchmarks.markdown import hostile, ordinary_markdown
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.timing import Spread
from probatum import compile_spec

REACH: Final = 10.0
SPEC: Final[dict[str, Any]] = {
    "eval_types": ["string_match", "list_match", "number_match"],
    "reference_answers": {
        "must_include": ["no such words |OR| nor these", "7,7", "$9.99"],
        "must_exclude": ["^.*a[^b]*b{3,}c$", "C++", "-1"],
        "scope": "full",
        "list_match": {"items": [["the"], ["harbour", "a"], ["the harbour"], ["1", "one"]], "ordered": True},
        "number_match": {"values": [98765.25, 7], "scope": "first_sentence"},
    },
}
FULL_NUMBERS: Final[dict[str, Any]] = {
    "eval_types": ["number_match", "string_match"],
    "reference_answers": {
        "number_match": {"values": [98765.25, 7]},
        "must_include": ["no such words"],
        "exact_match": ["a"],
        "scope": "first_sentence",
    },
}
_RUNS: Final = 3


def run(scale: Scale) -> list[Section]:
    """Measures each hostile text once, and again where it looks slow."""
    verifiers = [compile_spec(spec) for spec in (SPEC, FULL_NUMBERS)]

    def cost(text: str) -> float:
        begin = process_time()
        for verifier in verifiers:
            verifier.verify(text)
        return process_time() - begin

    ordinary = ordinary_markdown(scale.megabyte)
    baseline = Spread.of([cost(ordinary) for _ in range(_RUNS)])
    rows: list[Row] = []
    for name, text in hostile(scale.megabyte).items():
        costs = [cost(text)]
        if costs[0] > baseline.median * REACH / 2:
            costs += [cost(text) for _ in range(_RUNS - 1)]
        seconds = Spread.of(costs)
        ratio = Spread(*(value / baseline.median for value in seconds))
        rows.append(Row(name, duration(seconds.median), ratio, REACH))
    rows.sort(key=lambda row: -row.ratio.median if row.ratio else 0)
    about = (
        f"{scale.megabyte:,} characters each, verified with evidence under two specs that together have all "
        "kinds, both scopes, patterns and every kind of edge. Processor time; the slowest first. "
        f"The ordinary text takes {duration(baseline.median)}."
    )
    return [Section("Hostile answers", about, "ordinary Markdown of the same length", rows)]
