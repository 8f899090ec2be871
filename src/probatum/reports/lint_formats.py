"""What `probatum lint` and `probatum check` found, for machines: JSON, SARIF 2.1.0, GitHub annotations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from probatum.codes import catalogue
from probatum.diagnostics import Diagnostic, Severity
from probatum.reports.visible import visible
from probatum.service.check import Check, Failure, Tally, all_diagnostics
from probatum.service.lint import Ignored, Lint

_SARIF_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_GITHUB_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def as_json(found: Sequence[Lint], checks: Sequence[Check]) -> dict[str, Any]:
    """Returns everything as JSON-ready values; what only a check knows is left out of a linter's result."""
    row: dict[str, Any] = {
        "tasks": sum(one.survey.rows for one in found),
        "errors": sum(one.count(Severity.ERROR) for one in checks or found),
        "warnings": sum(one.count(Severity.WARNING) for one in checks or found),
        "diagnostics": [diagnostic.to_dict() for one in found for diagnostic in one.diagnostics],
        "ignored": [
            ignored.diagnostic.to_dict() | {"reason": ignored.reason}
            for one in found
            for ignored in one.ignored
        ],
        "without_spec": [task for one in found for task in one.judged],
        "not_run": list(dict.fromkeys(code for one in found for code in one.not_run)),
    }
    if checks:
        row["failures"] = [_failure(failure) for one in checks for failure in one.failures]
        row["by_kind"] = _tallies([one.by_kind for one in checks])
        row["by_confidence"] = _tallies([one.by_confidence for one in checks])
        row["without_examples"] = [task for one in checks for task in one.bare]
    return row


def _failure(failure: Failure) -> dict[str, Any]:
    return failure.diagnostic.to_dict() | {
        "example": failure.example,
        "right": failure.right,
        "verdict": failure.verdict.to_dict(),
        "repairs": [{"text": repair.text, "eval": repair.spec} for repair in failure.repairs],
    }


def _tallies(groups: Sequence[dict[str, Tally]]) -> dict[str, dict[str, int]]:
    merged: dict[str, Tally] = {}
    for group in groups:
        for name, tally in group.items():
            merged[name] = merged.get(name, Tally()) + tally
    return {name: tally._asdict() for name, tally in sorted(merged.items())}


def as_sarif(found: Sequence[Lint], checks: Sequence[Check]) -> dict[str, Any]:
    """Returns everything as one run of a SARIF log; what its author declined is a suppressed result."""
    told = _told(found, checks)
    ignored = [one for lint in found for one in lint.ignored]
    codes = sorted({diagnostic.code for diagnostic in [*told, *(one.diagnostic for one in ignored)]})
    driver = {
        "name": "probatum",
        "version": metadata.version("probatum"),
        "rules": [_rule(code) for code in codes],
    }
    results = [_result(diagnostic, codes) for diagnostic in told]
    results += [_suppressed(one, codes) for one in ignored]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _told(found: Sequence[Lint], checks: Sequence[Check]) -> list[Diagnostic]:
    if checks:
        return [diagnostic for one in checks for diagnostic in all_diagnostics(one)]
    return [diagnostic for one in found for diagnostic in one.diagnostics]


def _rule(code: str) -> dict[str, Any]:
    known = catalogue().get(code)
    if known is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": known.title},
        "fullDescription": {"text": known.meaning},
        "help": {"text": known.fix},
    }


def _result(diagnostic: Diagnostic, codes: Sequence[str]) -> dict[str, Any]:
    place = diagnostic.place
    region = {"startLine": place.line, "startColumn": max(place.column, 1)} if place.line else {}
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file)}}
    if region:
        physical["region"] = region
    return {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": _SARIF_LEVELS[diagnostic.severity],
        "message": {"text": visible(_sentence(diagnostic))},
        "locations": [
            {
                "physicalLocation": physical,
                "logicalLocations": [{"fullyQualifiedName": f"task {place.task}{place.pointer}"}],
            }
        ],
    }


def _suppressed(one: Ignored, codes: Sequence[str]) -> dict[str, Any]:
    suppression = {"kind": "inSource", "justification": visible(one.reason)}
    return _result(one.diagnostic, codes) | {"suppressions": [suppression]}


def _uri(path: str) -> str:
    """Returns a path as a URI reference, relative where the path is."""
    absolute = PurePath(path).is_absolute()
    return ("file://" if absolute else "") + quote(
        PurePath(path).as_posix(), safe="/", errors="surrogateescape"
    )


def _sentence(diagnostic: Diagnostic) -> str:
    text = diagnostic.message
    if diagnostic.value:
        text += f" (found {diagnostic.value})"
    return f"{text} Fix: {diagnostic.fix}" if diagnostic.fix else text


def as_github(found: Sequence[Lint], checks: Sequence[Check]) -> Iterator[str]:
    """Yields workflow commands, one a line, that GitHub shows beside the line of the file."""
    for diagnostic in _told(found, checks):
        place = diagnostic.place
        fields = [f"file={_property(place.file)}"]
        if place.line:
            fields += [f"line={place.line}", f"col={max(place.column, 1)}"]
        fields.append(f"title={_property(diagnostic.code)}")
        told = f"task {place.task}: " if place.task else ""
        text = _data(visible(told + _sentence(diagnostic)))
        yield f"::{_GITHUB_LEVELS[diagnostic.severity]} {','.join(fields)}::{text}"


def _data(text: str) -> str:
    """Escapes a text so that it can neither end its command nor begin another."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")
