"""JSON for a reader who may be a terminal of any encoding: it is ASCII, and nothing in it can steer one."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any


def json_text(value: Any, indent: int | None = 2) -> str:
    """Returns a value as JSON text of printable ASCII; all else is escaped.

    Lone surrogates, which UTF-8 cannot carry, come out as the escapes they came from; so do the bytes of a
    file name that is not UTF-8.
    """
    return json.dumps(value, ensure_ascii=True, indent=indent, default=_exact).replace("\x7f", "\\u007f")


def _exact(value: object) -> str:
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(f"a {type(value).__name__} is no JSON value")
