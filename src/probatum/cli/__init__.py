"""The command line. Each command stands in a module of its own and is imported when it is called."""

from __future__ import annotations

from collections.abc import Sequence

from probatum.cli import _signals

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program.

    Args:
        arguments: The words after the program's name; None for those of this process, whose signals are
            then handled until it ends.

    Returns:
        The exit code.
    """
    if arguments is not None:
        return _run(arguments)
    _signals.leave_at_once()
    try:
        code = _run(None)
    except KeyboardInterrupt:
        # It came in the moment before or after the command: there is nothing to put away.
        code = _signals.INTERRUPTED
    _signals.ignore()
    return code


def _run(arguments: Sequence[str] | None) -> int:
    from probatum.cli._main import main as run  # noqa: PLC0415 - slow, and signals are to be handled before

    if arguments is None:
        _signals.raise_once()
    return run(arguments)
