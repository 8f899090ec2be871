"""Changes that may let a right answer pass which its spec refutes."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from decimal import Decimal
from difflib import SequenceMatcher
from fractions import Fraction
from typing import Any, Final

from probatum.answers.changes import Change, Spec, narrowed, removing, replacing, widened
from probatum.answers.entries import SEPARATOR, fold_entry, read_entry
from probatum.answers.reply import Reply
from probatum.answers.traps._subject import Subject, Written
from probatum.answers.traps.choices import instead_of
from probatum.answers.traps.gold_kind import BEGINS
from probatum.answers.written import quoted
from probatum.outcome import Reason

_FURTHEST: Final = Decimal("0.25")
_ROUNDING: Final = Decimal("0.01")
_ALIKE: Final = 0.8
AROUND: Final = " .,;:!?()[]\"'“”‘’"
_LEAST_ALIKE: Final = 4
_MOST_WORDS: Final = 400
_MOST_DISTINCT: Final = 12

Tried = Iterator[tuple[Change, str]]
"""Changes to try, each with the phrase of the answer that it guesses at; empty for none."""


def loosened(subject: Subject, example: str) -> Tried:
    """Yields changes: one for each thing that speaks against the answer, then all of them together."""
    task = subject.task
    spec = task.verifier.spec
    texts: list[str] = []
    together = spec
    # From the last to the first: what is removed does not move what is looked at next.
    reasons = [reason for reason in task.verifier.verify(example).reasons if reason.decides]
    for reason in sorted(reasons, key=lambda reason: _order(reason.pointer), reverse=True):
        first = next(_against(together, reason, example, subject), None)
        if first is not None:
            texts.append(first.text)
            together = first.spec
        yield from ((change, "") for change in _against(spec, reason, example, subject))
    yield from ((change, "") for change in widened(spec))
    if len(texts) > 1:
        yield Change(" ".join(dict.fromkeys(texts)), together), ""


def _order(pointer: str) -> tuple[str, int]:
    name, _, position = pointer.rpartition("/")
    return (name, int(position)) if position.isdigit() else (pointer, 0)


def _against(spec: Spec, reason: Reason, example: str, subject: Subject) -> Iterator[Change]:
    """Yields changes after which a reason no longer speaks against the answer."""
    name, position = _order(reason.pointer)
    match reason.code:
        case "excluded_found" | "forbidden_found":
            yield from _narrower(spec, name.rpartition("/")[2], position, example, subject)
        case "entry_missing":
            yield from _spelled(spec, ("must_include", position), subject.asked.include, example, subject)
        case "item_missing":
            yield from _spelled(spec, ("items", position), subject.asked.items, example, subject)
        case "exact_differs":
            yield from _included(spec)
        case "items_out_of_order":
            changed = copy.deepcopy(spec)
            changed["reference_answers"]["list_match"]["ordered"] = False
            yield Change('Write "ordered": false in list_match, if the question asks for no order.', changed)
        case "sprayed":
            yield from _more_numbers(spec, reason)
        case "number_missing":
            yield from _tolerant(spec, reason, example, subject)


def _narrower(spec: Spec, name: str, position: int, example: str, subject: Subject) -> Iterator[Change]:
    """Yields changes after which an exclusion is not found in a right answer."""
    written = (subject.asked.forbidden if name == "forbidden" else subject.asked.exclude)[position]
    phrases = {fold_entry(phrase) for phrase in written.phrases}
    if len(written.spellings) == 1:
        word = next(iter(phrases), "")
        if word in BEGINS:
            yield replacing(spec, name, position, BEGINS[word])
        elif word in subject.question.options:
            for one in instead_of(subject, word):
                change = replacing(spec, name, position, one)
                yield change
                yield from (Change(f"{change.text} {more.text}", more.spec) for more in narrowed(change.spec))
    else:
        reply = Reply(example, subject.task.verifier.language)
        kept = [
            one.source
            for one in written.spellings
            if not read_entry(one.source, reply.language).occurs(reply)
        ]
        if 0 < len(kept) < len(written.spellings):
            yield replacing(spec, name, position, f" {SEPARATOR} ".join(kept))
    yield removing(spec, name, position)


def _spelled(
    spec: Spec, at: tuple[str, int], entries: tuple[Written, ...], example: str, subject: Subject
) -> Iterator[Change]:
    """Yields the change that adds the spelling of the answer, where it is nearly one of the spec's."""
    name, position = at
    if any(spelling.is_pattern for spelling in entries[position].spellings):
        return
    near = _nearest(entries[position].phrases, example, subject)
    if not near:
        return
    changed = copy.deepcopy(spec)
    keys = changed["reference_answers"]
    if name == "items":
        keys["list_match"]["items"][position] = [*keys["list_match"]["items"][position], near]
        yield Change(f"Add {quoted(near)} to the spellings of item {position + 1} in list_match.", changed)
        return
    former = keys[name][position]
    keys[name] = [*keys[name]]
    keys[name][position] = f"{former} {SEPARATOR} {near}"
    yield Change(f"Write {quoted(keys[name][position])} in {name} instead of {quoted(former)}.", changed)


def _nearest(phrases: tuple[str, ...], example: str, subject: Subject) -> str:
    """Returns the words of an answer that are nearly a phrase: another ending, `and` for `&`."""
    words = Reply(example, subject.task.verifier.language).stripped.split()
    best, likeness = "", _ALIKE
    for phrase in phrases:
        if len(phrase) < _LEAST_ALIKE:
            continue
        many = len(phrase.split(" "))
        for count in (many - 1, many, many + 1):
            for start in range(min(len(words), _MOST_WORDS) - count + 1 if count > 0 else 0):
                text = " ".join(words[start : start + count]).strip(AROUND)
                matcher = SequenceMatcher(None, phrase, fold_entry(text), autojunk=False)
                if matcher.quick_ratio() >= likeness and (found := matcher.ratio()) >= likeness:
                    best, likeness = text, found
    return best


def _included(spec: Spec) -> Iterator[Change]:
    """Yields the change from the whole reply to a phrase of it."""
    changed = copy.deepcopy(spec)
    keys = changed["reference_answers"]
    given = keys.pop("exact_match")
    entries = [given] if isinstance(given, str) else list(given)
    if keys.get("must_include") or any(entry.startswith("^") for entry in entries):
        return
    entry = f" {SEPARATOR} ".join(entries)
    keys["must_include"] = [entry]
    text = f'Write "must_include": [{quoted(entry)}] instead of exact_match'
    if "exact_match" in changed["eval_types"]:
        kinds = ["string_match" if kind == "exact_match" else kind for kind in changed["eval_types"]]
        changed["eval_types"] = list(dict.fromkeys(kinds))
        text += ', and "string_match" for it in eval_types'
    yield Change(f"{text}.", changed)


def _more_numbers(spec: Spec, reason: Reason) -> Iterator[Change]:
    count = reason.detail.partition(" ")[0].replace(",", "")
    if count.isdigit() and int(count) <= _MOST_DISTINCT:
        changed = copy.deepcopy(spec)
        changed["reference_answers"]["number_match"]["max_distinct"] = int(count)
        yield Change(f'Write "max_distinct": {count} in number_match.', changed)


def _tolerant(spec: Spec, reason: Reason, example: str, subject: Subject) -> Iterator[Change]:
    """Yields a tolerance that lets the nearest number of the answer pass, where the gold is no plain count.

    A count that is one off is another count, and a code or year that is one off another code or year.
    """
    numbers = spec["reference_answers"]["number_match"]
    value = _expected(numbers, reason.pointer)
    if value is None:
        return
    reply = Reply(example, subject.task.verifier.language)
    near = [abs(_decimal(mention.value) - value) for mention in reply.full.numbers]
    if not near or not 0 < (off := min(near)) <= abs(value) * _FURTHEST:
        return
    gold = subject.gold
    is_rough = gold.is_hedged or gold.is_rounded or value != value.to_integral_value()
    if gold.kind in ("code", "year", "date") or not (is_rough or off <= abs(value) * _ROUNDING):
        return
    changed = copy.deepcopy(spec)
    changed["reference_answers"]["number_match"].pop("rel_tolerance", None)
    changed["reference_answers"]["number_match"]["abs_tolerance"] = _plain(off)
    former = ' instead of "rel_tolerance"' if "rel_tolerance" in numbers else ""
    yield Change(
        f'Write "abs_tolerance": {_plain(off)}{former} in number_match, if that is near enough.',
        changed,
    )


def _expected(numbers: dict[str, Any], pointer: str) -> Decimal | None:
    """Returns the number that a pointer of a reason is about."""
    given = numbers.get("value")
    if given is None:
        values, (_, position) = numbers.get("values") or [], _order(pointer)
        given = values[position] if position < len(values) else None
    return None if given is None or isinstance(given, dict) else Decimal(str(given))


def _decimal(value: Decimal | Fraction) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(value.numerator) / Decimal(value.denominator)


def _plain(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
