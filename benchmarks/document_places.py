"""How long places in a JSON file take to find: ours, and ruamel.yaml's round-trip loader. See decision 0002.

python benchmarks/document_places.py
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from ruamel.yaml import YAML

from probatum.canonical import canonical_json
from probatum.documents import parse_json
from probatum.errors import DocumentError

ROWS = 1500


def best(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def refused(data: bytes) -> tuple[object, ...]:
    try:
        parse_json(data, "tasks.json")
    except DocumentError as error:
        return error.diagnostics
    raise AssertionError("a document with NaN was accepted")


def main() -> None:
    rows = [
        {"task_id": n, "gold": f"some text {n}", "list": ["a", "b", {"c": None}], "value": n * 1.5}
        for n in range(ROWS)
    ]
    text = json.dumps(rows, indent=1)
    data = text.encode()
    faulty = data.replace(b'"c": null', b'"c": NaN', 1)
    document = parse_json(data, "tasks.json")
    pointer = f"/{ROWS - 1}/value"
    base = best(lambda: json.loads(text), 20)
    print(f"{len(data):,} bytes; json.loads: {base * 1e3:.2f} ms")
    rivals: list[tuple[str, Callable[[], object], int]] = [
        ("parse_json", lambda: parse_json(data, "tasks.json"), 20),
        ("parse_json, every fault of a faulty file", lambda: refused(faulty), 20),
        ("Document.locate, last row", lambda: document.locate(pointer), 20),
        ("canonical_json", lambda: canonical_json(document.value), 10),
        ("ruamel.yaml round trip, the only one with places", lambda: YAML(pure=True).load(text), 2),
    ]
    for name, work, rounds in rivals:
        print(f"{name:50} {best(work, rounds) / base:8.1f} times json.loads")


if __name__ == "__main__":
    main()
