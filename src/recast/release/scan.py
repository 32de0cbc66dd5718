"""The leak scan: does any word, label or number of the source occur in a string that is about to leave?

It is an independent check, written from the Record alone: it knows nothing of how the rewriter chose its words. Every
string is compared as NFKC, casefolded words and as their lemmas; labels also with their spaces removed; numerals by
where they come from, never by value (a literal that happens to equal a source value tells nothing, since draws do not
depend on source values).

The only exemptions are the reasoning vocabulary, colour names that the question itself uses, and, where the policy
keeps units, unit words. None of them exempts a whole label: a chart with a bar "More" may not send the word "more".

What it does not cover: meaning (a synonym or a description of the source), single letters, two-letter words that are
not acronyms, words that a reader finds in the shape of the data rather than in text, and fixed prompt templates,
which are pinned by digest instead. A finding says where, never what.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from recast.language import colours, vocabulary, words
from recast.numbers.mapping import literal_key
from recast.policy import Policy
from recast.types import Finding, NumberMap, Private, Record

#: Words of percent, currency and scale, which ``units == "keep"`` lets through beside the chart's own unit strings.
UNIT_WORDS = frozenset(
    """percent percents percentage percentages percentual pct point points cent cents dollar dollars euro euros pound
    pounds sterling yen yuan renminbi rupee rupees peso pesos franc francs krona kronor krone kroner real reais won
    lira ruble rubles rouble roubles rand zloty baht ringgit dirham dirhams riyal riyals shekel shekels forint usd eur
    gbp jpy cny inr chf cad aud sek nok dkk brl krw hundred hundreds thousand thousands million millions billion
    billions trillion trillions mn bn tn capita""".split()
)

_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"[^\W_]+(?:[.,:/'’\-–][^\W_]+)*")
_NUMERAL = re.compile(r"[-−]?\d+(?:\.\d+)?")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)", re.IGNORECASE)

#: A squeezed label of at least this many letters is also looked for inside longer runs of letters.
_INSIDE_FROM = 8


@dataclass(frozen=True, slots=True, repr=False)
class SourceWords(Private):
    """What may not be seen: folded words and lemmas, acronyms in their own case, whole labels without spaces."""

    words: frozenset[str]
    acronyms: frozenset[str]
    labels: frozenset[str]
    mixed: frozenset[str]


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _squeeze(text: str) -> str:
    return "".join(_WORD.findall(_fold(text)))


def _long_enough(word: str) -> bool:
    return len(word) >= 3 or not word.isascii()


def _is_acronym(word: str) -> bool:
    return word.isascii() and len(word) == 2 and word.isupper()


def _labels(record: Record) -> tuple[str, ...]:
    table = record.table
    return () if table is None else (*table.categories, *(series.label for series in table.series))


def _texts(record: Record) -> tuple[str, ...]:
    table = record.table
    if table is None:
        return (record.question, *record.choices, record.context)
    units = tuple(part for series in table.series for part in (series.unit, series.scale))
    titles = (table.title, table.subtitle, table.x_title, table.y_title)
    return (record.question, *record.choices, *titles, *_labels(record), *units)


def source_words(record: Record, policy: Policy) -> SourceWords:
    """The words, acronyms and labels of a record that no release may show under ``policy``.

    The ``context`` of a chart is written from its Table by fixed code, so the Table's own strings are taken instead.
    """
    units: set[str] = set()
    if policy.units == "keep":
        units |= UNIT_WORDS
        for series in record.table.series if record.table is not None else ():
            units |= set(_WORD.findall(_fold(f"{series.unit} {series.scale}")))
    question = unicodedata.normalize("NFKC", record.question)
    named = {
        _fold(word) for start, end in colours.spans(question) for word in _WORD.findall(question[start:end])
    }
    found: set[str] = set()
    acronyms: set[str] = set()
    mixed: set[str] = set()
    for text in _texts(record):
        plain = unicodedata.normalize("NFKC", text)
        for word in _WORD.findall(plain):
            folded = word.casefold()
            if folded in units or folded in named or vocabulary.is_reasoning(folded):
                continue
            if _is_acronym(word):
                acronyms.add(word)
            if _long_enough(folded):
                found |= {folded, words.lemma(folded)}
        for token in _TOKEN.findall(plain):
            if any(c.isdigit() for c in token) and any(c.isalpha() for c in token):
                mixed.add(token.casefold())
    labels = {_squeeze(label) for label in _labels(record)} - {""}
    whole = frozenset(label for label in labels if _long_enough(label) and label not in units)
    return SourceWords(frozenset(found), frozenset(acronyms), whole, frozenset(mixed))


def _issued(token: str, numbers: NumberMap, literals: frozenset[str]) -> bool:
    ordinal = _ORDINAL.fullmatch(token)
    if ordinal is not None:
        return ordinal.group(1) in numbers.structural or token.casefold() in numbers.structural
    if token in numbers.structural:
        return True
    return _NUMERAL.fullmatch(token) is not None and literal_key(token) in literals


def _words_of(text: str, source: SourceWords) -> Iterable[str]:
    plain = unicodedata.normalize("NFKC", text)
    found = _WORD.findall(plain)
    folded = [word.casefold() for word in found]
    for place, (word, fold) in enumerate(zip(found, folded, strict=True), start=1):
        if word in source.acronyms:
            yield f"word {place}: an acronym of the source"
        elif _long_enough(fold) and (fold in source.words or words.lemma(fold) in source.words):
            yield f"word {place}: a word of the source"
    for start in range(len(folded)):
        joined = ""
        for end in range(start, len(folded)):
            joined += folded[end]
            if joined in source.labels:
                yield f"word {start + 1}: a label of the source"
                break
    whole = "".join(folded)
    if any(len(label) >= _INSIDE_FROM and label in whole for label in source.labels):
        yield "letters: a label of the source, run together"


def _numerals_of(text: str, source: SourceWords, numbers: NumberMap, literals: frozenset[str]) -> Iterable[str]:
    plain = unicodedata.normalize("NFKC", text)
    place = 0
    for token in _TOKEN.findall(plain):
        if not any(c.isdigit() for c in token):
            continue
        place += 1
        if token.casefold() in source.mixed:
            yield f"numeral {place}: a token of the source with digits in it"
        elif not _issued(token, numbers, literals):
            yield f"numeral {place}: neither issued by the map nor structural"


def scan(
    record: Record, numbers: NumberMap, policy: Policy, strings: Iterable[tuple[str, str]]
) -> tuple[Finding, ...]:
    """Findings of the leak scan over ``strings``, pairs of a location ("question", "drawn 3", "read back 3") and a
    text that would leave. No finding carries content: only the location and the kind of the hit."""
    source = source_words(record, policy)
    literals = frozenset(literal_key(literal) for literal in numbers.literals.values())
    findings = []
    for location, text in strings:
        seen = (*_words_of(text, source), *_numerals_of(text, source, numbers, literals))
        for what in dict.fromkeys(seen):
            where, _, message = what.partition(": ")
            findings.append(Finding("leak scan", message, f"{location}, {where}"))
    return tuple(findings)
