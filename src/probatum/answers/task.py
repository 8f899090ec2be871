"""Tasks and the annotations that are laid over them: the models, and how the two are joined.

A benchmark's task file stays its owner's. What we add, the spec and its evidence, is an annotation; an
annotation file is laid over a task file by `task_id`. A task file that carries its specs itself is read as
it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field, Strict

from probatum.answers.verifier import AnswerVerifier
from probatum.documents import Many, StrictModel

TaskId = Annotated[int, Strict()] | Annotated[str, Strict(), Field(min_length=1, max_length=500)]
"""A task's identifier; `7` and `"7"` name the same task."""

Confidence = Literal["high", "medium", "low"]


class LintIgnore(StrictModel):
    """One trap that an author has looked at and declines, with the reason."""

    code: str = Field(description="Code of the diagnostic.")
    reason: str = Field(min_length=1, pattern=r"\S", description="Why it does not apply here.")


class _Annotated(StrictModel):
    """What an annotation says beside its spec; a task file may carry these fields as well."""

    confidence: Confidence | None = Field(
        default=None, description="How sure the author is that the spec decides rightly."
    )
    subjective: bool = Field(default=False, description="True only where no deterministic spec can work.")
    gold_suspect: bool = Field(
        default=False, description="The gold looks wrong, or answers another question."
    )
    notes: str = Field(default="", description="For people.")
    lint_ignore: Many[LintIgnore] = Field(default=(), description="Traps that were looked at and declined.")
    positive_examples: Many[str] = Field(default=(), description="Realistic right answers.")
    negative_examples: Many[str] = Field(default=(), description="Realistic wrong answers.")
    gold: Many[str] | str | None = Field(default=None, description="The answer key, as the benchmark has it.")


class AnnotationModel(_Annotated):
    """One line of an annotation file."""

    task_id: TaskId = Field(description="The task this annotation is laid over.")
    eval: dict[str, Any] = Field(description="The spec.")
    intent: str | None = Field(
        default=None, description="What the agent is asked; for files that stand alone."
    )
    additional_instructions: str | None = Field(
        default=None, description="Further instructions to the agent."
    )


class TaskModel(_Annotated):
    """One task of a task file, with the keys that WebArena-style benchmarks use."""

    task_id: TaskId = Field(description="Identifier of the task.")
    intent: str = Field(description="What the agent is asked.")
    additional_instructions: str | None = Field(
        default=None, description="Further instructions to the agent."
    )
    eval: dict[str, Any] = Field(description="The spec, or the gold under fuzzy_match.")
    sites: Many[str] | None = Field(default=None, description="Sites the task is about.")
    start_url: Any = Field(default=None, description="Where the agent starts.")
    metadata: dict[str, Any] | None = Field(default=None, description="Anything else of the owner's.")
    # Keys of the benchmark's own machinery; they are kept and mean nothing here.
    intent_template_id: Any = None
    intent_template: Any = None
    instantiation_dict: Any = None
    split: Any = None
    require_login: Any = None
    require_reset: Any = None
    storage_state: Any = None
    geolocation: Any = None
    viewport_size: Any = None
    difficulty: Any = None
    comments: Any = None
    image: Any = None
    tags: Any = None


@dataclass(frozen=True, slots=True)
class Task:
    """A task with its compiled spec and what is known about it.

    Attributes:
        task_id: Identifier, as text.
        verifier: The compiled spec.
        intent: What the agent is asked; None where only an annotation was read.
        additional_instructions: Further instructions to the agent.
        sites: Sites the task is about.
        golds: The answer key as the benchmark has it, for people and judges.
        confidence: How sure the author is; None where nobody said.
        subjective: No deterministic spec can work.
        gold_suspect: The gold looks wrong; figures are shown with and without such tasks.
        notes: For people.
        lint_ignore: Traps that were looked at and declined.
        positive_examples: Right answers.
        negative_examples: Wrong answers.
        annotated: Whether an annotation was laid over the task.
        has_evidence: Whether somebody annotated it, there or in the row of the task itself; a published
            spec brings no evidence.
    """

    task_id: str
    verifier: AnswerVerifier
    intent: str | None = None
    additional_instructions: str | None = None
    sites: tuple[str, ...] = ()
    golds: tuple[str, ...] = ()
    confidence: Confidence | None = None
    subjective: bool = False
    gold_suspect: bool = False
    notes: str = ""
    lint_ignore: tuple[LintIgnore, ...] = ()
    positive_examples: tuple[str, ...] = ()
    negative_examples: tuple[str, ...] = ()
    annotated: bool = False
    has_evidence: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of verifiers that decide."""
        return self.verifier.kinds


_EVIDENCE: Final = frozenset(_Annotated.model_fields)


def golds_of(model: TaskModel | AnnotationModel | None, spec: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the answer key: the field `gold`, or what stands under `fuzzy_match`."""
    given: object = None if model is None else model.gold
    if given is None:
        answers = spec.get("reference_answers")
        given = answers.get("fuzzy_match") if isinstance(answers, Mapping) else None
    if isinstance(given, str):
        return (given,)
    return tuple(str(gold) for gold in given) if isinstance(given, Sequence) else ()


def join(task: TaskModel | None, annotation: AnnotationModel | None, verifier: AnswerVerifier) -> Task:
    """Lays an annotation over a task; either may be missing, not both.

    The annotation wins field by field where it stands, because it is laid *over* the task.
    """
    over = annotation if annotation is not None else task
    if over is None:
        raise ValueError("a task or an annotation is needed")
    intent = over.intent if over.intent is not None or task is None else task.intent
    extra = over.additional_instructions
    if extra is None and task is not None:
        extra = task.additional_instructions
    golds = golds_of(task, task.eval) if task is not None else ()
    return Task(
        task_id=str(over.task_id),
        verifier=verifier,
        intent=intent,
        additional_instructions=extra,
        sites=tuple(task.sites or ()) if task is not None else (),
        golds=golds or golds_of(annotation, over.eval),
        confidence=over.confidence,
        subjective=over.subjective,
        gold_suspect=over.gold_suspect,
        notes=over.notes,
        lint_ignore=over.lint_ignore,
        positive_examples=over.positive_examples,
        negative_examples=over.negative_examples,
        annotated=annotation is not None,
        has_evidence=annotation is not None or not _EVIDENCE.isdisjoint(over.model_fields_set),
    )
