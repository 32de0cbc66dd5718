"""Prompts are fixed, pinned bytes: a changed file is never sent."""

from __future__ import annotations

import hashlib
from importlib.resources import files

import pytest

from recast.errors import Withheld
from recast.release import templates
from recast.release.templates import JUDGE, PINNED, PROMPT_OF, template


def test_every_pinned_file_is_the_reviewed_one() -> None:
    assert template("solver").system.startswith("You are given a chart")
    assert "protected(268.4)" in template("solver").system
    assert template("text").evidence is not None
    assert template("speech").evidence is None
    assert set(PINNED) == {"solver", "text", "speech", "judge"}


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


@pytest.mark.parametrize("name", ["solver", "text", "speech"])
def test_the_prompt_says_what_the_paper_asks_of_it(name: str) -> None:
    """P Appendix D: find the evidence, mark operands, one program, report missing evidence; ours: code, no plausibility."""
    system = template(name).system
    for needed in (
        "protected(<number>)",
        "exactly one Python block",
        "placeholders",
        "plausible",
        "answer = None",
    ):
        assert needed in system
    assert "never choose the highest" in system


@pytest.mark.parametrize("name", sorted(PINNED))
def test_a_prompt_says_all_of_its_file_and_nothing_else(name: str) -> None:
    text = files("recast.release").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    made = template(name)
    frames = [made.question, made.choice, *([made.evidence] if made.evidence else [])]
    parts = [made.system, *map("{}".join, frames)]
    assert [part.strip() for part in text.split("\n---\n")] == [part.strip() for part in parts]
    assert all(words.strip() in made.text for frame in frames for words in frame)


def test_every_medium_has_a_prompt_and_a_judge_has_its_own() -> None:
    assert set(PROMPT_OF.values()) | {JUDGE} == set(PINNED)
    assert template("text").question[0].startswith("Question: ")


def test_every_file_of_prompts_is_pinned_by_its_digest() -> None:
    folder = files("recast.release").joinpath("data")
    found = {
        entry.name.removesuffix(".txt"): hashlib.sha256(entry.read_bytes()).hexdigest()
        for entry in folder.iterdir()
        if entry.name.removesuffix(".txt") in PINNED
    }
    assert found == PINNED


def test_a_withheld_template_says_that_nothing_was_sent() -> None:
    with pytest.raises(Withheld, match="nothing was sent") as withheld:
        template("../solver")
    assert [finding.check for finding in withheld.value.findings] == ["template"]
