"""`make bench`: measures, prints, and writes docs/performance.md.

    python -m benchmarks [--quick] [--only NAME ...] [--rows N]

The page is written only by a whole run; a quick or partial one prints.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Final

from rich.console import Console

from benchmarks.corpus import ROOT
from benchmarks.page import draw, page
from benchmarks.result import QUICK, Scale, Section

NAMES: Final = ("engine", "peers", "scoring", "growth", "hostile", "compiling", "starting")
PAGE: Final = ROOT / "docs" / "performance.md"


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure what Probatum costs.")
    parser.add_argument("--quick", action="store_true", help="smaller sizes and fewer rounds; writes no page")
    parser.add_argument("--only", choices=NAMES, action="append", help="one benchmark; may be repeated")
    parser.add_argument("--rows", type=int, help="rows of the answer file that is scored")
    options = parser.parse_args(arguments)
    scale = QUICK if options.quick else Scale()
    if options.rows is not None:
        if options.rows < 100:
            parser.error("--rows must be at least 100")
        scale = scale._replace(rows=options.rows)
    console = Console(highlight=False)
    sections: list[Section] = []
    for name in options.only or NAMES:
        for section in _runner(name)(scale):
            sections.append(section)
            console.print(draw(section))
    if not (options.quick or options.only):
        PAGE.write_text(page(sections), encoding="utf-8")
        console.print(f"{PAGE.relative_to(ROOT)} is written")
    return 0


def _runner(name: str) -> Callable[[Scale], list[Section]]:
    runner: Callable[[Scale], list[Section]] = import_module(f"benchmarks.{name}").run
    return runner


if __name__ == "__main__":
    sys.exit(main())
