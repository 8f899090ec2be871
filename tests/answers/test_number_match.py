"""A verdict without evidence reads values alone, and is the verdict with evidence all the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum import compile_spec

_VALUES = st.lists(st.sampled_from([0.5, 1, 2, 3, 7, 12.25, 1000]), min_size=1, max_size=20)
_LIMITS = st.one_of(
    st.fixed_dictionaries({}, optional={"abs_tolerance": st.just(0.25), "max_distinct": st.integers(7, 9)}),
    st.fixed_dictionaries({"rel_tolerance": st.just(0.05)}),
)
_WORDS = [
    "1/3",
    "½",
    "1,000",
    "12.25",
    "three",
    "one",
    "no one",
    "first,",
    "a thousand",
    "thousand",
    "-1",
    "of",
]
_REPLIES = st.lists(
    st.sampled_from([*_WORDS, "the", "2", "3.", "7", "point", "and", "**7**", "FIN3"]), max_size=40
)


@pytest.mark.rule("ANS-C1", "ANS-C5", "ANS-D7")
@given(_VALUES, _LIMITS, _REPLIES)
def test_the_outcome_alone_is_that_of_the_verdict(
    values: list[float], limits: dict[str, Any], words: list[str]
) -> None:
    number_match = {"values": values} | limits
    verifier = compile_spec(
        {"eval_types": ["number_match"], "reference_answers": {"number_match": number_match}}
    )
    reply = " ".join(words)
    assert verifier.outcome(reply) is verifier.verify(reply).outcome
