"""The catalogue of codes: what every diagnostic and every reason means, with an example and the fix.

The TOML files beside this module are the only source; `probatum explain CODE` and the documentation show
what they say. A diagnostic's code is `area/kebab-name`, a reason's is `snake_case`. Tests hold the catalogue
to the code: every code that can be emitted stands here, and every example really gives its code.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, NamedTuple

REASONS: Final = "reasons"
"""Area of the reason codes, which have no area in their name."""

_FILES: Final = ("document", "answer", "traps", "answers", "verdicts", "review", REASONS)
_CUTOFF: Final = 0.5


class FaultExample(NamedTuple):
    """Two texts, of which the first has the fault.

    Attributes:
        kind: What the texts are: `json`, `jsonl`, `yaml`, `spec`, `task`, `annotation`, `annotated` (an
            annotation laid over task 7), `merge` (a task file that it is put into), `answers` or `csv`
            (answers to task 7), `trap` (annotations that are linted and checked), `verdicts`,
            `decisions` (about task 7), `python` (an expression) or `shell`.
        bad: Gives the code.
        good: The same, mended.
        encoding: How the bad text is saved.
    """

    kind: str
    bad: str
    good: str
    encoding: str = "utf-8"


class ReasonExample(NamedTuple):
    """A spec and two replies, of which the first gets the reason.

    Attributes:
        spec: The object under `eval`, as JSON.
        answer: A reply that gets the reason; None for one that was never given.
        contrast: A reply that does not; None where there is none to show.
        max_answer_bytes: Largest answer that is examined; None for the default.
    """

    spec: str
    answer: str | None = None
    contrast: str | None = None
    max_answer_bytes: int | None = None


class Code(NamedTuple):
    """One code and what is to be known about it.

    Attributes:
        code: The code.
        title: A few words.
        effect: A diagnostic's severity (`error`, `warning`, `info`), or what a reason does: it `supports`
            or `refutes` the answer, leaves it `undecided`, or is an `error` of the row.
        meaning: What it says, for somebody who meets it for the first time.
        fix: What to do.
        example: When it comes, and when it does not.
    """

    code: str
    title: str
    effect: str
    meaning: str
    fix: str
    example: FaultExample | ReasonExample

    @property
    def area(self) -> str:
        """The part before the slash; `reasons` for a reason."""
        return self.code.partition("/")[0] if "/" in self.code else REASONS

    def to_dict(self) -> dict[str, Any]:
        """Returns the code as JSON-ready values."""
        return {**self._asdict(), "area": self.area, "example": self.example._asdict()}


@cache
def catalogue() -> Mapping[str, Code]:
    """Returns every code, in the order of the files."""
    import tomllib  # noqa: PLC0415 - only the two commands that explain need it
    from importlib.resources import files  # noqa: PLC0415

    codes: dict[str, Code] = {}
    for name in _FILES:
        text = files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
        for code, entry in tomllib.loads(text).items():
            codes[code] = _read(code, entry)
    return codes


def _read(code: str, entry: Mapping[str, Any]) -> Code:
    given = dict(entry["example"])
    effect = entry["severity"] if "/" in code else entry["effect"]
    example = FaultExample(given.pop("as"), **given) if "as" in given else ReasonExample(**given)
    meaning = " ".join(entry["meaning"].split())
    return Code(code, entry["title"], effect, meaning, " ".join(entry["fix"].split()), example)


def nearest(code: str, most: int = 3) -> list[str]:
    """Returns the known codes that a mistyped one most resembles; the area may be missing from it."""
    wanted = code[:80].casefold()
    names = {known: known for known in catalogue()}
    names |= {known.partition("/")[2]: known for known in catalogue() if "/" in known}
    names |= {known.replace("_", "-"): known for known in catalogue() if "/" not in known}
    close = get_close_matches(wanted, names, most, _CUTOFF)
    return list(dict.fromkeys(names[name] for name in close))
