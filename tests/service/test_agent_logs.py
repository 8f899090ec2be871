"""Finding and reading agent logs, whatever their names and links are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from probatum.service.agent_logs import find_logs, read_log
from probatum.service.answer_rows import AnswerRow, BadRow, RowReader

GOOD = b'{"task_id": 1, "answer": "a"}'


def test_folders_may_be_nested_deeper_than_a_program_can_call_itself(tmp_path: Path) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1500):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    log = os.open("a.json", os.O_WRONLY | os.O_CREAT, dir_fd=here)
    os.write(log, GOOD)
    os.close(log)
    os.close(here)
    name = "d/" * 1500 + "a.json"
    assert find_logs(str(tmp_path)) == ([name], 0)
    assert read_log(str(tmp_path), name, 1, RowReader("f")) == AnswerRow(1, 1, "a", name)
    # Who removes the folder of this test calls itself for each folder.
    (tmp_path / name).unlink()
    for depth in range(1500, 0, -1):
        (tmp_path / ("d/" * depth)).rmdir()


def test_what_is_found(tmp_path: Path) -> None:
    for name in ("b/a.JSON", "a.jsonl", "b.json", "notes.txt", ".hidden.json", ".git/a.json"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(GOOD)
    (tmp_path / "link.json").symlink_to("a.jsonl")
    (tmp_path / "folder.json").symlink_to("b")
    assert find_logs(str(tmp_path)) == (["a.jsonl", "b.json", "b/a.JSON", "link.json"], 1)
    # The order is that of the whole paths, not that of the folders.
    with pytest.raises(NotADirectoryError):
        find_logs(str(tmp_path / "notes.txt"))


def test_a_link_in_a_circle_is_one_row_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.json").symlink_to("b.json")
    (tmp_path / "b.json").symlink_to("a.json")
    assert find_logs(str(tmp_path)) == (["a.json", "b.json"], 0)
    row = read_log(str(tmp_path), "a.json", 1, RowReader("f"))
    assert isinstance(row, BadRow)
    assert row.answer_id == "a.json"
    assert row.fault.place.file == str(tmp_path / "a.json")
    assert row.fault.fix


def test_a_name_that_is_not_utf8_is_one_row_that_cannot_be_read(tmp_path: Path) -> None:
    root = tmp_path / os.fsdecode(b"r\xff")
    root.mkdir()
    (root / os.fsdecode(b"\xff.json")).write_bytes(GOOD)
    (root / "good.json").write_bytes(GOOD)
    (root / "bad.json").write_bytes(b"{")
    names, _ = find_logs(str(root))
    rows = [read_log(str(root), name, 1, RowReader("f")) for name in names]
    assert [row.answer_id for row in rows] == ["bad.json", "good.json", "\\xff.json"]
    assert [isinstance(row, BadRow) for row in rows] == [True, False, True]
    odd = rows[2]
    assert isinstance(odd, BadRow)
    assert (odd.fault.code, odd.fault.fix) == ("answers/not-utf8", "Rename the file.")
    for row in rows:
        if isinstance(row, BadRow):
            row.fault.place.file.encode()
