"""Which labels a text names, and where: the one matcher of the rewriter and of the offline solver.

A label is named by itself, in another case, number or possessive, with other hyphens, spaces, accents or "&"; by an
alias or its initials; by an equal range, bound, date or year written otherwise; with one typing error in a word of six
letters or more; or by a part of its words that no other label shares. What could mean several labels means none of
them: ``all_mentions`` shows such spans with their candidates, ``find_mentions`` leaves them out.

What this does not do: it knows no synonyms but those of ``data/aliases.txt``, and it does not resolve pronouns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recast.language.atoms import word_keys
from recast.language.label_index import (
    CASE,
    PART,
    index_of,
)
from recast.language.label_parts import label_parts, with_parts
from recast.language.spans import Span, read_atoms
from recast.language.whole_labels import chosen, whole_labels
from recast.language.words import fold, tokens

AMBIGUOUS = -1


@dataclass(frozen=True, slots=True, repr=False)
class Mention:
    """``text[start:end]`` names label number ``label``, or several equally well: then ``label`` is ``AMBIGUOUS``.

    ``exact``: the span is the label but for case. ``whole``: all of the label is named, in whatever form; otherwise a
    part of it. ``candidates`` are the labels that the span can mean. A possessive ending is not in the span.
    """

    start: int
    end: int
    label: int
    exact: bool
    whole: bool = True
    candidates: tuple[int, ...] = ()


def find_mentions(text: str, labels: Sequence[str]) -> tuple[Mention, ...]:
    """The mentions of one label each, in order, none overlapping another."""
    return tuple(mention for mention in all_mentions(text, labels) if mention.label != AMBIGUOUS)


def all_mentions(text: str, labels: Sequence[str]) -> tuple[Mention, ...]:
    """The mentions in order, those that could mean several labels included."""
    index = index_of(tuple(labels))
    read = read_atoms(text, index)
    wholes = chosen(text, whole_labels(read, index), index)
    spans = with_parts(wholes, list(label_parts(text, read.atoms, index)), read.atoms, index)
    found = [_mention(span) for span in sorted(spans, key=lambda span: span.start)]
    return _heads_shared(text, _without_heads(text, found, labels), labels)


def group_mentions(
    text: str, categories: Sequence[str], series: Sequence[str], kind: str = ""
) -> tuple[Mention, ...]:
    """The mentions of several labels at once: what some, not all, labels of one axis share ("2019" over quarters). The
    candidates count the categories first. A year that belongs to a date of another month or quarter is none, nor is a word
    of ``kind``, the title of the categories, which means all of them ("stadiums" where some of these are called so)."""
    rows = len(categories)
    of_all = {key for token in tokens(kind) if token.is_word for key in word_keys(token.text)}
    found = []
    for mention in all_mentions(text, (*categories, *series)):
        of_categories = {place < rows for place in mention.candidates}
        size = rows if of_categories == {True} else len(series)
        if (
            mention.label == AMBIGUOUS
            and len(of_categories) == 1
            and len(mention.candidates) < size
            and not _OF_A_DATE.search(text[: mention.start])
            and not (of_categories == {True} and _all_among(text[mention.start : mention.end], of_all))
        ):
            found.append(mention)
    return tuple(found)


def without_title_words(found: Sequence[Mention], in_titles: Sequence[Mention]) -> list[Mention]:
    """The mentions of labels without those in part that lie within a longer mention of an axis title ("police" of a label in
    "police officers", which the value axis counts), or are the whole of one ("station" of "Bus Station" on the axis
    "Station")."""
    return [
        mention
        for mention in found
        if mention.whole
        or not any(
            _within(mention, title) and (title.whole or title.end - title.start > mention.end - mention.start)
            for title in in_titles
        )
    ]


def _within(one: Mention, other: Mention) -> bool:
    return other.start <= one.start and one.end <= other.end


def _all_among(phrase: str, keys: set[str]) -> bool:
    """Whether a phrase is made of words alone, each of which has one of ``keys``."""
    found = tokens(phrase)
    return all(token.is_word and not keys.isdisjoint(word_keys(token.text)) for token in found)


_OF_A_DATE = re.compile(
    r"\b(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?|quarter|half|q[1-4])(?: \d+)?,?(?: of)? $",
    re.IGNORECASE,
)


def _without_heads(text: str, found: Sequence[Mention], labels: Sequence[str]) -> list[Mention]:
    """``found`` without the last word of one label that stands right behind the whole of another ("modern art" beside the
    labels "Modern" and "Dutch art"): it says what kind of thing the other is."""
    kept: list[Mention] = []
    for mention in found:
        word = text[mention.start : mention.end]
        head = (
            not mention.whole
            and mention.label != AMBIGUOUS
            and word.isalpha()
            and fold(labels[mention.label]).split()[-1] == fold(word)
        )
        if not (head and kept and kept[-1].whole and text[kept[-1].end : mention.start] == " "):
            kept.append(mention)
    return kept


def _heads_shared(text: str, found: list[Mention], labels: Sequence[str]) -> tuple[Mention, ...]:
    """``found`` with "strongly and somewhat agree" understood: what could be several labels is the one that ends as the
    label after "and" or "or" does."""
    for place in range(len(found) - 2, -1, -1):
        here, following = found[place], found[place + 1]
        joined = re.fullmatch(r",?\s+(?:and|or)\s+|,\s+", text[here.end : following.start])
        if here.label != AMBIGUOUS or following.label == AMBIGUOUS or joined is None:
            continue
        head = labels[following.label].split()[-1:]
        same = [
            label
            for label in here.candidates
            if labels[label].split()[-1:] == head and label != following.label
        ]
        if len(same) == 1:
            found[place] = Mention(here.start, here.end, same[0], False, False, tuple(same))
    return tuple(found)


def _mention(span: Span) -> Mention:
    candidates = span.candidates
    label = candidates[0] if len(candidates) == 1 else AMBIGUOUS
    return Mention(span.start, span.end, label, span.best <= CASE, span.best < PART, candidates)
