"""`probatum explain CODE`: what a code means, an example of it, and the fix."""

from __future__ import annotations

import json
import re
import sys
from typing import Final

import click

from probatum.cli._command import Command
from probatum.cli._settings import json_option
from probatum.codes import Code, catalogue, nearest
from probatum.reports.json_text import json_text

_RULE: Final = re.compile(r"(?:ANS-)?[A-Z][0-9]+", re.ASCII)


@click.command("explain", cls=Command)
@click.argument("code", required=False)
@json_option
def command(code: str | None, as_json: bool) -> int:
    """Explain a code of a diagnostic or of a reason; without CODE, list all of them.

    Exit codes: 0 explained, 2 the code is not known.
    """
    known = catalogue()
    if code is None:
        _show(list(known.values()), as_json=as_json)
    elif code in known:
        _show(known[code], as_json=as_json)
    else:
        raise click.UsageError(_unknown(code))
    return 0


def _unknown(code: str) -> str:
    shown = json.dumps(code[:80], ensure_ascii=True)
    if _RULE.fullmatch(code):
        return f"{shown} is a rule (docs/rules.md), not a code; `probatum explain` lists the codes."
    close = nearest(code)
    hint = f"Did you mean {' or '.join(close)}?" if close else "`probatum explain` lists all."
    return f"no code is called {shown}. {hint}"


def _show(what: Code | list[Code], *, as_json: bool) -> None:
    if as_json:
        rows = [one.to_dict() for one in what] if isinstance(what, list) else what.to_dict()
        click.echo(json_text(rows))
        return
    from probatum.reports import explain_code as report  # noqa: PLC0415 - draws with rich

    if not sys.stdout.isatty():
        click.echo(report.plain_table(what) if isinstance(what, list) else report.plain(what))
        return
    from probatum.reports.terminal import console  # noqa: PLC0415

    console().print(report.table(what) if isinstance(what, list) else report.panel(what))
