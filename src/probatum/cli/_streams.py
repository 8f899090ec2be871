"""The three standard streams of the program, made fit for whatever they lead to."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_STREAMS = 3


@contextmanager
def prepared() -> Iterator[None]:
    """Makes the standard streams of this process fit for use while the block runs.

    Closed descriptors are occupied, so that no file that is opened gets their number. Characters that the
    terminal's encoding lacks are replaced. What cannot be written to standard error is lost without harm:
    an exit code says more than a message nobody can read.
    """
    _occupy_closed()
    out, err = sys.stdout, sys.stderr
    # A test, or who calls this as a function, may have streams of its own; they are left alone.
    if isinstance(out, io.TextIOWrapper) and out is sys.__stdout__:
        sys.stdout = _over(_Watched(1, "w", closefd=False), out.encoding, "replace", lines=out.isatty())
    if err is None or err is sys.__stderr__:
        encoding = "utf-8" if err is None else err.encoding
        sys.stderr = _over(_Forgiving(2, "w", closefd=False), encoding, "backslashreplace", lines=True)
    try:
        yield
    finally:
        sys.stderr.flush()
        sys.stdout, sys.stderr = out, err


def is_closed() -> bool:
    """Whether standard output was closed before the program began."""
    return sys.stdout is None


def is_lost() -> bool:
    """Whether standard output did not take what was written to it."""
    buffer = getattr(sys.stdout, "buffer", None)
    raw = getattr(buffer, "raw", None)
    return isinstance(raw, _Watched) and raw.failed


def give_up() -> None:
    """Lets the interpreter flush what is left into nothing, so that it does not complain at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _occupy_closed() -> None:
    """Opens the null device in place of each of the three descriptors that is closed."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < _STREAMS:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


class _Forgiving(io.FileIO):
    """A file that takes what cannot be written without a word."""

    def write(self, data: Any, /) -> int:
        """Writes, and claims to have written everything."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


class _Watched(io.FileIO):
    """A file that remembers whether a write to it failed: what buffers stand above it may not."""

    failed = False

    def write(self, data: Any, /) -> int:
        """Writes."""
        try:
            return super().write(data)
        except OSError:
            self.failed = True
            raise


def _over(raw: io.FileIO, encoding: str, errors: str, *, lines: bool) -> io.TextIOWrapper:
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding=encoding, errors=errors, newline="\n", line_buffering=lines
    )
