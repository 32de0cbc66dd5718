"""Word problems said plainly: short clauses of who has, gets or gives how much, without scenery.

Every step works on the tagged words of the source and leaves them to the writer to be replaced: clauses joined by "and" or
"but" become sentences of their own, sentences that hold no numeral and no word of an operation go, and so do phrases of
place, time and manner that tell no two quantities apart, hedges, fillers, and words before a noun that all its uses share.
What is not certain to be idle stays: a numeral, a word of comparison, sharing or order, a recipient, a phrase whose noun
is spoken of elsewhere. The order of events never changes.

Not covered: clauses inside others ("the pens that she lost") stay where they are.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from recast.language.words import word_set
from recast.rewrite.problem_splitting import clauses, listed
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.prose_units import unit_at
from recast.rewrite.prose_words import Senses, exchange_of

_NOUNS = frozenset({"NN", "NNS", "NP"})
_WITHIN = frozenset({"DT", "PP$", "JJ", "NN", "NNS", "NP", "POS", "VBG", "VBN"})
#: Words that compute, compare, share, order or refer: no phrase and no sentence with one is idle.
_TELLING = word_set(
    "half third quarter twice double triple rest remaining remainder left leftover other another some same equal equally each "
    "every either per more less fewer most least than total altogether all both none no not any times ratio average first "
    "second last next fourth fifth if before after until since original initial originally initially whole how what which "
    "than as much many few again together only one it them him her he she they this these those year month week day hour "
    "minute daily weekly monthly yearly percent case order front spite"
)
_OPERATING = word_set(
    "half third thirds quarter quarters fourths fifths sixths eighths tenths twice double triple rest remaining remainder left leftover some same equal equally each every per more "
    "less fewer most than total altogether all both none no not any ratio average if only need needs wants want free"
)
_IDLE_BEFORE = word_set(
    "in on at for with during near by from to into around through inside outside onto beside along"
)
_PLACES = word_set("in on at from to into inside near")
_MANNER_KEPT = word_set(
    "not no never more less now then each together altogether twice again once first later before after away off out up down "
    "equally times as ago last much many how apart back left there here most least further else same so already still only"
)
_FILLERS = word_set(
    "also just too currently ever even only approximately roughly nearly almost exactly about around"
)
_HEDGES = word_set("approximately roughly nearly almost exactly about around")
#: Words of size and rank that before a noun mostly say nothing.
_PLAIN = word_set("high large big small great good long short wide main popular common good well")
_TIMES = word_set(
    "year month week morning afternoon evening season summer winter spring fall time day night weekend"
)
_ALTOGETHER = ("altogether", "in all", "in total")
_GIVING = word_set("give send lend hand pass sell bring pay donate")
_REFERRING = word_set("it they this these those that there one both each")


def plain_problem(
    context: Sequence[list[Tok]], asked: Sequence[list[Tok]], senses: Senses, draw: random.Random
) -> list[list[Tok]]:
    """The sentences of the context said plainly; those of the question lose their idle phrases in place."""
    every = [*context, *asked]
    for sentence in context:
        _without_lone_if(sentence)
    _without_fillers(every)
    _without_idle_phrases(every, asked, senses)
    _without_shared_modifiers(every, senses)
    altogether = draw.choice(_ALTOGETHER)
    for sentence in every:
        _recipient_last(sentence)
        _in_all(sentence, altogether)
    related = any(t.low == "than" for s in every for t in s)  # "has 8 fewer pens and 2 more cups than Ann"
    kept = _without_scenery(context, asked, senses)
    parts = [part for sentence in kept for part in clauses(sentence)]
    return parts if related else [item for part in parts for item in listed(part)]


# ── words that tell nothing ──────────────────────────────────────────────────────────────────────────────────


def _without_lone_if(sentence: list[Tok]) -> None:
    """ "If she needs 5 more cups than spoons." is a statement: the condition has nothing that depends on it."""
    depends = any(t.text == "," or t.low == "then" for t in sentence)
    if sentence and sentence[0].low == "if" and sentence[-1].text == "." and not depends:
        _cut(sentence, 0, 1)


def _without_fillers(sentences: Sequence[list[Tok]]) -> None:
    """Takes out adverbs of manner, hedges before numerals, and "this year" where no other year is spoken of."""
    said = Counter(t.low for s in sentences for t in s)
    spans = Counter(t.low for s in sentences for t in s if t.low in ("last", "next", "previous"))
    for sentence in sentences:
        for place in range(len(sentence) - 1, -1, -1):
            tok = sentence[place]
            after = sentence[place + 1] if place + 1 < len(sentence) else Tok("", "mark")
            if tok.low in _HEDGES:
                idle = after.kind == "number" or after.low == "how"
            elif tok.low in _FILLERS:
                idle = tok.tag == "RB" and tok.kind == "word" and after.low not in ("much", "many")
            elif tok.low == "this" and after.low in _TIMES and not spans:
                before = sentence[place - 1] if place else Tok("", "mark")
                idle = before.tag not in ("IN", "TO")
                if idle:
                    _cut(sentence, place + 1, place + 2)
            elif tok.low in _PLAIN:
                idle = tok.tag == "JJ" and after.tag in ("NN", "NNS") and said[tok.low] == 1
            else:
                idle = tok.tag == "RB" and tok.low.endswith("ly") and tok.low not in _MANNER_KEPT | _TELLING
            if idle:
                _cut(sentence, place, place + 1)


def _cut(sentence: list[Tok], start: int, end: int) -> None:
    """Takes words out; the word that then opens the sentence knows it."""
    opened = any(tok.first for tok in sentence[start:end])
    del sentence[start:end]
    if start == 0:
        while sentence and sentence[0].text in (",", ";", ":"):
            del sentence[0]
    elif start < len(sentence) and sentence[start].text in (",", ";") and sentence[start - 1].kind == "mark":
        del sentence[start]
    if opened and sentence:
        following = next((tok for tok in sentence if tok.kind != "mark"), None)
        if following is not None:
            following.first = True


# ── phrases of place, time and manner ────────────────────────────────────────────────────────────────────────


def _phrases(sentence: Sequence[Tok]) -> Iterator[tuple[int, int]]:
    """Where each preposition with its noun begins and ends."""
    for place, tok in enumerate(sentence):
        if tok.tag not in ("IN", "TO") or tok.low not in _IDLE_BEFORE:
            continue
        end = place + 1
        while end < len(sentence) and _is_within(sentence[end]) and not unit_at(sentence, end):
            end += 1
        if end > place + 1 and sentence[end - 1].tag in _NOUNS:
            yield place, end


def _is_within(tok: Tok) -> bool:
    return tok.tag in _WITHIN or tok.low in ("'", "’")


def _without_idle_phrases(sentences: Sequence[list[Tok]], asked: Sequence[list[Tok]], senses: Senses) -> None:
    said = Counter(key for s in sentences for t in s if (key := senses.of(t)))
    shared = _only_place(sentences, senses)
    telling = {
        s[start].low for s in asked for start, end in _phrases(s)
        if not {senses.of(t) for t in s[start + 1 : end]} <= {"", *shared}
    }  # fmt: skip
    for sentence in sentences:
        found = list(_phrases(sentence))
        uses = Counter(sentence[start].low for start, _ in found)
        for start, end in reversed(found):
            keys = {senses.of(t) for t in sentence[start + 1 : end]} - {""}
            tells = sentence[start].low in telling or uses[sentence[start].low] > 1
            once = all(said[key] == 1 for key in keys) and not tells
            if keys and (once or keys <= shared) and _is_idle(sentence, start, end):
                _cut(sentence, start, end)


def _is_idle(sentence: Sequence[Tok], start: int, end: int) -> bool:
    before = sentence[start - 1] if start else None
    after = sentence[end] if end < len(sentence) else None
    toks = sentence[start + 1 : end]
    if any(t.low in _TELLING or t.kind == "number" for t in toks):
        return False
    if sentence[start].low in ("to", "from") and any(t.name >= 0 for t in toks):
        return False
    if before is not None and (
        before.tag in ("BE", "CC", "IN") or before.low in ("number", "all", "part", "fraction")
    ):
        return False
    if after is not None and (
        after.tag in ("CC", "IN", "POS", "CD") or after.low in ("each", "that", "which", "who")
    ):
        return False
    return (
        before is None
        or before.kind == "mark"
        or before.tag in (*_NOUNS, "PRP", "VBN", "VBD", "VB", "VBG", "CD")
    )


def _only_place(sentences: Sequence[Sequence[Tok]], senses: Senses) -> set[str]:
    """The senses that occur only in phrases of place, where all such phrases name the same: they tell nothing apart."""
    inside: Counter[str] = Counter()
    said = Counter(key for s in sentences for t in s if (key := senses.of(t)))
    places: set[frozenset[str]] = set()
    for sentence in sentences:
        for start, end in _phrases(sentence):
            if sentence[start].low in _PLACES:
                keys = frozenset({senses.of(t) for t in sentence[start + 1 : end]} - {""})
                inside.update(keys)
                places.add(keys)
    named = set().union(*places) if places else set()
    alike = len(places - {frozenset()}) == 1
    return {key for key in named if alike and inside[key] == said[key]}


# ── words before nouns ───────────────────────────────────────────────────────────────────────────────────────


def _without_shared_modifiers(sentences: Sequence[list[Tok]], senses: Senses) -> None:
    """Takes out the words before a noun where no two of its uses differ in them ("ninja stars", "throwing ninja stars")."""
    uses: dict[str, list[frozenset[str]]] = {}
    spans: list[tuple[list[Tok], int, int, str]] = []
    for sentence in sentences:
        for place, tok in enumerate(sentence):
            after = sentence[place + 1] if place + 1 < len(sentence) else Tok("", "mark")
            inner = (
                place + 2 < len(sentence)
                and after.tag in ("VBG", "VBN")
                and sentence[place + 2].tag in ("NN", "NNS")
            )
            if tok.tag not in ("NN", "NNS") or after.tag in ("NN", "NNS") or inner or not senses.of(tok):
                continue
            start = place
            while (
                start
                and sentence[start - 1].tag in ("NN", "JJ", "VBG", "VBN")
                and senses.of(sentence[start - 1])
            ):
                start -= 1
            modifiers = frozenset(senses.of(t) for t in sentence[start:place])
            uses.setdefault(senses.of(tok), []).append(modifiers)
            if modifiers:
                spans.append((sentence, start, place, senses.of(tok)))
    elliptic = {senses.of(t) for s in sentences if _has_ellipsis(s) for t in s}
    alone = {key for key, sets in uses.items() if _one_kind([one for one in sets if one])} - elliptic
    heads = set(uses) | {  # and qualities that are told of some ("15 of the pens are red")
        senses.of(t)
        for s in sentences
        for t, to in pairwise(s)
        if t.tag == "JJ" and to.tag in ("IN", ".", "CC", "TO")
    }
    for sentence, start, end, key in reversed(spans):
        words = sentence[start:end]
        verbal = words[0].tag in ("VBN", "VBG") and not (
            start and sentence[start - 1].tag in ("DT", "PP$", "CD", "JJ", "IN")
        )
        if (
            key in alone
            and not verbal
            and not any(
                t.low in _TELLING or senses.of(t) in heads or t.first or exchange_of(t, base_of(t))
                for t in words
            )
        ):
            _cut(sentence, start, end)


def _has_ellipsis(sentence: Sequence[Tok]) -> bool:
    """Whether a noun is said once for two kinds ("31 red and 15 green pens")."""
    return any(
        number.kind == "number" and kind.tag in ("JJ", "NN", "VBN", "VBG") and (join.low == "and" or join.text == ",")
        and after.kind == "number"
        for number, kind, join, after in zip(sentence, sentence[1:], sentence[2:], sentence[3:], strict=False)
    )  # fmt: skip


def _one_kind(sets: Sequence[frozenset[str]]) -> bool:
    """Whether sets that share members make one group."""
    if not sets:
        return False
    group, rest = set(sets[0]), list(sets[1:])
    while found := [one for one in rest if one & group]:
        group |= set().union(*found)
        rest = [one for one in rest if not one & group]
    return not rest


def _recipient_last(sentence: list[Tok]) -> None:
    """ "gave her 7 pens" as "gave 7 pens to her"."""
    for place in range(len(sentence) - 2):
        verb, person, number = sentence[place : place + 3]
        given = verb.tag in ("VBD", "VBZ", "VB", "VBN") and base_of(verb) in _GIVING
        if (
            not given
            or not (number.kind == "number" or number.low in ("some", "several"))
            or not (person.name >= 0 or person.low in ("him", "her", "them", "me", "us"))
        ):
            continue
        end = place + 3
        while end < len(sentence) and (
            sentence[end].tag in ("JJ", "JJR", "NN", "NNS", "VBN", "VBG")
            or sentence[end].low in ("more", "of")
        ):
            end += 1
        del sentence[place + 1]
        sentence[end - 1 : end - 1] = [Tok("to", "word", "TO"), person]


def _in_all(sentence: list[Tok], said: str) -> None:
    """ "altogether", "in all" and "in total" at the end, as the one that was drawn."""
    end = len(sentence) - 1
    for phrase in _ALTOGETHER:
        words = phrase.split()
        if end > len(words) and [t.low for t in sentence[end - len(words) : end]] == words:
            sentence[end - len(words) : end] = [Tok(word, "word", "RB", fixed=True) for word in said.split()]
            return


# ── sentences ────────────────────────────────────────────────────────────────────────────────────────────────


def _without_scenery(
    context: Sequence[list[Tok]], asked: Sequence[list[Tok]], senses: Senses
) -> list[list[Tok]]:
    """The sentences without those that neither hold a numeral nor operate nor introduce what is spoken of later."""
    kept = list(context)
    for sentence in list(context):
        place = next(k for k, one in enumerate(kept) if one is sentence)
        others = [s for s in (*kept, *asked) if s is not sentence]
        if len(kept) < 2 or any(t.kind == "number" or t.low in _OPERATING for t in sentence):
            continue
        following = next(iter((*kept[place + 1 :], *asked)), [])
        opening = next((t for t in following if t.kind != "mark"), None)
        if opening is None or opening.low in _REFERRING or opening.low in ("the", "his", "her", "their"):
            continue
        asked_for = {senses.of(t) for s in asked for t in s} - {""}
        told = {senses.of(t) for s in kept if s is not sentence for t in s}
        if (
            ({senses.of(t) for t in sentence} & asked_for)
            - told
            - {f"name {t.name}" for t in sentence if t.name >= 0}
        ):
            continue
        names = {t.name for t in sentence if t.name >= 0}
        if names and not _named_later(names, opening, following, others, sentence):
            continue
        kept = [s for s in kept if s is not sentence]
    return kept


def _named_later(
    names: Collection[int],
    opening: Tok,
    following: list[Tok],
    others: Sequence[Sequence[Tok]],
    sentence: Sequence[Tok],
) -> bool:
    """Whether the names of a sentence are not missed without it; "she" at the start of the next becomes the name."""
    if opening.low in ("he", "she") and len(names) == 1:
        name = next(t for t in sentence if t.name >= 0)
        place = next(k for k, t in enumerate(following) if t is opening)
        following[place] = Tok(name.text, "word", "NP", name=name.name, first=opening.first)
        return True
    return all(any(t.name == name for s in others for t in s) for name in names) and opening.low not in (
        "he",
        "she",
    )
