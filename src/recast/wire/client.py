"""An OpenAI-compatible endpoint through the official client: exactly the released bytes out, errors in our own words.

The client builds address, key and TLS; the body is the release's, byte for byte: a hook compares what is about to be
written with ``release.body`` and refuses anything else. The same hook strips every header that is not on a short list,
so that neither telemetry of the client nor headers from the environment go out. Redirects are never followed. Proxies
and certificates of the environment are honoured, except that a loopback endpoint is always reached directly.

One call is one attempt: ``wire.send`` repeats it. Errors of the endpoint become our own sentences with a remedy; nothing
that it sent is echoed.
"""

from __future__ import annotations

import ipaddress
import json
import math
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from recast.errors import SolverFailed, UsageError, Withheld
from recast.types import Finding, Release, Reply
from recast.wire.send import Transient, require_logged

if TYPE_CHECKING:
    import httpx2

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
    400: "it does not accept the request: check {takes}the settings of [{section}]",
    401: "it refused the key: set {key}",
    403: "the key may not use this model: choose another model or key",
    404: "it knows no such address or model: check base_url (it usually ends in /v1) and model in [{section}]",
    405: "it does not serve {path}: check base_url in [{section}]",
    408: "it timed out",
    413: "it does not accept a request of this size: use a model with a larger context",
    415: "it does not accept this kind of request: check {takes}the settings of [{section}]",
    422: "it does not accept the request: check {takes}the settings of [{section}]",
    429: "it limits the rate of requests: ask again later",
}
_CODES = {
    "insufficient_quota": "the account's quota is used up: check plan and billing",
    "billing_hard_limit_reached": "the account's billing limit is reached: check plan and billing",
    "billing_not_active": "the account's billing is not active: check plan and billing",
    "model_not_found": "it knows no such model: check model in [{section}]",
    "context_length_exceeded": "the request is longer than the model's context: use a model with a larger context",
}
#: What a solver must be able to take, by the medium of the release.
_TAKES = {
    "image/png": "that the model takes images and ",
    "audio/wav": "that the model takes recordings and ",
}
_NO_AUDIO = re.compile(
    r"audio.*(?:support|accept|unknown)|(?:support|accept|unknown|at most 0).*audio", re.DOTALL
)
_DEAF = (
    "its model does not take recordings: choose one that does, or send the evidence as text (--release text)"
)
_LATE = "the endpoint did not answer in time"
TIMEOUT = 300.0  # seconds, for one whole attempt


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how to ask. ``base_url`` usually ends in ``/v1``; plain HTTP is accepted only for this machine and for
    ``trusted_hosts``. Times in seconds: to connect, between two pieces of a reply, and for a whole attempt. ``section`` of
    the configuration is named in messages."""

    base_url: str
    key: str = field(default="", repr=False)
    trusted_hosts: tuple[str, ...] = ()
    connect_timeout: float = 10.0
    read_timeout: float = 120.0
    total_timeout: float = TIMEOUT
    section: str = "solve"

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.base_url)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            raise UsageError("base_url is not an address: write it as https://host/v1") from None
        if parts.scheme not in ("http", "https") or not host or not self.base_url.isascii():
            raise UsageError("base_url is not an address: write it as https://host/v1")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise UsageError(f"base_url must hold no key, query or fragment: set {self.where_the_key_is}")
        if parts.scheme == "http" and not is_loopback(host) and host not in self.trusted_hosts:
            raise UsageError(
                "base_url is plain HTTP to another machine: use https, or name it in trusted_hosts of [local]"
            )
        if not (self.key.isascii() and self.key.isprintable()):
            raise UsageError(f"the key holds characters that no key has: check {self.where_the_key_is}")

    @property
    def where_the_key_is(self) -> str:
        """Where a user sets the key."""
        own = f"key_file in [{self.section}]"
        return f"OPENAI_API_KEY, or {own}" if self.section == "solve" else own


def endpoint_of(options: Mapping[str, Any], section: str) -> Endpoint:
    """The endpoint of a stage's options: ``base_url``, ``key``, ``timeout`` (seconds, for a whole attempt) and
    ``trusted_hosts`` (of [local]: they may be spoken to without TLS). Raises ``UsageError`` where the address, the key or
    the timeout cannot be used."""
    try:
        seconds = float(options.get("timeout", TIMEOUT))
    except (TypeError, ValueError):
        raise UsageError(f"{section}.timeout must be a number of seconds") from None
    if not 0 < seconds <= 3600:
        raise UsageError(f"{section}.timeout must be between 0 and 3600 seconds")
    return Endpoint(
        options["base_url"],
        options.get("key", ""),
        tuple(options.get("trusted_hosts", ())),
        read_timeout=min(120.0, seconds),
        total_timeout=seconds,
        section=section,
    )


def is_loopback(host: str) -> bool:
    """Whether ``host`` is this machine by its name ``localhost`` or by a loopback address; no name is looked up."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


def post(
    endpoint: Endpoint, release: Release, path: str, read: Callable[[httpx2.Response, float], Reply]
) -> Reply:
    """One attempt: posts the release to ``path`` under the base URL and returns what ``read`` makes of a reply with status
    200 until the deadline (of ``time.monotonic``). Raises ``Transient`` where another attempt may help, else
    ``SolverFailed``; ``Withheld`` where the release is not the one that was just logged, or is for another endpoint."""
    require_logged(release)
    if release.request.destination != endpoint.base_url:
        raise _not_released("the release is for another endpoint", "destination")
    return _ask(endpoint, release, path, read)


def _ask(
    endpoint: Endpoint, release: Release, path: str, read: Callable[[httpx2.Response, float], Reply]
) -> Reply:
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
            event_hooks={
                "request": [exactly(release, endpoint, path)],
                "response": [_refusing(release, endpoint, path)],
            },
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

        def asked() -> object:
            return client.post(
                path,
                cast_to=httpx2.Response,
                content=release.body,
                options={
                    "headers": {"Accept-Encoding": "identity", "Authorization": f"Bearer {client.api_key}"}
                },
                stream=True,
                stream_cls=openai.Stream[Any],
            )

        try:
            response = _in_time(asked, deadline)
        except openai.APITimeoutError:
            raise Transient(_LATE) from None
        except openai.APIConnectionError as error:
            raise _no_connection(error) from None
        if not isinstance(response, httpx2.Response):
            raise TypeError("the client did not hand over the response as it came")
        try:
            return read(response, deadline)
        finally:
            response.close()


def _in_time(call: Callable[[], object], deadline: float) -> object:
    """What ``call`` returns or raises, ``Transient`` at the deadline: the client's own time limits are for one piece of a
    reply, so that a piece now and then would hold it for ever. The thread left behind ends with its connection, which is
    closed then."""
    ended: SimpleQueue[tuple[object, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            ended.put((call(), None))
        except BaseException as error:
            ended.put((None, error))

    threading.Thread(target=run, name="recast-wire", daemon=True).start()
    try:
        result, error = ended.get(timeout=max(0.0, deadline - time.monotonic()))
    except Empty:
        raise Transient(_LATE) from None
    if error is not None:
        raise error
    return result


@cache
def _tls() -> ssl.SSLContext:
    """The client's own choice of trusted roots (the system's, or those of SSL_CERT_FILE), loaded once, as that takes
    longer than a request."""
    import httpx2

    return httpx2.create_ssl_context()


def exactly(release: Release, endpoint: Endpoint, path: str) -> Callable[[httpx2.Request], None]:
    """The last look before the bytes are written: same body, same host, and only headers from the list."""
    import httpx2

    goal = httpx2.URL(endpoint.base_url.rstrip("/") + path)

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


def _refusing(release: Release, endpoint: Endpoint, path: str) -> Callable[[httpx2.Response], None]:
    """Turns every status but 200 into one of our sentences, reading no more of it than an error can need."""
    medium = release.request.medium
    kind = medium.media_type if medium is not None else ""
    words = {
        "section": endpoint.section,
        "key": endpoint.where_the_key_is,
        "path": path,
        "takes": _TAKES.get(kind, "model and "),
    }

    def refuse(response: httpx2.Response) -> None:
        status = response.status_code
        if status == 200:
            return
        if 300 <= status < 400:
            raise SolverFailed(
                f"the endpoint redirects elsewhere ({status}), which is not followed: set base_url to its final "
                "address"
            )
        code, said = _error(response)
        if kind == "audio/wav" and _NO_AUDIO.search(said):
            raise SolverFailed(f"the endpoint answered {status}: {_DEAF}")
        remedy = _CODES.get(code) or _REMEDIES.get(status, "it has a fault of its own")
        message = f"the endpoint answered {status}: {remedy.format_map(words)}"
        if status in _TRANSIENT and code not in _CODES:
            raise Transient(message, _retry_after(response.headers))
        raise SolverFailed(message)

    return refuse


def _error(response: httpx2.Response) -> tuple[str, str]:
    """The ``code`` (else ``type``) and the message of an error in the OpenAI form, or nothing; only compared, never
    shown."""
    import httpx2

    data = b""
    try:
        for chunk in response.iter_bytes():
            data += chunk
            if len(data) > _LARGEST_ERROR:
                return "", ""
        error = json.loads(data)["error"]
        return str(error.get("code") or error.get("type") or ""), str(error.get("message") or "").casefold()
    except (httpx2.HTTPError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return "", ""


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


def bounded(chunks: Iterable[bytes], deadline: float, largest: int, path: str) -> Iterator[bytes]:
    """The pieces of a reply, up to ``largest`` bytes and until the deadline."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > largest:
            raise SolverFailed(f"the endpoint's reply is too large: check that base_url serves {path}")
        if time.monotonic() > deadline:
            raise Transient("the endpoint did not finish its reply in time")
        yield chunk


def interrupted(error: httpx2.HTTPError) -> Transient:
    """A reply that stopped in its middle."""
    import httpx2

    if isinstance(error, httpx2.TimeoutException):
        return Transient("the endpoint fell silent in the middle of its reply")
    return Transient("the connection broke in the middle of the reply")
