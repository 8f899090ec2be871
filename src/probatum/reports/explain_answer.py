"""An explanation as sections of marked text, and the two ways to show them: coloured and plain."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from probatum.documents import clip
from probatum.outcome import Outcome, Span
from probatum.reports.highlight import CARETS, Mark, Piece, excerpt, pieces, with_carets
from probatum.reports.visible import visible
from probatum.service.explain import EXIT_CODES, Explanation, Finding, Steps

_MOST_ROWS: Final = 40
_WIDEST_COLUMN: Final = 28
_NARROWEST_TEXT: Final = 20
_TABLE: Final = 4  # so many cells side by side are a table, and no text that carets could stand below
_STYLES: Final = {
    Mark.PLAIN: "",
    Mark.LEFT_OUT: "dim italic",
    Mark.FIRST: "bold",
    Mark.NEAR: "bold yellow",
    Mark.FOUND: "bold black on green",
    Mark.AGAINST: "bold white on red",
}
_SIGNS: Final = {
    Mark.FIRST: ("-»", "«"),
    Mark.NEAR: ("~»", "«"),
    Mark.FOUND: ("»", "«"),
    Mark.AGAINST: ("✗»", "«"),
}
_VERDICT_SIGNS: Final = {"found": " ✓ ", "against": " ✗ ", "undecided": " ? "}
_OUTCOME_STYLES: Final = {
    Outcome.VERIFIED: "green",
    Outcome.REFUTED: "red",
    Outcome.INCONCLUSIVE: "yellow",
    Outcome.ERROR: "red",
}
_SCOPES: Final = {"full": "whole answer", "first_sentence": "first sentence"}
Cell = Sequence[Piece]


class Row(NamedTuple):
    """A row of a section: cells side by side, and lines below them."""

    cells: tuple[Cell, ...]
    below: tuple[Cell, ...] = ()


class Section(NamedTuple):
    """A part of the explanation."""

    title: str
    note: str
    rows: tuple[Row, ...]


def sections(explanation: Explanation) -> list[Section]:
    """Returns the explanation as sections, in the order in which an answer is read."""
    found = [_answer(explanation)]
    steps = explanation.steps
    if steps is not None:
        found += [_stripped(steps, explanation.answer or ""), _folded(steps, explanation)]
        if steps.numbers or steps.passed_over:
            found.append(_numbers(steps))
    found.append(Section("What decided", "", tuple(_decided(explanation))))
    return found


def headline(explanation: Explanation) -> tuple[str, str]:
    """Returns the title and the subject of an explanation."""
    kinds = list(dict.fromkeys(explanation.kinds))
    scopes = {finding.reason.verifier: finding.scope for finding in explanation.findings}
    shown = [f"{kind} ({_SCOPES[scopes[kind]]})" if kind in scopes else kind for kind in kinds]
    task = explanation.task
    title = "Spec" if task is None else f"Task {visible(clip(task.task_id))}"
    intent = "" if task is None or task.intent is None else visible(clip(task.intent, 400))
    return title, "\n".join(part for part in (intent, ", ".join(shown)) if part)


def conclusion(explanation: Explanation) -> str:
    """Returns the verdict in one line."""
    verdict = explanation.verdict
    exit_code = EXIT_CODES[verdict.outcome]
    return f"{verdict.outcome.value} (exit code {exit_code}, rules version {verdict.rules_version})"


def _plain_piece(text: str) -> list[Piece]:
    return [Piece(visible(text), Mark.PLAIN)]


def _answer(explanation: Explanation) -> Section:
    if explanation.answer is None:
        return Section("The answer", "", (Row((_plain_piece("none was given"),)),))
    marks: list[tuple[Span, Mark]] = []
    for finding in explanation.findings:
        mark = Mark.AGAINST if finding.reason.decides else Mark.FOUND
        marks += [(span, mark) for span in finding.reason.spans]
        if finding.near_miss is not None:
            marks.append((finding.near_miss.span, Mark.NEAR))
    return Section("The answer", "", (Row((pieces(explanation.answer, marks),)),))


def _stripped(steps: Steps, answer: str) -> Section:
    note = "no markup to take off" if steps.stripped == answer else f"{_count(len(steps.blocks), 'block')}"
    rows = []
    for number, block in enumerate(steps.blocks[:_MOST_ROWS], start=1):
        text = steps.stripped[block.start : block.end]
        first = Span(0, max(0, min(block.end, steps.first_end) - block.start))
        marks = [(first, Mark.FIRST)] if first.end else []
        label = f"{number} heading" if block.heading else f"{number}"
        rows.append(Row((_plain_piece(label), pieces(text, marks))))
    if len(steps.blocks) > _MOST_ROWS:
        rows.append(
            Row((_plain_piece(""), _plain_piece(f"and {len(steps.blocks) - _MOST_ROWS:,} more blocks")))
        )
    count = _count(len(steps.sentences), "sentence")
    return Section("Without markup", f"{note}; {count}, the first one is marked", tuple(rows))


def _folded(steps: Steps, explanation: Explanation) -> Section:
    rows = []
    scopes = {finding.scope for finding in explanation.findings}
    if "full" in scopes:
        rows.append(Row((_plain_piece("whole"), pieces(steps.folded, ()))))
    if "first_sentence" in scopes:
        rows.append(Row((_plain_piece("first"), pieces(steps.folded_first, ()))))
    return Section("Folded", "what entries are compared with", tuple(rows))


def _numbers(steps: Steps) -> Section:
    rows = []
    for number in steps.numbers[:_MOST_ROWS]:
        written = clip(json.dumps(number.text, ensure_ascii=False), 60)
        where = f"{number.span.start}–{number.span.end}" + (", first sentence" if number.in_first else "")
        cells = (clip(number.value, 40), written, number.form, where)
        rows.append(Row(tuple(_plain_piece(cell) for cell in cells)))
    note = f"{len(steps.numbers):,} read"
    if steps.passed_over:
        words = ", ".join(clip(word.text, 30) for word in steps.passed_over[:12])
        more = len(steps.passed_over) - 12
        note += f"; no numbers: {visible(words)}" + (f" and {more:,} more" if more > 0 else "")
    return Section("Numbers", note, tuple(rows))


def _decided(explanation: Explanation) -> Iterator[Row]:
    undecided = explanation.verdict.outcome is Outcome.INCONCLUSIVE
    answer = explanation.answer or ""
    findings = explanation.findings
    shown = [finding for finding in findings if finding.reason.decides]
    shown += [finding for finding in findings if not finding.reason.decides]
    for finding in shown[:_MOST_ROWS]:
        yield _finding(finding, answer, undecided=undecided)
    if len(shown) > _MOST_ROWS:
        yield Row((_plain_piece(f"and {len(shown) - _MOST_ROWS:,} more reasons"),))


def _finding(finding: Finding, answer: str, *, undecided: bool) -> Row:
    reason = finding.reason
    sign = _VERDICT_SIGNS[("undecided" if undecided else "against") if reason.decides else "found"]
    mark = Mark.AGAINST if reason.decides else Mark.FOUND
    sign_mark = Mark.NEAR if reason.decides and undecided else mark
    cells: tuple[Cell, ...] = (
        [Piece(sign, sign_mark)],
        _plain_piece(reason.code),
        _plain_piece(reason.pointer or reason.verifier),
        _plain_piece(json.dumps(clip(reason.expected, 120), ensure_ascii=False) if reason.expected else ""),
    )
    below: list[Cell] = [excerpt(answer, span, mark) for span in reason.spans[:3]]
    if reason.detail:
        below.append(_plain_piece(clip(reason.detail, 400)))
    if finding.near_miss is not None:
        below.append(_plain_piece(clip(finding.near_miss.text, 200)))
        below.append(excerpt(answer, finding.near_miss.span, Mark.NEAR))
    return Row(cells, tuple(below))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def drawn(explanation: Explanation, *, colours: bool = True) -> RenderableType:
    """Returns the explanation for a terminal.

    Args:
        explanation: What to draw.
        colours: Whether colours can be seen; otherwise signs mark what they would.
    """
    title, subject = headline(explanation)
    style = _OUTCOME_STYLES[explanation.verdict.outcome]
    parts: list[RenderableType] = [
        Panel(Text(subject), title=Text(title, "bold"), title_align="left", padding=(0, 1))
    ]
    shown = sections(explanation)
    for section in shown:
        heading = Text(f" {section.title} ", "bold cyan")
        if section.note:
            heading.append(f"· {section.note} ", "dim")
        rows = _Rows(section if colours else _with_signs(section))
        parts += [Rule(heading, align="left", style="dim"), Padding(rows, (0, 0, 1, 2))]
    if legend := _legend(shown, colours=colours):
        parts += [legend, Text()]
    parts.append(Panel(Text(conclusion(explanation), f"bold {style}"), border_style=style, padding=(0, 1)))
    return Group(*parts)


def _used(shown: Sequence[Section]) -> list[Mark]:
    """Returns the marks that stand in a text, in the order of `CARETS`."""
    cells = [cell for section in shown for row in section.rows for cell in (*row.cells, *row.below)]
    there = {piece.mark for cell in cells for piece in cell if piece.text not in _VERDICT_SIGNS.values()}
    return [mark for mark in CARETS if mark in there]


def _legend(shown: Sequence[Section], *, colours: bool) -> Text:
    text = Text()
    for mark in _used(shown):
        text.append("  " if text else " Marked: ", "dim")
        text.append(mark.value if colours else _signed(mark.value, mark), _STYLES[mark])
    return text


def _signed(text: str, mark: Mark) -> str:
    opening, closing = _SIGNS.get(mark, ("", ""))
    return f"{opening}{text}{closing}"


def _with_signs(section: Section) -> Section:
    """Returns a section whose marked pieces stand in signs, for who cannot see colours."""

    def signed(cell: Cell) -> Cell:
        return [
            piece
            if piece.text in _VERDICT_SIGNS.values()
            else Piece(_signed(piece.text, piece.mark), piece.mark)
            for piece in cell
        ]

    rows = tuple(Row(tuple(map(signed, row.cells)), tuple(map(signed, row.below))) for row in section.rows)
    return section._replace(rows=rows)


class _Rows:
    """The rows of a section: in columns, or, where the terminal is too narrow for them, one below another."""

    def __init__(self, section: Section) -> None:
        self._section = section

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        widths = _widths(self._section)
        labels = sum(min(width, _WIDEST_COLUMN) + 2 for width in widths[:-1])
        # Columns that are squeezed have figures and codes cut in two.
        room = options.max_width - labels
        fits = not widths or room >= min(widths[-1], _NARROWEST_TEXT)
        yield _grid(self._section, widths) if fits else _stacked(self._section)


def _stacked(section: Section) -> RenderableType:
    rows: list[RenderableType] = []
    for row in section.rows:
        first, *others = (_text(cell) for cell in row.cells)
        rows.append(first)
        rows += [Padding(cell, (0, 0, 0, 3)) for cell in others if cell.plain]
        rows += [Padding(_text(cell), (0, 0, 0, 5)) for cell in row.below]
    return Group(*rows)


def _grid(section: Section, widths: Sequence[int]) -> RenderableType:
    """Draws the rows of a section, in columns that stay aligned across the lines below a row."""

    def new_table() -> Table:
        table = Table.grid(padding=(0, 2))
        for width in widths[:-1]:
            table.add_column(overflow="fold", min_width=min(width, _WIDEST_COLUMN))
        table.add_column(overflow="fold")
        return table

    table = new_table()
    stack: list[RenderableType] = [table]
    for row in section.rows:
        table.add_row(*(_text(cell) for cell in row.cells))
        if row.below:
            table = new_table()
            stack += [Padding(_text(cell), (0, 0, 0, 5)) for cell in row.below]
            stack.append(table)
    return Group(*(part for part in stack if not isinstance(part, Table) or part.row_count))


def _text(cell: Cell) -> Text:
    text = Text()
    for piece in cell:
        text.append(piece.text, _STYLES[piece.mark])
    return text


def plain(explanation: Explanation) -> str:
    """Returns the explanation as plain text; what is marked has carets below it."""
    title, subject = headline(explanation)
    first, *rest = subject.split("\n")
    lines = [f"{title}: {first}", *rest]
    parts = sections(explanation)
    for section in parts:
        lines += ["", f"{section.title}" + (f" ({section.note})" if section.note else "")]
        widths = _widths(section)
        for row in section.rows:
            lines += _plain_row(row, widths)
    used = {
        piece.mark for section in parts for row in section.rows for cell in _marked(row) for piece in cell
    }
    legend = ", ".join(f"{sign} {mark.value}" for mark, sign in CARETS.items() if mark in used)
    lines += ["", f"Below the text: {legend}."] if legend else []
    lines += ["", f"Verdict: {conclusion(explanation)}"]
    return "\n".join(line.rstrip() for line in lines)


def _marked(row: Row) -> tuple[Cell, ...]:
    """Returns the cells that have carets below them in plain text: a table's cells are read as they are."""
    return row.below if len(row.cells) >= _TABLE else (row.cells[-1], *row.below)


def _widths(section: Section) -> list[int]:
    count = max((len(row.cells) for row in section.rows), default=0)
    cells = [[row.cells[i] for row in section.rows if i < len(row.cells)] for i in range(count)]
    return [min(60, max(cell_len("".join(p.text for p in cell)) for cell in column)) for column in cells]


def _plain_row(row: Row, widths: list[int]) -> Iterator[str]:
    *labels, last = row.cells
    head = "  "
    for label, width in zip(labels, widths, strict=False):
        text = "".join(piece.text for piece in label)
        head += text + " " * (max(0, width - cell_len(text)) + 2)
    lines = list(with_carets(last)) if len(row.cells) < _TABLE else ["".join(piece.text for piece in last)]
    for number, line in enumerate(lines):
        yield (head if not number else " " * cell_len(head)) + line
    for cell in row.below:
        for line in with_carets(cell):
            yield " " * 8 + line
