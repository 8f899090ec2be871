"""`probatum answers diff`: the verdicts that differ between two verdict files."""

from __future__ import annotations

from contextlib import closing

import click

from probatum.cli._command import Command
from probatum.cli._errors import CHECK_FAILED, GOOD, INCOMPLETE
from probatum.cli._settings import json_option
from probatum.cli.score import delimiter_option, map_option
from probatum.reports.json_text import json_text
from probatum.service.answer_files import open_answers
from probatum.service.answer_formats import FORMATS, Format
from probatum.service.answer_rows import RowReader
from probatum.service.verdict_diff import diff_verdicts, with_answers


@click.command("diff", cls=Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--answers", metavar="PATH", help="The answers, to show what the reasons point at.")
@click.option("--format", "format_", type=click.Choice(FORMATS), help="How the answers are written.")
@map_option
@delimiter_option
@click.option(
    "--limit", type=click.IntRange(0), default=100, show_default=True, help="Flips to show; all are counted."
)
@json_option
def command(
    old: str,
    new: str,
    answers: str | None,
    format_: Format | None,
    mapping: dict[str, str],
    delimiter: str,
    limit: int,
    as_json: bool,
) -> int:
    """Lists the answers whose outcome differs between the verdict files OLD and NEW, and why.

    Exit codes: 0 nothing flipped, 1 something did, 3 nothing did, but some answers are in one file only.
    """
    found = diff_verdicts(old, new, limit=limit)
    if answers is not None:
        with closing(open_answers(answers, format=format_, mapping=mapping, delimiter=delimiter)) as file:
            found.flips = with_answers(found.flips, file, RowReader(file.name, mapping))
    if as_json:
        click.echo(json_text(found.to_dict(), indent=None))
    else:
        from probatum.reports.diff import draw_diff  # noqa: PLC0415 - draws with rich
        from probatum.reports.terminal import console, has_colours  # noqa: PLC0415

        screen = console()
        screen.print(draw_diff(found, with_text=answers is not None, colours=has_colours(screen)))
    if found.flipped:
        return CHECK_FAILED
    return INCOMPLETE if found.only_old or found.only_new else GOOD
