"""What each language writes with a full stop, and with what words its sentences begin.

Data only. A language that is not listed is read by the neutral rules alone (`NEUTRAL`): initials and
acronyms are still known by their form, and a stop before a small letter ends nothing (ANS-A10).
"""

from __future__ import annotations

from typing import Final, NamedTuple


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Language(NamedTuple):
    """The words that decide about a full stop. All in lower case, without the stop at their end.

    Attributes:
        bound: Abbreviations that always go on (`dr`, `e.g`).
        counted: Words that are abbreviations only before a number (`no` in `No. 5`).
        open: Abbreviations that may end a sentence (`inc`, `p.m`): what follows decides.
        units: Symbols of units, written without a stop: one behind them ends the sentence.
        measures: Units with a stop of their own (`6 ft. 3 in.`).
        doubtful: Units and measures that are plain words behind no number (`come in.`).
        labels: Abbreviations of what is measured (`max. 5 people`): before a name they are plain words.
        dates: Months and weekdays; in small letters they are plain words (`they wed.`).
        clock: Halves of the day; behind them only a date or a time zone goes on with a capital.
        starters: Words that, with a capital, begin a new sentence even after an abbreviation.
        choices: Words that make a single letter near them the thing chosen (`option B.`), not an initial.
        copulas: Words that may stand between the two (`the answer is B.`).
        unfinished: Words that no sentence ends with: a line that does goes on in the next.
        polarity: Words that are an answer by themselves, even before a colon.
        lead_ins: Phrases that introduce an answer without a colon.
        knows_stops: Whether the lists are complete enough that a stop before a small letter, after a word
            that is none of them, ends the sentence.
        stopped: All words about whose stop there is something to decide; see `_with_stopped`.
    """

    bound: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    measures: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    dates: frozenset[str] = frozenset()
    clock: frozenset[str] = frozenset()
    starters: frozenset[str] = frozenset()
    choices: frozenset[str] = frozenset()
    copulas: frozenset[str] = frozenset()
    unfinished: frozenset[str] = frozenset()
    polarity: frozenset[str] = frozenset()
    lead_ins: frozenset[str] = frozenset()
    knows_stops: bool = False
    stopped: frozenset[str] = frozenset()


NEUTRAL: Final = Language()

_ENGLISH: Final = Language(
    bound=_words(
        "dr mr mrs ms mx prof gen rep sen gov capt cpt cmdr lt col sgt cpl pvt maj adm rev hon pres supt"
        " det insp messrs mme mlle fr e.g eg i.e ie vs v cf approx appx ca viz incl esp esply resp mt"
    ),
    counted=_words(
        "b c d no nos nr num p pp vol vols fig figs ch chap sect eq eqs para pt pts ver op ed eds app rm ste"
        " apt mar"
    ),
    open=_words(
        "st jr sr inc ltd co corp llc plc bros dept univ assn intl govt est ave blvd rd ln hwy pkwy sq"
        " bldg fl etc al ibid et.al a.m p.m b.c a.d b.c.e c.e u.s u.k u.n e.u u.s.a d.c ph.d m.d b.a"
        " m.a b.sc m.sc repub dem esq n.b p.s r.s.v.p q.v op.cit"
    ),
    units=_words(
        "km cm mm nm kg mg g ml cl l kb mb gb tb hz khz mhz ghz kw mw gw kwh wh mah ma v w kcal kj"
        " kph mph kmh km/h m/s ms ns s h ha rpm mbps gbps kbps px dpi ppm db bn mn am pm"
    ),
    measures=_words("in ft yd mi oz lb lbs gal qt min mins sec secs hr hrs yr yrs mo mos wk wks"),
    doubtful=_words("in am mi mo gal"),
    labels=_words("avg max temp pop tel ext dist alt lat lon misc orig"),
    clock=_words("a.m p.m"),
    dates=_words(
        "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun"
    ),
    starters=_words(
        "the it its it's this that that's these those there there's here here's he he's she she's they"
        " they're we we're you i i'm i've a an in on at by for from to of with within without among"
        " between during however but and so or then thus therefore hence also additionally furthermore"
        " moreover meanwhile nevertheless instead otherwise overall finally first second third next last"
        " both each all some most many several few no yes not none one two three if when while although"
        " though because since unless until after before as according based given either neither what who"
        " where why how which whose his her their our my your please note see let nobody everyone someone"
        " another other such only even just now today unlike like despite due per once total"
    ),
    choices=_words(
        "option choice answer letter plan type grade vitamin group class section category part hepatitis"
        " team item"
    ),
    copulas=_words("is are was be being therefore namely"),
    unfinished=_words("is are was were be that the an and or namely equals"),
    polarity=_words("yes no yeah yep nope"),
    lead_ins=frozenset(
        {
            "answer",
            "the answer",
            "final answer",
            "my answer",
            "result",
            "results",
            "response",
            "summary",
            "conclusion",
            "solution",
            "output",
            "findings",
            "sure",
            "ok",
            "okay",
            "got it",
            "understood",
            "hello",
            "hi",
            "hi there",
            "done",
            "thanks",
            "thank you",
            "great question",
            "good question",
            "great",
        }
    ),
    knows_stops=True,
)


def _with_stopped(rules: Language) -> Language:
    """Returns the rules with all words together that may have a stop without ending a sentence."""
    lists = (rules.bound, rules.counted, rules.open, rules.units, rules.measures, rules.labels, rules.dates)
    return rules._replace(stopped=frozenset[str]().union(rules.clock, *lists))


_LANGUAGES: Final = {"en": _with_stopped(_ENGLISH)}


def language_of(code: str) -> Language:
    """Returns the rules of a language by its code (`en`, `en-GB`); `NEUTRAL` where there are none."""
    return _LANGUAGES.get(code) or _LANGUAGES.get(code.partition("-")[0].lower(), NEUTRAL)
