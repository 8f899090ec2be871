"""What an interrupt from the keyboard (SIGINT) and the wish that the program ends (SIGTERM) do.

While the program is being loaded there is nothing to clean up, and it leaves at once. Later the first of
them is raised where the program is, so that everything is put away, and what is worth keeping is kept; an
impatient second one does not disturb that, unless it takes longer than it should.

This is loaded before all else, so it loads next to nothing.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_PATIENCE = 1.0
"""For how many seconds after the first signal others are ignored."""


INTERRUPTED = 130
"""The exit code after either of them."""


def leave_at_once() -> None:
    """From now on, a signal ends the process without further ado."""
    _handle(_leave)


def raise_once() -> None:
    """From now on, the first signal is raised as `KeyboardInterrupt`."""
    first: list[float] = []

    def handler(number: int, frame: FrameType | None) -> None:
        if not first:
            first.append(time.monotonic())
            raise KeyboardInterrupt
        if time.monotonic() - first[0] > _PATIENCE:
            _leave(number, frame)

    _handle(handler)


@contextmanager
def left_at_once() -> Iterator[None]:
    """Leaves at once within the block, if signals are handled here at all.

    What is raised while a module is imported may get lost, or come out as another error.
    """
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    ours = getattr(before[signal.SIGINT], "__module__", "") == __name__
    if ours:
        leave_at_once()
    try:
        yield
    finally:
        if ours:
            for number, handler in before.items():
                signal.signal(number, handler)


def ignore() -> None:
    """From now on, signals change nothing: everything is done and told, and the exit code is known."""
    # A handler would be taken away, in favour of death by the signal, while the interpreter ends.
    _handle(signal.SIG_IGN)


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def _handle(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    for number in _SIGNALS:
        # Who started the program may want it to take no notice, as `nohup` and a shell's `&` do.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _leave(_number: int, _frame: FrameType | None) -> None:
    os.write(2, b"\nInterrupted.\n")
    os._exit(INTERRUPTED)
