"""A spec on its own: from a file or a text to a compiled verifier, with places in every diagnostic."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import Any, Final

from probatum.answers.verifier import AnswerVerifier
from probatum.diagnostics import Diagnostic, Place
from probatum.documents import Document, parse_json, parse_yaml, split_pointer
from probatum.errors import SpecError
from probatum.files import read_bytes

LARGEST_SPEC: Final = 4 << 20
"""Largest spec file that is read, in bytes."""


def load_spec(path: str | os.PathLike[str]) -> AnswerVerifier:
    """Compiles the spec of a JSON or YAML file.

    Args:
        path: A file that holds the object under `eval`, or an object with the key `eval`: a task or a line
            of an annotation file.

    Raises:
        DocumentError: With every fault.
    """
    name = os.fspath(path)
    data = read_bytes(name, LARGEST_SPEC)
    is_yaml = PurePath(name).suffix.lower() in (".yaml", ".yml")
    return _compile(parse_yaml(data, name) if is_yaml else parse_json(data, name))


def parse_spec(text: str, name: str) -> AnswerVerifier:
    """Compiles the spec that a JSON text holds; see `load_spec`.

    Raises:
        DocumentError: With every fault.
    """
    return _compile(parse_json(text.encode(errors="surrogateescape"), name))


def _compile(document: Document) -> AnswerVerifier:
    value: Any = document.value
    pointer = ""
    if isinstance(value, dict) and "eval" in value and "eval_types" not in value:
        value, pointer = value["eval"], "/eval"
    try:
        return AnswerVerifier(value, place=Place(document.name, pointer=pointer))
    except SpecError as error:
        raise SpecError([_placed(found, document) for found in error.diagnostics]) from None


def _placed(found: Diagnostic, document: Document) -> Diagnostic:
    spot = document.spot(split_pointer(found.place.pointer))
    line, column = spot.key if found.code == "document/unknown-key" else spot.value
    return found._replace(place=found.place._replace(line=line, column=column))
