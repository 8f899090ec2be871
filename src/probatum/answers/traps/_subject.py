"""What a trap looks at: a task, its spec as it was written, what was asked and what the gold is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, Final, NamedTuple

from probatum.answers.changes import Trial
from probatum.answers.entries import SEPARATOR, fold_entry
from probatum.answers.gold import Gold, read_gold
from probatum.answers.patterns import looks_like_pattern
from probatum.answers.question import Question, read_question
from probatum.answers.task import Task

ANSWERS: Final = "/eval/reference_answers"
"""Where the keys of a spec stand in a row."""


class Spelling(NamedTuple):
    """One alternative of an entry.

    Attributes:
        source: As its author wrote it, without the blanks around it.
        folded: As it is compared; of a pattern, in small letters only.
        is_pattern: Whether it is a regular expression.
    """

    source: str
    folded: str
    is_pattern: bool


class Written(NamedTuple):
    """An entry or item of a spec, and where it stands.

    Attributes:
        pointer: Its JSON pointer below the row.
        source: The entry as it was written; the spellings of an item joined as alternatives.
        spellings: Its alternatives.
    """

    pointer: str
    source: str
    spellings: tuple[Spelling, ...]

    @property
    def phrases(self) -> tuple[str, ...]:
        """The folded alternatives that are no patterns."""
        return tuple(spelling.folded for spelling in self.spellings if not spelling.is_pattern)


class Amount(NamedTuple):
    """An expected number, and where it stands."""

    pointer: str
    value: Decimal


@dataclass(frozen=True)
class Asked:
    """The keys of a spec by what they ask for. Of a kind that is not used, everything is empty.

    Attributes:
        kinds: The kinds of verifiers, as `eval_types` has them.
        include: Entries of `must_include`.
        exclude: Entries of `must_exclude`.
        exact: Entries of `exact_match`.
        scope: Scope of `string_match`.
        items: Items of `list_match`.
        forbidden: Its forbidden entries.
        ordered: Whether its order counts.
        list_scope: Its scope.
        numbers: Values of `number_match`.
        abs_tolerance: Its tolerance in units; None where not given.
        rel_tolerance: Its tolerance as a share; None where not given.
        number_scope: Its scope.
        most_numbers: Its `max_distinct`, the most distinct numbers a reply may name; None for any.
    """

    kinds: tuple[str, ...]
    include: tuple[Written, ...] = ()
    exclude: tuple[Written, ...] = ()
    exact: tuple[Written, ...] = ()
    scope: str = "full"
    items: tuple[Written, ...] = ()
    forbidden: tuple[Written, ...] = ()
    ordered: bool = False
    list_scope: str = "full"
    numbers: tuple[Amount, ...] = ()
    abs_tolerance: Decimal | None = None
    rel_tolerance: Decimal | None = None
    number_scope: str = "full"
    most_numbers: int | None = None

    @property
    def entries(self) -> tuple[Written, ...]:
        """All entries and items, in the order of the keys."""
        return (*self.include, *self.exclude, *self.exact, *self.items, *self.forbidden)

    @property
    def demanded(self) -> tuple[Written, ...]:
        """The entries and items that a right answer has to say."""
        return (*self.include, *self.exact, *self.items)

    @property
    def is_judged(self) -> bool:
        """Whether nothing but a judge decides."""
        return all(kind in ("llm_judge", "fuzzy_match") for kind in self.kinds)


class Subject:
    """One annotated task as the traps see it. Everything is computed when first asked for.

    Attributes:
        task: The task; its compiled spec is `task.verifier`.
    """

    def __init__(self, task: Task) -> None:
        self.task = task

    @cached_property
    def asked(self) -> Asked:
        """What the spec asks for, as it was written."""
        return read_asked(self.task.verifier.spec)

    @cached_property
    def question(self) -> Question:
        """What the intent and the instructions ask; empty where no intent is known."""
        return read_question(self.task.intent or "", self.task.additional_instructions or "")

    @cached_property
    def gold(self) -> Gold:
        """The answer key, by what it looks like."""
        return read_gold(self.task.golds, self.task.verifier.language)

    @cached_property
    def trial(self) -> Trial:
        """The examples that are decided rightly, on which a fix is tried before it is proposed."""
        return Trial(self.task)

    def accepts(self, reply: str) -> bool:
        """Tells whether the spec verifies a reply."""
        return self.task.verifier.verify(reply).verified


def read_asked(spec: Mapping[str, Any]) -> Asked:
    """Reads the keys of a spec that was compiled without fault."""
    keys: Mapping[str, Any] = spec["reference_answers"]
    numbers: Mapping[str, Any] = keys.get("number_match") or {}
    listed: Mapping[str, Any] = keys.get("list_match") or {}
    return Asked(
        kinds=tuple(spec["eval_types"]),
        include=_entries(keys, "must_include"),
        exclude=_entries(keys, "must_exclude"),
        exact=_entries(keys, "exact_match"),
        scope=keys.get("scope", "full"),
        items=tuple(
            _written(f"{ANSWERS}/list_match/items/{position}", item)
            for position, item in enumerate(listed.get("items", ()))
        ),
        forbidden=_entries(listed, "forbidden", "/list_match"),
        ordered=listed.get("ordered", False),
        list_scope=listed.get("scope", "full"),
        numbers=_amounts(numbers),
        abs_tolerance=_decimal(numbers.get("abs_tolerance")),
        rel_tolerance=_decimal(numbers.get("rel_tolerance")),
        number_scope=numbers.get("scope", "full"),
        most_numbers=numbers.get("max_distinct"),
    )


def _entries(keys: Mapping[str, Any], name: str, above: str = "") -> tuple[Written, ...]:
    given = keys.get(name, ())
    if isinstance(given, str):
        return (_written(f"{ANSWERS}{above}/{name}", [given]),)
    return tuple(
        _written(f"{ANSWERS}{above}/{name}/{position}", [entry]) for position, entry in enumerate(given)
    )


def _written(pointer: str, sources: Sequence[str]) -> Written:
    texts = [piece.strip() for source in sources for piece in source.split(SEPARATOR)]
    return Written(pointer, f" {SEPARATOR} ".join(sources), tuple(map(_spelling, texts)))


def _spelling(text: str) -> Spelling:
    if looks_like_pattern(text):
        return Spelling(text, text.lower(), is_pattern=True)
    return Spelling(text, fold_entry(text), is_pattern=False)


def _amounts(numbers: Mapping[str, Any]) -> tuple[Amount, ...]:
    at = f"{ANSWERS}/number_match"
    if (value := numbers.get("value")) is not None:
        return (Amount(f"{at}/value", Decimal(str(value))),)
    found = []
    for position, value in enumerate(numbers.get("values") or ()):
        bare = value["value"] if isinstance(value, Mapping) else value
        found.append(Amount(f"{at}/values/{position}", Decimal(str(bare))))
    return tuple(found)


def _decimal(value: object) -> Decimal | None:
    return None if value is None else Decimal(str(value))
