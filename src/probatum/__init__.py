"""Probatum: is a submitted answer right, why, and how do we know that the check itself is right?

>>> import probatum
>>> verifier = probatum.compile_spec(
...     {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 130}}}
... )
>>> verifier.verify("There are **one hundred and thirty** of them.").verified
True
"""

from __future__ import annotations

from probatum.answers.verifier import AnswerTypeError, AnswerVerifier, compile_spec
from probatum.answers.version import RULES_VERSION
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError, ProbatumError, SpecError
from probatum.outcome import Outcome, Reason, Span, Verdict

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
    "Verdict",
    "compile_spec",
]
