"""Where verdicts go: standard output, or a file that appears only when it is whole.

Beside a file OUT stand, while it is being made, OUT.partial (the rows so far) and OUT.journal (which chunks
they are, with their counts). A run that was interrupted at any moment goes on from them: what the journal
does not know is cut off OUT.partial and scored again.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol
from zlib import crc32

from probatum.diagnostics import Diagnostic
from probatum.files import FileError, fail, sync_directory
from probatum.journal import Journal, JournalError, JournalMismatchError
from probatum.journal_lock import is_at
from probatum.service.output_paths import beside, mode_of_target
from probatum.service.score_rows import Rows
from probatum.service.score_tally import ChunkTally

_SYNC_SECONDS: Final = 1.0
_BLOCK: Final = 1 << 20


_CHANGES: Final = {
    "answers": "the answer file was changed, or is another",
    "specs": "the tasks or their specs were changed",
    "rules_version": "the rules have another version",
    "format": "--format was another",
    "map": "--map was another",
    "strict": "--strict was given to one of the two",
    "delimiter": "--delimiter was another",
    "chunk_bytes": "--chunk-bytes was another",
}


class Output(Protocol):
    """Takes the chunks of verdicts in order.

    Attributes:
        done: The counts of the chunks that an interrupted run had written.
        finished: Whether everything was written and has its name.
        notes: What became of an interrupted run, for people.
    """

    done: list[ChunkTally]
    finished: bool
    notes: tuple[str, ...]

    def write(self, rows: Rows) -> None:
        """Writes the rows of the next chunk."""

    def finish(self) -> None:
        """Ends well."""

    def abandon(self, *, keep: bool) -> bool:
        """Ends badly: keeps what is needed to go on, or removes it. Returns whether anything was kept."""


class StreamOutput:
    """Rows go out as they come."""

    def __init__(self, file: BinaryIO) -> None:
        self.done: list[ChunkTally] = []
        self.finished = False
        self.notes: tuple[str, ...] = ()
        self._file = file

    def write(self, rows: Rows) -> None:
        """Writes the rows.

        Raises:
            FileError: The disk is full or fails.
            BrokenPipeError: Nobody reads any more.
        """
        with _explained("standard output", "What was printed is incomplete; make room, then run it again."):
            _write_all(self._file, rows.data)

    def finish(self) -> None:
        """Flushes.

        Raises:
            FileError, BrokenPipeError: As `write`.
        """
        with _explained("standard output", "What was printed is incomplete; make room, then run it again."):
            self._file.flush()

    def abandon(self, *, keep: bool) -> bool:
        """What went out cannot be called back, nor gone on with."""
        return False


class FileOutput:
    """A file that is written beside its name and renamed at the end.

    Args:
        path: The file.
        header: What the verdicts depend on; None for input that cannot be read a second time.
        resume: Whether to go on with what an interrupted run left.

    Raises:
        FileError: The file could not be written there.
        JournalError: What is left belongs to a run with other inputs, or another process is at it.
    """

    def __init__(self, path: str, header: Mapping[str, Any] | None, *, resume: bool) -> None:
        self.done: list[ChunkTally] = []
        self.finished = False
        self._name = path
        self._target = Path(os.path.realpath(path))
        self._partial, journal = beside(self._target)
        self._mode = mode_of_target(path, self._target)
        # From here on the journal's lock keeps others away from all three files.
        try:
            self._journal = Journal.open(journal, header or {}, anew=not resume)
        except JournalMismatchError as error:
            raise JournalError([_in_words(error)]) from error
        self.notes: tuple[str, ...] = ()
        if resume and not self._journal.found:
            self.notes = ("--resume found nothing to go on with, so that every row was scored",)
        elif self._journal.found and not resume:
            self.notes = ("rows that an interrupted run had kept were discarded: --resume was not given",)
        try:
            self._file = _open_partial(self._partial, ours=self._journal.found)
            self._end = self._take_up() if resume else 0
            self._file.truncate(self._end)
            self._file.seek(self._end)
        except BaseException:
            if self._journal.found and resume:
                self._journal.close()
            else:
                self._journal.remove()
            raise
        self._synced = time.monotonic()

    def write(self, rows: Rows) -> None:
        """Writes the rows and notes it; from now on they are not scored again.

        Raises:
            FileError: The disk is full or fails; what was noted before can be resumed.
        """
        with _explained(self._name, "Make room on the disk, then run it again."):
            _write_all(self._file, rows.data)
            self._end += len(rows.data)
            record = {"chunk": len(self.done), "end": self._end, "crc": crc32(rows.data)}
            now = time.monotonic()
            if now - self._synced > _SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._journal.append(record | rows.tally.to_record())
                self._journal.sync()
                self._synced = now
            else:
                self._journal.append(record | rows.tally.to_record())
                self._journal.flush()
        self.done.append(rows.tally)

    def finish(self) -> None:
        """Gives the file its name.

        Raises:
            FileError: The disk fails, or somebody took the files beside it away.
        """
        if not (self._journal.in_place() and is_at(self._file.fileno(), self._partial)):
            message = "What was written so far was removed or replaced by another program meanwhile."
            fail("cannot-write", self._name, message, "Run it again, and leave the files beside it alone.")
        with _explained(self._name, "Make room on the disk, then run it again."):
            os.fsync(self._file.fileno())
            if self._mode is not None:
                os.fchmod(self._file.fileno(), self._mode)
            self._partial.replace(self._target)
        self._file.close()
        self.finished = True
        with _explained(self._name, "Look after the disk, lest it is lost."):
            sync_directory(self._target.parent)
        self._journal.remove()

    def abandon(self, *, keep: bool) -> bool:
        """Closes, and removes what is not worth keeping.

        No error of the disk is raised: the one that is being handled says more.
        """
        in_place = self._journal.in_place()
        kept = keep and bool(self.done) and not self.finished and in_place
        with suppress(OSError, FileError):
            if not kept and in_place and not self.finished:
                self._partial.unlink(missing_ok=True)
            if kept:
                self._journal.close()
        with suppress(OSError, FileError):
            self._journal.remove()
        with suppress(OSError):
            self._file.close()
        return kept

    def _take_up(self) -> int:
        """Reads what the journal and the rows agree on; returns how many bytes of rows that is."""
        records: list[dict[str, Any]] = []
        for record in self._journal.records():
            # A resumed run may have had to go back; what it wrote afterwards is what counts.
            del records[record["chunk"] :]
            records.append(record)
        end = 0
        for record in records:
            if _checksum(self._file, record["end"] - end) != record["crc"]:
                break
            end = record["end"]
            self.done.append(ChunkTally.from_record(record))
        return end


def _in_words(error: JournalMismatchError) -> Diagnostic:
    """Says what a run that is to be gone on with had otherwise, in the words of its options."""
    changed = [key for key in {**error.was, **error.now} if error.was.get(key) != error.now.get(key)]
    told = [_CHANGES.get(key, f"`{key}` is another") for key in changed]
    message = f"What is left is of another run: {'; '.join(told)}."
    fix = "Leave --resume away to begin anew, or run with what the first run had."
    (found,) = error.diagnostics
    return found._replace(message=message, fix=fix)


@contextmanager
def _explained(name: str, fix: str) -> Iterator[None]:
    """Turns what the operating system says into a `FileError`."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        reason = error.strerror or str(error)
        fail("cannot-write", name, f"The file cannot be written: {reason}.", fix)


def _open_partial(path: Path, *, ours: bool) -> BinaryIO:
    """Opens the rows so far; what is in the way is left alone unless it is `ours` or looks like verdicts."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with _explained(str(path), "Choose another --out."):
        file = os.fdopen(os.open(path, flags, 0o666), "r+b", buffering=0)
    if not ours and not _looks_like_verdicts(file.read(_BLOCK)):
        file.close()
        message = "The file is in the way: it does not look like the verdicts of an interrupted run."
        fail("cannot-write", str(path), message, "Move it away, or choose another --out.")
    file.seek(0)
    return file


def _looks_like_verdicts(begin: bytes) -> bool:
    """Whether the first line of a file, if it has any, is a verdict."""
    try:
        row = json.loads(begin.partition(b"\n")[0]) if begin else {"outcome": "", "rules_version": 0}
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and row.keys() >= {"outcome", "rules_version"}


def _checksum(file: BinaryIO, length: int) -> int | None:
    """Returns the checksum of the next bytes of a file; None when it has fewer."""
    found = 0
    while length > 0:
        block = file.read(min(length, _BLOCK))
        if not block:
            return None
        found = crc32(block, found)
        length -= len(block)
    return found


def _write_all(file: BinaryIO, data: bytes) -> None:
    """Writes all of it: an unbuffered file, as standard output may be, takes only what it can."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
