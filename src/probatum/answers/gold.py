"""What an answer key looks like: a yes or no, a count, a price, a list, a name (the table of section I)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from probatum.answers.dates import read_dates
from probatum.answers.entries import fold_entry
from probatum.answers.numbers import NumberMention, read_numbers

GoldKind = Literal[
    "none", "yes", "no", "number", "year", "date", "code", "list", "absence", "sentence", "name"
]

Value = Decimal | Fraction

_HEDGE: Final = re.compile(
    r"\b(?:about|above|almost|approx|approximately|around|at least|at most|below|between|circa|close to"
    r"|fewer than|just over|just under|less than|more than|near|nearly|over|roughly|some|under|up to"
    r"|upwards of)\b|[~≈<>≤≥]"
)
_POLAR: Final = re.compile(r"(yes|no)(?:$|[,.;:!]| ?\(| -)\s*(.*)", re.DOTALL)
_ABSENCE: Final = re.compile(
    r"(?:none|nothing|nobody|no one|neither|n/a)\b"
    r"|not (?:applicable|available|found|given|mentioned|stated)\b"
    r"|zero(?:,| \()"
    r"|no (?!\d|doubt\b|problem\b)\w"
    r"|there (?:is|are) (?:no|none)\b"
    r"|.*\b(?:is|are|was|were|has|have) not (?:been )?(?:available|found|given|mentioned|there)\b"
    r"|.*\bdo(?:es)? not (?:exist|have)\b"
)
_CODE: Final = re.compile(r"(?=[a-z0-9_-]*\d)(?=[a-z0-9_-]*[a-z])[a-z0-9]+(?:[-_][a-z0-9]+)*")
_YEAR: Final = re.compile(r"(?:in )?(?:1\d\d\d|20\d\d)")
_BETWEEN: Final = re.compile(r"[,;\n&]|\band\b")
_CURRENCY: Final = re.compile(r"[$€£¥₹]|\b(?:usd|eur|gbp|dollars?|euros?|pounds?|cents?)\b")
_WORD: Final = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
# What may follow a yes or no without adding to it: "No, it does not."
_FILLERS: Final = frozenset(
    "a an are can could did do does doesn't don't has have he is isn't it no not of please she that the there"
    " they this was were will with yes".split()
)
_MOST_WORDS: Final = 4
_SENTENCE: Final = 7
_LEAST_CODE: Final = 4
_LONGEST: Final = 4000  # a longer text is no answer key to be read
_THOUSAND: Final = 1000


class Gold(NamedTuple):
    """An answer key, read.

    Attributes:
        kind: What it looks like; `none` where there is no gold.
        text: The gold as it was written; several joined by `; `.
        folded: The same, folded as entries are.
        numbers: The numbers it holds.
        is_hedged: Whether it says "around", "over", "at least" and the like of its number.
        is_money: Whether it names a currency.
        is_rounded: Whether its number is written shorter than it is: "57.7 million", "288k".
        tail: Of a yes or no, what it adds to it: "Yes, the Louvre". Empty where it adds nothing.
        members: The members of a list, folded; otherwise the gold alone.
    """

    kind: GoldKind
    text: str
    folded: str
    numbers: tuple[Value, ...] = ()
    is_hedged: bool = False
    is_money: bool = False
    is_rounded: bool = False
    tail: str = ""
    members: tuple[str, ...] = ()

    @property
    def spelled(self) -> tuple[str, ...]:
        """The members of a list as they are written."""
        return tuple(piece.strip() for piece in _BETWEEN.split(self.text) if fold_entry(piece))

    @property
    def tokens(self) -> frozenset[str]:
        """Its words and numbers, as they may stand in a reply."""
        return frozenset(_WORD.findall(self.folded))


NO_GOLD: Final = Gold("none", "", "")


def read_gold(golds: Sequence[str], language: str = "en") -> Gold:
    """Reads an answer key.

    Args:
        golds: The gold, or its parts.
        language: In which its number words and dates are read; the rest is known in English alone.
    """
    text = "; ".join(golds)
    folded = fold_entry(text)
    if not folded:
        return NO_GOLD
    if len(text) > _LONGEST:
        return Gold("sentence", text, folded, members=(folded,))
    mentions = read_numbers(text, language)
    gold = Gold(
        "name",
        text,
        folded,
        tuple(mention.value for mention in mentions),
        is_hedged=bool(mentions) and _HEDGE.search(folded) is not None,
        is_money=bool(mentions) and _CURRENCY.search(folded) is not None,
        is_rounded=bool(mentions) and all(_is_rounded(text, mention) for mention in mentions),
        members=(folded,),
    )
    polar = _POLAR.fullmatch(folded)
    if polar is not None and len(golds) == 1:
        tail = " ".join(word for word in _WORD.findall(polar[2]) if word not in _FILLERS)
        return gold._replace(kind="yes" if polar[1] == "yes" else "no", tail=tail)
    kind, members = _shape(gold, mentions, golds, language)
    return gold._replace(kind=kind, members=members)


def _shape(
    gold: Gold, mentions: list[NumberMention], golds: Sequence[str], language: str
) -> tuple[GoldKind, tuple[str, ...]]:
    """Returns the kind of a gold that is no yes or no, and its members: itself where it is no list."""
    folded = gold.folded
    members = tuple(
        member for gold in golds for piece in _BETWEEN.split(gold) if (member := fold_entry(piece))
    )
    is_number = len(mentions) == 1 and mentions[0].end - mentions[0].start == len(gold.text.strip())
    if not is_number and all(_is_code(member) for member in members):
        return "list" if len(members) > 1 else "code", members
    if _YEAR.fullmatch(folded):
        return "year", gold.members
    if _is_date(gold.text, language):
        return "date", gold.members
    if _ABSENCE.match(folded):
        return "absence", gold.members
    if mentions and _others(gold.text, mentions) <= _MOST_WORDS:
        return "number", gold.members
    short = all(len(member.split()) <= _MOST_WORDS for member in members)
    if len(members) > 1 and (short or len(golds) > 1):
        return "list", members
    return "sentence" if len(folded.split()) > _SENTENCE else "name", gold.members


def _is_code(text: str) -> bool:
    return len(text) >= _LEAST_CODE and _CODE.fullmatch(text) is not None and sum(map(str.isdigit, text)) > 1


def _is_date(text: str, language: str) -> bool:
    dates = read_dates(text, language)
    return bool(dates) and sum(date.end - date.start for date in dates) * 2 > len(text)


def _is_rounded(text: str, mention: NumberMention) -> bool:
    """Tells whether a number is written with a magnitude: its digits do not say it in full."""
    written = text[mention.start : mention.end]
    digits = sum(map(str.isdigit, written.partition(".")[0]))
    if not digits:
        size = abs(Fraction(mention.value))
        return bool(size >= _THOUSAND and size % _THOUSAND == 0)
    return bool(abs(Fraction(mention.value)) >= 10**digits * 10)


def _others(text: str, mentions: list[NumberMention]) -> int:
    """Counts the words of a gold beside its numbers, hedges aside."""
    rest, at = "", 0
    for mention in mentions:
        rest += text[at : mention.start] + " "
        at = mention.end
    return len(_WORD.findall(_CURRENCY.sub(" ", _HEDGE.sub(" ", fold_entry(rest + text[at:])))))
