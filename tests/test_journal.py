"""A journal is gone on with after any accident, and never with wrong records."""

from __future__ import annotations

import fcntl
import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probatum.errors import DocumentError
from probatum.files import FileError
from probatum.journal import Journal, JournalError

pytestmark = pytest.mark.rule("ANS-F3")

HEADER = {"tasks": "sha256:ab", "rules_version": 1, "options": {"strict": False}}
RECORDS = [{"task": n, "text": f"é {n}\n" * (n % 4)} for n in range(12)]


def write(path: Path, records: list[Any] = RECORDS) -> None:
    """Writes a journal with some records."""
    with Journal.open(path, HEADER) as journal:
        journal.extend(records)


def read(path: Path) -> list[Any]:
    """Opens a journal and returns its records."""
    with Journal.open(path, HEADER) as journal:
        return list(journal.records())


def refusal(path: Path, header: dict[str, Any] = HEADER) -> tuple[str, int, str]:
    """Returns code, line and message of the one fault that opening meets."""
    before = path.read_bytes()
    with pytest.raises(DocumentError) as caught:
        Journal.open(path, header)
    (fault,) = caught.value.diagnostics
    assert fault.fix
    assert path.read_bytes() == before
    return fault.code, fault.place.line, fault.message


def test_what_was_appended_is_there_again_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal.open(path, HEADER) as journal:
        assert list(journal.records()) == []
        journal.append(RECORDS[0])
        assert list(journal.records()) == RECORDS[:1]
        journal.extend(RECORDS[1:5])
    with Journal.open(path, HEADER) as journal:
        assert journal.cut == 0
        assert list(journal.records()) == RECORDS[:5]
        journal.extend(RECORDS[5:])
        assert list(journal.records()) == RECORDS
    assert read(path) == RECORDS


def test_two_readings_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    write(tmp_path / "j")
    with Journal.open(tmp_path / "j", HEADER) as journal:
        one, other = journal.records(), journal.records()
        pairs = []
        for record in one:
            pairs.append((record, next(other)))
            journal.append("later")
        assert pairs == [(record, record) for record in RECORDS]


@pytest.mark.parametrize("torn", ["cut", "zeros"])
def test_a_last_line_torn_at_any_byte_is_cut_off_and_the_run_goes_on(tmp_path: Path, torn: str) -> None:
    path = tmp_path / "j"
    write(path)
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for length in range(start, len(whole)):
        tail = b"\0" * (len(whole) - length) if torn == "zeros" else b""
        path.write_bytes(whole[:length] + tail)
        with Journal.open(path, HEADER) as journal:
            assert journal.cut == length + len(tail) - start
            assert list(journal.records()) == RECORDS[:-1]
            journal.append(RECORDS[-1])
        assert path.read_bytes() == whole


def test_a_header_torn_at_any_byte_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "j"
    write(path, [])
    header = path.read_bytes()
    for length in range(len(header)):
        path.write_bytes(header[:length])
        with Journal.open(path, HEADER) as journal:
            assert journal.cut == length
        assert path.read_bytes() == header


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_bit_never_gives_a_wrong_record(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "j"
    write(path)
    whole = path.read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    for at in range(seed, len(whole), 4):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << random.Random(at).randrange(8)
        path.write_bytes(damaged)
        if at < last - 1:
            code, line, _ = refusal(path)
            number = whole.count(b"\n", 0, at) + 1
            if number == 1:
                assert (code, line) == ("document/not-a-journal", 1)
            else:
                assert (code, line) == ("document/journal-damaged", number)
        elif at >= last:
            assert read(path) == RECORDS[:-1]
        else:
            # The line feed before the last line is gone: both lines are one that cannot be trusted.
            assert read(path) == RECORDS[:-2]


@pytest.mark.parametrize("change", ["removed", "swapped", "doubled"])
def test_whole_lines_that_are_not_where_they_were_are_noticed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "j"
    write(path)
    lines = path.read_bytes().splitlines(keepends=True)
    match change:
        case "removed":
            del lines[4]
        case "swapped":
            lines[4], lines[5] = lines[5], lines[4]
        case "doubled":
            lines.insert(4, lines[3])
    path.write_bytes(b"".join(lines))
    assert refusal(path)[:2] == ("document/journal-damaged", 5)


def test_the_fix_for_a_damaged_line_works(tmp_path: Path) -> None:
    path = tmp_path / "j"
    write(path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[6] = lines[6].replace(b"task", b"tusk")
    path.write_bytes(b"".join(lines))
    with pytest.raises(JournalError, match="Keep what stands before line 7 "):
        Journal.open(path, HEADER)
    path.write_bytes(b"".join(lines[:6]))
    assert read(path) == RECORDS[:5]


def test_another_run_is_refused_and_told_what_differs(tmp_path: Path) -> None:
    write(tmp_path / "j")
    other = {**HEADER, "rules_version": 2, "jobs": 4}
    del other["options"]
    code, _, message = refusal(tmp_path / "j", other)
    assert code == "document/journal-mismatch"
    assert "rules_version was 1 and is now 2" in message
    assert 'options was {"strict":false} and is now absent' in message
    assert "jobs was absent and is now 4" in message
    assert "tasks" not in message


def test_the_order_of_the_header_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path / "j")
    with Journal.open(tmp_path / "j", dict(reversed(HEADER.items()))) as journal:
        assert list(journal.records()) == RECORDS


@pytest.mark.parametrize(
    "content",
    [
        b"important notes without a line end",
        b"task,answer\n1,2\n",
        b"\0" * 50,
        b'{"task_id": 1}\n',
        b"x" * 5000,
    ],
)
def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "j").write_bytes(content)
    assert refusal(tmp_path / "j")[0] == "document/not-a-journal"


def test_a_second_writer_is_refused_until_the_first_is_done(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j", HEADER) as journal:
        with pytest.raises(JournalError, match="Another process is writing this journal"):
            Journal.open(tmp_path / "j", HEADER)
        journal.append(1)
    assert read(tmp_path / "j") == [1]


def test_a_lock_on_a_file_that_lost_its_name_is_not_taken_for_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "j"
    first = Journal.open(path, HEADER)
    locked, steps = fcntl.flock, []

    def late(descriptor: int, how: int) -> None:
        # The first writer ends, and removes the file, between the opening and the locking of the second.
        if not steps:
            first.remove()
        steps.append(how)
        locked(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with Journal.open(path, HEADER) as second:
        assert len(steps) == 2
        assert second.in_place()
        with pytest.raises(JournalError, match="Another process"):
            Journal.open(path, HEADER)
        path.unlink()
        assert not second.in_place()


def test_beginning_anew_empties_the_locked_file_itself(tmp_path: Path) -> None:
    path = tmp_path / "j"
    write(path)
    before = path.stat().st_ino
    # Neither another run nor damage is in the way of a new beginning.
    with path.open("r+b") as file:
        file.seek(-40, os.SEEK_END)
        file.write(b"?")
    with Journal.open(path, {"other": 1}, anew=True) as journal:
        assert journal.found
        assert list(journal.records()) == []
        journal.append("new")
        with pytest.raises(JournalError, match="Another process"):
            Journal.open(path, {"other": 1}, anew=True)
    assert path.stat().st_ino == before
    with Journal.open(path, {"other": 1}) as journal:
        assert list(journal.records()) == ["new"]
    path.write_bytes(b"precious\n")
    with pytest.raises(JournalError, match="not a journal"):
        Journal.open(path, HEADER, anew=True)
    assert path.read_bytes() == b"precious\n"


def test_what_cannot_be_a_journal_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "none" / "j", tmp_path / "pipe", "a\0b"):
        with pytest.raises(FileError):
            Journal.open(path, HEADER)


def test_a_record_that_is_no_json_changes_nothing(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j", HEADER) as journal:
        journal.append(1)
        for wrong in (float("nan"), {1, 2}, object(), b"x"):
            with pytest.raises((TypeError, ValueError)):
                journal.append(wrong)
            with pytest.raises((TypeError, ValueError)):
                journal.extend([2, wrong])
        assert list(journal.records()) == [1]


def test_nothing_can_be_appended_once_it_is_closed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "j", HEADER)
    journal.close()
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.append(1)
    assert read(tmp_path / "j") == []


def test_appending_is_batched_and_flushing_hands_it_over(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with Journal.open(path, HEADER) as journal:
        empty = path.stat().st_size
        journal.append("a")
        assert path.stat().st_size == empty
        journal.flush()
        assert path.stat().st_size > empty
        for _ in range(20):
            journal.append("x" * 8000)
        assert path.stat().st_size > empty + 64 * 1024


def test_several_threads_may_append(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "j", HEADER) as journal:
        threads = [
            threading.Thread(target=lambda name=name: [journal.append([name, n]) for n in range(500)])
            for name in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    records = read(tmp_path / "j")
    for name in range(4):
        assert [n for who, n in records if who == name] == list(range(500))


def test_a_full_disk_is_one_clear_error_and_the_run_goes_on_afterwards(tmp_path: Path) -> None:
    """The limit on the size of files stands in for the full disk; the operating system refuses the write."""
    path = tmp_path / "j"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    journal = Journal.open(path, HEADER)
    journal.append("first")
    journal.sync()
    size = path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 5000, hard))
    try:
        with pytest.raises(FileError, match=r"journal cannot be written: .*Make room on the disk") as caught:
            journal.append("y" * 100_000)
        assert [fault.code for fault in caught.value.diagnostics] == ["document/cannot-write"]
        assert path.stat().st_size == size
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    journal.append("last")
    journal.close()
    assert read(path) == ["first", "y" * 100_000, "last"]


WRITER = """
import sys
from probatum.journal import Journal
with Journal.open(sys.argv[1], {"run": 1}) as journal:
    n = sum(1 for _ in journal.records())
    print("ready", flush=True)
    while True:
        journal.append({"n": n, "text": "x" * (n * 7919 % 3000)})
        n += 1
        if n % 50 == 0:
            journal.sync()
            print(n, flush=True)
"""


def test_a_writer_killed_at_any_moment_loses_nothing_that_was_synced(tmp_path: Path) -> None:
    path = tmp_path / "j"
    chance = random.Random(20261130)
    known = 0
    for _ in range(6):
        command = [sys.executable, "-c", WRITER, path]
        environment = {"PYTHONPATH": ":".join(sys.path)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as writer:
            assert writer.stdout
            assert writer.stdout.readline() == b"ready\n"
            time.sleep(chance.random() * 0.08)
            writer.kill()
            promised = writer.stdout.read().split(b"\n")[:-1]
        known = max([known, *map(int, promised)])
        with Journal.open(path, {"run": 1}) as journal:
            records = list(journal.records())
        assert [record["n"] for record in records] == list(range(len(records)))
        assert all(record["text"] == "x" * (record["n"] * 7919 % 3000) for record in records)
        assert len(records) >= known
        known = len(records)
    assert known > 0


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=25)
@given(st.lists(st.lists(json_values, max_size=4), max_size=4))
def test_any_json_survives_any_number_of_reopenings(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[Any]]
) -> None:
    path = tmp_path_factory.mktemp("journal") / "j"
    for batch in batches:
        write(path, batch)
    assert json.dumps(read(path)) == json.dumps([record for batch in batches for record in batch])
