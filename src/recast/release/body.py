"""A Request as the exact bytes of a chat completion or, to a remote voice, of a speech request, and back.

The layout is fixed: model, messages, settings, in this order, without spaces, as UTF-8. Each variable string fills one
place of its own (a message or a content part), so that ``read_body`` gives back exactly what was put in, and nothing
that the gate did not see can be in the bytes. A speech request has no prompt: its ``input`` is the text to say, and the
form asked for is always WAV.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from typing import Any

from recast.release.templates import JUDGE, PROMPT_OF, Template, template
from recast.types import Medium, Request, Turn

_PNG = "data:image/png;base64,"
_FORM = {"response_format": "wav"}  # of a speech request
_BARE = "data:;base64,"  # before a recording, where the endpoint takes addresses only (DashScope)


@dataclass(frozen=True, slots=True)
class Opened:
    """What a solver finds in a body, or a voice: then ``question`` is the text to say. ``medium.drawn`` is empty: bytes do
    not say what was drawn."""

    model: str
    question: str
    choices: tuple[str, ...]
    medium: Medium | None
    turns: tuple[Turn, ...]


def body(request: Request) -> bytes:
    """The bytes to send. Raises ``Withheld`` for an unknown template, ``ValueError`` for a medium that a chat request
    cannot carry and for text that is not valid Unicode."""
    content = _to_voice(request) if request.boundary == "reconstruction" else _to_solver(request)
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _to_solver(request: Request) -> dict[str, Any]:
    fixed = template(request.template)
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": fixed.system},
        {"role": "user", "content": [*_texts(request, fixed), *_media(request, fixed)]},
    ]
    for turn in request.turns:
        messages.append({"role": "assistant", "content": turn.reply})
        messages.append({"role": "user", "content": turn.repair})
    return {"model": request.model, "messages": messages, **_settings(request)}


def _to_voice(request: Request) -> dict[str, Any]:
    if request.template or request.choices or request.turns or request.medium is not None:
        raise ValueError("a speech request carries one text and nothing else")
    return {"model": request.model, "input": request.question, **_FORM, **dict(request.settings)}


def read_body(data: bytes) -> Opened:
    """The inverse of ``body``. Raises ``ValueError`` for bytes that ``body`` does not write."""
    try:
        content = json.loads(data)
        if "input" in content:
            return _said(content)
        system, user, *later = content["messages"]
        fixed = _written_with(system)
        texts = [part["text"] for part in user["content"] if part["type"] == "text"]
        media = [_medium(part) for part in user["content"] if part["type"] != "text"]
        medium = media[0] if media else None
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
    except (AttributeError, KeyError, TypeError, IndexError) as error:
        raise ValueError("not a body of ours") from error


def _said(content: dict[str, Any]) -> Opened:
    if not _FORM.items() <= content.items():
        raise ValueError("not a speech request of ours")
    return Opened(content["model"], content["input"], (), None, ())


def _written_with(system: object) -> Template:
    """The template whose system prompt this is."""
    for name in (*PROMPT_OF.values(), JUDGE):
        if system == {"role": "system", "content": template(name).system}:
            return template(name)
    raise ValueError("not written with a template of ours")


def _texts(request: Request, fixed: Template) -> list[dict[str, Any]]:
    said = [_framed(request.question, fixed.question)]
    said += [_framed(choice, fixed.choice) for choice in request.choices]
    return [{"type": "text", "text": text} for text in said]


def _media(request: Request, fixed: Template) -> list[dict[str, Any]]:
    medium = request.medium
    if medium is None:
        return []
    if fixed.name not in (PROMPT_OF.get(medium.media_type), JUDGE):
        raise ValueError("this prompt does not carry such a medium")
    if fixed.evidence is not None:
        return [{"type": "text", "text": _framed(medium.data.decode(), fixed.evidence)}]
    data = base64.b64encode(medium.data).decode("ascii")
    if medium.media_type == "image/png":
        return [{"type": "image_url", "image_url": {"url": _PNG + data}}]
    before = _BARE if dict(request.settings).get("audio_as_url") else ""
    return [{"type": "input_audio", "input_audio": {"data": before + data, "format": "wav"}}]


def _medium(part: dict[str, Any]) -> Medium:
    """The picture or recording in a part of the message."""
    if part["type"] == "input_audio" and part["input_audio"]["format"] == "wav":
        return Medium("audio/wav", _bytes(part["input_audio"]["data"].removeprefix(_BARE)))
    if part["type"] != "image_url" or not part["image_url"]["url"].startswith(_PNG):
        raise ValueError("neither a PNG image nor a recording")
    return Medium("image/png", _bytes(part["image_url"]["url"].removeprefix(_PNG)))


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _settings(request: Request) -> dict[str, Any]:
    """Settings as the chat protocol spells them: ``include_usage`` is an option of the stream, ``text_only`` asks a model
    that could also speak for text, and ``audio_as_url`` is a form of the recording."""
    settings: dict[str, Any] = dict(request.settings)
    settings.pop("audio_as_url", None)
    if settings.pop("text_only", False):
        settings["modalities"] = ["text"]
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
