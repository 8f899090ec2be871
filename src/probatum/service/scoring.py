"""Scoring an answer file against a benchmark: verdicts in the order of the answers, and a summary."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from probatum.answers.version import RULES_VERSION
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.errors import DocumentError, ProbatumError
from probatum.service.answer_chunks import Chunk, FileChangedError
from probatum.service.answer_files import CHUNK_BYTES, AnswerFile, open_answers
from probatum.service.answer_formats import Format
from probatum.service.output_paths import STANDARD_OUTPUT, refuse_overwriting_verdicts
from probatum.service.score_output import FileOutput, Output, StreamOutput
from probatum.service.score_rows import Scorer, UnscorableRowError, unknown_task
from probatum.service.score_summary import Summary, summarise
from probatum.service.score_tally import Tally
from probatum.service.score_workers import score_all
from probatum.service.tasks import TaskSet

_FAULTS_SHOWN: Final = 10


class NoRowsError(DocumentError):
    """There is nothing to score: no tasks, no answers, or none that can be read and belongs to a task."""


class ScoringError(ProbatumError):
    """Scoring was asked for something that cannot be done."""


@dataclass(frozen=True)
class Scoring:
    """What to score, and how.

    Attributes:
        answers: An answer file, a directory of agent logs, or `-` for standard input.
        out: The verdict file, or `-` for standard output.
        format: How the answers are written; None to tell by name and content.
        mapping: Where the answer file keeps `task_id`, `answer` and `answer_id`, if not under these names.
        jobs: How many processes may score. The verdicts do not depend on it.
        resume: Whether to go on with what an interrupted run left.
        strict: Whether to stop at the first row that cannot be scored.
        chunk_bytes: About how much is read at once.
        delimiter: What parts the cells of a CSV file.
    """

    answers: str
    out: str
    format: Format | None = None
    mapping: Mapping[str, str] = field(default_factory=dict)
    jobs: int = 1
    resume: bool = False
    strict: bool = False
    chunk_bytes: int = CHUNK_BYTES
    delimiter: str = ","


@dataclass(frozen=True)
class Progress:
    """How far scoring is.

    Attributes:
        rows: Rows scored.
        done: How much of the answer file is done, in bytes, or logs.
        size: How much there is; 0 where nobody knows.
    """

    rows: int
    done: int
    size: int


def score_answers(
    tasks: TaskSet,
    scoring: Scoring,
    *,
    inputs: tuple[str, ...] = (),
    progress: Callable[[Progress], None] | None = None,
) -> Summary:
    """Scores an answer file and writes one verdict row for each of its rows, in their order.

    A row that cannot be read, and an answer to an unknown task, get a row with the outcome `error`, so
    that both files stay aligned. The verdict file appears whole or not at all.

    Args:
        tasks: The benchmark.
        scoring: What to score, and how.
        inputs: The files that the tasks came from, so that none of them is overwritten.
        progress: Is told how far scoring is, after each chunk.

    Returns:
        The summary.

    Raises:
        DocumentError: The answer file cannot be read; or no row of it can be scored; or one cannot be, and
            scoring is strict. It is then placed in the file.
        FileChangedError: The answer file was changed while it was read.
        FileError: The verdict file cannot be written.
        OverwriteError: The verdict file is one of the files that are read.
        ScoringError: The request contradicts itself.
    """
    refuse_overwriting_verdicts("--out", scoring.out, (scoring.answers, *inputs))
    if not tasks:
        message, fix = "The task file has no tasks.", "Name a file with at least one task."
        place = Place(inputs[0] if inputs else "")
        raise NoRowsError([Diagnostic("answers/no-tasks", Severity.ERROR, place, message, fix)])
    answers = open_answers(
        scoring.answers,
        format=scoring.format,
        mapping=scoring.mapping,
        chunk_bytes=scoring.chunk_bytes,
        delimiter=scoring.delimiter,
    )
    with closing(answers):
        output = _open_output(tasks, scoring, answers)
        tally = Tally()
        try:
            return _score(tasks, scoring, answers, output, tally, progress)
        except (NoRowsError, UnscorableRowError, FileChangedError):
            output.abandon(keep=False)
            raise
        except BaseException as error:
            kept = output.abandon(keep=answers.identity() is not None)
            if kept:
                rows = f"{tally.rows:,} row is" if tally.rows == 1 else f"{tally.rows:,} rows are"
                error.add_note(f"{rows} kept: run the same command with --resume to go on.")
            elif output.finished:
                error.add_note("The verdict file is complete.")
            elif isinstance(error, KeyboardInterrupt) and scoring.out != STANDARD_OUTPUT:
                error.add_note("No rows are kept; the verdict file is as it was.")
            raise


def _score(
    tasks: TaskSet,
    scoring: Scoring,
    answers: AnswerFile,
    output: Output,
    tally: Tally,
    progress: Callable[[Progress], None] | None,
) -> Summary:
    for counted in output.done:
        tally.add(counted)
    verifiers = [(task.task_id, task.verifier) for task in tasks]
    scorer = Scorer(verifiers, answers.name, scoring.mapping, strict=scoring.strict)
    chunks: Iterator[tuple[Chunk, int]] = answers.chunks()
    done = sum(size for _, size in islice(chunks, len(output.done)))
    try:
        for rows, size in score_all(chunks, scorer, scoring.jobs):
            output.write(rows)
            tally.add(rows.tally)
            done += size
            if progress is not None:
                progress(Progress(tally.rows, done, answers.size))
    except UnscorableRowError as error:
        raise UnscorableRowError([tally.placed(fault) for fault in error.diagnostics]) from error
    grown = answers.grown()
    if not tally.rows:
        message, fix = "The answer file has no rows.", "Look at what was to write it."
        raise NoRowsError([Diagnostic("answers/no-rows", Severity.ERROR, Place(answers.name), message, fix)])
    if not tally.tasks:
        raise NoRowsError(_nothing_scored(tally, answers.name))
    summary = summarise(tally, tasks, grown=grown, notes=(*answers.notes, *output.notes))
    output.finish()
    return summary


def _nothing_scored(tally: Tally, name: str) -> list[Diagnostic]:
    """Says that no row could be scored, and what is wrong with the first of them."""
    rows = "The only row" if tally.rows == 1 else f"None of the {tally.rows:,} rows"
    message = f"{rows} could {'not ' if tally.rows == 1 else ''}be scored"
    message += (
        f": {tally.bad:,} cannot be read, {tally.unknown:,} answer tasks that are not in the task file."
    )
    fix = "Look at the first faults below; nothing was written."
    found = [Diagnostic("answers/nothing-scored", Severity.ERROR, Place(name), message, fix)]
    found += tally.faults[:_FAULTS_SHOWN]
    strangers = list(tally.strangers.items())[:_FAULTS_SHOWN]
    return found + [unknown_task(name, line, task_id) for task_id, line in strangers]


def _open_output(tasks: TaskSet, scoring: Scoring, answers: AnswerFile) -> Output:
    identity = answers.identity()
    if scoring.out == STANDARD_OUTPUT:
        if scoring.resume:
            raise ScoringError("--resume needs a verdict file: what went to standard output is not kept")
        return StreamOutput(sys.stdout.buffer)
    if identity is None and scoring.resume:
        raise ScoringError(f"--resume needs an answer file: {answers.name} can be read only once")
    specs = hashlib.sha256()
    for task in tasks:
        specs.update(f"{task.task_id}\0{task.verifier.fingerprint}\n".encode())
    header: dict[str, Any] = {
        "answers": identity or {"stream": answers.name},
        "specs": specs.hexdigest(),
        "rules_version": RULES_VERSION,
        "format": answers.format,
        "map": dict(scoring.mapping),
        "strict": scoring.strict,
        "delimiter": scoring.delimiter,
        "chunk_bytes": scoring.chunk_bytes,
    }
    return FileOutput(scoring.out, header, resume=scoring.resume)
