"""Documents from outside: bytes and a display name in, values or models out, or every fault at once.

Nothing here opens a file. The readers are strict and total: whatever the bytes are, the result is exact
or a `DocumentError` whose diagnostics name file, line, column, JSON pointer, value and fix.
"""

from probatum.documents.document import (
    LIMITS,
    Document,
    Limits,
    Lines,
    clip,
    join_pointer,
    show,
    split_pointer,
)
from probatum.documents.json_text import parse_json, parse_jsonl
from probatum.documents.known_keys import nearest
from probatum.documents.models import Many, Number, StrictModel, refuse
from probatum.documents.validation import validate, validate_all, validate_value
from probatum.documents.yaml_text import YAML_LIMITS, parse_yaml

__all__ = [
    "LIMITS",
    "YAML_LIMITS",
    "Document",
    "Limits",
    "Lines",
    "Many",
    "Number",
    "StrictModel",
    "clip",
    "join_pointer",
    "nearest",
    "parse_json",
    "parse_jsonl",
    "parse_yaml",
    "refuse",
    "show",
    "split_pointer",
    "validate",
    "validate_all",
    "validate_value",
]
