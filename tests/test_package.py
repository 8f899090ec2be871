"""What importing the package may cost, and what its pure part may touch."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

PURE = ("text", "answers", "documents", "canonical", "outcome", "diagnostics", "errors")
# Loaded only where they are used: each of them alone costs more than the rest of the package.
LATE = {
    *("rich", "click", "ruamel", "hypothesis", "jsonschema", "rapidfuzz", "yaml", "numpy"),
    *("asyncio", "sqlite3", "multiprocessing", "concurrent.futures", "http", "ssl", "unittest", "doctest"),
}
CLOCKS = {
    ("datetime", "now"),
    ("datetime", "today"),
    ("datetime", "utcnow"),
    ("date", "today"),
    ("time", "time"),
    ("time", "time_ns"),
    ("time", "monotonic"),
    ("time", "perf_counter"),
}


def _run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True, timeout=60
    )


def _pure_files(repository: Path) -> list[Path]:
    package = repository / "src" / "probatum"
    found = [path for name in PURE for path in [package / f"{name}.py", *(package / name).rglob("*.py")]]
    return [path for path in found if path.exists()]


def test_import_is_silent() -> None:
    done = _run("import probatum")
    assert (done.stdout, done.stderr) == ("", "")


def test_import_loads_nothing_heavy() -> None:
    done = _run("import sys, json, probatum; print(json.dumps(sorted(sys.modules)))")
    loaded = set(json.loads(done.stdout))
    assert "probatum" in loaded
    assert not {name for name in loaded if name in LATE or name.split(".")[0] in LATE}


def test_import_leaves_the_process_alone() -> None:
    done = _run(
        "import json, locale, os, signal, sys, threading, warnings\n"
        "def state():\n"
        "    return [dict(os.environ), os.getcwd(), str(locale.setlocale(locale.LC_ALL)),\n"
        "            threading.active_count(), sys.getrecursionlimit(),\n"
        "            sys.get_int_max_str_digits(), len(warnings.filters),\n"
        "            str(signal.getsignal(signal.SIGINT))]\n"
        "before = state()\n"
        "import probatum\n"
        "print(json.dumps([before, state()]))\n"
    )
    before, after = json.loads(done.stdout)
    assert before == after


@pytest.mark.rule("ANS-F3")
def test_pure_packages_look_at_no_clock(repository: Path) -> None:
    files = _pure_files(repository)
    assert {path.relative_to(repository / "src" / "probatum").parts[0] for path in files} >= {
        "text",
        "answers",
    }
    found = [
        f"{path.relative_to(repository)}:{node.lineno} {ast.unparse(node)}"
        for path in files
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and (ast.unparse(node.value).split(".")[-1], node.attr) in CLOCKS
    ]
    assert found == []


@pytest.mark.rule("ANS-F3")
def test_pure_packages_import_no_world(repository: Path) -> None:
    world = {"os", "io", "pathlib", "socket", "sqlite3", "subprocess", "time", "random", "secrets", "locale"}
    world |= {"tempfile", "logging", "rich", "click", "threading", "asyncio", "urllib", "http", "shutil"}
    found = []
    for path in _pure_files(repository):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            found += [f"{path.name}:{node.lineno} {name}" for name in names if name.split(".")[0] in world]
    assert found == []
