"""Garbled numerals: what is put right, what is left alone, and that doubt is said."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.spoken import repaired, repairs
from recast.types import SURE, Word


def heard(text: str, confidence: float = 1.0) -> list[Word]:
    return [Word(word, place, place + 0.9, confidence) for place, word in enumerate(text.split())]


def text_of(text: str) -> str:
    return " ".join(word.text for word in repaired(heard(text)))


@pytest.mark.parametrize(
    ("garbled", "right"),
    [
        ("it cost $3,00019 in all.", "it cost $3,019 in all."),
        ("it cost $3,19 in all.", "it cost $3,019 in all."),
        ("it cost $3 ,019.", "it cost $3,019."),
        ("In 2,000-5, they met.", "In 2,005, they met."),
        ("In 2030-1, they met.", "In 2031, they met."),
        ("about 12,0005 of them", "about 12,005 of them"),
        ("born in 19 84.", "born in 1984."),
        ("since 20 25, 19 people", "since 2025, 19 people"),
        ("3 point 5 litres", "3.5 litres"),
        ("3 point one four", "3.14"),
        ("at $2 .50 each", "at $2.50 each"),
        ("5,000 ,000 people", "5,000,000 people"),
        ("none present, 11, 698, 7.4% of them", "none present, 11,698, 7.4% of them"),
        ("she has 40 28 stamps", "she has 4028 stamps"),
        ("there were 149,000 25,000 homes", "there were 149,025 homes"),
        ("there were 149,000 25 homes", "there were 149,025 homes"),
        ("there were 149,000, 25,000 homes", "there were 149,025 homes"),
        ("between 1900, 79 and 1984", "between 1979 and 1984"),
        ("in the 1500-40s they", "in the 1540s they"),
        ("in 1623 to 25, and later", "in 1623-25, and later"),
        ("from 1204 to 9 it stood", "from 1204-09 it stood"),
        ("they died in 1348 50.", "they died in 1348-50."),
        ("they died in 134850.", "they died in 1348-50."),
        ("the war of 16291631 ended", "the war of 1629-1631 ended"),
        ("died in 1623.25, and later", "died in 1623-25, and later"),
        ("in a ratio 75, the shorter", "in a ratio 7:5, the shorter"),
        ("it is 20 to inches long", "it is 22 inches long"),
        ("in the ratio 7.5. The rest", "in the ratio 7:5. The rest"),
        ("in a ratio of three two.", "in a ratio of 3:2."),
        ("the top four five percent of", "the top 4-5 percent of"),
        ("costs $2 and 99 cents", "costs $2.99"),
        ("costs one dollar and 5 cents", "costs $1.05"),
        ("costs $5 and $0.05", "costs $5.05"),
        ("at 6.15 pm", "at 6:15 pm"),
        ("it left at 9.30. Then", "it left at 9:30. Then"),
        ("baked 1,100 well cookies", "baked 1,112 cookies"),
        ("37 chairs in Ghent and Well chairs in Bruges", "37 chairs in Ghent and 12 chairs in Bruges"),
        ("they played well football games", "they played 12 football games"),
        ("for $1 each for rulers for three dollars each", "for $1 each 4 rulers for three dollars each"),
        ("and three seven eight lizards were", "and 378 lizards were"),
        ("of 3 9 0 sailors", "of 390 sailors"),
        ("it was 4,097 boy 9 people", "it was 4,097.9 people"),
        ("it has 4,000 28 pencils", "it has 4,028 pencils"),
        ("a ticket cost $18.5 for adults", "a ticket cost $18.05 for adults"),
        ("and $1.5 cents each", "and $1.05 each"),
        ("she drove $166 miles", "she drove 166 miles"),
        ("the town had $74,447 people", "the town had 74,447 people"),
        ("made by 41,250 to weavers", "made by 41,252 weavers"),
        ("has 670 1 sheep", "has 671 sheep"),
        ("worth well billion euros", "worth 12 billion euros"),
        ("630 birds, for 127 snakes and", "630 birds, 427 snakes and"),
        ("per mile 18 point to per acre", "per mile 18.2 per acre"),
        ("had 9 boy and 8 million members", "had 9.8 million members"),
        ("about 49,5777 soldiers", "about 49,577 soldiers"),
        ("it left at 220 and", "it left at 2:20 and"),
        ("the frost of 20-21 killed", "the frost of 2021 killed"),
        ("In 1960, to the club", "In 1960, to the club"),
        ("more than 844,000 free pupils", "more than 844,000 free pupils"),
        ("schools for 189 Catholic ones", "schools for 189 Catholic ones"),
    ],
)
def test_a_garbled_numeral_is_put_right_and_is_unsure(garbled: str, right: str) -> None:
    assert text_of(garbled) == right
    changed = [word for word in repaired(heard(garbled)) if word.confidence < 1]
    assert len(changed) == 1
    assert changed[0].confidence < SURE
    assert changed[0].text in right


@pytest.mark.parametrize(
    "text",
    [
        "$1,234,567.89 and 3,019 and 0.5%",
        "in 1984, 19 people; 20 30-year-olds",
        "call 555-1234 before 9:30",
        "the 2010-15 plan and 10-5 at half past six",
        "twenty twenty and nineteen eighty-four, the third and the 21st",
        "in 19 85% of them and in 20 12.5 litres",
        "at one point 5 were left",
        "lots of 3, 698, 120, 115 and 40",
        "fell from 1990 to 25 in 1914 to 18 countries",
        "it sold 30 to friends, 40 for lunch; 12 by 15 rooms",
        "a ratio of 7.5 to 1, a score of 3.2, the years 2000-05",
        "it rose by 1,204.5 tons or 43.3%, by 1623.25 tons, in 1623.17, in a ratio of 75 to 12",
        "the index stood at 9.30, closed at 14.05 dollars and started at 9.30%",
        "sold for 150 dollars, kept for 120 days",
        "in 1900, 79 people; sold 149,000, 25,000 and 300 tons",
        "in 2,000 15 people, 1 boy 3 girls, 100 well made chairs",
        "she played well these games, and well always; the oil wells, as well chairs",
        "$1.5 million, $2.5 thousand and $3.25; $5 tickets for 5 miles",
        "in 1990 2 ships left, from 1960 to 1970, at 18 point to the wall, ages of 19-21 years, 1 boy and 8 girls",
        "as well million, stood at 220, left at 220 dollars, games, for 120 dollars and",
        "for $1 each for parties, rooms 1 2 3, sold 12,340 for 7 percent",
    ],
)
def test_well_formed_text_is_left_alone(text: str) -> None:
    assert repaired(heard(text)) == tuple(heard(text))


def test_numerals_with_nothing_between_them_are_unsure() -> None:
    words = repaired(heard("the size was 3 boys, 6 2 and in 2,000 15 people"))
    assert [word.text for word in words if word.confidence < SURE] == ["6", "2"]


@pytest.mark.parametrize("text", ["3,123456", "6,16,14", "134850", "77777777777777", "18,971.2%"])
def test_a_numeral_without_a_regular_form_stays_and_is_unsure(text: str) -> None:
    (word,) = repaired(heard(text))
    assert word.text == text
    assert word.confidence < 0.2


@pytest.mark.parametrize(
    ("garbled", "right"),
    [
        ("of 11,698-7.4% had", ["11,698,", "7.4%"]),
        ("of 68,511,043.3% had", ["68,511,", "43.3%"]),
        ("of 68,511,43.3% had", ["68,511,", "43.3%"]),
        ("of 30,547.19.3% had", ["30,547,", "19.3%"]),
        ("of 644.72.8% had", ["644,", "72.8%"]),
        ("of 85831% had", ["858,", "31%"]),
        ("of 24870.2% had", ["248,", "70.2%"]),
        ("of 12,34,7.8% had", ["12,034,", "7.8%"]),
        ("of 12,340 for 7.8% had", ["12,344,", "7.8%"]),
    ],
)
def test_a_share_in_brackets_that_ran_into_its_count_is_a_word_of_its_own(
    garbled: str, right: list[str]
) -> None:
    words = repaired(heard(garbled))
    assert [word.text for word in words] == ["of", *right, "had"]
    assert all(word.confidence < SURE for word in words[1:3])
    assert words[0].end <= words[1].start < words[1].end <= words[2].start < words[2].end <= words[3].start


def test_times_span_all_pieces_and_doubt_is_that_of_the_least_sure() -> None:
    words = (Word("in", 0, 1, 1.0), Word("19", 1, 2, 0.9), Word("84.", 2, 3, 0.2), Word("Then", 3, 4, 1.0))
    assert repaired(words)[1] == Word("1984.", 1, 3, 0.2)


@given(st.integers(0, 10**12), st.sampled_from(["{:,}", "${:,}", "{:,}.25", "-{:,}%"]))
def test_a_well_formed_number_is_never_changed(value: int, form: str) -> None:
    assert not list(repairs(f"There were {form.format(value)} in all."))


@given(st.text(alphabet=st.characters(exclude_categories=["Nd"]), max_size=60))
def test_a_text_without_digits_is_never_changed(text: str) -> None:
    assert not list(repairs(text))


@given(st.text(alphabet="0123456789,. -point$i", max_size=24))
def test_repairs_are_idempotent_and_keep_every_other_word(text: str) -> None:
    once = repaired(heard(text))
    assert [word.text for word in repaired(once)] == [word.text for word in once]
    spoken = re.findall(r"[a-z$]+", text)
    kept = re.findall(r"[a-z$]+", " ".join(word.text for word in once))
    taken = ("point", "to")
    assert [word for word in kept if word not in taken] == [word for word in spoken if word not in taken]
