"""What is said about an example that no change mends: why it is decided so, and what to look at."""

from __future__ import annotations

from typing import Any

import pytest

from probatum.answers.advice import advice
from tests.answers.followed import row
from tests.answers.test_traps import subject_of

CASES: dict[str, tuple[Any, str]] = {
    "a decimal comma": (
        row({"number_match": {"value": 24.5, "abs_tolerance": 0.005}}, ["24,50 EUR"], [], "24.50 EUR"),
        'Read 24 and 50: in English the comma of "24,50" is no decimal point. See the recipe for a price.',
    ),
    "a part of a code": (
        row({"number_match": {"value": 15}}, ["The code is `SKIFF\u201115`."], [], "SKIFF-15"),
        '15 is part of the code "skiff-15", which is no number: use must_include.',
    ),
    "a value that no right example says": (
        row({"number_match": {"value": 18}}, ["17", "There are **seventeen** of 31."], [], "18"),
        "Every right example says 17: is 18 right?",
    ),
    "no number": (
        row({"number_match": {"value": 18}}, ["At noon."], [], "18"),
        "No number was read; dates, times of day and codes are no numbers: use must_include for them, "
        "and for words that say 18 otherwise.",
    ),
    "another number": (
        row({"number_match": {"value": 18}}, ["Between 3 and 5 and 9."], [], "18"),
        "Read 3, 5 and 9, and not 18: look again which of them is right.",
    ),
    "the whole reply": (
        row({"exact_match": ["N/A"]}, ["There is no such boat."], [], "N/A"),
        "Use must_include instead of exact_match: the whole reply must equal it, and a right one says more. "
        "See the recipe for no such thing.",
    ),
    "alternatives with a bar": (
        row({"must_include": ["3 April|April 3"]}, ["On the third of April."], [], "3 April"),
        'Write alternatives with |OR|: "3 April |OR| April 3".',
    ),
    "another word": (
        row({"must_include": ["yes"]}, ["It is allowed."], [], "Yes"),
        'Add what this answer says instead as an alternative: "yes |OR| ...". See the recipe for a yes.',
    ),
    "a pattern": (
        row({"must_include": ["^.*oars.*$"]}, ["Sails."], [], "oars"),
        'Let the pattern "^.*oars.*$" take what this answer says instead.',
    ),
    "an item": (
        row({"list_match": {"items": [["oar"], ["sail"]]}}, ["oar and canvas"], [], ["oar", "sail"]),
        'Add what this answer says instead to the spellings of "sail".',
    ),
    "a list as a phrase": (
        row({"must_include": ["oar, sail"]}, ["sail and oar"], [], "oar, sail"),
        "Use list_match with an item for each member: as a phrase the list is demanded word for word.",
    ),
    "a title": (
        row({"must_include": ["Oars: a History"]}, ["A history of oars"], [], "Oars: a History"),
        'Add what this answer says instead as an alternative: "Oars: a History |OR| ...". See the recipe '
        "for a title with a subtitle.",
    ),
    "too many numbers": (
        row({"number_match": {"value": 18, "max_distinct": 1}}, ["18 of 31"], [], "18"),
        "Raise max_distinct to as many different numbers as a right answer names.",
    ),
    "an exclusion": (
        row({"must_include": ["oar"], "must_exclude": ["sail"]}, ["An oar, no sail."], [], "oar"),
        'A right answer says "sail" in passing: write in must_exclude what a wrong one '
        "says with it, in more words.",
    ),
    "a number in passing": (
        row({"number_match": {"value": 17}}, [], ["17 punts"], "17"),
        "The number stands in it for something else: exclude what it is the number of, or narrow the scope. "
        "See the recipe for a count that stands in passing.",
    ),
    "an extra": (
        row({"list_match": {"items": [["oar"]]}}, [], ["oar and mast"], "oar"),
        "Forbid what it names too much. See the recipe for a list and nothing else.",
    ),
}


@pytest.mark.rule("ANS-H1")
@pytest.mark.parametrize(("given_row", "text"), CASES.values(), ids=CASES)
def test_advice_says_what_was_read_and_what_to_look_at(given_row: Any, text: str) -> None:
    task = subject_of(given_row).task
    right = bool(task.positive_examples)
    example = (*task.positive_examples, *task.negative_examples)[0]
    assert advice(task, example, task.verifier.verify(example), right=right) == text
