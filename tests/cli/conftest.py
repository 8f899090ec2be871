"""What the tests of the program share: a small benchmark, and a whole run over a larger one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.long_run import SMALL, Whole, many, summary_of
from tests.cli.program import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A folder of its own with the small benchmark."""
    return Bench(tmp_path)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """What an undisturbed run makes of the larger answer file."""
    bench = Bench(tmp_path_factory.mktemp("whole"))
    many(bench)
    done = bench.score("--json", "--jobs", "1", *SMALL, seed="0")
    assert (done.returncode, done.stderr) == (3, b"")
    return Whole(bench.answers.read_bytes(), bench.out.read_bytes(), summary_of(done, bench.answers))
