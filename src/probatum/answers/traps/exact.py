"""Traps of texts that are demanded word for word (ANS-G6)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from probatum.answers.entries import fold_entry
from probatum.answers.traps._subject import Subject, Written
from probatum.answers.traps._trap import Finding
from probatum.documents import show

# Letters with digits, parts joined by signs, an address, a long number: what is copied, not said.
_CODE: Final = re.compile(
    r"(?=\S*\d)(?=\S*[^\W\d_])\S{3,}|(?=\S*\d)\S*\w[-_/.:]\w\S*|\w+(?:[_/@.]\w+)+|\d{5,}|[0-9a-f]{6,}"
)
_LABEL: Final = re.compile(r"(?:[\w ]{1,40}[:=]|(?:the |its |my )?(?:\w+ )?(?:is|are)) +")
_BARE: Final = re.compile(
    r"\b(?:reply|answer|respond|give|write|return|provide|report|state|send)\b[^.?!]{0,80}"
    r"\b(?:only|just|exactly|nothing else|nothing more|verbatim|without|a single word|one word)\b"
    r"|\b(?:only|just) (?:reply|answer|respond|give|write|return|provide|state|the)\b"
)
# What is asked for in its own words: a title, a line, a quotation.
_QUOTED: Final = re.compile(
    r"\b(?:titles?|headlines?|sentences?|quot(?:e|ed|ation)|verbatim|captions?|mottos?|slogans?|wording"
    r"|(?:first|last|second|third|opening|closing) (?:line|words?)|word for word"
    r"|names? of (?:the |an? |that |these |those |any |all |each )?(?:\w+ )?(?:articles?|pages?|products?"
    r"|items?|books?|songs?|films?|movies?|stor(?:y|ies)))\b"
)
_FINITE: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|will|can|could|would|isn't|aren't|wasn't|doesn't|don't|didn't)\b"
)
_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_LEAST_WORDS: Final = 5


def exact_prose(subject: Subject) -> Iterator[Finding]:
    """G6: the whole reply must equal an entry that is no code, so that a right sentence is refuted."""
    asked = subject.asked
    if not asked.exact or all(map(_is_code, asked.exact)) or subject.gold.kind == "code":
        return
    if _BARE.search(subject.question.text):
        return  # the agent was told to reply with the bare answer
    for entry in asked.exact:
        if not _is_code(entry) and not any(spelling.is_pattern for spelling in entry.spellings):
            yield Finding(
                entry.pointer,
                "The whole reply must equal this, and a right reply in a sentence is refuted.",
                f'Write "must_include": [{show(entry.source)}] instead of exact_match.',
                show(entry.source),
            )


def _is_code(entry: Written) -> bool:
    """Tells whether one of the spellings is a code, its label aside: `code: AB-20`."""
    return any(_CODE.fullmatch(_LABEL.sub("", phrase, count=1)) for phrase in entry.phrases)


def gold_sentence(subject: Subject) -> Iterator[Finding]:
    """G6: an entry is the gold's full sentence, which nobody says in the same words."""
    asked, gold, question = subject.asked, subject.gold, subject.question
    if asked.is_judged or gold.folded in question.text:
        return  # where the question gives the words of the answer, replies have them
    if gold.kind != "absence" and _QUOTED.search(question.text):
        return
    golds = {fold_entry(one) for one in subject.task.golds}
    for entry in asked.include:
        phrases = entry.phrases
        if len(phrases) != 1 or len(entry.spellings) != 1 or phrases[0] not in golds:
            continue
        words = _WORD.findall(phrases[0])
        if len(words) >= _LEAST_WORDS and _FINITE.search(phrases[0]):
            yield Finding(
                entry.pointer,
                "The entry is the gold's full sentence, and a right reply in other words is refuted.",
                "Demand what makes a reply right, each word an entry with its alternatives, such as "
                f'"must_include": [{", ".join(map(show, _anchors(words)))}].',
                show(entry.source),
            )


def _anchors(words: list[str]) -> list[str]:
    """Returns two words of a sentence that carry its sense, as far as their length tells."""
    longest = sorted(set(words), key=lambda word: (-len(word), words.index(word)))[:2]
    return sorted(longest, key=words.index)
