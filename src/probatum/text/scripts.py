"""Which scripts a text is written in, and which a language is written in.

Enough to notice that a gold is in another script than its spec's language: the scripts that living languages
use every day. A language that is not listed may be written in any.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Final

LATIN: Final = "LATIN"

# By the first word of the names of their letters.
_SCRIPTS: Final = frozenset(
    "LATIN CYRILLIC GREEK ARMENIAN GEORGIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI TAMIL TELUGU"
    " KANNADA MALAYALAM SINHALA THAI LAO MYANMAR KHMER ETHIOPIC HANGUL HIRAGANA KATAKANA BOPOMOFO CJK".split()
)
_WRITTEN: Final[Mapping[str, str]] = {
    "LATIN": "af ca cs cy da de en es et eu fi fr ga gl hr hu id is it lt lv ms mt nb nl nn no pl pt ro sk"
    " sl sq sv sw tl tr vi",
    "CYRILLIC": "be bg kk ky mk mn ru tg uk",
    "GREEK": "el",
    "ARMENIAN": "hy",
    "GEORGIAN": "ka",
    "HEBREW": "he yi",
    "ARABIC": "ar fa ps ur",
    "DEVANAGARI": "hi mr ne",
    "BENGALI": "as bn",
    "GUJARATI": "gu",
    "TAMIL": "ta",
    "TELUGU": "te",
    "KANNADA": "kn",
    "MALAYALAM": "ml",
    "SINHALA": "si",
    "THAI": "th",
    "LAO": "lo",
    "MYANMAR": "my",
    "KHMER": "km",
    "ETHIOPIC": "am ti",
    "HANGUL CJK": "ko",
    "HIRAGANA KATAKANA CJK": "ja",
    "CJK BOPOMOFO": "zh",
}
_SCRIPTS_OF: Final = {
    language: frozenset(scripts.split())
    for scripts, languages in _WRITTEN.items()
    for language in languages.split()
}
_NAMES: Final = {"CJK": "Han"}


def foreign_script(text: str, language: str) -> str | None:
    """Returns the script in which a text mostly is, if its language is not written in it.

    Latin letters are at home in every language: names and units are written so. A single Greek letter is a
    symbol.

    Args:
        text: The text, folded.
        language: The language's primary subtag, in small letters.
    """
    own = _SCRIPTS_OF.get(language)
    if own is None or text.isascii():
        return None
    letters = Counter(filter(None, map(_script, text)))
    foreign = {script: count for script, count in letters.items() if script != LATIN and script not in own}
    if 2 * sum(foreign.values()) <= letters.total() or foreign == {"GREEK": 1}:
        return None
    most = max(sorted(foreign), key=lambda script: foreign[script])
    return _NAMES.get(most, most.capitalize())


def _script(character: str) -> str | None:
    if not character.isalpha():
        return None
    first = unicodedata.name(character, "").partition(" ")[0]
    return first if first in _SCRIPTS else None
