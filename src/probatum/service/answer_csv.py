"""Answers from a CSV file: a header, then one row an answer; quoted fields may hold line breaks.

Every value is text, so a cell cannot say that there was no answer: an empty cell is an empty answer. An
empty `answer_id` means that there is none. Rows of empty cells only are passed over like blank lines.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from typing import BinaryIO, Final

from probatum.errors import DocumentError
from probatum.service.answer_chunks import BOM, Records, chunk_sizes
from probatum.service.answer_rows import MAX_LINE, Row, RowReader
from probatum.service.csv_header import cause, read_header, refuse_other_encodings

_ROWS_AT_ONCE: Final = 4096


def csv_chunks(
    file: BinaryIO, reader: RowReader, size: int, end: int = sys.maxsize, *, delimiter: str = ","
) -> Iterator[Records]:
    """Reads a CSV file chunk by chunk.

    Args:
        file: The file, from its beginning.
        reader: Knows the columns.
        size: About how many bytes of answers a chunk holds at most.
        end: Where to end, in bytes from the beginning.
        delimiter: What parts the cells.

    Raises:
        DocumentError: The header lacks a column, or the file is in another encoding.
    """
    lines = _Lines(file, reader.name, end)
    csv.field_size_limit(MAX_LINE)
    rows = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        header = read_header(rows, reader, delimiter, lambda: lines.text)
    except _LineTooLongError:
        raise DocumentError([reader.too_long(1).fault]) from None
    items: list[Row] = []
    # The header is a line of the first chunk.
    start, held = 0, 0
    sizes = chunk_sizes(size)
    room = next(sizes)
    while True:
        line = lines.number + 1 - start
        lines.opened = 0
        try:
            cells = next(rows)
        except StopIteration:
            break
        except _LineTooLongError:
            items.append(reader.too_long(lines.number - start))
            continue
        except csv.Error as error:
            items.append(_broken(reader, line, error, lines))
            continue
        # Spreadsheets write rows of nothing below a table; they are blank lines.
        if any(cells):
            items.append(_row(reader, line, header, cells))
            held += sum(map(len, cells))
        if held >= room or len(items) >= _ROWS_AT_ONCE:
            yield Records(items, lines.number - start)
            items, start, held, room = [], lines.number, 0, next(sizes)
    yield Records(items, lines.number - start)


class _LineTooLongError(Exception):
    """A line is beyond the limit; it was skipped."""


class _Lines:
    """The lines of a file, decoded, each bounded. Bytes that are no UTF-8 become lone surrogates.

    Attributes:
        number: The line that was read last, from 1.
        text: That line.
        opened: The line on which a quote was opened that is not closed yet; 0 where none is. Whoever begins
            a row sets it to 0.
    """

    def __init__(self, file: BinaryIO, name: str, end: int) -> None:
        self._file = file
        self._name = name
        self._left = end
        self.number = 0
        self.text = ""
        self.opened = 0

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._read(MAX_LINE + 1)
        if not line:
            raise StopIteration
        self.number += 1
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = self._read(MAX_LINE)
            raise _LineTooLongError
        if self.number == 1:
            refuse_other_encodings(self._name, line)
            line = line.removeprefix(BOM)
        if line.count(b'"') & 1:
            self.opened = 0 if self.opened else self.number
        self.text = line.decode(errors="surrogateescape")
        return self.text

    def _read(self, limit: int) -> bytes:
        line = self._file.readline(min(limit, self._left))
        self._left -= len(line)
        return line


def _row(reader: RowReader, line: int, header: list[str], cells: list[str]) -> Row:
    if len(cells) > len(header) and not any(cells[len(header) :]):
        # Empty cells beyond the last column hold nothing that could be lost.
        cells = cells[: len(header)]
    if len(cells) != len(header):
        message = f"The row has another number of cells ({len(cells):,}) than the header ({len(header):,})."
        fix = "Put cells that hold commas, quotes or line breaks in quotes."
        return reader.bad(line, "answers/csv-cells", message, fix)
    if not all(map(_is_text, cells)):
        return reader.bad(
            line, "answers/not-utf8", "The row has bytes that are not UTF-8.", "Write the file as UTF-8."
        )
    fields = reader.fields(dict(zip(header, cells, strict=True)))
    fields["answer_id"] = fields.get("answer_id") or None
    return reader.row(line, fields, header)


def _is_text(cell: str) -> bool:
    if cell.isascii():
        return True
    try:
        cell.encode()
    except UnicodeEncodeError:
        return False
    return True


def _broken(reader: RowReader, line: int, error: csv.Error, lines: _Lines) -> Row:
    message = f"The row is not CSV: {cause(error)}."
    swallowed = lines.number - lines.opened
    if lines.opened and swallowed:
        more = "1 more line" if swallowed == 1 else f"{swallowed:,} more lines"
        message += f" The cell opens on line {lines.opened:,} and swallows {more}, to line {lines.number:,}."
    return reader.bad(
        line, "answers/csv-syntax", message, "Double each quote inside a quoted cell, and close it."
    )
