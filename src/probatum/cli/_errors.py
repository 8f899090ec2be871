"""Where every error of a command ends: one clear message, one exit code, never a traceback unasked."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from probatum.cli import _streams
from probatum.cli._settings import Settings
from probatum.diagnostics import Diagnostic
from probatum.errors import DocumentError, ProbatumError
from probatum.reports.visible import visible

GOOD = 0
CHECK_FAILED = 1
BAD_INPUT = 2
INCOMPLETE = 3
MACHINERY = 5
INTERRUPTED = 130
# What a shell reports for a process that wrote into a closed pipe.
BROKEN_PIPE = 141


def guarded(program: click.Command, arguments: Sequence[str] | None = None) -> int:
    """Runs a command and turns whatever it raises into a message and an exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    with _streams.prepared():
        if _streams.is_closed():
            click.echo("error: standard output is closed; redirect it to a file or to /dev/null.", err=True)
            return BAD_INPUT
        try:
            code = _run(program, words)
        except BrokenPipeError:
            _streams.give_up()
            return BROKEN_PIPE
        except OSError as error:
            return _tell_lost(error)
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            _streams.give_up()
            return BROKEN_PIPE
        except OSError as error:
            # An error was told already, where there was one.
            return _tell_lost(error if code in (GOOD, CHECK_FAILED, INCOMPLETE) else None)
        return code


def _run(program: click.Command, words: list[str]) -> int:
    """Runs a command.

    Raises:
        OSError: Standard output cannot be written to.
    """
    settings = Settings()
    try:
        # Not click's own `main`: it has its own ideas about interrupts and closed pipes.
        with program.make_context("probatum", words, obj=settings) as context:
            result = program.invoke(context)
        code = result if isinstance(result, int) else GOOD
    except BrokenPipeError:
        raise
    except click.exceptions.Exit as error:
        # `--help` and the like.
        code = error.exit_code
    except click.ClickException as error:
        # Words that cannot be parsed leave the option unread.
        settings.json |= "--json" in words
        code = _tell_usage(error, settings)
    except (KeyboardInterrupt, click.Abort) as error:
        click.echo(f"\nInterrupted. {visible(_notes(error))}".rstrip(), err=True)
        code = INTERRUPTED
    except ProbatumError as error:
        code = _tell(error, settings)
    except Exception as error:
        if isinstance(error, OSError) and _streams.is_lost():
            raise
        code = _tell_failure(error, settings)
    return code


def _tell_lost(error: OSError | None) -> int:
    """Tells that standard output cannot be written to, unless something else was told."""
    _streams.give_up()
    if error is not None:
        reason = error.strerror or str(error)
        click.echo(f"error: standard output cannot be written to, so it is incomplete: {reason}.", err=True)
    return MACHINERY


def _tell(error: ProbatumError, settings: Settings) -> int:
    """Tells of an error raised on purpose."""
    diagnostics = error.diagnostics if isinstance(error, DocumentError) else ()
    if settings.json:
        _tell_json(str(error), BAD_INPUT, diagnostics)
    elif diagnostics:
        show_diagnostics(diagnostics)
    else:
        click.echo(f"error: {visible(str(error))}", err=True)
    if notes := _notes(error):
        click.echo(visible(notes), err=True)
    return BAD_INPUT


def show_diagnostics(diagnostics: Sequence[Diagnostic]) -> None:
    """Writes diagnostics to standard error, one a line; on a terminal in colours, by task."""
    from probatum.reports import diagnostics_text as report  # noqa: PLC0415 - only where there are some

    if sys.stderr.isatty():
        from probatum.reports.terminal import console  # noqa: PLC0415 - draws with rich

        if diagnostics:
            console(stderr=True).print(report.drawn(diagnostics))
        return
    for line in report.plain(diagnostics):
        click.echo(line, err=True)


def _tell_usage(error: click.ClickException, settings: Settings) -> int:
    if settings.json:
        _tell_json(error.format_message(), BAD_INPUT)
    else:
        _show_usage(error)
    return BAD_INPUT


def _show_usage(error: click.ClickException) -> None:
    """Shows a usage error as click does, with nothing in it that could steer the terminal."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        click.echo(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", err=True)
    click.echo(f"Error: {visible(error.format_message())}", err=True)


def _tell_failure(error: Exception, settings: Settings) -> int:
    """Tells of a failure nobody foresaw: a fault of this program, never of an answer."""
    if settings.debug:
        import traceback  # noqa: PLC0415 - only here

        traceback.print_exception(error)
    text = " ".join(f"{type(error).__name__}: {error}".split())
    notes = _notes(error)
    hint = "" if settings.debug else " Run `probatum --debug ...` for the traceback, and please report it."
    message = f"the machinery failed, and nothing was decided: {text}. {notes}".rstrip() + hint
    if settings.json:
        _tell_json(message, MACHINERY)
    else:
        click.echo(f"error: {visible(message)}", err=True)
    return MACHINERY


def _notes(error: BaseException | None) -> str:
    return " ".join(getattr(error, "__notes__", ()))


def _tell_json(message: str, code: int, diagnostics: Sequence[Diagnostic] = ()) -> None:
    from probatum.reports.json_text import json_text  # noqa: PLC0415 - only here; `--help` is to be instant

    found = [diagnostic.to_dict() for diagnostic in diagnostics]
    click.echo(json_text({"error": message, "exit_code": code, "diagnostics": found}, indent=None))
