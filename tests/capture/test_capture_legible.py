"""Ways of writing that would be misread are put in one form or refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.capture.legible import legible
from recast.errors import Refused

CIRCLED = [
    c for c in map(chr, range(0x2150, 0x2500)) if c.isnumeric() and unicodedata.numeric(c).is_integer()
]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("K o w a l s k i bought 14 pens.", "Kowalski bought 14 pens."),
        ("Then N-O-W-A-K's son left 3.", "Then Nowak's son left 3."),
        ("J. R. R. Dale has a 4 x 4 car.", "J. R. R. Dale has a 4 x 4 car."),
        ("It paid £1.2m for 350k units.", "It paid £1.2 million for 350k units."),
        ("It sold 1.2m units.", "It sold 1.2 million units."),
        ("A 1.2m rope and 50m pools.", "A 1.2m rope and 50m pools."),
        ("MARGARET ATE 5 PEARS AT TESCO. DOES SHE?", "Margaret ate 5 pears at Tesco. Does she?"),
        ("WILL HAS 5 PENS. HOW MANY WILL ANNA HAVE?", "Will has 5 pens. How many will Anna have?"),
        ("The UK and the EU have 5 m² and ½.", "The UK and the EU have 5 m² and ½."),
    ],
)
def test_what_is_written_otherwise_is_read_alike(written: str, read: str) -> None:
    assert legible(written, "the text") == read


@given(st.sampled_from(CIRCLED))
def test_a_number_in_one_sign_becomes_its_digits(sign: str) -> None:
    if sign not in "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉":
        assert legible(f"He has {sign} pens.", "the text") == f"He has {int(unicodedata.numeric(sign))} pens."


@pytest.mark.parametrize("written", ["He paid 12² dollars.", "She ate ⅓ of it.", "She has 3₂ pens."])
def test_what_has_no_one_reading_is_refused(written: str) -> None:
    with pytest.raises(Refused, match="the text has a"):
        legible(written, "the text")
