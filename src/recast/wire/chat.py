"""An OpenAI-compatible chat endpoint as a transport.

A reply counts only when it is whole: a stream that ends without ``[DONE]`` and without a finish reason is a failed
attempt, never a short answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from recast.errors import SolverFailed
from recast.types import Release, Reply
from recast.wire.client import Endpoint, bounded, interrupted, post
from recast.wire.send import Transient

if TYPE_CHECKING:
    import httpx2

#: Greedy decoding, at most 2,000 tokens, streaming (P Appendix C, Table 14).
SETTINGS: tuple[tuple[str, str | int | float | bool], ...] = (
    ("temperature", 0),
    ("max_tokens", 2000),
    ("stream", True),
    ("include_usage", True),
)

_LARGEST_REPLY = 8 << 20  # bytes on the wire, reasoning and stream framing included
_LARGEST_TEXT = 200_000  # characters of the answer itself
PATH = "/chat/completions"


def chat(endpoint: Endpoint) -> Callable[[Release], Reply]:
    """The transport to ``endpoint``. It raises ``Transient`` where another attempt may help, else ``SolverFailed``."""

    def transport(release: Release) -> Reply:
        return post(endpoint, release, PATH, _read)

    return transport


@dataclass(slots=True)
class _Collected:
    """What has come so far of one reply."""

    text: list[str] = field(default_factory=list)
    characters: int = 0
    finish: str = ""
    done: bool = False
    model: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None

    def add(self, message: Mapping[str, Any]) -> None:
        """Takes one completion or one piece of a stream; raises on an error inside it."""
        if message.get("error"):
            raise Transient("the endpoint reported a fault in the middle of its reply")
        self.model = message.get("model") or self.model
        usage = message.get("usage")
        if isinstance(usage, Mapping):
            self.prompt_tokens = _count(usage.get("prompt_tokens"))
            self.completion_tokens = _count(usage.get("completion_tokens"))
        for choice in message.get("choices") or ():
            if choice.get("index", 0) != 0:
                continue
            said = _content((choice.get("delta") or choice.get("message") or {}).get("content"))
            self.text.append(said)
            self.characters += len(said)
            self.finish = choice.get("finish_reason") or self.finish
            self.done = self.done or "message" in choice
        if self.characters > _LARGEST_TEXT:
            raise SolverFailed(
                "the solver's reply is too long to be a program: ask again, or use another model"
            )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _content(content: object) -> str:
    """The text of a message: a string, or the text parts of a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(part["text"] for part in content if isinstance(part.get("text"), str))
    return ""


def _read(response: httpx2.Response, deadline: float) -> Reply:
    import httpx2

    collected = _Collected()
    try:
        chunks = bounded(response.iter_bytes(), deadline, _LARGEST_REPLY, PATH)
        for message in _messages(chunks):
            if message is None:
                collected.done = True
                break
            collected.add(message)
    except httpx2.HTTPError as error:
        if not collected.finish:
            raise interrupted(error) from None
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        raise Transient("the endpoint's reply is not in the form of a chat completion") from None
    return _whole(collected)


def _whole(collected: _Collected) -> Reply:
    """The reply, if it is whole. ``length`` would be a program cut short, which might still run: refused."""
    if not (collected.done or collected.finish):
        raise Transient("the connection ended in the middle of the reply")
    if collected.finish == "length":
        raise SolverFailed("the solver's reply reached the limit of tokens before its end: use another model")
    if collected.finish == "content_filter":
        raise SolverFailed("the endpoint's content filter stopped the reply: use another model")
    return Reply(
        "".join(collected.text), collected.model, collected.prompt_tokens, collected.completion_tokens
    )


def _messages(chunks: Iterable[bytes]) -> Iterator[Mapping[str, Any] | None]:
    """The JSON objects of a reply, streamed (server-sent events) or in one piece, whatever the content type says;
    None stands for ``[DONE]``. An unfinished last event is not yielded; junk raises ``ValueError``."""
    lines = _lines(chunks)
    first = next((line for line in lines if line.strip()), b"")
    if first.lstrip()[:1] == b"{":
        yield _object(b"\n".join([first, *lines]))
        return
    data: list[bytes] = []
    for line in _prepend(first, lines):
        name, _, value = line.partition(b":")
        if name == b"data":
            data.append(value.removeprefix(b" "))
        elif name not in (b"", b"event", b"id", b"retry"):
            raise ValueError("not a stream of events")
        elif not line and data:
            event = b"\n".join(data)
            yield None if event.strip() == b"[DONE]" else _object(event)
            data = []
        if data == [b"[DONE]"]:
            yield None
            data = []


def _prepend(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Lines without their ends; a last line without an end comes too, as servers may close right after it."""
    held: list[bytes] = []
    for chunk in chunks:
        *whole, rest = chunk.split(b"\n")
        for line in whole:
            yield b"".join([*held, line]).removesuffix(b"\r")
            held = []
        held.append(rest)
    yield b"".join(held).removesuffix(b"\r")


def _object(data: bytes) -> Mapping[str, Any]:
    message = json.loads(data)
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message
