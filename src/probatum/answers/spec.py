"""Reading a spec: from the object under `eval` to compiled verifiers, or every fault at once (ANS-E6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple

from pydantic import AfterValidator, Field, ValidationError

from probatum.answers.language_tags import LONGEST_TAG, TAG, language_tag
from probatum.answers.reply import Reply
from probatum.answers.shares import GOLD_KEY, Named, Share, share_out, told_where_it_stands
from probatum.answers.verifiers import Kind, Reading, Verifier, find_kind, known_kinds
from probatum.answers.verifiers.llm_judge import FUZZY_KIND, Judge
from probatum.canonical import digest
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import Many, StrictModel, nearest, show, split_pointer, validate_value
from probatum.errors import DocumentError, SpecError
from probatum.outcome import Outcome

DEFAULT_LANGUAGE: Final = "en"


class EvalModel(StrictModel):
    """The object under `eval` of a task."""

    eval_types: Many[str] = Field(description="The kinds of verifiers, all of which must agree.")
    reference_answers: dict[str, Any] = Field(description="The keys that these kinds read.")
    language: Annotated[str, AfterValidator(language_tag)] = Field(
        default=DEFAULT_LANGUAGE,
        min_length=1,
        max_length=LONGEST_TAG,
        description="Language of the gold, as a tag such as en or pt-BR.",
        json_schema_extra={"pattern": f"^(?:{TAG.pattern})$"},
    )
    # Keys of existing files, for a judge or for programs that check a page; kept, and without meaning here.
    llm_model: Any = None
    llm_base_url: Any = None
    reference_url: Any = None
    program_html: Any = None
    url_note: Any = None
    string_note: Any = None
    reference_answer_raw_annotation: Any = None


_KEYS: Final = tuple(EvalModel.model_fields)


class Spec(NamedTuple):
    """A spec that was read.

    Attributes:
        verifiers: The deterministic ones, in the author's order.
        judge: What is left to a judge once they have passed, if anything.
        source: A copy of the object that was read.
        language: Language of the gold: the primary subtag, in small letters.
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
        raise SpecError([where_it_belongs(d).below(place) for d in error.diagnostics]) from None
    reading = Reading(model.language, place, published=published)
    named = _kinds(model, reading, place)
    shares = share_out(named, model.reference_answers, reading)
    verifiers = [_build(kind, share, reading, place) for kind, share in shares]
    if not _has_errors(reading):
        _check_demands([v for v in verifiers if v is not None], model.reference_answers, reading)
    if _has_errors(reading):
        raise SpecError(reading.diagnostics)
    judges = [v for v in verifiers if isinstance(v, Judge)]
    return Spec(
        tuple(v for v in verifiers if v is not None and not isinstance(v, Judge)),
        judges[0] if judges else None,
        _source(model),
        reading.language,
        _fingerprint(model, reading.language, judged=bool(judges)),
        tuple(reading.diagnostics),
    )


def where_it_belongs(fault: Diagnostic) -> Diagnostic:
    """Returns a fault; of a spec's key that stands too high, with the object it is to be moved into.

    Args:
        fault: A fault of an `eval`, or of a task or annotation, with a pointer into it.
    """
    *parents, key = split_pointer(fault.place.pointer) or ("",)
    if fault.code != "document/unknown-key" or "eval" in parents:
        return fault
    if key in _KEYS:
        home = "eval"
    elif any(key in kind.keys for kind in map(find_kind, known_kinds()) if kind is not None):
        home = "reference_answers"
    else:
        return fault
    return fault._replace(
        message=f'The key "{key}" belongs inside "{home}".', fix=f'Move it into the object under "{home}".'
    )


def _has_errors(reading: Reading) -> bool:
    return any(d.severity is Severity.ERROR for d in reading.diagnostics)


def _source(model: EvalModel) -> dict[str, Any]:
    """Returns the object that a model was read from, as JSON would have it."""
    given = model.model_fields_set
    source = {name: getattr(model, name) for name in _KEYS if name in given}
    source["eval_types"] = list(model.eval_types)
    return source


def _kinds(model: EvalModel, reading: Reading, place: Place) -> Named:
    """Returns the kinds named by `eval_types`; one that is unknown or named twice is a fault."""
    at = place.pointer + "/eval_types"
    kinds: list[Kind] = []
    guesses: list[Kind | None] = []

    def fault(code: str, position: int | None, message: str, fix: str) -> None:
        pointer = at if position is None else f"{at}/{position}"
        shown = show(model.eval_types if position is None else model.eval_types[position])
        where = place._replace(pointer=pointer)
        reading.diagnostics.append(Diagnostic(code, Severity.ERROR, where, message, fix, shown))

    if not model.eval_types:
        fault("answer/checks-nothing", None, "eval_types is empty.", "Name at least one kind of verifier.")
    for position, name in enumerate(model.eval_types):
        kind = find_kind(name)
        if kind is None:
            near = nearest(name, known_kinds())
            guesses.append(find_kind(near[0]) if near else None)
            fix = f'Did you mean "{near[0]}"?' if near else f"Known kinds: {', '.join(known_kinds())}."
            fault("answer/unknown-kind", position, "No verifier of this kind is known.", fix)
        elif kind in kinds:
            fault("answer/kind-twice", position, "The kind is named twice.", "Name it once; entries combine.")
        else:
            kinds.append(kind)
    if not guesses:
        return Named(_read_published_judge(kinds, model.reference_answers, reading), set(), whole=True)
    meant = [kind for kind in dict.fromkeys(guesses) if kind is not None and kind not in kinds]
    return Named(kinds + meant, {kind.name for kind in meant}, whole=None not in guesses)


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
        keys[GOLD_KEY],
    )
    return [FUZZY_KIND]


def _build(kind: Kind, share: Share, reading: Reading, place: Place) -> Verifier | None:
    """Compiles a kind's share of the keys; what is wrong is told where its author wrote it."""
    before = len(reading.diagnostics)
    verifier = _compile(kind, share, reading, place)
    if share.misplaced:
        at = place.pointer + "/reference_answers"
        reading.diagnostics[before:] = [
            told_where_it_stands(d, at, share.misplaced) for d in reading.diagnostics[before:]
        ]
    return verifier


def _compile(kind: Kind, share: Share, reading: Reading, place: Place) -> Verifier | None:
    inner = place._replace(pointer=place.pointer + "/reference_answers")
    if not share.keys and GOLD_KEY not in kind.keys:
        if share.excused:
            return None
        wanted = ", ".join(f'"{name}"' for name in kind.keys if name != "scope")
        reading.report(
            "answer/eval-types-mismatch",
            "",
            f'eval_types names "{kind.name}", and reference_answers has nothing for it.',
            f"Add {wanted}." if "," not in wanted else f"Add one of {wanted}.",
        )
        return None
    try:
        # The whole was copied already; the long way is for its wording.
        return kind.build(kind.model.model_validate(share.keys), reading)
    except ValidationError:
        pass
    try:
        return kind.build(validate_value(share.keys, kind.model), reading)
    except DocumentError as error:
        reading.diagnostics.extend(d.below(inner) for d in error.diagnostics)
    return None


def _check_demands(verifiers: list[Verifier], keys: Mapping[str, Any], reading: Reading) -> None:
    """A spec that nothing could fail, or that the empty answer passes, checks nothing."""
    empty = _empty_reply(reading.language)
    if not any(verifier.demands for verifier in verifiers):
        excludes = any(value for value in keys.values() if isinstance(value, list | tuple | dict))
        why = "it only excludes" if excludes else "it has no entry"
        message = f"The spec demands nothing of the reply; {why}."
    elif all(verifier.outcome(empty) is Outcome.VERIFIED for verifier in verifiers):
        message = "The spec verifies an empty answer."
    else:
        return
    reading.report("answer/checks-nothing", "", message, "Add what a right answer must say.")


@lru_cache(maxsize=64)
def _empty_reply(language: str) -> Reply:
    return Reply("", language)


def _fingerprint(model: EvalModel, language: str, *, judged: bool) -> str:
    keys = model.reference_answers
    if not judged:
        keys = {key: value for key, value in keys.items() if key != GOLD_KEY}
    return digest({"eval_types": list(model.eval_types), "language": language, "reference_answers": keys})
