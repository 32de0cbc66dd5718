"""Which labels a text names, and where: the one matcher of the rewriter and of the offline solver.

A label is named by itself, in another case, number or possessive, with other hyphens, spaces, accents or "&"; by an
alias or its initials; by an equal range, bound, date or year written otherwise; with one typing error in a word of six
letters or more; or by a part of its words that no other label shares. What could mean several labels means none of
them: ``all_mentions`` shows such spans with their candidates, ``find_mentions`` leaves them out.

What this does not do: it knows no synonyms but those of ``data/aliases.txt``, and it does not resolve pronouns.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from recast.language.atoms import Atom, atoms, home_keys, kin_keys, with_compounds, word_keys
from recast.language.guards import is_amount, is_marked
from recast.language.inflect import is_plural
from recast.language.label_index import (
    ALIAS,
    BRACKETS,
    CASE,
    NEGATION,
    PART,
    SMALL,
    TYPO,
    VERBATIM,
    Index,
    Label,
    generic,
    index_of,
)
from recast.language.ranges import compounds
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, is_english, lemmas_by_class, tokens, unaccented

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
    read = _read(text, index)
    wholes = _chosen(text, _wholes(read, index), index)
    spans = _with_parts(wholes, list(_parts(text, read.atoms, index)), read.atoms, index)
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


# ── the text ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _Read:
    text: str
    atoms: tuple[Atom, ...]
    typos: frozenset[int]  # where mistyped words begin


def _read(text: str, index: Index) -> _Read:
    """The atoms of the text as the labels call for: only compounds that a label has; peoples and typing errors solved."""
    corrected = {}
    typos = set()
    for token in tokens(text):
        if token.is_word and (word := _corrected(token.text, index)):
            corrected[token.text] = word
            typos.add(token.start)
    wanted = tuple(atom for atom in compounds(text) if not index.keys.isdisjoint(atom.keys))
    found = with_compounds(atoms(text, corrected), wanted)
    return _Read(text, tuple(_known(atom, text, index) for atom in found), frozenset(typos))


def _corrected(word: str, index: Index) -> str:
    """The label word that an unknown word of six letters or more was meant for: the one that is one edit away."""
    folded = unaccented(word)
    if len(word) < 6 or folded in index.words or is_reasoning(word) or is_english(word):
        return ""
    if any(key in index.keys for key in (*word_keys(word), *home_keys(word))):
        return ""
    near = [known for known in index.words if OSA.distance(folded, known, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 else ""


def _known(atom: Atom, text: str, index: Index) -> Atom:
    """A word that no label has, read as the name or the word of a label that it comes from: a people as its country,
    a verb as the noun made of it, an adverb as its adjective."""
    word = text[atom.start : atom.end]
    if atom.kind != "word" or is_reasoning(word) or not index.keys.isdisjoint(atom.keys):
        return atom
    for related in (home_keys, kin_keys):
        keys = tuple(key for key in related(word) if key in index.keys)
        if keys:
            return Atom(atom.start, atom.end, keys, "word")
    return atom


@dataclass(frozen=True, slots=True, repr=False)
class _Span:
    start: int
    end: int
    ranks: dict[int, int]  # label → how well

    @property
    def best(self) -> int:
        return min(self.ranks.values())

    @property
    def candidates(self) -> tuple[int, ...]:
        best = self.best
        return tuple(sorted(label for label, rank in self.ranks.items() if rank == best))


def _overlap(one: _Span, other: _Span) -> bool:
    return one.start < other.end and other.start < one.end


def _mention(span: _Span) -> Mention:
    candidates = span.candidates
    label = candidates[0] if len(candidates) == 1 else AMBIGUOUS
    return Mention(span.start, span.end, label, span.best <= CASE, span.best < PART, candidates)


# ── whole labels ─────────────────────────────────────────────────────────────────────────────────────────────


def _wholes(read: _Read, index: Index) -> Iterator[_Span]:
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
                yield _Span(
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


def _verbatim(text: str, index: Index) -> Iterator[_Span]:
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
    return (_Span(start, end, ranks) for (start, end), ranks in found.items())


def _by_initials(text: str, read: tuple[Atom, ...], index: Index) -> Iterator[_Span]:
    """ "UAE" for "United Arab Emirates", and "National Bridge Authority" for "NBA"."""
    for atom in read:
        written = text[atom.start : atom.end].replace(".", "")
        if re.match(r"\s*dollars?\b", text[atom.end :], re.IGNORECASE):
            continue
        if not text.isupper() and written.isupper() and written in index.initials:
            yield _Span(atom.start, atom.end, dict.fromkeys(index.initials[written], ALIAS))
    words = [a for a in read if a.kind == "word" and fold(text[a.start : a.end]) not in SMALL]
    for acronym, numbers in index.acronyms.items():
        for first in range(len(words) - len(acronym) + 1):
            run = words[first : first + len(acronym)]
            if all(
                text[a.start].upper() == letter for a, letter in zip(run, acronym, strict=True)
            ) and not any(is_reasoning(text[a.start : a.end]) for a in run):
                yield _Span(run[0].start, run[-1].end, dict.fromkeys(numbers, ALIAS))


def _chosen(text: str, spans: Iterator[_Span], index: Index) -> list[_Span]:
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
    chosen: list[_Span] = []
    for (start, end), ranks in sorted(
        merged.items(), key=lambda item: (item[0][0] - item[0][1], min(item[1].values()))
    ):
        span = _Span(start, end, ranks)
        if not any(_overlap(span, other) for other in chosen):
            chosen.append(span)
    return chosen


# ── parts of labels ──────────────────────────────────────────────────────────────────────────────────────────


def _parts(text: str, read: tuple[Atom, ...], index: Index) -> Iterator[_Span]:
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
        span = _Span(named[0].start, named[-1].end, dict.fromkeys(labels, PART))
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


def _is_class(text: str, span: _Span, named: list[Atom], index: Index) -> bool:
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


def _with_parts(wholes: list[_Span], parts: list[_Span], read: tuple[Atom, ...], index: Index) -> list[_Span]:
    """Whole labels stand; a part takes their place only where it holds them, and most of its own one label. A part right
    behind another ("solar power" where "Solar heat" and "Wind power" are labels) says nothing: the first word decides."""
    spans = list(wholes)
    heads = {part.end for part in parts}
    for part in parts:
        if any(part.start == atom.start and read[at - 1].end in heads for at, atom in enumerate(read) if at):
            continue
        crossed = [span for span in spans if _overlap(span, part)]
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


def _is_most(part: _Span, read: tuple[Atom, ...], index: Index) -> bool:
    """Whether the part names three in five or more of the words of its label, in the label's number of atoms."""
    label = index.labels[part.candidates[0]]
    inside = [atom for atom in read if part.start <= atom.start and atom.end <= part.end]
    named = sum(not label.content.isdisjoint(atom.keys) for atom in inside)
    return named * 5 >= label.length * 3
