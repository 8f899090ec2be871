"""Diagnostics for people, one a line, in one layout everywhere: with colours, or as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from probatum.diagnostics import Diagnostic, Severity
from probatum.reports.visible import visible

if TYPE_CHECKING:
    from rich.text import Text

_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold blue"}
_LONG: Final = 60


def plain(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """Yields diagnostics as lines of plain text."""
    for diagnostic in _folded(diagnostics):
        yield visible(str(diagnostic))


def coloured(diagnostics: Sequence[Diagnostic]) -> Text:
    """Returns the same lines in colours."""
    from rich.text import Text  # noqa: PLC0415 - plain text needs no rich

    text = Text()
    for diagnostic in _folded(diagnostics):
        if text:
            text.append("\n")
        if place := str(diagnostic.place):
            text.append(f"{visible(place)}: ", "dim")
        text.append(diagnostic.severity.value, _STYLES[diagnostic.severity])
        text.append(f"[{diagnostic.code}] ", "dim")
        text.append(visible(diagnostic.message))
        if diagnostic.value:
            text.append(" (found ").append(visible(diagnostic.value), "cyan").append(")")
        if diagnostic.fix:
            text.append(" Fix: ", "green").append(visible(diagnostic.fix))
    return text


def _folded(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yields diagnostics; a long cure, such as a list of keys, is told once and then referred to."""
    first: dict[str, str] = {}
    for diagnostic in diagnostics:
        fix = diagnostic.fix
        if fix in first and len(fix) > _LONG:
            place = first[fix]
            yield diagnostic._replace(fix=f"As for {place}." if place else "As above.")
        else:
            first.setdefault(fix, str(diagnostic.place))
            yield diagnostic
