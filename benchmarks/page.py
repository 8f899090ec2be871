"""Shows what was measured: tables on a terminal, and the page of the documentation."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from rich.table import Table

from benchmarks.result import Row, Section

_PACKAGES: Final = ("msgspec", "pydantic", "google-re2", "click")
_HEAD: Final = """# Performance

`make bench` measures and writes this page. Every figure is a ratio to a named baseline of the same run,
taken in turns with it: the median of the rounds, and in brackets the smallest and the largest. Processor
time, unless a section says otherwise. *Wanted* is the goal that was set before anything was measured; a row
that misses it says so.
"""


def page(sections: list[Section]) -> str:
    """Returns the page of the documentation."""
    return "\n".join(
        (_HEAD, *_machine(), "", *_goals(sections), *(line for s in sections for line in _section(s)))
    )


def _goals(sections: list[Section]) -> Iterator[str]:
    rows = [row for section in sections for row in section.rows if row.reached is not None]
    missed = [row for row in rows if not row.reached]
    yield f"{len(rows) - len(missed)} of {len(rows)} rows with a goal reach it."
    if missed:
        yield (
            "Not yet: "
            + "; ".join(f"{row.what} ({_median(row)}, wanted {row.reach:g})" for row in missed)
            + "."
        )
    yield ""


def _section(section: Section) -> Iterator[str]:
    yield f"## {section.title}"
    yield ""
    yield section.about
    yield ""
    yield f"Baseline: {section.baseline}."
    yield ""
    yield f"| | cost | {section.unit} | wanted | |"
    yield "|---|---:|---:|---:|---|"
    for row in section.rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in _cells(row)) + " |"
    yield ""


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    ratio = "" if row.ratio is None else f"{_median(row)} [{row.ratio.low:.3g}–{row.ratio.high:.3g}]"
    wanted = "" if row.reach is None else f"≤ {row.reach:g}"
    if row.reached is False:
        wanted += ", missed"
    return row.what, row.cost, ratio, wanted, row.note


def _median(row: Row) -> str:
    return "" if row.ratio is None else f"{row.ratio.median:.3g}"


def draw(section: Section) -> Table:
    """Returns a section as a table for a terminal."""
    table = Table(title=f"{section.title}\nagainst {section.baseline}", title_justify="left")
    for column in ("", "cost", section.unit, "wanted", ""):
        table.add_column(column, justify="left" if not column else "right", overflow="fold")
    for row in section.rows:
        style = None if row.reached is None else "green" if row.reached else "red"
        table.add_row(*_cells(row), style=style)
    return table


def _machine() -> Iterable[str]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    packages = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in _PACKAGES)
    yield (
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with Probatum {importlib.metadata.version('probatum')}, "
        f"{platform.python_implementation()} {platform.python_version()}, {packages}; "
        f"{_processor()}, {cores} cores, {_memory()}, {platform.system()} {platform.release().split('-')[0]}."
    )


def _processor() -> str:
    """Names the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine() or sys.platform


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return "memory unknown"
    return f"{size / (1 << 30):.0f} GB of memory"
