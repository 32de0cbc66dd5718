"""Which kind of answer a question asks for, a label, several, a number, or yes or no, and whether its tree gives that kind.

"Year with the most visitors" asks for a label: a tree that gives the largest value answers another question, however well
its words fit. Read from the question word, or from the first noun where there is none; a question of two question words asks
for two things, which no tree gives. English only.

Not covered: whether a number is a value, a count or a change, which only the words of the operations tell (``certain``).
"""

from __future__ import annotations

import re

from recast.language.inflect import is_plural
from recast.language.scale_ends import in_plain_words
from recast.language.words import fold, lemmas_by_class, tokens
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import EXTREME
from recast.solve.expression import Compare, Expression, First, Fold, Labels, Name, Rank

_AUXILIARY = r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)"
_QUANTITY = (
    r"(?:values?|numbers?|amount|quantity|percentage|proportion|portion|part|fraction|ratio|sum|total|average|mean|median|count"
    r"|difference|gap|range|change|increase|decrease|growth|rise|drop|fall|decline|percentage_points|result|V|S\d+)"
)
_THING = r"(?:X|years?|months?|quarters?|weeks?|days?|categor(?:y|ies)|bars?|lines?|slices?|segments?|columns?|points?|items?|groups?|series|entry|option|label|names?|type|kind|one)"
_BEFORE = rf"(?:the|a|all|T\d+|Q\d+|last|{EXTREME})"
_QUESTION = re.compile(r"\b(?:what|which|who|whose|when|where|how)\b")
_SECOND = re.compile(
    r"\b(?:and|or|,) (?:(?:in|on|at|by|for|from|of) )?(?:what|which|who|whose|when|where|how)\b"
)
_IMPERATIVE = (
    r"(?:(?:find|give|name|list|identify|determine|show|tell|state|report|pick|choose|select)(?: me| us)? )?"
)
#: A label, where there is no question word before it: "the item that brings in the least", "coldest month".
_NAMES_A_THING = re.compile(
    rf"{_IMPERATIVE}(?:(?:{_BEFORE}|_) )*?(?:(?:{EXTREME} (?:_ )?{_THING})\b|(?:{_THING}|_)(?: of \S+)? (?:that|with|who|which|where|when|whose|in which|having|has)\b)"
)
#: "what is the best year": the label of it, and "what is the highest value": no label.
_WHAT_IS = re.compile(
    rf"^what (?:is|was|are|were) (?:(?:{_BEFORE}|_) )*(?:{EXTREME} (?:_ )?{_THING}\b(?! (?:{_QUANTITY}|_)\b)|{_THING} (?:that|with|where|when|in which|having)\b)"
)
#: "what sells best", "what line makes the most", "what does she do most".
_WHAT_DOES = re.compile(
    rf"^what (?!(?:is|was|are|were|would|will|{_QUANTITY}|share)\b)(?!(?:does|did|do) (?:the )?(?:T\d+ )?{EXTREME}\b)"
)

_ASKS_SHARE = re.compile(
    r"\W*(?:what|which)(?:'s| is| was)? (?:the )?(?:share|percentage|proportion|fraction|rate|portion)\b",
    re.IGNORECASE,
)


def gives_what_is_asked(question: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether ``asked`` gives an answer of the kind that ``question``, whose sketch is ``drawn``, asks for."""
    text = drawn.text
    first = re.search(rf"^{_AUXILIARY}\b|{_QUESTION.pattern}", text)
    if isinstance(asked, Compare):
        return (
            first is None
            or _QUESTION.fullmatch(first[0]) is None
            or re.search(r"\btrue\b|\bwhether\b", text) is not None
        )
    if first is not None and _QUESTION.fullmatch(first[0]) is None:
        return _QUESTION.search(text) is not None  # "can you tell me how many"
    if _SECOND.search(text, first.end() if first else 0):
        return False
    if isinstance(asked, First) and _asks_for_several(question, drawn):
        return False
    label = isinstance(asked, Name | First | Labels) or (isinstance(asked, Rank) and asked.wants == "label")
    if label and ((first is not None and first[0] == "how") or _ASKS_SHARE.match(question)):
        return False
    return label or not _asks_for_a_label(text, first[0] if first else "", asked)


def _asks_for_a_label(text: str, word: str, asked: Expression) -> bool:
    if word in ("who", "when", "where") and _asks_at_all(text, word):
        return True
    if word == "which" and not re.search(
        rf"\b(?:how|what)\b|\bwhich (?:\S+ )?{_QUANTITY}\b|\bat which _$", text
    ):
        return True
    if _NAMES_A_THING.match(text):
        return True
    if _WHAT_IS.match(text):
        return True
    if not word and re.match(
        rf"(?:the )?(?:T\d+ )?{EXTREME} (?!{_QUANTITY}(?: (?:of|in|for|at|on|among|across|ever|shown)\b|$))",
        text,
    ):
        return True  # "highest fare": that of which, or how much
    picks = isinstance(asked, Rank) or (isinstance(asked, Fold) and asked.how in ("max", "min"))
    return picks and _WHAT_DOES.match(text) is not None


def _asks_at_all(text: str, word: str) -> bool:
    """Whether the word asks, and does not go on from a noun ("the value when it was highest")."""
    return (
        re.search(rf"^(?:(?:in|on|at|by|for|from|since|of) )?{word}\b|, {word}\b|- {word}\b", text)
        is not None
    )


def _asks_for_several(question: str, drawn: Sketch) -> bool:
    """Whether the word right behind the question word, or the first word, is a noun in the plural ("in which months",
    "years with"), and no verb."""
    words = [fold(token.text) for token in tokens(in_plain_words(question, drawn.table)) if token.is_word]
    asking = next((place for place, word in enumerate(words) if word in ("which", "what")), -1)
    noun, following = [*words[asking + 1 : asking + 3], "", ""][:2]
    if not noun or re.fullmatch(_AUXILIARY, noun) or not is_plural(noun):
        return False
    behind = rf"{_AUXILIARY}|with|that|where|when|having"
    return re.fullmatch(behind, following) is not None or "VERB" not in dict(lemmas_by_class(noun))
