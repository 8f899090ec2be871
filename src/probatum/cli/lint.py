"""`probatum lint`: every fault and every trap of task and annotation files; executes nothing."""

from __future__ import annotations

import click

from probatum.cli._errors import CHECK_FAILED, GOOD
from probatum.cli._settings import json_option
from probatum.reports.json_text import json_text


@click.command("lint")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--annotations", metavar="FILE", help="Annotation file to lay over the task file.")
@click.option("--as", "kind", type=click.Choice(["tasks", "annotations"]), help="What the files hold.")
@click.option("--strict", is_flag=True, help="Warnings fail as well.")
@json_option
def command(
    paths: tuple[str, ...], annotations: str | None, kind: str | None, strict: bool, as_json: bool
) -> int:
    """Look for faults and traps in task and annotation files.

    Exit codes: 0 no error, 1 an error (or a warning, with --strict), 2 usage or a file that cannot be read.
    """
    if annotations is not None and len(paths) > 1:
        raise click.UsageError("--annotations belongs to one task file")
    from probatum.diagnostics import Severity  # noqa: PLC0415 - loads the engine
    from probatum.reports import diagnostics_text as report  # noqa: PLC0415
    from probatum.service.lint import lint  # noqa: PLC0415

    found = [lint(path, annotations, kind=kind) for path in paths]  # type: ignore[arg-type]
    told = [diagnostic for one in found for diagnostic in one.diagnostics]
    if as_json:
        click.echo(json_text([diagnostic.to_dict() for diagnostic in told]))
    else:
        for line in report.plain(told):
            click.echo(line)
    bad = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return CHECK_FAILED if any(diagnostic.severity in bad for diagnostic in told) else GOOD
