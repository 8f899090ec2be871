"""Where verdicts go: standard output, or a file that appears only when it is whole.

Beside a file OUT stand, while it is being made, OUT.partial (the rows so far) and OUT.journal (which chunks
they are, with their counts). A run that was interrupted at any moment goes on from them: what the journal
does not know is cut off OUT.partial and scored again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, Protocol
from zlib import crc32

from probatum.files import fail, sync_directory
from probatum.journal import Journal, JournalError
from probatum.service.output_paths import mode_of_target
from probatum.service.score_rows import Rows
from probatum.service.score_tally import ChunkTally

_SYNC_SECONDS: Final = 1.0
_BLOCK: Final = 1 << 20


class Output(Protocol):
    """Takes the chunks of verdicts in order.

    Attributes:
        done: The counts of the chunks that an interrupted run had written.
    """

    done: list[ChunkTally]

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
        self._file = file

    def write(self, rows: Rows) -> None:
        """Writes the rows."""
        _write_all(self._file, rows.data)

    def finish(self) -> None:
        """Flushes."""
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
        self._name = path
        self._target = Path(os.path.realpath(path))
        self._partial = self._target.with_name(self._target.name + ".partial")
        self._journal_path = self._target.with_name(self._target.name + ".journal")
        self._mode = mode_of_target(path, self._target)
        if not self._journal_path.exists() and self._partial.exists():
            message = "The file is in the way, and it is not left over from an interrupted run."
            fail("cannot-write", str(self._partial), message, "Move it away, or choose another --out.")
        self._journal = _open_journal(self._journal_path, header or {}, resume=resume)
        try:
            self._file = _open_partial(self._partial)
            self._end = self._take_up() if resume else 0
            self._file.truncate(self._end)
            self._file.seek(self._end)
        except BaseException:
            self._journal.close()
            raise
        self._synced = time.monotonic()

    def write(self, rows: Rows) -> None:
        """Writes the rows and notes it; from now on they are not scored again.

        Raises:
            FileError: The disk is full or fails; what was noted before can be resumed.
        """
        try:
            _write_all(self._file, rows.data)
            self._end += len(rows.data)
            record = {"chunk": len(self.done), "end": self._end, "crc": crc32(rows.data)}
            self.done.append(rows.tally)
            now = time.monotonic()
            if now - self._synced > _SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._journal.append(record | rows.tally.to_record())
                self._journal.sync()
                self._synced = now
            else:
                self._journal.append(record | rows.tally.to_record())
                self._journal.flush()
        except OSError as error:
            self._explain(error)

    def finish(self) -> None:
        """Gives the file its name.

        Raises:
            FileError: The disk fails.
        """
        try:
            os.fsync(self._file.fileno())
            if self._mode is not None:
                os.fchmod(self._file.fileno(), self._mode)
            self._file.close()
            self._partial.replace(self._target)
            sync_directory(self._target.parent)
            self._journal_path.unlink()
        except OSError as error:
            self._explain(error)
        self._journal.close()

    def abandon(self, *, keep: bool) -> bool:
        """Closes, and removes what is not worth keeping."""
        kept = keep and bool(self.done)
        self._file.close()
        if not kept:
            self._partial.unlink(missing_ok=True)
            self._journal_path.unlink(missing_ok=True)
        self._journal.close()
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

    def _explain(self, error: OSError) -> None:
        reason = error.strerror or str(error)
        fix = "Make room on the disk, then run the same command with --resume."
        fail("cannot-write", self._name, f"The file cannot be written: {reason}.", fix)


def _open_journal(path: Path, header: Mapping[str, Any], *, resume: bool) -> Journal:
    """Opens the journal; without `resume` a new one takes the place of one that nobody is writing."""
    if resume or not path.exists():
        return Journal.open(path, header)
    try:
        Journal.open(path, header).close()
    except JournalError as error:
        # Another run's journal may go; somebody else's file may not, nor one that is being written.
        if error.diagnostics[0].code not in {"document/journal-mismatch", "document/journal-damaged"}:
            raise
    path.unlink()
    return Journal.open(path, header)


def _open_partial(path: Path) -> BinaryIO:
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.fdopen(os.open(path, flags, 0o666), "r+b", buffering=0)
    except OSError as error:
        reason = error.strerror or str(error)
        fail("cannot-write", str(path), f"The file cannot be written: {reason}.", "Choose another --out.")


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
