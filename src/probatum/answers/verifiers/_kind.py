"""What a kind of verifier is: a model of its part of the spec, and a function that compiles it."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from typing import Any, ClassVar, Final, NamedTuple, Protocol

from probatum.answers.entries import SEPARATOR, EmptyEntryError, Entry, read_entry
from probatum.answers.pattern_syntax import PatternError
from probatum.answers.patterns import Pattern, looks_like_pattern
from probatum.answers.reply import Reply
from probatum.answers.written import quoted, strict
from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import StrictModel, show
from probatum.outcome import Outcome, Reason
from probatum.text.folding import fold_text
from probatum.text.scripts import foreign_script

SHOWN: int = 80
"""Longest piece of a value or of a text that a diagnostic or a reason repeats, in characters."""

_MISTYPED_SEPARATOR: Final = re.compile(r"\|\s*or\s*\||\|\|", re.IGNORECASE)


class Verifier(Protocol):
    """A compiled part of a spec. Immutable, so that threads can share it.

    Attributes:
        kind: Name of its kind, one of `eval_types`.
        demands: Whether it demands something of the reply; one that only excludes verifies nothing alone.
    """

    kind: ClassVar[str]
    demands: bool

    def outcome(self, reply: Reply) -> Outcome:
        """Returns what `reasons` would come to, faster."""

    def reasons(self, reply: Reply) -> list[Reason]:
        """Returns what was found and what was not, in the order of the spec."""


class Reading:
    """The state of reading one spec: its language, and every fault found so far.

    Args:
        language: Language of the spec, as its author wrote it.
        place: Place of the spec's `eval` object; pointers given here are relative to `reference_answers`.
        published: Whether the spec comes from a published file, which may say a thing in two ways at once.

    Attributes:
        tag: The language as its author wrote it, such as `en-GB`.
        language: Its primary subtag in small letters, `en`: what words are read in.
        published: As given.
        diagnostics: What was found so far.
    """

    def __init__(self, language: str, place: Place, *, published: bool = False) -> None:
        self.tag = language
        self.language = language.partition("-")[0].lower()
        self.published = published
        self.diagnostics: list[Diagnostic] = []
        self._place = place

    def report(
        self,
        code: str,
        pointer: str,
        message: str,
        fix: str,
        *,
        value: object = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Notes a fault of the spec at a pointer below `reference_answers`."""
        place = self._place._replace(pointer=f"{self._place.pointer}/reference_answers{pointer}")
        shown = "" if value is None else show(value)
        self.diagnostics.append(Diagnostic(code, severity, place, message, fix, shown))

    def lenient(self, code: str, pointer: str, message: str, fix: str, value: object = None) -> None:
        """Notes that something was read leniently, or deserves a second look."""
        self.report(code, pointer, message, fix, value=value, severity=Severity.WARNING)

    def entry(self, source: str, pointer: str) -> Entry | None:
        """Reads an entry; returns None, the fault noted, where it cannot be matched."""
        try:
            entry = read_entry(source, self.language)
        except EmptyEntryError as error:
            self.report(
                "answer/empty-entry",
                pointer,
                "The entry, or an alternative of it, is empty once normalised.",
                "Name something with a letter, a digit or a symbol, or remove it.",
                value=str(error),
            )
            return None
        except PatternError as error:
            self.report(
                "answer/pattern-refused", pointer, _sentence(error.why), _sentence(error.fix), value=source
            )
            return None
        if entry.is_ordinary:
            return entry
        if entry.read_leniently:
            self.lenient(
                "answer/lenient-entry",
                pointer,
                _sentence(entry.read_leniently),
                _strictly(source),
                source,
            )
        self._look_again(entry, pointer)
        return entry

    def _look_again(self, entry: Entry, pointer: str) -> None:
        """Warns of what an entry probably does not mean."""
        source = entry.source
        # Nearly always each bar is one of a separator's two.
        if source.count("|") > 2 * source.count(SEPARATOR) and _has_mistyped_separator(source):
            self.lenient(
                "answer/separator",
                pointer,
                "The entry looks as if it had alternatives, and is read as one phrase.",
                'Alternatives are separated by " |OR| ", in capitals.',
                source,
            )
        patterns = entry.alternatives if entry.has_pattern else ()
        unmatched = [part for one in patterns if isinstance(one, Pattern) for part in one.unmatched]
        if unmatched:
            self.lenient(
                "answer/pattern-never-matches",
                pointer,
                f"{show(unmatched[0])} in the pattern can never match: replies are compared without capitals"
                " and accents, with blanks for white space.",
                "Write small letters, and a blank for tabs and line breaks.",
                source,
            )
        self.check_script(source, pointer)

    def check_script(self, text: str, pointer: str) -> None:
        """Warns of a text that is in another script than the language of the spec (ANS-A10)."""
        # A tag that names a script says itself what the language is written in.
        if text.isascii() or re.search(r"-[A-Za-z]{4}(?:-|$)", self.tag):
            return
        script = foreign_script(fold_text(text), self.language)
        if script is not None:
            self.lenient(
                "answer/language-script",
                pointer,
                f'The text is in {script} script, in which "{self.tag}" is not written.',
                'Name the language of the gold beside eval_types, such as "language": "ja".',
                text,
            )


class Kind(NamedTuple):
    """A kind of verifier, as the registry holds it.

    Attributes:
        name: Its name in `eval_types`.
        model: Model of the keys of `reference_answers` that belong to it; its fields are those keys.
        build: Compiles the model; notes faults in the reading and returns None if there are any.
        summary: One line for people.
    """

    name: str
    model: type[StrictModel]
    build: Callable[[Any, Reading], Verifier | None]
    summary: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of `reference_answers` that belong to it."""
        return _keys_of(self.model)


@lru_cache(maxsize=64)
def _keys_of(model: type[StrictModel]) -> tuple[str, ...]:
    """Returns the fields of a model, which pydantic takes its time to tell."""
    return tuple(model.model_fields)


def _has_mistyped_separator(source: str) -> bool:
    """Tells whether a phrase of an entry holds what was probably meant to separate two."""
    phrases = (piece for piece in source.split(SEPARATOR) if not looks_like_pattern(piece.strip()))
    return any(map(_MISTYPED_SEPARATOR.search, phrases))


def _strictly(source: str) -> str:
    """Returns the fix for an entry that was read leniently: the strict form of it."""
    written = strict(source)
    return f"Write {quoted(written)}." if written else 'Write one pattern for all of it: "^...$".'


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def shorten(text: str, limit: int = SHOWN) -> str:
    """Returns a text cut to a length, the cut shown."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def decimal_text(value: Decimal) -> str:
    """Returns a number as people write it, without exponent as long as it stays short."""
    if not value:
        return "0"
    text = format(value, "f") if abs(value.adjusted()) < 30 else str(value)
    return text.rstrip("0").rstrip(".") if "." in text and "E" not in text else text
