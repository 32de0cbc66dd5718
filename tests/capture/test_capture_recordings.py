"""What is a recording, and how the words that were heard become a passage whose numerals carry their confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from recast.capture.recordings import heard_passage, is_recording, numeral_confidences, open_sound
from recast.capture.records import passage_record
from recast.errors import Refused, UsageError
from recast.perception.sound import RATE
from recast.release.wav import wav
from recast.types import SURE, Passage, Source, Word

SOURCE = Source(b"", "audio/wav")


def words(text: str, doubts: Sequence[str] = ()) -> tuple[Word, ...]:
    return tuple(
        Word(word, place, place + 0.9, 0.5 if word in doubts else 0.95)
        for place, word in enumerate(text.split())
    )


@pytest.mark.parametrize(
    ("head", "media_type", "is_one"),
    [
        (b"RIFF\x00\x00\x00\x00WAVE", "image/png", True),
        (b"RIFF\x00\x00\x00\x00WEBP", "image/webp", False),
        (b"ID3\x04", "text/csv", True),
        (b"\xff\xfb\x90\x00", "application/octet-stream", True),
        (b"\xff\xfeT\x00h\x00", "text/plain", False),
        (b"\xff\xd8\xff\xe0", "audio/mpeg", False),
        (b"\x00\x00\x00\x20ftypM4A ", "application/octet-stream", True),
        (b"\x00\x00\x00\x20ftypheic", "image/heic", False),
        (b"\x1a\x45\xdf\xa3", "application/octet-stream", True),
        (b"\x89PNG\r\n\x1a\n", "audio/wav", False),
        (b"The meeting", "application/octet-stream", False),
    ],
)
def test_a_recording_is_known_by_its_bytes(head: bytes, media_type: str, is_one: bool) -> None:
    assert is_recording(Source(head + bytes(64), media_type)) is is_one


def test_text_question_and_words_stay_together() -> None:
    said = "Mara kept 14 jars. Ivo sold 9 of the jars. If she buys 5 more, how many jars are left?"
    passage = heard_passage(words(said, ["9"]), SOURCE)
    assert passage.question == "How many jars are left?"
    assert passage.text.endswith("She buys 5 more.")
    tokens = f"{passage.text} {passage.question}".split()
    assert [word.text for word in passage.words] == tokens
    assert next(word.start for word in passage.words if word.text == "5") == said.split().index("5")
    assert numeral_confidences(passage, passage.question, ()) == (0.95, 0.5, 0.95)


def test_what_the_user_types_is_sure_and_a_repaired_numeral_is_not() -> None:
    passage = heard_passage(words("They paid $3,00019 for 20 of the boats in all that year."), SOURCE)
    assert "$3,019" in passage.text
    confidences = numeral_confidences(passage, "How much were 7 boats?", ())
    assert confidences[0] < SURE
    assert confidences[1:] == (0.95, 1.0)


def test_number_words_are_as_sure_as_they_were_heard() -> None:
    passage = heard_passage(words("They had twenty four boats and 3 oars.", ["four"]), SOURCE)
    assert numeral_confidences(passage, "", ()) == (0.5, 0.95)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "nothing was said"),
        ("You", "holds no number"),
        ("Thank you.", "holds no number"),
        ("How many of the 9 jars are left?", "a question without evidence"),
    ],
)
def test_where_nothing_can_be_asked_it_says_why(said: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        heard_passage(words(said), SOURCE)


def test_a_recording_in_which_no_question_is_heard_is_refused_and_a_text_is_a_faulty_call() -> None:
    told = "Ann has 3 pens."
    with pytest.raises(Refused, match="no question was heard"):
        passage_record(Passage(told, recording=Source(b"", "audio/wav")), "", ())
    with pytest.raises(UsageError, match="ends with no question"):
        passage_record(Passage(told), "", ())


def test_words_that_are_hardly_understood_are_refused_and_a_few_doubts_are_not() -> None:
    said = words("Op Monday cock N is a venting road of 17 pills optimarked by our Paul.")
    with pytest.raises(Refused, match="another language, several voices at once or much noise"):
        heard_passage([replace(word, confidence=0.6) for word in said], SOURCE)
    doubted = words("They had twenty four boats and 3 oars in all of that long year.", ["four", "oars"])
    assert heard_passage(doubted, SOURCE).words
    assert heard_passage([replace(word, confidence=0.6) for word in words("They had 3 oars.")], SOURCE).words


def test_a_recording_that_is_overdriven_is_refused_by_name() -> None:
    speech = np.random.default_rng(3).laplace(scale=0.05, size=2 * RATE)

    def recorded(loudness: float) -> Source:
        samples = np.clip(loudness * speech, -1, 1)
        return Source(wav((samples * 32767).astype(np.int16)), "audio/wav")

    assert open_sound(recorded(1.0)).seconds == 2.0
    with pytest.raises(Refused, match=r"overdriven, \d\d % of its loud samples are cut off"):
        open_sound(recorded(100.0))
