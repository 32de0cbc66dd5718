from __future__ import annotations

import copy
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.types import Check, Finding, Turn
from recast.wire import seal
from releases import picture, request, sealed

HERE = "in this process"


def test_a_sealed_release_is_genuine_and_its_copy_too() -> None:
    assert seal.genuine(sealed(HERE))
    assert seal.genuine(copy.copy(sealed(HERE)))


def test_any_change_breaks_the_seal() -> None:
    release = sealed(HERE)
    asked = release.request
    changed = [
        replace(release, body=release.body + b" "),
        replace(release, event="f" * 32),
        replace(release, parent="f" * 32),
        replace(release, seal=b""),
        replace(release, checks=(Check("protected", (Finding("protected", "no"),)),)),
        *(
            replace(release, request=replace(asked, **change))
            for change in (
                {"boundary": "unprotected"},
                {"destination": "https://elsewhere.example/v1"},
                {"model": "other"},
                {"template": "other"},
                {"question": "other"},
                {"choices": ("one",)},
                {"turns": (Turn("said", "asked"),)},
                {"settings": ()},
                {"medium": None},
                {"medium": replace(asked.medium, data=picture("black"))},
                {"medium": replace(asked.medium, drawn=())},
            )
        ),
    ]
    assert [release for release in changed if seal.genuine(release)] == []
    covered = {field.name for field in fields(asked)}
    assert covered == {
        "boundary", "destination", "model", "template", "question", "medium", "choices", "turns", "settings",
    }  # fmt: skip


@given(st.binary(min_size=32, max_size=32))
def test_a_guessed_seal_is_refused(guess: bytes) -> None:
    assert not seal.genuine(replace(sealed(HERE), seal=guess))


def test_only_replies_to_this_release_count_as_received() -> None:
    release, other = sealed(HERE), sealed(HERE, "unprotected")
    seal.remember_reply(release, "answer = 1")
    assert seal.received(release, "answer = 1")
    assert not seal.received(release, "answer = 2")
    assert not seal.received(other, "answer = 1")


def test_received_replies_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seal, "_REMEMBERED", 3)
    release = sealed(HERE)
    for number in range(5):
        seal.remember_reply(release, f"reply {number}")
    assert [seal.received(release, f"reply {number}") for number in range(5)] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_parts_cannot_run_into_each_other() -> None:
    assert seal._mark(b"ab", b"c") != seal._mark(b"a", b"bc")
    assert request(HERE) == request(HERE)
