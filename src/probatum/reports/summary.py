"""The summary of `answers score`, drawn: a table of rates, and what was odd below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from probatum.diagnostics import Diagnostic
from probatum.documents import clip
from probatum.reports.counts import SHOWN, count, listed, percent
from probatum.reports.diagnostics_text import coloured
from probatum.reports.visible import visible
from probatum.service.score_summary import Breakdown, Figures, Summary

_OUTCOME_STYLES: Final = {
    "verified": "green",
    "refuted": "red",
    "inconclusive": "yellow",
    "error": "magenta",
}
_LONGEST_NAME: Final = 40
_ANY_WIDTH: Final = 10_000
_TWO_COLUMNS: Final = 52


def draw_summary(summary: Summary, *, out: str = "") -> RenderableType:
    """Returns the summary for a terminal or a plain stream.

    Args:
        summary: What to draw.
        out: Name of the verdict file, to be mentioned.
    """
    parts: list[RenderableType] = [_Rates(summary), _coverage(summary)]
    if summary.suspects:
        parts.append(Text(f"* without the {count(summary.suspects, 'task')} whose gold is suspect", "dim"))
    if summary.faults:
        parts.append(_faults(summary))
    parts += [Text(f"! {line}", "yellow") for line in odd(summary)]
    if out:
        parts.append(Text(f"{count(summary.all_tasks.total.rows, 'verdict')} in {visible(out)}", "bold"))
    return Group(*parts)


def odd(summary: Summary) -> Iterator[str]:
    """Yields what is worth a second look, one sentence each."""
    if summary.unreadable:
        yield f"{count(summary.unreadable, 'row')} could not be read, and got the outcome error"
    if summary.unknown:
        yield (
            f"{count(summary.unknown, 'row')} of tasks that are not in the task file: "
            + listed([f"{clip(task)} (line {line:,})" for task, line in summary.unknown_tasks.items()])
        )
    if summary.duplicates:
        lines = [f"{one.line:,} as {one.first:,}" for one in summary.first_duplicates]
        yield (
            f"{count(summary.duplicates, 'row')} with task and answer_id of an earlier row, and counted "
            f"all the same: line {listed(lines)}"
        )
    if summary.several_answers:
        yield (
            f"{count(summary.several_answers, 'task')} with several answers that no answer_id tells apart; "
            "each is counted"
        )
    if summary.unanswered:
        tasks = [clip(task) for task in summary.unanswered]
        yield f"{count(len(tasks), 'task')} without an answer: {listed(tasks)}"
    if summary.grown:
        yield f"{count(summary.grown, 'byte')} came to the answer file while it was read, and not scored"
    yield from summary.notes


class _Rates:
    """The figures by group: a table, or, where the terminal is too narrow for one, a few lines a group."""

    def __init__(self, summary: Summary) -> None:
        self._summary = summary

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = _table(self._summary)
        # A table that is squeezed has its figures cut, and a figure that is cut is another figure.
        wide = Measurement.get(console, options.update(max_width=_ANY_WIDTH), table).maximum
        yield (
            table
            if wide <= options.max_width
            else _stack(self._summary, 2 if options.max_width >= _TWO_COLUMNS else 1)
        )


class _Line(NamedTuple):
    """A line of the table: a group's heading where it has no figures."""

    name: str
    figures: Figures | None = None
    trusted: Figures | None = None


def _lines(summary: Summary) -> Iterator[_Line]:
    yield _Line("all", summary.all_tasks.total, summary.trusted.total)
    trusted = dict(_groups(summary.trusted))
    for title, group in _groups(summary.all_tasks):
        yield _Line(title)
        for name, figures in group.items():
            if figures.rows:
                shown = visible(clip(name, _LONGEST_NAME))
                yield _Line(f"  {shown}", figures, trusted[title].get(name, Figures()))


def _groups(breakdown: Breakdown) -> Iterator[tuple[str, dict[str, Figures]]]:
    yield "by site", breakdown.sites
    yield "by verifier", breakdown.verifiers
    yield "by confidence", breakdown.confidences


def _cells(figures: Figures, trusted: Figures | None, *, errors: bool) -> Iterator[tuple[str, str, str]]:
    """Yields the figures of a line: what each is, the figure, and its style."""
    yield "answers", f"{figures.rows:,}", ""
    for name, style in _OUTCOME_STYLES.items():
        number = getattr(figures, name)
        if name != "error" or errors:
            yield name, f"{number:,}", style if number else "dim"
    yield "rate", percent(figures.rate), ""
    yield "undecided", percent(figures.undecided), ""
    if trusted is not None:
        yield "rate*", percent(trusted.rate), ""


def _figures(summary: Summary) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yields the lines with their cells; no cells for a heading."""
    errors = summary.all_tasks.total.error > 0
    for name, figures, trusted in _lines(summary):
        shown = trusted if summary.suspects else None
        yield name, [] if figures is None else list(_cells(figures, shown, errors=errors))


def _table(summary: Summary) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", no_wrap=True)
    for number, (name, cells) in enumerate(_figures(summary)):
        if not number:
            for title, _, _ in cells:
                table.add_column(title, justify="right", no_wrap=True)
        style = "dim" if not cells else "" if number else "bold"
        table.add_row(Text(name), *(Text(figure, own) for _, figure, own in cells), style=style)
    return table


def _stack(summary: Summary, columns: int) -> Text:
    text = Text()
    for number, (name, cells) in enumerate(_figures(summary)):
        text.append(("\n" if number else "") + name, "bold" if not number else "" if cells else "dim")
        for position, (title, figure, style) in enumerate(cells):
            text.append("  " if position % columns else "\n      ")
            text.append(f"{title:<12} ", "dim")
            text.append(f"{figure:>8}", style)
    return text


def _coverage(summary: Summary) -> Text:
    """Returns what a rate does not say: how much of the benchmark and of the file it speaks of."""
    coverage, total = summary.coverage, summary.all_tasks.total
    lines = (
        ("tasks answered", coverage.answered, coverage.tasks),
        ("tasks verified", coverage.verified, coverage.tasks),
        ("rows in error", total.error, total.rows),
    )
    counts = [f"{part:,} of {whole:,}" for _, part, whole in lines]
    width = max(map(len, counts))
    text = Text()
    for (name, part, whole), counted in zip(lines, counts, strict=True):
        style = "magenta" if name == "rows in error" and part else ""
        text.append("\n" if text else "").append(f"{name:<14}")
        text.append(f"  {counted:>{width}}  {percent(part / whole if whole else None):>6}", style)
    return text


def _faults(summary: Summary) -> Text:
    shown: Sequence[Diagnostic] = summary.faults[:SHOWN]
    text = coloured(shown)
    if summary.unreadable > len(shown):
        text.append(f"\n... and {count(summary.unreadable - len(shown), 'more row')}", "dim")
    return text
