"""`probatum explain`: one code, all codes, codes that are not known."""

from __future__ import annotations

import json

import pytest

from probatum.cli import main
from probatum.codes import catalogue
from scripts.terminal import on_terminal


@pytest.mark.parametrize("code", catalogue())
def test_each_code_is_explained_plainly(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{code} ({catalogue()[code].effect}): ")
    assert "\nFix: " in out
    assert "\nExample: " in out
    assert all(char == "\n" or char.isprintable() for char in out)
    assert max(map(len, out.split("\n\nExample")[0].splitlines())) <= 100


def test_json_gives_the_same_as_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "entry_missing", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["code"] == "entry_missing"
    assert row["effect"] == "refutes"
    assert set(row["example"]) == {"spec", "answer", "contrast", "max_answer_bytes"}


def test_without_a_code_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(catalogue())
    assert main(["explain", "--json"]) == 0
    assert [row["code"] for row in json.loads(capsys.readouterr().out)] == list(catalogue())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("document/unkown-key", "Did you mean document/unknown-key"),
        ("entry_mising", "Did you mean entry_missing"),
        ("qqqqqqqqqq", "`probatum explain` lists all"),
        ("", "`probatum explain` lists all"),
        ("\x1b[31m" + "x" * 5000, "\\u001b[31m"),
    ],
)
def test_an_unknown_code_is_told_its_neighbours(
    given: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", given]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert told in shown.err
    assert "\x1b" not in shown.err
    assert len(shown.err) < 500


def test_an_unknown_code_with_json_is_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--json", "unknown-kei"]) == 2
    assert json.loads(capsys.readouterr().out)["exit_code"] == 2


@pytest.mark.parametrize("arguments", [["explain", "entry_missing"], ["explain"]])
def test_a_terminal_gets_colours(arguments: list[str]) -> None:
    shown = on_terminal(arguments, columns=110).text
    assert "\x1b[1;31m" in shown
    assert "entry_missing" in shown
