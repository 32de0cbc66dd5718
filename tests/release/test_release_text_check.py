"""A text is released byte for byte as protected, and as nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recast.numbers.context import write_context
from recast.reconstruct.text import text_medium
from recast.release.text_check import text_check
from recast.types import Medium, Protected
from records import shielded

PASSAGE = Protected(
    "text", "Orla wove 319.9 baskets.", "How many?", (), None, frozenset({"319.9"}), frozenset()
)


def test_the_protected_text_passes() -> None:
    assert text_check(PASSAGE, text_medium(PASSAGE)).passed


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Orla wove 319.9 baskets. ",
        b"orla wove 319.9 baskets.",
        "Orla wove 319.9 baskets.".encode("utf-16"),
    ],
)
def test_any_other_byte_is_a_finding(data: bytes) -> None:
    assert not text_check(PASSAGE, Medium("text/plain", data)).passed


def test_an_empty_text_is_a_finding() -> None:
    empty = replace(PASSAGE, context=" ")
    assert [f.message for f in text_check(empty, text_medium(empty)).findings] == ["the text is empty"]


def test_a_chart_as_text_is_its_text_form() -> None:
    made = shielded().protected
    assert made.chart is not None
    assert made.context == write_context(made.chart)
    assert text_check(made, text_medium(made)).passed
    other = replace(made, context=made.context + "note: seen in spring\n")
    assert not text_check(other, text_medium(other)).passed
