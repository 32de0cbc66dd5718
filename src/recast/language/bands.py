"""Ages that a question names by a bound and a chart shows in several bands: "55 and over" over "55 to 74" and "75 and over".

Only where the titles of the chart speak of ages, every numeral label that is concerned is a band, and the bands make up
exactly what is named. Not covered: bands of anything else (money, hours), where a bound may as well be one of the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf

from recast.language.ranges import compounds

_AGES = re.compile(r"\bage[ds]?\b", re.IGNORECASE)
#: Of a value, not of those who are so old.
_OF_A_VALUE = re.compile(
    r"\b(?:shares?|percentages?|proportions?|values?|rates?|numbers?|counts?|amounts?|than|is|was|were)(?: of)? $",
    re.IGNORECASE,
)
_OF_MARKS = re.compile(
    r"\b(?:slices?|bars?|values?|columns?|points?|segments?|groups?|categor(?:y|ies))\b", re.IGNORECASE
)
_KEY = re.compile(r"<(\d*):(\d*)>")


def bands_named(text: str, labels: Sequence[str], titles: str) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Where ``text`` names two or more of ``labels`` by one bound, and their places."""
    if not _AGES.search(titles) or _OF_MARKS.search(text):
        return
    bands = {place: band for place, label in enumerate(labels) if (band := _band(label))}
    for atom in compounds(text):
        key = _KEY.fullmatch(atom.keys[0])
        if key is None or (key[1] and key[2]) or _OF_A_VALUE.search(text[: atom.start]):
            continue
        low, high = _ends(key)
        inside = sorted((*band, place) for place, band in bands.items() if low <= band[0] and band[1] <= high)
        across = any(low < end and start < high for start, end in bands.values()) and any(
            start < low < end or start < high < end for start, end in bands.values()
        )
        closed = all(one[1] == two[0] for one, two in pairwise(inside))
        if len(inside) > 1 and not across and closed and (inside[0][0], inside[-1][1]) == (low, high):
            yield atom.start, atom.end, tuple(sorted(place for _, _, place in inside))


def _band(label: str) -> tuple[float, float] | None:
    """From which age a label is to below which: "18 to 34" is 18 to 35, "Under 18" is 0 to 18."""
    found = [key for atom in compounds(label) if (key := _KEY.fullmatch(atom.keys[0]))]
    if len(found) != 1:
        return None
    low, high = _ends(found[0])
    return (low, high + 1) if found[0][1] and found[0][2] else (low, high)


def _ends(key: re.Match[str]) -> tuple[float, float]:
    return float(key[1] or 0), float(key[2]) if key[2] else inf
