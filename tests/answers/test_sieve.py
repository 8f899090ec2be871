"""The sieve lets through whatever occurs: with a set or without, verdicts and evidence are the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.answers import sieve
from probatum.answers.entries import EmptyEntryError, read_entry
from probatum.answers.pattern_syntax import PatternError
from probatum.answers.reply import Reply
from probatum.answers.sieve import Sieve
from probatum.answers.verifier import AnswerVerifier
from probatum.errors import DocumentError
from tests.answers.test_fast_paths import _PATTERNS

# Few pieces, so that phrases, parts of them and what only looks like them meet often.
PIECES = [
    *"ab x-.,'()é",
    "no",
    "yes",
    "no one",
    "large",
    "10",
    "5",
    "-5",
    " - ",
    "--",
    "$9.99",
    "**",
    "\n",
    "[",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
ENTRIES = st.one_of(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join), _PATTERNS)


def _alternatives(sources: list[str]) -> list[Any]:
    found: list[Any] = []
    for source in sources:
        try:
            found += read_entry(source, "en").alternatives
        except (EmptyEntryError, PatternError):
            continue
    return found


@pytest.mark.rule("ANS-B3", "ANS-B4", "ANS-B5")
@given(st.lists(ENTRIES, max_size=6), TEXTS)
def test_a_set_hides_no_alternative(sources: list[str], text: str) -> None:
    alternatives = _alternatives(sources)
    sifted = Sieve(alternatives)
    sifted.make()
    scoped = Reply(text).full
    assert {one for one in alternatives if one.find(scoped)} <= set(sifted.near(scoped))


@pytest.mark.rule("ANS-F3")
@given(st.lists(ENTRIES, min_size=1, max_size=3), st.lists(ENTRIES, max_size=3), TEXTS, st.booleans())
def test_a_verdict_does_not_depend_on_how_often_a_spec_was_used(
    demands: list[str], bans: list[str], text: str, listed: bool
) -> None:
    keys: dict[str, Any] = {"must_include": demands, "must_exclude": bans}
    if listed:
        keys = {"list_match": {"items": [[demand] for demand in demands], "forbidden": bans}}
    spec = {"eval_types": ["list_match" if listed else "string_match"], "reference_answers": keys}
    try:
        fresh, used = AnswerVerifier(spec), AnswerVerifier(spec)
    except DocumentError:
        return
    used._verifiers[0]._sieve.make()  # type: ignore[attr-defined]
    assert used.verify(text) == fresh.verify(text)
    assert used.outcome(text) == fresh.outcome(text) == fresh.verify(text).outcome


def test_a_set_is_made_after_a_while_and_only_for_many_spellings() -> None:
    few, many = Sieve(_alternatives(["a", "b"])), Sieve(_alternatives([f"word {i}" for i in range(20)]))
    for _ in range(sieve.WORTH + 1):
        few.near(Reply("word 7").full)
        near = many.near(Reply("word 7").full)
    assert few._set is None
    assert many._set is not None
    assert [one.probes for one in near] == [("word 7",)]


@pytest.mark.rule("ANS-A7")
def test_long_texts_and_those_beyond_ascii_go_through_probes() -> None:
    sifted = Sieve(_alternatives([f"wörd {i}" for i in range(20)] + ["plain"]))
    sifted.make()
    for text in ("plain " * sieve.LONGEST, "ein Wörd 7", "plain – ß"):
        scoped = Reply(text).full
        assert sifted.near(scoped) == sifted._one_by_one.near(scoped)


@pytest.mark.rule("ANS-B4")
def test_a_set_without_the_memory_to_run_is_done_without() -> None:
    sources = [f"^.*[a-z]{{200}}{i} [b-z]{{200}} word.*$" for i in range(400)]
    sifted = Sieve(_alternatives(sources))
    sifted.make()
    assert sifted._set is None
    text = Reply("a" * 200 + "7 " + "c" * 200 + " word").full
    assert [one for one in sifted.near(text) if one.find(text)] == [sifted._one_by_one.alternatives[7]]
