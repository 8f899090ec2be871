"""The documentation and the repository's own files, as far as a program can judge them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML

# The classes of one character keep these patterns from matching themselves.
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X])\b|NotImplemented[E]rror")
MACHINE = re.compile(r"/wor[k]/(?:main|shared)\b|/roo[t]/|pypi[.]org|python[h]osted")


def _tracked(repository: Path) -> list[Path]:
    if not (repository / ".git").exists():
        pytest.skip("no .git here: an unpacked archive has no list of its tracked files")
    done = subprocess.run(["git", "ls-files", "-z"], cwd=repository, capture_output=True, check=True)
    paths = [repository / name for name in done.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file()]


def _pages(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [page for part in parts for page in _pages(part)]  # type: ignore[union-attr]


def test_navigation_names_every_page_once(repository: Path) -> None:
    nav = YAML(typ="safe").load((repository / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    there = {path.relative_to(repository / "docs").as_posix() for path in (repository / "docs").rglob("*.md")}
    named = _pages(nav)
    assert sorted(named) == sorted(there), "mkdocs.yml, nav: each page under docs/ stands there once"


def test_every_decision_is_listed_and_follows_the_template(repository: Path) -> None:
    folder = repository / "docs" / "decisions"
    index = (folder / "index.md").read_text(encoding="utf-8")
    pages = sorted(folder.glob("[0-9]*.md"))
    assert pages
    for number, page in enumerate(pages, start=1):
        text = page.read_text(encoding="utf-8")
        assert page.name.startswith(f"{number:04d}-"), "decisions are numbered without gaps"
        assert f"({page.name})" in index
        assert text.startswith(f"# {number:04d} ")
        assert {"## The question", "## The decision", "## When to think again"} <= set(text.split("\n"))


def test_glossary_knows_the_outcomes(repository: Path) -> None:
    from probatum.outcome import Outcome

    glossary = (repository / "docs" / "glossary.md").read_text(encoding="utf-8")
    assert [outcome for outcome in Outcome if f"| `{outcome.value}` |" not in glossary] == []


def test_nothing_is_left_unfinished_and_no_machine_is_named(repository: Path) -> None:
    found = []
    for path in _tracked(repository):
        if path.suffix in {".png", ".svg"}:
            continue
        text = path.read_text(encoding="utf-8")
        for pattern in (UNFINISHED, MACHINE):
            found += [f"{path.relative_to(repository)}: {match}" for match in pattern.findall(text)]
    assert found == []


def test_links_outside_the_documentation_lead_somewhere(repository: Path) -> None:
    link = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)|(?:src|href)=\"(?![a-z]+:)([^\"#]+)\"")
    broken = []
    for path in _tracked(repository):
        if path.suffix == ".md" and path.relative_to(repository).parts[0] != "docs":
            targets = [a or b for a, b in link.findall(path.read_text(encoding="utf-8"))]
            broken += [f"{path.name}: {target}" for target in targets if not (path.parent / target).exists()]
    assert broken == []


def test_locks_hold_hashes_and_no_address(repository: Path) -> None:
    folder = repository / "requirements"
    for name in ("core.txt", "dev.txt", "lock.txt", "bench-peers.txt"):
        lock = folder / name
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text
        blocks = re.split(r"\n(?=[a-z0-9])", text)
        pinned = [block for block in blocks if re.match(r"[a-z0-9][a-z0-9._-]*==", block)]
        assert pinned
        assert [block.split()[0] for block in pinned if "--hash=sha256:" not in block] == []


def test_core_lock_is_part_of_the_development_lock(repository: Path) -> None:
    pin = re.compile(r"^([a-z0-9._-]+==[^ ;\\]+)", re.MULTILINE)
    core, dev = (
        set(pin.findall((repository / "requirements" / name).read_text(encoding="utf-8")))
        for name in ("core.txt", "dev.txt")
    )
    assert core
    assert core <= dev
