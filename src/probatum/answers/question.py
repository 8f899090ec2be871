"""What an intent asks for: its options, an order, a yes or no, both or neither."""

from __future__ import annotations

from typing import NamedTuple

from probatum.text.folding import fold_text


class Question(NamedTuple):
    """An intent with its instructions, read.

    Attributes:
        text: Both, folded; empty where no intent is known.
        options: The options between which the intent has the agent choose, folded; empty where it names none.
        offers_both: Whether "both" or "neither" is an answer it allows.
        wants_order: Whether it asks for an order ("in order", "from oldest to newest", "ranked").
        is_polar: Whether yes or no answers it.
    """

    text: str
    options: tuple[str, ...] = ()
    offers_both: bool = False
    wants_order: bool = False
    is_polar: bool = False


def read_question(intent: str, instructions: str = "") -> Question:
    """Reads an intent and its further instructions."""
    text = fold_text(f"{intent}\n{instructions}".strip())
    return Question(text)
