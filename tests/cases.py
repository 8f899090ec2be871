"""Case files: JSONL under `tests/cases/<area>/`, one object a line, each with its `why` and its `rules`.

A runner takes the cases of an area (or of one file of it) as parameters:

    @pytest.mark.parametrize("case", load_cases("numbers"))
    def test_numbers_are_read(case: dict[str, Any]) -> None: ...

Each parameter carries the case's rules as a marker, so that `make rules` counts a case only where a
runner really runs it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent / "cases"
RULE = re.compile(r"(?:ANS|CON|GOLD)-[A-Z][0-9]{1,3}")


def case_files(area: str = "") -> list[Path]:
    """Returns the files of one area (`numbers`), of one file of it (`text/folding`), or all."""
    place = ROOT / area
    if place.is_dir():
        return sorted(place.rglob("*.jsonl"))
    return [place.with_name(place.name + ".jsonl")]


def read_cases(area: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields each case with its place, as in `numbers/words.jsonl:12`.

    Raises:
        ValueError: A line is no JSON object, repeats a key, or lacks a usable `why` or `rules`.
        FileNotFoundError: The area has no such file.
    """
    for path in case_files(area):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
            if line.strip():
                place = f"{path.relative_to(ROOT).as_posix()}:{number}"
                yield place, _checked(line, place)


def load_cases(area: str) -> list[Any]:
    """Returns the cases of an area as pytest parameters, named by file and line.

    Raises:
        ValueError: As `read_cases`; an area without a case is an error as well, since its runner
            would pass without having tested anything.
    """
    parameters = [
        pytest.param(case, id=place, marks=pytest.mark.rule(*case["rules"], case=place))
        for place, case in read_cases(area)
    ]
    if not parameters:
        raise ValueError(f"tests/cases/{area}: no cases")
    return parameters


def _checked(line: str, place: str) -> dict[str, Any]:
    try:
        case = json.loads(line, object_pairs_hook=_without_duplicates)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error
    if not isinstance(case, dict):
        raise ValueError(f"{place}: a case is a JSON object")  # noqa: TRY004 - one error type for a bad file
    why, rules = case.get("why"), case.get("rules")
    if not isinstance(why, str) or not why.strip() or "\n" in why:
        raise ValueError(f"{place}: `why` says in one line why the case is there")
    if not isinstance(rules, list) or not rules:
        raise ValueError(f"{place}: `rules` lists the rules the case pins")
    for rule in rules:
        if not isinstance(rule, str) or not RULE.fullmatch(rule):
            raise ValueError(f"{place}: {rule!r} is not a rule such as ANS-B5")
    return case


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise ValueError("a key stands twice")
    return mapping
