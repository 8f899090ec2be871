"""What came of a review, and of bringing its decisions back: for people and as JSON-ready values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from probatum.reports.check import closing
from probatum.reports.counts import count, listed
from probatum.reports.lint_formats import as_json
from probatum.reports.visible import visible
from probatum.service.check import Check
from probatum.service.review import Need, Review
from probatum.service.review_apply import Applied


def exported(review: Review) -> Iterator[str]:
    """Yields the lines that say what was exported."""
    yield f"{count(len(review.items), 'task')} of {review.tasks:,} need a person."
    counts = Counter(need for item in review.items for need in item.needs)
    for need in Need:
        if counts[need]:
            yield f"  {need.value:<15} {counts[need]:,}"
    if review.left_out:
        without = count(review.left_out, "task")
        yield f"{without} without an annotation left out; --unannotated exports these too."
    if review.unread:
        yield f"{count(len(review.unread), 'fault')} kept parts of the files from being read."


def exported_json(review: Review) -> dict[str, Any]:
    """Returns what was exported as JSON-ready values, without the rows themselves."""
    counts = Counter(need.value for item in review.items for need in item.needs)
    return {
        "tasks": review.tasks,
        "exported": [item.task_id for item in review.items],
        "left_out": review.left_out,
        "reasons": {need.value: counts[need.value] for need in Need if counts[need.value]},
        "diagnostics": [diagnostic.to_dict() for diagnostic in review.unread],
    }


def applied(result: Applied, check: Check) -> Iterator[str]:
    """Yields the lines that say what was changed, what was not, and what the result comes to."""
    for changed in result.changed:
        keys = listed(list(changed.keys))
        yield visible(f"line {changed.line}, task {changed.task_id}: {keys} (by {changed.reviewer})")
    yield (
        f"{count(len(result.changed), 'annotation')} changed, {len(result.refused):,} refused, "
        f"{len(result.undecided):,} undecided."
    )
    first, *rest = closing([check.lint], [check])
    yield f"The result: {first}"
    yield from rest


def applied_json(result: Applied, check: Check) -> dict[str, Any]:
    """Returns the same as JSON-ready values; `check` is what `probatum check --json` says of the result."""
    return {
        "changed": [changed._asdict() for changed in result.changed],
        "refused": [
            {"task_id": one.task_id, "diagnostics": [found.to_dict() for found in one.diagnostics]}
            for one in result.refused
        ],
        "undecided": list(result.undecided),
        "check": as_json([check.lint], [check]),
    }
