"""HTML tags and character references inside a line.

Only what is surely a tag is one: an element that HTML knows, or any name that the text also closes
(`<answer>42</answer>`). `a < b`, `List<String>` and `<b and c>` stay.
"""

from __future__ import annotations

import html
import re
from enum import Enum
from html.entities import html5
from typing import Final


class Effect(Enum):
    """What a tag does to the line structure."""

    NONE = "none"
    BLANK = "blank"
    LINE = "line"
    CELL = "cell"
    BLOCK = "block"
    HEADING_START = "heading start"
    HEADING_END = "heading end"


NO_EFFECT: Final = Effect.NONE
"""By a name of the module, which is found much faster: it is looked up for every mark."""

_INLINE: Final = """a abbr acronym audio b bdi bdo big button canvas center cite code data del dfn em font i
    iframe img input ins kbd label link mark meta meter object output picture progress q rp rt ruby s samp
    select option small source span strike strong sub sup svg time track tt u var video wbr""".split()
_BLOCK: Final = """address article aside blockquote body caption dd details dialog div dl dt fieldset
    figcaption figure footer form head header hr html legend li main menu nav ol optgroup p pre section
    summary table tbody tfoot thead title tr ul""".split()
_EFFECTS: Final = (
    dict.fromkeys(_INLINE, Effect.NONE)
    | dict.fromkeys(_BLOCK, Effect.BLOCK)
    | dict.fromkeys(("td", "th"), Effect.CELL)
    | {"br": Effect.LINE}
)
_HEADINGS: Final = frozenset(f"h{level}" for level in range(1, 7))

# Quotes cannot make this slow: two tags that start at different places cannot both be inside a quoted
# value for long, since a quote that opens a value for one closes it for the other.
TAG: Final = re.compile(
    r"</?(?P<name>[A-Za-z][\w-]*+)"
    r"(?>(?:\s++(?:open|hidden|disabled|checked|selected|controls|reversed|nowrap)(?=[\s/>])"
    r"""|\s++[A-Za-z_:@][\w:.@-]*+\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++))*)\s*+/?>"""
)
DECLARATION: Final = re.compile(r"<(?:![A-Za-z]|\?)[^<>]*+>")
AUTOLINK: Final = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}+:[^\s<>]*+|[\w.+-]{1,99}+@[\w.-]{1,255}+)>")
REFERENCE: Final = re.compile(r"&(?:#(?:\d{1,7}|[xX][0-9A-Fa-f]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));")
RAISED: Final = re.compile(
    r"<(?P<kind>su[bp])>\s*+(?P<digits>[+−-]?[0-9]{1,9})\s*+</(?P=kind)>", re.IGNORECASE
)
_RAISED_FORMS: Final = {
    "sup": str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻"),
    "sub": str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"),
}
_CLOSED: Final = re.compile(r"</([A-Za-z][\w-]*+)\s*+>")


def closed_names(text: str) -> frozenset[str]:
    """Returns the names, in lower case, that have an end tag in the text."""
    return frozenset(name.lower() for name in _CLOSED.findall(text)) if "</" in text else frozenset()


def effect(match: re.Match[str], closed: frozenset[str]) -> Effect | None:
    """Returns what a match of `TAG` does, or None when it is no tag but text."""
    name = match["name"].lower()
    if name in _HEADINGS:
        return Effect.HEADING_END if match[0].startswith("</") else Effect.HEADING_START
    known = _EFFECTS.get(name)
    if known is None and name in closed:
        return Effect.BLANK
    return known


def raised(match: re.Match[str]) -> str:
    """Returns a match of `RAISED` as raised or lowered characters: `10<sup>6</sup>` must not become 106."""
    return match["digits"].translate(_RAISED_FORMS[match["kind"].lower()])


def decoded(match: re.Match[str]) -> str | None:
    """Returns the character that a match of `REFERENCE` names; None when there is no such name."""
    name = match["name"]
    if name is None:
        character = html.unescape(match[0])
        # A reference shows white space, it does not break the line; the unprintable shows nothing.
        return " " if character.isspace() else character
    return html5.get(name + ";")
