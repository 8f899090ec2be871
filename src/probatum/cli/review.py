"""`probatum answers review`: what needs a person goes out, what is decided comes back in."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING

import click

from probatum.cli._command import Command
from probatum.cli._errors import CHECK_FAILED, GOOD, show_diagnostics
from probatum.cli._inputs import read_once
from probatum.cli._settings import json_option

if TYPE_CHECKING:
    from probatum.service.review import Review


@click.command("review", cls=Command, instead={"--tasks": "the task file is the argument."})
@click.argument("tasks", required=False)
@click.option("--annotations", metavar="FILE", help="Annotation file to lay over the task file.")
@click.option(
    "--out", metavar="FILE", help="Review to write (JSONL; - for standard output), or, with --apply, the new "
    "annotation file."
)  # fmt: skip
@click.option("--html", metavar="FILE", help="Write the review as a page that works offline.")
@click.option("--warnings", is_flag=True, help="Export what has nothing but lint warnings too.")
@click.option("--unannotated", is_flag=True, help="Export tasks without an annotation too.")
@click.option("--apply", "decisions", metavar="FILE", help="Bring the decisions of a review back in.")
@click.option("--refused", metavar="FILE", help="With --apply: keep the decisions that were refused.")
@json_option
def command(
    tasks: str | None,
    annotations: str | None,
    out: str | None,
    html: str | None,
    warnings: bool,
    unannotated: bool,
    decisions: str | None,
    refused: str | None,
    as_json: bool,
) -> int:
    """Export what needs a person, as JSONL and as a page, or bring the decisions back with --apply.

    Exported are annotations with a suspect gold, low confidence, a failing example, a lint error or a
    declined trap, and subjective ones. TASKS is a task file; an annotation file alone will do, without the
    traps that need the intent. With --apply, TASKS is needed only for these traps.

    Exit codes: 0 written. 1 written, but parts of the files could not be read; with --apply: a decision was
    refused, or the result has an error or a failing example. 2 bad input; then nothing is written.
    """
    if decisions is None:
        if tasks is None:
            raise click.UsageError("name TASKS: a task file, or an annotation file alone")
        if refused is not None:
            raise click.UsageError("--refused belongs to --apply")
        if out is None and html is None:
            raise click.UsageError("name --out, --html or both: where the review is written")
        return _export(tasks, annotations, out, html, (warnings, unannotated), as_json=as_json)
    if annotations is None:
        raise click.UsageError("--apply needs --annotations: the file that is to be changed")
    if out is None:
        raise click.UsageError("--apply needs --out: the new annotation file")
    if html is not None or warnings or unannotated:
        raise click.UsageError("--html, --warnings and --unannotated do not belong to --apply")
    if "-" in (annotations, out, refused, tasks):
        raise click.UsageError("with --apply only the decisions may come from standard input: name the files")
    return _apply(decisions, tasks, annotations, out, refused, as_json=as_json)


def _export(
    tasks: str,
    annotations: str | None,
    out: str | None,
    html: str | None,
    wanted: tuple[bool, bool],
    *,
    as_json: bool,
) -> int:
    if (as_json and out == "-") or html == "-":
        raise click.UsageError("standard output is for one thing: name a file")
    read_once(TASKS=tasks, annotations=annotations)
    from probatum.service.output_paths import check_output  # noqa: PLC0415 - loads the engine
    from probatum.service.review import Wanted, review  # noqa: PLC0415

    read = [path for path in (tasks, annotations) if path is not None]
    if out is not None:
        check_output("--out", out, read)
    if html is not None:
        check_output("--html", html, [*read, out] if out is not None else read)
    found = review(tasks, annotations, wanted=Wanted(*wanted))
    nothing_read = found.unread and not found.items and not found.tasks
    if found.unreadable or nothing_read:
        from probatum.errors import DocumentError  # noqa: PLC0415

        raise DocumentError(found.unread)
    _write_review(found, out, html, annotations or tasks)
    _tell_review(found, as_json=as_json)
    return CHECK_FAILED if found.unread else GOOD


def _write_review(found: Review, out: str | None, html: str | None, title: str) -> None:
    from probatum.canonical import digest_bytes  # noqa: PLC0415
    from probatum.files import atomic_write  # noqa: PLC0415
    from probatum.service.exact_json import exact_json  # noqa: PLC0415

    data = "".join(f"{exact_json(item.to_dict())}\n" for item in found.items).encode()
    if html is not None:
        from probatum.reports.review_html import review_page  # noqa: PLC0415

        page = review_page(found, digest_bytes(data), title)
        with atomic_write(html, text=True) as file:
            file.write(page)
    if out is None:
        return
    if out == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with atomic_write(out) as rows:
        rows.write(data)


def _tell_review(found: Review, *, as_json: bool) -> None:
    from probatum.reports.review_text import exported, exported_json  # noqa: PLC0415

    if as_json:
        from probatum.reports.json_text import json_text  # noqa: PLC0415

        click.echo(json_text(exported_json(found)))
        return
    show_diagnostics(found.unread)
    for line in exported(found):
        click.echo(line, err=True)


def _apply(
    decisions: str, tasks: str | None, annotations: str, out: str, refused: str | None, *, as_json: bool
) -> int:
    from probatum.files import atomic_write, read_bytes  # noqa: PLC0415 - loads the engine
    from probatum.service.check import check  # noqa: PLC0415
    from probatum.service.lint import lint  # noqa: PLC0415
    from probatum.service.output_paths import check_output  # noqa: PLC0415
    from probatum.service.review_apply import apply  # noqa: PLC0415
    from probatum.service.survey import LARGEST_FILE  # noqa: PLC0415

    read = [path for path in (decisions, tasks, annotations) if path is not None]
    check_output("--out", out, read)
    if refused is not None:
        check_output("--refused", refused, [*read, out])
    if tasks is not None:
        # Only for the linter, which comes when the result is written: too late to find it missing.
        read_bytes(tasks, LARGEST_FILE)
    result = apply(decisions, annotations, datetime.now().astimezone().date())
    if refused is not None:
        with atomic_write(refused) as file:
            file.write(b"".join(one.line.rstrip(b"\r") + b"\n" for one in result.refused))
    with atomic_write(out) as file:
        file.write(result.data)
    found = lint(out, kind="annotations") if tasks is None else lint(tasks, out)
    proof = check(found)
    from probatum.reports.review_text import applied, applied_json  # noqa: PLC0415

    if as_json:
        from probatum.reports.json_text import json_text  # noqa: PLC0415

        click.echo(json_text({"out": out, **applied_json(result, proof)}))
    else:
        from probatum.service.check import all_diagnostics  # noqa: PLC0415

        touched = {changed.task_id for changed in result.changed}
        told = [d for d in all_diagnostics(proof) if d.severity == "error" or d.place.task in touched]
        show_diagnostics([found for one in result.refused for found in one.diagnostics])
        show_diagnostics(told)
        for line in applied(result, proof):
            click.echo(line, err=True)
    failed = result.refused or proof.failures or found.fails(strict=False)
    return CHECK_FAILED if failed else GOOD
