"""The catalogue of codes against the code that emits them, and its examples against the engine."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import probatum
from probatum.codes import Code, FaultExample, ReasonExample, catalogue, nearest
from probatum.documents import parse_json, parse_jsonl, parse_yaml
from probatum.errors import DocumentError
from probatum.reports.explain_code import example_parts, plain
from probatum.service.check import all_diagnostics, check
from probatum.service.lint import lint
from probatum.service.merge import merge
from probatum.service.review_apply import apply
from probatum.service.scoring import Scoring, score_answers
from probatum.service.verdict_diff import diff_verdicts
from scripts import codes_page
from tests.cases import read_cases

FULL = re.compile(r"(?:document|answers?|verdicts|review|file|journal)/[a-z]+(?:-[a-z0-9]+)*")
SHORT = re.compile(r"[a-z]+(?:-[a-z0-9]+)*")
REASON = re.compile(r"[a-z]+(?:_[a-z]+)*")
# Functions that are given the code of a fault without its area, and at which position.
FAULT_MAKERS = {"add": 0, "fault": 0, "_fault": 0, "fail": 0, "_refuse": 0, "refuse": 0, "EscapeFault": 1}
SHOWN_ONLY = {"shell"}


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _texts(node: ast.AST | None) -> Iterator[str]:
    for part in ast.walk(node) if node is not None else ():
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _trees(repository: Path) -> dict[str, ast.Module]:
    package = repository / "src" / "probatum"
    paths = sorted(package.rglob("*.py"))
    return {
        path.relative_to(package).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths
    }


def _argument(call: ast.Call, position: int) -> ast.AST | None:
    named = next((keyword.value for keyword in call.keywords if keyword.arg == "code"), None)
    return named if named is not None or len(call.args) <= position else call.args[position]


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [a.arg for a in function.args.args if a.arg not in ("self", "cls")]


def _calls(tree: ast.AST, makers: dict[str, int]) -> Iterator[tuple[ast.Call, ast.AST | None]]:
    """Yields the calls of makers, each with the expression of the code it is given."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node) in makers:
            yield node, _argument(node, makers[_name(node)])
        elif isinstance(node, ast.Call) and _name(node) == "new_tuple" and len(node.args) == 2:
            made, fields = node.args
            if isinstance(made, ast.Name) and made.id in makers and isinstance(fields, ast.Tuple):
                yield node, fields.elts[makers[made.id]]


def _reason_makers(trees: dict[str, ast.Module]) -> dict[str, int]:
    """`Reason`, and every function that hands one of its parameters on as the code of a reason."""
    makers = {"Reason": 0}
    functions = [n for tree in trees.values() for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    known = 0
    while known < len(makers):
        known = len(makers)
        for function in functions:
            for _, code in _calls(function, makers):
                if isinstance(code, ast.Name) and code.id in _parameters(function):
                    makers[function.name] = _parameters(function).index(code.id)
    return makers


def _emitted(trees: dict[str, ast.Module]) -> set[str]:
    """Every code that the sources can emit, read from their string literals."""
    found: set[str] = set()
    reason_makers = _reason_makers(trees)
    for name, tree in trees.items():
        found |= {text for text in _texts(tree) if FULL.fullmatch(text)}
        if not name.startswith("text/"):
            for _, code in _calls(tree, FAULT_MAKERS):
                found |= {f"document/{text}" for text in _texts(code) if SHORT.fullmatch(text)}
        for _, code in _calls(tree, reason_makers):
            found |= {text for text in _texts(code) if REASON.fullmatch(text)}
    return found


def test_every_code_that_can_be_emitted_is_explained_and_no_other(repository: Path) -> None:
    emitted, known = _emitted(_trees(repository)), set(catalogue())
    assert sorted(emitted - known) == [], "add these to src/probatum/codes/"
    assert sorted(known - emitted) == [], "nothing emits these: remove them from src/probatum/codes/"


def test_no_reason_is_given_behind_the_back_of_this_test(repository: Path) -> None:
    trees = _trees(repository)
    makers = _reason_makers(trees)
    hidden = []
    for name, tree in trees.items():
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for call, code in _calls(function, makers):
                    handed_on = isinstance(code, ast.Name) and code.id in _parameters(function)
                    if not handed_on and not any(_texts(code)):
                        hidden.append(f"{name}:{call.lineno} {ast.unparse(call)[:80]}")
    assert hidden == [], "name the code where the reason is made, or take it as a parameter"


def test_every_code_that_a_case_expects_is_explained() -> None:
    expected = {case["code"] for _, case in read_cases() if isinstance(case.get("code"), str)}
    assert expected
    assert sorted(expected - set(catalogue())) == []


@pytest.mark.parametrize("code", catalogue().values(), ids=catalogue())
def test_an_explanation_is_complete_and_in_sentences(code: Code) -> None:
    severities, effects = {"error", "warning", "info"}, {"supports", "refutes", "undecided", "error"}
    assert code.effect in (severities if "/" in code.code else effects)
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
            case "answers" | "csv":
                return _codes_of_answers(data, folder, "csv" if kind == "csv" else "jsonl")
            case "verdicts":
                (folder / "given.jsonl").write_bytes(data)
                diff_verdicts(str(folder / "given.jsonl"), str(folder / "given.jsonl"))
            case "decisions":
                return _codes_of_decisions(data, folder)
            case "task" | "annotation" | "annotated" | "merge":
                return _codes_of_tasks(kind, text, folder)
            case "trap":
                return _codes_of_traps(text, folder)
            case _:
                raise AssertionError(f"an example of an unknown kind: {kind}")
    except DocumentError as error:
        return {diagnostic.code for diagnostic in error.diagnostics}
    return set()


def _codes_of_answers(data: bytes, folder: Path, suffix: str) -> set[str]:
    tasks, answers, out = (folder / name for name in ("tasks.json", f"answers.{suffix}", "out.jsonl"))
    spec = {"eval_types": ["llm_judge"], "reference_answers": {}}
    tasks.write_text(json.dumps([{"task_id": 7, "intent": "Which?", "eval": spec}]), encoding="utf-8")
    answers.write_bytes(data)
    scoring = Scoring(answers=str(answers), out=str(out))
    summary = score_answers(probatum.load_tasks(tasks), scoring)
    found = {fault.code for fault in summary.faults}
    if summary.unknown:
        with pytest.raises(DocumentError) as caught:
            score_answers(probatum.load_tasks(tasks), replace(scoring, strict=True))
        found |= {fault.code for fault in caught.value.diagnostics}
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return found | {reason["code"] for row in rows for reason in row["reasons"]} - {"judge_required"}


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


def _codes_of_decisions(data: bytes, folder: Path) -> set[str]:
    spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}}
    annotation = {"task_id": 7, "eval": spec, "confidence": "low", "negative_examples": ["A gull."]}
    given, over = folder / "given.jsonl", folder / "over.jsonl"
    given.write_bytes(data)
    over.write_text(json.dumps(annotation), encoding="utf-8")
    result = apply(str(given), str(over), date(2026, 12, 1))
    return {diagnostic.code for one in result.refused for diagnostic in one.diagnostics}


def _codes_of_traps(text: str, folder: Path) -> set[str]:
    given = folder / "given.jsonl"
    given.write_text(text, encoding="utf-8")
    return {diagnostic.code for diagnostic in all_diagnostics(check(lint(given)))}


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
    found = _codes_of(example.kind, example.good, "utf-8", tmp_path)
    if example.kind == "trap":
        # An annotation that shows one trap is cut short, and may have others.
        found &= {code.code}
    assert found == set()


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
