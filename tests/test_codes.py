"""The catalogue of codes against the code that emits them, and its examples against the engine."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import probatum
from probatum.codes import Code, FaultExample, ReasonExample, catalogue, nearest
from probatum.documents import parse_json, parse_jsonl, parse_yaml
from probatum.errors import DocumentError
from probatum.reports.explain_code import example_parts, plain
from probatum.service.merge import merge
from scripts import codes_page
from tests.cases import read_cases

FULL = re.compile(r"(?:document|answer|file|journal)/[a-z]+(?:-[a-z0-9]+)*")
SHORT = re.compile(r"[a-z]+(?:-[a-z0-9]+)*")
REASON = re.compile(r"[a-z]+(?:_[a-z]+)+")
# Functions whose first argument is the code of a fault, without its area in the readers of documents.
FAULT_MAKERS = {"add", "fault", "_fault", "fail", "_fail", "_refuse"}
REASON_MAKERS = {"Reason": 0, "_early": 1}
SHOWN_ONLY = {"shell"}


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _texts(node: ast.AST | None) -> Iterator[str]:
    for part in ast.walk(node) if node is not None else ():
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _emitted(repository: Path) -> set[str]:
    """Every code that the sources can emit, read from their string literals."""
    package = repository / "src" / "probatum"
    found: set[str] = set()
    for path in sorted(package.rglob("*.py")):
        area = path.relative_to(package).parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and FULL.fullmatch(node.value):
                found.add(node.value)
            if not isinstance(node, ast.Call) or area == "text":
                continue
            name = _name(node)
            if name in FAULT_MAKERS:
                found |= {f"document/{text}" for text in _texts(_first(node, 0)) if SHORT.fullmatch(text)}
            if name in REASON_MAKERS:
                found |= {
                    text for text in _texts(_first(node, REASON_MAKERS[name])) if REASON.fullmatch(text)
                }
    return found


def _first(call: ast.Call, position: int) -> ast.AST | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
    return named if named is not None or len(call.args) <= position else call.args[position]


def test_every_code_that_can_be_emitted_is_explained_and_no_other(repository: Path) -> None:
    emitted, known = _emitted(repository), set(catalogue())
    assert sorted(emitted - known) == [], "add these to src/probatum/codes/"
    assert sorted(known - emitted) == [], "nothing emits these: remove them from src/probatum/codes/"


def test_every_code_that_a_case_expects_is_explained() -> None:
    expected = {case["code"] for _, case in read_cases() if isinstance(case.get("code"), str)}
    assert expected
    assert sorted(expected - set(catalogue())) == []


@pytest.mark.parametrize("code", catalogue().values(), ids=catalogue())
def test_an_explanation_is_complete_and_in_sentences(code: Code) -> None:
    effects = {"error", "warning"} if "/" in code.code else {"supports", "refutes", "undecided", "error"}
    assert code.effect in effects
    assert not code.title.endswith(".")
    assert re.match(r"[A-Z`]", code.meaning)
    assert code.meaning.endswith((".", ".)"))
    assert re.match(r"[A-Z`]", code.fix)
    assert code.fix.endswith((".", ".)"))
    assert all(text.strip() or code.code == "document/empty" for _, text, _ in example_parts(code))
    assert code.title in plain(code)
    assert code.to_dict()["area"] == code.area


def _codes_of(kind: str, text: str, encoding: str, folder: Path) -> set[str]:
    """The codes that a text gives, read as what it is."""
    data = text.encode(encoding)
    try:
        match kind:
            case "json":
                parse_json(data, "example.json")
            case "jsonl":
                parse_jsonl(data, "example.jsonl")
            case "yaml":
                parse_yaml(data, "example.yaml")
            case "python":
                probatum.compile_spec(eval(text))  # noqa: S307 - our own catalogue
            case "spec":
                return {d.code for d in probatum.compile_spec(json.loads(text)).warnings}
            case "task" | "annotation" | "annotated" | "merge":
                return _codes_of_tasks(kind, text, folder)
            case _:
                raise AssertionError(f"an example of an unknown kind: {kind}")
    except DocumentError as error:
        return {diagnostic.code for diagnostic in error.diagnostics}
    return set()


def _codes_of_tasks(kind: str, text: str, folder: Path) -> set[str]:
    given = folder / ("given.json" if kind in ("task", "merge") else "given.jsonl")
    given.write_text(text, encoding="utf-8")
    if kind == "merge":
        annotation = {"task_id": 7, "eval": {"eval_types": ["llm_judge"], "reference_answers": {}}}
        over = folder / "over.json"
        over.write_text(json.dumps([annotation]), encoding="utf-8")
        return {d.code for d in merge(given, over).diagnostics}
    if kind != "annotated":
        return {d.code for d in probatum.load_tasks(given).diagnostics}
    tasks = folder / "tasks.json"
    task = {"task_id": 7, "intent": "Which?", "eval": {"eval_types": ["llm_judge"], "reference_answers": {}}}
    tasks.write_text(json.dumps([task]), encoding="utf-8")
    return {d.code for d in probatum.load_tasks(tasks, given).diagnostics}


FAULTS = [
    pytest.param(code, code.example, id=code.code)
    for code in catalogue().values()
    if isinstance(code.example, FaultExample) and code.example.kind not in SHOWN_ONLY
]
REASONS = [
    pytest.param(code, code.example, id=code.code)
    for code in catalogue().values()
    if isinstance(code.example, ReasonExample)
]


@pytest.mark.parametrize(("code", "example"), FAULTS)
def test_a_bad_example_gives_its_code_and_the_good_one_nothing(
    code: Code, example: FaultExample, tmp_path: Path
) -> None:
    assert code.code in _codes_of(example.kind, example.bad, example.encoding, tmp_path)
    assert _codes_of(example.kind, example.good, "utf-8", tmp_path) == set()


@pytest.mark.parametrize(("code", "example"), REASONS)
@pytest.mark.rule("ANS-F2")
def test_a_reason_comes_for_its_example_and_not_for_the_contrast(code: Code, example: ReasonExample) -> None:
    limit = {} if example.max_answer_bytes is None else {"max_answer_bytes": example.max_answer_bytes}
    verifier = probatum.compile_spec(json.loads(example.spec), **limit)
    verdict = verifier.verify(example.answer)
    (reason,) = [reason for reason in verdict.reasons if reason.code == code.code][:1]
    assert reason.decides is (code.effect != "supports")
    outcomes = {"refutes": "refuted", "undecided": "inconclusive", "supports": "verified"}
    assert verdict.outcome == outcomes[code.effect]
    if example.contrast is not None:
        assert code.code not in {reason.code for reason in verifier.verify(example.contrast).reasons}


def test_the_page_of_the_documentation_is_current() -> None:
    assert codes_page.PAGE.read_text(encoding="utf-8") == codes_page.page(), (
        "run python scripts/codes_page.py"
    )


@pytest.mark.parametrize(
    ("mistyped", "meant"),
    [
        ("document/unkown-key", "document/unknown-key"),
        ("unknown-key", "document/unknown-key"),
        ("ENTRY_MISSING", "entry_missing"),
        ("entry-missing", "entry_missing"),
        ("checks_nothing", "answer/checks-nothing"),
    ],
)
def test_a_mistyped_code_is_told_its_neighbour(mistyped: str, meant: str) -> None:
    assert meant in nearest(mistyped)


def test_nonsense_has_no_neighbour() -> None:
    assert nearest("qqqqqqqq") == []
    assert nearest("x" * 1_000_000) == []
