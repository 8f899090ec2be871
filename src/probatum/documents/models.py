"""The building blocks of the models that documents are read into."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict
from pydantic_core import PydanticCustomError

T = TypeVar("T")

CUSTOM: Final = "probatum"
"""Type of the pydantic error that carries a code, a message and a fix of our own."""


class StrictModel(BaseModel):
    """Base of every model that reads a document: nothing is converted, nothing unknown is let through.

    Lists are declared as `Many[...]` and quantities as `Number`.
    """

    model_config = ConfigDict(
        strict=True, extra="forbid", frozen=True, allow_inf_nan=False, hide_input_in_errors=True
    )


def _exact(value: object) -> object:
    """Lets an integer stand where a number is wanted; anything else is left to the Decimal check."""
    return Decimal(value) if type(value) is int else value


Number = Annotated[Decimal, BeforeValidator(_exact)]
"""A finite number, exact. Documents bring `int` and `Decimal`; true and false are no numbers."""

Many = Annotated[tuple[T, ...], Strict(False)]
"""A list in the document, a tuple in the frozen model. (Strict pydantic wants a tuple to come as one.)"""


def refuse(code: str, message: str, fix: str = "") -> PydanticCustomError:
    """Returns an error for a validator of a model to raise; it becomes a diagnostic as it is.

    Args:
        code: `area/kebab-name`.
        message: What is wrong, one sentence.
        fix: What to do about it.
    """
    return PydanticCustomError(CUSTOM, "{message}", {"code": code, "message": message, "fix": fix})
