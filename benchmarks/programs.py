"""Runs whole programs: wall time, and the peak of each process's own memory."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Final, NamedTuple

PROBATUM: Final = (sys.executable, "-m", "probatum")
_EVERY: Final = 0.05
_PROC: Final = Path("/proc")


class Finished(NamedTuple):
    """A run that ended well.

    Attributes:
        seconds: Wall time from the first start to the last end.
        processor: Processor time of all their processes together.
        peaks: The largest resident memory of each process, in bytes, largest first; empty where the system
            does not tell.
    """

    seconds: float
    processor: float
    peaks: tuple[int, ...]


def run(*commands: Sequence[str | Path]) -> Finished:
    """Runs commands at the same time and waits for all.

    Raises:
        subprocess.CalledProcessError: One of them failed; what it wrote to standard error goes along.
    """
    begin, used = perf_counter(), _used()
    running = [
        subprocess.Popen(
            list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for command in commands
    ]
    watch = _Watch([process.pid for process in running])
    watch.start()
    errors = [process.communicate()[1] for process in running]
    seconds, processor = perf_counter() - begin, _used() - used
    peaks = watch.stop()
    for process, said in zip(running, errors, strict=True):
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, process.args, stderr=said)
    return Finished(seconds, processor, peaks)


def _used() -> float:
    """Returns the processor time of all processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


class _Watch(threading.Thread):
    """Looks at processes and their children now and then.

    The kernel keeps the peak (`VmHWM`) itself, so that only the last moments of a process can be missed. The
    peak that `wait4` tells is of no use here: it begins with that of the process that started it.
    """

    def __init__(self, roots: list[int]) -> None:
        super().__init__(daemon=True)
        self._roots = roots
        self._peaks: dict[int, int] = {}
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(_EVERY):
            for root in self._roots:
                self._look(root)

    def stop(self) -> tuple[int, ...]:
        self._ended.set()
        self.join()
        return tuple(sorted(self._peaks.values(), reverse=True))

    def _look(self, process: int) -> None:
        try:
            status = (_PROC / str(process) / "status").read_text()
            children = (_PROC / str(process) / "task" / str(process) / "children").read_text()
        except OSError:
            return  # it has ended, or this system has no /proc
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                self._peaks[process] = int(line.split()[1]) << 10
        for child in children.split():
            self._look(int(child))
