"""What the protected check saw in the pixels, tied to the very bytes and the very spec that it looked at."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from recast.perception.image import decode
from recast.perception.text import read_text
from recast.release.protected_check import protected_check
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


def read_back(spec: ChartSpec, medium: Medium) -> ReadBack:
    """Reads the medium's pixels once and checks them against the spec that was drawn."""
    check = protected_check(spec, medium)
    return ReadBack(
        digest(medium), spec, check, tuple(found.text for found in read_text(decode(medium.data)))
    )
