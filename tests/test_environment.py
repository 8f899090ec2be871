"""scripts/environment.py: when an environment is good, and when it is made again."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture
def script(repository: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("environment", repository / "scripts" / "environment.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


Make = Callable[[], subprocess.CompletedProcess[str]]


@pytest.fixture
def make(repository: Path, tmp_path: Path) -> Make:
    """Runs the script in a checkout of its own, whose path has a blank."""
    checkout = tmp_path / "a checkout"
    (checkout / "scripts").mkdir(parents=True)
    source = (repository / "scripts" / "environment.py").read_text(encoding="utf-8")
    (checkout / "scripts" / "environment.py").write_text(source, encoding="utf-8")

    def run() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(checkout / "scripts" / "environment.py"), ".venv", "lock.txt"]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path)

    return run


def _settled(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_made_repaired_left_alone_and_brought_up_to_date(
    make: Make, tmp_path: Path, script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = tmp_path / "a checkout"
    lock, folder = checkout / "lock.txt", checkout / ".venv"

    lock.write_text("# nothing\n", encoding="utf-8")
    folder.mkdir()
    mark = folder / "mark"
    mark.touch()
    assert "Making .venv" in _settled(make())
    assert not mark.exists(), "a half-made one is made from nothing"

    mark.touch()
    assert _settled(make()) == "", "a good one is left alone"
    lock.write_text("# nothing either\n", encoding="utf-8")
    assert _settled(make()) == ""
    assert mark.exists(), "a whole one is brought up to a new lock in place"

    monkeypatch.chdir(checkout)
    monkeypatch.setattr(script, "ROOT", tmp_path / "elsewhere")
    assert not script.Environment(Path(".venv"), Path("lock.txt"), False).is_good(), "a moved one is not good"
    monkeypatch.setattr(script, "ROOT", checkout)
    assert script.Environment(Path(".venv"), Path("lock.txt"), False).is_good()
    (folder / "bin" / "python").unlink()
    assert not script.Environment(Path(".venv"), Path("lock.txt"), False).is_good(), "no interpreter left"


def test_a_failed_one_is_not_called_good_and_says_what_to_do(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lock.txt").touch()
    commands: list[tuple[str, ...]] = []

    def fail_at_pip(_: object, *command: str) -> None:
        commands.append(command)
        if "pip" in command:
            raise subprocess.CalledProcessError(1, command)

    monkeypatch.setattr(script, "ROOT", tmp_path)
    monkeypatch.setattr(script.Environment, "_run", fail_at_pip)
    monkeypatch.setattr(script.sys, "argv", ["environment.py", ".venv", "lock.txt"])
    monkeypatch.chdir(tmp_path)
    assert script.main() == 1
    assert len(commands) == 2
    assert "apt-get install" in capsys.readouterr().out
    assert not (tmp_path / ".venv" / "key.txt").exists()


def test_an_old_python_is_turned_away_in_words(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(script.sys, "version_info", (3, 9, 2, "final", 0))
    assert script.main() == 2
    assert "make PYTHON=" in capsys.readouterr().err


def test_the_key_follows_lock_and_project_and_nothing_else(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lock, project = Path("lock.txt"), Path("pyproject.toml")

    def key(pins: str, dependencies: str, tools: str) -> str:
        lock.write_text(pins, encoding="utf-8")
        project.write_text(
            f"[build-system]\nrequires = []\n[project]\ndependencies = {dependencies}\n"
            f"[tool.hatch.build]\ndev-mode-dirs = ['src']\n[tool.ruff]\n{tools}\n",
            encoding="utf-8",
        )
        return str(script.Environment(Path(".venv"), lock, True).key)

    first = key("a==1", "['a']", "line-length = 110")
    assert key("a==1", "['a']", "line-length = 100") == first
    assert key("a==2", "['a']", "line-length = 110") != first
    assert key("a==1", "['a', 'b']", "line-length = 110") != first
