"""How one answer was read, step by step, and what decided: `probatum answers explain`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from probatum.answers.numbers import read_numbers
from probatum.answers.reply import Reply, Scope, Scoped
from probatum.answers.task import Task
from probatum.answers.verifier import AnswerVerifier
from probatum.answers.verifiers import find_kind
from probatum.outcome import Outcome, Reason, Span, Verdict
from probatum.service.near_misses import NearMiss, near_miss
from probatum.text.aligned import Aligned
from probatum.text.folding import fold_text
from probatum.text.markup import strip
from probatum.text.sentences import first_sentence, sentences

_WORD: Final = re.compile(r"\S+")
_DIGIT: Final = re.compile(r"\d")
_EDGES: Final = ".,;:!?()[]{}\"'“”‘’"


class Block(NamedTuple):
    """A block of the answer without its markup; its range counts in the stripped text."""

    start: int
    end: int
    heading: bool


class ReadNumber(NamedTuple):
    """A number that was read.

    Attributes:
        value: Its exact value, as decimal text or as a fraction.
        text: The characters it was read from, without markup.
        form: How it was written.
        span: Where it stands in the original.
        in_first: Whether it stands in the first sentence.
    """

    value: str
    text: str
    form: str
    span: Span
    in_first: bool


class PassedOver(NamedTuple):
    """Something with a digit in it that is no number: a code, a time of day, a day of a date."""

    text: str
    span: Span


class Steps(NamedTuple):
    """How an answer was read.

    Attributes:
        stripped: The answer without its markup.
        blocks: Its blocks.
        sentences: Its sentences; ranges of `stripped`.
        first_end: End of the first sentence, with its lead-ins, in `stripped`.
        first: The same in the original.
        folded: What entries are compared with.
        folded_first: The same of the first sentence.
        numbers: The numbers of the whole answer.
        passed_over: What has digits and is no number.
    """

    stripped: str
    blocks: tuple[Block, ...]
    sentences: tuple[tuple[int, int], ...]
    first_end: int
    first: Span
    folded: str
    folded_first: str
    numbers: tuple[ReadNumber, ...]
    passed_over: tuple[PassedOver, ...]


class Finding(NamedTuple):
    """A reason of the verdict, with the scope it looked at and where its subject nearly stood."""

    reason: Reason
    scope: Scope
    near_miss: NearMiss | None


class Explanation(NamedTuple):
    """Everything there is to say about one verdict.

    Attributes:
        answer: The answer as the agent wrote it; None for one that was never given.
        verdict: What was decided.
        findings: The reasons, in the verdict's order.
        steps: How the answer was read; None where it was not examined.
        spec: The object under `eval`.
        kinds: The kinds of verifiers that decide.
        task: The task, where one is known.
    """

    answer: str | None
    verdict: Verdict
    findings: tuple[Finding, ...]
    steps: Steps | None
    spec: Mapping[str, Any]
    kinds: tuple[str, ...]
    task: Task | None

    def to_dict(self) -> dict[str, Any]:
        """Returns the explanation as JSON-ready values.

        Spans count in the original answer; ranges of blocks and sentences in the stripped text.
        """
        task = self.task
        return {
            "task_id": None if task is None else task.task_id,
            "intent": None if task is None else task.intent,
            "kinds": list(self.kinds),
            "answer": self.answer,
            "steps": None if self.steps is None else _steps_to_dict(self.steps),
            "findings": [_finding_to_dict(finding) for finding in self.findings],
            **self.verdict.to_dict(),
        }


def explain_answer(verifier: AnswerVerifier, answer: str | None, task: Task | None = None) -> Explanation:
    """Verifies an answer and returns how it came to its verdict."""
    verdict = verifier.verify(answer)
    examined = answer is not None and not any(reason.code == "answer_too_large" for reason in verdict.reasons)
    steps = read_steps(answer, verifier.language) if answer is not None and examined else None
    whole = None if steps is None or answer is None else Reply(answer, verifier.language).full
    findings = tuple(_find(reason, verifier, whole) for reason in verdict.reasons)
    return Explanation(answer, verdict, findings, steps, verifier.spec, verifier.kinds, task)


def read_steps(answer: str, language: str) -> Steps:
    """Reads an answer as the verifiers do, and keeps every step."""
    marked = strip(answer)
    stripped = marked.aligned.text
    end = first_sentence(stripped, marked.headings, language)
    numbers = tuple(
        ReadNumber(
            _value_text(mention.value),
            stripped[mention.start : mention.end],
            mention.form,
            marked.aligned.span(mention.start, mention.end),
            mention.end <= end,
        )
        for mention in read_numbers(stripped, language)
    )
    return Steps(
        stripped,
        tuple(_blocks(stripped, marked.headings)),
        tuple(sentences(stripped, marked.headings, language)),
        end,
        marked.aligned.span(0, end),
        fold_text(stripped),
        fold_text(stripped[:end]),
        numbers,
        tuple(_passed_over(stripped, marked.aligned, numbers)),
    )


def scope_of(spec: Mapping[str, Any], kind: str) -> Scope:
    """Returns the part of a reply that a kind of verifier looks at under a spec."""
    answers = spec.get("reference_answers", {})
    found = find_kind(kind)
    holder = answers if found is not None and "scope" in found.model.model_fields else answers.get(kind)
    scope = holder.get("scope") if isinstance(holder, Mapping) else None
    return "first_sentence" if scope == "first_sentence" else "full"


def _find(reason: Reason, verifier: AnswerVerifier, whole: Scoped | None) -> Finding:
    scope = scope_of(verifier.spec, reason.verifier) if reason.verifier else "full"
    missed = None
    if whole is not None and reason.code in ("entry_missing", "item_missing"):
        missed = near_miss(reason, whole, scope, verifier.language)
    return Finding(reason, scope, missed)


def _blocks(stripped: str, headings: tuple[tuple[int, int], ...]) -> Iterator[Block]:
    starts = {start for start, _ in headings}
    start = 0
    for text in stripped.split("\n\n"):
        yield Block(start, start + len(text), start in starts)
        start += len(text) + 2


def _passed_over(stripped: str, aligned: Aligned, numbers: tuple[ReadNumber, ...]) -> Iterator[PassedOver]:
    """Yields the words with a digit of which no part was read as a number."""
    spans = iter(numbers)
    number = next(spans, None)
    for match in _WORD.finditer(stripped):
        if not _DIGIT.search(match.group()):
            continue
        word = match.group().strip(_EDGES)
        start = match.start() + match.group().find(word)
        span = aligned.span(start, start + len(word))
        while number is not None and number.span.end <= span.start:
            number = next(spans, None)
        if number is None or number.span.start >= span.end:
            yield PassedOver(word, span)


def _value_text(value: Decimal | Fraction) -> str:
    if isinstance(value, Fraction):
        return str(value)
    text = format(value, "f") if abs(value.adjusted()) < 40 else str(value)
    return text.rstrip("0").rstrip(".") if "." in text and "E" not in text else text


def _steps_to_dict(steps: Steps) -> dict[str, Any]:
    return {
        "stripped": steps.stripped,
        "blocks": [block._asdict() for block in steps.blocks],
        "sentences": [list(sentence) for sentence in steps.sentences],
        "first_sentence": {
            "text": steps.stripped[: steps.first_end],
            "span": list(steps.first),
            "folded": steps.folded_first,
        },
        "folded": steps.folded,
        "numbers": [{**number._asdict(), "span": list(number.span)} for number in steps.numbers],
        "not_numbers": [{"text": word.text, "span": list(word.span)} for word in steps.passed_over],
    }


def _finding_to_dict(finding: Finding) -> dict[str, Any]:
    row = {**finding.reason.to_dict(), "scope": finding.scope}
    if finding.near_miss is not None:
        row["near_miss"] = {"text": finding.near_miss.text, "span": list(finding.near_miss.span)}
    return row


EXIT_CODES: Final = {
    Outcome.VERIFIED: 0,
    Outcome.REFUTED: 1,
    Outcome.INCONCLUSIVE: 3,
    Outcome.ERROR: 5,
}
"""What `probatum answers explain` ends with."""
