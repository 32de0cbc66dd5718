"""What was sent is scanned once more, every string of it, and a word of the source is found wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from recast.evaluate.leaks import leaks
from recast.policy import PRESETS
from recast.reconstruct.text import text_medium
from recast.release.read_back import ReadBack, digest
from recast.shield import Shielded
from recast.types import Check, Medium, Protected
from records import shielded
from releases import sealed

POLICY = PRESETS["strict"]


def released(
    medium: Medium | None = None, seen: tuple[str, ...] | None = None, **changes: object
) -> Shielded:
    """A chart as it went out, with ``changes`` to the protected record."""
    made = shielded()
    protected: Protected = replace(made.protected, **changes)  # type: ignore[arg-type]
    medium = medium or text_medium(protected)
    release = sealed("in this process")
    request = replace(release.request, question=protected.question, choices=protected.choices, medium=medium)
    back = (
        None
        if seen is None
        else ReadBack(digest(medium), protected.chart, Check("protected"), seen, made_here=False)
    )
    return Shielded(replace(release, request=request), protected, medium, made.vault, back)


def test_of_a_clean_release_nothing_is_found() -> None:
    assert leaks(released(), POLICY) == ()
    assert leaks(released(Medium("image/png", b"", ("Plain",)), seen=("Plain",)), POLICY) == ()


def in_chart(title: str) -> Shielded:
    chart = shielded().protected.chart
    assert chart is not None
    return released(chart=replace(chart, title=title))


@pytest.mark.parametrize(
    ("made", "location"),
    [
        (lambda: released(question="What of Kilmory?"), "question"),
        (lambda: released(choices=("Up", "Kilmory")), "choice 2"),
        (lambda: in_chart("Use in Kilmory"), "drawn 1"),
        (lambda: released(chart=None, context="Few went to Kilmory."), "text"),
        (lambda: released(Medium("image/png", b"", ("Kilmory",))), "drawn"),
        (lambda: released(Medium("image/png", b""), seen=("Kilmory",)), "read back 1"),
    ],
    ids=["question", "choice", "chart as text", "text", "drawn", "what a remote voice said"],
)
def test_a_word_of_the_source_is_found_wherever_it_was_sent(
    made: Callable[[], Shielded], location: str
) -> None:
    found = leaks(made(), POLICY)
    assert found
    assert all(finding.location.startswith(location) for finding in found)
    assert not any("kilmory" in str(finding).casefold() for finding in found)
