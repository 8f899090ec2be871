"""The case files themselves: readable, reasoned, without repetition, and enough of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import cases
from tests.cases import load_cases, read_cases
from tests.rules_table import IN_SCOPE, Collected, faults, table

ENOUGH = 600


def test_there_are_enough_cases() -> None:
    assert sum(1 for _ in read_cases()) >= ENOUGH


def test_no_case_stands_twice() -> None:
    seen: dict[str, str] = {}
    twice = []
    for place, case in read_cases():
        # A file of traps is about one code, so that a row may stand in several of them.
        area = place.partition(":" if place.startswith("traps/") else "/")[0]
        content = {key: value for key, value in case.items() if key not in {"why", "rules"}}
        key = area + json.dumps(content, sort_keys=True)
        if key in seen:
            twice.append(f"{place} repeats {seen[key]}")
        seen.setdefault(key, place)
    assert twice == []


def test_every_rule_has_a_case_or_a_test_and_every_case_a_runner(repository: Path) -> None:
    command = [sys.executable, "-m", "tests.rules_table"]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def test_rules_table_sees_a_missing_rule_a_foreign_rule_and_an_idle_case() -> None:
    collected = Collected()
    for rule in IN_SCOPE[1:]:
        collected.tests[rule] = {"tests/test_x.py::test_x"}
    collected.tests["ANS-Z9"] = {"tests/test_x.py::test_y"}
    assert "ANS-A2        0      1" in table(collected)
    found = faults(collected)
    assert f"{IN_SCOPE[0]} has no case and no test" in found
    assert "'ANS-Z9' is no rule in scope; named by tests/test_x.py::test_y" in found
    idle = [place for place, _ in read_cases()]
    assert [fault for fault in found if fault.endswith("is run by no test")] == [
        f"{place} is run by no test" for place in idle
    ]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        pytest.param('{"rules": ["ANS-A1"]}', "`why`", id="no reason"),
        pytest.param('{"why": " ", "rules": ["ANS-A1"]}', "`why`", id="blank reason"),
        pytest.param('{"why": "x"}', "`rules`", id="no rules"),
        pytest.param('{"why": "x", "rules": []}', "`rules`", id="empty rules"),
        pytest.param('{"why": "x", "rules": "ANS-A1"}', "`rules`", id="rules not a list"),
        pytest.param('{"why": "x", "rules": ["A1"]}', "is not a rule", id="rule without series"),
        pytest.param('["x"]', "JSON object", id="not an object"),
        pytest.param('{"why": "x", "why": "y", "rules": ["ANS-A1"]}', "twice", id="key twice"),
        pytest.param('{"why": ', "bad/cases.jsonl:1", id="broken JSON"),
    ],
)
def test_a_careless_case_is_refused(
    line: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path, line, monkeypatch)
    with pytest.raises(ValueError, match=complaint):
        load_cases("bad")


def test_an_area_without_cases_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, "", monkeypatch)
    with pytest.raises(ValueError, match="no cases"):
        load_cases("bad")


def test_cases_carry_their_place_and_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, '\n{"why": "x", "rules": ["ANS-A1", "ANS-B5"]}\n', monkeypatch)
    (parameter,) = load_cases("bad/cases")
    assert parameter.id == "bad/cases.jsonl:2"
    (mark,) = parameter.marks
    assert (mark.args, mark.kwargs) == (("ANS-A1", "ANS-B5"), {"case": "bad/cases.jsonl:2"})


def _write(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "bad").mkdir()
    (folder / "bad" / "cases.jsonl").write_text(text, encoding="utf-8")
    monkeypatch.setattr(cases, "ROOT", folder)
