"""What to do about an example that is decided wrongly where no change that was tried mends it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from probatum.answers.entries import SEPARATOR, fold_entry
from probatum.answers.gold import read_gold
from probatum.answers.reply import Reply
from probatum.answers.task import Task
from probatum.answers.written import quoted
from probatum.outcome import Reason, Verdict

_DECIMAL_COMMA: Final = re.compile(r"(?<![\d.,])\d{1,3},\d{1,2}(?![\d,])")
_MOST_SHOWN: Final = 4

RECIPES: Final = {
    "yes": "a yes",
    "no": "a no",
    "absence": "no such thing",
    "date": "dates",
}
"""Recipes of the documentation, by the kinds of golds that they are for."""


def advice(task: Task, example: str, verdict: Verdict, *, right: bool) -> str:
    """Returns what an author may do, in one or two sentences.

    Args:
        task: The task, with its examples.
        example: The example.
        verdict: What the spec says of it.
        right: Whether it is a right answer.
    """
    if not right:
        return _lenient(task, verdict)
    against = [reason for reason in verdict.reasons if reason.decides]
    found = next(filter(None, (_strict(task, example, reason) for reason in _gravest(against))), "")
    return found or "Look again whether the example is right; if it is, demand less."


def _lenient(task: Task, verdict: Verdict) -> str:
    """Returns the advice for a wrong answer that is verified: what it says beside the gold is excluded."""
    codes = {reason.code for reason in verdict.reasons}
    if "item_found" in codes:
        return "Forbid what it names too much. See the recipe for a list and nothing else."
    if "number_found" in codes:
        return (
            "The number stands in it for something else: exclude what it is the number of, or narrow the "
            "scope. See the recipe for a count that stands in passing."
        )
    general = "Exclude what it says and no right answer does, narrow the scope, or demand more."
    return f"{general}{_recipe(task)}"


def _recipe(task: Task) -> str:
    gold = read_gold(task.golds, task.verifier.language)
    if gold.kind in RECIPES:
        return f" See the recipe for {RECIPES[gold.kind]}."
    if gold.kind in ("name", "sentence") and ": " in gold.text:
        return " See the recipe for a title with a subtitle."
    return ""


def _gravest(reasons: list[Reason]) -> Iterator[Reason]:
    """Yields the reasons in the order in which they are worth a word: what is missing first."""
    yield from (reason for reason in reasons if reason.code.endswith(("missing", "differs")))
    yield from (reason for reason in reasons if not reason.code.endswith(("missing", "differs")))


def _strict(task: Task, example: str, reason: Reason) -> str:
    """Returns the advice for one thing that speaks against a right answer."""
    match reason.code:
        case "entry_missing" | "item_missing":
            return _missing(task, reason)
        case "exact_differs":
            return (
                "Use must_include instead of exact_match: the whole reply must equal it, and a right one says"
                f" more.{_recipe(task)}"
            )
        case "number_missing":
            return _number(task, example, reason)
        case "sprayed":
            return "Raise max_distinct to as many different numbers as a right answer names."
        case "excluded_found" | "forbidden_found":
            name = "must_exclude" if reason.code == "excluded_found" else "forbidden"
            return (
                f"A right answer says {quoted(reason.expected)} in passing: write in {name} what a wrong one"
                f" says with it, in more words.{_recipe(task)}"
            )
        case "items_out_of_order":
            return 'Write "ordered": false, if the question asks for no order.'
    return ""


def _missing(task: Task, reason: Reason) -> str:
    """Returns the advice for an entry or item that is not found, shown as it is typed."""
    source = reason.expected
    if source.startswith("^"):
        return f"Let the pattern {quoted(source)} take what this answer says instead.{_recipe(task)}"
    gold = read_gold(task.golds, task.verifier.language)
    if gold.kind == "list" and fold_entry(source) == gold.folded:
        return "Use list_match with an item for each member: as a phrase the list is demanded word for word."
    pieces = [piece.strip() for part in source.split(SEPARATOR) for piece in part.split("|")]
    if len(pieces) > source.count(SEPARATOR) + 1 and all(pieces):
        return f"Write alternatives with {SEPARATOR}: {quoted(f' {SEPARATOR} '.join(pieces))}."
    if reason.code == "item_missing":
        return f"Add what this answer says instead to the spellings of {quoted(source)}."
    where = quoted(f"{source} {SEPARATOR} ...")
    return f"Add what this answer says instead as an alternative: {where}.{_recipe(task)}"


def _number(task: Task, example: str, reason: Reason) -> str:
    """Returns the advice where a number is missing: what was read instead of it, and why."""
    reply = Reply(example, task.verifier.language)
    read = [reply.stripped[mention.start : mention.end] for mention in reply.full.numbers]
    expected = reason.expected.partition(" ")[0]
    if (comma := _DECIMAL_COMMA.search(reply.stripped)) and task.verifier.language == "en":
        return (
            f"Read {_listed(read)}: in English the comma of {quoted(comma[0])} is no decimal point. See the "
            "recipe for a price."
        )
    if code := _code_with(reply.text, expected):
        return f"{expected} is part of the code {quoted(code)}, which is no number: use must_include."
    if others := _common(task):
        return f"Every right example says {others}: is {expected} right?"
    if not read:
        return (
            "No number was read; dates, times of day and codes are no numbers: use must_include for them, "
            f"and for words that say {expected} otherwise.{_recipe(task)}"
        )
    return f"Read {_listed(read)}, and not {expected}: look again which of them is right."


def _code_with(text: str, number: str) -> str:
    """Returns the code of which a number is a part: `LUTE-15`; empty for none."""
    digits = re.escape(number.replace(",", ""))
    found = re.search(rf"(?<!\w)(?=\S*[^\W\d_])[\w-]*?(?<!\d){digits}(?!\d)[\w-]*", text)
    return found[0] if found else ""


def _common(task: Task) -> str:
    """Returns the one number that every right example says, where the spec demands another; else empty."""
    language = task.verifier.language
    read = [
        {mention.value for mention in Reply(text, language).full.numbers} for text in task.positive_examples
    ]
    shared = set.intersection(*read) if len(read) > 1 else set()
    return str(next(iter(shared))) if len(shared) == 1 else ""


def _listed(read: list[str]) -> str:
    shown = read[:_MOST_SHOWN]
    if len(read) > _MOST_SHOWN:
        return f"{', '.join(shown)} and {len(read) - _MOST_SHOWN} more"
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else "".join(shown)
