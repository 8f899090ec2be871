"""`list_match`: several items that must all be named, in order if wanted (ANS-D1 to D5)."""

from __future__ import annotations

from typing import ClassVar, Final

from pydantic import Field

from probatum.answers.entries import SEPARATOR, Alternative, Entry, occurrences
from probatum.answers.occurrences import own_places, without_nested
from probatum.answers.reply import Range, Reply, Scope, Scoped
from probatum.answers.sieve import Sieve
from probatum.answers.verifiers._kind import Kind, Reading
from probatum.documents import Many, StrictModel
from probatum.outcome import REFUTED, VERIFIED, Outcome, Reason, new_tuple

MOST_ITEMS: Final = 1000
"""Most items of one list: to share occurrences among items takes, at worst, the square of their number."""


class ListMatchSpec(StrictModel):
    """The object under `list_match`."""

    items: Many[Many[str]] = Field(
        max_length=MOST_ITEMS, description="Items; each a list of interchangeable spellings."
    )
    ordered: bool = Field(default=False, description="Whether the items must appear in this order.")
    forbidden: Many[str] = Field(default=(), description="Entries of which none may appear.")
    scope: Scope = Field(default="full", description="The part of the reply that is looked at.")


class ListMatchPart(StrictModel):
    """The key of `reference_answers` that belongs to `list_match`."""

    list_match: ListMatchSpec


class ListMatch:
    """A compiled `list_match`."""

    kind: ClassVar[str] = "list_match"
    demands = True

    def __init__(
        self, items: tuple[Entry, ...], forbidden: tuple[Entry, ...], *, ordered: bool, scope: Scope
    ) -> None:
        self._items = items
        self._forbidden = forbidden
        self._ordered = ordered
        self._scope: Scope = scope
        # What is said of an item or a forbidden entry that does not occur is the same in every verdict.
        self._missing = tuple(
            Reason("item_missing", self.kind, True, f"/list_match/items/{position}", item.source)
            for position, item in enumerate(items)
        )
        self._phrases = tuple(i for i, item in enumerate(items) if not item.has_pattern)
        # An item that is repeated is looked for once.
        first = {items[i].source: i for i in reversed(self._phrases)}
        self._sought = tuple(i for i in self._phrases if first[items[i].source] == i)
        self._repeats: tuple[int, ...] = ()
        if len(self._sought) < len(self._phrases):
            self._repeats = tuple(self._sought.index(first[items[i].source]) for i in self._phrases)
        # Whose a spelling is: a forbidden one's is numbered after the items that are sought.
        looked_for = (*(items[i] for i in self._sought), *forbidden)
        self._owners = {spelling: i for i, entry in enumerate(looked_for) for spelling in entry.alternatives}
        self._sieve = Sieve(self._owners)
        self._absent = tuple(
            Reason("forbidden_absent", self.kind, False, f"/list_match/forbidden/{position}", entry.source)
            for position, entry in enumerate(forbidden)
        )

    def outcome(self, reply: Reply) -> Outcome:
        """Returns the outcome without evidence."""
        scoped = reply.scoped(self._scope)
        near = self._near(scoped)
        found: list[list[Range]] = []
        for i in range(len(self._sought)):
            places = occurrences(near[i], scoped) if i in near else None
            if not places:
                return REFUTED
            found.append(places)
        own = self._places(scoped, found)
        if None in own or (self._ordered and self._disorder(own) is not None):
            return REFUTED
        for i, spellings in near.items():
            position = i - len(found)
            if position >= 0 and self._place_of_forbidden(position, spellings, scoped, found):
                return REFUTED
        return VERIFIED

    def _near(self, scoped: Scoped) -> dict[int, list[Alternative]]:
        """Returns the spellings that may stand in a text, by whose they are."""
        near: dict[int, list[Alternative]] = {}
        for spelling in self._sieve.near(scoped):
            owner = self._owners[spelling]
            if owner in near:
                near[owner].append(spelling)
            else:
                near[owner] = [spelling]
        return near

    def _place_of_forbidden(
        self, position: int, spellings: list[Alternative], scoped: Scoped, found: list[list[Range]]
    ) -> Range | None:
        """Returns where a forbidden entry stands by itself: inside an item it is part of that (ANS-D4)."""
        if self._forbidden[position].has_pattern:
            return self._forbidden[position].find(scoped)
        places = occurrences(spellings, scoped)
        alone = without_nested([places, *found])[0] if places else None
        return alone[0] if alone else None

    def _places(self, scoped: Scoped, found: list[list[Range]]) -> list[Range | None]:
        """Returns for each item the occurrence that is its own, given those of the phrases that are sought.

        A pattern speaks about the text as a whole: it neither takes an occurrence from another item nor
        lies inside one.
        """
        own = own_places(found, self._repeats)
        if len(own) == len(self._items):
            return own
        places = [item.find(scoped) if item.has_pattern else None for item in self._items]
        for item, place in zip(self._phrases, own, strict=True):
            places[item] = place
        return places

    @staticmethod
    def _disorder(places: list[Range | None]) -> int | None:
        """Returns the first item that stands before its predecessor, if any."""
        last = -1
        for position, place in enumerate(places):
            if place is None:
                continue
            if place[0] < last:
                return position
            last = place[0]
        return None

    def reasons(self, reply: Reply) -> list[Reason]:
        """Returns one reason an item, one for the order if it is wrong, one a forbidden entry."""
        scoped = reply.scoped(self._scope)
        near = self._near(scoped)
        found = [occurrences(near[i], scoped) if i in near else [] for i in range(len(self._sought))]
        places = self._places(scoped, found)
        reasons = [
            self._found(missing, place, scoped) if place else self._item(position, scoped)
            for position, (place, missing) in enumerate(zip(places, self._missing, strict=True))
        ]
        if self._ordered and (late := self._disorder(places)) is not None:
            reasons.append(self._out_of_order(late, places, scoped))
        first = len(reasons)
        reasons += self._absent
        for i, spellings in near.items():
            position = i - len(found)
            if position >= 0 and (place := self._place_of_forbidden(position, spellings, scoped, found)):
                reasons[first + position] = self._banned(self._absent[position], place, scoped)
        return reasons

    def _found(self, missing: Reason, place: Range, scoped: Scoped) -> Reason:
        _, kind, _, pointer, expected, _, _ = missing
        spans = (scoped.span(*place),)
        return new_tuple(Reason, ("item_found", kind, False, pointer, expected, spans, ""))

    def _item(self, position: int, scoped: Scoped) -> Reason:
        """Returns what is said of an item that has no occurrence of its own."""
        missing = self._missing[position]
        inside = self._items[position].find(scoped)
        if inside is None:
            return missing
        detail = "it stands only where another item, or a repetition of this one, already counts"
        return missing._replace(spans=(scoped.span(*inside),), detail=detail)

    def _out_of_order(self, late: int, places: list[Range | None], scoped: Scoped) -> Reason:
        before = next(i for i in range(late - 1, -1, -1) if places[i] is not None)
        spans = tuple(scoped.span(*place) for i in (before, late) if (place := places[i]) is not None)
        detail = f"{self._items[late].source} stands before {self._items[before].source}"
        pointer = f"/list_match/items/{late}"
        return Reason("items_out_of_order", self.kind, True, pointer, self._items[late].source, spans, detail)

    def _banned(self, absent: Reason, found: Range, scoped: Scoped) -> Reason:
        span = scoped.span(*found)
        return Reason("forbidden_found", self.kind, True, absent.pointer, absent.expected, (span,))


def _build(part: ListMatchPart, reading: Reading) -> ListMatch | None:
    spec = part.list_match
    at = "/list_match"
    if not spec.items:
        reading.report(
            "answer/checks-nothing",
            f"{at}/items",
            "items is empty.",
            "List what must be named.",
            value=spec.items,
        )
        return None
    items = [_item(spellings, f"{at}/items/{i}", reading) for i, spellings in enumerate(spec.items)]
    forbidden = [reading.entry(e, f"{at}/forbidden/{i}") for i, e in enumerate(spec.forbidden)]
    if any(entry is None for entry in (*items, *forbidden)):
        return None
    for position, entry in enumerate(forbidden):
        _searched(entry, f"{at}/forbidden/{position}", reading)
    return ListMatch(
        tuple(item for item in items if item),
        tuple(entry for entry in forbidden if entry),
        ordered=spec.ordered,
        scope=spec.scope,
    )


def _item(spellings: tuple[str, ...], pointer: str, reading: Reading) -> Entry | None:
    if not spellings:
        reading.report(
            "answer/checks-nothing",
            pointer,
            "The item has no spelling.",
            "Give at least one, or remove the item.",
            value=spellings,
        )
        return None
    entries = [reading.entry(spelling, f"{pointer}/{i}") for i, spelling in enumerate(spellings)]
    for position, entry in enumerate(entries):
        _searched(entry, f"{pointer}/{position}", reading)
    if any(entry is None for entry in entries):
        return None
    alternatives = tuple(alternative for entry in entries if entry for alternative in entry.alternatives)
    return Entry(f" {SEPARATOR} ".join(spellings), alternatives)


def _searched(entry: Entry | None, pointer: str, reading: Reading) -> None:
    if entry is not None and entry.has_pattern:
        message = "A pattern stands in a list, where it is searched for in the whole text."
        reading.lenient("answer/lenient-entry", pointer, message, "List the spellings.", entry.source)


KIND = Kind("list_match", ListMatchPart, _build, "Items that must all be named, in order if wanted.")
