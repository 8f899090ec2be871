r"""LaTeX inside a line: formulas in single dollars, and commands as the characters that a reader sees.

What is known is written as it is shown (`5{,}000` as 5,000, `90^\circ` as 90°, `2\frac{1}{2}` as 2 1/2);
what is not known stays as it was typed. No replacement joins a digit to what stands beside it.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Shown(NamedTuple):
    """A range of the source, and the text that a reader sees in its place."""

    start: int
    end: int
    text: str


_WRAPPERS: Final = (
    "boxed|fbox|mbox|underline|emph|operatorname|boldsymbol|bm|text(?:bf|it|rm|sf|tt|sc|up|normal)?"
    "|math(?:rm|bf|it|sf|tt|bb|cal|normal)"
)
WRAPPER: Final = re.compile(rf"\\(?:{_WRAPPERS})[ ]?\{{")
"""A command that shows what stands in its braces."""

_SYMBOLS: Final = {
    "times": "×",
    "cdot": "·",
    "div": "÷",
    "pm": "±",
    "mp": "∓",
    "approx": "≈",
    "sim": "~",
    "simeq": "≃",
    "equiv": "≡",
    "neq": "≠",
    "ne": "≠",
    "leq": "≤",
    "leqslant": "≤",
    "le": "≤",
    "geq": "≥",
    "geqslant": "≥",
    "ge": "≥",
    "lt": "<",
    "gt": ">",
    "degree": "°",
    "prime": "′",
    "infty": "∞",
    "to": "→",
    "rightarrow": "→",
    "Rightarrow": "⇒",
    "in": "∈",
    "checkmark": "✓",
    "dots": "…",
    "ldots": "…",
    "cdots": "…",
    "euro": "€",
    "pounds": "£",
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "Delta": "Δ",
    "epsilon": "ε",
    "theta": "θ",
    "lambda": "λ",
    "mu": "μ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "Sigma": "Σ",
    "tau": "τ",
    "phi": "φ",
    "omega": "ω",
    "Omega": "Ω",
}
_SYMBOL: Final = re.compile(rf"\\({'|'.join(_SYMBOLS)})(?![A-Za-z])")
# Outside formulas a backslash may be part of a path: a symbol is one only behind these, or a digit.
_BEFORE_SYMBOL: Final = frozenset(" })](=,<>~")
_SPACE: Final = re.compile(r"\\(?:[,;:> \\]|q?quad(?![A-Za-z]))|\\!")
_SPACE_ANYWHERE: Final = re.compile(r"\\(?:[,;:>](?=\\[A-Za-z])|q?quad(?![A-Za-z]))|\\!(?=\\[A-Za-z])")
_STYLE: Final = re.compile(r"\\(?:displaystyle|textstyle|limits|nolimits|rm|bf|it)(?![A-Za-z]) ?")
_SIZED: Final = re.compile(
    r"\\(?:(?:left|right)\.|(?:left|right|middle|[bB]igg?[lrm]?) ?(?:\\(?=[{}|]))?"
    r"(?P<bracket>[()\[\]{}|<>/]))"
)
_PART: Final = r"\{([^{}$\\]{1,99}+)\}"
_FRACTION: Final = re.compile(rf"\\(?:[cdts]?frac|nicefrac) ?(?:{_PART} ?{_PART}|([0-9])([0-9]))")
_SIMPLE_PART: Final = re.compile(r"[+−-]?[\w.,]+")
_DEGREE: Final = re.compile(r"\\(?:circ|degree)(?![A-Za-z])(?: (?=[CF](?![A-Za-z])))?")
_RAISED: Final = re.compile(
    r"\{ ?(?:\\(?:circ|degree) ?|\\(?:text|textrm|mathrm)\{(?P<word>st|nd|rd|th)\}|(?P<bare>st|nd|rd|th)) ?\}"
)
_MARK_IN_BRACES: Final = re.compile(r"\{([,.:])\}")
_ENDING: Final = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z])")

# A formula stands between dollars like a word between quotes, and no number follows: `$5 and $6` is money.
_FORMULA: Final = re.compile(r"\$(?![\s$])(?P<body>(?>(?:\\.|[^$\\\n]){1,300}))(?<!\s)\$(?![0-9A-Z_$])")
MONEY: Final = r"\$(?!\$)(?:(?<=\w\$)|(?=\s|[^$\n]*+(?:(?<=\s)\$|\$[0-9A-Z_]|\n|\Z)))"
"""Pattern of a dollar that surely begins no formula."""

find_suspect: Final = re.compile(r"\$(?:\$|(?!\s)[^$]*+\$(?![0-9A-Z_])(?<!\s\$))").search
"""Finds dollars that may be marks of mathematics in a text without a backslash."""

# Two letters may be a product, or a word that stands between two prices.
_TWO_LETTER_WORDS: Final = (
    "am an as at be by do go he if in is it me mo my no of on or pm so to up us vs we yr"
).replace(" ", "|")
_MATHEMATICS: Final = re.compile(
    r"(?![/)\],;:!?'&%])(?>(?:"
    rf"\\(?:{_WRAPPERS}) ?\{{(?>(?:[^{{}}]|\{{[^{{}}]*+\}})*)\}}"
    r"|\\(?:[A-Za-z]++|.)"
    rf"|(?!(?:{_TWO_LETTER_WORDS})(?![^\W\d_]))[A-Za-z]{{1,2}}(?![^\W\d_])"
    r"|[^\W\d_A-Za-z](?![^\W\d_])"
    r"""|[.;!?](?!\s)|[^\w\\"“”.;!?]|[\d_]"""
    r")+)(?<![+*/=<>,;:(\[{&~^@#−–—-])"
)


def formula_end(text: str, place: int, end: int) -> int:
    r"""Returns the place of the dollar that closes the formula opened at `place`; 0 where that is money.

    Between the two stands what looks like mathematics: numbers, single letters, operators, commands; and
    words in commands like `\text` only.
    """
    if place and (text[place - 1].isalnum() or text[place - 1] == "_"):
        return 0
    match = _FORMULA.match(text, place, end)
    if match is None or not _MATHEMATICS.fullmatch(text, *match.span("body")):
        return 0
    body = match["body"]
    return match.end() - 1 if any(character.isalnum() for character in body) else 0


def command(text: str, place: int, start: int, end: int, in_formula: bool) -> Shown | None:
    r"""Returns what a reader sees for the command at a backslash; None where it shows nothing known.

    Args:
        text: The text.
        place: Where the backslash is.
        start: Where its line starts.
        end: Where its line ends.
        in_formula: Whether it surely stands in mathematics, where `\,` is a blank and no comma.
    """
    if match := (_SPACE if in_formula else _SPACE_ANYWHERE).match(text, place, end):
        return Shown(place, match.end(), "" if text[place + 1] == "!" else " ")
    if not text[place + 1 : place + 2].isalpha():
        return None
    if match := _FRACTION.match(text, place, end):
        top, bottom = _part(match[1] or match[3]), _part(match[2] or match[4])
        return _apart(text, Shown(place, match.end(), f"{top}/{bottom}"), start, end)
    before = text[place - 1] if place > start else " "
    if before == "^" and (match := _DEGREE.match(text, place, end)):
        return Shown(place - 1, match.end(), "°")
    if match := _SIZED.match(text, place, end):
        return Shown(place, match.end(), match["bracket"] or "")
    if in_formula and (match := _STYLE.match(text, place, end)):
        return Shown(place, match.end(), gap(text, place, match.end(), start, end))
    if (in_formula or before in _BEFORE_SYMBOL or before.isdigit()) and (
        match := _SYMBOL.match(text, place, end)
    ):
        return _apart(text, Shown(place, match.end(), _SYMBOLS[match[1]]), start, end)
    return None


def brace(text: str, place: int, start: int, end: int, in_formula: bool) -> Shown | None:
    """Returns what a reader sees for the group at an opening brace; None where braces are just braces."""
    if place == start:
        return None
    before = text[place - 1]
    if before == "^" and (match := _RAISED.match(text, place, end)):
        if match["bare"] and not in_formula:
            return None
        return Shown(place - 1, match.end(), match["word"] or match["bare"] or "°")
    if before.isdigit() and (match := _MARK_IN_BRACES.match(text, place, end)):
        return Shown(place, match.end(), match[1])
    return None


def gap(text: str, left: int, right: int, start: int, end: int) -> str:
    """Returns the blank that is due when `text[left:right]` goes: a digit must not join a neighbour."""
    if not start < left <= right < end:
        return ""
    before, after = text[left - 1], text[right]
    joins = before.isalnum() and after.isalnum() and (before.isdigit() or after.isdigit())
    return " " if joins and not _ENDING.match(text, right, end) else ""


def _part(text: str) -> str:
    """Returns one part of a fraction, in brackets where it is more than one number or letter."""
    part = text.strip()
    return part if _SIMPLE_PART.fullmatch(part) else f"({part})"


def _apart(text: str, shown: Shown, start: int, end: int) -> Shown:
    """Sets what is shown apart from the letters and digits beside it."""
    first, last = shown.text[0], shown.text[-1]
    before = text[shown.start - 1] if shown.start > start else " "
    after = text[shown.end] if shown.end < end else " "
    left = " " if before.isalnum() and (first.isalnum() or first in "+−-(") else ""
    right = " " if last.isalnum() and after.isalnum() else ""
    return shown._replace(text=left + shown.text + right)
