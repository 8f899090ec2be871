"""Plain Python values are judged like documents, whatever they are."""

from __future__ import annotations

from decimal import Decimal
from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probatum.diagnostics import Diagnostic
from probatum.documents import LIMITS, validate_value
from probatum.documents.document import Faults
from probatum.documents.plain import _copy_carefully, copy_plain
from probatum.errors import DocumentError, SpecError
from tests.document_models import NumberMatch, Task, TextMatch


def faults_of(value: Any) -> list[tuple[str, str]]:
    """Returns code and pointer of each fault of a value."""
    with pytest.raises(DocumentError) as caught:
        validate_value(value, Task)
    return [(item.code, item.place.pointer) for item in caught.value.diagnostics]


class Word(StrEnum):
    TEXT = "text"


class Count(IntEnum):
    ONE = 1


class Lying(dict[str, Any]):
    """A mapping whose own methods are not to be trusted."""

    def items(self) -> Any:
        raise RuntimeError("never asked")

    def __iter__(self) -> Any:
        raise RuntimeError("never asked")


class Masked:
    """An object that claims to be another type, and shows itself badly."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise RuntimeError("never asked")

    def __repr__(self) -> str:
        raise RuntimeError("never asked")


@pytest.mark.rule("ANS-C4")
def test_a_float_is_the_decimal_that_its_author_wrote() -> None:
    model = validate_value({"kind": "number", "number": 0.1}, NumberMatch)
    assert model.number == Decimal("0.1")
    assert validate_value({"kind": "number", "number": 10**30}, NumberMatch).number == 10**30


@pytest.mark.rule("ANS-F1")
def test_subclasses_of_plain_types_are_taken_as_what_they_hold() -> None:
    model = validate_value(
        Lying(task_id=Count.ONE, verifier={"kind": Word.TEXT, "must_include": ("a", "b")}), Task
    )
    assert model == Task(task_id=1, verifier=TextMatch(kind="text", must_include=("a", "b")), counts={})
    assert type(model.task_id) is int


@pytest.mark.rule("ANS-F3")
def test_a_later_change_of_the_value_changes_nothing() -> None:
    entries = ["a"]
    model = validate_value({"kind": "text", "must_include": entries}, TextMatch)
    entries.append("b")
    assert model.must_include == ("a",)


@pytest.mark.rule("ANS-F1")
@pytest.mark.parametrize("foreign", [b"x", object(), {1}, Fraction(1, 3), 1j, int, len])
def test_foreign_objects_are_named_by_their_type(foreign: object) -> None:
    assert faults_of({"task_id": foreign}) == [("document/wrong-type", "/task_id")]


@pytest.mark.rule("ANS-F1")
def test_an_object_that_lies_about_itself_is_not_asked() -> None:
    assert faults_of([Masked()]) == [("document/wrong-type", "/0")]


@pytest.mark.rule("ANS-C5")
@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("-Infinity"), Decimal("sNaN")])
def test_numbers_must_be_finite(number: object) -> None:
    assert faults_of({"x": [number]}) == [("document/not-a-number", "/x/0")]


@pytest.mark.rule("ANS-C4")
@pytest.mark.parametrize(
    "number",
    [10**4001, -(10**5000), Decimal("1e5000"), Decimal("1" * 4001)],
    ids=["long", "beyond CPython", "exponent", "digits"],
)
def test_numbers_beyond_the_limit_are_refused(number: object) -> None:
    assert faults_of([number]) == [("document/number-too-long", "/0")]


@pytest.mark.rule("ANS-E6")
def test_a_mapping_that_is_something_else_altogether_gets_one_fault() -> None:
    (fault,) = faults_of({f"key {n}": n for n in range(20_001)})
    assert fault == ("document/more-faults", "")
    assert len(faults_of({f"key {n}": n for n in range(50)})) == 52


@pytest.mark.rule("ANS-E6")
def test_keys_must_be_text() -> None:
    assert faults_of({1: 2, None: {}, (): []}) == [("document/bad-key", "")] * 3


@pytest.mark.rule("ANS-F3")
def test_half_a_surrogate_pair_is_refused_in_texts_and_keys() -> None:
    assert faults_of(["\ud800", {"\udc00": 1}]) == [
        ("document/lone-surrogate", "/0"),
        ("document/lone-surrogate", "/1/<U+DC00>"),
    ]


@pytest.mark.rule("ANS-F3")
def test_a_value_that_contains_itself_is_refused() -> None:
    value: list[Any] = [1]
    value.append({"again": value})
    assert faults_of(value) == [("document/cycle", "/1/again")]


@pytest.mark.rule("ANS-F3")
def test_a_value_that_multiplies_itself_is_refused_before_it_fills_the_memory() -> None:
    value: list[Any] = []
    for _ in range(60):
        value = [value, value]
    assert faults_of(value)[0][0] == "document/too-large"


@pytest.mark.rule("ANS-F3")
def test_deep_nesting_is_refused_without_a_recursion_error() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    assert faults_of(value) == [("document/too-deep", "/0" * 64)]


@pytest.mark.rule("ANS-F1")
def test_the_error_is_of_the_kind_asked_for_and_names_no_file() -> None:
    with pytest.raises(SpecError) as caught:
        validate_value({"kind": "number"}, NumberMatch, kind=SpecError)
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.place.file, fault.place.line) == ("document/missing-key", "", 0)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.decimals()
    | st.text()
    | st.binary()
    | st.fractions()
    | st.complex_numbers(),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner)
        | st.dictionaries(st.text() | st.integers(), inner)
        | st.sets(st.text())
    ),
    max_leaves=15,
)


@pytest.mark.rule("ANS-F3")
@settings(max_examples=60)
@given(anything)
def test_every_value_is_either_copied_whole_or_refused(value: Any) -> None:
    faults = Faults("")
    copied = copy_plain(value, faults, LIMITS)
    if not faults:
        assert same(copied, value)


@pytest.mark.rule("ANS-F3")
@settings(max_examples=50)
@given(anything | st.fixed_dictionaries({"task_id": anything, "verifier": anything, "gold": anything}))
def test_validation_is_total(value: Any) -> None:
    found: tuple[Diagnostic, ...] = ()
    try:
        model = validate_value(value, Task)
    except DocumentError as error:
        found = error.diagnostics
    else:
        assert isinstance(model, Task)
    assert all(item.message and item.code.startswith(("document/", "answer/")) for item in found)


def same(copied: Any, value: Any) -> bool:
    """Says whether a copy holds what the original holds, as documents do."""
    match value:
        case dict():
            return copied.keys() == value.keys() and all(same(copied[key], value[key]) for key in value)
        case list() | tuple():
            return len(copied) == len(value) and all(map(same, copied, value))
        case float():
            return type(copied) is Decimal and float(copied) == value
        case _:
            return type(copied) is type(value) and bool(copied == value)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(
        [10**250, Word.TEXT, Count.ONE, "\ud800", "é", float("nan"), Decimal("1e9"), Decimal("12.50")]
    )
    | st.floats()
    | st.text(st.characters(codec=None), max_size=3)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(st.characters(codec=None), max_size=2) | st.integers(), inner, max_size=3)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3).map(Lying)
    ),
    max_leaves=12,
)


@pytest.mark.rule("ANS-F3")
@given(VALUES)
def test_the_quick_copy_is_the_careful_one(value: Any) -> None:
    limits = LIMITS._replace(depth=3, digits=200)
    quick, careful = Faults("f"), Faults("f")
    found, expected = copy_plain(value, quick, limits), _copy_carefully(value, careful, limits)
    assert repr(found) == repr(expected)
    assert quick.diagnostics() == careful.diagnostics()
