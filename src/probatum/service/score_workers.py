"""Scoring chunks in several processes, their results in order.

However many processes there are, the results are the same: a chunk is scored by itself.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import connection, get_context, parent_process
from typing import Final

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
    heard, stop = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(scorer, heard))
    waiting: deque[tuple[Future[Rows], int]] = deque()
    try:
        for chunk, size in chunks:
            # It may start a process.
            with _without_interrupts():
                waiting.append((pool.submit(_score, chunk), size))
            if len(waiting) > jobs * _AHEAD:
                future, done = waiting.popleft()
                yield future.result(), done
        while waiting:
            future, done = waiting.popleft()
            yield future.result(), done
    except BrokenProcessPool as error:
        raise WorkerDiedError("a scoring process was ended from outside; is there enough memory?") from error
    finally:
        # A second interrupt would leave processes behind; they end as soon as they hear that it is over.
        with _without_interrupts():
            stop.close()
            pool.shutdown(wait=True, cancel_futures=True)
            heard.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Holds interrupts back, also from the processes that are started meanwhile, for all their life.

    An interrupt from the keyboard goes to every process; only the one that writes is to answer it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """What a scoring process keeps between chunks."""

    scorer: Scorer | None = None


def _begin(scorer: Scorer, stop: connection.Connection) -> None:
    """Sets up a process; none outlives the one that writes.

    Args:
        scorer: Scores the chunks of this process.
        stop: Ends when nobody waits for results any more.
    """
    # What was loaded so far stays; looking through it again and again would cost a sixth of the time.
    gc.freeze()
    _Worker.scorer = scorer
    threading.Thread(target=_listen, args=(scorer, stop), daemon=True).start()


def _listen(scorer: Scorer, stop: connection.Connection) -> None:
    """Stops between two rows when that is wished, and at once when the parent is gone."""
    parent = parent_process()
    if parent is None:
        return
    if parent.sentinel not in connection.wait([parent.sentinel, stop]):
        # Not killed: a result that is sent in part would be waited for.
        scorer.stopped = True
        connection.wait([parent.sentinel])
    os._exit(1)


def _score(chunk: Chunk) -> Rows:
    if _Worker.scorer is None:
        raise RuntimeError("the process was not set up")
    return _Worker.scorer.score(chunk)
