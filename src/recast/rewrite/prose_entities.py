"""Who and what a text names: capitalised names, short forms of one name linked, people with their gender.

A name is a run of capitalised words. Its ending in common nouns ("River", "Commission") is left to be replaced as words,
so that "the river" later still means it; titles and the numerals of kings go. Names that share a word at either end, or
a people's name and its country, are one entity. Not covered: names written in small letters, and nicknames that share
no letters with the name.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import pairwise
from typing import Literal

from recast.language.tagging import possible_tags
from recast.language.vocabulary import is_reasoning
from recast.language.words import data_words, fold, lemma, lemmas_by_class, word_set
from recast.rewrite.prose_names import acts, is_capital_name, is_small_name
from recast.rewrite.prose_tokens import Tok
from recast.types import Private

Gender = Literal["f", "m", "any"]

_TITLES: dict[str, Gender] = {
    **dict.fromkeys(("mr", "sir", "lord", "king", "prince", "emperor", "father", "brother", "uncle", "grandpa", "sultan"), "m"),
    **dict.fromkeys(("mrs", "ms", "miss", "lady", "queen", "princess", "empress", "mother", "sister", "aunt", "grandma"), "f"),
    **dict.fromkeys(
        ("dr", "doctor", "president", "general", "professor", "captain", "coach", "saint", "st", "pope", "senator", "judge",
         "governor", "mayor", "premier", "archaeologist", "minister", "colonel", "commissioner", "teacher", "farmer"),
        "any",
    ),
}  # fmt: skip
_ROMAN = re.compile(r"[IVX]{1,5}$")
_NATIONAL = (
    "ians",
    "ian",
    "eans",
    "ean",
    "ans",
    "an",
    "ns",
    "n",
    "ish",
    "ese",
    "ic",
    "i",
    "ism",
    "ists",
    "ist",
    "ia",
    "ics",
    "es",
    "s",
    "",
)
_PARTICLES = word_set("de la del della di da du van von der den bin ibn al el upon")
_CALENDAR = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december mondays tuesdays wednesdays thursdays fridays saturdays sundays"
)


@functools.cache
def given_names() -> dict[str, Gender]:
    """The given names of the data file with their gender (that of the first line that holds a name)."""
    found: dict[str, Gender] = {}
    for gender, names in _name_lines():
        for name in names:
            found.setdefault(name, gender)
    return found


@functools.cache
def drawn_names(spoken: bool = False) -> dict[Gender, tuple[str, ...]]:
    """The given names that may stand for others, by gender; those that survive being ``spoken``, or all."""
    drawn: dict[Gender, list[str]] = {"f": [], "m": []}
    for gender, names in _name_lines("spoken_people.txt") if spoken else _name_lines(drawn=True):
        drawn[gender] += [name.capitalize() for name in names]
    return {gender: tuple(dict.fromkeys(names)) for gender, names in drawn.items()}


def _name_lines(file: str = "given_names.txt", drawn: bool = False) -> list[tuple[Gender, list[str]]]:
    text = files("recast.language").joinpath("data", file).read_text("utf-8")
    found: list[tuple[Gender, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("#") or (drawn and not line.startswith("=")):
            continue
        gender, _, names = line.lstrip("=").partition(": ")
        found.append(("f" if gender == "f" else "m", names.split()))
    return found


@dataclass(slots=True, repr=False)
class Entity(Private):
    """One thing that is named. ``keys`` are the folded words of its names; ``plural`` says that it is a people."""

    keys: set[str] = field(default_factory=set)
    kind: Literal["person", "name", "calendar"] = "name"
    gender: Gender = "any"
    written: str = ""


def _alias_groups() -> list[frozenset[str]]:
    groups = []
    for line in files("recast.language").joinpath("data", "aliases.txt").read_text("utf-8").splitlines():
        if "|" in line:
            groups.append(frozenset(fold(part.strip()) for part in line.split("|")))
    return groups


@functools.cache
def _aliases() -> dict[str, int]:
    return {word: place for place, group in enumerate(_alias_groups()) for word in group}


@functools.cache
def _typed() -> frozenset[str]:
    return frozenset(word for word in data_words("noun_kinds.txt") if not word.endswith(":"))


def _is_head(word: str) -> bool:
    """Whether a capitalised word may be the common noun that ends a name ("River", "Departments")."""
    low = fold(word)
    return low not in _CALENDAR and (lemma(low) in _typed() or low in _typed())


def _closed(tok: Tok) -> bool:
    tags = possible_tags(tok.text)
    return tags[0][0] not in (
        "NN",
        "NNS",
        "JJ",
        "JJR",
        "JJS",
        "VB",
        "VBZ",
        "VBD",
        "VBN",
        "VBG",
        "RB",
        "NP",
    ) or is_reasoning(tok.low)


def find_entities(sentences: Sequence[list[Tok]], like_words: Collection[str] = ()) -> list[Entity]:
    """The entities of the sentences of passage and question, of which ``like_words`` are names in the form of words; each word of a name gets its entity's number, titles and
    numerals of kings are taken out of the sentences."""
    inside = Counter(
        tok.low
        for s in sentences
        for tok in s
        if tok.kind == "word" and not tok.first and tok.text[:1].isupper()
    )
    lower = Counter(tok.low for s in sentences for tok in s if tok.kind == "word" and tok.text[:1].islower())
    runs: list[list[Tok]] = []
    genders: dict[int, Gender] = {}
    for sentence in sentences:
        for run in _runs(sentence, inside, lower, like_words):
            title = _drop_titles(run, sentence)
            if run:
                genders[len(runs)] = title
                runs.append(run)
    entities = _clusters(runs, genders, given_names().keys() | set(like_words))
    for number in {tok.name for run in runs for tok in run if tok.name >= 0 and tok.low in like_words}:
        if entities[number].kind == "name" and any(acts(sentence, number) for sentence in sentences):
            entities[number].kind = "person"
    _people(sentences, entities)
    return entities


def _runs(
    sentence: list[Tok], inside: Counter[str], lower: Counter[str], like_words: Collection[str]
) -> list[list[Tok]]:
    runs: list[list[Tok]] = []
    last = -2
    for place in range(len(sentence) - 2, 0, -1):  # "Juana de la Torre"
        before, after = sentence[place - 1], sentence[place + 1]
        if sentence[place].low in _PARTICLES and before.text[:1].isupper() and after.text[:1].isupper():
            del sentence[place]
    for place, tok in enumerate(sentence):
        named = _is_like_word(tok, sentence, place) if tok.low in like_words else False
        if not named and not _is_name(tok, sentence, place, inside, lower):
            continue
        if runs and last == place - 1:
            runs[-1].append(tok)
        else:
            runs.append([tok])
        last = place
    return runs


def _is_like_word(tok: Tok, sentence: Sequence[Tok], place: int) -> bool:
    """Whether a word of the vocabulary that is a name in this text is one here."""
    if tok.kind != "word" or tok.fixed:
        return False
    return is_capital_name(sentence, place) if tok.text[0].isupper() else is_small_name(sentence, place)


def _is_name(
    tok: Tok, sentence: Sequence[Tok], place: int, inside: Counter[str], lower: Counter[str]
) -> bool:
    if tok.kind != "word" or not tok.text[0].isupper() or tok.text in ("A", "O") or tok.fixed:
        return False
    if tok.text == "I":  # a king's or a division's numeral
        before, after = sentence[place - 1 : place], sentence[place + 1 : place + 2]
        ends = not after or after[0].kind == "mark"
        return bool(before) and before[0].kind == "word" and (before[0].text[:1].isupper() or ends)
    low = tok.low
    letters = [c for c in tok.text if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters):
        return not (tok.first and _closed(tok) and not inside[low])
    if "-" in tok.text and not tok.text.rpartition("-")[2][:1].isupper() and tok.first:
        return False
    if len(letters) > 1 and any(c.isupper() for c in letters[1:]) and "-" not in tok.text:
        return True
    previous = sentence[place - 1] if place else None
    if not tok.first and not (previous is not None and previous.text in (":", "•")):
        return not (_closed(tok) and low not in _CALENDAR) or bool(inside[low] > 1 and not lower[low])
    if low in given_names() and not lower[low] and not (is_reasoning(low) and not inside[low]):
        return True
    if inside[low] and not _closed(tok):
        return True
    known = bool(lemmas_by_class(low)) or _closed(tok)
    following = sentence[place + 1] if place + 1 < len(sentence) else None
    if (
        following is not None
        and following.kind == "word"
        and following.text[:1].isupper()
        and not _closed(tok)
    ):
        return not lower[low]
    return not known


def _drop_titles(run: list[Tok], sentence: list[Tok]) -> Gender:
    """Takes titles before a name, initials in it and numerals of kings after it out of the run and the sentence."""
    gender: Gender = "any"

    def drop(tok: Tok) -> None:
        run.remove(tok)
        place = next(p for p, other in enumerate(sentence) if other is tok)
        del sentence[place]
        if tok.first and place < len(sentence):
            sentence[place].first = True

    while len(run) > 1 and run[0].low.rstrip(".") in _TITLES:
        gender = _TITLES[run[0].low.rstrip(".")]
        drop(run[0])
    if len(run) == 1 and run[0].text == "I":
        drop(run[0])
    for tok in [t for t in run[1:] if _ROMAN.match(t.text) or len(t.text.rstrip(".")) == 1]:
        drop(tok)
    return gender


def _clusters(runs: Sequence[list[Tok]], genders: dict[int, Gender], given: Collection[str]) -> list[Entity]:
    """Entities over the name parts of runs; the common nouns that end a run are left without an entity, but for ``given`` names."""
    parts: list[tuple[list[Tok], Gender]] = []
    for place, run in enumerate(runs):
        named = list(run)
        while named and named[-1].low not in given and _is_head(named[-1].text):
            named.pop()
        for tok in run[len(named) :]:
            tok.text = tok.text.lower()
        if named:
            parts.append((named, genders[place]))
    entities: list[Entity] = []
    ends = Counter(
        _stripped(named[-1]) for named in {tuple(_stripped(t) for t in n): n for n, _ in parts}.values()
    )
    for named, gender in sorted(parts, key=lambda part: len(part[0])):
        words = tuple(part for tok in named for part in _parts(tok))
        same = [n for n, e in enumerate(entities) if _same(words, e)]
        ending = [n for n, e in enumerate(entities) if _ends_alike(words, e, ends)]
        if not same and not ending:
            entities.append(Entity(set(), written=" ".join(tok.text for tok in named)))
            same = [len(entities) - 1]
        number = (same + ending)[0]
        if same and ending and ending[0] != number:  # "Ann Lee" says that "Ann" and "Lee" are one
            for tok in (tok for other, _ in parts for tok in other if tok.name == ending[0]):
                tok.name = number
        entity = entities[number]
        entity.keys |= {" ".join(words)} if len(words) > 1 else {words[0]}
        if gender != "any":
            entity.kind, entity.gender = "person", gender
        elif all(word in _CALENDAR for word in words):
            entity.kind = "calendar"
        elif words[0] in given_names() and named[0].text[1:].islower():
            entity.kind = "person"
            entity.gender = given_names()[words[0]]
        for tok in named:
            tok.name = number
    return entities


def _parts(tok: Tok) -> list[str]:
    """The words of a part of a name ("African-Americans" names the same people as "African American")."""
    parts = _stripped(tok).split("-")
    if len(parts) == 2 and all(len(part) > 3 for part in parts):
        return [parts[0], parts[1].removesuffix("s")]
    return [_stripped(tok)]


def _stripped(tok: Tok) -> str:
    return tok.low.replace(".", "").rstrip("'’")


def _same(words: tuple[str, ...], entity: Entity) -> bool:
    """Whether a name is a longer form of an entity's (short names come first), its people's name, or another way of
    writing it by the list of aliases."""
    whole = " ".join(words)
    if whole in entity.keys or words[0] in entity.keys:
        return True
    group = _aliases().get(whole) if whole in _aliases() else _aliases().get(whole.removesuffix("s"))
    if group is not None and any(_aliases().get(key) == group for key in entity.keys):
        return True
    return len(words) == 1 and any(_related(whole, key) for key in entity.keys)


def _ends_alike(words: tuple[str, ...], entity: Entity, ends: Counter[str]) -> bool:
    """Whether a longer name ends with an entity's, and no third name does ("Ann Lee" and "Bob Lee" are not "Lee")."""
    return len(words) > 1 and words[-1] in entity.keys and ends[words[-1]] <= 2


def _related(one: str, other: str) -> bool:
    """Whether two words are a name and what is made of it ("Norway", "Norwegian"; "Catholic", "Catholicism")."""
    short, long = sorted((one, other), key=len)
    shared = 0
    while shared < len(short) and short[shared] == long[shared]:
        shared += 1
    return (
        shared >= 4
        and shared >= len(short) - 3
        and short[shared:] in (*_NATIONAL, "en", "a", "y", "ay")
        and long[shared:] in (*_NATIONAL, "egian", "y")
    )


def _last_of_gender(sentences: Sequence[list[Tok]], entities: Sequence[Entity]) -> None:
    """The one person whose gender no list tells is who is meant by "her" where nobody else can be."""
    words = {tok.low for sentence in sentences for tok in sentence}
    people = [entity for entity in entities if entity.kind == "person"]
    open_ = [entity for entity in people if entity.gender == "any"]
    said: tuple[tuple[Gender, frozenset[str]], ...] = (
        ("f", word_set("she her hers")),
        ("m", word_set("he him his")),
    )
    for gender, pronouns in said:
        if words & pronouns and len(open_) == 1 and not any(entity.gender == gender for entity in people):
            open_[0].gender = gender


_NO_PERSON_BEFORE = word_set("the a an in at on of into near")


def _places(sentences: Sequence[list[Tok]], entities: list[Entity]) -> None:
    """A given name that something is in or at is a place's."""
    for sentence in sentences:
        for before, tok in pairwise(sentence):
            if tok.name >= 0 and before.low in ("in", "at", "near") and entities[tok.name].kind == "person":
                entities[tok.name].kind = "name"


def _people(sentences: Sequence[list[Tok]], entities: list[Entity]) -> None:
    """Names that are followed by "he" or "she" and by no other person's name in between become people of that gender,
    and a person's gender of the list gives way to the pronoun's where only one person is named."""
    _places(sentences, entities)
    people = {n for n, e in enumerate(entities) if e.kind == "person"}
    last = -1
    for sentence in sentences:
        for place, tok in enumerate(sentence):
            if tok.name >= 0 and entities[tok.name].kind != "calendar":
                before = sentence[place - 1].low if place else ""
                if before not in _NO_PERSON_BEFORE or tok.name in people:
                    last = tok.name
            elif tok.low in ("he", "him", "his", "she", "her") and last >= 0:
                gender: Gender = "m" if tok.low in ("he", "him", "his") else "f"
                entity = entities[last]
                if entity.kind != "person" and not people:
                    entity.kind, entity.gender = "person", gender
                    people.add(last)
                elif entity.kind == "person" and len(people) == 1:
                    entity.gender = gender
    _last_of_gender(sentences, entities)
    short = sum(len(s) for s in sentences) < 160
    for number, entity in enumerate(entities):
        if short and people and entity.kind == "name" and not entity.written.isupper():
            uses = [(s, p) for s in sentences for p, t in enumerate(s) if t.name == number]
            if all(p == 0 or s[p - 1].low not in _NO_PERSON_BEFORE for s, p in uses):
                entity.kind = "person"
