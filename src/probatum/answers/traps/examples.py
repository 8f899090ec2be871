"""Traps in the examples of an annotation, and judges that no example needs (ANS-G11, G12)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from probatum.answers.gold import Gold
from probatum.answers.numbers import read_numbers
from probatum.answers.reply import Reply, bare
from probatum.answers.traps._subject import Subject
from probatum.answers.traps._trap import Finding
from probatum.answers.traps.gold_kind import BEGINS
from probatum.answers.verifier import AnswerVerifier
from probatum.documents import show
from probatum.errors import DocumentError
from probatum.outcome import Outcome
from probatum.text.characters import is_unspaced

FEWEST: Final = 3
"""Fewest examples of either side."""

_VERBOSE: Final = 10
_RIGHT, _WRONG = "positive_examples", "negative_examples"
_WORD: Final = re.compile(r"[^\W_]+")
_CODE: Final = re.compile(r"(?=[a-z-]*\d)(?=[\d-]*[a-z])[a-z\d-]{4,}")
_REFUSAL: Final = re.compile(
    r"\b(?:cannot|can't|could not|couldn't|unable|neither|nothing|no|not|none|n/a|unknown|incomplete)\b"
)
# Words that two texts share by chance.
_COMMON: Final = frozenset(
    "a an and are as at be by for from had has have i in is it its of on or that the there they this to was"
    " were which with you your".split()
)
_STEM: Final = 4
_COUNTED: Final = 100
_FEW_NUMBERS: Final = 8
_EDGE: Final = re.compile(r"^\s+|[\s.;,]+$")
_NEAR: Final = Fraction(1, 2)


def few_examples(subject: Subject) -> Iterator[Finding]:
    """G12: fewer examples than a reader would believe; told once, of both sides together."""
    few = [(name, examples) for name, examples in _sides(subject) if len(examples) < FEWEST]
    if not few or not subject.task.has_evidence:
        return
    told = " and ".join(f"{name} holds {len(examples)}" for name, examples in few)
    fixes = {
        _RIGHT: "right ones: terse, verbose with a justification, in markdown",
        _WRONG: "wrong ones, the hardest near-miss among them",
    }
    begun = next((name for name, examples in few if examples), "")
    yield Finding(
        f"/{begun}" if begun else "",
        f"{told}; {FEWEST} {'of each ' if len(few) > 1 else ''}are needed, of different styles.",
        f"Add realistic examples: {'; '.join(fixes[name] for name, _ in few)}.",
    )


def twin_examples(subject: Subject) -> Iterator[Finding]:
    """G12: two examples that are the same once case, markup and punctuation do not count."""
    seen: dict[str, str] = {}
    for name, examples in _sides(subject):
        for position, example in enumerate(examples):
            text = Reply(example, subject.task.verifier.language).full.text
            start, end = bare(text)
            pointer = f"/{name}/{position}"
            first = seen.setdefault(text[start:end], pointer)
            if first != pointer:
                yield Finding(
                    pointer,
                    f"Once normalised this example is the same as {first}.",
                    "Replace it by one of another style.",
                    show(example),
                )


def one_style(subject: Subject) -> Iterator[Finding]:
    """G12: right answers all of one style, so that nothing shows how the spec takes the others."""
    examples = subject.task.positive_examples
    if len(examples) < FEWEST:
        return
    # Where the whole reply has to equal an entry, a verbose one is wrong.
    is_exact = bool(subject.asked.exact) and not subject.asked.include
    if not is_exact and not any(_length(example) >= _VERBOSE for example in examples):
        yield Finding(
            f"/{_RIGHT}",
            "No positive example is verbose.",
            f"Add one of {_VERBOSE} words or more that gives a reason for its answer.",
        )
    if not any(_has_markup(example) for example in examples):
        yield Finding(
            f"/{_RIGHT}",
            "No positive example has markdown.",
            "Add one in bold, as a list or under a heading, as agents write.",
        )


def _length(example: str) -> int:
    """Counts words; of scripts written without spaces every second sign."""
    return max(len(example.split()), sum(map(is_unspaced, example)) // 2)


def _has_markup(example: str) -> bool:
    return "\n" in example or Reply(example).stripped != example


def no_near_miss(subject: Subject) -> Iterator[Finding]:
    """G12: no wrong example comes near the gold, so that any spec would pass."""
    wrong, gold = subject.task.negative_examples, subject.gold
    if len(wrong) < FEWEST or gold.kind == "none":
        return
    options = {word for option in subject.question.options for word in _words(option)}
    telling = {word for word in _words(gold.folded) | options if word not in _COMMON}
    if gold.kind in ("yes", "no"):
        telling |= {"yes", "no"}
    if gold.kind == "absence" or not (telling or gold.numbers):
        return  # any find is near an absence, and a sign has no neighbours
    if any(_comes_near(example, telling, gold, subject) for example in wrong):
        return
    yield Finding(
        f"/{_WRONG}",
        "No negative example is a near-miss: none shares a word with the gold or the options, none has a "
        "neighbouring number.",
        "Add the hardest one you can think of: the other option, one off, the gold named and denied.",
    )


def _comes_near(example: str, telling: set[str], gold: Gold, subject: Subject) -> bool:
    text = Reply(example, subject.task.verifier.language).full.text
    if any(_is_form(word, other) for word in telling for other in _words(text)):
        return True
    if gold.kind in ("code", "list") and _CODE.search(text) and _CODE.search(gold.folded):
        return True
    read = [m.value for m in read_numbers(Reply(example).stripped, subject.task.verifier.language)]
    return any(_is_neighbour(value, other) for value in gold.numbers for other in read)


def _is_form(word: str, other: str) -> bool:
    """Tells whether two words are the same, begin alike, or share a sign of a script without spaces."""
    if word == other or not set(filter(is_unspaced, word)).isdisjoint(other):
        return True
    if len(word) == _STEM or len(other) == _STEM:
        return word[:_STEM] == other[:_STEM]
    return len(word) > _STEM and word[: _STEM + 1] == other[: _STEM + 1]


def _is_neighbour(value: Decimal | Fraction, other: Decimal | Fraction) -> bool:
    """Tells whether a number is one that a careless reader could take for another."""
    first, second = Fraction(value), Fraction(other)
    if first == second or abs(first - second) <= 2:
        return True
    if not first or not second:
        return False
    ratio = abs(first / second)
    return _NEAR <= ratio <= 1 / _NEAR or ratio in (
        10,
        Fraction(1, 10),
        100,
        Fraction(1, 100),
        1000,
        Fraction(1, 1000),
    )


def joke_example(subject: Subject) -> Iterator[Finding]:
    """G12: a wrong example that no agent would give: of another type, about nothing that was asked."""
    gold = subject.gold
    if gold.kind == "none":
        return
    known = (_words(subject.question.text) | _words(gold.folded)) - _COMMON
    for position, example in enumerate(subject.task.negative_examples):
        text = Reply(example, subject.task.verifier.language).full.text
        if not known.isdisjoint(_words(text)) or _REFUSAL.search(text) or _same_type(text, example, gold):
            continue
        yield Finding(
            f"/{_WRONG}/{position}",
            "This wrong answer has neither the type of the gold nor a word of the question.",
            "Replace it by a near-miss: no agent gives such an answer.",
            show(example),
        )


def _same_type(text: str, example: str, gold: Gold) -> bool:
    if gold.kind in ("number", "year", "date"):
        return bool(read_numbers(example)) or any(char.isdigit() for char in text)
    if gold.kind == "code":
        return any(char.isdigit() for char in text)
    if gold.kind in ("yes", "no"):
        return bool({"yes", "no"} & _words(text))
    return not text.replace(" ", "").isdigit() and text not in ("yes", "no")


def judge_not_needed(subject: Subject) -> Iterator[Finding]:
    """G11: a judge is asked where a deterministic spec decides every example."""
    task = subject.task
    right, wrong = task.positive_examples, task.negative_examples
    if not subject.asked.is_judged or len(right) < FEWEST or len(wrong) < FEWEST:
        return
    for spec in _candidates(subject.gold):
        try:
            verifier = AnswerVerifier(spec)
        except DocumentError:
            continue
        if all(verifier.outcome(text) is Outcome.VERIFIED for text in right) and all(
            verifier.outcome(text) is Outcome.REFUTED for text in wrong
        ):
            yield Finding(
                "/eval/eval_types",
                "A judge is asked, and a deterministic spec decides every example rightly.",
                f"Write {_written(spec)}, or add the examples that it decides wrongly.",
            )
            return


def _candidates(gold: Gold) -> Iterator[dict[str, Any]]:
    """Yields the plainest specs for a gold, in its own spelling; none that another trap would tell."""
    if gold.kind == "none":
        return
    if gold.kind in ("yes", "no"):
        other = BEGINS["no"] if gold.kind == "yes" else "yes"
        keys = {"must_include": [gold.kind], "must_exclude": [other], "scope": "first_sentence"}
        yield {"eval_types": ["string_match"], "reference_answers": keys}
        return
    if gold.kind == "number":
        yield {"eval_types": ["number_match"], "reference_answers": {"number_match": _numbers(gold)}}
        return
    if gold.kind == "list":
        items = [[member] for member in gold.spelled]
        yield {"eval_types": ["list_match"], "reference_answers": {"list_match": {"items": items}}}
        return
    text = _EDGE.sub("", gold.text)
    yield {"eval_types": ["string_match"], "reference_answers": {"must_include": [text]}}
    narrow = {"must_include": [text], "scope": "first_sentence"}
    yield {"eval_types": ["string_match"], "reference_answers": narrow}


def _numbers(gold: Gold) -> dict[str, Any]:
    """Returns the key `number_match` for a gold, with what its kind calls for."""
    values = [int(v) if v == int(v) else float(v) for v in gold.numbers]
    keys: dict[str, Any] = {"value": values[0]} if len(values) == 1 else {"values": values}
    if gold.is_hedged or gold.is_rounded:
        keys["rel_tolerance"] = 0.05
    elif gold.is_money:
        keys["abs_tolerance"] = 0.005
    if all(0 <= value <= _COUNTED for value in values):
        keys["max_distinct"] = max(_FEW_NUMBERS, 2 * len(values))
    return keys


def _written(spec: dict[str, Any]) -> str:
    kinds, keys = (json.dumps(spec[name], ensure_ascii=False) for name in ("eval_types", "reference_answers"))
    return f'"eval_types": {kinds}, "reference_answers": {keys}'


def _sides(subject: Subject) -> tuple[tuple[str, Sequence[str]], tuple[str, Sequence[str]]]:
    return (_RIGHT, subject.task.positive_examples), (_WRONG, subject.task.negative_examples)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text))
