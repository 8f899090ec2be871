"""Writing rows fast against writing them plainly; scoring resumed rows no second time."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probatum
from probatum.outcome import Outcome, Reason, Span, Verdict
from probatum.service import score_rows, score_workers, scoring
from probatum.service.answer_chunks import Text
from probatum.service.score_rows import Scorer
from probatum.service.scoring import Scoring, score_answers
from probatum.service.tasks import load_tasks
from probatum.service.verdict_rows import decision_text, row_text

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
REASONS = st.builds(
    Reason,
    TEXT,
    TEXT,
    st.booleans(),
    TEXT,
    TEXT,
    st.lists(st.builds(Span, st.integers(0, 99), st.integers(0, 99)), max_size=2).map(tuple),
    TEXT,
)
VERDICTS = st.builds(
    Verdict, st.sampled_from(Outcome), st.lists(REASONS, max_size=3).map(tuple), TEXT, st.integers(1, 9)
)
SPEC = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["Ida"]}}


@pytest.mark.rule("ANS-F4")
@given(st.integers() | TEXT | st.none(), st.none() | st.integers() | TEXT, VERDICTS)
def test_a_row_is_what_the_verdict_says_of_itself(
    task_id: int | str | None, answer_id: int | str | None, verdict: Verdict
) -> None:
    identity = {"task_id": task_id} | ({} if answer_id is None else {"answer_id": answer_id})
    plain = json.dumps(identity | verdict.to_dict(), ensure_ascii=False, separators=(",", ":"))
    line = row_text(task_id, answer_id, decision_text(verdict))
    assert line.endswith(b"\n")
    assert b"\n" not in line[:-1]
    assert list(json.loads(line).items()) == list(json.loads(plain).items())
    assert len(json.loads(line)["reasons"]) == len(verdict.reasons)
    for written, reason in zip(json.loads(line)["reasons"], verdict.reasons, strict=True):
        assert list(written) == list(reason.to_dict())


@pytest.mark.rule("ANS-F3")
@given(
    st.lists(st.tuples(st.sampled_from([1, 2]), st.sampled_from(["Ida", "Ada", "", "x" * 600])), max_size=30)
)
def test_verdicts_that_are_remembered_are_the_ones_that_would_be_found(
    answers: list[tuple[int, str]],
) -> None:
    other = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["Ada"]}}
    verifiers = {1: probatum.compile_spec(SPEC), 2: probatum.compile_spec(other)}
    data = b"".join(json.dumps({"task_id": t, "answer": a}).encode() + b"\n" for t, a in answers)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_rows, "_MOST_KEPT", 2)
        scorer = Scorer([(str(task), verifier) for task, verifier in verifiers.items()], "f", {})
        found = scorer.score(Text(data)).data
        again = pickle.loads(pickle.dumps(scorer)).score(Text(data)).data  # noqa: S301 - our own bytes
        assert len(scorer._decided) <= 2
    expected = [{"task_id": task, **verifiers[task].verify(answer).to_dict()} for task, answer in answers]
    assert [json.loads(line) for line in found.splitlines()] == json.loads(json.dumps(expected))
    assert again == found


@pytest.mark.parametrize("task_id", ["7", "-7", "07", "1e3", "٧", "7.0", "9" * 200])
def test_a_task_is_found_under_the_number_it_is_written_as_and_no_other(task_id: str) -> None:
    scorer = Scorer([(task_id, probatum.compile_spec(SPEC))], "f", {})
    rows = [json.dumps(task_id), *(["7", "-7"] if len(task_id) < 5 else [])]
    data = b"".join(b'{"task_id": %b, "answer": "Ida"}\n' % row.encode() for row in rows)
    outcomes = [json.loads(line)["outcome"] for line in scorer.score(Text(data)).data.splitlines()]
    expected = ["verified", *("verified" if row == task_id else "error" for row in rows[1:])]
    assert outcomes == expected


def test_a_chunk_that_was_scored_is_not_scored_again(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([{"task_id": 1, "intent": "?", "eval": SPEC}]), encoding="utf-8")
    answers = tmp_path / "answers.jsonl"
    answers.write_bytes(b'{"task_id": 1, "answer": "Ida"}\n' * 100)
    request = Scoring(answers=str(answers), out=str(tmp_path / "out.jsonl"), chunk_bytes=64)
    benchmark = load_tasks(tasks)
    scored: list[Any] = []
    real = Scorer.score

    def count(self: Scorer, chunk: Any) -> Any:
        if len(scored) == 20 and not request.resume:
            raise KeyboardInterrupt
        scored.append(chunk)
        return real(self, chunk)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Scorer, "score", count)
        with pytest.raises(KeyboardInterrupt) as caught:
            score_answers(benchmark, request)
        assert "--resume" in "".join(caught.value.__notes__)
        request = Scoring(
            answers=request.answers, out=request.out, chunk_bytes=request.chunk_bytes, resume=True
        )
        summary = score_answers(benchmark, request)
    assert summary.all_tasks.total.verified == 100
    assert len(scored) == len(set(scored)) == 50
    assert (tmp_path / "out.jsonl").read_bytes().count(b"\n") == 100
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.jsonl", "out.jsonl", "tasks.json"]


def test_progress_goes_to_the_end(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([{"task_id": 1, "intent": "?", "eval": SPEC}]), encoding="utf-8")
    answers = tmp_path / "answers.jsonl"
    answers.write_bytes(b'{"task_id": 1, "answer": "Ida"}\n' * 10)
    steps: list[scoring.Progress] = []
    request = Scoring(answers=str(answers), out=str(tmp_path / "out.jsonl"), chunk_bytes=64)
    score_answers(load_tasks(tasks), request, progress=steps.append)
    assert [step.rows for step in steps] == [2, 4, 6, 8, 10]
    assert steps[-1].done == steps[-1].size == answers.stat().st_size


def test_rows_that_come_meanwhile_are_told_and_not_scored(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.json"
    tasks.write_text(json.dumps([{"task_id": 1, "intent": "?", "eval": SPEC}]), encoding="utf-8")
    row = b'{"task_id": 1, "answer": "Ida"}\n'
    for name, kind in (("answers.jsonl", "jsonl"), ("answers.csv", "csv")):
        answers = tmp_path / name
        answers.write_bytes(row * 10 if kind == "jsonl" else b"task_id,answer\n" + b"1,Ida\n" * 10)

        def grow(_: scoring.Progress, answers: Path = answers) -> None:
            with answers.open("ab") as file:
                file.write(row)

        request = Scoring(answers=str(answers), out=str(tmp_path / "out.jsonl"), chunk_bytes=8)
        summary = score_answers(load_tasks(tasks), request, progress=grow)
        assert summary.all_tasks.total.rows == 10
        assert summary.grown > 0
        assert not summary.complete


def test_few_chunks_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_workers, "get_context", None)
    scorer = Scorer([("1", probatum.compile_spec(SPEC))], "f", {})
    chunks = [(Text(b'{"task_id": 1, "answer": "Ida"}\n'), 1)] * 3
    assert len(list(score_workers.score_all(iter(chunks), scorer, 8))) == 3
    with pytest.raises(TypeError):
        list(score_workers.score_all(iter([*chunks, *chunks]), scorer, 8))
