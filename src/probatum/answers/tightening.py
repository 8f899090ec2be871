"""Changes that may refute a wrong answer which its spec verifies.

What is excluded must say something: never the words of the gold alone, which right answers need, and never
words that stand in any text.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from probatum.answers.changes import Change, Spec, excluding, narrowed
from probatum.answers.entries import fold_entry, read_entry
from probatum.answers.loosening import AROUND, Tried
from probatum.answers.reply import Reply, Scope
from probatum.answers.traps._subject import Subject
from probatum.answers.traps.choices import as_answer, cased, other_options
from probatum.answers.traps.gold_kind import BEGINS

STOP_WORDS: Final = frozenset(
    "a about all also an and any are as at be been but by can could did do does for from had has have he her"
    " here his i if in into is it its it's just my of on one or our she so some such that the their them"
    " then there these they this those to too up was we were what when where which who will with would yes"
    " you your".split()
)
"""Words that stand in texts of every kind. Those that deny or compare are none of them: `not`, `than`."""

_DENIES: Final = frozenset(
    "cannot can't didn't doesn't don't except however instead isn't neither never no none nor not only rather"
    " than though unlike wasn't without".split()
)
_WORD: Final = re.compile(r"\S+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_ENDS: Final = frozenset(".!?:;\n")
_BRACKETS: Final = "()[]{}"
_MOST_WORDS: Final = 400
_LONGEST: Final = 4


class _Token(NamedTuple):
    """A word of the wrong answer.

    Attributes:
        folded: As it is compared.
        written: As it stands in the answer, without the signs around it.
        is_name: Whether it is written as a name or code: a capital within a sentence, letters with digits.
        is_new: Whether it says something that neither the gold nor a right answer says.
        tells: Whether it says anything beyond the gold.
        ends: Whether a sentence or clause ends behind it.
    """

    folded: str
    written: str
    is_name: bool
    is_new: bool
    tells: bool
    ends: bool


def tightened(subject: Subject, example: str) -> Tried:
    """Yields changes, the surest first; phrases that are taken from the answer are guesses."""
    spec = subject.task.verifier.spec
    keys = spec["reference_answers"]
    if isinstance(listed := keys.get("list_match"), dict) and not listed.get("ordered"):
        changed = copy.deepcopy(spec)
        changed["reference_answers"]["list_match"]["ordered"] = True
        yield (
            Change('Write "ordered": true in list_match, if the question asks for the order.', changed),
            "",
        )
    yield from ((change, "") for change in narrowed(spec))
    for name in ("abs_tolerance", "rel_tolerance"):
        if (keys.get("number_match") or {}).get(name):
            changed = copy.deepcopy(spec)
            del changed["reference_answers"]["number_match"][name]
            yield Change(f"Remove {name} from number_match.", changed), ""
    yield from ((change, "") for change in _stated(subject, spec))
    yield from ((excluding(spec, [phrase]), phrase) for phrase in telling(subject, example))


def _stated(subject: Subject, spec: Spec) -> Iterator[Change]:
    """Yields the exclusions that a question with a choice calls for: of its other answers."""
    if "list_match" in spec["eval_types"]:
        return
    if subject.gold.kind in ("yes", "no"):
        yield excluding(spec, [BEGINS["no" if subject.gold.kind == "yes" else "yes"]])
    if others := [entry for one in other_options(subject) for entry in as_answer(subject, one)]:
        yield excluding(spec, others)


def telling(subject: Subject, example: str) -> Iterator[str]:
    """Yields phrases of a wrong answer, which no right one has, the most telling first."""
    scope = _scope(subject)
    language = subject.task.verifier.language
    golds = demanded(subject)
    right = [Reply(text, language) for text in subject.task.positive_examples]
    known = {fold_entry(word) for reply in right for word in reply.text.split(" ")}
    tokens = _tokens(Reply(example, language).scoped(scope).stripped, golds, known)
    options = subject.question.options
    seen: set[str] = set()
    for phrase in _phrases(tokens):
        folded = fold_entry(phrase)
        if folded in seen or any(f" {folded} " in f" {option} " for option in options):
            continue  # the bare name of another option stands in right answers
        seen.add(folded)
        if not any(map(read_entry(phrase, language).occurs, right)):
            yield cased(subject, phrase)


def _scope(subject: Subject) -> Scope:
    asked = subject.asked
    scope = asked.list_scope if asked.items else asked.scope
    return "first_sentence" if scope == "first_sentence" else "full"


def demanded(subject: Subject) -> frozenset[str]:
    """Returns the words of the gold and of what the spec demands, which right answers need."""
    asked = subject.asked
    texts = [subject.gold.folded, *(str(amount.value) for amount in asked.numbers)]
    texts += [phrase for entry in (*asked.include, *asked.exact, *asked.items) for phrase in entry.phrases]
    return frozenset(word for text in texts for word in map(fold_entry, text.split(" ")) if word)


def says_more(phrase: str, golds: frozenset[str]) -> bool:
    """Tells whether a phrase has a word that is neither one of the gold nor a stop word."""
    return any(word not in golds and word not in STOP_WORDS for word in phrase.split(" "))


def _tokens(text: str, golds: frozenset[str], known: set[str]) -> list[_Token]:
    found: list[_Token] = []
    starts = True
    for match in islice(_WORD.finditer(text), _MOST_WORDS):
        written = match[0]
        folded = fold_entry(written.strip(_BRACKETS)).strip(_BRACKETS)
        ends = written[-1] in _ENDS or text[match.end() : match.end() + 1] == "\n"
        if folded and " " not in folded:
            tells = says_more(folded, golds) and _LETTER.search(folded) is not None
            has_digit = any(map(str.isdigit, folded))
            is_name = tells and ((written[:1].isupper() and not starts) or has_digit)
            is_new = tells and folded not in known and folded not in _DENIES
            bare = written.strip(AROUND)
            found.append(
                _Token(
                    folded,
                    bare if fold_entry(bare) == folded else folded,
                    is_name,
                    is_new,
                    tells,
                    ends or written[-1] == ",",
                )
            )
            starts = ends
    return found


def _phrases(tokens: list[_Token]) -> Iterator[str]:
    """Yields the phrases of a text, the most telling first."""
    yield from (token.written for token in tokens if token.is_name and token.is_new)
    runs = list(_windows(tokens))
    yield from (_text(run) for run in runs if len(run) <= 3 and _denies(run))
    yield from (_text(run) for run in runs if len(run) > 1 and all(token.is_new for token in run))
    new = [token.folded for token in tokens if token.is_new]
    yield from sorted(new, key=len, reverse=True)
    yield from (_text(run) for run in runs if len(run) > 1 and any(token.tells for token in run))


def _windows(tokens: list[_Token]) -> Iterator[list[_Token]]:
    """Yields the runs of words within one clause, of each length the earlier first."""
    for length in range(2, _LONGEST + 1):
        for start in range(len(tokens) - length + 1):
            run = tokens[start : start + length]
            if not any(token.ends for token in run[:-1]):
                yield run


def _denies(run: list[_Token]) -> bool:
    """Tells whether a run denies or contrasts a word, and does not break off behind the denial."""
    return any(token.folded in _DENIES and token.tells for token in run) and (
        run[-1].folded not in STOP_WORDS and (run[-1].folded not in _DENIES or run[0].folded == "yes")
    )


def _text(run: list[_Token]) -> str:
    return " ".join(token.written if token.is_name else token.folded for token in run)
