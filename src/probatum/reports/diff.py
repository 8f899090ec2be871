"""The differences of two verdict files, drawn: what flipped, why, and where it stands in the answer."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from probatum.documents import clip
from probatum.outcome import Span
from probatum.reports.counts import SHOWN, count, listed
from probatum.reports.highlight import Mark, pieces
from probatum.reports.visible import visible
from probatum.service.verdict_diff import Flip, VerdictDiff, deciding
from probatum.service.verdict_rows import ReasonRow, VerdictRow

_STYLES = {
    "verified": "bold green",
    "refuted": "bold red",
    "inconclusive": "bold yellow",
    "error": "bold magenta",
}
_MARK = "black on yellow"


def draw_diff(diff: VerdictDiff, *, with_text: bool = False, colours: bool = False) -> RenderableType:
    """Returns the differences for a terminal or a plain stream.

    Args:
        diff: What to draw.
        with_text: Whether answers were looked up; a flip without one then says so.
        colours: Whether colours can be seen; otherwise »« mark what decided.
    """
    parts: list[RenderableType] = []
    for flip in diff.flips:
        parts += [_draw_flip(flip, with_text=with_text, colours=colours), Text("")]
    if any(flip.answer is not None for flip in diff.flips):
        legend = Text("marked: ", "dim")
        parts.append(legend.append("what decided" if colours else "»what decided«", _MARK))
    if diff.flipped > len(diff.flips):
        parts.append(Text(f"... and {diff.flipped - len(diff.flips):,} more", "dim"))
    parts.append(Text(f"{count(diff.paired, 'answer')} in both files, {diff.flipped:,} flipped", "bold"))
    parts += [Text(f"  {count:,} {direction}") for direction, count in sorted(diff.directions.items())]
    if diff.spec_changed:
        parts.append(Text(f"  {diff.spec_changed:,} decided by another spec"))
    if diff.rules_changed:
        parts.append(Text(f"  {diff.rules_changed:,} decided by another version of the rules"))
    for name, number, first in (
        ("old", diff.only_old, diff.first_only_old),
        ("new", diff.only_new, diff.first_only_new),
    ):
        if number:
            rows = listed([_name(*row) for row in first], number)
            parts.append(Text(f"! {count(number, 'row')} only in the {name} file: {rows}", "yellow"))
    return Group(*parts)


def _draw_flip(flip: Flip, *, with_text: bool, colours: bool) -> Text:
    task = None if flip.new.task_id is None else str(flip.new.task_id)
    text = Text("" if task is None else "task ", "bold")
    text.append(visible(_name(task, flip.new.answer_id, flip.line)), "bold")
    text.append("  ")
    text.append(flip.old.outcome, _STYLES[flip.old.outcome])
    text.append(" -> ")
    text.append(flip.new.outcome, _STYLES[flip.new.outcome])
    changed = [word for word, is_so in (("spec", flip.spec_changed), ("rules", flip.rules_changed)) if is_so]
    if changed:
        text.append(f"  ({' and '.join(changed)} changed)", "dim")
    for name, row in (("old", flip.old), ("new", flip.new)):
        _append_reasons(text, name, row)
    if flip.answer is not None:
        text.append("\n  answer  ", "dim")
        _append_answer(text, flip, flip.answer, colours=colours)
    elif with_text:
        text.append("\n  answer  ", "dim")
        text.append("not in the answer file", "yellow")
    return text


def _append_reasons(text: Text, name: str, row: VerdictRow) -> None:
    label = f"\n  {name:<6}  "
    for reason in deciding(row) or [ReasonRow("nothing_found")]:
        text.append(label, "dim")
        text.append(visible(reason.code))
        if reason.expected:
            text.append(f" {visible(reason.expected)!r}")
        if reason.pointer:
            text.append(f" at {visible(reason.pointer)}", "dim")
        if reason.spans:
            text.append(" in " + ", ".join(f"{start}-{end}" for start, end in reason.spans[:SHOWN]), "dim")
        if reason.detail:
            text.append(f": {visible(reason.detail)}", "dim")
        label = "\n          "


def _append_answer(text: Text, flip: Flip, answer: str, *, colours: bool) -> None:
    spans = [Span(*span) for row in (flip.old, flip.new) for reason in deciding(row) for span in reason.spans]
    for piece in pieces(answer, [(span, Mark.FOUND) for span in spans]):
        # One flip is a few lines: the breaks of the answer would tear it apart.
        line = " ".join(piece.text.split("\n"))
        if piece.mark is Mark.LEFT_OUT:
            text.append(line, "dim")
        elif piece.mark is Mark.PLAIN:
            text.append(line)
        else:
            text.append(line if colours else f"»{line}«", _MARK)


def _name(task: str | None, answer: int | str | None, line: int) -> str:
    """Returns what to call a row: its task and answer, or where it stands if it names no task."""
    if task is None:
        return f"line {line:,}" if answer is None else f"line {line:,} / {clip(str(answer))}"
    return clip(task) if answer is None else f"{clip(task)} / {clip(str(answer))}"
