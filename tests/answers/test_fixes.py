"""The fixes of traps: followed to the letter they lead out of the trap, and no right example is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from probatum.answers.advice import RECIPES
from probatum.answers.traps import Subject, find_traps
from probatum.answers.verifier import AnswerVerifier
from tests.answers.followed import followed, row
from tests.answers.test_traps import subject_of

PATHS = "Which is longer, the ridge path or the valley path?"
FAMILY = {
    "answer/polar-rule",
    "answer/excluded-in-passing",
    "answer/option-excluded",
    "answer/gold-in-question",
    "answer/sprayable-options",
}
TRAPPED = {
    "a yes anywhere": row({"must_include": ["yes"]}, ["Yes, no problem."], ["No."], "Yes", "Is it open?"),
    "a yes that forbids the no": row(
        {"must_include": ["yes"], "must_exclude": ["no"]}, ["Yes, no problem."], ["No."], "Yes", "Is it open?"
    ),
    "a no anywhere": row({"must_include": ["no"]}, ["No, the yes is old."], ["Yes."], "No", "Is it open?"),
    "an option anywhere": row(
        {"must_include": ["valley path"]},
        ["The valley path is longer than the ridge path."],
        ["The ridge path."],
        "the valley path",
        PATHS,
    ),
    "an option that forbids the other": row(
        {"must_include": ["valley path"], "must_exclude": ["ridge path"]},
        ["The valley path is longer than the ridge path.", "**The valley path**, as the map says."],
        ["The ridge path."],
        "the valley path",
        PATHS,
    ),
    "an option that forbids the other, in its first sentence": row(
        {"must_include": ["valley path"], "must_exclude": ["ridge path"], "scope": "first_sentence"},
        ["The valley path is longer than the ridge path."],
        ["The ridge path."],
        "the valley path",
        PATHS,
    ),
    "three options": row(
        {"must_include": ["Raven Hut"]},
        ["Raven Hut is higher than Tern Hut."],
        ["Gull Hut."],
        "Raven Hut",
        "Which hut is highest: Raven Hut, Tern Hut, or Gull Hut?",
    ),
    "some of a list": row(
        {"list_match": {"items": [["Raven Hut"], ["Tern Hut"]]}},
        ["Raven Hut, Tern Hut"],
        ["Gull Hut"],
        ["Raven Hut", "Tern Hut"],
        "Which of these are open: Raven Hut, Tern Hut, Gull Hut?",
    ),
}
_RECIPE = re.compile(r" See the recipe for [^.]+\.$")


@pytest.mark.rule("ANS-G1", "ANS-G4", "ANS-G8", "ANS-G14")
@pytest.mark.parametrize("given_row", TRAPPED.values(), ids=TRAPPED)
def test_fixes_that_are_followed_to_the_letter_lead_out_of_the_traps(given_row: dict[str, Any]) -> None:
    for _ in range(len(FAMILY)):
        found = [(t.code, f) for t, f in find_traps(subject_of(given_row)) if t.code in FAMILY]
        if not found:
            break
        changed = followed(given_row["eval"], _RECIPE.sub("", found[0][1].fix))
        assert changed != given_row["eval"]
        given_row = given_row | {"eval": changed}
    assert not found
    verifier = subject_of(given_row).task.verifier
    assert all(verifier.verify(text).verified for text in given_row["positive_examples"])
    assert not any(verifier.verify(text).verified for text in given_row["negative_examples"])


UNMARKED = {
    "oars .* sails": ("^.*oars .* sails.*$", "Oars with sails.", "Oars."),
    r"\boars\b": (r"^.*\boars\b.*$", "Two oars.", "Two skioars."),
    "SKIFF-?15": ("^.*skiff-?15.*$", "It is SKIFF15.", "It is SKIFF-1."),
    "(?i)oars": ("^.*oars.*$", "Oars!", "Sails!"),
    "oars (and|&) sails": ("^.*oars (and|&) sails.*$", "Oars & sails", "Oars, sails"),
    "[Oo]ars & Sails": ("^.*oars & sails.*$", "OARS & SAILS", "oars"),
    ".*Oars.*": ("^.*oars.*$", "The oars.", "The sails."),
    r"oars?\b |OR| C++": (r"^(.*oars?\b.*|.*\bc\+\+.*)$", "In C++.", "In C."),
}


@pytest.mark.rule("ANS-G9")
@pytest.mark.parametrize("entry", UNMARKED)
def test_an_entry_that_looks_like_a_pattern_is_shown_as_one(entry: str) -> None:
    pattern, right, wrong = UNMARKED[entry]
    fixes = [
        f.fix
        for t, f in find_traps(subject_of(row({"must_include": [entry]}, [], [])))
        if "unmarked" in t.code
    ]
    assert len(fixes) == 1
    assert fixes[0].startswith(f"Write {json.dumps(pattern)}, or")
    spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": [pattern]}}
    assert AnswerVerifier(spec).verify(right).verified
    assert not AnswerVerifier(spec).verify(wrong).verified


LENIENT = {
    "^oars.*sails": "^oars.*sails.*$",
    "oars|OR|sails": "oars |OR| sails",
    "^oars.*$ |OR| two sails": r"^(oars.*|.*\btwo sails\b.*)$",
    "C++|OR| ^sails$": r"^(.*\bc\+\+.*|sails)$",
}


@pytest.mark.rule("ANS-B4")
@pytest.mark.parametrize(("entry", "strict"), LENIENT.items())
def test_an_entry_that_was_read_leniently_is_shown_in_its_strict_form(entry: str, strict: str) -> None:
    spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": [entry]}}
    warnings = [one for one in AnswerVerifier(spec, published=True).warnings if "lenient" in one.code]
    assert [one.fix for one in warnings] == [f"Write {json.dumps(strict)}."]
    spec["reference_answers"] = {"must_include": [strict]}
    assert AnswerVerifier(spec).warnings == ()


def codes_of(subject: Subject) -> set[str]:
    return {trap.code for trap, _ in find_traps(subject)}


JUDGED = {
    "a count": ("17", ["17", "**17** skiffs", "seventeen"], ["16", "71", "170"]),
    "a price": ("$24.50", ["$24.50", "**24.5** dollars", "24.50"], ["$24.00", "25", "42.50"]),
    "a code": ("SKIFF-15", ["SKIFF-15", "It is `SKIFF-15`.", "skiff-15!"], ["SKIFF-51", "15", "SKIFF-150"]),
    "a list": ("Oar, Sail", ["oar, sail", "**Sail** and oar", "- Oar\n- Sail"], ["oar", "sail", "mast"]),
    "a yes": (
        "Yes",
        ["Yes.", "**Yes**, no problem.", "Yes, it is."],
        ["No.", "No, yes-men aside.", "Closed."],
    ),
}


@pytest.mark.rule("ANS-G11")
@pytest.mark.parametrize("gold", JUDGED)
def test_the_spec_instead_of_a_judge_is_written_out_and_lays_no_trap(gold: str) -> None:
    text, right, wrong = JUDGED[gold]
    given_row = {
        "eval": {"eval_types": ["llm_judge"], "reference_answers": {}},
        "gold": text,
        "intent": "Which is it?",
    }
    given_row |= {"positive_examples": right, "negative_examples": wrong}
    fixes = [f.fix for t, f in find_traps(subject_of(given_row)) if t.code == "answer/judge-not-needed"]
    written = re.fullmatch(r"Write (.*), or add the examples that it decides wrongly\.", fixes[0])
    assert written is not None
    spec = json.loads(f"{{{written[1]}}}")
    assert "full" not in json.dumps(spec)
    mended = subject_of(given_row | {"eval": spec})
    new = codes_of(mended) - codes_of(subject_of(given_row))
    assert new <= {"answer/chance-untested"}  # which is about the examples
    assert all(mended.task.verifier.verify(one).verified for one in right)
    assert not any(mended.task.verifier.verify(one).verified for one in wrong)


@pytest.mark.rule("ANS-H1")
def test_every_recipe_that_a_fix_names_stands_in_the_documentation(repository: Path) -> None:
    page = (repository / "docs/recipes.md").read_text(encoding="utf-8")
    headings = {line[3:].lower() for line in page.split("\n") if line.startswith("## ")}
    sources = [
        *repository.glob("src/probatum/answers/**/*.py"),
        *repository.glob("src/probatum/codes/*.toml"),
    ]
    texts = (source.read_text(encoding="utf-8").replace('"\n', "").replace("\\\n", "") for source in sources)
    named = {name for text in texts for name in re.findall(r"See the recipes? for ([^.({]+)[.(]", text)}
    assert len(named) >= 6
    for name in (part.strip() for one in named for part in re.split(r" and (?:for )?(?=an? \w)", one)):
        assert any(name in heading or name.removeprefix("a ") == heading for heading in headings), name
    assert all(any(name.removeprefix("a ") in heading for heading in headings) for name in RECIPES.values())
