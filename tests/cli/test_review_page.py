"""The page of a review: hostile texts stay texts, and its script writes what the reader takes."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from probatum.reports.markup import Html, element, joined
from probatum.service.review import review
from tests.cli.review_bench import Bench, low

HOSTILE = [
    "</script><script>alert(1)</script>",
    "</textarea></title><img src=x onerror=alert(1)>",
    "\"' onfocus='alert(1)' autofocus x=\"",
    "<!-- --> &lt;b&gt; &amp;amp; ${alert(1)} `{{ 7*7 }}`",
    "right \u202eto left\u202c \u2066isolate\u2069 zero\u200bwidth \ufeff",
    "line\u2028and paragraph\u2029 separators, \x7f and \x1b[31m red",
    "]]> <![CDATA[ <svg/onload=alert(1)>",
]


class Page(HTMLParser):
    """What a browser sees: elements with their attributes, and the text of each kind of element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts.setdefault(tag, []).append(data)

    def all(self, tag: str, class_: str = "") -> list[dict[str, str | None]]:
        return [a for name, a in self.found if name == tag and class_ in (a.get("class") or "").split(" ")]

    def text(self, tag: str) -> str:
        return "".join(self.texts.get(tag, []))


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def seen(bench: Bench) -> Page:
    return Page(bench.html.read_text(encoding="utf-8"))


def hostile_bench(bench: Bench) -> list[str]:
    """Fills every text that reaches the page with hostile ones; returns the identifiers."""
    rows = []
    for number, text in enumerate(HOSTILE):
        spec = {"eval_types": ["string_match"], "reference_answers": {"must_include": [f"tern {text} x"]}}
        rows.append(
            low(
                f"{number} {text}",
                eval=spec,
                notes=text,
                positive_examples=[f"A sea swallow {text}"],
                negative_examples=[f"A tern {text} x"],
                lint_ignore=[{"code": "answer/too-few-examples", "reason": text}],
            )
        )
    bench.write(*rows, intent=f"Which bird? {HOSTILE[0]} {HOSTILE[4]}")
    return [row["task_id"] for row in rows]


@pytest.mark.rule("ANS-H7")
def test_hostile_texts_stay_texts(bench: Bench) -> None:
    names = hostile_bench(bench)
    assert bench.export() == 0
    page = seen(bench)
    assert page.open == []
    assert len(page.all("script")) == len(page.all("style")) == 1
    assert not {tag for tag, _ in page.found} & {"img", "svg", "iframe", "object", "link", "base", "a:b"}
    names_of_attributes = {name for _, attributes in page.found for name in attributes}
    assert not {name for name in names_of_attributes if name.startswith("on") or name in ("src", "autofocus")}
    assert all(re.fullmatch(r"#card-\d+", one["href"] or "") for one in page.all("a"))
    cards = page.all("article")
    assert [json.loads(card["data-task"] or "") for card in cards] == names
    for text in HOSTILE[:4]:
        assert text in page.text("article")
    removable = {json.loads(box["data-text"] or "") for box in page.all("input", "remove")}
    assert removable == {f"{start} {text}{end}" for text in HOSTILE for start, end in
                         (("A sea swallow", ""), ("A tern", " x"))}  # fmt: skip
    shown = bench.html.read_text(encoding="utf-8")
    assert not set(shown) & set("\u202e\u202c\u2066\u2069\u200b\ufeff\u2028\u2029\x1b\x7f")
    assert "right <U+202E>to left<U+202C>" in page.text("article")


@pytest.mark.rule("ANS-H7")
def test_specs_can_be_edited_as_they_are(bench: Bench) -> None:
    hostile_bench(bench)
    bench.export()
    areas = re.findall(
        r'<textarea class="spec"[^>]*>(.*?)</textarea>', bench.html.read_text(encoding="utf-8"), re.DOTALL
    )
    page = Page("".join(f"<p>{area}</p>" for area in areas))
    specs = [json.loads(text) for text in page.text("p").replace("}{", "}\0{").split("\0")]
    assert specs == [row["spec"] for row in bench.rows()]


@pytest.mark.rule("ANS-H7")
def test_nothing_runs_on_the_page_but_its_own_script(bench: Bench) -> None:
    hostile_bench(bench)
    bench.export()
    page = seen(bench)
    (policy,) = [m["content"] or "" for m in page.all("meta") if m.get("http-equiv")]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        digest = base64.b64encode(hashlib.sha256(page.text(tag).encode()).digest()).decode()
        assert rules[name] == f"'sha256-{digest}'"
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert (
        re.findall(r"https?:|//[a-z]|@import|url\(|innerHTML|eval\(|document\.write", page.text("style"))
        == []
    )
    assert (
        re.findall(r"https?:|@import|innerHTML|\beval\(|document\.write|fetch\(", page.text("script")) == []
    )


@pytest.mark.rule("ANS-H7")
def test_a_megabyte_is_shown_around_what_decided(bench: Bench) -> None:
    text = "word " * 100_000 + "a tern " + "word " * 100_000
    bench.write(low(7, positive_examples=["A tern."], negative_examples=[text]))
    assert bench.export() == 0
    page = seen(bench)
    assert "tern" in page.texts["mark"]
    assert any("characters" in piece for piece in page.texts["mark"])
    assert bench.rows()[0]["examples"][1]["text"] == text
    # The example itself, its text to remove it by, and little more.
    assert bench.html.stat().st_size < 2.2 * len(text)


@pytest.mark.rule("ANS-H7")
def test_the_page_marks_what_decided_and_keeps_state_by_the_rows(bench: Bench) -> None:
    bench.write(low(7, positive_examples=["A sea swallow."], negative_examples=["A tern; no, a gull."]))
    bench.export()
    page = seen(bench)
    assert "tern" in page.texts["mark"]
    digest = "sha256:" + hashlib.sha256(bench.out.read_bytes()).hexdigest()
    assert page.all("body")[0]["data-digest"] == digest
    assert {button["data-need"] for button in page.all("button", "filter")} >= {
        "low_confidence",
        "too_strict",
        "too_lenient",
    }
    repairs = [json.loads(button["data-eval"] or "") for button in page.all("button", "repair")]
    exported = [repair["eval"] for repair in bench.rows()[0]["repairs"]]
    assert repairs
    assert all(repair in exported for repair in repairs)


@pytest.mark.rule("ANS-H7")
def test_a_task_that_cannot_be_decided_has_no_form(bench: Bench) -> None:
    bad = {"eval_types": ["string_match"], "reference_answers": {"must_includes": ["tern"]}}
    bench.write(low(7, eval=bad), low(8))
    bench.export()
    page = seen(bench)
    assert [("data-decidable" in card) for card in page.all("article")] == [False, True]
    assert len(page.all("section", "decision")) == 1


FORM = {
    "reviewer": " Ada ",
    "accept": False,
    "confidence": "",
    "subjective": "",
    "goldSuspect": "",
    "spec": "{}",
    "note": "",
    "declined": [],
    "right": [],
    "wrong": [],
    "removed": [],
}
CARD = {"task": '"7"', "fingerprint": "sha256:0", "digest": "sha256:1", "confidence": "low", "spec": "{}"}


def decision_line(**form: Any) -> dict[str, Any]:
    """Runs the page's own function."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: the page's script needs an engine to run in")
    script = Path(__file__).parents[2] / "src/probatum/reports/review_page/review.js"
    program = f"console.log(JSON.stringify(require({json.dumps(str(script))}).decisionLine("
    program += f"{json.dumps(CARD)}, {json.dumps(FORM | form)})))"
    done = subprocess.run([node, "-e", program], capture_output=True, check=True, text=True, timeout=60)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.rule("ANS-H7")
def test_the_script_writes_what_the_reader_takes(bench: Bench) -> None:
    big = "1" + "0" * 40
    spec = (
        '{\n  "eval_types": ["number_match"],\r\n\t"reference_answers": {"number_match": {"value": %s.50}}\n}'
    )
    form = {
        "spec": spec % big,
        "confidence": "medium",
        "goldSuspect": "true",
        "note": 'two\nlines "quoted" </script> \u2028',
        "declined": [
            {"code": "answer/sprayable", "reason": "asked for"},
            {"code": "answer/x", "reason": " "},
        ],
        "right": ["A tern.\nIndeed.", " "],
        "removed": ["A gull."],
    }
    found = decision_line(**form)
    assert found["problems"] == []
    assert "\n" not in found["line"]
    assert f'"value": {big}.50' in found["line"]
    row = low("7", negative_examples=["A gull."])
    bench.write(row)
    (item,) = review(bench.annotations).items
    line = found["line"].replace("sha256:0", item.to_dict()["fingerprint"]).replace("sha256:1", item.digest)
    bench.decisions.write_text(line, encoding="utf-8")
    assert bench.bring_back() in (0, 1)
    text = bench.new.read_text(encoding="utf-8")
    after = json.loads(text)
    assert f'"value": {big}.50' in text
    assert after["positive_examples"] == ["A tern.\nIndeed."]
    assert after["negative_examples"] == []
    assert after["lint_ignore"] == [{"code": "answer/sprayable", "reason": "asked for"}]
    assert (after["confidence"], after["gold_suspect"]) == ("medium", True)
    assert 'two lines "quoted" </script>' in after["notes"]


@pytest.mark.rule("ANS-H7")
@pytest.mark.parametrize(
    ("form", "decided", "problem"),
    [
        ({}, False, ""),
        ({"note": "seen"}, False, "nothing is decided"),
        ({"accept": True, "confidence": "high"}, True, ""),
        ({"accept": True}, True, "confidence is low"),
        ({"accept": True, "confidence": "low"}, True, "confidence is low"),
        ({"accept": True, "confidence": "high", "reviewer": " "}, True, "your name"),
        ({"accept": True, "confidence": "high", "spec": '{"a": 1}'}, True, "decide for one"),
        ({"spec": "{"}, True, "not JSON"),
        ({"spec": "[]"}, True, "no object"),
        ({"spec": "null"}, True, "no object"),
        ({"subjective": "true"}, True, "why no spec"),
        ({"goldSuspect": "true"}, True, "wrong with the gold"),
        ({"right": ["a"], "wrong": ["a"]}, True, "as right and as wrong"),
    ],
)
def test_the_script_tells_what_is_missing(form: dict[str, Any], decided: bool, problem: str) -> None:
    found = decision_line(**form)
    assert found["decided"] is decided
    assert bool(found["problems"]) is bool(problem)
    assert problem in "\n".join(found["problems"])


def test_the_builder_escapes_all_but_its_own() -> None:
    text = "<b> & \" '"
    assert element("p", text, title=text) == (
        '<p title="&lt;b&gt; &amp; &quot; &#x27;">&lt;b&gt; &amp; &quot; &#x27;</p>'
    )
    assert element("input", type="checkbox", class_="a", data_x="1", checked=True, disabled=False) == (
        '<input type="checkbox" class="a" data-x="1" checked>'
    )
    assert joined(Html("<i>"), "<i>") == "<i>&lt;i&gt;"
    assert isinstance(element("p", element("b", "x")), Html)
