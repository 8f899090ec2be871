"""An append-only file of checksummed lines, from which an interrupted run goes on.

Each line is eight hexadecimal digits, a blank, and one JSON value. The digits are the CRC-32 of the value's
bytes, begun with the checksum of the line before: so a line that was changed, removed or put elsewhere is
noticed. The first line is the header; it names the inputs of the run, and only a run with the same inputs
may go on with the file.

A process that is killed while it writes leaves a last line that is cut off or damaged. Opening the
journal removes it: what it said is done again. A damaged line with others behind it is no such accident,
and is refused.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, NoReturn, Self
from zlib import crc32

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.files import FileError, fail, sync_directory
from probatum.journal_lock import JournalError, is_at, open_locked, refuse

__all__ = ["Journal", "JournalError", "JournalMismatchError"]

_FORMAT: Final = 1
_BUFFER: Final = 64 * 1024
_CHUNK: Final = 1024 * 1024
_LONGEST_LINE: Final = 64 * 1024 * 1024
_PREFIX: Final = 9

_encode: Final = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


class JournalMismatchError(JournalError):
    """A journal was begun with another header.

    Attributes:
        was: The header it was begun with.
        now: The one it was to be opened with.
    """

    def __init__(
        self,
        diagnostics: Sequence[Diagnostic],
        was: Mapping[str, Any] | None = None,
        now: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(diagnostics)
        self.was: Final = was or {}
        self.now: Final = now or {}


class _Line(NamedTuple):
    """A line with its number, from 1, the offset behind it, its bytes, and whether it was ended."""

    number: int
    end: int
    data: bytes
    whole: bool


class Journal:
    """A journal that is open for one writer. Methods may be called from several threads.

    Appended records are written in batches: what must outlive a crash of the machine needs `sync`; what must
    outlive the end of the process, `flush`. The lock belongs to the open file, which a forked process
    shares: fork workers before opening.

    Attributes:
        cut: How many bytes of a torn last line were removed when it was opened.
        found: Whether records stood in the file when it was opened; those of another run count as well.
    """

    def __init__(self, path: Path, descriptor: int, header: Mapping[str, object], *, anew: bool) -> None:
        self._path = path
        self._descriptor = descriptor
        self._lock = threading.Lock()
        self._buffer: list[bytes] = []
        self._buffered = 0
        self._checksum = 0
        self._start = 0
        self._end = 0
        self._closed = False
        self.cut = 0
        self.found = False
        self._restore(header, anew=anew)

    @classmethod
    def open(cls, path: str | os.PathLike[str], header: Mapping[str, object], *, anew: bool = False) -> Self:
        """Opens a journal to go on with it, or begins one.

        Args:
            path: The file; it is made when there is none.
            header: What the run depends on: fingerprints, options, versions. JSON values.
            anew: Whether to begin it anew, whatever run an existing journal belongs to.

        Raises:
            JournalError: Another process has it open, or the file is no journal; unless it is begun anew,
                also: it was begun with another header, or it is damaged. The file is left as it is.
            FileError: It cannot be opened or written.
        """
        place = Path(path)
        descriptor, made = open_locked(place)
        try:
            return cls(place, descriptor, header, anew=anew)
        except BaseException:
            if made:
                place.unlink(missing_ok=True)
            os.close(descriptor)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.close()
            return
        with contextlib.suppress(FileError):
            # The error in flight says more than a second one of the same disk would.
            self.close()

    def append(self, record: object) -> None:
        """Appends one record.

        Raises:
            FileError: A batch was due and could not be written; nothing of it is in the file then, and it is
                written again with the next one.
            TypeError, ValueError: The record is no JSON value; nothing was appended.
        """
        payload = _encode(record).encode()
        with self._lock:
            self._add(payload)
            if self._buffered >= _BUFFER:
                self._flush()

    def extend(self, records: Iterable[object]) -> None:
        """Appends several records; an error in one of them leaves all of them out.

        Raises:
            FileError, TypeError, ValueError: As `append`.
        """
        payloads = [_encode(record).encode() for record in records]
        with self._lock:
            for payload in payloads:
                self._add(payload)
            if self._buffered >= _BUFFER:
                self._flush()

    def flush(self) -> None:
        """Hands everything appended to the operating system.

        Raises:
            FileError: It could not be written.
        """
        with self._lock:
            self._flush()

    def sync(self) -> None:
        """Makes everything appended durable.

        Raises:
            FileError: It could not be written.
        """
        with self._lock:
            self._flush()
            try:
                os.fsync(self._descriptor)
            except OSError as error:
                self._explain(error)

    def records(self) -> Iterator[Any]:
        """Yields the records in the order in which they were appended, up to those of this moment.

        Raises:
            FileError: Appended records could not be written first.
            JournalError: The file was changed behind our back.
        """
        with self._lock:
            self._flush()
            start, end = self._start, self._end
        for line in _lines(self._descriptor, start, end, first=2):
            try:
                yield json.loads(line.data[_PREFIX:])
            except ValueError:
                _damaged(self._path, line.number)

    def in_place(self) -> bool:
        """Whether the file still has its name, so that the lock still keeps others away."""
        return is_at(self._descriptor, self._path)

    def remove(self) -> None:
        """Removes the file while the lock is held, then closes; what was not written yet is dropped.

        Raises:
            FileError: It could not be removed; the journal is closed all the same.
        """
        if self._closed:
            return
        self._closed = True
        try:
            if self.in_place():
                self._path.unlink()
        except OSError as error:
            self._explain(error)
        finally:
            os.close(self._descriptor)

    def close(self) -> None:
        """Makes everything durable and lets another process have the journal. A second call does nothing.

        Raises:
            FileError: It could not be written; the journal is closed all the same.
        """
        if self._closed:
            return
        self._closed = True
        try:
            self.sync()
        finally:
            os.close(self._descriptor)

    def _add(self, payload: bytes) -> None:
        if self._closed:
            raise ValueError("the journal is closed")
        self._checksum = crc32(payload, self._checksum)
        line = b"%08x %b\n" % (self._checksum, payload)
        self._buffer.append(line)
        self._buffered += len(line)

    def _flush(self) -> None:
        if not self._buffer:
            return
        data = b"".join(self._buffer)
        try:
            written = 0
            while written < len(data):
                written += os.write(self._descriptor, data[written:] if written else data)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._end)
            self._buffer = [data]
            self._explain(error)
        self._end += len(data)
        self._buffer.clear()
        self._buffered = 0

    def _explain(self, error: OSError) -> NoReturn:
        reason = error.strerror or str(error)
        message = f"The journal cannot be written: {reason}."
        fail("cannot-write", str(self._path), message, "Make room on the disk, then run again.")

    def _restore(self, header: Mapping[str, object], *, anew: bool) -> None:
        """Checks what is there, removes a torn last line, and begins an empty journal."""
        first = _encode({"probatum_journal": _FORMAT, "header": header}).encode()
        size = os.fstat(self._descriptor).st_size
        beginning = b"%08x %b\n" % (crc32(first), first)
        torn = size < len(beginning) and beginning.startswith(os.pread(self._descriptor, size, 0))
        if anew and not torn:
            head = next(_lines(self._descriptor, 0, size, first=1))
            _own_header(self._path, head.data if _checksum(head, 0) is not None else b"")
            self.found = head.end < size
        if anew or torn:
            # The locked file itself is emptied: another one in its place would have no lock.
            self._truncate(0, size)
            self._add(first)
            self.sync()
            self._start = self._end
            try:
                sync_directory(self._path.parent)
            except OSError as error:
                self._explain(error)
            return
        damaged = 0
        for line in _lines(self._descriptor, 0, size, first=1):
            if damaged:
                _damaged(self._path, damaged)
            checksum = _checksum(line, self._checksum)
            if line.number == 1:
                _check_header(self._path, line.data if checksum is not None else b"", json.loads(first))
                self._start = line.end
            if checksum is None:
                damaged = line.number
                continue
            self._checksum, self._end = checksum, line.end
            self.found = line.number > 1
        if damaged:
            self._truncate(self._end, size)

    def _truncate(self, end: int, size: int) -> None:
        self.cut = size - end
        try:
            os.ftruncate(self._descriptor, end)
        except OSError as error:
            self._explain(error)


def _checksum(line: _Line, before: int) -> int | None:
    """Returns the checksum of a line; None when it is not the one it carries, or the line is not whole."""
    checksum = crc32(line.data[_PREFIX:], before)
    return checksum if line.whole and line.data[:_PREFIX] == b"%08x " % checksum else None


def _lines(descriptor: int, start: int, end: int, first: int) -> Iterator[_Line]:
    """Yields the lines between two offsets without moving the file's own position."""
    number, rest = first, b""
    position = start
    while position < end:
        chunk = os.pread(descriptor, min(_CHUNK, end - position), position)
        if not chunk:
            break
        at = position - len(rest)
        position += len(chunk)
        *whole, rest = (rest + chunk).split(b"\n")
        for data in whole:
            at += len(data) + 1
            yield _Line(number, at, data, True)
            number += 1
        if len(rest) > _LONGEST_LINE:
            # Two such lines: the file cannot be taken for a journal with a torn end.
            yield _Line(number, at, rest, False)
            yield _Line(number + 1, at, b"", False)
            return
    if rest:
        yield _Line(number, position, rest, False)


def _own_header(path: Path, line: bytes) -> dict[str, Any]:
    """Returns what the first line says; refuses a file that is no journal of ours."""
    try:
        found = json.loads(line[_PREFIX:])
    except (ValueError, RecursionError):
        found = None
    if not (
        isinstance(found, dict)
        and found.get("probatum_journal") == _FORMAT
        and isinstance(found.get("header"), dict)
    ):
        refuse(
            "not-a-journal",
            path,
            "The file is not a journal of this program, or its first line is damaged.",
            "Choose another path, or delete the file to begin anew.",
            line=1,
        )
    header: dict[str, Any] = found["header"]
    return header


def _check_header(path: Path, line: bytes, wanted: dict[str, Any]) -> None:
    ours, theirs = wanted["header"], _own_header(path, line)
    differences = [
        f"{key} was {_show(theirs, key)} and is now {_show(ours, key)}"
        for key in dict.fromkeys([*theirs, *ours])
        if theirs.get(key, ...) != ours.get(key, ...)
    ]
    if differences:
        message = f"The journal belongs to another run: {'; '.join(differences)}."
        fix = "Run with the same inputs and options, or delete the file to begin anew."
        fault = Diagnostic("document/journal-mismatch", Severity.ERROR, Place(str(path), 1, 1), message, fix)
        raise JournalMismatchError([fault], theirs, ours)


def _show(header: Mapping[str, object], key: str) -> str:
    if key not in header:
        return "absent"
    text = _encode(header[key])
    return text if len(text) <= 100 else text[:99] + "…"


def _damaged(path: Path, line: int) -> NoReturn:
    refuse(
        "journal-damaged",
        path,
        "The line does not agree with its checksum, and others follow it.",
        f"Keep what stands before line {line:,} and resume from there, or delete the file to begin anew.",
        line=line,
    )
