"""The question and choices of a chart record in the words of another world.

``read_text`` takes a text apart with the mentions of labels and titles in it, ``choose_words`` draws a word for each phrase of
content words, ``worded`` writes it again, mention for mention; ``looked_up`` are sentences of ours for a plain look-up. Names, verbs, adjectives and nouns are
told apart by their looks; a wrong guess costs fluency, never privacy, since every content word is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from recast.language.inflect import inflect, is_plural, plural, possessive, repair_articles, singular, tag_of
from recast.language.mentions import AMBIGUOUS, all_mentions, find_mentions, without_title_words
from recast.language.words import fold
from recast.numbers.numerals import find_numerals
from recast.rewrite.labels import NewLabel, canonical_years, content_words, means_people, time_key
from recast.rewrite.look_up import look_up, sentences
from recast.rewrite.pieces import Piece, Span
from recast.rewrite.question import read
from recast.rewrite.supply import Supply
from recast.types import Private, Table


@dataclass(slots=True, repr=False)
class Lexemes(Private):
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
class Asked(Private):
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


def called_by_measure(table: Table) -> bool:
    """Whether the chart has one series, with a label that is not a year."""
    labels = [s.label for s in table.series]
    return len(labels) == 1 and bool(labels[0].strip()) and canonical_years(labels)[0] is None


def years_of_labels(table: Table) -> frozenset[int]:
    labels = (table.categories, [s.label for s in table.series])
    return frozenset(int(year) for names in labels for year in canonical_years(names) if year)


def years_of_titles(table: Table) -> frozenset[int]:
    """Years in titles and in longer labels of series, which hold for the whole chart."""
    texts = (table.title, table.subtitle, table.x_title, table.y_title, *(s.label for s in table.series))
    return frozenset(int(n.value) for text in texts for n in find_numerals(text) if n.role == "year")


def source_lemmas(table: Table) -> frozenset[str]:
    """The content lemmas of titles, and of the label of a single series."""
    labels = [s.label for s in table.series] if len(table.series) == 1 else []
    texts = (table.title, table.subtitle, table.x_title, table.y_title, *labels)
    return frozenset(word for text in texts for word in content_words(text))


def read_text(text: str, table: Table, asked: Asked, keep_units: bool) -> tuple[Piece, ...]:
    years = years_of_labels(table)
    taken = _taken(text, asked)
    return read(text, taken, table, keep_units, years, years_of_titles(table) - years)


def with_operations(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces of a sentence of ours, in which a percentage is never the unit of a value but always to be computed."""
    return tuple(
        replace(piece, form="percent")
        if piece.kind == "unit" and _PERCENTAGE.fullmatch(piece.text)
        else piece
        for piece in pieces
    )


def _taken(text: str, asked: Asked) -> list[Span]:
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


_PERCENTAGE = re.compile(r"percentage", re.IGNORECASE)
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


def choose_words(
    texts: Sequence[Sequence[Piece]], table: Table, lexemes: Lexemes, first: tuple[str, str, str]
) -> None:
    """Chooses the word of every phrase in the texts: the measure, the class of the categories, then the rest.

    ``first`` are the words for what is measured (as a mass, as a count) and for what the categories are; empty where an
    axis title or a label uses that word, since then only what mentions the title or label may be called so.
    """
    measure, counted, category_class = first
    titles = source_lemmas(table) or None
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


def worded(pieces: Sequence[Piece], source: str, asked: Asked, lexemes: Lexemes, unit: str) -> str:
    """The rewritten text, in the first form in which every mention is found again as in the source."""
    wanted = _mentioned(source, asked, asked.source)
    text = ""
    for plain in (False, True):
        text = _joined([_shown(piece, asked, lexemes, unit, plain) for piece in pieces])
        if _mentioned(text, asked, asked.protected) == wanted:
            return text
    return text


def _mentioned(text: str, asked: Asked, names: Sequence[str]) -> tuple[list[int], list[int]]:
    """Which labels a text mentions, and which axis titles of those that have a word of content in the source."""
    titles = [
        title if content_words(source) else "" for title, source in zip(names, asked.source, strict=True)
    ][asked.labels :]
    return [m.label for m in find_mentions(text, names[: asked.labels])], [
        m.label for m in find_mentions(text, titles)
    ]


def looked_up(
    pieces: Sequence[Piece], source: str, table: Table, asked: Asked, measure: str, units: Sequence[str]
) -> list[str]:
    """The sentences that ask for the one cell which the question looks up, each of which mentions the same labels; none
    if the question is no plain look-up."""
    about = source_lemmas(table)
    titled = bool(table.title.strip())
    names = asked.source[: asked.labels]
    dated = bool(years_of_titles(table) | years_of_labels(table)) or any(
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
    called = found.series is not None and called_by_measure(table)
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


def _shown(piece: Piece, asked: Asked, lexemes: Lexemes, unit: str, plain: bool) -> tuple[str, bool]:
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
