"""A workbook is read as its sheet shows it; formulas are never run, and what is unclear is refused with the remedy."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Mapping
from decimal import Decimal

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.capture import workbooks
from recast.capture.workbooks import workbook_rows
from recast.errors import Refused


def workbook(
    rows: list[list[object]], formats: Mapping[str, str] | None = None, more: tuple[str, ...] = ()
) -> bytes:
    """``more`` are further sheets, each with this one value."""
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for place, form in (formats or {}).items():
        book.active[place].number_format = form
    for value in more:
        book.create_sheet()["A1"] = value or None
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("value", "form", "shown"),
    [
        (0.45, "0%", "45%"),
        (0.0725, "0.00%", "7.25%"),
        (4.5, '0.0"%"', "4.5%"),
        (4.5, "0.0\\%", "4.5%"),
        (0.45, '0% "of all"', "45%"),
        (1250, "#,##0", "1250"),
        (1250.5, "General", "1250.5"),
        (1e21, "General", "1000000000000000000000"),
        (True, "General", "True"),
        (datetime.datetime(2019, 5, 1), "yyyy-mm-dd", "2019-05-01"),
        (datetime.datetime(2019, 5, 1, 12, 30), "yyyy-mm-dd h:mm", "2019-05-01 12:30:00"),
        (" Fen ", "General", " Fen "),
    ],
)
def test_a_cell_reads_as_the_sheet_shows_it(value: object, form: str, shown: str) -> None:
    assert workbook_rows(workbook([["Town", value]], {"B1": form})) == [["Town", shown]]


@settings(max_examples=20, deadline=None)
@given(st.decimals(-(10**9), 10**9, places=3))
def test_a_number_keeps_every_digit(value: Decimal) -> None:
    ((shown,),) = workbook_rows(workbook([[float(value)]]))
    assert Decimal(shown) == value


def test_the_empty_rim_and_empty_rows_go_and_gaps_stay() -> None:
    rows = [[None] * 4, [None, "Town", None, "People"], [None] * 4, [None, "Fen", None, 3, "  "]]
    assert workbook_rows(workbook(rows)) == [["Town", "", "People"], ["Fen", "", "3"]]


def test_formulas_are_never_run() -> None:
    with pytest.raises(Refused, match=r"B2 is a formula .* save the workbook"):
        workbook_rows(workbook([["Town", "People"], ["A", "=1+1"]]))


def test_one_of_several_sheets_is_read_only_where_the_others_are_empty() -> None:
    assert workbook_rows(workbook([["Town", 1]], more=("",))) == [["Town", "1"]]
    with pytest.raises(Refused, match="3 sheets with content; keep the one"):
        workbook_rows(workbook([["Town", 1]], more=("a", "b")))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04" + b"\0" * 60, "damaged"),
        (b"", "damaged"),
        (workbook([]), "no table"),
        (workbook([[" "]]), "no table"),
    ],
)
def test_what_holds_no_table_is_refused_by_what_it_is(data: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        workbook_rows(data)


def test_what_is_too_large_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="at most 500 rows and 50 columns"):
        workbook_rows(workbook([["x"] * 71]))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/bomb.xml", b"\0" * 2_000_000)
    monkeypatch.setattr(workbooks, "_MOST_UNPACKED", 1_000_000)
    with pytest.raises(Refused, match="too large to open safely"):
        workbook_rows(packed.getvalue())
