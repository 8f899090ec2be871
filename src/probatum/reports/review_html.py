"""A review as one HTML page that works offline, from a file: who needs a person, why, and what is decided.

Nothing on the page comes from elsewhere, and its policy lets nothing run but its own script: script and
style are named by their digests, so that no text of a task could run even if it got past the escaping.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Final

from probatum.answers.repair import Repair
from probatum.answers.task import Task
from probatum.outcome import Outcome
from probatum.reports.counts import count
from probatum.reports.highlight import Mark, Piece, pieces
from probatum.reports.markup import Html, element, joined
from probatum.reports.visible import visible
from probatum.service.exact_json import exact_json
from probatum.service.review import Example, Item, Need, Review

_MARKS: Final = {Mark.FOUND: "found", Mark.AGAINST: "against", Mark.LEFT_OUT: "left-out"}
_SHORT: Final = 80

_TITLES: Final = {
    Need.UNREADABLE: "cannot be read",
    Need.GOLD_SUSPECT: "gold suspect",
    Need.LOW_CONFIDENCE: "low confidence",
    Need.SUBJECTIVE: "subjective",
    Need.TOO_STRICT: "too strict",
    Need.TOO_LENIENT: "too lenient",
    Need.LINT_ERROR: "lint error",
    Need.LINT_WARNING: "lint warning",
    Need.IGNORED_TRAP: "declined trap",
    Need.NO_ANNOTATION: "no annotation",
}


def review_page(review: Review, digest: str, title: str) -> str:
    """Returns the page.

    Args:
        review: What needs a person.
        digest: Digest of the review's rows; what a reviewer has filled in is kept under it.
        title: What the page is called, such as the name of the annotation file.
    """
    style, script = _part("review.css"), _part("review.js")
    policy = (
        f"default-src 'none'; style-src '{_source(style)}'; script-src '{_source(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    name = f"Review of {visible(title)}"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", name),
        element("style", Html(style)),
    )
    cards = [_card(number, item) for number, item in enumerate(review.items)]
    body = element(
        "body",
        _header(name, review),
        element("main", _table(review), *cards),
        element("script", Html(script)),
        data_digest=digest,
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _part(name: str) -> str:
    return files("probatum.reports").joinpath("review_page", name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _header(name: str, review: Review) -> Html:
    present = {need for item in review.items for need in item.needs}
    filters = [
        element("button", _TITLES[need], type="button", class_="filter", data_need=need.value,
                aria_pressed="false")
        for need in Need if need in present
    ]  # fmt: skip
    told = f"{count(len(review.items), 'task')} of {review.tasks:,} to look at."
    if review.unread:
        told += f" {count(len(review.unread), 'fault')} kept parts of the files from being read."
    return element(
        "header",
        element("h1", name),
        element("p", told, " ", element("output", id="progress")),
        element("div", *filters, class_="filters"),
        element(
            "div",
            element("input", type="search", id="search", placeholder="Search", aria_label="Search"),
            _labelled("undecided only", element("input", type="checkbox", id="undecided")),
            _labelled("Your name", element("input", type="text", id="reviewer", maxlength="200")),
            element("button", "Download decisions", type="button", id="download"),
            class_="tools",
        ),
        element("p", id="message", role="status"),
    )


def _labelled(label: str, field: Html) -> Html:
    return element("label", element("span", label), " ", field)


def _table(review: Review) -> Html:
    names = ("task", "why", "confidence", "gold", "decision")
    rows = [
        element(
            "tr",
            element("td", element("a", visible(str(item.task_id))[:_SHORT], href=f"#card-{number}")),
            element("td", *(_chip(need) for need in item.needs)),
            element("td", (item.task.confidence or "not said") if item.task else ""),
            element("td", _short("; ".join(item.task.golds)) if item.task else "", dir="auto"),
            element("td", class_="state"),
            id=f"row-{number}",
        )
        for number, item in enumerate(review.items)
    ]
    head = element("thead", element("tr", *(element("th", name, scope="col") for name in names)))
    return element("table", head, element("tbody", *rows))


def _chip(need: Need) -> Html:
    return element("span", _TITLES[need], class_=f"chip {need.value}")


def _short(text: str) -> str:
    shown = visible(text[: _SHORT + 1]).replace("\n", "↵")
    return shown if len(text) <= _SHORT else shown[:_SHORT] + "…"


def _card(number: int, item: Item) -> Html:
    heading = element(
        "h2", "Task ", element("code", visible(str(item.task_id))), " ", *(_chip(need) for need in item.needs)
    )
    parts = [heading]
    if item.task is not None:
        parts += _facts(item, item.task)
    parts += [_findings(item), _examples(item)]
    if item.task is not None:
        parts.append(_form(item, item.task) if item.decidable else element("pre", _spec_text(item.task)))
    if not item.decidable:
        parts.append(element("p", _WHY_NOT[item.task is None], class_="hint"))
    return element(
        "article",
        *parts,
        id=f"card-{number}",
        data_task=json.dumps(item.task_id),
        data_needs=" ".join(item.needs),
        data_fingerprint=item.task.verifier.fingerprint if item.task else None,
        data_file_digest=item.digest or None,
        data_confidence=item.task.confidence if item.task else None,
        data_decidable=item.decidable,
    )


_WHY_NOT: Final = {
    True: "It cannot be read, so nothing can be decided about it here: mend the file, and export it again.",
    False: "It has no annotation: write one first.",
}


def _facts(item: Item, task: Task) -> list[Html]:
    facts = [
        ("intent", task.intent or "(not known: the task file was not given)"),
        ("instructions", task.additional_instructions or ""),
        ("gold", "\n".join(task.golds)),
        ("notes", task.notes),
        ("reviewed", "\n".join(f"{by}, {on}" for by, on in item.reviewed)),
    ]
    listed = [
        joined(element("dt", name), element("dd", *_folded(text, pieces(text, [])), dir="auto"))
        for name, text in facts
        if text
    ]
    return [element("dl", *listed)]


def _folded(text: str, shown: Sequence[Piece]) -> list[Html]:
    """Returns a text cut into pieces; where something is left out, the whole can be opened below."""
    parts = [_piece(piece.text, piece.mark) for piece in shown]
    if any(piece.mark is Mark.LEFT_OUT for piece in shown):
        parts.append(element("details", element("summary", "The whole text"), visible(text)))
    return parts


def _piece(text: str, mark: Mark) -> Html:
    return element("mark", text, class_=_MARKS[mark]) if mark in _MARKS else joined(text)


def _findings(item: Item) -> Html:
    found = []
    for finding in item.findings:
        parts = [
            element("strong", f"{finding.severity.value} "),
            element("code", finding.code),
            " ",
            visible(finding.message),
            f" (found {visible(finding.value)})" if finding.value else "",
            element("div", f"Fix: {visible(finding.fix)}", class_="hint") if finding.fix else "",
        ]
        found.append(element("li", *parts))
    for one in item.ignored:
        reason = element("div", "Declined: ", visible(one.reason), class_="declined")
        found.append(
            element("li", element("code", one.diagnostic.code), " ", visible(one.diagnostic.message), reason)
        )
    return joined(element("h3", "Findings"), element("ul", *found)) if found else joined()


def _examples(item: Item) -> Html:
    parts = []
    for right, name in ((True, "Right answers"), (False, "Wrong answers")):
        group = [example for example in item.examples if example.right is right]
        if group:
            listed = (_example(example, decidable=item.decidable) for example in group)
            parts.append(joined(element("h3", name), *listed))
    return joined(*parts)


def _example(example: Example, *, decidable: bool) -> Html:
    """Returns an example with what decided marked in it."""
    verdict = example.verdict
    marks = [(span, Mark.AGAINST if r.decides else Mark.FOUND) for r in verdict.reasons for span in r.spans]
    state = "left" if verdict.outcome is Outcome.INCONCLUSIVE else "wrong" if example.failure else "good"
    reasons = [
        element(
            "li",
            element("code", reason.code),
            f" {visible(reason.pointer)} {visible(reason.expected)}",
            f" ({visible(reason.detail)})" if reason.detail else "",
        )
        for reason in verdict.reasons
        if reason.decides or reason.spans
    ]
    remove = element("input", type="checkbox", class_="remove", data_text=json.dumps(example.text))
    return element(
        "div",
        element("div", *_folded(example.text, pieces(example.text, marks)), class_="text", dir="auto"),
        element("span", verdict.outcome.value, class_="outcome"),
        _labelled("remove", remove) if decidable else "",
        element("ul", *reasons, class_="reasons"),
        class_=f"example {state}",
    )


def _form(item: Item, task: Task) -> Html:
    failures = [example.failure for example in item.examples if example.failure is not None]
    repairs = dict.fromkeys(_repair(repair) for failure in failures for repair in failure.repairs)
    declines = [
        _labelled(f"decline {code}, because", element("input", type="text", class_="decline", data_code=code))
        for code in item.declinable
    ]
    spec = element("textarea", _spec_text(task), class_="spec", spellcheck="false", rows="8")
    return element(
        "section",
        element("h3", "Decision"),
        _labelled("the spec is right as it is", element("input", type="checkbox", class_="accept")),
        _choice("confidence", "confidence", "high", "medium", "low"),
        _choice("the gold", "gold-suspect", ("true", "looks wrong"), ("false", "is right")),
        _choice("a spec", "subjective", ("true", "cannot work: subjective"), ("false", "can work")),
        element("details", element("summary", "Mend the spec"), *repairs, _labelled("eval", spec)),
        *declines,
        element(
            "details",
            element("summary", "Add examples"),
            element("div", class_="added"),
            element("button", "A right answer", type="button", class_="add", data_side="right"),
            element("button", "A wrong answer", type="button", class_="add", data_side="wrong"),
        ),
        _labelled("note", element("textarea", class_="note", rows="2")),
        element("p", class_="problems", role="status"),
        element("button", "Clear this decision", type="button", class_="clear"),
        class_="decision",
    )


def _choice(label: str, name: str, *options: str | tuple[str, str]) -> Html:
    pairs = [("", "as it is"), *((one, one) if isinstance(one, str) else one for one in options)]
    listed = [element("option", shown, value=value) for value, shown in pairs]
    return _labelled(label, element("select", *listed, class_=name))


def _repair(repair: Repair) -> Html:
    spec = _ascii(exact_json(repair.spec, step="  "))
    return element("button", visible(repair.text), type="button", class_="repair", data_eval=spec)


def _spec_text(task: Task) -> str:
    return _ascii(exact_json(task.verifier.spec, step="  "))


def _ascii(text: str) -> str:
    """Writes what cannot be seen in JSON text as escapes, so that it can be edited."""
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
