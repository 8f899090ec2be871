"""What `probatum lint` and `probatum check` found, for people: faults, failing examples, and a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.outcome import Reason, Span
from probatum.reports.counts import count, listed
from probatum.reports.diagnostics_text import by_task, coloured, heading, parts
from probatum.reports.highlight import Mark, pieces, with_carets
from probatum.reports.terminal import Indented
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
_LONGEST: Final = 400
_AROUND: Final = 80


class Look(NamedTuple):
    """How a result is shown.

    Attributes:
        grouped: By task, with broken and indented lines, as a terminal has it; else one finding a line.
        colours: Whether colours can be seen; where not, signs below the examples say the same.
        width: Columns.
    """

    grouped: bool
    colours: bool
    width: int


def draw(found: Sequence[Lint], checks: Sequence[Check], look: Look) -> RenderableType:
    """Returns what a linter found, and what a check came to where there was one, with closing lines."""
    told: list[Diagnostic | Failure] = [diagnostic for one in found for diagnostic in one.diagnostics]
    told += [failure for one in checks for failure in one.failures]
    drawn = list(_by_task(told, found, look) if look.grouped else _one_by_one(told, look))
    if any(one.by_kind for one in checks):
        drawn.append(_table(checks))
    *lines, last = closing(found, checks)
    drawn += [Text(line) for line in lines]
    drawn.append(Text(last, "bold"))
    return Group(*drawn)


def closing(found: Sequence[Lint], checks: Sequence[Check] = ()) -> Iterator[str]:
    """Yields what is said of a run as a whole; the last line is the one that counts."""
    tasks = sum(one.survey.rows for one in found)
    counted = checks or found
    if by_code := _by_code(found, checks):
        yield f"By code: {by_code}."
    not_run = dict.fromkeys(code for one in found for code in one.not_run)
    if not_run:
        yield f"Not run, as no intent or gold is known (name the task file): {listed(list(not_run))}."
    judged = [task for one in found for task in one.judged]
    if judged:
        yield f"No spec decides {len(judged):,} of {count(tasks, 'task')}, only a judge: {listed(judged)}."
    bare = [task for one in checks for task in one.bare]
    if bare:
        yield f"Without any example, so nothing proves them: {listed(bare)}."
    counts = [
        count(sum(one.count(severity) for one in counted), noun)
        for severity, noun in (
            (Severity.ERROR, "error"),
            (Severity.WARNING, "warning"),
            (Severity.INFO, "remark"),
        )
    ]
    ignored = sum(len(one.ignored) for one in found)
    declined = f", {ignored:,} ignored with a reason" if ignored else ""
    yield f"{count(tasks, 'task')}: {', '.join(counts)}{declined}."
    if checks:
        total = sum((one.total for one in checks), Tally())
        yield verdict_line(total, sum(len(one.failures) for one in checks))


def _by_code(found: Sequence[Lint], checks: Sequence[Check]) -> str:
    """Returns how often each code is told; empty where none is told twice."""
    codes = Counter(diagnostic.code for one in found for diagnostic in one.diagnostics)
    codes.update(failure.diagnostic.code for one in checks for failure in one.failures)
    if codes.total() == len(codes):
        return ""
    return ", ".join(f"{code} {number:,}" for code, number in codes.most_common())


def verdict_line(total: Tally, told: int) -> str:
    """Returns the one line that says whether the examples prove the specs.

    Args:
        total: All tasks together.
        told: How many of the examples that are decided wrongly are told.
    """
    left = f"; {count(total.left, 'example')} left to a judge" if total.left else ""
    if not total.examples:
        return "No examples were run."
    if total.off:
        hidden = total.off - told
        untold = f", of which {hidden:,} not told (--select, --ignore)" if hidden else ""
        return f"{count(total.off, 'example')} of {total.examples:,} decided wrongly{untold}{left}."
    decided = total.examples - total.left
    if not decided:
        return f"No example was decided by a spec{left}."
    if decided == 1:
        return f"The one example that a spec decides is decided as its author says{left}."
    return f"All {decided:,} examples that a spec decides are decided as their authors say{left}."


def _one_by_one(told: Sequence[Diagnostic | Failure], look: Look) -> Iterator[RenderableType]:
    """Yields diagnostics, one a line, and failing examples, each with an empty line behind it."""
    for one in told:
        if isinstance(one, Failure):
            place = visible(str(one.diagnostic.place))
            yield Text(f"{place}: ", "dim").append_text(heading(one.diagnostic))
            yield Text("  a right answer is refuted:" if one.right else "  a wrong answer is verified:")
            yield from _evidence(one, 2, look)
            yield Text()
        else:
            yield coloured([one])


def _by_task(
    told: Sequence[Diagnostic | Failure], found: Sequence[Lint], look: Look
) -> Iterator[RenderableType]:
    """Yields diagnostics and failing examples by task, in the order of the files."""
    order = {
        name: position for position, name in enumerate(n for one in found for n in one.survey.faults.files)
    }
    blocks: list[tuple[Place, Sequence[RenderableType]]] = []
    for one in told:
        if isinstance(one, Failure):
            text = heading(one.diagnostic)
            text.append(" A right answer is refuted:" if one.right else " A wrong answer is verified:")
            blocks.append((one.diagnostic.place, [Indented(text, 4), *_evidence(one, 4, look)]))
        else:
            blocks.append((one.place, list(parts(one))))
    blocks.sort(key=lambda block: (order.get(block[0].file, 0), block[0].line, block[0].column))
    yield from by_task(blocks)
    if blocks:
        yield Text()


def _evidence(failure: Failure, by: int, look: Look) -> Iterator[RenderableType]:
    """Yields one failing example with what decided marked in it, its reasons, and its repairs."""
    cut = pieces(failure.example, _marks(failure.verdict.reasons), longest=_LONGEST, around=_AROUND)
    if look.colours:
        example = Text()
        for piece in cut:
            example.append(piece.text, _STYLES[piece.mark])
        yield Indented(example, by + 2)
    else:
        for line in with_carets(cut, look.width - by - 2):
            yield Text(" " * (by + 2) + line)
    for reason in failure.verdict.reasons:
        if reason.decides or (not failure.right and reason.spans):
            sign, style = ("✗", "red") if reason.decides else ("✓", "green")
            text = Text().append(f"{sign} {reason.code}", style)
            text.append(f" {visible(reason.pointer)} {visible(reason.expected)}")
            text.append(f" ({visible(reason.detail)})" if reason.detail else "", "dim")
            yield _line(text, by, look)
    for position, repair in enumerate(failure.repairs):
        label = "repair: " if not position else "    or: "
        yield _line(Text().append(label, "green").append(visible(repair.text)), by, look)
    if not failure.repairs:
        yield _line(Text().append("advice: ", "green").append(visible(failure.diagnostic.fix)), by, look)


def _line(text: Text, by: int, look: Look) -> RenderableType:
    return Indented(text, by) if look.grouped else Text(" " * by).append_text(text)


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
            cells = [f"{tally.tasks:,}", f"{tally.right:,}", f"{tally.accepted:,}"]
            cells += [f"{tally.wrong:,}", f"{tally.rejected:,}", f"{tally.left:,}" if tally.left else ""]
            table.add_row(visible(name), *cells, style="red" if tally.off else "")
        table.add_section()
    return table
