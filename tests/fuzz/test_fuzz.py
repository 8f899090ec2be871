"""The fuzz targets themselves: a short round of each, and proof that a broken reader is caught."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError
from tests.fuzz.mutate import mutations, smallest
from tests.fuzz.targets import TARGETS, Target, complaint

pytestmark = pytest.mark.rule("ANS-F3")


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_reader_holds_against_changed_documents(name: str) -> None:
    target = TARGETS[name]
    seeds = target.seeds()
    assert seeds
    for data in islice(mutations(seeds, Random(name)), 60 + len(seeds)):
        assert complaint(target, data) == "", data


@pytest.mark.parametrize("name", sorted(TARGETS))
@settings(max_examples=40)
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode(errors="ignore")))
def test_a_reader_holds_against_any_bytes(name: str, data: bytes) -> None:
    assert complaint(TARGETS[name], data) == ""


def test_the_same_seed_gives_the_same_inputs() -> None:
    seeds = TARGETS["json"].seeds()
    one, other = (list(islice(mutations(seeds, Random(7)), 500)) for _ in range(2))
    assert one == other
    assert len(set(one)) > 400


def _raising(error: Exception) -> Target:
    def read(data: bytes) -> None:
        if b"!" in data:
            raise error

    return Target(read, lambda: [b"{}"])


def _fault(message: str, value: str = "") -> DocumentError:
    return DocumentError([Diagnostic("document/x", Severity.ERROR, Place(), message, "", value)])


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RecursionError("deep"), "RecursionError: deep"),
        (ValueError("no"), "ValueError: no"),
        (DocumentError([]), "without a diagnostic"),
        (_fault(""), "says nothing"),
        (_fault("half \ud800"), "cannot be written"),
        (_fault("long", "x" * 101), "not shortened"),
    ],
    ids=["recursion", "value", "empty", "silent", "surrogate", "long"],
)
def test_a_broken_reader_is_caught_and_its_input_made_small(error: Exception, told: str) -> None:
    target = _raising(error)
    broken = next(data for data in mutations([b"{}", b"[1!2]"], Random(1)) if complaint(target, data))
    assert told in complaint(target, broken)
    assert smallest(broken, lambda data: complaint(target, data) != "") == b"!"


def test_a_reader_that_refuses_rightly_has_no_complaint() -> None:
    assert complaint(_raising(_fault("told")), b"!") == ""
