"""What holds for every document: the fast reader and the slow one agree, and places are true."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.diagnostics import Diagnostic
from probatum.documents import Limits, join_pointer, parse_json, parse_jsonl, parse_yaml, show, split_pointer
from probatum.documents.document import LIMITS, Faults, Lines
from probatum.documents.json_scanner import find_faults
from probatum.errors import DocumentError

texts = st.text(st.characters(codec="utf-8"), max_size=12)
numbers = st.integers() | st.decimals(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
blanks = st.sampled_from(["", " ", "\n", "\r\n", "\t ", " \n  "])


@st.composite
def json_texts(draw: st.DrawFn) -> str:
    """Draws a good JSON text with blanks, escapes and number forms of all kinds."""

    def write(value: Any) -> str:
        gap = draw(blanks)
        match value:
            case dict():
                inner = ",".join(f"{gap}{write(key)}{gap}:{write(item)}" for key, item in value.items())
                return f"{gap}{{{inner}{gap}}}{gap}"
            case list():
                return f"{gap}[{','.join(map(write, value))}{gap}]{gap}"
            case Decimal():
                return f"{gap}{value}{gap}".replace("E", draw(st.sampled_from("eE")))
            case _:
                return gap + json.dumps(value, ensure_ascii=draw(st.booleans())) + gap

    return write(draw(values))


PIECES = [*"{}[],:\"\\0-1.eE+/#*'\t\n \ud800ntfx", "\\ud83d", "\\ude00", '"a":1,', "NaN"]


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """Draws a JSON text in which a few places were changed."""
    text = draw(json_texts())
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        piece = draw(st.sampled_from(PIECES))
        text = text[:at] + piece + text[at + draw(st.integers(0, 2)) :]
    return text.encode(errors="replace").decode()


@pytest.mark.rule("ANS-F3")
@given(json_texts())
def test_a_good_text_gives_the_value_that_stands_there(text: str) -> None:
    document = parse_json(text.encode(), "good")
    assert document.value == json.loads(text, parse_float=Decimal)
    assert list(floats(document.value)) == []


@pytest.mark.rule("ANS-F3")
@given(damaged_texts())
def test_the_fast_reader_refuses_exactly_what_the_scanner_finds_fault_with(text: str) -> None:
    faults = Faults("damaged")
    find_faults(text, faults, LIMITS)
    assert faults_in(parse_json, text.encode()) == tuple(faults.diagnostics())


@pytest.mark.rule("ANS-F3")
@given(damaged_texts())
def test_only_json_is_accepted(text: str) -> None:
    try:
        document = parse_json(text.encode(), "damaged")
    except DocumentError:
        return
    assert document.value == json.loads(text, parse_float=Decimal)


@pytest.mark.rule("ANS-F2")
@given(json_texts())
def test_every_value_is_found_at_its_place(text: str) -> None:
    document = parse_json(text.encode(), "places")
    decoder = json.JSONDecoder(parse_float=Decimal)
    lines = text.split("\n")
    paths = dict(walk(document.value))
    for path, spot in document.spots(list(paths)).items():
        line, column = spot.value
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert decoder.raw_decode(rest)[0] == paths[path]
        assert document.locate(join_pointer(path)) == spot.value
        key_line, key_column = spot.key
        if path and lines[key_line - 1][key_column - 1] == '"' and spot.key != spot.value:
            key_rest = "\n".join([lines[key_line - 1][key_column - 1 :], *lines[key_line:]])
            assert decoder.raw_decode(key_rest)[0] == path[-1]


printable = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=12)
yaml_values = st.recursive(
    st.none() | st.booleans() | numbers | printable,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(printable, inner, max_size=4),
    max_leaves=10,
)


@pytest.mark.rule("ANS-F3")
@given(yaml_values)
def test_json_written_in_a_yaml_file_says_the_same(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, default=lambda number: {"decimal": str(number)})
    assert parse_yaml(text.encode(), "yaml").value == parse_json(text.encode(), "json").value


@pytest.mark.rule("ANS-F3")
@given(st.lists(st.binary(max_size=30).filter(lambda line: b"\n" not in line), max_size=6))
def test_each_line_is_judged_as_if_it_stood_alone(lines: list[bytes]) -> None:
    lines.append(b"{}")
    wanted = [
        (number, fault.place.column, fault.code)
        for number, line in enumerate(lines, 1)
        if line.strip(b" \t\r")
        for fault in faults_in(parse_json, line)
    ]
    found = faults_in(parse_jsonl, b"\n".join(lines))
    assert [(fault.place.line, fault.place.column, fault.code) for fault in found] == wanted


@pytest.mark.rule("ANS-F3")
@given(texts, st.integers(0, 40))
def test_lines_and_columns_lead_back_to_the_offset(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    line, column = Lines(text).place(offset)
    assert sum(len(part) + 1 for part in text.split("\n")[: line - 1]) + column - 1 == offset


@pytest.mark.rule("ANS-F2")
@given(st.lists(st.text(), max_size=5))
def test_pointers_are_put_together_and_taken_apart(parts: list[str]) -> None:
    assert split_pointer(join_pointer(parts)) == tuple(parts)


@pytest.mark.rule("ANS-F2")
@given(values)
def test_a_shown_value_is_short_and_can_be_written_out(value: Any) -> None:
    shown = show(value)
    assert 0 < len(shown) <= 80
    shown.encode()


@pytest.mark.rule("ANS-F2")
def test_a_pointer_must_begin_with_a_slash() -> None:
    with pytest.raises(ValueError, match="begins with '/'"):
        parse_json(b"{}", "x").locate("a/b")


@pytest.mark.rule("ANS-F2")
def test_what_does_not_exist_is_placed_at_its_nearest_parent() -> None:
    document = parse_json(b'{"a":\n {"b": [1]}}', "x")
    assert document.locate("/a/b/7") == (2, 8)
    assert document.locate("/a/c/d") == (2, 2)
    assert document.locate("/zzz") == (1, 1)


@pytest.mark.rule("ANS-F3")
@pytest.mark.parametrize(
    ("read", "name"), [(parse_json, "json"), (parse_jsonl, "jsonl"), (parse_yaml, "yaml")]
)
def test_a_document_beyond_its_size_is_refused_before_it_is_looked_at(read: Any, name: str) -> None:
    with pytest.raises(DocumentError, match=r"has 11 bytes; at most 10 are read") as caught:
        read(b"\xff" * 11, name, limits=Limits(bytes=10))
    assert [item.code for item in caught.value.diagnostics] == ["document/too-large"]


@pytest.mark.rule("ANS-F3")
def test_a_line_beyond_its_size_is_refused_and_the_others_are_judged() -> None:
    data = b'{"a": 1}\n' + b"[" * 50 + b'\n{"a": 1,}\n'
    with pytest.raises(DocumentError) as caught:
        parse_jsonl(data, "lines", limits=Limits(line_bytes=40))
    told = [(item.code, item.place.line) for item in caught.value.diagnostics]
    assert told == [("document/too-large", 2), ("document/syntax", 3)]


@pytest.mark.rule("ANS-F3")
def test_faults_without_number_are_counted_and_not_kept() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_json(b"[" + b"NaN," * 5000 + b"0]", "many", limits=Limits(faults=10))
    assert len(caught.value.diagnostics) == 11
    assert caught.value.diagnostics[-1].code == "document/more-faults"
    assert "more faults than these 10" in caught.value.diagnostics[-1].message


@pytest.mark.rule("ANS-F3")
@pytest.mark.parametrize("lines", [12, 100])
def test_yaml_is_not_read_further_than_its_faults_are_told(lines: int) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_yaml(b"a: 1\n" * lines + b"\t@", "many", limits=Limits(faults=10))
    codes = [fault.code for fault in caught.value.diagnostics]
    assert codes == ["document/duplicate-key"] * 10 + ["document/more-faults"]


@pytest.mark.rule("ANS-F3")
def test_the_faults_of_many_lines_are_counted_together() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_jsonl(b"[NaN, NaN]\n" * 10, "many", limits=Limits(faults=15))
    assert len(caught.value.diagnostics) == 16
    assert "more faults than these 15" in caught.value.diagnostics[-1].message


@pytest.mark.rule("ANS-F3")
def test_an_error_survives_pickling_with_all_its_faults() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_json(b"[NaN, 01]", "x")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert again.diagnostics == caught.value.diagnostics
    assert str(again) == str(caught.value)


@pytest.mark.rule("ANS-F3")
@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'["' + b"\\" * 1_000_001,
        b'"' + b"a" * 1_000_000,
        b"[" + b"9" * 1_000_000 + b"]",
        b"[" + b"1," * 300_000 + b"]",
        b"/*" * 300_000,
        b"\xff" * 1_000_000,
        b'"\\ud83d' * 150_000,
        b"{" + b'"a":0,' * 100_000 + b"}",
    ],
    ids="lists objects backslashes string digits items comments bytes halves keys".split(),
)
def test_hostile_bytes_are_refused_like_any_others(data: bytes) -> None:
    with pytest.raises(DocumentError):
        parse_json(data, "hostile")


def faults_in(read: Any, data: bytes) -> tuple[Diagnostic, ...]:
    """Returns the faults a reader finds; none for a good document."""
    try:
        read(data, "damaged")
    except DocumentError as error:
        return error.diagnostics
    return ()


def floats(value: Any) -> Iterator[float]:
    """Yields the binary floats in a value; there must be none."""
    for item in dict(walk(value)).values():
        if isinstance(item, float):
            yield item


def walk(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yields every value below one, with its path."""
    yield path, value
    children: Any = enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, dict):
        children = value.items()
    for key, child in children:
        yield from walk(child, (*path, str(key)))
