"""What is wrong with a row is said where it stands, and nothing that could be misread is scored."""

from __future__ import annotations

import json
from typing import Any

import pytest

from probatum.service.answer_rows import AnswerRow, BadRow, RowReader

LONG = b"1" * 5000


def fault(reader: RowReader, line: bytes) -> tuple[str, str]:
    row = reader.line(7, line)
    assert isinstance(row, BadRow), row
    assert row.fault.place.line == 7
    return row.fault.code, row.fault.place.pointer


@pytest.mark.rule("ANS-F1")
@pytest.mark.parametrize("mapping", [{}, {"answer": "answer"}])
def test_a_key_that_stands_twice_is_found_whatever_else_the_row_holds(mapping: dict[str, str]) -> None:
    reader = RowReader("f", mapping)
    twice = b'{"task_id":1,"answer":"x","answer":"y","z":%b}'
    for other in (b"1", LONG, b"-" + LONG, b"1e99999", b"1." + LONG, b"1e" + LONG):
        assert fault(reader, twice % other)[0] == "answers/duplicate-key"
    for broken in (b"NaNs", b'"\xff"', b"[" * 3000 + b"]" * 3000, b"[" * 3000):
        assert isinstance(reader.line(1, twice % broken), BadRow)
    # A number that long is no fault where every key stands once.
    once = reader.line(1, b'{"task_id":1,"answer":"x","z":%b}' % LONG)
    assert isinstance(once, (AnswerRow, BadRow))
    assert reader.lines((twice % LONG) + b"\n", 1) is None


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("antwört", '{"task_id":1,"antwört":"x","antw\\u00f6rt":"y"}'),
        ("😀", '{"task_id":1,"😀":"x","\\ud83d\\ude00":"y"}'),
        ("a/b", '{"task_id":1,"a/b":"x","a\\/b":"y"}'),
        ("a\tb", '{"task_id":1,"a\\tb":"x","a\\u0009b":"y"}'),
    ],
)
def test_a_key_written_in_two_ways_stands_twice(path: str, line: str) -> None:
    assert fault(RowReader("f", {"answer": path}), line.encode())[0] == "answers/duplicate-key"


@pytest.mark.parametrize(
    ("mapping", "row", "pointer"),
    [
        ({}, {"id": [1], "answer": ""}, "/id"),
        ({}, {"task_id": [1], "id": 1, "answer": ""}, "/task_id"),
        ({}, {"task_id": 1, "answer": 5}, "/answer"),
        ({"answer": "a/b.c~d"}, {"task_id": 1, "a/b": {"c~d": 5}}, "/a~1b/c~0d"),
        ({"answer": "a/b.c~d"}, {"task_id": 1, "a/b.c~d": 5}, "/a~1b.c~0d"),
        ({"task_id": "task_id"}, {"task_id": None, "answer": ""}, "/task_id"),
    ],
)
def test_the_pointer_of_a_fault_leads_to_it(
    mapping: dict[str, str], row: dict[str, Any], pointer: str
) -> None:
    found = fault(RowReader("f", mapping), json.dumps(row).encode())
    assert found == ("answers/wrong-type", pointer)
