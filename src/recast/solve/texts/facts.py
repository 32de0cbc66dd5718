"""What is said with every numeral of a story: what it counts, for whom, by which deed, for each of what, compared with what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from recast.language.deeds import Deed, deed
from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Bare, Expression, Operand
from recast.solve.texts.attached import per_of, relation_of
from recast.solve.texts.clauses import (
    FINITE,
    first_subject,
    left_edge,
    recipient_of,
    right_edge,
    subject_of,
    verb_of,
)
from recast.solve.texts.factors import Factor, factor_at
from recast.solve.texts.story import CURRENCIES, WITHIN, Sentence, content, head, noun_after, stem
from recast.types import Private

MEASURES = word_set(
    "inch foot yard mile millimeter meter centimeter kilometer gram kilogram pound ounce ton milliliter liter gallon"
)
_MORE = word_set("more additional another extra")
#: Words for a number that is not told.
_OPEN = word_set("some several")
_REST = word_set("rest others remainder remaining most")


@dataclass(frozen=True, slots=True, repr=False)
class Fact(Private):
    """One numeral of the story. ``unit`` is the lemma of what it counts, or a money sign; ``named`` the stems of all words
    of that noun; ``per`` the lemma of what one of it is for ("$2 per pound"), empty for a bare "each", None without;
    ``context`` the stems of the words that stand with it; ``clause`` is where they begin and end, and ``stated`` says that a subject is named there. An
    ``factor`` is said in words ("twice as many", "half of them"); a ``share`` is of a whole, a ``part`` the amount that it
    gives; a ``derived`` amount refers to another. An ``open`` fact is a number that is not told ("some pens"), and has no value; a ``rest`` is what others leave."""

    literal: str
    sentence: int
    place: int
    unit: str
    named: frozenset[str]
    per: str | None
    verb: str
    deed: Deed
    subject: frozenset[str]
    recipient: frozenset[str]
    context: frozenset[str]
    units: frozenset[str]
    more: bool
    relation: str
    asked: bool
    scaled: bool
    percent: bool
    stated: bool
    open: bool
    rest: bool
    factor: Factor | None
    share: bool
    part: bool
    derived: bool
    clause: tuple[int, int]
    value: Expression


def facts(sentences: Sequence[Sentence], asked_from: int) -> tuple[Fact, ...]:
    """What is said by every numeral of data, and by "some"; those of sentences from ``asked_from`` on belong to the question."""
    made: list[Fact] = []
    before: frozenset[str] = frozenset()
    for number, sentence in enumerate(sentences):
        for fact in _of_sentence(sentence, number, before, number >= asked_from, made):
            made.append(fact)
        own = first_subject(sentence)
        before = own or before
    told = [_of_one(fact, made, sentences[fact.sentence]) for fact in made]
    return tuple(_listed(told, place, sentences) for place in range(len(told)))


def _listed(told: Sequence[Fact], place: int, sentences: Sequence[Sentence]) -> Fact:
    """The fact with the rate that is said once for two ("4 pens and 6 cups in each box")."""
    fact = told[place]
    held = sentences[fact.sentence][0].low in ("a", "an") and fact.per == sentences[fact.sentence][1].unit
    if held and not any(
        word.unit == fact.per for at, one in enumerate(sentences) if at != fact.sentence for word in one
    ):
        fact = replace(fact, per=None)  # "A tank holds 500 gallons": of which nobody speaks again
    after = told[place + 1] if place + 1 < len(told) else None
    if (
        after is None
        or not after.per
        or after.sentence != fact.sentence
        or fact.per is not None
        or fact.relation
    ):
        return fact
    between = [word.low for word in sentences[fact.sentence][fact.place + 1 : after.place]]
    noun = noun_after(sentences[fact.sentence], fact.place + 1)[1] - fact.place - 1
    counted = any(one.unit == after.per for one in told)
    kinds = (
        fact.named != after.named
        if fact.unit == after.unit
        else counted and fact.unit not in (after.per, "$")
    )
    joined = between[noun:] == ["and"] and noun > 0 and fact.literal and after.literal
    return replace(fact, per=after.per) if joined and kinds else fact


def _of_one(fact: Fact, every: Sequence[Fact], sentence: Sentence) -> Fact:
    """The fact as a rate where it is told of one of what others count ("a box weighs 250 grams … 12 boxes", "8 minutes to
    wash one car … 15 cars", "2 dollars a cup … 45 cups")."""
    if fact.per is not None or fact.relation or fact.percent:
        return fact
    counted = {other.unit for other in every if other is not fact and other.unit != fact.unit} - {""}
    verbs = [at for at, word in enumerate(sentence) if word.tag in FINITE]
    for at, word in enumerate(sentence[:-1]):
        noun, end = noun_after(sentence, at + 1, 3)
        if word.low not in ("a", "an", "one") or head(noun) not in counted:
            continue
        subject = (
            bool(verbs) and end <= verbs[0] < fact.place and sentence[verbs[0]].tag in ("VBZ", "BE", "HV")
        )
        subject = subject and not any(one.literal for one in sentence[:end])
        aim = at > fact.place and sentence[at - 2].low == "to"
        price = at in (fact.place + 1, fact.place + 2) and at in (
            fact.place + 1,
            noun_after(sentence, fact.place + 1)[1],
        )
        behind = sentence[at - 1].low in ("in", "on") and noun_after(sentence, fact.place + 1)[1] == at - 1
        held = end == fact.place - 1 and sentence[end].low == "of"  # "a sack of 25 kg"
        if subject or aim or price or behind or held:
            return replace(fact, per=head(noun))
    return fact


def _of_sentence(
    sentence: Sentence, number: int, before: frozenset[str], asked: bool, earlier: list[Fact]
) -> Iterator[Fact]:
    places = [
        place
        for place, word in enumerate(sentence)
        if word.is_data or factor_at(sentence, place) is not None or _is_open(sentence, place, asked)
    ]
    last_unit = earlier[-1].unit if earlier else ""
    last_count = ""
    for turn, place in enumerate(places):
        word = sentence[place]
        factor = None if word.literal else factor_at(sentence, place)
        noun, end = noun_after(sentence, _noun_from(sentence, place))
        if word.money:
            spelled = sentence[place + 1 : place + 2]
            unit, end = "$", place + (2 if spelled and spelled[0].unit in CURRENCIES else 1)
        elif word.percent:
            unit, end = "%", place + 2
        else:
            unit = head(noun)
        measured = len(noun) > 1 and noun[0].unit in MEASURES and noun[0].tag != "NNS" and not word.money
        if measured and (noun[1].tag == "JJ" or noun[-1].tag == "NN"):
            unit = noun[0].unit  # "an 87 cm long ribbon", "a 240 cm board"
        unit = "$" if unit in CURRENCIES else last_unit if unit in ("one", "ones") else unit
        if not noun and place > 3 and [sentence[place - 1].low, sentence[place - 3].low] == ["of", "in"]:
            unit = sentence[place - 4].unit  # "pencils in packs of 12"
        named = content(noun)
        if sentence[end : end + 1] and sentence[end].low == "of" and not word.percent:
            named |= content(noun_after(sentence, end + 1)[0])
        if not unit and (listed := _of_list(sentence, place)):
            unit = listed
        if not unit and sentence[place - 1].low == "at" and not word.money:
            unit = "clock"  # "began at 8"
        if not unit and sentence[place - 1].tag == "BE":
            unit = _number_of(sentence, place)
        if not unit and not (sentence[end : end + 1] and sentence[end].low == "times"):
            unit = last_unit
        if (
            noun
            and noun[-1].tag != "NNS"
            and turn + 1 < len(places)
            and places[turn + 1] == end + 1
            and sentence[end].low in ("and", "or", ",", "&")
            and noun[-1].unit not in MEASURES
            and not word.money
        ):
            unit = (
                head(noun_after(sentence, places[turn + 1] + 1)[0]) or unit
            )  # "31 red and 15 green balloons"
        if unit == "$" and not word.money and last_count:
            unit = last_count  # "sold 40 seats at $6 and 15 at $9"
        last_unit = unit
        last_count = unit if unit not in ("$", "%") else last_count
        left = left_edge(sentence, place, places[turn - 1] if turn else -1)
        right = right_edge(sentence, end, places[turn + 1] if turn + 1 < len(places) else len(sentence))
        segment = sentence[left:right]
        verb, verb_at = verb_of(sentence, place, end)
        named_here = subject_of(sentence, verb_at, place) if verb_at < place else frozenset()
        subject = named_here or before
        if verb_at > 0 and sentence[verb_at].tag == "BE" and sentence[verb_at - 1].low == "there":
            subject = frozenset()
        following = [one.low for one in sentence[verb_at + 1 : verb_at + 6]] if verb_at >= 0 else []
        following += [one.low for one in sentence[end : end + 1]]
        done = deed(verb, following) if verb else ""
        if verb_at >= end and not {"away", "off"}.isdisjoint(following):
            done = "loss"  # "4 ducks fly away"
        per = per_of(sentence, place, end)
        if per == "" and word.money and sentence[place - 2 : place - 1] and sentence[place - 2].low == "at":
            per = last_count
        if _is_measure_of(sentence, place, end):
            verb, done = "be", "hold"  # "from a roll of 50 m a worker cut 12 m"
            unit = unit if noun or word.money else sentence[place - 2].unit  # "a child of 6"
        acts = frozenset({stem(verb)} if verb and done != "hold" else ())
        near = {one.low for one in sentence[max(0, place - 1) : end + 1]}
        yield Fact(
            word.literal, number, place, unit, named, None if per and per == unit else per, verb, done, subject,
            recipient_of(sentence, verb_at, place, end), content(segment) | subject | acts,
            frozenset(one.unit for one in noun), not near.isdisjoint(_MORE), _relation(sentence, place, end, factor), asked,
            word.scaled, word.percent, bool(named_here), not word.literal and factor is None, word.low in _REST, factor, _is_share(sentence, place, factor), False, False, (left, right),
            _value(sentence, place),
        )  # fmt: skip


def beside(one: Fact, other: Fact) -> bool:
    """Whether two facts are told in one breath: in one sentence, or in two that follow each other and say the same of the
    same subject ("Ann has 5 pens. Ann has 3 cups.")."""
    same = one.subject == other.subject and stem(one.verb) == stem(other.verb)
    return one.sentence == other.sentence or (abs(one.sentence - other.sentence) == 1 and same)


def _of_list(sentence: Sentence, place: int) -> str:
    """What a numeral of a list counts that is said behind its last one only ("7, 9 and 11 points")."""
    at = place
    while sentence[at].is_data and sentence[at + 1 : at + 2]:
        joined = at + 1
        while joined < len(sentence) and sentence[joined].low in (",", "and", "or"):
            joined += 1
        if joined == at + 1 or joined == len(sentence):
            return head(noun_after(sentence, at + 1)[0]) if joined == at + 1 and at > place else ""
        at = joined
    return ""


def _is_measure_of(sentence: Sentence, place: int, end: int) -> bool:
    """Whether a numeral says how much one thing is or holds ("a roll of 50 m", "a class of 25")."""
    if place < 3 or sentence[place - 1].low != "of" or sentence[place - 2].tag != "NN":
        return False
    known = sentence[place - 3].tag in ("JJ", "NN") or sentence[place - 3].low in ("a", "an", "the")
    return known and sentence[place - 2].low not in (
        "number",
        "total",
        "average",
        "sum",
        "price",
        "cost",
        "speed",
    )


def _number_of(sentence: Sentence, place: int) -> str:
    """What "the number of animals was 79" counts."""
    at = next(
        (
            at
            for at in range(place)
            if sentence[at].low in ("number", "count") and sentence[at + 1].low == "of"
        ),
        None,
    )
    return "" if at is None else head(noun_after(sentence, at + 2)[0])


def _noun_from(sentence: Sentence, place: int) -> int:
    """Where the noun after a numeral begins: behind "times as many", if that is said."""
    for at in range(place + 1, min(place + 5, len(sentence) - 1)):
        if sentence[at].low in ("many", "much") and sentence[at - 1].low in ("as", "that"):
            return at + 1
        if sentence[at].low not in ("times", "as", "that", "x"):
            break
    if sentence[place + 1 : place + 2] and sentence[place + 1].low == "-":
        return place + 2  # "an 8-year-old boy"
    return place + (2 if sentence[place + 1 : place + 2] and sentence[place + 1].low == "times" else 1)


def _relation(sentence: Sentence, place: int, end: int, factor: Factor | None) -> str:
    if factor is not None:
        return "" if factor.share else "times"
    return relation_of(sentence, place, end)


def _is_share(sentence: Sentence, place: int, factor: Factor | None) -> bool:
    """Whether a numeral is a percentage of something that is named."""
    behind = [word.low for word in sentence[place + 1 : place + 4]]
    return factor.share if factor is not None else sentence[place].percent and "of" in behind


def _is_open(sentence: Sentence, place: int, asked: bool) -> bool:
    """Whether a word stands for a number that is not told: "some", "a few", "the rest"."""
    if asked or place + 1 == len(sentence):
        return False
    after, before = sentence[place + 1], sentence[place - 1].low if place else ""
    if sentence[place].low in _REST:
        if any(word.literal for word in sentence[max(0, place - 3) : place]):
            return False  # "9 of the remaining pens"
        return not after.literal and (before in ("the", "their", "her", "his") or after.low == "of")
    if (
        sentence[place].low == "more"
        and after.tag in WITHIN
        and not any(word.low == "than" for word in sentence)
    ):
        return before not in _OPEN and before != "many" and not (place and sentence[place - 1].literal)
    few = sentence[place].low == "few" and before == "a"
    return sentence[place].low in _OPEN or few


def _value(sentence: Sentence, place: int) -> Expression:
    """The value of a numeral; of "4 dozen" twelve times the numeral."""
    word = sentence[place]
    if not word.literal:
        return Bare(0)
    dozens = sentence[place + 1 : place + 2] and sentence[place + 1].unit == "dozen"
    return Arithmetic("*", Operand(word.literal), Bare(12)) if dozens else Operand(word.literal)
