from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.language.told import told
from recast.language.told_table import read_told
from recast.numbers.context import context_chart
from recast.types import ChartSpec, Protected, SpecSeries

LABELS = ("Tarns", "Quellar", "Dunmarsh", "Orla Field", "Bramwick", "2027", "2028", "2031")
NUMBERS = st.decimals(0, 9999, places=1).map(lambda value: f"{value:f}")


def chart(
    categories: tuple[str, ...],
    series: tuple[str, ...],
    values: tuple[tuple[str | None, ...], ...],
    unit: str = "tallies",
    role: str = "nominal",
) -> ChartSpec:
    return ChartSpec(
        "bar" if len(series) == 1 else "grouped_bar", "vertical", "Orchard bloom by district", "District",
        "Portion of growers", role, categories,  # type: ignore[arg-type]
        tuple(SpecSeries(label, "", "", unit) for label in series), values,
    )  # fmt: skip


def said(spec: ChartSpec, question: str = "How many tallies has the Tarns?") -> str:
    return " ".join(told(Protected("audio", "", question, (), spec, frozenset(), frozenset())))


@st.composite
def charts(draw: st.DrawFn) -> ChartSpec:
    categories = tuple(draw(st.lists(st.sampled_from(LABELS[:5]), min_size=2, max_size=5, unique=True)))
    series = tuple(draw(st.lists(st.sampled_from(LABELS[5:]), min_size=1, max_size=3, unique=True)))
    if draw(st.booleans()):
        series = ("",)
    values = tuple(tuple(draw(st.none() | NUMBERS) for _ in categories) for _ in series)
    return chart(categories, series, values, draw(st.sampled_from(["", "tallies", "%"])))


@settings(deadline=None, max_examples=60)
@given(charts())
def test_what_is_said_reads_back(spec: ChartSpec) -> None:
    read = context_chart(read_told(said(spec)))
    known = [any(value is not None for value in row) for row in spec.values]  # the unit is said with a value
    series = tuple(
        replace(series, unit=series.unit if has else "")
        for series, has in zip(spec.series, known, strict=True)
    )
    assert read == replace(spec, series=series, kind="bar" if len(series) == 1 else "grouped_bar")


def test_times_stand_first_and_come_back_as_categories() -> None:
    spec = chart(("2027", "2028"), ("Weavers", "Growers"), (("268.4", "731.5"), ("412.6", None)), role="time")
    text = said(spec)
    assert "For 2027, Weavers has 268.4 tallies." in text
    read = read_told(text)
    assert (read.categories, read.category_role) == (("2027", "2028"), "time")
    assert [series.label for series in read.series] == ["Weavers", "Growers"]
    assert read.values == (("268.4", "731.5"), ("412.6", None))


def test_as_a_recogniser_writes_it() -> None:
    """Other capitals, lost commas, numbers as words, a label misheard once."""
    read = read_told(
        "orchard bloom by district. The values are portion of growers by district. "
        "For Weavers, Tarns has seven tallies. For Weavers Quellar has 1,731.5 tallies. "
        "For Weavers, Dunmarsh has minus 3 tallies. for growers, tarns have 412.6 tallies. "
        "For growers, Queller has no value. For growers, Dunmarsh had 95 tallies."
    )
    assert read.categories == ("Tarns", "Quellar", "Dunmarsh")
    assert read.values == (("7", "1731.5", "-3"), ("412.6", None, "95"))
    assert read.title == "orchard bloom by district"


def test_colours_that_the_question_needs_come_back() -> None:
    spec = chart(("Tarns", "Quellar"), ("2027", "2031"), (("268.4", "731.5"), ("412.6", "95.1")))
    spec = replace(
        spec,
        series=tuple(
            replace(series, colour_name=name)
            for series, name in zip(spec.series, ("blue", "navy"), strict=True)
        ),
    )
    read = read_told(said(spec, "How many tallies has the blue bar of Tarns?"))
    assert [series.colour_name for series in read.series] == ["blue", "navy"]
    spec = replace(
        chart(("Tarns", "Quellar"), ("",), (("268.4", "731.5"),)), category_colours=("red", "grey")
    )
    assert read_told(said(spec, "What has the red bar?")).category_colours == ("red", "grey")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Orla has 319.9 baskets. Tarn has 12.4 baskets.",  # a passage
        "The values are portion of growers.",
        "The values are tallies. For 2027, Tarns has 268.4. For 2027, Quellar has 1.5. For 2031, Tarns has 7.",
        "The values are tallies. Tarns has 268.4. Tarns has 731.5.",
        "The values are tallies. Tarns has 268.4. Nobody knows why.",
        "The values are tallies. Tarns has 268.4 of 412.6. Quellar has 3.",
        "The values are tallies. Tarns has many. Quellar has 3.",
        "The values are tallies. For Weavers, Tarns has 3. Quellar has 3.",
    ],
)
def test_what_is_no_whole_table_is_none(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_told(text)


@settings(deadline=None)
@given(st.text(max_size=120))
def test_any_text_is_a_table_or_none(text: str) -> None:
    for each in (text, f"The values are tallies. Tarns has 3. {text}"):
        try:
            read_told(each)
        except ValueError:
            continue
