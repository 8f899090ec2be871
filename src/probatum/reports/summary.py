"""The summary of `answers score`, drawn: a table of rates, and what was odd below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from probatum.diagnostics import Diagnostic
from probatum.reports.diagnostics_text import coloured
from probatum.reports.visible import visible
from probatum.service.score_summary import Breakdown, Figures, Summary

_SHOWN = 10


def draw_summary(summary: Summary, *, out: str = "") -> RenderableType:
    """Returns the summary for a terminal or a plain stream.

    Args:
        summary: What to draw.
        out: Name of the verdict file, to be mentioned.
    """
    parts: list[RenderableType] = [_table(summary)]
    if summary.suspects:
        parts.append(Text(f"* without the {_count(summary.suspects, 'task')} whose gold is suspect", "dim"))
    if summary.faults:
        parts.append(_faults(summary))
    parts += [Text(f"! {line}", "yellow") for line in odd(summary)]
    if out:
        parts.append(Text(f"{summary.all_tasks.total.rows:,} verdicts in {out}", "bold"))
    return Group(*parts)


def odd(summary: Summary) -> Iterator[str]:
    """Yields what is worth a second look, one sentence each."""
    if summary.unreadable:
        yield f"{_count(summary.unreadable, 'row')} could not be read; their outcome is error"
    if summary.unknown:
        yield (
            f"{_count(summary.unknown, 'row')} of tasks that are not in the task file: "
            + _list([f"{task} (line {line:,})" for task, line in summary.unknown_tasks.items()])
        )
    if summary.duplicates:
        lines = [f"{one.line:,} as {one.first:,}" for one in summary.first_duplicates]
        yield (
            f"{_count(summary.duplicates, 'row')} with task and answer_id of an earlier row, and counted "
            f"all the same: line {_list(lines)}"
        )
    if summary.several_answers:
        yield (
            f"{_count(summary.several_answers, 'task')} with several answers that no answer_id tells apart; "
            "each is counted"
        )
    if summary.unanswered:
        yield f"{_count(len(summary.unanswered), 'task')} without an answer: {_list(summary.unanswered)}"
    if summary.grown:
        yield f"{summary.grown:,} bytes came to the answer file while it was read; they are not scored"
    yield from summary.notes


def _table(summary: Summary) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", no_wrap=True)
    for name in ("answers", "verified", "refuted", "inconclusive", "error", "rate", "undecided"):
        table.add_column(name, justify="right")
    with_suspects = bool(summary.suspects)
    if with_suspects:
        table.add_column("rate*", justify="right")
    trusted = summary.trusted
    _add(table, "all", summary.all_tasks.total, trusted.total if with_suspects else None, style="bold")
    for title, group in _groups(summary.all_tasks):
        table.add_row(Text(title, "dim"))
        others = dict(_groups(trusted))[title]
        for name, figures in group.items():
            if figures.rows:
                _add(table, f"  {name}", figures, others.get(name, Figures()) if with_suspects else None)
    return table


def _groups(breakdown: Breakdown) -> Iterator[tuple[str, dict[str, Figures]]]:
    yield "by site", breakdown.sites
    yield "by verifier", breakdown.verifiers
    yield "by confidence", breakdown.confidences


def _add(table: Table, name: str, figures: Figures, trusted: Figures | None, *, style: str = "") -> None:
    cells = [
        Text(name),
        Text(f"{figures.rows:,}"),
        Text(f"{figures.verified:,}", "green" if figures.verified else "dim"),
        Text(f"{figures.refuted:,}", "red" if figures.refuted else "dim"),
        Text(f"{figures.inconclusive:,}", "yellow" if figures.inconclusive else "dim"),
        Text(f"{figures.error:,}", "magenta" if figures.error else "dim"),
        Text(_percent(figures.rate)),
        Text(_percent(figures.undecided)),
    ]
    if trusted is not None:
        cells.append(Text(_percent(trusted.rate)))
    table.add_row(*cells, style=style)


def _faults(summary: Summary) -> Text:
    shown: Sequence[Diagnostic] = summary.faults[:_SHOWN]
    text = coloured(shown)
    if summary.unreadable > len(shown):
        text.append(f"\n... and {_count(summary.unreadable - len(shown), 'more row')}", "dim")
    return text


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _list(items: Sequence[str]) -> str:
    more = f", and {len(items) - _SHOWN:,} more" if len(items) > _SHOWN else ""
    return visible(", ".join(items[:_SHOWN])) + more
