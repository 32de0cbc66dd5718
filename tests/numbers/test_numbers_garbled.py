"""Each rule puts right the garbled numeral it is for, and a regular numeral is left alone by all of them."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.numbers.garbled import RULES
from recast.numbers.readings import DOUBTED, GARBLED, GUESSED, REPAIRED, Put
from recast.types import SURE


def put(text: str) -> tuple[str, Put] | None:
    """The text with the first numeral put that any rule gives something for, and what was put."""
    for place in range(len(text)):
        for rule in RULES:
            found = rule.pattern.match(text, place)
            made = rule.put(found["n"]) if found else None
            if found and made:
                return text[: found.start("n")] + made.written + text[found.end("n") :], made
    return None


@pytest.mark.parametrize(
    ("garbled", "right", "confidence"),
    [
        ("It cost $3,00019 in all.", "It cost $3,019 in all.", REPAIRED),
        ("It cost $3,19 in all.", "It cost $3,019 in all.", GUESSED),
        ("It holds 6,16,14 jars.", "It holds 6,16,14 jars.", GARBLED),
        ("It weighs 2 .50 kg", "It weighs 2.50 kg", REPAIRED),
        ("It weighs 3 point one four kg", "It weighs 3.14 kg", REPAIRED),
        ("They met in 2030-1, late.", "They met in 2031, late.", REPAIRED),
        ("There were 149,000 25 huts.", "There were 149,025 huts.", GUESSED),
        ("It stood in the 1500-40s and later.", "It stood in the 1540s and later.", GUESSED),
        ("It was built in 19 84.", "It was built in 1984.", REPAIRED),
        ("She has 40 28 stamps", "She has 4028 stamps", GUESSED),
        ("They died in 1348 50.", "They died in 1348-50.", REPAIRED),
        ("They died in 134850.", "They died in 1348-50.", GUESSED),
        ("They died in 135048.", "They died in 135048.", GARBLED),
        ("There were 11,698-7.4% of them", "There were 11,698, 7.4% of them", REPAIRED),
        ("There were 30,547.19.3% of them", "There were 30,547, 19.3% of them", GUESSED),
        ("There were 11,697.4% of them", "There were 11,697.4% of them", GARBLED),
        ("There were 12,340 for 7.8% of them", "There were 12,344, 7.8% of them", GUESSED),
        ("It is in the ratio 7.5.", "It is in the ratio 7:5.", GUESSED),
        ("The top four five percent", "The top 4-5 percent", REPAIRED),
        ("It costs $2 and 99 cents.", "It costs $2.99.", REPAIRED),
        ("It left at 9.30.", "It left at 9:30.", REPAIRED),
        ("It is 20 to inches long", "It is 22 inches long", GUESSED),
        ("It was 4,097 boy 9 in all", "It was 4,097.9 in all", GUESSED),
        ("They went for 189 schools", "They went for 189 schools", DOUBTED),
        ("They had 15822 pairs", "They had 15822 pairs", GARBLED),
    ],
)
def test_a_garbled_numeral_is_put_right_and_never_sure(garbled: str, right: str, confidence: float) -> None:
    found = put(garbled)
    assert found is not None
    assert (found[0], found[1].confidence) == (right, confidence)
    assert confidence < SURE


@given(
    st.integers(0, 9_999_999),
    st.sampled_from(["It sold {} lamps.", "About {} of them.", "It cost ${}.", "In all, {}!"]),
)
def test_a_regular_numeral_is_left_alone(value: int, sentence: str) -> None:
    assert put(sentence.format(f"{value:,}")) is None


@given(
    st.decimals(0, 999, places=2),
    st.sampled_from(["It rose by {}% in May.", "It weighs {} kg.", "It cost ${} each."]),
)
def test_a_decimal_is_left_alone(value: Decimal, sentence: str) -> None:
    assert put(sentence.format(value)) is None


@given(
    st.integers(1100, 2099),
    st.sampled_from(["It was built in {}.", "Since {}, it grew.", "From {} on it stood."]),
)
def test_a_year_is_left_alone(year: int, sentence: str) -> None:
    assert put(sentence.format(year)) is None


@given(st.integers(1, 999), st.integers(1, 999))
def test_a_number_heard_as_its_round_part_and_the_rest_is_one(thousands: int, rest: int) -> None:
    found = put(f"It sold {thousands},000{rest} lamps.")
    assert found is not None
    assert found[0] == f"It sold {1000 * thousands + rest:,} lamps."


@given(st.from_regex(r"[0-9,. %$-]{1,14}", fullmatch=True))
def test_whatever_is_heard_what_is_put_has_digits_of_it_and_is_unsure(text: str) -> None:
    found = put(f"It was {text} there.")
    if found:
        assert set(re.findall(r"\d", found[0])) <= set(text) | {"0"} or "," in text or "-" in text
        assert found[1].confidence < SURE


def test_what_is_put_is_never_shown() -> None:
    assert "3,019" not in repr(Put("3,019", REPAIRED))
