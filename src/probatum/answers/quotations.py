"""Quotations taken out of a text for as long as it is cut up, and put back into the pieces."""

from __future__ import annotations

import re
from typing import Final

# Signs for private use: where a text brings them along, they count as blanks.
_OPEN: Final = "\ue000"
_CLOSE: Final = "\ue001"
_RESERVED: Final = str.maketrans({_OPEN: " ", _CLOSE: " "})

_QUOTED: Final = re.compile(
    "\"([^\"\n]{1,300})\"|“([^”\n]{1,300})”|‘([^’\n]{1,300})’(?!\\w)|(?<!\\w)'([^'\n]{2,300})'(?!\\w)"
)
_MASK: Final = re.compile(f"{_OPEN}(\\d+){_CLOSE}")


class Masked:
    """A text whose quotations are one word each, so that what stands in them parts nothing.

    Attributes:
        text: The text with a stand-in for each quotation.
    """

    def __init__(self, text: str) -> None:
        self._quoted: list[str] = []
        self.text: Final = _QUOTED.sub(self._mask, text.translate(_RESERVED))

    def _mask(self, match: re.Match[str]) -> str:
        inner = match[match.lastindex or 0]
        self._quoted.append(inner)
        # A stop inside the quotation ends the sentence around it as well.
        stop = inner[-1] if inner[-1] in ".?!" else ""
        return f"{_OPEN}{len(self._quoted) - 1}{_CLOSE}{stop}"

    def unmask(self, text: str) -> str:
        """Returns a piece of the text with its quotations, without their marks."""
        return _MASK.sub(lambda match: f" {self._quoted[int(match[1])]} ", text).strip()


def is_name(word: str) -> bool:
    """Whether a word of a masked text may begin a name: with a capital, a digit or a quotation."""
    return word[:1].isupper() or word[:1].isdigit() or word[:1] == _OPEN
