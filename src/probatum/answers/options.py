"""The options that a question names: "the ridge or the valley", "(1) ... (2) ...", "which of these: A, B, C".

English alone. Where it is not plain what belongs to an option, none is read: a trap that looks at options
stays silent then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from probatum.answers.entries import fold_entry
from probatum.answers.quotations import Masked, is_name

LONGEST: Final = 2_000
"""Longest sentence, in characters, in which options are looked for."""

_MOST_WORDS: Final = 12
_MOST_LOOSE: Final = 6
_MOST_OPENING: Final = 3

AUXILIARIES: Final = (
    "is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|isn't"
    "|aren't|wasn't|weren't|doesn't|don't|didn't|hasn't|haven't|won't"
)
"""Verbs that begin a question and carry none of what it asks for, as alternatives of a pattern."""

_WH: Final = re.compile(r"\b(?:which|what|who|whom|whose|where|when|why|how|whether)\b", re.I)
_ASKS: Final = re.compile(rf"(?:^|[,:;] )(?:and |or |but |so |then )?(?:{AUXILIARIES})\b", re.I)
_OR: Final = re.compile(r",? or (?:(?:else|rather|in|on|at|from|to|by|with) )?", re.I)
_JOINED: Final = re.compile(r"^(?:and|or) | (?:and|or) ", re.I)
_STOPS: Final = re.compile(
    r"[?.!;:\n]|, | [-–—] "
    rf"| (?:who|whom|that|which|whose|according to|when|while|if|because|{AUXILIARIES})\b",
    re.I,
)
_OPENS: Final = re.compile(r"[:(] ?| [-–—] |\bbetween ", re.I)
_CLAUSE: Final = re.compile(
    rf"\b(?:{AUXILIARIES}|which|what|who|whose|where|when|how|if|that|please|tell)\b", re.I
)
_PICKS: Final = re.compile(
    r"\bwhich (?:ones?\b|one\(s\)|of (?:them|these|those|the (?:two|three|four|five|six|following))\b)"
    r"|\bwhich\b[^:]{0,80}\bthe following\b",
    re.I,
)
_ABOUT_ALL: Final = re.compile(
    r"\b(?:both|any|any one|each|all|either|every one) of (?:these|those|the|them)\b"
    r"|\bin (?:both|all|each|either)\b",
    re.I,
)
_WHICH_OF: Final = re.compile(
    r"\bwhich (?:one )?of (?P<series>[^?.:;]{3,200}?)"
    rf" (?:{AUXILIARIES}|gets?|comes?|came|costs?|runs?|goes)\b",
    re.I,
)
_STARTS_CLAUSE: Final = re.compile(rf"(?:{AUXILIARIES}) \w+", re.I)
_CHOICE: Final = re.compile(r"\b(?:which|choose|select|pick|option)\b", re.I)
_HOW_MANY: Final = re.compile(r"(?:the |these |those )?(?:two|three|four|five|six) [a-z]+ ", re.I)
_COUNTED: Final = re.compile(r"(?:the )?([a-z]+)s (\d+)", re.I)
_BETWEEN: Final = re.compile(
    r"(?:^|, )(?:between|(?:out )?of|among|comparing) (?P<series>[^?.:;]{3,200}? and [^?.:;,]{1,80}),"
    rf" which(?: one| of (?:them|the two))? (?:{AUXILIARIES}|[a-z]+s)\b",
    re.I,
)
_EXAMPLES: Final = re.compile(r"\b(?:such as|for example|e\.g\.|like)\b", re.I)
_DETERMINED: Final = re.compile(r"(?:the|a|an|its|their|our|his|her)\b", re.I)
_MARKER: Final = re.compile(r"\((\d{1,2}|[a-h])\) ?|(?<![\w.,])([a-h]|\d)\) ")
_MARKED_END: Final = re.compile(r"[?\n]|\. |, which\b|\.$")
_STEP: Final = re.compile(
    r"(?:search|visit|go|open|find|identify|click|navigate|look|type|locate|check|read|order|buy|send|report)\b",
    re.I,
)
_LEAD: Final = re.compile(
    r"^(?:(?:was|is|did|does|has) (?:it|he|she|that|this) )?"
    r"(?:(?:the|a|an|in|on|at|from|to|by|with|for|of|its|their|and|or|either) )*",
    re.I,
)
_TAIL: Final = re.compile(r"[\s,;:.!?]+$|,? (?:and|or)$", re.I)
_OPEN_CLASS: Final = frozenset(
    "the a an in on at from to by with for of this that his her its their my your under over before after"
    " only more less".split()
)
_SMALL: Final = frozenset("of the and de la di von van for in to & - with".split())
_ALL_OR_NONE: Final = re.compile(
    r"(?:in )?(?:both|neither|none|either|all|any|all of|both of|neither of|none of|either of)"
    r"(?: (?:of )?(?:them|these|those|the two|two|three))?"
    r"|(?:do|does|are|is|have|has|did|were|was) (?:both|neither)\b.*"
)


class Options(NamedTuple):
    """What a sentence has the agent choose between.

    Attributes:
        named: The options, folded, in their order.
        offers_both: Whether "both" or "neither" is among them.
    """

    named: tuple[str, ...] = ()
    offers_both: bool = False


NO_OPTIONS: Final = Options()


def read_options(sentence: str, masked: Masked, before: str = "") -> Options:
    """Reads the options of one sentence.

    Args:
        sentence: A sentence of `masked.text`.
        masked: The text it stands in.
        before: The sentence before it, which may hold the question to an enumeration.
    """
    if len(sentence) > LONGEST:
        return NO_OPTIONS
    for reader in (_enumerated, _of_these, _between, _or_series, _listed, _named_before):
        options = _options(reader(sentence, before), masked)
        if len(options.named) > 1:
            return options
    return NO_OPTIONS


def _options(pieces: Iterable[str], masked: Masked) -> Options:
    named: list[str] = []
    both = False
    for piece in pieces:
        bare = _LEAD.sub("", _TAIL.sub("", _TAIL.sub("", piece.strip())))
        folded = fold_entry(masked.unmask(bare))
        if _ALL_OR_NONE.fullmatch(folded):
            both = True
        elif _STARTS_CLAUSE.match(folded):
            continue  # "..., or are they equal?" asks something else
        elif folded and folded not in named and len(folded.split()) <= 2 * _MOST_WORDS:
            named.append(folded)
    return Options(tuple(named), both)


def _enumerated(sentence: str, before: str) -> list[str]:
    """Reads `(1) ..., and (2) ...`, where the agent is asked which."""
    markers = list(_MARKER.finditer(sentence))
    if len(markers) < 2 or (markers[0][1] or markers[0][2]) not in "1a":
        return []
    asked = sentence if not before or markers[0].start() else f"{before} {sentence}"
    chosen = _CHOICE.search(asked) or re.search(r"\bor $", sentence[: markers[-1].start()])
    if not chosen or _ABOUT_ALL.search(asked):
        return []
    ends = [marker.start() for marker in markers[1:]]
    last = _MARKED_END.search(sentence, markers[-1].end())
    ends.append(last.start() if last else len(sentence))
    pieces = [sentence[marker.end() : end] for marker, end in zip(markers, ends, strict=True)]
    return [] if any(_STEP.match(piece) for piece in pieces) else pieces


def _of_these(sentence: str, _before: str) -> list[str]:
    """Reads `which of A and B is ...`."""
    found = _WHICH_OF.search(sentence)
    if found is None or _PICKS.search(sentence):
        return []
    pieces = [piece for part in found["series"].split(", ") for piece in _JOINED.split(part) if piece.strip()]
    if len(pieces) < 2 or any(len(piece.split()) > _MOST_LOOSE for piece in pieces):
        return []
    # "lines 3 and 8" are line 3 and line 8.
    if (counted := _COUNTED.fullmatch(pieces[0])) and all(piece.strip().isdigit() for piece in pieces[1:]):
        pieces = [f"{counted[1]} {piece}" for piece in (counted[2], *pieces[1:])]
    return pieces


def _between(sentence: str, _before: str) -> list[str]:
    """Reads `Between A and B, which is ...` and `Of A, B and C, which ...`."""
    found = _BETWEEN.search(sentence)
    if found is None:
        return []
    members = _members(_HOW_MANY.sub("", found["series"], count=1))
    # "Between 1990 and 2000" is a time.
    return [] if all(member.isdigit() for member in members) else members


def _or_series(sentence: str, _before: str) -> list[str]:
    """Reads `..., A, B, or C?` and `is it A or B?`."""
    wh, asks = _WH.search(sentence), _ASKS.search(sentence)
    if (wh is None and asks is None) or _EXAMPLES.search(sentence):
        return []
    chain = list(_OR.finditer(sentence))
    if not chain or len(_MARKER.findall(sentence)) > 1:
        return []
    last = chain[-1]
    stop = _STOPS.search(sentence, last.end())
    tail = sentence[last.end() : stop.start() if stop else len(sentence)]
    # A bracket that was opened before the series closes it.
    tail = tail[: tail.find(")")] if ")" in tail and "(" not in tail else tail
    head, boundary = _series_before(sentence[: last.start()])
    if not head or not tail.strip():
        return []
    if boundary == "clean":
        return [*head, tail]
    # "what is the warranty or guarantee of ..." offers no choice.
    if wh is not None and wh[0].lower() != "whether" and (asks is None or wh.start() < asks.start()):
        return []
    rest = [*head[1:], tail]
    named = [piece for piece in rest if not _ALL_OR_NONE.fullmatch(piece.strip().lower())]
    if not named:
        # "Is it in the hut or the inn, both, or neither?": the series stands within the first member.
        inner = _or_series(f"{head[0]}?", "")
        return [*inner, *rest] if inner else []
    first = _parallel(head[0], named[0])
    return [] if first is None else [first, *map(_without_predicate, rest)]


def _without_predicate(member: str) -> str:
    """Returns a name without what is asked of it: `Is Rook or Dale the mayor?` offers Dale."""
    name = _leading_name(member)
    rest = member[len(name) :].strip() if name else ""
    return name if name and _DETERMINED.match(rest) else member


def _series_before(text: str) -> tuple[list[str], str]:
    """Returns the members before the last `or`, and whether the first begins where it should ("clean")."""
    members: list[str] = []
    pieces = text.split(", ") if ", " in text else text.split(" or ")
    for piece in reversed(pieces):
        openings = list(_OPENS.finditer(piece))
        if openings:
            return [piece[openings[-1].end() :], *members], "clean"
        if _CLAUSE.search(piece) or len(piece.split()) > _MOST_WORDS:
            # "Which is longer, A or B?": the clause ends at the comma. "Is it A, B or C?" holds a member.
            whole = bool(members) and _WH.search(piece) is not None
            return (members, "clean") if whole else ([piece, *members], "loose")
        members.insert(0, piece)
    # "Raven or Tern, which is higher?" begins with its members; a longer beginning is more than a member.
    return members, "clean" if len(members[0].split()) <= _MOST_OPENING else "loose"


def _parallel(text: str, following: str) -> str | None:
    """Returns the end of a clause that is built as the next member is: `Is it in | the hut` for `the inn`."""
    words, next_words = text.split(), following.split()
    if not words or not next_words:
        return None
    first = next_words[0].lower()
    if first in _OPEN_CLASS:
        for at in range(len(words) - 1, 0, -1):
            if words[at].lower() == first:
                return " ".join(words[at:])
        # "in the hut or the inn": another determiner or preposition may open it.
        return None
    if is_name(next_words[0]):
        at = len(words)
        # The first word of a sentence has a capital in any case.
        while at > 1 and (is_name(words[at - 1]) or (at < len(words) and words[at - 1].lower() in _SMALL)):
            at -= 1
        while at < len(words) and words[at].lower() in _SMALL:
            at += 1
        return " ".join(words[at:]) if 0 < at < len(words) else None
    return " ".join(words[-1:])


def _listed(sentence: str, _before: str) -> list[str]:
    """Reads `which of the following ...: A, B and C` and `..., A, B, C?` behind a colon."""
    if not _PICKS.search(sentence) or _ABOUT_ALL.search(sentence) or ":" not in sentence:
        return []
    rest = sentence.partition(":")[2].strip()
    stop = re.search(r"[?;\n]|\.(?: |$)", rest)
    return _members(rest[: stop.start()] if stop else rest)


def _members(text: str) -> list[str]:
    """Splits a series at its commas; the member behind `and` or `or` is the last one."""
    members: list[str] = []
    for part in text.split(", "):
        pieces = [piece for piece in _JOINED.split(part.strip()) if piece.strip()]
        members += pieces
        if len(pieces) > 1 or _JOINED.match(part.strip()):
            break
    return members


def _named_before(sentence: str, _before: str) -> list[str]:
    """Reads `Compare A, B, and C and tell me which one ...`; of names alone, whose ends are plain to see."""
    picks = _PICKS.search(sentence)
    if picks is None or _ABOUT_ALL.search(sentence) or not picks[0].lower().startswith("which"):
        return []
    head = sentence[: picks.start()]
    members = head.split(", ")
    joined = members[-1]
    if len(members) > 1 and re.match(r"(?:and|or) ", joined):
        tail = joined.split(" ", 1)[1]
    else:
        parts = re.split(r" (?:and|or) ", joined)
        if len(parts) < 2:
            return []
        members = [*members[:-1], parts[0], ""]
        tail = parts[1]
    first, last = _parallel(members[0], "X"), _leading_name(tail)
    middle = members[1:-1]
    if first is None or last is None or not all(is_name(piece) for piece in middle):
        return []
    return [first, *middle, last]


def _leading_name(text: str) -> str | None:
    words: list[str] = []
    for word in text.split():
        if not is_name(word):
            break
        words.append(word)
    return " ".join(words) or None
