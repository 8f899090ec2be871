"""Opening a journal for one writer: a lock that is sure to be on the file that has the name."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path
from typing import NoReturn

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError
from probatum.files import fail


class JournalError(DocumentError):
    """A journal cannot be gone on with; its diagnostics say why."""


def is_at(descriptor: int, path: Path) -> bool:
    """Whether an open file is the one that has this name now."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False


def open_locked(path: Path) -> tuple[int, bool]:
    """Opens and locks the file; returns its descriptor, and whether it had to be made.

    Raises:
        JournalError: Another process has it open.
        FileError: It cannot be opened, or is no regular file.
    """
    flags = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK
    while True:
        try:
            try:
                descriptor, made = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o666), True
            except FileExistsError:
                descriptor, made = os.open(path, flags | os.O_CREAT, 0o666), False
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            fail(
                "cannot-write", str(path), f"The journal cannot be opened: {reason}.", "Choose another path."
            )
        try:
            _lock_file(descriptor, path)
            # Whoever had the lock before may have removed the file: then this lock guards nothing.
            if is_at(descriptor, path):
                return descriptor, made
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _lock_file(descriptor: int, path: Path) -> None:
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        fail("not-a-file", str(path), "This is no regular file.", "Choose another path for the journal.")
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        refuse(
            "journal-locked",
            path,
            "Another process is writing this journal.",
            "Wait until it ends, or give this run a journal of its own.",
            cause=error,
        )


def refuse(
    code: str, path: Path, message: str, fix: str, *, line: int = 0, cause: BaseException | None = None
) -> NoReturn:
    """Raises a `JournalError` with one diagnostic; the code is given without `document/`."""
    place = Place(str(path), line, 1 if line else 0)
    raise JournalError([Diagnostic(f"document/{code}", Severity.ERROR, place, message, fix)]) from cause
