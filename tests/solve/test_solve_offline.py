"""The offline solver sees the bytes of a release only: a drawn chart, a question."""

from __future__ import annotations

import pytest

from recast.numbers.context import write_context
from recast.program.parse import NotInEvidence, parse
from recast.reconstruct.draw import draw
from recast.release.body import body
from recast.solve.offline import create, offline_solver
from recast.types import ChartSpec, Medium, Release, Reply, Request, SpecSeries

SPEC = ChartSpec(
    "bar", "vertical", "Orchard bloom", "District", "Tallies", "nominal", ("Tarns", "Quellar", "Dunmarsh"),
    (SpecSeries("", "blue", "#2f7ed8", "tallies"),), (("268.4", "731.5", "412.6"),),
)  # fmt: skip


def _reply(question: str, medium: Medium) -> Reply:
    prompt = "text" if medium.media_type == "text/plain" else "solver"
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
