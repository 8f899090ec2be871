"""Dates in text (ANS-C3, E3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.answers.dates import read_dates

DAY = (2024, 12, 19)


@pytest.mark.rule("ANS-E3", "ANS-C3")
@pytest.mark.parametrize(
    "text",
    [
        "2024-12-19", "2024/12/19", "2024.12.19", "2024-12-19T10:00:00Z", "2024-12-19 10:00",
        "19 December 2024", "19th December 2024", "the 19th of December, 2024", "19 Dec. 2024",
        "19-Dec-2024", "December 19, 2024", "December 19th, 2024", "Dec. 19, 2024", "DECEMBER 19 2024",
        "December nineteenth, 2024", "12/19/2024", "19/12/2024", "19.12.2024", "12-19-2024",
        "２０２４-１２-１９", "2024年12月19日", "2024년 12월 19일",
        "December\u00a019, 2024", "12/19/24", "Dec 19, '24",
    ],
)  # fmt: skip
def test_a_day_is_read_in_every_form(text: str) -> None:
    (date,) = read_dates(f"It was on {text}, they say.")
    assert (date.year, date.month, date.day) == DAY
    assert not date.swappable


@pytest.mark.rule("ANS-E3")
@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [
        ("December 19", None, 12, 19),
        ("19 Dec", None, 12, 19),
        ("the first of May", None, 5, 1),
        ("May 2024", 2024, 5, None),
        ("Sept 1999", 1999, 9, None),
        ("2024-12", 2024, 12, None),
        ("12/2024", 2024, 12, None),
        ("1/2/69", 1969, 2, 1),
        ("1/2/68", 2068, 2, 1),
    ],
)
def test_a_date_may_lack_its_day_or_its_year(
    text: str, year: int | None, month: int, day: int | None
) -> None:
    (date,) = read_dates(text)
    assert (date.year, date.month, date.day) == (year, month, day)


@pytest.mark.rule("ANS-E3")
@pytest.mark.parametrize(
    ("text", "swappable"),
    [
        ("03/04/2024", True),
        ("3.4.2024", True),
        ("04/04/2024", False),
        ("13/04/2024", False),
        ("2024-03-04", False),
    ],
)
def test_an_ambiguous_date_says_so(text: str, swappable: bool) -> None:
    (date,) = read_dates(text)
    assert date.swappable is swappable
    assert {date.day, date.month} <= {3, 4, 13}


@pytest.mark.rule("ANS-E3")
def test_a_range_of_days_is_both_its_ends() -> None:
    dates = read_dates("open December 18–20, 2024 only")
    assert [(date.year, date.month, date.day) for date in dates] == [(2024, 12, 18), (2024, 12, 20)]
    assert dates[0][:2] == dates[1][:2] == (5, 25)


@pytest.mark.rule("ANS-E3", "ANS-C3")
@pytest.mark.parametrize(
    ("text", "days", "place"),
    [
        ("5, 6 and 7 May 2024", [5, 6, 7], "5, 6 and 7 May 2024"),
        ("on 5/6 May 2024.", [5, 6], "5/6 May 2024"),
        ("May 5, 6 and 7, 2024", [5, 6, 7], "May 5, 6 and 7, 2024"),
        ("from the 1st, 2nd, and 3rd of June", [1, 2, 3], "1st, 2nd, and 3rd of June"),
        ("first, second and thirty-first of July", [1, 2, 31], "first, second and thirty-first of July"),
        ("December 18, 19 or 20.", [18, 19, 20], "December 18, 19 or 20"),
        ("May 5, 6 and 7 people came", [5], "May 5"),
        ("December 5, 6 people came", [5], "December 5"),
    ],
)
def test_a_list_of_days_is_every_day_of_it(text: str, days: list[int], place: str) -> None:
    dates = read_dates(text)
    assert [date.day for date in dates] == days
    assert {text[date.start : date.end] for date in dates} == {place}


@pytest.mark.rule("ANS-E3")
def test_signs_give_a_month_with_its_year_or_its_day() -> None:
    text = "2024年12月, 3月5日, 4月"
    assert [(date.year, date.month, date.day) for date in read_dates(text)] == [
        (2024, 12, None),
        (None, 3, 5),
    ]


@pytest.mark.rule("ANS-C3")
@pytest.mark.parametrize(
    "text",
    [
        "2024", "May", "12:30", "3/4", "13/13/2024", "31.31.2024", "v2024.12.19", "1.2.3",
        "May 5 people enter", "5 may enter", "in March 5 people came", "December 42", "March 5,000",
        "2024-13-01", "555-12-2024", "1/2/2024/5", "Dismay 5",
    ],
)  # fmt: skip
def test_what_is_no_date(text: str) -> None:
    assert read_dates(text) == []


@pytest.mark.rule("ANS-E3")
def test_places_lead_to_the_text_and_to_the_year() -> None:
    text = "On\u200b Dec. 19th,\u200b 2024 it ended."
    (date,) = read_dates(text)
    assert text[date.start : date.end] == "Dec. 19th,\u200b 2024"
    assert date.year_start is not None
    assert text[date.year_start : date.year_end] == "2024"


@pytest.mark.rule("ANS-A10")
def test_another_language_has_dates_in_digits_only() -> None:
    assert [date.day for date in read_dates("19 December 2024, 2024-12-20", "de")] == [20]


PIECES = st.sampled_from(
    [
        "2024", "12", "19", "3", "-", "/", ".", ",", " ", "\n", "th", "of", "December", "may", "May", "first",
        "年", "月", "日", ", ", " and ", "5, 6 ",
        "twenty", "'24", "T10:00", "in", "to", "–", "\u200b", "٣", "x",
    ]
)  # fmt: skip


@pytest.mark.rule("ANS-E3", "ANS-A7")
@given(st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=12).map("".join)))
def test_every_text_is_read_and_places_are_sound(text: str) -> None:
    end = 0
    previous = None
    for date in read_dates(text):
        assert 0 <= date.start < date.end <= len(text)
        assert date.start >= end or date[:2] == previous
        assert 1 <= date.month <= 12
        assert date.day is None or 1 <= date.day <= 31
        if date.year_start is not None and date.year_end is not None:
            assert date.start <= date.year_start < date.year_end <= date.end
        end, previous = date.end, date[:2]
