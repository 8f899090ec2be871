"""What an intent asks for: its options, an order, a yes or no, both or neither.

English alone. Everything is a reading for the linter, which is silent where it is not sure: an empty
reading never makes a trap fire.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from probatum.answers.entries import fold_entry
from probatum.answers.options import AUXILIARIES, LONGEST, Options, read_options
from probatum.answers.quotations import Masked
from probatum.text.folding import fold_text
from probatum.text.sentences import sentences

_MOST: Final = 20_000
"""Most characters of an intent or its instructions that are read; what is behind them asks for nothing."""

_MOST_LINES: Final = 20
_POLAR: Final = re.compile(
    rf"(?:[^?]{{0,200}}[,:] )?(?:and |but |so |then )?"
    rf"(?:(?:{AUXILIARIES}) (?!you\b)|do you (?:think|believe)\b|can you (?:see|find|confirm|get|buy)\b)",
    re.I,
)
_DOUBT: Final = re.compile(
    r"\b(?:tell me|let me know|check|verify|say|see|find out|determine|report|state) (?:whether|if)\b"
    r"(?! you\b)",
    re.I,
)
_OPEN: Final = re.compile(
    r"\b(?:which|what|who|whom|whose|where|when|how (?:many|much|long|often|far|old|deep|high|do|does|did)"
    r"|why|list|name of|title of|names|titles)\b"
    r"|\b(?:if (?:so|yes|not|it (?:is|does|has|was)|there (?:is|are))|otherwise)\b.*"
    r"\b(?:tell|give|provide|list|share|report|order|place|say|describe|explain|how)\b",
    re.I,
)
_SAY: Final = re.compile(
    r"\b(?:say|answer|reply|respond|write|state|return)(?: with| by)?(?: just| simply| only| the words?)?:?,?"
    r" (?:either )?((?:\ue000\d+\ue001(?:,? (?:or|and|if [^.\ue000]{0,120}|otherwise,?)? ?)?)+)",
    re.I,
)
_SAY_BARE: Final = re.compile(
    r"\b(?:answer|reply|respond)(?: with)?(?: just| simply| only| either)? (yes or no|no or yes)\b", re.I
)
_BOTH: Final = re.compile(
    r"\bboth(?: of (?:them|these))?,? (?:or|and|nor) neither\b|\bor (?:both|neither)\b"
    r"|\b(?:say|answer|reply|respond|write|state)(?: with)? \W?(?:both|neither)\b|, both,? or\b",
    re.I,
)
_MASK: Final = re.compile("\ue000\\d+\ue001")

_NUMBERS: Final = "two|three|four|five|six|seven|eight|nine|ten|\\d+"
_ORDER: Final = re.compile(
    r"\bin (?:what|which) order\b"
    r"|\bin (?:the |their |its )?(?:(?:exact|same|right|correct|given|reverse|proper) )?order"
    r" (?:of|in which|that|they|you|listed|given|shown|visited|above|below|by|from|it|he|she|we|published)\b"
    r"|\bin (?:an? |the |their )?(?:ascending|descending|reverse|reading|right|correct|proper|sequential|size"
    r"|price|date|age|time|publication|\w+ical) (?:\w+ )?order\b"
    r"|\bin order(?=[.?!,;:)]|$)"
    r"|\b(?:alphabetically|chronologically|in turn|one after (?:the other|another))\b"
    rf"|\b(?:sort|rank|arrange) (?:them|these|those|the (?:{_NUMBERS}|following|names)\b)"
    r"|\b(?:order|put|list) [^.?!]{1,80}? by (?:their )?(?:\w+ )?(?:dates?|size|age|height|length|price"
    r"|population|year|area|weight|speed|rank|depth|distance)\b"
    r"|\b(?:sorted|ranked|arranged|ordered) (?:by|from|in|according)\b"
    r"|\bfrom (?:the )?(?:\w+est|most|first|top|left)\b[^.?!]{0,30}? to (?:the )?"
    r"(?:\w+est|least|last|bottom|right)\b"
    r"|\b(?:sort|rank|arrange) (?:all )?(?:the )?\w+(?: \w+){0,3} by\b"
    r"|\b(?:starting|beginning) with the (?:\w+est|most|least|first|last)\b"
    r"|\bfrom (?:the )?(?:source|start|beginning|cent(?:er|re)|sun|inside|north|south|east|west|top|bottom"
    r"|left)\b[^.?!]{0,20}?\b(?:to|out|outwards?|upwards?|onwards?|downwards?|downstream)\b"
    r"|\b(?:oldest|newest|earliest|latest|largest|smallest|highest|lowest|longest|shortest|cheapest) first\b",
    re.I,
)
_HINT: Final = re.compile(
    r"\b(?:order|sequence|sequentially|serially|steps?|path|route|trace|chain|recursively|rank\w*|top|successive"
    r"|timeline|stages?|through which|one by one|in turn|then|respective(?:ly)?)\b"
    r"|\bfirst (?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b|\bfirst\b.*\bsecond\b|\bfrom\b.*\bto\b",
    re.I,
)
_PURCHASE: Final = re.compile(
    r"\b(?:place|placed|placing|make|cancel|share|an?|your|my|this|that) (?:\w+ )?order\b"
    r"(?! (?:of|in|that|from)\b)|\border (?:number|code|confirmation|total)\b|\bin order (?:to|for|that)\b",
    re.I,
)
_TELLS: Final = re.compile(
    r"\b(?:list|tell|report|give|name|share|provide|write|state|answer|reply|mention|enumerate|show|return|send"
    r"|which|what|who|when|where|(?:sort|rank|arrange|order|put) (?:them|these|those|the))\b",
    re.I,
)
_WALKS: Final = re.compile(
    r"^\W*(?:please )?(?:trace|follow|visit|perform|go|navigate|start|search|open|do|complete|click|read)\b",
    re.I,
)
_STEP_LINE: Final = re.compile(r"^[ \t]*(?:step )?\d{1,2}[.):] ", re.I | re.M)


class Question(NamedTuple):
    """An intent with its instructions, read.

    Attributes:
        text: Both, folded; empty where no intent is known.
        options: The options between which the intent has the agent choose, folded; empty where it names none.
        offers_both: Whether "both" or "neither" is an answer it allows.
        wants_order: Whether it asks for an order ("in order", "from oldest to newest", "ranked").
        is_polar: Whether yes or no answers it. "Is it red or blue?" can be read both ways, and has options
            as well.
        restated: The intent and the instructions as a reply may repeat them, unfolded: without numbered
            steps, which say how to go about it and which nobody repeats.
        hints_order: Whether anything in it may be meant as an order; weaker than `wants_order`.
    """

    text: str
    options: tuple[str, ...] = ()
    offers_both: bool = False
    wants_order: bool = False
    is_polar: bool = False
    restated: str = ""
    hints_order: bool = False


def read_question(intent: str, instructions: str = "") -> Question:
    """Reads an intent and its further instructions, in linear time."""
    intent, instructions = intent[:_MOST], instructions[:_MOST]
    whole = f"{intent}\n{instructions}".strip()
    text = fold_text(whole)
    if not text:
        return Question(text)
    masked = Masked(whole)
    asked = Masked(_SAY_BARE.sub(" ", intent))
    pieces = _sentences(masked.text)
    options = _first_options(_sentences(asked.text), asked)
    said = _dictated(masked)
    if not options.named and len(said) > 1 and not said.keys() <= {"yes", "no"}:
        options = Options(tuple(word for word in said if word not in ("both", "neither")))
    both = options.offers_both or (bool(options.named) and _BOTH.search(masked.text) is not None)
    wants = any(_wants_order(piece) for piece in pieces)
    return Question(
        text,
        options.named,
        offers_both=both,
        wants_order=wants,
        is_polar=not both and (said.keys() == {"yes", "no"} or _is_polar(_sentences(asked.text))),
        restated=f"{intent}\n{_without_steps(instructions)}".strip(),
        hints_order=wants or _HINT.search(_PURCHASE.sub(" ", masked.text)) is not None,
    )


def _sentences(text: str) -> list[str]:
    found: list[str] = []
    for line in text.split("\n"):
        found += [line[start:end].strip() for start, end in sentences(line)]
    return [piece for piece in found if piece]


def _first_options(pieces: list[str], masked: Masked) -> Options:
    before = ""
    for position, piece in enumerate(pieces):
        # The options of "Which is it?\n(a) ... (b) ..." may stand one a line.
        block = " ".join(pieces[position : position + _MOST_LINES]) if piece[:1] == "(" else piece
        options = read_options(block, masked, before)
        if options.named:
            return options
        before = piece
    return Options()


def _dictated(masked: Masked) -> dict[str, None]:
    """Returns the answers that are given in their very words, folded: `answer "Yes" or "No"`."""
    found: dict[str, None] = {}
    for match in _SAY.finditer(masked.text):
        for token in _MASK.findall(match[1]):
            if folded := fold_entry(masked.unmask(token)):
                found[folded] = None
    if _SAY_BARE.search(masked.text):
        found |= {"yes": None, "no": None}
    return found


def _is_polar(pieces: list[str]) -> bool:
    """Tells whether the intent ends with a question for yes or no, and asks for nothing else."""
    polar = False
    for piece in pieces:
        if piece.endswith("?") and (match := _POLAR.match(piece)):
            polar = not _OPEN.search(piece[: match.end()])
        elif piece.endswith("?") and not polar:
            return False
        elif _DOUBT.search(piece):
            polar = True
        elif polar and _OPEN.search(piece):
            return False
    return polar


def _wants_order(sentence: str) -> bool:
    """Tells whether a sentence asks for an answer in an order, not for a walk or a purchase in one."""
    if _WALKS.match(sentence) or len(sentence) > LONGEST:
        return False
    cleaned = _MASK.sub(" ", _PURCHASE.sub(" ", sentence))
    found = _ORDER.search(cleaned)
    return found is not None and _TELLS.search(cleaned) is not None


def _without_steps(instructions: str) -> str:
    """Drops a walk-through: everything from the first of at least two numbered lines on."""
    steps = list(_STEP_LINE.finditer(instructions))
    return instructions[: steps[0].start()] if len(steps) > 1 else instructions
