"""Times the peers on sentences: a program of its own, run by the interpreter of `.venv-peers`.

It reads one line of JSON, `{"seconds": ..., "sets": {name: [{"answer", "gold", "number"}, ...]}}`, tells
which peers it found, and then, for every line it is sent, times each way once on each set and answers with
one line `{set: {way: seconds of one answer}}`. So the two sides take turns, round by round.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from types import ModuleType, SimpleNamespace
from typing import Any

Sentence = dict[str, str]
Way = Callable[[Sentence], Callable[[], object]]
"""Prepares a sentence; what it returns is what is timed."""


# Looking at the clock costs as much as the baseline: it is done once in so many calls.
_BETWEEN_LOOKS = 256


def timewarp_ways() -> dict[str, Way]:
    """The helpers of the published TimeWarp scorer; its one module of them needs nothing else."""
    file = importlib.metadata.distribution("browsergym-timewarp").locate_file(
        "browsergym/timewarp/normalization.py"
    )
    spec = importlib.util.spec_from_file_location("timewarp_normalization", str(file))
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} cannot be loaded")
    module: ModuleType = importlib.util.module_from_spec(spec)
    # Its data classes look their module up by name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)

    def text(sentence: Sentence) -> Callable[[], object]:
        return lambda: module.contains_entry(sentence["answer"], sentence["gold"])

    def number(sentence: Sentence) -> Callable[[], object]:
        wanted = Decimal(sentence["number"])
        return lambda: any(
            module.numbers_match(found, wanted) for found in module.extract_numbers(sentence["answer"])
        )

    return {"browsergym-timewarp, text": text, "browsergym-timewarp, number": number}


def inspect_ways() -> dict[str, Way]:
    """The scorers of Inspect, driven without an event loop, which they do not need."""
    from inspect_ai.scorer import Target, includes, match  # noqa: PLC0415 - only here, and it takes seconds

    scorers: dict[str, tuple[Any, str]] = {
        "inspect-ai, includes()": (includes(), "gold"),
        'inspect-ai, match("any")': (match("any"), "gold"),
        'inspect-ai, match("any", numeric), number': (match("any", numeric=True), "number"),
    }

    def driven(scorer: Any, key: str) -> Way:
        def way(sentence: Sentence) -> Callable[[], object]:
            state = SimpleNamespace(output=SimpleNamespace(completion=sentence["answer"]))
            target = Target(sentence[key])

            def score() -> object:
                coroutine = scorer(state, target)
                try:
                    coroutine.send(None)
                except StopIteration as done:
                    return done.value
                raise RuntimeError("a scorer waits for something")

            return score

        return way

    return {name: driven(scorer, key) for name, (scorer, key) in scorers.items()}


def rapidfuzz_ways() -> dict[str, Way]:
    """A likeness, which decides nothing; shown because it is often used."""
    from rapidfuzz import fuzz, utils  # noqa: PLC0415 - only here

    def partial(sentence: Sentence) -> Callable[[], object]:
        return lambda: fuzz.partial_ratio(
            sentence["gold"], sentence["answer"], processor=utils.default_process
        )

    return {"rapidfuzz, partial_ratio": partial}


def main() -> int:
    """Runs the program; returns its exit code."""
    request = json.loads(sys.stdin.readline())
    ways: dict[str, Way] = {}
    missing: dict[str, str] = {}
    peers = {"browsergym-timewarp": timewarp_ways, "inspect-ai": inspect_ways, "rapidfuzz": rapidfuzz_ways}
    for name, load in peers.items():
        try:
            ways |= load()
        except Exception as error:  # whatever a peer's import raises: it is a row that says so
            missing[name] = f"{type(error).__name__}: {error}"
    versions = {name: importlib.metadata.version(name) for name in peers if name not in missing}
    answer({"missing": missing, "versions": versions})
    prepared = {name: _prepare(ways, sentences) for name, sentences in request["sets"].items()}
    for _ in sys.stdin:
        measured = {}
        for name, calls in prepared.items():
            costs = {"": measure_baseline(request["sets"][name], request["seconds"])}
            costs |= {way: measure(made, request["seconds"]) for way, made in calls.items() if made}
            measured[name] = costs
        answer(measured)
    return 0


def _prepare(ways: dict[str, Way], sentences: list[Sentence]) -> dict[str, list[Callable[[], object]]]:
    return {
        way: [
            prepare(s)
            for s in sentences
            if (s["number"] if way.endswith("number") else s["gold"] != s["number"])
        ]
        for way, prepare in ways.items()
    }


def measure(calls: list[Callable[[], object]], seconds: float) -> float:
    """Returns the processor time of one call, the calls made in turn for about so many seconds."""
    calls = calls * -(-_BETWEEN_LOOKS // len(calls))

    def all_of_them() -> None:
        for call in calls:
            call()

    return _repeated(all_of_them, seconds) / len(calls)


def measure_baseline(sentences: list[Sentence], seconds: float) -> float:
    """Returns the processor time of `gold in answer.casefold()`, written out: a call would cost as much."""
    pairs = [(sentence["gold"].casefold(), sentence["answer"]) for sentence in sentences]
    pairs = pairs * -(-_BETWEEN_LOOKS // len(pairs))

    def all_of_them() -> None:
        for gold, answer in pairs:
            gold in answer.casefold()  # noqa: B015 - what is timed

    return _repeated(all_of_them, seconds) / len(pairs)


def _repeated(work: Callable[[], None], seconds: float) -> float:
    rounds = 0
    begin = now = time.process_time()
    while rounds < 2 or now - begin < seconds:
        work()
        rounds += 1
        now = time.process_time()
    return (now - begin) / rounds


def answer(value: object) -> None:
    """Sends one line."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
