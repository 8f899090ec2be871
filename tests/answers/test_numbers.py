"""Numbers in text: the cases, and what holds for every text (ANS-C1 to C4)."""

from __future__ import annotations

import re
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from probatum.answers import numbers
from probatum.answers.lexicon import lexicon
from probatum.answers.numbers import NumberMention, read_numbers, read_values
from probatum.answers.plain import plain
from tests.cases import load_cases

FORMS = {"digits", "words", "ordinal", "fraction", "power", "year"}


def wanted(text: str) -> Decimal | Fraction:
    """Returns the value a case names: decimal text, or a fraction."""
    return Fraction(text) if "/" in text else Decimal(text)


@pytest.mark.parametrize("case", load_cases("numbers"))
def test_numbers_are_read(case: dict[str, Any]) -> None:
    found = read_numbers(case["text"])
    assert [mention.value for mention in found] == [wanted(number) for number in case["numbers"]]
    check_places(case["text"], found)


def check_places(text: str, found: list[NumberMention]) -> None:
    """Asserts what holds for the numbers of any text."""
    end = 0
    for mention in found:
        assert end <= mention.start < mention.end <= len(text)
        end = mention.end
        assert mention.form in FORMS
        assert isinstance(mention.value, Decimal | Fraction)
        if isinstance(mention.value, Fraction):
            assert set(prime_factors(mention.value.denominator)) - {2, 5}
        else:
            assert mention.value.is_finite()


def prime_factors(number: int) -> list[int]:
    """Returns the prime factors of a small number."""
    factors = []
    factor = 2
    while number > 1:
        while number % factor == 0:
            factors.append(factor)
            number //= factor
        factor += 1
    return factors


@pytest.mark.rule("ANS-C2")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("It costs -$1,234.50 now", ["-$1,234.50"]),
        ("It costs $1,234.50 now", ["1,234.50"]),
        ("about 57.7 million people", ["57.7 million"]),
        ("minus a hundred and five!", ["minus a hundred and five"]),
        ("60% of 5kg", ["60", "5"]),
        ("the 13th of 7M", ["13th", "7M"]),
        ("a dozen, half a dozen", ["a dozen", "half a dozen"]),
        ("1 250 000 km", ["1 250 000"]),
        ("December 18, 2024", ["2024"]),
        ("３\u200b７ ﬁve ５", ["３\u200b７", "ﬁve", "５"]),
        ("6.02 × 10²³ mol", ["6.02 × 10²³"]),
    ],
)
def test_places_hold_the_sign_and_the_magnitude_and_no_unit(text: str, written: list[str]) -> None:
    assert [text[mention.start : mention.end] for mention in read_numbers(text)] == written


@pytest.mark.rule("ANS-F2")
@pytest.mark.parametrize("text", ["57.7 million", "57.7M", "57,700k", "57.7 × 10^6", "57,700,000"])
def test_a_value_is_shown_as_people_write_it(text: str) -> None:
    (mention,) = read_numbers(text)
    assert str(mention.value) == "57700000"


@pytest.mark.rule("ANS-A10")
@pytest.mark.parametrize("language", ["de", "ja", "xx", "", "fr-CA"])
def test_another_language_is_not_read_with_english_words(language: str) -> None:
    text = "five hundred, 1.234,56 €, 7M, 13, 10 am"
    assert [mention.value for mention in read_numbers(text, language)] == [
        Decimal(value) for value in ("1234.56", "7000000", "13", "10")
    ]


@pytest.mark.rule("ANS-A10")
def test_a_variant_of_english_is_english() -> None:
    assert read_numbers("five", "en-GB") == read_numbers("five", "EN") == read_numbers("five")


PIECES = st.sampled_from(
    [
        *"0123456789", "12", "345", "000", "2024", ".", ",", "'", "-", "−", "–", "/", ":", "%", "$", "€",
        "(", ")", "[", "]", "+", "^", "×", "x", "10", "²", "½", "⅓", "٣", "５", "①", "e5", "k", "M", "bn",
        "kg", "th", "am", " ", "\n", "\u00a0", "\u200b", "one", "two", "ten", "twenty", "hundred",
        "thousand", "million", "dozen", "half", "quarter", "third", "thirds", "second", "and", "a", "of",
        "point", "oh", "minus", "past", "rated",
        "utc", "::", "millions",
        "年", "月", "日", "May", "Dec.", "is", "é", "ﬁ", "人", "@", "_",
    ]
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=14).map("".join),
    st.lists(PIECES, max_size=14).map(" ".join),
)


@pytest.mark.rule("ANS-C1", "ANS-A7")
@given(TEXTS)
def test_every_text_is_read_and_places_are_sound(text: str) -> None:
    check_places(text, read_numbers(text))


ENGLISH = lexicon("en")


def the_long_way(text: str) -> list[NumberMention]:
    """Reads a text with every shortcut shut: an `m` among its words bears on digits."""
    found, _ = numbers._cut(text)
    signals = ENGLISH.number_signals.intersection(found)
    return numbers._long_way(text, ENGLISH, "en", [*found, b"m"], signals)


EASY = st.lists(
    st.sampled_from(
        [
            "The", "store", "has", "5", "37", "1,234", "9.99", "$12", "(7)", "60%", "5,", "8.", "0,123",
            "007", "in", "2024", "one", "May", "am", "m", "no", "often", "-3", "+4", "1234,567", "10^6",
            "5kg", "x", '"2"', "#1", "\n", "1:", "$", "%", "a.m.", "t", "past", "point", "rated",
            "4/5", "UTC+2", "http://x.example/(5)", "x.example/$(7)", "((8)", "($9)", "f(5)", "1/2", "and",
            "quarter", "thousand", "twenty", "third", "second", "only", "of", "point",
        ]
    ),
    max_size=8,
).map(" ".join)  # fmt: skip


@pytest.mark.rule("ANS-C1")
@given(st.one_of(EASY, st.text(st.characters(max_codepoint=127), max_size=40), TEXTS.filter(str.isascii)))
def test_the_short_way_gives_what_the_long_way_gives(text: str) -> None:
    assert read_numbers(text) == the_long_way(text)


@pytest.mark.rule("ANS-C1")
@pytest.mark.parametrize(
    "text", ["The store has 1,234 products from $9.99.", "It is 7, or (8).", "60% in 2024"]
)
def test_ordinary_sentences_take_the_short_way(text: str) -> None:
    assert numbers._plain_digits(text, numbers._cut(text)[1]) == read_numbers(text)


LONE = st.lists(
    st.one_of(
        st.sampled_from("zero one two five nine ten twelve first second 5 12 3.5 1,000 60%".split()),
        st.sampled_from(
            [
                "the",
                "only",
                "no",
                "of the",
                "phone",
                "won't",
                "I'm",
                "and",
                "a",
                "third",
                "past",
                "point",
                "o'clock",
                "am",
                "dozens",
                "is",
            ]
        ),
        st.sampled_from([" ", " ", " ", ", ", ". ", "-", "\n", "(", ")", "'", "$", "/", ": "]),
    ),
    max_size=14,
).map("".join)


@pytest.mark.rule("ANS-C1", "ANS-C2")
@given(LONE, st.integers(0, 3))
def test_lone_words_are_read_as_the_long_way_reads_them(text: str, blanks: int) -> None:
    spaced = re.sub(r"(?<=\w)(?=\W)", " " * min(blanks, 1), text)
    for candidate in (text, spaced):
        assert read_numbers(candidate) == the_long_way(candidate)


@pytest.mark.rule("ANS-C1", "ANS-C2")
@given(TEXTS)
def test_few_kinds_of_words_are_found_where_one_pass_finds_them(text: str) -> None:
    lower = plain(text).text.lower()
    signals = ENGLISH.number_signals.intersection(numbers._cut(lower)[0])
    few = numbers._number_words(lower, ENGLISH, frozenset(list(signals)[:8]))
    every = numbers._number_words(lower, ENGLISH, ENGLISH.number_signals)
    wanted = {word.decode() for word in list(signals)[:8]}
    assert sorted(few) == sorted(token for token in every if lower[token.start : token.end] in wanted)


@pytest.mark.rule("ANS-C1")
@given(st.one_of(EASY, LONE, TEXTS), st.sets(st.integers(0, 13)))
def test_values_that_matter_are_read_without_their_places(text: str, wanted: set[int]) -> None:
    read = {mention.value for mention in read_numbers(text)}
    values = set(read_values(text, "en", wanted.__contains__))
    assert values & wanted == read & wanted
    assert values <= read


@pytest.mark.rule("ANS-C1")
@pytest.mark.parametrize("text", ["One has 5, three have 1,000.", "It is the first, 12 follow (two more)."])
def test_words_that_cannot_matter_are_not_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    digits = [mention.value for mention in read_numbers(text) if mention.form == "digits"]
    monkeypatch.setattr(numbers, "_read_cut", None)
    assert read_values(text, "en", {40}.__contains__) == digits
    with pytest.raises(TypeError):
        read_values(text, "en", {1}.__contains__)


AMOUNTS = st.decimals(min_value=-(10**12), max_value=10**12, places=2)


def with_marks(value: Decimal, group: str, point: str) -> str:
    """Writes an amount with the marks of another country."""
    return f"{value:,.2f}".replace(",", "g").replace(".", point).replace("g", group)


@pytest.mark.rule("ANS-C2", "ANS-C4")
@pytest.mark.parametrize(
    ("group", "point"),
    [(",", "."), (".", ","), (" ", "."), ("\u202f", ","), ("'", "."), ("’", "."), ("", ".")],
)
@given(value=AMOUNTS)
def test_an_amount_in_any_style_reads_back_exactly(group: str, point: str, value: Decimal) -> None:
    assume(point == "." or abs(value) >= 1000)  # without a group a lone comma parts: the English way
    text = f"It is {with_marks(value, group, point)} in all."
    assert [mention.value for mention in read_numbers(text)] == [value]


@pytest.mark.rule("ANS-C2")
@given(value=st.integers(0, 10**11), minus=st.sampled_from(["", "-", "−"]))
def test_indian_groups_read_back(value: int, minus: str) -> None:
    digits = str(value)
    head, tail = digits[:-3], digits[-3:]
    groups = [head[max(0, end - 2) : end] for end in range(len(head), 0, -2)][::-1]
    text = minus + ",".join([*groups, tail])
    assert [mention.value for mention in read_numbers(text)] == [-value if minus else value]


UNITS = ENGLISH.tables.units + ENGLISH.tables.teens
TENS = ENGLISH.tables.tens


def in_words(value: int, hyphen: str, link: str) -> str:
    """Writes a number below a million in English words."""
    if value >= 1000:
        rest = value % 1000
        tail = "" if not rest else (link if rest < 100 else " ") + in_words(rest, hyphen, link)
        return f"{in_words(value // 1000, hyphen, link)} thousand{tail}"
    if value >= 100:
        rest = value % 100
        return f"{UNITS[value // 100]} hundred" + (link + in_words(rest, hyphen, link) if rest else "")
    if value >= 20:
        return TENS[value // 10 - 2] + (hyphen + UNITS[value % 10] if value % 10 else "")
    return UNITS[value]


@pytest.mark.rule("ANS-C2")
@given(
    value=st.integers(0, 999_999),
    hyphen=st.sampled_from(["-", " "]),
    link=st.sampled_from([" and ", " "]),
    minus=st.booleans(),
)
def test_words_read_back(value: int, hyphen: str, link: str, minus: bool) -> None:
    text = f"{'minus ' if minus else ''}{in_words(value, hyphen, link)}"
    assert [mention.value for mention in read_numbers(text)] == [-value if minus else value]
    assert [mention.value for mention in read_numbers(text.upper())] == [-value if minus else value]


@pytest.mark.rule("ANS-C4")
def test_a_million_digits_are_exact() -> None:
    digits = "1234567890" * 100_000
    (mention,) = read_numbers(digits)
    assert mention.value == Decimal(digits)
    (mention,) = read_numbers("-" + digits + " million")
    assert f"{mention.value:f}" == "-" + digits + "000000"


HOSTILE = [
    "1", "1,", "1.", "1-", "1/", "1:", "1 ", "111 ", "10^", "10⁶", "(-", "+1 ", "one ", "million ",
    "one hundred and ", "thousand million ", "May 5 ", "2024-12-", "a@", "a.com", "://", "[1", "'24 ",
    "1e9", "9e99999 million ", "½", "1٢", "a:", "00-", "1::", "5, ", "5, 6 May ", "five point ",
    "point five ", "ten past ", "5mx", "-5-", "rated 4/5 ", "second ", "12月", "1a/",
]  # fmt: skip


def calls_to_read(text: str) -> int:
    """Returns how many functions, written in Python or in C, are called to read a text."""
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        read_numbers(text)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.rule("ANS-A7")
@pytest.mark.parametrize("piece", HOSTILE)
def test_work_grows_with_the_text_and_no_faster(piece: str) -> None:
    few, many = piece * (1000 // len(piece)), piece * (8000 // len(piece))
    read_numbers(few)
    assert calls_to_read(many) <= 9 * calls_to_read(few)
    check_places(many, read_numbers(many))
