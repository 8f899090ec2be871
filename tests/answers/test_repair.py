"""Repairs: what is proposed was tried, says something, and its text is all that an author needs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.answers.entries import fold_entry
from probatum.answers.repair import MOST, repairs
from probatum.answers.tightening import STOP_WORDS, demanded, says_more
from probatum.answers.traps import Subject
from probatum.answers.verifier import AnswerVerifier
from tests.answers.followed import followed, row
from tests.answers.test_traps import subject_of


def examples(subject: Subject) -> list[tuple[str, bool]]:
    task = subject.task
    return [(text, True) for text in task.positive_examples] + [(t, False) for t in task.negative_examples]


def proposed(subject: Subject) -> dict[str, list[str]]:
    """Returns the texts of what is proposed for each example that is decided wrongly, and tries them all."""
    task = subject.task
    found: dict[str, list[str]] = {}
    settled = {
        text: right for text, right in examples(subject) if task.verifier.verify(text).verified is right
    }
    for text, right in examples(subject):
        if text in settled:
            continue
        offers = repairs(task, text, right=right)
        assert len(offers) <= MOST
        for offer in offers:
            mended = AnswerVerifier(offer.spec)
            for other, wanted in (settled | {text: right}).items():
                assert mended.verify(other).verified is wanted, (offer.text, other)
            assert followed(task.verifier.spec, offer.text) == offer.spec, offer.text
            for entry in added(task.verifier.spec, offer.spec):
                assert says_more(fold_entry(entry), demanded(subject)), offer.text
        found[text] = [offer.text for offer in offers]
    return found


def added(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Returns the plain phrases that a repair excludes and the spec did not."""

    def excluded(spec: dict[str, Any]) -> list[str]:
        keys = spec["reference_answers"]
        return [*keys.get("must_exclude", ()), *keys.get("list_match", {}).get("forbidden", ())]

    known = excluded(before)
    return [
        entry
        for entry in excluded(after)
        if entry not in known and not entry.startswith("^") and "|OR|" not in entry
    ]


PATHS = "Which is longer, the ridge path or the valley path?"
STATED = "ridge path is longer |OR| is the ridge path |OR| than the valley path"
LISTED = (
    "valley path, ridge path |OR| valley path, the ridge path |OR| valley path or ridge path |OR| "
    "valley path or the ridge path |OR| ridge path, valley path |OR| ridge path, the valley path |OR| "
    "ridge path or valley path |OR| ridge path or the valley path"
)
CASES = {
    "the extra member of a list": (
        row(
            {"list_match": {"items": [["oar"], ["sail"]]}},
            ["oar, sail", "The oar and the sail."],
            ["The oar, the sail and the anchor."],
            ["oar", "sail"],
        ),
        'Add "anchor" to forbidden of list_match.',
    ),
    "never the gold itself": (
        row(
            {"must_include": ["oar, sail"]},
            ["oar, sail", "An oar, sail."],
            ["The oar, sail and anchor."],
            "oar, sail",
        ),
        'Add "must_exclude": ["anchor"] to reference_answers.',
    ),
    "a number, with the kind that the key needs": (
        row(
            {"number_match": {"value": 17}},
            ["17", "There are 17 skiffs here."],
            ["There are 16 skiffs and 17 punts here."],
            "17",
        ),
        'Add "must_exclude": ["punts"] to reference_answers, and "string_match" to eval_types.',
    ),
    "a name before other words": (
        row(
            {"must_include": ["SKIFF-15"]},
            ["SKIFF-15", "The code is SKIFF-15."],
            ["SKIFF-15 was last year's; the code is now PUNT-20."],
            "SKIFF-15",
        ),
        'Add "must_exclude": ["PUNT-20"] to reference_answers.',
    ),
    "a reply that begins with a no": (
        row(
            {"must_include": ["yes"], "scope": "first_sentence"},
            ["Yes.", "Yes, no problem."],
            ["No; it would be yes in May."],
            "Yes",
        ),
        'Add "must_exclude": ["^no\\\\b.*$"] to reference_answers.',
    ),
    "a bare no that a right reply says": (
        row(
            {"must_include": ["yes"], "must_exclude": ["no"], "scope": "first_sentence"},
            ["Yes, no problem."],
            ["No, it is not."],
            "Yes",
        ),
        'Write "^no\\\\b.*$" in must_exclude instead of "no".',
    ),
    "the bare name of another option": (
        row(
            {"must_include": ["valley path"], "must_exclude": ["ridge path"], "scope": "first_sentence"},
            ["The valley path is longer than the ridge path."],
            ["The ridge path."],
            "the valley path",
            PATHS,
        ),
        f'Write "{STATED} |OR| {LISTED}" in must_exclude instead of "ridge path".',
    ),
    "what makes another option the answer": (
        row(
            {"must_include": ["valley path"], "scope": "first_sentence"},
            ["The valley path."],
            ["The ridge path is longer than the valley path."],
            "the valley path",
            PATHS,
        ),
        f'Add "must_exclude": ["{STATED}"] to reference_answers.',
    ),
    "one of several alternatives": (
        row(
            {"must_include": ["tern"], "must_exclude": ["a gull |OR| a raven"]},
            ["A tern, which a gull is not."],
            ["A raven, no tern."],
            "tern",
        ),
        'Write "a raven" in must_exclude instead of "a gull |OR| a raven".',
    ),
    "another ending of an item": (
        row(
            {"list_match": {"items": [["rudder"], ["sail"]]}},
            ["Rudders and sail."],
            ["A sail."],
            ["rudder", "sail"],
        ),
        'Add "Rudders" to the spellings of item 1 in list_match.',
    ),
    "the leading sentence alone": (
        row({"must_include": ["tern"]}, ["A tern."], ["A gull. The tern is smaller."], "tern"),
        'Write "scope": "first_sentence" beside must_include.',
    ),
    "the tolerance of a count": (
        row({"number_match": {"value": 17, "abs_tolerance": 1}}, ["17"], ["16"], "17"),
        "Remove abs_tolerance from number_match.",
    ),
    "the tolerance of a rounded gold": (
        row({"number_match": {"value": 4000, "rel_tolerance": 0.01}}, ["4,100"], ["400"], "about 4,000"),
        'Write "abs_tolerance": 100 instead of "rel_tolerance" in number_match, if that is near enough.',
    ),
    "the order of a list": (
        row(
            {"list_match": {"items": [["oar"], ["sail"]], "ordered": True}},
            ["Sail and oar."],
            ["Sail."],
            ["oar", "sail"],
        ),
        'Write "ordered": false in list_match, if the question asks for no order.',
    ),
    "a bare answer that is said in a sentence": (
        row({"exact_match": ["arctic tern"]}, ["It is an arctic tern."], ["It is a tern."], "arctic tern"),
        'Write "must_include": ["arctic tern"] instead of exact_match.',
    ),
    "fewer numbers than a right reply names": (
        row({"number_match": {"value": 17, "max_distinct": 2}}, ["17 of 31, since 1580."], ["16"], "17"),
        'Write "max_distinct": 3 in number_match.',
    ),
}


@pytest.mark.rule("ANS-H1")
@pytest.mark.parametrize(("given_row", "text"), CASES.values(), ids=CASES)
def test_the_meant_repair_comes_first(given_row: dict[str, Any], text: str) -> None:
    offers = [offer for offers in proposed(subject_of(given_row)).values() for offer in offers]
    assert offers[:1] == [text]


NEVER = {
    "a count that is one off is another count": row(
        {"number_match": {"value": 18}}, ["17", "**17** of them"], ["16"], "18"
    ),
    "the digits of a code are no number": row(
        {"number_match": {"value": 15}}, ["16 is the code"], ["3"], "SKIFF-15"
    ),
    "gold and stop words alone": row(
        {"must_include": ["tern"]}, ["A tern."], ["The tern, it is a tern."], "tern"
    ),
    "the bare name of an option": row(
        {"must_include": ["valley path"]},
        ["The valley path."],
        ["Valley path, ridge path."],
        "the valley path",
        PATHS,
    ),
}


@pytest.mark.rule("ANS-H1")
@pytest.mark.parametrize("given_row", NEVER.values(), ids=NEVER)
def test_nothing_is_proposed_that_is_worse_than_nothing(given_row: dict[str, Any]) -> None:
    assert all(not offers for offers in proposed(subject_of(given_row)).values())


@pytest.mark.rule("ANS-H1")
def test_a_repair_keeps_the_gold() -> None:
    given_row = row(
        {"must_include": ["oar, sail"]}, ["It is: oar, sail!"], ["Oar, sail and mast."], "oar, sail"
    )
    subject = subject_of(given_row)
    for text, right in examples(subject):
        for offer in repairs(subject.task, text, right=right):
            assert AnswerVerifier(offer.spec).verify("oar, sail").verified


def test_stop_words_are_those_that_deny_nothing() -> None:
    assert not {"not", "no", "never", "than", "neither", "nor"} & STOP_WORDS


WORDS = st.sampled_from("tern gull a the not no yes 17 16 is Raven and than , . ** |OR|".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=7).map(" ".join)
KEYS: list[dict[str, Any]] = [
    {"must_include": ["tern"]},
    {"must_include": ["tern"], "scope": "first_sentence"},
    {"must_include": ["yes"], "must_exclude": ["no", "not |OR| gull"]},
    {"exact_match": ["tern"]},
    {"number_match": {"value": 17}},
    {"number_match": {"value": 17, "abs_tolerance": 1}},
    {"number_match": {"value": 17, "max_distinct": 1}},
    {"list_match": {"items": [["tern"], ["gull"]]}},
    {"list_match": {"items": [["tern"], ["gull"]], "ordered": True, "forbidden": ["Raven"]}},
]


@given(
    keys=st.sampled_from(KEYS),
    right=st.lists(TEXTS, max_size=3),
    wrong=st.lists(TEXTS, max_size=3),
    gold=st.sampled_from(["tern", "Yes", "17", "tern and gull", None]),
    intent=st.sampled_from(["", "Which is larger, the tern or the gull?"]),
)
@pytest.mark.rule("ANS-H1")
def test_whatever_is_proposed_was_tried_and_is_said_in_full(
    keys: dict[str, Any], right: list[str], wrong: list[str], gold: str | None, intent: str
) -> None:
    # A text that is right and wrong at once cannot be mended.
    wrong = [text for text in wrong if fold_entry(text) not in set(map(fold_entry, right))]
    proposed(subject_of(row(keys, right, wrong, gold, intent)))
