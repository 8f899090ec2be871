"""Every pattern of the package means the same in every Python that we support."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]

import pytest

import probatum


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    for found in pkgutil.walk_packages(probatum.__path__, "probatum."):
        if found.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            values = (
                value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else [value]
            )
            for pattern in values:
                if isinstance(pattern, re.Pattern) and isinstance(pattern.pattern, str):
                    yield f"{found.name}.{name}", pattern


def _has_possessive_group(parsed: object) -> bool:
    if isinstance(parsed, _parser.SubPattern):
        return any(_has_possessive_group(item) for item in parsed.data)
    if isinstance(parsed, tuple | list):
        if len(parsed) == 2 and parsed[0] is _constants.POSSESSIVE_REPEAT:
            (inner,) = parsed[1][2].data if len(parsed[1][2].data) == 1 else (None,)
            simple = {_constants.LITERAL, _constants.NOT_LITERAL, _constants.IN, _constants.ANY}
            return inner is None or inner[0] not in simple
        return any(_has_possessive_group(item) for item in parsed)
    return False


@pytest.mark.rule("ANS-F3")
def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python before 3.11.5 matches `(?:ab|c)*+` wrongly; `(?>(?:ab|c)*)` means the same and works in all."""
    patterns = list(_patterns())
    assert len(patterns) > 20
    wrong = [
        name
        for name, pattern in patterns
        if _has_possessive_group(_parser.parse(pattern.pattern, pattern.flags))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("pattern", "wrong"),
    [
        ("(?:ab|c)*+", True),
        ("x(?:[a-z]*+,)?+", True),
        ("(a){2,}+", True),
        ("(?>(?:ab|c)*)", False),
        ("[a-z]*+b++.?+", False),
    ],
)
def test_such_a_pattern_is_seen(pattern: str, wrong: bool) -> None:
    assert _has_possessive_group(_parser.parse(pattern)) is wrong
