"""What pydantic found, in our words: a code, a message and a fix for each type of error."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from probatum.documents.models import CUSTOM


class Words(NamedTuple):
    """Code, message and fix of a diagnostic."""

    code: str
    message: str
    fix: str


_KINDS: Final = {
    "string_type": "text in quotes",
    "string_sub_type": "text in quotes",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "decimal_type": "a number",
    "bool_type": "true or false",
    "none_required": "null",
    "list_type": "a list",
    "tuple_type": "a list",
    "set_type": "a list",
    "frozen_set_type": "a list",
    "iterable_type": "a list",
    "dict_type": "an object",
    "mapping_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "dataclass_type": "an object",
    "date_type": "a date in quotes",
    "date_from_datetime_parsing": 'a date such as "2024-12-19"',
    "datetime_type": "a date and time in quotes",
}
_EXAMPLES: Final = {
    "text in quotes": 'Write it as text: "…".',
    "a whole number": "Write digits without quotes and without a fraction.",
    "a number": "Write the number without quotes.",
    "true or false": "Write true or false, without quotes.",
    "null": "Write null.",
    "a list": "Put it in brackets: [ … ].",
    "an object": "Put it in braces, with keys: { … }.",
}
_BOUNDS: Final = {
    "greater_than": ("gt", "more than {}"),
    "greater_than_equal": ("ge", "at least {}"),
    "less_than": ("lt", "less than {}"),
    "less_than_equal": ("le", "at most {}"),
    "multiple_of": ("multiple_of", "a multiple of {}"),
}
_LENGTHS: Final = {
    "too_short": ("min_length", "at least {} {}"),
    "too_long": ("max_length", "at most {} {}"),
    "string_too_short": ("min_length", "at least {} {}"),
    "string_too_long": ("max_length", "at most {} {}"),
}
_QUOTED: Final = re.compile(r"'((?:[^'\\]|\\.)*)'")


def kind_wanted(error_type: str, context: Mapping[str, Any]) -> str | None:
    """Returns what kind of value was wanted, when the fault is that it has another kind."""
    if error_type == "is_instance_of" and context.get("class") == "Decimal":
        return "a number"
    return _KINDS.get(error_type)


def wrong_kind(wanted: list[str]) -> Words:
    """Words for a value of the wrong kind; several kinds where the model leaves a choice."""
    choice = " or ".join(dict.fromkeys(wanted))
    fix = _EXAMPLES.get(wanted[0], f"Write {wanted[0]}.") if len(set(wanted)) == 1 else f"Write {choice}."
    return Words("document/wrong-type", f"Expected {choice} here.", fix)


def words(error_type: str, context: Mapping[str, Any], message: str) -> Words:
    """Returns the words for any error but a wrong kind, an unknown key or a missing one.

    Args:
        error_type: pydantic's name for it.
        context: pydantic's context.
        message: pydantic's message; used only where it came from a validator of ours.
    """
    if error_type == CUSTOM:
        return Words(context["code"], context["message"], context["fix"])
    if error_type in _BOUNDS:
        key, phrase = _BOUNDS[error_type]
        bound = phrase.format(context[key])
        return Words(
            "document/out-of-range", f"The number must be {bound}.", f"Write a number that is {bound}."
        )
    if error_type in _LENGTHS:
        key, phrase = _LENGTHS[error_type]
        unit = "characters" if error_type.startswith("string") else "members"
        length = phrase.format(context[key], unit if context[key] != 1 else unit[:-1])
        return Words("document/wrong-length", f"Expected {length} here.", f"Give {length}.")
    if error_type in ("literal_error", "enum", "union_tag_invalid"):
        listed = str(context.get("expected") or context.get("expected_tags") or "")
        return Words(
            "document/bad-value",
            "This value is not one of those known here.",
            f"Write one of: {choices(listed)}.",
        )
    if error_type == "string_pattern_mismatch":
        return Words(
            "document/bad-value",
            "The text has not the form wanted here.",
            f"Write text that matches {context['pattern']}.",
        )
    if error_type == "finite_number":
        return Words("document/not-a-number", "The number is not finite.", "Write a finite number.")
    if error_type in ("value_error", "assertion_error"):
        return Words("document/bad-value", _sentence(str(context.get("error", message))), "")
    if error_type == "string_unicode":
        return Words(
            "document/lone-surrogate",
            "The text holds half of a surrogate pair.",
            "Write the character itself.",
        )
    return Words(
        "document/bad-value", f"The value is not accepted here ({error_type.replace('_', ' ')}).", ""
    )


def choices(listed: str) -> str:
    """Returns pydantic's list of allowed values (`'a', 'b' or 'c'`) in JSON's quotes."""
    found = _QUOTED.findall(listed)
    return ", ".join(f'"{item}"' for item in found) if found else listed


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
