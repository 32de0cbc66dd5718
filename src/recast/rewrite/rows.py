"""Rows: the order of categories, permuted by a keyed function of the source where order carries no meaning.

The same chart under the same key is permuted in the same way each time, so that repeated asks look alike and cannot be
averaged over; without the key the permutation tells nothing about the table.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import TypeVar

from recast.language.words import fold
from recast.types import Table

_T = TypeVar("_T")

_POSITIONS = frozenset(
    {
        "first",
        "last",
        "leftmost",
        "rightmost",
        "left",
        "right",
        "top",
        "bottom",
        "upper",
        "uppermost",
        "lowermost",
        "topmost",
        "bottommost",
        "next",
        "adjacent",
        "beside",
        "neighbouring",
        "neighboring",
        "previous",
        "preceding",
        "prior",
        "following",
        "consecutive",
        "successive",
        "middle",
        "central",
        "order",
        "position",
        "start",
        "end",
        "beginning",
        "initial",
        "final",
        "between",
    }
)
_NTH = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))(?:[ -]+to[ -]+last)?\s+"
    r"(?:bars?|columns?|lines?|slices?|segments?|wedges?|rows?|labels?|categor(?:y|ies)|items?|entr(?:y|ies)|points?)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")


@functools.cache
def process_key() -> bytes:
    """A key drawn once for this process, for callers that keep none across runs."""
    return secrets.token_bytes(32)


def names_position(question: str) -> bool:
    """Whether the question speaks of places in the chart ("the leftmost bar", "the third bar", "next to").

    "between" counts only without a difference, gap or ratio (which compare two things wherever they stand). It errs
    on the side of yes: a needless yes only leaves the rows where they were.
    """
    found = [fold(word) for word in _WORD.findall(question)]
    places = _POSITIONS.intersection(found)
    if places == {"between"}:
        compared = {"difference", "differences", "gap", "gaps", "ratio", "differ", "distance"}
        places = frozenset() if compared.intersection(found) else places
    return bool(places) or _NTH.search(question) is not None


def digest(table: Table) -> bytes:
    """A digest of what the table says, whatever it was read from."""
    parts = [table.kind, *table.categories, *(series.label for series in table.series)]
    parts += [str(cell.value) for row in table.cells for cell in row]
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).digest()


def permutation(table: Table, key: bytes) -> tuple[int, ...]:
    """A permutation of the categories: sorted by HMAC-SHA256 of the place under ``key`` and the table's digest."""
    base = digest(table)

    def rank(place: int) -> bytes:
        return hmac.digest(key, base + place.to_bytes(4, "big"), "sha256")

    return tuple(sorted(range(len(table.categories)), key=rank))


def permuted(items: Sequence[_T], order: Sequence[int]) -> tuple[_T, ...]:
    """``items`` in ``order``: the item now at place ``i`` is the one that was at ``order[i]``."""
    return tuple(items[place] for place in order)
