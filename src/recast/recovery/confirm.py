"""Whether a program computes what its question asks for, or only states what its writer saw (design §8).

The drawn values have another order than the original ones, so an extreme, a rank, a count or a comparison that was
made by eye is wrong. Works on the protected question and the protected program alone. What it does not cover: a wrong
operand or a wrong operation of the right kind; a selection by eye that is no part of the wording (such as which rows
make up "the rest").
"""

from __future__ import annotations

import ast
import re

from recast.language.frames import asks_for_a_fact, leaves_open
from recast.language.mentions import find_mentions
from recast.numbers.mapping import literal_key
from recast.numbers.number_words import COUNT_WORDS
from recast.program.restore import CONSTANTS, bare_numbers, drawn_values, year_literals
from recast.program.steps import Kind, Step, Steps, steps_of
from recast.program.value import value_of
from recast.recovery.question import Need, asks_count, is_yes_no, needs, takes_part, without_names
from recast.recovery.shares import unused_shares
from recast.types import ChartSpec, Finding, Program, Protected

_CHECK = "confirmation"
_ORDINALS = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
#: Factors between units, allowed where the question names the unit.
_FACTORS = {
    "month": {"12"}, "year": {"12", "365", "4", "52"}, "annual": {"12"}, "quarter": {"4", "3"}, "week": {"7", "52"},
    "day": {"7", "24", "365"}, "hour": {"24", "60"}, "minute": {"60"}, "second": {"60"}, "decade": {"10"},
    "half": {"0.5"}, "third": {"3"}, "double": {"2"}, "twice": {"2"}, "triple": {"3"}, "dozen": {"12"},
    "majority": {"50"}, "both": {"2"}, "pair": {"2"}, "couple": {"2"}, "foot": {"12"}, "feet": {"12"}, "yard": {"3", "36"},
    "ratio": {"1"}, "perimeter": {"2", "4"}, "fourth": {"4"}, "fifth": {"5"}, "pound": {"16"}, "mile": {"5280"},
}  # fmt: skip
_ENOUGH: dict[Need, tuple[Kind, ...]] = {
    "max": ("max", "min", "order", "compare"),
    "min": ("max", "min", "order", "compare"),
    "order": ("order", "compare", "max", "min"),
    "median": ("median", "order"),
    "compare": ("compare", "max", "min", "order"),
    "equal": ("compare", "max", "min", "order"),
}
_ASKED: dict[Need, str] = {
    "max": "a highest value",
    "min": "a lowest value",
    "order": "an order of values",
    "median": "a median",
    "compare": "a comparison of values",
    "equal": "equal values",
}


def findings(program: Program, protected: Protected, steps: Steps | None = None) -> tuple[Finding, ...]:
    """What speaks against a program as an answer to the protected question; empty where nothing does. ``steps`` are those
    of the program where they are known already."""
    chart = protected.chart
    question = without_names(protected.question, _labels(protected))
    years = year_literals(protected)
    steps = steps or steps_of(program, years)
    data = frozenset(literal_key(literal) for literal in protected.literals) - years
    asked = needs(question, chart is not None and _names_one_value(protected.question, chart))
    told = question
    if chart is None:  # a passage tells factors of its own, and what it calls highest needs no comparison
        told = f"{question} {protected.context}"
        asked -= needs(protected.context)
        if re.search(
            r"\b(?:each|every)\b", question
        ):  # "if the same number go in each": how it is shared out
            asked -= {"equal"}
    found = [
        *_bare(program, steps, told, years),
        *_uncomputed(asked, steps, data, question),
        *_partial(asked, steps, question, chart),
        *_unused(question, protected.chart, steps, data),
    ]
    if leaves_open(protected.question):
        found.append(("which figure of the text is meant was not certain", "question"))
    told_of = unused_shares(protected, steps)
    return (*(Finding(_CHECK, message, location) for message, location in dict.fromkeys(found)), *told_of)


def _names_one_value(question: str, chart: ChartSpec) -> bool:
    """Whether the question names one category (or the chart has one), and one series likewise."""
    rows = len(chart.categories)
    named = {
        mention.label
        for mention in find_mentions(question, (*chart.categories, *(s.label for s in chart.series)))
    }
    categories = sum(place < rows for place in named)
    return 1 in (categories, rows) and 1 in (len(named) - categories, len(chart.series)) and bool(named)


def _labels(protected: Protected) -> tuple[str, ...]:
    chart = protected.chart
    if chart is None:
        return tuple(protected.names)
    labels = (*chart.categories, *(series.label for series in chart.series), *protected.names)
    return tuple(label for label in labels if label and not re.fullmatch(r"[\d.]+", label))


def _bare(program: Program, steps: Steps, question: str, years: frozenset[str]) -> list[tuple[str, str]]:
    """Values and numbers that the program states instead of computing."""
    if _states_value(program, steps):
        return [("the program states its result instead of computing it from values of the chart", "result")]
    inside = {id(node) for node in steps.nodes}
    allowed = CONSTANTS | _numbers_of(question) | years
    means = {
        id(node.right) for node in steps.nodes if isinstance(node, ast.BinOp) and steps.divides_by_count(node)
    }
    return [
        (
            "the program uses a plain number that is neither in the question nor a constant of an operation",
            f"line {node.lineno}",
        )
        for node, key in bare_numbers(program.tree)
        if id(node) in inside and key not in allowed and id(node) not in means and not _power_of_ten(key)
    ]


def _states_value(program: Program, steps: Steps) -> bool:
    """No operand, no name and no comparison reaches the value, or all that reaches it is a label and it is a number
    or a yes or no."""
    if steps.operands:
        return False
    value = value_of(program.tree)
    texts = [
        node
        for node in steps.nodes
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.casefold() not in ("yes", "no", "true", "false")
    ]
    if not texts:
        return True
    names_itself = any(
        isinstance(expression, ast.Constant) and not isinstance(expression.value, str)
        for expression in value.expressions
    )
    return names_itself and not any(
        isinstance(node, ast.Compare | ast.Call) for node in steps.nodes if not _is_mark(node)
    )


def _is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "protected"


def _uncomputed(
    asked: frozenset[Need], steps: Steps, data: frozenset[str], question: str
) -> list[tuple[str, str]]:
    found = []
    for need in sorted(asked - {"count"}):
        if not any(_compares(step, need, data) for step in steps.of(*_ENOUGH[need])):
            found.append(
                (
                    f"the question asks for {_ASKED[need]} and the program does not compute one over at least two values",
                    "result",
                )
            )
    if {"max", "min"} <= asked and not found and not _both_ends(steps, data):
        found.append(
            (
                "the question asks for a highest and a lowest value and the program computes only one of them",
                "result",
            )
        )
    if is_yes_no(question) and not any(isinstance(node, ast.Compare) for node in steps.nodes):
        found.append(("the question asks for yes or no and the program compares nothing", "result"))
    return found


def _compares(step: Step, need: Need, data: frozenset[str]) -> bool:
    if need != "equal" and not step.ordering:
        return False
    operands = [operand for operand in step.operands if operand in data]
    return len(operands) >= 2 or (step.kind == "compare" and len(operands) == 1 and _has_number(step.node))


def _has_number(node: ast.AST) -> bool:
    """A comparison of one operand with a plain number (which ``_bare`` judges)."""
    return isinstance(node, ast.Compare) and any(
        isinstance(side, ast.Constant) and isinstance(side.value, int | float)
        for side in (node.left, *node.comparators)
    )


def _both_ends(steps: Steps, data: frozenset[str]) -> bool:
    kinds = {step.kind for step in steps.steps if sum(operand in data for operand in step.operands) >= 2}
    return {"max", "min"} <= kinds or bool(kinds & {"order", "compare"})


def _partial(
    asked: frozenset[Need], steps: Steps, question: str, chart: ChartSpec | None
) -> list[tuple[str, str]]:
    """Where a question means the whole chart, or one whole series of it, and the program compares less."""
    selective = asked & {"max", "min", "order", "median"} or ({"compare", "count"} <= asked)
    if chart is None or not selective or takes_part(question, _parts(chart)):
        return []
    rows = (frozenset(literal_key(value) for value in row if value is not None) for row in chart.values)
    wholes = [row for row in rows if row]
    relevant = steps.of("max", "min", "order", "median", "compare")
    compared = frozenset[str]().union(*(step.operands for step in relevant))
    if not relevant or any(whole <= compared for whole in wholes):
        return []
    every = drawn_values(chart)
    return [
        (f"the program compares {len(compared & every)} of the {len(every)} values of the chart", "result")
    ]


def _parts(chart: ChartSpec) -> set[str]:
    """Words by which a question may name part of a chart: colours, and the words of its labels."""
    labels = (*chart.categories, *(series.label for series in chart.series))
    words = {word for label in labels for word in re.findall(r"[^\W\d_]{3,}", label)}
    return {*words, *chart.category_colours, *(series.colour_name for series in chart.series)}


def _unused(
    question: str, chart: ChartSpec | None, steps: Steps, data: frozenset[str]
) -> list[tuple[str, str]]:
    """A value that the question gives, outside a label, and that takes no part in the result. Integers up to 15 may be
    structural (and ``paper`` keeps them), so they are passed over, and so is a question for one fact of a list."""
    if asks_for_a_fact(question):
        return []
    described = (
        "" if asks_count(question) else r"(?<!\bof the )"
    )  # "the toll of the 87.7 boats": no threshold
    given = {
        literal_key(text)
        for text in re.findall(rf"{described}(?<![\w.])\d{{1,12}}(?:\.\d{{1,12}})?(?![\w]|\.\d)", question)
    }
    small = {str(number) for number in range(16)} | CONSTANTS
    missing = sorted((given & data) - small - drawn_values(chart) - steps.operands)
    return [
        ("a value that the question gives takes no part in the result", f"question, {literal}")
        for literal in missing
    ]


def _numbers_of(question: str) -> frozenset[str]:
    """Plain numbers that a program for this question may hold: those of its text and factors of units it names."""
    text = question.casefold()
    numbers = {literal_key(match) for match in re.findall(r"(?<![\w.])\d{1,12}(?:\.\d{1,12})?", text)}
    words = set(re.findall(r"[a-z]+", text))
    numbers |= {
        str(place)
        for listing in (COUNT_WORDS, _ORDINALS)
        for place, word in enumerate(listing)
        if word in words
    }
    numbers |= {
        factor
        for unit, factors in _FACTORS.items()
        for factor in factors
        if any(word.startswith(unit) for word in words)
    }
    return frozenset(numbers)


def _power_of_ten(key: str) -> bool:
    return bool(re.fullmatch(r"10*|0\.0*1", key))
