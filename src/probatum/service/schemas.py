"""JSON Schema (2020-12) of specs, annotations, tasks and decisions, built from the models that read them.

What the models say is taken from them. What the reader demands beyond a model, such as that each key of
`reference_answers` belongs to a kind in `eval_types`, is added here as far as JSON Schema can say it. It
cannot say what becomes of an entry once it is folded, nor whether a pattern can be bounded; the reader has
the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from probatum.answers.decision import DecisionModel, DecisionRow
from probatum.answers.shares import GOLD_KEY
from probatum.answers.spec import EvalModel
from probatum.answers.task import AnnotationModel, TaskModel
from probatum.answers.verifiers import Kind, find_kind, known_kinds
from probatum.documents import StrictModel

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_LENIENT_JUDGE: Final = "string_match"
"""The kind under which existing files keep a gold that only a judge can use."""


def spec_schema() -> Schema:
    """Returns the schema of a spec: the object under `eval`."""
    definitions: Schema = {}
    schema = _spec(definitions, published=False)
    return _document(schema, definitions, "Spec", "What is checked about a reply: the object under `eval`.")


def annotation_schema() -> Schema:
    """Returns the schema of one line of an annotation file."""
    return _row(AnnotationModel, "Annotation", published=False)


def task_schema() -> Schema:
    """Returns the schema of one task of a task file that carries its specs itself."""
    return _row(TaskModel, "Task", published=True)


def decision_schema() -> Schema:
    """Returns the schema of one line of a file of decisions, or of a review with its decisions filled in."""
    definitions: Schema = {}
    schema = _model(DecisionRow, definitions)
    decision = _model(DecisionModel, definitions)
    definitions["Spec"] = _spec(definitions, published=False)
    decision["properties"]["eval"] = {
        "description": decision["properties"]["eval"]["description"],
        "anyOf": [{"$ref": "#/$defs/Spec"}, {"type": "null"}],
    }
    decision["anyOf"] = [
        _decides(key, prop) for key, prop in decision["properties"].items() if key not in _WHO
    ]
    decision["not"] = {
        "required": ["accept", "eval"],
        "properties": {"accept": {"const": True}, "eval": _SOME},
    }
    definitions["Decision"] = decision
    undecided: Schema = {"type": "object", "maxProperties": 0}
    schema["properties"]["decision"] = {
        "description": schema["properties"]["decision"]["description"],
        "anyOf": [undecided, {"$ref": "#/$defs/Decision"}],
    }
    return _document(schema, definitions, "Decision", str(schema.pop("description")))


_WHO: Final = ("reviewer", "note")


def _decides(key: str, prop: Schema) -> Schema:
    """Returns what a key must be for a decision to decide something by it."""
    if prop.get("type") == "array":
        return {"required": [key], "properties": {key: {"minItems": 1}}}
    return {"required": [key], "properties": {key: {"const": True} if key == "accept" else _SOME}}


SCHEMAS: Final[Mapping[str, Callable[[], Schema]]] = {
    "spec": spec_schema,
    "annotation": annotation_schema,
    "task": task_schema,
    "decision": decision_schema,
}
"""The schemas by the name of what they describe."""


def _row(model: type[StrictModel], title: str, *, published: bool) -> Schema:
    definitions: Schema = {}
    schema = _model(model, definitions)
    definitions["Spec"] = _spec(definitions, published=published)
    schema["properties"]["eval"] = {
        "$ref": "#/$defs/Spec",
        "description": schema["properties"]["eval"]["description"],
    }
    return _document(schema, definitions, title, str(schema.pop("description")))


def _document(schema: Schema, definitions: Schema, title: str, description: str) -> Schema:
    ordered = {"$schema": DIALECT, "title": title, "description": description, **schema}
    return {**ordered, "$defs": dict(sorted(definitions.items()))}


def _model(model: type[StrictModel], definitions: Schema) -> Schema:
    """Returns a model's own schema, without the noise; the models below it become definitions."""
    schema = model.model_json_schema()
    for name, definition in schema.pop("$defs", {}).items():
        definitions[name] = _quiet(definition)
    del schema["title"]
    return _quiet(schema)


def _quiet(schema: Schema) -> Schema:
    """Drops titles made from field names, and defaults of what may be left out."""
    properties = schema.get("properties", {})
    for prop in properties.values():
        prop.pop("title", None)
        if prop.get("default", ...) in (None, "", []):
            del prop["default"]
    return {key: value for key, value in schema.items() if key != "title"}


def _spec(definitions: Schema, *, published: bool) -> Schema:
    schema = _model(EvalModel, definitions)
    kinds = {name: kind for name in known_kinds() if (kind := find_kind(name)) is not None}
    properties = schema["properties"]
    properties["eval_types"] = {
        "description": properties["eval_types"]["description"],
        "type": "array",
        "minItems": 1,
        "uniqueItems": True,
        "items": {"oneOf": [{"const": kind.name, "description": kind.summary} for kind in kinds.values()]},
    }
    keys: Schema = {key: {} for kind in kinds.values() for key in kind.model.model_fields}
    properties["reference_answers"] = {
        "description": properties["reference_answers"]["description"],
        "type": "object",
        "properties": {
            **keys,
            GOLD_KEY: {"description": "The gold for a judge; may be kept beside any spec."},
        },
        "additionalProperties": False,
    }
    for kind in kinds.values():
        definitions[kind.name] = _part(kind, definitions, published=published)
    schema["allOf"] = [
        *(_if_named(kind, kinds) for kind in kinds.values()),
        *(_if_given(key, kinds) for key in keys if key != GOLD_KEY),
        {"if": _lenient_judge(), "then": _answers({"$ref": "#/$defs/fuzzy_match"})},
        {"if": _only_string_match(), "then": _answers({"anyOf": _DEMANDS})},
    ]
    return schema


def _part(kind: Kind, definitions: Schema, *, published: bool) -> Schema:
    """Returns what `reference_answers` must hold for a kind; keys of other kinds may stand beside."""
    part = _model(kind.model, definitions)
    del part["additionalProperties"]
    for refine in _REFINEMENTS.get(kind.name, ()):
        refine(part, definitions, published)
    return part


def _claimed(key: str, kind: Kind, kinds: Mapping[str, Kind]) -> str | None:
    """Returns the other kind that has the first claim to a key because it is called like it, if any."""
    owner = kinds.get(key)
    is_other = owner is not None and owner.name != kind.name and key in owner.model.model_fields
    return key if is_other else None


def _if_named(kind: Kind, kinds: Mapping[str, Kind]) -> Schema:
    """What follows when a kind is named: its keys are there, and are in order."""
    named: Schema = _named(kind.name)
    if kind.name == _LENIENT_JUDGE:
        named = {"allOf": [named, {"not": _lenient_judge()}]}
    fields = kind.model.model_fields
    claimed = [key for key in fields if _claimed(key, kind, kinds)]
    then: Schema = _answers({"$ref": f"#/$defs/{kind.name}"})
    if GOLD_KEY in fields:
        # Two kinds read the gold; the one that is called like it has the first claim.
        if claimed:
            named = {"allOf": [named, {"not": _named(GOLD_KEY)}]}
        return {"if": named, "then": then}
    own = [_answers({"required": [key]}) for key in fields if key not in claimed]
    own += [
        {"allOf": [{"not": _named(key)}, _answers({"required": [key]})]} for key in fields if key in claimed
    ]
    return {"if": named, "then": {"allOf": [then, {"anyOf": own}]}}


def _if_given(key: str, kinds: Mapping[str, Kind]) -> Schema:
    """What follows when a key is given: a kind that reads it is named."""
    owners = [kind.name for kind in kinds.values() if key in kind.model.model_fields]
    return {"if": _answers({"required": [key]}), "then": {"anyOf": [_named(owner) for owner in owners]}}


def _named(kind: str) -> Schema:
    return {"properties": {"eval_types": {"contains": {"const": kind}}}, "required": ["eval_types"]}


def _answers(schema: Schema) -> Schema:
    return {"properties": {"reference_answers": schema}, "required": ["reference_answers"]}


def _only_string_match() -> Schema:
    alone = {"properties": {"eval_types": {"const": [_LENIENT_JUDGE]}}, "required": ["eval_types"]}
    return {"allOf": [alone, {"not": _lenient_judge()}]}


def _lenient_judge() -> Schema:
    """`string_match` over nothing but a gold, which is read as a judge's."""
    return {
        "properties": {
            "eval_types": {"const": [_LENIENT_JUDGE]},
            "reference_answers": {"type": "object", "required": [GOLD_KEY], "maxProperties": 1},
        },
        "required": ["eval_types", "reference_answers"],
    }


_DEMANDS: Final[list[Schema]] = [
    {"required": ["must_include"], "properties": {"must_include": {"type": "array", "minItems": 1}}},
    {
        "required": ["exact_match"],
        "properties": {"exact_match": {"anyOf": [{"type": "string"}, {"type": "array", "minItems": 1}]}},
    },
]
"""Something that a reply must say; what only excludes would pass every other reply."""

_SOME: Final[Schema] = {"not": {"type": "null"}}
"""A key with a value; null is the same as leaving it out."""


def _given(*keys: str) -> Schema:
    return {"required": list(keys), "properties": dict.fromkeys(keys, _SOME)}


def _one_of_value_and_values(_part: Schema, definitions: Schema, _published: bool) -> None:
    spec = definitions["NumberMatchSpec"]
    spec["oneOf"] = [_given("value"), _given("values")]
    arrays = [choice for choice in spec["properties"]["values"]["anyOf"] if choice.get("type") == "array"]
    arrays[0]["minItems"] = 1


def _one_tolerance(_part: Schema, definitions: Schema, published: bool) -> None:
    """In the strict form one tolerance at most holds for a value, wherever the two may stand."""
    if published:
        return
    both: Schema = {"not": _given("abs_tolerance", "rel_tolerance")}
    spec = definitions["NumberMatchSpec"]
    definitions["ValueWithTolerance"]["allOf"] = [both]
    spec["allOf"] = [both]
    for outside, inside in (("abs_tolerance", "rel_tolerance"), ("rel_tolerance", "abs_tolerance")):
        without = {"items": {"anyOf": [{"not": {"type": "object"}}, {"not": _given(inside)}]}}
        spec["allOf"].append({"if": _given(outside), "then": {"properties": {"values": without}}})


def _items_have_spellings(_part: Schema, definitions: Schema, _published: bool) -> None:
    items = definitions["ListMatchSpec"]["properties"]["items"]
    items["minItems"] = 1
    items["items"]["minItems"] = 1


def _some_entry(part: Schema, _definitions: Schema, _published: bool) -> None:
    for choice in part["properties"]["exact_match"]["anyOf"]:
        if choice.get("type") == "array":
            choice["minItems"] = 1


_REFINEMENTS: Final[Mapping[str, tuple[Callable[[Schema, Schema, bool], None], ...]]] = {
    "number_match": (_one_of_value_and_values, _one_tolerance),
    "list_match": (_items_have_spellings,),
    "exact_match": (_some_entry,),
}
"""What the builders of the kinds demand beyond their models."""
