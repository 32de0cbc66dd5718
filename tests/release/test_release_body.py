from __future__ import annotations

import base64
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.release.body import body, read_body
from recast.types import Medium, Request, Turn
from releases import picture, request

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)


@given(
    question=TEXT,
    choices=st.lists(TEXT, max_size=4).map(tuple),
    turns=st.lists(st.builds(Turn, TEXT, TEXT), max_size=3).map(tuple),
    image=st.booleans(),
)
def test_what_goes_in_comes_out(
    question: str, choices: tuple[str, ...], turns: tuple[Turn, ...], image: bool
) -> None:
    medium = Medium("image/png", picture()) if image else None
    asked = replace(
        request("https://solver.example/v1"), question=question, choices=choices, turns=turns, medium=medium
    )
    opened = read_body(body(asked))
    assert (opened.question, opened.choices, opened.turns, opened.medium) == (
        question,
        choices,
        turns,
        medium,
    )
    assert opened.model == asked.model


@given(text=TEXT, question=TEXT, choices=st.lists(TEXT, max_size=3).map(tuple))
def test_a_text_comes_out_as_it_went_in(text: str, question: str, choices: tuple[str, ...]) -> None:
    medium = Medium("text/plain", text.encode())
    asked = request("https://solver.example/v1")
    asked = replace(asked, template="text", question=question, choices=choices, medium=medium)
    opened = read_body(body(asked))
    assert (opened.question, opened.choices, opened.medium) == (question, choices, medium)


@given(
    sound=st.binary(max_size=200),
    question=TEXT,
    choices=st.lists(TEXT, max_size=3).map(tuple),
    turns=st.lists(st.builds(Turn, TEXT, TEXT), max_size=2).map(tuple),
    as_url=st.booleans(),
)
def test_a_recording_comes_out_as_it_went_in(
    sound: bytes, question: str, choices: tuple[str, ...], turns: tuple[Turn, ...], as_url: bool
) -> None:
    medium = Medium("audio/wav", sound)
    asked = _spoken(medium, as_url)
    asked = replace(asked, question=question, choices=choices, turns=turns)
    opened = read_body(body(asked))
    assert (opened.question, opened.choices, opened.turns, opened.medium) == (
        question,
        choices,
        turns,
        medium,
    )


def test_it_is_a_chat_completion_with_a_recording() -> None:
    content = json.loads(body(_spoken(Medium("audio/wav", b"RIFF\x00"), as_url=False)))
    text, recording = content["messages"][1]["content"]
    assert text["text"] == "Question: How many tallies?"
    assert recording == {"type": "input_audio", "input_audio": {"data": "UklGRgA=", "format": "wav"}}
    assert "modalities" not in content


def test_the_form_that_dashscope_takes() -> None:
    content = json.loads(body(_spoken(Medium("audio/wav", b"RIFF\x00"), as_url=True)))
    recording = content["messages"][1]["content"][1]
    assert recording == {
        "type": "input_audio",
        "input_audio": {"data": "data:;base64,UklGRgA=", "format": "wav"},
    }
    assert content["modalities"] == ["text"]
    assert content["stream"] is True
    assert not {"audio_as_url", "text_only", "include_usage"} & content.keys()


def _spoken(medium: Medium, as_url: bool) -> Request:
    asked = request("https://solver.example/v1")
    form: tuple[tuple[str, bool], ...] = (("audio_as_url", True), ("text_only", True)) if as_url else ()
    return replace(asked, template="speech", medium=medium, settings=(*asked.settings, *form))


def test_each_prompt_carries_its_own_medium_only() -> None:
    asked = request("https://solver.example/v1")
    for name, medium in (
        ("text", asked.medium),
        ("solver", Medium("text/plain", b"Orla wove 319.9 baskets.")),
        ("solver", Medium("audio/wav", b"RIFF")),
        ("text", Medium("audio/wav", b"RIFF")),
        ("speech", asked.medium),
        ("speech", Medium("audio/mpeg", b"ID3")),
    ):
        with pytest.raises(ValueError, match="does not carry"):
            body(replace(asked, template=name, medium=medium))


def test_it_is_a_chat_completion_with_an_image() -> None:
    asked = replace(
        request("https://solver.example/v1"), choices=("Tarns", "Quellar"), turns=(Turn("said", "again"),)
    )
    content = json.loads(body(asked))
    assert list(content) == [
        "model", "messages", "temperature", "max_tokens", "stream", "stream_options",
    ]  # fmt: skip
    assert (content["temperature"], content["max_tokens"], content["stream"]) == (0, 2000, True)
    assert content["stream_options"] == {"include_usage": True}
    assert [message["role"] for message in content["messages"]] == ["system", "user", "assistant", "user"]
    *texts, image = content["messages"][1]["content"]
    assert [text["text"] for text in texts] == [
        "Question: How many tallies?",
        "Choice: Tarns",
        "Choice: Quellar",
    ]
    url = image["image_url"]["url"]
    assert base64.b64decode(url.removeprefix("data:image/png;base64,")) == picture()


@given(text=TEXT)
def test_a_speech_request_says_one_text_and_nothing_else(text: str) -> None:
    asked = Request(
        "reconstruction", "https://voice.example/v1", "voice-1", "", text, None,
        settings=(("voice", "alloy"), ("speed", 0.9)),
    )  # fmt: skip
    content = json.loads(body(asked))
    assert content == {
        "model": "voice-1",
        "input": text,
        "response_format": "wav",
        "voice": "alloy",
        "speed": 0.9,
    }
    opened = read_body(body(asked))
    assert (opened.model, opened.question, opened.choices, opened.medium, opened.turns) == (
        "voice-1", text, (), None, (),
    )  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"template": "solver"},
        {"choices": ("Tarns",)},
        {"turns": (Turn("said", "again"),)},
        {"medium": Medium("audio/wav", b"RIFF")},
    ],
)
def test_a_speech_request_has_no_room_for_more(change: dict[str, object]) -> None:
    asked = Request("reconstruction", "https://voice.example/v1", "voice-1", "", "Tarns has 268.4.", None)
    with pytest.raises(ValueError, match="nothing else"):
        body(replace(asked, **change))  # type: ignore[arg-type]


def test_a_speech_request_of_another_form_is_refused() -> None:
    asked = Request("reconstruction", "https://voice.example/v1", "voice-1", "", "Tarns has 268.4.", None)
    with pytest.raises(ValueError, match="of ours"):
        read_body(body(asked).replace(b'"wav"', b'"mp3"'))


def test_without_a_stream_there_are_no_stream_options() -> None:
    assert "stream_options" not in json.loads(body(request("https://solver.example/v1", stream=False)))


def test_same_request_same_bytes() -> None:
    assert body(request("https://a.example/v1")) == body(request("https://a.example/v1"))
    assert b"a.example" not in body(request("https://a.example/v1"))


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"messages": []}', b'{"messages": [1, 2]}', b"\xff"])
def test_what_is_no_body_of_ours_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_body(data)


def test_another_system_prompt_is_refused() -> None:
    data = body(request("https://solver.example/v1")).replace(b"stand-in", b"original")
    with pytest.raises(ValueError, match="template"):
        read_body(data)


@pytest.mark.parametrize(
    ("old", "new"), [('"wav"', '"mp3"'), ('"input_audio","', '"audio_url","'), ("UklGR", "?klGR")]
)
def test_a_recording_of_another_form_is_refused(old: str, new: str) -> None:
    data = body(_spoken(Medium("audio/wav", b"RIFF"), as_url=False)).decode()
    assert old in data
    with pytest.raises(ValueError):  # noqa: PT011
        read_body(data.replace(old, new).encode())
