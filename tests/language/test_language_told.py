"""A protected record said aloud: every label and every value is in it, each value beside its own labels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.language.told import told
from recast.types import ChartSpec, Protected, SpecSeries

label = st.text(st.sampled_from("abcdefgh "), min_size=1, max_size=8).map(str.strip).filter(bool)
value = st.decimals(0, 999, places=1).map(str) | st.none()


@st.composite
def charts(draw: st.DrawFn) -> ChartSpec:
    categories = tuple(draw(st.lists(label, min_size=1, max_size=5, unique=True)))
    names = draw(st.lists(label, min_size=1, max_size=3, unique=True))
    series = tuple(SpecSeries(name, "", "", draw(st.sampled_from(["", "tallies"]))) for name in names)
    values = tuple(tuple(draw(value) for _ in categories) for _ in names)
    role = draw(st.sampled_from(["nominal", "time"]))
    return ChartSpec("grouped_bar", "vertical", "Bloom", "District", "", role, categories, series, values)


def protected(chart: ChartSpec | None, question: str = "How many?", context: str = "") -> Protected:
    return Protected("audio", context, question, (), chart, frozenset(), frozenset())


@given(charts())
def test_every_value_is_said_once_with_its_own_labels(chart: ChartSpec) -> None:
    sentences = list(told(protected(chart)))[2:]
    cells = [(s, c) for s in range(len(chart.series)) for c in range(len(chart.categories))]
    assert len(sentences) == len(cells)
    for sentence, (s, c) in zip(sentences, cells, strict=True):
        amount = chart.values[s][c]
        assert f"has {amount if amount is not None else 'no value'}" in sentence
        for name in (chart.series[s].label, chart.categories[c]):
            assert " ".join(name.split()) in sentence
        assert amount is None or not chart.series[s].unit or sentence.endswith(f"{chart.series[s].unit}.")


def test_a_chart_of_one_series_and_a_chart_over_time() -> None:
    plain = ChartSpec(
        "bar", "vertical", "Orchard bloom", "District", "Portion of growers", "nominal",
        ("Dunmarsh", "Tarns"), (SpecSeries("", "", "", "tallies"),), (("873.1", None),),
    )  # fmt: skip
    assert told(protected(plain)) == (
        "Orchard bloom.",
        "The values are Portion of growers by District.",
        "Dunmarsh has 873.1 tallies.",
        "Tarns has no value.",
    )
    timed = ChartSpec(
        "line",
        "vertical",
        "",
        "",
        "",
        "time",
        ("2027",),
        (SpecSeries("Quellar", "red", "", ""),),
        (("4.1",),),
    )
    assert told(protected(timed)) == ("The values are as follows.", "For 2027, Quellar has 4.1.")
    assert "Quellar is drawn in red." in told(protected(timed, "How high is the red line?"))


@pytest.mark.parametrize(
    ("context", "sentences"),
    [
        (
            "Orla wove 731.5 baskets.\n\nShe sold 2 of them!",
            ("Orla wove 731.5 baskets.", "She sold 2 of them!"),
        ),
        ("One line\n  of  text", ("One line of text",)),
        ("Orla drops 785.5/736.4 of a curtain.", ("Orla drops 785.5 over 736.4 of a curtain.",)),
        (" \n", ()),
    ],
)
def test_a_passage_is_said_sentence_by_sentence(context: str, sentences: tuple[str, ...]) -> None:
    assert told(protected(None, context=context)) == sentences
