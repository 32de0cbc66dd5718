"""Labels that a text names whole: letter for letter, in another form, by an alias or its initials, with one typing error."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from recast.language.atoms import Atom
from recast.language.guards import is_amount, is_marked
from recast.language.label_index import ALIAS, CASE, SMALL, TYPO, VERBATIM, Index
from recast.language.spans import Read, Span, overlap
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold


def whole_labels(read: Read, index: Index) -> Iterator[Span]:
    text = read.text
    yield from _verbatim(text, index)
    yield from _by_initials(text, read.atoms, index)
    for first, atom in enumerate(read.atoms):
        if atom.kind in ("mark", "stop"):
            continue
        joined = [""]
        typo = False
        for last in range(first, min(len(read.atoms), first + index.longest + 4)):
            here = read.atoms[last]
            if here.kind == "stop":
                break
            if here.kind == "mark" or (here.kind == "article" and last > first):
                if here.kind == "mark":
                    continue
                key_sets: tuple[str, ...] = ("",)
            else:
                key_sets = here.keys
            typo = typo or here.start in read.typos
            joined = [head + key for head in joined for key in key_sets][:24]
            hits: dict[int, int] = {}
            for key in joined:
                for label, rank in index.whole.get(key, {}).items():
                    hits[label] = min(rank, hits.get(label, rank))
            if hits and here.kind != "article":
                start, end = atom.start, here.end
                yield Span(
                    start,
                    end,
                    {n: _rank(text[start:end], index.labels[n].text, rank, typo) for n, rank in hits.items()},
                )


def _rank(written: str, label: str, rank: int, typo: bool) -> int:
    if written == label:
        return VERBATIM
    if fold(written) == fold(label):
        return CASE
    return TYPO if typo else rank


def _within_word(text: str, at: int) -> bool:
    """Whether the border before ``text[at]`` lies inside a word or numeral. Scripts without letter case are written
    without spaces, so any border will do there."""

    def runs_on(char: str) -> bool:
        return char.isdigit() or char.lower() != char.upper()

    return 0 < at < len(text) and runs_on(text[at - 1]) and runs_on(text[at])


def _verbatim(text: str, index: Index) -> Iterator[Span]:
    """Every place where a label stands letter for letter: it finds labels that are no words at all ("<1", "中国")."""
    found: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    lowered = text.lower()
    same_length = len(lowered) == len(text)
    for number, label in enumerate(index.labels):
        needle = label.text.strip()
        if not needle:
            continue
        places, sought = (lowered, needle.lower()) if same_length else (text, needle)
        at = places.find(sought)
        while at >= 0:
            end = at + len(sought)
            if not _within_word(text, at) and not _within_word(text, end):
                found[at, end][number] = VERBATIM if text[at:end] == needle else CASE
            at = places.find(sought, at + 1)
    return (Span(start, end, ranks) for (start, end), ranks in found.items())


def _by_initials(text: str, read: tuple[Atom, ...], index: Index) -> Iterator[Span]:
    """ "UAE" for "United Arab Emirates", and "National Bridge Authority" for "NBA"."""
    for atom in read:
        written = text[atom.start : atom.end].replace(".", "")
        if re.match(r"\s*dollars?\b", text[atom.end :], re.IGNORECASE):
            continue
        if not text.isupper() and written.isupper() and written in index.initials:
            yield Span(atom.start, atom.end, dict.fromkeys(index.initials[written], ALIAS))
    words = [a for a in read if a.kind == "word" and fold(text[a.start : a.end]) not in SMALL]
    for acronym, numbers in index.acronyms.items():
        for first in range(len(words) - len(acronym) + 1):
            run = words[first : first + len(acronym)]
            if all(
                text[a.start].upper() == letter for a, letter in zip(run, acronym, strict=True)
            ) and not any(is_reasoning(text[a.start : a.end]) for a in run):
                yield Span(run[0].start, run[-1].end, dict.fromkeys(numbers, ALIAS))


def chosen(text: str, spans: Iterator[Span], index: Index) -> list[Span]:
    """The longest first, then the better named; none overlaps another. Guarded labels only where they are marked."""
    merged: dict[tuple[int, int], dict[int, int]] = {}
    for span in spans:
        start, end = span.start, span.end
        for label, rank in span.ranks.items():
            known = index.labels[label]
            if not is_amount(text, start, end) and (
                not known.guarded or is_marked(text, start, end, known.text)
            ):
                ranks = merged.setdefault((start, end), {})
                ranks[label] = min(rank, ranks.get(label, rank))
    chosen: list[Span] = []
    for (start, end), ranks in sorted(
        merged.items(), key=lambda item: (item[0][0] - item[0][1], min(item[1].values()))
    ):
        span = Span(start, end, ranks)
        if not any(overlap(span, other) for other in chosen):
            chosen.append(span)
    return chosen
