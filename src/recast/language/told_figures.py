"""The numerals of a text with what is said of each: its clause, what it counts, the years it is told of.

A clause runs from the mark or joining word before a numeral to the one after it; what all numerals of a sentence share (its
subject, how it opens, a verb at its end) belongs to each. A numeral without a noun of its own counts what the one before it
counts ("11 were named and 4 were elected", "including 61 of them"), with less weight.

Not seen: what a pronoun stands for beyond the sentence; which of several clauses joined without a mark a word belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from recast.language.asked_figure import NOUNS, Asked, Said
from recast.language.words import word_set
from recast.types import Private

Line = Sequence[Said]

_MONTHS = word_set(
    "january february march april may june july august september october november december spring summer autumn fall winter"
)
SCALES = word_set("hundred thousand million billion trillion hundreds thousands millions billions trillions")
BREAKS = frozenset(",;:()–—")
_DASHES = frozenset("-–—")
_DIVIDES = word_set("and or but while whereas")
_FINITE = frozenset({"BE", "HV", "MD", "DO", "VBZ", "VBD", "VB"})
_PREDICATES = _FINITE | {"VBN", "VBG"}
_BACK = word_set("them which whom these those")
#: How a clause opens that tells of a part of what was counted before it.
_PARTS = word_set("including among whom which of")
_LEADS = word_set("of still only just now already is was are were be reach reached reaches exceed exceeded total totalled be been to at about approximately "
                  "around roughly nearly almost some over up has have had a an the its")  # fmt: skip
_RATES = word_set("a an per each every apiece")
_TIME = word_set("second minute hour day week month year")
_SMALL_DAY = 31
#: Nouns that a whole number behind them only tells apart ("bed 5", "week 32").
_NUMBERED = word_set(
    "bed day week month room group page item level floor line route number no chapter class grade gate platform coach table "
    "field phase stage step lot plot zone ward article section figure version bus tram track lane seat case claim order "
    "invoice question station house door part"
)


@dataclass(slots=True, repr=False)
class Figure(Private):
    """A numeral that may be asked for. ``clause`` holds the places of its clause, ``noun`` those of what it counts, if it
    counts anything (in the sentence ``noun_of``), ``led`` those of the noun before it, ``years`` the years it is told of.
    ``own``, ``beside``, ``carried`` and ``topic`` hold the numbers of the terms of the question that stand in its clause,
    elsewhere in its sentence (with their places), in the two sentences before and in those before these; ``same`` those
    that stand there in the question's own word. ``parent`` is the figure of whose count it is a part."""

    said: Said
    sentence: int
    place: int
    clause: frozenset[int]
    years: frozenset[str] = frozenset()
    noun: tuple[int, ...] = ()
    led: tuple[int, ...] = ()
    noun_of: int = -1
    own: dict[int, int] = field(default_factory=dict)
    beside: dict[int, int] = field(default_factory=dict)
    carried: set[int] = field(default_factory=set)
    topic: set[int] = field(default_factory=set)
    same: set[int] = field(default_factory=set)
    points_back: bool = False
    parent: Figure | None = None
    unlike: bool = False
    score: float = 0.0


def told_figures(what: Asked, sentences: Sequence[Line]) -> list[Figure]:
    """The years, or the other numerals, of a text, in its order; those that the question names are left out."""
    return [figure for number, line in enumerate(sentences) for figure in _of_line(what, number, line)]


def is_year(word: Said) -> bool:
    return word.role == "year" or (
        word.role == "data" and re.fullmatch(r"1\d{3}|20\d\d", word.low) is not None and not word.unit
    )


def _of_line(what: Asked, number: int, line: Line) -> Iterator[Figure]:
    known = {key for term in what.terms if term.number for key in term.keys}
    if what.kind == "year":
        places = [p for p, w in enumerate(line) if w.literal and is_year(w)]
    else:
        places = [p for p, w in enumerate(line) if w.literal and _is_quantity(line, p)]
    places = [p for p in places if line[p].literal not in known]
    opening = _opening(line, places)
    opened = {line[p].literal for p in opening if line[p].literal and is_year(line[p])}
    last: Figure | None = None
    for place, clause in _clauses(line, places):
        own = clause - last.clause if last is not None else clause
        if last is not None and not any(line[p].tag in _PREDICATES for p in own):
            if _is_gapped(line, place, own):
                clause = own | {p for p in last.clause if p > last.place}
            else:  # "was 310 metres deep and 4 metres wide"
                clause |= {p for p in last.clause if p < last.place}
        figure = Figure(line[place], number, place, clause | opening)
        near = {line[p].literal for p in clause - opening if line[p].literal and is_year(line[p])}
        figure.years = frozenset(near or opened)
        if what.kind != "year":
            _count(figure, line)
            if last is not None:
                _point_back(figure, last, line)
        last = figure
        yield figure


def _is_quantity(line: Line, place: int) -> bool:
    """Whether a numeral is no part of a date ("on 24 and 26 August", "from 1544 on")."""
    word = line[place]
    if word.role not in ("data", "choice"):
        return False
    after = [one.low for one in line[place + 1 : place + 4]]
    before = line[place - 1].low if place else ""
    whole = word.literal.isdigit() and int(word.literal) <= _SMALL_DAY and word.literal == word.low
    if whole and (after[:1] and after[0] in _MONTHS - {"may", "march"}):
        return False
    if whole and after[:1] == ["and"] and after[2:] and after[2] in _MONTHS and after[1].isdigit():
        return False
    if (
        word.literal == word.low
        and word.literal.isdigit()
        and before in _NUMBERED
        and line[place - 1].tag == "NN"
    ):
        return bool(after[:1]) and line[place + 1].tag in NOUNS  # "on that day 14 boats came"
    return not (before in _MONTHS and (is_year(word) or whole))


def _opening(line: Line, places: Sequence[int]) -> frozenset[int]:
    """How a sentence opens ("In 2019," "At the end of the siege,"), where no figure stands there."""
    if not line or line[0].tag != "IN":
        return frozenset()
    end = next((p for p, word in enumerate(line) if word.low == ","), len(line))
    if end == len(line) and len(line) > 1 and line[1].literal and is_year(line[1]):
        end = 2  # "In 2019 a record field took part"
    return frozenset() if end == len(line) or any(p < end for p in places) else frozenset(range(end))


def _depths(line: Line) -> list[int]:
    """For each word inside how many brackets it stands."""
    depth, found = 0, []
    for word in line:
        depth += word.low == "("
        found.append(depth)
        depth -= word.low == ")" and depth > 0
    return found


def _clauses(line: Line, places: Sequence[int]) -> Iterator[tuple[int, frozenset[int]]]:
    """For each numeral the places from the divide before it to the divide after it, and those that all share: what stands
    before the first verb where that is before the first numeral, or from the last verb on where no numeral follows it. A
    numeral in brackets has the clause around them."""
    depths = _depths(line)
    outer = [p for p in places if not depths[p]] or list(places)
    if not outer:
        return
    starts, ends = [0], []
    for before, after in pairwise(outer):
        between = [p for p in range(before + 1, after) if not depths[p] or depths[before]]
        marks = [p for p in between if line[p].low in BREAKS and not _is_joined(line, p)]
        if len(marks) > 1 and marks[-1] == after - 1 and line[marks[-1]].low == ":":
            marks.pop()  # "group A: 22, group B: 24"
        words = [p for p in between if line[p].low in _DIVIDES]
        verbs = [p for p in between if line[p].tag in (*_FINITE, "VBN") and p > before + 1]  # "174 recovered"
        words = words or [p for p in between if line[p].low == "to"]
        cut = marks[-1] if marks else words[-1] if words else -1
        ends.append(cut if cut >= 0 else after)
        starts.append(cut if cut >= 0 else verbs[0] if verbs else after)
    ends.append(len(line))
    shared: range = range(0)
    verbs = [p for p, word in enumerate(line) if word.tag in _FINITE]
    if verbs and len(outer) > 1 and verbs[0] < outer[0]:
        shared = range(verbs[0] + 1)
    elif verbs and len(outer) > 1 and verbs[0] > outer[-1]:
        shared = range(verbs[0], len(line))
    spans = [range(start, end) for start, end in zip(starts, ends, strict=True)]
    for place in places:
        span = next((one for one, at in zip(spans, outer, strict=True) if at == place), None)
        span = span or next((one for one in spans if place in one), spans[-1])
        if shared and shared[0] == 0 and span[0] > 0 and _has_subject(line, place, span):
            shared = range(0)  # what follows has another subject
        yield place, frozenset(span) | frozenset(shared)


def _has_subject(line: Line, place: int, span: Iterable[int]) -> bool:
    """Whether a clause has a subject and a verb of its own before its numeral."""
    before = [p for p in span if p < place]
    nouns = [p for p in before if line[p].tag in (*NOUNS, "PRP")]
    return bool(nouns) and any(line[p].tag in _FINITE and p > nouns[0] for p in before)


def _is_gapped(line: Line, place: int, own: Iterable[int]) -> bool:
    """Whether a clause without a verb has a subject: a noun before the numeral and none after it ("and pike 19 percent")."""
    words = sorted(own)
    after = [p for p in words if p > place and line[p].keys and line[p].tag in NOUNS]
    return not after and any(line[p].tag in NOUNS for p in words if p < place)


def _is_joined(line: Line, place: int) -> bool:
    """Whether a dash joins two words ("the Lund-Malmo line")."""
    around = [line[p] for p in (place - 1, place + 1) if 0 <= p < len(line)]
    return (
        line[place].low in _DASHES and len(around) == 2 and all(word.tag in (*NOUNS, "JJ") for word in around)
    )


def _count(figure: Figure, line: Line) -> None:
    """Notes what the numeral counts: the noun after it, past the whole of which it is a part ("61 of 140 seats"), or what
    stands before it ("a population of 18,422")."""
    place = figure.place + 1
    while place < len(line) and (
        line[place].low in SCALES
        or line[place].low in ("of", "the", "-", "%", "percent", "different", "new")
        or (line[place].literal and line[place - 1].low in ("of", "the") and place > figure.place + 1)
    ):
        place += 1
    noun: list[int] = []
    for at in range(place, min(len(line), place + 6)):
        word = line[at]
        if word.low in BREAKS or word.low == "." or word.literal or word.tag in _FINITE:
            break
        if word.low in ("and", "or") and noun and line[noun[-1]].tag in ("JJ", "NN"):
            continue
        if word.tag in ("IN", "TO", "CC", "CS", "DT", "PRP", "PP$") and word.low != "of":
            break
        if word.keys and word.tag in (*NOUNS, "JJ", "VBN", "VBG"):
            noun.append(at)
        if word.tag == "NNS":
            break
    figure.noun_of = figure.sentence
    if noun and any(line[at].tag in NOUNS for at in noun):
        figure.noun = tuple(noun)
    start = figure.place
    while start > 0 and line[start - 1].low in _LEADS:
        start -= 1
    end = start
    while start > 0 and line[start - 1].keys and line[start - 1].tag in ("NN", "NNS", "JJ"):
        start -= 1
    if end < figure.place and start < end:
        figure.led = tuple(range(start, end))


def _point_back(figure: Figure, last: Figure, line: Line) -> None:
    """Notes that a numeral tells of a part of the one before it ("11 of which", "of whom 9", "including 61 guests"), and
    what one without a noun counts."""
    start = min(figure.clause - last.clause, default=figure.place)
    before = [
        word.low for word in line[max(start, figure.place - 5) : figure.place] if word.low not in BREAKS
    ]
    after = [word.low for word in line[figure.place + 1 : figure.place + 3]]
    is_part = (
        before[:1] and before[0] in _PARTS and (before[0] == "including" or not _BACK.isdisjoint(before))
    )
    if is_part or (after[:1] == ["of"] and not _BACK.isdisjoint(after)):
        figure.parent = last
    rated = after[:1] and after[0] in _RATES  # "for 12 nights at 95 a night"
    behind = (
        line[last.noun[-1] + 1 : last.noun[-1] + 2] if last.noun and last.noun_of == last.sentence else ()
    )
    if after[:1] == ["of"] and last.noun and [word.low for word in behind] == ["of"]:
        figure.noun = ()  # "31 crates of pears, 12 of plums"
    timed = bool(last.noun) and not _TIME.isdisjoint(
        line[p].base for p in last.noun if last.noun_of == last.sentence
    )
    if not figure.noun and not figure.said.unit and last.noun and not rated and not timed:
        figure.noun, figure.noun_of, figure.points_back = last.noun, last.noun_of, True
