"""Text around a chart that is not part of it: source lines, notes, logos, buttons and icons of the publishing site.

It is read and set aside here, before anything else looks at the text, and never enters a Table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast.perception.text import TextBox
from recast.types import Box

_SITE = re.compile(
    r"statista|additional\s*information|show\s*source|collapse\s*statistic|zoomable|select\s*the\s*range|pew\s*research\s*cent"
    r"|ourworldindata|our\s*world|^in\s*data$|\bcc\s*by\b|all rights reserved|^download\b|^https?:|\bwww\.|[©®]",
    re.IGNORECASE,
)
_NOTE = re.compile(
    r"^(?:(?:sources?|notes?|data\s*source)\s*(?:[:.=]|$)|n\s*=|q\d+[a-z]?[.:]|\*+\s*[A-Za-z]|[†‡]\s*[A-Za-z]"
    r"|surveys?\s*(?:was|were)?\s*conducted|american\s*trends\s*panel|figures\s*may\s*not\s*add|don['’]t\s*know\s*responses)",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r"^(?:sources?|notes?|data\s*source)\s*[:.]|^[*†‡]+\s?[A-Za-z]|^surveys?\s*conducted", re.IGNORECASE
)
_BUTTON_COLUMN = 62  # pixels at the right of a picture of a chart site that hold its icons


def without_furniture(texts: Sequence[TextBox], width: int, height: int) -> tuple[TextBox, ...]:
    """The boxes that belong to the chart. A source or note line in the lower part ends it: all below is dropped."""
    site = any(
        re.search(r"statista|additional\s*information|show\s*source", t.text, re.IGNORECASE) for t in texts
    )
    feet = [
        t.box.top
        for t in texts
        if t.box.top > 0.35 * height
        and (_FOOTER.match(t.text.strip()) or re.search(r"©|pew\s*research", t.text, re.IGNORECASE))
    ]
    foot = min(feet, default=float(height))
    kept: list[TextBox] = []
    for text in texts:
        plain = text.text.strip()
        if (
            text.box.top >= foot - 3
            or _SITE.search(plain)
            or (_NOTE.match(plain) and text.box.height < 0.1 * height)
        ):
            continue
        if site and text.box.left > width - _BUTTON_COLUMN and text.box.width < 34:
            continue
        if not any(c.isalnum() for c in plain):
            continue
        kept.append(text)
    return tuple(kept)


def ends_wrapped_line(box: Box, texts: Sequence[TextBox]) -> bool:
    """Whether what stands in ``box`` is the rest of a title or note that was broken: flush left under a line of at least
    four words, four times as long, with no room for another line between them."""
    return any(
        len(t.text.split()) >= 4
        and t.box.width >= 4 * box.width
        and abs(t.box.left - box.left) <= 0.4 * box.height
        and 0 < box.y - t.box.y <= 1.3 * max(box.height, t.box.height)
        for t in texts
    )
