"""The leak scan: does any word, label or number of the source occur in a string that is about to leave?

It is an independent check, written from the Record alone: it knows nothing of how the rewriter chose its words. Every
string is compared as NFKC, casefolded words and as their lemmas; labels also with their spaces removed; numerals by
where they come from, never by value (a literal that happens to equal a source value tells nothing, since draws do not
depend on source values).

The only exemptions are the reasoning vocabulary, colour names that the question or a choice uses, and, where the policy
keeps units, unit words. None of them exempts a whole label: a chart with a bar "More" may not draw the word "more". One
thing is not a label: a reasoning word that the source's own question uses for an operation ("how many more" over that
chart, where the shared matcher sees no mention of the bar) may stay in question and choices, never in what is drawn.

In running text a reasoning word that the source has only as a name ("Max", "Mr. Long") is a word of the source.

What it does not cover: meaning (a synonym or a description of the source), single letters (three in a row are refused in
prose), two-letter words that are not acronyms, words that a reader finds in the shape of the data rather than in text, and fixed prompt templates,
which are pinned by digest instead. A finding says where, never what.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from recast.language import colours, mentions, vocabulary, words
from recast.language.capitals import CALENDAR, GRAMMAR, MODALS, OPENERS, frame_words, is_headed
from recast.language.sentences import split_sentences
from recast.language.units import is_unit, unit_words
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.numbers.provenance import provenance
from recast.policy import Policy
from recast.types import Finding, NumberMap, Private, Record

NAME = "leak scan"

_WORD = re.compile(r"[^\W\d_]+")
_ORDINAL = re.compile(r"(?:\d+/)?\d+(?:st|nd|rd|th)s?", re.IGNORECASE)
_LETTERS = re.compile(r"(?<![^\W_])(?:[^\W\d_][\W_]+){2}[^\W\d_](?![^\W_])")
_TOKEN = re.compile(r"[^\W_]+(?:[.,:/'’\-–][^\W_]+)*")

#: A capitalised word inside a sentence, after a title, or before another capitalised word.
_INSIDE = re.compile(r"(?:(?<=[^\W_]\s)|(?<=[,;]\s))([A-Z][a-z]+)(?!\w)")
_TITLED = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.?\s+([A-Z][a-z]+)(?!\w)")
_FULL = re.compile(r"(?<!\w)([A-Z][a-z]+)(?=\s+([A-Z][a-z]+))")

#: A squeezed label of at least this many letters is also looked for inside longer runs of letters.
_INSIDE_FROM = 8


@dataclass(frozen=True, slots=True, repr=False)
class SourceWords(Private):
    """What may not be seen: folded words and lemmas, acronyms in their own case, whole labels without spaces, tokens of
    letters and digits. ``operations`` are the labels that the question also uses as reasoning words."""

    words: frozenset[str]
    acronyms: frozenset[str]
    labels: frozenset[str]
    mixed: frozenset[str]
    operations: frozenset[str]


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _squeeze(text: str) -> str:
    return "".join(_WORD.findall(_fold(text)))


def _long_enough(word: str) -> bool:
    return len(word) >= 3 or not word.isascii()


def _is_acronym(word: str) -> bool:
    """Two capitals, or a name of two letters ("Bo")."""
    name = word.istitle() and not vocabulary.is_reasoning(word) and not words.is_english(word)
    return word.isascii() and len(word) == 2 and (word.isupper() or name)


def _labels(record: Record) -> tuple[str, ...]:
    table = record.table
    return () if table is None else (*table.categories, *(series.label for series in table.series))


def _texts(record: Record) -> tuple[str, ...]:
    table = record.table
    if table is None:
        return (record.question, *record.choices, record.context)
    units = tuple(part for series in table.series for part in (series.unit, series.scale))
    titles = (table.title, table.subtitle, table.x_title, table.y_title)
    return (record.question, *record.choices, *titles, *_labels(record), *record.left_out, *units)


def source_words(record: Record, policy: Policy) -> SourceWords:
    """The words, acronyms and labels of a record that no release may show under ``policy``.

    The ``context`` of a chart is written from its Table by fixed code, so the Table's own strings are taken instead.
    The words of small structural numerals are judged as numerals, by their provenance, and not as words.
    """
    units: set[str] = set()
    if policy.units == "keep":
        units |= unit_words()
        for series in record.table.series if record.table is not None else ():
            units |= {
                word
                for unit in (series.unit, series.scale)
                if is_unit(unit)
                for word in _WORD.findall(_fold(unit))
            }
    asked = [unicodedata.normalize("NFKC", text) for text in (record.question, *record.choices)]
    named = {
        _fold(word)
        for text in asked
        for mention in colours.find_colours(text)
        for word in _WORD.findall(text[mention.start : mention.end])
    }
    numeral = frozenset(STRUCTURAL_WORDS.values())
    found: set[str] = set()
    acronyms: set[str] = set()
    mixed: set[str] = set()
    for text in _texts(record):
        plain = unicodedata.normalize("NFKC", text)
        for word in _WORD.findall(plain):
            folded = word.casefold()
            if folded in units or folded in named or folded in numeral or vocabulary.is_reasoning(folded):
                continue
            if _is_acronym(word):
                acronyms.add(word)
            if _long_enough(folded):
                found |= {folded, words.lemma(folded)}
        for token in _TOKEN.findall(plain):
            if _ORDINAL.fullmatch(token):
                continue  # judged as a numeral, by its provenance
            if any(c.isdigit() for c in token) and any(c.isalpha() for c in token):
                mixed.add(token.casefold())
    if record.table is None:
        found |= _reasoning_names(_texts(record))
    labels = {_squeeze(label) for label in _labels(record)} - {""}
    whole = frozenset(label for label in labels if _long_enough(label) and label not in units)
    return SourceWords(
        frozenset(found), frozenset(acronyms), whole, frozenset(mixed), whole & _operations(record)
    )


def _reasoning_names(texts: Sequence[str]) -> set[str]:
    """Words of the reasoning vocabulary that running text has only as names: nowhere in small letters, at least once after a
    title, inside a sentence that is no heading, or before another capitalised word. The words of the fixed sentences in
    which anything may go out are none."""
    plain = [unicodedata.normalize("NFKC", text) for text in texts]
    small = {word for text in plain for word in _WORD.findall(text) if word.islower()}
    named: set[str] = set()
    for text in plain:
        named |= {found.casefold() for found in _TITLED.findall(text)}
        for sentence in split_sentences(text):
            if not is_headed(_WORD.findall(sentence)):
                inside = {word.casefold() for word in _INSIDE.findall(sentence)}
                full = {(one.casefold(), next_one.casefold()) for one, next_one in _FULL.findall(sentence)}
                opening = OPENERS | MODALS if sentence.endswith("?") else OPENERS
                named |= inside | {one for one, next_one in full if next_one not in CALENDAR} - opening
    names = named - small - GRAMMAR - frame_words()
    return {name for name in names if _long_enough(name) and vocabulary.is_reasoning(name)}


def _operations(record: Record) -> frozenset[str]:
    """Runs of reasoning words that the question uses outside every mention of a label, without their spaces."""
    said = [
        word for text in (record.question, *record.choices) for word in _unmentioned(text, _labels(record))
    ]
    runs = set()
    for start in range(len(said)):
        joined = ""
        for word in said[start : start + 6]:
            if not word:
                break
            joined += word
            runs.add(joined)
    return frozenset(runs)


def _unmentioned(text: str, labels: tuple[str, ...]) -> list[str]:
    """The folded reasoning words of a text; an empty string where a mention or another word stands between."""
    taken = [(mention.start, mention.end) for mention in mentions.find_mentions(text, labels)]
    said = []
    for match in _WORD.finditer(text):
        free = not any(start < match.end() and match.start() < end for start, end in taken)
        said.append(_fold(match.group()) if free and vocabulary.is_reasoning(match.group()) else "")
    return [*said, ""]


def _words_of(text: str, source: SourceWords, labels: frozenset[str]) -> Iterable[str]:
    found = _WORD.findall(unicodedata.normalize("NFKC", text))
    folded = [word.casefold() for word in found]
    for place, (word, fold) in enumerate(zip(found, folded, strict=True), start=1):
        if word in source.acronyms:
            yield f"word {place}: an acronym of the source"
        elif _long_enough(fold) and (fold in source.words or words.lemma(fold) in source.words):
            yield f"word {place}: a word of the source"
    longest = max(map(len, labels), default=0)
    for start in range(len(folded)):
        joined = ""
        for word in folded[start:]:
            joined += word
            if joined in labels:
                yield f"word {start + 1}: a label of the source"
            if len(joined) >= longest:
                break
    whole = "".join(folded)
    if any(len(label) >= _INSIDE_FROM and label in whole for label in labels):
        yield "letters: a label of the source, run together"


def _spelled(text: str) -> Iterable[str]:
    """Runs of three single letters, as a name is spelled: no rewritten text has them."""
    for found in _LETTERS.finditer(text):
        yield f"character {found.start() + 1}: a word spelled in single letters"


def _numerals_of(text: str, source: SourceWords, numbers: NumberMap) -> Iterable[str]:
    tokens = [token.casefold() for token in _TOKEN.findall(unicodedata.normalize("NFKC", text))]
    for place, token in enumerate(tokens, start=1):
        if token in source.mixed:
            yield f"token {place}: letters and digits of the source"
    for start, _ in provenance(text, numbers):
        yield f"character {start + 1}: a numeral that is neither issued by the map nor structural"


def scan(
    record: Record, numbers: NumberMap, policy: Policy, strings: Iterable[tuple[str, str]]
) -> tuple[Finding, ...]:
    """Findings of the leak scan over ``strings``, pairs of a location ("question", "choice 2", "drawn 3", "read back 3",
    "repair 1") and a text that would leave. No finding carries content: only the location and the kind of the hit."""
    source = source_words(record, policy)
    findings = []
    for location, text in strings:
        drawn = location.startswith(("drawn", "read back"))
        labels = source.labels if drawn else source.labels - source.operations
        spelled = _spelled(text) if record.table is None and not drawn else ()
        seen = (*_words_of(text, source, labels), *_numerals_of(text, source, numbers), *spelled)
        for what in dict.fromkeys(seen):
            where, _, message = what.partition(": ")
            findings.append(Finding(NAME, message, f"{location}, {where}"))
    return tuple(findings)
