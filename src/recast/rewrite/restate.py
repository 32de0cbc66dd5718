"""Look-ups in a passage restated as canonical facts: no clause, word order or word class of the source remains.

Where a question asks for one numeral or year of a passage, the numerals that can answer become sentences of a fixed frame
(``language.frames``), and the question one of the same. A word that links question and fact, whatever its class, becomes a
drawn noun, the same for all that the question means by it; a fact that is not asked for has nouns of its own.

Which numeral answers is weighed by ``language.figures``. Where it is certain, the fact that answers alone has all nouns of
the question, so that whoever reads the facts finds it by words alone. Where it is not, every numeral that can answer goes
out with all that the question's words say of it: what it counts, what stands in its clause, what near it; whoever answers
weighs that. ``solve.texts.listed`` reads both.

Nothing is restated (``look_up`` gives None) where the question computes or compares, where a numeral says how much more or
less, and in a short text, which may be a problem to be worked out, unless one clause has every word of the question and no
other numeral can take part.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from recast.language.asked_figure import ORDINAL, Asked, Said, asked
from recast.language.figures import certain, figures, matches, tells_rate
from recast.language.links import senses as linked
from recast.language.plainly_told import likely_told, plainly_told
from recast.language.told_figures import Figure
from recast.language.words import word_set
from recast.numbers.number_words import is_ordinal
from recast.numbers.written import plain_number
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.prose_units import unit_at
from recast.rewrite.prose_words import Senses
from recast.rewrite.restated_facts import Facts, FactWriter

#: Words whose like must stand in a protected question as well (the source check compares them).
_COMPARES = re.compile(
    r"\b(?:more|greater|another|additional|extra|older|less|fewer|than|twice|doubled?|doubles|half|halves|halved|each|every"
    r"|per|apiece|left|remain\w*|rest|leftover)\b",
    re.IGNORECASE,
)
#: How often, which shares nothing out.
_EACH_TIME = re.compile(r"\b(?:each|every|per) (?:day|week|month|season|year|summer|winter|night|hour)\b")
_PER = re.compile(r"\bper\b")
_LEFT = re.compile(r"\b(?:left|remain(?:s|ed|ing)?)\b")
_COMPARED = word_set("more less fewer higher lower larger smaller greater times")
_OFTEN = word_set("once twice ever")
_EMPTY = word_set(
    "have be do get take make become there year number amount percentage proportion many much find give tell approximately about roughly around"
)
_MONEY = frozenset({"dollar", "cent", "pound-sterling", "euro", "yen"})
_SCALES = word_set("thousand million billion trillion")
_MOST_FACTS, _MOST_OPEN = 5, 8


def look_up(
    context: Sequence[list[Tok]],
    question: Sequence[list[Tok]],
    senses: Senses,
    noun: Callable[[], str],
    draw: random.Random,
    passage: bool,
    likely: bool,
) -> Facts | None:
    """The facts of the sentences of ``context`` that can answer the question, and the question. None where it is no
    look-up. ``noun`` draws a word; ``passage``: the text is running prose, not a problem to be worked out; ``likely``: of
    a short text also what is only likely told, left open."""
    words = [t for s in question for t in s]
    asking = said(words, senses)
    what = asked(asking)
    lines = [said(sentence, senses) for sentence in context]
    ranked = figures(what, lines) if what is not None else []
    if what is None or not ranked:
        return None
    worked_out = _compares(words, lines[ranked[0].sentence], what) or _computes(what, ranked[0], lines)
    if passage and worked_out:
        return None
    best = certain(what, ranked, lines) if passage else plainly_told(what, asking, ranked, lines)
    likely = likely and best is None and not worked_out and likely_told(what, asking, ranked, lines)
    if best is None and not (passage or likely):
        return None
    writer = FactWriter(what, words, context, lines, lambda tok: key_of(tok, senses), noun, draw)
    told = writer.answered(best, ranked, _MOST_FACTS) if best is not None else None
    return told or (writer.left_open(ranked[:_MOST_OPEN]) if passage or likely else None)


# ── the words of a text as they are weighed ──────────────────────────────────────────────────────────────────


def said(sentence: Sequence[Tok], senses: Senses) -> list[Said]:
    """The words of a sentence with the senses by which they link."""
    return [_said(sentence, place, senses) for place in range(len(sentence))]


def _said(sentence: Sequence[Tok], place: int, senses: Senses) -> Said:
    tok = sentence[place]
    if tok.kind == "number":
        value = plain_number(tok.text)
        keys = frozenset({key_of(tok, senses)} - {""})
        return Said(
            tok.low,
            "CD",
            tok.low,
            keys,
            f"{value:f}" if value is not None else tok.text,
            tok.role,
            _measure(sentence, place),
        )
    if tok.text == "A" and not tok.first:
        return Said(tok.low, "NP", tok.low, frozenset({"letter a"}))  # "line A"
    unit = unit_at(sentence, place)
    if unit:
        return Said(tok.low, tok.tag, unit, frozenset() if unit == "percent" else frozenset({f"unit {unit}"}))
    key = key_of(tok, senses)
    name = {key} if tok.name >= 0 else set()
    return Said(tok.low, tok.tag, base_of(tok), linked(tok.low) | name if key else frozenset())


def _measure(sentence: Sequence[Tok], place: int) -> str:
    """ "percent" or "money" by the sign or word beside a numeral, past a scale word."""
    near = [p for p in (place - 1, place + 1, place + 2) if 0 <= p < len(sentence)]
    units = [unit_at(sentence, p) for p in near if p != place + 2 or sentence[place + 1].low in _SCALES]
    return "percent" if "percent" in units[-2:] else "money" if _MONEY & {*units} else ""


def key_of(tok: Tok, senses: Senses) -> str:
    """The sense of a word by which a question and a fact are linked; empty for words that link nothing."""
    if is_ordinal(tok.low) or (tok.kind == "number" and tok.role == "structural"):
        return f"{ORDINAL}{tok.low}"
    if tok.kind == "number":
        return ""
    if tok.kind != "word" or tok.low in _EMPTY or base_of(tok) in _EMPTY:
        return ""
    return senses.topic(tok) or (f"={tok.low}" if tok.tag == "JJ" else "")


# ── what is no look-up ───────────────────────────────────────────────────────────────────────────────────────


def _compares(words: Sequence[Tok], line: Sequence[Said], what: Asked) -> bool:
    """Whether the question compares or shares quantities. Not so "each year", a rate, and what the sentence of the figure says
    to be left as well."""
    text = _EACH_TIME.sub(" ", " ".join(t.low for t in words))
    if what.rates:
        text = _PER.sub(" ", text)
    if _LEFT.search(" ".join(word.low for word in line)):
        text = _LEFT.sub(" ", text)
    return _COMPARES.search(text) is not None


def _computes(what: Asked, best: Figure, lines: Sequence[Sequence[Said]]) -> bool:
    """Whether an operation of the question is no part of what the likeliest figure is called, or a numeral that says how
    much more or less ("4% less than in 1986") may have to be reckoned with."""
    line = lines[best.sentence]
    if not what.operations <= {word.low for word in line} or not tells_rate(best, what, line):
        return True
    for line in lines:
        told = sum(any(matches(term, word) for word in line) for term in what.terms)
        if 2 * told >= len(what.terms) and any(_is_change(line, place) for place in range(len(line))):
            return True
    return False


def _is_change(line: Sequence[Said], place: int) -> bool:
    after = [one.low for one in takewhile(lambda one: one.low != ",", line[place + 1 : place + 8])]
    compared = [at for at, low in enumerate(after[:4]) if low in _COMPARED]
    if compared and not _OFTEN.isdisjoint(after[compared[0] + 1 : compared[0] + 3]):
        return False  # "came more than once"
    if not line[place].literal or line[place].role != "data" or not compared:
        return False
    return not {"than", "as"}.isdisjoint(after[compared[0] :])
