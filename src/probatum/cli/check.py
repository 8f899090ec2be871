"""`probatum check`: the linter, then every example of an annotation against its spec."""

from __future__ import annotations

from typing import Any

import click

from probatum.cli._command import Command
from probatum.cli._linting import NOT_HERE, linting_options, run


@click.command("check", cls=Command, instead=NOT_HERE)
@linting_options
def command(**given: Any) -> int:
    """Lint annotations, and run their own examples against their specs.

    A negative example that passes means that the spec is too lenient, a positive one that fails that it is
    too strict; each is shown with what decided, and with what would repair it.

    Exit codes: 0 good, 1 an error or a failed example (or a warning, with --strict), 2 usage or a file that
    cannot be read.
    """
    return run(given, proof=True)
