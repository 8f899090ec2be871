"""Golds against their cases: what an answer key looks like."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.answers.gold import read_gold
from tests.cases import load_cases


@pytest.mark.parametrize("case", load_cases("golds"))
def test_golds_are_read(case: dict[str, Any]) -> None:
    gold = read_gold(case["golds"])
    assert gold.kind == case["kind"]
    assert (gold.is_hedged, gold.is_money, gold.is_rounded) == (
        case.get("hedged", False),
        case.get("money", False),
        case.get("rounded", False),
    )
    if "numbers" in case:
        assert [Fraction(value) for value in gold.numbers] == [Fraction(text) for text in case["numbers"]]
    if "tail" in case:
        assert gold.tail == case["tail"]
    if "members" in case:
        assert list(gold.members) == case["members"]


@given(st.lists(st.text(max_size=40), max_size=3))
@pytest.mark.rule("ANS-G7")
def test_reading_is_total(golds: list[str]) -> None:
    gold = read_gold(golds)
    assert (gold.kind == "none") == (not gold.folded)


@pytest.mark.parametrize("piece", [" ", "a, ", "yes, ", "is not ", "not ", "1", "aa1-", "and ", "1 million "])
@pytest.mark.rule("ANS-G7")
def test_a_gold_of_any_length_is_read(piece: str) -> None:
    assert read_gold([piece * 20_000]).kind
