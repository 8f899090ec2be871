"""What a user installs: everything the package needs, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def wheel(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(command, cwd=repository, check=True, capture_output=True, timeout=120)
    (built,) = target.glob("*.whl")
    return zipfile.ZipFile(built)


def test_every_file_of_the_package_is_in_the_wheel(wheel: zipfile.ZipFile, repository: Path) -> None:
    source = repository / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "probatum").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "probatum/py.typed" in wanted
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == wanted


def test_the_wheel_carries_licence_command_and_dependencies(wheel: zipfile.ZipFile) -> None:
    info = {name.partition(".dist-info/")[2]: name for name in wheel.namelist() if ".dist-info/" in name}
    assert b"Apache License" in wheel.read(info["licenses/LICENSE"])
    assert b"probatum = probatum.cli:main" in wheel.read(info["entry_points.txt"])
    metadata = wheel.read(info["METADATA"]).decode()
    assert "Requires-Python: >=3.11" in metadata
    core = [
        line for line in metadata.split("\n") if line.startswith("Requires-Dist") and "extra ==" not in line
    ]
    assert len(core) == 6, "a new dependency gets its reason in docs/decisions/0001-dependencies.md"
