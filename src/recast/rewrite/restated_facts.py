"""Facts and the question about them, written in fixed frames with drawn nouns for the words that link them."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from recast.language.asked_figure import VERBS, Asked, Said
from recast.language.figures import Figure, matches
from recast.language.frames import FACT_FRAMES, OPEN_FRAMES
from recast.language.words import word_set
from recast.rewrite.prose_tokens import Tok
from recast.types import Private

_SCALES = word_set("thousand million billion trillion")
_FEWEST_KEYS, _MOST_KEYS, _OWN_KEYS = 2, 4, 2


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
        """The facts, of which that of ``best`` alone has all nouns of the question; None where a numeral of the question
        stands nowhere near it, or on both sides of it, so that no frame keeps their order."""
        beside = self._said_beside(best)
        used = self._used(best, ranked)
        before = {t.numeral < self._tok(best).numeral for t in beside or () if t.role != "year"}
        before = set() if self.what.kind == "year" else before
        if beside is None or not used or len(before) > 1:
            return None
        frames = [frame for frame in FACT_FRAMES if not before or before == {not frame[0].startswith("N")}]
        fact, question = self.draw.choice(frames)
        others = [one for one in ranked if one.own and one.said.literal != best.said.literal]
        rivals = others[: most - 1]
        made = []
        for found in sorted((best, *rivals), key=lambda one: (one.sentence, one.place)):
            keys = list(used)
            if found is not best:
                own = [key for key in used if int(key[1:]) in found.own]
                if len(own) == len(used):  # told by less than the source says, never by more
                    own.pop(self.draw.randrange(len(own)))
                theirs = {key for one in (best, *rivals) if one is not found for key in self._others(one)}
                keys = [*own, *self._extra(found, theirs, max(1, len(used) - len(own)))]
            self.draw.shuffle(keys)
            years = found is not best and any(t.role == "year" for t in beside)
            numbers = self._years(found)[:1] if years else [] if found is not best else beside
            made.append(self._written(fact, found, {"K": self._list(keys, numbers)}))
        mixed = list(used)
        self.draw.shuffle(mixed)
        numbers = [t for t in self.words if t.kind == "number" and t.role != "structural"]
        return Facts(made, self._written(question, best, {"K": self._list(mixed, numbers)}), self.nouns)

    def _used(self, best: Figure, ranked: Sequence[Figure]) -> list[str]:
        """The terms by which the question goes out: those that tell most, nearest first."""
        near = [n for n, term in enumerate(self.what.terms) if not term.number]
        have = [n for n in near if n in best.own or n in best.beside or n in best.carried or n in best.topic]
        telling = sorted(
            have,
            key=lambda n: (
                n not in best.own,
                n not in best.beside,
                n not in best.carried,
                sum(n in one.own for one in ranked),
            ),
        )
        return [f"q{n}" for n in telling[: self.draw.randint(_FEWEST_KEYS, _MOST_KEYS)]]

    def _said_beside(self, best: Figure) -> list[Tok] | None:
        """The numerals of the text that are those of the question, in the sentence of the figure or the two before it;
        None where one is missing."""
        found: list[Tok] = []
        near = [t for s in reversed(self.context[max(0, best.sentence - 2) : best.sentence + 1]) for t in s]
        for tok in self.words:
            if tok.kind != "number" or tok.role == "structural":
                continue
            same = next((t for t in near if t.kind == "number" and t.text == tok.text), None)
            if same is None:
                return None
            found.append(same)
        return found

    # ── several may answer ──

    def left_open(self, told: Sequence[Figure]) -> Facts:
        """Every figure with the terms of the question that stand with it: what it counts or what is done, what stands in
        its clause, what near it; a figure that shares nothing has nouns of its own."""
        fact, question = self.draw.choice(OPEN_FRAMES)
        made = []
        for found in sorted(told, key=lambda one: (one.sentence, one.place)):
            head = self._head(found)
            own = [f"q{n}" for n in found.own if not self.what.terms[n].number]
            near = [f"q{n}" for n in (*found.beside, *sorted(found.carried)) if not self.what.terms[n].number]
            others = {key for one in told if one is not found for key in self._others(one)}
            keys = [key for key in own if key != head]
            keys += self._extra(found, others | {head}, _OWN_KEYS if not keys else 1)
            keys, near = keys or near, near if keys else []
            if not keys:
                keys, head = [head] if head else [f"only {found.sentence} {found.place}"], ""
            self.draw.shuffle(keys)
            self.draw.shuffle(near)
            parts = {
                "K": self._list(keys, self._years(found)),
                "C": self._list([key for key in near if key != head], []),
                "H": self._noun(head) if head else [],
            }
            made.append(self._written(fact, found, parts))
        asked = [f"q{n}" for n, term in enumerate(self.what.terms) if not term.number]
        head = self._asked_head()
        rest = [key for key in asked if key != head]
        self.draw.shuffle(rest)
        numbers = [t for t in self.words if t.kind == "number" and t.role != "structural"]
        if not rest and not numbers:
            rest, head = [head], ""
        parts = {"K": self._list(rest, numbers), "H": self._noun(head) if head else []}
        return Facts(made, self._written(question, told[0], parts), self.nouns)

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
        """The term of the question that a word of the text is, else its own sense; empty for words that link nothing."""
        word = self.lines[sentence][place]
        for number, term in enumerate(self.what.terms):
            if not term.number and matches(term, word):
                return f"q{number}"
        return self.key_of(self.context[sentence][place])

    def _others(self, found: Figure) -> list[str]:
        keys = (self._key(found.sentence, place) for place in sorted(found.clause))
        return [key for key in keys if key and not key.startswith(("q", "="))]

    def _extra(self, found: Figure, shared: Collection[str], most: int) -> list[str]:
        """Words of its own by which a numeral is told apart: the nearest, first those that no other fact has."""
        places = {self._key(found.sentence, p): abs(p - found.place) for p in sorted(found.clause)}
        near = sorted(dict.fromkeys(self._others(found)), key=lambda key: (key in shared, places[key]))
        return [key for key in near if key not in shared or most > 1][:most]

    def _years(self, found: Figure) -> list[Tok]:
        """The years that stand in its clause, where no year is asked for."""
        if self.what.kind == "year":
            return []
        sentence = self.context[found.sentence]
        return [
            sentence[p]
            for p in sorted(found.clause)
            if sentence[p].kind == "number" and sentence[p].role == "year"
        ][:1]

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
