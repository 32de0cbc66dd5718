"""What an answer is the answer to, for the asker's own eyes: the question as the rules took it, in the source's words.

Where a question went out in a sentence of ours, the same sentence over the source's labels; where a word problem went out as a
calculation, that calculation over the source's numerals. Both are private, as is all of an ``Answer``.
"""

from __future__ import annotations

from recast.numbers.prose import prose_numerals
from recast.types import Calculation, Record, Sign, Step, Term

_JOINED: dict[Sign, str] = {"sum": " + ", "difference": " - ", "product": " × ", "quotient": " / "}


def taken_as(record: Record) -> str:
    """The question as it was taken; empty where it went out in the asker's own sentence."""
    if record.restated or record.calculation is None:
        return record.restated
    texts = (record.context, record.question, *record.choices)
    numerals = [numeral.written for text in texts for numeral in prose_numerals(text)]
    return _calculated(record.calculation, numerals)


def _calculated(calculation: Calculation, numerals: list[str]) -> str:
    results: list[str] = []

    def shown(term: Term) -> str:
        match term.kind:
            case "numeral":
                return numerals[term.number]
            case "result":
                return results[term.number]
            case "constant":
                return str(term.number)

    for place, step in enumerate(calculation.steps):
        text = _step(step, [shown(term) for term in step.parts])
        last = place == len(calculation.steps) - 1
        results.append(text if last or step.sign not in _JOINED else f"({text})")
    return results[-1]


def _step(step: Step, parts: list[str]) -> str:
    match step.sign:
        case "distance":
            return f"|{parts[0]} - {parts[1]}|"
        case "mean":
            return f"the average of {', '.join(parts[:-1])} and {parts[-1]}"
        case "percentage":
            return f"{parts[1]}% of {parts[0]}"
        case "ceiling":
            return f"{parts[0]}, rounded up"
        case "sum" | "difference" | "product" | "quotient":
            return _JOINED[step.sign].join(parts)
