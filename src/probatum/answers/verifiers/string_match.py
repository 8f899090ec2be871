"""`string_match`: phrases that must, or must not, stand in the reply (ANS-B1 to B7)."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from probatum.answers.entries import Entry
from probatum.answers.reply import SURROUNDING, Reply, Scope, Scoped
from probatum.answers.verifiers._kind import Kind, Reading, shorten
from probatum.documents import Many, StrictModel
from probatum.outcome import Outcome, Reason


class StringMatchPart(StrictModel):
    """The keys of `reference_answers` that belong to `string_match`."""

    must_include: Many[str] = Field(default=(), description="Entries that must all appear.")
    must_exclude: Many[str] = Field(default=(), description="Entries of which none may appear.")
    exact_match: Many[str] | str = Field(
        default=(), description="Entries of which the whole text must equal one."
    )
    scope: Scope = Field(default="full", description="The part of the reply that is looked at.")


class StringMatch:
    """A compiled `string_match`."""

    kind: ClassVar[str] = "string_match"

    def __init__(
        self,
        include: tuple[Entry, ...],
        exclude: tuple[Entry, ...],
        exact: tuple[Entry, ...],
        scope: Scope,
    ) -> None:
        self._include = include
        self._exclude = exclude
        self._exact = exact
        self._scope: Scope = scope
        self.demands = bool(include or exact)

    def outcome(self, reply: Reply) -> Outcome:
        """Returns the outcome without evidence."""
        scoped = reply.scoped(self._scope)
        for entry in self._include:
            if not entry.occurs(scoped):
                return Outcome.REFUTED
        for entry in self._exclude:
            if entry.occurs(scoped):
                return Outcome.REFUTED
        if self._exact and not any(entry.equals(scoped) for entry in self._exact):
            return Outcome.REFUTED
        return Outcome.VERIFIED

    def reasons(self, reply: Reply) -> list[Reason]:
        """Returns one reason an entry; those of `exact_match` share one."""
        scoped = reply.scoped(self._scope)
        reasons = [self._included(entry, scoped, position) for position, entry in enumerate(self._include)]
        reasons += [self._excluded(entry, scoped, position) for position, entry in enumerate(self._exclude)]
        if self._exact:
            reasons.append(compare_whole(self.kind, self._exact, scoped))
        return reasons

    def _included(self, entry: Entry, scoped: Scoped, position: int) -> Reason:
        found = entry.find(scoped)
        pointer = f"/must_include/{position}"
        if found is None:
            return Reason("entry_missing", self.kind, True, pointer, entry.source)
        return Reason(
            "entry_found", self.kind, False, pointer, entry.source, (scoped.span(found.start, found.end),)
        )

    def _excluded(self, entry: Entry, scoped: Scoped, position: int) -> Reason:
        found = entry.find(scoped)
        pointer = f"/must_exclude/{position}"
        if found is None:
            return Reason("excluded_absent", self.kind, False, pointer, entry.source)
        return Reason(
            "excluded_found", self.kind, True, pointer, entry.source, (scoped.span(found.start, found.end),)
        )


def compare_whole(kind: str, entries: tuple[Entry, ...], scoped: Scoped) -> Reason:
    """Compares the whole scoped text with entries, of which one must equal it (ANS-B2)."""
    for position, entry in enumerate(entries):
        if entry.equals(scoped):
            text = scoped.text
            start = len(text) - len(text.lstrip(SURROUNDING))
            end = max(start, len(text.rstrip(SURROUNDING)))
            span = scoped.span(start, end)
            return Reason("exact_equal", kind, False, f"/exact_match/{position}", entry.source, (span,))
    expected = " | ".join(entry.source for entry in entries)
    return Reason("exact_differs", kind, True, "/exact_match", expected, (), shorten(scoped.text))


def read_exact(given: tuple[str, ...] | str, reading: Reading) -> tuple[Entry | None, ...]:
    """Reads the entries of `exact_match`, a lone string leniently."""
    if isinstance(given, str):
        reading.lenient(
            "answer/lenient-exact-match",
            "/exact_match",
            "exact_match is one string where a list of entries is meant",
            f"write [{given!r}]",
        )
        return (reading.entry(given, "/exact_match"),)
    return tuple(reading.entry(source, f"/exact_match/{position}") for position, source in enumerate(given))


def _build(part: StringMatchPart, reading: Reading) -> StringMatch | None:
    include = [reading.entry(e, f"/must_include/{i}") for i, e in enumerate(part.must_include)]
    exclude = [reading.entry(e, f"/must_exclude/{i}") for i, e in enumerate(part.must_exclude)]
    exact = read_exact(part.exact_match, reading)
    if any(entry is None for entry in (*include, *exclude, *exact)):
        return None
    return StringMatch(
        tuple(entry for entry in include if entry),
        tuple(entry for entry in exclude if entry),
        tuple(entry for entry in exact if entry),
        part.scope,
    )


KIND = Kind("string_match", StringMatchPart, _build, "Phrases that must, or must not, stand in the reply.")
