"""The offline solver sees the bytes of a release only: a drawn chart, a question."""

from __future__ import annotations

import pytest

from recast.numbers.context import write_context
from recast.program.parse import NotInEvidence, parse
from recast.reconstruct.draw import draw
from recast.release.body import body
from recast.release.templates import PROMPT_OF
from recast.solve.offline import create, offline_solver
from recast.types import ChartSpec, Medium, Release, Reply, Request, SpecSeries, Word
from servers import wave

SPEC = ChartSpec(
    "bar", "vertical", "Orchard bloom", "District", "Tallies", "nominal", ("Tarns", "Quellar", "Dunmarsh"),
    (SpecSeries("", "blue", "#2f7ed8", "tallies"),), (("268.4", "731.5", "412.6"),),
)  # fmt: skip


def _reply(question: str, medium: Medium) -> Reply:
    prompt = PROMPT_OF[medium.media_type]
    request = Request("solver", "in this process", "offline", prompt, question, medium)
    return offline_solver().transport(Release("e" * 32, None, request, body(request)))


def test_it_reads_the_picture_and_writes_the_program() -> None:
    medium = draw(SPEC, 0)
    program = parse(_reply("Which district has the highest bloom?", medium).text)
    assert set(program.operands) == {"268.4", "731.5", "412.6"}
    assert set(program.names) == {"Tarns", "Quellar", "Dunmarsh"}
    assert "max(" in program.source
    with pytest.raises(NotInEvidence):
        parse(_reply("Why is that so?", medium).text)


def test_the_text_form_of_a_chart_is_read_as_the_chart() -> None:
    text = Medium("text/plain", write_context(SPEC).encode())
    program = parse(_reply("Which district has the highest bloom?", text).text)
    assert set(program.operands) == {"268.4", "731.5", "412.6"}
    assert "max(" in program.source


def test_of_a_passage_it_says_what_its_rules_do_not_cover() -> None:
    with pytest.raises(NotInEvidence):
        parse(_reply("Why did they go?", Medium("text/plain", b"Orla wove 319.9 baskets.")).text)


def test_a_picture_without_a_chart_is_said() -> None:
    from io import BytesIO

    from PIL import Image

    buffer = BytesIO()
    Image.new("RGB", (200, 120), "white").save(buffer, "PNG")
    with pytest.raises(NotInEvidence):
        parse(_reply("Which is the highest?", Medium("image/png", buffer.getvalue())).text)


def test_nothing_leaves_this_process() -> None:
    solver = create({})
    assert not solver.remote
    assert solver.settings == ()


# ── recordings ───────────────────────────────────────────────────────────────────────────────────────────────


def _hears(monkeypatch: pytest.MonkeyPatch, text: str) -> Medium:
    """A recording in which the recogniser hears this; the real one is in ``tests/test_speech_endpoint.py``."""
    words = tuple(Word(word, place, place + 0.5, 0.9) for place, word in enumerate(text.split()))
    monkeypatch.setattr("recast.solve.offline.hear", lambda sound: words)
    monkeypatch.setattr("recast.solve.offline.decode_sound", lambda data: None)
    return Medium("audio/wav", wave())


def test_a_passage_that_is_said_is_answered_by_the_rules_for_passages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    medium = _hears(monkeypatch, "Queller packed 1,731.5 crates and gave Tarns 268.4 of them.")
    program = parse(_reply("How many crates did Quellar have left?", medium).text)
    assert set(program.operands) == {"1731.5", "268.4"}
    assert "-" in program.source
    with pytest.raises(NotInEvidence):
        parse(_reply("Why did Quellar leave?", medium).text)


def test_a_chart_that_is_said_is_answered_by_the_rules_for_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    medium = _hears(
        monkeypatch,
        "Orchard bloom. The values are tallies by district. Tarns has 268.4 tallies. Queller has 731.5 tallies. "
        "Dunmarsh has 412.6 tallies.",
    )
    program = parse(_reply("Which district has the highest bloom, Quellar or the Tarns?", medium).text)
    assert {"268.4", "731.5"} <= set(program.operands)
    assert "Quellar" in program.names
    program = parse(_reply("Which district has the highest bloom?", medium).text)
    assert set(program.operands) == {"268.4", "731.5", "412.6"}
    assert "max(" in program.source


def test_where_nothing_is_heard_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for medium in (_hears(monkeypatch, ""), Medium("audio/wav", b"RIFF")):
        reply = _reply("How many crates did Quellar keep?", medium)
        assert "nothing can be heard" in reply.text
        with pytest.raises(NotInEvidence):
            parse(reply.text)
        monkeypatch.undo()
