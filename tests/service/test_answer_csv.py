"""CSV files whose lines are not what they seem: blank ones before the header, and those a quote swallows."""

from __future__ import annotations

import io

import pytest

from probatum.errors import DocumentError
from probatum.service.answer_csv import csv_chunks
from probatum.service.answer_rows import AnswerRow, BadRow, RowReader


def read(data: bytes, size: int = 1 << 20) -> list[tuple[int, str]]:
    """The rows: their lines in the file, and the answer or what is wrong."""
    reader = RowReader("f")
    found = []
    before = 0
    for chunk in csv_chunks(io.BytesIO(data), reader, size):
        rows, count = chunk.rows(reader)
        for row in rows:
            told = row.answer if isinstance(row, AnswerRow) else f"{row.fault.code}: {row.fault.message}"
            found.append((before + row.line, told or ""))
        before += count
    return found


@pytest.mark.parametrize("blank", [b"\n", b"\r\n\r\n", b"  \n", b",,\n", b"\xef\xbb\xbf\n"])
def test_blank_lines_before_the_header_are_passed_over(blank: bytes) -> None:
    lines = blank.count(b"\n")
    assert read(blank + b"task_id,answer\n1,a\n\n2,b\n") == [(lines + 2, "a"), (lines + 4, "b")]
    with pytest.raises(DocumentError) as caught:
        read(blank + b"task_id,reply\n1,a\n")
    assert caught.value.diagnostics[0].place.line == lines + 1
    with pytest.raises(DocumentError, match="empty"):
        read(blank)


@pytest.mark.parametrize("size", [1, 1 << 20])
def test_a_quote_that_is_not_closed_says_where_it_opens_and_what_it_swallows(size: int) -> None:
    good = b'task_id,answer\n1,"a ""b""\nc"\n'
    [_, (line, told)] = read(good + b'2,"open\n3,c\n4,d\n', size)
    assert line == 4
    assert told.endswith("The cell opens on line 4 and swallows 2 more lines, to line 6.")
    [_, (line, told)] = read(good + b'"2\n2","open\n3,c', size)
    assert line == 4
    assert "not closed" in told
    [_, (_, told)] = read(good + b'2,"open', size)
    assert "swallows" not in told


def test_a_quote_that_is_closed_by_another_row_swallows_lines_too() -> None:
    [(line, told), *rest] = read(b'task_id,answer\n1,"open\n2,b\n3,"c"\n4,d\n')
    assert line == 2
    assert told.startswith("answers/csv-syntax")
    assert rest == [(5, "d")]
    assert "opens on line 2 and swallows 2 more lines, to line 4" in told


def test_a_row_that_cannot_be_read_is_a_row() -> None:
    reader = RowReader("f")
    [chunk] = csv_chunks(io.BytesIO(b'task_id,answer\n1,"open'), reader, 100)
    [row] = chunk.rows(reader)[0]
    assert isinstance(row, BadRow)
    assert row.fault.place.line == row.line == 2
