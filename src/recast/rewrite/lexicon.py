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
from dataclasses import dataclass, field, replace
from typing import Any

from recast.errors import Refused
from recast.language.colours import HEXES, NAMES, find_colours, hex_of, is_colour
from recast.language.inflect import inflect, is_plural, plural, possessive, repair_articles, singular, tag_of
from recast.language.mentions import (
    AMBIGUOUS,
    all_mentions,
    find_mentions,
    group_mentions,
    without_title_words,
)
from recast.language.vocabulary import is_reasoning, spelled
from recast.language.words import fold, lemmas_by_class
from recast.numbers.context import table_context
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.numbers.numerals import find_numerals, normalise
from recast.policy import Policy
from recast.rewrite.labels import (
    NewLabel,
    Style,
    canonical_years,
    content_words,
    drawn_kind,
    has_order,
    means_people,
    replaced,
    time_key,
    time_words,
)
from recast.rewrite.look_up import look_up, sentences
from recast.rewrite.pieces import Piece, Span
from recast.rewrite.prose import rewrite_prose
from recast.rewrite.question import read
from recast.rewrite.residue import Forbidden, cleared, forbidden, operations
from recast.rewrite.rows import names_position, permutation, permuted, process_key
from recast.rewrite.slips import mended, tidy
from recast.rewrite.supply import Supply, collides
from recast.rewrite.units import abstract_units, unit_key
from recast.stages import Rewrite
from recast.types import Private, Record, Rewritten, Series, Substitution, Substitutions, Table

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


@dataclass(slots=True, repr=False)
class _Lexemes(Private):
    """The word that stands for each phrase of content words, found again by its lemmas."""

    supply: Supply
    chosen: dict[tuple[str, ...], tuple[str, str]] = field(
        default_factory=dict
    )  # key → (kind of word, base form)

    def find(self, key: tuple[str, ...]) -> tuple[str, str] | None:
        """The word of this phrase, or of one with the same head whose other words include or are included in its own."""
        if key in self.chosen:
            return self.chosen[key]
        for known, word in self.chosen.items():
            shorter, longer = sorted((set(known), set(key)), key=len)
            if known[-1] == key[-1] and shorter <= longer:
                return word
        return None

    def put(self, key: tuple[str, ...], kind: str, base: str) -> None:
        self.chosen[key] = (kind, base)


@dataclass(frozen=True, slots=True, repr=False)
class _Asked(Private):
    """The labels that a question can point at, as written and as replaced: categories, series, then axis titles."""

    source: tuple[str, ...]
    made: tuple[NewLabel, ...]
    rows: int
    columns: int
    times: frozenset[str]  # what the categories are called, if they are times that lose their name: "month"

    @property
    def labels(self) -> int:
        """How many of them are labels; the titles follow."""
        return self.rows + self.columns

    @property
    def protected(self) -> tuple[str, ...]:
        return tuple(label.text for label in self.made)


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
    palette = list(NAMES)
    draw.shuffle(palette)
    manner = random.Random(draw.getrandbits(64))  # noqa: S311 - seeded from the caller's generator
    lexemes = _Lexemes(supply)
    label_years = _label_years(table)
    names = [*table.categories, *(s.label for s in table.series)]
    texts = tuple(
        spelled_out(spelled(tidy(normalise(text, label_years)), names), table)
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
    asked = _Asked(
        (*table.categories, *(s.label for s in table.series), table.x_title, table.y_title),
        (*new_categories, *new_series_labels, *(NewLabel(title, common=True) for title in titles)),
        len(table.categories),
        len(table.series),
        time_words(table.categories, table.x_title),
    )
    read_texts = [_read(text, table, asked, keep_units) for text in texts]
    number_words = not keep_units and banned.labels.isdisjoint(STRUCTURAL_WORDS.values())
    read_texts[0] = mended(read_texts[0], digits=not number_words)
    titled = [bool(content_words(source)) for source in (table.x_title, table.y_title)]
    named_measure = "" if titled[1] or _is_called_by_measure(table) else measure
    _choose_words(read_texts, table, lexemes, (named_measure, counted, "" if titled[0] else category_class))
    written = [
        _written(pieces, text, asked, lexemes, first_unit)
        for pieces, text in zip(read_texts, texts, strict=True)
    ]
    forms = _restated(read_texts[0], question, table, asked, measure, [*units.values()])
    if keep_units and any(piece.kind == "numeral" for piece in read_texts[0]):
        forms = []  # such a policy keeps every numeral of a text
    manner.shuffle(forms)
    restated = next((form for form in forms if cleared(form, banned, str, operations(form, ())) == form), "")
    if policy.question == "closed":
        _require_closed(bool(record.restated or restated), read_texts[1:])
    if restated:
        written[0] = restated
        title = _title(table, question, (), _Lexemes(supply), measure, titles[0].lower())
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


def _is_called_by_measure(table: Table) -> bool:
    """Whether the chart has one series, with a label that is not a year."""
    labels = [s.label for s in table.series]
    return len(labels) == 1 and bool(labels[0].strip()) and canonical_years(labels)[0] is None


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
    if _is_called_by_measure(table):
        return (NewLabel(measure.capitalize(), common=True),)
    role = "time" if labels and all(canonical_years(labels)) else "nominal"
    return replaced(labels, role, supply, shared, shared_word, style)


def _colours(
    table: Table, texts: Sequence[str], palette: Sequence[str]
) -> Callable[[str, str, int], tuple[str, str]]:
    """From a source colour to its name and hex: itself if the question or a choice names any colour, else one drawn afresh for each
    distinct colour. White and the palest names are never drawn, since marks in them are hard to see."""
    if any(find_colours(text) for text in texts):
        return lambda name, code, place: (name, hex_of(name) if name else code)
    drawn = [name for name in palette if name not in ("white", "light grey", "beige")]
    names = dict.fromkeys(
        (*(s.colour_name or f"series {i}" for i, s in enumerate(table.series)), *table.category_colours)
    )
    given = {name: drawn[place % len(drawn)] for place, name in enumerate(names)}

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


# ── the question ─────────────────────────────────────────────────────────────────────────────────────────────


def _label_years(table: Table) -> frozenset[int]:
    labels = (table.categories, [s.label for s in table.series])
    return frozenset(int(year) for names in labels for year in canonical_years(names) if year)


def _title_years(table: Table) -> frozenset[int]:
    """Years in titles and in longer labels of series, which hold for the whole chart."""
    texts = (table.title, table.subtitle, table.x_title, table.y_title, *(s.label for s in table.series))
    return frozenset(int(n.value) for text in texts for n in find_numerals(text) if n.role == "year")


def _read(text: str, table: Table, asked: _Asked, keep_units: bool) -> tuple[Piece, ...]:
    years = _label_years(table)
    taken = _taken(text, asked)
    return read(text, taken, table, keep_units, years, _title_years(table) - years)


def _taken(text: str, asked: _Asked) -> list[Span]:
    """Mentions of labels first, then of axis titles where no label is meant (as the solver reads them)."""
    labels = asked.labels
    in_titles = find_mentions(text, asked.source[labels:])
    named = without_title_words(find_mentions(text, asked.source[:labels]), in_titles)
    found = [Span(m.start, m.end, m.label) for m in named]
    for m in in_titles:
        if not any(span.start < m.end and m.start < span.end for span in found):
            found.append(Span(m.start, m.end, labels + m.label))
    sole = asked.rows if asked.columns == 1 else -1
    found = _without_names(text, found, sole, labels)
    for word in re.finditer(r"[^\W\d_]+(?! of\b)", text):
        in_order = _IN_ORDER.search(text[: word.start()])
        if (
            singular(fold(word.group())) in asked.times
            and in_order is None
            and not any(s.start < word.end() and word.start() < s.end for s in found)
        ):
            found.append(Span(word.start(), word.end(), labels))
    measured = {singular(fold(word)) for word in re.findall(r"[^\W\d_]+", asked.source[labels + 1])} & _RATIOS
    for word in _RATIO.finditer(text):
        if singular(fold(word.group())) in measured and not any(
            s.start < word.end() and word.start() < s.end for s in found
        ):
            found.append(Span(word.start(), word.end(), labels + 1))
    return sorted(found, key=lambda span: span.start)


#: "the previous quarter": a place in time, which no other kind of thing has.
_IN_ORDER = re.compile(r"\b(?:previous|preceding|prior|recent|last|next|following) $", re.IGNORECASE)

#: Words of an operation that also name what is measured ("Ratio (%)"): there they are content, unless two things follow.
_RATIOS = frozenset({"ratio", "proportion", "fraction"})
_RATIO = re.compile(r"\b(?:ratio|proportion|fraction)s?\b(?!\s+(?:of|between|to)\b)", re.IGNORECASE)


def _without_names(text: str, found: Sequence[Span], sole: int, titles_from: int) -> list[Span]:
    """Without mentions by a name that only stands in an axis title or in the label of the ``sole`` series ("Norland" in
    "Average price in Norland"): what is measured is not called by it. The sole series keeps at least one mention."""
    kept = []
    for span in found:
        word = text[span.start : span.end]
        named = span.start > 0 and word[:1].isupper()
        others = [one for one in found if one.label == span.label and one is not span]
        spoken = any(text[one.start].islower() for one in others)
        if not (named and (span.label >= titles_from or (span.label == sole and spoken))):
            kept.append(span)
    return kept


def _source_lemmas(table: Table) -> frozenset[str]:
    """The content lemmas of titles, and of the label of a single series."""
    labels = [s.label for s in table.series] if len(table.series) == 1 else []
    texts = (table.title, table.subtitle, table.x_title, table.y_title, *labels)
    return frozenset(word for text in texts for word in content_words(text))


def _choose_words(
    texts: Sequence[Sequence[Piece]], table: Table, lexemes: _Lexemes, first: tuple[str, str, str]
) -> None:
    """Chooses the word of every phrase in the texts: the measure, the class of the categories, then the rest.

    ``first`` are the words for what is measured (as a mass, as a count) and for what the categories are; empty where an
    axis title or a label uses that word, since then only what mentions the title or label may be called so.
    """
    measure, counted, category_class = first
    titles = _source_lemmas(table) or None
    axis = set(content_words(table.x_title))
    measured = classed = False
    phrases = [(place, piece, pieces) for pieces in texts for place, piece in enumerate(pieces) if piece.key]
    for place, piece, pieces in phrases:
        if lexemes.find(piece.key) is not None:
            continue
        before = fold(pieces[place - 1].text) if place and pieces[place - 1].kind == "kept" else ""
        same = [p for _, p, _ in phrases if p.key[-1] == piece.key[-1]]
        many = any(p.plural for p in same)
        linked = titles is None or not titles.isdisjoint(piece.key)
        if piece.kind == "name":
            lexemes.put(piece.key, "name", lexemes.supply.name())
        elif piece.kind == "verb":
            after = pieces[place + 1] if place + 1 < len(pieces) else None
            to_object = after is not None and (
                after.kind in ("noun", "name", "label") or after.text in ("the", "a", "an")
            )
            passive = before in ("is", "are", "was", "were", "be", "been") or (
                after is not None and after.text == "by"
            )
            lexemes.put(
                piece.key,
                "verb",
                lexemes.supply.take("transitive" if to_object or passive else "intransitive"),
            )
        elif piece.kind == "adjective":
            lexemes.put(piece.key, "quality", lexemes.supply.take("quality"))
        elif any(p.people for p in same) or means_people(piece.key[-1]):
            lexemes.put(piece.key, "noun", lexemes.supply.take("person"))
        elif (
            category_class
            and not classed
            and (piece.key[-1] in axis or (before in ("which", "what", "each", "every") and not many))
            and before != ""
        ):
            classed = True
            lexemes.put(piece.key, "noun", category_class)
        elif not measured and linked:
            measured = True
            lexemes.put(piece.key, "measure", counted if many else measure or lexemes.supply.take("mass"))
        else:
            lexemes.put(piece.key, "noun", lexemes.supply.take("count" if many else "mass"))


def _written(pieces: Sequence[Piece], source: str, asked: _Asked, lexemes: _Lexemes, unit: str) -> str:
    """The rewritten text, in the first form in which every mention is found again as in the source."""
    wanted = _mentioned(source, asked, asked.source)
    text = ""
    for plain in (False, True):
        text = _joined([_shown(piece, asked, lexemes, unit, plain) for piece in pieces])
        if _mentioned(text, asked, asked.protected) == wanted:
            return text
    return text


def _mentioned(text: str, asked: _Asked, names: Sequence[str]) -> tuple[list[int], list[int]]:
    """Which labels a text mentions, and which axis titles of those that have a word of content in the source."""
    titles = [
        title if content_words(source) else "" for title, source in zip(names, asked.source, strict=True)
    ][asked.labels :]
    return [m.label for m in find_mentions(text, names[: asked.labels])], [
        m.label for m in find_mentions(text, titles)
    ]


def _restated(
    pieces: Sequence[Piece], source: str, table: Table, asked: _Asked, measure: str, units: Sequence[str]
) -> list[str]:
    """The sentences that ask for the one cell which the question looks up, each of which mentions the same labels; none
    if the question is no plain look-up."""
    about = _source_lemmas(table)
    titled = bool(table.title.strip())
    names = asked.source[: asked.labels]
    dated = bool(_title_years(table) | _label_years(table)) or any(
        time_key(name) is not None for name in names
    )

    def known(piece: Piece) -> bool:
        return not dated if piece.role == "year" else not titled or not about.isdisjoint(piece.key)

    found = look_up(pieces, asked.rows, asked.columns, known)
    mentions = all_mentions(source, names)
    if found is None or any(mention.label == AMBIGUOUS for mention in mentions):
        return []
    if fold(source).startswith("how many") and not all(mention.whole for mention in mentions):
        return []  # "how many sources ... updated" counts, though "updated" stands in a label
    if found.unit and len(units) != 1:
        return []
    wanted = sorted(
        place
        for place in (found.category, None if found.series is None else asked.rows + found.series)
        if place is not None
    )
    unnamed = found.series is None and bool(asked.source[asked.rows].strip())
    called = found.series is not None and _is_called_by_measure(table)
    category = "" if found.category is None else _inside(asked.made[found.category])
    series = "" if found.series is None or called else _inside(asked.made[asked.rows + found.series])
    forms = sentences(category, series, "" if unnamed else measure, plural(units[0]) if found.unit else "")
    return [
        form
        for form in forms
        if sorted({m.label for m in all_mentions(form, asked.protected[: asked.labels])}) == wanted
        and {m.label for m in find_mentions(source, names)} == set(wanted)
    ]


def _inside(label: NewLabel) -> str:
    return label.text[:1].lower() + label.text[1:] if label.common else label.text


def _shown(piece: Piece, asked: _Asked, lexemes: _Lexemes, unit: str, plain: bool) -> tuple[str, bool]:
    """The text of one piece, and whether it stands without a space before it."""
    text = piece.text
    if piece.kind == "label":
        text = _label_shown(piece, asked.made[piece.label], plain)
    elif piece.kind == "numeral" and piece.form == "plural" and unit:
        text = f"{piece.text} {plural(unit)}"
    elif piece.kind == "unit":
        forms = {
            "singular": unit,
            "plural": plural(unit),
            "percent": "percentage",
            "points": "percentage points",
            "kept": piece.text,
        }
        text = forms.get(piece.form, "")
    elif piece.key:
        kind, base = lexemes.find(piece.key) or ("name", "")
        text = base
        if kind == "verb":
            text = inflect(base, tag_of(piece.text, "VERB"))
        elif kind in ("noun", "measure") and piece.kind == "noun" and piece.plural and not base[:1].isupper():
            text = plural(base)
    own = piece.kind == "label" and fold(f"{piece.text}'s") in fold(
        asked.source[piece.label].replace("’", "'")
    )
    return (possessive(text) if piece.possessive and not own else text), piece.tight


def _label_shown(piece: Piece, label: NewLabel, plain: bool) -> str:
    """The label in the number that the mention has; a common noun in lower case inside the sentence."""
    text = label.text
    if plain or not label.common:
        return text
    if is_plural(piece.text) != is_plural(text):
        text = plural(text) if is_plural(piece.text) else singular(text)
    return text[:1].lower() + text[1:]


def _joined(parts: Sequence[tuple[str, bool]]) -> str:
    """Words with single spaces, marks tight, one mark at a place, a capital at the beginning."""
    text = ""
    for part, tight in parts:
        if part:
            text += part if tight or not text else f" {part}"
    text = re.sub(r"\s*,(?:\s*,)+", ",", text)
    text = re.sub(r",\s*(?=[?.])|^[\s,]+", "", text)
    text = re.sub(r"([?.])(?:\s*[?.])+", r"\1", text)
    text = repair_articles(text.strip())
    return text[:1].upper() + text[1:]


def _title(
    table: Table, question: str, pieces: Sequence[Piece], lexemes: _Lexemes, measure: str, category_class: str
) -> str:
    """A short title of the world: what is measured by what, with the names and years that only the title can explain."""
    heading = any(
        fold(word) in ("title", "heading", "headline", "caption") for word in re.findall(r"\w+", question)
    )
    linked = _source_lemmas(table)
    named = [p for p in pieces if p.kind == "name" and (not linked or not linked.isdisjoint(p.key))]
    place = next((word[1] for p in named if (word := lexemes.find(p.key))), "")
    topic = next((word for kind, word in lexemes.chosen.values() if kind == "measure"), measure)
    parts = [topic.capitalize(), f"in {place}" if place else "", f"by {category_class}"]
    if heading:
        years = sorted(_title_years(table))
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
