"""Other scorers beside ours, on the same sentences: ours with evidence on."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from benchmarks.corpus import EXAMPLES, ROOT, rows_of
from benchmarks.peers_program import Sentence, measure, measure_baseline
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.timing import Spread
from probatum import compile_spec

INTERPRETER: Final = ROOT / ".venv-peers" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
BASELINE: Final = "`gold in answer.casefold()`, measured in the same process as the row"
OURS_TEXT: Final = "Probatum, text, with evidence"
OURS_NUMBER: Final = "Probatum, number, with evidence"
_PLAIN: Final = (
    "The keeper's book at Gannet Rock says that the lamp was lit for the first time in autumn, and that 43 "
    "steps lead up to the gallery from the door."
)
SENTENCES: Final[dict[str, list[Sentence]]] = {
    "a plain sentence": [{"answer": _PLAIN, "gold": "Gannet Rock", "number": "43"}],
    "the same with quotes and emphasis": [
        {
            "answer": _PLAIN.replace("keeper's", "keeper’s").replace("Gannet Rock", "**Gannet Rock**"),
            "gold": "Gannet Rock",
            "number": "43",
        }
    ],
    "a short answer": [{"answer": "It has 43 steps.", "gold": "43 steps", "number": "43"}],
}


def run(scale: Scale) -> list[Section]:
    """Measures the peers that are installed; a row says so where one is not."""
    sets = SENTENCES | example_sentences()
    ours = {name: _ours(sentences) for name, sentences in sets.items()}
    theirs = Peers(sets, scale.round_seconds)
    costs: dict[str, dict[str, list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for _ in range(max(1, scale.rounds // 5)):
        measured: dict[str, dict[str, float]] = {}
        for name, ways in ours.items():
            costs_here = {"": measure_baseline(sets[name], scale.round_seconds)}
            costs_here |= {way: measure(calls, scale.round_seconds) for way, calls in ways.items() if calls}
            measured[name] = costs_here
        for source in (measured, theirs.round()):
            for name, seconds in source.items():
                for way in seconds.keys() - {""}:
                    costs[name][way].append((seconds[way], seconds[""]))
    theirs.close()
    return [_section(name, len(sets[name]), ways, theirs) for name, ways in costs.items()]


def example_sentences() -> dict[str, list[Sentence]]:
    """Returns answers of `examples/` with the one phrase, or the one number, that their spec looks for."""
    specs = {row["task_id"]: row["eval"] for row in rows_of(EXAMPLES / "annotations.jsonl")}
    sets: dict[str, list[Sentence]] = {
        "answers of the examples, text": [],
        "answers of the examples, numbers": [],
    }
    for row in rows_of(EXAMPLES / "answers.jsonl"):
        if not row["answer"] or row["task_id"] not in specs:
            continue
        reference = specs[row["task_id"]]["reference_answers"]
        for phrase in reference.get("must_include", ())[:1]:
            if not phrase.startswith("^"):
                sets["answers of the examples, text"].append(
                    {"answer": row["answer"], "gold": phrase, "number": ""}
                )
        value = reference.get("number_match", {}).get("value")
        if value is not None:
            number = str(value)
            sets["answers of the examples, numbers"].append(
                {"answer": row["answer"], "gold": number, "number": number}
            )
    return sets


def _ours(sentences: list[Sentence]) -> dict[str, list[Callable[[], object]]]:
    def calls(
        kind: str, reference: Callable[[Sentence], dict[str, Any] | None]
    ) -> list[Callable[[], object]]:
        made: list[Callable[[], object]] = []
        for sentence in sentences:
            wanted = reference(sentence)
            if wanted is not None:
                verify = compile_spec({"eval_types": [kind], "reference_answers": wanted}).verify
                made.append(_verifying(verify, sentence["answer"]))
        return made

    return {
        OURS_TEXT: calls(
            "string_match", lambda s: {"must_include": [s["gold"]]} if s["gold"] != s["number"] else None
        ),
        OURS_NUMBER: calls(
            "number_match", lambda s: {"number_match": {"value": float(s["number"])}} if s["number"] else None
        ),
    }


def _verifying(verify: Callable[[str], object], answer: str) -> Callable[[], object]:
    return lambda: verify(answer)


class Peers:
    """The program that times the peers, or the reason why there is none.

    Attributes:
        missing: Peers that cannot be measured, and why.
        versions: Releases of the others.
    """

    def __init__(
        self, sets: dict[str, list[Sentence]], seconds: float, interpreter: Path | None = None
    ) -> None:
        self.missing: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None
        interpreter = INTERPRETER if interpreter is None else interpreter
        if not interpreter.exists():
            why = "there is no .venv-peers; `make bench` makes it where the packages can be had"
            self.missing = {"browsergym-timewarp, inspect-ai, rapidfuzz": why}
            return
        program = Path(__file__).with_name("peers_program.py")
        self._process = subprocess.Popen(
            [str(interpreter), str(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        found = self._ask({"seconds": seconds, "sets": sets})
        self.missing |= found.get("missing", {})
        self.versions = found.get("versions", {})

    def round(self) -> dict[str, dict[str, float]]:
        """Returns what one round measured: seconds by set and way, nothing where no peer runs."""
        return self._ask({}) if self._process else {}

    def close(self) -> None:
        """Ends the program."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(OSError):  # it may have ended by itself
                process.communicate()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return {}
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except OSError:
            line = ""
        if not line:
            self.missing["all"] = f"the program that times them ended with exit code {process.wait()}"
            self.close()
            return {}
        answered: dict[str, Any] = json.loads(line)
        return answered


def _section(name: str, count: int, ways: dict[str, list[tuple[float, float]]], peers: Peers) -> Section:
    rows = [
        Row(
            way,
            duration(Spread.of([mine for mine, _ in pairs]).median),
            Spread.of([m / b for m, b in pairs]),
            note=_goal(way, ways),
        )
        for way, pairs in ways.items()
    ]
    rows += [Row(peer, note=f"not measured: {why}") for peer, why in peers.missing.items()]
    about = f"{count} answers, each with its own gold" if count > 1 else "One sentence with one gold"
    about += ", the gold present or not as it comes. " if count > 1 else ", which is present. "
    if peers.versions:
        about += (
            "Releases: " + ", ".join(f"{peer} {version}" for peer, version in peers.versions.items()) + "."
        )
    return Section(f"Beside others: {name}", about, BASELINE, rows)


def _goal(way: str, ways: dict[str, list[tuple[float, float]]]) -> str:
    """Says whether ours is ahead of the published TimeWarp helper, which is the goal."""
    rival = {OURS_TEXT: "browsergym-timewarp, text", OURS_NUMBER: "browsergym-timewarp, number"}.get(way)
    if rival is None or rival not in ways:
        return ""
    mine, theirs = (Spread.of([m / b for m, b in ways[name]]).median for name in (way, rival))
    return f"{theirs / mine:.1f} times as fast as {rival}" if mine <= theirs else f"slower than {rival}"
