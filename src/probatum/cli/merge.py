"""`probatum answers merge`: a task file with the specs of an annotation file put into it."""

from __future__ import annotations

import sys

import click

from probatum.cli._command import Command
from probatum.cli._errors import show_diagnostics
from probatum.cli._inputs import read_once
from probatum.cli._settings import json_option
from probatum.reports.counts import count
from probatum.reports.json_text import json_text

_MOST_SHOWN = 10


@click.command(
    "merge",
    cls=Command,
    instead={
        "--tasks": "the task file is the first argument.",
        "--annotations": "the annotation file is the second argument.",
    },
)
@click.argument("tasks")
@click.argument("annotations")
@click.option("--out", metavar="FILE", required=True, help="The new task file; - writes to standard output.")
@json_option
def command(tasks: str, annotations: str, out: str, as_json: bool) -> int:
    """Put the specs of ANNOTATIONS into the `eval` of TASKS, and write the result to a file.

    Everything else of the task file stays as it is, byte for byte; tasks without an annotation are not
    touched. The format, JSON or JSONL, stays too; a YAML task file is refused, as its layout would not.

    The result is a new file: neither input is overwritten.

    Exit codes: 0 written, 2 bad input; then nothing is written.
    """
    if as_json and out == "-":
        raise click.UsageError("--json and --out - both want standard output")
    read_once(TASKS=tasks, ANNOTATIONS=annotations)
    from probatum.files import atomic_write  # noqa: PLC0415 - loads the engine
    from probatum.service.merge import merge  # noqa: PLC0415
    from probatum.service.output_paths import check_output  # noqa: PLC0415

    check_output("--out", out, (tasks, annotations))
    result = merge(tasks, annotations)
    if out == "-":
        sys.stdout.buffer.write(result.text.encode())
        sys.stdout.buffer.flush()
    else:
        with atomic_write(out) as file:
            file.write(result.text.encode())
    if as_json:
        row = {
            "out": out,
            "merged": list(result.merged),
            "unannotated": list(result.unannotated),
            "diagnostics": [diagnostic.to_dict() for diagnostic in result.diagnostics],
        }
        click.echo(json_text(row))
        return 0
    show_diagnostics(result.diagnostics)
    click.echo(_told(result.merged, result.unannotated), err=True)
    return 0


def _told(merged: tuple[str, ...], unannotated: tuple[str, ...]) -> str:
    total = len(merged) + len(unannotated)
    text = f"Specs from the annotation file: {len(merged):,} of {count(total, 'task')}."
    if unannotated:
        shown = ", ".join(ascii(name)[1:-1] for name in unannotated[:_MOST_SHOWN])
        more = len(unannotated) - _MOST_SHOWN
        text += f" As they were: {shown}" + (f" and {more:,} more." if more > 0 else ".")
    return text
