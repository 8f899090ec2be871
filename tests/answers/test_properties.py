"""Properties of verdicts: total, pure, the same everywhere, with spans into the original answer."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probatum
from probatum.answers.reply import Reply

_WORDS = [
    "no",
    "yes",
    "10",
    "x-large",
    "large",
    "$9.99",
    "navy",
    "navy red",
    "C++",
    "2,010",
    "New York",
    "5 km",
]
_GLUE = [
    " ",
    "-",
    ", ",
    ".",
    ". ",
    "\n",
    "\n- ",
    "**",
    "*",
    "`",
    "_",
    "⁶",
    "½",
    "—",
    "(",
    ")",
    "'",
    "é",
    "ß",
    "|",
    "#",
]
_texts = st.lists(
    st.one_of(st.sampled_from(_WORDS), st.sampled_from(_GLUE), st.text(max_size=3)), max_size=12
).map("".join)
_entries = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=4, unique=True)
_scopes = st.sampled_from(["full", "first_sentence"])


@st.composite
def _specs(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(["string", "exact", "number", "list", "both"]))
    scope = draw(_scopes)
    number = {
        "number_match": {
            "values": draw(st.lists(st.sampled_from([10, 2010, 9.99, -5, 0.5]), min_size=1)),
            "scope": scope,
        }
    }
    include = {
        "must_include": draw(_entries),
        "must_exclude": draw(st.lists(st.just("navy red"), max_size=1)),
        "scope": scope,
    }
    listed = {"items": [[entry] for entry in draw(_entries)], "ordered": draw(st.booleans()), "scope": scope}
    parts: dict[str, tuple[list[str], dict[str, Any]]] = {
        "string": (["string_match"], include),
        "exact": (["string_match"], {"exact_match": draw(_entries), "scope": scope}),
        "number": (["number_match"], number),
        "list": (["list_match"], {"list_match": listed}),
        "both": (["string_match", "number_match"], {**include, **number}),
    }
    types, answers = parts[kind]
    return {"eval_types": types, "reference_answers": answers}


@pytest.mark.rule("ANS-F2", "ANS-A8", "ANS-F1")
@given(_specs(), _texts)
def test_every_answer_gets_a_verdict_with_spans_inside_it(spec: dict[str, Any], answer: str) -> None:
    verifier = probatum.compile_spec(spec)
    verdict = verifier.verify(answer)
    assert verdict.outcome in {"verified", "refuted"}
    assert verdict.outcome == verifier.outcome(answer), "the fast path must decide as the slow one does"
    assert verdict.verified is not any(reason.decides for reason in verdict.reasons)
    for reason in verdict.reasons:
        for start, end in reason.spans:
            assert 0 <= start <= end <= len(answer)
            assert reason.code in {"exact_equal"} or start < end
    json.dumps(verdict.to_dict())


@pytest.mark.rule("ANS-A8")
@given(_texts, st.data())
def test_a_span_points_at_text_that_folds_to_what_matched(answer: str, data: st.DataObject) -> None:
    entry = data.draw(st.sampled_from(["10", "no", "navy", "large"]))
    spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": [entry]}}
    for reason in probatum.compile_spec(spec).verify(answer).reasons:
        for start, end in reason.spans:
            assert entry in Reply(answer[start:end]).full.text.replace(" ", "")


@pytest.mark.rule("ANS-F3", "ANS-B1")
@given(_entries, _texts, st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter(entries: list[str], answer: str, random: Any) -> None:
    shuffled = list(entries)
    random.shuffle(shuffled)
    outcomes = set()
    for order in (entries, shuffled):
        for spec in (
            {"eval_types": ["string_match"], "reference_answers": {"must_include": order}},
            {
                "eval_types": ["list_match"],
                "reference_answers": {"list_match": {"items": [[e] for e in order]}},
            },
        ):
            outcomes.add((spec["eval_types"][0], probatum.compile_spec(spec).outcome(answer)))
    assert len(outcomes) == 2


@pytest.mark.rule("ANS-F3")
@given(_specs(), _texts)
def test_a_verifier_survives_pickling_and_answers_alike(spec: dict[str, Any], answer: str) -> None:
    verifier = probatum.compile_spec(spec)
    again = pickle.loads(pickle.dumps(verifier))  # noqa: S301 - our own bytes
    assert again.verify(answer) == verifier.verify(answer)
    assert again.fingerprint == verifier.fingerprint


@pytest.mark.rule("ANS-F3")
def test_threads_share_a_verifier() -> None:
    spec = {
        "eval_types": ["list_match"],
        "reference_answers": {"list_match": {"items": [["navy"], ["navy red"]]}},
    }
    verifier = probatum.compile_spec(spec)
    answers = ["navy, navy red", "navy red", "**navy** and navy-red", "no"] * 200
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(verifier.verify, answers)) == [verifier.verify(answer) for answer in answers]


_SCRIPT = """
import json, sys, probatum
for case in json.load(sys.stdin):
    print(json.dumps(probatum.compile_spec(case["eval"]).verify(case["answer"]).to_dict()))
"""


@pytest.mark.rule("ANS-F3", "ANS-F4")
def test_verdicts_are_the_same_in_every_process_locale_and_hash_seed() -> None:
    from tests.cases import read_cases

    cases = json.dumps([case for _, case in read_cases("answers/verdicts")])
    outputs = set()
    for seed, extra in (
        ("0", {}),
        ("1", {"LC_ALL": "C", "TZ": "Asia/Tokyo"}),
        ("4242", {"LANG": "tr_TR.UTF-8"}),
    ):
        env = {**os.environ, "PYTHONHASHSEED": seed, **extra}
        run = subprocess.run(
            [sys.executable, "-c", _SCRIPT], input=cases, env=env, capture_output=True, text=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    assert outputs.pop().count('"spec": "sha256:') == len(json.loads(cases))
