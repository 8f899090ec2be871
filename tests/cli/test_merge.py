"""`probatum answers merge`: specs go in, everything else stays byte for byte."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probatum
from probatum.cli import main
from probatum.documents import parse_json
from probatum.service.merge import merge

TERN = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}}
JUDGED = {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "a tern"}}
EXACT = '{"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 105.460}}}'


def _write(folder: Path, name: str, content: Any) -> Path:
    path = folder / name
    path.write_text(
        content if isinstance(content, str) else json.dumps(content), encoding="utf-8", newline=""
    )
    return path


def _annotations(folder: Path, *specs: tuple[Any, Any]) -> Path:
    rows = [json.dumps({"task_id": task_id, "eval": spec}) for task_id, spec in specs]
    return _write(folder, "annotations.jsonl", "\n".join(rows))


def _same_fingerprints(tasks: Path, annotations: Path, merged: Path) -> None:
    laid_over, inside = probatum.load_tasks(tasks, annotations), probatum.load_tasks(merged)
    assert [task.task_id for task in laid_over] == [task.task_id for task in inside]
    for left, right in zip(laid_over, inside, strict=True):
        assert left.verifier.fingerprint == right.verifier.fingerprint
        assert left.golds == right.golds
        assert left.intent == right.intent
        assert left.sites == right.sites


@pytest.mark.rule("ANS-E2", "ANS-F4")
def test_the_examples_merge_and_keep_their_fingerprints(repository: Path, tmp_path: Path) -> None:
    tasks, over = (repository / "examples" / name for name in ("tasks.json", "annotations.jsonl"))
    out = tmp_path / "merged.json"
    assert main(["answers", "merge", str(tasks), str(over), "--out", str(out)]) == 0
    _same_fingerprints(tasks, over, out)
    before, after = (json.loads(path.read_text(encoding="utf-8")) for path in (tasks, out))
    for old, new in zip(before, after, strict=True):
        assert [key for key in new if key != "gold"] == list(old)
        assert {key: new[key] for key in old if key != "eval"} == {
            k: v for k, v in old.items() if k != "eval"
        }


@pytest.mark.rule("ANS-F4")
def test_the_real_tasks_merge_and_keep_their_fingerprints(
    shared: Path, repository: Path, tmp_path: Path
) -> None:
    tasks = shared / "timewarp" / "tasks.json"
    over = repository / "packs" / "timewarp" / "annotations.jsonl"
    out = tmp_path / "merged.json"
    result = merge(tasks, over)
    out.write_text(result.text, encoding="utf-8", newline="")
    assert len(result.merged) >= 40
    assert len(result.merged) + len(result.unannotated) == 231
    _same_fingerprints(tasks, over, out)


def test_only_the_text_of_eval_changes(tmp_path: Path) -> None:
    text = (
        '[\n  { "task_id":7 , "intent": "caf\\u00e9?",\n'
        '    "metadata": {"big": 123456789012345678901234567890.10e+2},\n'
        '    "eval": {"eval_types": ["llm_judge"], "string_note": "\\ud83d\\ude00",'
        ' "reference_answers": {"fuzzy_match": "a tern"}},\n    "sites": [] },\n'
        '  {"eval": JUDGED, "task_id": "8", "intent": "x"}\n]\n'
    ).replace("JUDGED", json.dumps(JUDGED))
    tasks = _write(tmp_path, "tasks.json", text)
    merged = merge(tasks, _annotations(tmp_path, (7, TERN))).text
    head, tail = text[: text.index('{"eval_types"')], text[text.index(',\n    "sites"') :]
    assert merged.startswith(head)
    assert merged.endswith(tail)
    inside = json.loads(merged)[0]["eval"]
    assert inside == {
        "eval_types": ["string_match"],
        "string_note": "\U0001f600",
        "reference_answers": {"must_include": ["tern"], "fuzzy_match": "a tern"},
    }


def test_numbers_of_a_spec_stay_exact(tmp_path: Path) -> None:
    tasks = _write(tmp_path, "tasks.json", [{"task_id": 7, "intent": "?", "eval": JUDGED}])
    huge = "1" * 300
    spec = (
        EXACT.replace("105.460", f"105.460, {huge}")
        .replace('"value": ', '"values": [')
        .replace("}}}", "]}}}")
    )
    over = _write(tmp_path, "annotations.jsonl", f'{{"task_id": 7, "eval": {spec}}}')
    merged = merge(tasks, over).text
    assert f"[105.460, {huge}]" in merged
    _same_fingerprints(tasks, over, _write(tmp_path, "merged.json", merged))


def test_jsonl_stays_jsonl_and_its_lines_stay_where_they_are(tmp_path: Path) -> None:
    rows = [{"task_id": n, "intent": "?", "eval": JUDGED} for n in (1, 2, 3)]
    text = "\r\n".join(json.dumps(row) for row in rows) + "\r\n\r\n"
    tasks = _write(tmp_path, "tasks.jsonl", text)
    over = _annotations(tmp_path, (2, TERN), ("3", JUDGED))
    out = tmp_path / "merged.jsonl"
    assert main(["answers", "merge", str(tasks), str(over), "--out", str(out)]) == 0
    before, after = text.split("\n"), out.read_bytes().decode().split("\n")
    assert len(before) == len(after)
    assert (before[0], before[3:]) == (after[0], after[3:])
    _same_fingerprints(tasks, over, out)


def test_a_pretty_file_keeps_its_indentation_and_line_ends(tmp_path: Path) -> None:
    text = json.dumps([{"task_id": 7, "intent": "?", "eval": JUDGED, "sites": None}], indent="\t")
    tasks = _write(tmp_path, "tasks.json", text.replace("\n", "\r\n"))
    spec = {
        "eval_types": ["list_match"],
        "reference_answers": {"list_match": {"items": [["ebb"]], "forbidden": []}},
    }
    merged = merge(tasks, _annotations(tmp_path, (7, spec))).text
    after = json.loads(merged)
    assert after[0]["eval"]["reference_answers"]["fuzzy_match"] == "a tern"
    assert merged == json.dumps(after, indent="\t").replace("\n", "\r\n")


def test_the_gold_beside_a_judge_becomes_the_gold_of_the_task(tmp_path: Path) -> None:
    tasks = _write(
        tmp_path, "tasks.json", json.dumps([{"task_id": 7, "intent": "?", "eval": JUDGED}], indent=1)
    )
    over = _annotations(tmp_path, (7, {"eval_types": ["llm_judge"], "reference_answers": {}}))
    out = _write(tmp_path, "merged.json", merge(tasks, over).text)
    (task,) = json.loads(out.read_text(encoding="utf-8"))
    assert task["gold"] == "a tern"
    assert task["eval"]["reference_answers"] == {}
    _same_fingerprints(tasks, over, out)


def test_a_former_language_goes_and_a_new_one_comes(tmp_path: Path) -> None:
    row = {"task_id": 7, "intent": "?", "eval": {**JUDGED, "language": "ja"}}
    tasks = _write(tmp_path, "tasks.json", [row])
    over = _annotations(tmp_path, (7, TERN))
    _same_fingerprints(tasks, over, _write(tmp_path, "merged.json", merge(tasks, over).text))
    over = _annotations(tmp_path, (7, {**TERN, "language": "de"}))
    merged = _write(tmp_path, "merged.json", merge(tasks, over).text)
    _same_fingerprints(tasks, over, merged)
    assert json.loads(merged.read_text(encoding="utf-8"))[0]["eval"]["language"] == "de"


@pytest.mark.parametrize(
    "former", [{}, {"reference_answers": None}, {"reference_answers": []}, {"eval_types": 7}]
)
def test_whatever_stood_in_eval_the_result_can_be_read(former: dict[str, Any], tmp_path: Path) -> None:
    tasks = _write(tmp_path, "tasks.json", [{"task_id": 7, "intent": "?", "eval": former}])
    over = _annotations(tmp_path, (7, TERN))
    _same_fingerprints(tasks, over, _write(tmp_path, "merged.json", merge(tasks, over).text))


def test_an_annotation_without_a_task_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = _write(tmp_path, "tasks.json", [{"task_id": 7, "intent": "?", "eval": JUDGED}])
    over = _annotations(tmp_path, (7, TERN), (70, TERN))
    out = tmp_path / "merged.json"
    assert main(["answers", "merge", str(tasks), str(over), "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["merged"] == ["7"]
    assert [(d["code"], d["task"], d["line"]) for d in told["diagnostics"]] == [
        ("answer/annotation-without-task", "70", 2)
    ]


def test_a_fault_writes_nothing_and_leaves_what_is_there(tmp_path: Path) -> None:
    tasks = _write(tmp_path, "tasks.json", [{"task_id": 7, "intent": "?", "eval": JUDGED}])
    over = _annotations(
        tmp_path, (7, {"eval_types": ["string_match"], "reference_answers": {"must_includes": []}})
    )
    out = _write(tmp_path, "merged.json", "old")
    command = [sys.executable, "-m", "probatum", "answers", "merge", tasks, over, "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "document/unknown-key" in done.stderr
    assert "Traceback" not in done.stderr
    assert out.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "annotations.jsonl",
        "merged.json",
        "tasks.json",
    ]


@pytest.mark.parametrize(
    ("name", "code"), [("tasks.yaml", "document/not-json"), ("absent.json", "document/no-such-file")]
)
def test_what_cannot_be_merged_is_refused(name: str, code: str, tmp_path: Path) -> None:
    _write(tmp_path, "tasks.yaml", "- task_id: 7\n  intent: x\n  eval: {}\n")
    over = _annotations(tmp_path, (7, TERN))
    with pytest.raises(probatum.DocumentError) as caught:
        merge(tmp_path / name, over)
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]


@pytest.mark.parametrize("way", ["same", "other spelling", "symbolic link", "hard link", "annotations"])
def test_no_input_is_overwritten(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = _write(tmp_path, "tasks.json", [{"task_id": 7, "intent": "?", "eval": JUDGED}])
    over = _annotations(tmp_path, (7, TERN))
    out = tmp_path / "link.json"
    if way == "symbolic link":
        out.symlink_to(tasks)
    elif way == "hard link":
        out.hardlink_to(tasks)
    else:
        out = {"same": tasks, "annotations": over}.get(way, tmp_path / ".." / tmp_path.name / tasks.name)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["answers", "merge", str(tasks), str(over), "--out", str(out)]) == 2
    assert "in use by another" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_merging_the_result_once_more_changes_nothing(tmp_path: Path) -> None:
    tasks = _write(tmp_path, "tasks.json", [{"task_id": 7, "intent": "?", "eval": JUDGED}])
    over = _annotations(tmp_path, (7, TERN))
    merged = _write(tmp_path, "merged.json", merge(tasks, over).text)
    (task,) = probatum.load_tasks(merged)
    assert task.kinds == ("string_match",)
    assert merge(merged, over).text == merged.read_text(encoding="utf-8")


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text('ab"\\é', max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    extras=st.lists(JSON_VALUES, min_size=1, max_size=3),
    indent=st.sampled_from([None, 1, 4, "\t"]),
    ascii_only=st.booleans(),
    chosen=st.sets(st.integers(0, 2)),
)
@pytest.mark.rule("ANS-F4")
def test_merging_changes_eval_and_nothing_else(
    extras: list[Any],
    indent: Any,
    ascii_only: bool,
    chosen: set[int],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("merge")
    rows = [{"task_id": n, "metadata": {"x": x}, "eval": JUDGED, "intent": "?"} for n, x in enumerate(extras)]
    text = json.dumps(rows, indent=indent, ensure_ascii=ascii_only)
    tasks = _write(folder, "tasks.json", text)
    over = _annotations(folder, *((n, TERN) for n in sorted(chosen)), (99, TERN))
    result = merge(tasks, over)
    spec = {**TERN, "reference_answers": {**TERN["reference_answers"], "fuzzy_match": "a tern"}}
    wanted = [{**row, "eval": spec if row["task_id"] in chosen else JUDGED} for row in rows]
    assert parse_json(result.text.encode(), "merged").value == wanted
    assert result.text == json.dumps(wanted, indent=indent, ensure_ascii=ascii_only)
