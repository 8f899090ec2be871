"""`probatum answers explain`: how one answer was read, and what decided."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING, Final

import click

from probatum.cli._command import Command
from probatum.cli._errors import show_diagnostics
from probatum.cli._inputs import read_once
from probatum.cli._settings import json_option

if TYPE_CHECKING:
    from probatum.answers.task import Task
    from probatum.answers.verifier import AnswerVerifier
    from probatum.service.explain import Explanation

LARGEST_ANSWER: Final = 64 << 20
"""Largest answer file that is read, in bytes; the verifier examines less."""

_WIDTH: Final = 100
# Pictures ask no other host for a font.
_FONT_FACE: Final = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


@click.command("explain", cls=Command)
@click.option("--tasks", metavar="FILE", help="Task file, or an annotation file alone.")
@click.option("--annotations", metavar="FILE", help="Annotation file to lay over the task file.")
@click.option("--task", "task_id", metavar="ID", help="The task; may be left out where there is only one.")
@click.option("--spec", metavar="FILE|JSON", help="A spec instead of tasks: a file, or the object itself.")
@click.option("--answer", metavar="TEXT", help="The answer; - reads standard input.")
@click.option("--answer-file", metavar="FILE", help="A file that holds the answer.")
@click.option("--svg", metavar="FILE", help="Write the explanation as a picture too.")
@json_option
def command(
    tasks: str | None,
    annotations: str | None,
    task_id: str | None,
    spec: str | None,
    answer: str | None,
    answer_file: str | None,
    svg: str | None,
    as_json: bool,
) -> int:
    """Show how one answer was stripped, folded, split and read, and what decided.

    Exit codes: 0 verified, 1 refuted, 2 bad input, 3 inconclusive.
    """
    if (tasks is None) == (spec is None):
        raise click.UsageError("give either --tasks or --spec")
    if (answer is None) == (answer_file is None):
        raise click.UsageError("give either --answer or --answer-file")
    if spec is not None and (annotations is not None or task_id is not None):
        raise click.UsageError("--annotations and --task belong to --tasks, not to --spec")
    if spec is not None and not spec.strip():
        raise click.UsageError('--spec is empty; give a file, or the object itself: {"eval_types": ...}')
    read_once(
        tasks=tasks,
        annotations=annotations,
        spec=spec,
        answer="-" if answer == "-" else None,
        answer_file=answer_file,
    )
    if svg is not None:
        from probatum.service.output_paths import check_output  # noqa: PLC0415

        # Before anything is shown: an error must not follow a result that stands already.
        read = (tasks, annotations, answer_file, spec if spec is not None and not _is_object(spec) else None)
        check_output("--svg", svg, [path for path in read if path is not None])
    from probatum.service.explain import EXIT_CODES, explain_answer  # noqa: PLC0415 - loads the engine

    task: Task | None = None
    if tasks is not None:
        task = _task(tasks, annotations, task_id)
        verifier = task.verifier
    else:
        verifier = _spec(spec or "")
    text = _answer(answer, answer_file)
    explanation = explain_answer(verifier, text, task)
    if svg is not None:
        _picture(explanation, svg)
    _show(explanation, as_json=as_json)
    return EXIT_CODES[explanation.verdict.outcome]


def _task(tasks: str, annotations: str | None, task_id: str | None) -> Task:
    from probatum.service.tasks import load_tasks  # noqa: PLC0415

    loaded = load_tasks(tasks, annotations)
    if not loaded:
        raise click.UsageError(f"{tasks} has no tasks")
    if task_id is None:
        if len(loaded) != 1:
            raise click.UsageError(f"{tasks} has {len(loaded):,} tasks; name one with --task")
        task: Task | None = loaded[0]
    else:
        task = loaded.get(task_id)
    if task is None:
        from difflib import get_close_matches  # noqa: PLC0415

        close = get_close_matches((task_id or "")[:80], [one.task_id for one in loaded], 3)
        hint = f" Did you mean {' or '.join(map(ascii, close))}?" if close else ""
        raise click.UsageError(f"{tasks} has no task {(task_id or '')[:80]!a}.{hint}")
    show_diagnostics([found for found in loaded.diagnostics if found.place.task == task.task_id])
    return task


def _is_object(spec: str) -> bool:
    """Whether `--spec` was given the object itself, and no file."""
    return spec.lstrip()[:1] == "{"


def _spec(given: str) -> AnswerVerifier:
    from probatum.service.specs import load_spec, parse_spec  # noqa: PLC0415

    verifier = parse_spec(given, "--spec") if _is_object(given) else load_spec(given)
    show_diagnostics(verifier.warnings)
    return verifier


def _answer(answer: str | None, answer_file: str | None) -> str:
    if answer is not None and answer != "-":
        return answer
    from probatum.files import STANDARD_INPUT, fail, read_bytes  # noqa: PLC0415

    name = STANDARD_INPUT if answer_file is None else answer_file
    data = read_bytes(name, LARGEST_ANSWER)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        shown = "standard input" if name == STANDARD_INPUT else name
        message = f"Byte {error.start:,} (counted from 0) and what follows is not UTF-8."
        fail("bad-utf8", shown, message, "Save the answer as UTF-8.")


def _show(explanation: Explanation, *, as_json: bool) -> None:
    if as_json:
        from probatum.reports.json_text import json_text  # noqa: PLC0415

        click.echo(json_text(explanation.to_dict()))
        return
    from probatum.reports import explain_answer as report  # noqa: PLC0415 - draws with rich

    if sys.stdout.isatty():
        from probatum.reports.terminal import console, has_colours  # noqa: PLC0415

        screen = console()
        screen.print(report.drawn(explanation, colours=has_colours(screen)))
    else:
        click.echo(report.plain(explanation))


def _picture(explanation: Explanation, path: str) -> None:
    from rich.console import Console  # noqa: PLC0415

    from probatum.files import atomic_write  # noqa: PLC0415
    from probatum.reports.explain_answer import drawn  # noqa: PLC0415

    canvas = Console(
        record=True,
        width=_WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        markup=False,
        emoji=False,
        highlight=False,
    )
    canvas.print(drawn(explanation))
    with atomic_write(path, text=True) as file:
        file.write(_FONT_FACE.sub("", canvas.export_svg(title="probatum answers explain")))
