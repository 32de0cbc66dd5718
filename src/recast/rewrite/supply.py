"""Where a rewrite takes its words from: one target world, apart from the topic of the record, and invented names.

Every list is shuffled once, in a fixed order, so which word comes at which place depends on the draw alone; the record
only decides which worlds are too near, how many words of a type are taken, and that a word of the source is passed over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from typing import Literal

from recast.language.inflect import plural
from recast.language.names import invent_names
from recast.language.spoken import sound_alike, spoken_names, spoken_words
from recast.language.words import fold, lemmas
from recast.language.worlds import TYPES, World, apart_from, load_worlds

Kind = Literal[
    "count",
    "mass",
    "person",
    "place",
    "organisation",
    "material",
    "activity",
    "abstract",
    "thing",
    "quality",
    "adverb",
    "transitive",
    "intransitive",
    "class",
    "unit",
    "name",
]

#: The types of a world's words that serve a kind, in the order in which they are used up.
_TYPES: dict[Kind, tuple[str, ...]] = {
    "count": ("measure_count", "thing", "place"),
    "mass": ("measure_mass", "material", "abstract", "activity"),
    "person": ("person",),
    "place": ("place", "category_class", "setting", "thing"),
    "organisation": ("organisation", "category_class", "place", "thing"),
    "material": ("material", "measure_mass", "abstract", "activity"),
    "activity": ("activity", "measure_mass", "abstract", "material"),
    "abstract": ("abstract", "measure_mass", "activity", "material"),
    "thing": ("thing", "place", "organisation"),
    "quality": ("quality", "adjective"),
    "adverb": ("adverb", "quality"),
    "transitive": ("verb_transitive",),
    "intransitive": ("verb_intransitive",),
    "class": ("category_class", "setting"),
    "unit": ("unit",),
    "name": (),
}

#: Names drawn at once; more are drawn, apart from these, for charts that need them.
_NAMES = 40


class Supply:
    """Hands out each word once. ``source`` are the lemmas of the record's content words, ``allowed`` says whether a word may be
    used at all (it collides with none of them); ``spoken`` that the words are to be spoken."""

    def __init__(
        self,
        draw: random.Random,
        source: Collection[str],
        allowed: Callable[[str], bool],
        spoken: bool = False,
    ) -> None:
        self.spoken = spoken
        self._allowed = allowed
        self._lists = _spoken_lists(source, draw) if spoken else _lists(_drawn(source, draw), draw)
        self._names = list(invent_names(_NAMES, draw))
        self._more = random.Random(draw.getrandbits(64))  # noqa: S311 - seeded from the caller's generator
        if spoken:
            self._names = list(spoken_names())
            draw.shuffle(self._names)
        self._taken: set[str] = set()
        self._heard: list[str] = []

    def take(self, kind: Kind) -> str:
        """The next word of a kind, in its base form; an invented name where the world has no more of that kind."""
        for type_name in _TYPES[kind]:
            words = self._lists.get(type_name, [])
            while words:
                word = words.pop()
                if self.claim(word, plural(word)):
                    return word
        return self.name()

    def name(self) -> str:
        """The next invented name."""
        while True:
            if not self._names:
                self._names = list(invent_names(_NAMES, self._more, avoid=sorted(self._taken)))
            name = self._names.pop()
            if self.claim(name):
                return name

    def is_free(self, *forms: str) -> bool:
        """Whether no form is taken or banned or, where it is to be spoken, sounds like one that is taken."""
        if _folded(forms) & self._taken or not all(self._allowed(form) for form in forms):
            return False
        return not any(sound_alike(forms[0], other) for other in self._heard)

    def claim(self, *forms: str) -> bool:
        """Takes the forms of one word, the base form first, if they are free; whether they were."""
        if not self.is_free(*forms):
            return False
        self._taken |= _folded(forms)
        if self.spoken:
            self._heard.append(forms[0])
        return True


def _folded(forms: Collection[str]) -> set[str]:
    return {lemma for form in forms for lemma in lemmas(form)} | {fold(form) for form in forms}


def _lists(world: World, draw: random.Random) -> dict[str, list[str]]:
    """The words of each type of a world, shuffled."""
    lists: dict[str, list[str]] = {}
    for kind in sorted(world.words):
        words = list(world.words[kind])
        draw.shuffle(words)
        lists[kind] = words
    return lists


def _drawn(source: Collection[str], draw: random.Random) -> World:
    return draw.choice(apart_from(source, load_worlds()))


def _spoken_lists(source: Collection[str], draw: random.Random) -> dict[str, list[str]]:
    """The words of each type that survive being spoken: those of one world are at the end, from which words are taken,
    before them those of the worlds apart from the source, before them those of every other."""
    every = list(load_worlds(spoken=True))
    draw.shuffle(every)
    apart = apart_from(source, every)
    worlds = [*(world for world in every if world not in apart), *apart]
    each = [_lists(world, draw) for world in worlds]
    return {kind: [w for lists in each for w in lists[kind] if w in spoken_words()] for kind in TYPES}


def collides(word: str, source: Collection[str]) -> bool:
    """Whether a word or any lemma of it is among the folded source words."""
    return not lemmas(word).isdisjoint(source)
