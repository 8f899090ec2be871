"""A small builder of HTML: every text and every attribute is escaped, unless it is HTML already."""

from __future__ import annotations

import html
from typing import Final

_VOID: Final = frozenset({"meta", "input", "br"})


class Html(str):
    """Text that is HTML already. Only `element`, and whoever wrote the markup himself, may make it."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | bool | None) -> Html:
    """Returns an element.

    Args:
        name: Its name.
        children: Its content; what is not `Html` is escaped.
        attributes: By name, an underscore for each hyphen, and one at the end where Python knows the word
            (`class_`); True for an attribute without a value, False or None for none.
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    opening = f"<{name}{written}>"
    return Html(opening if name in _VOID else f"{opening}{joined(*children)}</{name}>")


def joined(*children: str) -> Html:
    """Returns several children, one behind the other."""
    return Html("".join(child if isinstance(child, Html) else html.escape(child) for child in children))


def _attribute(key: str, value: str | bool | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{html.escape(value)}"'
