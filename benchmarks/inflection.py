"""Do replaced words keep the form of the word they replace? Counts faults over generated pairs of words.

    python benchmarks/inflection.py [--cases 100000]

A template is a form of an everyday word (number, possessive, tense, comparison; small, capitalised or in capitals), a base a
word of a target world of the same class. The result must be of the template's form and case, and lead back to the base.
Exit status 1 if any does not.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter

from recast.language.inflect import WordClass, inflect, inflect_like, possessive, singular, tag_of
from recast.language.words import fold, lemmas
from recast.language.worlds import TYPES, World, load_worlds

TEMPLATES: dict[WordClass, tuple[str, ...]] = {
    "NOUN": (
        "car",
        "house",
        "city",
        "country",
        "box",
        "child",
        "woman",
        "wolf",
        "bus",
        "story",
        "tax",
        "price",
        "company",
        "student",
        "doctor",
        "leaf",
    ),
    "VERB": (
        "sell",
        "grow",
        "buy",
        "make",
        "rise",
        "use",
        "visit",
        "earn",
        "spend",
        "study",
        "carry",
        "plan",
        "drop",
        "give",
        "lose",
        "reach",
        "put",
    ),
    "ADJ": ("big", "happy", "expensive", "urban", "good", "early", "cheap", "modern"),
}
TAGS: dict[WordClass, tuple[str, ...]] = {
    "NOUN": ("NN", "NNS"),
    "VERB": ("VB", "VBZ", "VBG", "VBD"),
    "ADJ": ("JJ", "JJR", "JJS"),
}
KINDS: dict[WordClass, tuple[str, ...]] = {
    "NOUN": tuple(kind for kind, what in TYPES.items() if what.startswith("count")),
    "VERB": ("verb_transitive", "verb_intransitive"),
    "ADJ": ("adjective", "quality"),
}
CASES = (str.lower, str.capitalize, str.upper)


def case(draw: random.Random, worlds: tuple[World, ...]) -> tuple[str, str]:
    """One pair, and what is wrong with its result: an empty string if nothing is."""
    word_class = draw.choice(tuple(TEMPLATES))
    plain = inflect(draw.choice(TEMPLATES[word_class]), draw.choice(TAGS[word_class]))
    owned = word_class == "NOUN" and draw.random() < 0.25
    template = draw.choice(CASES)(possessive(plain) if owned else plain)
    base = draw.choice(draw.choice(worlds).words[draw.choice(KINDS[word_class])])
    result = inflect_like(template, base, word_class)
    bare = result.removesuffix("'s").removesuffix("'S").removesuffix("'") if owned else result
    name = f"{template} + {base} = {result}"
    if owned != ("'" in result):
        return name, "possessive"
    if (template.isupper(), template[0].isupper()) != (bare.isupper(), bare[0].isupper()):
        return name, "case"
    degree = fold(bare).removeprefix("more ").removeprefix("most ")
    if word_class == "NOUN":
        if fold(singular(bare)) != base or (fold(bare) == base) != (tag_of(plain, "NOUN") == "NN"):
            return name, "number"
    elif base not in lemmas(degree):
        return name, "lemma"
    elif word_class == "VERB" and tag_of(fold(bare), "VERB") != tag_of(plain, "VERB"):
        return name, "tense"
    return name, ""


def main() -> int:
    options = argparse.ArgumentParser(description="Counts faults of inflection over generated pairs.")
    options.add_argument("--cases", type=int, default=100_000)
    count = options.parse_args().cases
    draw, worlds = random.Random(42), load_worlds()
    faults: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for _ in range(count):
        name, fault = case(draw, worlds)
        if fault:
            faults[fault] += 1
            shown.setdefault(f"{fault}: {name}", name)
    print(f"{count} pairs, {sum(faults.values())} faults {dict(faults)}")
    for line in list(shown)[:40]:
        print(f"  {line}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
