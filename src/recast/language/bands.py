"""Ages that a question names by a bound and a chart shows in several bands: "55 and over" over "55 to 74" and "75 and over".

Only where the titles of the chart speak of ages, every numeral label that is concerned is a band, and the bands make up
exactly what is named, or all of it that the chart shows ("under 35" where the first band begins at 18). An age at which no
band ends is named too, as no band at all ("60 and over" over the same), since it is no bound of the values. Not covered:
bands of anything else (money, hours), where a bound may as well be one of the values.
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
#: What makes two numbers ages and not values.
_AGED = re.compile(r"\b(?:age[ds]?|ages of)(?: between| from)? $", re.IGNORECASE)
_OLD = re.compile(r"[ -]?years?[ -]?olds?\b", re.IGNORECASE)
_KEY = re.compile(r"<(\d*):(\d*)>")


def bands_named(text: str, labels: Sequence[str], titles: str) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Where ``text`` names ages by a bound, and the places of the two or more ``labels`` that make them up; no place where
    none does."""
    if not _AGES.search(titles) or _OF_MARKS.search(text):
        return
    bands = {place: band for place, label in enumerate(labels) if (band := _band(label))}
    if len(bands) < 2:
        return
    least, most = min(low for low, _ in bands.values()), max(high for _, high in bands.values())
    for atom in compounds(text):
        key = _KEY.fullmatch(atom.keys[0])
        if key is None or _OF_A_VALUE.search(text[: atom.start]):
            continue
        ranged = bool(key[1] and key[2])
        if ranged and not (_AGED.search(text[: atom.start]) or _OLD.match(text[atom.end :])):
            continue
        low, high = _limits(key)
        inside = sorted((*band, place) for place, band in bands.items() if low <= band[0] and band[1] <= high)
        closed = all(one[1] == two[0] for one, two in pairwise(inside))
        ends = bool(inside) and (inside[0][0], inside[-1][1]) == (max(low, least), min(high, most))
        if not ends or not closed:
            yield atom.start, atom.end, ()
        elif len(inside) > 1:
            yield atom.start, atom.end, tuple(sorted(place for _, _, place in inside))


def _band(label: str) -> tuple[float, float] | None:
    """From which age a label is to below which: "18 to 34" is 18 to 35, "Under 18" is 0 to 18; None where it is no band."""
    found = [key for atom in compounds(label) if (key := _KEY.fullmatch(atom.keys[0]))]
    if len(found) != 1:
        return None
    return _limits(found[0])


def _limits(key: re.Match[str]) -> tuple[float, float]:
    high = float(key[2]) if key[2] else inf
    return float(key[1] or 0), high + 1 if key[1] and key[2] else high
