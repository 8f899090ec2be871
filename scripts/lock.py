"""Pins the dependencies again, with hashes and without the address of any index: `make lock`.

The locks hold for every platform and Python version that the project supports.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UV = Path(".venv-lock", "Scripts" if sys.platform == "win32" else "bin", "uv")
COMMON = (
    *("--universal", "--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"),
    *("--upgrade", "--quiet", "--custom-compile-command", "make lock"),
)
# dev first: core takes its versions from there, so that what is tested is what is used.
LOCKS = (
    ("dev.txt", ("pyproject.toml", "--extra", "dev")),
    ("core.txt", ("pyproject.toml", "--constraint", "requirements/dev.txt")),
    ("lock.txt", ("requirements/lock.in",)),
    (
        "bench-peers.txt",
        ("requirements/bench-peers.in", "--excludes", "requirements/bench-peers-excludes.txt"),
    ),
)


def main() -> int:
    """Runs the command; returns its exit code."""
    for name, sources in LOCKS:
        target = f"requirements/{name}"
        command = [str(UV), "pip", "compile", *sources, *COMMON, "--output-file", target]
        if subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.DEVNULL).returncode:
            print(f"{target} could not be pinned; see above.", file=sys.stderr)
            return 1
        if "://" in (ROOT / target).read_text(encoding="utf-8"):
            print(f"{target} names an address; locks hold names, versions and hashes only.", file=sys.stderr)
            return 1
        print(f"{target} is pinned")
    return 0


if __name__ == "__main__":
    sys.exit(main())
