"""The gate on a waveform: it goes out only where these very bytes were heard back and say what the record says."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from passages import QUESTION, STORY, by_hand
from recast.errors import Withheld
from recast.language.told import told
from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.reconstruct.speech import joined
from recast.release.gate import release
from recast.release.read_back import ReadBack, digest
from recast.release.speech_check import speech_check
from recast.release.wav import pulses_of, wav
from recast.types import Medium, Protected, Record, Release, Request, Vault
from recast.wire import seal
from recast.wire.chat import SETTINGS
from voices import said

PLACE = ("https://solver.example/v1", "solver-1")


@pytest.fixture
def made() -> tuple[Protected, Vault]:
    record = Record("r1", "audio", STORY, QUESTION)
    rewritten = replace(by_hand(record, PRESETS["strict"], random.Random(1)), modality="audio")
    protected, numbers = protect(rewritten, PRESETS["strict"], random.Random(5), source_quantities(record))
    return protected, Vault(
        record, numbers, rewritten.substitutions, (), (), protected, rewritten.numeral_sources
    )


def spoken(protected: Protected) -> Medium:
    sentences = told(protected)
    return joined(sentences, [pulses_of(said(sentence)) for sentence in sentences])


def heard(protected: Protected, medium: Medium, strings: tuple[str, ...] = ()) -> ReadBack:
    strings = strings or told(protected)
    return ReadBack(digest(medium), None, speech_check(protected, medium, strings), strings)


def gate(
    protected: Protected, vault: Vault, medium: Medium, seen: ReadBack | None, template: str = "speech"
) -> Release:
    request = Request("solver", *PLACE, template, protected.question, medium, (), settings=SETTINGS)
    return release(
        request,
        protected=protected,
        vault=vault,
        policy=PRESETS["strict"],
        configured=[PLACE],
        read_back=seen,
    )


def findings(
    protected: Protected, vault: Vault, medium: Medium, seen: ReadBack | None, template: str = "speech"
) -> set[str]:
    with pytest.raises(Withheld, match="nothing was sent") as caught:
        gate(protected, vault, medium, seen, template)
    return {f"{found.check}: {found.location}" for found in caught.value.findings}


def test_a_waveform_that_was_heard_back_is_released_under_four_checks(made: tuple[Protected, Vault]) -> None:
    medium = spoken(made[0])
    released = gate(*made, medium, heard(made[0], medium))
    assert seal.genuine(released)
    assert [check.name for check in released.checks] == ["protected", "source", "leak scan", "form"]


def test_bytes_that_were_not_heard_are_withheld(made: tuple[Protected, Vault]) -> None:
    medium = spoken(made[0])
    assert findings(*made, medium, None) == {"protected: medium"}
    louder = replace(medium, data=wav(pulses_of(medium.data) // 2))
    assert findings(*made, louder, heard(made[0], medium)) == {"protected: medium"}


def test_a_file_that_holds_more_than_its_samples_is_withheld(made: tuple[Protected, Vault]) -> None:
    medium = spoken(made[0])
    tagged = replace(medium, data=medium.data + b"LIST\x04\x00\x00\x00INFO")
    assert findings(*made, tagged, heard(made[0], tagged)) == {"protected: medium"}


@pytest.mark.parametrize(
    ("old", "new"),
    [("Orla", "Ola"), ("baskets", "caskets"), ("wove", "wove 4"), ("twice as many", "as many")],
)
def test_what_was_heard_differently_is_withheld(made: tuple[Protected, Vault], old: str, new: str) -> None:
    protected, vault = made
    medium = spoken(protected)
    strings = tuple(text.replace(old, new) for text in told(protected))
    assert any(
        found.startswith("protected: sentence")
        for found in findings(protected, vault, medium, heard(protected, medium, strings))
    )


@pytest.mark.parametrize("word", ["Nadia", "loaf", "baking", "1,250", "nine hundred and eighty", "Ghent's"])
def test_a_word_of_the_source_is_found_in_what_is_heard(made: tuple[Protected, Vault], word: str) -> None:
    """Though the spoken text does not hold it: an accident of hearing tells as much."""
    protected, vault = made
    medium = spoken(protected)
    strings = (f"{told(protected)[0]} {word}.", *told(protected)[1:])
    seen = replace(heard(protected, medium, strings), check=heard(protected, medium).check)
    assert {found.split(",")[0] for found in findings(protected, vault, medium, seen)} == {
        "leak scan: read back 1"
    }


@pytest.mark.parametrize("word", ["Nadia", "loaves", "980"])
def test_a_word_of_the_source_is_found_in_what_is_said(made: tuple[Protected, Vault], word: str) -> None:
    protected, vault = made
    leaking = replace(protected, context=f"{protected.context} Much {word} here.")
    medium = spoken(leaking)
    seen = replace(heard(leaking, medium), strings=("quiet",))
    assert any(found.startswith("leak scan: drawn") for found in findings(leaking, vault, medium, seen))


def test_the_prompt_is_the_one_for_recordings(made: tuple[Protected, Vault]) -> None:
    medium = spoken(made[0])
    assert "form: template" in findings(*made, medium, heard(made[0], medium), "text")


def test_invisible_characters_are_not_said(made: tuple[Protected, Vault]) -> None:
    protected = replace(made[0], context=made[0].context.replace("Brackmoor", "Brack\u200bmoor"))
    medium = spoken(protected)
    assert "form: drawn 1" in findings(protected, made[1], medium, heard(protected, medium))
