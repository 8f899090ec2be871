"""`probatum lint`: every fault and every trap of task and annotation files; executes nothing."""

from __future__ import annotations

from typing import Any

import click

from probatum.cli._command import Command
from probatum.cli._linting import NOT_HERE, linting_options, run


@click.command("lint", cls=Command, instead=NOT_HERE)
@linting_options
def command(**given: Any) -> int:
    """Look for faults and traps in task and annotation files; nothing is executed.

    An annotation file on its own is looked at too, without the traps that need the intent. A trap that does
    not apply is declined in the annotation: "lint_ignore": [{"code": "answer/...", "reason": "..."}].

    Exit codes: 0 no error, 1 an error (or a warning, with --strict), 2 usage or a file that cannot be read.
    """
    return run(given, proof=False)
