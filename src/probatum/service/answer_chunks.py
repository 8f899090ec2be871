"""Pieces of an answer file, small enough to hold, that any process can turn into rows by itself.

A chunk is a value that can be sent to another process. How a file is cut does not depend on how many
processes there are, so the rows come out the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from probatum.errors import ProbatumError
from probatum.service.agent_logs import read_log
from probatum.service.answer_rows import MAX_LINE, Row, RowReader

BOM: Final = b"\xef\xbb\xbf"
_BLOCK: Final = 1 << 20
_FIRST: Final = 1 << 16


def chunk_sizes(most: int) -> Iterator[int]:
    """Yields about how many bytes the chunks of a file have: small ones first, to have results soon.

    The sizes depend on nothing but `most`, so that a file is always cut in the same places.
    """
    size = min(most, _FIRST)
    while True:
        yield size
        size = min(most, size * 2)


class FileChangedError(ProbatumError):
    """The answer file became another one, or shorter, while it was read."""


class ByteRange(NamedTuple):
    """The lines of a file that begin in a range of bytes.

    Attributes:
        path: The file.
        identity: Its device and inode, so that another file under the same name is noticed.
        start: First byte of the range.
        end: The byte after its last.
        size: Size of the file when scoring began; nothing beyond it is read.
    """

    path: str
    identity: tuple[int, int]
    start: int
    end: int
    size: int

    def rows(self, reader: RowReader) -> tuple[Iterator[Row], int]:
        """Returns the rows, and how many lines they stand on."""
        try:
            file = Path(self.path).open("rb", buffering=0)  # noqa: SIM115 - closed below
        except FileNotFoundError as error:
            raise FileChangedError(f"{self.path}: the file was removed while it was read") from error
        with file:
            status = os.fstat(file.fileno())
            if (status.st_dev, status.st_ino) != self.identity or status.st_size < self.size:
                raise FileChangedError(f"{self.path}: the file was replaced or cut while it was read")
            return _read_lines(file, self).rows(reader)


class Text(NamedTuple):
    """Whole lines of JSONL.

    Attributes:
        data: The lines, the last one with or without its line feed.
        overlong: Whether a further line follows that was too long to keep.
    """

    data: bytes
    overlong: bool = False

    def rows(self, reader: RowReader) -> tuple[Iterator[Row], int]:
        """Returns the rows, and how many lines they stand on."""
        count = self.data.count(b"\n") + (not self.data.endswith(b"\n") and bool(self.data))
        clean = _is_utf8(self.data)
        if clean and not self.overlong and len(self.data) <= MAX_LINE:
            at_once = reader.lines(self.data, count)
            if at_once is not None:
                return iter(at_once), count
        return self._one_by_one(reader, clean=clean), count + self.overlong

    def _one_by_one(self, reader: RowReader, *, clean: bool) -> Iterator[Row]:
        lines = self.data.split(b"\n")
        if not lines[-1]:
            lines.pop()
        for number, line in enumerate(lines, start=1):
            if len(line) > MAX_LINE:
                yield reader.too_long(number)
            elif line and not line.isspace():
                yield (
                    reader.line(number, line) if clean or _is_utf8(line) else _not_utf8(reader, number, line)
                )
        if self.overlong:
            yield reader.too_long(len(lines) + 1)


class Records(NamedTuple):
    """Rows that were read already, as those of a CSV file, which only one process can cut.

    Attributes:
        items: The rows.
        lines: How many lines they stand on.
    """

    items: list[Row]
    lines: int

    def rows(self, reader: RowReader) -> tuple[Iterator[Row], int]:
        """Returns the rows, and how many lines they stand on."""
        return iter(self.items), self.lines


class LogFiles(NamedTuple):
    """Agent logs, one answer each.

    Attributes:
        root: The directory.
        names: Their paths in it.
    """

    root: str
    names: list[str]

    def rows(self, reader: RowReader) -> tuple[Iterator[Row], int]:
        """Returns the rows, and how many there are: a log counts as one line."""
        found = (read_log(self.root, name, number, reader) for number, name in enumerate(self.names, start=1))
        return found, len(self.names)


Chunk = ByteRange | Text | Records | LogFiles


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _not_utf8(reader: RowReader, number: int, line: bytes) -> Row:
    try:
        line.decode()
    except UnicodeDecodeError as error:
        message = f"Byte {error.start + 1} of the line is not UTF-8."
        byte = f"0x{line[error.start]:02x}"
        return reader.bad(
            number,
            "answers/not-utf8",
            message,
            "Write the file as UTF-8.",
            value=byte,
        )
    return reader.line(number, line)


def _read_lines(file: BinaryIO, part: ByteRange) -> Text:
    """Reads the lines that begin in a range, in memory bounded by the range and the longest line."""
    start = _first_line(file, part)
    if start is None:
        return Text(b"")
    data = _read_exactly(file, start, part.end)
    while not data.endswith(b"\n") and start + len(data) < part.size:
        more = _read_exactly(file, start + len(data), min(part.size, start + len(data) + _BLOCK))
        head, feed, _ = more.partition(b"\n")
        data += head + feed
        last = data.rfind(b"\n", 0, len(data) - 1) + 1
        if len(data) - last > MAX_LINE + 1:
            return Text(data[:last], overlong=True)
    return Text(data[len(BOM) :] if start == 0 and data.startswith(BOM) else data)


def _first_line(file: BinaryIO, part: ByteRange) -> int | None:
    """Returns where the first line of a range begins; None when none does."""
    if part.start == 0:
        return 0
    # The byte before the range tells whether a line begins with it.
    at = part.start - 1
    while at < part.end - 1:
        block = _read_exactly(file, at, min(part.end - 1, at + _BLOCK))
        feed = block.find(b"\n")
        if feed >= 0:
            return at + feed + 1
        at += len(block)
    return None


def _read_exactly(file: BinaryIO, start: int, end: int) -> bytes:
    file.seek(start)
    data = bytearray()
    while len(data) < end - start:
        block = file.read(end - start - len(data))
        if not block:
            raise FileChangedError(f"{file.name}: the file was cut while it was read")
        data += block
    return bytes(data)
