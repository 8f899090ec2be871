"""Task and annotation files: what is joined, and that every fault of both files is told at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import probatum

SPEC: dict[str, Any] = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["Alaska"]}}
JUDGED: dict[str, Any] = {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "Alaska"}}


def _task(task_id: int | str = 1, **more: Any) -> dict[str, Any]:
    return {"task_id": task_id, "intent": "Which state?", "sites": ["atlas"], "eval": JUDGED, **more}


def _write(path: Path, value: Any) -> Path:
    text = "".join(json.dumps(row) + "\n" for row in value) if path.suffix == ".jsonl" else json.dumps(value)
    path.write_text(text, encoding="utf-8")
    return path


def _faults(*paths: Path) -> list[tuple[str, str, int, str, str]]:
    with pytest.raises(probatum.DocumentError) as caught:
        probatum.load_tasks(*paths)
    return [
        (d.code, Path(d.place.file).name, d.place.line, d.place.pointer, d.place.task)
        for d in caught.value.diagnostics
    ]


@pytest.mark.rule("ANS-E2", "ANS-F1")
def test_a_judged_file_is_read_as_it_is(tmp_path: Path) -> None:
    tasks = probatum.load_tasks(_write(tmp_path / "tasks.json", [_task(1), _task("b")]))
    assert [task.task_id for task in tasks] == ["1", "b"]
    assert [task.golds for task in tasks] == [("Alaska",), ("Alaska",)]
    assert tasks[0].verifier.verify("Alaska").outcome == "inconclusive"
    assert tasks.unannotated == ("1", "b")


def test_an_annotation_is_laid_over_its_task(tmp_path: Path) -> None:
    over = {
        "task_id": "1",
        "eval": SPEC,
        "confidence": "high",
        "gold_suspect": True,
        "notes": "Perhaps Hawaii.",
    }
    tasks = probatum.load_tasks(
        _write(tmp_path / "tasks.json", [_task(1), _task(2)]), _write(tmp_path / "over.jsonl", [over])
    )
    first, second = tasks
    assert (first.intent, first.sites, first.golds) == ("Which state?", ("atlas",), ("Alaska",))
    assert (first.confidence, first.gold_suspect, first.annotated) == ("high", True, True)
    assert first.verifier.verify("It is Alaska.").verified
    assert first.verifier.intent == "Which state?"
    assert second.kinds == ("llm_judge",)
    assert tasks.unannotated == ("2",)
    assert tasks.get(1) is tasks.get("1") is first
    assert tasks.get("7") is None


def test_an_annotation_file_stands_alone(tmp_path: Path) -> None:
    tasks = probatum.load_tasks(
        _write(tmp_path / "over.jsonl", [{"task_id": 4, "eval": SPEC, "gold": ["Alaska"]}])
    )
    assert (tasks[0].task_id, tasks[0].intent, tasks[0].golds) == ("4", None, ("Alaska",))


@pytest.mark.rule("ANS-E2")
def test_the_same_file_in_three_formats_gives_the_same_fingerprints(tmp_path: Path) -> None:
    rows = [_task(1, eval=SPEC), _task(2)]
    yaml = tmp_path / "tasks.yaml"
    yaml.write_text(json.dumps(rows), encoding="utf-8")
    files = [_write(tmp_path / "tasks.json", rows), _write(tmp_path / "tasks.jsonl", rows), yaml]
    prints = [[task.verifier.fingerprint for task in probatum.load_tasks(file)] for file in files]
    assert prints[0] == prints[1] == prints[2]


@pytest.mark.rule("ANS-E6")
def test_all_faults_of_both_files_are_told_at_once(tmp_path: Path) -> None:
    tasks = _write(
        tmp_path / "tasks.jsonl", [_task(1), _task(1), {"task_id": 3, "eval": JUDGED, "intnt": "x"}]
    )
    bad = {"eval_types": ["string_match"], "reference_answers": {"must_includ": ["x"]}}
    over = _write(
        tmp_path / "over.jsonl",
        [{"task_id": 1, "eval": bad, "confidence": "hgh"}, {"task_id": 3, "eval": SPEC, "notess": ""}],
    )
    assert _faults(tasks, over) == [
        ("answer/task-twice", "tasks.jsonl", 2, "/task_id", "1"),
        ("document/missing-key", "tasks.jsonl", 3, "/intent", "3"),
        ("document/unknown-key", "tasks.jsonl", 3, "/intnt", "3"),
        ("document/unknown-key", "over.jsonl", 1, "/eval/reference_answers/must_includ", "1"),
        ("document/bad-value", "over.jsonl", 1, "/confidence", "1"),
        ("document/unknown-key", "over.jsonl", 2, "/notess", "3"),
    ]


@pytest.mark.rule("ANS-E6")
def test_a_line_that_cannot_be_read_hides_no_fault_of_another(tmp_path: Path) -> None:
    path = tmp_path / "over.jsonl"
    good = json.dumps({"task_id": 2, "eval": SPEC, "notess": ""})
    path.write_text('{"task_id": 1, "task_id": 1}\n' + good + "\n{\n", encoding="utf-8")
    assert [fault[:3] for fault in _faults(path)] == [
        ("document/duplicate-key", "over.jsonl", 1),
        ("document/unknown-key", "over.jsonl", 2),
        ("document/syntax", "over.jsonl", 3),
    ]


def test_a_fault_in_a_json_list_knows_its_line_and_its_task(tmp_path: Path) -> None:
    path = tmp_path / "tasks.json"
    bad = {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": "x"}}}
    path.write_text(json.dumps([_task(1), _task(2, eval=bad)], indent=1), encoding="utf-8")
    ((code, _, line, pointer, task),) = _faults(path)
    assert (code, pointer, task) == (
        "document/wrong-type",
        "/1/eval/reference_answers/number_match/value",
        "2",
    )
    assert '"value": "x"' in path.read_text(encoding="utf-8").split("\n")[line - 1]


@pytest.mark.rule("ANS-C5")
def test_published_specs_in_a_task_file_may_have_two_tolerances(tmp_path: Path) -> None:
    match = {"value": 100, "abs_tolerance": 1, "rel_tolerance": 0.1}
    spec = {"eval_types": ["number_match"], "reference_answers": {"number_match": match}}
    tasks = probatum.load_tasks(_write(tmp_path / "tasks.json", [_task(1, eval=spec)]))
    assert tasks[0].verifier.verify("109").verified
    assert [d.code for d in tasks.diagnostics] == ["answer/lenient-both-tolerances"]
    over = _write(tmp_path / "over.jsonl", [{"task_id": 1, "eval": spec}])
    assert [fault[0] for fault in _faults(over)] == ["answer/both-tolerances"]


def test_an_annotation_without_its_task_is_a_warning(tmp_path: Path) -> None:
    over = _write(tmp_path / "over.jsonl", [{"task_id": 9, "eval": SPEC}])
    tasks = probatum.load_tasks(_write(tmp_path / "tasks.json", [_task(1)]), over)
    assert [(d.code, d.place.line, d.value) for d in tasks.diagnostics] == [
        ("answer/annotation-without-task", 1, "9")
    ]


def test_the_real_task_file_is_read_whole(shared: Path) -> None:
    tasks = probatum.load_tasks(shared / "timewarp" / "tasks.json")
    assert len(tasks) == 231
    assert not tasks.diagnostics
    assert {task.kinds for task in tasks} == {("llm_judge",)}


def test_the_pack_decides_its_own_examples(shared: Path) -> None:
    root = Path(__file__).parents[2]
    tasks = probatum.load_tasks(shared / "timewarp" / "tasks.json", root / "packs/timewarp/annotations.jsonl")
    annotated = [task for task in tasks if task.annotated]
    assert len(annotated) == len(tasks) == 231
    _assert_examples(annotated)


def test_the_examples_decide_their_own_examples() -> None:
    root = Path(__file__).parents[2]
    tasks = probatum.load_tasks(root / "examples/tasks.json", root / "examples/annotations.jsonl")
    assert len(tasks) >= 40
    assert not tasks.unannotated
    _assert_examples(list(tasks))


def _assert_examples(tasks: list[probatum.Task]) -> None:
    wrong = []
    for task in tasks:
        judged = "llm_judge" in task.kinds
        assert len(task.positive_examples) >= 3
        assert len(task.negative_examples) >= 3
        right = {"inconclusive"} if judged else {"verified"}
        wrong += [
            (task.task_id, text)
            for text in task.positive_examples
            if task.verifier.outcome(text) not in right
        ]
        wrong += [
            (task.task_id, text)
            for text in task.negative_examples
            if task.verifier.outcome(text) == "verified"
        ]
    assert not wrong
