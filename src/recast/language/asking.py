"""Which of what a question says a short text says of one of its numerals.

What is done is said of a numeral by the verb that governs it; who, what and when in its clause, or before it where a pronoun
stands there or the clause leaves its subject or its noun out.

Not seen: what a pronoun stands for, of several that went before; a verb that the tagger takes for a noun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recast.language.asked_figure import (
    CHANGES,
    NOUNS,
    VERBS,
    Asked,
    Said,
    dimension_of,
    is_modifier,
    unit_in,
)
from recast.language.figures import is_price, is_whole, matches, people
from recast.language.told_figures import Figure, Line
from recast.language.words import word_set
from recast.types import Private

_VERBAL = frozenset({*VERBS, "BE", "HV", "DO", "MD"})
_WITHIN_VERBS = _VERBAL | {"RB", "TO"}
_EMPTY_DEEDS = word_set("get make take gain give find bring")
_CLOCK, _HOURS = word_set("at after till until by before since"), 24
_THINGS, _PEOPLE = (
    word_set("it they them their its these those"),
    word_set("he she him her his i we us our my you me"),
)
#: What a question of each kind says that the text need not, since the figure itself says it.
_LIGHT = {
    "money": word_set("cost pay charge price be amount fee sum cash money"),
    "measure": word_set(
        "take last measure weigh run need be cost charge amount price weight height length width depth distance temperature duration high low"
    ),
    "count": word_set("count number include contain comprise consist stand exist belong weigh"),
    "age": word_set("turn be old age"),
    "share": word_set("be rate percentage share"),
    "year": word_set("be happen"),
}
_SPENT = word_set("cost pay spend charge buy be price quote have")
_FORMER = CHANGES | word_set("up down go went fell rose risen fallen grow grew sink sank instead")


@dataclass(frozen=True, slots=True, repr=False)
class Asking(Private):
    """A question, what it asks for, the text, and the figures that may be meant."""

    what: Asked
    question: Line
    lines: Sequence[Line]
    ranked: Sequence[Figure]

    def line(self, figure: Figure) -> Line:
        return self.lines[figure.sentence]

    def word(self, number: int) -> Said:
        return self.question[self.what.terms[number].place]

    @property
    def deeds(self) -> frozenset[int]:
        """The terms that say what was done."""
        return frozenset(
            n for n, term in enumerate(self.what.terms) if term.telling and self.word(n).tag in VERBS
        )

    @property
    def light(self) -> frozenset[int]:
        """The terms that the figure itself says, and the people who are counted."""
        what = self.what
        kind = frozenset(
            n
            for n, term in enumerate(what.terms)
            if self.word(n).base in _LIGHT[what.kind] or self.question[term.place - 1].low == "how"
        )
        return kind | (self.counted if what.people else frozenset())

    @property
    def counted(self) -> frozenset[int]:
        places = {term.place for term in self.what.counted}
        return frozenset(n for n, term in enumerate(self.what.terms) if term.place in places)

    @property
    def empty(self) -> frozenset[str]:
        """The verbs of the question that link nothing and yet say what was done ("make", "get", "take in")."""
        placed = {term.place for term in self.what.terms}
        return frozenset(
            word.base
            for place, word in enumerate(self.question)
            if place not in placed
            and word.base in _EMPTY_DEEDS - _LIGHT[self.what.kind]
            and word.tag in VERBS
        )

    def is_set(self, number: int) -> bool:
        """Whether a term is only spoken of where no figure is told, as in a heading ("Choir news")."""
        term = self.what.terms[number]
        return not any(
            any(word.literal and word.role in ("data", "year") for word in line)
            and any(matches(term, word) for word in line)
            for line in self.lines
        )

    @property
    def head(self) -> frozenset[int]:
        """The term of what is counted, without what tells its kind."""
        places = [term.place for term in self.what.counted[-1:]]
        return frozenset(n for n, term in enumerate(self.what.terms) if term.place in places)

    @property
    def lows(self) -> tuple[str, ...]:
        return tuple(word.low for word in self.question)


def is_amount(figure: Figure, asking: Asking) -> bool:
    """Whether a numeral may answer "how much" without a noun: it is money or measures something."""
    unit = unit_in(asking.line(figure)[figure.place + 1 : figure.place + 5])
    return bool(figure.said.unit) or dimension_of(unit) not in ("", "time") or is_price(figure, asking.lines)


# ── what is said of a figure ─────────────────────────────────────────────────────────────────────────────────


def governing(figure: Figure, line: Line) -> tuple[Said, ...]:
    """The verb that governs a numeral, with its helpers: the last of its clause before it, else the first after it."""
    groups: list[list[int]] = []
    for place in sorted(figure.clause):
        if line[place].tag in _WITHIN_VERBS and not _is_no_verb(line, place):
            if groups and groups[-1][-1] == place - 1:
                groups[-1].append(place)
            else:
                groups.append([place])
    groups = [group for group in groups if any(line[p].tag in _VERBAL for p in group)]
    before = [group for group in groups if group[-1] < figure.place]
    after = [group for group in groups if group[0] > figure.place]
    return tuple(line[p] for p in (before[-1:] or after[:1] or [[]])[0])


def _is_no_verb(line: Line, place: int) -> bool:
    """Whether a word tagged a verb is none: it stands before a noun or heads a list ("feedback forms: 48 handed out")."""
    heads = line[place].tag == "VBZ" and place + 1 < len(line) and line[place + 1].low == ":"
    return heads or is_modifier(line, place)


def said_of(figure: Figure, asking: Asking) -> frozenset[int]:
    """The terms of the question that are said of a numeral: deeds by its verb, the rest in its clause, or before it where a
    pronoun stands there or the clause leaves its noun out."""
    line = asking.line(figure)
    verbs = governing(figure, line)
    said = {
        n
        for n in figure.own
        if n not in asking.deeds or not verbs or any(matches(asking.what.terms[n], verb) for verb in verbs)
    }
    if is_whole(figure, line):
        said -= asking.deeds  # "won 11 of 18 matches"
    noun = [asking.lines[figure.noun_of][p] for p in figure.noun]
    said |= {n for n in asking.counted if any(matches(asking.what.terms[n], word) for word in noun)}
    lows = {line[p].low for p in figure.clause}
    before = {n for n, place in figure.beside.items() if place < figure.place} | figure.carried
    opening = next((line[p].tag for p in sorted(figure.clause) if line[p].low.isalpha()), "")
    if not _THINGS.isdisjoint(lows):
        said |= before - asking.deeds
    elif not _PEOPLE.isdisjoint(lows) or opening in ("VBD", "VBN", "VBZ"):  # "Slept 5 hours."
        said |= {
            n for n in before - asking.deeds if asking.word(n).tag == "NP" or asking.word(n).base in people()
        }
    elif not lows.isdisjoint(("one", "ones")):  # "the old one"
        said |= {n for n in before - asking.deeds if asking.word(n).tag in NOUNS}
    elif not any(line[p].tag in NOUNS for p in figure.clause):
        said |= figure.carried - asking.deeds
    if asking.what.kind == "count" and is_elliptic(figure) and not figure.said.unit:  # "The dog ate 2."
        said |= asking.head & (figure.carried | figure.beside.keys())
    return frozenset(said)


def is_spent(verbs: Sequence[Said]) -> bool:
    """Whether verbs tell of money without saying so."""
    return any(verb.base in _SPENT - {"be", "have", "buy"} for verb in verbs)


def is_elliptic(figure: Figure) -> bool:
    """Whether what a numeral counts is left out where it stands."""
    return figure.points_back or not (figure.noun or figure.led)


def is_said(figure: Figure, asking: Asking) -> bool:
    """Whether all that the question says is said of the figure, not only what it counts, and it counts that."""
    near = figure.own.keys() | {n for n in figure.carried | figure.topic if asking.is_set(n)}
    said = said_of(figure, asking)
    line = asking.line(figure)
    if is_whole(figure, line) and (asking.deeds or asking.empty):
        return False  # "30% of the 200 seats are taken"
    verbs = {verb.base for verb in governing(figure, line) if verb.tag in VERBS}
    spent = verbs <= (_SPENT if asking.what.kind == "money" else _LIGHT[asking.what.kind])
    priced = spent or (asking.what.kind == "money" and line[figure.place - 1].low in ("for", "at"))
    terse = not any(line[p].tag in _VERBAL for p in figure.clause) and len(figure.own) > 1
    for number in range(len(asking.what.terms)):
        if number in asking.deeds:
            if number not in said and not terse and not (number in asking.light and priced):
                return False
        elif number not in near | said and number not in asking.light:
            return False
    if not terse and asking.empty - {verb.base for verb in governing(figure, line)} and not spent:
        return False
    solid = said - (asking.light - asking.deeds)
    if is_elliptic(figure) and asking.what.kind == "count":
        solid = (solid & figure.own.keys()) - (asking.head if figure.points_back else frozenset())
    return bool(solid) and counts_it(figure, asking)


def counts_it(figure: Figure, asking: Asking) -> bool:
    """Whether what the numeral counts, if anything, is what the question counts, and is not only one kind of it."""
    what, line = asking.what, asking.line(figure)
    if what.kind != "count" or not what.counted or what.people:
        return True
    head = what.counted[-1]
    before = line[max(0, figure.place - 2) : figure.place]
    if len(before) == 2 and before[1].low in ("of", "for") and matches(head, before[0]):
        return before[1].low == "for"  # "places for 45 people", but "packs of 25"
    if not figure.noun:
        return True
    noun = [asking.lines[figure.noun_of][p] for p in figure.noun]
    if not any(matches(head, word) for word in noun):
        return bool(dimension_of(unit_in(noun[-1:])))
    same = any(n in figure.same for n in asking.counted if what.terms[n].place == head.place)
    kinds = any(one.unlike and one.sentence == figure.sentence and one.noun for one in asking.ranked)
    return same or not kinds  # "3 cars and 2 buses" are not all vehicles


def is_former(figure: Figure, line: Line) -> bool:
    """Whether a numeral says what was before ("up from 35", "rather than 60")."""
    before = [word.low for word in line[max(0, figure.place - 4) : figure.place]]
    after = [word.low for word in line[figure.place + 1 : figure.place + 5]]
    if not {"above", "below"}.isdisjoint(after[:3]):
        return True  # "40 centimetres above yesterday"
    return before[-1:] == ["than"] or (
        before[-1:] == ["from"] and ("to" in after or not _FORMER.isdisjoint(before))
    )


def is_clock(figure: Figure, line: Line) -> bool:
    """Whether a bare numeral may be a time of day ("opens at 9")."""
    whole = figure.said.literal.isdigit() and int(figure.said.literal) <= _HOURS
    bare = whole and not figure.said.unit and (figure.points_back or not figure.noun)
    return bare and line[figure.place - 1].low in _CLOCK
