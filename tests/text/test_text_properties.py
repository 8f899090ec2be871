"""What holds for every text: total, linear, idempotent, and spans that point into the original."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.text import inline
from probatum.text.aligned import Aligned
from probatum.text.fold_table import FOLDED
from probatum.text.folding import fold, fold_text, folds_in_place
from probatum.text.languages import language_of
from probatum.text.markup import _strip_blocks, _strip_line, is_plain, strip
from probatum.text.sentences import _ends_once, _leading_end, _plain_end, first_sentence, sentences
from tests.text.hostile import hostile_texts

MARKUP = (
    "* ** *** _ __ ~~ ` `` ``` ~~~ # ## > - + • 1. 2. 5) [ ] ( ) ![ [x] [6] [^1] [a]: ](u) | |-| --- ==="
    " \\ \\( \\) \\[ \\] \\boxed{ } { $ $$ < > <b> </b> <br> <p> <h2> </h2> <td> <!-- --> <script> </script>"
    " & &amp; &#42; :// ~ {,} \\, \\frac{1}{2} \\pm ^\\circ ^{\\circ} \\left("
)
WORDS = (
    ". ! ? … 。 : ; U.S. Dr. No. e.g. A. 10 3.14 the The Paris yes 東京 é e\u0301 ½ ² ﬁ ｶﾞ か\u3099 한"
    " ᄒ\u1161 \u200b \xad \xa0 — – -- ™ 👍🏽"
)
BLANKS = [" ", "  ", "\n", "\n\n", "\t", "\r\n", "\u2028"]
FRAGMENTS = st.sampled_from([*MARKUP.split(" "), *WORDS.split(" "), *BLANKS])
PIECES = st.one_of(FRAGMENTS, st.text(max_size=4))
TEXTS = st.lists(PIECES, max_size=24).map("".join)
WORDY = st.sampled_from(
    [
        ". ",
        "! ",
        "...",
        " ",
        "\n",
        "(",
        "/",
        "no",
        "No",
        "of",
        "U.S.",
        "Dr",
        "in",
        "In",
        "5 in",
        "kg",
        "the",
        "The",
        "wed",
        "Jan",
        "max",
        "a.m",
        "B",
        "CA",
        "é",
        "Straße",
        "yes",
    ]
)
PLAIN_LOOKING = st.text(alphabet="aB5 .,:;!?'\"-+=#>|•$$$%^()]}{/’é—½\xa0\n*", max_size=30)


def _check_spans(aligned: Aligned, source: str) -> None:
    last = 0
    for place in range(len(aligned.text)):
        start, end = aligned.span(place, place + 1)
        assert 0 <= start <= end <= len(source)
        assert start >= last or end >= last
        last = start
    whole = aligned.span(0, len(aligned.text))
    assert 0 <= whole.start <= whole.end <= len(source)


@pytest.mark.rule("ANS-A3", "ANS-A5", "ANS-A7", "ANS-A8")
@given(TEXTS)
def test_stripping_is_total_and_leaves_clean_lines(answer: str) -> None:
    marked = strip(answer)
    text = marked.aligned.text
    assert text == text.strip()
    assert "\n\n\n" not in text
    assert all(line == line.strip() for line in text.split("\n"))
    assert all(0 <= start < end <= len(text) for start, end in marked.headings)
    assert list(marked.headings) == sorted(marked.headings)
    _check_spans(marked.aligned, answer)


@pytest.mark.rule("ANS-A8")
@given(TEXTS)
def test_what_stripping_keeps_is_found_where_it_stood(answer: str) -> None:
    aligned = strip(answer).aligned
    for place, character in enumerate(aligned.text):
        start, end = aligned.span(place, place + 1)
        source = answer[start:end]
        if character.isalnum() and "&" not in source and "<" not in source and "\\frac" not in source:
            assert source == character


@pytest.mark.rule("ANS-A3", "ANS-A7")
@given(st.one_of(PLAIN_LOOKING, TEXTS, st.text()))
def test_a_plain_text_is_one_that_stripping_leaves_alone(text: str) -> None:
    if is_plain(text):
        # Through the slow path: the quick one must not be its own witness.
        marked = strip(text + "\n\n<!-- -->")
        assert (marked.aligned.text, marked.headings) == (text, ())
        assert (strip(text).aligned.text, strip(text).headings) == (text, ())
        assert "\n" not in text


@pytest.mark.rule("ANS-A7")
@pytest.mark.parametrize(
    "text", ["The shop has 5 items, in all.", 'AC/DC\'s "Back"', "5 + 6 - 7 = 4", "café — 東京。"]
)
def test_an_ordinary_sentence_is_plain(text: str) -> None:
    assert is_plain(text)


@pytest.mark.rule("ANS-A1", "ANS-A2", "ANS-A4", "ANS-A5", "ANS-A7")
@given(st.one_of(TEXTS, st.text()))
def test_folding_is_total_idempotent_and_the_same_with_and_without_a_map(text: str) -> None:
    folded = fold_text(text)
    assert fold_text(folded) == folded
    aligned = fold(text)
    assert aligned.text == folded
    _check_spans(aligned, text)
    assert folded == folded.strip()
    assert "  " not in folded


@pytest.mark.rule("ANS-A2")
def test_every_character_folds_to_characters_that_stay() -> None:
    changed = [
        hex(code)
        for code in [
            *range(0x3400),
            *range(0xA000, 0xAC00),
            *range(0xD7A0, 0x12000),
            *range(0x1D000, 0x20000),
        ]
        if FOLDED[code] != "".join(FOLDED[ord(part)] for part in FOLDED[code])
    ]
    assert changed == []


@pytest.mark.rule("ANS-A8")
@given(st.text(alphabet="aÁß ﬁ½ \u3000\t’“東x\u200b", max_size=30))
def test_a_folded_word_leads_back_to_a_text_that_folds_to_it(text: str) -> None:
    aligned = fold(text)
    place = 0
    for word in aligned.text.split(" "):
        start, end = aligned.span(place, place + len(word))
        assert fold_text(text[start:end]) == word
        place += len(word) + 1


@pytest.mark.rule("ANS-A8")
@given(TEXTS)
def test_maps_compose(answer: str) -> None:
    marked = strip(answer)
    aligned = fold(marked.aligned.text).over(marked.aligned)
    _check_spans(aligned, answer)
    middle = fold(marked.aligned.text)
    for place in range(len(aligned.text)):
        inner = middle.span(place, place + 1)
        assert aligned.span(place, place + 1) == marked.aligned.span(*inner)


@pytest.mark.rule("ANS-B6")
@given(TEXTS, st.sampled_from(["en", "de", "xx"]))
def test_sentences_cover_the_text_and_the_first_ends_with_one(answer: str, language: str) -> None:
    marked = strip(answer)
    text = marked.aligned.text
    ranges = sentences(text, marked.headings, language)
    position = 0
    for start, end in ranges:
        assert position <= start < end
        assert not text[position:start].strip()
        assert text[start:end] == text[start:end].strip()
        position = end
    assert not text[position:].strip()
    end = first_sentence(text, marked.headings, language)
    assert end in [0, *(stop for _, stop in ranges)]
    assert (end > 0) == bool(text)


@pytest.mark.rule("ANS-B6")
@given(st.text())
def test_sentences_accept_any_text(text: str) -> None:
    assert first_sentence(text) <= len(text)
    assert "".join(text[start:end] for start, end in sentences(text)).split() or not text.strip()


EASY = st.sampled_from(
    [
        "**",
        "`",
        "``",
        "*",
        " ",
        "a",
        "Yes",
        "5",
        ":",
        "//",
        ".",
        "$",
        "$5",
        "5$",
        "&",
        "\n",
        "\r",
        "> ",
        "\\",
        "東",
        "- ",
        "|",
    ]
)


@pytest.mark.rule("ANS-A3", "ANS-A7")
@given(st.lists(EASY, max_size=12).map("".join))
def test_the_short_way_through_simple_markup_leads_to_the_same_text(answer: str) -> None:
    short = strip(answer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inline, "simple_edits", lambda *_: None)
        long = strip(answer)
    assert short.aligned.text == long.aligned.text
    assert short.headings == long.headings
    for place in range(len(short.aligned.text)):
        assert short.aligned.span(place, place + 1) == long.aligned.span(place, place + 1)


def _calls(function: Callable[[str], Any], text: str) -> int:
    """Counts the calls that a function makes, those into C included: a measure of work, not of time."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        function(text)
    finally:
        sys.setprofile(before)
    return count


def _read(answer: str) -> None:
    marked = strip(answer)
    text = marked.aligned.text
    first_sentence(text, marked.headings)
    sentences(text, marked.headings)
    fold_text(text)
    fold(text)


SMALL, LARGE = hostile_texts(1000), hostile_texts(4000)


@pytest.mark.rule("ANS-A7")
@pytest.mark.parametrize("index", range(len(SMALL)), ids=lambda index: repr(SMALL[index][:12]))
def test_work_grows_no_faster_than_the_text(index: int) -> None:
    small, large = _calls(_read, SMALL[index]), _calls(_read, LARGE[index])
    assert large <= 4.4 * small + 200


@pytest.mark.rule("ANS-A7")
def test_hostile_texts_are_read() -> None:
    # Work inside the regular expressions is no call: a pattern that backtracks would not return from here.
    for text in hostile_texts(20_000):
        _read(text)


@pytest.mark.rule("ANS-B6")
@given(st.one_of(PLAIN_LOOKING, TEXTS, st.text(alphabet="aA1 .!?:,\n")))
def test_a_text_that_surely_is_one_sentence_is_one_the_long_way_too(text: str) -> None:
    quick = _ends_once(text)
    assert quick in {0, _leading_end(text, (), language_of("en"))}


class _Everything(frozenset[str]):
    """Words among which every word is."""

    def __contains__(self, _: object) -> bool:
        return True


@pytest.mark.rule("ANS-B6")
@given(st.one_of(TEXTS, st.lists(WORDY, max_size=16).map("".join)), st.sampled_from(["en", "de"]))
def test_a_stop_behind_a_word_like_most_is_decided_quickly(text: str, code: str) -> None:
    rules = language_of(code)
    end = _leading_end(text, (), rules._replace(stopped=_Everything()))
    assert _leading_end(text, (), rules) == end
    assert _plain_end(text, rules) in {0, end}


ON_A_LINE = st.lists(
    st.sampled_from(
        ["**", "*", "`", "a", "B c", "5", " ", " ", ". ", ": ", "1. ", "- ", "#", ">", "|", "$5", "é", "—"]
    ),
    max_size=14,
).map("".join)


@pytest.mark.rule("ANS-A3", "ANS-A7", "ANS-A8")
@given(st.one_of(ON_A_LINE, PLAIN_LOOKING, TEXTS))
def test_a_simple_line_is_stripped_as_its_blocks_would_be(answer: str) -> None:
    line = _strip_line(answer)
    if line is not None:
        whole = _strip_blocks(answer)
        assert line.text == whole.aligned.text
        assert whole.headings == ()
        for start in range(len(line.text)):
            assert line.span(start, start + 1) == whole.aligned.span(start, start + 1)


@pytest.mark.rule("ANS-A8")
@given(st.one_of(TEXTS, st.text(), st.text(alphabet="aÁß ﬁ½ -–—\u3000\t’“東\u0301\u200b", max_size=12)))
def test_what_folds_in_place_needs_no_map(text: str) -> None:
    folded = fold_text(text)
    if folds_in_place(text, folded):
        aligned = fold(text)
        assert all(aligned.span(place, place + 1) == (place, place + 1) for place in range(len(text)))
