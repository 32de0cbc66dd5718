"""Whether the rules understood a word problem for certain: nothing in it that the tree of what it asks does not account for.

Every numeral takes part, once, or is an aside: it counts another thing than all that is added or taken away, or it lacks the
words by which the question picks the others. Every word that can say an operation is one that a node of the tree
carries out; words that change what is counted in ways no tree shows (exceptions, conditions, limits, roundings) make it
uncertain, whatever the tree. Of amounts that are told alike and only added up none may be picked by a word of the question.

Not covered: a content word that says an operation ("halved"), and a wrong role among numerals that all take part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from recast.language.capitals import CALENDAR
from recast.language.words import word_set
from recast.numbers.numerals import Numeral
from recast.numbers.prose import prose_numerals, scale_after
from recast.numbers.written import plain_number
from recast.solve.calculation import as_calculation
from recast.solve.expression import Arithmetic, Bare, Ceiling, Expression, Operand, parts_of
from recast.solve.facts import Fact, facts
from recast.solve.problem import COMPARED, MORE, START, Problem, read_problem, telling
from recast.solve.problems import solve
from recast.solve.story import WITHIN, content, read, stem
from recast.types import Calculation

_LONGEST = 1500  # characters; a longer text is a passage to look something up in
#: Words of which no tree tells what they do.
_OPEN = word_set(
    "except excluding without instead unless until or either least most minimum maximum nearest rounded estimate ratio "
    "proportion minus square squared volume fraction probability chance consecutive even odd respectively "
    "cent cents"
)
#: The same where something is divided, since parts may be left over.
_WHOLE = word_set("full fully complete completely completed only need needs needed require required requires")
#: Words that say which of the things are meant; what they pick can be an aside.
_PICKING = word_set("that which who whose where")
_COUNTED = word_set("others more of them the")
_WHEN = frozenset(
    stem(word)
    for word in CALENDAR
    | word_set("morning afternoon evening night today yesterday tomorrow first second third fourth last")
)
_TYPED = re.compile(r"\b(?:more|fewer|less) (?:\w+ ){0,3}that\b")
_SUMS = re.compile(r"\b(?:altogether|in all|in total|total|combined|together|sum)\b")
#: Words of operations and the signs of which the tree must have one.
_SIGNED = (
    (
        word_set("each every per apiece same equal equally evenly daily weekly monthly yearly hourly times"),
        "*/",
    ),
    (word_set("more fewer less additional extra another difference older younger"), "+-"),
    (word_set("than"), "+-*"),
    (word_set("plus"), "+"),
    (word_set("area perimeter"), "*"),
    (word_set("change profit not"), "-"),
)
#: Words of a remainder, which was told where the question asks for the beginning.
_LEFT = word_set("left leftover remaining remain remains remained rest remainder still some")
#: Words of a number, and the number that the tree must hold.
_NUMBERED = {
    "half": 2, "halves": 2, "twice": 2, "double": 2, "doubled": 2, "doubles": 2, "pair": 2, "pairs": 2, "couple": 2,
    "triple": 3, "thrice": 3, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "dozen": 12, "dozens": 12, "percent": 100, "%": 100,
}  # fmt: skip
_AVERAGES = word_set("average averages mean")
#: Units of one kind: where two of them are named, the tree must convert, or multiply what both count.
_KINDS = (
    word_set("inch foot yard mile"), word_set("gram kilogram pound ounce ton"), word_set("meter kilometer centimeter"),
    word_set("dollar quarter dime nickel penny"), word_set("second minute hour day week month year"),
    word_set("liter milliliter gallon quart pint cup"),
)  # fmt: skip


def certain_calculation(question: str, context: str) -> Calculation | None:
    """What the question asks over the numerals of context and question; None where that is not certain."""
    if len(context) + len(question) > _LONGEST:
        return None
    story, asked = read(context), read(question)
    tree = solve(story, asked) if story and asked else None
    if tree is None:
        return None
    sentences = (*story, *asked)
    problem = read_problem(sentences, facts(sentences, len(story)))
    literals = [*_amounts(context), *_amounts(question)]
    place = _places(tree, literals, problem)
    if place is None or not _accounts(tree, problem, whole=_uses_all(tree, problem)):
        return None
    sure = all(rule(tree, problem) for rule in _RULES)
    return as_calculation(tree, place) if sure else None


# ── numerals ─────────────────────────────────────────────────────────────────────────────────────────────────


def _amounts(text: str) -> Iterator[str | None]:
    """The numerals of a text as plain decimals; "" for one that only says a rank, None for one that is no plain amount."""
    for numeral in prose_numerals(text):
        if numeral.role == "structural":
            yield ""
        else:
            yield f"{numeral.value:f}" if _is_plain(text, numeral) else None


def _is_plain(text: str, numeral: Numeral) -> bool:
    """Whether a numeral is an amount that stands as it is: no year, name or clock, no part of a fraction, no scale."""
    beside = text[max(0, numeral.start - 1) : numeral.start] + text[numeral.end : numeral.end + 1]
    plain = numeral.role == "data" and plain_number(numeral.written) == numeral.value
    return plain and not scale_after(text[numeral.end :])[0] and {"/", ":", "-"}.isdisjoint(beside)


def _used(tree: Expression) -> list[str]:
    return [node.literal for node in parts_of(tree) if isinstance(node, Operand)]


def _uses_all(tree: Expression, problem: Problem) -> bool:
    return {fact.literal for fact in problem.facts} <= set(_used(tree))


def _places(
    tree: Expression, literals: Sequence[str | None], problem: Problem
) -> Callable[[Operand], int] | None:
    """Which operand is which numeral; None where a numeral neither takes part nor is an aside, or where it is not certain which
    is which or what it does."""
    used = _used(tree)
    spare = {literal for literal in literals if literal and literal not in used}
    if None in literals or not set(used) <= set(literals):
        return None
    if not all(_is_well_read(problem, fact) for fact in problem.facts if fact.literal in used):
        return None
    if spare and not all(_is_aside(tree, fact, problem) for fact in problem.facts if fact.literal in spare):
        return None
    places = {one: [at for at, literal in enumerate(literals) if literal == one] for one in used}
    if any(len(held) not in (1, used.count(literal)) for literal, held in places.items()):
        return None
    turns = {literal: iter(held * used.count(literal)) for literal, held in places.items()}
    return lambda operand: next(turns[operand.literal])


def _is_well_read(problem: Problem, fact: Fact) -> bool:
    """Whether the verb that follows what a numeral counts is the one that was read with it ("4 guests left and 4 others came")."""
    after = problem.sentences[fact.sentence][fact.place + 1 :]
    verb = next((word for word in after if word.tag not in WITHIN and word.low not in _COUNTED), None)
    return verb is None or verb.tag not in ("VBD", "VBZ") or verb.low in (fact.verb, "left")


def _is_aside(tree: Expression, fact: Fact, problem: Problem) -> bool:
    """Whether a numeral that takes no part counts another thing than those that are added or taken away, one that the question
    does not name; or counts the same with the same verb, and lacks a word of the question that these share, or all by which it
    picks them."""
    used = [other for other in problem.facts if other.literal in _used(tree)]
    if not _signs(tree) <= {"+", "-"} or fact.percent:
        return False
    asked = content(problem.asked)
    if all(other.unit != fact.unit for other in used):
        apart = not any(fact.named & other.context or other.per == fact.unit for other in used)
        return len({other.unit for other in used} - {"$"}) == 1 and apart and not fact.named & asked
    if fact.more or stem(fact.verb) not in {stem(other.verb) for other in used}:
        return False
    words = telling(problem.facts) & asked
    shared = words.intersection(*(other.context for other in used)) - fact.context
    picked = bool(shared) or (not fact.context & words and all(other.context & words for other in used))
    return picked and not _SUMS.search(problem.low)


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────


def _signs(tree: Expression) -> set[str]:
    return {node.sign for node in parts_of(tree) if isinstance(node, Arithmetic)}


def _accounts(tree: Expression, problem: Problem, whole: bool) -> bool:
    """Whether every word that can say an operation is said by a node of the tree. ``whole``: every numeral takes part."""
    signs = _signs(tree)
    numbers = {node.number for node in parts_of(tree) if isinstance(node, Bare)}
    words = {word.low for sentence in problem.sentences for word in sentence if not word.literal}
    parts_left = "/" in signs and not isinstance(tree, Ceiling)
    barred = _OPEN | (_WHOLE if parts_left else frozenset()) | (frozenset() if whole else _PICKING)
    if not barred.isdisjoint(words) or _TYPED.search(problem.story):
        return False
    if any(not kind.isdisjoint(words) and signs.isdisjoint(wanted) for kind, wanted in _SIGNED):
        return False
    if not _LEFT.isdisjoint(words) and "-" not in signs and not START.search(problem.low):
        return False
    if any(number not in numbers for word, number in _NUMBERED.items() if word in words):
        return False
    if not _AVERAGES.isdisjoint(words) and (not numbers or len({fact.unit for fact in problem.facts}) > 1):
        return False
    if any(not _converts(kind, signs, problem) for kind in _KINDS) and not numbers:
        return False
    return not _SUMS.search(problem.low) or not signs.isdisjoint("+*") or "not" in problem.low.split()


def _converts(kind: frozenset[str], signs: set[str], problem: Problem) -> bool:
    """Whether units of one kind that are named together are each counted, and multiplied or divided."""
    named = kind & {word.unit for sentence in problem.sentences for word in sentence}
    counted = {unit for fact in problem.facts for unit in (fact.unit, fact.per)}
    return len(named) < 2 or (named <= counted and signs <= {"*", "/"})


def _is_of_all(tree: Expression, problem: Problem) -> bool:
    """Whether no word of the question picks some of the amounts that are told alike and only added up, and none of them says
    how many the others are ("3 numbers 12, 18 and 24")."""
    used = _facts_of([tree], problem)
    listed = (
        len(used) > 2 and len({fact.sentence for fact in used}) == 1 and used[1].place - used[0].place < 4
    )
    if listed and used[0].named and not any(fact.named for fact in used[1:]):
        return False
    alike = len({stem(fact.verb) for fact in used}) == 1 and not any(fact.relation for fact in used)
    if _signs(tree) != {"+"} or not alike:
        return True
    picked = [fact.context & telling(used) & content(problem.asked) for fact in used]
    return all(picked) or not any(picked)


def _adds_what_joins(tree: Expression, problem: Problem) -> bool:
    """Whether what is added to something joins it for certain, in every sum of the tree."""
    sums = [tree, *(part for node in parts_of(tree) for part in _factors(node))]
    return all(_joins(_facts_of(_added(one), problem), problem) for one in sums if len(_added(one)) > 1)


def _factors(node: object) -> list[Expression]:
    return [node.left, node.right] if isinstance(node, Arithmetic) and node.sign in "*/" else []


def _multiplies_alike(tree: Expression, problem: Problem) -> bool:
    """Whether what is added up before it is multiplied or divided is told of the same each ("a fee of $45 and $58 an hour")."""
    sums = [_added(part) for node in parts_of(tree) for part in _factors(node)]
    plain = [[term for term in terms if isinstance(term, Operand)] for terms in sums if len(terms) > 1]
    return all(len({fact.per for fact in _facts_of(terms, problem)}) < 2 for terms in plain)


def _joins(joined: Sequence[Fact], problem: Problem) -> bool:
    """Whether the facts are of those who are asked about, and told alike, or none of them is a part of something ("4 of the desks",
    "4 desks are empty"), nor what somebody takes ("30 books are borrowed"), nor of a verb that does not say that there is more."""
    if any(fact.relation for fact in joined) or START.search(problem.low):
        return True
    owners = frozenset[str]().union(*(fact.subject for fact in joined)) & content(problem.asked)
    mine = owners | {"*"}
    if owners and not all(
        fact.subject & mine or fact.recipient & mine or not fact.subject for fact in joined
    ):
        return False
    kinds = {(stem(fact.verb), _is_part(problem, fact)) for fact in joined}
    total = _SUMS.search(problem.low) is not None
    return len(kinds) == 1 or all(
        (fact.more or not _is_part(problem, fact))
        and not (fact.deed == "gain" and _is_passive(problem, fact))
        and (fact.deed in ("gain", "hold") or fact.more or fact.recipient or total)
        for fact in joined
    )


def _takes_what_goes(tree: Expression, problem: Problem) -> bool:
    """Whether what something is taken from is no price ("bought a lamp for $52") and came in another way than what is taken."""
    if "-" not in _signs(tree) or MORE.search(problem.low) or COMPARED.search(problem.low):
        return True
    joined = _facts_of(_added(tree), problem)
    taken = [fact for fact in problem.facts if fact.literal in _used(tree) and fact not in joined]
    if any(fact.unit == "$" and _is_price(problem, fact) for fact in joined):
        return False
    verbs = [{stem(fact.verb) for fact in facts} for facts in (joined, taken)]
    return verbs[0] == verbs[1] or not all(fact.deed == "gain" for fact in (*joined, *taken))


def _is_price(problem: Problem, fact: Fact) -> bool:
    """ "bought a lamp for $52", "spent $60 on a game"."""
    lows = [word.low for word in problem.sentences[fact.sentence] if word.low[0].isalpha() or word.literal]
    at = lows.index(problem.sentences[fact.sentence][fact.place].low)
    spent = fact.deed == "loss" and not {"on", "for"}.isdisjoint(lows[at + 1 : at + 3])
    return spent or "for" in lows[max(0, at - 1) : at]


def _is_of_that_time(tree: Expression, problem: Problem) -> bool:
    """Whether all that is used was told of the times that the question names ("at the end of Monday")."""
    used = _facts_of([tree], problem)
    asked = content(problem.asked) & _WHEN
    compared = any(fact.relation for fact in used) or MORE.search(problem.low) is not None
    return not asked or compared or all(fact.context & _WHEN <= asked for fact in used)


def _facts_of(terms: Sequence[Expression], problem: Problem) -> list[Fact]:
    literals = {literal for term in terms for literal in _used(term)}
    return [fact for fact in problem.facts if fact.literal in literals]


def _added(tree: Expression) -> list[Expression]:
    """The terms that a tree adds up, on the side of what nothing is taken from."""
    match tree:
        case Arithmetic("+", left, right):
            return [*_added(left), *_added(right)]
        case Arithmetic("-", left, _):
            return _added(left)
    return [tree]


def _is_part(problem: Problem, fact: Fact) -> bool:
    """Whether a numeral counts some of what was told before: "4 of the desks", "4 desks are empty"."""
    after = problem.sentences[fact.sentence][fact.place + 1 :]
    if [word.low for word in after[:1]] == ["of"]:
        return True
    verb = next((at for at, word in enumerate(after) if word.tag == "BE"), None)
    counted = verb is not None and all(word.tag in WITHIN for word in after[:verb])
    return (
        counted and verb is not None and any(word.tag in ("JJ", "VBN") for word in after[verb + 1 : verb + 3])
    )


def _is_passive(problem: Problem, fact: Fact) -> bool:
    """Whether something is done to what a numeral counts."""
    lows = problem.sentences[fact.sentence]
    at = next((at for at, word in enumerate(lows) if at > fact.place and word.low == fact.verb), 0)
    return at > 0 and any(word.tag == "BE" for word in lows[fact.place : at])


_RULES = (_is_of_all, _is_of_that_time, _adds_what_joins, _multiplies_alike, _takes_what_goes)
