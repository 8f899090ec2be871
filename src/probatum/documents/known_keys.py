"""Which keys a model knows at a place of a document, so that a mistyped one can be told its neighbour."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, RootModel

from probatum.documents.document import Data, Path

Form = Any
"""A type annotation: a class, or one of the shapes that `typing` builds."""

_CUTOFF: Final = 0.7
_MARGIN: Final = 0.05


def known_keys(model: type[BaseModel], path: Path, root: Data) -> list[str]:
    """Returns the keys that may stand in the object at `path`, in the order of the model.

    Where the model leaves a choice of objects, the ones that the object's own tags rule out do not count.
    """
    annotations: list[Any] = [model]
    value = root
    for part in path:
        annotations = [below for leaf in _leaves(annotations, value) for below in _below(leaf, part)]
        value = _child(value, part)
    keys: dict[str, None] = {}
    for leaf in _leaves(annotations, value):
        if _is_model(leaf):
            keys.update(dict.fromkeys(field.alias or name for name, field in leaf.model_fields.items()))
    return list(keys)


def nearest(key: str, known: Iterable[str]) -> list[str]:
    """Returns the known keys that a mistyped one may have meant, best first; none where none is near.

    There are several where the mistyped key fits them alike: `tolerance` may mean either kind, and a guess
    would turn a fault that is told into one that is not.
    """
    wanted = _plain(key[:80])
    scored = [(_likeness(wanted, _plain(candidate)), candidate) for candidate in known]
    best = max((score for score, _ in scored), default=0.0)
    if best < _CUTOFF:
        return []
    alike = [(score, candidate) for score, candidate in scored if score > best - _MARGIN]
    return [candidate for _, candidate in sorted(alike, key=lambda pair: -pair[0])]


def _likeness(wanted: str, candidate: str) -> float:
    words, others = set(wanted.split("_")), set(candidate.split("_"))
    if words == others:
        return 1.0
    ratio = difflib.SequenceMatcher(None, wanted, candidate).ratio()
    # A key that lacks a whole word of the other, or has one too many, is a likely slip.
    return max(ratio, _CUTOFF) if words < others or others < words else ratio


def _plain(key: str) -> str:
    return key.casefold().replace("-", "_").replace(" ", "_")


def _child(value: Data, part: str) -> Data:
    if isinstance(value, Mapping):
        return value.get(part)
    if isinstance(value, list | tuple) and part.isdecimal() and int(part) < len(value):
        return value[int(part)]
    return None


def _is_model(leaf: Form) -> bool:
    return isinstance(leaf, type) and issubclass(leaf, BaseModel)


def _leaves(annotations: Iterable[Any], value: Data) -> list[Any]:
    leaves = [leaf for annotation in annotations for leaf in _expand(annotation)]
    return [leaf for leaf in leaves if not _ruled_out(leaf, value)] or leaves


def _expand(annotation: Form) -> Iterator[Any]:
    """Yields what an annotation may stand for, without `Annotated`, unions, aliases and root models."""
    origin: Form = get_origin(annotation)
    if origin is Annotated:
        yield from _expand(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for choice in get_args(annotation):
            yield from _expand(choice)
    elif hasattr(annotation, "__value__"):
        yield from _expand(annotation.__value__)
    elif isinstance(annotation, type) and issubclass(annotation, RootModel):
        yield from _expand(annotation.model_fields["root"].annotation)
    else:
        yield annotation


def _ruled_out(leaf: Form, value: Data) -> bool:
    """Says whether the object carries a tag that this model does not take."""
    if not (_is_model(leaf) and isinstance(value, Mapping)):
        return False
    for name, field in leaf.model_fields.items():
        tag = value.get(field.alias or name)
        is_tag = get_origin(field.annotation) is Literal and tag is not None
        if is_tag and tag not in get_args(field.annotation):
            return True
    return False


def _below(leaf: Form, part: str) -> list[Any]:
    """Returns the annotations of what stands under a key or index."""
    if _is_model(leaf):
        return [field.annotation for name, field in leaf.model_fields.items() if part in (field.alias, name)]
    arguments = [argument for argument in get_args(leaf) if argument is not Ellipsis]
    origin: Form = get_origin(leaf)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return arguments[1:]
    return arguments
