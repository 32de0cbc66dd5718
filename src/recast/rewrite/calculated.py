"""A word problem as facts and a calculation in sentences of ours: nothing of its story is left but the operations.

Each numeral of the calculation, and each result of a step, gets a drawn noun; the facts stand in a drawn order, so do steps
that do not rest on each other and the parts of sums and products. What it does not hide: which operations are asked in
which order, how many numerals take part, and a number that belongs to an operation ("half", the days of a week).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from decimal import Decimal

from recast.language.calculations import COMMUTATIVE, CONSTANTS, OPERATIONS, QUESTION_FRAMES, STEP_FRAMES
from recast.language.frames import FACT_FRAMES
from recast.numbers.prose import source_quantities
from recast.types import Calculation, Record, Rewritten, Step, Substitutions, Term


def calculated(record: Record, asked: Calculation, noun: Callable[[], str], draw: random.Random) -> Rewritten:
    """The record as facts and the calculation ``asked``. ``noun`` draws a word for what a number is said of."""
    values = [quantity.value for quantity in source_quantities(record)]
    places = sorted({part.number for step in asked.steps for part in step.parts if part.kind == "numeral"})
    draw.shuffle(places)
    called = {("numeral", place): _noun(noun()) for place in places}
    fact = draw.choice(FACT_FRAMES)[0]
    facts = [_fact(fact, called["numeral", place], values[place]) for place in places]
    order = _order(asked, len(asked.steps) - 1, draw)
    called |= {("result", step): _noun(noun()) for step in order[:-1]}
    forms = _Forms(draw, called)
    frame = draw.choice(STEP_FRAMES)
    told = [forms.sentence(frame, asked.steps[step], called["result", step]) for step in order[:-1]]
    question = forms.sentence(draw.choice(QUESTION_FRAMES), asked.steps[-1])
    return Rewritten(
        modality=record.modality,
        question=" ".join([*told, question]),
        choices=(),
        table=None,
        context=" ".join(facts),
        substitutions=Substitutions(),
        numeral_sources=tuple(places),
    )


class _Forms:
    """Says steps, each operation in one drawn form throughout, on two numbers and on more."""

    def __init__(self, draw: random.Random, called: dict[tuple[str, int], str]) -> None:
        self._draw = draw
        self._called = called
        self._of_two = {sign: draw.choice(forms) for sign, forms in OPERATIONS.items()}
        self._of_more = {
            sign: draw.choice([form for form in OPERATIONS[sign] if "L" in form.split()])
            for sign in sorted(COMMUTATIVE)
        }
        self._constants = {key: draw.choice(forms) for key, forms in CONSTANTS.items()}

    def sentence(self, frame: str, step: Step, result: str = "") -> str:
        said = _filled(frame, {"E": self._said(step), "N": result})
        return said[:1].upper() + said[1:]

    def _said(self, step: Step) -> str:
        if step.parts[-1].kind == "constant":
            form = self._constants[step.sign, step.parts[-1].number]
            return _filled(form, {"A": self._noun(step.parts[0])})
        nouns = [self._noun(part) for part in step.parts]
        if step.sign in COMMUTATIVE:
            self._draw.shuffle(nouns)
        form = self._of_two[step.sign] if len(nouns) < 3 else self._of_more[step.sign]
        listed = f"{', '.join(nouns[:-1])} and {nouns[-1]}"
        return _filled(form, {"A": nouns[0], "B": nouns[-1], "L": listed})

    def _noun(self, part: Term) -> str:
        return self._called[part.kind, part.number]


def _noun(word: str) -> str:
    return word if word[:1].isupper() else f"the {word}"


def _fact(frame: str, noun: str, value: Decimal) -> str:
    said = _filled(frame, {"K": noun, "T": "number", "N": f"{value:f}"})
    return said[:1].upper() + said[1:]


def _filled(frame: str, parts: dict[str, str]) -> str:
    text = " ".join(parts.get(word, word) for word in frame.split())
    for mark in ",:.?":
        text = text.replace(f" {mark}", mark)
    return text


def _order(asked: Calculation, last: int, draw: random.Random) -> Sequence[int]:
    """The places of the steps that the one at ``last`` rests on, each after those that it rests on itself, and ``last``."""
    rests = [part.number for part in asked.steps[last].parts if part.kind == "result"]
    draw.shuffle(rests)
    return list(dict.fromkeys([*(step for rest in rests for step in _order(asked, rest, draw)), last]))
