"""What the YAML parser meets, in an author's words."""

from __future__ import annotations

from typing import Final

from probatum.documents.document import clip

_QUOTE: Final = "Put the text in double quotes."
_PROBLEMS: Final = (
    (
        "mapping values are not allowed",
        "A ':' is not allowed at this place.",
        "Put text that holds ': ' in quotes, or repair the indentation.",
    ),
    ("found character '\\t'", "A tab stands where only blanks may indent.", "Indent with blanks."),
    ("cannot start any token", "Unquoted text cannot begin with this character.", _QUOTE),
    ("unexpected end of stream", "The quoted text does not end.", "Close it with the quote it began with."),
    (
        "unexpected document separator",
        "The quoted text does not end.",
        "Close it with the quote it began with.",
    ),
    (
        "expected ',' or",
        "A list or mapping in brackets is not closed, or a comma is missing.",
        "Close the bracket or add ','.",
    ),
    (
        "expected <block end>",
        "The indentation does not fit what stands above.",
        "Indent like the neighbours.",
    ),
    (
        "could not find expected ':'",
        "A key without ':' stands here.",
        "Write 'key: value', or put longer text in quotes.",
    ),
    (
        "expected escape sequence",
        "This is no escape sequence.",
        "Write a backslash as \\\\ or use single quotes.",
    ),
    (
        "unknown escape character",
        "This is no escape sequence.",
        "Write a backslash as \\\\ or use single quotes.",
    ),
    ("expected '<document start>'", "Something follows the end of the document.", _QUOTE),
    ("did not find expected <document start>", "Something follows the end of the document.", _QUOTE),
)


def explain(problem: str) -> tuple[str, str]:
    """Returns a message and a fix for what ruamel's scanner or parser met."""
    for part, message, fix in _PROBLEMS:
        if part in problem:
            return message, fix
    return (
        f"YAML cannot be read here: {clip(problem)}.",
        "Put text in double quotes, or repair the indentation.",
    )
