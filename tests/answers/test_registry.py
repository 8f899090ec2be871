"""The registry of kinds: built-in ones, and those that a package of somebody else's brings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from probatum.answers.verifiers import KINDS, find_kind

_MODULE = '''
"""A verifier kind of somebody else's: the reply has so many words."""
from probatum.answers.verifiers import Kind
from probatum.documents import StrictModel
from probatum.outcome import Outcome, Reason


class Part(StrictModel):
    word_count: int


class WordCount:
    kind = "word_count"
    demands = True

    def __init__(self, wanted):
        self._wanted = wanted

    def outcome(self, reply):
        found = len(reply.full.text.split())
        return Outcome.VERIFIED if found == self._wanted else Outcome.REFUTED

    def reasons(self, reply):
        wrong = self.outcome(reply) is Outcome.REFUTED
        return [Reason("word_count_differs" if wrong else "word_count_equal", self.kind, wrong)]


KIND = Kind("word_count", Part, lambda part, reading: WordCount(part.word_count), "So many words.")
'''
_SCRIPT = """
import json, pickle, probatum
from probatum.answers.verifiers import known_kinds
spec = {"eval_types": ["word_count"], "reference_answers": {"word_count": 3}}
verifier = pickle.loads(pickle.dumps(probatum.compile_spec(spec)))
try:
    probatum.compile_spec({"eval_types": ["word_count"], "reference_answers": {"word_cuont": 3}})
    fix = ""
except probatum.SpecError as error:
    fix = " ".join(d.fix for d in error.diagnostics)
answers = ["one two three", "one two"]
print(json.dumps([[verifier.verify(a).outcome for a in answers], known_kinds(), fix]))
"""


@pytest.mark.rule("ANS-E6")
def test_a_package_of_others_adds_a_kind_through_its_entry_point(tmp_path: Path) -> None:
    (tmp_path / "word_count_kind.py").write_text(_MODULE, encoding="utf-8")
    info = tmp_path / "word_count_kind-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: word-count-kind\nVersion: 1.0\n", encoding="utf-8"
    )
    (info / "entry_points.txt").write_text(
        "[probatum.verifiers]\nword_count = word_count_kind:KIND\n", encoding="utf-8"
    )
    run = subprocess.run(
        [sys.executable, "-c", _SCRIPT],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    outcomes, kinds, fix = json.loads(run.stdout)
    assert outcomes == ["verified", "refuted"]
    assert kinds == [*KINDS, "word_count"]
    assert "word_count" in fix


@pytest.mark.rule("ANS-E6")
def test_the_built_in_kinds_are_found_by_name_and_others_are_not() -> None:
    assert set(KINDS) == {
        "string_match",
        "number_match",
        "list_match",
        "exact_match",
        "llm_judge",
        "fuzzy_match",
    }
    assert all(find_kind(name) is kind for name, kind in KINDS.items())
    assert find_kind("string_macth") is None
