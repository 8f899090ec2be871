"""Canonical JSON: exact, injective, and RFC 8785 in everything but its numbers."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from probatum.canonical import canonical_json, decimal_text, digest, digest_bytes

texts = st.text(st.characters(codec="utf-8"))
numbers = (
    st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.fractions()
)
values = st.recursive(
    st.none() | st.booleans() | texts | numbers | st.sampled_from(["=1", "=", "==x"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def with_numbers_as_texts(value: Any) -> Any:
    """States the rule of the module once more, as plainly as can be: the reference it is held to."""
    match value:
        case dict():
            return {key: with_numbers_as_texts(item) for key, item in value.items()}
        case list():
            return [with_numbers_as_texts(item) for item in value]
        case str():
            return "=" + value if value[:1] == "=" else value
        case None | True | False:
            return value
        case _:
            return "=" + decimal_text(value)


@pytest.mark.rule("ANS-F4")
@given(values)
def test_with_numbers_as_texts_it_is_rfc_8785(value: Any) -> None:
    assert canonical_json(value) == rfc8785.dumps(with_numbers_as_texts(value))


@pytest.mark.rule("ANS-F4")
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_written_as_rfc_8785_writes_it(number: float) -> None:
    assert decimal_text(number) == rfc8785.dumps(number).decode()


@pytest.mark.rule("ANS-F4")
@given(st.integers(-(2**53) + 1, 2**53 - 1))
def test_an_integer_is_written_as_rfc_8785_writes_it(number: int) -> None:
    assert decimal_text(number) == rfc8785.dumps(number).decode()


@pytest.mark.rule("ANS-F4")
@given(numbers)
def test_a_number_can_be_read_back_exactly(number: Any) -> None:
    text = decimal_text(number)
    read = Fraction(text) if "/" in text else Fraction(Decimal(text))
    wanted = Decimal(repr(number)) if isinstance(number, float) else number
    assert read == Fraction(wanted)


@pytest.mark.rule("ANS-F4")
@given(st.decimals(allow_nan=False, allow_infinity=False), st.integers(0, 40))
def test_trailing_zeros_and_the_type_do_not_matter(number: Decimal, zeros: int) -> None:
    sign, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)
    longer = Decimal((sign, digits + (0,) * zeros, exponent - zeros))
    assert decimal_text(longer) == decimal_text(number) == decimal_text(Fraction(number))


@pytest.mark.rule("ANS-F4")
@given(values, values)
def test_different_values_have_different_bytes(one: Any, other: Any) -> None:
    assert (canonical_json(one) == canonical_json(other)) == (meaning(one) == meaning(other))


def meaning(value: Any) -> Any:
    """Returns the value so that Python's equality is that of the document: true is not 1, 1.0 is 1."""
    match value:
        case dict():
            return {key: meaning(item) for key, item in value.items()}
        case list():
            return [meaning(item) for item in value]
        case None | bool() | str():
            return (type(value), value)
        case float():
            return Fraction(repr(value))
        case _:
            return Fraction(value)


@pytest.mark.rule("ANS-F4")
@given(st.dictionaries(texts, st.integers(), max_size=6), st.randoms())
def test_the_order_of_keys_does_not_matter(value: dict[str, int], random: Any) -> None:
    keys = list(value)
    random.shuffle(keys)
    assert digest({key: value[key] for key in keys}) == digest(value)


@pytest.mark.rule("ANS-F4")
@given(values)
def test_the_bytes_are_json(value: Any) -> None:
    assert json.loads(canonical_json(value)) == with_numbers_as_texts(value)


@pytest.mark.rule("ANS-F4")
@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (Decimal("-0.000"), "0"),
        (Decimal("0E+50"), "0"),
        (1, "1"),
        (Decimal("1e0"), "1"),
        (Decimal("105.460"), "105.46"),
        (100, "100"),
        (Decimal("1E+2"), "100"),
        (10**20, "1" + "0" * 20),
        (10**21, "1e+21"),
        (123456789012345678901234567890, "1.2345678901234567890123456789e+29"),
        (Decimal("0.000001"), "0.000001"),
        (Decimal("0.00000123"), "0.00000123"),
        (Decimal("0.0000001"), "1e-7"),
        (Decimal("1.5e-4000"), "1.5e-4000"),
        (Decimal("1e999999999"), "1e+999999999"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-10, 4 * 7), "-5/14"),
        (Fraction(10**40 + 1, 3), "1" + "0" * 39 + "1/3"),
        (Fraction(1, 2**40), "9.094947017729282379150390625e-13"),
    ],
    ids=lambda item: item if isinstance(item, str) else "",
)
def test_numbers_are_written_by_one_rule(number: Any, text: str) -> None:
    assert decimal_text(number) == text


@pytest.mark.rule("ANS-F4")
def test_integers_beyond_what_python_turns_into_text_are_written() -> None:
    assert decimal_text(10**10_000 + 7) == "1." + "0" * 9999 + "7e+10000"
    assert decimal_text(Fraction(10**5000, 3)) == "1" + "0" * 5000 + "/3"


@pytest.mark.rule("ANS-F4")
def test_the_digest_is_that_of_the_bytes_and_never_changes() -> None:
    value = {"b": [1.0, "é", True, None], "a": {"\U0001f600": 1, "\uffff": "=x"}}
    assert canonical_json(value) == (
        '{"a":{"\U0001f600":"=1","\uffff":"==x"},"b":["=1","é",true,null]}'.encode()
    )
    assert digest(value) == digest_bytes(canonical_json(value))
    assert digest({}) == "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@pytest.mark.rule("ANS-F3", "ANS-F4")
def test_another_process_with_another_hash_seed_gives_the_same_digest() -> None:
    value = {"must_include": ["x"], "scope": "full", "value": 105.46, "ü": 1}
    program = f"from probatum.canonical import digest; print(digest({value!r}))"
    for seed in ("0", "1", "4242"):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == digest(value)


@pytest.mark.rule("ANS-C5")
@pytest.mark.parametrize("number", [math.nan, math.inf, Decimal("NaN"), Decimal("-Infinity")])
def test_what_is_not_finite_has_no_canonical_form(number: Any) -> None:
    with pytest.raises(ValueError, match="not finite"):
        canonical_json([number])


@pytest.mark.rule("ANS-F4")
@pytest.mark.parametrize("value", ["\ud800", {"\udc00": 1}, ["x", "\udfff"]])
def test_half_a_surrogate_pair_has_no_canonical_form(value: Any) -> None:
    with pytest.raises(ValueError, match="surrogate"):
        canonical_json(value)


@pytest.mark.rule("ANS-F4")
@pytest.mark.parametrize("value", [{1: 2}, {None: 1, "a": 2}, {1}, b"x", object(), [1j]])
def test_what_is_no_json_value_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical_json(value)


@pytest.mark.rule("ANS-F4")
def test_a_value_that_contains_itself_is_refused_and_200_deep_is_not() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="nested"):
        canonical_json(endless)
    deep: Any = 0
    for _ in range(200):
        deep = [deep]
    assert canonical_json(deep) == b"[" * 200 + b'"=0"' + b"]" * 200
