"""Word problems of one or two steps: joining and separating, comparing, equal groups, rates, shares, averages.

Each schema looks at what the numerals count, for whom and with which deed, and at how the question is put. It answers
only where all the numerals it needs are there and no second reading is as good; a numeral or a word of an operation
that is left over ends in no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from recast.language.words import word_set
from recast.solve.deeds import Deed, deed
from recast.solve.expression import Arithmetic, Bare, Expression, Magnitude, Operand
from recast.solve.story import Fact, Sentence, content, facts, head, noun_after, stem
from recast.types import Private

_TOTAL = re.compile(r"\b(?:altogether|in all|in total|total|combined|together|both|sum|either)\b")
_LEFT = re.compile(r"\b(?:left|leftover|remain\w*|rest|still|not)\b")
_NEED = re.compile(
    r"\b(?:need\w*|require\w*|wants?|wanted|wish\w*|aim\w*|must|have to|has to|calls? for|goal|hold|holds)\b"
)
_START = re.compile(
    r"\b(?:before|to (?:start|begin|commence)|at first|originally|original|initially|initial|earliest|in the beginning"
    r"|at the start|(?:start|begin|commence) with)\b"
)
_QUANTITY = re.compile(
    r"\bhow (?:many|much|long|old|aged|tall|far|big|heavy|high|wide|fast)\b"
    r"|\bwhat (?:is|was|are|were|will be) (?:the|his|her|their) (?:total|sum|difference|average|combined)\b|\bwhat fraction\b"
)
_EACH = re.compile(r"\b(?:each|every|per)\b")
_MORE = re.compile(r"\bhow (?:many|much) (?:more|fewer|less|additional|extra)\b")
_COMPARED = re.compile(
    r"\b(?:more|fewer|less|longer|taller|older|heavier|farther|further|higher|shorter|younger)\b.* than\b"
)
_FEWER = re.compile(r"\b(?:fewer|less|shorter|younger)\b")
_ENDS = word_set("now then finished completed complete finish done left end after will finally")
_ORDER = re.compile(r"(?<!at )\b(?:first|second|third|fourth|fifth|last)\b")
#: Words of operations; a story with one that no schema has used is not understood.
_OPERATIONS = word_set(
    "half twice double triple thrice quarter third dozen pair couple percent average same equal equally ratio"
)
_PARTS = {
    ("second", "minute"): 60, ("minute", "hour"): 60, ("hour", "day"): 24, ("day", "week"): 7, ("month", "year"): 12,
    ("inch", "foot"): 12, ("foot", "yard"): 3, ("gram", "kilogram"): 1000, ("meter", "kilometer"): 1000,
}  # fmt: skip
_TIME = word_set("second minute hour day week month year today yesterday tomorrow")


@dataclass(frozen=True, slots=True, repr=False)
class Problem(Private):
    """The facts and the question of a word problem; ``unit`` is what it asks to be counted, or a money sign."""

    facts: tuple[Fact, ...]
    sentences: tuple[Sentence, ...]
    asked: Sentence
    low: str
    story: str
    unit: str
    named: frozenset[str]
    rest: frozenset[str]
    names: frozenset[str]
    deed: Deed
    verb: str

    @property
    def alike(self) -> tuple[Fact, ...]:
        """The facts that count what is asked, relations and rates aside; of "red balloons" only those that can be red."""
        counted = [
            fact for fact in self.facts if self.counts(fact) and not fact.relation and fact.per is None
        ]
        own = frozenset(word for word in self.named if stem(word) != stem(self.unit))
        plain = {self.unit, stem(self.unit)}
        if not any(fact.named & own for fact in counted):
            return tuple(counted)
        return tuple(fact for fact in counted if fact.named & own or fact.named <= plain)

    def counts(self, fact: Fact) -> bool:
        return fact.unit == self.unit or (self.unit in fact.units and fact.unit not in self.named)


def solve(story: Sequence[Sentence], question: Sequence[Sentence]) -> Expression | None:
    """What the question asks, computed from the facts of the story; None where no schema fits."""
    sentences = (*story, *question)
    told = _once(facts(sentences, len(story)))
    if not 1 <= len(told) <= 8 or any(fact.scaled for fact in told):
        return None
    if not _QUANTITY.search(" ".join(word.low for word in sentences[-1])):
        return None
    problem = _problem(sentences, told)
    for schema, consumed in _SCHEMAS:
        found = schema(problem)
        if found is not None:
            return found if _is_whole(problem, found, consumed, schema in _SELECTING) else None
    return None


def _once(told: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts without those of the question that repeat one of the story."""
    known = {(fact.literal, fact.unit) for fact in told if not fact.asked}
    return tuple(fact for fact in told if not fact.asked or (fact.literal, fact.unit) not in known)


def _is_whole(problem: Problem, found: Expression, consumed: frozenset[str], selecting: bool) -> bool:
    """Whether nothing that can belong to the problem is left over."""
    words = {word.low for sentence in problem.sentences for word in sentence} & (_OPERATIONS - consumed)
    if words:
        return False
    used = _literals(found)
    spare = [fact for fact in problem.facts if fact.literal not in used]
    if not spare:
        return True
    if selecting:
        return not any(fact.relation or fact.percent for fact in spare)
    if len(spare) > 2 or len(problem.sentences) > 5:
        return False
    return all(_is_aside(problem, fact) for fact in spare)


def _is_aside(problem: Problem, fact: Fact) -> bool:
    """Whether a fact is about something that the question does not ask: another kind, or another unit."""
    if fact.relation or fact.percent or fact.per is not None:
        return False
    if problem.counts(fact):
        return (
            fact not in problem.alike or bool(_COMPARED.search(problem.low)) or not _TOTAL.search(problem.low)
        )
    return not fact.units & {word.unit for word in problem.asked}


def _literals(found: Expression) -> frozenset[str]:
    match found:
        case Operand(literal, _):
            return frozenset({literal})
        case Arithmetic(_, left, right):
            return _literals(left) | _literals(right)
        case Magnitude(of):
            return _literals(of)
    return frozenset()


def _problem(sentences: tuple[Sentence, ...], told: tuple[Fact, ...]) -> Problem:
    asked = sentences[-1]
    low = " ".join(word.low for word in asked)
    at = next((place for place, word in enumerate(asked) if word.low in ("many", "much")), None)
    noun, end = noun_after(asked, at + 1) if at is not None else ([], 0)
    unit, named = head(noun), content(noun)
    if asked[end : end + 1] and asked[end].low == "of":
        named |= content(noun_after(asked, end + 1)[0])
    if at is None or (asked[at].low == "much" and not any(fact.unit == unit for fact in told)):
        apart = _EACH.search(low)
        per = next((place for place, word in enumerate(asked) if apart and word.low == apart.group()), None)
        unit = _measure(told, "" if per is None else head(noun_after(asked, per + 1, 4)[0]))
    verb, following = _asked_verb(asked, at or 0)
    names = content([word for word in asked[end:] if word.tag in ("NN", "NNS", "NP")])
    return Problem(
        told, sentences, asked, low, " ".join(word.low for sentence in sentences[:-1] for word in sentence), unit, named,
        content(asked) - named, names, deed(verb, following) if verb else "", verb,
    )  # fmt: skip


def _asked_verb(asked: Sentence, start: int) -> tuple[str, list[str]]:
    """The main verb of a question and the two words after it."""
    for place in range(len(asked) - 1, start, -1):
        word = asked[place]
        aim = asked[place - 1].low == "to" and asked[place - 2].low not in ("need", "needs", "has", "have")
        if (
            word.tag in ("VB", "VBD", "VBZ", "VBN", "VBG")
            and not aim
            and word.low not in ("left", "combined")
        ):
            return word.low, [one.low for one in asked[place + 1 : place + 3]]
        if word.tag == "HV":
            return word.low, []
    return "", []


def _measure(told: Sequence[Fact], apart: str) -> str:
    """The unit of money: a sign, or where signs became nouns the unit that prices and payments share; else the only unit; never the
    noun of "per day" (``apart``)."""
    if any(fact.unit == "$" for fact in told):
        return "$"
    units = [fact.unit for fact in told if fact.unit and not fact.relation and fact.unit != apart]
    priced = {fact.unit for fact in told if fact.per is not None and fact.unit}
    if len(priced) == 1:
        return priced.pop()
    if len(set(units)) == 1:
        return units[0]
    many = {unit for unit in units if units.count(unit) > 1}
    return many.pop() if len(many) == 1 else ""


def _of(fact: Fact) -> Expression:
    return Operand(fact.literal)


def _sum(terms: Sequence[Expression]) -> Expression:
    total = terms[0]
    for term in terms[1:]:
        total = Arithmetic("+", total, term)
    return total


def _less(total: Expression, terms: Sequence[Expression]) -> Expression:
    for term in terms:
        total = Arithmetic("-", total, term)
    return total


def _lows(problem: Problem, fact: Fact) -> str:
    return " ".join(word.low for word in problem.sentences[fact.sentence])


# ── comparing ────────────────────────────────────────────────────────────────────────────────────────────────


def _comparison(problem: Problem) -> Expression | None:
    """ "How many more … than …": the two sides are the facts that share most with each side of the question."""
    if not _COMPARED.search(problem.low) or any(fact.relation for fact in problem.facts):
        return None
    cut = max(place for place, word in enumerate(problem.asked) if word.low == "than")
    left, right = content(problem.asked[:cut]), content(problem.asked[cut + 1 :])
    own = [
        fact
        for fact in problem.facts
        if (fact.per is None or fact.per) and (problem.counts(fact) or not problem.unit)
    ]
    named = [fact for fact in problem.facts if fact.per is None and fact.named & (left | right)]
    for pool in (own, named if "many" in problem.low.split() else ()):
        done = [fact for fact in pool if fact.deed == problem.deed]
        pool = done if problem.deed in ("gain", "loss") and len(done) > 1 else pool
        one, other = _closest(pool, left - right, right - left), _closest(pool, right - left, left - right)
        if one is not None and other is not None and one is not other:
            return (
                Arithmetic("-", _of(other), _of(one))
                if _FEWER.search(problem.low)
                else Arithmetic("-", _of(one), _of(other))
            )
    return None


def _closest(pool: Sequence[Fact], wanted: frozenset[str], unwanted: frozenset[str]) -> Fact | None:
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


def _needed(problem: Problem) -> Expression | None:
    """ "How many more does she need to have 43": what is wanted less what there is."""
    if "than" in problem.low.split() or any(fact.relation for fact in problem.facts):
        return None
    if any(
        fact.per is not None and not re.search(r"\bhold|\bcarr|\bcontain", _lows(problem, fact))
        for fact in problem.facts
    ):
        return None
    more = _MORE.search(problem.low) is not None
    if not (more or re.search(r"\bneed|\brequire|\bhave to (?!have)|\bhas to ", problem.low)):
        return None
    if not (_NEED.search(problem.low) or _NEED.search(problem.story)):
        return None
    alike = [fact for fact in problem.facts if problem.counts(fact)]
    if len(alike) != 2 or len(problem.facts) != 2:
        return None
    there, wanted = alike
    if not wanted.asked and _NEED.search(_lows(problem, there)) and not _NEED.search(_lows(problem, wanted)):
        there, wanted = wanted, there
    elif not wanted.asked and not _NEED.search(_lows(problem, wanted)):
        return None
    return Arithmetic("-", _of(wanted), _of(there))


def _times(problem: Problem) -> Expression | None:
    """ "twice as many as", "half as many as": the factor is no numeral."""
    text = re.search(
        r"\b(twice|half|double|triple)\b(?: as (?:many|much|old|long|tall|far|big|high)| the)", problem.story
    )
    if text is None or len(problem.facts) != 1:
        return None
    number, sentence = next(
        (number, sentence)
        for number, sentence in enumerate(problem.sentences)
        if any(word.low == text[1] for word in sentence)
    )
    base = problem.facts[0]
    if number == base.sentence or base.per is not None:
        return None
    cut = max((place for place, word in enumerate(sentence) if word.low in ("as", "than")), default=None)
    if cut is None:
        return None
    factor = {"twice": Bare(2), "double": Bare(2), "triple": Bare(3), "half": Bare(2)}[text[1]]
    sign, back = ("/", "*") if text[1] == "half" else ("*", "/")
    return _by_relation(problem, base, sentence, cut, sign, back, factor, frozenset())


def _related(problem: Problem) -> Expression | None:
    """ "n times as many as", "n more than": one is told, the other follows."""
    relations = [fact for fact in problem.facts if fact.relation]
    if len(relations) != 1:
        return None
    relation = relations[0]
    sentence = problem.sentences[relation.sentence]
    if _NEED.search(_lows(problem, relation)):
        return None
    cut = max((place for place, word in enumerate(sentence) if word.low in ("than", "as")), default=None)
    if cut is None:
        return None
    known = [
        fact
        for fact in problem.facts
        if fact is not relation and (fact.per is None or fact.per in _TIME) and not fact.percent
    ]
    sign, back = {"times": ("*", "/"), "more": ("+", "-"), "fewer": ("-", "+")}[relation.relation]
    found = [
        made
        for base in known
        if (made := _by_relation(problem, base, sentence, cut, sign, back, _of(relation), relation.subject))
    ]
    return found[0] if len(found) == 1 else None


def _by_relation(
    problem: Problem,
    base: Fact,
    sentence: Sentence,
    cut: int,
    sign: str,
    back: str,
    factor: Expression,
    subject: frozenset[str],
) -> Expression | None:
    """What the relation of one sentence gives from the one value that is told elsewhere; ``back`` undoes ``sign``."""
    end = next(
        (place for place in range(cut, len(sentence)) if sentence[place].low in ("and", ",", ";")),
        len(sentence),
    )
    than, compared = content(sentence[cut + 1 : end]), content(sentence[:cut]) | subject
    verbs = {stem(base.verb)} if base.verb else set()
    than, compared = than - compared - verbs, compared - than - base.named - verbs
    if not than:
        return None
    to_base = len(base.context & than) + len(base.named & than)
    of_base = len(base.context & compared)
    if to_base == of_base:
        return None
    inverse = of_base > to_base
    other = _signed(back if inverse else sign, _in_unit(base, problem.unit), factor)
    if _TOTAL.search(problem.low):
        return Arithmetic("+", _of(base), other)
    asked = content(problem.asked)
    mine, theirs = (than, compared) if inverse else (compared, than)
    if (
        len(asked & mine) > len(asked & theirs)
        and not _LEFT.search(problem.low)
        and not _MORE.search(problem.low)
    ):
        return other
    return None


def _in_unit(fact: Fact, unit: str) -> Expression:
    """The value of a fact in the unit that is asked for, where that is a larger one of the same kind."""
    factor = _PARTS.get((fact.unit, unit))
    return _of(fact) if factor is None else Arithmetic("/", _of(fact), Bare(factor))


def _signed(sign: str, left: Expression, right: Expression) -> Expression:
    match sign:
        case "+":
            return Arithmetic("+", left, right)
        case "-":
            return Arithmetic("-", left, right)
        case "*":
            return Arithmetic("*", left, right)
    return Arithmetic("/", left, right)


# ── groups, rates and prices ─────────────────────────────────────────────────────────────────────────────────


def _priced(problem: Problem) -> Expression | None:
    """Prices and rates times what they are for, added up; with "left" or "change", taken from what there was."""
    if _MORE.search(problem.low) or _EACH.search(problem.low) or re.search(r"\baverage\b", problem.low):
        return None
    rates = [fact for fact in problem.facts if fact.per is not None and problem.counts(fact)]
    if not rates or any(fact.relation or fact.percent for fact in problem.facts):
        return None
    used: list[Fact] = []
    terms: list[Expression] = []
    for rate in rates:
        counts = _counts_for(problem, rate, used)
        if not counts:
            return None
        used += [rate, *counts]
        terms.append(Arithmetic("*", _sum([_of(count) for count in counts]), _of(rate)))
    rest = [fact for fact in problem.facts if fact not in used and problem.counts(fact)]
    if not rest:
        return None if _LEFT.search(problem.low) or "change" in problem.low.split() else _sum(terms)
    if len(rest) != 1:
        return None
    if (
        rest[0].deed == "loss"
        and rest[0].place > 0
        and rest[0].sentence > rates[-1].sentence
        and "many" in problem.low.split()
    ):
        return Arithmetic("-", _sum(terms), _of(rest[0])) if _LEFT.search(problem.low) else None
    if re.search(r"\b(?:left|change|remain\w*|get back)\b", problem.low):
        return _less(_of(rest[0]), terms)
    return None


def _counts_for(problem: Problem, rate: Fact, used: Sequence[Fact]) -> list[Fact]:
    """The counts that a rate is for: of the noun it names, or the one before it in its sentence, or the only one."""
    others = [
        fact for fact in problem.facts
        if fact is not rate and fact not in used and fact.per is None and not problem.counts(fact)
    ]  # fmt: skip
    if rate.per:
        named = [fact for fact in problem.facts if fact.unit == rate.per and fact not in (rate, *used)]
        together = len({(fact.sentence, fact.deed) for fact in named}) <= 1
        return named if together else []
    near = [fact for fact in others if fact.sentence == rate.sentence and fact.place < rate.place]
    if near:
        return near[-1:]
    return others if len(others) == 1 else []


def _duration(problem: Problem) -> Expression | None:
    """ "5 miles at 4 miles per hour: how long": the whole divided by the rate."""
    rates = [fact for fact in problem.facts if fact.per]
    if len(rates) != 1 or len(problem.facts) != 2:
        return None
    rate = rates[0]
    whole = next(fact for fact in problem.facts if fact is not rate)
    if whole.unit != rate.unit or whole.per is not None or rate.per not in _TIME:
        return None
    if re.search(rf"\bhow long\b|\bhow many {rate.per}s\b", problem.low):
        return Arithmetic("/", _of(whole), _of(rate))
    return None


def _shared_out(problem: Problem) -> Expression | None:
    """ "How many … in each …": the whole divided by the number of parts."""
    found = _EACH.search(problem.low)
    if found is None or any(fact.relation or fact.per is not None for fact in problem.facts):
        return None
    at = next(place for place, word in enumerate(problem.asked) if word.low == found.group())
    part = head(noun_after(problem.asked, at + 1, 4)[0])
    wholes = [fact for fact in problem.facts if problem.counts(fact)]
    if not part or part == problem.unit:
        return None
    parts = [fact for fact in problem.facts if fact.unit == part and fact not in wholes]
    if len(parts) == 1 and len(wholes) == 1:
        return Arithmetic("/", _of(wholes[0]), _of(parts[0]))
    if len(parts) == 1 and len(wholes) == 2 and re.search(r"\brest\b|\bremain\w*\b", problem.story):
        return Arithmetic("/", Arithmetic("-", _of(wholes[0]), _of(wholes[1])), _of(parts[0]))
    if len(parts) > 1 and len(wholes) == len(parts):
        asked = content(problem.asked)
        whole, share = _closest(wholes, asked, frozenset()), _closest(parts, asked, frozenset())
        if whole is not None and share is not None and whole.sentence == share.sentence:
            return Arithmetic("/", _of(whole), _of(share))
    return None


def _groups(problem: Problem) -> Expression | None:
    """ "How many boxes, if each holds 6": the whole divided by what one part holds."""
    rates = [fact for fact in problem.facts if fact.per is not None]
    if len(rates) != 1 or _EACH.search(problem.low) or any(fact.relation for fact in problem.facts):
        return None
    rate = rates[0]
    if rate.unit == problem.unit or (rate.per and rate.per != problem.unit):
        return None
    if any(fact.unit == problem.unit for fact in problem.facts):
        return None
    wholes = [fact for fact in problem.facts if fact is not rate and fact.unit == rate.unit]
    if not wholes or len(wholes) + 1 != len(problem.facts) or len(wholes) > 2:
        return None
    if not all(fact.deed in ("hold", "gain", "") for fact in wholes):
        return None
    if len(wholes) == 2 and wholes[0].sentence != wholes[1].sentence:
        return None
    return Arithmetic("/", _sum([_of(fact) for fact in wholes]), _of(rate))


def _average(problem: Problem) -> Expression | None:
    """The mean of all that is counted alike."""
    if not re.search(r"\b(?:average|mean)\b", problem.low) or _EACH.search(problem.low):
        return None
    alike = [fact for fact in problem.facts if fact.unit == problem.unit or not problem.unit]
    if len(alike) < 2 or len(alike) != len(problem.facts) or len({fact.unit for fact in alike}) > 1:
        return None
    return Arithmetic("/", _sum([_of(fact) for fact in alike]), Bare(len(alike)))


def _percentage(problem: Problem) -> Expression | None:
    """ "25% of the 32": the part; with a discount, what is left of it."""
    shares = [fact for fact in problem.facts if fact.percent]
    wholes = [fact for fact in problem.facts if not fact.percent]
    if len(shares) != 1 or len(wholes) != 1 or wholes[0].relation or wholes[0].per is not None:
        return None
    if _TOTAL.search(problem.low) or _MORE.search(problem.low) or _EACH.search(problem.low):
        return None
    share = Arithmetic("/", Arithmetic("*", _of(wholes[0]), _of(shares[0])), Bare(100))
    lows = _lows(problem, shares[0])
    if re.search(r"\b(?:discount|rebate|allowance|price cut|off)\b", lows):
        if re.search(r"\b(?:discount|rebate|allowance|price cut|save)\b", problem.low):
            return None
        return Arithmetic("-", _of(wholes[0]), share)
    if wholes[0].unit != problem.unit or _LEFT.search(problem.low):
        return None
    words = problem.sentences[shares[0].sentence]
    after = content(words[shares[0].place + 2 :]) - {stem(wholes[0].unit)}
    return share if after and len(after & content(problem.asked)) >= len(after) / 2 else None


# ── joining and separating ───────────────────────────────────────────────────────────────────────────────────


def _total(problem: Problem) -> Expression | None:
    """All that is counted alike, added up."""
    if not _TOTAL.search(problem.low) or _LEFT.search(problem.low) or _START.search(problem.low):
        return None
    if any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    alike = problem.alike
    if len(alike) < 2 or any(_TOTAL.search(_lows(problem, fact)) and not fact.asked for fact in alike):
        return None
    deeds = {fact.deed for fact in alike}
    if "loss" in deeds and deeds != {"loss"} and not _is_passed(problem, alike):
        return None
    if any(_is_end(problem, fact) for fact in alike[1:]):
        return None
    return _sum([_of(fact) for fact in alike])


def _all_done(problem: Problem) -> Expression | None:
    """ "How much did she save?": all that was done so, where no word of the question tells one from the others."""
    if (
        _LEFT.search(problem.low)
        or _START.search(problem.low)
        or _MORE.search(problem.low)
        or _EACH.search(problem.low)
    ):
        return None
    alike = problem.alike
    if len(alike) < 2 or any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    if any(fact.more for fact in alike):
        return None
    if (
        not problem.verb
        or any(stem(fact.verb) != stem(problem.verb) for fact in alike)
        or problem.deed == "hold"
    ):
        return None
    return _sum([_of(fact) for fact in alike]) if not _telling(alike) & content(problem.asked) else None


def _telling(alike: Sequence[Fact]) -> frozenset[str]:
    """The words that stand with some of the facts and not with all."""
    common = frozenset.intersection(*(fact.context for fact in alike))
    told: frozenset[str] = frozenset().union(*(fact.context for fact in alike))
    return told - common


def _kinds(problem: Problem) -> Expression | None:
    """ "21 boys and 16 girls are in the choir": how many children."""
    told = problem.facts
    if len(told) < 2 or len({fact.sentence for fact in told}) > 1 or any(fact.asked for fact in told):
        return None
    if any(fact.relation or fact.per is not None or fact.percent or not fact.named for fact in told):
        return None
    if any(fact.deed != "hold" or problem.counts(fact) or fact.named & problem.named for fact in told):
        return None
    if (
        _MORE.search(problem.low)
        or _EACH.search(problem.low)
        or _LEFT.search(problem.low)
        or problem.unit in _TIME
    ):
        return None
    named: frozenset[str] = frozenset().union(*(fact.named for fact in told))
    shared = content(problem.sentences[told[0].sentence]) & content(problem.asked) - named
    return _sum([_of(fact) for fact in told]) if shared and "many" in problem.low.split() else None


def _other_part(problem: Problem) -> Expression | None:
    """ "16 of them are girls": how many are not."""
    if len(problem.facts) != 2 or problem.facts[0].deed == "loss":
        return None
    whole, part = problem.facts
    if not _is_part(problem, part) or part.deed != "hold" or whole.per is not None or whole.relation:
        return None
    if _MORE.search(problem.low) or _EACH.search(problem.low) or _TOTAL.search(problem.low):
        return None
    said = content(problem.sentences[part.sentence][part.place + 1 :]) - whole.named
    negated = re.search(r"\b(?:not|n't|left|remain\w*)\b", problem.low) is not None
    if bool(said & content(problem.asked)) != negated or "not" in _lows(problem, part).split():
        return None
    return Arithmetic("-", _of(whole), _of(part))


def _is_passed(problem: Problem, alike: Sequence[Fact]) -> bool:
    """Whether whatever is given away is given to the one who is asked about."""
    owner = _owner(problem, alike)
    return all(
        fact.deed != "loss" or (not fact.subject & owner and bool(fact.recipient & (owner | {"*"})))
        for fact in alike
    )


def _is_end(problem: Problem, fact: Fact) -> bool:
    """Whether the fact says how much there is after the changes."""
    lows = {word.low for word in problem.sentences[fact.sentence]}
    held = fact.deed == "hold" or (
        fact.deed == "" and not lows.isdisjoint(("finished", "completed", "done", "now"))
    )
    return held and not fact.more and not lows.isdisjoint(_ENDS)


@dataclass(frozen=True, slots=True, repr=False)
class _Change(Private):
    states: tuple[Fact, ...]
    gains: tuple[Fact, ...]
    losses: tuple[Fact, ...]
    end: Fact | None


def _changes(problem: Problem) -> _Change | None:
    """The facts counted alike as beginning, changes and end of what one owner has; None where that is not certain."""
    alike = problem.alike
    if not alike or any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    measured = re.search(r"\bhow (?:long|tall|high|deep|wide|heavy)\b", problem.low)
    owner = frozenset() if measured else _owner(problem, alike)
    states: list[Fact] = []
    gains: list[Fact] = []
    losses: list[Fact] = []
    end: Fact | None = None
    some = [
        number
        for number, sentence in enumerate(problem.sentences[:-1])
        if any(word.low in ("some", "several", "few") for word in sentence)
        or (not any(word.is_data for word in sentence) and number)
    ]
    for place, fact in enumerate(alike):
        mine = (
            not owner
            or not fact.subject
            or bool(fact.subject & owner)
            or not _is_owner(problem, fact.subject)
        )
        if not mine and not fact.recipient and fact.deed in ("gain", "hold") and len(alike) > 2:
            continue
        if fact.deed == "hold" and not fact.more:
            if not mine:
                return None
            after = bool(states) and any(states[-1].sentence <= number < fact.sentence for number in some)
            if place and end is None and (_is_end(problem, fact) or (after and not gains and not losses)):
                end = fact
            elif not gains and not losses and (not states or _beside(states[-1], fact)):
                states.append(fact)
            elif _is_part(problem, fact):
                losses.append(fact)
            else:
                return None
        elif fact.deed == "hold":
            gains.append(fact)
        elif fact.deed == "":
            if place and end is None and states and _is_end(problem, fact):
                end = fact
            elif (place == 0 and mine) or (
                states and _beside(states[-1], fact) and states[-1].verb == fact.verb
            ):
                states.append(fact)
            else:
                return None
        elif mine and fact.deed == "gain" and place == 0 and not fact.more and not _START.search(problem.low):
            states.append(fact)
        elif mine:
            (gains if fact.deed == "gain" else losses).append(fact)
        elif fact.deed == "loss" and fact.recipient & (owner | {"*"}):
            gains.append(fact)
        elif fact.deed == "gain" and fact.recipient & (owner | {"*"}):
            losses.append(fact)
        else:
            return None
    return _Change(tuple(states), tuple(gains), tuple(losses), end)


def _beside(one: Fact, other: Fact) -> bool:
    return one.sentence == other.sentence


def _is_part(problem: Problem, fact: Fact) -> bool:
    """ "8 of them were broken"."""
    lows = [word.low for word in problem.sentences[fact.sentence]]
    return lows[fact.place + 1 : fact.place + 3] == ["of", "them"]


def _owner(problem: Problem, alike: Sequence[Fact]) -> frozenset[str]:
    """Who is asked about, among those who do something in the story."""
    subjects: frozenset[str] = frozenset().union(*(fact.subject | fact.recipient for fact in alike))
    return problem.names & subjects


def _is_owner(problem: Problem, subject: frozenset[str]) -> bool:
    """Whether a subject is somebody else than the things that are counted."""
    return not subject <= (problem.named | {problem.unit})


def _state(problem: Problem) -> Expression | None:
    """How much there was, is, or came and went, from beginning, changes and end."""
    if _ORDER.search(problem.low) or _EACH.search(problem.low) or _MORE.search(problem.low):
        return None
    change = _changes(problem)
    if change is None:
        return None
    gains, losses = [_of(fact) for fact in change.gains], [_of(fact) for fact in change.losses]
    if _START.search(problem.low):
        if change.end is None or change.states or not (gains or losses):
            return None
        return _less(_sum([_of(change.end), *losses]), gains)
    if change.end is not None:
        if len(change.states) != 1 or gains or losses or (problem.deed == "hold" and problem.verb in _HAVING):
            return None
        return Magnitude(Arithmetic("-", _of(change.end), _of(change.states[0])))
    if not change.states:
        asks_rest = _LEFT.search(problem.low) or problem.deed == "hold"
        return _less(_sum(gains), losses) if gains and losses and asks_rest else None
    if not gains and not losses:
        return _joined(problem, change)
    states = [_of(fact) for fact in change.states]
    if problem.deed in ("gain", "loss") and not _LEFT.search(problem.low):
        if len(states) == len(losses) == 1 and not gains and problem.deed == "gain":
            return Arithmetic("-", states[0], losses[0])
        return None
    return _less(_sum([*states, *gains]), losses)


_HAVING = word_set("have has had")


def _joined(problem: Problem, change: _Change) -> Expression | None:
    """ "7 red and 2 green apples are in the basket": all of them."""
    kinds = [fact.named - {stem(problem.unit)} for fact in change.states]
    if len(kinds) < 2 or len(kinds) != len(problem.facts) or not all(kinds) or kinds[0] == kinds[1]:
        return None
    if any(kind & content(problem.asked) for kind in kinds) or _LEFT.search(problem.low):
        return None
    return _sum([_of(fact) for fact in change.states])


def _rest_of_whole(problem: Problem) -> Expression | None:
    """ "Together they weighed 30": the whole less the other part."""
    if _MORE.search(problem.low) or _EACH.search(problem.low):
        return None
    if _TOTAL.search(problem.low) and not _LEFT.search(problem.low):
        return None
    alike = problem.alike
    wholes = [fact for fact in alike if _TOTAL.search(_lows(problem, fact)) and not fact.asked]
    parts = [fact for fact in alike if fact not in wholes]
    others = [fact for fact in problem.facts if fact not in alike]
    if len(wholes) == 1 and not parts and others and _LEFT.search(problem.low):
        parts = others if len({fact.sentence for fact in others}) == 1 else []
    if len(wholes) != 1 or not parts or len(parts) + 1 != len(problem.facts):
        return None
    if any(fact.relation or fact.per is not None or fact.deed == "loss" for fact in (*alike, *parts)):
        return None
    return _less(_of(wholes[0]), [_of(part) for part in parts])


def _selected(problem: Problem) -> Expression | None:
    """ "How many on Tuesday": the one fact of its kind that the question's words tell from the others."""
    if (
        _TOTAL.search(problem.low)
        or _MORE.search(problem.low)
        or _LEFT.search(problem.low)
        or _EACH.search(problem.low)
    ):
        return None
    if any(fact.relation or fact.per is not None or fact.percent for fact in problem.facts):
        return None
    alike = [fact for fact in problem.facts if problem.counts(fact)]
    if len(alike) < 2 or any(stem(fact.verb) != stem(problem.verb) for fact in alike):
        return None
    asked = content(problem.asked)
    best = _closest(alike, asked, frozenset())
    if best is None:
        return None
    return _of(best) if asked & _telling(alike) <= best.context else None


#: Schemas that pick one fact of several by the words of the question: the others are not needed.
_SELECTING = (_comparison, _shared_out, _selected)

_Schema = Callable[[Problem], Expression | None]
_NOTHING: frozenset[str] = frozenset()
_SCHEMAS: tuple[tuple[_Schema, frozenset[str]], ...] = (
    (_comparison, _NOTHING),
    (_needed, _NOTHING),
    (_times, word_set("twice half double triple")),
    (_related, _NOTHING),
    (_percentage, word_set("percent")),
    (_priced, _NOTHING),
    (_duration, _NOTHING),
    (_shared_out, word_set("same equal equally")),
    (_groups, word_set("same equal equally")),
    (_average, word_set("average")),
    (_total, _NOTHING),
    (_kinds, _NOTHING),
    (_other_part, _NOTHING),
    (_rest_of_whole, _NOTHING),
    (_state, _NOTHING),
    (_all_done, _NOTHING),
    (_selected, _NOTHING),
)
