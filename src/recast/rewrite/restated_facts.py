"""Facts and the question about them, written in fixed frames with drawn nouns for the words that link them."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from recast.language.asked_figure import VERBS, Asked, Said
from recast.language.figures import matches
from recast.language.frames import FACT_FRAMES, OPEN_FRAMES
from recast.language.told_figures import Figure
from recast.language.words import word_set
from recast.rewrite.prose_tokens import Tok
from recast.types import Private

_SCALES = word_set("thousand million billion trillion")
_FEWEST_KEYS, _MOST_KEYS, _OWN_KEYS = 2, 4, 2
#: Scores that differ by less say nothing.
_ALIKE = 0.05
_BEFORE = 1000  # words; farther than any sentence is long


@dataclass(frozen=True, slots=True, repr=False)
class Facts(Private):
    """The facts and the question about them as sentences. ``nouns``: the noun drawn for each sense."""

    context: list[list[Tok]]
    question: list[Tok]
    nouns: Mapping[str, str]


@dataclass(slots=True, repr=False)
class FactWriter(Private):
    """Writes facts and question in one frame, drawn once. ``words`` are those of the question, ``key_of`` gives the sense of
    a word of the text, ``noun`` draws a word; ``nouns`` has what stands for each sense."""

    what: Asked
    words: Sequence[Tok]
    context: Sequence[list[Tok]]
    lines: Sequence[Sequence[Said]]
    key_of: Callable[[Tok], str]
    noun: Callable[[], str]
    draw: random.Random
    nouns: dict[str, str] = field(default_factory=dict)

    # ── one fact answers ──

    def answered(self, best: Figure, ranked: Sequence[Figure], most: int) -> Facts | None:
        """The facts, of which that of ``best`` alone has all nouns of the question. How many others go with it, at most
        ``most`` in all, and which of the nouns that they share they keep, is drawn, so that it says little of the source.
        None where a numeral of the question stands nowhere near ``best``."""
        near = best.own.keys() | best.beside.keys() | best.carried
        used = self._used(best, ranked)
        if not used or any(term.number and n not in near for n, term in enumerate(self.what.terms)):
            return None
        fact, question = self.draw.choice(FACT_FRAMES)
        rivals = [one for one in ranked if one.own and one.said.literal != best.said.literal]
        rivals = rivals[: self.draw.randint(1, most - 1)]
        made = []
        for found in self._in_drawn_order((best, *rivals)):
            keys = list(used)
            if found is not best:
                own = self._lacking([key for key in used if int(key[1:]) in found.own], found, used)
                own = self.draw.sample(own, self.draw.randint(0, len(own)))
                theirs = {key for one in (best, *rivals) if one is not found for key in self._others(one)}
                extra = self._extra(found, theirs, max(1, len(used) - len(own)))
                keys = [*own, *extra] or [_alone(found)]
            self.draw.shuffle(keys)
            made.append(self._written(fact, found, {"K": self._list(keys)}))
        self.draw.shuffle(used)
        return Facts(made, self._written(question, best, {"K": self._list(used)}), self.nouns)

    def _used(self, best: Figure, ranked: Sequence[Figure]) -> list[str]:
        """The terms by which the question goes out: those that tell most, nearest first."""
        telling = sorted(
            self._seen(best),
            key=lambda n: (
                n not in best.own,
                n not in best.beside,
                n not in best.carried,
                sum(n in one.own for one in ranked),
            ),
        )
        return [f"q{n}" for n in telling[: self.draw.randint(_FEWEST_KEYS, _MOST_KEYS)]]

    def _seen(self, found: Figure) -> list[int]:
        """The terms of the question that the text says of a figure, wherever."""
        seen = found.own.keys() | found.beside.keys() | found.carried | found.topic
        return [n for n in range(len(self.what.terms)) if n in seen]

    def _lacking(self, keys: Sequence[str], found: Figure, asked: Sequence[str]) -> list[str]:
        """``keys``, less the one that says least of a figure if they are all that is asked: told by less than the source
        says, never by more."""
        if not asked or not set(asked) <= set(keys):
            return list(keys)
        least = max(asked, key=lambda key: (_distance(found, int(key[1:])), self.draw.random()))
        return [key for key in keys if key != least]

    # ── several may answer ──

    def left_open(self, told: Sequence[Figure]) -> Facts | None:
        """Every figure with the terms of the question that stand with it: what it counts or what is done, what stands in
        its clause, what near it; a figure that shares nothing has nouns of its own. The question names what the likeliest
        has, and each that is weighed less lacks a noun of it. None where nothing told would lead to one figure: another is
        weighed alike and has as much of the question, or the likeliest has nothing of it."""
        best = told[0]
        asked = [f"q{n}" for n in self._seen(best)]
        rivals = [one for one in told if one.said.literal != best.said.literal]
        if rivals and (not asked or any(self._ties(one, best, asked) for one in rivals)):
            return None
        fact, question = self.draw.choice(OPEN_FRAMES)
        made, counted = [], ""
        for found in self._in_drawn_order(told):
            less = found.said.literal != best.said.literal and found.score < best.score - _ALIKE
            had = [f"q{n}" for n in self._seen(found)]
            had = self._lacking(had, found, asked) if less else had
            head = self._head(found)
            head = head if not head.startswith("q") or head in had else ""
            own = [key for key in had if int(key[1:]) in found.own and key != head]
            near = [key for key in had if int(key[1:]) not in found.own and key != head]
            others = {key for one in told if one is not found for key in self._others(one)}
            keys = own + self._extra(found, others | {head}, _OWN_KEYS if not own else 1)
            keys, near = keys or near, near if keys else []
            if not keys or (found is best and not asked):
                keys, head = [head or _alone(found)], ""
            if found is best:
                asked = asked or keys
                counted = head
            self.draw.shuffle(keys)
            self.draw.shuffle(near)
            parts = {
                "K": self._list(keys),
                "C": self._list(near),
                "H": self._noun(head) if head else [],
            }
            made.append(self._written(fact, found, parts))
        rest = [key for key in asked if key != counted]
        head = counted if counted in asked and rest else ""
        rest = rest or asked
        self.draw.shuffle(rest)
        parts = {"K": self._list(rest), "H": self._noun(head) if head else []}
        return Facts(made, self._written(question, best, parts), self.nouns)

    def _in_drawn_order(self, told: Sequence[Figure]) -> list[Figure]:
        """The figures in an order that says nothing of where the source has them."""
        return self.draw.sample(told, len(told))

    def _ties(self, found: Figure, best: Figure, asked: Sequence[str]) -> bool:
        return found.score >= best.score - _ALIKE and set(asked) <= {f"q{n}" for n in self._seen(found)}

    def _asked_head(self) -> str:
        """The term of what is counted, or of what was done in the year asked for."""
        if self.what.kind == "year":
            deeds = [n for n, term in enumerate(self.what.terms) if self._is_deed(n)]
            return f"q{deeds[-1]}" if deeds else ""
        places = [term.place for term in self.what.counted]
        heads = [n for n, term in enumerate(self.what.terms) if places and term.place == places[-1]]
        return f"q{heads[0]}" if heads else ""

    def _is_deed(self, number: int) -> bool:
        return self.what.terms[number].telling and self.words[self.what.terms[number].place].tag in VERBS

    def _head(self, found: Figure) -> str:
        """What a numeral counts, or the verb nearest to a year."""
        asked = self._asked_head()
        if self.what.kind == "year":
            sentence = self.context[found.sentence]
            verbs = [p for p in found.clause if sentence[p].tag in VERBS and self._key(found.sentence, p)]
            keys = [self._key(found.sentence, p) for p in sorted(verbs, key=lambda p: abs(p - found.place))]
            return asked if asked in keys else keys[0] if keys else ""
        for noun in (found.led, found.noun):
            keys = [self._key(found.noun_of, p) for p in noun]
            if asked and asked in keys:
                return asked
        counted = (self._key(found.noun_of, p) for p in reversed(found.noun))
        return next((key for key in counted if key), "")

    # ── words ──

    def _tok(self, found: Figure) -> Tok:
        return self.context[found.sentence][found.place]

    def _key(self, sentence: int, place: int) -> str:
        """The term of the question that a word or numeral of the text is, else its own sense, else that of a year; empty for
        what links nothing."""
        word = self.lines[sentence][place]
        for number, term in enumerate(self.what.terms):
            if matches(term, word):
                return f"q{number}"
        tok = self.context[sentence][place]
        is_date = tok.kind == "number" and tok.role == "year" and self.what.kind != "year"
        return f"year {tok.low}" if is_date else self.key_of(tok)

    def _others(self, found: Figure) -> list[str]:
        keys = (self._key(found.sentence, place) for place in sorted(found.clause - {found.place}))
        return [key for key in keys if key and not key.startswith(("q", "="))]

    def _extra(self, found: Figure, shared: Collection[str], most: int) -> list[str]:
        """Words of its own by which a numeral is told apart: the nearest, first those that no other fact has."""
        places = {self._key(found.sentence, p): abs(p - found.place) for p in sorted(found.clause)}
        near = sorted(dict.fromkeys(self._others(found)), key=lambda key: (key in shared, places[key]))
        return [key for key in near if key not in shared or most > 1][:most]

    def _written(self, frame: str, found: Figure, parts: Mapping[str, Sequence[Tok]]) -> list[Tok]:
        toks: list[Tok] = []
        words = iter(frame.split())
        for word in words:
            if word == "[":
                inside = []
                while (one := next(words)) != "]":
                    inside.append(one)
                if all(parts.get(one) for one in inside if one in ("C", "H")):
                    toks += [tok for one in inside for tok in self._said(one, found, parts)]
            else:
                toks += self._said(word, found, parts)
        toks[0].first = True
        return toks

    def _said(self, word: str, found: Figure, parts: Mapping[str, Sequence[Tok]]) -> list[Tok]:
        if word in parts:
            return list(parts[word])
        if word == "N":
            sentence = self.context[found.sentence]
            scales = []
            for tok in sentence[found.place + 1 :]:
                if tok.low.rstrip("s") not in _SCALES:
                    break
                scales.append(tok)
            return [self._tok(found), *scales]
        if word == "T":
            return [_word(self._kind(found))]
        return [Tok(word, "mark", tag=".")] if word in (",", ".", "?") else [_word(word)]

    def _kind(self, found: Figure) -> str:
        match self.what.kind:
            case "year":
                return "year"
            case "share":
                return "proportion"
            case "count":
                return "number"
        return "amount"

    def _list(self, keys: Sequence[str]) -> list[Tok]:
        toks: list[Tok] = []
        for place, key in enumerate(keys):
            if place:
                toks.append(_word("and") if place == len(keys) - 1 else Tok(",", "mark", tag="."))
            toks += self._noun(key)
        return toks

    def _noun(self, key: str) -> list[Tok]:
        if key not in self.nouns:
            self.nouns[key] = self.noun()
        word = self.nouns[key]
        return [_word(word)] if word[:1].isupper() else [_word("the"), _word(word)]


def _distance(found: Figure, term: int) -> int:
    """How far from a figure the text says a term of the question: words within its sentence, more beyond it."""
    within = found.own.get(term, found.beside.get(term))
    return (
        abs(within - found.place) if within is not None else _BEFORE if term in found.carried else 2 * _BEFORE
    )


def _alone(found: Figure) -> str:
    """The key of a noun that belongs to one figure alone."""
    return f"only {found.sentence} {found.place}"


def _word(text: str) -> Tok:
    return Tok(text, "word", fixed=True)
