"""Diagnostics for people, in one layout everywhere: one a line in a pipe, grouped by task on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.reports.visible import visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold blue"}
_INDENT: Final = 2


def plain(diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
    """Yields diagnostics as lines of plain text."""
    for diagnostic in diagnostics:
        yield visible(str(diagnostic))


def coloured(diagnostics: Iterable[Diagnostic]) -> Text:
    """Returns the same lines in colours."""
    from rich.text import Text  # noqa: PLC0415 - plain text needs no rich

    text = Text()
    for diagnostic in diagnostics:
        if text:
            text.append("\n")
        if place := str(diagnostic.place):
            text.append(f"{visible(place)}: ", "dim")
        text.append_text(_told(diagnostic))
        if diagnostic.fix:
            text.append(" ").append_text(_fix(diagnostic))
    return text


def drawn(diagnostics: Sequence[Diagnostic]) -> RenderableType:
    """Returns diagnostics for a terminal."""
    from rich.console import Group  # noqa: PLC0415 - plain text needs no rich

    return Group(*by_task([(diagnostic.place, list(parts(diagnostic))) for diagnostic in diagnostics]))


def by_task(blocks: Sequence[tuple[Place, Sequence[RenderableType]]]) -> Iterator[RenderableType]:
    """Yields blocks, each below its place and below a heading of its task; an empty line parts the tasks.

    Args:
        blocks: The place of each block, and what is said there, indented already.
    """
    from rich.text import Text  # noqa: PLC0415

    groups: dict[tuple[str, str], list[tuple[Place, Sequence[RenderableType]]]] = {}
    for place, block in blocks:
        groups.setdefault((place.file if place.task else "", place.task), []).append((place, block))
    for number, ((_, task), members) in enumerate(groups.items()):
        if number:
            yield Text()
        if task:
            yield Text(f"task {visible(task)}", "bold")
        for place, block in members:
            if where := visible(str(place._replace(task=""))):
                # Never broken, so that a path that is copied is whole.
                yield Text(" " * _INDENT + where, "dim", no_wrap=True, overflow="ignore")
            yield from block


def parts(diagnostic: Diagnostic) -> Iterator[RenderableType]:
    """Yields what a diagnostic says, indented below its place: the message, and the fix below it."""
    from probatum.reports.terminal import Indented  # noqa: PLC0415 - draws with rich

    yield Indented(_told(diagnostic), 2 * _INDENT)
    if diagnostic.fix:
        yield Indented(_fix(diagnostic), 2 * _INDENT)


def heading(diagnostic: Diagnostic) -> Text:
    """Returns severity and code."""
    from rich.text import Text  # noqa: PLC0415

    # A style of the whole text would reach what is appended, so there is none.
    return (
        Text()
        .append(diagnostic.severity.value, _STYLES[diagnostic.severity])
        .append(f"[{diagnostic.code}]", "dim")
    )


def _told(diagnostic: Diagnostic) -> Text:
    text = heading(diagnostic).append(f" {visible(diagnostic.message)}")
    if diagnostic.value:
        text.append(" (found ").append(visible(diagnostic.value), "cyan").append(")")
    return text


def _fix(diagnostic: Diagnostic) -> Text:
    from rich.text import Text  # noqa: PLC0415

    return Text().append("Fix: ", "green").append(visible(diagnostic.fix))
