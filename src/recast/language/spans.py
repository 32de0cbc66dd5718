"""A text as the matcher of labels sees it: its atoms as the labels call for, and the spans of it that may name a label."""

from __future__ import annotations

from dataclasses import dataclass

from rapidfuzz.distance import OSA

from recast.language.atoms import Atom, atoms, home_keys, kin_keys, with_compounds, word_keys
from recast.language.label_index import Index
from recast.language.ranges import compounds
from recast.language.vocabulary import is_reasoning
from recast.language.words import is_english, tokens, unaccented


@dataclass(frozen=True, slots=True, repr=False)
class Read:
    text: str
    atoms: tuple[Atom, ...]
    typos: frozenset[int]  # where mistyped words begin


def read_atoms(text: str, index: Index) -> Read:
    """The atoms of the text as the labels call for: only compounds that a label has; peoples and typing errors solved."""
    corrected = {}
    typos = set()
    for token in tokens(text):
        if token.is_word and (word := _corrected(token.text, index)):
            corrected[token.text] = word
            typos.add(token.start)
    wanted = tuple(atom for atom in compounds(text) if not index.keys.isdisjoint(atom.keys))
    found = with_compounds(atoms(text, corrected), wanted)
    return Read(text, tuple(_known(atom, text, index) for atom in found), frozenset(typos))


def _corrected(word: str, index: Index) -> str:
    """The label word that an unknown word of six letters or more was meant for: the one that is one edit away."""
    folded = unaccented(word)
    if len(word) < 6 or folded in index.words or is_reasoning(word) or is_english(word):
        return ""
    if any(key in index.keys for key in (*word_keys(word), *home_keys(word))):
        return ""
    near = [known for known in index.words if OSA.distance(folded, known, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 else ""


def _known(atom: Atom, text: str, index: Index) -> Atom:
    """A word that no label has, read as the name or the word of a label that it comes from: a people as its country,
    a verb as the noun made of it, an adverb as its adjective."""
    word = text[atom.start : atom.end]
    if atom.kind != "word" or is_reasoning(word) or not index.keys.isdisjoint(atom.keys):
        return atom
    for related in (home_keys, kin_keys):
        keys = tuple(key for key in related(word) if key in index.keys)
        if keys:
            return Atom(atom.start, atom.end, keys, "word")
    return atom


@dataclass(frozen=True, slots=True, repr=False)
class Span:
    start: int
    end: int
    ranks: dict[int, int]  # label → how well

    @property
    def best(self) -> int:
        return min(self.ranks.values())

    @property
    def candidates(self) -> tuple[int, ...]:
        best = self.best
        return tuple(sorted(label for label, rank in self.ranks.items() if rank == best))


def overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
