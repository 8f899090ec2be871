"""The verifier from Python: what it takes, what it refuses, what stands in a verdict."""

from __future__ import annotations

import itertools
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probatum
from probatum.answers.numbers import NumberMention
from probatum.answers.occurrences import assign, without_nested
from probatum.answers.reply import Range
from probatum.answers.spec import read_spec
from probatum.answers.verifiers.number_match import Interval, SortedNumbers

SPEC: dict[str, Any] = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["Alaska"]}}


@pytest.mark.rule("ANS-F1")
def test_an_answer_that_is_too_large_decides_nothing() -> None:
    verifier = probatum.compile_spec(SPEC, max_answer_bytes=100)
    assert verifier.verify("Alaska " + "a" * 93).verified
    verdict = verifier.verify("Alaska " + "a" * 94)
    assert verdict.outcome == verifier.outcome("Alaska " + "a" * 94) == "inconclusive"
    assert [reason.code for reason in verdict.reasons] == ["answer_too_large"]
    assert verifier.outcome("Alaska " + "é" * 47) == "inconclusive", "the limit counts bytes"


@pytest.mark.rule("ANS-F1")
def test_the_default_limit_is_four_mebibytes() -> None:
    verifier = probatum.compile_spec(SPEC)
    assert verifier.outcome("Alaska" + " " * ((4 << 20) - 6)) == "verified"
    assert verifier.outcome("Alaska" + " " * ((4 << 20) - 5)) == "inconclusive"


@pytest.mark.rule("ANS-F1")
@pytest.mark.parametrize("answer", [5, 5.0, True, b"Alaska", ["Alaska"], {"answer": "Alaska"}])
def test_an_answer_that_is_not_text_is_bad_input(answer: Any) -> None:
    for call in (probatum.compile_spec(SPEC).verify, probatum.compile_spec(SPEC).outcome):
        with pytest.raises(probatum.AnswerTypeError, match="text or None"):
            call(answer)


def test_a_lone_surrogate_is_text_like_any_other() -> None:
    assert probatum.compile_spec(SPEC).verify("Alaska \ud800").verified


@pytest.mark.rule("ANS-F4")
def test_the_fingerprint_names_what_decides_and_nothing_else() -> None:
    def fingerprint(**changes: Any) -> str:
        return probatum.compile_spec({**SPEC, **changes}).fingerprint

    def number(value: Any) -> str:
        spec = {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": value}}}
        return probatum.compile_spec(spec).fingerprint

    assert fingerprint() == fingerprint(language="en")
    assert fingerprint() != fingerprint(language="de")
    kept = {"must_include": ["Alaska"], "fuzzy_match": "Alaska, I think"}
    assert fingerprint() == fingerprint(reference_answers=kept), "a kept gold decides nothing"
    assert number(1) == number(1.0)
    assert number(10**30) != number(10**30 + 1)
    assert number(0.1) != number(0.1000000001)


@pytest.mark.rule("ANS-F4")
def test_every_verdict_carries_fingerprint_and_rules_version() -> None:
    verifier = probatum.compile_spec(SPEC)
    for answer in ("Alaska", "Hawaii", "", None):
        verdict = verifier.verify(answer)
        assert (verdict.spec, verdict.rules_version) == (verifier.fingerprint, probatum.RULES_VERSION)
        assert verdict.to_dict()["spec"] == verifier.fingerprint


@pytest.mark.rule("ANS-F2")
def test_every_part_of_a_spec_has_its_reason() -> None:
    spec = {
        "eval_types": ["string_match", "number_match", "list_match"],
        "reference_answers": {
            "must_include": ["Alaska", "state"],
            "must_exclude": ["Hawaii"],
            "number_match": {"values": [49, 1959]},
            "list_match": {"items": [["Juneau"], ["Nome"]], "forbidden": ["Hilo"]},
        },
    }
    verdict = probatum.compile_spec(spec).verify(
        "Alaska became the 49th state; Hawaii followed. Juneau, Hilo."
    )
    assert [(reason.code, reason.pointer, reason.decides) for reason in verdict.reasons] == [
        ("entry_found", "/must_include/0", False),
        ("entry_found", "/must_include/1", False),
        ("excluded_found", "/must_exclude/0", True),
        ("number_found", "/number_match/values/0", False),
        ("number_missing", "/number_match/values/1", True),
        ("item_found", "/list_match/items/0", False),
        ("item_missing", "/list_match/items/1", True),
        ("forbidden_found", "/list_match/forbidden/0", True),
    ]


@pytest.mark.rule("ANS-E6")
def test_all_faults_of_a_spec_are_reported_at_once() -> None:
    spec = {
        "eval_types": ["string_match", "number_match"],
        "reference_answers": {
            "must_include": ["fine", "...", "^(a$"],
            "must_excludes": ["x"],
            "number_match": {"value": "7", "rel_tolerance": -1, "scop": "full"},
        },
    }
    with pytest.raises(probatum.SpecError) as caught:
        probatum.compile_spec(spec)
    assert sorted((d.code, d.place.pointer) for d in caught.value.diagnostics) == [
        ("answer/empty-entry", "/reference_answers/must_include/1"),
        ("answer/pattern-refused", "/reference_answers/must_include/2"),
        ("document/out-of-range", "/reference_answers/number_match/rel_tolerance"),
        ("document/unknown-key", "/reference_answers/must_excludes"),
        ("document/unknown-key", "/reference_answers/number_match/scop"),
        ("document/wrong-type", "/reference_answers/number_match/value"),
    ]


@pytest.mark.parametrize("spec", [None, [], "x", 5, {1: 2}, {"eval_types": {}, "reference_answers": []}])
def test_anything_that_is_no_spec_is_refused_with_diagnostics(spec: Any) -> None:
    with pytest.raises(probatum.SpecError) as caught:
        probatum.compile_spec(spec)
    assert caught.value.diagnostics


def test_a_spec_that_changes_after_compiling_changes_nothing() -> None:
    spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["Alaska"]}}
    verifier = probatum.compile_spec(spec)
    spec["reference_answers"]["must_include"][0] = "Hawaii"  # type: ignore[index]
    assert verifier.__reduce__()[1][0]["reference_answers"]["must_include"] == ["Alaska"]


def test_what_is_handed_out_changes_nothing() -> None:
    verifier = probatum.compile_spec(SPEC)
    handed: Any = verifier.spec
    handed["reference_answers"]["must_include"][0] = "Hawaii"
    handed["eval_types"] = ["llm_judge"]
    again = pickle.loads(pickle.dumps(verifier))  # noqa: S301 - made here
    assert verifier.spec == again.spec == SPEC
    assert (again.fingerprint, again.verify("Alaska")) == (verifier.fingerprint, verifier.verify("Alaska"))
    assert again.verify("Hawaii").outcome == "refuted"


@pytest.mark.parametrize("name", ["spec", "fingerprint", "language", "intent", "warnings", "kinds"])
def test_a_verifier_is_read_only(name: str) -> None:
    verifier = probatum.compile_spec(SPEC, intent="Which state?")
    before = getattr(verifier, name)
    with pytest.raises(AttributeError):
        setattr(verifier, name, None)
    with pytest.raises(AttributeError):
        delattr(verifier, name)
    assert getattr(verifier, name) == before


@pytest.mark.rule("ANS-A10")
def test_a_region_of_a_language_decides_nothing() -> None:
    verifiers = [probatum.compile_spec({**SPEC, "language": tag}) for tag in ("en", "EN", "en-GB")]
    assert {verifier.language for verifier in verifiers} == {"en"}
    assert len({verifier.fingerprint for verifier in verifiers}) == 1
    assert [verifier.spec["language"] for verifier in verifiers] == ["en", "EN", "en-GB"]


@pytest.mark.rule("ANS-E6")
@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"must_include": []}, "it has no entry."),
        ({"must_include": [], "scope": "full"}, "it has no entry."),
        ({"must_exclude": []}, "it has no entry."),
        ({"must_include": [], "must_exclude": ["Hawaii"]}, "it only excludes."),
    ],
)
def test_a_spec_that_demands_nothing_is_told_why(answers: dict[str, Any], why: str) -> None:
    with pytest.raises(probatum.SpecError) as caught:
        probatum.compile_spec({"eval_types": ["string_match"], "reference_answers": answers})
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.message.rpartition("; ")[2]) == ("answer/checks-nothing", why)


def _values(kind: str, answers: dict[str, Any], **more: Any) -> list[str]:
    """Returns the values that the diagnostics of a spec show."""
    try:
        found = read_spec(
            {"eval_types": [kind], "reference_answers": answers, **more}, published=True
        ).warnings
    except probatum.SpecError as error:
        found = tuple(error.diagnostics)
    return [diagnostic.value for diagnostic in found]


@pytest.mark.rule("ANS-E6")
def test_a_diagnostic_shows_what_it_is_about_as_json() -> None:
    both = {"value": 5, "abs_tolerance": 1, "rel_tolerance": 0.5}
    shown = '{"abs_tolerance": 1, "rel_tolerance": 0.5}'
    assert _values("string_match", {"must_include": ["...", "it's '"]}) == ['"..."']
    assert _values("string_match", {"must_include": ['^"(a$']}) == ['"^\\"(a$"']
    assert _values("string_match", {"must_include": ["it's|OR|so"]}) == ['"it\'s|OR|so"']
    assert _values("string_match", {"exact_match": "it's"}) == ['"it\'s"']
    assert _values("string_match", {"fuzzy_match": ["it's"]}) == ['["it\'s"]']
    assert _values("string_match", {"must_include": ["a"], "items": [["a"]]}) == ['"items"']
    assert _values("string_match", {"must_include": ["a"], "list_match": {}}) == ['"list_match"']
    assert _values("number_match", {"number_match": both}) == [shown]
    assert _values("number_match", {"number_match": {"values": [both]}})[1:] == [shown]
    assert _values("number_match", {"number_match": {"values": []}}) == ["[]"]
    assert _values("number_match", {"number_match": {"abs_tolerance": 1}}) == ['{"abs_tolerance": 1}']
    assert _values("list_match", {"list_match": {"items": [[]]}}) == ["[]"]
    assert _values("list_match", {"list_match": {"items": []}}) == ["[]"]
    assert _values("llm_judge", {}, language="English") == ['"English"']
    with pytest.raises(probatum.SpecError) as caught:
        read_spec({"eval_types": ["number_match"], "reference_answers": {"number_match": both}})
    assert [d.value for d in caught.value.diagnostics] == [shown]


def _best(found: list[list[Range]]) -> int:
    """Returns by trying everything how many items can have an occurrence of their own."""
    best = 0
    for choice in itertools.product(*[[None, *places] for places in found]):
        taken = [place for place in choice if place is not None]
        if len(taken) == len(set(taken)):
            best = max(best, len(taken))
    return best


@pytest.mark.rule("ANS-D4")
def test_items_that_share_occurrences_are_served_as_well_as_possible() -> None:
    places = [(0, 2), (3, 5), (6, 8)]
    subsets = [list(c) for n in range(4) for c in itertools.combinations(places, n)]
    for found in itertools.product(subsets, repeat=3):
        assigned = assign(found)
        given = [place for place in assigned if place is not None]
        assert len(given) == len(set(given)) == _best(list(found))
        assert all(place is None or place in found[i] for i, place in enumerate(assigned))


@pytest.mark.rule("ANS-D4")
def test_repeated_items_are_served_as_if_each_stood_alone() -> None:
    places = [(0, 2), (3, 5), (6, 8)]
    subsets = [list(c) for n in range(4) for c in itertools.combinations(places, n)]
    orders = [(0, 1, 0), (0, 0, 0, 1), (1, 0, 1), (0, 1, 2, 1, 0)]
    for found in itertools.product(subsets, repeat=3):
        for repeats in orders:
            kinds = found[: max(repeats) + 1]
            assigned = assign(kinds, repeats)
            given = [place for place in assigned if place is not None]
            assert len(given) == len(set(given)) == _best([found[item] for item in repeats])
            assert all(place is None or place in found[i] for i, place in zip(repeats, assigned, strict=True))


@pytest.mark.rule("ANS-D2")
def test_occurrences_that_items_share_are_given_out_in_the_order_of_the_items() -> None:
    x, y, z = ([(0, 1), (6, 7), (8, 9)], [(2, 3)], [(4, 5)])
    assert assign([x, sorted(x + y), z]) == [(0, 1), (2, 3), (4, 5)]
    assert assign([x, x], (0, 1, 0)) == x


@pytest.mark.rule("ANS-D1")
@pytest.mark.parametrize(("count", "outcome"), [(799, "refuted"), (800, "verified"), (5000, "verified")])
def test_items_that_are_the_same_are_counted(count: int, outcome: str) -> None:
    answers = {"list_match": {"items": [["ebb", "low water"]] * 800, "ordered": True}}
    verifier = probatum.compile_spec({"eval_types": ["list_match"], "reference_answers": answers})
    verdict = verifier.verify("ebb, " * count)
    assert verdict.outcome == verifier.outcome("ebb, " * count) == outcome
    spans = [span for reason in verdict.reasons if reason.code == "item_found" for span in reason.spans]
    assert spans == [(5 * i, 5 * i + 3) for i in range(min(count, 800))]
    missing = [reason.pointer for reason in verdict.reasons if reason.decides]
    assert missing == [f"/list_match/items/{i}" for i in range(count, 800)]


@pytest.mark.rule("ANS-D4")
def test_a_long_list_whose_items_share_spellings_is_served() -> None:
    """Each item but the last can only be served by what its successor leaves to it."""
    count = 1000
    items = [[f"tide{i}", f"tide{i + 1}"] for i in range(count)][::-1]
    verifier = probatum.compile_spec(
        {"eval_types": ["list_match"], "reference_answers": {"list_match": {"items": items}}}
    )
    assert verifier.verify(" ".join(f"tide{i}" for i in range(count))).verified
    verdict = verifier.verify(" ".join(f"tide{i}" for i in range(1, count)))
    assert [reason.expected for reason in verdict.reasons if reason.decides] == ["tide0 |OR| tide1"]


@pytest.mark.rule("ANS-D4")
def test_only_an_occurrence_inside_a_longer_one_is_dropped() -> None:
    found = [[(0, 5), (10, 15)], [(0, 9)], [(4, 12)], [(0, 9)]]
    assert without_nested(found) == [[(10, 15)], [(0, 9)], [(4, 12)], [(0, 9)]]


_VALUES = st.one_of(
    st.integers(-9, 9).map(Decimal),
    st.decimals(-9, 9, places=1),
    st.fractions(-9, 9, max_denominator=7),
    st.sampled_from([Decimal("1E+400"), Decimal("-1E-400"), Fraction(10**400, 3)]),
)


@pytest.mark.rule("ANS-C4")
@given(st.lists(_VALUES, max_size=12), st.integers(-9, 9), st.decimals(0, 9, places=1))
def test_sorted_numbers_give_the_number_that_is_read_first(
    values: list[Decimal | Fraction], value: int, tolerance: Decimal
) -> None:
    numbers = [NumberMention(number, place, place + 1, "") for place, number in enumerate(values)]
    interval = Interval.around(Decimal(value), tolerance, None)
    assert interval.first_of(SortedNumbers(numbers)) == interval.first_of(numbers)


@pytest.mark.rule("ANS-C1")
def test_many_values_among_many_numbers_are_found_where_they_are_read_first() -> None:
    values = [*range(3000, 0, -1), 5000]
    answers = {"number_match": {"values": values, "abs_tolerance": 0.5}}
    verifier = probatum.compile_spec({"eval_types": ["number_match"], "reference_answers": answers})
    text = "; ".join(f"{number}.25" for number in range(1, 3001)) + "; 7; 5000; 3"
    verdict = verifier.verify(text)
    assert verdict.verified
    assert verifier.outcome(text) == "verified"
    found = [text[start:end] for reason in verdict.reasons for start, end in reason.spans]
    assert found == [f"{value}.25" for value in range(3000, 0, -1)] + ["5000"]
    refuted = verifier.verify(text.replace("5000", "4000"))
    (missing,) = [reason for reason in refuted.reasons if reason.decides]
    assert missing.pointer == "/number_match/values/3000"
    assert missing.detail.startswith("read: 1.25, 2.25,")
    assert missing.detail.endswith("and 2991 more")
