"""The fast ways of looking for entries give what the slow ones give, on generated text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probatum.answers import entries
from probatum.answers.entries import AnyOf, EmptyEntryError, Entry, read_entry
from probatum.answers.occurrences import assign, own_places, without_nested
from probatum.answers.pattern_syntax import PatternError
from probatum.answers.patterns import Pattern
from probatum.answers.phrases import Phrase
from probatum.answers.reply import Range, Reply, Scoped
from probatum.text.folding import fold, fold_text
from probatum.text.markup import strip

# Few pieces, so that phrases, parts of them and what only looks like them meet often.
_PIECES = st.sampled_from([*"ab x-.,'é²", "no", "yes", "no one", "large", "10", "5", " - ", "--"])
_TEXTS = st.lists(_PIECES, max_size=12).map("".join)
_ENTRIES = st.lists(_PIECES, min_size=1, max_size=5).map("".join)


def _slow(phrase: Phrase, scoped: Scoped) -> list[Range]:
    """Tries every place of the text, one after the other."""
    phrase._prepare()
    found: list[Range] = []
    position = 0
    for start in range(len(scoped.text)):
        if start < position or not scoped.text.startswith(phrase.words[0], start):
            continue
        end = phrase._end(scoped.text, start)
        if end and phrase._bounded(scoped, start, end):
            found.append((start, end))
            position = end
    return found


def _entry(source: str) -> Entry | None:
    try:
        return read_entry(source, "en")
    except EmptyEntryError:
        return None


@pytest.mark.rule("ANS-B5")
@given(_ENTRIES, _TEXTS)
def test_a_phrase_is_found_where_it_stands(source: str, text: str) -> None:
    entry = _entry(source)
    scoped = Reply(text).full
    for phrase in entry.alternatives if entry else ():
        assert isinstance(phrase, Phrase)
        found = _slow(phrase, scoped)
        assert list(phrase.find_all(scoped)) == found
        assert phrase.find(scoped) == (found[0] if found else None)


@pytest.mark.rule("ANS-A6", "ANS-B3")
@given(
    st.lists(
        st.sampled_from([*"aB5 .,'|-", "No", " |OR| ", "|OR|", " |or| ", "  ", "é", "--", "\t", "(2)"]),
        max_size=8,
    ).map("".join)
)
def test_an_entry_read_quickly_is_read_as_any_other(source: str) -> None:
    def said(entry: Entry | None) -> object:
        phrases = entry.alternatives if entry else ()
        return entry and (entry.source, entry.read_leniently, [phrase.probes for phrase in phrases])

    quickly = _entry(source)
    with pytest.MonkeyPatch.context() as patch:
        for way in ("_is_ordinary", "_is_folded_but_for_capitals"):
            patch.setattr(entries, way, lambda _: False)
            assert said(quickly) == said(_entry(source))


@pytest.mark.rule("ANS-B3")
@given(st.lists(_ENTRIES, min_size=1, max_size=4), _TEXTS)
def test_probes_hide_no_alternative(sources: list[str], text: str) -> None:
    alternatives = [a for source in sources if (entry := _entry(source)) for a in entry.alternatives]
    entry = Entry(" |OR| ".join(sources), tuple(alternatives))
    scoped = Reply(text).full
    found = [place for alternative in alternatives if (place := alternative.find(scoped))]
    assert entry.occurs(scoped) == AnyOf(alternatives).occurs(scoped) == bool(found)
    assert {one for one in alternatives if one.find(scoped)} <= set(AnyOf(alternatives).near(scoped))
    assert entry.find(scoped) == min(found, key=lambda place: (place[0], -place[1]), default=None)
    places = sorted({p for one in alternatives for p in one.find_all(scoped)}, key=lambda p: (p[0], -p[1]))
    kept = [place for i, place in enumerate(places) if all(place[1] > before[1] for before in places[:i])]
    assert entry.find_all(scoped) == kept


_SYNTAX = st.sampled_from(
    [*"abéß1-. ", ".*", "?", "*", "+", "{2}", "(a|b)", "(?:ab|é )", "(b )", "|", "[^a]", r"\.", r"\b", r"\W*"]
)
_PATTERNS = st.tuples(
    st.sampled_from(["^", "^.*"]), st.lists(_SYNTAX, max_size=6).map("".join), st.sampled_from(["$", ".*$"])
).map("".join)


@pytest.mark.rule("ANS-B4")
@given(_PATTERNS, st.lists(st.sampled_from([*"abé1-. ("]), max_size=10).map("".join))
def test_a_pattern_is_found_wherever_it_matches(source: str, text: str) -> None:
    try:
        pattern = Pattern(source)
    except PatternError:
        return
    scoped = Reply(text).full
    found = pattern.find(scoped)
    thorough = Pattern(source)
    thorough._open_start = thorough._open_end = False
    assert found == thorough.find(scoped)
    if found is not None:
        assert any(probe in scoped.probed for probe in pattern.probes)


@pytest.mark.rule("ANS-A1")
@given(_TEXTS)
def test_plain_text_is_folded_quickly(text: str) -> None:
    assert Reply(text).full.text == fold_text(strip(text).aligned.text)


@pytest.mark.rule("ANS-D4")
@given(st.lists(st.sets(st.tuples(st.integers(0, 12), st.integers(1, 6)), max_size=2), max_size=4))
def test_items_that_do_not_touch_need_no_assignment(drawn: list[set[tuple[int, int]]]) -> None:
    found: list[list[Range]] = []
    for places in drawn:
        kept: list[Range] = []
        for start, length in sorted(places):
            if not kept or start >= kept[-1][1]:
                kept.append((start, start + length))
        found.append(kept)
    assert own_places(found) == assign(without_nested(found))


@pytest.mark.rule("ANS-A8")
@given(_TEXTS, st.integers(0, 20), st.integers(0, 20))
def test_a_text_that_folds_letter_by_letter_needs_no_map(text: str, start: int, length: int) -> None:
    scoped = Reply(text).full
    start = min(start, len(scoped.text))
    end = min(start + length, len(scoped.text))
    marked = strip(text).aligned
    assert scoped.span(start, end) == fold(marked.text).over(marked).span(start, end)


@pytest.mark.rule("ANS-B4")
@pytest.mark.parametrize("part", [r"\w", r"\W", r"\d", r"[^\w ]", r"\D"])
@pytest.mark.parametrize("form", ["^{}{{60}}$", "^({}{{6}}){{10}}$", "^({}{{3}}a){{20}}$", "^{}+$"])
def test_what_waits_for_a_text_beyond_ascii_can_be_compiled_then(part: str, form: str) -> None:
    pattern = Pattern(form.format(part))
    pattern.find(Reply("ж").full)
    assert pattern._unicode is not None


@pytest.mark.rule("ANS-B4")
def test_what_would_be_too_large_beyond_ascii_is_refused_when_it_is_read() -> None:
    with pytest.raises(PatternError):
        Pattern(r"^(\w{60}){60}$")
