"""A solver in this process: it sees the release and nothing else, and understands questions by rules.

For trying ReCast without an account and for tests. It reads the released picture or text, or listens to the released
recording, as any solver would have to, writes the program that its rules give, and says so when it does not understand.
Nothing leaves the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from recast.errors import Refused
from recast.language.told_table import read_told
from recast.numbers.context import context_table, read_context
from recast.numbers.prose import normalised
from recast.perception.chart import read_chart
from recast.perception.image import decode
from recast.perception.sound import decode_sound
from recast.perception.speech import hear
from recast.release.body import Opened, read_body
from recast.solve.charts.understand import NotUnderstood, interpret
from recast.solve.expression import Expression
from recast.solve.texts.heard import as_spelled, rejoined
from recast.solve.texts.passages import interpret_passage
from recast.solve.write import write
from recast.stages import Solver
from recast.types import Release, Reply, Table

DESTINATION = "in this process"
_UNREADABLE = NotUnderstood("the picture holds no chart that can be read")
_INAUDIBLE = NotUnderstood("nothing can be heard in the recording")


def create(options: Mapping[str, Any]) -> Solver:
    """The stage's factory; the offline solver has no options."""
    return offline_solver()


def offline_solver() -> Solver:
    """The solver that answers by rules, in this process."""
    return Solver(DESTINATION, "offline", answering(write), remote=False)


def answering(program_of: Callable[[Expression], str]) -> Callable[[Release], Reply]:
    """A transport that reads the release, understands the question and replies with ``program_of`` what it asks."""

    def transport(release: Release) -> Reply:
        asked = _asked(release.body)
        if isinstance(asked, NotUnderstood):
            return Reply(f"Not available: {asked.reason}.\n```python\nanswer = None\n```\n", "offline")
        return Reply(
            f"Read from the evidence, computed in code.\n```python\n{program_of(asked)}```\n", "offline"
        )

    return transport


def _asked(body: bytes) -> Expression | NotUnderstood:
    """What the question in a request body asks of the evidence in it."""
    opened = read_body(body)
    if opened.medium is None:
        return _UNREADABLE
    if opened.medium.media_type == "text/plain":
        return _asked_of_text(opened.question, opened.medium.data.decode())
    if opened.medium.media_type == "audio/wav":
        return _asked_of_speech(opened)
    try:
        table: Table = read_chart(decode(opened.medium.data))
    except Refused:
        return _UNREADABLE
    return interpret(opened.question, table)


def _asked_of_text(question: str, text: str) -> Expression | NotUnderstood:
    """The text form of a chart is read as the chart; any other text is a passage."""
    try:
        table = context_table(read_context(text))
    except ValueError:
        return interpret_passage(question, text)
    return interpret(question, table)


def _asked_of_speech(opened: Opened) -> Expression | NotUnderstood:
    """A chart that is said is read as the chart; anything else that is said is a passage."""
    assert opened.medium is not None  # noqa: S101 - only a recording comes here
    try:
        words = hear(decode_sound(opened.medium.data))
    except Refused:
        return _INAUDIBLE
    if not words:
        return _INAUDIBLE
    asked = " ".join((opened.question, *opened.choices))
    text = normalised(rejoined(as_spelled(" ".join(word.text for word in words), asked)))
    try:
        table = context_table(read_told(text))
    except ValueError:
        return interpret_passage(opened.question, text)
    return interpret(opened.question, table)
