"""`probatum answers review`: the way there and back, through the real program."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from probatum.service.review import Wanted, review
from tests.cli.program import run
from tests.cli.review_bench import Bench, low


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.rule("ANS-H7")
def test_a_review_goes_out_and_its_decisions_come_back(bench: Bench, capsys: Any) -> None:
    bench.write(low(7), low("eight", confidence="high"))
    assert bench.export() == 0
    assert "low_confidence  1" in capsys.readouterr().err
    (row,) = bench.rows()
    assert (row["task_id"], row["intent"], row["gold"]) == (7, "Which bird nests there?", ["a tern"])
    bench.decide({"reviewer": "Ada", "accept": True, "confidence": "high"})
    today = datetime.now().astimezone().date()
    assert bench.bring_back(bench.tasks, "--json") in (0, 1)
    told = json.loads(capsys.readouterr().out)
    first, second = bench.new.read_text(encoding="utf-8").splitlines()
    assert second == bench.annotations.read_text(encoding="utf-8").splitlines()[1]
    after = json.loads(first)
    assert after["confidence"] == "high"
    assert after["notes"] in {
        f"unsure\nreviewed by Ada, {day}" for day in (today, datetime.now().astimezone().date())
    }
    assert told["changed"] == [
        {"task_id": "7", "line": 1, "keys": ["confidence", "notes"], "reviewer": "Ada"}
    ]
    assert told["check"]["tasks"] == 2
    assert review(bench.tasks, bench.new).items == ()
    reviewed = review(bench.tasks, bench.new, wanted=Wanted(warnings=True)).items[0].to_dict()["reviewed"]
    assert [one["by"] for one in reviewed] == ["Ada"]


@pytest.mark.rule("ANS-H7")
def test_the_result_is_checked_and_what_fails_is_told(bench: Bench, capsys: Any) -> None:
    bench.write(low(7, positive_examples=["A tern."], negative_examples=["A gull."]))
    bench.export()
    gull = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["gull"]}}
    bench.decide({"reviewer": "Ada", "eval": gull})
    capsys.readouterr()
    assert bench.bring_back() == 1
    told = capsys.readouterr().err
    assert "answer/too-strict" in told
    assert "answer/too-lenient" in told
    assert json.loads(bench.new.read_text(encoding="utf-8"))["eval"] == gull


@pytest.mark.rule("ANS-H7")
def test_refused_decisions_are_kept_and_the_code_says_so(bench: Bench, capsys: Any) -> None:
    bench.write(low(7), low(8))
    bench.export()
    bench.decide({"reviewer": "Ada", "accept": True, "confidence": "medium"})
    given = bench.decisions.read_bytes().splitlines(keepends=True)
    bench.write(low(7), low(8, notes="somebody was here"))
    refused = bench.folder / "refused.jsonl"
    assert bench.bring_back("--refused", refused) == 1
    assert refused.read_bytes() == given[1]
    assert "review/stale" in capsys.readouterr().err
    before, after = (p.read_text(encoding="utf-8").splitlines() for p in (bench.annotations, bench.new))
    assert (before[0] != after[0], before[1] == after[1]) == (True, True)


@pytest.mark.rule("ANS-H7")
def test_a_faulty_line_stays_as_it_is_and_the_code_says_so(bench: Bench, capsys: Any) -> None:
    bench.write(low(7))
    bench.export()
    bench.decide({"reviewer": "Ada", "accept": True, "confidence": "medium"})
    assert bench.bring_back() == 0
    faulty = b'{"task_id": 8, "eval": \xff\n'
    bench.annotations.write_bytes(faulty + bench.annotations.read_bytes())
    assert bench.bring_back() == 1
    assert bench.new.read_bytes().startswith(faulty)
    assert "reviewed by Ada" in bench.new.read_text(encoding="utf-8", errors="replace")
    assert "document/bad-utf8" in capsys.readouterr().err


@pytest.mark.rule("ANS-H7")
def test_a_task_file_that_is_not_there_is_found_before_anything_is_written(bench: Bench) -> None:
    bench.write(low(7))
    bench.export()
    bench.decide({"reviewer": "Ada", "gold_suspect": True, "note": "another bird"})
    bench.tasks.unlink()
    assert bench.bring_back(bench.tasks) == 2
    assert not bench.new.exists()


@pytest.mark.rule("ANS-H7")
def test_bad_decisions_write_nothing(bench: Bench, capsys: Any) -> None:
    bench.write(low(7))
    bench.export()
    bench.decide({"reviewer": "Ada", "acept": True})
    bench.new.write_text("old", encoding="utf-8")
    assert bench.bring_back("--json") == 2
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [fault["code"] for fault in told["diagnostics"]] == ["document/unknown-key"]
    assert bench.new.read_text(encoding="utf-8") == "old"


@pytest.mark.rule("ANS-H7")
def test_what_could_not_be_read_is_told_and_the_rest_is_exported(bench: Bench, capsys: Any) -> None:
    bench.write(low(7))
    with bench.annotations.open("a", encoding="utf-8") as file:
        file.write('{"task_id": 8\n')
    assert bench.export("--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["exported"] == [7]
    assert {fault["line"] for fault in told["diagnostics"]} == {2}
    bench.tasks.unlink()
    before = bench.out.read_bytes()
    assert bench.export() == 2
    assert bench.out.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ["--out", "x"],
        ["tasks.json", "--out", "x", "--refused", "y"],
        ["--out", "x", "--apply", "d.jsonl"],
        ["--out", "x", "--apply", "d.jsonl", "--annotations", "a.jsonl", "--html", "y"],
        ["--out", "-", "--apply", "d.jsonl", "--annotations", "a.jsonl"],
        ["tasks.json", "--out", "-", "--json"],
        ["tasks.json", "--out", "tasks.json"],
        ["tasks.json", "--out", "x", "--html", "x"],
        ["--out", "a.jsonl", "--apply", "d.jsonl", "--annotations", "a.jsonl"],
        ["--out", "x", "--apply", "d.jsonl", "--annotations", "a.jsonl", "--refused", "d.jsonl"],
    ],
)
def test_words_that_make_no_sense_are_refused(words: list[str], tmp_path: Path) -> None:
    for name in ("tasks.json", "a.jsonl", "d.jsonl"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    done = run("answers", "review", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "d.jsonl", "tasks.json"]
    assert {path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {"{}"}


def test_rows_go_to_standard_output(bench: Bench) -> None:
    bench.write(low(7))
    done = run("answers", "review", bench.tasks, "--annotations", bench.annotations, "--out", "-")
    assert done.returncode == 0
    assert json.loads(done.stdout)["task_id"] == 7
