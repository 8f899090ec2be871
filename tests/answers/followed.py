"""What an author does who follows a fix to the letter, and rows to try it on."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

_STRING = r'"(?:[^"\\]|\\.)*"'


def followed(spec: dict[str, Any], text: str) -> dict[str, Any]:
    """Does to a spec what a text says, to the letter, as an author would who knows nothing else."""
    spec = copy.deepcopy(spec)
    keys = spec["reference_answers"]
    rest = text
    while rest:
        for sentence, act in _ACTS:
            if match := sentence.match(rest):
                act(spec, keys, [json.loads(f"[{part or ''}]") for part in match.groups()], match[0])
                rest = rest[match.end() :].lstrip()
                break
        else:
            raise AssertionError(f"no author knows what this means: {rest}")
    return spec


def _part(keys: dict[str, Any], name: str) -> dict[str, Any]:
    return keys["list_match"] if name == "forbidden" else keys


def _add(spec: dict[str, Any], keys: dict[str, Any], given: list[Any], said: str) -> None:
    if "forbidden of list_match" in said:
        keys["list_match"]["forbidden"] = [*keys["list_match"].get("forbidden", ()), *given[0]]
        return
    keys["must_exclude"] = [*keys.get("must_exclude", ()), *given[0]]
    if '"string_match" to eval_types' in said:
        spec["eval_types"] = [*spec["eval_types"], "string_match"]


def _replace(spec: dict[str, Any], keys: dict[str, Any], given: list[Any], said: str) -> None:
    name = re.search(r" in (must_include|must_exclude|forbidden) instead", said)
    assert name is not None
    entries = _part(keys, name[1])[name[1]]
    _part(keys, name[1])[name[1]] = [given[0][0] if entry == given[1][0] else entry for entry in entries]


def _remove(spec: dict[str, Any], keys: dict[str, Any], given: list[Any], said: str) -> None:
    name = "forbidden" if "from forbidden" in said else "must_exclude"
    _part(keys, name)[name] = [entry for entry in _part(keys, name)[name] if entry != given[0][0]]


def _scope(spec: dict[str, Any], keys: dict[str, Any], given: list[Any], said: str) -> None:
    part = keys if "beside must_include" in said else keys[said.rpartition(" ")[2].strip(".")]
    part.pop("scope", None)
    if said.startswith("Write"):
        part["scope"] = "first_sentence"


def _spelling(spec: dict[str, Any], keys: dict[str, Any], given: list[Any], said: str) -> None:
    number = re.search(r"item (\d+)", said)
    assert number is not None
    item = int(number[1]) - 1
    keys["list_match"]["items"][item] = [*keys["list_match"]["items"][item], *given[0]]


def _include(spec: dict[str, Any], keys: dict[str, Any], given: list[Any], said: str) -> None:
    del keys["exact_match"]
    keys["must_include"] = given[0]
    if "for it in eval_types" in said:
        spec["eval_types"] = [
            "string_match" if kind == "exact_match" else kind for kind in spec["eval_types"]
        ]


def _number_key(spec: dict[str, Any], keys: dict[str, Any], given: list[Any], said: str) -> None:
    name = re.search(r"abs_tolerance|rel_tolerance|max_distinct|ordered", said)
    assert name is not None
    part = keys["list_match" if name[0] == "ordered" else "number_match"]
    if said.startswith("Remove"):
        del part[name[0]]
        return
    if 'instead of "rel_tolerance"' in said:
        del part["rel_tolerance"]
    part[name[0]] = given[0][0]


_ACTS = [
    (re.compile(pattern), act)
    for pattern, act in (
        (
            rf'Add "must_exclude": \[({_STRING}(?:, {_STRING})*)\] to reference_answers(?:, and [^.]*)?\.',
            _add,
        ),
        (rf"Add ({_STRING}) to the spellings of item \d+ in list_match\.", _spelling),
        (
            rf"Add ({_STRING}(?:, {_STRING})*) to (?:forbidden of list_match|must_exclude)(?:, and [^.]*)?\.",
            _add,
        ),
        (rf"Write ({_STRING}) in \w+ instead of ({_STRING})\.", _replace),
        (rf"Remove ({_STRING}) from (?:must_exclude|forbidden)\.", _remove),
        (r'(?:Write|Remove) "scope"(?:: "first_sentence")? (?:beside must_include|in \w+)\.', _scope),
        (rf'Write "must_include": \[({_STRING})\] instead of exact_match(?:, and [^.]*)?\.', _include),
        (r'Write "\w+": ([\d.]+|true|false)(?: instead of "\w+")? in \w+(?:, if [^.]*)?\.', _number_key),
        (r"Remove \w+ from number_match\.", _number_key),
    )
]


def row(keys: dict[str, Any], right: list[str], wrong: list[str], gold: Any = None, intent: str = "") -> Any:
    kinds: list[str] = [kind for kind in ("list_match", "number_match", "llm_judge") if kind in keys]
    if {"must_include", "must_exclude", "exact_match"} & keys.keys():
        kinds.append("string_match")
    found: dict[str, Any] = {"eval": {"eval_types": kinds, "reference_answers": keys}}
    found |= {"positive_examples": right, "negative_examples": wrong}
    return found | ({"gold": gold} if gold else {}) | ({"intent": intent} if intent else {})
