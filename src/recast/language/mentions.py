"""Which labels a text names, and where: the one matcher of the rewriter and of the offline solver.

A label is named by itself, in another case, number or possessive, with other hyphens, spaces, accents or "&"; by an
alias or its initials; by an equal range, bound, date or year written otherwise; with one typing error in a word of six
letters or more; or by a part of its words that no other label shares. What could mean several labels means none of
them: ``all_mentions`` shows such spans with their candidates, ``find_mentions`` leaves them out.

What this does not do: it knows no synonyms but those of ``data/aliases.txt``, and it does not resolve pronouns.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from recast.language.atoms import Atom, atoms, compounds, home_keys, kin_keys, with_compounds, word_keys
from recast.language.guards import is_amount, is_guarded, is_marked
from recast.language.inflect import is_plural
from recast.language.vocabulary import is_reasoning
from recast.language.words import data_words, fold, is_english, tokens, unaccented

AMBIGUOUS = -1

#: How a span names its label, best first.
VERBATIM, CASE, FORM, ALIAS, TYPO, PART = range(6)


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
    index = _index(tuple(labels))
    read = _read(text, index)
    wholes = _chosen(text, _wholes(read, index), index)
    spans = _with_parts(wholes, list(_parts(text, read.atoms, index)), read.atoms, index)
    return tuple(_mention(span) for span in sorted(spans, key=lambda span: span.start))


# ── the labels ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _Label:
    text: str
    guarded: bool  # made of reasoning words, one letter or a bare numeral: named only where the text marks it as a name
    content: frozenset[str]  # the keys that can name it in part
    every: frozenset[str]  # all its keys
    length: int  # how many words of content it has
    negated: bool  # says "no" or "not", so that its other words alone do not name it


@dataclass(frozen=True, slots=True, repr=False)
class _Index:
    labels: tuple[_Label, ...]
    whole: dict[str, dict[int, int]]  # joined keys → label → rank
    initials: dict[str, tuple[int, ...]]  # "GDP" → labels whose words begin so, or which are so written
    acronyms: dict[str, tuple[int, ...]]  # labels that are acronyms, folded
    part: dict[str, frozenset[int]]  # content key → labels
    words: tuple[str, ...]  # words of six letters or more, as they can be mistyped
    keys: frozenset[str]
    longest: int  # atoms of the longest label


_BRACKETS = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*")
_DATES = re.compile(
    r"([^\W\d_].*\d{4})\s*(?:to|through|until|-|–|—)\s*([^\W\d_].*\d{4})"
)  # "June 2017 to June 2018"
_NEGATION = re.compile(r"\b(?:no|not|non|none|never|neither|without|cannot|\w+n['’]t)\b", re.IGNORECASE)
_FOOTNOTE = re.compile(r"(?<=\w)\s*(?:[*†‡§¹²³]+|\s\d\))$")


@functools.cache
def _generic() -> frozenset[str]:
    return frozenset(data_words("generic_words.txt"))


def _forms(label: str) -> Iterator[tuple[str, int]]:
    """The label and the shorter forms under which it counts as a whole."""
    yield label, FORM
    bare = _FOOTNOTE.sub("", label)
    without = " ".join(_BRACKETS.sub(" ", bare).split())
    span = _DATES.fullmatch(without)
    spans = [f"{span[1]} {word} {span[2]}" for word in ("and", "to")] if span else []
    for form in (bare, without, *spans):
        if form and form != label:
            yield form, ALIAS


def _joined(found: Sequence[Atom]) -> Iterator[str]:
    """The atoms' keys run together, in every reading; marks and articles are left out."""
    kept = [atom.keys for atom in found if atom.kind not in ("mark", "stop", "article")]
    return map("".join, itertools.islice(itertools.product(*kept), 24))


@functools.lru_cache(maxsize=64)
def _index(labels: tuple[str, ...]) -> _Index:
    whole: dict[str, dict[int, int]] = defaultdict(dict)
    initials: dict[str, list[int]] = defaultdict(list)
    acronyms: dict[str, list[int]] = defaultdict(list)
    part: dict[str, set[int]] = defaultdict(set)
    words: set[str] = set()
    read: list[_Label] = []
    longest = 1
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
        guarded = not ranges and is_guarded(label, plain)
        several = sum(a.kind not in ("mark", "article") for a in plain) > 1
        content = [a for a in apart if several and not guarded and _is_content(a, label)]
        outside = [
            a for a in content if not any(m.start() <= a.start < m.end() for m in _BRACKETS.finditer(label))
        ]
        content = outside or content
        keys = frozenset(key for atom in content for key in atom.keys)
        for key in keys:
            part[key].add(number)
        words.update(w for t in tokens(label) if t.is_word and len(w := unaccented(t.text)) >= 6)
        read.append(
            _Label(
                label,
                guarded,
                keys,
                frozenset(k for a in (*plain, *apart) for k in a.keys),
                len(content),
                _NEGATION.search(label) is not None,
            )
        )
    return _Index(
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
    return "".join(word[0] for word in words if fold(word) not in _SMALL).upper()


_SMALL = frozenset(("a", "an", "and", "for", "in", "of", "on", "the", "to"))


def _is_content(atom: Atom, text: str) -> bool:
    if atom.kind in ("range", "time", "number"):
        return True
    written = text[atom.start : atom.end]
    return atom.kind == "word" and (len(written) > 1 or written.isupper()) and not is_reasoning(written)


# ── the text ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _Read:
    text: str
    atoms: tuple[Atom, ...]
    typos: frozenset[int]  # where mistyped words begin


def _read(text: str, index: _Index) -> _Read:
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


def _corrected(word: str, index: _Index) -> str:
    """The label word that an unknown word of six letters or more was meant for: the one that is one edit away."""
    folded = unaccented(word)
    if len(word) < 6 or folded in index.words or is_reasoning(word) or is_english(word):
        return ""
    if any(key in index.keys for key in (*word_keys(word), *home_keys(word))):
        return ""
    near = [known for known in index.words if OSA.distance(folded, known, score_cutoff=1) <= 1]
    return near[0] if len(near) == 1 else ""


def _known(atom: Atom, text: str, index: _Index) -> Atom:
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


def _wholes(read: _Read, index: _Index) -> Iterator[_Span]:
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


def _verbatim(text: str, index: _Index) -> Iterator[_Span]:
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


def _by_initials(text: str, read: tuple[Atom, ...], index: _Index) -> Iterator[_Span]:
    """ "UAE" for "United Arab Emirates", and "National Bridge Authority" for "NBA"."""
    for atom in read:
        written = text[atom.start : atom.end].replace(".", "")
        if not text.isupper() and written.isupper() and written in index.initials:
            yield _Span(atom.start, atom.end, dict.fromkeys(index.initials[written], ALIAS))
    words = [a for a in read if a.kind == "word" and fold(text[a.start : a.end]) not in _SMALL]
    for acronym, numbers in index.acronyms.items():
        for first in range(len(words) - len(acronym) + 1):
            run = words[first : first + len(acronym)]
            if all(
                text[a.start].upper() == letter for a, letter in zip(run, acronym, strict=True)
            ) and not any(is_reasoning(text[a.start : a.end]) for a in run):
                yield _Span(run[0].start, run[-1].end, dict.fromkeys(numbers, ALIAS))


def _chosen(text: str, spans: Iterator[_Span], index: _Index) -> list[_Span]:
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


def _parts(text: str, read: tuple[Atom, ...], index: _Index) -> Iterator[_Span]:
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
        if not _NEGATION.search(" ".join(text[: named[-1].end].split()[-len(named) - 3 :])):
            labels = frozenset(n for n in labels if not index.labels[n].negated)
        if not labels:
            first = last + 1
            continue
        span = _Span(named[0].start, named[-1].end, dict.fromkeys(labels, PART))
        tells = len(named) > 1 or (_tells(named[0]) and not is_amount(text, span.start, span.end))
        if (
            tells
            and not _is_of_another_name(text, read, first, last)
            and not _is_class(text, span, named, index)
        ):
            yield span
        first = last + 1


def _having(atom: Atom, index: _Index) -> frozenset[int]:
    return frozenset().union(*(index.part.get(key, frozenset()) for key in atom.keys))


def _has(label: _Label, atom: Atom) -> bool:
    return not label.every.isdisjoint(atom.keys)


def _tells(atom: Atom) -> bool:
    """Whether the atom alone can tell labels apart: no generic word, no small number."""
    if atom.kind == "number":
        return len(atom.keys) > 1 or re.fullmatch(r"\d+[a-z]", atom.keys[0]) is not None  # a year, "5G"
    return atom.kind != "word" or _generic().isdisjoint(atom.keys)


def _is_class(text: str, span: _Span, named: list[Atom], index: _Index) -> bool:
    """Whether the run is one word that says what kind of thing its only label is: the plural of the label's last word
    ("sciences" beside "Computer Science", "factories" beside "Factory A")."""
    if len(named) != 1 or len(span.ranks) != 1:
        return False
    word, label = text[span.start : span.end], index.labels[span.candidates[0]].text
    heads = [
        token.text for token in tokens(_BRACKETS.sub(" ", label)) if token.is_word and len(token.text) > 1
    ]
    if not heads or is_plural(heads[-1]) or not is_plural(word):
        return False
    return not set(word_keys(heads[-1])).isdisjoint(word_keys(word))


def _is_of_another_name(text: str, read: tuple[Atom, ...], first: int, last: int) -> bool:
    """Whether the run is visibly a piece of something else: a month or quarter before another date's number, or one
    capitalised word beside another capitalised word within a sentence ("Bridge" in "Harbour Bridge Survey")."""
    after = read[last + 1] if last + 1 < len(read) else None
    if read[last].kind == "time" and after is not None and after.kind == "number":
        return True
    if first != last or not text[read[first].start].isupper():
        return False
    beside = [read[at] for at in (first - 1, first + 1) if 1 <= at < len(read)]
    return any(
        atom.kind == "word" and text[atom.start].isupper() and not is_reasoning(text[atom.start : atom.end])
        for atom in beside
    )


def _with_parts(
    wholes: list[_Span], parts: list[_Span], read: tuple[Atom, ...], index: _Index
) -> list[_Span]:
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


def _is_most(part: _Span, read: tuple[Atom, ...], index: _Index) -> bool:
    """Whether the part names three in five or more of the words of its label, in the label's number of atoms."""
    label = index.labels[part.candidates[0]]
    inside = [atom for atom in read if part.start <= atom.start and atom.end <= part.end]
    named = sum(not label.content.isdisjoint(atom.keys) for atom in inside)
    return named * 5 >= label.length * 3
