"""The numerals of a passage that a question may ask for, weighed by the words of the question that stand with each.

A word tells most in the clause of the numeral, less elsewhere in its sentence, least in the sentences before; what the
numeral counts, and which verb a year belongs to, tell more. ``certain`` picks one, or none where another is near it: the
more of the question is not found beside the best, the farther the next must be.

Not seen: a word that the passage puts in words that share neither stem nor line of ``data/sense_links.txt``; what two
sentences say of one thing only together; a figure that would have to be computed.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from decimal import Decimal

from recast.language.asked_figure import (
    CHANGES,
    NOUNS,
    ORDINAL,
    QUALITIES,
    VERBS,
    Asked,
    Said,
    Term,
    dimension_of,
    keys_of,
    unit_in,
)
from recast.language.links import LINK
from recast.language.told_figures import BREAKS, SCALES, Figure, Line, is_year, told_figures
from recast.language.words import data_words, word_set

_RELATIVE = word_set(
    "more less fewer higher lower larger smaller later earlier ago older younger longer shorter taller farther further better worse into"
)
_OWN, _EARLIER, _LATER, _BEFORE, _TOPIC = 1.0, 0.65, 0.25, 0.3, 0.15
_DEED, _DONE, _NOUN, _PART, _OTHER, _APART, _WHOLE = 1.4, 0.5, 1.5, 0.75, 1.2, 0.6, 1.5
_MARGIN, _UNSEEN, _ELSEWHERE, _LEAST = 0.35, 0.35, 0.35, 0.3
_LINKED, _BACK_WORTH, _TAKEN, _GENERIC, _LITTLE = 0.7, 0.6, 0.4, 0.85, 0.5
_NAMED = frozenset({"name"})  # "83 names are on the list" tells of people
_PER = word_set("a an per each every")
_BOUNDS = word_set("under over above below between aged")
_AGED = word_set("be is was are were turn at aged now")
#: Words of a clause whose bare numeral is a sum of money.
_PRICES = word_set(
    "cost price fee fare rent salary wage pay charge bill invoice budget deposit deductible premium income revenue turnover profit "
    "loan offer bid quote spend earn owe worth donate toll tuition mortgage refund debt subscription donation"
)
_THE = word_set("the our his her their my its all your these those")
_PREDICATES = frozenset({"BE", "HV", "VBD", "VBN", "VBZ"})


def figures(what: Asked, sentences: Sequence[Line]) -> list[Figure]:
    """The numerals of the kind asked for, the likeliest first."""
    found = _of_kind(what, told_figures(what, sentences), sentences)
    if what.change:
        found = [one for one in found if _is_of_change(sentences[one.sentence], one.place)]
    for figure in found:
        _place_terms(figure, what, sentences)
    own = [sum(number in figure.own for figure in found) for number in range(len(what.terms))]
    for figure in found:
        figure.score = _score(figure, what, sentences, own) - _taken(figure, what, own)
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
    if _is_another_time(best, what, ranked):
        return None
    if best.unlike or best.score <= 0 or share < (_LEAST if rivals else _LEAST / 2):
        return None
    if what.kind != "year" and not what.change and is_relative(line, best.place):
        return None
    if not what.operations <= {word.low for word in line} or not tells_rate(best, what, line):
        return None
    in_unit = _unit_of(best, sentences) in what.units
    if rivals and what.kind == "count" and not in_unit and _is_unnamed(best, what):
        return None
    need = _MARGIN + sum(_UNSEEN * (1.5 if what.terms[n].telling else 0.5) for n in rest)
    need += _ELSEWHERE * max((sum(n in one.own for n in far) for one in rivals), default=0)
    need += _ELSEWHERE * any(n in one.own for n in _unsaid(best, what) for one in rivals)
    if rest and any(one.points_back and one.sentence == best.sentence for one in rivals):
        return None  # "54 species, 11 of which" may be told apart by the word that is not seen
    return None if rivals and rivals[0].score > best.score - need else best


def is_relative(line: Line, place: int) -> bool:
    """Whether the numeral says how much more, less or later ("4% less than in 1986", "3 years older")."""
    for word in line[place + 1 : place + 4]:
        if word.low in BREAKS:
            return False
        if word.low in _RELATIVE:
            return True
    return False


def tells_rate(figure: Figure, what: Asked, line: Line) -> bool:
    """Whether the numeral is told per what the question asks for ("0.43 a litre"); true where it asks for no rate."""
    near = range(figure.place + 1, min(len(line), figure.place + 5))
    return all(
        any(line[p - 1].low in _PER and matches(term, line[p]) for p in near if p > figure.place + 1)
        for term in what.rates
    )


def _is_of_change(line: Line, place: int) -> bool:
    """Whether a numeral says by how much something changed ("rose by 6%", "6% more", "a rise of 6%", "up 6%")."""
    before = line[max(0, place - 3) : place]
    lows = [word.low for word in before]
    if "by" in lows or lows[-1:] in (["up"], ["down"]) or is_relative(line, place):
        return True
    led = lows[-1:] == ["of"] and not CHANGES.isdisjoint(
        {one for w in before[:-1] for one in (w.low, w.base)}
    )
    after = line[place + 1 : place + 3]
    return led or not CHANGES.isdisjoint(word.low for word in after)


def _is_unnamed(figure: Figure, what: Asked) -> bool:
    """Whether its clause does not name what the question counts."""
    heads = [n for n, term in enumerate(what.terms) if what.counted and term.place == what.counted[-1].place]
    return not what.people and bool(heads) and heads[0] not in figure.own


def _of_kind(what: Asked, found: list[Figure], sentences: Sequence[Line]) -> list[Figure]:
    """The figures of the kind asked for; all where none is known to be and the kind may go unsaid."""
    match what.kind:
        case "year":
            return found
        case "share":
            return [one for one in found if one.said.unit == "percent"]
        case "money":
            return [one for one in found if one.said.unit == "money" or is_price(one, sentences)]
        case "age":
            ages = [one for one in found if _is_age(one, sentences[one.sentence])]
            return ages or [one for one in found if _may_be_age(one, sentences[one.sentence])]
    units = [one for one in found if what.units & {_unit_of(one, sentences)}]
    if units:
        return units
    dims = [one for one in found if dimension_of(_unit_of(one, sentences)) in what.dimensions]
    if what.dimensions and dims:
        return dims
    if what.kind == "count":
        return [one for one in found if one.said.unit not in ("percent", "money")]
    return found


def _is_bare(figure: Figure, line: Line) -> bool:
    """Whether a numeral counts and measures nothing that is told in its clause, and is no bound ("children under 12")."""
    bare = not figure.said.unit and (figure.points_back or not figure.noun)
    after = line[figure.place + 1 : figure.place + 2]
    measures = bool(after) and after[0].tag in NOUNS and after[0].low not in SCALES
    return bare and not measures and line[figure.place - 1].low not in _BOUNDS


def is_price(figure: Figure, sentences: Sequence[Line]) -> bool:
    """Whether a numeral without a unit may be a sum of money: by a word beside it ("was sold for 4,000", "a fee of 90"), as one
    of several ("Eva took 312 euros and Jonas 274"), or where nothing is told but what it is for ("shoes 130")."""
    line = sentences[figure.sentence]
    if not _is_bare(figure, line):
        return False
    if figure.points_back and not {"cent", "euro", "dollar", "pound", "franc", "yen"}.isdisjoint(
        sentences[figure.noun_of][p].base for p in figure.noun
    ):
        return True
    clause = [line[p] for p in figure.clause]
    named = any(not _PRICES.isdisjoint((word.low, word.base)) for word in clause)
    verbs = any(word.tag in _PREDICATES or word.tag == "VB" for word in clause)
    before = line[figure.place - 1]
    return named or before.low == "for" or before.tag == "BE" or not (verbs or figure.points_back)


def _may_be_age(figure: Figure, line: Line) -> bool:
    """ "he is 53", "turned 87", "at 24"."""
    return _is_bare(figure, line) and not _AGED.isdisjoint(
        (line[figure.place - 1].low, line[figure.place - 1].base)
    )


def _is_age(figure: Figure, line: Line) -> bool:
    near = {word.low for word in line[max(0, figure.place - 3) : figure.place]}
    after = [word.low for word in line[figure.place + 1 : figure.place + 4]]
    return bool(near & {"age", "aged"}) or "old" in after or "year-old" in after or "age" in after


def _unit_of(figure: Figure, sentences: Sequence[Line]) -> str:
    return unit_in(sentences[figure.sentence][figure.place + 1 : figure.place + 5])


def _place_terms(figure: Figure, what: Asked, sentences: Sequence[Line]) -> None:
    line = sentences[figure.sentence]
    for number, term in enumerate(what.terms):
        spots = [p for p, word in enumerate(line) if matches(term, word)]
        clause = figure.clause | (figure.parent.clause if figure.parent else frozenset())
        inside = [p for p in spots if p in clause]
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
        if what.people and what.counted and term.place == what.counted[-1].place:
            weight *= _LITTLE  # "people" may go unsaid
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
    if is_whole(figure, line):
        score -= _WHOLE
    if line[figure.place - 1].low == "not" or not tells_rate(figure, what, line):
        score -= _OTHER
    if what.kind != "year" and not what.change and is_relative(line, figure.place):
        score -= _PART
    if figure.parent is not None and set(figure.own.values()) <= figure.parent.clause:
        score -= _PART  # nothing of the question is said of the part alone
    if what.kind == "year":
        return score + _DONE * (_dated_by(what, line) == figure.place)
    if _is_of_another_year(figure, what):
        score -= _OTHER
    return score + _counts(figure, what, sentences) + _OTHER * _quality_beside(figure, what, line)


def is_whole(figure: Figure, line: Line) -> bool:
    """Whether the numeral is the whole of a part ("47 of the 150 seats")."""
    before = line[max(0, figure.place - 3) : figure.place]
    lows = [word.low for word in before]
    part = (
        before[:-1]
        if lows[-1:] == ["of"]
        else before[:-2]
        if lows[-2:-1] == ["of"] and lows[-1] in _THE
        else ()
    )
    return bool(part) and bool(part[-1].literal or part[-1].low in ("%", "percent"))


def _quality_beside(figure: Figure, what: Asked, line: Line) -> int:
    """1 where the quality that is asked for follows the unit ("310 metres deep"), -1 where another does, else 0."""
    after = {word.low for word in line[figure.place + 1 : figure.place + 4]} & QUALITIES.keys()
    if not what.qualities or not after:
        return 0
    return 1 if any(QUALITIES[quality] in what.qualities for quality in after) else -1


def _unsaid(figure: Figure, what: Asked) -> list[int]:
    """The deeds and names of the question that are not said of a figure; a name told of before may go unsaid."""
    before = figure.carried | figure.topic
    return [
        n
        for n, term in enumerate(what.terms)
        if n not in figure.own and (term.telling or (term.name and n not in before))
    ]


def _taken(figure: Figure, what: Asked, own: Sequence[int]) -> float:
    """What speaks against a figure: deeds and names of the question that stand with another figure and not with it."""
    return sum((_TAKEN / math.sqrt(own[n]) for n in _unsaid(figure, what) if own[n]), 0.0)


def _is_another_time(best: Figure, what: Asked, ranked: Sequence[Figure]) -> bool:
    """Whether the question asks for "the second" and the like, of which nothing is said with the best, or for the first time
    that something was done and another figure tells of an earlier one."""
    order = [n for n, term in enumerate(what.terms) if any(key.startswith(ORDINAL) for key in term.keys)]
    first = [n for n in order if f"{ORDINAL}first" in what.terms[n].keys]
    if any(n not in best.own and n not in best.beside for n in order if n not in first):
        return True
    if what.kind != "year" or not first:
        return False
    deeds = [n for n, term in enumerate(what.terms) if term.telling and n not in order and n in best.own]
    years = {one.said.literal for one in ranked if any(n in one.own for n in deeds)}
    return any(Decimal(year) < Decimal(best.said.literal) for year in years)


def _is_of_another_year(figure: Figure, what: Asked) -> bool:
    """Whether it is told of years and of none of the question's."""
    asked_for = {key for term in what.terms if term.number for key in term.keys}
    asked_for = {key for key in asked_for if re.fullmatch(r"1\d{3}|20\d\d", key)}
    return bool(asked_for) and bool(figure.years) and asked_for.isdisjoint(figure.years)


def _dated_by(what: Asked, line: Line) -> int:
    """The year that belongs to the verb of the question, if the sentence has it: the first after it, else the last before."""
    deeds = [term for term in what.terms if term.telling]
    spot = next((p for p, word in enumerate(line) if deeds and matches(deeds[-1], word)), -1)
    years = [p for p, word in enumerate(line) if word.literal and is_year(word)]
    after = [p for p in years if p > spot]
    return -1 if spot < 0 else after[0] if after else years[-1] if years else -1


def _counts(figure: Figure, what: Asked, sentences: Sequence[Line]) -> float:
    """How well what the numeral counts is what the question counts."""
    if not what.counted and not what.people:
        return 0.0
    line = sentences[figure.sentence]
    heads = [n for n, term in enumerate(what.terms) if what.counted and term.place == what.counted[-1].place]
    stands = heads[0] in figure.own if heads else False
    nouns = [noun for noun in (figure.noun, figure.led) if noun]
    fits = [fit for noun in nouns if (fit := _fits([sentences[figure.noun_of][p] for p in noun], what))]
    if fits:
        return max(fits) * (_BACK_WORTH if figure.points_back else 1)
    told = stands and line[figure.own[heads[0]]].tag in VERBS  # "86 people were killed" tells of deaths
    if not fits and what.people and line[figure.place + 1].tag in _PREDICATES:  # "86 were killed"
        return _NOUN * _GENERIC * _BACK_WORTH
    counts = figure.noun and not figure.points_back
    in_unit = _unit_of(figure, sentences) in what.units
    if what.kind == "count" and heads and figure.led and not figure.noun and not told and not in_unit:
        return _PART * stands - _PART  # "the limit is 120" tells how high the limit is
    if (
        heads
        and line[figure.place - 1].low == "for"
        and matches(what.terms[heads[0]], line[figure.place - 2])
    ):
        return _NOUN * _GENERIC  # "places for 45 people"
    measured = what.mass and dimension_of(_unit_of(figure, sentences))
    if measured:
        return _NOUN * _GENERIC if stands else 0.0
    if what.kind == "count" and counts and not told and not in_unit and line[figure.place + 1].low != "of":
        figure.unlike = True
        return -_OTHER
    return _PART * stands


def _fits(noun: Line, what: Asked) -> float:
    """How well a noun is the one that is counted; 0 for another."""
    shared = sum(max(_strength(term, word) for word in noun) for term in what.counted)
    head = max((_strength(term, noun[-1]) for term in what.counted), default=0.0)
    person = what.people and not {noun[-1].base, noun[-1].low}.isdisjoint(people() | _NAMED)
    if not head and not person:
        return _PART * shared
    told_apart = shared < len(what.counted) and any(
        not any(matches(term, word) for term in what.terms) for word in noun[:-1]
    )  # "380 graduate students" where undergraduate students are asked for
    if what.people and not what.counted[1:]:
        return _NOUN * _GENERIC
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
