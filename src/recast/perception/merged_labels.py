"""Labels of a dense time axis that the recogniser read as one text: "2014 2015 2016", "2014/152015/16"."""

from __future__ import annotations

import re
from dataclasses import replace

from recast.perception.text import TextBox
from recast.types import Box

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]{0,6}\.?"
_SHORT = r"['’]?\d\d"
#: One way of writing a point or span in time a line; the whole text must be made of one of them.
_WAYS = tuple(
    re.compile(way)
    for way in (
        r"(?:19|20)\d\d[/–-]\d\d(?!\d\d[/–-])\*{0,2}",
        r"(?:19|20)\d\d[/–-](?:19|20)\d\d\*{0,2}",
        r"(?:19|20)\d\d\*{0,2}",
        rf"(?:Q[1-4]|H[12])(?:['’]?(?:19|20)\d\d|{_SHORT})\*{{0,2}}",
        rf"{_MONTH}(?:['’]?(?:19|20)\d\d|{_SHORT})\*{{0,2}}",
        r"['’]\d\d\*{0,2}",
    )
)


def labels_apart(text: TextBox) -> tuple[TextBox, ...]:
    """The labels that one text of a time axis is made of, each at its place going by the number of characters before
    it; the text alone where it is one label or anything else.

    Not covered: several names read as one text, which nothing tells apart from one long name.
    """
    for way in _WAYS:
        labels = _made_of(way, "".join(text.text.split()))
        if len(labels) > 1:
            step = text.box.width / len(" ".join(labels))
            begins = [sum(len(label) + 1 for label in labels[:i]) for i in range(len(labels))]
            return tuple(
                replace(
                    text,
                    text=_spaced(label),
                    box=Box(
                        text.box.left + begin * step,
                        text.box.top,
                        text.box.left + (begin + len(label)) * step,
                        text.box.bottom,
                    ),
                )
                for label, begin in zip(labels, begins, strict=True)
            )
    return (text,)


def _made_of(way: re.Pattern[str], text: str) -> list[str]:
    """The pieces of a text that is nothing but pieces written in this way, else none."""
    pieces = [match.group() for match in way.finditer(text)]
    return pieces if "".join(pieces) == text else []


def _spaced(label: str) -> str:
    """A quarter, half or month apart from its year."""
    return re.sub(r"^(Q[1-4]|H[12]|[A-Za-z]{3,9}\.?)(?=['’\d])", r"\1 ", label)
