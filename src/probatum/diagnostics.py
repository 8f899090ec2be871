"""Diagnostics: what is wrong with a document, where, and what to do. Values; nothing here logs or prints."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple


class Severity(StrEnum):
    """How much a diagnostic weighs: an error stops the document, a warning does not."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Place(NamedTuple):
    """Where a diagnostic points.

    Attributes:
        file: Display name of the file; empty for a value that came from Python.
        line: Line, from 1; 0 when unknown.
        column: Column in code points, from 1; 0 when unknown.
        pointer: JSON pointer (RFC 6901) into the document, or into the line's object in JSONL.
        task: Identifier of the task concerned, when there is one.
    """

    file: str = ""
    line: int = 0
    column: int = 0
    pointer: str = ""
    task: str = ""

    def __str__(self) -> str:
        where = self.file
        if self.line:
            where += f":{self.line}"
            if self.column:
                where += f":{self.column}"
        if self.task:
            where += f" task {self.task}"
        if self.pointer:
            where += f" {self.pointer}"
        # One diagnostic, one line: neither a file nor a task may begin another by its name.
        return where.strip().replace("\r", "\\r").replace("\n", "\\n")


class Diagnostic(NamedTuple):
    """One fault, with its place and its cure.

    Attributes:
        code: `area/kebab-name`, stable; `probatum explain` knows each.
        severity: Error, warning or information.
        place: Where.
        message: What is wrong, in one sentence.
        fix: What to do about it, in the author's own terms.
        value: The offending value, shortened, as JSON text; empty when there is none to show.
    """

    code: str
    severity: Severity
    place: Place
    message: str
    fix: str = ""
    value: str = ""

    def below(self, place: Place) -> Diagnostic:
        """Returns the diagnostic of a part, its place told from the whole that stands at `place`."""
        pointer = place.pointer + self.place.pointer
        return self._replace(place=place._replace(pointer=pointer))

    def __str__(self) -> str:
        text = f"{self.place}: " if str(self.place) else ""
        text += f"{self.severity.value}[{self.code}] {self.message}"
        if self.value:
            text += f" (found {self.value})"
        if self.fix:
            text += f" Fix: {self.fix}"
        return text

    def to_dict(self) -> dict[str, Any]:
        """Returns the diagnostic as JSON-ready values."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "file": self.place.file,
            "line": self.place.line,
            "column": self.place.column,
            "pointer": self.place.pointer,
            "task": self.place.task,
            "message": self.message,
            "fix": self.fix,
            "value": self.value,
        }
