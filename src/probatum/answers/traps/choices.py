"""What makes an option of the question the answer, in words that a spec can exclude.

The bare name of another option stands in many right replies. What a wrong reply says with it does not:
"the ridge path is longer", "than the valley path".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from probatum.answers.changes import excluding
from probatum.answers.entries import SEPARATOR, read_entry
from probatum.answers.reply import Reply, Scope
from probatum.answers.traps._subject import Subject

_MOST_OPTIONS: Final = 6
_COMPARES: Final = re.compile(
    r"\b(?P<verb>[a-z]+) (?:the )?(?P<degree>(?:more|less|most|least) [a-z]+|[a-z]{2,}(?:er|est)|more|less)"
    r"(?=$|[ ,:;?]) ?(?P<next>[a-z]*)"
)
_NO_DEGREE: Final = frozenset(
    "after answer another before chapter charter corner cover either enter ever folder former forest guest"
    " harvest however interest latter leader letter manner matter member neither never number offer order"
    " other over own paper power quest request rather river summer teacher test under user water whether"
    " winter west".split()
)
_ARTICLE: Final = re.compile(r"^(?:the|an?) ")
_NO_VERB: Final = frozenset("a an and as in of on or than the to which who".split())


def right_options(subject: Subject) -> list[str]:
    """Returns the options of the question that are the answer: by the gold or, without one, by the spec."""
    options = subject.question.options
    if gold := subject.gold.folded:
        text = f" {gold} ".replace(",", " ").replace(";", " ")
        right = [option for option in options if f" {option} ".replace(",", " ") in text or gold == option]
    else:
        language, include = subject.task.verifier.language, subject.asked.include
        entries = [read_entry(entry.source, language) for entry in include]
        replies = {option: Reply(option, language) for option in options}
        right = [one for one in options if entries and all(entry.occurs(replies[one]) for entry in entries)]
    # The gold "Drift and Anchor" holds the option "Drift", and is not it.
    return [one for one in right if not any(one != two and f" {one} " in f" {two} " for two in right)]


def meant_options(subject: Subject) -> list[str]:
    """Returns the right options, guessed where the gold is only the beginning of one.

    The gold "the tuba" means the option "tuba on display": good enough for a proposal, not for a trap.
    """
    if right := right_options(subject):
        return right
    bare = _bare_gold(subject)
    meant = [one for one in subject.question.options if bare and f"{one} ".startswith(f"{bare} ")]
    return meant if len(meant) == 1 else []


def other_options(subject: Subject) -> list[str]:
    """Returns the options of the question that are not the answer."""
    right = meant_options(subject)
    return [option for option in subject.question.options if option not in right][:_MOST_OPTIONS]


def compared(subject: Subject) -> tuple[str, str]:
    """Returns the verb and the degree by which the question compares: `is heavier`; empty for neither."""
    for found in _COMPARES.finditer(subject.question.text):
        degree = found["degree"]
        if degree not in _NO_DEGREE and found["verb"] not in _NO_VERB:
            if degree in ("more", "less") and found["next"]:
                continue  # "has more rooms" needs its noun, which stands somewhere in the sentence
            return found["verb"], degree
    return "", ""


def as_answer(subject: Subject, option: str) -> list[str]:
    """Returns entries that make an option the answer, without what a right example says."""
    verb, degree = compared(subject)
    spoken = [f"{option} {verb} {degree}" if degree else f"{option} is", f"is {named(subject, option)}"]
    if degree.endswith("er") or degree.startswith(("more", "less")):
        spoken += [f"than {named(subject, one)}" for one in _right_names(subject)]
    return joined(subject, spoken)


def as_list(subject: Subject, option: str) -> list[str]:
    """Returns entries that join an option with a right one, as a reply does that names them all."""
    pairs: list[str] = []
    for one in _right_names(subject):
        for first, second in ((one, option), (option, one)):
            spoken = dict.fromkeys((second, named(subject, second)))
            pairs += [f"{first}{sign} {name}" for sign in (",", " or") for name in spoken]
    return joined(subject, pairs)


def instead_of(subject: Subject, option: str) -> list[str]:
    """Returns one entry to write for the bare name of an option: what makes it the answer, or a list."""
    entries = (*as_answer(subject, option), *as_list(subject, option))
    return [f" {SEPARATOR} ".join(entries)] if entries else []


def _right_names(subject: Subject) -> list[str]:
    """Returns the right options as replies call them: without what the question alone says with them."""
    bare = _bare_gold(subject)
    return [bare if bare and f"{one} ".startswith(f"{bare} ") else one for one in meant_options(subject)]


def _bare_gold(subject: Subject) -> str:
    return _ARTICLE.sub("", subject.gold.folded)


def joined(subject: Subject, phrases: Sequence[str]) -> list[str]:
    """Returns one entry of those phrases that may be excluded without refuting a right example, or none."""
    kept = [cased(subject, one) for one in dict.fromkeys(phrases) if may_exclude(subject, one)]
    return [f" {SEPARATOR} ".join(kept)] if kept else []


def cased(subject: Subject, phrase: str) -> str:
    """Returns a folded phrase with the names of the options as the question writes them."""
    names = (*subject.question.options, _bare_gold(subject))
    for name in sorted(filter(None, names), key=len, reverse=True):
        written = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", subject.question.restated, re.I)
        if written:
            phrase = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", written[0].replace("\\", r"\\"), phrase)
    return phrase


def may_exclude(subject: Subject, entry: str, scope: Scope = "full") -> bool:
    """Tells whether an entry stands in no right example, and excluding it turns no example that is right."""
    language = subject.task.verifier.language
    sought = read_entry(entry, language)
    replies = [Reply(text, language).scoped(scope) for text in subject.task.positive_examples]
    return not any(map(sought.occurs, replies)) and subject.trial.keeps(
        excluding(subject.task.verifier.spec, [entry]).spec
    )


def named(subject: Subject, phrase: str) -> str:
    """Returns a folded phrase with the article that the question has before it."""
    found = re.search(rf"\b(the|an?) {re.escape(phrase)}(?!\w)", subject.question.text)
    return f"{found[1]} {phrase}" if found else phrase


def not_answering(subject: Subject) -> Iterator[str]:
    """Yields replies that repeat the question, and of a choice one that decides wrongly."""
    text = subject.question.restated.strip()
    yield text
    yield f"{text.rstrip('?!. ')}."
    right, others = right_options(subject), subject.question.options
    others = tuple(option for option in others if option not in right)
    if right and others and len(right) + len(others) <= _MOST_OPTIONS:
        yield f"Of {', '.join(right)} and {', '.join(others)}, it is {others[0]}."
