"""Labels prepared for the matcher: under which keys each can be named, whole or in part. Used by ``mentions`` only."""

from __future__ import annotations

import functools
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recast.language.atoms import Atom, atoms, with_compounds
from recast.language.guards import is_guarded
from recast.language.ranges import compounds
from recast.language.vocabulary import is_reasoning
from recast.language.words import data_words, fold, tokens, unaccented
from recast.numbers.number_words import COUNT_WORDS

#: How a span names its label, best first.
VERBATIM, CASE, FORM, ALIAS, TYPO, PART = range(6)


@dataclass(frozen=True, slots=True, repr=False)
class Label:
    text: str
    guarded: bool  # made of reasoning words, one letter or a bare numeral: named only where the text marks it as a name
    content: frozenset[str]  # the keys that can name it in part
    every: frozenset[str]  # all its keys
    length: int  # how many words of content it has
    negated: bool  # says "no" or "not", so that its other words alone do not name it


@dataclass(frozen=True, slots=True, repr=False)
class Index:
    labels: tuple[Label, ...]
    whole: dict[str, dict[int, int]]  # joined keys → label → rank
    initials: dict[str, tuple[int, ...]]  # "GDP" → labels whose words begin so, or which are so written
    acronyms: dict[str, tuple[int, ...]]  # labels that are acronyms, folded
    part: dict[str, frozenset[int]]  # content key → labels
    words: tuple[str, ...]  # words of six letters or more, as they can be mistyped
    keys: frozenset[str]
    longest: int  # atoms of the longest label


BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*")
_DATES = re.compile(
    r"([^\W\d_].*\d{4})\s*(?:to|through|until|-|–|—)\s*([^\W\d_].*\d{4})"
)  # "June 2017 to June 2018"
NEGATION = re.compile(r"\b(?:no|not|non|none|never|neither|without|cannot|\w+n['’]t)\b", re.IGNORECASE)
_FOOTNOTE = re.compile(r"(?<=\w)\s*(?:[*†‡§¹²³]+|\s\d\))$")


@functools.cache
def generic() -> frozenset[str]:
    return frozenset(data_words("generic_words.txt"))


#: "Round 2", which is also called "round two".
_NUMBERED = re.compile(r"([^\W\d_]{2,}) ([1-9])")


#: Labels that stand for what they say where a chart has several of them, as a plot of boxes has.
_STATISTICS = frozenset(("min", "minimum", "max", "maximum", "median", "mean", "average"))


def _forms(label: str) -> Iterator[tuple[str, int]]:
    """The label and the shorter forms under which it counts as a whole."""
    yield label, FORM
    bare = _FOOTNOTE.sub("", label)
    without = " ".join(BRACKETS.sub(" ", bare).split())
    span = _DATES.fullmatch(without)
    spans = [f"{span[1]} {word} {span[2]}" for word in ("and", "to")] if span else []
    numbered = _NUMBERED.fullmatch(without)
    spoken = [f"{numbered[1]} {COUNT_WORDS[int(numbered[2])]}"] if numbered else []
    for form in (bare, without, *spans, *spoken):
        if form and form != label:
            yield form, ALIAS


def _joined(found: Sequence[Atom]) -> Iterator[str]:
    """The atoms' keys run together, in every reading; marks and articles are left out."""
    kept = [atom.keys for atom in found if atom.kind not in ("mark", "stop", "article")]
    return map("".join, itertools.islice(itertools.product(*kept), 24))


@functools.lru_cache(maxsize=64)
def index_of(labels: tuple[str, ...]) -> Index:
    whole: dict[str, dict[int, int]] = defaultdict(dict)
    initials: dict[str, list[int]] = defaultdict(list)
    acronyms: dict[str, list[int]] = defaultdict(list)
    part: dict[str, set[int]] = defaultdict(set)
    words: set[str] = set()
    read: list[Label] = []
    longest = 1
    bare = Counter(fold(BRACKETS.sub(" ", label)).strip() for label in labels)
    told_by_brackets = len(labels) > 1 and sum("(" in label for label in labels) * 4 >= len(labels) * 3
    statistics = {number for number, label in enumerate(labels) if fold(label.strip()) in _STATISTICS}
    statistics = statistics if len(statistics) > 1 else set()
    for number, label in enumerate(labels):
        plain = atoms(label)
        ranges = compounds(label)
        apart = with_compounds(plain, ranges)
        longest = max(longest, len(plain))
        for form, rank in _forms(label):
            found = plain if form == label else atoms(form)
            for reading in {found, apart if form == label else with_compounds(found, compounds(form))}:
                for joined in (*_joined(reading), *_joined([a for a in reading if a.kind != "joiner"])):
                    if joined:
                        whole[joined][number] = min(rank, whole[joined].get(number, rank))
        for letters in {_initials(form) for form, _ in _forms(label)}:
            if 2 <= len(letters) <= 6:
                initials[letters].append(number)
        if re.fullmatch(r"[A-Z]{3,6}", label):
            acronyms[label].append(number)
        guarded = not ranges and number not in statistics and is_guarded(label, plain)
        several = sum(a.kind not in ("mark", "article") for a in plain) > 1
        content = [a for a in apart if several and not guarded and _is_content(a, label)]
        outside = [
            a for a in content if not any(m.start() <= a.start < m.end() for m in BRACKETS.finditer(label))
        ]
        alike = (
            bare[fold(BRACKETS.sub(" ", label)).strip()] > 1
        )  # "Jobs (men)", "Jobs (women)": the brackets tell
        content = content if alike or told_by_brackets else outside or content
        keys = frozenset(key for atom in content for key in atom.keys)
        for key in keys:
            part[key].add(number)
        words.update(w for t in tokens(label) if t.is_word and len(w := unaccented(t.text)) >= 6)
        read.append(
            Label(
                label,
                guarded,
                keys,
                frozenset(k for a in (*plain, *apart) for k in a.keys),
                len(content),
                NEGATION.search(label) is not None,
            )
        )
    return Index(
        tuple(read),
        dict(whole),
        {key: tuple(numbers) for key, numbers in initials.items()},
        {key: tuple(numbers) for key, numbers in acronyms.items()},
        {key: frozenset(numbers) for key, numbers in part.items()},
        tuple(sorted(words)),
        frozenset(whole) | frozenset(key for label in read for key in label.every),
        longest,
    )


def _initials(label: str) -> str:
    words = (token.text for token in tokens(label) if token.is_word)
    return "".join(word[0] for word in words if fold(word) not in SMALL).upper()


SMALL = frozenset(("a", "an", "and", "for", "in", "of", "on", "the", "to"))


#: Letters that are words elsewhere.
_LETTERS = ("A", "I")


def _is_content(atom: Atom, text: str) -> bool:
    if atom.kind in ("range", "time", "number"):
        return True
    written = text[atom.start : atom.end]
    if atom.start and written in _LETTERS and not re.search(r"[^\W\d_]", BRACKETS.sub(" ", text[atom.end :])):
        return True  # "List A"
    return atom.kind == "word" and (len(written) > 1 or written.isupper()) and not is_reasoning(written)
