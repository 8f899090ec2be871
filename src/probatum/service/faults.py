"""Faults of several files, collected while these are read, and told in their order with their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from probatum.diagnostics import Diagnostic, Severity
from probatum.documents import Document, split_pointer
from probatum.errors import DocumentError


class Faults:
    """The faults of the files, in their order; places are looked up at the end, in one pass a document.

    Attributes:
        files: The names of the files.
        unreadable: Whether one of them could not be read at all.
    """

    def __init__(self, files: list[str]) -> None:
        self.files = files
        self.unreadable = False
        self._ready: list[Diagnostic] = []
        self._open: dict[int, tuple[Document, list[Diagnostic]]] = {}

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Takes diagnostics that know their places."""
        self._ready.extend(diagnostics)

    def add(self, document: Document, diagnostics: Iterable[Diagnostic]) -> None:
        """Takes diagnostics whose pointers count from the root of the document."""
        self._open.setdefault(id(document), (document, []))[1].extend(diagnostics)

    def settle(self) -> list[Diagnostic]:
        """Returns the warnings.

        Raises:
            DocumentError: There are errors; it carries the warnings as well.
        """
        found = self.placed()
        if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
            raise DocumentError(found)
        return found

    def placed(self) -> list[Diagnostic]:
        """Returns everything found, in the order of the files, with its lines and columns."""
        found = list(self._ready)
        for document, diagnostics in self._open.values():
            found += located(document, diagnostics)
        found.sort(key=lambda d: (self.files.index(d.place.file), d.place.line, d.place.column))
        return found


def located(document: Document, diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Returns diagnostics, whose pointers count from the root of a document, with file, line and column."""
    paths = [split_pointer(diagnostic.place.pointer) for diagnostic in diagnostics]
    spots = document.spots(paths)
    found = []
    for diagnostic, path in zip(diagnostics, paths, strict=True):
        spot = spots[path]
        line, column = spot.key if diagnostic.code == "document/unknown-key" else spot.value
        place = diagnostic.place._replace(file=document.name, line=line, column=column)
        found.append(diagnostic._replace(place=place))
    return found
