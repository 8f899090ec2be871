"""`probatum answers`: the group of commands about free-text answers."""

from __future__ import annotations

from probatum.cli._lazy import Entry, LazyGroup

_COMMANDS = {
    "score": Entry("probatum.cli.score", "Verdicts with reasons for a file of answers, and a summary."),
    "explain": Entry("probatum.cli.explain_answer", "How one answer was read, and what decided."),
    "diff": Entry("probatum.cli.diff", "Verdicts that differ between two verdict files, and why."),
    "merge": Entry("probatum.cli.merge", "A task file with the specs of an annotation file put into it."),
    "review": Entry("probatum.cli.review", "What needs a person, for a person; decisions come back in."),
}

command = LazyGroup(
    "answers", table=_COMMANDS, help="Score free-text answers by strict specs, and look into verdicts."
)
