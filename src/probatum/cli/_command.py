"""A command that takes each option once, and knows what people call its options elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click


class Command(click.Command):
    """A command of the program.

    An option that takes one value is refused when it is named twice, since the first value would be dropped
    without a word.

    Attributes:
        instead: What to say of an option that this command does not have, by its name.
    """

    def __init__(self, *args: Any, instead: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instead = instead or {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the words of the command.

        Raises:
            click.UsageError: They are wrong, or name one option twice.
        """
        try:
            _, _, named = self.make_parser(ctx).parse_args(list(args))
        except click.NoSuchOption as error:
            hint = self.instead.get(error.option_name)
            if hint is None:
                raise
            raise click.UsageError(f"There is no {error.option_name} here: {hint}", ctx) from None
        for option in named:
            if isinstance(option, click.Option) and not _may_repeat(option) and named.count(option) > 1:
                raise click.UsageError(f"{option.opts[0]} is named twice; it takes one value.", ctx)
        return super().parse_args(ctx, args)


def _may_repeat(option: click.Option) -> bool:
    return option.multiple or option.is_flag
