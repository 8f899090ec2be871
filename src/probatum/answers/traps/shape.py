"""Traps in the shape of a spec's own entries (ANS-G9, G10)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from probatum.answers.entries import read_entry
from probatum.answers.reply import Reply
from probatum.answers.traps._phrases import Phrases
from probatum.answers.traps._subject import Asked, Spelling, Subject, Written
from probatum.answers.traps._trap import Finding
from probatum.answers.traps.unmarked import looks_unmarked
from probatum.answers.written import SYNTAX, lowered
from probatum.documents import show
from probatum.text.markup import is_plain

_CLASS: Final = re.compile(r"\[\^?\]?(?:\[:\^?\w+:\]|[^\[\]])*\]")
_FEW: Final = 100
_RANGE: Final = re.compile(r"[A-Z]-[A-Z]")
_UNLIKE: Final = ("q", "zw 7", "Ok, then.\nWe'll see?", "x" * 200)
"""Replies that have nothing in common: what is found in all of them is found in every reply."""


def markup_in_entry(subject: Subject) -> Iterator[Finding]:
    """G9: an entry holds markup, which is taken off every reply, so that it can never be found."""
    for entry in subject.asked.entries:
        for spelling in entry.spellings:
            if (
                spelling.is_pattern
                or looks_unmarked(spelling)
                or _is_found_in_itself(spelling, entry, subject)
            ):
                continue
            yield Finding(
                entry.pointer,
                "Markup is taken off replies before they are looked at, and the entry holds some: it is not "
                "found in a reply that repeats it, unless as code.",
                _without_markup(spelling.source),
                show(spelling.source),
            )
            break


def _without_markup(source: str) -> str:
    bare = Reply(f"It is {source} here.").stripped.removeprefix("It is").removesuffix("here.").strip()
    if not bare:
        return "Name what stands between or behind the markup, or remove the entry."
    return f"Write {show(bare)}, alone or as a further alternative."


def _is_found_in_itself(spelling: Spelling, entry: Written, subject: Subject) -> bool:
    """Tells whether a reply that repeats a spelling letter by letter holds the entry."""
    repeated = f"It is {spelling.source} here."
    if is_plain(repeated):
        return True
    language = subject.task.verifier.language
    reply = Reply(repeated, language)
    return not reply.text.strip() or read_entry(entry.source, language).occurs(reply)


def beyond_scope(subject: Subject) -> Iterator[Finding]:
    """G9: only the first sentence is looked at, and the entry goes on behind the end of one."""
    asked, language = subject.asked, subject.task.verifier.language
    narrow = (*asked.include, *asked.exclude, *asked.exact) if asked.scope == "first_sentence" else ()
    listed = (*asked.items, *asked.forbidden) if asked.list_scope == "first_sentence" else ()
    for entry in (*narrow, *listed):
        sources = [spelling.source for spelling in entry.spellings]
        if len(entry.phrases) == len(sources) and all(_is_cut(source, language) for source in sources):
            yield Finding(
                entry.pointer,
                "Only the first sentence of a reply is looked at, and a sentence ends within the entry: it "
                "is never found.",
                f"Write what stands in one sentence: {show(_first_of(sources[0], language))}.",
                show(entry.source),
            )


def _is_cut(source: str, language: str) -> bool:
    """Tells whether an entry is longer than the sentence it begins, at the start of a reply and within it."""
    return all(
        len(reply.first.stripped.rstrip()) < len(reply.stripped.rstrip())
        for reply in (Reply(source, language), Reply(f"It is {source}", language))
    )


def _first_of(source: str, language: str) -> str:
    return Reply(source, language).first.stripped.strip(" .!?")


def capitals_in_pattern(subject: Subject) -> Iterator[Finding]:
    """G9: a pattern is written with capitals, and replies are compared without them."""
    for entry, spelling in _patterns_of(subject):
        bare = _CLASS.sub("", SYNTAX.sub("", spelling.source))
        if bare != bare.lower():
            yield Finding(
                entry.pointer,
                "Replies are compared without capitals, so that those of the pattern demand nothing.",
                f"Write it in small letters: {show(lowered(spelling.source))}.",
                show(spelling.source),
            )


def capital_class(subject: Subject) -> Iterator[Finding]:
    """G9: a pattern asks for any capital letter, and takes any letter for one."""
    for entry, spelling in _patterns_of(subject):
        if any(_RANGE.search(one) for one in _CLASS.findall(SYNTAX.sub("", spelling.source))):
            yield Finding(
                entry.pointer,
                "Replies are compared without capitals: this class finds any letter, not capitals alone.",
                "Say by its words what is meant; capitals cannot be asked for.",
                show(spelling.source),
            )


def _patterns_of(subject: Subject) -> Iterator[tuple[Written, Spelling]]:
    for entry in subject.asked.entries:
        for spelling in entry.spellings:
            if spelling.is_pattern:
                yield entry, spelling


def matches_anything(subject: Subject) -> Iterator[Finding]:
    """G9: a demanded pattern is found in every reply, or matches the empty text."""
    asked, language = subject.asked, subject.task.verifier.language
    for entry in (*asked.include, *asked.exact, *asked.items):
        if not any(spelling.is_pattern for spelling in entry.spellings):
            continue
        if _is_everywhere(entry, language):
            message = "The pattern is found in every reply: it demands nothing."
        elif read_entry(entry.source, language).equals(Reply("", language)):
            message = "The pattern matches the empty text as well: it demands no word of a reply."
        else:
            continue
        fix = "Name in it what a right reply must say, or remove it."
        yield Finding(entry.pointer, message, fix, show(entry.source))


def _is_everywhere(entry: Written, language: str) -> bool:
    read = read_entry(entry.source, language)
    return all(read.occurs(Reply(reply, language)) for reply in _UNLIKE)


def cannot_pass(subject: Subject) -> Iterator[Finding]:
    """G9: what is demanded holds what is excluded, so that no reply at all can be verified."""
    asked, language = subject.asked, subject.task.verifier.language
    for entry in asked.exclude:
        if any(spelling.is_pattern for spelling in entry.spellings) and _is_everywhere(entry, language):
            yield Finding(
                entry.pointer,
                "The pattern is found in every reply: none can be verified.",
                "Name in it what a wrong reply says, or remove it.",
                show(entry.source),
            )
    for entry, banned in _banned(subject):
        if all(banned):
            yield Finding(
                entry.pointer,
                f"Wherever it stands, the excluded {show(banned[0])} stands too: no reply can be verified.",
                f"Exclude more words than {show(banned[0])}, or take it out of what is excluded.",
                show(entry.source),
            )


def dead_alternative(subject: Subject) -> Iterator[Finding]:
    """G9: one of several alternatives holds what is excluded, so that it never helps."""
    for entry, banned in _banned(subject):
        for spelling, excluded in zip(entry.spellings, banned, strict=True):
            if excluded and not all(banned):
                yield Finding(
                    entry.pointer,
                    f"The alternative {show(spelling.source)} holds the excluded {show(excluded)}: a reply "
                    "that says it is refuted.",
                    f"Exclude more words than {show(excluded)}, or remove the alternative.",
                    show(spelling.source),
                )


def _banned(subject: Subject) -> Iterator[tuple[Written, list[str]]]:
    """Yields what is demanded, with the excluded phrase in each spelling of it; empty for none."""
    asked, language = subject.asked, subject.task.verifier.language
    excluded = Phrases((phrase for entry in asked.exclude for phrase in entry.phrases), language)
    for entry in asked.include:
        yield entry, [_banned_in(spelling, excluded, language) for spelling in entry.spellings]
    # Of the entries of exact_match any one will do.
    exact = [spelling for entry in asked.exact for spelling in entry.spellings]
    if exact:
        whole = Written(asked.exact[0].pointer, asked.exact[0].source, tuple(exact))
        yield whole, [_banned_in(spelling, excluded, language) for spelling in exact]
    forbidden = {phrase for entry in asked.forbidden for phrase in entry.phrases}
    for item in asked.items:
        banned = [spelling.folded if spelling.folded in forbidden else "" for spelling in item.spellings]
        if asked.scope == "full":
            banned = [
                one or _banned_in(spelling, excluded, language)
                for one, spelling in zip(banned, item.spellings, strict=True)
            ]
        yield item, banned


def _banned_in(spelling: Spelling, excluded: Phrases, language: str) -> str:
    """Returns an excluded phrase that stands in a spelling, wherever that stands; empty for none."""
    return "" if spelling.is_pattern else excluded.first_in(Reply(spelling.folded, language))


def nested_alternative(subject: Subject) -> Iterator[Finding]:
    """G10: of two alternatives one contains the other as whole words, so that the longer decides nothing."""
    asked, language = subject.asked, subject.task.verifier.language
    for entry in (*asked.include, *asked.exclude, *_unshared_items(asked), *asked.forbidden):
        longer = list(_holding_others(entry.phrases))
        phrases = Phrases(entry.phrases if longer else (), language)
        for long in longer:
            within = phrases.standing_in(Reply(long, language))
            if short := next((one for one in within if len(one) < len(long)), ""):
                yield Finding(
                    entry.pointer,
                    f"Wherever {show(long)} stands, {show(short)} stands too: the longer decides nothing.",
                    f"Remove {show(long)}, or make {show(short)} more exact.",
                    show(entry.source),
                )


def _holding_others(phrases: tuple[str, ...]) -> Iterator[str]:
    """Yields the phrases that may hold another one: of few, those in which its letters stand at all."""
    spread = {phrase: phrase.replace(" - ", " ").replace("-", " ") for phrase in phrases}
    if len(spread) > _FEW:
        yield from spread
        return
    for phrase, text in spread.items():
        if any(other in text for one, other in spread.items() if one != phrase):
            yield phrase


def _unshared_items(asked: Asked) -> Iterator[Written]:
    """Yields the items that share no word with another: there a longer spelling keeps it from the other."""
    words = [_words_of(entry) for entry in (*asked.items, *asked.forbidden)]
    counts = Counter(word for one in words for word in one)
    for item, own in zip(asked.items, words, strict=False):
        if all(counts[word] == 1 for word in own):
            yield item


def _words_of(entry: Written) -> set[str]:
    return {word for phrase in entry.phrases for word in phrase.replace("-", " ").split()}
