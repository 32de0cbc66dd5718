"""Word classes of running English: a small tagger of closed lists, the inflection dictionary and costs between neighbours.

``tag_sentence`` finds the cheapest sequence of tags (Viterbi). The tags are Penn's where they carry an inflection
(``NN NNS VB VBZ VBD VBN VBG JJ JJR JJS RB``) and coarse elsewhere. It is meant for choosing the form of a word that
takes another's place: a wrong tag makes an odd sentence, never a leak. It knows no grammar beyond neighbouring words.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from recast.language.inflect import inflect
from recast.language.words import data_words, fold, lemmas_by_class

_NOUNS = ("NN", "NNS")
_FINITE = ("VBZ", "VBD", "BE", "HV", "DO", "MD")
_VERBS = ("VB", "VBZ", "VBD", "VBN", "VBG")

_PARTICLES = frozenset(
    (
        "out",
        "off",
        "up",
        "down",
        "in",
        "on",
        "over",
        "away",
        "back",
        "aside",
        "apart",
        "with",
        "through",
        "to",
        "by",
    )
)
_PREFIXED = 5  # letters that a word with "re" or "un" before a verb has at least, but one
_UNKNOWN = 2.5  # the cost of a pair that the data does not list

#: A tag, whether a plain verb is still to come after "did" or "will", and whether a verb has been seen.
_State = tuple[str, bool, bool]


def _data(file: str) -> dict[str, Any]:
    return tomllib.loads(files("recast.language").joinpath("data", file).read_text("utf-8"))


@functools.cache
def _costs() -> dict[str, dict[str, float]]:
    """The first tag, the second tag → what it costs that the second follows (``data/tag_costs.toml``)."""
    return _data("tag_costs.toml")


@functools.cache
def _closed() -> dict[str, tuple[str, ...]]:
    """The tags of each word of a closed class, the likeliest first (``data/closed_words.toml``)."""
    data = _data("closed_words.toml")
    only = {word: (tag,) for tag, words in data["only"].items() for word in words.split()}
    return only | {word: tuple(tags.split()) for word, tags in data["also"].items()}


@functools.cache
def _verb_like() -> frozenset[str]:
    """Forms of words that are nouns as well but are mostly met as verbs (``data/verb_like.txt``, lemmas)."""
    return frozenset(data_words("verb_like.txt"))


@functools.lru_cache(maxsize=16384)
def possible_tags(word: str) -> tuple[tuple[str, float], ...]:
    """The tags that a word of running text can have, each with its own cost (0 is most likely)."""
    lower = fold(word)
    if lower in _closed():
        return tuple((tag, 0.3 * place) for place, tag in enumerate(_closed()[lower]))
    found: dict[str, float] = {}
    for upos, bases in lemmas_by_class(lower):
        for base in bases:
            for tag, cost in _readings(lower, base, upos):
                found[tag] = min(cost, found.get(tag, 9.0))
    if "NNS" in found and lemmas_by_class(
        lower.removesuffix("s")
    ):  # "games" is also in the dictionary by itself
        found.pop("NN", None)
    if not found:
        found = _guess(lower)
    return tuple(sorted(found.items()))


def _readings(word: str, base: str, upos: str) -> list[tuple[str, float]]:
    if upos == "NOUN":
        return [("NNS" if word != base or word == "people" else "NN", 0.0)]
    if upos == "ADJ":
        if word == base:
            return [("JJ", 0.2)]
        return [("JJR" if word.endswith("r") else "JJS", 0.0)]
    if upos == "ADV":
        if word != base and word.endswith(("er", "est")):
            return [("JJR" if word.endswith("er") else "JJS", 0.1)]
        return [("RB", 0.0 if word.endswith("ly") else 0.6)]
    if upos != "VERB":
        return []
    nouns = dict(lemmas_by_class(word)).get("NOUN", ())
    cost = 0.0 if base in _verb_like() or not nouns else 1.3
    tags = [
        tag
        for tag in ("VB", "VBZ", "VBD", "VBN", "VBG")
        if word == (base if tag == "VB" else fold(inflect(base, tag)))
    ]
    if not tags:  # a second form of an irregular verb
        tags = ["VBZ"] if word.endswith("s") else ["VBG"] if word.endswith("ing") else ["VBD", "VBN"]
    past = (
        "VBD" not in tags and len(dict(lemmas_by_class(word)).get("VERB", ())) > 1
    )  # "found": seldom "to found"
    return [(tag, cost + (0.1 if tag == "VBN" else 1.0 if tag == "VB" and past else 0.0)) for tag in tags]


def _guess(word: str) -> dict[str, float]:
    tail = word.rsplit("-", 1)[-1]
    if tail != word:
        found = dict(possible_tags(tail))
        if "VBN" in found or "VBD" in found:
            return {"JJ": 0.0}
        nouns = {tag: cost for tag, cost in found.items() if tag in ("NN", "NNS", "JJ")}
        return nouns | {"JJ": 0.3} if nouns else {"JJ": 0.2, "NN": 0.4}
    undone = again(word)
    verbs = {tag: cost for tag, cost in possible_tags(undone) if tag in _VERBS} if undone is not None else {}
    if verbs:
        return verbs
    for ending, tag in (
        ("ly", "RB"),
        ("ing", "VBG"),
        ("ed", "VBD"),
        ("ous", "JJ"),
        ("ful", "JJ"),
        ("al", "JJ"),
        ("ic", "JJ"),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return {tag: 0.2, "VBN": 0.3} if tag == "VBD" else {tag: 0.2, "NN": 0.8}
    if word.endswith("s") and not word.endswith("ss"):
        return {"NNS": 0.2, "NN": 0.6}
    return {"NN": 0.2, "JJ": 1.5}


def again(word: str) -> str | None:
    """The verb form that a word unknown to the dictionary undoes or repeats ("repacks" → "packs"), or None."""
    rest = word[2:] if word.startswith(("re", "un")) and len(word) > _PREFIXED else ""
    return rest if rest and "VERB" in dict(lemmas_by_class(rest)) and not lemmas_by_class(word) else None


def tag_sentence(words: Sequence[tuple[str, str | None]]) -> tuple[str, ...]:
    """A tag for every word of one sentence. Each word comes with the tag that it is known to have (``CD`` a numeral,
    ``NP`` a name, ``POS`` a possessive ending, ``.`` a mark) or None."""
    states: dict[_State, tuple[float, tuple[str, ...]]] = {(".", False, False): (0.0, ())}
    for word, known in words:
        readings = ((known, 0.0),) if known is not None else possible_tags(word)
        following: dict[_State, tuple[float, tuple[str, ...]]] = {}
        for (before, waits, seen), (cost, path) in states.items():
            for tag, own in readings:
                step = _costs()[before].get(tag, _UNKNOWN)
                still = waits
                if waits and tag == "VB":
                    step, still = min(step, 0.2), False
                elif (
                    waits and tag in ("BE", "HV", "DO") and before in ("MD", "TO", "RB", "PRP", "NP", *_NOUNS)
                ):
                    still = False
                elif tag in ("VBD", "VBZ") and waits:
                    step += 1.5
                elif tag in ("VBD", "VBZ") and seen and before not in ("CC", "CS", ".", "PRP", "RB"):
                    step += 0.6
                if tag in ("DO", "MD", "TO"):
                    still = True
                if tag == ".":
                    step += (1.5 if waits else 0.0) + (
                        0.0 if seen or word == "," else 2.5 if word == "?" else 0.8
                    )
                    still = still and word == ","
                now = seen or tag in _FINITE or tag == "VB"
                state = (tag, still, now and (tag != "." or word == ","))
                total = cost + own + step
                if state not in following or total < following[state][0]:
                    following[state] = (total, (*path, tag))
        states = following
    return _listed_deeds([word for word, _ in words], min(states.values())[1])


def _listed_deeds(words: Sequence[str], tags: tuple[str, ...]) -> tuple[str, ...]:
    """The tags where somebody does several things in a row: in "loads 64 crates, ships 19" the second is a verb too, since a
    numeral follows it, or a particle and a numeral, and a verb of that form stood before."""
    made = list(tags)
    for place in range(1, len(made) - 1):
        after = made[place + 1 : place + 3]
        counted = after[:1] == ["CD"] or (after[1:] == ["CD"] and fold(words[place + 1]) in _PARTICLES)
        joined = made[place - 1] in ("CC", "RB") or words[place - 1] == ","
        verb = made[place] in ("NN", "NNS") and "VBZ" in dict(possible_tags(words[place]))
        if counted and joined and verb and "VBZ" in made[:place]:
            made[place] = "VBZ"
    return tuple(made)
