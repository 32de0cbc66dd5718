"""Look-ups in a passage restated as canonical facts: no clause, word order or word class of the source remains.

Where a question asks for one numeral or year of a passage, each numeral that can answer becomes one sentence of a fixed
frame ("For the lantern and the keeper, the number is 195.22."), and the question one of the same frame ("Which number is
given for the keeper and the lantern?"). A word that links question and fact, whatever its class, becomes a drawn noun, the
same for the same sense; a fact that is not asked for has nouns of its own. The nouns of the question all stand in the
fact that answers and in no other, so that whoever reads the facts finds it by words alone. ``solve.listed`` reads them.

Which numeral answers is weighed here, by the words that the question shares with the clause, the sentence and the sentence
before; where two are near each other, or the question computes or compares, nothing is restated (``look_up`` gives None)
and the sentences go out in other words instead. Not seen: a word of the question that the passage puts in words that
share neither stem nor line of ``data/sense_links.txt``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from recast.language.frames import FACT_FRAMES
from recast.language.words import word_set
from recast.rewrite.prose_sentences import asks_time, can_answer, choose, what_is_counted
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.prose_units import unit_at
from recast.rewrite.prose_words import Senses
from recast.types import Private

_COMPUTES = re.compile(
    r"\b(?:total|sum|difference|altogether|combined|together|than|more|less|fewer|increased?|decreased?|rise|drop|change[ds]?"
    r"|ratio|in all|both|average[ds]? of|times as|each|every|per|apiece|left|rest|remain\w*|half|halves|halved|twice|doubled?"
    r"|doubles|how long ago|another|additional|extra|greater|older|leftover)\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"\bhow (?:many|much|long|far|tall|old|high|large|big|fast|wide|deep|thick|heavy|hot|cold)\b"
    r"|\bwhat (?:percent\w*|proportion|fraction|share|number|amount|is|was|are|were)\b|\bwhich (?:percent\w*|number)\b|\bto what\b|\bby what\b",
    re.IGNORECASE,
)
_PERCENT_ASKED = re.compile(r"\b(?:percent\w*|per cent|proportion|share|fraction)\b", re.IGNORECASE)
_MONEY_ASKED = re.compile(
    r"\bhow much (?:money|did \w+ (?:cost|pay)|cash)\b|\bcosts?\b|\bprice\b", re.IGNORECASE
)
_MONEY = frozenset({"dollar", "cent", "pound-sterling", "euro", "yen"})
_EMPTY = word_set(
    "have be do get take make become there year number amount percentage proportion many much find give tell approximately about roughly around"
)
_RELATIVE = word_set(
    "more less fewer higher lower larger smaller times later earlier ago older younger longer shorter"
)
_BREAKS = frozenset(",;:")
_DIVIDES = word_set("and or but while whereas to")
_FINITE = frozenset({"BE", "HV", "MD", "DO", "VBZ", "VBD", "VB"})
_OWN, _EARLIER, _LATER, _BEFORE, _COUNTED = 1.0, 0.65, 0.4, 0.3, 1.5
_MARGIN, _DEED = 0.22, 1.4  # what is done tells more than who does it
_VERBS = ("VB", "VBD", "VBN", "VBG", "VBZ")
_MOST_FACTS, _FEWEST_KEYS, _MOST_KEYS, _OWN_KEYS = 5, 2, 4, 2


@dataclass(slots=True, repr=False)
class _Candidate(Private):
    """A numeral that can answer. ``own``: the senses of the words that belong to it, with the place of each in its
    sentence; ``beside``: those that belong to another numeral of the sentence; ``carried``: those of the sentence before."""

    tok: Tok
    sentence: int
    place: int
    dated: bool
    scale: list[Tok] = field(default_factory=list)
    unit: str = ""
    noun: str = ""
    own: dict[str, int] = field(default_factory=dict)
    beside: dict[str, int] = field(default_factory=dict)
    carried: set[str] = field(default_factory=set)
    years: list[Tok] = field(default_factory=list)
    score: float = 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Facts(Private):
    """The facts and the question about them as sentences. ``nouns``: the noun drawn for each sense."""

    context: list[list[Tok]]
    question: list[Tok]
    nouns: Mapping[str, str]


def look_up(
    context: Sequence[list[Tok]],
    question: Sequence[list[Tok]],
    senses: Senses,
    noun: Callable[[], str],
    draw: random.Random,
) -> Facts | None:
    """The facts of the sentences of ``context`` that can answer the question, and the question. None where it is no look-up
    or where it is not certain which fact answers. ``noun`` draws a word."""
    asked = [t for s in question for t in s]
    text = " ".join(t.text for t in asked)
    time = asks_time(text)
    if _COMPUTES.search(text) or not (time or _AMOUNT.search(text)):
        return None
    keys = question_keys(asked, senses)
    said = {t.text for t in asked if t.kind == "number" and t.role != "structural"}
    chosen = choose(context, text, lambda t: key_of(t, senses), sorted(keys))
    candidates = _candidates(context, chosen, senses, time, said)
    keys = {
        key: tok
        for key, tok in keys.items()
        if any(key in c.own or key in c.beside for c in candidates)
        or _carry(key, candidates, context, senses)
    }
    if not candidates or not keys:
        return None
    best = _best(candidates, keys, asked, senses, text)
    if best is None:
        return None
    rivals = sorted((c for c in candidates if c is not best), key=lambda c: -c.score)[: _MOST_FACTS - 1]
    if _is_relative(context[best.sentence], best.place, time) or (
        best.unit == "percent" and not _PERCENT_ASKED.search(text)
    ):
        return None
    used = _used(best, rivals, keys, draw)
    beside = _said_beside(asked, context, best)
    if used is None or beside is None:
        return None
    return _Restated(senses, context, noun, draw).facts(
        [best, *rivals], used, [t for t in asked if t.kind == "number"], beside
    )


# ── the words of the question ────────────────────────────────────────────────────────────────────────────────


def key_of(tok: Tok, senses: Senses) -> str:
    """The sense of a word by which a question and a fact are linked; empty for words that link nothing."""
    if tok.kind == "number":
        return f"ordinal {tok.low}" if tok.role == "structural" else ""
    if tok.kind != "word" or tok.low in _EMPTY or base_of(tok) in _EMPTY:
        return ""
    return senses.topic(tok) or (f"={tok.low}" if tok.tag == "JJ" else "")


def question_keys(asked: Sequence[Tok], senses: Senses) -> dict[str, Tok]:
    """The senses of the question's words that can link it to a sentence, each with its word."""
    found: dict[str, Tok] = {}
    for place, tok in enumerate(asked):
        key = f"unit {unit_at(asked, place)}" if unit_at(asked, place) else key_of(tok, senses)
        if key and key != "unit percent":
            found.setdefault(key, tok)
    return found


# ── the numerals that can answer ─────────────────────────────────────────────────────────────────────────────


def _candidates(
    context: Sequence[list[Tok]],
    chosen: Sequence[list[Tok]],
    senses: Senses,
    time: bool,
    said: Collection[str],
) -> list[_Candidate]:
    made: list[_Candidate] = []
    for number, sentence in enumerate(context):
        if not any(sentence is one for one in chosen):
            continue
        places = [p for p, t in enumerate(sentence) if can_answer(t, time) and t.text not in said]
        for place, (start, end), shared in _scopes(sentence, places):
            found = _Candidate(sentence[place], number, place, time)
            _measure(found, sentence, senses)
            for spot, tok in enumerate(sentence):
                unit = unit_at(sentence, spot)
                key = f"unit {unit}" if unit else key_of(tok, senses)
                inside = start <= spot < end or spot in shared
                if key and key != "unit percent":
                    if inside:
                        found.own.setdefault(key, spot)
                    else:
                        found.beside.setdefault(key, spot)
                if tok.kind == "number" and tok.role == "year" and not time and inside:
                    found.years.append(tok)
            found.beside = {key: spot for key, spot in found.beside.items() if key not in found.own}
            made.append(found)
    return made


def _scopes(
    sentence: Sequence[Tok], places: Sequence[int]
) -> Iterator[tuple[int, tuple[int, int], frozenset[int]]]:
    """For each numeral the words from the divide before it to the divide after it, and the words that all share: those
    before the first verb where that stands before the first numeral, those from the last verb on where no numeral follows."""
    if not places:
        return
    cuts = [0]
    for before, after in pairwise(places):
        between = range(before + 1, after)
        marks = [p for p in between if sentence[p].text in _BREAKS]
        words = [p for p in between if sentence[p].low in _DIVIDES]
        verbs = [p for p in between if sentence[p].tag in (*_FINITE, "VBN")]
        cuts.append(marks[-1] if marks else words[-1] if words else verbs[0] if verbs else after)
    cuts.append(len(sentence))
    verbs = [p for p, t in enumerate(sentence) if t.tag in _FINITE]
    shared = frozenset[int]()
    if places and verbs and verbs[0] < places[0]:
        shared = frozenset(range(verbs[0] + 1))
    elif places and verbs and verbs[0] > places[-1]:
        shared = frozenset(range(verbs[0], len(sentence)))
    for place, span in zip(places, pairwise(cuts), strict=True):
        yield place, span, shared if len(places) > 1 else frozenset()


def _measure(found: _Candidate, sentence: Sequence[Tok], senses: Senses) -> None:
    """What the numeral counts: its scale word, its unit, the noun after it."""
    place = found.place + 1
    while place < len(sentence) and sentence[place].low.rstrip("s") in (
        "thousand",
        "million",
        "billion",
        "trillion",
    ):
        found.scale.append(sentence[place])
        place += 1
    if place < len(sentence):
        found.unit = unit_at(sentence, place)
    for tok in sentence[place : place + 5]:
        if tok.kind == "mark" or tok.tag in _FINITE or (tok.tag in ("IN", "TO", "CC") and tok.low != "of"):
            break
        if tok.tag in ("NN", "NNS"):
            found.noun = key_of(tok, senses)
            if tok.tag == "NNS":
                break


def _carry(key: str, candidates: Sequence[_Candidate], context: Sequence[list[Tok]], senses: Senses) -> bool:
    """Whether a word that stands beside no numeral stands in one of the two sentences before some; notes it there."""
    carried = False
    for found in candidates:
        before = context[max(0, found.sentence - 2) : found.sentence]
        if any(key_of(t, senses) == key for s in before for t in s):
            found.carried.add(key)
            carried = True
    return carried


def _best(
    candidates: Sequence[_Candidate], keys: Mapping[str, Tok], asked: Sequence[Tok], senses: Senses, text: str
) -> _Candidate | None:
    """The numeral that shares most with the question; None where another is near it."""
    counted = {key_of(t, senses) for t in (what_is_counted(asked),) if t is not None} - {""}
    percent, money = _PERCENT_ASKED.search(text), _MONEY_ASKED.search(text)
    years = {t.text for t in asked if t.kind == "number" and t.role == "year"}
    for found in candidates:
        found.score = sum(
            _weight(key, candidates) * _nearness(key, found) * (_DEED if tok.tag in _VERBS else 1)
            for key, tok in keys.items()
        )
        found.score += _COUNTED * (found.noun in counted)
        found.score += _COUNTED * bool(percent and found.unit == "percent") + _COUNTED * bool(
            money and found.unit in _MONEY
        )
        found.score += sum(t.text in years for t in found.years)
        found.score -= _COUNTED * bool(
            counted and found.unit in ("percent", *_MONEY) and not percent and not money
        )
    ranked = sorted(candidates, key=lambda c: -c.score)
    if (
        len(ranked) > 1
        and ranked[1].score > ranked[0].score - _MARGIN
        and ranked[1].tok.text != ranked[0].tok.text
    ):
        return None
    return ranked[0] if ranked[0].score > 0 else None


def _is_relative(sentence: Sequence[Tok], place: int, time: bool) -> bool:
    """Whether the numeral says how much more, less or later ("4% less than in 1986"), or a date may have to be computed."""
    if time:
        return any(
            t.kind == "number"
            and t.role == "data"
            and any(o.low in _RELATIVE for o in sentence[p + 1 : p + 4])
            for p, t in enumerate(sentence)
        )
    return any(t.low in _RELATIVE for t in sentence[place + 1 : place + 4])


def _nearness(key: str, found: _Candidate) -> float:
    """How much a word of the question tells by where it stands: a later numeral takes up words of an earlier one more
    often ("62% of the visitors …, while 17% …") than the other way round."""
    if key in found.own:
        return _OWN
    if key in found.beside:
        return _EARLIER if found.beside[key] < found.place else _LATER
    return _BEFORE if key in found.carried else 0.0


def _weight(key: str, candidates: Sequence[_Candidate]) -> float:
    return float(1 / max(1, sum(key in c.own for c in candidates)) ** 0.5)


def _used(
    best: _Candidate, rivals: Sequence[_Candidate], keys: Mapping[str, Tok], draw: random.Random
) -> list[str] | None:
    """The senses by which the question goes out: all of the best numeral, no other numeral has them all."""
    have = [key for key in keys if key in best.own or key in best.beside or key in best.carried]
    telling = sorted(have, key=lambda key: (key not in best.own, sum(key in r.own for r in rivals)))
    used = telling[: draw.randint(_FEWEST_KEYS, _MOST_KEYS)]
    alike = [r for r in rivals if _kind(r) == _kind(best)]
    return used if used and not any(all(key in r.own for key in used) for r in alike) else None


def _said_beside(asked: Sequence[Tok], context: Sequence[list[Tok]], best: _Candidate) -> list[Tok] | None:
    """The numerals of the text that are those of the question, in the best one's sentence or the two before it; None
    where one is missing, and where they would have to stand on both sides of the figure to keep their order."""
    found: list[Tok] = []
    near = [t for s in reversed(context[max(0, best.sentence - 2) : best.sentence + 1]) for t in s]
    for tok in asked:
        if tok.kind != "number" or tok.role == "structural":
            continue
        same = next((t for t in near if t.kind == "number" and t.text == tok.text), None)
        if same is None:
            return None
        found.append(same)
    return None if len(_sides(found, best)) > 1 else found


def _sides(beside: Sequence[Tok], best: _Candidate) -> set[bool]:
    """On which sides of the figure the source tells numerals that are no dates: before it, after it, or both."""
    return set() if best.dated else {t.numeral < best.tok.numeral for t in beside if t.role != "year"}


def _kind(found: _Candidate) -> str:
    if found.dated:
        return "year"
    return "proportion" if found.unit == "percent" else "amount" if found.unit else "number"


# ── the frames ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True, repr=False)
class _Restated(Private):
    """Writes facts and question in one frame, drawn once. ``nouns`` has what stands for each sense."""

    senses: Senses
    context: Sequence[list[Tok]]
    noun: Callable[[], str]
    draw: random.Random
    nouns: dict[str, str] = field(default_factory=dict)

    def facts(
        self, told: Sequence[_Candidate], used: Sequence[str], said: Sequence[Tok], beside: Sequence[Tok]
    ) -> Facts:
        """``told`` begins with the fact that answers; ``used`` are the senses of the question, ``said`` its numerals and
        ``beside`` those of the text that are the same."""
        best = told[0]
        before = _sides(beside, best)
        frames = [frame for frame in FACT_FRAMES if not before or before == {not frame[0].startswith("N")}]
        fact, question = self.draw.choice(frames)
        mixed = list(used)
        self.draw.shuffle(mixed)
        made = []
        for found in sorted(told, key=lambda c: (c.sentence, c.place)):
            if found is best:
                made.append(self._written(fact, found, self._ordered(used, found), beside))
            else:
                own = [key for key in used if key in found.own]
                shared = {key for other in told if other is not found for key in other.own}
                extra = self._extra(found, used, shared, max(1, len(used) - len(own)))
                own_years = found.years[:1] if any(t.role == "year" for t in beside) else []
                made.append(self._written(fact, found, self._ordered([*own, *extra], found), own_years))
        numbers = [t for t in said if t.role != "structural"]
        return Facts(made, self._written(question, best, mixed, numbers), self.nouns)

    def _extra(self, found: _Candidate, used: Sequence[str], shared: Collection[str], most: int) -> list[str]:
        """Words of its own by which a numeral that is not asked for is told apart: what it counts, then the nearest that
        no other fact has."""
        near = sorted(
            (key for key in found.own if key not in used and not key.startswith("=")),
            key=lambda key: (key != found.noun, key in shared, abs(found.own[key] - found.place)),
        )
        return near[: min(most, _OWN_KEYS)]

    def _ordered(self, keys: Sequence[str], found: _Candidate) -> list[str]:
        """The senses in drawn order, the name that stands nearest before the numeral last, as the source check wants it."""
        mixed = list(keys)
        self.draw.shuffle(mixed)
        before = self.context[found.sentence][: found.place]
        owner = next((k for t in reversed(before) if (k := self.senses.of(t)) in mixed and t.name >= 0), "")
        return [*(key for key in mixed if key != owner), *([owner] if owner else [])]

    def _written(
        self, frame: str, found: _Candidate, keys: Sequence[str], numbers: Sequence[Tok]
    ) -> list[Tok]:
        toks: list[Tok] = []
        for word in frame.split():
            if word == "N":
                toks += [found.tok, *found.scale]
            elif word == "K":
                toks += self._list(keys, numbers)
            elif word == "T":
                toks.append(_word(_kind(found)))
            elif word in (",", ".", "?"):
                toks.append(Tok(word, "mark", tag="."))
            else:
                toks.append(_word(word))
        toks[0].first = True
        return toks

    def _list(self, keys: Sequence[str], numbers: Sequence[Tok]) -> list[Tok]:
        items = [self._noun(key) for key in keys] + [[t] for t in numbers if t.role != "year"]
        toks: list[Tok] = []
        for place, item in enumerate(items):
            if place:
                toks.append(_word("and") if place == len(items) - 1 else Tok(",", "mark", tag="."))
            toks += item
        for place, tok in enumerate(t for t in numbers if t.role == "year"):
            toks += [_word("and" if place else "in"), tok]
        return toks

    def _noun(self, key: str) -> list[Tok]:
        if key not in self.nouns:
            self.nouns[key] = self.noun()
        word = self.nouns[key]
        return [_word(word)] if word[:1].isupper() else [_word("the"), _word(word)]


def _word(text: str) -> Tok:
    return Tok(text, "word", fixed=True)
