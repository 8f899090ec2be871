"""The errors a user of Probatum can meet: one small family under `ProbatumError`."""

from __future__ import annotations

from collections.abc import Sequence

from probatum.diagnostics import Diagnostic


class ProbatumError(Exception):
    """Base of every error Probatum raises on purpose."""


class DocumentError(ProbatumError):
    """A document from outside could not be accepted; it carries *every* fault found, not the first.

    Attributes:
        diagnostics: The faults, in the order of their place in the document.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))

    def __reduce__(self) -> tuple[type[DocumentError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)


class SpecError(DocumentError):
    """An answer spec that cannot be compiled: compiling refuses, so that scoring never has to."""


class WrongFileError(ProbatumError):
    """A file was named where one of another kind belongs: answers for tasks, or two files are swapped."""
