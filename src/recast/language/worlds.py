"""Target worlds: invented settings far from what charts are mostly about, as typed words.

A rewriter draws one world, passing over those near the topic of the record (``apart_from``), and takes from it a word of the
same type for every content word that must go. Each ``data/worlds/<name>.toml`` holds one; every word in it was read back exactly from drawings of ours
(``benchmarks/word_readback.py``). Those of ``data/spoken_worlds`` were not: they serve what is spoken, whose words are
measured by ear (``recast.language.spoken``). All words are lower-case, singular or plain forms, regular in inflection, unique
within their world, and neither reasoning words nor colour names.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType

#: The types and what stands for what. Count nouns form a plural; mass nouns do not.
TYPES: Mapping[str, str] = MappingProxyType(
    {
        "title": "count nouns that head a title: 'orchard ledger'",
        "setting": "count nouns that place a title in the world: 'orchard ledger'",
        "measure_count": "count nouns for what is counted: harvests, crates",
        "measure_mass": "mass nouns for what is measured: bloom, ripeness",
        "category_class": "count nouns for what categories are: district, guild",
        "person": "count nouns for people: grower, keeper",
        "place": "count nouns for places: terrace, meadow",
        "organisation": "count nouns for groups that act: guild, lodge",
        "thing": "count nouns for things",
        "material": "mass nouns for things",
        "activity": "mass nouns or -ing nouns for what is done: grafting",
        "quality": "adjectives that can stand as a label: mellow, crisp",
        "abstract": "nouns for ideas that are neither seen nor counted: patience",
        "verb_transitive": "regular verbs with an object: gather",
        "verb_intransitive": "regular verbs without one: ripen",
        "adjective": "adjectives before a noun: sunny",
        "adverb": "adverbs: gently",
        "unit": "count nouns that serve as an invented unit: tallies, notches",
    }
)

#: The types whose words tell what a world is about.
_TELLING = ("setting", "person", "thing", "material", "activity")


@dataclass(frozen=True, slots=True)
class World:
    """One setting: ``words[type]`` for every type of ``TYPES``; ``near``: lemmas of topics that it could be taken for."""

    name: str
    words: Mapping[str, tuple[str, ...]]
    near: frozenset[str]

    def all_words(self) -> tuple[str, ...]:
        """Every word, type after type."""
        return tuple(word for kind in TYPES for word in self.words[kind])


@functools.cache
def load_worlds(spoken: bool = False) -> tuple[World, ...]:
    """The worlds by name, with those that only serve what is ``spoken`` or without them. Raises ``ValueError`` if a file
    lacks a type or has one that is unknown."""
    folders = ("worlds", "spoken_worlds") if spoken else ("worlds",)
    return tuple(world for folder in folders for world in _worlds_of(folder))


def _worlds_of(folder: str) -> Iterator[World]:
    paths = files("recast.language").joinpath("data", folder).iterdir()
    for path in sorted(paths, key=lambda path: path.name):
        if not path.name.endswith(".toml"):
            continue
        data = tomllib.loads(path.read_text("utf-8"))
        name = path.name.removesuffix(".toml")
        if data.keys() != {*TYPES, "near"}:
            raise ValueError(f"world {name}: its types are not those of TYPES and near")
        words = {kind: tuple(data[kind].split()) for kind in TYPES}
        near = (*data["near"].split(), *(word for kind in _TELLING for word in words[kind]))
        yield World(name, MappingProxyType(words), frozenset(near))


def apart_from(lemmas: Collection[str], worlds: Sequence[World]) -> Sequence[World]:
    """The worlds of which no topic is among the lemmas of a source; where each has one, those with the fewest. A reader who
    sees a world learns that the source probably speaks of something else; nothing tells how near it came."""
    met = [len(world.near.intersection(lemmas)) for world in worlds]
    return [world for world, count in zip(worlds, met, strict=True) if count == min(met)]
