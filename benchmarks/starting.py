"""Starting: `probatum --help` and `import probatum`, whole processes."""

from __future__ import annotations

import compileall
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

import probatum
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.timing import Spread

BASELINE: Final = "`python -c pass`"
COMMANDS: Final = {
    "`probatum --help`": (("-m", "probatum", "--help"), 6.0),
    "`import probatum`": (("-c", "import probatum"), 8.0),
    "`probatum answers score --help`": (("-m", "probatum", "answers", "score", "--help"), None),
    "`from probatum import compile_spec`": (("-c", "from probatum import compile_spec"), None),
}


def run(scale: Scale) -> list[Section]:
    """Measures each command beside the baseline."""
    compileall.compile_dir(str(Path(probatum.__file__).parent), quiet=1)
    pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in COMMANDS}
    for _ in range(max(1, scale.rounds // 5)):
        base = _start(("-c", "pass"))
        for name, (arguments, _reach) in COMMANDS.items():
            pairs[name].append((_start(arguments), base))
    rows = []
    for name, (_arguments, reach) in COMMANDS.items():
        cost = duration(Spread.of([mine for mine, _ in pairs[name]]).median)
        rows.append(Row(name, cost, Spread.of([mine / base for mine, base in pairs[name]]), reach))
    typical = duration(Spread.of([base for _, base in next(iter(pairs.values()))]).median)
    about = f"Whole processes, by the clock on the wall, bytecode compiled. The baseline takes {typical}."
    return [Section("Starting", about, BASELINE, rows)]


def _start(arguments: tuple[str, ...]) -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begin
