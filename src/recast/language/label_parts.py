"""Labels that a text names by a part of their words that no other label shares."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from recast.language.atoms import Atom, word_keys
from recast.language.guards import is_amount
from recast.language.inflect import is_plural
from recast.language.label_index import BRACKETS, NEGATION, PART, Index, Label, generic
from recast.language.spans import Span, overlap
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemmas_by_class, tokens


def label_parts(text: str, read: tuple[Atom, ...], index: Index) -> Iterator[Span]:
    """Runs of words that all stand in one label, at least one of them a word that tells labels apart.

    Small words and reasoning words belong to a run only inside it and only if the label has them.
    """
    first = 0
    while first < len(read):
        labels = _having(read[first], index)
        if not labels:
            first += 1
            continue
        named = [read[first]]
        at = first + 1
        bridge: list[Atom] = []
        while at < len(read) and read[at].kind != "stop":
            here = read[at]
            shared = labels & _having(here, index)
            if shared:
                labels = (
                    frozenset(n for n in shared if all(_has(index.labels[n], atom) for atom in bridge))
                    or shared
                )
                if bridge and not all(_has(index.labels[n], atom) for n in labels for atom in bridge):
                    break
                named.append(here)
                bridge = []
            elif here.kind not in ("mark", "article"):
                if len(bridge) == 2 or not any(_has(index.labels[n], here) for n in labels):
                    break
                bridge.append(here)
            at += 1
        last = next(i for i, atom in enumerate(read) if atom is named[-1])
        if not NEGATION.search(" ".join(text[: named[-1].end].split()[-len(named) - 3 :])):
            labels = frozenset(n for n in labels if not index.labels[n].negated)
        if not labels:
            first = last + 1
            continue
        if len(labels) > 1 and first and _tells(read[first]):
            leading = [n for n in labels if _begins(text, read[first - 1], read[first], index.labels[n].text)]
            if len(leading) == 1:
                labels, named, first = frozenset(leading), [read[first - 1], *named], first - 1
        span = Span(named[0].start, named[-1].end, dict.fromkeys(labels, PART))
        tells = len(named) > 1 or (_tells(named[0]) and not is_amount(text, span.start, span.end))
        if (
            tells
            and not _is_of_another_name(text, read, first, last, [index.labels[n].text for n in labels])
            and not _is_class(text, span, named, index)
        ):
            yield span
        first = last + 1


def _begins(text: str, before: Atom, atom: Atom, label: str) -> bool:
    """Whether a word and the one before it, which alone is a word of questions, begin a label ("fast food" beside "Fast food
    sales" and "Slow food sales")."""
    written = fold(text[before.start : atom.end])
    asking = before.kind == "word" and is_reasoning(text[before.start : before.end])
    return asking and len(written.split()) == 2 and fold(label).startswith(written)


def _having(atom: Atom, index: Index) -> frozenset[int]:
    if atom.kind == "article":
        return frozenset()
    return frozenset().union(*(index.part.get(key, frozenset()) for key in atom.keys))


def _has(label: Label, atom: Atom) -> bool:
    return not label.every.isdisjoint(atom.keys)


def _tells(atom: Atom) -> bool:
    """Whether the atom alone can tell labels apart: no generic word, no small number."""
    if atom.kind == "number":
        return (
            len(atom.keys) > 1 or re.fullmatch(r"\d+[a-z]|[a-z]+\d+[a-z]*", atom.keys[0]) is not None
        )  # a year, "5G", "CO2"
    return atom.kind != "word" or generic().isdisjoint(atom.keys)


def is_kind(word: str, labels: Sequence[str]) -> bool:
    """Whether a word says what kind of thing these labels are: the plural of the last word of each ("sciences" beside
    "Computer Science", "factories" beside "Factory A"). It may as well mean others of the kind that are not called so."""
    if not is_plural(word):
        return False
    for label in labels:
        words = [
            token.text for token in tokens(BRACKETS.sub(" ", label)) if token.is_word and len(token.text) > 1
        ]
        alike = (
            words
            and not is_plural(words[-1])
            and not words[-1].endswith("ed")  # "pardons" beside "Sentences Pardoned": what was done, no kind
            and not set(word_keys(words[-1])).isdisjoint(word_keys(word))
        )
        if not alike:
            return False
    return bool(labels)


def _is_class(text: str, span: Span, named: list[Atom], index: Index) -> bool:
    """Whether the run is one word that says what kind of thing its only label is."""
    labels = [index.labels[label].text for label in span.candidates]
    return len(named) == 1 == len(span.ranks) and is_kind(text[span.start : span.end], labels)


def _is_shared_head(text: str, read: tuple[Atom, ...], at: int, labels: Sequence[str]) -> bool:
    """Whether one word is the head of its labels and, in the text, of another noun ("skate stores" beside "Concept stores")."""
    if not at or read[at].kind != "word" or not is_plural(text[read[at].start : read[at].end]):
        return False
    beside = text[read[at - 1].start : read[at - 1].end]
    if "NOUN" not in dict(lemmas_by_class(text[read[at].start : read[at].end])):
        return False  # "which region emits most" beside "Emission"
    if read[at - 1].kind != "word" or is_reasoning(beside) or text[read[at - 1].end : read[at].start] != " ":
        return False
    heads = [BRACKETS.sub(" ", label).split()[-1:] for label in labels]
    return all(head and not set(word_keys(head[0])).isdisjoint(read[at].keys) for head in heads)


def _is_of_another_name(
    text: str, read: tuple[Atom, ...], first: int, last: int, labels: Sequence[str]
) -> bool:
    """Whether the run is visibly a piece of something else: a month or quarter before another date's number, or one
    capitalised word beside another capitalised word within a sentence ("Bridge" in "Harbour Bridge Survey"), or "A" before a
    noun in a text of capitals."""
    after = read[last + 1] if last + 1 < len(read) else None
    if first == last and _is_shared_head(text, read, first, labels):
        return True
    if read[last].kind == "time" and after is not None and after.kind == "number":
        return True
    if first == last and text[read[first].start : read[first].end] == "A" and after is not None:
        return after.kind == "word" and not is_reasoning(text[after.start : after.end])  # "For A Year"
    if first != last or not text[read[first].start].isupper():
        return False
    beside = [read[at] for at in (first - 1, first + 1) if 1 <= at < len(read)]
    return any(
        atom.kind == "word" and text[atom.start].isupper() and not is_reasoning(text[atom.start : atom.end])
        for atom in beside
    )


def with_parts(wholes: list[Span], parts: list[Span], read: tuple[Atom, ...], index: Index) -> list[Span]:
    """Whole labels stand; a part takes their place only where it holds them, and most of its own one label. A part right
    behind another ("solar power" where "Solar heat" and "Wind power" are labels) says nothing: the first word decides."""
    spans = list(wholes)
    heads = {part.end for part in parts}
    for part in parts:
        if any(part.start == atom.start and read[at - 1].end in heads for at, atom in enumerate(read) if at):
            continue
        crossed = [span for span in spans if overlap(span, part)]
        if crossed:
            held = all(
                part.start <= span.start
                and span.end <= part.end
                and part.end - part.start > span.end - span.start
                for span in crossed
            )
            if not held or len(part.ranks) > 1 or not _is_most(part, read, index):
                continue
            spans = [span for span in spans if span not in crossed]
        spans.append(part)
    return spans


def _is_most(part: Span, read: tuple[Atom, ...], index: Index) -> bool:
    """Whether the part names three in five or more of the words of its label, in the label's number of atoms."""
    label = index.labels[part.candidates[0]]
    inside = [atom for atom in read if part.start <= atom.start and atom.end <= part.end]
    named = sum(not label.content.isdisjoint(atom.keys) for atom in inside)
    return named * 5 >= label.length * 3
