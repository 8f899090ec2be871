"""From a document, or a plain Python value, to a model: every fault at once, in the author's terms."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from probatum.documents.document import LIMITS, Data, Document, Faults, Limits, Path, join_pointer, show
from probatum.documents.known_keys import known_keys, nearest
from probatum.documents.plain import copy_plain
from probatum.documents.wording import Words, kind_wanted, words, wrong_kind
from probatum.errors import DocumentError

M = TypeVar("M", bound=BaseModel)

_READ_AS_TEXT: Final = {"string_type", "string_sub_type", "literal_error", "enum"}
_MOST_ROUNDS: Final = 8
_MOST_READINGS: Final = 64
_MOST_ERRORS: Final = 20_000


def validate(document: Document, model: type[M]) -> M:
    """Returns the model that a document describes.

    Raises:
        DocumentError: With every fault, each with its line and column.
    """
    return validate_all([document], model)[0]


def validate_all(documents: Sequence[Document], model: type[M]) -> list[M]:
    """Returns the models that the documents of one file describe.

    Raises:
        DocumentError: With the faults of all documents.
    """
    faults = Faults(documents[0].name if documents else "")
    models: list[M] = []
    for document in documents:
        try:
            models.append(_build(document, model))
        except ValidationError as error:
            found = _faults(error, model, document.value)
            spots = document.spots([fault.path for fault in found])
            for fault in found:
                spot = spots[fault.path]
                _add(faults, fault, spot.key if fault.of_key else spot.value)
            if faults.overflowed:
                break
    faults.check()
    return models


def validate_value(
    value: Data,
    model: type[M],
    *,
    name: str = "",
    kind: type[DocumentError] = DocumentError,
    limits: Limits = LIMITS,
) -> M:
    """Returns the model that a plain Python value describes: the same checks, without lines.

    Args:
        value: Data value at all; it is copied, so that a later change of it changes nothing here.
        model: The model wanted.
        name: Display name for diagnostics.
        kind: Which error to raise.
        limits: How deep the value and how long its numbers may be.

    Raises:
        DocumentError: (or the kind given) with every fault.
    """
    faults = Faults(name, limits.faults)
    plain = copy_plain(value, faults, limits)
    faults.check(kind)
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        for fault in _faults(error, model, plain):
            _add(faults, fault, (0, 0))
    raise kind(faults.diagnostics())


class _Fault(NamedTuple):
    path: Path
    words: Words
    value: str = ""
    of_key: bool = False


class _Error(NamedTuple):
    """An error of pydantic with its place in the document."""

    path: Path
    type: str
    context: Mapping[str, Any]
    message: str
    value: Data
    wanted: str | None


def _add(faults: Faults, fault: _Fault, at: tuple[int, int]) -> None:
    code, message, fix = fault.words
    faults.add(code, message, fix, at=at, pointer=join_pointer(fault.path), value=fault.value)


def _build(document: Document, model: type[M]) -> M:
    """Validates a document; unquoted YAML scalars are read as text where the model wants text."""
    value = document.value
    for _ in range(_MOST_ROUNDS if document.sources else 0):
        try:
            return model.model_validate(value)
        except ValidationError as error:
            replaced = _as_text(value, document.sources, _errors(error, value))
            if replaced is None:
                break
            value = replaced
    return model.model_validate(value)


def _as_text(value: Data, sources: Mapping[Path, str], errors: Sequence[_Error]) -> Data:
    """Returns a copy with the source text of the scalars that had to be text; None when there are none."""
    paths = {e.path for e in errors if e.type in _READ_AS_TEXT and e.path in sources}
    paths = {path for path in paths if not isinstance(_at(value, path), str)}
    if not paths:
        return None
    if () in paths:
        return sources[()]
    value = copy.deepcopy(value)
    for path in paths:
        parent = _at(value, path[:-1])
        parent[path[-1] if isinstance(parent, dict) else int(path[-1])] = sources[path]
    return value


def _at(value: Data, path: Path) -> Data:
    for part in path:
        value = value[part] if isinstance(value, dict) else value[int(part)]
    return value


def _errors(error: ValidationError, root: Data) -> list[_Error]:
    found = []
    for item in error.errors(include_url=False):
        context = item.get("ctx", {})
        path = _path(item["loc"], root, item["input"], item["type"] == "missing")
        wanted = kind_wanted(item["type"], context)
        found.append(_Error(path, item["type"], context, item["msg"], item["input"], wanted))
    return found


def _path(loc: tuple[str | int, ...], root: Data, value: Data, missing: bool) -> Path:
    """Returns the path that pydantic's `loc` means.

    Among its parts pydantic mixes names of union members, which are no keys of the document but may be
    spelt like one. So all readings are followed, and the one that arrives at the offending value counts.
    """
    parts = loc[:-1] if missing else loc
    readings: dict[Path, Data] = {(): root}
    for part in parts:
        for path, node in list(readings.items())[-_MOST_READINGS:]:
            if isinstance(node, dict):
                leads = part in node
            else:
                leads = isinstance(node, list) and isinstance(part, int) and part < len(node)
            if leads:
                readings[*path, str(part)] = node[part]
    arrived = [path for path, node in readings.items() if node is value]
    path = max(arrived or readings, key=len)
    return (*path, str(loc[-1])) if missing else path


def _faults(error: ValidationError, model: type[BaseModel], root: Data) -> list[_Fault]:
    """Returns what an author has to repair.

    Where the model leaves a choice, pydantic reports what is wrong with each: a wrong kind is left out where
    another choice came further, and several wrong kinds of one value become one fault.
    """
    if error.error_count() > _MOST_ERRORS:
        message = f"There are {error.error_count():,} faults, too many to tell one by one."
        return [_Fault((), Words("document/more-faults", message, "Check that this is the right file."))]
    errors = _errors(error, root)
    parents = {item.path[:length] for item in errors for length in range(len(item.path))}
    judged = {item.path for item in errors if item.wanted is None}
    kinds: dict[Path, list[str]] = {}
    found: dict[_Fault, None] = {}
    for item in errors:
        if item.wanted is None:
            found[_fault(item, model, root)] = None
        elif item.path not in parents and item.path not in judged:
            kinds.setdefault(item.path, []).append(item.wanted)
    values = {item.path: item.value for item in errors}
    wrong = [_Fault(path, wrong_kind(wanted), show(values[path])) for path, wanted in kinds.items()]
    return sorted([*found, *wrong], key=lambda fault: fault.path)


def _fault(error: _Error, model: type[BaseModel], root: Data) -> _Fault:
    tag = str(error.context.get("discriminator", "")).strip("'")
    match error.type:
        case "extra_forbidden":
            key = error.path[-1] if error.path else ""
            return _Fault(
                error.path, _unknown_key(key, known_keys(model, error.path[:-1], root)), show(key), True
            )
        case "missing":
            return _Fault(error.path, _missing_key(error.path[-1]))
        case "union_tag_not_found":
            return _Fault((*error.path, tag), _missing_key(tag))
        case "union_tag_invalid":
            found = words(error.type, error.context, error.message)
            return _Fault((*error.path, tag), found, show(error.context["tag"]))
        case _:
            return _Fault(error.path, words(error.type, error.context, error.message), show(error.value))


def _unknown_key(key: str, known: list[str]) -> Words:
    close = " or ".join(f'"{candidate}"' for candidate in nearest(key, known))
    listed = ", ".join(known) or "none"
    if close:
        fix = f"Write {close}. "
    elif "metadata" in known:
        fix = 'Move it under "metadata", which holds what is your own, or remove it. '
    else:
        fix = "Remove it. "
    return Words(
        "document/unknown-key", f"The key {show(key)} is not known here.", f"{fix}Keys known here: {listed}."
    )


def _missing_key(key: str) -> Words:
    return Words("document/missing-key", f"The key {show(key)} is missing.", f"Add {show(key)}.")
