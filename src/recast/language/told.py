"""A protected record as the sentences in which it is said aloud.

A passage is said sentence by sentence as it stands, a fraction of two numerals with "over". Of a chart its title is said,
what is measured, and one sentence for each value, which names its category and its series, so that each can be understood
without the one before it. Colours are said where the question names one. ``told_table`` reads these sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recast.language.colours import find_colours
from recast.language.sentences import split_sentences
from recast.types import ChartSpec, Protected

_FRACTION = re.compile(r"(?<=\d)\s*/\s*(?=\d)")  # a bar is not said, and the numerals beside it run together


def told(protected: Protected) -> tuple[str, ...]:
    """The sentences, each on one line and none empty."""
    if protected.chart is None:
        said: Iterator[str] = iter(
            split_sentences(_FRACTION.sub(" over ", " ".join(protected.context.split())))
        )
    else:
        said = _of_chart(protected.chart, bool(find_colours(protected.question)))
    return tuple(" ".join(sentence.split()) for sentence in said if sentence.strip())


def _of_chart(chart: ChartSpec, colours: bool) -> Iterator[str]:
    if chart.title:
        yield _ended(chart.title)
    measured = chart.y_title or "as follows"
    yield _ended(f"The values are {measured}" + (f" by {chart.x_title}" if chart.x_title else ""))
    coloured = chart.category_colours or ("",) * len(chart.categories)
    if colours:
        yield from (_drawn(series.label, series.colour_name) for series in chart.series)
        yield from (_drawn(*pair) for pair in zip(chart.categories, coloured, strict=True))
    for series, values in zip(chart.series, chart.values, strict=True):
        for category, value in zip(chart.categories, values, strict=True):
            yield _valued(category, series.label, value, series.unit, chart.category_role == "time")


def _valued(category: str, series: str, value: str | None, unit: str, timed: bool) -> str:
    """ "For 2027, Dunmarsh has 873.1 tallies." A time stands first, and the one series of a chart has no name."""
    first, second = (category, series) if timed and series else (series, category)
    amount = "no value" if value is None else f"{value} {unit}"
    return _ended(f"For {first}, {second} has {amount}" if first else f"{second} has {amount}")


def _drawn(label: str, colour: str) -> str:
    return f"{label} is drawn in {colour}." if label and colour else ""


def _ended(sentence: str) -> str:
    sentence = sentence.strip()
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."
