"""The keyed digest by which the wire knows a Release that this process's gate made and nobody changed since.

The key is drawn when the process starts and is never stored, so that a release read from disk, copied from another
process or altered by ``dataclasses.replace`` does not verify. Only ``release`` and ``wire`` import this module (an
import rule checks it). Not covered: code in this process that imports it on purpose; the seal keeps honest code from
sending what was not checked, it is no sandbox.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from recast.types import Release

_KEY = secrets.token_bytes(32)
_REMEMBERED = 4096
_received: OrderedDict[bytes, None] = OrderedDict()
_lock = Lock()


def sealed(release: Release) -> Release:
    """The same release with its seal over every field. For ``release.gate`` alone."""
    return replace(release, seal=_digest(release))


def genuine(release: Release) -> bool:
    """Whether the gate of this process made exactly this release."""
    return type(release) is Release and hmac.compare_digest(release.seal, _digest(release))


def remember_reply(release: Release, text: str) -> None:
    """Notes, by keyed digest, that ``text`` is what the wire got for ``release``, so that a later turn can prove it.

    The latest 4,096 replies are remembered; an older one no longer counts as received.
    """
    mark = _reply_mark(release, text)
    with _lock:
        _received[mark] = None
        _received.move_to_end(mark)
        while len(_received) > _REMEMBERED:
            _received.popitem(last=False)


def received(release: Release, text: str) -> bool:
    """Whether ``text`` is, to the byte, what the wire of this process got for ``release``."""
    with _lock:
        return _reply_mark(release, text) in _received


def _reply_mark(release: Release, text: str) -> bytes:
    return _mark(b"reply", release.seal, text.encode("utf-8", "surrogatepass"))


def _digest(release: Release) -> bytes:
    request = release.request
    medium = request.medium
    described = json.dumps(
        [
            [request.boundary, request.destination, request.model, request.template, request.question],
            None
            if medium is None
            else [medium.media_type, hashlib.sha256(medium.data).hexdigest(), medium.drawn],
            request.choices,
            [[turn.reply, turn.repair] for turn in request.turns],
            request.settings,
            [[c.name, [[f.check, f.message, f.location] for f in c.findings]] for c in release.checks],
            release.parent,
        ]
    )
    return _mark(b"release", release.event.encode(), described.encode(), release.body)


def _mark(*parts: bytes) -> bytes:
    """HMAC-SHA256 over the parts, each preceded by its length, so that no two lists of parts read alike."""
    digest = hmac.new(_KEY, digestmod=hashlib.sha256)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
