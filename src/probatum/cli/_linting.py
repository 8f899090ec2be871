"""What `probatum lint` and `probatum check` share: their options, their formats, watching for changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

import click

from probatum.cli._errors import BAD_INPUT, CHECK_FAILED, GOOD
from probatum.cli._inputs import read_once
from probatum.cli._settings import json_option

if TYPE_CHECKING:
    from probatum.service.check import Check
    from probatum.service.lint import Lint
    from probatum.service.survey import FileKind

F = TypeVar("F", bound=Callable[..., Any])
Format = Literal["text", "json", "sarif", "github"]

NOT_HERE: Final = {
    "--tasks": "the task file is the argument, as in `probatum check TASKS --annotations FILE`.",
    "--answers": "answers are decided by `probatum answers score`.",
    "--out": "the result goes to standard output.",
}
"""What to say of options of other commands."""

_PAUSE: Final = 0.3
_CLEAR: Final = "\x1b[2J\x1b[H"


class Request(NamedTuple):
    """What the words of the command ask for.

    Attributes:
        paths: The files.
        annotations: An annotation file to lay over the one task file.
        kind: What the files hold; None to see from each.
        select: Codes or globs; empty for all.
        ignore: Codes or globs that are left out.
        format: How the result is written.
        strict: Whether warnings fail as well.
        watch: Whether to run again whenever a file changes.
    """

    paths: tuple[str, ...]
    annotations: str | None
    kind: FileKind | None
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    format: Format
    strict: bool
    watch: bool


def linting_options(command: F) -> F:
    """Gives a command the arguments of a `Request`, and `--json` for `--format json`."""
    decorators = [
        click.argument("paths", nargs=-1, required=True, metavar="PATH..."),
        click.option("--annotations", metavar="FILE", help="Annotation file to lay over the task file."),
        click.option(
            "--as", "kind", type=click.Choice(["tasks", "annotations"]), help="What the files hold."
        ),
        click.option(
            "--select", multiple=True, metavar="CODE", help="Tell only these codes; globs such as 'answer/*'."
        ),
        click.option("--ignore", multiple=True, metavar="CODE", help="Do not tell these codes; globs too."),
        click.option(
            "--format",
            type=click.Choice(["text", "json", "sarif", "github"]),
            default="text",
            show_default=True,
            help="How the result is written to standard output.",
        ),
        click.option("--strict", is_flag=True, help="Warnings fail as well."),
        click.option("--watch", is_flag=True, help="Run again whenever a file changes, until interrupted."),
        json_option,
    ]
    for decorate in reversed(decorators):
        command = decorate(command)
    return command


def run(given: dict[str, Any], *, proof: bool) -> int:
    """Runs the command.

    Args:
        given: The arguments that `linting_options` collected.
        proof: Whether to run the examples as well.

    Returns:
        The exit code.
    """
    as_json = given.pop("as_json")
    request = Request(**given)
    if as_json:
        if request.format not in ("text", "json"):
            raise click.UsageError(f"--json and --format {request.format} are two formats; name one")
        request = request._replace(format="json")
    _refuse(request)
    if not request.watch:
        return _once(request, proof=proof)
    return _watch(request, proof=proof)


def _refuse(request: Request) -> None:
    """Refuses words that contradict each other.

    Raises:
        click.UsageError: They do.
    """
    if request.annotations is not None and len(request.paths) > 1:
        raise click.UsageError("--annotations belongs to one task file; name one PATH")
    if request.annotations is not None and request.kind == "annotations":
        raise click.UsageError("--annotations is laid over a task file, so --as must be tasks")
    named = [*request.paths, *([request.annotations] if request.annotations else [])]
    real = [path if path == "-" else os.path.realpath(path) for path in named]
    twice = {path for path, place in zip(named, real, strict=True) if real.count(place) > 1}
    if twice:
        raise click.UsageError(f"named twice: {', '.join(sorted(map(ascii, twice)))}")
    if request.watch and "-" in named:
        raise click.UsageError("--watch needs files: standard input can be read only once")
    read_once(**{f"PATH{number}": path for number, path in enumerate(named)})


def _once(request: Request, *, proof: bool) -> int:
    from probatum.service.check import check  # noqa: PLC0415 - loads the engine
    from probatum.service.lint import Choice, lint  # noqa: PLC0415

    choice = Choice(request.select, request.ignore)
    for glob in choice.idle():
        raise click.UsageError(_unknown(glob))
    found = [lint(path, request.annotations, kind=request.kind, choice=choice) for path in request.paths]
    if request.kind is None:
        _refuse_apart(request.paths, found)
    checks = [check(one) for one in found] if proof else []
    _show(request, found, checks)
    if any(one.unreadable for one in found):
        return BAD_INPUT
    return CHECK_FAILED if any(one.fails(strict=request.strict) for one in checks or found) else GOOD


def _refuse_apart(paths: Sequence[str], found: Sequence[Lint]) -> None:
    """Refuses annotations that are named beside their tasks: each would stand alone, and prove less.

    Raises:
        click.UsageError: Most annotations of one file belong to tasks of another.
    """
    for path, over in zip(paths, found, strict=True):
        for tasks, under in zip(paths, found, strict=True):
            shared = over.survey.ids & under.survey.ids
            if over.survey.alone and not under.survey.alone and 2 * len(shared) > len(over.survey.ids):
                raise click.UsageError(
                    f"{path} holds annotations of the tasks of {tasks}. Did you mean `{tasks} --annotations "
                    f"{path}`? To look at each by itself, name them in two runs."
                )


def _unknown(glob: str) -> str:
    from probatum.codes import nearest  # noqa: PLC0415

    close = nearest(glob)
    hint = f"Did you mean {' or '.join(close)}?" if close else "`probatum explain` lists them."
    return f"there is no diagnostic {glob[:80]!a}. {hint}"


def _watch(request: Request, *, proof: bool) -> int:
    """Runs whenever a file changes; ends only by an interrupt."""
    files = [*request.paths, *([request.annotations] if request.annotations else [])]
    seen: list[tuple[int, ...]] | None = None
    while True:
        now = _stamps(files)
        if now != seen:
            clock = time.strftime("%H:%M:%S")
            _part(request, clock, first=seen is None)
            seen = now
            _once(request, proof=proof)
            click.echo(f"Looked at {clock}. Watching for changes; Ctrl-C ends.", err=True)
        time.sleep(_PAUSE)


def _part(request: Request, clock: str, *, first: bool) -> None:
    """Parts a run from the one before it; documents for programs follow each other as they are."""
    if sys.stdout.isatty():
        if not first:
            click.echo(_CLEAR, nl=False)
    elif request.format in ("text", "github"):
        click.echo(f"-- {clock} --")


def _stamps(files: Sequence[str]) -> list[tuple[int, ...]]:
    stamps: list[tuple[int, ...]] = []
    for file in files:
        try:
            status = Path(file).stat()
            stamps.append((status.st_mtime_ns, status.st_size, status.st_ino))
        except OSError:
            stamps.append(())
    return stamps


def _show(request: Request, found: list[Lint], checks: list[Check]) -> None:
    """Writes the result to standard output."""
    if request.format == "text":
        _draw(found, checks)
        return
    from probatum.reports import lint_formats as formats  # noqa: PLC0415
    from probatum.reports.json_text import json_text  # noqa: PLC0415

    if request.format == "json":
        click.echo(json_text(formats.as_json(found, checks)))
        return
    if request.format == "sarif":
        click.echo(json_text(formats.as_sarif(found, checks)))
    else:
        for line in formats.as_github(found, checks):
            click.echo(line)
    from probatum.reports.check import closing  # noqa: PLC0415 - draws with rich

    # These two formats have no place for it.
    for line in closing(found, checks):
        click.echo(line, err=True)


def _draw(found: list[Lint], checks: list[Check]) -> None:
    from probatum.reports.check import Look, draw  # noqa: PLC0415 - draws with rich
    from probatum.reports.terminal import console, has_colours  # noqa: PLC0415

    screen = console()
    grouped = sys.stdout.isatty()
    drawn = draw(found, checks, Look(grouped, has_colours(screen), screen.width))
    if grouped:
        # What does not fit and must not be broken is left to the terminal.
        screen.print(drawn, crop=False)
    else:
        screen.print(drawn, soft_wrap=True)
