"""The traps against their cases: each fires where it should, at the right place, and is silent elsewhere."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.answers.task import AnnotationModel, join
from probatum.answers.traps import SET_TRAPS, TRAPS, Subject, find_set_traps, find_traps
from probatum.answers.verifier import AnswerVerifier
from probatum.documents import validate_value
from probatum.errors import DocumentError
from tests.cases import case_files, load_cases, read_cases

ENOUGH = 3


def subject_of(row: dict[str, Any]) -> Subject:
    """Returns the subject of an annotation row, of which a case gives only what matters."""
    model = validate_value({"task_id": 1, **row}, AnnotationModel)
    verifier = AnswerVerifier(model.eval, intent=model.intent, published=True)
    return Subject(join(None, model, verifier))


def code_of(place: str) -> str:
    """Returns the code that a case file is about: it is named after it."""
    return f"answer/{place.partition(':')[0].removeprefix('traps/').removesuffix('.jsonl')}"


CASES = [
    pytest.param(code_of(place), *parameter.values, id=parameter.id, marks=parameter.marks)
    for parameter, (place, _) in zip(load_cases("traps"), read_cases("traps"), strict=True)
]


@pytest.mark.parametrize(("code", "case"), CASES)
def test_a_trap_fires_where_it_should(code: str, case: dict[str, Any]) -> None:
    if "rows" in case:
        found = [
            f"{position}{finding.pointer}"
            for trap, position, finding in find_set_traps(map(subject_of, case["rows"]))
            if trap.code == code
        ]
    else:
        found = [f.pointer for trap, f in find_traps(subject_of(case["row"])) if trap.code == code]
    assert found == case["fires"]


@pytest.mark.parametrize("code", [trap.code for trap in (*TRAPS, *SET_TRAPS)])
def test_every_trap_has_cases_of_both_kinds(code: str) -> None:
    name = code.removeprefix("answer/")
    fires = Counter(bool(case["fires"]) for _, case in read_cases(f"traps/{name}"))
    assert fires[True] >= ENOUGH
    assert fires[False] >= ENOUGH


def test_every_case_file_is_named_after_a_trap() -> None:
    names = {trap.code.removeprefix("answer/") for trap in (*TRAPS, *SET_TRAPS)}
    assert {path.stem for path in case_files("traps")} == names


WORDS = ["yes", "no", "12", "Ravens", "or", "both", "neither", "**", "$", "|OR|", "^a.*$", ",", "(2)", "\n"]
TEXT = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=4)), max_size=8).map(" ".join)


@given(intent=TEXT, gold=TEXT, entry=TEXT, examples=st.lists(TEXT, max_size=4))
@pytest.mark.rule("ANS-G12")
def test_traps_are_total(intent: str, gold: str, entry: str, examples: list[str]) -> None:
    keys = {"must_include": [entry], "must_exclude": ["no"]}
    row = {
        "eval": {"eval_types": ["string_match"], "reference_answers": keys},
        "intent": intent,
        "gold": gold,
        "positive_examples": examples,
        "negative_examples": examples[::-1],
    }
    try:
        subject = subject_of(row)
    except DocumentError:
        return  # the entry is none, or a pattern that is refused
    findings = list(find_traps(subject))
    assert all(finding.message.endswith(".") and finding.fix for _, finding in findings)
    assert len({(trap.code, finding) for trap, finding in findings}) == len(findings)
