"""What the protected check saw in the pixels, tied to the very bytes and the very spec that it looked at."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from recast.types import ChartSpec, Check, Medium


@dataclass(frozen=True, slots=True)
class ReadBack:
    """The gate accepts it only for the medium whose SHA-256 (hexadecimal) it names. ``strings`` is every text that was
    read from the pixels, as read; ``check`` is the protected check of the medium against ``spec``."""

    medium_sha256: str
    spec: ChartSpec
    check: Check
    strings: tuple[str, ...]


def digest(medium: Medium) -> str:
    """SHA-256 of the medium's bytes, hexadecimal."""
    return hashlib.sha256(medium.data).hexdigest()
