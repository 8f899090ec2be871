"""What a code means, drawn for a terminal or written plainly."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from probatum.codes import REASONS, Code, FaultExample, ReasonExample
from probatum.reports.visible import visible

WIDTH = 100
_STYLES = {
    "error": "bold red",
    "refutes": "bold red",
    "warning": "bold yellow",
    "info": "bold blue",
    "undecided": "bold yellow",
    "supports": "bold green",
}
_AREAS = {
    "answer": "Specs, tasks and annotations",
    "document": "Documents and files",
    "answers": "Answer files",
    "verdicts": "Verdict files",
    "review": "Decisions of a review",
    REASONS: "Reasons in verdicts",
}


def area_title(area: str) -> str:
    """Returns the heading of an area."""
    return _AREAS.get(area, area)


def by_area(codes: Iterable[Code]) -> dict[str, list[Code]]:
    """Returns the codes by area, both in their order."""
    areas: dict[str, list[Code]] = {}
    for code in codes:
        areas.setdefault(code.area, []).append(code)
    return areas


def example_parts(code: Code) -> Iterator[tuple[str, str, bool | None]]:
    """Yields the parts of an example: a label, the text, and whether it is good (None for neither)."""
    example = code.example
    if isinstance(example, FaultExample):
        saved = "" if example.encoding == "utf-8" else f"   (saved as {example.encoding})"
        yield "bad", example.bad + saved, False
        yield "good", example.good, True
        return
    yield "spec", example.spec, None
    wanted = code.effect == "supports"
    limit = example.max_answer_bytes
    if limit is not None:
        yield "limit", f"max_answer_bytes={limit}", None
    answer = "null" if example.answer is None else json.dumps(example.answer, ensure_ascii=False)
    yield "gives it", answer, wanted if code.effect != "undecided" else None
    if example.contrast is not None:
        yield "does not", json.dumps(example.contrast, ensure_ascii=False), not wanted


def example_kind(code: Code) -> str:
    """Returns what the example is, for people."""
    if isinstance(code.example, ReasonExample):
        return "a spec and two replies" if code.example.contrast is not None else "a spec and a reply"
    kind = code.example.kind
    names = {
        "annotated": "a line of an annotation file, laid over task 7",
        "merge": "a task file",
        "decisions": "decisions about task 7",
        "shell": "commands",
    }
    return names.get(
        kind, {"json": "JSON", "jsonl": "JSONL", "yaml": "YAML", "python": "Python"}.get(kind, kind)
    )


def panel(code: Code) -> RenderableType:
    """Returns the explanation of a code for a terminal."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, text, good in example_parts(code):
        style = "" if good is None else "green" if good else "red"
        grid.add_row(label, Text(visible(text), style))
    body = Group(
        Text(code.meaning),
        Text(),
        Text("Fix  ", "bold green") + Text(code.fix, "not bold default"),
        Text(),
        Text(f"Example: {example_kind(code)}", "bold"),
        grid,
    )
    title = Text(f" {code.code} ", "bold") + Text(f"{code.effect} ", _STYLES[code.effect])
    heading = Text(code.title, "bold")
    return Panel(Group(heading, Text(), body), title=title, title_align="left", padding=(1, 2), width=WIDTH)


def plain(code: Code) -> str:
    """Returns the explanation of a code as plain text."""
    lines = [f"{code.code} ({code.effect}): {code.title}", "", *textwrap.wrap(code.meaning, WIDTH), ""]
    lines += textwrap.wrap(f"Fix: {code.fix}", WIDTH)
    lines += ["", f"Example: {example_kind(code)}"]
    for label, text, _ in example_parts(code):
        first, *rest = visible(text).split("\n")
        lines.append(f"  {label + ':':<10}{first}")
        lines += [f"  {'':<10}{line}" for line in rest]
    return "\n".join(lines)


def table(codes: Iterable[Code]) -> RenderableType:
    """Returns all codes for a terminal, by area."""
    drawn = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    # Folded on a terminal that is too narrow: a code that is cut is no code.
    drawn.add_column(overflow="fold")
    drawn.add_column(overflow="fold")
    drawn.add_column()
    for area, members in by_area(codes).items():
        drawn.add_row(Text(area_title(area), "bold underline"), "", "")
        for code in members:
            drawn.add_row(Text("  " + code.code), Text(code.effect, _STYLES[code.effect]), Text(code.title))
        drawn.add_row("", "", "")
    return Group(drawn, Text("probatum explain CODE shows its meaning, an example and the fix.", "dim"))


def plain_table(codes: Iterable[Code]) -> str:
    """Returns all codes as plain text: code, effect and title, one a line."""
    listed = list(codes)
    width = max(len(code.code) for code in listed)
    return "\n".join(f"{code.code:<{width}}  {code.effect:<9}  {code.title}" for code in listed)
