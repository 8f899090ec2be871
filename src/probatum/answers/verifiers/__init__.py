"""The registry of verifier kinds: one module and one line each.

Packages of others add a kind through the entry point group `probatum.verifiers`: an entry's name is the
kind's name, its object a `Kind`. They are looked for only when a spec names a kind that is not built in, so
that a spec of built-in kinds means the same wherever it is read.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from probatum.answers.verifiers import exact_match, list_match, llm_judge, number_match, string_match
from probatum.answers.verifiers._kind import Kind, Reading, Verifier

__all__ = ["ENTRY_POINTS", "KINDS", "Kind", "Reading", "Verifier", "find_kind", "known_kinds"]

ENTRY_POINTS: Final = "probatum.verifiers"

KINDS: Final = {
    kind.name: kind
    for kind in (
        string_match.KIND,
        number_match.KIND,
        list_match.KIND,
        exact_match.KIND,
        llm_judge.KIND,
        llm_judge.FUZZY_KIND,
    )
}


def find_kind(name: str) -> Kind | None:
    """Returns the kind of a name, a third party's if need be; None if nobody registers it."""
    kind = KINDS.get(name)
    if kind is not None:
        return kind
    for entry in entry_points(group=ENTRY_POINTS, name=name):
        loaded = entry.load()
        if isinstance(loaded, Kind):
            return loaded
    return None


def known_kinds() -> list[str]:
    """Returns the names of all kinds that a spec may name here."""
    return [*KINDS, *sorted({entry.name for entry in entry_points(group=ENTRY_POINTS)} - KINDS.keys())]
