"""Traps that lie between a spec and the question it answers (ANS-G1, G2, G4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from probatum.answers.changes import excluding, narrowed, replacing
from probatum.answers.entries import SEPARATOR, fold_entry
from probatum.answers.reply import Reply
from probatum.answers.traps._phrases import Phrases, stands_in
from probatum.answers.traps._subject import ANSWERS, Subject, Written
from probatum.answers.traps._trap import Finding
from probatum.answers.traps.choices import (
    as_answer,
    compared,
    instead_of,
    may_exclude,
    meant_options,
    named,
    not_answering,
    other_options,
    right_options,
)
from probatum.documents import show
from probatum.text.sentences import sentences

_OPTIONS: Final = "See the recipe for one of the options."
_NARROW: Final = 'Write "scope": "first_sentence" beside must_include. '
_EXCLUDE: Final = f"{ANSWERS}/must_exclude"
_MOST_OPTIONS: Final = 6
# Words that stand in right replies of every kind: "No other hut is open, but not for lack of trying."
_COMMON: Final = frozenset(
    "a also although an and another any are as because but do does each has have however if in instead is it"
    " many more most no not of on one only or other rather some than that the there they this though to"
    " unlike was were while with".split()
)
_NO_NAME: Final = _COMMON | frozenset(
    "can could did how i it's its me my s tell what when where whether which who why will would you"
    " your".split()
)
_MOST_WORDS: Final = 3
# A sentence that says what to answer in some case: its words are that answer, not what is asked about.
_CONDITION: Final = re.compile(r"\b(?:if|otherwise|unless|else|in case)\b", re.I)
_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")


def gold_in_question(subject: Subject) -> Iterator[Finding]:
    """G1: the expected text stands in the question, and a reply that restates it is accepted."""
    asked, question = subject.asked, subject.question
    if asked.scope != "full" or not question.restated:
        return
    if question.options and len(right_options(subject)) == len(question.options):
        return  # where all of them are right, naming them all is no mistake
    restated = Reply(question.restated, subject.task.verifier.language)
    for entry in asked.include:
        phrase = Phrases(entry.phrases, restated.language).first_in(restated)
        named = next((one.source for one in entry.spellings if phrase and one.folded == phrase), "")
        if not named:
            continue
        if accepted := next(filter(subject.accepts, not_answering(subject)), None):
            yield Finding(
                entry.pointer,
                f"The question itself names {show(named)}, and a reply that does not answer it is accepted: "
                f"{show(_short(accepted))}.",
                _fix_restated(subject, named),
                show(entry.source),
            )
        return


def _fix_restated(subject: Subject, phrase: str) -> str:
    """Returns what to write against a reply that repeats the question, as far as right examples allow it."""
    scope = next((change.spec for change in narrowed(subject.task.verifier.spec)), None)
    may_narrow = scope is not None and subject.trial.keeps(scope)
    told = [entry for option in other_options(subject) for entry in as_answer(subject, option)]
    if told and meant_options(subject):
        text = excluding(subject.task.verifier.spec, told).text
        return f"{_NARROW if may_narrow else ''}{text} {_OPTIONS}"
    name = named(subject, fold_entry(phrase))
    spoken = [phrase] if name == fold_entry(phrase) else [phrase, name.replace(fold_entry(phrase), phrase)]
    denied = [f"not {one}" for one in spoken if may_exclude(subject, f"not {one}")]
    says = f"such as {show(f' {SEPARATOR} '.join(f'is {one}' for one in spoken))}"
    if not may_narrow or not denied:
        return f"Demand words that only an answer has, {says}."
    return (
        'Add "scope": "first_sentence", and exclude what wrong replies say of it by must_exclude, such as '
        f"{show(f' {SEPARATOR} '.join(denied))}; or demand words that only an answer has, {says}."
    )


def _short(text: str, most: int = 70) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."


def both_not_excluded(subject: Subject) -> Iterator[Finding]:
    """G4: the question allows "both" or "neither", one option is right, and such a reply is accepted."""
    asked, question = subject.asked, subject.question
    if not question.offers_both or len(question.options) < 2 or not (asked.include or asked.exact):
        return
    right = right_options(subject)
    if len(right) != 1 or _asks_for(asked.include, ("both", "neither", "none")):
        return
    first, second = right[0], next(option for option in question.options if option != right[0])
    probes = {
        "both": (
            f"Both {first} and {second}.",
            f"Both: {first} and {second}.",
            f"Both, {second} and {first}.",
        ),
        "neither": (f"Neither {first} nor {second}.", f"Neither: not {first} and not {second}."),
    }
    for word, replies in probes.items():
        if accepted := next(filter(subject.accepts, replies), None):
            yield Finding(
                _EXCLUDE if asked.exclude else ANSWERS,
                f'The question allows "{word}", and a reply that says so is accepted: {show(accepted)}.',
                f'Add "{word}" to must_exclude.',
            )


def _asks_for(entries: Iterable[Written], words: tuple[str, ...]) -> bool:
    return any(word in phrase.split() for entry in entries for phrase in entry.phrases for word in words)


def option_excluded(subject: Subject) -> Iterator[Finding]:
    """G4: another option may not stand anywhere, and a right reply that says why it is not that one fails.

    Under `first_sentence` that is told where the question compares: "The tuba is heavier than the bassoon."
    """
    asked, question = subject.asked, subject.question
    if not (asked.include or asked.exact or asked.items) or len(question.options) < 2:
        return
    if asked.scope != "full" and not compared(subject)[1]:
        return
    for position, entry in enumerate(asked.exclude):
        if option := next((one for one in entry.phrases if one in question.options), None):
            yield Finding(
                entry.pointer,
                f"{show(option)} is another option of the question: a right reply that says why it is not "
                "the answer is refuted.",
                _fix_option(subject, position, option),
                show(entry.source),
            )


def _fix_option(subject: Subject, position: int, option: str) -> str:
    if told := instead_of(subject, option):
        return f"{replacing(subject.task.verifier.spec, 'must_exclude', position, told[0]).text} {_OPTIONS}"
    return f"Exclude more words than the bare name: what makes it the answer. {_OPTIONS}"


def excluded_in_passing(subject: Subject) -> Iterator[Finding]:
    """G2: a word may not stand anywhere in the reply that a right explanation may well need."""
    asked, question = subject.asked, subject.question
    if asked.scope != "full" or not asked.exclude:
        return
    demanded = {phrase for entry in (*asked.include, *asked.exact, *asked.items) for phrase in entry.phrases}
    about = Reply(_asked_about(question.restated), subject.task.verifier.language)
    for position, entry in enumerate(asked.exclude):
        for phrase in entry.phrases:
            if phrase in question.options or phrase in demanded:
                continue  # told by another trap
            if phrase in _COMMON:
                why = "stands in right replies of every kind"
            elif _is_name(phrase) and stands_in(phrase, about):
                why = "stands in the question, and a right reply that restates or explains it is refuted"
            else:
                continue
            yield Finding(
                entry.pointer,
                f"{show(phrase)} must not occur anywhere, but it {why}.",
                _fix_passing(subject, position, phrase),
                show(entry.source),
            )
            break


def _fix_passing(subject: Subject, position: int, phrase: str) -> str:
    """Returns what to write for a word that stands in right replies; a yes and its no have recipes."""
    spec, recipe = subject.task.verifier.spec, ""
    if subject.gold.kind in ("yes", "no"):
        recipe = f" See the recipe for a {subject.gold.kind}."
    if wider := _wider(subject, phrase):
        if len(subject.asked.exclude[position].spellings) == 1:
            return f"{replacing(spec, 'must_exclude', position, wider[0]).text}{recipe}"
        return f"Exclude more words than this one, such as {show(wider[0])}.{recipe}"
    return f"Exclude more words than this one: what a wrong reply says with it.{recipe}"


def _asked_about(text: str) -> str:
    """Returns a question without the sentences that say what to answer in some case."""
    lines = text.split("\n")
    pieces = [line[start:end] for line in lines for start, end in sentences(line)]
    return " ".join(piece for piece in pieces if not _CONDITION.search(piece))


def _is_name(phrase: str) -> bool:
    """Tells the name of a thing from a turn of phrase, which may be excluded as a sign of a wrong reply."""
    words = phrase.replace("'", " ").split()
    return len(words) <= _MOST_WORDS and bool(_LETTERS.search(phrase)) and _NO_NAME.isdisjoint(words)


def _wider(subject: Subject, phrase: str) -> list[str]:
    """Returns what of a wrong reply to exclude instead of a word, as far as right examples allow it."""
    sayings = [f"^{phrase}\\b.*$"] if phrase in ("yes", "no") else [f"answer is {phrase}", f"it is {phrase}"]
    return [one for one in sayings if may_exclude(subject, one)][:1]
