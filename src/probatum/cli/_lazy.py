"""Groups of commands that are imported when they are called, so that `probatum --help` stays instant."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

import click

from probatum.cli._signals import left_at_once


class Entry(NamedTuple):
    """A command of a group.

    Attributes:
        module: Module that defines it, as the attribute `command`.
        help: What the group's help says about it, so that the module need not be imported for that.
        group: Names of the commands below it, where it is a group itself.
    """

    module: str
    help: str
    group: tuple[str, ...] = ()


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports the one that is called."""

    def __init__(self, name: str, *, table: Mapping[str, Entry], help: str) -> None:
        super().__init__(name, help=help, context_settings={"help_option_names": ["-h", "--help"]})
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of the commands, in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports and returns a command; None for a name that is not in the table."""
        entry = self._table.get(cmd_name)
        if entry is None:
            return None
        with left_at_once():
            command = import_module(entry.module).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.module}.command is no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command that is named, or says which name is near."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            raise click.UsageError(f"{error.message} {self._hint(ctx, args[0])}", ctx) from None

    def _hint(self, ctx: click.Context, name: str) -> str:
        """Returns which command is meant: one of another group by its name, or one of this by a near one."""
        below = [f"{group} {name}" for group, entry in self._table.items() if name in entry.group]
        outer = ctx.parent.command if ctx.parent is not None else None
        if isinstance(outer, LazyGroup) and name in outer.list_commands(ctx):
            return f"Did you mean `{ctx.find_root().info_name} {name}`?"
        if below:
            return f"Did you mean `{ctx.command_path} {below[0]}`?"
        from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

        close = get_close_matches(name[:80], self._table, 2)
        return f"Did you mean {' or '.join(close)}?" if close else f"There are {', '.join(self._table)}."

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table, without importing what it names."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in self._table.items()])
