"""The program's entry: one table of commands, and one place where every error ends."""

from __future__ import annotations

from collections.abc import Sequence

import click

from probatum.cli._errors import guarded
from probatum.cli._lazy import Entry, LazyGroup
from probatum.cli._settings import Settings

_COMMANDS = {
    "answers": Entry(
        "probatum.cli.answers",
        "Score free-text answers by strict specs, and look into verdicts.",
        ("score", "explain", "diff", "merge", "review"),
    ),
    "lint": Entry("probatum.cli.lint", "Every fault and every trap of task and annotation files."),
    "check": Entry("probatum.cli.check", "Lint annotations, and run their examples against their specs."),
    "explain": Entry("probatum.cli.explain_code", "What a diagnostic or reason code means, and what to do."),
    "schema": Entry("probatum.cli.schema", "JSON Schema of a spec, an annotation, a task or a decision."),
}
_HELP = """Decides whether a free-text answer is right, by a strict deterministic spec, and says why.

Exit codes: 0 good, 1 a check failed or verdicts differ, 2 bad input or usage, 3 incomplete, 5 the
machinery failed, 130 interrupted, 141 whoever read the output closed it early.
"""


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib import metadata  # noqa: PLC0415 - slower than all the rest of `--help`

        click.echo(f"probatum {metadata.version('probatum')}")
        ctx.exit()


def _set_debug(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    ctx.ensure_object(Settings).debug |= wanted


program = LazyGroup("probatum", table=_COMMANDS, help=_HELP)
program.params += [
    click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_show_version,
        help="Show the version.",
    ),
    click.Option(
        ["--debug"],
        is_flag=True,
        expose_value=False,
        callback=_set_debug,
        help="Show the traceback of a failure of the machinery.",
    ),
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program.

    Args:
        arguments: The words after the program's name; None for those of this process.

    Returns:
        The exit code.
    """
    return guarded(program, arguments)
