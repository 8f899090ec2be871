"""`probatum answers explain`: what it shows, how it ends, and that no answer can steer a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

import probatum
from probatum.answers.reply import Reply
from probatum.cli import main
from probatum.outcome import Span
from probatum.reports.explain_answer import drawn, plain
from probatum.reports.highlight import LONGEST, Mark, excerpt, pieces, with_carets
from probatum.reports.json_text import json_text
from probatum.reports.terminal import has_colours
from probatum.reports.visible import visible
from probatum.service.explain import explain_answer

TERN: dict[str, Any] = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}}
NUMBER: dict[str, Any] = {
    "eval_types": ["number_match"],
    "reference_answers": {"number_match": {"value": 130}},
}
FIRST = {
    "eval_types": ["string_match"],
    "reference_answers": {"must_include": ["10"], "scope": "first_sentence"},
}
JUDGE = {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "praises the view"}}
ANY_TEXT = st.text(st.characters(), max_size=60)


def _run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "probatum", "answers", "explain", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=60)


def _told(
    answer: str, spec: dict[str, Any], capsys: pytest.CaptureFixture[str], *more: str
) -> tuple[int, str]:
    code = main(["answers", "explain", "--spec", json.dumps(spec), "--answer", answer, *more])
    return code, capsys.readouterr().out


@pytest.mark.rule("ANS-F1", "ANS-F2")
@pytest.mark.parametrize(
    ("spec", "answer", "code", "word"),
    [
        (TERN, "A tern.", 0, "verified"),
        (TERN, "A gull.", 1, "refuted"),
        (TERN, "", 1, "refuted"),
        (JUDGE, "Grand.", 3, "inconclusive"),
    ],
)
def test_the_exit_code_tells_the_outcome(
    spec: dict[str, Any], answer: str, code: int, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found, out = _told(answer, spec, capsys)
    assert found == code
    assert f"Verdict: {word} (exit code {code}" in out


@pytest.mark.rule("ANS-A8", "ANS-F2")
def test_carets_stand_below_what_was_found_in_the_original(capsys: pytest.CaptureFixture[str]) -> None:
    answer = "Up from 100: **one hundred and thirty** trams."
    _, out = _told(answer, NUMBER, capsys)
    lines = out.split("\n")
    at = lines.index(f"  {answer}")
    carets = lines[at + 1]
    assert answer[carets.index("^") - 2 : carets.rindex("^") - 1] == "one hundred and thirty"
    assert '130  "one hundred and thirty"  words' in out
    assert '100  "100"                     digits' in out


def test_what_speaks_against_is_marked_otherwise_and_carets_know_wide_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    spec = {
        "eval_types": ["string_match"],
        "reference_answers": {"must_include": ["駅"], "must_exclude": ["港"]},
    }
    _, out = _told("駅と港", spec, capsys)
    assert "  駅と港\n  ^^  xx\n" in out


@pytest.mark.rule("ANS-B6")
def test_steps_show_blocks_scope_and_folded_text(capsys: pytest.CaptureFixture[str]) -> None:
    answer = "# Résultat\n\n- There are **100** of them.\n- Or 10.\n"
    code, out = _told(answer, FIRST, capsys)
    assert code == 1
    assert "string_match (first sentence)" in out
    assert "1 heading  Résultat\n" in out
    assert "first  resultat there are 100 of them." in out
    assert "it stands only after the first sentence, which is all that counts here" in out


@pytest.mark.rule("ANS-B5")
def test_an_entry_inside_a_word_or_number_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["10 |OR| ten"]}}
    _, out = _told("There are 100.", spec, capsys)
    assert 'it stands only as a part of "100."' in out
    _, out = _told("It is unknown.", TERN, capsys)
    assert "it stands only" not in out


@pytest.mark.rule("ANS-C3")
def test_what_has_digits_and_is_no_number_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = _told("Tram FIN86 leaves at 12:30 from stop 130.", NUMBER, capsys)
    assert "Numbers (1 read; no numbers: FIN86, 12:30)" in out


def test_json_gives_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    answer = "**Yes**: 130 \x1b[31m trams \u202e at 9:15."
    code, out = _told(answer, NUMBER, capsys, "--json")
    row = json.loads(out)
    assert code == 0
    assert row["answer"] == answer
    assert row["outcome"] == "verified"
    assert row["steps"]["stripped"].startswith("Yes: 130")
    assert row["steps"]["folded"].startswith("yes: 130")
    number = row["steps"]["numbers"][0]
    assert (number["value"], answer[slice(*number["span"])]) == ("130", "130")
    assert row["findings"][0]["code"] == "number_found"
    assert row["findings"][0]["scope"] == "full"
    assert all(char == "\n" or char.isprintable() for char in out)


def test_a_missing_and_an_over_size_answer_are_explained_too() -> None:
    verifier = probatum.compile_spec(TERN, max_answer_bytes=10)
    for answer, code in ((None, "answer_missing"), ("tern " * 9, "answer_too_large")):
        explanation = explain_answer(verifier, answer)
        assert explanation.steps is None
        text = plain(explanation)
        assert code in text
        assert "inconclusive (exit code 3" in text
        assert json.loads(json_text(explanation.to_dict()))["steps"] is None


def test_answers_come_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    answer = tmp_path / "answer.md"
    answer.write_text("- A *tern*.\n", encoding="utf-8")
    spec = tmp_path / "spec.yaml"
    spec.write_text("eval:\n  eval_types: [string_match]\n  reference_answers: {must_include: [tern]}\n")
    from_file = _run("--spec", str(spec), "--answer-file", str(answer))
    from_stdin = _run("--spec", str(spec), "--answer", "-", stdin=answer.read_bytes())
    assert from_file.returncode == 0
    assert from_file.stdout == from_stdin.stdout
    bad = _run("--spec", str(spec), "--answer", "-", stdin=b"t\xffrn")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert b"document/bad-utf8" in bad.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--answer", "x"], "--tasks or --spec"),
        (["--spec", "{}", "--tasks", "t.json", "--answer", "x"], "--tasks or --spec"),
        (["--spec", json.dumps(TERN)], "--answer or --answer-file"),
        (["--spec", json.dumps(TERN), "--task", "7", "--answer", "x"], "belong to --tasks"),
        (["--spec", '{"eval_types": [}', "--answer", "x"], "document/syntax"),
        (["--spec", "{}", "--answer", "x"], "document/missing-key"),
        (["--spec", "", "--answer", "x"], "--spec is empty"),
        (["--spec", "/absent.json", "--answer", "x"], "document/no-such-file"),
        (["--tasks", "examples/tasks.json", "--answer", "x"], "name one with --task"),
        (["--tasks", "examples/tasks.json", "--task", "34x", "--answer", "x"], "Did you mean '34'"),
    ],
)
def test_bad_usage_and_bad_input_end_with_two_and_no_traceback(
    arguments: list[str], words: str, repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(repository)
    assert main(["answers", "explain", *arguments]) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert told.out == ""
    assert "Traceback" not in told.err


def test_a_fault_of_a_spec_file_has_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "spec.json"
    spec.write_text(
        '{"task_id": 7, "eval": {\n "eval_types": ["string_match"],\n'
        ' "reference_answers": {"must_includ": []}}}'
    )
    assert main(["answers", "explain", "--spec", str(spec), "--answer", "x"]) == 2
    assert f"{spec}:3:24 /eval/reference_answers/must_includ" in capsys.readouterr().err


@pytest.mark.parametrize("where", ["no/x.svg", ".", "tasks.json", "answer.md", "spec.json"])
def test_a_picture_that_cannot_be_written_is_told_before_anything_is_shown(
    where: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tasks.json").write_text(json.dumps([{"task_id": 7, "intent": "?", "eval": TERN}]))
    (tmp_path / "spec.json").write_text(json.dumps(TERN))
    (tmp_path / "answer.md").write_text("A tern.")
    given = ["--spec", str(tmp_path / "spec.json")]
    if where == "tasks.json":
        given = ["--tasks", str(tmp_path / where)]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    words = [*given, "--answer-file", str(tmp_path / "answer.md"), "--svg", str(tmp_path / where), "--json"]
    assert main(["answers", "explain", *words]) == 2
    assert json.loads(capsys.readouterr().out)["exit_code"] == 2
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


HOSTILE = [
    "\x1b[2J\x1b]0;owned\x07 tern",
    "\x9b31m tern \x90q\x9c",
    "tern \u202e\u2066 \u200b \ufeff \x00 \x7f",
    "[bold red]tern[/bold red] [link=file:///etc/passwd]x[/link] :smile:",
    "tern\r\x08\x08\x08\x08gull",
    "\ud83d tern \udc80",
    "</text><script>alert(1)</script> tern ]]> &amp;",
]


@pytest.mark.parametrize("answer", HOSTILE)
def test_a_hostile_answer_cannot_steer_a_terminal(answer: str, tmp_path: Path) -> None:
    given = tmp_path / "answer.json"
    given.write_text(json.dumps(answer))
    picture = tmp_path / "picture.svg"
    program = (
        "import json, sys; from probatum.cli import main;"
        f"answer = json.load(open({str(given)!r}));"
        f"sys.exit(main(['answers', 'explain', '--spec', {json.dumps(TERN)!r}, '--answer', answer,"
        f" '--svg', {str(picture)!r}]))"
    )
    main_end, child_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=child_end,
        stderr=child_end,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(child_end)
    shown = _drain(main_end)
    assert process.wait(60) in (0, 1)
    text = shown.decode()
    # What is left after the colours that the program itself sets holds no control character.
    bare = "".join(part.partition("m")[2] if n else part for n, part in enumerate(text.split("\x1b[")))
    assert "\x1b" not in bare
    assert {c for c in bare if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn")} <= {"\r", "\n"}
    if "[bold red]" in answer:
        assert "[bold red]tern[/bold red]" in bare
        assert ":smile:" in bare
    drawn = picture.read_text(encoding="utf-8")
    tree = ET.fromstring(drawn)  # noqa: S314 - our own picture, and the point is that it is well formed
    tags = {element.tag.rpartition("}")[2] for element in tree.iter()}
    assert tags <= {"svg", "style", "defs", "clipPath", "rect", "text", "g", "circle"}
    assert "url(http" not in drawn


def _drain(descriptor: int) -> bytes:
    shown = b""
    while True:
        try:
            chunk = os.read(descriptor, 65536)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
    os.close(descriptor)
    return shown


def test_without_colours_signs_say_what_is_marked_and_a_legend_says_what_they_mean() -> None:
    spec = {
        "eval_types": ["string_match"],
        "reference_answers": {"must_include": ["tern", "10"], "must_exclude": ["gull"]},
    }
    explanation = explain_answer(probatum.compile_spec(spec), "A tern and a gull, 100 times. Yes.")
    for no_color in (True, False):
        screen = Console(
            width=80,
            file=io.StringIO(),
            force_terminal=True,
            no_color=no_color,
            color_system="truecolor",
            highlight=False,
        )
        screen.print(drawn(explanation, colours=has_colours(screen)))
        assert isinstance(screen.file, io.StringIO)
        text = re.sub(r"\x1b\[[\d;]*m", "", screen.file.getvalue())
        assert ("A »tern« and a ✗»gull«, ~»100« times. Yes." in text) is no_color
        assert ("-»A tern and a gull, 100 times.«" in text) is no_color
        legend = next(line for line in text.splitlines() if "Marked:" in line)
        assert legend.strip() == (
            "Marked: -»first sentence«  ~»nearly«  »found«  ✗»against«"
            if no_color
            else "Marked: first sentence  nearly  found  against"
        )


@pytest.mark.parametrize("width", [100, 60, 40])
def test_no_figure_and_no_code_is_cut_on_a_narrow_terminal(width: int) -> None:
    spec = {"eval_types": ["number_match"], "reference_answers": {"number_match": {"value": 1234567}}}
    explanation = explain_answer(
        probatum.compile_spec(spec), "About 1234567 of 7654321 trams, 99887766 seats."
    )
    screen = Console(width=width, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    screen.print(drawn(explanation))
    assert isinstance(screen.file, io.StringIO)
    text = screen.file.getvalue()
    numbers = text[text.index("Numbers") :]
    for word in ("1234567", '"1234567"', "6–13", "17–24", "99887766", "number_found", "/number_match/value"):
        assert word in re.split(r"[\s,]+", numbers), word


@given(ANY_TEXT)
def test_every_answer_can_be_explained_and_nothing_invisible_is_shown(answer: str) -> None:
    for spec in (TERN, NUMBER, FIRST):
        explanation = explain_answer(probatum.compile_spec(spec), answer)
        shown = plain(explanation) + json_text(explanation.to_dict())
        assert all(char in "\n " or char.isprintable() for char in shown)
        assert json.loads(json_text(explanation.to_dict()))["outcome"] == explanation.verdict.outcome
        steps = explanation.steps
        assert steps is not None
        # What is shown is what the verifiers see, though they take short ways.
        reply = Reply(answer)
        assert (steps.stripped, steps.folded) == (reply.stripped, reply.full.text)
        assert steps.folded_first == reply.first.text
        assert [n.text for n in steps.numbers] == [
            reply.stripped[m.start : m.end] for m in reply.full.numbers
        ]
        assert "\n\n".join(steps.stripped[b.start : b.end] for b in steps.blocks) == steps.stripped
        for number in steps.numbers:
            assert 0 <= number.span.start < number.span.end <= len(answer)


@given(ANY_TEXT, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), st.sampled_from(list(Mark)))))
def test_pieces_are_the_whole_of_a_short_text(text: str, ranges: list[tuple[int, int, Mark]]) -> None:
    marks = [(Span(min(a, b, len(text)), min(max(a, b), len(text))), mark) for a, b, mark in ranges]
    cut = pieces(text, marks)
    assert "".join(piece.text for piece in cut) == visible(text)
    against = {i for span, mark in marks if mark is Mark.AGAINST for i in range(span.start, span.end)}
    shown = "".join(piece.text for piece in cut if piece.mark is Mark.AGAINST)
    assert shown == "".join(visible(text[i]) for i in sorted(against))


def test_a_long_answer_is_shown_around_what_matters() -> None:
    text = "x" * 500_000 + " tern " + "y" * 500_000
    start = text.index("tern")
    cut = pieces(text, [(Span(start, start + 4), Mark.FOUND)])
    assert [piece.mark for piece in cut] == [Mark.LEFT_OUT, Mark.PLAIN, Mark.FOUND, Mark.PLAIN, Mark.LEFT_OUT]
    assert "499,841 characters" in cut[0].text
    assert sum(len(piece.text) for piece in cut) < 500
    everything = [(Span(0, len(text)), Mark.AGAINST)]
    assert sum(len(piece.text) for piece in pieces(text, everything)) < 3 * LONGEST
    assert sum(len(piece.text) for piece in pieces(text, [])) <= LONGEST
    assert sum(len(piece.text) for piece in excerpt(text, Span(0, len(text)), Mark.FOUND)) < 400


def test_a_megabyte_is_explained_in_a_page() -> None:
    answer = "\n".join(f"{n}. The **stop {n}** is named tern-{n}." for n in range(6_000))
    spec = {
        "eval_types": ["string_match", "number_match"],
        "reference_answers": {**TERN["reference_answers"], **NUMBER["reference_answers"]},
    }
    text = plain(explain_answer(probatum.compile_spec(spec), answer))
    assert len(text) < 60_000
    assert "more blocks" in text


@pytest.mark.rule("ANS-A7")
@pytest.mark.parametrize("unit", ["a", "-", "a-", "1", "1,", "tern", "\u0301", "<", "\n", "10 ", "x10"])
def test_a_long_hostile_answer_is_explained_in_a_page(unit: str) -> None:
    # Nothing is timed; a quadratic step would be felt, with some 10^10 of them.
    answer = unit * (200_000 // len(unit))
    both = {**FIRST, "eval_types": ["string_match", "number_match"]}
    both["reference_answers"] = {**FIRST["reference_answers"], **NUMBER["reference_answers"]}
    assert len(plain(explain_answer(probatum.compile_spec(both), answer))) < 60_000


def test_carets_of_several_lines_stand_below_their_own() -> None:
    cut = pieces("one\ntwo\nthree", [(Span(2, 9), Mark.FOUND)])
    assert list(with_carets(cut)) == ["one", "  ^", "two", "^^^", "three", "^"]
