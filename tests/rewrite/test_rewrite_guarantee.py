"""The guarantee as a property: whatever the record says, nothing of it is in what comes out (design, section 4)."""

from __future__ import annotations

import random
import re
import unicodedata
from dataclasses import replace
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recast.language.colours import find_colours
from recast.language.vocabulary import is_reasoning
from recast.language.words import lemma
from recast.numbers.mapping import protect
from recast.policy import PRESETS
from recast.release.scan import scan
from recast.rewrite.lexicon import lexicon
from recast.types import Cell, Protected, Record, Rewritten, Series, Table

TEXT = (
    "Norland Bremmel sales total more highest Kiwi GDP U.S. CO2 Q1 18-29 65+ 2019 2019* '26 Jan Mar-2020 teachers' "
    "Rate (%) naïve 東京 Москва العربية ½ t-shirt X&Y A No Other Don't know Ünal's $5 12,5 seven thirty-eight and/or red "
    "what is the sum of difference between in 2016/17 million euros percent which has by one year ICT I II"
)
WORDS = TEXT.split()
REWORDED = replace(PRESETS["strict"], question="canonical")

phrases = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
anything = st.text(
    alphabet=st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Z", "M", "C")), max_size=20
)
labels = st.one_of(phrases, anything)
units = st.sampled_from(["", "%", "$", "USD", "people", "°C", "tonnes"])
values = st.one_of(st.none(), st.integers(-99999, 99999).map(Decimal))


@st.composite
def records(draw: st.DrawFn) -> Record:
    categories = tuple(draw(st.lists(labels, min_size=1, max_size=6)))
    series = tuple(
        Series(
            draw(labels),
            draw(st.sampled_from(["blue", "red", ""])),
            "",
            draw(units),
            draw(st.sampled_from(["", "million"])),
        )
        for _ in range(draw(st.integers(1, 3)))
    )
    cells = tuple(
        tuple(Cell(value, None, "printed" if value is not None else "missing") for value in row)
        for row in draw(
            st.lists(
                st.lists(values, min_size=len(categories), max_size=len(categories)),
                min_size=len(series),
                max_size=len(series),
            )
        )
    )
    titles = [draw(labels) for _ in range(4)]
    role = draw(st.sampled_from(["nominal", "ordinal", "time"]))
    table = Table("bar", "vertical", *titles, role, categories, series, cells)  # type: ignore[arg-type]
    question = draw(
        st.one_of(anything, st.lists(st.sampled_from([*WORDS, *categories]), max_size=14).map(" ".join))
    )
    return Record("r", "image", "", question, tuple(draw(st.lists(labels, max_size=2))), table)


def strings(protected: Protected) -> list[tuple[str, str]]:
    chart = protected.chart
    assert chart is not None
    drawn = [chart.title, chart.x_title, chart.y_title, *chart.categories]
    drawn += [text for series in chart.series for text in (series.label, series.unit)]
    drawn += [value for row in chart.values for value in row if value is not None]
    return [
        ("question", protected.question),
        *((f"choice {i}", text) for i, text in enumerate(protected.choices, 1)),
        *((f"drawn {i}", text) for i, text in enumerate(drawn, 1)),
    ]


def content_words(text: str) -> set[str]:
    """Words of three letters or more, or of other scripts, outside the vocabulary and colour names: written here anew
    on purpose."""
    plain = unicodedata.normalize("NFKC", text)
    for colour in reversed(find_colours(plain)):
        plain = f"{plain[: colour.start]} {plain[colour.end :]}"
    found = {word.casefold() for word in re.findall(r"[^\W\d_]+", plain)}
    return {word for word in found if (len(word) > 2 or not word.isascii()) and not is_reasoning(word)}


def said(rewritten: Rewritten) -> str:
    table = rewritten.table
    assert table is not None
    parts = [
        rewritten.question,
        *rewritten.choices,
        table.title,
        table.subtitle,
        table.x_title,
        table.y_title,
    ]
    return " ".join([*parts, *table.categories, *(f"{s.label} {s.unit} {s.scale}" for s in table.series)])


def written(record: Record) -> str:
    table = record.table
    assert table is not None
    parts = [record.question, *record.choices, table.title, table.subtitle, table.x_title, table.y_title]
    return " \n ".join([*parts, *table.categories, *(f"{s.label} \n {s.unit}" for s in table.series)])


COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}


@settings(max_examples=60, **COMMON)  # type: ignore[arg-type]
@given(records(), st.integers(0, 10**6))
def test_nothing_of_the_source_is_left(record: Record, seed: int) -> None:
    policy = REWORDED
    rewritten = lexicon(record, policy, random.Random(seed), b"key")
    text = said(rewritten)
    assert text.isascii()
    left = content_words(text)
    assert not left & content_words(written(record))
    assert not {lemma(word) for word in left} & {lemma(word) for word in content_words(written(record))}
    protected, numbers = protect(rewritten, policy, random.Random(seed))
    assert scan(record, numbers, policy, strings(protected)) == ()


@settings(max_examples=30, **COMMON)  # type: ignore[arg-type]
@given(records(), st.integers(0, 10**6))
def test_labels_stay_apart_and_can_be_restored(record: Record, seed: int) -> None:
    rewritten = lexicon(record, REWORDED, random.Random(seed), b"key")
    assert record.table is not None
    assert rewritten.table is not None
    restored = {pair.protected: pair.source for pair in rewritten.substitutions.pairs if pair.restores}
    made = rewritten.table.categories
    assert sorted(rewritten.row_order) == list(range(len(made)))
    named = [label for label in (*made, *(s.label for s in rewritten.table.series)) if label]
    assert len({label.casefold() for label in restored}) == len(restored)
    for place, label in zip(rewritten.row_order, made, strict=True):
        source = record.table.categories[place]
        assert restored.get(label) == source or label.isdigit() or not source.strip()
    years = [label for label in named if label.isdigit()]
    assert len({label.casefold() for label in named if not label.isdigit()}) == len(named) - len(years)
    for old, new in zip(record.table.cells, rewritten.table.cells, strict=True):
        assert [old[place] for place in rewritten.row_order] == list(new)
