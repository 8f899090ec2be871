"""Language tags, as far as a spec needs them (BCP 47): `en`, `en-GB`, `zh-Hant-TW`."""

from __future__ import annotations

import re
from typing import Final

from probatum.documents import refuse

TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""The form of a tag; case does not matter."""

LONGEST_TAG: Final = 35

_NAMES: Final = {
    "arabic": "ar",
    "chinese": "zh",
    "czech": "cs",
    "danish": "da",
    "deutsch": "de",
    "dutch": "nl",
    "english": "en",
    "finnish": "fi",
    "french": "fr",
    "german": "de",
    "greek": "el",
    "hebrew": "he",
    "hindi": "hi",
    "italian": "it",
    "japanese": "ja",
    "korean": "ko",
    "norwegian": "no",
    "polish": "pl",
    "portuguese": "pt",
    "russian": "ru",
    "spanish": "es",
    "swedish": "sv",
    "thai": "th",
    "turkish": "tr",
    "ukrainian": "uk",
    "vietnamese": "vi",
}


def language_tag(text: str) -> str:
    """Returns a language tag as it is.

    Raises:
        PydanticCustomError: The text is none; the fault says what was probably meant.
    """
    if TAG.fullmatch(text):
        return text
    meant = _NAMES.get(text.strip().lower()) or text.strip().partition(".")[0].replace("_", "-")
    fix = f'Write "{meant}".' if TAG.fullmatch(meant) else 'Write a tag such as "en", "de" or "pt-BR".'
    raise refuse("answer/language", "The language is not a language tag.", fix)
