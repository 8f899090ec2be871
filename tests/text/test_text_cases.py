"""Runs the cases of `tests/cases/text`: markup, folding, sentences."""

from __future__ import annotations

from typing import Any

import pytest

from probatum.text.folding import fold, fold_text
from probatum.text.markup import strip
from probatum.text.sentences import first_sentence, sentences
from tests.cases import load_cases


@pytest.mark.parametrize("case", load_cases("text/markup"))
def test_markup_is_taken_off(case: dict[str, Any]) -> None:
    marked = strip(case["answer"])
    text = marked.aligned.text
    assert text == case["text"]
    if "headings" in case:
        assert [text[start:end] for start, end in marked.headings] == case["headings"]
    if "find" in case:
        place = text.index(case["find"])
        start, end = marked.aligned.span(place, place + len(case["find"]))
        assert case["answer"][start:end] == case["source"]


@pytest.mark.parametrize("case", load_cases("text/folding"))
def test_text_is_folded(case: dict[str, Any]) -> None:
    assert fold_text(case["text"]) == case["folded"]
    assert fold(case["text"]).text == case["folded"]


@pytest.mark.parametrize("case", load_cases("text/sentences"))
def test_the_leading_sentence_is_found(case: dict[str, Any]) -> None:
    marked = strip(case["answer"])
    text = marked.aligned.text
    language = case.get("language", "en")
    end = first_sentence(text, marked.headings, language)
    assert text[:end] == case["first"]
    if end:
        assert end in [stop for _, stop in sentences(text, language=language)]
