"""The baseline of `answers score`: as little as a program can do that writes the very same verdict file.

    python -m benchmarks.plain_scorer ANSWERS PLAN START END FIRST OUT

It decodes each line of a byte range of the answer file, looks for the gold in the answer, and writes the
row that Probatum would write, all of which but the identifiers was computed beforehand (`PLAN`). The rows of
the answer file repeat the plan in turn; `FIRST` is the number of the range's first row.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec


class AnswerRow(msgspec.Struct):
    """A row of the answer file."""

    task_id: int
    answer_id: str
    answer: str


class Planned(msgspec.Struct):
    """What is known of a row beforehand: its gold, folded, and its verdict row behind the identifiers."""

    gold: str
    verdict: str


def main(arguments: list[str]) -> int:
    """Runs the program; returns its exit code."""
    answers, plan_file, start, end, first, out = arguments
    plan = msgspec.json.decode(Path(plan_file).read_bytes(), type=list[Planned])
    golds = [planned.gold for planned in plan]
    verdicts = [planned.verdict.encode() for planned in plan]
    decode = msgspec.json.Decoder(AnswerRow).decode
    found = 0
    place = int(first) % len(plan)
    left = int(end) - int(start)
    with Path(answers).open("rb") as source, Path(out).open("wb", buffering=1 << 20) as target:
        source.seek(int(start))
        for line in source:
            if left <= 0:
                break
            left -= len(line)
            row = decode(line)
            found += golds[place] in row.answer.casefold()
            target.write(
                b'{"task_id":%d,"answer_id":"%b",%b\n'
                % (row.task_id, row.answer_id.encode(), verdicts[place])
            )
            place += 1
            if place == len(plan):
                place = 0
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
