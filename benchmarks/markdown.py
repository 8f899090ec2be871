"""Large answers: ordinary Markdown, and what was thought up to make a scorer slow."""

from __future__ import annotations

import random
from typing import Final

_WORDS: Final = """the a of and to in is on at from for with by it that which was were this harbour tram
timetable seed catalogue page table entry price shelf copy branch morning evening line stop platform packet
sowing row depth book author loan reader notice board quay lamp ledger pilot window counter clerk number
second first""".split()


def ordinary_markdown(size: int) -> str:
    """Returns Markdown as people and models write it: prose, headings, lists, tables, links, numbers."""
    chance = random.Random(7)
    parts: list[str] = []
    length = 0
    while length < size:
        part = _block(chance)
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts)[:size]


def _block(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.08:
        return "## " + _sentence(chance, 4).rstrip(".")
    if kind < 0.22:
        return "\n".join(f"- **{_sentence(chance, 2)}** {_sentence(chance, 6)}" for _ in range(4))
    if kind < 0.3:
        cells = "\n".join(f"| {_sentence(chance, 2)} | {chance.randrange(5000):,} |" for _ in range(4))
        return f"| Name | Number |\n|---|---|\n{cells}"
    return " ".join(_sentence(chance, chance.randrange(6, 18)) for _ in range(4))


def _sentence(chance: random.Random, words: int) -> str:
    said = [chance.choice(_WORDS) for _ in range(words)]
    if words > 5:
        place = chance.randrange(1, words)
        said[place] = chance.choice(
            (
                f"*{said[place]}*",
                f"`{said[place]}`",
                f"[{said[place]}](page.html)",
                str(chance.randrange(2000)),
                f"“{said[place]}”",
            )
        )
    return " ".join(said).capitalize() + "."


def hostile(size: int) -> dict[str, str]:
    """Returns texts of a size that a careless scorer takes long for, by name."""
    pieces = {
        "the letter a": "a",
        "digits": "7",
        "digits in groups": "1,",
        "dotted digits": "1.",
        "number words": "one ",
        "hundreds": "hundred ",
        "half a million": "half a million and ",
        "minus signs": "-",
        "signed digits": "-1",
        "dashes with blanks": "- ",
        "slashes and digits": "1/",
        "dates": "1.1.",
        "asterisks": "*",
        "asterisks and letters": "*a",
        "closing emphasis": "a* ",
        "nested emphasis": "**a *b ",
        "underscores": "_a",
        "backticks": "`",
        "backticks of growing runs": "` `` ``` ```` ",
        "backslashes": "\\",
        "opening angle brackets": "<",
        "open tags": "<a ",
        "open comments": "<!-- ",
        "closing tags": "</b>",
        "ampersands": "&",
        "entities": "&#x41;",
        "opening brackets": "[",
        "links in links": "[a](",
        "images": "![",
        "reference definitions": "[a]: b\n",
        "parentheses": "(",
        "citations": "【1】",
        "dollar signs": "$",
        "LaTeX wrappers": "\\text{",
        "quote marks of Markdown": ">",
        "nested quotes": "> - ",
        "headings": "# a\n",
        "code fences": "```\n",
        "table cells": "|",
        "table rows": "|a|b|\n|-|-|\n",
        "list items": "1. a\n",
        "nested list items": "  - a\n    - ",
        "blanks": "a" + " " * 63,
        "line breaks": "\n",
        "carriage returns": "\r",
        "abbreviations": "No. ",
        "stops": ". ",
        "initials": "J. ",
        "question marks": "? ",
        "colons": "Answer: ",
        "closing quotes": '."',
        "emoji": "✅",
        "flags and joiners": "👩‍👩‍👧",
        "combining marks": "a" + "́" * 15,
        "only combining marks": "́",
        "zero-width characters": "\u200b",
        "bidirectional controls": "\u202e",
        "ligatures that grow": "ﷺ",
        "full-width digits": "１",
        "Japanese stops": "。",
        "Hangul parts": "각",
        "raised digits": "²",
        "vulgar fractions": "½ ",
        "e-mail addresses": "a@b.",
        "addresses": "http://a.b/",
        "percent": "1% ",
        "magnitudes": "1 million ",
        "the phrase, nearly": "no such word ",
        "the items": "harbour the ",
    }
    texts = {name: (piece * (size // len(piece) + 1))[:size] for name, piece in pieces.items()}
    deep = size // 2
    texts["brackets, balanced"] = "[" * deep + "]" * deep
    texts["parentheses, balanced"] = "(" * deep + ")" * deep
    texts["emphasis, balanced"] = "*a " * (deep // 3) + "a* " * (deep // 3)
    texts["tags, balanced"] = "<b>" * (deep // 4) + "</b>" * (deep // 4)
    texts["quotes, nested deeper and deeper"] = "\n".join(
        ">" * depth for depth in range(1, int((2 * size) ** 0.5))
    )
    return texts
