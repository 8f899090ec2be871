"""`probatum answers score`: verdicts for a file of answers, and a summary."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click

from probatum.answers.version import RULES_VERSION
from probatum.cli._command import Command
from probatum.cli._errors import GOOD, INCOMPLETE, show_diagnostics
from probatum.cli._inputs import read_once
from probatum.cli._settings import json_option
from probatum.files import atomic_write
from probatum.reports.json_text import json_text
from probatum.service.answer_files import CHUNK_BYTES
from probatum.service.answer_formats import FORMATS, Format
from probatum.service.answer_rows import FIELDS
from probatum.service.csv_header import DELIMITERS
from probatum.service.output_paths import STANDARD_OUTPUT, beside, check_output, refuse_overwriting_verdicts
from probatum.service.score_summary import Summary
from probatum.service.scoring import (
    Progress,
    Scoring,
    ScoringError,
    score_answers,
)
from probatum.service.tasks import load_tasks


def _read_mapping(
    _context: click.Context, _parameter: click.Parameter, pairs: tuple[str, ...]
) -> dict[str, str]:
    mapping: dict[str, str] = {}
    for pair in pairs:
        name, equals, path = pair.partition("=")
        if not equals or not path or name not in FIELDS:
            raise click.BadParameter(f"{pair!r} is not FIELD=KEY; FIELD is one of {', '.join(FIELDS)}.")
        if name in mapping:
            raise click.BadParameter(f"{name} is mapped twice.")
        if any("\ud800" <= char <= "\udfff" for char in path):
            raise click.BadParameter(f"{pair!r} is not UTF-8, and no file has such a key.")
        mapping[name] = path
    return mapping


map_option = click.option(
    "--map",
    "mapping",
    multiple=True,
    metavar="FIELD=KEY",
    callback=_read_mapping,
    help="Where the file keeps task_id, answer or answer_id: a key, or a dotted path. May be repeated.",
)


def _read_delimiter(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    return DELIMITERS[name]


delimiter_option = click.option(
    "--delimiter",
    type=click.Choice(list(DELIMITERS)),
    default="comma",
    show_default=True,
    callback=_read_delimiter,
    help="What parts the cells of a CSV file.",
)


@click.command("score", cls=Command, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--tasks", required=True, metavar="FILE", help="Task file (JSON, JSONL or YAML).")
@click.option("--annotations", metavar="FILE", help="Annotation file whose specs are laid over the tasks.")
@click.option("--answers", required=True, metavar="PATH", help="JSONL, CSV, a directory of agent logs, or -.")
@click.option("--out", required=True, metavar="FILE", help="Verdict file to write (JSONL), or - to print it.")
@click.option("--format", "format_", type=click.Choice(FORMATS), help="How the answers are written.")
@map_option
@delimiter_option
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes; one for each CPU by default.",
)
@click.option("--resume", is_flag=True, help="Go on with what an interrupted run left beside --out.")
@click.option("--strict", is_flag=True, help="Stop at the first row that cannot be scored; write nothing.")
@click.option("--require-rules", type=int, metavar="N", help="Refuse another version of the rules than N.")
@click.option("--summary", "summary_file", metavar="FILE", help="Write the summary as JSON; - prints it.")
@click.option("--chunk-bytes", type=click.IntRange(1), default=CHUNK_BYTES, hidden=True)
@json_option
def command(
    tasks: str,
    annotations: str | None,
    answers: str,
    out: str,
    format_: Format | None,
    mapping: dict[str, str],
    delimiter: str,
    jobs: int | None,
    resume: bool,
    strict: bool,
    require_rules: int | None,
    summary_file: str | None,
    chunk_bytes: int,
    as_json: bool,
) -> int:
    """Decides each answer of a file and writes one verdict row for each, in the same order.

    A row is {"task_id", "answer_id"?, "outcome", "reasons", "spec", "rules_version"}. A row that cannot be
    read and an answer to an unknown task get the outcome "error"; the exit code is then 3.
    """
    if require_rules not in (None, RULES_VERSION):
        raise ScoringError(f"rules version {require_rules} is required; this is {RULES_VERSION}")
    if as_json and out == STANDARD_OUTPUT:
        raise click.UsageError("--json and --out - both want standard output; use --summary FILE.")
    if summary_file == STANDARD_OUTPUT and (as_json or out == STANDARD_OUTPUT):
        other = "--json" if as_json else "--out -"
        raise click.UsageError(f"--summary - and {other} both want standard output; use --summary FILE.")
    read_once(tasks=tasks, annotations=annotations, answers=answers)
    inputs = (tasks,) if annotations is None else (tasks, annotations)
    refuse_overwriting_verdicts("--out", out, (answers, *inputs))
    if summary_file is not None:
        _check_summary(summary_file, out, (answers, *inputs))
    benchmark = load_tasks(tasks, annotations)
    show_diagnostics(benchmark.diagnostics)
    scoring = Scoring(
        answers=answers,
        out=out,
        format=format_,
        mapping=mapping,
        jobs=jobs or len(os.sched_getaffinity(0)),
        resume=resume,
        strict=strict,
        chunk_bytes=chunk_bytes,
        delimiter=delimiter,
    )
    # What was loaded so far stays; looking through it again and again would cost a sixth of the time.
    gc.freeze()
    with _progress() as step:
        summary = score_answers(benchmark, scoring, inputs=inputs, progress=step)
    _tell(summary, out, summary_file, as_json=as_json)
    return GOOD if summary.complete else INCOMPLETE


def _check_summary(summary: str, out: str, inputs: tuple[str, ...]) -> None:
    made = () if out == STANDARD_OUTPUT else beside(Path(os.path.realpath(out)))
    check_output("--summary", summary, (out, *map(str, made), *inputs))


def _progress() -> AbstractContextManager[Callable[[Progress], None] | None]:
    if not sys.stderr.isatty():
        return nullcontext(None)
    from probatum.reports.progress import progress_line  # noqa: PLC0415 - draws with rich

    return progress_line()


def _tell(summary: Summary, out: str, summary_file: str | None, *, as_json: bool) -> None:
    if summary_file == STANDARD_OUTPUT:
        click.echo(json_text(summary.to_dict()))
    elif summary_file is not None:
        with atomic_write(summary_file, text=True) as file:
            file.write(json_text(summary.to_dict()) + "\n")
    if as_json:
        click.echo(json_text(summary.to_dict(), indent=None))
        return
    from probatum.reports.summary import draw_summary  # noqa: PLC0415 - draws with rich
    from probatum.reports.terminal import console  # noqa: PLC0415

    name = "" if out == STANDARD_OUTPUT else out
    # In a file a message is one line, however long; a terminal has it broken at a blank.
    screen = console(stderr=True)
    screen.print(draw_summary(summary, out=name), soft_wrap=not screen.is_terminal)
