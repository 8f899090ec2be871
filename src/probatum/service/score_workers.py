"""Scoring chunks in several processes, their results in order.

However many processes there are, the results are the same: a chunk is scored by itself.

Each process hangs on a wire of its own, and nothing else is shared: the process that writes needs no thread
and no semaphore, may end the others at any moment, and they end by themselves when the wire is cut.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import threading
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from queue import SimpleQueue
from typing import Any, Final, NoReturn

from probatum.service.answer_chunks import Chunk
from probatum.service.score_rows import Rows, Scorer

_WORTH_A_PROCESS: Final = 6
"""With fewer chunks than this, starting processes would take longer than scoring."""

_AHEAD: Final = 2
"""How many chunks a process has before it, so that it never waits for the one that writes."""


class WorkerDiedError(RuntimeError):
    """A process that scored was ended from outside, most often for want of memory."""


def score_all(chunks: Iterator[tuple[Chunk, int]], scorer: Scorer, jobs: int) -> Iterator[tuple[Rows, int]]:
    """Scores chunks; yields the results, each with its chunk's size, in the order of the chunks.

    Args:
        chunks: The chunks with their sizes.
        scorer: Scores one chunk.
        jobs: How many processes may score; this one scores by itself if there is little to do.

    Raises:
        WorkerDiedError: A process ended without a result.
    """
    first = list(islice(chunks, _WORTH_A_PROCESS))
    everything = chain(first, chunks)
    if jobs > 1 and len(first) == _WORTH_A_PROCESS:
        yield from _in_processes(everything, scorer, jobs)
        return
    for chunk, size in everything:
        yield scorer.score(chunk), size


def _in_processes(
    chunks: Iterator[tuple[Chunk, int]], scorer: Scorer, jobs: int
) -> Iterator[tuple[Rows, int]]:
    context = get_context("spawn")
    workers: list[_Worker] = []
    try:
        for _ in range(jobs):
            workers.append(_Worker(context))  # noqa: PERF401 - those that were started are to be ended
        specs = pickle.dumps(scorer)
        for worker in workers:
            worker.tell(specs)
        yield from _in_order(chunks, workers)
    finally:
        # An interrupt here would leave processes behind.
        with _without_interrupts():
            for worker in workers:
                worker.end()


def _in_order(chunks: Iterator[tuple[Chunk, int]], workers: list[_Worker]) -> Iterator[tuple[Rows, int]]:
    """Gives each chunk to the process that has least to do; yields the results in the order of the chunks."""
    waiting: deque[_Pending] = deque()
    # While the first result is waited for, others may be held; but not the whole file.
    most = 2 * _AHEAD * len(workers)
    while True:
        while len(waiting) < most:
            worker = min(workers, key=lambda one: len(one.given))
            if len(worker.given) >= _AHEAD or (item := next(chunks, None)) is None:
                break
            waiting.append(worker.give(*item))
        if not waiting:
            return
        if not waiting[0].done:
            wires = {worker.wire: worker for worker in workers if worker.given}
            for wire in wait(list(wires)):
                wires[wire].take()  # type: ignore[index]  # only what was passed comes back
        while waiting and waiting[0].done:
            pending = waiting.popleft()
            yield pending.result(), pending.size


class _Pending:
    """A chunk that was given to a process, and what became of it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.done = False
        self._rows: Rows | None = None
        self._error: Exception | None = None
        self._trace = ""

    def set(self, rows: Rows | None, error: Exception | None, trace: str) -> None:
        self.done = True
        self._rows, self._error, self._trace = rows, error, trace

    def result(self) -> Rows:
        """Returns the rows, or raises what was raised there; the traceback from there is its cause."""
        if self._rows is None:
            error = self._error or WorkerDiedError("a scoring process gave no result")
            raise error from RuntimeError(f"in a scoring process:\n{self._trace}")
        return self._rows


class _Worker:
    """A process that scores, as the one that writes sees it.

    Attributes:
        wire: Leads to it.
        given: The chunks it was given whose results have not come back, in their order.
    """

    def __init__(self, context: SpawnContext) -> None:
        self.given: deque[_Pending] = deque()
        self.wire, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        try:
            # Started with the first process it would let interrupts through again, to that process as well.
            resource_tracker.ensure_running()
            with _without_interrupts():
                self._process.start()
        except OSError as error:
            raise WorkerDiedError(f"a scoring process could not be started: {error}") from error
        finally:
            theirs.close()

    def give(self, chunk: Chunk, size: int) -> _Pending:
        """Hands it a chunk."""
        self.tell(pickle.dumps(chunk))
        pending = _Pending(size)
        self.given.append(pending)
        return pending

    def tell(self, message: bytes) -> None:
        """Sends it a pickled value."""
        try:
            self.wire.send_bytes(message)
        except OSError as error:
            _died(error)

    def take(self) -> None:
        """Receives a result, which is there or coming."""
        try:
            answer = self.wire.recv()
        except (EOFError, OSError) as error:
            _died(error)
        self.given.popleft().set(*answer)

    def end(self) -> None:
        """Ends it, whatever it is doing."""
        self._process.kill()
        self.wire.close()
        self._process.join()
        self._process.close()


def _died(error: Exception) -> NoReturn:
    raise WorkerDiedError("a scoring process was ended from outside; is there enough memory?") from error


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds interrupts back, also from the processes that are started meanwhile, for all their life.

    An interrupt from the keyboard goes to every process; only the one that writes is to answer it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(wire: Connection) -> None:
    """Scores, in a process of its own, what comes along the wire: first the scorer, then chunks."""
    inbox: SimpleQueue[Any] = SimpleQueue()
    try:
        threading.Thread(target=_listen, args=(wire, inbox), daemon=True).start()
    except RuntimeError:
        # No memory for a thread; the one that writes tells of the death of this process.
        os._exit(1)
    scorer: Scorer = inbox.get()
    # What was loaded so far stays; looking through it again and again would cost a sixth of the time.
    gc.freeze()
    with suppress(OSError):
        while True:
            wire.send(_score(scorer, inbox.get()))


def _listen(wire: Connection, inbox: SimpleQueue[Any]) -> None:
    """Reads ahead, so that nobody who sends ever waits for a chunk to be scored; ends with the wire."""
    try:
        while True:
            inbox.put(wire.recv())
    except (EOFError, OSError, MemoryError):
        os._exit(1)


def _score(scorer: Scorer, chunk: Chunk) -> tuple[Rows | None, Exception | None, str]:
    try:
        return scorer.score(chunk), None, ""
    except Exception as error:
        # It is raised again where the chunk's turn is.
        return None, _sendable(error), traceback.format_exc()


def _sendable(error: Exception) -> Exception:
    """Returns the error, or one that says the same where it cannot be sent."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
