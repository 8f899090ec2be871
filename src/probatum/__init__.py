"""Probatum: is a submitted answer right, why, and how do we know that the check itself is right?

>>> import probatum
>>> verifier = probatum.compile_spec(
...     {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 130}}}
... )
>>> verifier.verify("There are **one hundred and thirty** of them.").verified
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probatum.answers.verifier import AnswerTypeError, AnswerVerifier, compile_spec
    from probatum.answers.version import RULES_VERSION
    from probatum.diagnostics import Diagnostic, Place, Severity
    from probatum.errors import DocumentError, ProbatumError, SpecError
    from probatum.outcome import Outcome, Reason, Span, Verdict
    from probatum.service.tasks import TaskSet, load_tasks

__all__ = [
    "RULES_VERSION",
    "AnswerTypeError",
    "AnswerVerifier",
    "Diagnostic",
    "DocumentError",
    "Outcome",
    "Place",
    "ProbatumError",
    "Reason",
    "Severity",
    "Span",
    "SpecError",
    "TaskSet",
    "Verdict",
    "compile_spec",
    "load_tasks",
]

# Loaded when first asked for: `probatum --help` needs no models, and who only reads verdicts no engine.
_HOMES = {
    "probatum.answers.verifier": ("AnswerTypeError", "AnswerVerifier", "compile_spec"),
    "probatum.answers.version": ("RULES_VERSION",),
    "probatum.diagnostics": ("Diagnostic", "Place", "Severity"),
    "probatum.errors": ("DocumentError", "ProbatumError", "SpecError"),
    "probatum.outcome": ("Outcome", "Reason", "Span", "Verdict"),
    "probatum.service.tasks": ("TaskSet", "load_tasks"),
}


def __getattr__(name: str) -> object:
    for module, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(module), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
