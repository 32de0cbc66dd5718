"""A word problem as its schemas see it: the facts of the story, what is asked, and how the question is put."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from recast.language.deeds import Deed, deed
from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Bare, Expression
from recast.solve.texts.clauses import CATENATIVE, verb_base
from recast.solve.texts.facts import Fact
from recast.solve.texts.story import CURRENCIES, NOUNS, Sentence, Word, content, head, noun_after, stem
from recast.types import Private

TOTAL = re.compile(r"\b(?:altogether|in all|in total|total|combined|together|both|sum|either|to all)\b")
LEFT = re.compile(r"\b(?:left|leftover|remain\w*|rest|still|not)\b")
NEED = re.compile(
    r"\b(?:need\w*|require\w*|wants?|wanted|wish\w*|aim\w*|must|have to|has to|calls? for|goal|hold|holds)\b"
)
START = re.compile(
    r"\b(?:before|to (?:start|begin|commence)|at first|originally|original|initially|initial|earliest|in the beginning"
    r"|at the start|(?:start|begin|commence) with)\b"
)
EACH = re.compile(r"\b(?:each|every|per)\b")
MORE = re.compile(r"\bhow (?:many|much) (?:more|fewer|less|additional|extra)\b")
COMPARED = re.compile(r"\b(?:more|fewer|less|better|worse|[a-z]+er)\b.* than\b")
_SUBORDINATE = word_set("when after before if while because since than")
#: Verbs whose "to" leads to the main verb.
_LEAD = CATENATIVE | {"have", "need"}
TIMES = word_set("second minute hour day week month year today yesterday tomorrow")


@dataclass(frozen=True, slots=True, repr=False)
class Problem(Private):
    """The facts and the question of a word problem; ``opens`` are the numbers that are not told, ``factors`` those in words, ``doer`` holds the names of whom it
    is asked, ``unit`` is what it asks to be counted, or a money sign."""

    facts: tuple[Fact, ...]
    opens: tuple[Fact, ...]
    factors: tuple[Fact, ...]
    sentences: tuple[Sentence, ...]
    asked: Sentence
    low: str
    story: str
    unit: str
    named: frozenset[str]
    names: frozenset[str]
    deed: Deed
    verb: str
    doer: frozenset[str]

    @property
    def alike(self) -> tuple[Fact, ...]:
        """The facts that count what is asked, relations and rates aside; of "red balloons" only those that can be red."""
        return self.like(self.facts)

    def like(self, told: Sequence[Fact]) -> tuple[Fact, ...]:
        """Those of some facts that are ``alike``."""
        counted = [fact for fact in told if self.counts(fact) and not fact.relation and fact.per is None]
        own = frozenset(word for word in self.named if stem(word) != stem(self.unit))
        plain = {self.unit, stem(self.unit)}
        if not any(fact.named & own for fact in counted):
            return tuple(counted)
        return tuple(fact for fact in counted if fact.named & own or fact.named <= plain)

    def counts(self, fact: Fact) -> bool:
        return fact.unit == self.unit or (self.unit in fact.units and fact.unit not in self.named)


def read_problem(sentences: tuple[Sentence, ...], told: tuple[Fact, ...]) -> Problem:
    asked = _with_per(sentences[-1])
    low = " ".join(word.low for word in asked)
    at = next((place for place, word in enumerate(asked) if word.low in ("many", "much")), None)
    noun, end = noun_after(asked, at + 1) if at is not None else ([], 0)
    if not any(word.tag in NOUNS for word in noun):  # "how many visited the palace"
        noun = []
    unit, named = head(noun), content(noun)
    unit = "$" if unit in (*CURRENCIES, "money") and any(fact.unit == "$" for fact in told) else unit
    if asked[end : end + 1] and asked[end].low == "of":
        named |= content(noun_after(asked, end + 1)[0])
    if at is None or not noun or (asked[at].low == "much" and not any(fact.unit == unit for fact in told)):
        apart = EACH.search(low)
        per = next((place for place, word in enumerate(asked) if apart and word.low == apart.group()), None)
        unit = _measure(
            _of_dimension(low, [fact for fact in told if not fact.open]),
            "" if per is None else head(noun_after(asked, per + 1, 4)[0]),
        )
    told = tuple(
        replace(fact, unit=unit, units=frozenset({unit}))
        if unit and not fact.unit and not fact.named and fact.per is None
        else fact
        for fact in told
    )
    verb, following = _asked_verb(asked, at or 0)
    names = content([word for word in asked[end:] if word.tag in ("NN", "NNS", "NP")])
    return Problem(
        tuple(fact for fact in told if fact.literal), tuple(fact for fact in told if fact.open),
        tuple(fact for fact in told if fact.factor is not None), sentences, asked, low, " ".join(word.low for sentence in sentences[:-1] for word in sentence), unit, named,  names, deed(verb, following) if verb else "", verb, _doer(asked, at or 0),
    )  # fmt: skip


def _with_per(asked: Sentence) -> Sentence:
    """The question with "per" where it says "a day" without "in"."""
    return tuple(
        replace(word, low="per")
        if word.low in ("a", "an")
        and at
        and after is not None
        and after.unit in TIMES
        and before.low not in ("in", "for", "half", "of")
        else word
        for at, (before, word, after) in enumerate(
            zip((asked[0], *asked), asked, (*asked[1:], None), strict=False)
        )
    )


def _doer(asked: Sequence[Word], start: int) -> frozenset[str]:
    """The names between "did" and the verb: who is asked about."""
    helped = next(
        (at for at in range(start, len(asked)) if asked[at].tag in ("DO", "MD", "HV", "BE")), len(asked)
    )
    ahead: list[Word] = []
    for word in asked[helped + 1 :]:
        if word.tag in ("VB", "VBD", "VBN", "VBG", "HV", "IN") or (word.tag == "POS" and ahead):
            break
        ahead.append(word)
    return content([word for word in ahead if word.tag == "NP"])


def _asked_verb(asked: Sentence, start: int) -> tuple[str, list[str]]:
    """The main verb of a question and the two words after it; none where it asks what there is."""
    end = next((at for at in range(start + 1, len(asked)) if asked[at].low in _SUBORDINATE), len(asked))
    helped = next((at for at in range(start, end) if asked[at].tag in ("DO", "MD")), None)
    if helped is None:  # "how many pages has he read"
        having = next((at for at in range(start, end) if asked[at].tag == "HV"), end)
        helped = (
            having
            if any(word.tag in ("VBN", "VBD") and word.low != "left" for word in asked[having + 1 : end])
            else None
        )
    for at in range(start + 1 if helped is None else helped + 1, end):
        word = asked[at]
        if word.tag not in ("VB", "VBD", "VBZ", "VBN", "VBG", "HV") or word.low in ("left", "combined"):
            continue
        if helped is not None and word.tag == "VBG":
            continue
        aimed = asked[at + 1 : at + 3]
        if len(aimed) == 2 and aimed[0].low == "to" and aimed[1].tag == "VB" and verb_base(word.low) in _LEAD:
            return aimed[1].low, [one.low for one in asked[at + 3 : at + 5]]
        return word.low, [] if word.tag == "HV" else [one.low for one in asked[at + 1 : at + 3]]
    return "", []


#: How a measure is asked for, and the units in which it is told.
_LENGTHS = word_set("inch foot yard mile millimeter centimeter meter kilometer")
_DIMENSIONS = (
    (re.compile(r"\bhow (?:far|tall|high|wide|deep|thick|big)\b|\b(?:distance|height|width|depth|perimeter)\b"), _LENGTHS),
    (re.compile(r"\bhow (?:heavy|much\b.* weigh)|\bweight\b|\bwhat\b.* weigh"), word_set("gram kilogram pound ounce ton")),
    (re.compile(r"\bhow old\b|\bwhat age\b"), word_set("year month")),
    (re.compile(r"\bhow long (?:is|was|are|were|will)\b(?! (?:it|you|he|she|they|we) (?:take|need))|\blength\b"), _LENGTHS),
    (re.compile(r"\bhow long\b|\bhow much (?:time|longer)\b"), word_set("second minute hour day week month year")),
)  # fmt: skip


def _of_dimension(low: str, told: Sequence[Fact]) -> Sequence[Fact]:
    """The facts in units of what a question asks the measure of ("how far": lengths); all where none is in one."""
    for asks, units in _DIMENSIONS:
        alike = (
            [fact for fact in told if fact.unit in units and not fact.relation] if asks.search(low) else []
        )
        if alike:
            return alike
    return told


def _measure(told: Sequence[Fact], apart: str) -> str:
    """The unit of money: a sign, or where signs became nouns the unit that prices and payments share; else the only unit; never the
    noun of "per day" (``apart``)."""
    if any(fact.unit == "$" for fact in told):
        return "$"
    units = [fact.unit for fact in told if fact.unit and not fact.relation and fact.unit != apart]
    asked = {fact.unit for fact in told if fact.asked}
    if (
        len(set(units)) > 1 and len(set(units) - asked) == 1
    ):  # of "how much are 6 cakes" the unit is not cakes
        return (set(units) - asked).pop()
    priced = {fact.unit for fact in told if fact.per is not None and fact.unit}
    if len(priced) > 1:  # of "0.5 dollars per litre" and "12 litres for each cow" what the last one is
        priced -= {fact.per for fact in told}
    if len(priced) == 1:
        return priced.pop()
    if len(set(units)) == 1:
        return units[0]
    many = {unit for unit in units if units.count(unit) > 1}
    return many.pop() if len(many) == 1 else ""


def said_in(problem: Problem, fact: Fact) -> str:
    return " ".join(word.low for word in problem.sentences[fact.sentence])


def clause_of(problem: Problem, fact: Fact) -> list[str]:
    """The words of the clause of a fact."""
    return [word.low for word in problem.sentences[fact.sentence][slice(*fact.clause)]]


def of(fact: Fact) -> Expression:
    return fact.value


def added(terms: Sequence[Expression]) -> Expression:
    total = terms[0]
    for term in terms[1:]:
        total = Arithmetic("+", total, term)
    return total


def times(count: Expression, rate: Expression) -> Expression:
    """A product in which what is divided by a number is divided last, so that it stays exact ("50 / 60" hours)."""
    for one, other in ((count, rate), (rate, count)):
        if isinstance(one, Arithmetic) and one.sign == "/" and isinstance(one.right, Bare):
            return Arithmetic("/", times(one.left, other), one.right)
    return Arithmetic("*", count, rate)


def less(total: Expression, terms: Sequence[Expression]) -> Expression:
    for term in terms:
        total = Arithmetic("-", total, term)
    return total


def closest(pool: Sequence[Fact], wanted: frozenset[str], unwanted: frozenset[str]) -> Fact | None:
    """The one fact that shares most with ``wanted`` less what it shares with ``unwanted``; words of all facts aside."""
    if len(pool) < 2:
        return None
    common = frozenset.intersection(*(fact.context for fact in pool))
    scored = sorted(
        (
            (len((fact.context - common) & wanted) - len((fact.context - common) & unwanted), place)
            for place, fact in enumerate(pool)
        ),
        reverse=True,
    )
    best = pool[scored[0][1]]
    if scored[1][0] == scored[0][0] or not (best.context - common) & wanted:
        return None
    return best


def of_its_kind(named: list[Fact], rate: Fact) -> list[Fact]:
    """Of several counts those whose kind the rate names ("a jar of jam costs 5 euros": not the jars of honey)."""
    kinds = [fact.named - {stem(fact.unit)} for fact in named]
    told = frozenset[str]().union(*kinds) - (frozenset.intersection(*kinds) if kinds else frozenset[str]())
    return [fact for fact in named if fact.named & told & rate.context] or named


def telling(alike: Sequence[Fact]) -> frozenset[str]:
    """The words that stand with some of the facts and not with all."""
    common = frozenset.intersection(*(fact.context for fact in alike))
    told: frozenset[str] = frozenset().union(*(fact.context for fact in alike))
    return told - common
