"""Compiling specs, against reading them with `json.loads`."""

from __future__ import annotations

import json
from typing import Any, Final

from benchmarks.corpus import EXAMPLES, PACK, rows_of
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.timing import compare
from probatum import compile_spec

REACH: Final = 40.0


def run(scale: Scale) -> list[Section]:
    """Measures compiling by kind and for each file of specs."""
    sources = {"examples": EXAMPLES / "annotations.jsonl", "TimeWarp pack": PACK}
    rows: list[Row] = []
    for name, path in sources.items():
        specs = [row["eval"] for row in rows_of(path)]
        rows.append(_row(f"all of {name}", specs, scale, REACH))
        for kind in sorted({" + ".join(spec["eval_types"]) for spec in specs}):
            same = [spec for spec in specs if " + ".join(spec["eval_types"]) == kind]
            rows.append(_row(f"{name}, {kind}", same, scale, None))
    about = (
        "From the object under `eval` to a verifier: validated, folded, patterns compiled (each once, as in "
        "a program that meets them again), fingerprint computed."
    )
    return [Section("Compiling a spec", about, "`json.loads` of the spec", rows)]


def _row(what: str, specs: list[dict[str, Any]], scale: Scale, reach: float | None) -> Row:
    texts = [json.dumps(spec, ensure_ascii=False) for spec in specs]

    def read() -> None:
        for text in texts:
            json.loads(text)

    def compile_all() -> None:
        for spec in specs:
            compile_spec(spec)

    timings = compare(read, {"": read, "compile": compile_all}, rounds=max(1, scale.rounds // 3))
    cost = duration(timings["compile"].seconds.median / len(specs))
    return Row(what, cost, timings["compile"].ratio, reach, f"{len(specs)} specs")
