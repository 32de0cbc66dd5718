"""Small charts for the tests of the number map."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from hypothesis import strategies as st

from recast.types import Cell, Rewritten, Series, Substitution, Substitutions, Table


def table(
    rows: Sequence[Sequence[str | None]],
    categories: Sequence[str] = (),
    series: Sequence[str] = (),
    title: str = "Bloom by district",
) -> Table:
    """``rows`` is one row a series; values as text, None for a missing cell."""
    return Table(
        kind="grouped_bar",
        orientation="vertical",
        title=title,
        subtitle="",
        x_title="District",
        y_title="Portion",
        category_role="nominal",
        categories=tuple(categories or ["Name " + "A" * c for c in range(len(rows[0]))]),
        series=tuple(Series(label) for label in series or [f"Group {chr(65 + s)}" for s in range(len(rows))]),
        cells=tuple(
            tuple(Cell(None, None, "missing") if v is None else Cell(Decimal(v)) for v in row) for row in rows
        ),
    )


def rewritten(
    chart: Table | None,
    question: str = "Which one is highest?",
    choices: Sequence[str] = (),
    order: Sequence[int] = (),
    pairs: Sequence[tuple[str, str]] = (),
    context: str = "",
) -> Rewritten:
    return Rewritten(
        modality="image",
        question=question,
        choices=tuple(choices),
        table=chart,
        context=context,
        substitutions=Substitutions(tuple(Substitution(a, b, "category", True) for a, b in pairs)),
        row_order=tuple(order),
    )


VALUES = st.one_of(
    st.integers(-20, 30),
    st.integers(1200, 2200),
    st.integers(-(10**9), 10**9),
    st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-3000, max_value=3000),
).map(str)


@st.composite
def charts(draw: st.DrawFn) -> Table:
    """1-3 series of 1-8 cells, some missing, some equal, some labels years."""
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 3))
    rows = [[draw(st.none() | VALUES) for _ in range(width)] for _ in range(height)]
    dated = draw(st.booleans())
    first = draw(st.integers(1900, 2060))
    gaps = draw(st.lists(st.integers(1, 9), min_size=width, max_size=width))
    categories = [str(first + sum(gaps[: c + 1])) if dated else f"Name {chr(65 + c)}" for c in range(width)]
    return table(rows, categories)


QUESTIONS = st.lists(
    st.sampled_from(
        [
            "more than 64",
            "below -5",
            "in 2014",
            "from 2010 to 2019",
            "top 3",
            "the two bars",
            "seven percent",
            "the second",
            "9 in 10",
            "1,234.5",
            "2 million",
            "COVID-19",
            "0,075",
            "less than 5%",
            "20",
            "Which one",
            "½",
            "1263",
            "2100",
        ]
    ),
    max_size=6,
).map(" ".join)
