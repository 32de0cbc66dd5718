"""Prompt templates: the fixed bytes of a request, written without any source and pinned by digest.

A template file has parts, each ended by a line ``---``: the system prompt, the frame of the question, the frame of a choice
and, where the evidence is text, its frame. ``judge`` is that of an audit's judge. A file whose SHA-256 is not the pinned one is not used: changing a prompt means reviewing it and pinning it anew.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from recast.errors import Withheld
from recast.types import Finding

PINNED = {
    "judge": "b528df699efed5d95a694cd503f8b5fd3c7520db15c483c9ab24faad9733ff42",
    "solver": "a4770c9ee6bb458293027e7e26e504d9d13d06a53844e64ba31bfc4b6cd22661",
    "speech": "955fd46e92d93bcce4a990bb63499e23c6f83a946e6e7d090f94794e6e8690f4",
    "text": "32025f28a7f9b8f91dbb34441a9e72d9613603444e5a9f3d8316150f8d85fcab",
}
#: The prompt that goes with each medium.
PROMPT_OF = {"image/png": "solver", "text/plain": "text", "audio/wav": "speech"}
#: The prompt of an audit's judge, for a text.
JUDGE = "judge"

_SLOT = "{}"


@dataclass(frozen=True, slots=True)
class Template:
    """``question``, ``choice`` and ``evidence`` are the text before and after the variable part; ``evidence`` is None where
    the evidence is no text."""

    name: str
    system: str
    question: tuple[str, str]
    choice: tuple[str, str]
    evidence: tuple[str, str] | None = None

    @property
    def text(self) -> str:
        """Every fixed word of it."""
        return "\n".join((self.system, *self.question, *self.choice, *(self.evidence or ())))


@cache
def template(name: str) -> Template:
    """The template of this name. Raises ``Withheld`` if there is none, or if its bytes are not those reviewed."""
    system, question, choice, *evidence = (part.strip("\n") for part in _reviewed(name).split("\n---\n"))
    return Template(
        name, system, _around(question), _around(choice), _around(evidence[0]) if evidence else None
    )


def _reviewed(name: str) -> str:
    if name not in PINNED:
        raise _not_pinned("there is no such prompt template")
    data = files("recast.release").joinpath("data", f"{name}.txt").read_bytes()
    if hashlib.sha256(data).hexdigest() != PINNED[name]:
        raise _not_pinned("the prompt template is not the reviewed one: install ReCast again")
    return data.decode()


def _around(frame: str) -> tuple[str, str]:
    before, _, after = frame.partition(_SLOT)
    return before, after


def _not_pinned(message: str) -> Withheld:
    return Withheld(f"{message}; nothing was sent", (Finding("template", message, "template"),))
