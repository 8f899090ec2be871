"""JSON for a reader who may be a terminal: nothing invisible stands bare in it."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, Final

_BEYOND_ASCII: Final = re.compile(r"[^\n -~]")


def json_text(value: Any, indent: int | None = 2) -> str:
    """Returns a value as JSON text; control, format and other invisible characters are escaped.

    Lone surrogates, which UTF-8 cannot carry, come out as the escapes they came from.
    """
    return _BEYOND_ASCII.sub(_escape, json.dumps(value, ensure_ascii=False, indent=indent, default=_exact))


def _exact(value: object) -> str:
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"a {type(value).__name__} is no JSON value")


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    return char if char.isprintable() else json.dumps(char)[1:-1]
