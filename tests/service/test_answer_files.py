"""Reading answer files: the cut does not matter, and the fast way reads what the slow one does."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.service import answer_chunks, answer_files, answer_rows
from probatum.service.answer_chunks import FileChangedError, Text
from probatum.service.answer_files import open_answers
from probatum.service.answer_rows import AnswerRow, BadRow, Row, RowReader

LINES = st.lists(
    st.sampled_from(
        [
            b"",
            b"  ",
            b"{",
            b'{"task_id": 1, "answer": "Ida"}',
            b'{"task_id":"two","answer":null,"answer_id":"\xc3\xa9"}\r',
            b'{"id": 3, "answer": "\xff"}',
            b'{"id": 3, "answer": "' + b"x" * 40 + b'"}',
        ]
    ),
    max_size=12,
)


def numbered(chunks: list[tuple[Any, int]], reader: RowReader) -> list[tuple[Any, ...]]:
    """The rows of some chunks with their lines in the file, in the few words that tell them apart."""
    found = []
    before = 0
    for chunk, _ in chunks:
        rows, lines = chunk.rows(reader)
        for row in rows:
            what = row.fault.code if isinstance(row, BadRow) else row.answer
            found.append((before + row.line, row.task_id, row.answer_id, what))
        before += lines
    return found


@given(LINES, st.booleans(), st.booleans(), st.integers(1, 90))
def test_rows_do_not_depend_on_the_cut(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], bom: bool, ended: bool, size: int
) -> None:
    data = (answer_chunks.BOM if bom else b"") + b"\n".join(lines) + (b"\n" if ended else b"")
    path = tmp_path_factory.getbasetemp() / "cut.jsonl"
    path.write_bytes(data)
    reader = RowReader("f")
    expected = numbered([(Text(data.removeprefix(answer_chunks.BOM)), 0)], reader)
    file = open_answers(str(path), format=None, mapping={}, chunk_bytes=size)
    chunks = list(file.chunks())
    assert sum(weight for _, weight in chunks) == file.size == len(data)
    assert numbered(chunks, reader) == expected
    file.close()
    stream = [(text, 0) for text in answer_files._whole_lines(io.BytesIO(data), size)]
    assert numbered(stream, reader) == expected


@given(LINES, st.integers(1, 90))
def test_an_overlong_line_is_one_bad_row_wherever_it_is_cut(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], size: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for module in (answer_rows, answer_chunks, answer_files):
            patch.setattr(module, "MAX_LINE", 50)
        patch.setattr(answer_chunks, "_BLOCK", 16)
        long = b'{"id": 4, "answer": "' + b"y" * 300 + b'"}'
        data = b"\n".join([*lines, long, b'{"id": 5, "answer": ""}'])
        path = tmp_path_factory.getbasetemp() / "long.jsonl"
        path.write_bytes(data)
        reader = RowReader("f")
        file = open_answers(str(path), format=None, mapping={}, chunk_bytes=size)
        found = numbered(list(file.chunks()), reader)
        file.close()
        assert found == numbered([(Text(data), 0)], reader)
        assert found[-2:] == [
            (len(lines) + 1, None, None, "answers/line-too-long"),
            (len(lines) + 2, 5, None, ""),
        ]
        stream = [(text, 0) for text in answer_files._whole_lines(io.BytesIO(data), size)]
        assert numbered(stream, reader) == found


VALUES = (
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just([1]) | st.just({"answer": 1})
)
OBJECTS = st.dictionaries(st.sampled_from(["task_id", "id", "answer", "answer_id", "x"]), VALUES)


@given(OBJECTS, st.booleans())
def test_the_typed_decoder_reads_what_the_checker_of_values_reads(
    row: dict[str, Any], ascii_only: bool
) -> None:
    line = json.dumps(row, ensure_ascii=ascii_only).encode()
    plain = RowReader("f")
    by_value: Row = plain.value(1, json.loads(line))
    by_line = plain.line(1, line)
    mapped = RowReader("f", {"answer": "answer"}).line(1, line)
    assert by_line == by_value == mapped
    if isinstance(by_line, AnswerRow):
        assert by_line.task_id == row.get("task_id", row.get("id"))
        assert by_line.answer == row["answer"]


@given(st.lists(OBJECTS, max_size=4), st.booleans(), st.sampled_from([b"\n", b"\r\n", b"\n\n"]))
def test_lines_read_at_once_are_those_read_one_by_one(
    rows: list[dict[str, Any]], ended: bool, between: bytes
) -> None:
    reader = RowReader("f")
    data = between.join(json.dumps(row).encode() for row in rows) + (b"\n" if ended else b"")
    found, count = Text(data).rows(reader)
    assert list(found) == list(Text(data)._one_by_one(reader, clean=True))
    assert count == len(data.split(b"\n")) - (data.endswith(b"\n") or not data)


def test_good_lines_are_read_at_once_and_twins_never() -> None:
    reader = RowReader("f")
    good = b'{"task_id": 1, "answer": "Ida", "answer_id": 5}'
    assert reader.lines(good + b"\n" + good, 2) == [reader.line(1, good), reader.line(2, good)]
    for odd in (
        # Counted over both lines, each key stands twice; but not once in each.
        b'{"task_id": 1, "answer": "Ida", "answer": "Ada", "answer_id": 5}\n{"task_id": 1, "answer_id": 6}',
        b'{"task_id": 1, "id": 2, "answer": "Ida"}\n{"answer": "Ida"}',
        b'{"task_id": 1, "answer": "a", "answer_id": 5, "answer_id": 6}\n{"task_id": 1, "answer": "b"}',
        b'{"task_id": 1, "answer": "a", "\\u0061nswer": "b"}\n{"task_id": 1, "answer": "b"}',
    ):
        assert reader.lines(odd, 2) is None


def test_a_key_in_a_value_is_no_key_that_stands_twice() -> None:
    reader = RowReader("f")
    for line in (
        b'{"task_id": 1, "answer": "answer", "kind": "answer", "of": "answer"}',
        b'{"task_id": 1, "answer": "\\"answer\\": \\u0041", "steps": [{"answer": "a"}, {"answer": "b"}]}',
    ):
        assert isinstance(reader.line(1, line), AnswerRow)
    assert isinstance(
        reader.line(1, b'{"task_id": 1, "answer": "", "x": {"answer": 1, "answer": 2}}'), BadRow
    )


def test_what_comes_later_is_not_read_and_a_replaced_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(b'{"id": 1, "answer": "a"}\n{"id": 2, "ans')
    file = open_answers(str(path), format=None, mapping={}, chunk_bytes=10)
    with path.open("ab") as more:
        more.write(b'wer": "b"}\n{"id": 3, "answer": "c"}\n')
    reader = RowReader("f")
    assert numbered(list(file.chunks()), reader) == [
        (1, 1, None, "a"),
        (2, None, None, "document/syntax"),
    ]
    assert file.grown() == 36
    path.write_bytes(b"{}")
    with pytest.raises(FileChangedError, match="cut"):
        numbered(list(file.chunks()), reader)
    with pytest.raises(FileChangedError, match="changed"):
        file.grown()
    path.unlink()
    path.write_bytes(b'{"id": 1, "answer": "a"}\n{"id": 2, "answer": "another file altogether"}\n')
    with pytest.raises(FileChangedError, match="replaced"):
        numbered(list(file.chunks()), reader)
    file.close()


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.jsonl", b"task_id,answer\n", "jsonl"),
        ("a.CSV", b"{}", "csv"),
        ("a.txt", b"\xef\xbb\xbf\n  {}", "jsonl"),
        ("a", b"task_id,answer\n1,a\n", "csv"),
    ],
)
def test_the_format_is_told_by_the_name_first(
    tmp_path: Path, name: str, content: bytes, expected: str
) -> None:
    (tmp_path / name).write_bytes(content)
    file = open_answers(str(tmp_path / name), format=None, mapping={})
    assert file.format == expected
    file.close()
