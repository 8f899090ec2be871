"""What the whole program shares while one command runs, and the options that every command has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class Settings:
    """How this run talks.

    Attributes:
        debug: Failures of the machinery show their traceback.
        json: The result, and errors as well, go to standard output as JSON.
    """

    # A plain class: `dataclasses` would cost a sixth of the time of `--help`.
    def __init__(self) -> None:
        self.debug = False
        self.json = False


def _set_json(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> bool:
    ctx.ensure_object(Settings).json |= wanted
    return wanted


def json_option(command: F) -> F:
    """Gives a command `--json`; its function is called with `as_json`."""
    # Eager: a usage error in a later option is then told as JSON too.
    option = click.option(
        "--json",
        "as_json",
        is_flag=True,
        is_eager=True,
        callback=_set_json,
        help="Write the result to standard output as JSON.",
    )
    return option(command)
