"""The inverse of ``told`` for a chart: the sentences in which it was said, as they were heard, back to its text form.

A transcript may have other capitals, other punctuation and numerals as words, and a label may be spelled in two ways where
it occurs twice: one is the commonest. What does not come out as a whole table with one value for each pair of labels is no
table. Not carried, so not in the inverse: the kind of chart, its orientation, which colours were not said, whether
categories that are not years are in order, and, where there is one category only, which of the two labels it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from recast.language.colours import find_colours
from recast.language.sentences import split_sentences
from recast.language.words import fold
from recast.numbers.context import Context, ContextSeries
from recast.numbers.numerals import plain_year, year_labels
from recast.numbers.prose import normalised, prose_numerals
from recast.types import Private

_MEASURED = re.compile(r"the values are (?:as follows|(?P<y>.+?))(?: by (?P<x>[^,]+?))?[.,]?", re.IGNORECASE)
_VALUED = re.compile(
    r"(?P<pair>for\b,? )?(?P<labels>.+?),? ha(?:s|d|ve) (?P<amount>(?:no value\b|\S*\d|minus\b|[a-z]+).*)",
    re.IGNORECASE,
)
_DRAWN = re.compile(r"(?P<label>.+?),? (?:is|are) drawn in (?P<colour>.+?)[.,]?", re.IGNORECASE)
_LOWER_FOR = re.compile(r"(?<=[.?!] )for\b")  # no sentence would end before it
_NEAR = 2  # letters by which two spellings of one label differ at most


@dataclass(frozen=True, slots=True, repr=False)
class _Value(Private):
    """One sentence of a value: its labels (``second`` alone where it names one), the number as text, the unit."""

    first: str
    second: str
    number: str | None
    unit: str


def read_told(text: str) -> Context:
    """The chart that those sentences say. Raises ``ValueError`` where they say none, or not all of it."""
    title: list[str] = []
    measured: re.Match[str] | None = None
    coloured: list[tuple[str, str]] = []
    valued: list[str] = []
    for sentence in split_sentences(_LOWER_FOR.sub("For", text)):
        if measured is None:
            measured = _MEASURED.fullmatch(sentence)
            title += [sentence] if measured is None else []
        elif not valued and (drawn := _DRAWN.fullmatch(sentence)):
            coloured.append((drawn["label"], _colour(drawn["colour"])))
        else:
            valued.append(sentence)
    if measured is None or not valued:
        raise ValueError("the sentences say no table")
    values = _values(valued)
    timed, count = _shape(values)
    size = len(values) // count
    ends = [(value.second, value.first) if timed else (value.first, value.second) for value in values]
    series = [_spelling([one for one, _ in ends[at * size : (at + 1) * size]]) for at in range(count)]
    categories = tuple(_spelling([other for _, other in ends[at::size]]) for at in range(size))
    rows = [values[at * size : (at + 1) * size] for at in range(count)]
    units = [_spelling([value.unit for value in row if value.number is not None] or [""]) for row in rows]
    dated = bool(categories) and all(year_labels(categories))
    colours = tuple(_colour_of(category, coloured) for category in categories)
    return Context(
        "bar" if count == 1 else "grouped_bar",
        "vertical",
        " ".join(title).rstrip(" .,"),
        "",
        measured["x"] or "",
        measured["y"] or "",
        "time" if timed or dated else "nominal",
        categories,
        tuple(
            ContextSeries(label, _colour_of(label, coloured), unit, "")
            for label, unit in zip(series, units, strict=True)
        ),
        tuple(tuple(value.number for value in row) for row in rows),
        colours if any(colours) else (),
    )


def _colour(said: str) -> str:
    found = find_colours(said)
    if len(found) != 1:
        raise ValueError("a sentence names no colour")
    return found[0].name


def _colour_of(label: str, coloured: Sequence[tuple[str, str]]) -> str:
    return next((colour for other, colour in coloured if label and _alike(label, other)), "")


# ── values ───────────────────────────────────────────────────────────────────────────────────────────────────


def _values(sentences: Sequence[str]) -> list[_Value]:
    """The values in order. Where a comma between two labels was not heard, they are told apart by those of the others."""
    found = [_VALUED.fullmatch(sentence) for sentence in sentences]
    matches = [match for match in found if match is not None]
    if len(matches) < len(found) or len({bool(match["pair"]) for match in matches}) > 1:
        raise ValueError("a sentence says no value")
    labels = [_labels(match) for match in matches]
    firsts = {fold(pair[0]): pair[0] for pair in labels if pair is not None}
    return [
        _Value(*(pair or _parted(match["labels"], firsts)), *_amount(match["amount"]))
        for match, pair in zip(matches, labels, strict=True)
    ]


def _labels(match: re.Match[str]) -> tuple[str, str] | None:
    if not match["pair"]:
        return "", match["labels"]
    first, comma, second = match["labels"].partition(", ")
    return (first, second) if comma else None


def _parted(labels: str, firsts: dict[str, str]) -> tuple[str, str]:
    words = labels.split()
    for size in range(1, len(words)):
        if fold(" ".join(words[:size])) in firsts:
            return " ".join(words[:size]), " ".join(words[size:])
    raise ValueError("a sentence names no two labels")


def _amount(said: str) -> tuple[str | None, str]:
    """The number as a plain decimal, None for no value, and the unit after it."""
    said = said.strip().rstrip(".,")
    if re.match(r"no value\b", said, re.IGNORECASE):
        return None, said[len("no value") :].strip()
    said = normalised(re.sub(r"^(?:minus|negative) ", "-", said, flags=re.IGNORECASE))
    numerals = prose_numerals(said)
    if not numerals or numerals[0].start or len(numerals) > 1:
        raise ValueError("a sentence says no value")
    unit = said[numerals[0].end :].strip().removesuffix("percent")
    percent = len(unit) < len(said[numerals[0].end :].strip())
    return f"{numerals[0].value:f}", f"{unit}%" if percent else unit


# ── shape ────────────────────────────────────────────────────────────────────────────────────────────────────


def _shape(values: Sequence[_Value]) -> tuple[bool, int]:
    """Whether the category stands first, and how many series there are. The values of one series follow each other, in
    each the same categories in the same order. Raises ``ValueError`` where they do not."""
    dated = all(plain_year(value.first) for value in values)
    for count in _divisors(len(values)):
        size = len(values) // count
        for timed in (dated, not dated):
            ends = [(value.second, value.first) if timed else (value.first, value.second) for value in values]
            if _is_table([ends[at * size : (at + 1) * size] for at in range(count)]):
                return timed, count
    raise ValueError("the values are those of no whole table")


def _is_table(blocks: Sequence[Sequence[tuple[str, str]]]) -> bool:
    one_series = all(_alike(block[0][0], series) for block in blocks for series, _ in block)
    same_order = all(
        _alike(expected, category)
        for block in blocks
        for (_, expected), (_, category) in zip(blocks[0], block, strict=True)
    )
    labels = [fold(block[0][0]) for block in blocks]
    categories = [[fold(category) for _, category in block] for block in blocks]
    distinct = all(len(set(each)) == len(each) for each in (labels, *categories))
    return one_series and same_order and distinct


def _divisors(number: int) -> Iterator[int]:
    yield from (each for each in range(1, number + 1) if number % each == 0)


def _alike(one: str, other: str) -> bool:
    """Whether two spellings are of one label. Labels with digits are alike only where they are the same."""
    one, other = fold(one), fold(other)
    if one == other:
        return True
    if any(c.isdigit() for c in one + other) or min(len(one), len(other)) < 5:
        return False
    return OSA.distance(one, other, score_cutoff=_NEAR) <= _NEAR


def _spelling(said: Sequence[str]) -> str:
    return Counter(said).most_common(1)[0][0]
