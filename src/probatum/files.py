"""Reading whole files within a limit, and writing them so that a reader never sees half of one."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final, Literal, NoReturn, overload

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError

STANDARD_INPUT: Final = "-"
"""The path that means standard input, where files are read."""

_WRITE_FAULTS: Final = {
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EIO,
    errno.EROFS,
}
"""What the disk may answer to a write inside the block; any other error there is the block's own affair."""

_CHUNK: Final = 1024 * 1024
_KINDS: Final = (
    (stat.S_ISDIR, "directory"),
    (stat.S_ISFIFO, "pipe"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISCHR, "device"),
    (stat.S_ISBLK, "device"),
)


class FileError(DocumentError):
    """A file could not be read or written; its one diagnostic says which and why."""


def fail(code: str, name: str, message: str, fix: str) -> NoReturn:
    """Raises a `FileError` with one diagnostic.

    Args:
        code: Its code, without `document/`.
        name: Display name of the file.
        message: What is wrong.
        fix: What to do about it.

    Raises:
        FileError: Always.
    """
    raise FileError([Diagnostic(f"document/{code}", Severity.ERROR, Place(name), message, fix)])


def read_bytes(path: str | os.PathLike[str], limit: int) -> bytes:
    """Returns the content of a regular file, or of standard input for `-`.

    Never more than one byte beyond the limit is read, whatever the file's size claims to be: a file may
    grow meanwhile, and standard input has no size.

    Args:
        path: The file.
        limit: How many bytes it may have.

    Raises:
        FileError: There is no such file, it is no regular file, it may not be read, or it is too large.
    """
    name = os.fspath(path)
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            fail("unreadable", "standard input", "Standard input is closed.", "Name a file instead of -.")
        return _read_limited(sys.stdin.buffer, "standard input", limit)
    try:
        # Not blocking: opening a pipe that nobody writes to would otherwise wait for ever.
        descriptor = os.open(name, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        explain_unreadable(name, error)
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        _refuse_kind(name, mode)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        return _read_limited(file, name, limit)


def _read_limited(file: IO[bytes], name: str, limit: int) -> bytes:
    chunks: list[bytes] = []
    room = limit + 1
    try:
        while room and (chunk := file.read(min(room, _CHUNK))):
            chunks.append(chunk)
            room -= len(chunk)
    except OSError as error:
        explain_unreadable(name, error)
    if not room:
        fail(
            "too-large",
            name,
            f"The file has more than {limit:,} bytes, which is the most that is read.",
            "Split the file, or remove what does not belong in it.",
        )
    return b"".join(chunks)


def explain_unreadable(name: str, error: OSError | ValueError) -> NoReturn:
    """Raises the `FileError` for a file that could not be opened or read: the same one wherever it is read.

    Args:
        name: Display name of the file.
        error: What the system answered.

    Raises:
        FileError: Always.
    """
    if isinstance(error, FileNotFoundError):
        fail(
            "no-such-file", name, "There is no such file.", "Check the path; it is relative to where you are."
        )
    if isinstance(error, PermissionError):
        fail("no-permission", name, "The file may not be read.", "Give yourself the right to read it.")
    if isinstance(error, NotADirectoryError):
        fail("no-such-file", name, "A part of this path is a file, not a directory.", "Check the path.")
    reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    fail("unreadable", name, f"The file cannot be read: {reason}.", "Check the path and the disk.")


def _kind(mode: int) -> str:
    return next((kind for is_kind, kind in _KINDS if is_kind(mode)), "special file")


def _refuse_kind(name: str, mode: int) -> NoReturn:
    kind = _kind(mode)
    fix = (
        "Name a file inside it."
        if kind == "directory"
        else "Name a regular file, or use - and a redirection."
    )
    fail("not-a-file", name, f"This is a {kind}, not a file.", fix)


@overload
def atomic_write(
    path: str | os.PathLike[str], *, text: Literal[False] = False
) -> contextlib.AbstractContextManager[IO[bytes]]: ...
@overload
def atomic_write(
    path: str | os.PathLike[str], *, text: Literal[True]
) -> contextlib.AbstractContextManager[IO[str]]: ...
def atomic_write(
    path: str | os.PathLike[str], *, text: bool = False
) -> contextlib.AbstractContextManager[Any]:
    """Opens a file that appears under its name only when the block ends well, and then whole.

    It is written to a fresh temporary file in the same directory, made durable (`fsync` of file and
    directory) and renamed. When the block fails nothing is left behind and an existing file stays as it
    was. An existing file keeps its permissions; a symbolic link stays and its target is replaced.

    Args:
        path: The file to write.
        text: Whether text is written (UTF-8, line ends as given) instead of bytes.

    Raises:
        FileError: The path is a directory or another thing that is no regular file, the directory is
            missing or may not be written to, or the disk is full.
    """
    return _atomic_write(os.fspath(path), text)


@contextlib.contextmanager
def _atomic_write(name: str, text: bool) -> Iterator[IO[bytes] | IO[str]]:
    try:
        target = Path(os.path.realpath(name))
        mode = _mode_of(name, target)
        descriptor, temporary = _create_beside(target)
    except (OSError, ValueError) as error:
        _explain_unwritable(name, error)
    block_ended = False
    try:
        if mode is not None:
            os.fchmod(descriptor, mode)
        file: IO[bytes] | IO[str]
        if text:
            file = os.fdopen(descriptor, "w", encoding="utf-8", newline="")
        else:
            file = os.fdopen(descriptor, "wb")
        with file:
            yield file
            block_ended = True
            file.flush()
            os.fsync(descriptor)
        temporary.replace(target)
        sync_directory(target.parent)
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and (block_ended or error.errno in _WRITE_FAULTS):
            _explain_unwritable(name, error)
        raise


def _mode_of(name: str, target: Path) -> int | None:
    """Returns the permissions of the file that is to be replaced; None when there is none yet."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        message = f"This is a {_kind(mode)}; a file cannot take its place."
        fail("not-a-file", name, message, "Choose another name.")
    return stat.S_IMODE(mode)


def _create_beside(target: Path) -> tuple[int, Path]:
    """Makes a fresh file in the target's directory; one that already has the name is never opened."""
    while True:
        temporary = target.with_name(f".{target.name[:60]}.{secrets.token_hex(8)}.part")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with contextlib.suppress(FileExistsError):
            return os.open(temporary, flags, 0o666), temporary


def sync_directory(directory: Path) -> None:
    """Makes the names in a directory durable, so that a renamed or new file outlives a power cut.

    Raises:
        OSError: The directory cannot be opened or synchronised.
    """
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _explain_unwritable(name: str, error: OSError | ValueError) -> NoReturn:
    if isinstance(error, FileNotFoundError):
        fail(
            "cannot-write", name, "The directory it is to be in does not exist.", "Make the directory first."
        )
    if isinstance(error, PermissionError):
        fail("cannot-write", name, "The directory may not be written to.", "Choose another place.")
    reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    fail(
        "cannot-write",
        name,
        f"The file cannot be written: {reason}.",
        "Check the path and the room on the disk.",
    )
