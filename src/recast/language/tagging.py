"""Word classes of running English: a small tagger of closed lists, the inflection dictionary and costs between neighbours.

``tag_sentence`` finds the cheapest sequence of tags (Viterbi). The tags are Penn's where they carry an inflection
(``NN NNS VB VBZ VBD VBN VBG JJ JJR JJS RB``) and coarse elsewhere. It is meant for choosing the form of a word that
takes another's place: a wrong tag makes an odd sentence, never a leak. It knows no grammar beyond neighbouring words.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from recast.language.inflect import inflect
from recast.language.words import data_words, fold, lemmas_by_class

_CLOSED: dict[str, str] = {
    word: tag
    for tag, words in {
        "DT": "a an the this that these those such each every either neither both all any some no another many much more "
        "most few fewer less least several half double what which whose enough",
        "PP$": "its their his her your our my",
        "PRP": "it they them he him she you we us i me there itself himself herself themselves myself yourself ourselves "
        "everyone everybody someone somebody anyone anything everything something nothing nobody none who whom theirs "
        "hers ours mine yours one ones other others",
        "BE": "is are was were be been being am isn't aren't wasn't weren't 's 're",
        "HV": "has have had having hasn't haven't hadn't 've",
        "DO": "do does did don't doesn't didn't",
        "MD": "can could will would shall should must might may cannot can't couldn't won't wouldn't shouldn't 'll 'd",
        "IN": "of in on at by for from to into onto with without within between among amongst across during before after "
        "since until till about around against along over under above below beneath beside besides near through "
        "throughout per via up down out off upon toward towards beyond except despite like unlike including regarding "
        "versus inside outside behind plus minus times",
        "CS": "if than as because while although though whether unless whereas when where how why",
        "CC": "and or but nor &",
        "RB": "not n't never also too very even still yet already again ever always often now ago once twice so then just "
        "only together instead rather nearly almost approximately away back here almost altogether well soon later "
        "today tomorrow yesterday however therefore thus perhaps maybe initially currently",
        "JJ": "many-sided own same different new old first second third last next total whole good bad long short tall",
    }.items()
    for word in words.split()
}
_ALSO: dict[str, tuple[str, ...]] = {
    "to": ("TO", "IN"),
    "that": ("DT", "CS"),
    "her": ("PP$", "PRP"),
    "like": ("IN", "VB"),
    "around": ("IN", "RB"),
    "down": ("IN", "RB"),
    "up": ("IN", "RB"),
    "out": ("IN", "RB"),
    "off": ("IN", "RB"),
    "over": ("IN", "RB"),
    "before": ("IN", "CS", "RB"),
    "after": ("IN", "CS"),
    "since": ("IN", "CS"),
    "until": ("IN", "CS"),
    "half": ("DT", "NN"),
    "more": ("DT", "RB"),
    "most": ("DT", "RB"),
    "less": ("DT", "RB"),
    "other": ("JJ", "PRP"),
    "others": ("PRP",),
    "as": ("CS", "IN"),
    "than": ("CS", "IN"),
    "so": ("RB", "CS"),
    "second": ("JJ", "NN"),
    "third": ("JJ", "NN"),
    "total": ("JJ", "NN"),
    "whole": ("JJ", "NN"),
    "well": ("RB",),
    "long": ("JJ", "RB"),
    "times": ("IN", "NNS"),
    "left": ("VBN", "VBD", "JJ"),
    "no": ("DT",),
    "have": ("HV", "VB"),
    "has": ("HV", "VBZ"),
    "had": ("HV", "VBD", "VBN"),
    "do": ("DO", "VB"),
    "did": ("DO", "VBD"),
    "does": ("DO", "VBZ"),
    "can": ("MD", "NN"),
    "may": ("MD",),
    "will": ("MD",),
    "might": ("MD",),
    "must": ("MD",),
    "back": ("RB", "NN"),
    "good": ("JJ", "NN"),
    "inside": ("IN",),
    "outside": ("IN", "RB"),
    "plus": ("IN",),
    "including": ("IN",),
    "ones": ("NNS",),
    "mine": ("NN", "PRP"),
}

_NOUNS = ("NN", "NNS")
_FINITE = ("VBZ", "VBD", "BE", "HV", "DO", "MD")
_VERBS = ("VB", "VBZ", "VBD", "VBN", "VBG")

_NOUN_PHRASE = dict.fromkeys(("DT", "PP$", "CD", "NP", "JJ", "JJR", "JJS", "NN", "NNS", "PRP"), 0.2)
_COSTS: dict[str, dict[str, float]] = {
    "DT": {"NN": 0, "NNS": 0, "JJ": 0.2, "JJR": 0.3, "JJS": 0.1, "CD": 0.3, "NP": 0.3, "VBG": 1.4, "VBN": 1.0, "RB": 1.5, "DT": 1.0, "IN": 0.8, "BE": 0.8, "MD": 1.0, "HV": 1.0, "VBD": 2.0, "VBZ": 2.2, ".": 0.8, "DO": 0.8, "PRP": 0.6, "CC": 1.0},
    "PP$": {"NN": 0, "NNS": 0, "JJ": 0.2, "JJS": 0.1, "CD": 0.3, "NP": 0.5, "VBG": 1.4, "VBN": 1.2, "RB": 2},
    "JJ": {"NN": 0, "NNS": 0, "JJ": 0.7, "CC": 0.6, "IN": 0.6, "TO": 0.6, ".": 0.4, "NP": 0.6, "CD": 0.8, "CS": 0.6, "RB": 1.2, "VBG": 1.6, "VBN": 1.8, "BE": 1.4},
    "CD": {"NN": 0.1, "NNS": 0, "JJ": 0.2, "JJR": 0.4, "DT": 0.5, "CD": 0.4, "NP": 0.8, "IN": 0.3, "CC": 0.4, ".": 0.2, "RB": 1, "BE": 0.6, "HV": 1, "MD": 0.8, "VBD": 1.2, "VBZ": 1.2, "VBN": 1.2, "VBG": 1.4, "CS": 0.6, "TO": 0.6, "PRP": 1.5},
    "NN": {"NN": 0.7, "NNS": 0.7, "VBZ": 0, "VBD": 0, "BE": 0, "HV": 0, "DO": 0.2, "MD": 0, "IN": 0, "TO": 0.2, "CC": 0, "CS": 0, ".": 0, "VBN": 1, "VBG": 1.1, "RB": 0.6, "CD": 0.8, "VB": 3, "NP": 1.4, "DT": 1.4, "PRP": 1.2, "JJ": 2.2, "POS": 0},
    "NNS": {"VB": 0.2, "VBD": 0, "BE": 0, "HV": 0, "DO": 0, "MD": 0, "IN": 0, "TO": 0.2, "CC": 0, "CS": 0, ".": 0, "VBN": 0.9, "VBG": 0.9, "RB": 0.6, "CD": 1, "NN": 2.4, "NNS": 2.6, "VBZ": 3, "NP": 1.2, "DT": 1.1, "PRP": 0.8, "JJ": 1.8, "POS": 0},
    "NP": {"NN": 0.6, "NNS": 0.6, "VBZ": 0, "VBD": 0, "BE": 0, "HV": 0, "DO": 0, "MD": 0, "IN": 0, "TO": 0.3, "CC": 0, "CS": 0.2, ".": 0, "VBN": 1, "VBG": 1.2, "RB": 0.5, "CD": 0.8, "VB": 1.6, "NP": 0.6, "DT": 1.3, "JJ": 1.8, "PRP": 1.5, "POS": 0},
    "POS": {"NN": 0, "NNS": 0, "JJ": 0.2, "CD": 0.3, "NP": 0.6, "VBG": 1.4, "VBN": 1.4, "JJS": 0.1},
    "PRP": {"VB": 0.2, "VBZ": 0, "VBD": 0, "BE": 0, "HV": 0, "DO": 0, "MD": 0, "IN": 0.4, "TO": 0.4, ".": 0.2, "RB": 0.3, "CC": 0.4, "CS": 0.4, "VBN": 1.2, "VBG": 1.0, "DT": 0.7, "CD": 0.6, "NN": 3, "NNS": 3, "JJ": 2.4, "NP": 1.5},
    "BE": {"VBG": 0, "VBN": 0, "JJ": 0.2, "JJR": 0.2, "DT": 0.1, "PP$": 0.2, "CD": 0.1, "RB": 0.2, "IN": 0.4, "TO": 0.5, "PRP": 0.3, "NP": 0.3, "NN": 1.0, "NNS": 0.9, "BE": 0.6, ".": 0.6, "VB": 4, "VBD": 3, "VBZ": 4, "CS": 0.5},
    "HV": {"VBN": 0, "DT": 0.1, "CD": 0.1, "PP$": 0.2, "JJ": 0.5, "RB": 0.3, "PRP": 0.3, "NP": 0.4, "NN": 0.8, "NNS": 0.6, "TO": 0.3, "BE": 0.2, "IN": 0.7, ".": 0.4, "VBD": 1.5, "VB": 3, "HV": 1.0, "VBG": 1.5},
    "DO": {"VB": 0, "PRP": 0, "DT": 0.1, "PP$": 0.1, "NP": 0, "NN": 0.6, "NNS": 0.3, "CD": 0.5, "RB": 0.3, "JJ": 0.6, "HV": 0, ".": 0.5, "BE": 0.5},
    "MD": {"VB": 0, "BE": 0, "HV": 0, "DO": 0, "RB": 0.2, "PRP": 0.2, "NP": 0.2, "DT": 0.3, "PP$": 0.3, "NN": 1.5, "NNS": 0.8, "CD": 1, "IN": 1.5, "JJ": 1, ".": 0.6},
    "TO": {"VB": 0, "BE": 0, "HV": 0, "DO": 0, "RB": 1},
    "IN": {**_NOUN_PHRASE, "DT": 0, "NN": 0.3, "VBG": 0.6, "VBN": 2.4, "VB": 4, "VBD": 4, "VBZ": 4, "IN": 0.9, "RB": 1.2, "CS": 0.7, ".": 0.5, "CC": 1},
    "CS": {**_NOUN_PHRASE, "NN": 0.5, "VBG": 0.9, "VBN": 1.2, "IN": 0.5, "RB": 0.7, "BE": 1, "DO": 0.6, "MD": 0.8, "TO": 0.8, "HV": 1, "VBD": 1.5, "VBZ": 1.6, "VB": 2.2, "CS": 1},
    "CC": {**_NOUN_PHRASE, "VB": 0.6, "VBZ": 0.5, "VBD": 0.4, "VBN": 0.7, "VBG": 0.7, "IN": 0.5, "CS": 0.4, "RB": 0.4, "BE": 0.6, "HV": 0.6, "DO": 0.6, "MD": 0.6, "TO": 0.6},
    "RB": {"VB": 0.3, "VBZ": 0.3, "VBD": 0.2, "VBN": 0.3, "VBG": 0.5, "JJ": 0.2, "JJR": 0.2, "RB": 0.5, "IN": 0.3, ".": 0.2, "DT": 0.4, "CD": 0.3, "NN": 1.4, "NNS": 1.1, "NP": 0.8, "CS": 0.3, "CC": 0.5, "TO": 0.6, "PP$": 0.7, "PRP": 0.6, "BE": 0.8, "HV": 0.8, "MD": 0.8, "DO": 0.8},
    ".": {**_NOUN_PHRASE, "IN": 0.2, "CS": 0.2, "CC": 0.2, "RB": 0.3, "VBG": 0.7, "VBN": 0.8, "VB": 2.0, "VBZ": 1.6, "VBD": 1.2, "BE": 0.9, "HV": 0.9, "DO": 0.7, "MD": 0.9, "TO": 0.6, ".": 0.2},
}  # fmt: skip
_VERB_AFTER = {**_NOUN_PHRASE, "NN": 0.8, "NNS": 0.4, "IN": 0, "TO": 0.1, "RB": 0.3, ".": 0.1, "CS": 0.2, "CC": 0.3, "JJ": 0.7, "VBG": 0.9, "VBN": 1.4, "BE": 1.6, "VB": 3.5, "VBD": 3, "VBZ": 3.5, "MD": 2, "HV": 2, "DO": 2}  # fmt: skip
_COSTS |= {tag: _VERB_AFTER for tag in _VERBS}
_COSTS["VBN"] = {**_VERB_AFTER, "NN": 0.6, "NNS": 0.4, "IN": 0}
_COSTS["VBG"] = {**_VERB_AFTER, "NN": 0.6, "NNS": 0.4, "BE": 0.7, "VBZ": 1.2, "VBD": 1.2}
_COSTS["JJR"] = {**_COSTS["JJ"], "CS": 0, "DT": 0.8}
_COSTS["JJS"] = _COSTS["JJ"]
_UNKNOWN = 2.5


@functools.cache
def _verb_like() -> frozenset[str]:
    """Forms of words that are nouns as well but are mostly met as verbs (``data/verb_like.txt``, lemmas)."""
    return frozenset(data_words("verb_like.txt"))


@functools.lru_cache(maxsize=16384)
def possible_tags(word: str) -> tuple[tuple[str, float], ...]:
    """The tags that a word of running text can have, each with its own cost (0 is most likely)."""
    lower = fold(word)
    if lower in _ALSO:
        return tuple((tag, 0.3 * place) for place, tag in enumerate(_ALSO[lower]))
    if lower in _CLOSED:
        return ((_CLOSED[lower], 0.0),)
    found: dict[str, float] = {}
    for upos, bases in lemmas_by_class(lower):
        for base in bases:
            for tag, cost in _readings(lower, base, upos):
                found[tag] = min(cost, found.get(tag, 9.0))
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
    return [(tag, cost + (0.1 if tag == "VBN" else 0.0)) for tag in tags]


def _guess(word: str) -> dict[str, float]:
    tail = word.rsplit("-", 1)[-1]
    if tail != word:
        found = dict(possible_tags(tail))
        if "VBN" in found or "VBD" in found:
            return {"JJ": 0.0}
        nouns = {tag: cost for tag, cost in found.items() if tag in ("NN", "NNS", "JJ")}
        return nouns | {"JJ": 0.3} if nouns else {"JJ": 0.2, "NN": 0.4}
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


def tag_sentence(words: Sequence[tuple[str, str | None]]) -> tuple[str, ...]:
    """A tag for every word of one sentence. Each word comes with the tag that it is known to have (``CD`` a numeral,
    ``NP`` a name, ``POS`` a possessive ending, ``.`` a mark) or None."""
    # A state is a tag, whether a plain verb is still to come after "did" or "will", and whether a verb has been seen.
    State = tuple[str, bool, bool]
    states: dict[State, tuple[float, tuple[str, ...]]] = {(".", False, False): (0.0, ())}
    for word, known in words:
        readings = ((known, 0.0),) if known is not None else possible_tags(word)
        following: dict[State, tuple[float, tuple[str, ...]]] = {}
        for (before, waits, seen), (cost, path) in states.items():
            for tag, own in readings:
                step = _COSTS.get(before, {}).get(tag, _UNKNOWN)
                still = waits
                if waits and tag == "VB":
                    step, still = min(step, 0.2), False
                elif (
                    waits and tag in ("BE", "HV", "DO") and before in ("MD", "TO", "RB", "PRP", "NP", *_NOUNS)
                ):
                    still = False
                elif tag in ("VBD", "VBZ") and waits:
                    step += 1.5
                elif tag in ("VBD", "VBZ") and seen and before not in ("CC", "CS", ".", "PRP"):
                    step += 0.6
                if tag in ("DO", "MD", "TO"):
                    still = True
                if tag == ".":
                    step += (1.5 if waits else 0.0) + (0.0 if seen or word == "," else 0.8)
                    still = still and word == ","
                now = seen or tag in _FINITE or tag == "VB"
                state = (tag, still, now and (tag != "." or word == ","))
                total = cost + own + step
                if state not in following or total < following[state][0]:
                    following[state] = (total, (*path, tag))
        states = following
    return min(states.values())[1]
