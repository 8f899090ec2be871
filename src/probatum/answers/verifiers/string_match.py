"""`string_match`: phrases that must, or must not, stand in the reply (ANS-B1 to B7)."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from probatum.answers.entries import Entry, earlier
from probatum.answers.reply import Range, Reply, Scope, Scoped, bare
from probatum.answers.sieve import Sieve
from probatum.answers.verifiers._kind import Kind, Reading, shorten
from probatum.documents import Many, StrictModel
from probatum.outcome import REFUTED, VERIFIED, Outcome, Reason, new_tuple


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
        # Whose a spelling is: an exclusion's is numbered after the demands.
        self._owners = {
            spelling: i for i, entry in enumerate((*include, *exclude)) for spelling in entry.alternatives
        }
        self._sieve = Sieve(self._owners)
        # What is said of an entry that does not occur is the same in every verdict.
        self._missing = tuple(
            new_tuple(Reason, ("entry_missing", self.kind, True, f"/must_include/{i}", entry.source, (), ""))
            for i, entry in enumerate(include)
        )
        self._absent = tuple(
            new_tuple(
                Reason, ("excluded_absent", self.kind, False, f"/must_exclude/{i}", entry.source, (), "")
            )
            for i, entry in enumerate(exclude)
        )
        self.demands = bool(include or exact)

    def outcome(self, reply: Reply) -> Outcome:
        """Returns the outcome without evidence."""
        scoped = reply.scoped(self._scope)
        demands, met = len(self._include), set()
        for spelling in self._sieve.near(scoped):
            owner = self._owners[spelling]
            if owner not in met and spelling.find(scoped) is not None:
                if owner >= demands:
                    return REFUTED
                met.add(owner)
        if len(met) < demands:
            return REFUTED
        if self._exact and not any(entry.equals(scoped) for entry in self._exact):
            return REFUTED
        return VERIFIED

    def reasons(self, reply: Reply) -> list[Reason]:
        """Returns one reason an entry; those of `exact_match` share one."""
        scoped = reply.scoped(self._scope)
        places: dict[int, Range] = {}
        for spelling in self._sieve.near(scoped):
            if found := spelling.find(scoped):
                owner = self._owners[spelling]
                places[owner] = earlier(places.get(owner), found)
        reasons = [*self._missing, *self._absent]
        for owner, place in places.items():
            if owner < len(self._missing):
                reasons[owner] = self._said("entry_found", reasons[owner], place, scoped)
            else:
                reasons[owner] = self._said("excluded_found", reasons[owner], place, scoped)
        if self._exact:
            reasons.append(compare_whole(self.kind, self._exact, scoped))
        return reasons

    def _said(self, code: str, otherwise: Reason, found: Range, scoped: Scoped) -> Reason:
        """Returns what is said of an entry that was found, by what would be said otherwise."""
        _, kind, decides, pointer, expected, _, _ = otherwise
        spans = (scoped.span(*found),)
        return new_tuple(Reason, (code, kind, not decides, pointer, expected, spans, ""))


def compare_whole(kind: str, entries: tuple[Entry, ...], scoped: Scoped) -> Reason:
    """Compares the whole scoped text with entries, of which one must equal it (ANS-B2)."""
    for position, entry in enumerate(entries):
        if entry.equals(scoped):
            span = scoped.span(*bare(scoped.text))
            return Reason("exact_equal", kind, False, f"/exact_match/{position}", entry.source, (span,))
    expected = " | ".join(entry.source for entry in entries)
    return Reason("exact_differs", kind, True, "/exact_match", expected, (), shorten(scoped.text))


def read_exact(given: tuple[str, ...] | str, reading: Reading) -> tuple[Entry | None, ...]:
    """Reads the entries of `exact_match`, a lone string leniently."""
    if isinstance(given, str):
        reading.lenient(
            "answer/lenient-exact-match",
            "/exact_match",
            "exact_match is one string where a list of entries is meant.",
            "Put it in brackets: [ … ].",
            given,
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
