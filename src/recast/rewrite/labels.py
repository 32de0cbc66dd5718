"""Labels: what kind of label each one is, and the label that stands for it.

A label is replaced whole, by one word: how many words it had, its hyphens, brackets, acronyms and numerals tell
nothing. A word that several labels share is carried over, as one word beside the new one, only if the question speaks
of it ("all the March bars"). Plain years stay for the number map. What has an order (months, quarters, seasons, age
groups, grades) becomes invented names in alphabetical order, so that the order can be seen without a numeral.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from recast.language.inflect import is_plural, plural
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemma, lemmas_by_class
from recast.numbers.numerals import year_labels
from recast.rewrite.supply import Kind, Supply
from recast.types import Private

LabelKind = Literal["name", "thing", "person", "place", "quality"]
Style = tuple[LabelKind, bool]  # what the labels of an axis are, and whether they stand in the plural

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = re.compile(
    r"\b(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b\.?",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"\bq([1-4])\b|\b([1-4])q\b|\b(first|second|third|fourth|1st|2nd|3rd|4th) quarter\b", re.IGNORECASE
)
_HALF = re.compile(r"\bh([12])\b|\b([12])h\b", re.IGNORECASE)
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = re.compile(
    r"(mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\.?",
    re.IGNORECASE,
)
_ANY_YEAR = re.compile(r"(?<!\d)((?:1[89]|20)\d\d)(?!\d)|['’](\d\d)(?!\d)")
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?!\d)")
_DAY_NUMBER = re.compile(r"(?<![\d'’])(\d{1,2})(?:st|nd|rd|th)?(?!\d)")
_INTERVAL = re.compile(
    r"[^\d]*\d[\d.,]*\s*(?:[-–—~]|to|and|or)\s*[<>$€£]?\s*(?:\d[\d.,]*|\w+)[^\d]*|[^\d]*\d[\d.,]*\s*\+[^\d]*"
    r"|\s*(?:[<>≤≥]|under|over|below|above|up to|less than|more than|at least)\s*[$€£]?\d[\d.,]*[^\d]*|\s*\d[\d.,]*\s*",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")

#: Heads of labels and phrases that mean people; words in -er, -or, -ist and the like count as well.
_PEOPLE = frozenset(
    {
        "person",
        "people",
        "man",
        "woman",
        "child",
        "adult",
        "boy",
        "girl",
        "male",
        "female",
        "student",
        "pupil",
        "respondent",
        "parent",
        "citizen",
        "resident",
        "voter",
        "member",
        "patient",
        "doctor",
        "nurse",
        "tourist",
        "visitor",
        "migrant",
        "immigrant",
        "household",
        "family",
        "user",
        "follower",
        "fan",
        "subscriber",
        "guest",
        "participant",
        "inhabitant",
        "applicant",
        "graduate",
        "worker",
        "employee",
        "client",
        "friend",
        "teenager",
        "youth",
    }
)


def canonical_years(labels: Sequence[str]) -> tuple[str | None, ...]:
    """The four digits of every label of one axis that is a plain year but for a footnote mark ("2021*"), None for the
    others and for a year that two labels share. Years written otherwise ("'26", "2016/17") become ordered names."""
    years = [None if year is None else str(year) for year in year_labels(labels)]
    counts = Counter(years)
    return tuple(year if year and counts[year] == 1 else None for year in years)


def time_key(label: str) -> tuple[int, int, int] | None:
    """Year, part of the year and day of a label that names a time ("Mar 2020", "Q1 '19", "2016/17", "Monday",
    "3 May"), for ordering; None for a label that names none."""
    text = unicodedata.normalize("NFKC", label).strip()
    iso = _ISO.search(text)
    if iso:
        return int(iso.group(1)), int(iso.group(2)), int(iso.group(3) or 0)
    years = _ANY_YEAR.search(text)
    year = 0
    if years:
        year = (
            int(years.group(1))
            if years.group(1)
            else 2000 + int(years.group(2)) - (100 if int(years.group(2)) >= 70 else 0)
        )
    month = _MONTH.search(text)
    if month:
        rest = _DAY_NUMBER.search(_ANY_YEAR.sub(" ", text))
        return year, 1 + _MONTHS.index(fold(month.group(1))[:3]), int(rest.group(1)) if rest else 0
    quarter = _QUARTER.search(text)
    if quarter:
        word = next(group for group in quarter.groups() if group)
        return year, 3 * (int(word) if word.isdigit() else _ORDINALS[fold(word)]), 0
    half = _HALF.search(text)
    if half:
        return year, 6 * int(next(group for group in half.groups() if group)), 0
    day = _DAY.fullmatch(text)
    if day:
        return 0, 0, 1 + _DAYS.index(fold(day.group(1))[:3])
    return (year, 0, 0) if years and not re.search(r"[^\W\d_]{3,}", text) else None


_TIME_WORDS = frozenset({"year", "month", "quarter", "week", "day"})


def time_words(labels: Sequence[str], title: str) -> frozenset[str]:
    """What the labels of an axis are called, in the singular, if they are times but no plain years, and become names:
    "month" for January to June, and what the axis title says of them."""
    if not labels or all(canonical_years(labels)) or any(time_key(label) is None for label in labels):
        return frozenset()
    called = {word for word in map(lemma, re.findall(r"[^\W\d_]+", title)) if word in _TIME_WORDS}
    for word, pattern in (("month", _MONTH), ("quarter", _QUARTER), ("day", _DAY)):
        if all(pattern.search(label) for label in labels):
            called.add(word)
    return frozenset(called)


def is_interval(label: str) -> bool:
    """Whether the label is a class interval or a bare number ("18-29", "65+", "under $10", "25 to 34 years")."""
    return _INTERVAL.fullmatch(unicodedata.normalize("NFKC", label)) is not None


def _interval_key(label: str) -> tuple[float, int]:
    numbers = [float(found.replace(",", "")) for found in _NUMBER.findall(label) if found.count(".") < 2]
    open_below = re.match(r"\s*(?:<|≤|under|below|up to|less than)", label, re.IGNORECASE)
    return (numbers[0] if numbers else 0.0), (0 if open_below else 1)


def content_words(label: str) -> tuple[str, ...]:
    """The lemmas of a label's words outside the reasoning vocabulary."""
    words = re.findall(r"[^\W\d_]+", label)
    return tuple(lemma(word) for word in words if not is_reasoning(word))


def means_people(head: str) -> bool:
    """Whether a head noun (any form) probably means people."""
    base = lemma(head)
    return base in _PEOPLE or (len(base) > 5 and base.endswith(("ist", "eer", "man", "woman", "ian")))


def _words(label: str) -> list[str]:
    """The words of a label without what stands in brackets, if anything else is there."""
    text = unicodedata.normalize("NFKC", label)
    return re.findall(r"[^\W\d_]+", _BRACKETS.sub(" ", text)) or re.findall(r"[^\W\d_]+", text)


def kind_of(label: str) -> LabelKind:
    """What kind of phrase a label is, apart from years and times: a name, a thing, people, or a quality (anything
    else: adjectives, verbs, reasoning words, whole answers)."""
    words = _words(label)
    if not words or any(c.isdigit() for c in _BRACKETS.sub(" ", label)):
        return "name"
    head = words[-1]
    classes = {upos for upos, _ in lemmas_by_class(head)}
    if not classes and not is_reasoning(head):
        return "name"
    if "NOUN" in classes and not is_reasoning(head):
        return "person" if means_people(head) else "thing"
    return "quality"


def axis_kind(labels: Sequence[str]) -> Style:
    """The kind that most labels of an axis have, and whether most are plural: one style for all of them."""
    kinds = Counter(kind_of(label) for label in labels)
    most = max(kinds, key=lambda kind: (kinds[kind], kind))
    heads = [_words(label) for label in labels]
    plurals = sum(1 for words in heads if words and is_plural(words[-1]))
    return most, 2 * plurals > len(labels)


def drawn_kind(draw: random.Random) -> Style:
    """A kind for the labels of an axis whatever the source's are, where no sentence of the source speaks of them."""
    kind = draw.choice(_DRAWN)
    return kind, draw.random() < 0.5


_DRAWN: tuple[LabelKind, ...] = ("name", "thing", "person", "place")
_SUPPLY: dict[LabelKind, Kind] = {
    "thing": "thing",
    "person": "person",
    "place": "place",
    "quality": "quality",
    "name": "name",
}


def _orders(labels: Sequence[str], role: str) -> tuple[int, ...] | None:
    """The place of each label in the order that the axis has, or None where it has none."""
    times = [time_key(label) for label in labels]
    known = [key for key in times if key is not None]
    if len(known) == len(labels) and len(set(known)) == len(known):
        return _ranks(known)
    if len(labels) > 1 and all(is_interval(label) for label in labels):
        keys = [_interval_key(label) for label in labels]
        return _ranks(keys) if len(set(keys)) == len(keys) else tuple(range(len(labels)))
    return tuple(range(len(labels))) if role in ("time", "ordinal") else None


def _ranks(keys: Sequence[tuple[float, ...]]) -> tuple[int, ...]:
    order = sorted(range(len(keys)), key=lambda place: keys[place])
    ranks = [0] * len(keys)
    for rank, place in enumerate(order):
        ranks[place] = rank
    return tuple(ranks)


def has_order(labels: Sequence[str], role: str) -> bool:
    """Whether the labels of an axis have an order: years, times, intervals, or the role says so."""
    return role != "nominal" or all(canonical_years(labels)) or _orders(labels, role) is not None


@dataclass(frozen=True, slots=True, repr=False)
class NewLabel(Private):
    """The label that stands for one of the source's. ``common``: it ends in a common noun of the world, which may be
    inflected and set in lower case inside a sentence."""

    text: str
    common: bool = False


def replaced(
    labels: Sequence[str],
    role: str,
    supply: Supply,
    shared: Collection[str],
    shared_word: Mapping[str, str],
    style: Style | None = None,
) -> tuple[NewLabel, ...]:
    """The label that stands for each label of one axis, all different; empty labels stay empty. ``style``: what they become
    where they have no order; by default what most of them are.

    ``shared`` holds the lemmas that the question uses and several labels have; ``shared_word`` gives the word that
    stands for each. A label that is a plain year becomes its four digits, if no other label is that year.
    """
    years = canonical_years(labels)
    others = [place for place, label in enumerate(labels) if years[place] is None and label.strip()]
    texts = [labels[place] for place in others]
    ranks = _orders(texts, role) if texts else None
    words: dict[int, str] = {}
    kind: LabelKind = "name"
    if ranks is not None:
        names = sorted((supply.name() for _ in others), key=fold)
        words = {place: names[rank] for place, rank in zip(others, ranks, strict=True)}
    elif texts:
        kind, many = style or axis_kind(texts)
        for place in others:
            word = supply.take(_SUPPLY[kind])
            inflected = many and kind in ("thing", "person", "place") and word.islower()
            words[place] = plural(word) if inflected else word
    made = [NewLabel(year or "") for year in years]
    for place, word in words.items():
        carried = [
            shared_word[found] for found in dict.fromkeys(content_words(labels[place])) if found in shared
        ]
        made[place] = NewLabel(
            " ".join([word[:1].upper() + word[1:], *carried]),
            (word.islower() and kind != "quality") or bool(carried),
        )
    return tuple(made)
