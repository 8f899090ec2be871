"""`probatum answers score` where files fail it: full disks, closed pipes, lines without end."""

from __future__ import annotations

import errno
import json
import resource
import subprocess
from pathlib import Path

import pytest

from probatum.cli import main
from probatum.service import score_output
from tests.cli.long_run import (
    SMALL,
    Whole,
)
from tests.cli.program import PROGRAM, Bench, environment, measured


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
