"""`probatum answers score` where things go wrong: kills, full disks, and files that are none."""

from __future__ import annotations

import errno
import json
import os
import re
import resource
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import probatum
from probatum.cli import main
from probatum.service import score_output
from tests.cli.program import PROGRAM, Bench, environment, measured

SMALL = ("--chunk-bytes", "3000")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def many(bench: Bench, rows: int = 3200) -> None:
    """Writes an answer file with something of everything, blank and bad lines included."""
    texts = ["Ida keeps it.", "Ada", "**152** steps", "1,52 steps … or 152?", None, "x" * 300, "é ✅ Ida"]
    found: list[Any] = []
    for number in range(rows):
        task, answer = (1, "two", 3, 99)[number % 4], texts[number % len(texts)]
        # The last eight rows repeat the identifiers of the first.
        found.append({"task_id": task, "answer_id": f"n{number % (rows - 8)}", "answer": answer})
        if number % 97 == 0:
            found += ["", b'{"task_id": 1, "answer": 5}']
    bench.write(*found)


class Whole(NamedTuple):
    """What a run that nobody disturbs makes of an answer file."""

    answers: bytes
    verdicts: bytes
    summary: dict[str, Any]


def summary_of(done: subprocess.CompletedProcess[bytes], answers: str | Path) -> dict[str, Any]:
    """The summary, without the name of the answer file."""
    found: dict[str, Any] = json.loads(done.stdout.replace(str(answers).encode(), b"ANSWERS"))
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    bench = Bench(tmp_path_factory.mktemp("whole"))
    many(bench)
    done = bench.score("--json", "--jobs", "1", *SMALL, seed="0")
    assert (done.returncode, done.stderr) == (3, b"")
    return Whole(bench.answers.read_bytes(), bench.out.read_bytes(), summary_of(done, bench.answers))


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


def start(bench: Bench, *more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PROGRAM, *bench.words(*more, *SMALL)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 60
    while not ready() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def journaled(bench: Bench) -> int:
    journal = bench.out.with_name(bench.out.name + ".journal")
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else -1


def children_of(pid: int) -> list[int]:
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == pid:
                found.append(int(place.name))
    return found


def wait_until_gone(workers: list[int]) -> None:
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline, "a worker outlived its parent"
        time.sleep(0.02)


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


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def test_an_interrupt_before_anything_was_scored_says_that_nothing_is_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    monkeypatch.setattr(probatum.answers.verifier.AnswerVerifier, "verify", interrupted)
    assert main(bench.words("--jobs", "1")) == 130
    assert "No rows are kept" in capsys.readouterr().err
    assert bench.left_over() == []


def interrupted(_verifier: object, _answer: str) -> None:
    raise KeyboardInterrupt


def stop_halfway(bench: Bench) -> None:
    with start(bench) as process:
        wait_for(lambda: journaled(bench) >= 5, process)
        process.kill()
        process.communicate()


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


def test_a_full_disk_is_told_and_can_be_resumed(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    room = len(whole.verdicts) // 2

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = bench.score(*SMALL, preexec_fn=limit)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert b"--resume" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not bench.out.exists()
    assert bench.score("--resume", *SMALL).returncode == 3
    assert bench.out.read_bytes() == whole.verdicts


def test_a_pipe_that_closes_early_is_no_error(bench: Bench, whole: Whole) -> None:
    bench.answers.write_bytes(whole.answers)
    command = " ".join([*PROGRAM, *bench.words(out="-"), "| head -n 1; exit ${PIPESTATUS[0]}"])
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, check=False, env=environment(), timeout=60
    )
    assert done.returncode == 141
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_a_disk_without_room_for_the_first_rows_leaves_nothing_and_promises_nothing(
    bench: Bench, whole: Whole
) -> None:
    bench.answers.write_bytes(whole.answers)
    for room in (0, 700):

        def limit(room: int = room) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

        done = bench.score("--jobs", "1", *SMALL, preexec_fn=limit)
        assert done.returncode == 2
        assert b"cannot be written: File too large" in done.stderr
        assert b"--resume" not in done.stderr
        assert not bench.out.exists()
        assert bench.left_over() == []


def test_a_disk_that_fails_once_the_verdicts_have_their_name_says_so(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_directory: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    bench.write({"task_id": 1, "answer": "Ida"})
    monkeypatch.setattr(score_output, "sync_directory", fail)
    assert main(bench.words("--jobs", "1")) == 2
    told = capsys.readouterr().err
    assert "Input/output error" in told
    assert "The verdict file is complete." in told
    assert "--resume" not in told
    assert bench.outcomes() == ["verified"]
    assert bench.left_over() == []


def test_standard_output_on_a_full_disk_is_told_in_one_line(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *bench.words(out="-")],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
        )
    assert done.returncode == 5
    assert b"The file cannot be written: No space left" in done.stderr
    assert done.stderr.count(b"\n") == 1


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


def rows_so_far_are_an_input(bench: Bench) -> dict[str, Any]:
    bench.out.with_name(bench.out.name + ".partial").hardlink_to(bench.answers)
    return {}


def journal_is_an_input(bench: Bench) -> dict[str, Any]:
    return {"answers": bench.answers.rename(bench.out.with_name(bench.out.name + ".journal"))}


def summary_is_the_journal_behind_a_link(bench: Bench) -> dict[str, Any]:
    (bench.folder / "link.jsonl").symlink_to(bench.folder / "real.jsonl")
    return {"out": bench.folder / "link.jsonl", "summary": bench.folder / "real.jsonl.journal"}


def out_is_an_input(bench: Bench) -> dict[str, Any]:
    (bench.folder / "link.jsonl").symlink_to(bench.answers)
    return {"out": bench.folder / "link.jsonl"}


def summary_is_an_input(bench: Bench) -> dict[str, Any]:
    return {"summary": bench.tasks}


def summary_is_a_link_to_an_input(bench: Bench) -> dict[str, Any]:
    (bench.folder / "hard.json").hardlink_to(bench.answers)
    return {"summary": bench.folder / "hard.json"}


def summary_is_the_journal(bench: Bench) -> dict[str, Any]:
    return {"summary": bench.out.with_name(bench.out.name + ".journal")}


def summary_is_nowhere(bench: Bench) -> dict[str, Any]:
    return {"summary": bench.folder / "none" / "s.json"}


def summary_is_the_verdict_file(bench: Bench) -> dict[str, Any]:
    return {"summary": bench.out}


def out_is_a_folder(bench: Bench) -> dict[str, Any]:
    return {"out": bench.folder}


def out_is_nowhere(bench: Bench) -> dict[str, Any]:
    return {"out": bench.folder / "none" / "out.jsonl"}


def out_is_read_only(_: Bench) -> dict[str, Any]:
    return {"out": "/proc/verdicts.jsonl"}


def out_is_a_device(_: Bench) -> dict[str, Any]:
    return {"out": "/dev/full"}


def answers_are_empty(bench: Bench) -> dict[str, Any]:
    bench.answers.write_bytes(b"")
    return {}


def answers_are_blank(bench: Bench) -> dict[str, Any]:
    bench.answers.write_bytes(b"\n \n")
    return {}


def answers_are_nowhere(bench: Bench) -> dict[str, Any]:
    return {"answers": bench.folder / "none.jsonl"}


def answers_are_a_folder_of_nothing(bench: Bench) -> dict[str, Any]:
    (bench.folder / "logs").mkdir()
    return {"answers": bench.folder / "logs"}


def answers_are_a_device(_: Bench) -> dict[str, Any]:
    return {"answers": "/dev/zero"}


def answers_are_one_list(bench: Bench) -> dict[str, Any]:
    (bench.folder / "list.json").write_text('[{"task_id": 1, "answer": "Ida"}]', encoding="utf-8")
    return {"answers": bench.folder / "list.json"}


def partial_is_in_the_way(bench: Bench) -> dict[str, Any]:
    bench.out.with_name(bench.out.name + ".partial").write_bytes(b"precious")
    return {}


def journal_is_in_the_way(bench: Bench) -> dict[str, Any]:
    bench.out.with_name(bench.out.name + ".journal").write_bytes(b"precious")
    return {}


def tasks_are_faulty(bench: Bench) -> dict[str, Any]:
    bench.tasks.write_text('[{"task_id": 1}, {"intent": 5}]', encoding="utf-8")
    return {}


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (out_is_an_input, "in use by another"),
        (summary_is_an_input, "in use by another"),
        (summary_is_a_link_to_an_input, "in use by another"),
        (summary_is_the_journal, "in use by another"),
        (summary_is_the_journal_behind_a_link, "in use by another"),
        (rows_so_far_are_an_input, "in use by another"),
        (journal_is_an_input, "in use by another"),
        (summary_is_nowhere, "Make the directory"),
        (summary_is_the_verdict_file, "in use by another"),
        (out_is_a_folder, "directory"),
        (out_is_nowhere, "Make the directory"),
        (out_is_read_only, "cannot be"),
        (out_is_a_device, "special file"),
        (answers_are_empty, "no rows"),
        (answers_are_blank, "no rows"),
        (answers_are_nowhere, "no such file"),
        (answers_are_a_folder_of_nothing, "no rows"),
        (answers_are_a_device, "device"),
        (answers_are_one_list, "jq -c"),
        (partial_is_in_the_way, "in the way"),
        (journal_is_in_the_way, "not a journal"),
        (tasks_are_faulty, "intent"),
    ],
)
def test_bad_input_is_told_in_a_sentence_and_nothing_is_touched(
    bench: Bench, spoil: Callable[[Bench], dict[str, Any]], words: str
) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    options = spoil(bench)
    before = {path: path.read_bytes() for path in bench.folder.iterdir() if path.is_file()}
    more = ("--summary", options.pop("summary")) if "summary" in options else ()
    done = bench.score(*more, **options)
    assert done.returncode == 2, done.stderr
    assert words in done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert {path: path.read_bytes() for path in bench.folder.iterdir() if path.is_file()} == before


def test_a_line_of_100_megabytes_costs_no_memory_and_spoils_no_other_row(bench: Bench) -> None:
    good = b'{"task_id": 1, "answer": "Ida"}\n'
    with bench.answers.open("wb") as file:
        file.write(good + b'{"task_id": 1, "answer": "')
        for _ in range(100):
            file.write(b"x" * (1 << 20))
        file.write(b'"}\n' + good)
    report = bench.folder / "size"
    for words in ({}, {"answers": "/dev/stdin"}):
        command = measured(report, *PROGRAM, *bench.words("--jobs", "1", "--json", **words))
        with bench.answers.open("rb") as stdin:
            done = subprocess.run(
                command, stdin=stdin, stdout=subprocess.PIPE, env=environment(), check=False, timeout=120
            )
        assert done.returncode == 3
        assert bench.outcomes() == ["verified", "error", "verified"]
        fault = json.loads(done.stdout)["unreadable"]["first"][0]
        assert (fault["code"], fault["line"]) == ("answers/line-too-long", 2)
        assert 20_000 < int(report.read_text()) < 200_000


def test_an_existing_verdict_file_keeps_its_permissions(bench: Bench) -> None:
    bench.write({"task_id": 1, "answer": "Ida"})
    bench.out.write_bytes(b"")
    bench.out.chmod(0o640)
    assert bench.score().returncode == 0
    assert bench.out.stat().st_mode & 0o777 == 0o640


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
