"""Folding: one form for texts that differ only in case, accents, width, quotes, dashes and white space.

Answers and entries are folded alike (ANS-A1, A2, A4, A5); folding a folded text changes nothing. What carries
meaning of its own stays: superscripts, fractions, circled digits, symbols, emoji. `10²` must not become
`102`, and `≠` must not become `=`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final
from unicodedata import category, combining, is_normalized, normalize

from probatum.text.aligned import Aligned, Builder, Piece
from probatum.text.fold_table import FOLDED

_DASHES: Final = re.compile("--+")
# A gap that is more, or other, than one blank between words.
# It begins with a set of characters, which the search looks for much faster than for alternatives.
_GAP: Final = re.compile(r"[\s-](?:(?<=\A )|(?<= )(?=\s|--|\Z)|(?<=[^\S ])|(?<=-)-++)(?>(?:\s++|--++)*)")
_NOT_ASCII: Final = re.compile("[^\0-\x7f]")
# `normalize` sorts the marks on one letter in quadratic time: a flood of them is sorted before. No mark is a
# word character; what else such a run may hold sorts no other way than it stood.
_FLOOD: Final = re.compile(r"[^\w\s\0-\u02ff]{32,}+")
# With few kinds of characters beyond ASCII, replacing them one kind at a time beats a table look-up each.
_FEW: Final = 8


def fold_text(text: str) -> str:
    """Returns the folded text."""
    text = text.lower() if text.isascii() else _fold_characters(text)
    if "--" in text:
        text = _DASHES.sub(" - ", text)
    return text if _is_spaced(text) else " ".join(text.split())


def fold(text: str) -> Aligned:
    """Returns the folded text with spans into `text`; its text is that of `fold_text`."""
    characters = Aligned.identity(text.lower()) if text.isascii() else _align_characters(text)
    folded = characters.text
    if "--" not in folded:
        if _is_spaced(folded):
            return characters
        joined = " ".join(folded.split())
        if len(joined) == len(folded):
            # Every gap was one character and is one blank now: the places are the same.
            return Aligned.identity(joined, characters)
    return _align_gaps(folded).over(characters)


def folds_in_place(text: str, folded: str) -> bool:
    """Tells whether surely every character of a text folded into the one at its place in `folded`.

    It is quicker than `fold`, and says no to some texts of which it is true.
    """
    if len(text) != len(folded) or "--" in text:
        return False
    if text.isascii():
        return True
    if not (is_normalized("NFC", text) and is_normalized("NFC", folded)):
        return False
    images = [FOLDED[ord(character)] for character in set(_NOT_ASCII.findall(text))]
    return all(len(image) == 1 and image != "-" for image in images)


def _is_spaced(text: str) -> bool:
    """Whether white space is surely unified: of all white space, only the blank is printable."""
    return "  " not in text and text.isprintable() and text[:1] != " " != text[-1:]


def _fold_characters(text: str) -> str:
    text = _translate(_composed(text))
    return text if text.isascii() else _composed(text)


def _composed(text: str) -> str:
    """Returns the text in the normal form C, in linear time."""
    return text if is_normalized("NFC", text) else normalize("NFC", _FLOOD.sub(_sorted_marks, text))


def _sorted_marks(flood: re.Match[str]) -> str:
    """Returns a run of characters decomposed, with the marks on each in their canonical order."""
    marks: list[str] = []
    parts: list[str] = []
    for part in chain.from_iterable(normalize("NFD", character) for character in flood[0]):
        if not combining(part):
            parts += sorted(marks, key=combining)
            marks.clear()
            parts.append(part)
        else:
            marks.append(part)
    return "".join(parts + sorted(marks, key=combining))


def _translate(text: str) -> str:
    odd = set(_NOT_ASCII.findall(text))
    if len(odd) > _FEW:
        return text.translate(FOLDED)
    for character in odd:
        folded = FOLDED[ord(character)]
        if folded.lower() != folded:
            return text.translate(FOLDED)
        text = text.replace(character, folded)
    return text.lower()


def _align_characters(text: str) -> Aligned:
    """Aligns what `_fold_characters` makes of a text that is not ASCII.

    Nearly always each character folds by itself. Only where characters compose (before folding, as an
    accent typed apart, or after it, as half-width kana with their sound marks) they fold in clusters.
    """
    folded = _translate(text)
    if not (is_normalized("NFC", text) and is_normalized("NFC", folded)):
        builder = Builder(text)
        for start, end in _clusters(text):
            builder.put(_fold_characters(text[start:end]), start, end)
        return builder.done()
    odd = [match.start() for match in _NOT_ASCII.finditer(text) if len(FOLDED[ord(match[0])]) != 1]
    if not odd:
        return Aligned.identity(folded)
    return _align_by_length(text, folded, odd)


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Yields the parts of a text that fold without a look at their neighbours."""
    start = 0
    for place in range(1, len(text)):
        if not _attaches(text[place]):
            yield start, place
            start = place
    if text:
        yield start, len(text)


def _attaches(character: str) -> bool:
    """Whether a character can compose with the one before it, or what it folds to can."""
    if character.isascii():
        return False
    folded = FOLDED[ord(character)]
    return not folded or category(folded[0])[0] == "M" or _is_jamo(folded[0])


def _is_jamo(character: str) -> bool:
    return "\u1100" <= character <= "\u11ff"


def _align_by_length(text: str, folded: str, odd: list[int]) -> Aligned:
    """Aligns texts that differ in length only at the places `odd`."""
    pieces: list[Piece] = []
    length = position = 0
    for place in [*odd, len(text)]:
        if place > position:
            pieces.append((length, position, place, True))
            length += place - position
        width = len(FOLDED[ord(text[place])]) if place < len(text) else 0
        if width:
            pieces.append((length, place, place + 1, False))
            length += width
        position = place + 1
    return Aligned(folded, pieces)


def _align_gaps(text: str) -> Aligned:
    """Aligns a text of folded characters with the same text after white space and dashes are unified."""
    pieces: list[Piece] = []
    parts: list[str] = []
    length = position = 0
    for match in _GAP.finditer(text):
        start, end = match.span()
        if start > position:
            pieces.append((length, position, start, True))
            parts.append(text[position:start])
            length += start - position
        position = end
        before = " " if length else ""
        after = " " if end < len(text) else ""
        gap = before and after
        if "--" in match[0]:
            gap = before + " ".join("-" * len(_DASHES.findall(match[0]))) + after
        if gap:
            pieces.append((length, start, end, False))
            parts.append(gap)
            length += len(gap)
    if position < len(text):
        pieces.append((length, position, len(text), True))
        parts.append(text[position:])
    return Aligned("".join(parts), pieces)
