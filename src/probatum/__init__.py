"""Probatum: is a free-text answer right, by a strict deterministic spec, and what in it decides?

>>> import probatum
>>> verifier = probatum.compile_spec(
...     {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 130}}}
... )
>>> verifier.verify("There are **one hundred and thirty** of them.").verified
True

What is offered here is loaded when it is first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from probatum.answers.task import Task
    from probatum.answers.verifier import AnswerTypeError, AnswerVerifier, compile_spec
    from probatum.answers.version import RULES_VERSION
    from probatum.diagnostics import Diagnostic, Place, Severity
    from probatum.errors import DocumentError, ProbatumError, SpecError, WrongFileError
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
    "Task",
    "TaskSet",
    "Verdict",
    "WrongFileError",
    "compile_spec",
    "load_tasks",
]

_HOMES: Final = {
    "probatum.answers.task": ("Task",),
    "probatum.answers.verifier": ("AnswerTypeError", "AnswerVerifier", "compile_spec"),
    "probatum.answers.version": ("RULES_VERSION",),
    "probatum.diagnostics": ("Diagnostic", "Place", "Severity"),
    "probatum.errors": ("DocumentError", "ProbatumError", "SpecError", "WrongFileError"),
    "probatum.outcome": ("Outcome", "Reason", "Span", "Verdict"),
    "probatum.service.tasks": ("TaskSet", "load_tasks"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'probatum' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
