"""Diagnostics drawn in colours. Without a terminal `str(diagnostic)` says the same on one line."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from probatum.diagnostics import Diagnostic, Severity
from probatum.reports.visible import visible

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold blue"}


def coloured(diagnostics: Sequence[Diagnostic]) -> Text:
    """Returns diagnostics as text for a terminal: what and where, then the cure on a line of its own."""
    text = Text()
    for diagnostic in diagnostics:
        if text:
            text.append("\n")
        text.append(diagnostic.severity.value, _STYLES[diagnostic.severity])
        text.append(f"[{diagnostic.code}] ", "dim")
        text.append(visible(diagnostic.message))
        if diagnostic.value:
            text.append(" Found: ")
            text.append(visible(diagnostic.value), "cyan")
        if place := str(diagnostic.place):
            text.append(f"\n  at {visible(place)}", "dim")
        if diagnostic.fix:
            text.append("\n  fix: ", "green")
            text.append(visible(diagnostic.fix))
    return text
