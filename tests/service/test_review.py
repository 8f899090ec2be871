"""What needs a person, and decisions brought back into lines that stay as they were."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probatum
from probatum.answers.decision import DecisionModel, DecisionRow
from probatum.service.exact_json import exact_json
from probatum.service.review import Need, Review, Wanted, review
from probatum.service.review_apply import Applied, apply, rewritten

DAY = date(2026, 12, 1)
TERN = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}}
PROVED = {
    "positive_examples": ["A tern."],
    "negative_examples": ["A gull."],
    "confidence": "high",
    "eval": TERN,
}


def write(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "annotations.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def tasks(folder: Path, *task_ids: int | str) -> Path:
    path = folder / "tasks.json"
    judged = {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "a tern"}}
    rows = [{"task_id": name, "intent": "Which bird nests there?", "eval": judged} for name in task_ids]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def needs(found: Review) -> dict[int | str, set[Need]]:
    return {item.task_id: set(item.needs) for item in found.items}


@pytest.mark.rule("ANS-H7")
@pytest.mark.parametrize(
    ("change", "need"),
    [
        ({"gold_suspect": True, "notes": "another bird"}, Need.GOLD_SUSPECT),
        ({"confidence": "low", "notes": "unsure"}, Need.LOW_CONFIDENCE),
        ({"subjective": True, "notes": "taste"}, Need.SUBJECTIVE),
        ({"positive_examples": ["A sea swallow."]}, Need.TOO_STRICT),
        ({"negative_examples": ["A tern, or a gull."]}, Need.TOO_LENIENT),
    ],
)
def test_each_reason_brings_its_task_and_no_other(change: dict[str, Any], need: Need, tmp_path: Path) -> None:
    path = write(tmp_path, {"task_id": 7, **PROVED, **change}, {"task_id": 8, **PROVED})
    found = needs(review(path))
    assert need in found.pop(7)
    assert found == {}


@pytest.mark.rule("ANS-H7")
def test_a_failing_example_comes_with_what_decided_and_what_mends_it(tmp_path: Path) -> None:
    path = write(tmp_path, {"task_id": 7, **PROVED, "negative_examples": ["Two words: a tern, or a gull."]})
    (item,) = review(path).items
    row = item.to_dict()
    assert row["decision"] == {}
    assert row["spec"] == TERN
    assert row["fingerprint"] == probatum.compile_spec(TERN).fingerprint
    right, wrong = row["examples"]
    assert (right["as_said"], wrong["as_said"], wrong["outcome"]) == (True, False, "verified")
    (start, end), *_ = wrong["reasons"][0]["spans"]
    assert wrong["text"][start:end] == "tern"
    assert row["repairs"]
    for repair in row["repairs"]:
        assert repair["example"] == wrong["text"]
        assert probatum.compile_spec(repair["eval"]).verify(wrong["text"]).outcome == "refuted"


@pytest.mark.rule("ANS-H7")
def test_an_example_left_to_a_judge_is_neither_right_nor_wrong(tmp_path: Path) -> None:
    judged = {"eval_types": ["llm_judge"], "reference_answers": {}}
    path = write(tmp_path, {"task_id": 7, **PROVED, "eval": judged, "subjective": True, "notes": "taste"})
    (item,) = review(path).items
    assert {example["as_said"] for example in item.to_dict()["examples"]} == {None}


@pytest.mark.rule("ANS-H7")
def test_a_declined_trap_comes_with_its_reason_and_a_warning_only_where_asked(tmp_path: Path) -> None:
    path = write(tmp_path, {"task_id": 7, **PROVED})
    (warned,) = review(path, wanted=Wanted(warnings=True)).items
    assert set(warned.needs) == {Need.LINT_WARNING}
    assert review(path).items == ()
    codes = {finding.code for finding in warned.findings if finding.severity == "warning"}
    ignored = [{"code": code, "reason": "looked at it"} for code in sorted(codes)]
    path = write(tmp_path, {"task_id": 7, **PROVED, "lint_ignore": ignored})
    (declined,) = review(path).items
    assert Need.IGNORED_TRAP in declined.needs
    assert {one["reason"] for one in declined.to_dict()["ignored"]} == {"looked at it"}


@pytest.mark.rule("ANS-H7")
def test_tasks_without_an_annotation_come_where_asked_and_are_not_decided(tmp_path: Path) -> None:
    over = write(tmp_path, {"task_id": 7, **PROVED})
    given = tasks(tmp_path, 7, "eight")
    assert "eight" not in needs(review(given, over))
    found = review(given, over, wanted=Wanted(unannotated=True))
    (item,) = [item for item in found.items if item.task_id == "eight"]
    assert Need.NO_ANNOTATION in item.needs
    assert item.to_dict()["decision"] is None


@pytest.mark.rule("ANS-H7")
def test_a_spec_that_cannot_be_read_is_shown_and_not_passed_over(tmp_path: Path) -> None:
    bad = {"eval_types": ["string_match"], "reference_answers": {"must_includes": ["tern"]}}
    path = write(tmp_path, {"task_id": 7, **PROVED, "eval": bad}, {"task_id": 8, **PROVED})
    path.write_text(path.read_text(encoding="utf-8") + '{"task_id": 9,\n', encoding="utf-8")
    found = review(path)
    (item,) = found.items
    assert (item.task_id, item.needs, item.decidable) == ("7", (Need.UNREADABLE,), False)
    assert {finding.code for finding in item.findings} == {"document/unknown-key"}
    assert [fault.place.line for fault in found.unread] == [3]


def test_exact_numbers_of_a_spec_are_exported_exactly(tmp_path: Path) -> None:
    path = tmp_path / "annotations.jsonl"
    spec = '{"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 1VALUE.10}}}'
    spec = spec.replace("VALUE", "0" * 40)
    path.write_text(f'{{"task_id": 7, "confidence": "low", "eval": {spec}}}\n', encoding="utf-8")
    (item,) = review(path).items
    assert spec in exact_json(item.to_dict())


class Bench:
    """An annotation file of three lines with its own ways, and a file of decisions."""

    LINES = (
        '{"task_id":6 , "eval":{"eval_types":["string_match"],"reference_answers":{"must_include":'
        '["gull"]}}}\r',
        '{ "notes": "caf\\u00e9", "task_id": "7",  "confidence":"low", "negative_examples": ["A gull."],'
        ' "eval": {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}} }\r',
        "",
        '{"task_id": 8, "eval": {"eval_types": ["number_match"], "reference_answers": '
        '{"number_match": {"value": 105.460}}}, "gold_suspect": true, "notes": "x"}',
    )

    def __init__(self, folder: Path) -> None:
        self.annotations = folder / "annotations.jsonl"
        self.decisions = folder / "decisions.jsonl"
        self.annotations.write_bytes("\n".join(self.LINES).encode())

    def row(self, task_id: int | str, decision: dict[str, Any]) -> dict[str, Any]:
        (item,) = [
            item
            for item in review(self.annotations, wanted=Wanted(warnings=True)).items
            if str(item.task_id) == str(task_id)
        ]
        return {
            "task_id": task_id,
            "fingerprint": item.to_dict()["fingerprint"],
            "digest": item.digest,
            "decision": {"reviewer": "Ada", **decision},
        }

    def apply(self, *rows: dict[str, Any]) -> Applied:
        self.decisions.write_text("".join(exact_json(row) + "\n" for row in rows), encoding="utf-8")
        return apply(str(self.decisions), str(self.annotations), DAY)

    def line(self, result: Applied, number: int) -> str:
        lines = result.data.decode().split("\n")
        assert len(lines) == len(self.LINES)
        others = [position for position in range(len(lines)) if position != number]
        assert [lines[position] for position in others] == [self.LINES[position] for position in others]
        return lines[number]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def codes(result: Applied) -> list[str]:
    return [diagnostic.code for one in result.refused for diagnostic in one.diagnostics]


@pytest.mark.rule("ANS-H7")
def test_accepting_clears_low_confidence_and_is_noted(bench: Bench) -> None:
    decision = {"accept": True, "confidence": "medium", "note": "read the\npage"}
    result = bench.apply(bench.row(7, decision))
    line = bench.line(result, 1)
    assert line == bench.LINES[1].replace('"confidence":"low"', '"confidence":"medium"').replace(
        '"caf\\u00e9"', '"café\\nreviewed by Ada, 2026-12-01: read the page"'
    )
    assert result.changed[0]._asdict() == {
        "task_id": "7",
        "line": 2,
        "keys": ("confidence", "notes"),
        "reviewer": "Ada",
    }
    bench.annotations.write_bytes(result.data)
    (item,) = [item for item in review(bench.annotations).items if item.task_id == "7"] or [None]
    assert item is None or Need.LOW_CONFIDENCE not in item.needs


@pytest.mark.rule("ANS-H7")
def test_a_new_spec_takes_the_place_of_the_old_with_its_exact_numbers(bench: Bench) -> None:
    row = bench.row(8, {"eval": {}, "gold_suspect": False})
    spec = '{"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 105.4600, '
    spec += f'"abs_tolerance": 0.{"0" * 30}1}}}}}}'
    text = json.dumps(row).replace('"eval": {}', f'"eval": {spec}')
    bench.decisions.write_text(text, encoding="utf-8")
    line = bench.line(apply(str(bench.decisions), str(bench.annotations), DAY), 3)
    after = json.loads(line, parse_float=Decimal)
    assert list(after) == ["task_id", "eval", "gold_suspect", "notes"]
    assert after["eval"] == json.loads(spec, parse_float=Decimal)
    assert '"value": 105.4600' in line
    assert after["gold_suspect"] is False
    assert after["notes"] == "x\nreviewed by Ada, 2026-12-01"


@pytest.mark.rule("ANS-H7")
def test_examples_and_declined_traps_are_added_and_removed(bench: Bench) -> None:
    decision = {
        "add_positive_examples": ["It is a tern."],
        "add_negative_examples": ["A heron."],
        "remove_examples": ["A gull."],
        "lint_ignore": [{"code": "answer/sprayable", "reason": "no list is asked for"}],
    }
    line = bench.line(bench.apply(bench.row(7, decision)), 1)
    after = json.loads(line)
    assert list(after)[:5] == ["notes", "task_id", "confidence", "negative_examples", "eval"]
    assert after["negative_examples"] == ["A heron."]
    assert after["positive_examples"] == ["It is a tern."]
    assert after["lint_ignore"] == decision["lint_ignore"]
    assert after["confidence"] == "low"


@pytest.mark.rule("ANS-H7")
def test_a_decision_made_about_something_else_is_refused_and_the_others_are_applied(bench: Bench) -> None:
    old = bench.row(7, {"accept": True, "confidence": "high"}) | {"fingerprint": "sha256:" + "0" * 64}
    good = bench.row(8, {"gold_suspect": False})
    result = bench.apply(old, good, {**good, "task_id": 70})
    assert codes(result) == ["review/stale", "review/unknown-task"]
    assert [json.loads(one.line) for one in result.refused] == [old, {**good, "task_id": 70}]
    place = result.refused[0].diagnostics[0].place
    assert (place.line, place.pointer, place.task) == (1, "/fingerprint", "7")
    assert [changed.task_id for changed in result.changed] == ["8"]


@pytest.mark.rule("ANS-H7")
def test_a_decision_cannot_be_applied_twice_nor_over_a_changed_annotation(bench: Bench) -> None:
    row = bench.row(7, {"accept": True, "confidence": "high"})
    bench.annotations.write_bytes(bench.apply(row).data)
    again = bench.apply(row)
    assert codes(again) == ["review/stale"]
    assert again.refused[0].diagnostics[0].place.pointer == "/digest"
    assert again.data == bench.annotations.read_bytes()


@pytest.mark.rule("ANS-H7")
def test_two_decisions_about_one_task_are_both_refused(bench: Bench) -> None:
    row = bench.row(7, {"gold_suspect": True})
    result = bench.apply(row, {**row, "task_id": "7"})
    assert codes(result) == ["review/decided-twice"] * 2
    assert result.data == bench.annotations.read_bytes()


@pytest.mark.rule("ANS-H7")
@pytest.mark.parametrize(
    ("decision", "code", "pointer"),
    [
        ({"accept": True}, "review/confidence-wanted", "/decision/accept"),
        ({"remove_examples": ["A gull"]}, "review/no-such-example", "/decision/remove_examples/0"),
        ({"add_negative_examples": ["A gull."]}, "review/already-there", "/decision/add_negative_examples/0"),
        (
            {"add_positive_examples": ["A", "A"]},
            "review/already-there",
            "/decision/add_positive_examples/1",
        ),
        (
            {"eval": {"eval_types": ["string_match"], "reference_answers": {"must_includes": ["a"]}}},
            "document/unknown-key",
            "/decision/eval/reference_answers/must_includes",
        ),
        (
            {"eval": {"eval_types": ["string_match"], "reference_answers": {"must_exclude": ["a"]}}},
            "answer/checks-nothing",
            "/decision/eval/reference_answers",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_for_that_task(
    decision: dict[str, Any], code: str, pointer: str, bench: Bench
) -> None:
    result = bench.apply(bench.row(7, decision), bench.row(8, {"gold_suspect": False}))
    assert codes(result) == [code]
    place = result.refused[0].diagnostics[0].place
    assert (place.file, place.line, place.pointer) == (str(bench.decisions), 1, pointer)
    assert place.column > 1
    assert [changed.task_id for changed in result.changed] == ["8"]


@pytest.mark.rule("ANS-H7")
@pytest.mark.parametrize(
    ("decision", "code"),
    [
        ({"acept": True}, "document/unknown-key"),
        ({"accept": 1}, "document/wrong-type"),
        ({"confidence": "sure"}, "document/bad-value"),
        ({}, "review/decides-nothing"),
        ({"accept": False, "note": "seen"}, "review/decides-nothing"),
        ({"accept": True, "eval": TERN}, "review/contradiction"),
        ({"add_positive_examples": ["A"], "add_negative_examples": ["A"]}, "review/contradiction"),
        ({"accept": True, "reviewer": "A\u202eda"}, "review/no-name"),
    ],
)
def test_a_faulty_decision_stops_the_whole_file_with_every_fault(
    decision: dict[str, Any], code: str, bench: Bench
) -> None:
    with pytest.raises(probatum.DocumentError) as caught:
        bench.apply(
            bench.row(8, {"gold_suspect": False}), bench.row(7, decision), {"task_id": 7, "verdict": True}
        )
    found = [(diagnostic.place.line, diagnostic.code) for diagnostic in caught.value.diagnostics]
    assert (2, code) in found
    assert {line for line, _ in found} == {2, 3}


def test_rows_without_a_decision_are_counted(bench: Bench) -> None:
    exported = [item.to_dict() for item in review(bench.annotations).items]
    result = bench.apply(*exported)
    assert set(result.undecided) == {str(row["task_id"]) for row in exported}
    assert result.data == bench.annotations.read_bytes()
    assert not result.changed
    assert not result.refused


def test_a_whole_exported_row_is_read_back(bench: Bench) -> None:
    rows = [item.to_dict() for item in review(bench.annotations).items]
    for row in rows:
        assert set(row) <= set(DecisionRow.model_fields)
        row["decision"] = {"reviewer": "Ada", "confidence": "high"}
    result = bench.apply(*rows)
    assert len(result.changed) == len(rows) == 2


def test_only_jsonl_is_changed(bench: Bench, tmp_path: Path) -> None:
    bench.annotations = tmp_path / "annotations.json"
    bench.annotations.write_text("[]", encoding="utf-8")
    with pytest.raises(probatum.DocumentError) as caught:
        bench.apply({"task_id": 7, "fingerprint": "", "decision": {}})
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["review/not-jsonl"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=4), JSON, max_size=5)


@pytest.mark.rule("ANS-H7")
@given(OBJECTS.filter(bool), OBJECTS, st.booleans(), st.sampled_from([(",", ":"), (" , ", "  :")]))
def test_a_line_keeps_everything_but_what_is_replaced(
    row: dict[str, Any], new: dict[str, Any], escaped: bool, separators: tuple[str, str]
) -> None:
    def written(value: Any) -> str:
        return json.dumps(value, ensure_ascii=escaped, separators=separators)

    line = f"  {written(row)} \r".encode()
    after = rewritten(line, new).decode()
    assert json.loads(after) == row | new
    assert list(json.loads(after)) == list(row | new)
    kept = [f"{written(key)}{separators[1]}{written(value)}" for key, value in row.items() if key not in new]
    assert all(text in after for text in kept)
    assert (after.startswith("  {"), after.endswith("} \r")) == (True, True)
    assert rewritten(line, {}) == line


def test_every_effect_of_a_decision_is_told_in_the_schema() -> None:
    assert all(field.description for field in DecisionModel.model_fields.values())
    assert all(field.description for field in DecisionRow.model_fields.values())
