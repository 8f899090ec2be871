"""The command line. Each command stands in a module of its own and is imported when it is called."""

from probatum.cli._main import main

__all__ = ["main"]
