"""Reading within limits and writing whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from probatum import files
from probatum.files import FileError, atomic_write, read_bytes

pytestmark = pytest.mark.rule("ANS-F3")


def refusal(path: Any, limit: int = 100) -> tuple[str, str]:
    """Returns code and message of the one fault that reading a path meets."""
    with pytest.raises(FileError) as caught:
        read_bytes(path, limit)
    (fault,) = caught.value.diagnostics
    assert fault.fix
    return fault.code, fault.message


def test_a_file_is_read_up_to_its_limit_and_not_a_byte_further(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a" * 100)
    assert read_bytes(path, 100) == b"a" * 100
    assert refusal(path, 99) == (
        "document/too-large",
        "The file has more than 99 bytes, which is the most that is read.",
    )


def test_an_empty_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    assert read_bytes(tmp_path / "x", 0) == b""


def test_a_file_without_end_is_not_read_for_ever() -> None:
    code, message = refusal("/dev/zero")
    assert (code, message) == ("document/not-a-file", "This is a device, not a file.")


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == ("document/not-a-file", "This is a pipe, not a file.")
    assert refusal(tmp_path) == ("document/not-a-file", "This is a directory, not a file.")
    assert refusal(tmp_path / "none")[0] == "document/no-such-file"
    (tmp_path / "file").touch()
    assert refusal(tmp_path / "file" / "below")[0] == "document/no-such-file"
    assert refusal("a\0b")[0] == "document/unreadable"
    assert refusal("x" * 5000)[0] == "document/unreadable"
    (tmp_path / "loop").symlink_to("loop")
    assert refusal(tmp_path / "loop")[0] == "document/unreadable"


def test_a_socket_is_no_file(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        assert refusal(tmp_path / "s")[0] in ("document/not-a-file", "document/unreadable")


def test_a_file_without_permission_is_said_to_be_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may read everything, so the refusal of the operating system is put in its place here.
    def refuse(*_: Any) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(files.os, "open", refuse)
    assert refusal(tmp_path / "x") == ("document/no-permission", "The file may not be read.")


def test_standard_input_is_read_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hello")))
    assert read_bytes("-", 5) == b"hello"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"hello")))
    with pytest.raises(FileError) as caught:
        read_bytes("-", 4)
    assert caught.value.diagnostics[0].place.file == "standard input"


def test_closed_standard_input_is_said_to_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal("-") == ("document/unreadable", "Standard input is closed.")


def test_bytes_and_text_are_written(tmp_path: Path) -> None:
    with atomic_write(tmp_path / "b") as binary:
        binary.write(b"\x00\xff")
    with atomic_write(tmp_path / "t", text=True) as text:
        text.write("é\r\n")
    assert (tmp_path / "b").read_bytes() == b"\x00\xff"
    assert (tmp_path / "t").read_bytes() == b"\xc3\xa9\r\n"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["b", "t"]


def test_until_the_block_ends_the_old_content_stands(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    with atomic_write(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"


@pytest.mark.parametrize("error", [ValueError("mine"), KeyboardInterrupt(), OSError(errno.ENOENT, "mine")])
def test_a_block_that_fails_leaves_nothing_and_keeps_its_own_error(
    tmp_path: Path, error: BaseException
) -> None:
    (tmp_path / "x").write_text("old")

    def fail() -> None:
        with atomic_write(tmp_path / "x") as file:
            file.write(b"new")
            raise error

    with pytest.raises(type(error)) as caught:
        fail()
    assert caught.value is error
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]
    assert (tmp_path / "x").read_text() == "old"


def test_permissions_are_kept_and_new_files_get_the_usual_ones(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.touch(mode=0o600)
    old.chmod(0o604)
    before = os.umask(0o027)
    try:
        for name in ("old", "new"):
            with atomic_write(tmp_path / name) as file:
                file.write(b"x")
    finally:
        os.umask(before)
    assert stat.S_IMODE(old.stat().st_mode) == 0o604
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_symbolic_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "x"
    target.write_text("old")
    (tmp_path / "link").symlink_to(target)
    with atomic_write(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert target.read_text() == "new"


def test_what_cannot_be_written_is_explained(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    wanted = {
        tmp_path: "document/not-a-file",
        tmp_path / "pipe": "document/not-a-file",
        tmp_path / "none" / "x": "document/cannot-write",
        tmp_path / ("x" * 300): "document/cannot-write",
        "a\0b": "document/cannot-write",
    }
    for path, code in wanted.items():
        with pytest.raises(FileError) as caught, atomic_write(path):
            pytest.fail("the block must not be entered")
        assert [fault.code for fault in caught.value.diagnostics] == [code]
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe"]


def test_a_temporary_file_that_is_already_there_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = iter(["taken", "free"])
    monkeypatch.setattr(files.secrets, "token_hex", lambda _: next(names))
    (tmp_path / "victim").write_text("untouched")
    (tmp_path / ".x.taken.part").symlink_to(tmp_path / "victim")
    with atomic_write(tmp_path / "x") as file:
        file.write(b"new")
    assert (tmp_path / "victim").read_text() == "untouched"
    assert (tmp_path / "x").read_text() == "new"


def test_a_full_disk_is_one_clear_error(tmp_path: Path) -> None:
    """The limit on the size of files stands in for the full disk; the operating system refuses the write."""
    (tmp_path / "x").write_text("old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(FileError, match="File too large"), atomic_write(tmp_path / "x") as file:
            file.write(b"n" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert (tmp_path / "x").read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


def test_a_killed_writer_leaves_the_old_content(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old")
    program = (
        "import os, signal, sys\n"
        "from probatum.files import atomic_write\n"
        "with atomic_write(sys.argv[1]) as file:\n"
        "    file.write(b'new' * 100000)\n"
        "    file.flush()\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, path], check=False, env={"PYTHONPATH": ":".join(sys.path)}
    )
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == "old"


def test_file_and_directory_are_made_durable_before_and_after_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    fsync = os.fsync

    def record(descriptor: int) -> None:
        is_directory = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        synced.append("directory" if is_directory else f"file, target exists: {(tmp_path / 'x').exists()}")
        fsync(descriptor)

    monkeypatch.setattr(files.os, "fsync", record)
    with atomic_write(tmp_path / "x") as file:
        file.write(b"new")
    assert synced == ["file, target exists: False", "directory"]
