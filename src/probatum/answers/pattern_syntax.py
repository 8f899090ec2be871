r"""From the pattern as its author wrote it to one for folded text (ANS-B4).

Folded text has no capitals, no accents, one kind of quotes and no white space but single blanks. What a
pattern says literally is folded in the same way; what stands for characters that no folded text holds, such
as `\p{Lu}`, is named, for it can never match. Classes become Unicode classes, because those of RE2 know ASCII
only.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from probatum.text.folding import fold_text

_WORD: Final = r"\pL\pM\pN_"
_OUTSIDE: Final = {"w": f"[{_WORD}]", "W": f"[^{_WORD}]", "d": r"\p{Nd}", "D": r"\P{Nd}"}
_INSIDE: Final = {"w": _WORD, "d": r"\p{Nd}", "D": r"\P{Nd}"}
_ESCAPE: Final = r"\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|x..|[1-7][0-7]{1,2}|0[0-7]{0,2}|.)"
_TOKEN: Final = re.compile(
    rf"\\Q.*?(?:\\E|\Z)|{_ESCAPE}|\[\^?|\(\?(?:P?<\w+>|P[=>]|[A-Za-z-]*[:)])?|\{{\d*,?\d*\}}|.", re.DOTALL
)
_MEMBER: Final = re.compile(rf"\[:\^?\w+:\]|{_ESCAPE}|.", re.DOTALL)
_CODE: Final = re.compile(r"\\(?:x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|([1-7][0-7]{1,2}|0[0-7]{0,2}))")
_CAPITALS: Final = frozenset({r"\p{Lu}", r"\p{Lt}", r"\P{^Lu}", r"\P{^Lt}", "[:upper:]"})
_CONTROLS: Final = frozenset({r"\a", r"\f", r"\t", r"\n", r"\r", r"\v", "[:cntrl:]"})
_SYNTAX: Final = frozenset("^$.|?*+()[]{}\\")
_ESCAPED: Final = _SYNTAX | {"-"}
# What stands for itself, in a pattern and in folded text.
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789 ")
_ANCHORS: Final = frozenset({"^", "$", r"\A", r"\z"})
_LAST: Final = 0x10FFFF
_ANY: Final = r"[\x{0}-\x{10FFFF}]"
_NONE: Final = r"[^\x{0}-\x{10FFFF}]"
_TELLS_LETTERS: Final = re.compile(r"\\[pP](?!L|\{L\})")


class Translation(NamedTuple):
    r"""A pattern for folded text.

    Attributes:
        pattern: The pattern.
        bounded: Whether it has `\b` or `\B`.
        unmatched: Parts of the author's pattern that stand for nothing that folded text can hold.
        probes: Of these at least one stands in every text in which the pattern matches; may be empty.
        open_start: Whether it begins `^.*`, so that it does not matter what else stands before.
        open_end: Whether it ends `.*$`.
        core: What stands between its anchors, where it is one sequence and has no others; else empty.
    """

    pattern: str
    bounded: bool
    unmatched: tuple[str, ...]
    probes: tuple[str, ...]
    open_start: bool
    open_end: bool
    core: str


class PatternError(ValueError):
    """A pattern that is malformed or cannot be bounded.

    Attributes:
        why: What is wrong with it.
        fix: What to write instead.
    """

    def __init__(self, why: str, fix: str) -> None:
        super().__init__(why)
        self.why = why
        self.fix = fix


def translate(source: str) -> Translation:
    """Translates a pattern; what is malformed is left to RE2 to refuse.

    Raises:
        PatternError: It means something that cannot be said about Unicode text.
    """
    source = unicodedata.normalize("NFC", source)
    if "(?i" in source:
        # There capitals mean small letters too.
        source = source.replace(r"\p{Lu}", r"\p{Ll}").replace("[:upper:]", "[:lower:]")
    parts: list[str] = []
    tokens: list[str] = []
    unmatched: list[str] = []
    bounded = telling = False
    position = 0
    while match := _TOKEN.match(source, position):
        token, start, position = match.group(), position, match.end()
        if token in _PLAIN:
            parts.append(token)
            tokens.append(token)
            continue
        members: list[str] = []
        if token in ("[", "[^"):
            members, position, closed = _members(source, position)
            translated = _bracketed(token, _inside(members)) if closed else token
        else:
            translated = _outside(token)
        bounded = bounded or token in (r"\b", r"\B")
        telling = telling or any(map(_tells_letters, (token, *members)))
        if translated is None:
            unmatched.append(source[start:position])
        parts.append(_NONE if translated is None else translated)
        tokens.append(token)
    if bounded and telling:
        why = r"\b cannot be combined with \p but for \pL"
        raise PatternError(why, r"write (?:^|[^\w]) and (?:[^\w]|$) for \b")
    joined = _is_joined(tokens)
    probes = _probes(tokens) if joined and "(?i" not in source else ("",)
    open_start = joined and tokens[:3] == ["^", ".", "*"]
    open_end = joined and tokens[-3:] == [".", "*", "$"]
    anchored = joined and tokens[:1] == ["^"] and tokens[-1:] == ["$"]
    core = "".join(parts[1:-1]) if anchored and _ANCHORS.isdisjoint(tokens[1:-1]) else ""
    return Translation("".join(parts), bounded, tuple(unmatched), probes, open_start, open_end, core)


def _is_joined(tokens: list[str]) -> bool:
    """Tells whether a pattern is one sequence: alternatives stand in groups only."""
    depth = 0
    for token in tokens:
        if token == "|" and not depth:
            return False
        depth += _deeper(token)
    return True


def _deeper(token: str) -> int:
    """Returns by how much a token changes how deep in groups the next one stands."""
    if token == ")":
        return -1
    return int(token[0] == "(" and token[-1] != ")")


def _probes(tokens: list[str]) -> tuple[str, ...]:
    """Returns texts of which at least one stands in whatever the tokens match: the longest that are found.

    They are one text outside of groups, or the alternatives of one group.
    """
    choices: list[tuple[str, ...]] = []
    run = ""
    depth = 0
    for place, token in enumerate(tokens):
        literal = None if depth else _probed(token)
        if literal is not None:
            run += literal
        else:
            # A quantifier that allows for nothing takes the character before it away.
            choices.append((run[:-1] if token[0] in "*?{" else run,))
            run = ""
            if not depth and token in ("(", "(?:"):
                choices.append(_options(tokens, place + 1))
        depth += _deeper(token)
    return max(choices, key=lambda options: min(len(option.strip()) for option in options), default=("",))


def _options(tokens: list[str], place: int) -> tuple[str, ...]:
    """Returns the alternatives of the group that begins there, if all are texts and it is no optional one."""
    options = [""]
    while place < len(tokens) and tokens[place] != ")":
        literal = _probed(tokens[place])
        if tokens[place] == "|":
            options.append("")
        elif literal is None:
            return ("",)
        else:
            options[-1] += literal
        place += 1
    optional = place + 1 < len(tokens) and tokens[place + 1][0] in "*?{"
    return ("",) if optional else tuple(options)


def _probed(token: str) -> str | None:
    r"""Returns what a token stands for where probes are looked for; None where that is no single character.

    Digits are left out: where `\b` is looked for, digits of other scripts are replaced by them. So are
    hyphens, which are blanks where probes are looked for.
    """
    if token in _PLAIN:
        return None if token.isdigit() else token
    character = _character(token) if token[0] == "\\" or token[0] not in _SYNTAX else None
    if character is None or character.isdigit():
        return None
    folded = _folded(character)
    return folded if folded != "-" and len(folded) < 2 else None


def _tells_letters(token: str) -> bool:
    """Tells whether a token would take the stand-in of a letter for what it is not."""
    return token not in _CAPITALS and bool(_TELLS_LETTERS.match(token))


def _bracketed(opening: str, inside: str) -> str | None:
    """Returns a class in brackets; None for one of nothing that folded text holds."""
    if inside:
        return f"{opening}{inside}]"
    return _ANY if opening == "[^" else None


def _outside(token: str) -> str | None:
    """Translates a token outside brackets; None where folded text holds nothing of the kind."""
    if token.startswith(r"\Q"):
        folded = [_literal(character) for character in token[2:].removesuffix(r"\E")]
        return None if None in folded else "".join(filter(None, folded))
    if token.startswith("(?") or token in _SYNTAX or token[0] == "{":
        return token
    if token in _CAPITALS or token in _CONTROLS:
        return None
    character = _character(token)
    if character is not None:
        return _literal(character)
    return _OUTSIDE.get(token[1], token) if len(token) == 2 else token


def _character(token: str) -> str | None:
    """Returns the character that a token stands for, None where it stands for something else."""
    if len(token) == 1:
        return token
    if len(token) == 2 and token[1].isascii() and not token[1].isalnum():
        return token[1]
    code = _CODE.fullmatch(token)
    if code is None:
        return None
    number = int(code[3], 8) if code[3] else int(code[1] or code[2], 16)
    return chr(number) if number <= _LAST else None


def _literal(character: str) -> str | None:
    """Returns how a character is written in a pattern for folded text; None where it never occurs there."""
    folded = _folded(character)
    if folded == " ":
        return folded if character == " " else None
    if folded == " - ":
        # With the blanks that stand around a dash in folded text, whether its author wrote them or not.
        return "(?: ?- ?)"
    escaped = "".join(map(_escaped, folded))
    return escaped if len(folded) == 1 or unicodedata.combining(character) else f"(?:{escaped})"


def _folded(character: str) -> str:
    """Folds a character as it is folded inside a word."""
    return fold_text(f"x{character}x")[1:-1]


def _escaped(character: str) -> str:
    return "\\" + character if character in _ESCAPED else character


def _members(source: str, position: int) -> tuple[list[str], int, bool]:
    """Returns the members of a class, where it ends and whether it does; its opening bracket was read."""
    members: list[str] = []
    while match := _MEMBER.match(source, position):
        position = match.end()
        if match.group() == "]" and members:
            return members, position, True
        members.append(match.group())
    return members, position, False


def _inside(members: list[str]) -> str:
    """Translates the members of a class, without those of which folded text holds nothing."""
    parts: list[str] = []
    place = 0
    while place < len(members):
        span = _range(*members[place : place + 3]) if members[place + 1 : place + 2] == ["-"] else None
        parts.append(_member(members[place]) or "" if span is None else span)
        place += 1 if span is None else 3
    return "".join(parts)


def _range(low: str, _dash: str, high: str = "") -> str | None:
    """Returns a range in small letters where it is one; None for members that are no range."""
    first, last = _character(low), _character(high) if high else None
    if first is None or last is None:
        return None
    small = first.lower(), last.lower()
    if len(small[0]) != 1 or len(small[1]) != 1 or small[0] > small[1]:
        small = first, last
    return "-".join(map(_escaped, small))


def _member(member: str) -> str | None:
    """Translates a member of a class that is no range; None where folded text holds nothing of the kind."""
    if member == r"\W":
        why = r"\W inside brackets cannot be translated into Unicode"
        raise PatternError(why, r"list the characters, or use [^\w] alone")
    if member in _CAPITALS or member in _CONTROLS:
        return None
    character = _character(member)
    if character is None:
        return _INSIDE.get(member[1], member) if len(member) == 2 else member
    folded = _folded(character)
    return _escaped(folded) if len(folded) == 1 and (folded != " " or character == " ") else None
