"""What the documentation shows is what happens: its commands are run, its tables tried, its links tested."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import click
import pytest

import probatum
from probatum.answers.entries import read_entry
from probatum.answers.reply import Reply
from probatum.answers.verifiers._kind import decimal_text
from probatum.cli._main import program
from scripts import doc_examples, pictures
from tests.rules_table import IN_SCOPE

# Pages whose blocks are run, and how many there are at least: a page that loses its fences loses its tests.
RUN = {
    "README.md": 2,
    "docs/tutorial.md": 15,
    "docs/python.md": 6,
    "docs/extending.md": 3,
    "docs/scoring.md": 3,
    "docs/recipes.md": 1,
    "docs/linting.md": 2,
}

_FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?![a-z]+:)([^)\s]+)\)|(?:src|href)=\"(?![a-z]+:)([^\"]+)\"")
_HEADING = re.compile(r"^#{1,6} +(.+?)(?: +\{#([a-z0-9-]+)\})?$", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")


@pytest.mark.parametrize("name", RUN)
def test_examples_print_what_the_page_shows(name: str, repository: Path, tmp_path: Path) -> None:
    page = (repository / name).read_text(encoding="utf-8")
    assert len(doc_examples.examples(page)) >= RUN[name]
    found = doc_examples.faults(name, page, tmp_path)
    assert not found, "\n".join(found) + f"\n\npython scripts/doc_examples.py --write {name}"


def test_an_example_that_lies_is_noticed(tmp_path: Path) -> None:
    page = "```sh\necho one\n```\n\n```text\ntwo\n```\n\n<!-- exit 3 -->\n```sh\nexit 0\n```\n"
    page = page.replace("exit 0\n", "true\n") + "\n```python\nprint(1)\n```\n\n```text\n1\n```\n"
    first, second = doc_examples.faults("page", page, tmp_path)
    assert first.startswith("page:1: it prints something else")
    assert second.startswith("page:10: exit code 0, not 3")


def _numbers(text: str) -> str:
    values = [mention.value for mention in Reply(text).full.numbers]
    return ", ".join(str(v) if isinstance(v, Fraction) else decimal_text(v) for v in values) or "none"


def _found(entry: str, reply: str) -> str:
    return "no" if read_entry(entry, "en").find(Reply(reply).full) is None else "yes"


def _listed(items: str, reply: str) -> str:
    spellings = [[item.strip("` ")] for item in items.split(",")]
    spec = {"eval_types": ["list_match"], "reference_answers": {"list_match": {"items": spellings}}}
    return probatum.compile_spec(spec).outcome(reply)


TABLES: dict[tuple[str, ...], Callable[..., str]] = {
    ("reply", "text that is compared"): lambda reply: Reply(reply).full.text,
    ("reply", "numbers"): _numbers,
    ("reply", "here: numbers"): _numbers,
    ("reply", "first sentence"): lambda reply: Reply(reply).first.stripped,
    ("reply", "here: first sentence"): lambda reply: Reply(reply).first.stripped,
    ("entry", "reply", "found"): _found,
    ("entry", "reply", "here: found"): _found,
    ("items", "reply", "here"): _listed,
}


def _cells(line: str) -> list[str]:
    cells = [cell.strip().replace("\\|", "|") for cell in _CELL.split(line)[1:-1]]
    return [cell.strip("`").replace("⏎", "\n") for cell in cells]


def _rows(page: str) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Yields the rows of the tables of a page with their headers, without the column of what others do."""
    header: list[str] = []
    for line in page.splitlines():
        if not line.startswith("|"):
            header = []
        elif not header:
            header = _cells(line)
        elif not line.startswith("|---"):
            told = [n for n, title in enumerate(header) if title != "there"]
            cells = _cells(line)
            yield tuple(header[n] for n in told), [cells[n] for n in told]


@pytest.mark.parametrize("header", TABLES, ids=" ".join)
def test_tables_say_what_the_engine_does(header: tuple[str, ...], repository: Path) -> None:
    pages = [
        (repository / "docs" / name).read_text("utf-8") for name in ("how-it-reads.md", "corrections.md")
    ]
    rows = [cells for page in pages for found, cells in _rows(page) if found == header]
    assert rows, "no page has this table any more"
    wrong = [(cells, said) for cells in rows if (said := TABLES[header](*cells[:-1])) != cells[-1]]
    assert wrong == []


@pytest.mark.parametrize(("name", "least"), [("spec-reference.md", 25), ("recipes.md", 90)])
def test_specs_of_a_page_decide_as_their_tables_say(name: str, least: int, repository: Path) -> None:
    page = (repository / "docs" / name).read_text(encoding="utf-8")
    parts = re.split(r"^```json\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)
    tried = 0
    for source, text in zip(parts[1::2], parts[2::2], strict=True):
        verifier = probatum.compile_spec(json.loads(source))
        assert verifier.warnings == ()
        # Only the table that follows at once belongs to the spec.
        rows = [cells for found, cells in _rows(text.split("\n#")[0]) if found == ("reply", "verdict")]
        wrong = [(source, reply) for reply, wanted in rows if verifier.outcome(reply) != wanted]
        assert wrong == []
        assert {verifier.verify(reply).outcome for reply, _ in rows} == {wanted for _, wanted in rows}
        tried += len(rows)
    assert tried >= least


def _strings(**keys: object) -> dict[str, object]:
    return {"eval_types": ["string_match"], "reference_answers": keys}


def _numbers_spec(**keys: object) -> dict[str, object]:
    return {"eval_types": ["number_match"], "reference_answers": {"number_match": keys}}


def _list(**keys: object) -> dict[str, object]:
    return {"eval_types": ["list_match"], "reference_answers": {"list_match": {"items": [["a"]], **keys}}}


# Row of "Reading a spec" -> specs that have it, and the code that each is refused with.
REFUSED: dict[str, tuple[str, list[dict[str, object]]]] = {
    "an unknown key, such as `must_includes`": ("document/unknown-key", [_strings(must_includes=["a"])]),
    "`must_exclude` inside `list_match`": ("document/unknown-key", [_list(must_exclude=["b"])]),
    "only exclusions": ("answer/checks-nothing", [_strings(must_exclude=["a"])]),
    "an entry that is empty once folded": (
        "answer/empty-entry",
        [_strings(must_include=["..."]), _strings(exact_match=["..."])],
    ),
    "a blank alternative": ("answer/empty-entry", [_strings(must_include=["a |OR|  |OR| b"])]),
    "a negative tolerance": (
        "document/out-of-range",
        [_numbers_spec(value=1, abs_tolerance=-1), _numbers_spec(value=1, rel_tolerance=-1)],
    ),
    '`"ordered": "false"`': ("document/wrong-type", [_list(ordered="false")]),
    "a pattern that looks ahead or behind, or back to a group": (
        "answer/pattern-refused",
        [_strings(must_include=[one]) for one in ("^(?!a).*b$", "^.*(?<=a)b$", r"^(a)\1$")],
    ),
    "a broken pattern": ("answer/pattern-refused", [_strings(must_include=["^(a$"])]),
    "a pattern with `|OR|` inside": ("answer/pattern-refused", [_strings(must_include=["^(a |OR| b)$"])]),
    "one text where a list is meant (`must_include`, `forbidden`, an item)": (
        "document/wrong-type",
        [_strings(must_include="a"), _list(forbidden="b"), _list(items=["a"])],
    ),
    'a number as text, `"7 million"`': ("document/wrong-type", [_numbers_spec(value="7 million")]),
    "two tolerances": ("answer/both-tolerances", [_numbers_spec(value=9, abs_tolerance=1, rel_tolerance=1)]),
}
READ = {"`exact_match` that is one text", "an entry with `^...$` in `must_include`"}
VERDICTS = {"no answer was given (`null`)", "a judge is needed", "a faulty spec"}


def _titles(repository: Path, header: tuple[str, ...]) -> list[str]:
    """Returns the first cells, as they are written, of the table of the corrections with these headers."""
    page = (repository / "docs" / "corrections.md").read_text(encoding="utf-8")
    table = page.partition("\n| " + " | ".join(header) + " |\n")[2].partition("\n\n")[0]
    return [_CELL.split(line)[1].strip().replace("\\|", "|") for line in table.splitlines()[1:]]


def test_specs_are_read_as_the_corrections_say(repository: Path) -> None:
    assert set(_titles(repository, ("in a spec", "TimeWarp", "here"))) == REFUSED.keys() | READ
    for title, (code, specs) in REFUSED.items():
        for spec in specs:
            with pytest.raises(probatum.SpecError) as caught:
                probatum.compile_spec(spec)
            assert [one.code for one in caught.value.diagnostics] == [code], title
            assert all(one.fix for one in caught.value.diagnostics), title
    text = probatum.compile_spec(_strings(exact_match="a"))
    assert [one.code for one in text.warnings] == ["answer/lenient-exact-match"]
    assert text.outcome("A.") == "verified"
    pattern = probatum.compile_spec(_strings(must_include=[r"^.*\bis an? \w+ \d\b.*$"]))
    assert pattern.outcome("This is a ñu 3.") == "verified"


def test_two_tolerances_of_a_task_file_are_read_as_the_corrections_say(tmp_path: Path) -> None:
    spec = _numbers_spec(value=100, abs_tolerance=1, rel_tolerance=0.1)
    path = tmp_path / "tasks.json"
    path.write_text(json.dumps([{"task_id": 1, "intent": "How many?", "eval": spec}]), encoding="utf-8")
    tasks = probatum.load_tasks(path)
    assert [one.code for one in tasks.diagnostics] == ["answer/lenient-both-tolerances"]
    assert [tasks[0].verifier.outcome(reply) for reply in ("110", "111")] == ["verified", "refuted"]


def test_verdicts_are_as_the_corrections_say(repository: Path, tmp_path: Path) -> None:
    assert set(_titles(repository, ("case", "there", "here"))) == VERDICTS
    judged = probatum.compile_spec(
        {"eval_types": ["string_match", "llm_judge"], "reference_answers": {"must_include": ["a"]}}
    )
    missing = judged.verify(None)
    assert (missing.outcome, [one.code for one in missing.reasons]) == ("inconclusive", ["answer_missing"])
    assert judged.outcome("b") == "refuted"
    waiting = judged.verify("a")
    assert waiting.outcome == "inconclusive"
    assert "judge_required" in [one.code for one in waiting.reasons if one.decides]
    path = tmp_path / "tasks.jsonl"
    rows = [{"task_id": n, "intent": "?", "eval": _strings(must_include=[e])} for n, e in enumerate("a.b.")]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.raises(probatum.DocumentError) as caught:
        probatum.load_tasks(path)
    assert [one.place.line for one in caught.value.diagnostics] == [2, 4]


def _anchors(page: str) -> set[str]:
    found = set()
    for title, given in _HEADING.findall(_FENCE.sub("", page)):
        words = re.sub(r"[^\w\s-]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower())
        found.add(given or re.sub(r"[-\s]+", "-", words).strip("-"))
    return found


def test_links_lead_to_pages_and_headings(repository: Path) -> None:
    pages = [repository / "README.md", *sorted((repository / "docs").rglob("*.md"))]
    broken = []
    for path in pages:
        text = _FENCE.sub("", path.read_text(encoding="utf-8"))
        for one, other in _LINK.findall(text):
            target, _, anchor = (one or other).partition("#")
            goal = path if not target else path.parent / target
            where = f"{path.relative_to(repository)}: {one or other}"
            if not goal.exists():
                broken.append(where)
            elif anchor and anchor not in _anchors(goal.read_text(encoding="utf-8")):
                broken.append(f"{where} (no such heading)")
    assert broken == []


def test_the_rules_page_tells_each_rule_once(repository: Path) -> None:
    page = (repository / "docs" / "rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(ANS-[A-Z]\d+)` \|", page, flags=re.MULTILINE) == IN_SCOPE


def test_pictures_show_what_the_commands_print(repository: Path) -> None:
    drawn = pictures.draw()
    assert sorted(path.name for path in pictures.FOLDER.iterdir()) == sorted(drawn)
    stale = [
        name for name, svg in drawn.items() if (pictures.FOLDER / name).read_text(encoding="utf-8") != svg
    ]
    assert stale == [], "run python -m scripts.pictures"


def test_pictures_ask_no_other_host(repository: Path) -> None:
    for path in pictures.FOLDER.glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        assert 'class="rich-terminal"' in text
        assert re.findall(r"@import|url\([^#]|(?:href|src)=", text) == []


def _commands(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _commands(command, f"{name} {word}")
        else:
            yield f"{name} {word}", command


def test_the_commands_page_names_every_command_and_option(repository: Path) -> None:
    page = (repository / "docs" / "commands.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## `([^`]+)`\n(.*?)(?=^## |\Z)", page, flags=re.DOTALL | re.MULTILINE))
    commands = dict(_commands(program, "probatum"))
    assert len(sections) == len(commands)
    for name, command in commands.items():
        text = next(text for title, text in sections.items() if f"{title} ".startswith(f"{name} "))
        options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
        named = set(re.findall(r"`(--[a-z-]+)", text))
        assert named == {option.opts[0] for option in options}, name
