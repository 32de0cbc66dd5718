"""The ``lexicon`` rewriter of running text: passages and word problems, no model (design, section 4).

Kept are grammar, reasoning words, operations (exchanged within their class) and numerals for the number map. Names,
things, doings and qualities become others of one invented world, the same for the same sense in passage, question and
choices. Of a passage only the sentences that the question can need are restated, and these shorter. The world and its
words are drawn before the text is looked at.

Whatever the input, no content word of the source occurs in the result: words that are still there after everything are
replaced by an invented name. What it does not hide: which operations are asked, in which order they happen, how many
people and numerals take part. Numerals that stand in a form which the map cannot read are left out with their phrase.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from recast.language.inflect import plural, repair_articles
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemmas
from recast.numbers.prose import prose_numerals
from recast.numbers.written import SCALES, plain_number
from recast.policy import Policy
from recast.rewrite import prose_sentences
from recast.rewrite.prose_entities import find_entities
from recast.rewrite.prose_forms import canonical, collapse_compounds
from recast.rewrite.prose_tokens import Tok, base_of, read_sentences, tagged
from recast.rewrite.prose_units import Units, convert, flat_units, join_percents, signs_behind, unit_at
from recast.rewrite.prose_words import Lexicon, Senses, is_content, source_words
from recast.rewrite.supply import Supply
from recast.types import Private, Record, Rewritten, Substitution, Substitutions

_WORD = re.compile(r"[^\W\d_]+")


def rewrite_prose(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
    """The record of a text in the words of another world. Deterministic for a given ``draw``."""
    texts = (record.context, record.question, *record.choices)
    offsets = [0]
    for text in texts:
        offsets.append(offsets[-1] + len(prose_numerals(text)))
    read = [read_sentences(text, offset) for text, offset in zip(texts, offsets, strict=False)]
    every = [sentence for part in read for sentence in part]
    for sentence in every:
        join_percents(sentence)
        signs_behind(sentence)
        flat_units(sentence)
        canonical(sentence)
    entities = find_entities(every)
    for sentence in every:
        tagged(sentence)
    banned = source_words(texts, lambda text: _WORD.findall(unicodedata.normalize("NFKC", text)))
    supply = Supply(draw, lambda word: not is_reasoning(word) and lemmas(word).isdisjoint(banned))
    senses = Senses(every)
    passage = prose_sentences.is_passage(read[0], record.question)
    context, asked = read[0], read[1:]
    if passage:
        context = _restated(context, record.question, read[1], senses)
    else:
        context = [prose_sentences.without_brackets(s, lambda t: t.kind == "number") for s in context]
    asked = [[prose_sentences.without_brackets(s, lambda t: True) for s in part] for part in asked]
    shown = [context, *asked]
    units = Units(lambda: supply.take("unit"), passage)
    if policy.units == "abstract":
        convert(context, [s for part in asked for s in part], units)
    collapse_compounds([s for part in shown for s in part], senses)
    lexicon = Lexicon(supply, draw, banned, senses, entities)
    lexicon.learn([s for part in shown for s in part])
    writer = _Writer(lexicon, units, policy.units == "keep")
    made = [writer.text(part) for part in shown]
    made = [_cleared(text, banned, supply.name) for text in made]
    return Rewritten(
        modality=record.modality,
        question=made[1].text,
        choices=tuple(text.text for text in made[2:]),
        table=None,
        context=made[0].text,
        substitutions=Substitutions(tuple(writer.pairs())),
        numeral_sources=tuple(source for text in made for source in text.sources()),
    )


def _restated(context: Sequence[list[Tok]], question: str, asked: Sequence[list[Tok]], senses: Senses) -> list[list[Tok]]:
    wanted = {senses.of(t) for s in asked for t in s} - {""}
    chosen = prose_sentences.choose(context, question, senses.of, sorted(wanted))
    time = prose_sentences.asks_time(question)
    said = {t.text for s in asked for t in s if t.kind == "number"}

    def needed(tok: Tok) -> bool:
        if tok.kind == "number":
            return prose_sentences.can_answer(tok, time) or tok.text in said
        return senses.of(tok) in wanted

    def shown(tok: Tok) -> bool:
        return needed(tok) or tok.kind == "number" and tok.text in said

    restated = [prose_sentences.shortened(prose_sentences.without_brackets(s, needed), shown) for s in chosen]
    return [s for s in restated if s]


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True, repr=False)
class _Text(Private):
    """A text made, and where each numeral of it stands: start, end, place of the source numeral."""

    text: str
    numerals: list[tuple[int, int, int]]

    def sources(self) -> list[int]:
        """The source of each numeral that ``prose_numerals`` finds."""
        found = []
        for numeral in prose_numerals(self.text):
            place = next((n for s, e, n in self.numerals if s < numeral.end and numeral.start < e), None)
            if place is None:
                raise AssertionError("a numeral without a source")
            found.append(place)
        return found


@dataclass(slots=True, repr=False)
class _Writer(Private):
    lexicon: Lexicon
    units: Units
    keep_units: bool
    names: dict[str, tuple[str, str]] = field(default_factory=dict)

    def text(self, sentences: Sequence[Sequence[Tok]]) -> _Text:
        pieces: list[str] = []
        numerals: list[tuple[int, int, int]] = []
        length = 0
        for sentence in sentences:
            start = True
            for text, numeral, glued in self._pieces(sentence):
                if start and text[:1].isalpha():
                    text = text[:1].upper() + text[1:]
                gap = "" if glued or not length else " "
                if numeral >= 0:
                    numerals.append((length + len(gap), length + len(gap) + len(text), numeral))
                pieces.append(gap + text)
                length += len(gap) + len(text)
                start = False
        return _Text("".join(pieces), numerals)

    def _pieces(self, sentence: Sequence[Tok]) -> list[tuple[str, int, bool]]:
        """Text, source numeral and whether it is joined to what stands before, for each word of a sentence."""
        made: list[tuple[str, int, bool]] = []
        place = 0
        while place < len(sentence):
            tok = sentence[place]
            if tok.kind == "number":
                if made and made[-1][1] >= 0 and made[-1][0][:1].isdigit():
                    made.append((",", -1, True))
                made.append((_digits(tok.text), tok.numeral, bool(made) and made[-1][0] == "/"))
                place = self._after_numeral(sentence, place + 1)
                continue
            unit = unit_at(sentence, place)
            if unit and not self.keep_units and not (unit == "percent" and not self.units.passage):
                made.append((self._unit(sentence, place, unit), -1, False))
            elif unit == "percent":
                number = place and sentence[place - 1].kind == "number"
                made.append(("%", -1, True) if number else ("percentage", -1, False))
            elif unit:
                made.append((tok.text, -1, tok.kind == "mark"))
            elif tok.kind == "mark":
                self._mark(tok, made)
            elif tok.tag == "POS":
                if made:
                    owner = made[-1][0]
                    made.append(("'" if owner.endswith("s") and tok.low in ("'", "’") else "'s", -1, True))
            elif word := self._word(tok, sentence, place):
                made.append((word, -1, False))
            place += 1
        return made

    def _after_numeral(self, sentence: Sequence[Tok], place: int) -> int:
        """Past the scale word that follows a numeral, where units are abstract: the map gives the full value."""
        if not self.keep_units and place < len(sentence) and _is_scale(sentence[place]):
            place += 1
            if place < len(sentence) and sentence[place].low == "of":
                place += 1
        return place

    def _unit(self, sentence: Sequence[Tok], place: int, unit: str) -> str:
        word = self.units.word(unit)
        before = sentence[place - 1] if place else None
        single = before is not None and (before.low in ("per", "a", "an", "each", "every", "one", "half") or before.text in ("1", "1.0"))
        modifier = place + 1 < len(sentence) and sentence[place + 1].tag in ("NN", "NNS") and before is not None and before.kind == "number" and not sentence[place].low.endswith("s")
        return word if single or modifier else plural(word)

    def _mark(self, tok: Tok, made: list[tuple[str, int, bool]]) -> None:
        if tok.text in (".", "?", "!", ",", ";", ":", "/"):
            if made and made[-1][0] in (",", ";", ":") and made[-1][1] < 0:
                made.pop()
            if made:
                made.append((tok.text if tok.text not in (";", ":") else ",", -1, True))
        elif tok.text in ("+", "=", "×", "*"):
            made.append((tok.text, -1, False))

    def _word(self, tok: Tok, sentence: Sequence[Tok], place: int) -> str:
        if tok.fixed:
            return tok.text
        if tok.name >= 0:
            if place and sentence[place - 1].name == tok.name:
                return ""
            end = place
            while end + 1 < len(sentence) and sentence[end + 1].name == tok.name:
                end += 1
            many = self.lexicon.entities[tok.name].kind != "person" and _is_people(sentence[end])
            name = self.lexicon.name(tok.name, many)
            self.names.setdefault(name, (self.lexicon.entities[tok.name].written, name))
            return name
        if tok.low in ("thousand", "million", "billion", "trillion", "thousands", "millions", "billions", "hundreds"):
            return "many"
        if tok.text == "I":
            return "I"
        imperative = tok.first and tok.tag == "VB"
        return self.lexicon.replaced(tok, imperative)

    def pairs(self) -> list[Substitution]:
        return [Substitution(source, protected, "name", restores=True) for source, protected in self.names.values()]


def _digits(written: str) -> str:
    value = plain_number(written)
    return written if value is None or not written[:1].isdigit() else f"{value:f}"


def _is_scale(tok: Tok) -> bool:
    return tok.low.rstrip("s") in SCALES or tok.text in ("K", "k", "M", "bn", "mn", "tn")


def _is_people(tok: Tok) -> bool:
    return tok.low.endswith("s") and tok.text[1:].islower() and len(tok.text) > 4 and not tok.low.endswith(("ss", "us", "is"))


def _cleared(made: _Text, banned: frozenset[str], name: Callable[[], str]) -> _Text:
    """The text without what is left of the source: words replaced by invented names, characters beyond ASCII left out,
    articles repaired. The numerals are found again by their order."""
    plain = "".join(c if c.isascii() and c.isprintable() else " " for c in unicodedata.normalize("NFKC", made.text))
    given: dict[str, str] = {}

    def cleared(found: re.Match[str]) -> str:
        word = found.group()
        if len(word) < 2 or is_reasoning(word) or lemmas(word).isdisjoint(banned):
            return word
        return given.setdefault(fold(word), name())

    text = repair_articles(" ".join(_WORD.sub(cleared, plain).split()))
    found = prose_numerals(text)
    order = [place for _, _, place in made.numerals]
    if len(found) != len(order):
        raise AssertionError(f"numerals: {len(found)} {len(order)}")
    return _Text(text, [(n.start, n.end, place) for n, place in zip(found, order, strict=True)])
