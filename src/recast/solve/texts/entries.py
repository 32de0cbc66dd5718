"""The entries of a word problem: what each number of it counts, whose it is, and what is done with it.

A second reading, apart from ``facts``, for whoever wants two that agree: clause by clause, each with the verb that brings, takes
or only states; a number in a clause without a verb that is known takes over that of the clause before. An entry knows
nothing of what the question asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from recast.solve.expression import Arithmetic, Bare, Expression, Operand
from recast.solve.texts.counting import (
    MONEY,
    compared,
    degree_at,
    is_quality,
    per_at,
    share_at,
    unit_at,
)
from recast.solve.texts.effects import Effect
from recast.solve.texts.factors import factor_at
from recast.solve.texts.problem import TIMES
from recast.solve.texts.segments import Teller, chain, open_number, segments, subject_of, tells, voice_of
from recast.solve.texts.story import NOUNS, Sentence, Word, content, head, noun_after, stem
from recast.types import Private

Form = Literal["amount", "more", "fewer", "times", "share"]


@dataclass(frozen=True, slots=True, repr=False)
class Entry(Private):
    """``unit`` is the lemma of what is counted ("$" for money, "%" for hundredths), ``named`` the stems of its whole noun; ``per``
    the lemma of what one of it is for, empty for a bare "each", None without, and ``span`` a time that it is for as well ("each cow
    gives 12 litres a day"). A ``form`` other than amount compares with something told or is a share of it: the value ``under`` so
    many. ``does`` is what the ``verb`` does to how much there is. ``whose`` are the stems of who has, takes or gives it, ``to`` of who
    gets it, ``than`` of what it is compared with; ``words`` those of its clause, ``own`` without the comparison. ``bare`` takes over the
    verb of the clause before; ``ahead`` stands before its verb. The cell of its operand is its place among all numerals."""

    place: int  # among the numerals of the texts; -1 for a number in words
    sentence: int
    at: int
    clause: tuple[int, int]
    value: Expression
    number: Decimal
    form: Form
    under: int
    whole: str
    unit: str
    named: frozenset[str]
    quality: bool
    per: str | None
    per_named: frozenset[str]
    span: str
    verb: str
    does: Effect
    wished: bool
    whose: frozenset[str]
    to: frozenset[str]
    words: frozenset[str]
    own: frozenset[str]
    than: frozenset[str]
    lows: tuple[str, ...]
    ahead: bool
    bare: bool
    asked: bool


def entries(story: Sequence[Sentence], asked: Sequence[Sentence]) -> tuple[Entry, ...] | None:
    """The entries in reading order; None where a clause with a number has no verb of its own and none before."""
    made: list[Entry] = []
    sentences = [*story, *asked]
    teller = Teller(_counted(sentences, ("many", "each", "every", "per")), _counted(sentences, ()))
    place = 0
    for number, sentence in enumerate(sentences):
        places: dict[int, int] = {}
        for at, word in enumerate(sentence):
            if word.literal:
                places[at] = place
                place += 1
        spans = segments(sentence)
        _lead(sentence, spans, teller)
        for span in spans:
            told = [at for at in range(*span) if tells(sentence, at)]
            bare = _speak(sentence, span, told, teller)
            if told and not teller.voice.verb:
                return None
            made += [
                replace(
                    _entry(sentence, span, at, places.get(at, -1), teller),
                    sentence=number, clause=(number, span[0]), bare=bare, asked=number >= len(story),
                )
                for at in told
            ]  # fmt: skip
    return _listed(made)


def _counted(sentences: Sequence[Sentence], words: Sequence[str]) -> frozenset[str]:
    """The nouns behind a numeral or one of some words."""
    return frozenset(
        one.unit
        for sentence in sentences
        for at, word in enumerate(sentence)
        if word.literal or word.low in words
        for one in noun_after(sentence, at + 1)[0]
        if one.tag in NOUNS or one.low.endswith("s")
    )


def _lead(sentence: Sentence, spans: Sequence[tuple[int, int]], teller: Teller) -> None:
    """Lets clauses before the first verb of a sentence have that verb ("6 dogs and 11 cats were adopted")."""
    verbs = [(span, found) for span in spans if (found := chain(sentence, *span)) is not None]
    if verbs and any(word.literal for word in sentence[: verbs[0][0][0]]):
        span, found = verbs[0]
        teller.voice = voice_of(sentence, found, span[1], teller.voice.whose)


def _speak(sentence: Sentence, span: tuple[int, int], told: Sequence[int], teller: Teller) -> bool:
    """Notes the verb of a clause, and who does it; whether it has none of its own."""
    left, right = span
    verb = chain(sentence, left, right)
    if verb is not None:
        whose = subject_of(sentence[left : verb[0]], teller)
        teller.voice = voice_of(sentence, verb, right, whose)
        if whose and whose != teller.known:
            teller.before, teller.known = teller.known, whose
    open_number(sentence, left, right, teller)
    return verb is None


def _entry(sentence: Sentence, span: tuple[int, int], at: int, place: int, teller: Teller) -> Entry:
    """What the number at a place says; its sentence and clause are filled in by who knows them."""
    left, right = span
    word, voice = sentence[at], teller.voice
    value: Expression = Operand(word.literal, (0, place)) if word.literal else Bare(0)
    form: Form = "amount"
    under, whole = 1, ""
    than: frozenset[str] = frozenset()
    start = at + (2 if word.percent else 1)
    noun, end = noun_after(sentence, start) if voice.first != start else ([], start)
    share = share_at(sentence, at, right)
    factor = None if word.literal else factor_at(sentence, at)
    times = [one.low for one in sentence[at + 1 : at + 2]] in (["times"], ["x"])
    if share is not None:
        form, under, whole, noun, end = "share", share.under, share.whole, share.noun, share.end
        value = share.over or value
    elif factor is not None or times:
        form = "times"
        if factor is not None:
            value, under = Bare(factor.over), factor.under
        than = compared(sentence, at, teller)
        cuts = (
            k
            for k in range(at + 1, right)
            if sentence[k].low in ("many", "much") and sentence[k - 1].low == "as"
        )
        cut = next(cuts, None)
        noun, end = noun_after(sentence, cut + 1) if cut is not None else ([], at + 1)
    elif degree := degree_at(sentence, at, end, right):
        form = "fewer" if degree == "fewer" else "more"
        than = compared(sentence, at, teller)
    unit = unit_at(sentence, at, noun, teller)
    named, end = _whole_noun(sentence, noun, end, unit, form, teller)
    bill = unit in ("note", "bill") and (word.money or not named.isdisjoint(("euro", "dollar", "pound")))
    if word.money or unit in MONEY or bill:
        unit = "$"
        end = max(end, at + 2) if any(one.unit in MONEY for one in sentence[at + 1 : at + 2]) else end
    if form != "share":
        teller.count(unit, named)
    if any(one.unit == "dozen" for one in sentence[at + 1 : at + 2]):
        value = Arithmetic("*", value, Bare(12))
    per, per_named, span_of = _per(sentence, span, at, end, unit, form, teller)
    verb, does = voice.verb, _does(sentence, span, at, teller)
    ahead = [one.low for one in sentence[max(0, at - 3) : at]]
    if unit == "$" and (bill or (verb == "pay" and "with" in ahead)):
        verb, does = "tender", "hold"
    said = [one for one in sentence[left:right] if not one.literal]
    return Entry(
        place, 0, at, (0, 0), value, Decimal(word.literal or 0), form, under, whole, unit, named, is_quality(noun) or (not noun and _is_listed(sentence, at)), per,
        per_named, span_of, verb, does, voice.wished, voice.whose, voice.to, content(said),
        _own(sentence, span, at, form) - named - {stem(unit)}, than,
        tuple("#" if one.literal else one.low for one in sentence[left:right]), voice.first > at, False, False,
    )  # fmt: skip


def _whole_noun(
    sentence: Sentence, noun: Sequence[Word], end: int, unit: str, form: Form, teller: Teller
) -> tuple[frozenset[str], int]:
    """The stems of what is counted, with what follows "of"; and the place behind."""
    named = content(noun)
    if not noun and form != "share":
        named = teller.named if unit == teller.units[-1] else frozenset()
    if form == "amount" and [one.low for one in sentence[end : end + 1]] == ["of"]:
        inner, stop = noun_after(sentence, end + 1)
        if inner and not any(one.literal for one in sentence[end + 1 : stop]):
            return named | content(inner), stop
    return named, end


def _per(
    sentence: Sentence, span: tuple[int, int], at: int, end: int, unit: str, form: Form, teller: Teller
) -> tuple[str | None, frozenset[str], str]:
    """What one of it is for, the stems of that, and a time that it is for as well."""
    left, right = span
    if form == "share":
        return None, frozenset(), ""
    per, named = per_at(sentence, left, right, at, end, teller)
    time = ""
    if per in TIMES and form == "amount" and unit not in TIMES:
        outer = next(
            (k for k in range(left, min(left + 3, at)) if sentence[k].low in ("each", "every")), None
        )
        noun = noun_after(sentence, outer + 1, 4)[0] if outer is not None else []
        if noun and noun[0].unit not in TIMES:
            per, named, time = head(noun), content(noun), per or ""
    if per == unit:
        return None, frozenset(), ""
    teller.per = per or teller.per
    return per, named, time


def _does(sentence: Sentence, span: tuple[int, int], at: int, teller: Teller) -> Effect:
    """What the verb does to what is counted there: "8 dogs are barking", "cut into 8 slices", "20% off"; a part is what only a
    quality is told of ("4 desks are empty")."""
    voice = teller.voice
    near = [one.low for one in sentence[at + 1 : at + 3]]
    if near in (["of", "them"], ["of", "these"]) and chain(sentence, *span) is None:
        return "part"  # "sold 340, 125 of them to children"
    if near[:1] == ["off"] or near == ["%", "off"]:
        return "loss"
    if near[:1] == ["left"] and voice.does not in ("hold", "loss"):
        return "loss"  # "hired 45 and 28 left"
    if at and sentence[at - 1].low == "of" and voice.first > at:
        return "hold"  # "of 50 questions Ann answered 42"
    if sentence[at - 1].low == "into" or (voice.going and voice.first > at and not voice.does):
        return "hold"
    behind = sentence[voice.first + 1 : voice.first + 2]
    if voice.first > at and voice.does == "hold" and behind and behind[0].tag == "JJ":
        return "part"
    return voice.does


def _own(sentence: Sentence, span: tuple[int, int], at: int, form: Form) -> frozenset[str]:
    """The stems of a clause without those of the comparison in it."""
    left, right = span
    cut = next((k for k in range(at, right) if sentence[k].low == "than"), None)
    if cut is None:
        cut = max((k for k in range(at, right) if sentence[k].low == "as" and form == "times"), default=right)
    degrees = content([one for one in sentence[at + 1 : cut] if one.tag == "JJR"])
    return content([one for one in sentence[left:cut] if not one.literal]) - degrees


def _is_listed(sentence: Sentence, at: int) -> bool:
    """Whether a numeral without a noun stands in a list ("88, 93 and 77 points")."""
    after = [one.low for one in sentence[at + 1 : at + 3]]
    return after[:1] in ([","], ["and"]) and len(after) > 1 and bool(sentence[at + 2].literal)


def _listed(made: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries with what the last of a list says for all: its noun ("14 red, 9 green and 22 yellow pens"), and what one of them is
    for ("4 pens and 6 cups in each box")."""
    turned: list[Entry] = []
    for one in reversed(made):
        later = turned[-1] if turned and turned[-1].sentence == one.sentence else None
        if later is not None and later.form == one.form == "amount":
            if one.quality and one.unit not in ("$", "%"):
                one = replace(one, unit=later.unit, named=one.named | {stem(later.unit)})
            joined = later.bare and later.lows[0] == "and" and later.at - one.at <= 4
            if joined and one.per is None and later.per and later.per != one.unit != later.unit:
                one = replace(one, per=later.per, per_named=later.per_named)
        turned.append(one)
    return tuple(reversed(turned))
