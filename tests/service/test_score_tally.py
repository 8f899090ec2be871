"""Counting: duplicates against the plain way, and the journal's round trip."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.outcome import Outcome
from probatum.service import score_tally
from probatum.service.score_tally import ChunkTally, Duplicate, Tally

Answers = list[list[tuple[int | str, int | str]]]
IDENTIFIERS = st.integers(0, 5) | st.sampled_from(["0", "1", "1a", "a", "11", ""])


def fill(chunks: Answers) -> Tally:
    tally = Tally()
    for answers in chunks:
        chunk = ChunkTally()
        for line, (task, answer) in enumerate(answers, start=1):
            chunk.add_key(line, task, answer)
        chunk.close(len(answers))
        tally.add(ChunkTally.from_record(json.loads(json.dumps(chunk.to_record()))))
    return tally


@given(st.lists(st.lists(st.tuples(IDENTIFIERS, IDENTIFIERS), max_size=12), max_size=6))
def test_duplicates_are_those_of_the_plain_way(chunks: Answers) -> None:
    first: dict[tuple[str, str], int] = {}
    expected = []
    for line, (task, answer) in enumerate((pair for chunk in chunks for pair in chunk), start=1):
        key = (str(task), str(answer))
        if key in first:
            expected.append(Duplicate(first[key], line))
        else:
            first[key] = line
    assert fill(chunks).duplicates() == (len(expected), expected)


def test_many_keys_are_looked_at_part_by_part(monkeypatch: Any) -> None:
    chunks: Answers = [
        [(number % 50, f"{chunk}-{number % 75}") for number in range(400)] for chunk in range(5)
    ]
    whole = fill(chunks).duplicates()
    assert whole[0] == sum(len(chunk) - len(set(chunk)) for chunk in chunks) > 0
    monkeypatch.setattr(score_tally, "_KEYS_AT_ONCE", 7)
    tally = fill(chunks)
    assert tally.duplicates() == whole
    sizes = [len(part) for part in tally._parts()]
    assert sum(sizes) == 2000
    assert max(sizes) < 100


def test_a_key_takes_at_most_sixteen_bytes_a_row() -> None:
    chunk = ChunkTally()
    chunk.add_key(1, 1, "a")
    chunk.close(1)
    assert chunk.keys.itemsize + chunk.key_lines.itemsize <= 16


def test_lines_are_those_of_the_file_and_what_is_told_is_bounded() -> None:
    tally = Tally()
    for _ in range(3):
        chunk = ChunkTally()
        for line in range(1, 101):
            chunk.add_bad(Diagnostic("answers/wrong-type", Severity.ERROR, Place("f", line), "wrong"))
            chunk.add_unknown(line, f"task {line % 70}")
        chunk.add_verdict(4, Outcome.VERIFIED, identified=True)
        chunk.add_verdict(4, Outcome.REFUTED, identified=False)
        chunk.close(100)
        tally.add(ChunkTally.from_record(json.loads(json.dumps(chunk.to_record()))))
    assert (tally.bad, tally.unknown, tally.lines, tally.rows) == (300, 300, 300, 606)
    assert [fault.place.line for fault in tally.faults] == list(range(1, 101))
    assert tally.strangers["task 0"] == 70
    assert len(tally.strangers) == 70
    assert tally.tasks == {4: [3, 3, 0, 0, 3]}
    assert tally.several_answers() == 1


def test_a_fault_of_a_later_chunk_is_placed_behind_the_lines_before_it() -> None:
    tally = Tally()
    for lines in (7, 5):
        chunk = ChunkTally()
        chunk.add_bad(Diagnostic("answers/wrong-type", Severity.ERROR, Place("f", 2, 3, "/answer"), "wrong"))
        chunk.add_bad(Diagnostic("answers/link-outside", Severity.ERROR, Place("log.json"), "wrong"))
        chunk.close(lines)
        tally.add(chunk)
    assert [str(fault.place) for fault in tally.faults] == [
        "f:2:3 /answer",
        "log.json",
        "f:9:3 /answer",
        "log.json",
    ]
