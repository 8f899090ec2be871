"""`probatum answers score` with input that is none, and with output that would overwrite something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.program import Bench


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
