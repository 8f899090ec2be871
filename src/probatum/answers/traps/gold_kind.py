"""Traps that lie between a spec and the kind of its gold (ANS-G3, G7, G8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Final

from probatum.answers.changes import excluding, narrowed
from probatum.answers.gold import Gold, Value
from probatum.answers.numbers import read_numbers
from probatum.answers.reply import Reply
from probatum.answers.traps._subject import ANSWERS, Subject, Written
from probatum.answers.traps._trap import Finding
from probatum.answers.traps.choices import may_exclude
from probatum.answers.written import quoted
from probatum.documents import show
from probatum.text.characters import is_unspaced

SMALL: Final = 31
"""Up to this a count may stand in any reply by chance: as a day, a position, another count."""

_SHORT: Final = 3
_LONGEST_COUNT: Final = 18
_LEADING_ZERO: Final = re.compile(r"0\d+")
_COUNTED: Final = re.compile(r"\bhow (?:many|much)\b|\bnumber of\b")
# What is named in digits, and never counted.
_LABEL: Final = (
    r"(?:(?:zip|postal|post|door|area|booking|order|voucher) codes?|postcode|pin|isbn|issn|sku|code|id"
    r"|identifier|barcode|version|release|chapter|route|room|seat|gate|platform|flight|(?:\w+ )?zone|line"
    r"|bus|tram|track"
    r"|(?:order|invoice|model|serial|phone|telephone|part|room|house|account|ticket|flight|item|lot) number"
    r"|shelf mark|extension)"
)
_NAMED: Final = re.compile(rf"(?:the )?{_LABEL}\b")
_ASKED: Final = re.compile(
    rf"\b(?:which|what)(?: is| was|'s)?(?: the| its| my| your| their)? (?:\w+ )?{_LABEL}\b"
)
_TOKEN: Final = re.compile(r"\d+")
_NUMBER_MATCH: Final = f"{ANSWERS}/number_match"
_OTHER: Final = {"yes": "no", "no": "yes"}

BEGINS: Final = {"yes": "^yes\\b.*$", "no": "^no\\b.*$"}
"""What finds a reply that begins with a word, where the bare word stands in right replies in passing."""


def low_discriminative_high(subject: Subject) -> Iterator[Finding]:
    """G3: a gold that stands in many replies by chance, and an annotation that is sure of it."""
    if subject.task.confidence == "high" and (why := _why_low(subject)):
        yield Finding(
            "/confidence",
            f"The gold is {why}, which stands in wrong replies by chance, and the confidence is high.",
            f'Write "confidence": "medium", and narrow the spec by {_narrowed_by(subject)}.',
            show(subject.gold.text),
        )


def _narrowed_by(subject: Subject) -> str:
    """Names the keys that narrow a spec of its kinds, and those alone."""
    kinds = subject.asked.kinds
    if "number_match" in kinds:
        return "scope and max_distinct in number_match; see the recipe for a count that stands in passing"
    return "forbidden in list_match" if "list_match" in kinds else "scope and must_exclude"


def incidental_untested(subject: Subject) -> Iterator[Finding]:
    """G3: no wrong example holds the gold by chance, so nothing shows that the spec tells them apart."""
    wrong = subject.task.negative_examples
    why = _why_low(subject)
    if not why or not wrong or any(_holds_gold(subject, example) for example in wrong):
        return
    yield Finding(
        "/negative_examples",
        f"The gold is {why}, and no negative example holds it by chance.",
        f"Add a wrong answer that mentions {show(subject.gold.text)} in passing.",
    )


def _why_low(subject: Subject) -> str:
    """Says what makes a gold weak evidence; empty for one that is not."""
    gold = subject.gold
    if subject.asked.is_judged:
        return ""
    if gold.kind in ("yes", "no"):
        return "" if gold.tail else f"the word {gold.kind}"
    if gold.kind == "number" and all(_is_small(value) for value in gold.numbers):
        return "a small number"
    if gold.kind == "name" and len(gold.folded) <= _SHORT and not any(map(is_unspaced, gold.folded)):
        return "a very short word"
    return ""


def _is_small(value: Value) -> bool:
    return 0 <= value <= SMALL and value == int(value)


def _holds_gold(subject: Subject, example: str) -> bool:
    gold, language = subject.gold, subject.task.verifier.language
    if gold.kind == "number":
        read = {mention.value for mention in read_numbers(Reply(example, language).stripped, language)}
        # The day of a date is no number, and yet the digits stand there by chance.
        return not read.isdisjoint(gold.numbers) or not gold.tokens.isdisjoint(_TOKEN.findall(example))
    word = gold.kind if gold.kind in _OTHER else gold.folded
    if not any(map(str.isalnum, word)):
        return word in Reply(example).full.text
    return f" {word} " in "".join(char if char.isalnum() else " " for char in f" {Reply(example).full.text} ")


def quantity_as_text(subject: Subject) -> Iterator[Finding]:
    """G7: a quantity is looked for as a phrase, so that `1,234`, `1234` and words for it are different."""
    gold = subject.gold
    if gold.kind != "number" or "number_match" in subject.asked.kinds or _is_label(subject):
        return
    for entry in (*subject.asked.include, *subject.asked.exact):
        if _is_only_number(entry, gold, subject.task.verifier.language):
            yield Finding(
                entry.pointer,
                "A quantity is looked for as a phrase: other spellings of the number are refuted.",
                f"Use number_match: {_as_number_match(gold)}.",
                show(entry.source),
            )


def _is_label(subject: Subject) -> bool:
    """Tells whether a number is the name of something: a code, a room, a version, a bus line."""
    folded = subject.gold.folded
    if _LEADING_ZERO.fullmatch(folded) or (folded.isdigit() and len(folded) > _LONGEST_COUNT):
        return True
    asked = subject.question.text
    return _NAMED.match(folded) is not None or (
        _ASKED.search(asked) is not None and not _COUNTED.search(asked)
    )


def _as_number_match(gold: Gold) -> str:
    """Returns the spec of a quantity, with the tolerance that it needs."""
    values = [_number(value) for value in gold.numbers]
    keys = f'"value": {values[0]}' if len(values) == 1 else f'"values": {show(values)}'
    if gold.is_hedged:
        keys += ', "rel_tolerance": 0.05'
    elif gold.is_money:
        keys += ', "abs_tolerance": 0.005'
    elif any(Fraction(value) != Fraction(str(_number(value))) for value in gold.numbers):
        keys += ', "rel_tolerance": 0.001'
    return f'{{"number_match": {{{keys}}}}}'


def _is_only_number(entry: Written, gold: Gold, language: str) -> bool:
    """Tells whether an entry is the number and nothing else; `none` or `a single` needs a phrase."""
    if any(spelling.is_pattern for spelling in entry.spellings):
        return False
    for phrase in entry.phrases:
        numbers = [number.value for number in read_numbers(phrase, language)]
        if len(numbers) != 1 or numbers[0] not in gold.numbers:
            return False
    return True


def code_as_number(subject: Subject) -> Iterator[Finding]:
    """G7: a year or code is compared as a quantity, so that `two thousand` or `1,903` passes."""
    gold = subject.gold
    values: set[Value] = set(gold.numbers)
    if gold.kind == "year":
        named = "A year"
    elif gold.kind == "code":
        named = "A part of a code"
        values = {Decimal(digits) for digits in _TOKEN.findall(gold.folded)}
    elif gold.kind == "number" and gold.folded.isdigit() and (gold.folded[0] == "0" and len(gold.folded) > 1):
        named = "A code with leading zeros"
    else:
        return
    for amount in subject.asked.numbers:
        if abs(amount.value) in values:
            text = gold.text.strip() if gold.kind == "code" else gold.folded.removeprefix("in ")
            yield Finding(
                amount.pointer,
                f"{named} is compared as a quantity.",
                f'Use string_match: {{"must_include": [{quoted(text)}]}}.',
                show(_number(amount.value)),
            )


def hedged_without_tolerance(subject: Subject) -> Iterator[Finding]:
    """G7: the gold says "about", and the spec demands the number to the last digit."""
    asked, gold = subject.asked, subject.gold
    if not gold.is_hedged or not asked.numbers or _tolerates(subject):
        return
    yield Finding(
        _NUMBER_MATCH,
        f"The gold is hedged ({show(gold.text)}), and the number is compared exactly.",
        'Add a tolerance, such as "rel_tolerance": 0.05.',
    )


def exact_with_tolerance(subject: Subject) -> Iterator[Finding]:
    """G7: the gold is an exact count, and the tolerance lets its neighbours pass."""
    asked, gold = subject.asked, subject.gold
    if gold.kind != "number" or gold.is_hedged or gold.is_rounded or gold.is_money:
        return
    for amount in asked.numbers:
        if amount.value != amount.value.to_integral_value() or amount.value not in gold.numbers:
            continue
        reach = asked.abs_tolerance or abs(amount.value) * (asked.rel_tolerance or Decimal(0))
        if reach >= 1:
            name = "abs_tolerance" if asked.abs_tolerance else "rel_tolerance"
            yield Finding(
                f"{_NUMBER_MATCH}/{name}",
                f"The gold is exact ({show(gold.text)}), and the tolerance accepts its neighbours.",
                f"Remove {name}.",
            )
            return


def money_without_tolerance(subject: Subject) -> Iterator[Finding]:
    """G7: an amount of money is compared exactly, so that a rounded price is refuted."""
    asked, gold = subject.asked, subject.gold
    if gold.kind == "number" and gold.is_money and asked.numbers and not _tolerates(subject):
        yield Finding(
            _NUMBER_MATCH,
            "The gold is an amount of money, and it is compared without a tolerance.",
            'Add "abs_tolerance": 0.005, or more where a rounded price is right.',
        )


def _tolerates(subject: Subject) -> bool:
    asked = subject.asked
    if asked.abs_tolerance or asked.rel_tolerance:
        return True
    keys = subject.task.verifier.spec["reference_answers"]["number_match"]
    return any(isinstance(value, dict) and len(value) > 1 for value in keys.get("values") or ())


def polar_rule(subject: Subject) -> Iterator[Finding]:
    """G8: a yes or no that may stand anywhere, or beside its opposite."""
    asked, gold = subject.asked, subject.gold
    if gold.kind not in _OTHER or asked.is_judged or "yes_no_match" in asked.kinds:
        return
    if gold.tail and not _demands_bare(subject):
        return  # what the gold adds is demanded, and tells more than the word
    other, recipe = _OTHER[gold.kind], f"See the recipe for a {gold.kind}."
    if "string_match" not in asked.kinds:
        keys = f'"must_include": ["{gold.kind}"], "must_exclude": [{quoted(BEGINS[other])}]'
        yield Finding(
            "/eval/eval_types",
            f"The gold is {gold.kind}, and no string_match looks for it.",
            f'Use string_match with {keys} and "scope": "first_sentence". {recipe}',
        )
        return
    if asked.exact and not asked.include:
        return
    if asked.scope == "full" and not _is_tried_in_passing(subject):
        yield Finding(
            ANSWERS,
            f"A {gold.kind} is looked for in the whole reply, where either word may stand in passing.",
            f"{_fix_polar_scope(subject)} {recipe}",
        )
    if not any(_names(spelling.folded, other) for entry in asked.exclude for spelling in entry.spellings):
        yield Finding(
            f"{ANSWERS}/must_exclude" if asked.exclude else ANSWERS,
            f'A reply that says "{other}" as well is accepted.',
            f"{_fix_other(subject, other)} {recipe}",
        )


def _demands_bare(subject: Subject) -> bool:
    """Tells whether all that a spec demands can be met by the word alone."""
    asked, word = subject.asked, subject.gold.kind
    return set(asked.kinds) == {"string_match"} and all(word in entry.phrases for entry in asked.include)


def _fix_polar_scope(subject: Subject) -> str:
    first = narrowed(subject.task.verifier.spec)
    if first and subject.trial.keeps(first[0].spec):
        return first[0].text
    return f"Add a negative example that says {subject.gold.kind} after its first sentence."


def _fix_other(subject: Subject, other: str) -> str:
    """Returns what to exclude: a reply that begins with the other word, which right ones say in passing."""
    # The fix for the scope is made as well: what begins with the other word is looked for there.
    if may_exclude(subject, BEGINS[other], "first_sentence"):
        return excluding(subject.task.verifier.spec, [BEGINS[other]]).text
    return f"Exclude what makes it a {other}, in more words than {show(other)}."


def _is_tried_in_passing(subject: Subject) -> bool:
    """Tells whether an example shows that the spec refutes a reply which says the gold after its answer."""
    gold, language = subject.gold.kind, subject.task.verifier.language
    other = _OTHER[gold].capitalize()
    if subject.accepts(f"{other}.") or subject.accepts(f"{other}. A {gold} would be wrong."):
        return False
    replies = [Reply(example, language) for example in subject.task.negative_examples]
    return any(_names(reply.full.text[len(reply.first.text) :], gold) for reply in replies)


def _names(text: str, word: str) -> bool:
    """Tells whether a folded entry or pattern names a word as a word of its own."""
    cleaned = text.replace("\\b", " ")
    return word in "".join(char if char.isalnum() else " " for char in cleaned).split()


def _number(value: Value) -> int | float:
    """Returns a number as an author writes it; a third has no finite decimal, and is rounded."""
    number = Fraction(value)
    return int(number) if number.denominator == 1 else round(float(number), 6)
