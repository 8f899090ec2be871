"""`probatum answers score` gives the same bytes however it is run, and resumes only what is unchanged."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.long_run import (
    SMALL,
    Whole,
    journaled,
    start,
    stop_halfway,
    summary_of,
    wait_for,
)
from tests.cli.program import Bench


@pytest.mark.rule("ANS-F3")
def test_the_verdicts_depend_on_no_number_of_processes_no_hash_seed_and_no_cut(
    bench: Bench, whole: Whole
) -> None:
    bench.answers.write_bytes(whole.answers)
    assert whole.summary["duplicates"]["rows"] == 8
    for words, seed in (
        (("--jobs", "2", *SMALL), "1"),
        (("--jobs", "3", *SMALL), "4242"),
        (("--chunk-bytes", "77777"), "random"),
    ):
        done = bench.score("--json", *words, seed=seed)
        assert (done.returncode, done.stderr) == (3, b"")
        assert bench.out.read_bytes() == whole.verdicts
        assert summary_of(done, bench.answers) == whole.summary
    done = bench.score("--json", answers="-", stdin=whole.answers)
    assert bench.out.read_bytes() == whole.verdicts
    assert summary_of(done, "standard input") == whole.summary


def test_resuming_with_other_inputs_is_refused_and_says_what_differs(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    stop_halfway(bench)
    with bench.answers.open("ab") as file:
        file.write(b'{"task_id": 1, "answer": "Ida"}\n')
    tasks = json.loads(bench.tasks.read_text(encoding="utf-8"))
    tasks[0]["eval"]["reference_answers"]["must_include"] = ["Ada"]
    bench.tasks.write_text(json.dumps(tasks), encoding="utf-8")
    done = bench.score("--resume", *SMALL)
    assert done.returncode == 2
    assert (
        b"the answer file was changed, or is another; the tasks or their specs were changed." in done.stderr
    )
    assert b"Leave --resume away" in done.stderr
    assert not set(b"{}") & set(done.stderr)
    # Without --resume it begins anew.
    done = bench.score(*SMALL)
    assert done.returncode == 3
    assert b"! rows that an interrupted run had kept were discarded" in done.stderr
    assert bench.left_over() == []


def test_rows_that_were_tampered_with_are_scored_again(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    stop_halfway(bench)
    partial = bench.out.with_name(bench.out.name + ".partial")
    damaged = bytearray(partial.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    partial.write_bytes(damaged)
    assert bench.score("--resume", *SMALL).returncode == 3
    assert bench.out.read_bytes() == whole.verdicts


def test_two_runs_do_not_write_the_same_file(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    with start(bench) as process:
        wait_for(lambda: journaled(bench) >= 1, process)
        process.send_signal(signal.SIGSTOP)
        done = bench.score(*SMALL)
        process.send_signal(signal.SIGCONT)
        process.communicate()
    assert process.returncode == 3
    assert done.returncode == 2
    assert b"Another process" in done.stderr


def test_what_cannot_be_resumed_is_said(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    assert bench.score("--resume", out="-").returncode == 2
    assert bench.score("--resume", answers="-").returncode == 2
    # There is nothing to go on with: that is a run like any other.
    done = bench.score("--resume")
    assert done.returncode == 0
    assert b"! --resume found nothing to go on with" in done.stderr


def test_rows_left_without_their_journal_are_replaced(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    for more in ((), ("--resume",)):
        stop_halfway(bench)
        # As the advice about a damaged journal has it.
        bench.out.with_name(bench.out.name + ".journal").unlink()
        assert bench.score(*more, *SMALL).returncode == 3
        assert bench.out.read_bytes() == whole.verdicts
        assert bench.left_over() == []
        bench.out.unlink()


@pytest.mark.parametrize("lost", [".partial", ".journal"])
def test_a_run_whose_files_were_taken_away_publishes_nothing(bench: Bench, whole: Whole, lost: str) -> None:
    bench.answers.write_bytes(whole.answers)
    with start(bench, "--jobs", "1") as process:
        wait_for(lambda: journaled(bench) >= 3, process)
        process.send_signal(signal.SIGSTOP)
        bench.out.with_name(bench.out.name + lost).unlink()
        process.send_signal(signal.SIGCONT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert b"removed or replaced by another program" in told
    assert not bench.out.exists()
    assert bench.score(*SMALL).returncode == 3
    assert bench.left_over() == []


def rewrite_longer(answers: Path) -> None:
    with answers.open("r+b") as file:
        longer = file.read().replace(b'"answer_id": "n', b'"answer_id": "other')
        file.seek(0)
        file.write(longer)


def change_one_byte_and_grow(answers: Path) -> None:
    with answers.open("r+b") as file:
        # Where it was read already.
        file.seek(100)
        file.write(b"?")
        file.seek(0, os.SEEK_END)
        file.write(b"\n")


@pytest.mark.parametrize("change", [rewrite_longer, change_one_byte_and_grow, Path.unlink])
def test_an_answer_file_that_is_changed_while_it_is_read_publishes_nothing(
    bench: Bench, whole: Whole, change: Callable[[Path], None]
) -> None:
    bench.answers.write_bytes(whole.answers)
    with start(bench, "--jobs", "1") as process:
        wait_for(lambda: journaled(bench) >= 3, process)
        process.send_signal(signal.SIGSTOP)
        change(bench.answers)
        process.send_signal(signal.SIGCONT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 2, told
    assert b"while it was read" in told
    assert not bench.out.exists()
    assert bench.left_over() == []


def test_many_runs_at_once_publish_one_whole_file(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    # A journal left over makes each of them begin anew.
    stop_halfway(bench)
    runs = [start(bench, "--jobs", "1") for _ in range(4)]
    told = [run.communicate(timeout=120)[1] for run in runs]
    assert {run.returncode for run in runs} == {2, 3}, told
    assert bench.out.read_bytes() == whole.verdicts
    assert bench.left_over() == []
