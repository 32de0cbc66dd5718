"""An endpoint on loopback that speaks the real protocols (chat, speech), with every fault that a test wants."""

from __future__ import annotations

import json
import ssl
import struct
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from recast.types import Release, Reply, Request

Answer = Callable[["Handler"], None]


@dataclass
class Seen:
    """One request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class ChatServer:
    """``url`` is the base URL; each request takes the next of ``answers``, the last one again and again."""

    url: str
    answers: list[Answer]
    seen: list[Seen] = field(default_factory=list)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    chat: ChatServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.chat.seen.append(Seen("POST", self.path, headers, body))
        answers = self.chat.answers
        (answers.pop(0) if len(answers) > 1 else answers[0])(self)

    def do_GET(self) -> None:
        self.chat.seen.append(Seen("GET", self.path, {}, b""))
        whole("followed")(self)

    def log_message(self, *_: Any) -> None:
        """Nothing on stderr."""

    def start(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        """A client that hangs up early is what some tests want."""


@contextmanager
def chat_server(*answers: Answer, certificate: Path | None = None) -> Iterator[ChatServer]:
    """A running server; with a ``certificate`` (and its key, in one file) it speaks TLS."""
    server = _Server(("127.0.0.1", 0), Handler)
    scheme = "http"
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        scheme = "https"
    chat = ChatServer(f"{scheme}://127.0.0.1:{server.server_address[1]}/v1", list(answers))
    server.RequestHandlerClass = type("Bound", (Handler,), {"chat": chat})
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield chat
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def completion(text: str, finish: str | None = "stop") -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion",
        "model": "solver-1",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }


def events(
    pieces: Sequence[str], finish: str | None = "stop", done: bool = True, newline: str = "\n"
) -> list[bytes]:
    """The lines of a stream: a role, the pieces, a finish reason, the usage, the end mark."""
    deltas: list[dict[str, Any]] = [
        {"role": "assistant", "content": ""},
        *({"content": piece} for piece in pieces),
    ]
    chunks: list[dict[str, Any]] = [
        {"model": "solver-1", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        for delta in deltas
    ]
    if finish:
        chunks.append({"model": "solver-1", "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
        chunks.append(
            {"model": "solver-1", "choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7}}
        )
    lines = [f"data: {json.dumps(chunk)}{newline}{newline}".encode() for chunk in chunks]
    return [*lines, f"data: [DONE]{newline}{newline}".encode()] if done else lines


def whole(text: str, finish: str | None = "stop") -> Answer:
    return raw(json.dumps(completion(text, finish)).encode())


def raw(data: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(handler: Handler) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        handler.start(status, {"Content-Type": "application/json", "Content-Length": str(len(data)), **named})
        handler.wfile.write(data)

    return answer


def solving(transport: Callable[[Release], Reply]) -> Answer:
    """A model behind the endpoint: it gets the bytes that arrived and nothing else, and streams its reply."""

    def answer(handler: Handler) -> None:
        arrived = handler.chat.seen[-1].body
        nothing = Request("solver", "", "", "", "", None)
        stream(events([transport(Release("0" * 32, None, nothing, arrived)).text]))(handler)

    return answer


def omni(then: Answer) -> Answer:
    """An endpoint that answers as DashScope's omni models do: it must stream, into text, with usage, and takes a recording
    as a data URL."""

    def answer(handler: Handler) -> None:
        asked = json.loads(handler.chat.seen[-1].body)
        parts = asked["messages"][1]["content"]
        recordings = [part["input_audio"]["data"] for part in parts if part["type"] == "input_audio"]
        if asked.get("stream") is not True or asked.get("modalities") != ["text"]:
            fault(400, "invalid_parameter_error", "This model only supports streaming.")(handler)
        elif not all(data.startswith("data:;base64,") for data in recordings):
            fault(400, "InvalidParameter", "The provided URL does not appear to be valid.")(handler)
        else:
            then(handler)

    return answer


def fault(status: int, code: str = "", message: str = "SECRET of the endpoint", **headers: str) -> Answer:
    error = {"error": {"message": message, "type": "some_error", "param": None, "code": code or None}}
    return raw(json.dumps(error).encode(), status, **headers)


def stream(lines: Sequence[bytes], *, chunked: bool = True, hold: float = 0.0, cut: bool = False) -> Answer:
    """``hold`` keeps the connection open after the last line; ``cut`` breaks a chunked one before its end."""

    def answer(handler: Handler) -> None:
        handler.close_connection = True
        framing = {"Transfer-Encoding": "chunked"} if chunked else {"Connection": "close"}
        handler.start(200, {"Content-Type": "text/event-stream; charset=utf-8", **framing})
        for line in lines:
            if chunked:
                handler.chunk(line)
            else:
                handler.wfile.write(line)
                handler.wfile.flush()
        time.sleep(hold)
        if chunked and not cut:
            handler.chunk(b"")

    return answer


def sound(data: bytes, media_type: str = "audio/wav", *, chunked: bool = True, cut: bool = False) -> Answer:
    """A recording in pieces, as a voice sends it; ``cut`` breaks the connection in the middle."""

    def answer(handler: Handler) -> None:
        handler.close_connection = True
        framing = {"Transfer-Encoding": "chunked"} if chunked else {"Content-Length": str(len(data))}
        handler.start(200, {"Content-Type": media_type, **framing})
        for start in range(0, len(data) // 2 if cut else len(data), 4096):
            piece = data[start : start + 4096]
            if chunked:
                handler.chunk(piece)
            else:
                handler.wfile.write(piece)
        if chunked and not cut:
            handler.chunk(b"")

    return answer


def wave(
    seconds: float = 0.5,
    *,
    rate: int = 24_000,
    channels: int = 1,
    bits: int = 16,
    size: int | None = None,
    before: bytes = b"",
    after: bytes = b"",
) -> bytes:
    """A WAV file of a low tone. ``size`` is what its header says of its length where that is not the truth; ``before`` and
    ``after`` are whole chunks around the samples."""
    width = channels * bits // 8
    count = int(seconds * rate)
    tone = (int((i * 40 % 256) - 128) * 64 for i in range(count))
    samples = b"".join(value.to_bytes(2, "little", signed=True) * channels for value in tone)
    samples = samples if bits == 16 else bytes(count * width)
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, rate, rate * width, width, bits)
    data = struct.pack("<4sI", b"data", len(samples) if size is None else size) + samples
    body = b"WAVE" + form + before + data + after
    return struct.pack("<4sI", b"RIFF", len(body) if size is None else min(size, 0xFFFFFFFF)) + body


def speaking(voice: Callable[[str], bytes]) -> Answer:
    """A voice behind the endpoint: it gets the text of the request that arrived and nothing else."""

    def answer(handler: Handler) -> None:
        asked = json.loads(handler.chat.seen[-1].body)
        assert asked["response_format"] == "wav"
        sound(voice(asked["input"]))(handler)

    return answer


def silent(seconds: float) -> Answer:
    def answer(handler: Handler) -> None:
        time.sleep(seconds)
        handler.close_connection = True

    return answer


def hang_up(handler: Handler) -> None:
    handler.close_connection = True
