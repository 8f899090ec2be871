"""`python -m tests.fuzz`: mutates the corpus of each reader for some seconds and reports what breaks it."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from random import Random
from types import FrameType

from tests.fuzz.mutate import mutations, smallest
from tests.fuzz.targets import TARGETS, Target, complaint

PATIENCE = 20
"""Seconds after which an input of at most 20,000 bytes counts as one that hangs the reader."""


class _HangError(BaseException):
    """A reader took too long; no `except Exception` of a reader may swallow it."""


def attack(name: str, target: Target, seconds: float, seed: int) -> tuple[int, str]:
    """Attacks one target and returns the number of inputs and the first finding, empty for none."""
    random = Random(f"{seed} {name}")
    end = time.monotonic() + seconds
    count = 0
    for data in mutations(target.seeds(), random):
        finding = _judge(target, data)
        if finding:
            small = smallest(data, lambda candidate: bool(_judge(target, candidate)))
            return count, f"{name}: {finding}\n  input {count} of seed {seed}, made smaller: {small!r}"
        count += 1
        if time.monotonic() > end:
            break
    return count, ""


def _judge(target: Target, data: bytes) -> str:
    signal.alarm(PATIENCE)
    try:
        return complaint(target, data)
    except _HangError:
        return f"no answer within {PATIENCE} seconds"
    finally:
        signal.alarm(0)


def _ring(_signal: int, _frame: FrameType | None) -> None:
    raise _HangError


def main() -> int:
    """Runs the attacks; returns 1 when one succeeded."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--seconds", type=float, default=20, help="in all, shared among the targets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", choices=sorted(TARGETS), help="may be given repeatedly")
    options = parser.parse_args()
    chosen = options.target or list(TARGETS)
    signal.signal(signal.SIGALRM, _ring)
    findings = []
    for name in chosen:
        count, finding = attack(name, TARGETS[name], options.seconds / len(chosen), options.seed)
        print(f"{name:12} {count:8,} inputs  {'BROKEN' if finding else 'held'}")
        if finding:
            findings.append(finding)
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
