"""Word problems of one or two steps, by schemas: joining and separating, comparing, equal groups, rates, shares, averages.

Each schema looks at what the numerals count, for whom and with which deed, and at how the question is put. It answers
only where all the numerals it needs are there and no second reading is as good; a numeral or a word of an operation
that is left over ends in no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from recast.language.words import word_set
from recast.solve.expression import Arithmetic, Ceiling, Expression, Magnitude, Operand, parts_of
from recast.solve.texts.comparing import difference, how_many_more, missing, more_than_other, profit
from recast.solve.texts.course import course
from recast.solve.texts.factors import FACTOR_WORDS
from recast.solve.texts.facts import Fact, facts
from recast.solve.texts.flow import flow
from recast.solve.texts.grouping import (
    average,
    duration,
    groups,
    in_proportion,
    priced,
    repeated,
    shared_out,
    speed,
)
from recast.solve.texts.joining import (
    all_done,
    all_kinds,
    all_there,
    bought,
    other_kind,
    other_part,
    remainder,
    rest_of_whole,
    selected,
    total,
)
from recast.solve.texts.measures import in_asked_unit, one_amount, rectangle
from recast.solve.texts.money import change
from recast.solve.texts.percent import changed, percentage
from recast.solve.texts.problem import COMPARED, TOTAL, Problem, clause_of, read_problem
from recast.solve.texts.relations import all_of_them, asked_one, of_a_whole, settled
from recast.solve.texts.relevant import relevant
from recast.solve.texts.story import Sentence, head, noun_after

_QUANTITY = re.compile(
    r"\bhow (?:many|much|long|old|aged|tall|far|big|heavy|high|wide|deep|fast|quick|speedy)\b"
    r"|\bwhat (?:is|'s|was|are|were|will be|would be|has been) (?:the |his |her |their |its |my |our )"
    r"[a-z '-]*\b(?:total|sum|difference|average|combined|score|speed|price|cost|length|width|height|weight|area|perimeter|distance"
    r"|amount|number|bill|fee|fare|rent|salary|wage|wages|pay|income|profit|change|value|balance)\b"
    r"|\bwhat (?:do|does|did|will|would|must|should|have|has|had) .*\b(?:cost|pay|paid|earn|earned|spend|spent|charge|weigh|owe|get|save)\b"
    r"|\bwhat fraction\b|\bwhat amount of\b|\bprofit\b"
)
#: States of what others are not ("how many seats are empty").
_GAP = re.compile(r"\b(?:missing|empty|free|vacant|unused|unsold|available|absent)\b")
_SIGNS = re.compile(r"\b(?:plus|minus)\b")
_REST = re.compile(r"\b(?:rest|remaining)\b")
#: Words of operations; a story with one that no schema has used is not understood.
_OPERATIONS = word_set("pair pairs couple percent average same equal equally ratio")


def solve(story: Sequence[Sentence], question: Sequence[Sentence]) -> Expression | None:
    """What the question asks, computed from the facts of the story; None where no schema fits."""
    sentences = (*story, *question)
    told = _once(facts(sentences, len(story)))
    if not 1 <= sum(not fact.open for fact in told) <= 8 or any(fact.scaled for fact in told):
        return None
    if not _QUANTITY.search(" ".join(word.low for word in sentences[-1])):
        return None
    read = settled(read_problem(sentences, told))
    if read is None:
        return None
    problem = relevant(in_asked_unit(read))
    if _one_is_apart(problem) or (
        _SIGNS.search(problem.story) and not any(fact.per is not None for fact in problem.facts)
    ):
        return None
    for schema, consumed in _SCHEMAS:
        found = schema(problem)
        if found is not None and (schema is selected or not isinstance(found, Operand)):
            return found if _is_whole(problem, found, consumed, schema in _SELECTING) else None
    return None


def _one_is_apart(problem: Problem) -> bool:
    """Whether something is said of one of the things that are counted ("but loses one of the pages")."""
    units = {fact.unit for fact in problem.facts}
    return any(
        [word.low for word in sentence[at : at + 2]] == ["one", "of"]
        and head(noun_after(sentence, at + 2)[0]) in units
        for sentence in problem.sentences[:-1]
        for at in range(len(sentence))
    )


def _once(told: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts without those of the question that repeat one of the story."""
    known = {(fact.literal, fact.unit) for fact in told if not fact.asked}
    return tuple(
        fact for fact in told if fact.open or not fact.asked or (fact.literal, fact.unit) not in known
    )


def _is_whole(problem: Problem, found: Expression, consumed: frozenset[str], selecting: bool) -> bool:
    """Whether nothing that can belong to the problem is left over."""
    words = [word.low for sentence in problem.sentences for word in sentence]
    if set(words) & (_OPERATIONS - consumed):
        return False
    if sum(word in FACTOR_WORDS and before != "of" for before, word in pairwise(["", *words])) != len(
        problem.factors
    ):
        return False
    used, nodes = _literals(found), set(parts_of(found))
    told = [fact for fact in problem.facts if fact.literal in used]
    if (
        (gap := _GAP.search(problem.low))
        and not any(isinstance(node, Arithmetic) and node.sign == "-" for node in nodes)
        and not any(gap.group() in clause_of(problem, fact) for fact in told)
    ):
        return False
    spare = [fact for fact in problem.facts if fact.literal not in used and fact.value not in nodes]
    if not spare:
        return True
    rest = _REST.search(problem.story) and not _REST.search(problem.low)
    if rest or any(fact.asked for fact in spare):
        return False
    if selecting:
        return not any((fact.relation and _is_asked(problem, fact)) or fact.percent for fact in spare)
    if len(spare) > 2 or len(problem.sentences) > 5:
        return False
    return all(_is_aside(problem, fact) for fact in spare)


def _is_asked(problem: Problem, fact: Fact) -> bool:
    """Whether a relation can be about what is asked: of its kind, and for nobody else."""
    return problem.counts(fact) and (not fact.subject or bool(fact.subject & problem.names))


def _is_aside(problem: Problem, fact: Fact) -> bool:
    """Whether a fact is about something that the question does not ask: another kind, or another unit."""
    if fact.relation or fact.percent or fact.per is not None:
        return False
    if problem.counts(fact):
        return (
            fact not in problem.alike or bool(COMPARED.search(problem.low)) or not TOTAL.search(problem.low)
        )
    return not fact.units & {word.unit for word in problem.asked}


def _literals(found: Expression) -> frozenset[str]:
    match found:
        case Operand(literal, _):
            return frozenset({literal})
        case Arithmetic(_, left, right):
            return _literals(left) | _literals(right)
        case Magnitude(of) | Ceiling(of):
            return _literals(of)
    return frozenset()


#: Schemas that pick one fact of several by the words of the question: the others are not needed.
_SELECTING = (how_many_more, shared_out, selected, flow, groups)
_Schema = Callable[[Problem], Expression | None]
_NOTHING: frozenset[str] = frozenset()
_SCHEMAS: tuple[tuple[_Schema, frozenset[str]], ...] = (
    (how_many_more, _NOTHING),
    (missing, _NOTHING),
    (more_than_other, _NOTHING),
    (profit, _NOTHING),
    (change, _NOTHING),
    (changed, _NOTHING),
    (difference, _NOTHING),
    (of_a_whole, word_set("percent")),
    (all_of_them, word_set("percent")),
    (asked_one, word_set("percent")),
    (percentage, word_set("percent")),
    (duration, _NOTHING),
    (flow, _NOTHING),
    (priced, _NOTHING),
    (speed, word_set("average")),
    (repeated, _NOTHING),
    (in_proportion, _NOTHING),
    (shared_out, word_set("same equal equally")),
    (groups, word_set("same equal equally")),
    (rectangle, _NOTHING),
    (one_amount, _NOTHING),
    (average, word_set("average")),
    (total, _NOTHING),
    (all_kinds, _NOTHING),
    (remainder, _NOTHING),
    (other_kind, _NOTHING),
    (other_part, _NOTHING),
    (rest_of_whole, _NOTHING),
    (course, _NOTHING),
    (all_there, _NOTHING),
    (bought, _NOTHING),
    (all_done, _NOTHING),
    (selected, _NOTHING),
)
