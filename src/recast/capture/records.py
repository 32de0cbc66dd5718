"""Captured evidence and a question → the Record of P 3.2, with numerals normalised."""

from __future__ import annotations

import secrets

from recast.capture.legible import legible
from recast.capture.recordings import numeral_confidences
from recast.errors import Refused, UsageError
from recast.numbers.context import table_context
from recast.numbers.prose import normalised
from recast.types import Modality, Passage, Record, Table


def chart_record(
    table: Table,
    question: str,
    choices: tuple[str, ...],
    modality: Modality,
    restated: str = "",
    uncertain: bool = False,
    left_out: tuple[str, ...] = (),
) -> Record:
    """The five fields of a chart, which goes out in that modality, its question in a sentence of ours, if any, and the
    labels of what does not go out."""
    context = table_context(table)
    return Record(
        secrets.token_hex(8),
        modality,
        context,
        question,
        choices,
        table,
        restated=restated,
        uncertain=uncertain,
        left_out=left_out,
    )


def passage_record(passage: Passage, question: str, choices: tuple[str, ...]) -> Record:
    """The five fields of a passage. Where ``question`` is the one that the passage ends with, or empty, the passage's own
    is taken. Raises ``UsageError`` where there is none, ``Refused`` where none was heard in a recording."""
    own = passage.question
    question = legible(question, "the question")
    asked = own if not question or _folded(own).endswith(_folded(question)) else question
    if not asked and passage.recording is not None:
        raise Refused("no question was heard at the end of the recording: say what you want to know from it")
    if not asked:
        raise UsageError("the text ends with no question: say what you want to know from it")
    return as_record(passage, asked, choices or passage.choices)


def as_record(passage: Passage, question: str, choices: tuple[str, ...]) -> Record:
    """The five fields, with every number word that is a quantity in digits."""
    context, asked, *given = map(normalised, (passage.text, question, *choices))
    return Record(
        secrets.token_hex(8),
        "text" if passage.recording is None else "audio",
        context,
        asked,
        tuple(given),
        confidences=numeral_confidences(passage, question, choices),
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .?!")
