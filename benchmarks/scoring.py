"""`answers score` as a whole program against two plain processes that write the same file."""

from __future__ import annotations

import filecmp
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.corpus import EXAMPLES, gold_of, rows_of
from benchmarks.programs import PROBATUM, Finished
from benchmarks.programs import run as run_programs
from benchmarks.result import Row, Scale, Section, duration
from benchmarks.timing import Spread, exponent
from probatum import load_tasks

TASKS: Final = EXAMPLES / "tasks.json"
ANNOTATIONS: Final = EXAMPLES / "annotations.jsonl"
BASELINE: Final = (
    "two plain processes that decode with msgspec, do `gold in answer.casefold()` and write the same rows"
)
REACH: Final = 15.0
GROWTH: Final = 1.05
MEMORY: Final = 200.0
_LETTERS: Final = "bfghjkpqrtvwz"
_PLAIN: Final = (sys.executable, "-m", "benchmarks.plain_scorer")
_ROW_BYTES: Final = 300
# What agents write around an answer. It holds no number, no yes or no, and no name of the examples.
_AROUND: Final = (
    "I opened the page that the task points to and read it from the top to the end.",
    "The page loaded without any trouble and nothing on it had to be unfolded before.",
    "I compared what it says with the entry in the index, and they agree with each other.",
    "This is stated in the table below the heading, in the row that belongs to it.",
    "Nothing else on the site says anything different about this.",
)


class Input(NamedTuple):
    """An answer file and what the plain program needs to know of it.

    Attributes:
        answers: The file.
        plan: What the plain program is given beforehand.
        rows: How many rows the file has.
        half: Where its second half begins, in bytes; row `rows // 2` is the first there.
        size: Its length in bytes.
    """

    answers: Path
    plan: Path
    rows: int
    half: int
    size: int


def run(scale: Scale) -> list[Section]:
    """Measures the whole program."""
    with tempfile.TemporaryDirectory(prefix="probatum-bench-") as folder:
        return measure(Path(folder), scale)


def measure(folder: Path, scale: Scale) -> list[Section]:
    """Measures the whole program on files in a folder: all rows, and a tenth of them."""
    made = make_input(folder, scale.rows)
    tenth = write_answers(folder, scale.rows // 10)
    again = write_answers(folder, scale.rows, alike=True)
    ours: list[Finished] = []
    plain: list[Finished] = []
    repeated: list[Finished] = []
    exponents: list[float] = []
    for _ in range(scale.runs):
        plain.append(score_plainly(made, folder))
        ours.append(score(made.answers, folder / "ours.jsonl", jobs=2))
        repeated.append(score(again, folder / "again.jsonl", jobs=2))
        little = score(tenth, folder / "tenth.jsonl", jobs=2)
        exponents.append(exponent([scale.rows // 10, scale.rows], [little.seconds, ours[-1].seconds]))
    whole = folder / "plain.jsonl"
    join(folder, whole)
    if not filecmp.cmp(whole, folder / "ours.jsonl", shallow=False):
        raise RuntimeError(
            "the plain program and `answers score` wrote different files; nothing is comparable"
        )
    return [_score_section(made, ours, repeated, plain), _growth_section(made.rows, ours, exponents)]


def _score_section(
    made: Input, ours: Sequence[Finished], repeated: Sequence[Finished], plain: Sequence[Finished]
) -> Section:
    seconds = Spread.of([one.seconds for one in ours]).median
    baseline = Spread.of([one.seconds for one in plain]).median
    ratios = [mine.seconds / base.seconds for mine, base in zip(ours, plain, strict=True)]
    note = f"{made.rows / seconds:,.0f} rows a second; baseline {duration(baseline)}"
    rows = [
        Row(
            f"`answers score --jobs 2`, {made.rows:,} rows", duration(seconds), Spread.of(ratios), REACH, note
        ),
        Row(
            "the same, processor time of all its processes",
            duration(Spread.of([one.processor for one in ours]).median),
            Spread.of([mine.processor / base.processor for mine, base in zip(ours, plain, strict=True)]),
            note="what the wall time would come to on a machine that does nothing else",
        ),
        Row(
            "the same few hundred answers again and again",
            duration(Spread.of([one.seconds for one in repeated]).median),
            Spread.of([mine.seconds / base.seconds for mine, base in zip(repeated, plain, strict=True)]),
            note="an answer to a task that was decided before is not decided again",
        ),
        *_memory("`answers score`", ours, MEMORY),
        *_memory("a plain process", plain, None),
    ]
    about = (
        f"{made.rows:,} rows of {made.size / made.rows:.0f} bytes on average: the recorded answers of "
        "`examples/` in turn, each followed by prose, no two alike, each with an `answer_id`. Wall time of "
        f"the whole program, start to end, in {len(ours)} alternating runs; the verdict files are compared "
        "and are equal, byte for byte. Memory is the peak of each process's resident pages, shared "
        "libraries included."
    )
    return Section("Scoring a file", about, BASELINE, rows)


def _growth_section(rows: int, ours: Sequence[Finished], exponents: list[float]) -> Section:
    cost = duration(Spread.of([one.seconds for one in ours]).median)
    grown = Row(
        "`answers score --jobs 2`",
        cost,
        Spread.of(exponents),
        GROWTH,
        f"from {rows // 10:,} to {rows:,} rows",
    )
    about = (
        "The same program on a tenth of the rows, in the same runs. 1 is linear; the program's start counts."
    )
    return Section("Growth with rows", about, "itself at a tenth of the rows", [grown], unit="exponent")


def _memory(what: str, finished: Sequence[Finished], reach: float | None) -> list[Row]:
    peaks = [one.peaks[0] / 1e6 for one in finished if one.peaks]
    if not peaks:
        return [Row(f"memory of {what}", note="not measured: this system does not tell it")]
    each = ", ".join(f"{peak / 1e6:.0f}" for peak in finished[-1].peaks)
    spread = Spread.of(peaks)
    note = f"MB, largest process; all of the last run: {each}" + (f"; at most {reach:.0f}" if reach else "")
    return [Row(f"memory of {what}", f"{spread.median:.0f} MB", note=note)]


def make_input(folder: Path, rows: int) -> Input:
    """Writes an answer file, and the plan for the plain program: each row's gold and its verdict row."""
    answers = write_answers(folder, rows)
    half = 0
    with answers.open("rb") as file:
        for line in islice(file, rows // 2):
            half += len(line)
    return Input(answers, _write_plan(folder, list(_templates())), rows, half, answers.stat().st_size)


def write_answers(folder: Path, rows: int, *, alike: bool = False) -> Path:
    """Writes an answer file of so many rows: no two answers alike, or the same ones again and again."""
    heads = [(task_id, json.dumps(answer, ensure_ascii=False)[:-1]) for task_id, answer in _templates()]
    path = folder / f"answers-{rows}{'-alike' if alike else ''}.jsonl"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number, (task_id, answer) in enumerate(islice(cycle(heads), rows)):
            tail = _tail(0 if alike else number)
            file.write(f'{{"task_id": {task_id}, "answer_id": "a{number:07}", "answer": {answer}{tail}"}}\n')
    return path


def _tail(number: int) -> str:
    """Returns a last remark that no other row has: letters only, and of one length."""
    letters = "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(6))
    return f" (page {letters})"


def _templates() -> Iterator[tuple[int, str]]:
    around = cycle(_AROUND)
    for row in rows_of(EXAMPLES / "answers.jsonl"):
        answer = row["answer"]
        if answer is None:
            continue
        while answer and len(answer.encode()) < _ROW_BYTES - 95:
            answer = f"{answer}{_joint(answer)}{next(around)}"
        yield row["task_id"], answer


def _joint(answer: str) -> str:
    """Prose goes on in the same paragraph; behind a list or a table it begins a new one."""
    if "\n" in answer or answer[0] in "-*#>|`":
        return "\n\n"
    return " " if answer[-1] in ".!?:" else ". "


def _write_plan(folder: Path, templates: Sequence[tuple[int, str]]) -> Path:
    """Scores each template once; the plain program is given the rows without their identifiers."""
    golds = {task.task_id: gold_of(task).casefold() for task in load_tasks(TASKS, ANNOTATIONS)}
    source, scored = folder / "templates.jsonl", folder / "templates-scored.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for number, (task_id, answer) in enumerate(templates):
            row = {"task_id": task_id, "answer_id": str(number), "answer": answer + _tail(number)}
            file.write(json.dumps(row) + "\n")
    score(source, scored, jobs=1)
    plan: list[dict[str, Any]] = []
    with scored.open(encoding="utf-8") as file:
        for number, (line, (task_id, _)) in enumerate(zip(file, templates, strict=True)):
            head = f'{{"task_id":{task_id},"answer_id":"{number}",'
            if not line.startswith(head):
                raise RuntimeError(
                    f"a verdict row does not begin as the plain program writes it: {line[:60]}"
                )
            plan.append(
                {"gold": golds.get(str(task_id), "?"), "verdict": line.removeprefix(head).rstrip("\n")}
            )
    path = folder / "plan.json"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return path


def score(
    answers: Path, out: Path, *, jobs: int, tasks: Path = TASKS, annotations: Path = ANNOTATIONS
) -> Finished:
    """Runs `answers score`; an `answer to an unknown task` among the rows is no failure here."""
    files = ("--tasks", tasks, "--annotations", annotations, "--answers", answers, "--out", out)
    return run_programs((*PROBATUM, "answers", "score", *files, "--jobs", str(jobs)))


def score_plainly(made: Input, folder: Path) -> Finished:
    """Runs the two plain processes, each over half of the file."""
    halves = ((0, made.half, 0), (made.half, made.size, made.rows // 2))
    commands: list[list[str | Path]] = []
    for number, half in enumerate(halves):
        out = folder / f"plain-{number}.jsonl"
        commands.append([*_PLAIN, made.answers, made.plan, *map(str, half), out])
    return run_programs(*commands)


def join(folder: Path, whole: Path) -> None:
    """Puts what the plain processes wrote into one file."""
    with whole.open("wb") as target:
        for number in range(2):
            part = folder / f"plain-{number}.jsonl"
            target.write(part.read_bytes())
            part.unlink()
