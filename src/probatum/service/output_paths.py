"""Where results may be written: known before any work is done, and never over what was read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from probatum.errors import ProbatumError
from probatum.files import fail

STANDARD_OUTPUT: Final = "-"
"""The path that means standard output, where files are written."""


class OverwriteError(ProbatumError):
    """A result was to be written over one of the files it is made from, or among them."""


def check_output(option: str, name: str, inputs: Iterable[str]) -> None:
    """Checks, before there is anything to write, that a file can be written and takes no input's place.

    Args:
        option: The option that names the file.
        name: The file, or `-`.
        inputs: Files and directories that are read.

    Raises:
        OverwriteError: As `refuse_overwriting`.
        FileError: As `mode_of_target`.
    """
    refuse_overwriting(option, name, inputs)
    if name != STANDARD_OUTPUT:
        mode_of_target(name, Path(os.path.realpath(name)))


def refuse_overwriting(option: str, name: str, inputs: Iterable[str]) -> None:
    """Refuses to write a file that is one of the inputs or a link to it, or that stands among the logs.

    Args:
        option: The option that names the file.
        name: The file, or `-`.
        inputs: Files and directories that are read.

    Raises:
        OverwriteError: It would be overwritten, or be read as a log the next time.
    """
    out, real = Path(name), Path(os.path.realpath(name))
    _refuse_unfit(name, real)
    for path in inputs:
        if STANDARD_OUTPUT in (name, path):
            continue
        same = _is_there(out) and _is_there(Path(path)) and out.samefile(path)
        if same or os.path.realpath(path) == str(real):
            shown = name if path == name else f"{name} ({path})"
            raise OverwriteError(f"{option} {shown} is in use by another option; choose another name")
        if _is_there(Path(path)) and Path(path).is_dir() and real.is_relative_to(os.path.realpath(path)):
            raise OverwriteError(f"{option} {name} is inside the directory of answers; choose another")


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False  # Whoever opens it says why.


def _refuse_unfit(name: str, path: Path) -> None:
    """Refuses a file whose name, or that of a file beside it, is none that a file can have."""
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        what = "The file" if Path(os.path.realpath(name)) == path else f"`{path.name[-16:]}` beside it"
        fail("cannot-write", name, f"{what} cannot be written: {reason}.", "Choose another, shorter name.")
    if name.endswith("/") and not Path(name).is_dir():
        message = "The name ends with a slash, so it is that of a directory, which does not exist."
        fail("cannot-write", name, message, "Name a file.")


def beside(target: Path) -> tuple[Path, Path]:
    """Returns the files that stand beside a verdict file while it is made: its rows so far, its journal."""
    return target.with_name(f"{target.name}.partial"), target.with_name(f"{target.name}.journal")


def refuse_overwriting_verdicts(option: str, name: str, inputs: Iterable[str]) -> None:
    """Refuses, as `refuse_overwriting`, a verdict file that would itself, or beside it, overwrite an input.

    Args:
        option: The option that names the file.
        name: The file, or `-`.
        inputs: Files and directories that are read.

    Raises:
        OverwriteError: As `refuse_overwriting`.
    """
    inputs = tuple(inputs)
    refuse_overwriting(option, name, inputs)
    if name != STANDARD_OUTPUT:
        for path in beside(Path(os.path.realpath(name))):
            _refuse_unfit(name, path)
            refuse_overwriting(f"{option} {name}: its", str(path), inputs)


def mode_of_target(name: str, target: Path) -> int | None:
    """Returns the permissions of the file that will be replaced; None when there is none.

    Args:
        name: The file, as it was named.
        target: Where it is, links followed.

    Raises:
        FileError: Its directory does not exist or may not be written to, or what stands there is no file.
    """
    if not target.parent.is_dir():
        fail(
            "cannot-write", name, "The directory it is to be in does not exist.", "Make the directory first."
        )
    if not os.access(target.parent, os.W_OK):
        fail("cannot-write", name, "The directory may not be written to.", "Choose another place.")
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fail("cannot-write", name, f"The file cannot be written: {reason}.", "Choose another name.")
    if not stat.S_ISREG(mode):
        kind = "directory" if stat.S_ISDIR(mode) else "special file"
        fail("not-a-file", name, f"This is a {kind}; a file cannot take its place.", "Choose another name.")
    return stat.S_IMODE(mode)
