"""Sentences of a word problem taken apart: a sentence for each clause that "and", "but" or "then" joins, and for each counted
thing that one verb has as its objects.

A sentence that opens with a condition or a time stays whole, and so does one whose parts share a word that would have to be
said of each ("each", "between", "left"). Not covered: clauses inside others ("the pens that she lost").
"""

from __future__ import annotations

from collections.abc import Sequence

from recast.language.words import word_set
from recast.rewrite.prose_tokens import Tok
from recast.rewrite.prose_units import unit_at

_FINITE = frozenset({"VBD", "VBZ", "HV", "BE", "MD", "DO"})
_WITHIN = frozenset({"DT", "PP$", "JJ", "NN", "NNS", "NP", "POS", "VBG", "VBN"})
_MEASURED = word_set("long wide tall high deep old heavy thick far")
_UNDIVIDED = word_set(
    "each every per apiece total altogether both ratio between than if when while respectively half left that which who off away out up down back"
)


def clauses(sentence: list[Tok]) -> list[list[Tok]]:
    """The clauses that "and", "but" or "then" joins, as sentences, each with its subject; a sentence that opens with a
    condition or a time stays whole."""
    first = next((t for t in sentence if t.kind != "mark"), None)
    if (
        first is None
        or first.tag == "CS"
        or first.low in ("if", "when", "while", "after", "before", "since", "as", "because")
    ):
        return [sentence]
    for place, tok in enumerate(sentence):
        runs_on = tok.low in _MEASURED and sentence[place + 1 : place + 2] and sentence[place + 1].tag == "DT"
        if tok.low not in ("and", "but") and not runs_on:
            continue
        left, right = sentence[: place + 1 if runs_on else place], sentence[place + 1 :]
        verb = next((k for k, t in enumerate(left) if t.tag in _FINITE), -1)
        if verb < 1 or any(t.low in ("that", "which", "who", "if", "when", "both", "between") for t in left):
            continue
        while right and right[0].low in ("then", "later", "also"):
            right = right[1:]
        subject = _own_subject(right)
        if subject == 0 and right and right[0].tag in _FINITE:
            again = [_again(t) for t in left[:verb] if t.low not in ("then", "so", ",")]
            counted = any(
                t.kind == "number" and t.role == "data" for t in again
            )  # "5 friends paid … and split the bill"
            right = ([Tok("they", "word", "PRP")] if counted else again) + right
        elif subject <= 0:
            continue
        if right[0].kind == "number" and right[1].tag in (
            *_FINITE,
            "VBN",
        ):  # "11 passengers got off and 6 got on"
            right[1:1] = _counted(left)
        while left and left[-1].text in (",", ";"):
            left.pop()
        right[0].first = True
        return [[*left, _stop()], *clauses(right)]
    return [sentence]


def _counted(left: Sequence[Tok]) -> list[Tok]:
    """The noun after the one numeral of a clause."""
    numbers = [k for k, t in enumerate(left) if t.kind == "number"]
    if len(numbers) != 1:
        return []
    end = numbers[0] + 1
    while end < len(left) and left[end].tag in ("JJ", "NN", "NNS"):
        end += 1
    return [_again(t) for t in left[numbers[0] + 1 : end]]


def listed(clause: list[Tok]) -> list[list[Tok]]:
    """A clause whose verb has several counted things as objects, as a sentence for each of them."""
    verb = next((k for k, t in enumerate(clause) if t.tag in _FINITE), -1)
    if (
        verb < 1
        or any(t.kind == "number" or t.low in _UNDIVIDED for t in clause[:verb])
        or clause[verb].tag in ("BE", "MD", "DO")
    ):
        return [clause]
    items: list[list[Tok]] = [[]]
    for place, tok in enumerate(clause[verb + 1 : -1], verb + 1):
        divides = tok.text in (",", ";") or tok.low == "and"
        if not divides:
            items[-1].append(tok)
        elif items[-1] and _begins_item(clause, place + 1):
            items.append([])
        elif items[-1]:
            items[-1].append(tok)
    whole = all(sum(t.kind == "number" for t in item) and _is_counted(item) for item in items)
    bound = [any(t.low in _UNDIVIDED for t in item) for item in items]
    shared = any(bound) and not all(bound)
    if len(items) < 2 or not whole or shared or items[0][0].kind != "number" or clause[-1].text != ".":
        return [clause]
    made = [[*clause[: verb + 1], *items[0], _stop()]]
    made += [[*map(_again, clause[: verb + 1]), *item, _stop()] for item in items[1:]]
    for sentence in made:
        sentence[0].first = True
    return made


def _is_counted(item: Sequence[Tok]) -> bool:
    """Whether a counted thing names itself: "15 green pens", "1 pen", "6 dollars" do, "31 red" does not."""
    one = any(t.text == "1" for t in item)
    return any(t.tag == "NNS" or (one and t.tag == "NN") or unit_at(item, k) for k, t in enumerate(item))


def _begins_item(clause: Sequence[Tok], place: int) -> bool:
    while place < len(clause) and (
        clause[place].low in ("and", "another", "an", "a") or clause[place].text == ","
    ):
        place += 1
    return place < len(clause) and clause[place].kind == "number"


def _stop() -> Tok:
    return Tok(".", "mark", tag=".")


def _own_subject(right: Sequence[Tok]) -> int:
    """How many words of a subject stand before the first verb; -1 where it is no clause."""
    for place, tok in enumerate(right):
        if tok.tag in _FINITE:
            return place if all(t.tag in (*_WITHIN, "PRP", "EX", "CD") for t in right[:place]) else -1
        if tok.kind == "mark" or tok.tag in ("IN", "TO", "CC"):
            return -1
    return -1


def _again(tok: Tok) -> Tok:
    return Tok(tok.text, tok.kind, tok.tag, tok.numeral, tok.role, tok.name, fixed=tok.fixed)
