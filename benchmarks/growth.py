"""How cost grows with specs, entries and the length of an answer: exponents, fitted on three sizes."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.corpus import rows_of
from benchmarks.markdown import ordinary_markdown
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.scoring import ANNOTATIONS, TASKS
from benchmarks.timing import Spread, compare, exponent
from probatum import compile_spec, load_tasks

REACH: Final = 1.05
SPECS: Final[dict[str, dict[str, Any]]] = {
    "string_match": {
        "eval_types": ["string_match"],
        "reference_answers": {"must_include": ["no such words"], "must_exclude": ["nor these |OR| or those"]},
    },
    "string_match, first sentence": {
        "eval_types": ["string_match"],
        "reference_answers": {"must_include": ["no such words"], "scope": "first_sentence"},
    },
    "number_match": {
        "eval_types": ["number_match"],
        "reference_answers": {"number_match": {"value": 98765.25}},
    },
    "list_match": {
        "eval_types": ["list_match"],
        "reference_answers": {
            "list_match": {"items": [["the"], ["harbour"], ["the harbour"]], "ordered": True}
        },
    },
}
_ROUNDS: Final = 5


def run(scale: Scale) -> list[Section]:
    """Measures all kinds of growth."""
    rows = [*_answers(scale), *_entries(scale), _specs(scale)]
    about = (
        "Each thing is measured at three sizes, the largest ten times the smallest; the exponent is that "
        "of the power law fitted to them. 1 is linear. Growth with the rows of a file stands "
        "with the scoring of files."
    )
    return [Section("Growth", about, "itself at a tenth of the size", rows, unit="exponent")]


def _answers(scale: Scale) -> Iterator[Row]:
    text = ordinary_markdown(scale.megabyte)
    sizes = _thirds(scale.megabyte)
    for kind, spec in SPECS.items():
        verifier = compile_spec(spec)
        works = {str(size): _verifying(verifier.verify, text[:size]) for size in sizes}
        yield _fitted(f"length of an answer, {kind}", f"{sizes[-1]:,} characters", sizes, works)


def _verifying(verify: Callable[[str], object], answer: str) -> Callable[[], object]:
    return lambda: verify(answer)


def _entries(scale: Scale) -> Iterator[Row]:
    """Growth with the entries of one spec, each of which occurs in the answer, which stays the same."""
    sizes = _thirds(scale.entries)
    words = [f"item{number:04}" for number in range(sizes[-1])]
    answer = ", ".join(words)
    # From all over the answer, so that each is as far to seek in a short spec as in a long one.
    chosen = {size: words[:: len(words) // size][:size] for size in sizes}
    string = {size: {"must_include": some} for size, some in chosen.items()}
    listed = {size: {"list_match": {"items": [[word] for word in some]}} for size, some in chosen.items()}
    kinds: dict[str, dict[int, dict[str, Any]]] = {"string_match": string, "list_match": listed}
    for kind, references in kinds.items():
        works: dict[str, Callable[[], object]] = {}
        for size, reference in references.items():
            verifier = compile_spec({"eval_types": [kind], "reference_answers": reference})
            works[str(size)] = _verifying(verifier.verify, answer)
        yield _fitted(f"entries of a spec, {kind}", f"{sizes[-1]} entries", sizes, works)


def _fitted(what: str, largest: str, sizes: Sequence[int], works: dict[str, Callable[[], object]]) -> Row:
    names = [str(size) for size in sizes]
    timings = compare(
        works[names[0]], {name: works[name] for name in names[1:]}, rounds=_ROUNDS, round_seconds=0.01
    )
    rounds = zip(timings[""].rounds, *(timings[name].rounds for name in names[1:]), strict=True)
    exponents = [exponent(sizes, seconds) for seconds in rounds]
    cost = duration(timings[names[-1]].seconds.median)
    return Row(what, cost, Spread.of(exponents), REACH, f"cost at {largest}")


def _specs(scale: Scale) -> Row:
    annotations = list(rows_of(ANNOTATIONS))
    tasks = json.loads(TASKS.read_text(encoding="utf-8"))
    sizes = _thirds(scale.tasks)
    with tempfile.TemporaryDirectory(prefix="probatum-bench-") as folder:
        works: dict[str, Callable[[], object]] = {}
        for size in sizes:
            task_file, annotation_file = (
                Path(folder, f"tasks-{size}.json"),
                Path(folder, f"over-{size}.jsonl"),
            )
            many = [tasks[number % len(tasks)] | {"task_id": number} for number in range(size)]
            task_file.write_text(json.dumps(many), encoding="utf-8")
            over = (annotations[n % len(annotations)] | {"task_id": n} for n in range(size))
            annotation_file.write_text("".join(json.dumps(row) + "\n" for row in over), encoding="utf-8")
            works[str(size)] = _loading(task_file, annotation_file)
        return _fitted("tasks with annotations, loaded and compiled", f"{sizes[-1]:,} tasks", sizes, works)


def _loading(tasks: Path, annotations: Path) -> Callable[[], object]:
    return lambda: load_tasks(tasks, annotations)


def _thirds(largest: int) -> list[int]:
    return [largest // 10, round(largest / math.sqrt(10)), largest]
