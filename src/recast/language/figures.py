"""The numerals of a passage that a question may ask for, weighed by the words of the question that stand with each.

A word tells most in the clause of the numeral, less elsewhere in its sentence, least in the sentences before; what the
numeral counts, and which verb a year belongs to, tell more. ``certain`` picks one, or none where another is near it: the
more of the question is not found beside the best, the farther the next must be.

Not seen: a word that the passage puts in words that share neither stem nor line of ``data/sense_links.txt``; what two
sentences say of one thing only together; a figure that would have to be computed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from recast.language.asked_figure import (
    DIMENSIONS,
    NOUNS,
    QUALITIES,
    VERBS,
    Asked,
    Said,
    Term,
    keys_of,
    unit_named,
)
from recast.language.links import LINK
from recast.language.words import data_words, word_set
from recast.types import Private

Line = Sequence[Said]

_RELATIVE = word_set(
    "more less fewer higher lower larger smaller later earlier ago older younger longer shorter taller farther further"
)
_MONTHS = word_set(
    "january february march april may june july august september october november december spring summer autumn fall winter"
)
_SCALES = word_set("hundred thousand million billion trillion hundreds thousands millions billions trillions")
_BREAKS = frozenset(",;:()–—")
_DIVIDES = word_set("and or but while whereas to")
_FINITE = frozenset({"BE", "HV", "MD", "DO", "VBZ", "VBD", "VB"})
_BACK = word_set("them which whom these those")
_LEADS = word_set("of is was are were be reach reached reaches exceed exceeded total totalled be been to at about approximately "
                  "around roughly nearly almost some over up has have had a an the its")  # fmt: skip
_OWN, _EARLIER, _LATER, _BEFORE, _TOPIC = 1.0, 0.65, 0.25, 0.3, 0.15
_DEED, _DONE, _NOUN, _PART, _OTHER, _APART, _WHOLE = 1.4, 0.5, 1.5, 0.75, 1.2, 0.6, 1.5
_MARGIN, _UNSEEN, _ELSEWHERE, _LEAST = 0.35, 0.35, 0.35, 0.3
_LINKED, _BACK_WORTH = 0.7, 0.5


@dataclass(slots=True, repr=False)
class Figure(Private):
    """A numeral that may be asked for. ``own``, ``beside`` and ``carried`` hold the numbers of the terms that stand in its
    clause, elsewhere in its sentence (with their places), and in the two sentences before; ``clause`` the places of its
    clause, ``noun`` those of what it counts, if it counts anything (in the sentence ``noun_of``)."""

    said: Said
    sentence: int
    place: int
    clause: frozenset[int]
    noun: tuple[int, ...] = ()
    led: tuple[int, ...] = ()
    noun_of: int = -1
    own: dict[int, int] = field(default_factory=dict)
    beside: dict[int, int] = field(default_factory=dict)
    carried: set[int] = field(default_factory=set)
    topic: set[int] = field(default_factory=set)
    same: set[int] = field(default_factory=set)
    points_back: bool = False
    unlike: bool = False
    score: float = 0.0


# ── the numerals ─────────────────────────────────────────────────────────────────────────────────────────────


def figures(what: Asked, sentences: Sequence[Line]) -> list[Figure]:
    """The numerals of the kind asked for, the likeliest first."""
    found = [
        figure for number, line in enumerate(sentences) for figure in _of_line(what, number, line, sentences)
    ]
    found = _of_kind(what, found, sentences)
    for figure in found:
        _place_terms(figure, what, sentences)
    own = [sum(number in figure.own for figure in found) for number in range(len(what.terms))]
    for figure in found:
        figure.score = _score(figure, what, sentences, own)
    return sorted(found, key=lambda figure: -figure.score)


def certain(what: Asked, ranked: Sequence[Figure], sentences: Sequence[Line]) -> Figure | None:
    """The figure that answers; None where another is near it, or too little of the question is found beside it."""
    if not ranked:
        return None
    best = ranked[0]
    line = sentences[best.sentence]
    rivals = [one for one in ranked[1:] if one.said.literal != best.said.literal]
    seen = best.own.keys() | best.beside.keys() | best.carried | best.topic
    rest = [n for n in range(len(what.terms)) if n not in seen]
    far = [*rest, *best.topic]
    share = 1 - len(rest) / max(1, len(what.terms))
    if best.unlike or best.score <= 0 or share < (_LEAST if rivals else _LEAST / 2):
        return None
    if what.kind != "year" and is_relative(line, best.place):
        return None
    if not what.operations <= {word.low for word in line}:
        return None
    need = _MARGIN + sum(_UNSEEN * (1.5 if what.terms[n].telling else 0.5) for n in rest)
    need += _ELSEWHERE * max((sum(n in one.own for n in far) for one in rivals), default=0)
    if rest and any(one.points_back and one.sentence == best.sentence for one in rivals):
        return None  # "54 species, 11 of which" may be told apart by the word that is not seen
    return None if rivals and rivals[0].score > best.score - need else best


def is_relative(line: Line, place: int) -> bool:
    """Whether the numeral says how much more, less or later ("4% less than in 1986", "3 years older")."""
    for word in line[place + 1 : place + 4]:
        if word.low in _BREAKS:
            return False
        if word.low in _RELATIVE:
            return True
    return False


def _of_line(what: Asked, number: int, line: Line, sentences: Sequence[Line]) -> Iterator[Figure]:
    known = {key for term in what.terms if term.number for key in term.keys}
    if what.kind == "year":
        places = [p for p, w in enumerate(line) if w.literal and _is_year(w)]
    else:
        places = [
            p
            for p, w in enumerate(line)
            if w.literal and w.role in ("data", "choice") and not _is_dated(line, p)
        ]
    last: Figure | None = None
    for place, clause in _clauses(line, [p for p in places if line[p].literal not in known]):
        figure = Figure(line[place], number, place, clause)
        if what.kind != "year":
            _count(figure, sentences)
            pointing = [word.low for word in line[place + 1 : place + 3]]
            if last is not None and not figure.noun and pointing[:1] == ["of"] and set(pointing) & _BACK:
                figure.noun, figure.noun_of, figure.points_back = last.noun, last.noun_of, True
            last = figure
        yield figure


def _is_year(word: Said) -> bool:
    return word.role == "year" or (
        word.role == "data" and re.fullmatch(r"1\d{3}|20\d\d", word.low) is not None and not word.unit
    )


def _is_dated(line: Line, place: int) -> bool:
    """Whether a numeral ends a date ("on 19 September 1961")."""
    return place > 0 and line[place - 1].low in _MONTHS and _is_year(line[place])


def _clauses(line: Line, places: Sequence[int]) -> Iterator[tuple[int, frozenset[int]]]:
    """For each numeral the places from the divide before it to the divide after it, and those that all share: what stands
    before the first verb where that is before the first numeral, or from the last verb on where no numeral follows it."""
    if not places:
        return
    cuts = [0]
    for before, after in pairwise(places):
        between = range(before + 1, after)
        marks = [p for p in between if line[p].low in _BREAKS]
        words = [p for p in between if line[p].low in _DIVIDES]
        verbs = [p for p in between if line[p].tag in (*_FINITE, "VBN") and p > before + 1]  # "174 recovered"
        cuts.append(marks[-1] if marks else words[-1] if words else verbs[0] if verbs else after)
    cuts.append(len(line))
    shared: range = range(0)
    verbs = [p for p, word in enumerate(line) if word.tag in _FINITE]
    if verbs and len(places) > 1 and verbs[0] < places[0]:
        shared = range(verbs[0] + 1)
    elif verbs and len(places) > 1 and verbs[0] > places[-1]:
        shared = range(verbs[0], len(line))
    for place, (start, end) in zip(places, pairwise(cuts), strict=True):
        yield place, frozenset(range(start, end)) | frozenset(shared)


def _count(figure: Figure, sentences: Sequence[Line]) -> None:
    """Notes what the numeral counts: the noun after it, that of the numeral before where it only points back ("9 of them",
    "11 of which"), or what stands before it ("a population of 18,422")."""
    line = sentences[figure.sentence]
    place = figure.place + 1
    while place < len(line) and (
        line[place].low in _SCALES or line[place].low in ("of", "the", "-", "%", "percent", "different")
    ):
        place += 1
    noun: list[int] = []
    for at in range(place, min(len(line), place + 6)):
        word = line[at]
        if word.low in _BREAKS or word.low == "." or word.literal or word.tag in _FINITE:
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


def _of_kind(what: Asked, found: list[Figure], sentences: Sequence[Line]) -> list[Figure]:
    """The figures of the kind asked for; all where none is known to be and the kind may go unsaid."""
    match what.kind:
        case "year":
            return found
        case "share":
            return [one for one in found if one.said.unit == "percent"]
        case "money":
            return [one for one in found if one.said.unit == "money"]
        case "age":
            return [one for one in found if _is_age(one, sentences[one.sentence])]
    units = [one for one in found if what.units & {_unit_of(one, sentences)}]
    if units:
        return units
    dims = [one for one in found if DIMENSIONS.get(_unit_of(one, sentences), "") in what.dimensions]
    if what.dimensions and dims:
        return dims
    if what.kind == "count":
        return [one for one in found if one.said.unit not in ("percent", "money")]
    return found


def _is_age(figure: Figure, line: Line) -> bool:
    near = {word.low for word in line[max(0, figure.place - 3) : figure.place]}
    after = [word.low for word in line[figure.place + 1 : figure.place + 4]]
    return bool(near & {"age", "aged"}) or "old" in after or "year-old" in after or "age" in after


def _unit_of(figure: Figure, sentences: Sequence[Line]) -> str:
    line = sentences[figure.sentence]
    after = [w for w in line[figure.place + 1 : figure.place + 3] if w.low not in _SCALES]
    return unit_named(after[0]) if after else ""


def _place_terms(figure: Figure, what: Asked, sentences: Sequence[Line]) -> None:
    line = sentences[figure.sentence]
    for number, term in enumerate(what.terms):
        spots = [p for p, word in enumerate(line) if matches(term, word)]
        inside = [p for p in spots if p in figure.clause]
        if any(_is_same(term, line[p]) for p in inside or spots):
            figure.same.add(number)
        if inside:
            figure.own[number] = min(inside, key=lambda p: abs(p - figure.place))
        elif spots:
            figure.beside[number] = min(spots, key=lambda p: abs(p - figure.place))
        elif any(
            matches(term, word)
            for one in sentences[max(0, figure.sentence - 2) : figure.sentence]
            for word in one
        ):
            figure.carried.add(number)
        elif any(matches(term, word) for one in sentences[: figure.sentence] for word in one):
            figure.topic.add(number)


def matches(term: Term, word: Said) -> bool:
    """Whether a word of the text is what the term of the question means."""
    return word.literal in term.keys if term.number else not term.keys.isdisjoint(keys_of(word))


def _is_same(term: Term, word: Said) -> bool:
    """Whether the word is the question's own, not only linked to it."""
    return any(not key.startswith(LINK) for key in term.keys & (keys_of(word) | {word.literal}))


def _score(figure: Figure, what: Asked, sentences: Sequence[Line], own: Sequence[int]) -> float:
    line = sentences[figure.sentence]
    score = 0.0
    for number, term in enumerate(what.terms):
        weight = (1 / max(1, own[number]) ** 0.5) * (_DEED if term.telling else 1)
        weight *= (
            _LINKED if number in figure.own.keys() | figure.beside.keys() and number not in figure.same else 1
        )
        if number in figure.own:
            score += weight * _OWN
        elif number in figure.beside:
            score += weight * (_EARLIER if figure.beside[number] < figure.place else _LATER)
        elif number in figure.carried:
            score += weight * _BEFORE
        elif number in figure.topic:
            score += weight * _TOPIC
    if _is_whole(figure, line):
        score -= _WHOLE
    if what.kind == "year":
        return score + _DONE * (_dated_by(what, line) == figure.place)
    if _is_of_another_year(figure, what, line):
        score -= _OTHER
    return score + _counts(figure, what, sentences) + _OTHER * _quality_beside(figure, what, line)


def _is_whole(figure: Figure, line: Line) -> bool:
    """Whether the numeral is the whole of a part ("47 of the 150 seats")."""
    before = line[max(0, figure.place - 3) : figure.place]
    lows = [word.low for word in before]
    return (lows[-1:] == ["of"] and bool(before[-2:-1] and before[-2].literal)) or (
        lows[-2:] == ["of", "the"] and bool(before[-3:-2] and before[-3].literal)
    )


def _quality_beside(figure: Figure, what: Asked, line: Line) -> int:
    """1 where the quality that is asked for follows the unit ("310 metres deep"), -1 where another does, else 0."""
    after = {word.low for word in line[figure.place + 1 : figure.place + 4]} & QUALITIES.keys()
    if not what.qualities or not after:
        return 0
    return 1 if any(QUALITIES[quality] in what.qualities for quality in after) else -1


def _is_of_another_year(figure: Figure, what: Asked, line: Line) -> bool:
    """Whether its sentence speaks of years and of none of the question's."""
    asked_for = {key for term in what.terms if term.number for key in term.keys}
    asked_for = {key for key in asked_for if re.fullmatch(r"1\d{3}|20\d\d", key)}
    told = {word.literal for word in line if word.literal and word.role == "year"}
    return bool(asked_for) and bool(told) and asked_for.isdisjoint(told)


def _dated_by(what: Asked, line: Line) -> int:
    """The year that belongs to the verb of the question, if the sentence has it: the first after it, else the last before."""
    deeds = [term for term in what.terms if term.telling]
    spot = next((p for p, word in enumerate(line) if deeds and matches(deeds[-1], word)), -1)
    years = [p for p, word in enumerate(line) if word.literal and _is_year(word)]
    after = [p for p in years if p > spot]
    return -1 if spot < 0 else after[0] if after else years[-1] if years else -1


def _counts(figure: Figure, what: Asked, sentences: Sequence[Line]) -> float:
    """How well what the numeral counts is what the question counts."""
    if not what.counted and not what.people:
        return 0.0
    line = sentences[figure.sentence]
    heads = [n for n, term in enumerate(what.terms) if what.counted and term.place == what.counted[-1].place]
    stands = heads[0] in figure.own if heads else False
    fits = [
        _fits([sentences[figure.noun_of][p] for p in noun], what)
        for noun in (figure.noun, figure.led)
        if noun
    ]
    if any(fits):
        return max(fits) * (_BACK_WORTH if figure.points_back else 1)
    told = stands and line[figure.own[heads[0]]].tag in VERBS  # "86 people were killed" tells of deaths
    if what.kind == "count" and figure.noun and not told and line[figure.place + 1].low != "of":
        figure.unlike = True
        return -_OTHER
    return _PART * stands


def _fits(noun: Line, what: Asked) -> float:
    """How well a noun is the one that is counted; 0 for another."""
    shared = sum(max(_strength(term, word) for word in noun) for term in what.counted)
    head = max((_strength(term, noun[-1]) for term in what.counted), default=0.0)
    person = what.people and not {noun[-1].base, noun[-1].low}.isdisjoint(people())
    if not head and not person:
        return _PART * shared
    told_apart = shared < len(what.counted) and any(
        not any(matches(term, word) for term in what.terms) for word in noun[:-1]
    )  # "380 graduate students" where undergraduate students are asked for
    return _NOUN * max(head, _LINKED) + _PART * (shared - head) - _APART * told_apart


def _strength(term: Term, word: Said) -> float:
    return (1.0 if _is_same(term, word) else _LINKED) if matches(term, word) else 0.0


@functools.cache
def people() -> frozenset[str]:
    """The nouns that mean people."""
    found, kind = set(), ""
    for word in data_words("noun_kinds.txt"):
        kind = word if word.endswith(":") else kind
        if kind == "person:":
            found.add(word)
    return frozenset(found)
