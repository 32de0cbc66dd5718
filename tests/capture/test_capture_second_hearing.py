"""The second hearing: what is heard again, and what it does to confidence. The recogniser is one of the test's own."""

from __future__ import annotations

import io
import wave
from itertools import pairwise

import pytest

from recast.capture.second_hearing import SHARE, second_hearing
from recast.perception.sound import RATE, Samples
from recast.perception.speech import BEAM
from recast.types import SURE, Passage, Source, Word

pytest.importorskip("av", reason="needs the extra for speech")


def recording(seconds: float) -> Source:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(2 * round(seconds * RATE)))
    return Source(out.getvalue(), "audio/wav")


def passage(text: str, confidence: float = 1.0, pace: float = 0.5) -> Passage:
    words = tuple(
        Word(word, pace * place + 0.3, pace * place + 0.3 + 0.8 * pace, confidence)
        for place, word in enumerate(text.split())
    )
    return Passage(text, words=words, recording=recording(pace * len(words) + 1))


class Again:
    """Hears that text, its words spread evenly over what it is given."""

    def __init__(self, text: str, confidence: float = 0.99) -> None:
        self.text = text
        self.confidence = confidence
        self.seconds: list[float] = []

    def __call__(self, samples: Samples, beam: int = 1) -> tuple[Word, ...]:
        assert beam == BEAM
        self.seconds.append(len(samples) / RATE)
        said = self.text.split()
        each = (self.seconds[-1] - 1.2) / max(1, len(said))
        return tuple(
            Word(word, 0.6 + each * place, 0.6 + each * (place + 1), self.confidence)
            for place, word in enumerate(said)
        )


STORY = "Mara kept 14 jars and 30 lids."


def confidences(heard: Passage) -> dict[str, float]:
    return {word.text: word.confidence for word in heard.words if word.text[0].isdecimal()}


def test_where_both_differ_the_surer_hearing_is_taken_and_stays_unsure() -> None:
    after = second_hearing(passage(STORY, 0.4), "How many jars?", Again("Mara kept 40 jars and 30 lids."))
    assert after.text == "Mara kept 40 jars and 30 lids."
    assert confidences(after)["40"] < SURE
    assert [word.text for word in after.words] == after.text.split()


def test_a_numeral_heard_otherwise_but_less_surely_stays_and_is_unsure() -> None:
    again = Again("Mara kept 40 jars and 30 lids.", 0.5)
    after = second_hearing(passage(STORY, 0.8), "How many jars?", again)
    assert after.text == STORY
    assert confidences(after)["14"] < 0.8


def test_what_was_one_numeral_can_be_two_and_what_stands_around_it_stays() -> None:
    garbled = "There were 12,843.1% unmarried pairs and 40 others. How many pairs were there?"
    told = passage(garbled, 0.1)
    asked = "How many pairs were there?"
    told = Passage(garbled.removesuffix(asked).strip(), asked, words=told.words, recording=told.recording)
    after = second_hearing(told, asked, Again("There were 12,843, 8.1% unmarried pairs and 40 others."))
    assert after.text == "There were 12,843, 8.1% unmarried pairs and 40 others."
    assert after.question == asked
    assert [word.text for word in after.words] == [*after.text.split(), *asked.split()]
    assert all(one.end <= other.start + 1e-9 for one, other in pairwise(after.words))


def test_a_numeral_in_one_piece_is_not_exchanged_for_the_same_in_two() -> None:
    after = second_hearing(
        passage("Mara has 4028 lids.", 0.5), "How many lids?", Again("Mara has 40-28 lids.")
    )
    assert confidences(after) == {"4028": 0.5}


def test_a_numeral_that_is_not_heard_again_is_unsure() -> None:
    after = second_hearing(passage(STORY, 0.8), "How many jars?", Again(""))
    assert after.text == STORY
    assert max(confidences(after).values()) < 0.5


def test_a_recording_without_doubt_is_not_heard_again() -> None:
    again = Again("")
    sure = passage(STORY)
    assert second_hearing(sure, "How many jars?", again) is sure
    assert not again.seconds


def test_a_doubtful_numeral_that_is_heard_alike_is_sure() -> None:
    after = second_hearing(passage(STORY, 0.84), "How many jars?", Again(STORY))
    assert min(confidences(after).values()) >= SURE
    assert {word.confidence for word in after.words if word.text.isalpha()} == {0.84}


def test_what_is_garbled_twice_alike_stays_unsure() -> None:
    after = second_hearing(passage(STORY, 0.1), "How many jars?", Again(STORY))
    assert max(confidences(after).values()) < SURE
    garbled = "Mara kept 6,16,14 jars."
    twice = second_hearing(passage(garbled, 0.8), "How many jars?", Again(garbled))
    assert confidences(twice) == {"6,16,14": 0.8}


def test_sentences_without_numerals_are_not_heard_again() -> None:
    again = Again(STORY)
    second_hearing(passage(f"{'The old mill stood still. ' * 4}{STORY}", 0.8), "How many jars?", again)
    (seconds,) = again.seconds
    assert seconds < 0.5 * len(STORY.split()) + 3


def test_a_long_recording_costs_a_share_of_its_first_hearing_and_the_asked_sentence_is_in_it() -> None:
    others = " ".join(f"Ship {place} took {place} tons of salt." for place in range(100, 180))
    again = Again("")
    whole = passage(f"{others} {STORY}", 0.8)
    after = second_hearing(whole, "How many jars and lids did Mara keep?", again)
    assert sum(again.seconds) <= SHARE * 0.5 * len(whole.words) + 30
    assert confidences(after)["14"] < 0.5


def test_a_written_passage_is_not_heard() -> None:
    written = Passage(STORY)
    assert second_hearing(written, "How many jars?", Again("")) is written
