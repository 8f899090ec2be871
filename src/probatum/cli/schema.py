"""`probatum schema KIND`: JSON Schema of what the readers accept."""

from __future__ import annotations

import click

from probatum.cli._command import Command
from probatum.cli._settings import json_option
from probatum.reports.json_text import json_text

_KINDS = ("spec", "annotation", "task", "decision")


@click.command("schema", cls=Command)
@click.argument("kind", type=click.Choice(_KINDS))
@json_option
def command(kind: str, as_json: bool) -> int:
    """Write the JSON Schema (2020-12) of a spec, an annotation, a task or a decision to standard output.

    An editor that is given it completes keys and marks mistakes while a spec is written. It says what JSON
    Schema can say; the reader has the last word.
    """
    from probatum.service.schemas import SCHEMAS  # noqa: PLC0415 - loads the models

    # A schema is JSON either way; for a program it needs no line ends.
    click.echo(json_text(SCHEMAS[kind](), indent=None if as_json else 2))
    return 0
