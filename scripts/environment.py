"""Makes a virtual environment from a lock file, or leaves a good one alone. Standard library only.

    python3 scripts/environment.py .venv requirements/dev.txt --project

An environment is good when the key kept in it equals the key of what is wanted: the place of the checkout
(its programs name their interpreter by its full path), the lock, and what pyproject.toml says of building and
dependencies. The key is written last, so that an interrupted run is noticed. With a good environment this
needs no network.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "sudo apt-get install --yes git make python3 python3-venv"
# Settings of the person's own pip that would send packages elsewhere; indexes and certificates stay theirs.
ELSEWHERE = ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_NO_COMPILE", "PIP_DRY_RUN")
UNWANTED = (*ELSEWHERE, "PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "PYTHONPATH")


def main() -> int:
    """Runs the command; returns its exit code."""
    if sys.version_info < OLDEST:
        print(
            f"Probatum needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}. "
            "Name another: make PYTHON=python3.12 ...",
            file=sys.stderr,
        )
        return 2
    parser = argparse.ArgumentParser(description="Make a virtual environment from a lock file.")
    parser.add_argument("folder", help="folder of the environment, below the checkout")
    parser.add_argument("lock", help="lock file with hashes")
    parser.add_argument("--project", action="store_true", help="install the project itself too, editable")
    options = parser.parse_args()
    os.chdir(ROOT)
    environment = Environment(Path(options.folder), Path(options.lock), options.project)
    with only_one(environment.folder):
        if environment.is_good():
            return 0
        try:
            environment.make()
        except subprocess.CalledProcessError as error:
            print(f"The environment {options.folder} could not be made: exit {error.returncode} of")
            print(f"  {' '.join(map(str, error.cmd))}")
            print(f"On Debian or Ubuntu this is what it needs: {PACKAGES}")
            return 1
    return 0


@contextlib.contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Lets the second of two makes wait for the first instead of building over it."""
    try:
        import fcntl  # noqa: PLC0415 - absent on Windows
    except ImportError:
        yield
        return
    cache = Path(".cache")
    cache.mkdir(exist_ok=True)
    with (cache / f"{folder.name.strip('.')}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Environment:
    """One virtual environment: what it should hold, and how it is made."""

    def __init__(self, folder: Path, lock: Path, project: bool) -> None:
        self.folder = folder
        self.lock = lock
        self.project = project
        scripts, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
        self.python = folder / scripts / name
        self.key_file = folder / "key.txt"
        self.key = self._key()

    def is_good(self) -> bool:
        """Whether nothing needs doing."""
        return self._kept_key() == self.key and self._runs()

    def make(self) -> None:
        """Brings the environment up to its lock: in place when it is whole, otherwise from nothing.

        In place, packages that someone added by hand stay.
        """
        whole = self._kept_key().startswith(f"{ROOT}\n") and self._runs()
        self.key_file.unlink(missing_ok=True)
        if whole:
            with contextlib.suppress(subprocess.CalledProcessError):
                self._install()
                return
        print(f"Making {self.folder} from {self.lock} ...", flush=True)
        if self.folder.is_symlink() or self.folder.is_file():
            self.folder.unlink()
        elif self.folder.exists():
            shutil.rmtree(self.folder)
        self._run(sys.executable, "-m", "venv", str(self.folder))
        self._install()

    def _install(self) -> None:
        pip = (str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input", "install")
        # A lock is complete, or leaves out on purpose what nothing here uses: nothing is resolved again.
        options = ("--quiet", "--compile", "--no-deps", "--require-hashes")
        self._run(*pip, *options, "--requirement", str(self.lock))
        if self.project:
            self._run(*pip, "--quiet", "--no-build-isolation", "--no-deps", "--editable", ".")
        self.key_file.write_text(self.key, encoding="utf-8")

    def _run(self, *command: str) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
        subprocess.run(command, check=True, env=kept, stdin=subprocess.DEVNULL)

    def _runs(self) -> bool:
        """Whether its interpreter starts, in our version, and finds what was installed last."""
        last = "probatum" if self.project else "pip"
        probe = (
            "import importlib.util, sys; "
            f"sys.exit(sys.version_info[:2] != {tuple(sys.version_info[:2])} "
            f"or importlib.util.find_spec({last!r}) is None)"
        )
        try:
            return subprocess.run([str(self.python), "-I", "-c", probe], check=False).returncode == 0
        except OSError:
            return False

    def _kept_key(self) -> str:
        try:
            return self.key_file.read_text(encoding="utf-8")
        except OSError:
            return ""

    def _key(self) -> str:
        import tomllib  # noqa: PLC0415 - absent from the Pythons that main() turns away

        parts = [self.lock.read_text(encoding="utf-8")]
        if self.project:
            project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
            wanted = [project["build-system"], project["project"], project["tool"]["hatch"]]
            parts.append(json.dumps(wanted, sort_keys=True))
        return f"{ROOT}\n" + hashlib.sha256("\0".join(parts).encode()).hexdigest() + "\n"


if __name__ == "__main__":
    sys.exit(main())
