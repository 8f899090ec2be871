"""Values as JSON text with their exact numbers, on one line or indented as a file's owner does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal


def exact_json(value: object, base: str = "", step: str = "") -> str:
    """Returns a value as JSON text; a `Decimal` is written as the number it is.

    Args:
        value: What JSON can say, and numbers of any length.
        base: What stands before the value's own line.
        step: What one level is indented by; empty for everything on one line.
    """
    match value:
        case Decimal():
            return str(value)
        case dict():
            items = [
                f"{exact_json(key)}: {exact_json(item, base + step, step)}" for key, item in value.items()
            ]
            return _enclose("{", "}", items, base, step)
        case list() | tuple():
            return _enclose("[", "]", [exact_json(item, base + step, step) for item in value], base, step)
        case _:
            return json.dumps(value, ensure_ascii=False)


def _enclose(opening: str, closing: str, items: Sequence[str], base: str, step: str) -> str:
    if not items:
        return opening + closing
    if not step:
        return f"{opening}{', '.join(items)}{closing}"
    between = f",\n{base}{step}"
    return f"{opening}\n{base}{step}{between.join(items)}\n{base}{closing}"
