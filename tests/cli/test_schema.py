"""The schemas against the reader, on a shared corpus of good and bad documents."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import probatum
from probatum.cli import main
from probatum.documents import parse_json
from probatum.service.review_apply import apply
from probatum.service.schemas import DIALECT, SCHEMAS
from tests.cases import load_cases, read_cases

VALIDATORS = {kind: jsonschema.Draft202012Validator(schema()) for kind, schema in SCHEMAS.items()}


def _text(case: dict[str, Any]) -> str:
    return case["text"] if "text" in case else json.dumps(case["document"])


def _reader_accepts(kind: str, text: str, folder: Path) -> bool:
    """Says whether the readers take a document; warnings do not count."""
    try:
        if kind == "spec":
            probatum.compile_spec(parse_json(text.encode(), "spec").value)
            return True
        if kind == "decision":
            return _decision_is_applied(text, folder)
        given = folder / "given.json"
        if kind == "task":
            given.write_text(f"[{text}]", encoding="utf-8")
            return len(probatum.load_tasks(given)) == 1
        given.write_text(f"[{text}]", encoding="utf-8")
        tasks = folder / "tasks.json"
        task_id = json.loads(text).get("task_id")
        task = {
            "task_id": task_id,
            "intent": "?",
            "eval": {"eval_types": ["llm_judge"], "reference_answers": {}},
        }
        tasks.write_text(json.dumps([task]), encoding="utf-8")
        (loaded,) = probatum.load_tasks(tasks, given)
    except probatum.DocumentError:
        return False
    return loaded.annotated


def _decision_is_applied(text: str, folder: Path) -> bool:
    annotations, decisions = folder / "annotations.jsonl", folder / "decisions.jsonl"
    spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}}
    annotation = {"task_id": 7, "eval": spec, "positive_examples": ["A tern."]}
    annotations.write_text(json.dumps(annotation), encoding="utf-8")
    decisions.write_text(text, encoding="utf-8")
    return not apply(str(decisions), str(annotations), date(2026, 12, 1)).refused


@pytest.mark.parametrize("case", load_cases("schema"))
def test_schema_and_reader_agree(case: dict[str, Any], tmp_path: Path) -> None:
    text = _text(case)
    assert _reader_accepts(case["kind"], text, tmp_path) is case["accepted"]
    faults = [error.message for error in VALIDATORS[case["kind"]].iter_errors(json.loads(text))]
    assert (not faults) is case.get("schema_accepts", case["accepted"]), faults


def test_the_corpus_is_large_and_names_where_the_two_differ() -> None:
    cases = [case for _, case in read_cases("schema")]
    assert len(cases) >= 60
    assert {case["kind"] for case in cases} == set(SCHEMAS)
    differing = [
        case for case in cases if case.get("schema_accepts", case["accepted"]) is not case["accepted"]
    ]
    # A schema may only ever be too lenient, and each such case says why.
    assert all(case["schema_accepts"] and ("schema" in case["why"].lower()) for case in differing)
    assert 0 < len(differing) < len(cases) / 10


@pytest.mark.parametrize("kind", SCHEMAS)
def test_a_schema_is_valid_described_and_stable(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", kind]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["$schema"] == DIALECT
    jsonschema.Draft202012Validator.check_schema(schema)
    undescribed = [name for name, prop in schema["properties"].items() if prop and "description" not in prop]
    assert undescribed == []
    references = {part["$ref"] for part in _parts(schema) if "$ref" in part}
    assert references
    assert all(reference.removeprefix("#/$defs/") in schema["$defs"] for reference in references)
    assert main(["schema", kind, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == schema


def _parts(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, dict):
        return [node, *(part for value in node.values() for part in _parts(value))]
    return [part for item in node for part in _parts(item)] if isinstance(node, list) else []


@pytest.mark.parametrize("kind", ["task", "annotation"])
def test_the_examples_of_the_repository_are_accepted(kind: str, repository: Path) -> None:
    examples = repository / "examples"
    if kind == "task":
        rows = json.loads((examples / "tasks.json").read_text(encoding="utf-8"))
    else:
        lines = (examples / "annotations.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line) for line in lines]
    assert len(rows) > 40
    assert [row["task_id"] for row in rows if not VALIDATORS[kind].is_valid(row)] == []


def test_an_unknown_kind_is_bad_usage() -> None:
    command = [sys.executable, "-m", "probatum", "schema", "specs"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "spec" in done.stderr
    assert "Traceback" not in done.stderr
