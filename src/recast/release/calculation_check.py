"""The source check of a word problem that goes out as a calculation: does it compute what the source asks?

The protected facts and question are read again by the fixed sentences, every figure is led back to a numeral of the source by
``numeral_sources``, and the calculation is compared with the one that the rules for texts read from the source itself
(``Record.calculation``). It shares the sentences with the rewriter and no code.

Not covered: whether those rules understood the source, which is what ``solve.texts.certain_story`` answers for; and numerals
that take no part. A finding says where, never what.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recast.language.calculations import calculation, noun, same
from recast.language.frames import fact_patterns
from recast.language.sentences import split_sentences
from recast.numbers.prose import prose_numerals
from recast.types import Finding, Protected, Record

_NAME = "source"


def calculation_faults(protected: Protected, record: Record, sources: Sequence[int]) -> Iterator[Finding]:
    """What of a protected calculation is not that of the record. ``sources`` are the places of the source's numerals that those
    of the protected texts stand for, in reading order."""
    if prose_numerals(protected.question):
        yield Finding(_NAME, "the calculation holds a numeral", "question")
        return
    places: dict[str, int] = {}
    told = iter(sources)
    for number, text in enumerate(split_sentences(protected.context), start=1):
        found = next((found for fact, _ in fact_patterns() if (found := fact.fullmatch(text))), None)
        if found is None or len(prose_numerals(text)) != 1 or noun(found["listed"]) in places:
            yield Finding(_NAME, "the sentence is no fact of its own", f"sentence {number}")
            return
        places[noun(found["listed"])] = next(told)
    said = calculation(protected.question, places)
    if said is None or record.calculation is None or not same(said, record.calculation):
        yield Finding(_NAME, "the calculation is not that of the source", "question")
