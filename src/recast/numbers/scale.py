"""A number said with a scale word ("35 billion") as a value of the chart, whose scale may differ or go unsaid."""

from __future__ import annotations

import re
from decimal import Decimal

from recast.numbers.written import SCALES, in_scale
from recast.types import Table

#: One scale word, long or short, as it stands behind a numeral.
SCALE_WORD = rf"(?:{'|'.join(SCALES)}|mn|mln|bn|bln|tn|trn)s?"

_SHORT = {
    "mn": "million",
    "mln": "million",
    "bn": "billion",
    "bln": "billion",
    "tn": "trillion",
    "trn": "trillion",
}


def scale_named(word: str) -> str:
    """The scale of ``written.SCALES`` that a word stands for, short and plural forms included."""
    folded = word.casefold()
    folded = _SHORT.get(folded.rstrip("s"), folded)
    return folded if folded in SCALES else folded.rstrip("s")


def in_shown_scale(value: Decimal, scale: str, table: Table | None) -> Decimal:
    """``value`` in ``scale`` as the chart shows its values.

    Where the chart names no scale, "35 billion" is taken for 35 or for 35,000,000,000, whichever lies nearer to the
    chart's values: a chart in billions often says so only in a title that is not part of the data.
    """
    scales = {series.scale for series in table.series} if table is not None else set()
    shown = next(iter(scales)) if len(scales) == 1 else ""
    if shown in SCALES:
        return in_scale(value, scale, shown)
    cells = [abs(cell.value) for row in (table.cells if table else ()) for cell in row if cell.value]
    full = in_scale(value, scale, "")
    if not cells or not value:
        return full
    typical = sorted(cells)[len(cells) // 2].log10()
    return min(value, full, key=lambda candidate: abs(abs(candidate).log10() - typical))


def as_shown(value: Decimal, table: Table | None) -> Decimal:
    """``value``, said without a scale word, as the chart shows its values: 20,000 is 20 where the chart is in thousands and
    all its values are far below 20,000."""
    scales = {series.scale for series in table.series} if table is not None else set()
    shown = next(iter(scales)) if len(scales) == 1 else ""
    largest = max(
        (abs(cell.value) for row in (table.cells if table else ()) for cell in row if cell.value), default=0
    )
    if shown not in SCALES or not largest or abs(value) <= _FAR * largest:
        return value
    small = in_scale(value, "", shown)
    return small if abs(small) <= 2 * largest else value


_FAR = 5  # times the largest value: beyond, a threshold would part nothing


def scaled(text: str, end: int, value: Decimal, table: Table) -> tuple[Decimal, int]:
    """The numeral that ends at ``end`` with the scale word behind it, if any: its value as the chart shows values, and
    where it now ends."""
    word = re.compile(rf"\s*-?\s*({SCALE_WORD})\b", re.IGNORECASE).match(text, end)
    return (
        (as_shown(value, table), end)
        if word is None
        else (in_shown_scale(value, scale_named(word[1]), table), word.end())
    )
