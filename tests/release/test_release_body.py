from __future__ import annotations

import base64
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.errors import Withheld
from recast.release import templates
from recast.release.body import body, read_body
from recast.release.templates import PINNED, repair_words, template
from recast.types import Medium, Turn
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


def test_each_prompt_carries_its_own_medium_only() -> None:
    asked = request("https://solver.example/v1")
    for name, medium in (
        ("text", asked.medium),
        ("solver", Medium("text/plain", b"Orla wove 319.9 baskets.")),
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


def test_a_medium_that_chat_cannot_carry_is_refused() -> None:
    asked = replace(request("https://solver.example/v1"), medium=Medium("audio/wav", b"RIFF"))
    with pytest.raises(ValueError, match="does not carry"):
        body(asked)


def test_every_pinned_file_is_the_reviewed_one() -> None:
    assert template("solver").system.startswith("You are given a chart")
    assert "protected(268.4)" in template("solver").system
    assert {"unknown", "syntax"} <= repair_words()
    assert template("text").evidence is not None
    assert set(PINNED) == {"solver", "text", "repair", "judge"}


def test_a_changed_or_unknown_template_is_withheld(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(templates.PINNED, "solver", "0" * 64)
    template.cache_clear()
    try:
        with pytest.raises(Withheld, match="reviewed"):
            template("solver")
    finally:
        monkeypatch.undo()
        template.cache_clear()
    with pytest.raises(Withheld, match="no such"):
        template("other")


def test_the_prompt_says_what_the_paper_asks_of_it() -> None:
    """P Appendix D: find the evidence, mark operands, one program, report missing evidence; ours: code, no plausibility."""
    system = template("solver").system
    for needed in (
        "protected(<number>)",
        "exactly one Python block",
        "placeholders",
        "plausible",
        "answer = None",
    ):
        assert needed in system
    assert "never choose the highest" in system
