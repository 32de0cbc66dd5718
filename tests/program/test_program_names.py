from __future__ import annotations

import pytest

from recast.program.names import resolve_name, same_name

_ISSUED = ("Tarns", "Quellar", "Grey Moor", "Bo", "Ba")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Tarns", "Tarns"),
        ("tarns", "Tarns"),
        ("GREYMOOR", "Grey Moor"),
        (" grey  moor ", "Grey Moor"),
        ("Ｔarns", "Tarns"),
        ("Tarn", "Tarns"),
        ("Tarnz", "Tarns"),
        ("Tanrs", "Tarns"),
        ("Quelar", "Quellar"),
        ("Tar", None),
        ("Qualler", None),
        ("Bu", None),
        ("", None),
        ("North", None),
    ],
)
def test_resolves_within_one_edit_if_unique(written: str, meant: str | None) -> None:
    assert resolve_name(written, _ISSUED) == meant


def test_two_names_one_edit_away_are_unknown() -> None:
    assert resolve_name("Morlan", ("Morland", "Morlane")) is None


def test_names_that_differ_in_case_only_need_the_exact_spelling() -> None:
    assert same_name("Apple", ("Apple", "apple")) == "Apple"
    assert same_name("APPLE", ("Apple", "apple")) is None
    assert resolve_name("APPLE", ("Apple", "apple")) is None
