"""What documents say, and every fault that they can have, as data under `tests/cases/documents`."""

from __future__ import annotations

import base64
import json
from decimal import Decimal
from typing import Any

import pytest

from probatum.canonical import canonical_json
from probatum.diagnostics import Severity
from probatum.documents import Document, parse_json, parse_jsonl, parse_yaml, validate_all
from probatum.errors import DocumentError
from tests.cases import load_cases
from tests.document_models import MODELS


def read(case: dict[str, Any]) -> list[Document]:
    """Reads the document of a case, and validates it where the case names a model."""
    data = base64.b64decode(case["base64"]) if "base64" in case else case["text"].encode()
    match case["format"]:
        case "json":
            documents = [parse_json(data, "case")]
        case "jsonl":
            documents = parse_jsonl(data, "case")
        case "yaml":
            documents = [parse_yaml(data, "case")]
        case other:
            raise ValueError(f"no such format: {other}")
    if "model" in case:
        validate_all(documents, MODELS[case["model"]])
    return documents


@pytest.mark.parametrize("case", load_cases("documents/faults"))
def test_every_fault_is_told_with_its_place_and_its_cure(case: dict[str, Any]) -> None:
    with pytest.raises(DocumentError) as caught:
        read(case)
    found = caught.value.diagnostics
    told = [
        {
            "code": diagnostic.code.removeprefix("document/"),
            "line": diagnostic.place.line,
            "column": diagnostic.place.column,
            "pointer": diagnostic.place.pointer,
        }
        for diagnostic in found
    ]
    assert told == [{key: fault[key] for key in told[0]} for fault in case["faults"]]
    for diagnostic, fault in zip(found, case["faults"], strict=True):
        assert fault["says"] in f"{diagnostic.message} {diagnostic.fix} {diagnostic.value}"
        assert diagnostic.severity is Severity.ERROR
        assert diagnostic.place.file == "case"
        assert len(diagnostic.value) <= 80
        assert "Input should" not in diagnostic.message
        str(diagnostic).encode()


@pytest.mark.parametrize("case", load_cases("documents/values"))
def test_a_good_document_says_exactly_what_stands_there(case: dict[str, Any]) -> None:
    found = [document.value for document in read(case)]
    wanted = json.loads(case["value"], parse_float=Decimal)
    assert found == wanted
    assert canonical_json(found) == canonical_json(wanted)
