"""The reading of questions against its cases: options, both and neither, an order, yes or no."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.answers.entries import fold_entry
from probatum.answers.question import Question, read_question
from tests.cases import load_cases


@pytest.mark.parametrize("case", load_cases("questions"))
def test_a_question_is_read_as_it_is_meant(case: dict[str, Any]) -> None:
    question = read_question(case["intent"], case.get("instructions", ""))
    found = {key: getattr(question, key) for key in case["expected"]}
    expected = {k: tuple(v) if isinstance(v, list) else v for k, v in case["expected"].items()}
    assert found == expected


WORDS = (
    "which|Which of|is|or|and|both|neither|between|in order|if so|say|the|(1)|(a)|:|,|?|.|\n|\"|'|1. a\n"
    "|Raven|the following|\ue000|\ue0010"
).split("|")
TEXT = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=30).map(" ".join)


@given(intent=TEXT, instructions=TEXT)
@pytest.mark.rule("ANS-G1", "ANS-G4")
def test_reading_is_total_and_its_options_are_folded(intent: str, instructions: str) -> None:
    question = read_question(intent, instructions)
    assert all(option and fold_entry(option) == option for option in question.options)
    assert len(set(question.options)) == len(question.options)
    assert question.hints_order or not question.wants_order
    assert question.options or not question.offers_both


@pytest.mark.rule("ANS-G1")
def test_without_an_intent_nothing_is_asked() -> None:
    assert read_question("") == Question("")
