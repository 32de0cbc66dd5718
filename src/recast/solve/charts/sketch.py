"""A question as the offline solver sees it: reasoning words, and marks where the question points at the evidence.

Every other word becomes ``_``. Since the rewriter replaces exactly those other words (design, section 4), a rewritten
question has the sketch of the original by construction, and the rules that read sketches cannot lean on a topic. The one
exception are nouns of kinds behind an extreme ("the largest city"), which are read as the title of the categories: they
decide whether a label or a value is asked for, and are lost in rewriting unless the question is restated.

Marks: ``C3`` and ``S1`` a category and a series (by place), ``K0`` a set of categories (drawn in a named colour, or all
that a word can mean: "2019" over quarters), ``coloured`` those marks that come from a colour, ``partial`` those of which
the question names nowhere more than a part, ``kinds`` those of a word that may as well mean all things of its kind, ``bands`` those of
an age that several bands make up, ``X``
and ``V`` the titles of the category and of the value axis, ``N0`` a data numeral, ``Y0`` a year that is no label,
``Q3`` a structural number ("last three"), ``T2`` an ordinal ("second"), ``U`` a colour in which nothing is drawn, ``B`` an
age at which no band of the chart ends, ``-`` a dash between marks, ``,`` a comma. ``content`` are the words behind ``_``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import takewhile

from recast.language.atoms import word_keys
from recast.language.bands import bands_named
from recast.language.colours import base_of, distance, find_colours, hex_of, kin_of, lab
from recast.language.label_parts import is_kind
from recast.language.mentions import find_mentions, group_mentions, without_title_words
from recast.language.scale_ends import in_plain_words
from recast.language.vocabulary import is_reasoning
from recast.language.words import data_words, fold, tokens
from recast.numbers.numerals import find_numerals, plain_year
from recast.numbers.scale import scaled
from recast.solve.charts.implied_series import implied_series, nouns_of_series
from recast.solve.charts.wording import EXTREME
from recast.types import Table

_ORDINALS = {
    word: place
    for place, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
        start=1,
    )
}
#: Spellings of "percentage", as which a protected question writes them all.
_PERCENT = re.compile(
    r"(?<![^\W\d_])(?:per\s?cents?|percents?|pct)(?!\w)|(?<!\S)%(?=\s+(?:change|increase|decrease|more|less))",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)", re.IGNORECASE)

#: Phrases that are one word to the rules, and spellings that people type.
_PHRASES = (
    (r"\b(at) (least|most)\b", r"\1_\2"),
    (r"\b(more|less|fewer|greater|higher|lower|larger|smaller|bigger) then\b", r"\1 than"),
    (r"\b(more|less|fewer|greater|higher|lower|larger|smaller|bigger) that that\b", r"\1 than that"),
    (r"\b(what|which|who|where|when|how) 's\b", r"\1 is"),
    (r"^whose (?=the\b)", "who is "),
    (r"^when asked (?:(?![CSKNYTQU]\d)[^,])*, (?=(?:what|which|how)\b)", ""),
    (r" 's\b", ""),
    (
        r"\bwhich of (?:the |these |those )?Q\d+ (?:_ |X )?(?=(?:is|was|has|had|does|did|were|are|have)\b)",
        "which _ ",
    ),
    (r"\bno\.? Q(\d+)\b", r"T\1 highest"),
    (r"\bleft most\b", "leftmost"),
    (r"\bright most\b", "rightmost"),
    (r"\bpercentage points?\b", "percentage_points"),
    (r"\bper (?:_ )?N\d+\b", "per _"),
)


@dataclass(frozen=True, slots=True)
class Sketch:
    """``text`` is the sketch; the marks in it index the other fields and the table."""

    text: str
    table: Table
    numbers: tuple[str, ...] = ()
    years: tuple[str, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    coloured: frozenset[str] = frozenset()
    partial: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    bands: frozenset[str] = frozenset()
    content: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    mark: str
    whole: bool = True


def sketch(question: str, table: Table) -> Sketch:
    """The sketch of ``question`` over ``table``."""
    question = in_plain_words(question, table)
    numbers: list[str] = []
    years: list[str] = []
    sets: list[tuple[int, ...]] = []
    coloured: set[str] = set()
    of_a_kind: set[str] = set()
    kinds = list(_kinds(question, table))
    spans = [
        span
        for span in _label_spans(question, table, sets, of_a_kind)
        if span.whole or not _taken(kinds, span.start, span.end)
    ]
    whole = {mark for span in spans if span.whole for mark in span.mark.split()}
    partial = {mark for span in spans if not span.whole for mark in span.mark.split()} - whole - {"X", "V"}
    titles = f"{table.title} {table.subtitle} {table.x_title}"
    bands: set[str] = set()
    for start, end, places in bands_named(question, table.categories, titles):
        if not places and not _taken(spans, start, end):
            spans.append(_Span(start, end, "B"))
        elif not _taken(spans, start, end):
            sets.append(places)
            bands.add(f"K{len(sets) - 1}")
            spans.append(_Span(start, end, f"K{len(sets) - 1}"))
    for named in find_colours(question):
        if not _taken(spans, named.start, named.end):
            mark = _colour_mark(named.name, table, sets)
            coloured.update(mark.split())
            spans.append(_Span(named.start, named.end, mark))
    known = [plain_year(label) for label in (*table.categories, *(series.label for series in table.series))]
    for numeral in find_numerals(question, [year for year in known if year is not None]):
        if _taken(spans, numeral.start, numeral.end):
            continue
        if numeral.role == "data":
            value, end = scaled(question, numeral.end, numeral.value, table)
            numbers.append(plain(value))
            spans.append(_Span(numeral.start, end, f"N{len(numbers) - 1}"))
        elif numeral.role == "year":
            years.append(plain(numeral.value))
            many = numeral.value % 10 == 0 and re.match(r"'?s\b", question[numeral.end :])
            decade = " decade" if many else ""
            spans.append(_Span(numeral.start, numeral.end, f"Y{len(years) - 1}{decade}"))
        elif numeral.role == "structural":
            written = question[numeral.start :].split(maxsplit=1)[0].rstrip("?.,;:")
            ordinal = _is_ordinal(numeral.written) or _ORDINAL.fullmatch(written)
            mark = f"{'T' if ordinal else 'Q'}{int(numeral.value)}"
            spans.append(_Span(numeral.start, numeral.end, mark))
    for percent in _PERCENT.finditer(question):
        amount = re.search(r"\d\s*$", question[: percent.start()])
        if not amount and not _taken(spans, percent.start(), percent.end()):
            spans.append(_Span(percent.start(), percent.end(), "percentage"))
    spans += [span for span in kinds if not _taken(spans, span.start, span.end)]
    content: list[str] = []
    spans += [
        _Span(start, end, "series")
        for start, end in nouns_of_series(question, table)
        if not _taken(spans, start, end)
    ]
    if not any("S" in span.mark for span in spans):
        for start, end, place in implied_series(
            question, table, lambda start, end: not _taken(spans, start, end)
        ):
            partial.add(f"S{place}")
            spans.append(_Span(start, end, f"S{place}", whole=False))
    for token in tokens(question):
        if (token.is_word or token.is_possessive) and not _taken(spans, token.start, token.end):
            spans.append(_Span(token.start, token.end, _word_mark(token.text)))
            content += [token.text] if spans[-1].mark == "_" else []
    return Sketch(
        _join(question, spans),
        table,
        tuple(numbers),
        tuple(years),
        tuple(sets),
        frozenset(coloured),
        frozenset(partial),
        frozenset(of_a_kind),
        frozenset(bands),
        tuple(content),
    )


def plain(value: Decimal) -> str:
    """A decimal without exponent or trailing zeros: the form of an operand."""
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _label_spans(
    question: str, table: Table, sets: list[tuple[int, ...]], kinds: set[str]
) -> Iterator[_Span]:
    rows = len(table.categories)
    marks = [f"C{c}" for c in range(rows)] + [f"S{s}" for s in range(len(table.series))]
    names = [series.label for series in table.series]
    found: list[_Span] = []
    in_titles = find_mentions(question, [table.x_title, table.y_title])
    for mention in without_title_words(find_mentions(question, [*table.categories, *names]), in_titles):
        found.append(_Span(mention.start, mention.end, marks[mention.label], mention.whole))
    for mention in group_mentions(question, table.categories, names, table.x_title):
        if mention.candidates[0] < rows:
            sets.append(mention.candidates)
            if is_kind(
                question[mention.start : mention.end], [table.categories[c] for c in mention.candidates]
            ):
                kinds.add(f"K{len(sets) - 1}")
            found.append(_Span(mention.start, mention.end, f"K{len(sets) - 1}", mention.whole))
        else:
            several = " ".join(marks[n] for n in mention.candidates)
            found.append(_Span(mention.start, mention.end, several, mention.whole))
    for mention in in_titles:
        if not _taken(found, mention.start, mention.end):
            found.append(_Span(mention.start, mention.end, "XV"[mention.label], mention.whole))
    yield from found


_NOUN_AFTER_EXTREME = re.compile(rf"\b{EXTREME}(?P<noun>(?:[ -][^\W\d_]+)+)", re.IGNORECASE)


def _kinds(question: str, table: Table) -> Iterator[_Span]:
    """The noun of "the largest city" as the title of the categories, where these are things of a kind."""
    if len(table.series) > 1 or table.category_role == "time":
        return
    nouns = frozenset(data_words("kind_nouns.txt"))
    for found in _NOUN_AFTER_EXTREME.finditer(question):
        words = re.finditer(r"[^\W\d_]+", found["noun"])
        run = list(takewhile(lambda word: not is_reasoning(word[0]), words))
        if 1 <= len(run) <= 3 and not nouns.isdisjoint(word_keys(run[-1][0])):
            start = found.start("noun")
            yield _Span(start + run[-1].start(), start + run[-1].end(), "X")


def _colour_mark(name: str, table: Table, sets: list[tuple[int, ...]]) -> str:
    """The marks for a colour word: the series, or the categories, drawn in it or in the nearest colour there."""
    shown = [series.colour_name for series in table.series]
    if len(table.series) > 1:
        chosen = _nearest(name, shown)
        return " ".join(f"S{shown.index(colour)}" for colour in chosen) or "U"
    shown = list(table.category_colours) or shown * len(table.categories)
    if not any(shown):
        return "_"  # the only series, of a colour that was not read
    chosen = _nearest(name, shown)
    if not chosen:
        return "U"
    places = tuple(c for c, colour in enumerate(shown) if colour in chosen)
    if len(places) > 1 and name == base_of(name) and {base_of(colour) for colour in shown} == {name}:
        places = tuple(range(len(shown)))  # "the blue bars", where one or two stand out in navy
    if len(places) == 1:
        return f"C{places[0]}"
    sets.append(places)
    return f"K{len(sets) - 1}"


def _nearest(name: str, shown: list[str]) -> tuple[str, ...]:
    """The shown colours that ``name`` means: itself, the shades of it (several only for a plain colour: "blue" for navy
    and light blue), or the only one close to it, or the only one that it may be taken for."""
    present = tuple(dict.fromkeys(colour for colour in shown if colour))
    if name in present:
        return (name,)
    shades = tuple(colour for colour in present if base_of(colour) == base_of(name))
    if len(shades) == 1 or (shades and name == base_of(name)):
        return shades
    if len(shades) > 1 and name.startswith(("light ", "dark ")):
        ordered = sorted(shades, key=lambda colour: lab(hex_of(colour))[0])
        return (ordered[-1] if name.startswith("light ") else ordered[0],)
    close = tuple(colour for colour in present if distance(hex_of(name), hex_of(colour)) < _CLOSE)
    kin = tuple(colour for colour in present if colour in kin_of(name))
    return next((found for found in (close, kin) if len(found) == 1), ())


_CLOSE = 30.0  # CIE76; navy to black is about 20, blue to light blue about 38


def _is_ordinal(written: str) -> bool:
    return written.casefold() in _ORDINALS or _ORDINAL.fullmatch(written.strip()) is not None


def _word_mark(word: str) -> str:
    folded = fold(word)
    if folded in _ORDINALS:
        return f"T{_ORDINALS[folded]}"
    if folded == "'s":
        return "'s"
    return folded if is_reasoning(word) else "_"


def _taken(spans: list[_Span], start: int, end: int) -> bool:
    return any(span.start < end and start < span.end for span in spans)


def _join(question: str, spans: list[_Span]) -> str:
    """Marks and words in order, one ``_`` for a run of unknown words, dashes and commas kept between them."""
    parts: list[str] = []
    place = 0
    for span in sorted(spans, key=lambda span: span.start):
        between = question[place : span.start]
        if re.search(r"[-–—]", between) and parts:
            parts.append("-")
        elif "," in between and parts:
            parts.append(",")
        place = max(place, span.end)
        if span.mark and not (span.mark == "_" and parts and parts[-1] == "_"):
            parts.append(span.mark)
    text = " ".join(parts)
    text = re.sub(r"_ - _|_ - (?=_)", "_", text)
    for pattern, form in _PHRASES:
        text = re.sub(pattern, form, text)
    return text
