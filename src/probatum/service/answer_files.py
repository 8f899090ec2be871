"""Answer files in their three formats, as chunks in the order of the file."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, Protocol
from zlib import crc32

from probatum.files import STANDARD_INPUT, explain_unreadable, fail
from probatum.service.agent_logs import find_logs
from probatum.service.answer_chunks import (
    BOM,
    ByteRange,
    Chunk,
    FileChangedError,
    LogFiles,
    Records,
    Text,
    chunk_sizes,
)
from probatum.service.answer_csv import csv_chunks
from probatum.service.answer_formats import Format, guess_format, refuse_csv
from probatum.service.answer_rows import MAX_LINE, RowReader
from probatum.service.csv_header import refuse_other_encodings

CHUNK_BYTES: Final = 1 << 20

_HEAD: Final = 1 << 16
_BLOCK: Final = 1 << 20
_LOGS_AT_ONCE: Final = 64


class AnswerFile(Protocol):
    """Where answers come from.

    Attributes:
        name: Display name.
        format: How it is written.
        size: How much there is, in the unit of `Chunk` sizes (bytes, or logs); 0 where nobody knows.
        notes: What is left out on purpose, for people.
    """

    name: str
    format: Format
    size: int
    notes: tuple[str, ...]

    def chunks(self) -> Iterator[tuple[Chunk, int]]:
        """Yields the chunks in order, each with how much of `size` it stands for."""

    def identity(self) -> dict[str, Any] | None:
        """Returns what tells this state of the file from another; None where scoring cannot be resumed."""

    def grown(self) -> int:
        """Returns how many bytes have come since it was opened, which are not read.

        Raises:
            FileChangedError: It was changed otherwise.
        """

    def close(self) -> None:
        """Lets go of the file."""


def open_answers(
    path: str,
    *,
    format: Format | None,
    mapping: Mapping[str, str],
    chunk_bytes: int = CHUNK_BYTES,
    delimiter: str = ",",
) -> AnswerFile:
    """Opens an answer file.

    Args:
        path: A file, a directory of agent logs, or `-` for standard input.
        format: How it is written; None to tell by name and content.
        mapping: As in `RowReader`.
        chunk_bytes: About how much of it is read at once.
        delimiter: What parts the cells of a CSV file.

    Raises:
        DocumentError: There is no such file, or its format cannot be told.
    """
    reading = _Reading(format, mapping, chunk_bytes, delimiter)
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            fail("unreadable", "standard input", "Standard input is closed.", "Name a file instead of -.")
        return _Stream(sys.stdin.buffer, "standard input", reading)
    try:
        status = Path(path).stat()
    except (OSError, ValueError) as error:
        explain_unreadable(path, error)
    if stat.S_ISDIR(status.st_mode):
        if format not in (None, "logs"):
            fail("not-a-file", path, "This is a directory.", "Name a file, or use --format logs.")
        return _Logs(path)
    if format == "logs":
        fail(
            "not-a-directory", path, "This is no directory.", "Name the directory that holds the agent logs."
        )
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISFIFO(status.st_mode)):
        fail("not-a-file", path, "This is a device, not a file.", "Name a file, or use - and a redirection.")
    try:
        file = Path(path).open("rb")  # noqa: SIM115 - it stays open as long as what is returned
    except OSError as error:
        explain_unreadable(path, error)
    # What /dev/stdin leads to is known to this process alone, so others could not open it.
    if stat.S_ISFIFO(status.st_mode) or path.startswith(("/dev/", "/proc/")):
        return _Stream(file, path, reading)
    try:
        return _File(file, path, reading)
    except BaseException:
        file.close()
        raise


class _Reading(NamedTuple):
    """How a file is to be read: as the arguments of `open_answers`."""

    format: Format | None
    mapping: Mapping[str, str]
    chunk_bytes: int
    delimiter: str

    def csv(self, file: BinaryIO, name: str, end: int = sys.maxsize) -> Iterator[Records]:
        """Reads a CSV file in chunks."""
        reader = RowReader(name, self.mapping)
        return csv_chunks(file, reader, self.chunk_bytes, end, delimiter=self.delimiter)


class _File:
    """A regular file. What comes to it after it was opened is not read."""

    notes: tuple[str, ...] = ()

    def __init__(self, file: BinaryIO, path: str, reading: _Reading) -> None:
        self.name = path
        self._file = file
        self._status = os.fstat(file.fileno())
        self.size = self._status.st_size
        # What was read so far, so that a file that was changed can be told from one that has grown.
        self._noted = 0
        self._digest = 0
        self._head = file.read(_HEAD)
        refuse_other_encodings(path, self._head)
        self.format: Format = reading.format or guess_format(path, self._head)
        self._reading = reading

    def chunks(self) -> Iterator[tuple[Chunk, int]]:
        """Yields byte ranges of JSONL, records of CSV."""
        if self.format == "csv":
            self._file.seek(0)
            before = 0
            for chunk in self._reading.csv(self._file, self.name, self.size):
                now = self._file.tell()
                self._note(now)
                yield chunk, now - before
                before = now
            return
        identity = (self._status.st_dev, self._status.st_ino)
        start = 0
        for step in chunk_sizes(self._reading.chunk_bytes):
            if start >= self.size:
                return
            end = min(self.size, start + step)
            self._note(end)
            yield ByteRange(self.name, identity, start, end, self.size), end - start
            start = end

    def identity(self) -> dict[str, Any] | None:
        """Returns size, time of change and a digest of the beginning."""
        return {
            "size": self.size,
            "changed": self._status.st_mtime_ns,
            "head": hashlib.sha256(self._head).hexdigest(),
        }

    def grown(self) -> int:
        """Returns how many bytes were appended."""
        now, then = os.fstat(self._file.fileno()), self._status
        changed = (now.st_size, now.st_mtime_ns) != (then.st_size, then.st_mtime_ns)
        if now.st_size < self.size or (changed and self._crc(0, self._noted, 0) != self._digest):
            raise FileChangedError(f"{self.name}: the file was changed while it was read; score it again")
        return now.st_size - self.size

    def _note(self, end: int) -> None:
        self._digest = self._crc(self._noted, end, self._digest)
        self._noted = end

    def _crc(self, start: int, end: int, before: int) -> int:
        while start < end:
            block = os.pread(self._file.fileno(), min(_BLOCK, end - start), start)
            if not block:
                raise FileChangedError(f"{self.name}: the file was replaced or cut while it was read")
            before = crc32(block, before)
            start += len(block)
        return before

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


class _Stream:
    """Standard input or a pipe: read once, from beginning to end."""

    size = 0
    notes: tuple[str, ...] = ()

    def __init__(self, file: BinaryIO, name: str, reading: _Reading) -> None:
        self.name = name
        self.format: Format = reading.format or "jsonl"
        self._file = file
        self._reading = reading

    def chunks(self) -> Iterator[tuple[Chunk, int]]:
        """Yields whole lines of JSONL, records of CSV."""
        if self.format == "csv":
            for chunk in self._reading.csv(self._file, self.name):
                yield chunk, 0
            return
        for number, text in enumerate(_whole_lines(self._file, self._reading.chunk_bytes)):
            if not number:
                # Nobody may have said that it was JSONL.
                refuse_other_encodings(self.name, text.data)
                if self._reading.format is None:
                    refuse_csv(self.name, text.data)
            yield text, 0

    def identity(self) -> dict[str, Any] | None:
        """What was read of a pipe is gone."""
        return None

    def grown(self) -> int:
        """A pipe is read to its end."""
        return 0

    def close(self) -> None:
        """Closes the pipe; standard input is left to the process."""
        if self._file is not sys.stdin.buffer:
            self._file.close()


class _Logs:
    """A directory of agent logs."""

    format: Format = "logs"

    def __init__(self, path: str) -> None:
        self.name = path
        try:
            self._names, others = find_logs(path)
        except OSError as error:
            explain_unreadable(error.filename or path, error)
        self.size = len(self._names)
        self.notes: tuple[str, ...] = ()
        if others:
            files = "file is" if others == 1 else "files are"
            self.notes = (f"{others:,} {files} neither .json nor .jsonl and left out",)

    def chunks(self) -> Iterator[tuple[Chunk, int]]:
        """Yields a number of logs at a time."""
        for start in range(0, self.size, _LOGS_AT_ONCE):
            names = self._names[start : start + _LOGS_AT_ONCE]
            yield LogFiles(self.name, names), len(names)

    def identity(self) -> dict[str, Any] | None:
        """Returns a digest of the logs' names, sizes and times."""
        digest = hashlib.sha256()
        for name in self._names:
            status = Path(self.name, name).lstat()
            digest.update(
                f"{name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode("utf-8", "surrogateescape")
            )
        return {"logs": self.size, "listing": digest.hexdigest()}

    def grown(self) -> int:
        """Logs that came later are another answer file's affair."""
        return 0

    def close(self) -> None:
        """Each log is opened and closed when it is read."""


def _whole_lines(file: BinaryIO, size: int) -> Iterator[Text]:
    """Cuts a stream after line feeds; an overlong line is skipped as it comes."""
    rest, begun = b"", False
    while block := file.read(size):
        head, feed, tail = block.rpartition(b"\n")
        if feed:
            lines = rest + head + feed
            yield Text(lines if begun else lines.removeprefix(BOM))
            rest, begun = tail, True
        else:
            rest += block
        if len(rest) > MAX_LINE:
            yield Text(b"", overlong=True)
            rest, begun = b"", True
            while (block := file.readline(size)) and not block.endswith(b"\n"):
                pass
    if rest:
        yield Text(rest if begun else rest.removeprefix(BOM))
