"""The engine's case tables: boundaries of entries, verdicts, specs that are refused or read leniently."""

from __future__ import annotations

from typing import Any

import pytest

import probatum
from probatum.answers.spec import read_spec
from tests.cases import load_cases


def _entry_spec(entry: str) -> dict[str, Any]:
    return {"eval_types": ["string_match"], "reference_answers": {"must_include": [entry]}}


@pytest.mark.parametrize("case", load_cases("answers/boundaries"))
def test_an_entry_is_found_where_it_stands_and_nowhere_else(case: dict[str, Any]) -> None:
    verifier = probatum.compile_spec(_entry_spec(case["entry"]))
    assert verifier.verify(case["text"]).verified is case["found"]
    assert (verifier.outcome(case["text"]) == "verified") is case["found"]


@pytest.mark.parametrize("case", load_cases("answers/verdicts"))
def test_a_verdict_has_its_outcome_its_deciding_reason_and_its_spans(case: dict[str, Any]) -> None:
    verifier = probatum.compile_spec(case["eval"])
    verdict = verifier.verify(case["answer"])
    assert verdict.outcome == case["outcome"]
    assert verifier.outcome(case["answer"]) == case["outcome"]
    named = [reason for reason in verdict.reasons if reason.code == case.get("code")]
    assert named or "code" not in case
    if "spans" in case:
        spans = [span for reason in named or verdict.reasons for span in reason.spans]
        assert [case["answer"][start:end] for start, end in spans] == case["spans"]


@pytest.mark.parametrize("case", load_cases("answers/bad_specs"))
def test_a_faulty_spec_is_refused_with_code_place_and_fix(case: dict[str, Any]) -> None:
    with pytest.raises(probatum.SpecError) as caught:
        probatum.compile_spec(case["eval"])
    places = {(d.code, d.place.pointer): d for d in caught.value.diagnostics}
    assert (case["code"], case["pointer"]) in places
    assert case.get("fix", "") in places[case["code"], case["pointer"]].fix
    assert all(d.message and d.fix for d in caught.value.diagnostics)
    assert len(places) == 1 or "only" not in case, "other faults that only follow from it"


@pytest.mark.parametrize("case", load_cases("answers/lenient"))
def test_a_published_form_is_read_leniently_and_said_so(case: dict[str, Any]) -> None:
    verifier = probatum.compile_spec(case["eval"])
    assert (case["code"], case["pointer"]) in [(d.code, d.place.pointer) for d in verifier.warnings]
    assert [verifier.verify(answer).outcome for answer in case["passes"]] == ["verified"] * len(
        case["passes"]
    )
    assert [verifier.verify(answer).outcome for answer in case["fails"]] == ["refuted"] * len(case["fails"])


@pytest.mark.parametrize("case", load_cases("answers/quiet"))
def test_a_spec_that_says_what_it_means_is_read_without_a_warning(case: dict[str, Any]) -> None:
    verifier = probatum.compile_spec(case["eval"])
    assert verifier.warnings == ()
    for answers, outcome in ((case["passes"], "verified"), (case["fails"], "refuted")):
        assert [verifier.verify(answer).outcome for answer in answers] == [outcome] * len(answers)


@pytest.mark.rule("ANS-C5")
def test_two_tolerances_are_accepted_in_a_published_file_only() -> None:
    spec = {
        "eval_types": ["number_match"],
        "reference_answers": {"number_match": {"value": 100, "abs_tolerance": 1, "rel_tolerance": 0.1}},
    }
    with pytest.raises(probatum.SpecError, match="both-tolerances"):
        read_spec(spec)
    assert [d.code for d in read_spec(spec, published=True).warnings] == ["answer/lenient-both-tolerances"]
