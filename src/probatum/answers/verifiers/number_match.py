"""`number_match`: numbers that must be among those the reply names (ANS-C1, C4, C5)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticKnownError

from probatum.answers.lexicon import LANGUAGES
from probatum.answers.numbers import NumberMention, read_values
from probatum.answers.reply import Reply, Scope, Scoped
from probatum.answers.verifiers._kind import Kind, Reading, decimal_text, shorten
from probatum.documents import Many, StrictModel, refuse
from probatum.outcome import Outcome, Reason, Span

_MOST_DIGITS: Final = 4000
_MOST_BITS: Final = 13_288  # what 4,000 decimal digits need
_LARGEST_EXPONENT: Final = 6000
_MOST_SHOWN: Final = 12
_FEW: Final = 16  # of values or of numbers, that are compared one by one


def _exact(value: Any) -> Decimal:
    """Reads a number of a spec exactly: a float stands for the decimal text it prints as (ANS-C4)."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        # As pydantic says it of a wrong kind, so that a choice of kinds becomes one fault.
        raise PydanticKnownError("decimal_type")
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise _too_large()
    number = Decimal(repr(float(value))) if isinstance(value, float) else Decimal(value)
    if not number.is_finite():
        raise refuse("document/not-a-number", "The number must be finite.", "Write a number with digits.")
    if abs(number.adjusted()) > _LARGEST_EXPONENT or len(number.as_tuple().digits) > _MOST_DIGITS:
        raise _too_large()
    return number


def _too_large() -> Exception:
    return refuse(
        "document/out-of-range",
        f"The number has more than {_MOST_DIGITS} digits, or an exponent beyond {_LARGEST_EXPONENT}.",
        "Write a number that an answer could name.",
    )


def _tolerance(value: Any) -> Decimal:
    number = _exact(value)
    if number < 0:
        raise refuse("document/out-of-range", "A tolerance must be at least 0.", "Write it without its sign.")
    return number


ExactNumber = Annotated[Decimal, BeforeValidator(_exact), WithJsonSchema({"type": "number"})]
Tolerance = Annotated[Decimal, BeforeValidator(_tolerance), WithJsonSchema({"type": "number", "minimum": 0})]


class ValueWithTolerance(StrictModel):
    """A value of `values` with a tolerance of its own, as published files have it."""

    value: ExactNumber = Field(description="The expected number.")
    abs_tolerance: Tolerance | None = Field(default=None, description="Largest absolute difference.")
    rel_tolerance: Tolerance | None = Field(
        default=None, description="Largest difference as a share of the value."
    )


class NumberMatchSpec(StrictModel):
    """The object under `number_match`."""

    value: ExactNumber | None = Field(default=None, description="The expected number.")
    values: Many[ExactNumber | ValueWithTolerance] | None = Field(
        default=None, description="Numbers that must all be named."
    )
    abs_tolerance: Tolerance | None = Field(default=None, description="Largest absolute difference.")
    rel_tolerance: Tolerance | None = Field(
        default=None, description="Largest difference as a share of the value."
    )
    scope: Scope = Field(default="full", description="The part of the reply that is read.")
    max_distinct: int | None = Field(
        default=None,
        ge=1,
        le=1_000_000,
        description="Most different numbers that the scope may name; a reply that lists more is refuted.",
    )


class NumberMatchPart(StrictModel):
    """The key of `reference_answers` that belongs to `number_match`."""

    number_match: NumberMatchSpec


class Interval:
    """The closed interval of numbers that count as one expected value.

    Its ends are computed once, exactly; a number read from a reply is only ever compared with them, so that
    no rounding and no overflow can occur however large it is.
    """

    __slots__ = ("high", "low", "value")

    def __init__(self, value: Decimal, low: Decimal, high: Decimal) -> None:
        self.value: Final = value
        self.low: Final = low
        self.high: Final = high

    @classmethod
    def around(cls, value: Decimal, abs_tolerance: Decimal | None, rel_tolerance: Decimal | None) -> Self:
        """Returns the interval around a value; of two tolerances the wider holds, since either suffices."""
        if not abs_tolerance and not rel_tolerance:
            return cls(value, value, value)
        with localcontext(Context(prec=4 * (_MOST_DIGITS + _LARGEST_EXPONENT))):
            width = max(abs_tolerance or Decimal(0), abs(value) * (rel_tolerance or Decimal(0)))
            return cls(value, value - width, value + width)

    def first_of(self, numbers: list[NumberMention] | SortedNumbers) -> NumberMention | None:
        """Returns the first number of a text that lies in it."""
        if isinstance(numbers, SortedNumbers):
            return numbers.first_between(self.low, self.high)
        low, high = self.low, self.high
        for mention in numbers:
            if low <= mention.value <= high:
                return mention
        return None

    def __str__(self) -> str:
        if self.low == self.high:
            return decimal_text(self.value)
        return f"{decimal_text(self.value)} ({decimal_text(self.low)} to {decimal_text(self.high)})"


class SortedNumbers:
    """The numbers of a text by size, for a spec of many values.

    Over the sorted numbers stands a tree of which each node holds the least place in reading order below it.
    """

    def __init__(self, mentions: list[NumberMention]) -> None:
        order = sorted(range(len(mentions)), key=lambda place: mentions[place].value)
        self._mentions = mentions
        self._values = [mentions[place].value for place in order]
        self._tree = [0] * len(order) + order
        for node in range(len(order) - 1, 0, -1):
            self._tree[node] = min(self._tree[2 * node], self._tree[2 * node + 1])

    def first_between(self, low: Decimal, high: Decimal) -> NumberMention | None:
        """Returns the first number in reading order that lies in a closed interval."""
        size = len(self._values)
        left = bisect_left(self._values, low) + size
        right = bisect_right(self._values, high) + size
        first = size
        while left < right:
            if left & 1:
                first = min(first, self._tree[left])
                left += 1
            if right & 1:
                right -= 1
                first = min(first, self._tree[right])
            left >>= 1
            right >>= 1
        return self._mentions[first] if first < size else None


class NumberMatch:
    """A compiled `number_match`."""

    kind: ClassVar[str] = "number_match"
    demands = True

    def __init__(
        self, expected: tuple[tuple[str, Interval], ...], scope: Scope, most: int | None = None
    ) -> None:
        self._expected = tuple((pointer, interval, str(interval)) for pointer, interval in expected)
        self._bounds = tuple((interval.low, interval.high) for _, interval in expected)
        self._scope: Scope = scope
        self._most = most

    def outcome(self, reply: Reply) -> Outcome:
        """Returns the outcome without evidence."""
        scoped = reply.scoped(self._scope)
        values = read_values(scoped.stripped, scoped.language, self._matters)
        if self._most is not None and len(values) > self._most and len(set(values)) > self._most:
            return Outcome.REFUTED
        if len(self._bounds) > _FEW and len(values) > _FEW:
            values.sort()
            for low, high in self._bounds:
                if bisect_left(values, low) == bisect_right(values, high):
                    return Outcome.REFUTED
            return Outcome.VERIFIED
        for low, high in self._bounds:
            for value in values:
                if low <= value <= high:
                    break
            else:
                return Outcome.REFUTED
        return Outcome.VERIFIED

    def _matters(self, value: int | Fraction) -> bool:
        """Says whether a number of this value would count; where they may be too many, every one does."""
        if self._most is not None:
            return True
        for low, high in self._bounds:  # noqa: SIM110 - a generator costs more than it runs through
            if low <= value <= high:
                return True
        return False

    def _sorted(self, numbers: list[NumberMention]) -> list[NumberMention] | SortedNumbers:
        """Sorts the numbers where many values are sought among many."""
        few = len(self._expected) <= _FEW or len(numbers) <= _FEW
        return numbers if few else SortedNumbers(numbers)

    def reasons(self, reply: Reply) -> list[Reason]:
        """Returns one reason an expected value, with the numbers that were read where it is missing."""
        scoped = reply.scoped(self._scope)
        numbers = scoped.numbers
        searched = self._sorted(numbers)
        read: tuple[tuple[Span, ...], str] | None = None
        reasons: list[Reason] = []
        for pointer, interval, shown in self._expected:
            mention = interval.first_of(searched)
            if mention is None:
                if read is None:
                    shown_spans = [scoped.stripped_span(m.start, m.end) for m in numbers[:_MOST_SHOWN]]
                    read = tuple(shown_spans), _listed(numbers)
                reason = Reason("number_missing", self.kind, True, pointer, shown, *read)
            else:
                spans = (scoped.stripped_span(mention.start, mention.end),)
                reason = Reason("number_found", self.kind, False, pointer, shown, spans)
            reasons.append(reason)
        if self._most is not None and (sprayed := self._sprayed(scoped)) is not None:
            reasons.append(sprayed)
        return reasons

    def _sprayed(self, scoped: Scoped) -> Reason | None:
        """Returns the reason against a reply that names more numbers than it may (ANS-D7)."""
        distinct = {mention.value: mention for mention in reversed(scoped.numbers)}
        if self._most is None or len(distinct) <= self._most:
            return None
        named = sorted(distinct.values(), key=lambda mention: mention.start)
        spans = tuple(scoped.stripped_span(m.start, m.end) for m in named[:_MOST_SHOWN])
        detail = f"{len(distinct):,} different numbers; {_listed(named)}"
        pointer = "/number_match/max_distinct"
        return Reason("sprayed", self.kind, True, pointer, str(self._most), spans, detail)


def _listed(numbers: list[NumberMention]) -> str:
    """Names the numbers that were read, for people."""
    if not numbers:
        return "no number was read"
    shown = [
        shorten(decimal_text(m.value) if isinstance(m.value, Decimal) else str(m.value), 40)
        for m in numbers[:_MOST_SHOWN]
    ]
    more = len(numbers) - len(shown)
    return "read: " + ", ".join(shown) + (f" and {more} more" if more else "")


def _build(part: NumberMatchPart, reading: Reading) -> NumberMatch | None:
    spec = part.number_match
    at = "/number_match"
    before = len(reading.diagnostics)
    _check_words(reading)
    _check_tolerances(spec.abs_tolerance, spec.rel_tolerance, at, reading)
    expected: list[tuple[str, Interval]] = []
    if (spec.value is None) == (spec.values is None):
        reading.report(
            "answer/number-values",
            at,
            "Exactly one of value and values is needed.",
            'Give {"value": 12} for one number or {"values": [12, 30]} for several.',
            value=spec.model_dump(exclude_unset=True),
        )
        return None
    if spec.value is not None:
        expected.append((f"{at}/value", Interval.around(spec.value, spec.abs_tolerance, spec.rel_tolerance)))
    elif not spec.values:
        reading.report(
            "answer/checks-nothing",
            f"{at}/values",
            "values is empty.",
            "List the expected numbers.",
            value=spec.values,
        )
    for position, value in enumerate(spec.values or ()):
        pointer = f"{at}/values/{position}"
        expected.append((pointer, _interval(value, pointer, spec, reading)))
    demanded = len({(interval.low, interval.high) for _, interval in expected})
    exact = all(interval.low == interval.high for _, interval in expected)
    if spec.max_distinct is not None and exact and spec.max_distinct < demanded:
        reading.report(
            "answer/max-distinct",
            f"{at}/max_distinct",
            "Fewer different numbers may be named than are demanded: no reply can pass.",
            f"Write {demanded} or more.",
            value=spec.max_distinct,
        )
    if any(d.severity == "error" for d in reading.diagnostics[before:]):
        return None
    return NumberMatch(tuple(expected), spec.scope, spec.max_distinct)


def _interval(
    value: Decimal | ValueWithTolerance, pointer: str, spec: NumberMatchSpec, reading: Reading
) -> Interval:
    if isinstance(value, Decimal):
        return Interval.around(value, spec.abs_tolerance, spec.rel_tolerance)
    reading.lenient(
        "answer/lenient-value-tolerance",
        pointer,
        "A value carries a tolerance of its own.",
        "Use one tolerance for all values.",
        value.model_dump(exclude_unset=True),
    )
    # Each tolerance that the value lacks is taken from the outside, as published scorers do.
    absolute = spec.abs_tolerance if value.abs_tolerance is None else value.abs_tolerance
    relative = spec.rel_tolerance if value.rel_tolerance is None else value.rel_tolerance
    if spec.abs_tolerance is None or spec.rel_tolerance is None:
        _check_tolerances(absolute, relative, pointer, reading)
    return Interval.around(value.value, absolute, relative)


def _check_tolerances(absolute: Decimal | None, relative: Decimal | None, at: str, reading: Reading) -> None:
    if absolute is None or relative is None:
        return
    message = "abs_tolerance and rel_tolerance are both given"
    fix = "Keep the one that says what is meant."
    both = {"abs_tolerance": absolute, "rel_tolerance": relative}
    if reading.published:
        reading.lenient("answer/lenient-both-tolerances", at, f"{message}; either suffices.", fix, both)
    else:
        reading.report("answer/both-tolerances", at, f"{message}.", fix, value=both)


def _check_words(reading: Reading) -> None:
    """Warns that numbers in words will not be read where their language has no table (ANS-A10)."""
    if reading.language not in LANGUAGES:
        reading.lenient(
            "answer/language-words",
            "/number_match",
            f'Number words of "{reading.tag}" are not known: only digits are read.',
            "If replies write the number in words, list them under string_match.",
            reading.tag,
        )


KIND = Kind("number_match", NumberMatchPart, _build, "Numbers that must be among those the reply names.")
