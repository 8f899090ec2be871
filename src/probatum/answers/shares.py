"""Which key of `reference_answers` belongs to which kind of a spec, and what is said of those that do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from probatum.answers.verifiers import Kind, Reading, find_kind, known_kinds
from probatum.diagnostics import Diagnostic
from probatum.documents import StrictModel, join_pointer, nearest, show

GOLD_KEY: Final = "fuzzy_match"
"""Key of `reference_answers` that holds a judge's gold, and may be kept beside any spec (ANS-E6)."""


class Named(NamedTuple):
    """What `eval_types` names.

    Attributes:
        kinds: The kinds named, and those that were probably meant by a mistyped name.
        guessed: Names of the latter.
        whole: Whether nothing else can have been meant: false beside a name that resembles no kind.
    """

    kinds: list[Kind]
    guessed: set[str]
    whole: bool


class Share:
    """The keys of `reference_answers` that belong to one kind.

    Attributes:
        keys: The keys with their values.
        excused: Whether a fault already told is why there is none.
        misplaced: Pointers, below `reference_answers`, at which keys stand that belong deeper, by where they
            belong.
    """

    def __init__(self, *, excused: bool) -> None:
        self.keys: dict[str, Any] = {}
        self.excused = excused
        self.misplaced: dict[str, str] = {}


def share_out(named: Named, keys: Mapping[str, Any], reading: Reading) -> list[tuple[Kind, Share]]:
    """Gives each kind the keys that are its own; a key without its kind, or unknown, is a fault."""
    owners: dict[str, Kind] = {}
    for kind in reversed(named.kinds):
        owners |= dict.fromkeys(kind.keys, kind)
    # An eval type that is a key itself has the first claim to it.
    owners.update({kind.name: kind for kind in named.kinds if kind.name in kind.keys})
    shares = {kind.name: Share(excused=kind.name in named.guessed) for kind in named.kinds}
    strays = []
    for key, value in keys.items():
        owner = owners.get(key)
        if owner is not None:
            shares[owner.name].keys[key] = value
        elif key != GOLD_KEY:
            strays.append(key)
    for key in strays:
        home = _home(key, named.kinds)
        if home is not None:
            _bring_home(key, keys[key], home[1], shares[home[0].name], reading)
        elif not named.whole:
            # The key may be of the kind that is unknown, so that nothing can be said of it.
            for share in shares.values():
                share.excused = True
        elif named.kinds or _kind_of(key) is None:
            meant = owners.get(_report_stray(key, list(owners), reading))
            if meant is not None:
                shares[meant.name].excused = True
    return [(kind, shares[kind.name]) for kind in named.kinds]


def _home(key: str, kinds: list[Kind]) -> tuple[Kind, str] | None:
    """Returns the kind, and its key, in whose object a key belongs that stands beside it; None for others."""
    for kind in kinds:
        for name, field in kind.model.model_fields.items():
            inner = field.annotation
            if isinstance(inner, type) and issubclass(inner, StrictModel) and key in inner.model_fields:
                return kind, name
    return None


def _bring_home(key: str, value: object, home: str, share: Share, reading: Reading) -> None:
    """Reports a key that stands one level too high, and reads it where it belongs."""
    reading.report(
        "document/unknown-key",
        join_pointer((key,)),
        f'The key "{key}" belongs inside "{home}".',
        f'Move it into the object under "{home}".',
        value=key,
    )
    inside = share.keys.setdefault(home, {})
    if isinstance(inside, dict) and key not in inside:
        share.keys[home] = {**inside, key: value}
        share.misplaced[join_pointer((home, key))] = join_pointer((key,))


def _report_stray(key: str, expected: list[str], reading: Reading) -> str:
    """Reports a key that no kind of the spec reads; returns the key that was probably meant, if any."""
    pointer = join_pointer((key,))
    name = _kind_of(key)
    if name is not None:
        reading.report(
            "answer/eval-types-mismatch",
            pointer,
            f'The key belongs to "{name}", which eval_types does not name.',
            f'Add "{name}" to eval_types, or remove the key.',
            value=key,
        )
        return ""
    near = nearest(key, expected) or nearest(key, _all_keys())
    guess = " or ".join(f'"{candidate}"' for candidate in near)
    fix = f"Did you mean {guess}?" if near else f"Known keys here: {', '.join(expected) or 'none'}."
    reading.report("document/unknown-key", pointer, f"Unknown key {show(key)}.", fix, value=key)
    return near[0] if near else ""


def _kind_of(key: str) -> str | None:
    """Returns the first kind that reads a key."""
    for name in known_kinds():
        kind = find_kind(name)
        if kind is not None and key in kind.keys:
            return name
    return None


def _all_keys() -> list[str]:
    kinds = [find_kind(name) for name in known_kinds()]
    return [key for kind in kinds if kind is not None for key in kind.keys]


def told_where_it_stands(diagnostic: Diagnostic, at: str, misplaced: Mapping[str, str]) -> Diagnostic:
    """Returns a diagnostic of a key that was read where it belongs with the pointer at which it stands.

    Args:
        diagnostic: The diagnostic.
        at: Pointer to `reference_answers`.
        misplaced: The misplaced keys of a share.
    """
    pointer = diagnostic.place.pointer
    for belongs, stands in misplaced.items():
        if pointer == at + belongs or pointer.startswith(at + belongs + "/"):
            moved = at + stands + pointer.removeprefix(at + belongs)
            return diagnostic._replace(place=diagnostic.place._replace(pointer=moved))
    return diagnostic
