"""Models that the cases under `tests/cases/documents` are read into."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, field_validator

from probatum.documents import Many, Number, StrictModel, refuse


class Level(StrEnum):
    HIGH = "high"
    LOW = "low"


class TextMatch(StrictModel):
    kind: Literal["text"]
    must_include: Many[str] = ()
    must_exclude: Many[str] = ()
    scope: Literal["full", "first_sentence"] = "full"

    @field_validator("must_include")
    @classmethod
    def _demands_something(cls, entries: tuple[str, ...]) -> tuple[str, ...]:
        if entries and not entries[0].strip():
            raise refuse("answer/empty-entry", "The entry {is} blank.", "Write what the reply must hold.")
        if entries == ("impossible",):
            raise ValueError("nothing can hold this")
        return entries


class NumberMatch(StrictModel):
    kind: Literal["number"]
    number: Number
    tolerance: Annotated[Number, Field(ge=0, lt=100)] | None = None


class Task(StrictModel):
    task_id: Annotated[int, Field(ge=0)]
    verifier: Annotated[TextMatch | NumberMatch, Field(discriminator="kind")]
    gold: str | Many[str] = ""
    level: Annotated[Level | None, Field(strict=False)] = None
    code: Annotated[str, Field(pattern="^[a-z]+$", max_length=5)] = "a"
    pair: Annotated[Many[str], Field(min_length=2, max_length=2)] = ("a", "b")
    flag: bool = False
    counts: Annotated[dict[str, int], Field(default_factory=dict)]


MODELS = {"task": Task}
