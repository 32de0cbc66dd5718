"""A Request as the exact bytes of a chat completion, and back.

The layout is fixed: model, messages, settings, in this order, without spaces, as UTF-8. Each variable string fills one
place of its own (a message or a content part), so that ``read_body`` gives back exactly what was put in, and nothing
that the gate did not see can be in the bytes.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

from recast.release.templates import PROMPTS, Template, template
from recast.types import Medium, Request, Turn

_PNG = "data:image/png;base64,"


@dataclass(frozen=True, slots=True)
class Opened:
    """What a solver finds in a body. ``medium.drawn`` is empty: bytes do not say what was drawn."""

    model: str
    question: str
    choices: tuple[str, ...]
    medium: Medium | None
    turns: tuple[Turn, ...]


def body(request: Request) -> bytes:
    """The bytes to send. Raises ``Withheld`` for an unknown template, ``ValueError`` for a medium that a chat request
    cannot carry and for text that is not valid Unicode."""
    fixed = template(request.template)
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": fixed.system},
        {"role": "user", "content": [*_texts(request, fixed), *_media(request.medium, fixed)]},
    ]
    for turn in request.turns:
        messages.append({"role": "assistant", "content": turn.reply})
        messages.append({"role": "user", "content": turn.repair})
    content = {"model": request.model, "messages": messages, **_settings(request)}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def read_body(data: bytes) -> Opened:
    """The inverse of ``body``. Raises ``ValueError`` for bytes that ``body`` does not write."""
    try:
        content = json.loads(data)
        system, user, *later = content["messages"]
        fixed = _written_with(system)
        texts = [part["text"] for part in user["content"] if part["type"] == "text"]
        images = [part["image_url"]["url"] for part in user["content"] if part["type"] == "image_url"]
        medium = _medium(images[0]) if images else None
        if fixed.evidence is not None and len(texts) > 1 and texts[-1].startswith(fixed.evidence[0]):
            medium = Medium("text/plain", _inside(texts.pop(), fixed.evidence).encode())
        turns = [
            Turn(said["content"], asked["content"])
            for said, asked in zip(later[::2], later[1::2], strict=True)
        ]
        return Opened(
            model=content["model"],
            question=_inside(texts[0], fixed.question),
            choices=tuple(_inside(text, fixed.choice) for text in texts[1:]),
            medium=medium,
            turns=tuple(turns),
        )
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError("not a body of ours") from error


def _written_with(system: object) -> Template:
    """The template whose system prompt this is."""
    for name in PROMPTS:
        if system == {"role": "system", "content": template(name).system}:
            return template(name)
    raise ValueError("not written with a template of ours")


def _texts(request: Request, fixed: Template) -> list[dict[str, Any]]:
    said = [_framed(request.question, fixed.question)]
    said += [_framed(choice, fixed.choice) for choice in request.choices]
    return [{"type": "text", "text": text} for text in said]


def _media(medium: Medium | None, fixed: Template) -> list[dict[str, Any]]:
    if medium is None:
        return []
    if medium.media_type == "text/plain" and fixed.evidence is not None:
        return [{"type": "text", "text": _framed(medium.data.decode(), fixed.evidence)}]
    if medium.media_type != "image/png" or fixed.evidence is not None:
        raise ValueError("this prompt does not carry such a medium")
    url = _PNG + base64.b64encode(medium.data).decode("ascii")
    return [{"type": "image_url", "image_url": {"url": url}}]


def _medium(url: str) -> Medium:
    if not url.startswith(_PNG):
        raise ValueError("not a PNG image")
    return Medium("image/png", base64.b64decode(url.removeprefix(_PNG), validate=True))


def _settings(request: Request) -> dict[str, Any]:
    """Settings as the chat protocol spells them: ``include_usage`` is an option of the stream."""
    settings: dict[str, Any] = dict(request.settings)
    if settings.pop("include_usage", False) and settings.get("stream"):
        settings["stream_options"] = {"include_usage": True}
    return settings


def _framed(text: str, frame: tuple[str, str]) -> str:
    return frame[0] + text + frame[1]


def _inside(text: str, frame: tuple[str, str]) -> str:
    before, after = frame
    if not (text.startswith(before) and text.endswith(after)):
        raise ValueError("not written with this template")
    return text[len(before) : len(text) - len(after)]
