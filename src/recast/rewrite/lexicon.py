"""The ``lexicon`` rewriter of chart records: typed substitutions from one invented world, no model (design, section 4).

What is kept: reasoning words, colours that the question names, numerals for the number map, and which label, axis or
numeral each part of the question points at. Everything else is replaced or goes. The world, its words and the names are
drawn before the record is looked at; the record decides only how many of each type are used, and which words are passed
over because they collide with a word of the source.

What it does not hide: the kind of the chart and how many rows and series it has (``shape`` hides those before), which
operation is asked, whether the labels of an axis have an order, and, unless the policy draws it, whether labels are names,
things, people or qualities.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from recast.errors import Refused
from recast.language.colours import HEXES, NAMES, find_colours, hex_of, is_colour
from recast.language.inflect import plural
from recast.language.mentions import (
    AMBIGUOUS,
    all_mentions,
    find_mentions,
    group_mentions,
)
from recast.language.scale_ends import in_plain_words
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemmas_by_class
from recast.numbers.context import table_context
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.numbers.numerals import normalise
from recast.policy import Policy
from recast.rewrite.chart_texts import (
    Asked,
    Lexemes,
    called_by_measure,
    choose_words,
    looked_up,
    read_text,
    source_lemmas,
    with_operations,
    worded,
    years_of_labels,
    years_of_titles,
)
from recast.rewrite.labels import (
    NewLabel,
    Style,
    canonical_years,
    content_words,
    drawn_kind,
    has_order,
    replaced,
    time_words,
)
from recast.rewrite.pieces import Piece
from recast.rewrite.prose import rewrite_prose
from recast.rewrite.residue import Forbidden, cleared, forbidden, operations
from recast.rewrite.rows import names_position, permutation, permuted, process_key
from recast.rewrite.slips import mended, tidy
from recast.rewrite.supply import Supply, collides
from recast.rewrite.units import abstract_units, unit_key
from recast.stages import Rewrite
from recast.types import Record, Rewritten, Series, Substitution, Substitutions, Table

_NOT_OURS = (
    "what this question asks of the chart was not understood well enough to ask it in a sentence of ours, and reworded word by "
    "word who knows it would know it again, so that nothing was sent; ask for values, a sum, an average, an extreme, a count or "
    "a comparison of what the chart names, or send it reworded with --policy balanced (or "
    'question = "canonical" under [policy])'
)


_CHOICES_NOT_OURS = (
    "a choice says more than labels and numbers of the chart, and reworded word by word who knows it would know it again, so "
    "that nothing was sent; give labels or numbers as choices, or send them reworded with --policy balanced (or "
    'question = "canonical" under [policy])'
)


#: Never used for marks, which are hard to see in them.
_PALE = ("white", "light grey", "beige")
#: The colours of a chart that is drawn in one way, as many as most charts need: drawn afresh, they may be the source's by chance.
_FIRST = ("blue", "orange", "green", "purple", "red", "teal", "gold", "navy", "pink", "grey")


def lexicon(record: Record, policy: Policy, draw: random.Random, key: bytes | None = None) -> Rewritten:
    """Rewrites a chart record. ``key`` is the installation's key for the order of rows (default: one of this process).

    Raises ``ValueError`` for a record without a table, ``Refused`` for a question that the policy sends in a sentence of ours
    alone and that has none. The same record, policy, draw and key give the same result.
    """
    if record.table is None:
        raise ValueError("the lexicon rewriter needs a record with a table")
    table = record.table
    keep_units = policy.units == "keep"
    banned = forbidden(record, keep_units)
    supply = Supply(draw, banned.words, lambda word: _allowed(word, banned), record.modality == "audio")
    palette = [name for name in NAMES if name not in _PALE]
    draw.shuffle(palette)
    if policy.kind == "canonical":
        palette = [*_FIRST, *(name for name in NAMES if name not in (*_FIRST, *_PALE))]
    manner = random.Random(draw.getrandbits(64))  # noqa: S311 - seeded from the caller's generator
    lexemes = Lexemes(supply)
    names = [*table.categories, *(s.label for s in table.series)]
    texts = tuple(
        spelled_out(in_plain_words(tidy(normalise(text, years_of_labels(table))), table), table)
        for text in (record.asked, *record.choices)
    )
    question = texts[0]

    measure, category_class = supply.take("mass"), supply.take("class")
    counted, units = supply.take("count"), abstract_units(table, keep_units, lambda: supply.take("unit"))
    shared = _shared_words(question, table)
    shared_word = {word: supply.take("count") for word in sorted(shared)}
    for word, base in shared_word.items():
        lexemes.put((word,), "noun", base)
    alike = policy.label_class == "drawn" and bool(record.restated)
    styles = [drawn_kind(manner) if alike else None for _ in "xy"]
    new_categories = replaced(table.categories, table.category_role, supply, shared, shared_word, styles[0])
    titles = _axis_titles(table, measure, category_class, banned)
    new_series_labels = _series_labels(table, measure, supply, shared, shared_word, styles[1])

    categories = tuple(label.text for label in new_categories)
    series = tuple(label.text for label in new_series_labels)
    first_unit = next(iter(units.values()), "")
    asked = Asked(
        (*table.categories, *(s.label for s in table.series), table.x_title, table.y_title),
        (*new_categories, *new_series_labels, *(NewLabel(title, common=True) for title in titles)),
        len(table.categories),
        len(table.series),
        time_words(table.categories, table.x_title),
    )
    read_texts = [read_text(text, table, asked, keep_units) for text in texts]
    number_words = not keep_units and banned.labels.isdisjoint(STRUCTURAL_WORDS.values())
    read_texts[0] = mended(read_texts[0], digits=not number_words)
    if record.restated:
        read_texts[0] = with_operations(read_texts[0])
    titled = [bool(content_words(source)) for source in (table.x_title, table.y_title)]
    named_measure = "" if titled[1] or called_by_measure(table) else measure
    choose_words(read_texts, table, lexemes, (named_measure, counted, "" if titled[0] else category_class))
    written = [
        worded(pieces, text, asked, lexemes, first_unit)
        for pieces, text in zip(read_texts, texts, strict=True)
    ]
    forms = looked_up(read_texts[0], question, table, asked, measure, [*units.values()])
    if keep_units and any(piece.kind == "numeral" for piece in read_texts[0]):
        forms = []  # such a policy keeps every numeral of a text
    manner.shuffle(forms)
    restated = next((form for form in forms if cleared(form, banned, str, operations(form, ())) == form), "")
    if policy.question == "closed":
        _require_closed(bool(record.restated or restated), read_texts[1:])
    if restated:
        written[0] = restated
        title = _title(table, question, (), Lexemes(supply), measure, titles[0].lower())
    else:
        title = _title(table, question, read_texts[0], lexemes, measure, titles[0].lower())

    fresh = _colours(table, texts, palette)
    order = _row_order(table, record.asked, policy, key)
    new_series = tuple(
        Series(
            label,
            *fresh(s.colour_name, s.colour_hex, place),
            plural(units[unit]) if (unit := unit_key(s.unit, s.scale)) in units else s.unit,
            s.scale if keep_units else "",
        )
        for place, (label, s) in enumerate(zip(series, table.series, strict=True))
    )
    clean = [
        *(
            cleared(new, banned, supply.name, operations(old, names))
            for new, old in zip(written, texts, strict=True)
        ),
        cleared(title, banned, supply.name),
    ]
    rewritten = replace(
        table,
        title=clean[-1],
        subtitle="",
        x_title=titles[0],
        y_title=titles[1],
        categories=permuted(categories, order),
        series=new_series,
        cells=tuple(permuted(row, order) for row in table.cells),
        category_colours=tuple(
            fresh(name, "", place)[0] for place, name in enumerate(permuted(table.category_colours, order))
        )
        if table.category_colours
        else (),
    )
    pairs = (
        *_label_pairs(table.categories, categories, "category"),
        *_label_pairs([s.label for s in table.series], series, "series"),
        *_title_pairs(table, rewritten),
        *(Substitution(" ".join(key), base, "word") for key, (kind, base) in lexemes.chosen.items()),
        *(Substitution(unit.partition("|")[0], word, "unit") for unit, word in units.items()),
    )
    return Rewritten(
        record.modality,
        clean[0],
        tuple(clean[1:-1]),
        rewritten,
        table_context(rewritten),
        Substitutions(pairs),
        order,
    )


def _require_closed(ours: bool, choices: Sequence[Sequence[Piece]]) -> None:
    """Raises ``Refused`` where a question has no sentence of ours, or a choice words of its own."""
    if not ours:
        raise Refused(_NOT_OURS)
    if any(piece.key for choice in choices for piece in choice):
        raise Refused(_CHOICES_NOT_OURS)


def spelled_out(text: str, table: Table) -> str:
    """``text`` with what some labels of one axis share, but in no noun that may be carried over, written as those labels:
    "in 2019" over quarters as "in Q1 2019, Q2 2019, Q3 2019 and Q4 2019"."""
    series = [s.label for s in table.series]
    labels = [*table.categories, *series]
    for mention in reversed(group_mentions(text, table.categories, series, table.x_title)):
        names = [labels[place] for place in mention.candidates]
        phrase = text[mention.start : mention.end]
        carried = _common_words(phrase, names) and _stands_alone(text, mention.start, mention.end)
        if len(names) <= _MOST_SPELLED and not carried:
            text = f"{text[: mention.start]}{', '.join(names[:-1])} and {names[-1]}{text[mention.end :]}"
    return text


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is a noun with no word of content beside it, with which it would become one word."""
    last = text[start:end].split()[-1]
    before, after = re.search(r"([^\W\d_]+) $", text[:start]), re.match(r" ([^\W\d_]+)", text[end:])
    beside = [found[1] for found in (before, after) if found]
    return "NOUN" in dict(lemmas_by_class(last)) and all(map(is_reasoning, beside))


def _common_words(phrase: str, labels: Sequence[str]) -> set[str]:
    """The content words of a phrase that all of the labels have."""
    return set(content_words(phrase)).intersection(*(content_words(label) for label in labels))


_MOST_SPELLED = 8


def _allowed(word: str, banned: Forbidden) -> bool:
    return not collides(word, banned.words) and not is_reasoning(word) and not is_colour(word)


# ── labels, titles, colours, rows ────────────────────────────────────────────────────────────────────────────


def _shared_words(question: str, table: Table) -> frozenset[str]:
    """The content words that the question uses for several labels at once ("all the March bars"); not those of a label that
    it names whole."""
    found: set[str] = set()
    series = [s.label for s in table.series]
    every = [*table.categories, *series]
    named = [one for one in all_mentions(question, every) if one.label != AMBIGUOUS]
    for labels in (table.categories, series, every):
        for mention in all_mentions(question, labels):
            inside = any(one.start <= mention.start and mention.end <= one.end for one in named)
            if mention.label == AMBIGUOUS and len(mention.candidates) > 1 and not inside:
                shared = [labels[place] for place in mention.candidates]
                found |= _common_words(question[mention.start : mention.end], shared)
    return frozenset(found)


def _axis_titles(table: Table, measure: str, category_class: str, banned: Forbidden) -> tuple[str, str]:
    """The titles of both axes, whether or not the source has any: "Year" over plain years, else what the categories
    are in this world; and what is measured."""
    dated = bool(table.categories) and all(canonical_years(table.categories))
    of_years = dated and cleared("Year", banned, str) == "Year"
    return "Year" if of_years else category_class.capitalize(), measure.capitalize()


def _series_labels(
    table: Table,
    measure: str,
    supply: Supply,
    shared: Collection[str],
    shared_word: Mapping[str, str],
    style: Style | None,
) -> tuple[NewLabel, ...]:
    """The label of each series. A single series is called by what is measured, unless its label is a year."""
    labels = [s.label for s in table.series]
    if called_by_measure(table):
        return (NewLabel(measure.capitalize(), common=True),)
    role = "time" if labels and all(canonical_years(labels)) else "nominal"
    return replaced(labels, role, supply, shared, shared_word, style)


def _colours(
    table: Table, texts: Sequence[str], palette: Sequence[str]
) -> Callable[[str, str, int], tuple[str, str]]:
    """From a source colour to its name and hex: itself if the question or a choice names any colour, else one drawn afresh for each
    distinct colour in the order of the palette."""
    if any(find_colours(text) for text in texts):
        return lambda name, code, place: (name, hex_of(name) if name else code)
    names = dict.fromkeys(
        (*(s.colour_name or f"series {i}" for i, s in enumerate(table.series)), *table.category_colours)
    )
    given = {name: palette[place % len(palette)] for place, name in enumerate(names)}

    def fresh(name: str, code: str, place: int) -> tuple[str, str]:
        chosen = given[name or f"series {place}"]
        return chosen, HEXES[chosen]

    return fresh


def _row_order(table: Table, question: str, policy: Policy, key: bytes | None) -> tuple[int, ...]:
    """Permuted by the policy where the categories have no order and the question names no position."""
    same = tuple(range(len(table.categories)))
    if policy.rows == "source" or has_order(table.categories, table.category_role):
        return same
    labels = [*table.categories, *(s.label for s in table.series)]
    outside = list(question)
    for mention in find_mentions(question, labels):
        outside[mention.start : mention.end] = " " * (mention.end - mention.start)
    return (
        same
        if names_position("".join(outside))
        else permutation(table, process_key() if key is None else key)
    )


def _label_pairs(source: Sequence[str], protected: Sequence[str], kind: str) -> list[Substitution]:
    """A pair for every label but those that stay plain years; a year with a footnote mark has a pair that does not
    restore (the number map does)."""
    pairs = []
    for year, old, new in zip(canonical_years(source), source, protected, strict=True):
        if not old.strip() or old == new:
            continue
        pairs.append(Substitution(old, new, "year" if year else kind, restores=year is None))
    return pairs


def _title_pairs(source: Table, made: Table) -> list[Substitution]:
    pairs = ((source.title, made.title), (source.x_title, made.x_title), (source.y_title, made.y_title))
    return [Substitution(old, new, "title") for old, new in pairs if old and new and old != new]


def _title(
    table: Table, question: str, pieces: Sequence[Piece], lexemes: Lexemes, measure: str, category_class: str
) -> str:
    """A short title of the world: what is measured by what, with the names and years that only the title can explain."""
    heading = any(
        fold(word) in ("title", "heading", "headline", "caption") for word in re.findall(r"\w+", question)
    )
    linked = source_lemmas(table)
    named = [p for p in pieces if p.kind == "name" and (not linked or not linked.isdisjoint(p.key))]
    place = next((word[1] for p in named if (word := lexemes.find(p.key))), "")
    topic = next((word for kind, word in lexemes.chosen.values() if kind == "measure"), measure)
    parts = [topic.capitalize(), f"in {place}" if place else "", f"by {category_class}"]
    if heading:
        years = sorted(years_of_titles(table))
        if years:
            parts.append(f"in {years[0]}" if len(years) == 1 else f"from {years[0]} to {years[-1]}")
    return " ".join(part for part in parts if part)


def create(options: Mapping[str, Any]) -> Rewrite:
    """The stage's factory: charts by their tables, passages by ``prose``. ``key`` is the installation's key for the order of
    rows."""

    def rewrite(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
        if record.table is None:
            return rewrite_prose(record, policy, draw)
        return lexicon(record, policy, draw, options.get("key"))

    return rewrite
