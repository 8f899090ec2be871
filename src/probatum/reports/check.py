"""What `probatum lint` and `probatum check` found, for people: faults, failing examples, and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from probatum.diagnostics import Severity
from probatum.outcome import Reason, Span
from probatum.reports.counts import count, listed
from probatum.reports.diagnostics_text import coloured
from probatum.reports.highlight import Mark, pieces, with_carets
from probatum.reports.visible import visible
from probatum.service.check import Check, Failure, Tally
from probatum.service.lint import Lint

_STYLES: Final = {
    Mark.PLAIN: "",
    Mark.LEFT_OUT: "dim",
    Mark.FIRST: "",
    Mark.NEAR: "yellow",
    Mark.FOUND: "black on green",
    Mark.AGAINST: "white on red",
}


def draw_lint(found: Sequence[Lint]) -> RenderableType:
    """Returns what a linter found, with a closing line."""
    told = [diagnostic for one in found for diagnostic in one.diagnostics]
    parts: list[RenderableType] = [coloured(told)] if told else []
    parts += [Text(line, "bold" if not told else "") for line in closing(found)]
    return Group(*parts)


def closing(found: Sequence[Lint]) -> Iterator[str]:
    """Yields what is said of a linter's run as a whole."""
    tasks = sum(one.survey.rows for one in found)
    counts = [
        count(sum(one.count(severity) for one in found), noun)
        for severity, noun in (
            (Severity.ERROR, "error"),
            (Severity.WARNING, "warning"),
            (Severity.INFO, "remark"),
        )
    ]
    ignored = sum(len(one.ignored) for one in found)
    declined = f", {ignored:,} ignored with a reason" if ignored else ""
    yield f"{count(tasks, 'task')}: {', '.join(counts)}{declined}."
    not_run = dict.fromkeys(code for one in found for code in one.not_run)
    if not_run:
        yield f"Not run, as no intent is known (name the task file): {listed(list(not_run))}."


def draw_check(checks: Sequence[Check], *, colours: bool) -> RenderableType:
    """Returns what a check came to.

    Args:
        checks: One for each file.
        colours: Whether colours can be seen; where not, signs below the examples say the same.
    """
    told = [diagnostic for one in checks for diagnostic in one.lint.diagnostics]
    parts: list[RenderableType] = [coloured(told)] if told else []
    for one in checks:
        parts += [_drawn(failure, colours=colours) for failure in one.failures]
    if any(one.by_kind for one in checks):
        parts.append(_table(checks))
    parts += [Text(line) for line in closing([one.lint for one in checks])]
    bare = [task for one in checks for task in one.bare]
    if bare:
        parts.append(Text(f"Without any example, so nothing proves them: {listed(bare)}.", "yellow"))
    total = sum((one.total for one in checks), Tally())
    parts.append(Text(verdict_line(total, sum(len(one.failures) for one in checks)), "bold"))
    return Group(*parts)


def verdict_line(total: Tally, failures: int) -> str:
    """Returns the one line that says whether the examples prove the specs."""
    examples = total.right + total.wrong
    left = f"; {count(total.left, 'example')} left to a judge" if total.left else ""
    if not examples:
        return "No examples were run."
    if failures:
        return f"{count(failures, 'example')} of {examples:,} decided wrongly{left}."
    decided = examples - total.left
    return f"All {count(decided, 'example')} that a spec decides are decided as their authors say{left}."


def _drawn(failure: Failure, *, colours: bool) -> RenderableType:
    """Returns one failing example with what decided marked in it, and its repairs."""
    found = failure.diagnostic
    text = Text()
    text.append(f"{visible(str(found.place))}: ", "dim").append("error", "bold red").append(
        f"[{found.code}]\n", "dim"
    )
    text.append("  a right answer is refuted:\n" if failure.right else "  a wrong answer is verified:\n")
    cut = pieces(failure.example, _marks(failure.verdict.reasons))
    if colours:
        for piece in cut:
            text.append(piece.text.replace("\n", "\n    "), _STYLES[piece.mark])
        text.append("\n")
    else:
        text.append("".join(f"    {line}\n" for line in with_carets(cut)))
    for reason in failure.verdict.reasons:
        if reason.decides or (not failure.right and reason.spans):
            text.append(
                f"  {'✗' if reason.decides else '✓'} {reason.code}", "red" if reason.decides else "green"
            )
            text.append(f" {visible(reason.pointer)} {visible(reason.expected)}")
            text.append(f" ({visible(reason.detail)})\n" if reason.detail else "\n", "dim")
    for position, repair in enumerate(failure.repairs):
        text.append("  repair: " if not position else "      or: ", "green").append(
            visible(repair.text) + "\n"
        )
    if not failure.repairs:
        text.append("  advice: ", "green").append(visible(found.fix) + "\n")
    return text


def _marks(reasons: Sequence[Reason]) -> list[tuple[Span, Mark]]:
    return [(span, Mark.AGAINST if r.decides else Mark.FOUND) for r in reasons for span in r.spans]


def _table(checks: Sequence[Check]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in ("tasks", "right", "accepted", "wrong", "rejected", "to a judge"):
        table.add_column(name, justify="right")
    for groups in ([one.by_kind for one in checks], [one.by_confidence for one in checks]):
        merged: dict[str, Tally] = {}
        for group in groups:
            for name, tally in group.items():
                merged[name] = merged.get(name, Tally()) + tally
        for name, tally in sorted(merged.items()):
            off = tally.right + tally.wrong > tally.accepted + tally.rejected + tally.left
            cells = [f"{tally.tasks:,}", f"{tally.right:,}", f"{tally.accepted:,}"]
            cells += [f"{tally.wrong:,}", f"{tally.rejected:,}", f"{tally.left:,}" if tally.left else ""]
            table.add_row(visible(name), *cells, style="red" if off else "")
        table.add_section()
    return table
