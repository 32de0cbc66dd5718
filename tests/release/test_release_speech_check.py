"""Whether a waveform that was heard like this says what the protected record says."""

from __future__ import annotations

import pytest

from recast.release.speech_check import sentence_faults, speech_check
from recast.types import Medium, Protected, Spoken

SAID = "Orla wove 731.5 baskets and gave Ciaran Dunmore's cousin 268.4 of them."
PROTECTED = Protected(
    "audio",
    f"{SAID} The mill has twice as many ribbons, but not in 2031.",
    "How many baskets does Orla have left?",
    ("640.9 baskets",),
    None,
    frozenset({"731.5", "268.4", "640.9", "2031"}),
    frozenset({"Orla", "Ciaran Dunmore", "baskets"}),
)


def faults(heard: str) -> list[str]:
    return list(sentence_faults(SAID, heard, PROTECTED))


@pytest.mark.parametrize(
    "heard",
    [
        SAID,
        "orla wove 731.5 baskets, and gave Ciaran Dunmores cousin 268.4 of them",
        "Orla wove 731.5 basket and gave Ciaran Dunmore's cousins 268.4 of them.",  # another number
        "Orla wove 731.5 baskets and gave Ciarandunmore's cousin, 268.4 of them.",  # another space
        "Orla wolf 731.5 baskets and gave Ciaran Dunmore's cousin 268.4 of them.",  # a word that nobody asks for
        "Orla wove 731.5 baskets and gave a Ciaran Dunmore's cousin 268.4 of them.",
    ],
)
def test_harmless_slips_pass(heard: str) -> None:
    assert faults(heard) == []


@pytest.mark.parametrize(
    ("heard", "fault"),
    [
        ("Orla wove 731.5 baskets and gave Ciaran Dunmore's cousin 268.5 of them.", "number"),
        ("Orla wove 731.5 baskets and gave Ciaran Dunmore's cousin 268 of them.", "number"),
        ("Orla wove 268.4 baskets and gave Ciaran Dunmore's cousin 731.5 of them.", "number"),
        ("Orla wove 731.5 baskets and gave Ciaran Dunmore's cousin 268.4 of them too, 4.", "number"),
        ("Orla wove baskets and gave Ciaran Dunmore's cousin 268.4 of them.", "number"),
        ("Ola wove 731.5 baskets and gave Ciaran Dunmore's cousin 268.4 of them.", "name"),
        ("Orla wove 731.5 baskets and gave Kieran Dunmore's cousin 268.4 of them.", "name"),
        ("Orla wove 731.5 caskets and gave Ciaran Dunmore's cousin 268.4 of them.", "question needs"),
        ("Orla wove 731.5 baskets and gate Ciaran Dunmore's cousin 268.4 of them.", "question needs"),
        ("Orla wove 731.5 baskets and gave Ciaran Dunmore's cousin 268.4 more of them.", "comparison"),
        ("Orla 731.5 baskets gave Ciaran Dunmore 268.4", "not understood"),
        (f"{SAID} And then he said that she said so.", "not understood"),
        ("", "not understood"),
    ],
)
def test_what_changes_the_evidence_does_not(heard: str, fault: str) -> None:
    assert any(fault in found for found in faults(heard)), faults(heard)


def test_a_comparison_and_a_denial_must_be_heard() -> None:
    said = "The mill has twice as many ribbons, but not in 2031."
    assert not list(sentence_faults(said, said, PROTECTED))
    lost = list(sentence_faults(said, said.replace("twice", "wise"), PROTECTED))
    assert "a comparison, share or denial is heard differently" in lost
    denied = list(sentence_faults(said, said.replace("not ", ""), PROTECTED))
    assert "a comparison, share or denial is heard differently" in denied


def test_a_finding_says_which_sentence_and_none_of_its_words() -> None:
    spoken = (
        Spoken(SAID, 0, 4),
        Spoken("The mill has twice as many ribbons, but not in 2031.", 4.5, 8),
    )
    medium = Medium("audio/wav", b"", spoken=spoken)
    check = speech_check(PROTECTED, medium, (SAID, "The mill has twice as many ribbons, but not in 2030."))
    assert [(found.check, found.location) for found in check.findings] == [("protected", "sentence 2")]
    assert "203" not in check.findings[0].message


def test_what_is_said_must_be_the_protected_record() -> None:
    medium = Medium("audio/wav", b"", spoken=(Spoken(SAID, 0, 4),))
    assert [found.location for found in speech_check(PROTECTED, medium, (SAID,)).findings] == ["waveform"]
