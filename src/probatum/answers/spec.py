"""Reading a spec: from the object under `eval` to compiled verifiers, or every fault at once (ANS-E6)."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import Field, ValidationError

from probatum.answers.reply import Reply
from probatum.answers.verifiers import Kind, Reading, Verifier, find_kind, known_kinds
from probatum.answers.verifiers.llm_judge import FUZZY_KIND, Judge
from probatum.canonical import digest
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import Many, StrictModel, validate_value
from probatum.documents.document import show
from probatum.errors import DocumentError, SpecError
from probatum.outcome import Outcome

GOLD_KEY: Final = "fuzzy_match"
"""Key of `reference_answers` that holds a judge's gold, and may be kept beside any spec (ANS-E6)."""

DEFAULT_LANGUAGE: Final = "en"


class EvalModel(StrictModel):
    """The object under `eval` of a task."""

    eval_types: Many[str] = Field(description="The kinds of verifiers, all of which must agree.")
    reference_answers: dict[str, Any] = Field(description="The keys that these kinds read.")
    language: str = Field(
        default=DEFAULT_LANGUAGE, min_length=2, max_length=35, description="Language of the gold."
    )
    # Keys of existing files, for a judge or for programs that check a page; kept, and without meaning here.
    llm_model: Any = None
    llm_base_url: Any = None
    reference_url: Any = None
    program_html: Any = None
    url_note: Any = None
    string_note: Any = None
    reference_answer_raw_annotation: Any = None


class Spec(NamedTuple):
    """A spec that was read.

    Attributes:
        verifiers: The deterministic ones, in the author's order.
        judge: What is left to a judge once they have passed, if anything.
        source: A copy of the object that was read.
        language: Language of the gold.
        fingerprint: Digest of what decides: kinds, their keys and the language.
        warnings: What was read leniently or deserves a second look.
    """

    verifiers: tuple[Verifier, ...]
    judge: Judge | None
    source: dict[str, Any]
    language: str
    fingerprint: str
    warnings: tuple[Diagnostic, ...]


def read_spec(value: object, place: Place = Place(), *, published: bool = False) -> Spec:  # noqa: B008
    """Reads the object under `eval`.

    Args:
        value: The object, as JSON or Python gave it.
        place: Where it stands; pointers of diagnostics are below its pointer.
        published: Whether it comes from a published file, where two tolerances are accepted (ANS-C5).

    Raises:
        SpecError: With every fault found.
    """
    try:
        model = validate_value(value, EvalModel)
    except DocumentError as error:
        raise SpecError([d.below(place) for d in error.diagnostics]) from None
    reading = Reading(model.language, place, published=published)
    kinds = _kinds(model, reading, place)
    parts = _share_out(kinds, model.reference_answers, reading, place)
    verifiers = [_build(kind, part, reading, place) for kind, part in parts]
    if not any(d.severity is Severity.ERROR for d in reading.diagnostics):
        _check_demands([v for v in verifiers if v is not None], reading, place)
    if any(d.severity is Severity.ERROR for d in reading.diagnostics):
        raise SpecError(reading.diagnostics)
    judges = [v for v in verifiers if isinstance(v, Judge)]
    return Spec(
        tuple(v for v in verifiers if v is not None and not isinstance(v, Judge)),
        judges[0] if judges else None,
        {name: getattr(model, name) for name in model.model_fields_set},
        model.language,
        _fingerprint(model, judged=bool(judges)),
        tuple(reading.diagnostics),
    )


def _kinds(model: EvalModel, reading: Reading, place: Place) -> list[Kind]:
    """Returns the kinds named by `eval_types`; one that is unknown or named twice is a fault."""
    at = place.pointer + "/eval_types"
    kinds: list[Kind] = []

    def fault(code: str, position: int | None, message: str, fix: str) -> None:
        pointer = at if position is None else f"{at}/{position}"
        shown = "" if position is None else show(model.eval_types[position])
        where = place._replace(pointer=pointer)
        reading.diagnostics.append(Diagnostic(code, Severity.ERROR, where, message, fix, shown))

    if not model.eval_types:
        fault("answer/checks-nothing", None, "eval_types is empty.", "Name at least one kind of verifier.")
    for position, name in enumerate(model.eval_types):
        kind = find_kind(name)
        if kind is None:
            near = get_close_matches(name[:80], known_kinds(), 1)
            fix = f'Did you mean "{near[0]}"?' if near else f"Known kinds: {', '.join(known_kinds())}."
            fault("answer/unknown-kind", position, "No verifier of this kind is known.", fix)
        elif kind in kinds:
            fault("answer/kind-twice", position, "The kind is named twice.", "Name it once; entries combine.")
        else:
            kinds.append(kind)
    return _read_published_judge(kinds, model.reference_answers, reading)


def _read_published_judge(kinds: list[Kind], keys: Mapping[str, Any], reading: Reading) -> list[Kind]:
    """Reads `string_match` over nothing but a `fuzzy_match` gold as existing files mean it: a judge."""
    names = [kind.name for kind in kinds]
    if names != ["string_match"] or set(keys) != {GOLD_KEY}:
        return kinds
    reading.lenient(
        "answer/lenient-fuzzy-gold",
        f"/{GOLD_KEY}",
        "string_match has only a fuzzy_match gold, which needs a judge.",
        'Write "eval_types": ["llm_judge"], or give must_include.',
    )
    return [FUZZY_KIND]


def _share_out(
    kinds: list[Kind], keys: Mapping[str, Any], reading: Reading, place: Place
) -> list[tuple[Kind, dict[str, Any]]]:
    """Gives each kind the keys that are its own; a key without its kind, or unknown, is a fault."""
    owners = {name: kind for kind in reversed(kinds) for name in kind.model.model_fields}
    # An eval type that is a key itself has the first claim to it.
    owners.update({kind.name: kind for kind in kinds if kind.name in kind.model.model_fields})
    parts: dict[str, dict[str, Any]] = {kind.name: {} for kind in kinds}
    excused: set[str] = set()
    for key, value in keys.items():
        owner = owners.get(key)
        if owner is not None:
            parts[owner.name][key] = value
        elif key != GOLD_KEY:
            meant = owners.get(_report_stray(key, list(owners), reading))
            if meant is not None:
                excused.add(meant.name)
    # A mistyped key is fault enough; that its kind has no other key follows from it.
    return [(kind, parts[kind.name]) for kind in kinds if parts[kind.name] or kind.name not in excused]


def _report_stray(key: str, expected: list[str], reading: Reading) -> str:
    """Reports a key that no kind of the spec reads; returns the key that was probably meant, if any."""
    pointer = "/" + key.replace("~", "~0").replace("/", "~1")
    for name in known_kinds():
        kind = find_kind(name)
        if kind is not None and key in kind.model.model_fields:
            reading.report(
                "answer/eval-types-mismatch",
                pointer,
                f'The key belongs to "{name}", which eval_types does not name.',
                f'Add "{name}" to eval_types, or remove the key.',
            )
            return ""
    near = get_close_matches(key[:80], expected or _all_keys(), 1, 0.5) or get_close_matches(
        key[:80], _all_keys(), 1
    )
    fix = f'Did you mean "{near[0]}"?' if near else f"Known keys here: {', '.join(expected) or 'none'}."
    reading.report("document/unknown-key", pointer, f'Unknown key "{key[:80]}".', fix)
    return near[0] if near else ""


def _all_keys() -> list[str]:
    kinds = [find_kind(name) for name in known_kinds()]
    return [key for kind in kinds if kind is not None for key in kind.model.model_fields]


def _build(kind: Kind, part: dict[str, Any], reading: Reading, place: Place) -> Verifier | None:
    inner = place._replace(pointer=place.pointer + "/reference_answers")
    if not part and GOLD_KEY not in kind.model.model_fields:
        wanted = ", ".join(f'"{name}"' for name in kind.model.model_fields if name != "scope")
        reading.report(
            "answer/eval-types-mismatch",
            "",
            f'eval_types names "{kind.name}", and reference_answers has nothing for it.',
            f"Add {wanted}." if "," not in wanted else f"Add one of {wanted}.",
        )
        return None
    try:
        # The whole was copied already; the long way is for its wording.
        return kind.build(kind.model.model_validate(part), reading)
    except ValidationError:
        pass
    try:
        return kind.build(validate_value(part, kind.model), reading)
    except DocumentError as error:
        reading.diagnostics.extend(d.below(inner) for d in error.diagnostics)
    return None


def _check_demands(verifiers: list[Verifier], reading: Reading, place: Place) -> None:
    """A spec that nothing could fail, or that the empty answer passes, checks nothing."""
    empty = _empty_reply(reading.language)
    if not any(verifier.demands for verifier in verifiers):
        message = "The spec demands nothing of the reply; it only excludes."
    elif all(verifier.outcome(empty) is Outcome.VERIFIED for verifier in verifiers):
        message = "The spec verifies an empty answer."
    else:
        return
    reading.report("answer/checks-nothing", "", message, "Add what a right answer must say.")


@lru_cache(maxsize=64)
def _empty_reply(language: str) -> Reply:
    return Reply("", language)


def _fingerprint(model: EvalModel, *, judged: bool) -> str:
    keys = model.reference_answers
    if not judged:
        keys = {key: value for key, value in keys.items() if key != GOLD_KEY}
    return digest(
        {"eval_types": list(model.eval_types), "language": model.language, "reference_answers": keys}
    )
