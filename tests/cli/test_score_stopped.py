"""`probatum answers score` when it is killed or interrupted, or when a part of it fails."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import time

import pytest

import probatum
from probatum.cli import main
from tests.cli.long_run import (
    SMALL,
    Whole,
    children_of,
    command_of,
    journaled,
    start,
    summary_of,
    wait_for,
    wait_until_gone,
)
from tests.cli.program import PROGRAM, Bench, environment


def interrupted(_verifier: object, _answer: str) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(("jobs", "chunks"), [("1", 0), ("1", 3), ("2", 1), ("3", 60)])
def test_a_killed_run_is_resumed_to_the_very_same_bytes(
    bench: Bench, whole: Whole, jobs: str, chunks: int
) -> None:
    bench.answers.write_bytes(whole.answers)
    bench.out.write_bytes(b"as it was")
    with start(bench, "--jobs", jobs) as process:
        wait_for(lambda: journaled(bench) >= chunks, process)
        workers = children_of(process.pid)
        process.kill()
        process.communicate()
    assert process.returncode == -signal.SIGKILL, "it ended before it could be killed"
    assert bench.out.read_bytes() == b"as it was"
    done = bench.score("--json", "--resume", "--jobs", "1", *SMALL)
    assert done.returncode == 3, done.stdout
    assert bench.out.read_bytes() == whole.verdicts
    found = summary_of(done, bench.answers)
    # Where it was killed before anything was kept, that is told.
    assert {**found, "notes": []} == whole.summary
    assert bench.left_over() == []
    wait_until_gone(workers)


def test_an_interrupted_run_says_how_to_go_on(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    with start(bench, "--jobs", "2") as process:
        wait_for(lambda: journaled(bench) >= 5, process)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    kept = re.search(rb"Interrupted. ([\d,]+) rows are kept: .* --resume", told)
    assert kept, told
    assert int(kept[1].replace(b",", b"")) >= 5
    assert b"Traceback" not in told
    assert not bench.out.exists()
    assert bench.score("--resume", *SMALL).returncode == 3
    assert bench.left_over() == []


def test_an_interrupt_does_not_wait_for_the_chunks_that_are_being_scored(bench: Bench) -> None:
    # As long as a chunk is worked on the journal does not grow: this file is two thousand slow rows a chunk.
    slow = "word " * 4000
    bench.write(*({"task_id": n % 2 or "two", "answer": f"{n} {slow}"} for n in range(6000)))
    words = bench.words("--jobs", "2", "--chunk-bytes", str(40 << 20))
    with subprocess.Popen(
        [*PROGRAM, *words],
        env=environment(),
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        wait_for(lambda: journaled(bench) >= 1 and len(children_of(process.pid)) > 2, process)
        workers = children_of(process.pid)
        for _ in range(3):
            # Whoever is impatient presses it again.
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.01)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert b"rows are kept" in told
    assert b"Traceback" not in told
    assert b"Exception ignored" not in told
    wait_until_gone(workers)


def test_the_wish_to_end_is_an_interrupt_for_all_processes(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    with start(bench, "--jobs", "2") as process:
        wait_for(lambda: journaled(bench) >= 5 and len(children_of(process.pid)) > 2, process)
        workers = children_of(process.pid)
        os.killpg(process.pid, signal.SIGTERM)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert re.search(rb"Interrupted. [\d,]+ rows are kept: .* --resume", told)
    assert told.count(b"\n") == 2, told
    wait_until_gone(workers)
    assert bench.score("--resume", *SMALL).returncode == 3
    assert bench.out.read_bytes() == whole.verdicts


@pytest.mark.parametrize("loaded", ["click.types", "probatum.diagnostics", "probatum.service.tasks"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_while_the_program_is_being_loaded_shows_no_traceback(
    bench: Bench, loaded: str, number: signal.Signals
) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    command = [PROGRAM[0], "-X", "importtime", "-m", "probatum", *bench.words("--jobs", "1")]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.rpartition(b"|")[2].strip() == loaded.encode():
                process.send_signal(number)
                break
        rest = process.stderr.read()
    assert process.returncode == 130, rest
    assert b"Interrupted." in rest
    assert b"Traceback" not in rest
    assert b"ignored" not in rest
    assert not bench.out.exists()


@pytest.mark.parametrize("kilobytes", [60_000, 90_000, 120_000])
def test_too_little_memory_for_processes_is_told_and_nothing_hangs(
    bench: Bench, whole: Whole, kilobytes: int
) -> None:
    bench.answers.write_bytes(whole.answers)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (kilobytes << 10, kilobytes << 10))

    done = bench.score("--jobs", "2", *SMALL, preexec_fn=limit)
    assert done.returncode in {3, 5}, done.stderr
    assert b"Traceback" not in done.stderr
    assert done.returncode == 3 or not bench.out.exists()


def test_a_process_that_dies_ends_the_run_and_what_was_scored_is_kept(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    with start(bench, "--jobs", "2") as process:
        wait_for(lambda: journaled(bench) >= 5 and len(children_of(process.pid)) > 2, process)
        process.send_signal(signal.SIGSTOP)
        workers = [pid for pid in children_of(process.pid) if b"spawn_main" in command_of(pid)]
        os.kill(workers[0], signal.SIGKILL)
        process.send_signal(signal.SIGCONT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 5
    assert b"ended from outside" in told
    assert b"--resume" in told
    assert b"Traceback" not in told
    wait_until_gone(workers)
    assert bench.score("--resume", *SMALL).returncode == 3
    assert bench.out.read_bytes() == whole.verdicts


def test_an_interrupt_before_anything_was_scored_says_that_nothing_is_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    monkeypatch.setattr(probatum.answers.verifier.AnswerVerifier, "verify", interrupted)
    assert main(bench.words("--jobs", "1")) == 130
    assert "No rows are kept" in capsys.readouterr().err
    assert bench.left_over() == []


def test_a_failure_of_the_machinery_is_no_verdict(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    broken = (
        "import probatum.answers.verifier as v, sys\n"
        "def fail(self, answer): raise ZeroDivisionError('deep inside')\n"
        "v.AnswerVerifier.verify = fail\n"
        "from probatum.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    words = [PROGRAM[0], "-c", broken]
    done = subprocess.run([*words, *bench.words()], capture_output=True, check=False, timeout=60)
    assert done.returncode == 5
    assert b"deep inside" in done.stderr
    assert b"task 1" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not bench.out.exists()
    assert bench.left_over() == []
    done = subprocess.run([*words, "--debug", *bench.words()], capture_output=True, check=False, timeout=60)
    assert done.returncode == 5
    assert b"Traceback" in done.stderr
