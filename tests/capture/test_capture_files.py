from __future__ import annotations

import datetime
import io
from decimal import Decimal

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.capture.files import csv_table, is_table_file, read_table, table_csv
from recast.errors import Refused
from recast.numbers.context import table_context
from recast.types import Cell, Series, Source, Table


def csv_source(text: str, name: str = "table.csv") -> Source:
    return Source(text.encode(), "text/csv", name)


def workbook(rows: list[list[object]], formats: dict[str, str] | None = None) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for place, form in (formats or {}).items():
        book.active[place].number_format = form
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_one_series() -> None:
    table = read_table(csv_source("Region,Share (%)\nNorth,71\nSouth,64.5\n"))
    assert (table.kind, table.category_role, table.x_title, table.y_title) == (
        "bar",
        "nominal",
        "Region",
        "Share",
    )
    assert table.series == (Series("", "", "", "%", ""),)
    assert [cell.value for cell in table.cells[0]] == [Decimal(71), Decimal("64.5")]


def test_several_series_and_scale() -> None:
    table = read_table(csv_source("Town,Income (million USD),Costs (million USD)\nA,1.5,2\nB,-,3\n"))
    assert table.kind == "grouped_bar"
    assert [(s.label, s.unit, s.scale) for s in table.series] == [
        ("Income", "USD", "million"),
        ("Costs", "USD", "million"),
    ]
    assert table.cells[0][1].origin == "missing"


def test_years_are_time_and_series_years_are_labels() -> None:
    assert read_table(csv_source("Year,Sales\n2019,4\n2020,5\n")).kind == "line"
    table = read_table(csv_source("Region,2019,2020\nNorth,4,5\n"))
    assert [s.label for s in table.series] == ["2019", "2020"]


def test_the_question_may_name_the_kind() -> None:
    assert (
        read_table(csv_source("Part,Share\nA,40%\nB,60%\n"), "Which slice of the pie is larger?").kind
        == "pie"
    )


def test_decimal_commas_and_semicolons() -> None:
    table = read_table(csv_source("Ort;Wert\nA;1.234,5\nB;7,25\n"))
    assert [cell.value for cell in table.cells[0]] == [Decimal("1234.5"), Decimal("7.25")]


def test_a_comma_that_may_be_either_is_refused() -> None:
    with pytest.raises(Refused, match="comma"):
        read_table(csv_source("Ort;Wert\nA;6,789\n"))


def test_tabs_and_grouped_thousands() -> None:
    table = read_table(csv_source("Town\tPeople\nA\t12 345\nB\t6,789\n", "t.tsv"))
    assert [cell.value for cell in table.cells[0]] == [Decimal(12345), Decimal(6789)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("  \n \n", "empty"),
        ("a,b\n", "no rows"),
        ("a\n1\n2\n", "one column"),
        ("a,b\nx,1,2\n", "line 2"),
        ("a,b\nx,many\n", "line 2, column 2"),
        ("a,b\n,4\n", "no label"),
        ("x,1\ny,2\n", "header"),
        ('a,b\n"x,1\n', "quotation|fields"),
        ("a,b\nx,1K\ny,2M\n", "mixes scales"),
        ("a,b\nx,$1\ny,2%\n", "mixes units"),
    ],
)
def test_what_is_no_table_is_refused_by_place(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        read_table(csv_source(text))


def test_refusals_name_no_content() -> None:
    with pytest.raises(Refused) as caught:
        read_table(csv_source("a,b\nsecretword,hiddenvalue\n"))
    assert "secretword" not in str(caught.value)
    assert "hiddenvalue" not in str(caught.value)


def test_xlsx_with_percentages_dates_and_empty_rim() -> None:
    rows: list[list[object]] = [
        [None] * 3,
        [None, "Day", "Share"],
        [None, datetime.date(2020, 3, 1), 0.071],
        [None, "later", 0.5],
    ]
    table = read_table(
        Source(workbook(rows, {"C3": "0.0%", "C4": "0%"}), "application/octet-stream", "t.xlsx")
    )
    assert table.categories == ("2020-03-01", "later")
    assert [cell.value for cell in table.cells[0]] == [Decimal("7.1"), Decimal(50)]
    assert table.series[0].unit == "%"


def test_the_text_form_is_read() -> None:
    cells = ((Cell(Decimal("7.5")), Cell(None, None, "missing")),)
    trees = Table(
        "bar",
        "vertical",
        "Trees",
        "",
        "Kind",
        "",
        "nominal",
        ("Larch", "Alder"),
        (Series("", unit="m"),),
        cells,
    )
    table = read_table(Source(table_context(trees).encode(), "text/plain", "t.txt"))
    assert (table.title, table.categories, table.series[0].unit) == ("Trees", ("Larch", "Alder"), "m")
    assert [cell.value for cell in table.cells[0]] == [Decimal("7.5"), None]


def test_table_files_are_told_from_pictures() -> None:
    assert is_table_file(Source(b"", "application/octet-stream", "Data.XLSX"))
    assert not is_table_file(Source(b"", "image/png", "chart.csv"))
    assert not is_table_file(Source(b"", "application/octet-stream", "chart"))


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=12)
NUMBERS = st.decimals(allow_nan=False, allow_infinity=False, places=2, min_value=-(10**9), max_value=10**9)
CELLS = st.one_of(
    st.builds(Cell, NUMBERS),
    st.just(Cell(None, None, "missing")),
    st.builds(lambda v, t: Cell(v, None, "axis", abs(t)), NUMBERS, NUMBERS),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    count, rows = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    categories = tuple(draw(st.lists(TEXT, min_size=rows, max_size=rows)))
    series = tuple(
        Series(
            draw(TEXT),
            draw(st.sampled_from(["", "blue", "dark red"])),
            draw(st.sampled_from(["", "#0a0b0c"])),
            draw(TEXT),
            draw(TEXT),
        )
        for _ in range(count)
    )
    cells = tuple(tuple(draw(CELLS) for _ in range(rows)) for _ in range(count))
    colours = (
        tuple(draw(st.sampled_from(["blue", "teal"])) for _ in range(rows)) if draw(st.booleans()) else ()
    )
    kind = draw(st.sampled_from(["bar", "pie", "line", "stacked_bar", "table"]))
    role = draw(st.sampled_from(["nominal", "ordinal", "time"]))
    way = draw(st.sampled_from(["vertical", "horizontal"]))
    titles = [draw(TEXT) for _ in range(4)]
    return Table(kind, way, *titles, role, categories, series, cells, colours)


def bare(table: Table) -> tuple[object, ...]:
    """What a person edits of a table."""
    cells = [[(c.value, c.origin, c.tolerance) for c in row] for row in table.cells]
    series = [(s.label, s.colour_name, s.colour_hex, s.unit, s.scale) for s in table.series]
    head = (table.kind, table.orientation, table.title, table.subtitle, table.x_title, table.y_title)
    return (*head, table.category_role, table.categories, series, cells, table.category_colours)


@given(tables())
def test_csv_is_lossless_for_what_a_person_edits(table: Table) -> None:
    assert bare(csv_table(table_csv(table))) == bare(table)


# ── the CSV that a person edits ──────────────────────────────────────────────────────────────────────────────

READ = Table(
    "stacked_bar",
    "horizontal",
    "Harvest, by region, ",
    "in crates,",
    "Region",
    "Crates",
    "nominal",
    ("Norwick", 'South, "moor"', "東"),
    (Series("Figs", "blue", "#2f7ed8", "%", "thousand"), Series("Pears", "navy", "#0f283f", "$", "")),
    (
        (
            Cell(Decimal("12.5"), "12.5%"),
            Cell(None, None, "missing"),
            Cell(Decimal("41.2"), "41.2", "axis", Decimal("0.5"), 0.95),
        ),
        (
            Cell(Decimal(8), "8", confidence=0.62),
            Cell(Decimal(3), "3", "axis", Decimal("0.25"), 0.5),
            Cell(Decimal(1000), "1,000"),
        ),
    ),
    ("red", "blue", "grey"),
)


def known(table: Table) -> list[list[tuple[object, ...]]]:
    return [
        [(c.value, c.origin, c.tolerance, None if c.confidence >= 0.9 else c.confidence) for c in row]
        for row in table.cells
    ]


def test_what_was_read_comes_back_with_its_doubts() -> None:
    back = csv_table(table_csv(READ))
    assert known(back) == known(READ)
    assert table_context(back) == table_context(READ)
    assert (back.category_colours, back.series) == (READ.category_colours, READ.series)


def test_an_edited_value_is_printed_and_sure_and_no_other_changes() -> None:
    edited = table_csv(READ).replace("~41.2 ±0.5", "41.7").replace("8 ?0.62", "9")
    back = known(csv_table(edited))
    assert back[0][2] == (Decimal("41.7"), "printed", 0, None)
    assert back[1][0] == (Decimal(9), "printed", 0, None)
    assert back[1][1] == known(READ)[1][1]


@pytest.mark.parametrize("typed", ["~ 41.2 ±0.5", "≈41.2 +/- 0.5", "~41.2 +-0.5", "~41.2±0.5"])
def test_a_tolerance_may_be_typed_plainly(typed: str) -> None:
    assert known(csv_table(table_csv(READ).replace("~41.2 ±0.5", typed)))[0][2][:3] == known(READ)[0][2][:3]


def test_a_value_typed_in_another_scale_is_put_into_that_of_its_column() -> None:
    assert known(csv_table(table_csv(READ).replace("12.5", "1.5M")))[0][0][0] == 1500


def test_a_spreadsheet_may_have_saved_it() -> None:
    saved = []
    for line in table_csv(READ).splitlines():
        comment = line.startswith("# ")
        saved.append(line + ",," if comment and '"' not in line and "horizontal" not in line else line)
    assert table_context(csv_table("\r\n".join(saved))) == table_context(READ)
    quoted = table_csv(READ).replace("# x: Region", '"# x: Region, the ""old"" ones",,')
    assert csv_table(quoted).x_title == 'Region, the "old" ones'
    semicolons = "# kind: bar, vertical\nRegion;Figs\nNorwick;7,25\nIslet;3\n"
    assert [cell.value for cell in csv_table(semicolons).cells[0]] == [Decimal("7.25"), Decimal(3)]


def test_a_text_form_may_end_as_editors_end_files() -> None:
    for end in ("", "\n", "\r\n\r\n"):
        table = read_table(Source((table_context(READ) + end).encode(), "text/plain", "t.txt"))
        assert table_context(table) == table_context(READ)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("~41.2 ±0.5", "about 41", "line 12, column 2 of the table is not exactly one number"),
        (
            "~41.2 ±0.5",
            "41,2",
            "line 12 of the table has 4 fields, the header has 3; a field that holds a comma",
        ),
        ("Norwick,12.5,8 ?0.62", "Norwick,12.5", "line 10 of the table has 2 fields"),
        ("12.5", "$12", "line 10, column 2 of the table has another unit than its header"),
        ("# kind: stacked_bar, horizontal", "# kind: stacked", "no kind of chart that is known"),
        ("# categories: nominal", "# categories: sorted", "nominal, ordinal or time"),
    ],
)
def test_a_broken_table_is_named_by_line_and_column_of_the_file(before: str, after: str, said: str) -> None:
    written = table_csv(READ)
    assert before in written
    with pytest.raises(Refused, match=said):
        csv_table(written.replace(before, after))
