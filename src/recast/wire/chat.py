"""An OpenAI-compatible chat endpoint as a transport, through the official client.

The client builds address, key and TLS; the body is the release's, byte for byte: a hook compares what is about to be
written with ``release.body`` and refuses anything else. The same hook strips every header that is not on a short list,
so that neither telemetry of the client nor headers from the environment go out. Redirects are never followed. Proxies
and certificates of the environment are honoured, except that a loopback endpoint is always reached directly.

One call is one attempt: ``wire.send`` repeats it. A reply counts only when it is whole: a stream that ends without
``[DONE]`` and without a finish reason is a failed attempt, never a short answer. Errors of the endpoint become our own
sentences with a remedy; nothing that it sent is echoed.
"""

from __future__ import annotations

import ipaddress
import json
import math
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from recast.errors import SolverFailed, UsageError, Withheld
from recast.types import Finding, Release, Reply
from recast.wire.send import Transient, require_logged

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
_LARGEST_ERROR = 64 << 10
_HEADERS = frozenset(
    (
        "accept",
        "accept-encoding",
        "authorization",
        "connection",
        "content-length",
        "content-type",
        "host",
        "user-agent",
    )
)
_TRANSIENT = frozenset((408, 409, 425, 429, 500, 502, 503, 504, 529))
_REMEDIES = {
    400: "it does not accept the request: check that the model takes images and the settings of [solve]",
    401: "it refused the key: set OPENAI_API_KEY, or key_file in [solve]",
    403: "the key may not use this model: choose another model or key",
    404: "it knows no such address or model: check base_url (it usually ends in /v1) and model in [solve]",
    405: "it is not a chat endpoint: check base_url in [solve]",
    408: "it timed out",
    413: "it does not accept a request of this size: use a model with a larger context",
    415: "it does not accept this kind of request: check that the model takes images",
    422: "it does not accept the request: check that the model takes images and the settings of [solve]",
    429: "it limits the rate of requests: ask again later",
}
_CODES = {
    "insufficient_quota": "the account's quota is used up: check plan and billing",
    "billing_hard_limit_reached": "the account's billing limit is reached: check plan and billing",
    "billing_not_active": "the account's billing is not active: check plan and billing",
    "model_not_found": "it knows no such model: check model in [solve]",
    "context_length_exceeded": "the request is longer than the model's context: use a model with a larger context",
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how to ask. ``base_url`` usually ends in ``/v1``; plain HTTP is accepted only for this machine and for
    ``trusted_hosts``. Times in seconds: to connect, between two pieces of a reply, and for a whole attempt."""

    base_url: str
    key: str = field(default="", repr=False)
    trusted_hosts: tuple[str, ...] = ()
    connect_timeout: float = 10.0
    read_timeout: float = 120.0
    total_timeout: float = 300.0

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.base_url)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            raise UsageError("base_url is not an address: write it as https://host/v1") from None
        if parts.scheme not in ("http", "https") or not host or not self.base_url.isascii():
            raise UsageError("base_url is not an address: write it as https://host/v1")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise UsageError(
                "base_url must hold no key, query or fragment: set OPENAI_API_KEY, or key_file in [solve]"
            )
        if parts.scheme == "http" and not is_loopback(host) and host not in self.trusted_hosts:
            raise UsageError(
                "base_url is plain HTTP to another machine: use https, or name it in trusted_hosts of [local]"
            )
        if not (self.key.isascii() and self.key.isprintable()):
            raise UsageError("the key holds characters that no key has: check OPENAI_API_KEY or key_file")


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine by its name ``localhost`` or by a loopback address; no name is looked up."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def chat(endpoint: Endpoint) -> Callable[[Release], Reply]:
    """The transport to ``endpoint``. It raises ``Transient`` where another attempt may help, else ``SolverFailed``."""

    def transport(release: Release) -> Reply:
        require_logged(release)
        if release.request.destination != endpoint.base_url:
            raise _not_released("the release is for another endpoint", "destination")
        return _ask(endpoint, release)

    return transport


def _ask(endpoint: Endpoint, release: Release) -> Reply:
    import httpx2
    import openai

    deadline = time.monotonic() + endpoint.total_timeout
    direct = is_loopback(urlsplit(endpoint.base_url).hostname or "")
    timeout = httpx2.Timeout(endpoint.read_timeout, connect=endpoint.connect_timeout)
    try:
        http = httpx2.Client(
            verify=_tls(),
            trust_env=not direct,
            follow_redirects=False,
            timeout=timeout,
            event_hooks={"request": [_exactly(release, endpoint)], "response": [_refuse_errors]},
        )
    except (ImportError, ValueError):
        raise UsageError(
            "the proxy of the environment cannot be used: check HTTPS_PROXY and ALL_PROXY"
        ) from None
    with http:
        client = openai.OpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.key or "unused",
            max_retries=0,
            timeout=timeout,
            http_client=http,
        )
        try:
            response = client.post(
                "/chat/completions",
                cast_to=httpx2.Response,
                content=release.body,
                options={
                    "headers": {"Accept-Encoding": "identity", "Authorization": f"Bearer {client.api_key}"}
                },
                stream=True,
                stream_cls=openai.Stream[Any],
            )
        except openai.APITimeoutError:
            raise Transient("the endpoint did not answer in time") from None
        except openai.APIConnectionError as error:
            raise _no_connection(error) from None
        if not isinstance(response, httpx2.Response):
            raise TypeError("the client did not hand over the response as it came")
        try:
            return _read(response, deadline)
        finally:
            response.close()


@cache
def _tls() -> ssl.SSLContext:
    """The client's own choice of trusted roots (the system's, or those of SSL_CERT_FILE), loaded once, as that takes
    longer than a request."""
    import httpx2

    return httpx2.create_ssl_context()


def _exactly(release: Release, endpoint: Endpoint) -> Callable[[httpx2.Request], None]:
    """The last look before the bytes are written: same body, same host, and only headers from the list."""
    import httpx2

    goal = httpx2.URL(endpoint.base_url.rstrip("/") + "/chat/completions")

    def check(request: httpx2.Request) -> None:
        if request.content != release.body:
            raise _not_released("the client changed the body", "body")
        if request.method != "POST" or request.url != goal:
            raise _not_released("the client changed the address", "destination")
        for name in [name for name in request.headers if name.lower() not in _HEADERS]:
            del request.headers[name]

    return check


def _not_released(message: str, location: str) -> Withheld:
    return Withheld(f"{message}: nothing was sent", (Finding("wire", message, location),))


def _refuse_errors(response: httpx2.Response) -> None:
    """Turns every status but 200 into one of our sentences, reading no more of it than an error can need."""
    status = response.status_code
    if status == 200:
        return
    if 300 <= status < 400:
        raise SolverFailed(
            f"the endpoint redirects elsewhere ({status}), which is not followed: set base_url to its final address"
        )
    code = _error_code(response)
    message = f"the endpoint answered {status}: " + _CODES.get(
        code, _REMEDIES.get(status, "it has a fault of its own")
    )
    if status in _TRANSIENT and code not in _CODES:
        raise Transient(message, _retry_after(response.headers))
    raise SolverFailed(message)


def _error_code(response: httpx2.Response) -> str:
    """The ``code`` (else ``type``) of an error in the OpenAI form, or nothing; only compared, never shown."""
    import httpx2

    data = b""
    try:
        for chunk in response.iter_bytes():
            data += chunk
            if len(data) > _LARGEST_ERROR:
                return ""
        error = json.loads(data)["error"]
        return str(error.get("code") or error.get("type") or "")
    except (httpx2.HTTPError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return ""


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """The pause that the endpoint asks for in seconds; a date or nonsense is None (our own back-off then applies)."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            wait = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if math.isfinite(wait) and wait >= 0:
            return wait
    return None


def _no_connection(error: BaseException) -> SolverFailed:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError) or "CERTIFICATE_VERIFY_FAILED" in str(cause):
            return SolverFailed(
                "the endpoint's certificate is not trusted: check base_url, or set SSL_CERT_FILE"
            )
        cause = cause.__cause__ or cause.__context__
    return Transient("the endpoint cannot be reached: check base_url, the network and the proxy")


# ── the reply ────────────────────────────────────────────────────────────────────────────────────────────────


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
        chunks = _bounded(response.iter_bytes(), deadline)
        for message in _messages(chunks):
            if message is None:
                collected.done = True
                break
            collected.add(message)
    except httpx2.TimeoutException:
        if not collected.finish:
            raise Transient("the endpoint fell silent in the middle of its reply") from None
    except httpx2.HTTPError:
        if not collected.finish:
            raise Transient("the connection broke in the middle of the reply") from None
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


def _bounded(chunks: Iterable[bytes], deadline: float) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > _LARGEST_REPLY:
            raise SolverFailed("the endpoint's reply is too large: check that base_url is a chat endpoint")
        if time.monotonic() > deadline:
            raise Transient("the endpoint did not finish its reply in time")
        yield chunk


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
