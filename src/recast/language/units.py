"""Which units are made of unit words alone, so that keeping one shows nothing of what the chart is about."""

from __future__ import annotations

import functools
import re
from decimal import Decimal

from recast.language.vocabulary import is_reasoning
from recast.language.words import data_words, fold
from recast.types import Table

_WORD = re.compile(r"[^\W\d_]+")
#: "US$": the letters of a currency sign are no word.
_SIGNED = re.compile(r"\b(?:US|AU?|CA?|NZ|HK|S|NT|R)(?=\$)")


@functools.cache
def unit_words() -> frozenset[str]:
    """Words of percent, currency, scale and measure, folded."""
    return frozenset(data_words("unit_words.txt"))


def is_unit(text: str) -> bool:
    """Whether every word of a unit is a unit word or a reasoning word ("US$", "km per hour", but not "tickets")."""
    return all(
        fold(word) in unit_words() or is_reasoning(word) for word in _WORD.findall(_SIGNED.sub("", text))
    )


def shows_percent(table: Table) -> bool:
    """Whether percent is the unit of the chart, or may be since the chart names none at all, does not say that it counts, and
    has no value above 100."""
    if any(is_percent(series.unit) for series in table.series):
        return True
    if re.search(r"\b(?:number|amount|count|total) of\b", table.y_title, re.IGNORECASE):
        return False
    if any(series.unit or series.scale for series in table.series):
        return False
    return all(cell.value is None or abs(cell.value) <= 100 for row in table.cells for cell in row)


_SHARES = re.compile(
    r"%|\bper ?cent|\b(?:percentage|share|proportion|rate|ratio|fraction)s?\b", re.IGNORECASE
)


def tells_shares(table: Table) -> bool:
    """Whether something of the chart says that its values are shares: a unit, a title, the label of a series, or that the
    values of a series or of every category add up to about 100."""
    said = (table.title, table.subtitle, table.x_title, table.y_title, *(one.label for one in table.series))
    if any(is_percent(series.unit) for series in table.series) or _SHARES.search(" ".join(said)):
        return True
    values = [[cell.value or Decimal(0) for cell in row] for row in table.cells]
    sums = [sum(row) for row in values], [sum(column) for column in zip(*values, strict=True)]
    return any(all(_WHOLE[0] <= one <= _WHOLE[1] for one in along) for along in sums if along)


_WHOLE = (Decimal(95), Decimal(105))


def is_percent(unit: str) -> bool:
    """Whether a unit of a series is the percentage."""
    return "%" in unit or "percent" in fold(unit)
