"""What a verb does to how much somebody has: more of it, less of it, or nothing.

The lines of ``language/data/operation_words.txt`` are the classes: a verb counts as any other word of its line, so that
an exchanged word is understood as the word that it stands for.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from importlib.resources import files
from typing import Literal

from recast.language.words import fold, lemmas_by_class, word_set

Deed = Literal["gain", "loss", "hold", ""]

#: The first words of the lines whose verbs add to what the subject has, and take from it.
_GAINS = word_set(
    "buy borrow receive win collect catch find earn save hatch bake plant grow raise build draw knit produce print create pick "
    "adopt hunt score arrive join publish bring hire"
)
_LOSSES = word_set(
    "give lend send serve sell pay spend eat drink consume burn lose waste break die kill remove throw steal delete pop use "
    "drain spill sharpen fire resign eliminate invest sink leave defeat fail miss unload detach dismantle"
)
_HOLDS = word_set("own hold store weigh measure exist")
_MORE_GAINS, _MORE_LOSSES = word_set("get pick add make gain"), word_set("use donate lose give")
_MORE_HOLDS = word_set("have be contain include remain number stand")
_LOOSE = word_set(
    "take put set go come bring turn part get lay give move stay let look call cast run do make"
)


@functools.cache
def _phrases() -> dict[str, Deed]:
    """Each verb, or verb with its particle, with its deed; a verb that stands in lines of two deeds has none."""
    text = files("recast.language").joinpath("data", "operation_words.txt").read_text("utf-8")
    found: dict[str, set[Deed]] = {}
    for line in text.splitlines():
        if not line.startswith("v:"):
            continue
        words, _, exchanges = line.removeprefix("v:").partition("=>")
        deed = _of_line(words.split()[0])
        alike = [exchange.strip() for exchange in exchanges.split("|")]
        for phrase in [*words.split(), *(one for one in alike if one not in _LOOSE)]:
            if deed:
                found.setdefault(phrase, set()).add(deed)
    own: list[tuple[Deed, Iterable[str]]] = [
        ("gain", _MORE_GAINS),
        ("loss", _MORE_LOSSES),
        ("hold", _MORE_HOLDS),
    ]
    own += [
        ("gain", ("get on", "get in")),
        ("loss", tuple(f"{verb} with" for verb in ("share", "split", "distribute", "portion"))),
        (
            "loss",
            (
                "get off",
                "get out",
                "cut off",
                "cut down",
                "split off",
                "sever off",
                "part off",
                "take off",
                "take out",
            ),
        ),
    ]
    plain = {phrase: deeds.pop() if len(deeds) == 1 else "" for phrase, deeds in found.items()}
    return plain | {word: deed for deed, words in own for word in words}


def _of_line(word: str) -> Deed:
    return "gain" if word in _GAINS else "loss" if word in _LOSSES else "hold" if word in _HOLDS else ""


def deed(verb: str, following: Iterable[str]) -> Deed:
    """What a verb form does, by the few words that follow it ("lay" … "out")."""
    forms = dict(lemmas_by_class(verb))
    bases = [*forms.get("VERB", ()), *forms.get("AUX", ()), fold(verb)]
    after = list(following)
    for base in bases:
        for particle in after:
            if known := _phrases().get(f"{base} {particle}"):
                return known
    return next((known for base in bases if (known := _phrases().get(base))), "")
