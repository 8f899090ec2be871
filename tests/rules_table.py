"""The table rule -> cases and tests: `make rules`.

Tests are collected, not run. A case counts where a runner takes it as a parameter, so a case file that
nothing reads adds nothing; it is named as an error instead. Exit code 1: a rule in scope has neither case
nor test, a case is run by nobody, or a marker names a rule that does not exist.
"""

from __future__ import annotations

import contextlib
import io
import sys

import pytest

from tests.cases import RULE, read_cases

# The rules that this release keeps; requirements of later ones join when they are built.
SERIES = {
    "ANS-A": range(1, 11),
    "ANS-B": range(1, 8),
    "ANS-C": range(1, 6),
    "ANS-D": (1, 2, 3, 4, 5, 7),
    "ANS-E": (1, 2, 5, 6),
    "ANS-F": range(1, 5),
    "ANS-G": range(1, 15),
    "ANS-H": (1, 7),
}
IN_SCOPE = [f"{series}{number}" for series, numbers in SERIES.items() for number in numbers]
# Extensions and later rules that a test may name already.
BEYOND = {"ANS-C6", "ANS-D6", "ANS-D7", "ANS-E3", "ANS-E4", *(f"ANS-H{number}" for number in range(1, 9))}


class Collected:
    """A pytest plugin that notes which rules the collected tests name."""

    def __init__(self) -> None:
        self.cases: dict[str, set[str]] = {}
        self.tests: dict[str, set[str]] = {}
        self.run_cases: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Reads the markers once everything is collected."""
        for item in session.items:
            for marker in item.iter_markers("rule"):
                case = marker.kwargs.get("case")
                if case is not None:
                    self.run_cases.add(case)
                for rule in marker.args:
                    if case is not None:
                        self.cases.setdefault(rule, set()).add(case)
                    else:
                        # The parameters of one test function are one test.
                        self.tests.setdefault(rule, set()).add(item.nodeid.partition("[")[0])


def collect() -> tuple[Collected, str]:
    """Returns what was collected, and pytest's words if collecting failed (empty when it did not)."""
    collected = Collected()
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        code = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider"], plugins=[collected])
    if code == pytest.ExitCode.OK:
        return collected, ""
    # The list of what could be collected says nothing about what could not.
    listed, mark, told = output.getvalue().partition("\n\n")
    return collected, told if mark else listed


def faults(collected: Collected) -> list[str]:
    """Returns what is wrong with the table, one sentence each."""
    named = set(collected.cases) | set(collected.tests)
    found = [f"{rule} has no case and no test" for rule in IN_SCOPE if rule not in named]
    known = {*IN_SCOPE, *BEYOND}
    for rule in sorted(named - known, key=str):
        kind = "is no rule in scope" if isinstance(rule, str) and RULE.fullmatch(rule) else "is not a rule"
        places = sorted(collected.cases.get(rule, set()) | collected.tests.get(rule, set()))
        found.append(f"{rule!r} {kind}; named by {places[0]}")
    found += [f"{place} is run by no test" for place, _ in read_cases() if place not in collected.run_cases]
    return found


def table(collected: Collected) -> str:
    """Returns the table as text."""

    def row(rule: str, cases: int, tests: int) -> str:
        return f"{rule:<8} {cases:>6} {tests:>6}"

    more = sorted(BEYOND & (collected.cases.keys() | collected.tests.keys()))
    rule_rows = [
        row(rule, len(collected.cases.get(rule, ())), len(collected.tests.get(rule, ())))
        for rule in [*IN_SCOPE, *more]
    ]
    tests: set[str] = set().union(*collected.tests.values())
    line = "-" * 22
    lines = [f"{'rule':<8} {'cases':>6} {'tests':>6}", line, *rule_rows, line]
    lines.append(row("all", len(collected.run_cases), len(tests)))
    return "\n".join(lines)


def main() -> int:
    """Prints the table and the faults; returns the exit code."""
    collected, failure = collect()
    if failure:
        print(failure)
        return 1
    print(table(collected))
    wrong = faults(collected)
    for fault in wrong:
        print(f"error: {fault}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
