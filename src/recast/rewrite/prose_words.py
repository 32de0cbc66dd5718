"""The word that stands for each word of a text: one exchange or one word of the target world for each sense.

Words of one sense (one lemma, one stem, or one line of ``data/sense_links.txt``) are replaced alike, so that question
and passage stay linked. A word that carries an operation is exchanged within its line of ``data/operation_words.txt``;
words of the reasoning vocabulary stay, except those that in prose name things ("table", "pie"). All else comes from the
world, in the same class, number and form.
"""

from __future__ import annotations

import functools
import random
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from recast.language.inflect import inflect, is_plural, plural
from recast.language.links import links_of
from recast.language.spoken import spoken_words
from recast.language.vocabulary import is_reasoning, reasoning_lemmas
from recast.language.words import fold, lemma, lemmas, lemmas_by_class, word_set
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.rewrite.labels import means_people
from recast.rewrite.prose_entities import Entity, Gender, drawn_names
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.supply import Kind, Supply
from recast.types import Private

_WORD = re.compile(r"[^\W\d_]+")
_NOUN, _VERB, _ADJECTIVE = ("NN", "NNS"), ("VB", "VBZ", "VBD", "VBN", "VBG"), ("JJ", "JJR", "JJS")
_LETTER = {"NN": "nm", "NNS": "nm", "JJ": "a", "JJR": "a", "JJS": "a", "VBG": "va", "VBN": "va"}

#: Reasoning words that in a question about a chart name its parts, and in prose mostly name things.
_THINGS_IN_PROSE = word_set(
    "table bar line pie column plot figure stack chart graph diagram slice wedge row section segment cluster series axis "
    "label title legend caption heading subtitle color colour shade marker entry item position record report center centre "
    "rose peak column variable letter choice match can will note account name "
    "reference climb jump drop dip order mark display"
)
#: Reasoning words that in prose are mostly what somebody does.
_DEEDS_IN_PROSE = word_set(
    "read order climb jump dip cross record report display illustrate stack label shade color letter"
)
_NEVER_REASONING = word_set("graph chart diagram pie wedge legend axis caption heading subtitle")
_SUFFIXES = (
    "ization", "isation", "ational", "ations", "ation", "itions", "ition", "ments", "ment", "ities", "ity", "ness", "ically",
    "ical", "ings", "ing", "ists", "ist", "ions", "ion", "ers", "ors", "er", "or", "ally", "als", "al", "ics", "ic", "ies", "ive",
    "ous", "ial", "ly", "ed", "es", "s", "e", "y",
)  # fmt: skip
_STEM = 5
_FRAME_SKIPS = ("RB",)
_OBJECTS = ("DT", "PP$", "CD", "NP", "NN", "NNS", "PRP", "JJ", "JJR", "JJS")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One line of the data file: what its words may become."""

    number: int
    kind: str
    to: tuple[str, ...]


@functools.cache
def _operations() -> dict[tuple[str, str], Exchange]:
    """(class, word) → its line."""
    found: dict[tuple[str, str], Exchange] = {}
    text = files("recast.language").joinpath("data", "operation_words.txt").read_text("utf-8")
    for number, line in enumerate(text.splitlines()):
        if not line.strip() or line.startswith("#"):
            continue
        kind, _, rest = line.partition(": ")
        words, _, to = rest.partition(" => ")
        exchange = Exchange(number, kind, tuple(to.split("|")))
        for word in words.split():
            found.setdefault((kind, word), exchange)
    return found


def exchange_of(tok: Tok, base: str) -> Exchange | None:
    """The line of a word in its class, if it carries an operation."""
    if ("f", tok.low) in _operations() and tok.tag not in ("VB", "VBZ", "VBD"):
        return _operations()["f", tok.low]
    if tok.low == "left":  # "has 3 left": what remains
        return None
    letters = _LETTER.get(tok.tag, "v" if tok.tag in _VERB else "") + "a"
    found = next((found for letter in letters if (found := _operations().get((letter, base)))), None)
    if found is None and tok.tag == "NN" and tok.low.endswith("ing"):
        return _operations().get(("v", lemma_of_verb(tok.low)))
    return found


def lemma_of_verb(word: str) -> str:
    """The verb that a form in "-ing" belongs to, or the word itself."""
    return dict(lemmas_by_class(word)).get("VERB", (word,))[0]


@functools.cache
def _noun_kinds() -> dict[str, Kind]:
    kinds: dict[str, Kind] = {}
    text = files("recast.language").joinpath("data", "noun_kinds.txt").read_text("utf-8")
    known: dict[str, Kind] = {"person": "person", "place": "place", "organisation": "organisation", "material": "material",
                              "activity": "activity", "abstract": "abstract"}  # fmt: skip
    for line in text.splitlines():
        kind, _, words = line.partition(": ")
        for word in words.split() if kind in known else ():
            kinds.setdefault(word, known[kind])
    return kinds


_MASS_ENDINGS = ("ness", "ism", "ship", "hood", "ity", "ance", "ence")


def noun_kind(base: str, count: bool) -> Kind:
    """What kind of thing a noun means; ``count`` says that it is counted here."""
    tail = base.rsplit("-", 1)[-1]
    kind = _noun_kinds().get(tail)
    if kind is None:
        if means_people(tail) or (
            len(tail) > 5
            and tail.endswith(("ers", "er", "or"))
            and count
            and not tail.endswith(("aper", "ater", "ower"))
        ):
            kind = "person" if means_people(tail) else "thing"
        elif not count and tail.endswith(_MASS_ENDINGS):
            kind = "abstract"
        else:
            kind = "thing"
    if count and kind in ("material", "activity", "abstract"):
        return "count"
    return kind


def stem(word: str) -> str:
    """What is left of a word without its endings, if that is long enough to tell words apart."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _STEM:
            return word[: -len(suffix)]
    return word


def is_content(tok: Tok) -> bool:
    """Whether the word must go: outside the vocabulary, or a thing that the vocabulary has as a part of charts."""
    if tok.kind != "word" or tok.name >= 0 or tok.fixed or not tok.text[:1].isalpha():
        return False
    if (
        len(tok.low) < 2
        or tok.tag == "POS"
        or (len(tok.low) == 2 and tok.tag in ("PRP", "PP$", "IN", "BE", "CC", "CS", "DT"))
    ):
        return False
    if not is_reasoning(tok.low):
        return True
    if lemma(tok.low) in _NEVER_REASONING:
        return True
    if tok.tag in _VERB and base_of(tok) in _DEEDS_IN_PROSE:
        return True
    if tok.tag not in _NOUN:
        return False
    noun = dict(lemmas_by_class(tok.low)).get("NOUN", ("",))[0]
    only_as_verb = (
        noun == tok.low and noun.endswith("ing") and noun not in reasoning_lemmas()
    )  # "evening", "setting"
    return only_as_verb or noun in _THINGS_IN_PROSE


class Senses:
    """Which content words of one text mean the same: a sense is named by one of its words.

    Within the text itself only words of one stem and of different classes are one ("operate", "operation"): two nouns
    may be told apart ("farm", "farmer"). A word that only the question has is linked more freely, by stem or by a line
    of the data file, to the word of the text that it must mean.
    """

    def __init__(self, text: Sequence[Sequence[Tok]], asked: Sequence[Sequence[Tok]]) -> None:
        self._root: dict[str, str] = {}
        self._classes: dict[str, set[str]] = {}
        stems: dict[str, list[str]] = {}
        lines: dict[int, list[str]] = {}
        for base, letter in _bases(text):
            self._classes.setdefault(self.root(base), set()).add(letter)
            if base in self._root:
                continue
            self._root[base] = base
            like = stems.setdefault(stem(base), [])
            other = next((o for o in like if letter not in self._classes[self.root(o)]), None)
            if other is not None and len(stem(base)) >= _STEM:
                self._join(base, other)
            like.append(base)
            for line in links_of(base):
                lines.setdefault(line, []).append(base)
        said = {base for base, _ in _bases(asked)}
        for base, _ in _bases(asked):
            if base in self._root:
                continue
            self._root[base] = base
            alike = stems.get(stem(base), []) if len(stem(base)) >= _STEM else []
            linked = [other for line in sorted(links_of(base)) for other in lines.get(line, ())]
            found = sorted((*alike, *linked), key=lambda other: other in said)
            if found:
                self._join(base, found[0])

    def of(self, tok: Tok) -> str:
        """The sense of a content word or of a name; empty for all other words."""
        if tok.name >= 0:
            return f"name {tok.name}"
        return self.root(base_of(tok)) if is_content(tok) else ""

    def topic(self, tok: Tok) -> str:
        """The sense of any word that says what a sentence is about, reasoning words included; else empty."""
        if found := self.of(tok):
            return found
        open_class = tok.kind == "word" and tok.tag in (*_NOUN, *_VERB, "JJR", "JJS")
        return f"={base_of(tok)}" if open_class and base_of(tok) not in ("have", "do", "be") else ""

    def root(self, base: str) -> str:
        while self._root.get(base, base) != base:
            base = self._root[base]
        return base

    def _join(self, one: str, other: str) -> None:
        joined, kept = self.root(one), self.root(other)
        self._root[joined] = kept
        self._classes.setdefault(kept, set()).update(self._classes.get(joined, ()))


def _bases(sentences: Sequence[Sequence[Tok]]) -> list[tuple[str, str]]:
    """The lemma and the first letter of the tag of each content word."""
    return [(base_of(tok), tok.tag[:1]) for sentence in sentences for tok in sentence if is_content(tok)]


@dataclass(slots=True, repr=False)
class Lexicon(Private):
    """What stands for what in one text. ``banned`` are the source's content words, folded, with their lemmas."""

    supply: Supply
    draw: random.Random
    banned: Collection[str]
    senses: Senses
    entities: Sequence[Entity]
    chosen: dict[tuple[str, str], str] = field(default_factory=dict)
    exchanged: dict[int, str] = field(default_factory=dict)
    people: dict[int, str] = field(default_factory=dict)
    counted: dict[str, bool] = field(default_factory=dict)
    framed: dict[str, bool] = field(default_factory=dict)
    verbs: set[str] = field(default_factory=set)
    set_aside: set[int] = field(default_factory=set)
    done: set[int] = field(default_factory=set)

    def learn(self, sentences: Sequence[Sequence[Tok]]) -> None:
        """Notes which nouns are counted, which verbs take an object, and which exchanges would not do before a noun."""
        for sentence in sentences:
            for place, tok in enumerate(sentence):
                after = sentence[place + 1] if place + 1 < len(sentence) else None
                exchange = exchange_of(tok, base_of(tok))
                if exchange is not None and exchange.kind == "v":
                    self.done.add(exchange.number)
                before_noun = tok.tag in ("VBG", "VBN") and after is not None and after.tag in _NOUN
                if exchange is not None and before_noun and any(" " in to for to in exchange.to):
                    self.set_aside.add(exchange.number)
                if not is_content(tok):
                    continue
                sense = self.senses.of(tok)
                if tok.tag in _NOUN:
                    before = sentence[place - 1] if place else None
                    counted = tok.tag == "NNS" or (
                        before is not None
                        and (before.tag == "CD" or before.low in ("a", "an", "each", "every", "another"))
                    )
                    self.counted[sense] = self.counted.get(sense, False) or counted
                elif tok.tag in _VERB and exchange_of(tok, base_of(tok)) is None:
                    self.verbs.add(sense)
                    after = next((t for t in sentence[place + 1 :] if t.tag not in _FRAME_SKIPS), None)
                    taking = tok.tag == "VBN" or (after is not None and after.tag in _OBJECTS)
                    self.framed[sense] = self.framed.get(sense, False) or taking

    def name(self, number: int, plural_form: bool) -> str:
        """The name of an entity: a given name of the same gender for a person, else an invented one."""
        entity = self.entities[number]
        if number not in self.people:
            self.people[number] = (
                self._person(entity.gender) if entity.kind == "person" else self.supply.name()
            )
        made = self.people[number]
        if not plural_form:
            return made
        return made + ("es" if made.endswith(("s", "x", "z")) else "s")

    def _person(self, gender: Gender) -> str:
        wanted: Gender = gender if gender != "any" else self.draw.choice(("f", "m"))
        taken = set(self.people.values())
        names = [
            n for n in drawn_names(self.supply.spoken)[wanted]
            if n not in taken and self.supply.is_free(n) and not any(n[:2] == other[:2] for other in taken)
        ]  # fmt: skip
        if not names:
            return self.supply.name()
        made = self.draw.choice(names)
        self.supply.claim(made)
        return made

    def replaced(self, tok: Tok, imperative: bool = False) -> str:
        """What stands for a content word or an operation word, inflected; empty if it is left out."""
        base = base_of(tok)
        exchange = None if imperative and is_reasoning(tok.low) else exchange_of(tok, base)
        if exchange is None and tok.tag in _NOUN:  # "the walk" where somebody walks
            deed = _operations().get(("v", base))
            exchange = deed if deed is not None and deed.number in self.done else None
        if exchange is not None and exchange.number not in self.set_aside:
            made = self._exchanged(exchange)
            if made is not None:
                return self._inflected(made, tok, exchange.kind)
        if not is_content(tok):
            return tok.low
        sense = self.senses.of(tok)
        if tok.tag in _VERB:
            return inflect(self._verb(sense), tok.tag)
        if tok.tag in _ADJECTIVE:
            if ("noun", sense) in self.chosen:
                return self.chosen["noun", sense]
            made = self._take(sense, "adjective", "quality")
            return inflect(made, tok.tag) if tok.tag != "JJ" else made
        if tok.tag in _NOUN:
            return self._noun(sense, base, tok)
        if tok.tag == "RB":  # adverbs outside the vocabulary say how, never how many
            return ""
        return self._take(sense, "noun", "thing")

    def _verb(self, sense: str) -> str:
        return self._take(sense, "verb", "transitive" if self.framed.get(sense) else "intransitive")

    def _noun(self, sense: str, base: str, tok: Tok) -> str:
        many = tok.tag == "NNS"
        if not many and ("adjective", sense) in self.chosen:  # "24 red pens", then "31 red and 15 green pens"
            return self.chosen["adjective", sense]
        if sense in self.verbs and noun_kind(base, count=True) != "person":
            doing = inflect(self._verb(sense), "VBG")
            return doing + "s" if many else doing
        made = self._take(sense, "noun", noun_kind(base, self.counted.get(sense, many)))
        return plural(made) if many and not is_plural(made) else made

    def _take(self, sense: str, word_class: str, kind: Kind) -> str:
        key = (word_class, sense)
        if key not in self.chosen:
            made = self.supply.take(kind)
            while word_class == "verb" and ("v", made.lower()) in _operations():  # it would tell an operation
                made = self.supply.take(kind)
            self.chosen[key] = made if made.islower() else made.lower()
        return self.chosen[key]

    def _exchanged(self, exchange: Exchange) -> str | None:
        if exchange.number not in self.exchanged:
            taken = set(self.exchanged.values())
            free = [to for to in exchange.to if to not in taken and self.free(to)]
            if self.supply.spoken:
                free = [to for to in free if to in spoken_words()] or free
            plain = [to for to in free if " " not in to] or free  # "bring in in 4 weeks" reads badly
            self.exchanged[exchange.number] = self.draw.choice(plain) if plain else "?"
        made = self.exchanged[exchange.number]
        return None if made == "?" else made

    def free(self, phrase: str) -> bool:
        """Whether no word of a phrase is one of the source's."""
        return all(
            is_reasoning(word) or lemmas(word).isdisjoint(self.banned)
            for word in phrase.replace("-", " ").split()
        )

    def _inflected(self, made: str, tok: Tok, kind: str) -> str:
        if made == "-":
            return ""
        if kind == "v":
            return inflect(made, tok.tag if tok.tag in _VERB else "VBG")
        if kind == "n" and tok.tag == "NNS":
            return made if is_plural(made) else plural(made)
        if kind == "a" and tok.tag in ("JJR", "JJS"):
            return inflect(made, tok.tag)
        return made


def source_words(texts: Sequence[str]) -> Iterator[str]:
    """Every content word of the texts, folded; of two letters only acronyms. Words of small structural numerals are
    numerals."""
    for text in texts:
        for word in _WORD.findall(unicodedata.normalize("NFKC", text)):
            short = len(word) < 2 or (len(word) == 2 and not word.isupper())
            if not short and not is_reasoning(word) and fold(word) not in STRUCTURAL_WORDS.values():
                yield fold(word)
