"""Runs of `probatum answers score` that last long enough to be disturbed."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.cli.program import PROGRAM, Bench, environment

SMALL = ("--chunk-bytes", "3000")


def many(bench: Bench, rows: int = 3200) -> None:
    """Writes an answer file with something of everything, blank and bad lines included."""
    texts = ["Ida keeps it.", "Ada", "**152** steps", "1,52 steps … or 152?", None, "x" * 300, "é ✅ Ida"]
    found: list[Any] = []
    for number in range(rows):
        task, answer = (1, "two", 3, 99)[number % 4], texts[number % len(texts)]
        # The last eight rows repeat the identifiers of the first.
        found.append({"task_id": task, "answer_id": f"n{number % (rows - 8)}", "answer": answer})
        if number % 97 == 0:
            found += ["", b'{"task_id": 1, "answer": 5}']
    bench.write(*found)


class Whole(NamedTuple):
    """What a run that nobody disturbs makes of an answer file."""

    answers: bytes
    verdicts: bytes
    summary: dict[str, Any]


def summary_of(done: subprocess.CompletedProcess[bytes], answers: str | Path) -> dict[str, Any]:
    """The summary, without the name of the answer file."""
    found: dict[str, Any] = json.loads(done.stdout.replace(str(answers).encode(), b"ANSWERS"))
    return found


def start(bench: Bench, *more: str) -> subprocess.Popen[bytes]:
    """Begins a run in small chunks, in a process group of its own."""
    return subprocess.Popen(
        [*PROGRAM, *bench.words(*more, *SMALL)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Waits until something is so, or the run has ended."""
    deadline = time.monotonic() + 60
    while not ready() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def journaled(bench: Bench) -> int:
    """How many chunks are kept so far; -1 where there is no journal."""
    journal = bench.out.with_name(bench.out.name + ".journal")
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else -1


def children_of(pid: int) -> list[int]:
    """The processes that a process has begun."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == pid:
                found.append(int(place.name))
    return found


def wait_until_gone(workers: list[int]) -> None:
    """Waits until none of the processes is left."""
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline, "a worker outlived its parent"
        time.sleep(0.02)


def command_of(pid: int) -> bytes:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def stop_halfway(bench: Bench) -> None:
    """Kills a run once some of it is kept."""
    with start(bench) as process:
        wait_for(lambda: journaled(bench) >= 5, process)
        process.kill()
        process.communicate()
