"""Lost and added spaces: from words alone, and from the ink of a drawn line."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from recast.perception.spacing import mended, respaced
from recast.perception.text import Pixels, TextBox
from recast.types import Box

FONT = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"


@pytest.mark.parametrize(
    ("read", "mended_text"),
    [
        ("Share ofglobal hours", "Share of global hours"),
        ("Numberofstudents", "Number of students"),
        ("Dem and in million m etric tons", "Demand in million metric tons"),
        ("Num be r of use rs", "Number of users"),
        ("Regular suppo rters", "Regular supporters"),
        ("Eamings in million euros", "Earnings in million euros"),
    ],
)
def test_what_is_no_word_becomes_the_words_it_is(read: str, mended_text: str) -> None:
    assert respaced(read) == mended_text


@pytest.mark.parametrize(
    ("read", "mended_text"),
    [
        ("Dec19", "Dec 19"),
        ("Sept2014", "Sept 2014"),
        ("Mar1", "Mar 1"),
        ("Jan8,2021", "Jan 8, 2021"),
        ("Q12014", "Q1 2014"),
        ("Q2'19", "Q2 '19"),
        ("H12013", "H1 2013"),
        ("18to29", "18 to 29"),
        ("Under25", "Under 25"),
    ],
)
def test_a_number_is_parted_from_the_month_or_quarter_before_it(read: str, mended_text: str) -> None:
    assert respaced(read) == mended_text


@pytest.mark.parametrize(
    "text",
    [
        "COVID-19",
        "A380",
        "Top10",
        "Q1",
        "H2",
        "Mars2020",
        "Brighton",
        "Newcastle upon Tyne",
        "LinkedIn users",
        "Q3 '19",
        "12 345",
        "1.5 m",
        "San Joaquin Valley",
        "Al Qaeda",
    ],
)
def test_names_and_numbers_stay_as_they_are(text: str) -> None:
    assert respaced(text) == text


def drawn(text: str) -> tuple[Pixels, Box]:
    face = ImageFont.truetype(FONT, 16)
    left, top, right, bottom = face.getbbox(text)
    sheet = Image.new("RGB", (int(right) + 40, 50), "white")
    ImageDraw.Draw(sheet).text((20, 10), text, font=face, fill="black")
    return np.asarray(sheet, dtype=np.uint8), Box(left + 18, top + 8, right + 22, bottom + 12)


def reread(shown: str, read: str) -> str:
    pixels, box = drawn(shown)
    return mended(pixels, [TextBox(read, box, 0.9)])[0].text


def test_ink_decides_where_words_do_not() -> None:
    assert reread("Presidential approval", "Presidentialapproval") == "Presidential approval"
    assert reread("Presidentialapproval", "Presidentialapproval") == "Presidentialapproval"
    assert reread("Brighton", "Brighton") == "Brighton"


def test_pieces_that_stand_as_far_apart_as_words_are_not_joined() -> None:
    assert reread("Rep and Dem and Ind voters", "Rep and Dem and Ind voters") == "Rep and Dem and Ind voters"
    assert reread("Rep and Demand of voters", "Rep and Dem and of voters") == "Rep and Demand of voters"
