"""Tables to draw: those of a pool file, or made up here so that nothing else is needed.

A pool file has JSON lines ``id, chart_kind, title, rows`` (``rows`` with a header row). Tables at even places are for
tuning, at odd places for reporting. Of a table whose columns have very unlike sizes, the largest set of columns that go
on one axis is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Literal

from styles.data import Data, Topic

Half = Literal["tuning", "reported"]

_TOPICS: dict[str, Topic] = {
    "bar_chart": "bar",
    "bar_chart_num": "bar",
    "3D-Bar": "bar",
    "histogram": "bar",
    "funnel": "bar",
    "radar": "bar",
    "line_chart": "line",
    "line_chart_num": "line",
    "area_chart": "line",
    "pie_chart": "share",
    "rings": "share",
    "treemap": "share",
    "rose": "bar",
}
_NUMBER = re.compile(r"([$€£]?)\s*(-?\d[\d,]*(?:\.\d+)?)\s*(%?)")
_ALIKE = 6  # columns whose greatest values differ by more are not drawn on one axis
_LONGEST_LABEL = 34


def pool_tables(path: Path, half: Half | None = None) -> Iterator[Data]:
    """The tables of a pool that can be drawn at all."""
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        if half in (None, "tuning" if place % 2 == 0 else "reported"):
            row = json.loads(line)
            topic = _TOPICS.get(row["chart_kind"])
            data = None if topic is None else _parsed(row["id"], topic, row["title"], row["rows"])
            if data is not None:
                yield data


def _parsed(name: str, topic: Topic, title: str, rows: list[list[str]]) -> Data | None:
    header, *body = [[" ".join(cell.split()) for cell in row] for row in rows]
    if len(body) < 2 or any(len(row) != len(header) for row in body):
        return None
    labels = tuple(row[0] for row in body)
    if len(set(labels)) < len(labels) or not all(labels) or max(map(len, labels)) > _LONGEST_LABEL:
        return None
    columns = {}
    for place in range(1, len(header)):
        found = [_NUMBER.fullmatch(row[place]) for row in body]
        if all(found) and header[place] and header[place] not in columns:
            columns[header[place]] = [match for match in found if match]
    kept = _alike({name: max(abs(_value(m)) for m in matches) for name, matches in columns.items()})
    if not kept:
        return None
    units = {match[1] or match[3] for name in kept for match in columns[name]}
    return Data(
        name,
        topic,
        title.strip().rstrip("."),
        header[0],
        tuple(kept),
        labels,
        tuple(tuple(_value(columns[name][row]) for name in kept) for row in range(len(body))),
        units.pop() if len(units) == 1 else "",
    )


def _value(match: re.Match[str]) -> Decimal:
    return Decimal(match[2].replace(",", ""))


def _alike(sizes: dict[str, Decimal]) -> list[str]:
    """The largest set of columns of like size, in their order."""
    best: list[str] = []
    for least in sizes.values():
        group = [name for name, size in sizes.items() if least and least <= size <= least * _ALIKE]
        best = max(best, group, key=len)
    return best


# ── made up ──────────────────────────────────────────────────────────────────────────────────────────────────

_PLACES = (
    "Arden Vale", "Brookmere", "Calder Bay", "Dunholt", "East Farrow", "Fenwick", "Garrowby", "Hollin Ridge",
    "Inverlay", "Juniper Falls", "Kestrel Point", "Lowmoor", "Marlow Heath", "Northwater", "Oakhaven", "Penhallow",
    "Quarry Hill", "Rosedale", "Stonebridge", "Thornbury", "Upper Wold", "Valley Cross", "Westerham", "Yarrow",
    "Ashcombe", "Birchwood", "Copperfield", "Dovecote", "Elmstead", "Foxglove", "Greenacre", "Harbour End",
    "Ivybridge", "Kingsmead", "Larkfield", "Millbrook", "Netherby", "Orchard Row", "Pinewood", "Ravenscar",
)  # fmt: skip
_THINGS = (
    "Apples", "Pears", "Cherries", "Walnuts", "Barley", "Oats", "Honey", "Wool", "Cheese", "Bread", "Timber", "Slate",
)  # fmt: skip
_GROUPS = ("Households", "Farms", "Schools", "Workshops", "Libraries", "Cooperatives")
_MEASURES = ("Output", "Visitors", "Deliveries", "Members", "Orders", "Trips")
_ANSWERS = ("Agree", "Partly agree", "Disagree", "No answer")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_SIZES = (10, 60, 100, 400, 1000, 8000, 50_000, 400_000, 3_000_000)


def made_up(rng: Random) -> Iterator[Data]:
    """Tables without end."""
    number = 0
    while True:
        topic: Topic = rng.choice(("bar", "bar", "line", "share", "stack", "change"))
        yield _made(topic, f"made-{number}", rng)
        number += 1


def _made(topic: Topic, name: str, rng: Random) -> Data:
    if topic == "share":
        rows = tuple(rng.sample(_THINGS, rng.randint(3, 7)))
        shares = _shares(len(rows), rng)
        title = f"What the market in {rng.choice(_PLACES)} sells"
        return Data(name, topic, title, "Goods", ("Share",), rows, tuple((s,) for s in shares), "%")
    if topic == "stack":
        rows = tuple(rng.sample(_PLACES, rng.randint(3, 7)))
        values = tuple(_shares(len(_ANSWERS), rng) for _ in rows)
        return Data(name, topic, "Should the mill be rebuilt?", "Village", _ANSWERS, rows, values, "%")
    if topic == "change":
        rows = tuple(str(year) for year in _years(rng, rng.randint(5, 9)))
        changes = tuple((Decimal(rng.choice((-1, 1)) * rng.randint(4, 90)) / 10,) for _ in rows)
        title = f"Change of rents in {rng.choice(_PLACES)}"
        return Data(name, topic, title, "Year", ("Change on the year before",), rows, changes, "%")
    size = rng.choice(_SIZES)
    measure = rng.choice(_MEASURES)
    if topic == "line":
        years = rng.random() < 0.6
        rows = tuple(map(str, _years(rng, rng.randint(5, 16)))) if years else _MONTHS[: rng.randint(5, 12)]
        columns = tuple(rng.sample(_GROUPS, rng.randint(1, 4)))
        walks = [_walk(len(rows), size, rng) for _ in columns]
        values = tuple(zip(*walks, strict=True))
        return Data(name, topic, f"{measure} in {rng.choice(_PLACES)}", "Time", columns, rows, values)
    rows = tuple(rng.sample(_PLACES, rng.choice((4, 5, 6, 8, 12, 20, 32, 40))))
    columns = tuple(rng.sample(_GROUPS, rng.choice((1, 1, 2, 3))))
    values = tuple(tuple(_number(size, rng) for _ in columns) for _ in rows)
    unit = rng.choice(("", "", "", "%" if size <= 100 else "$"))
    return Data(name, topic, f"{measure} by village", "Village", columns, rows, values, unit)


def _years(rng: Random, count: int) -> range:
    first = rng.randint(1990, 2023 - count)
    return range(first, first + count)


def _number(size: int, rng: Random) -> Decimal:
    value = Decimal(str(rng.uniform(0.08, 1))) * size
    return value.quantize(Decimal("0.1") if size <= 100 else Decimal(1))


def _shares(count: int, rng: Random) -> tuple[Decimal, ...]:
    """Whole numbers that add up to 100, none below 5."""
    weights = [rng.uniform(0.3, 1) for _ in range(count)]
    parts = [max(5, round(100 * weight / sum(weights))) for weight in weights]
    parts[parts.index(max(parts))] += 100 - sum(parts)
    return tuple(map(Decimal, parts))


def _walk(count: int, size: int, rng: Random) -> list[Decimal]:
    """A line that wanders and stays positive."""
    level, found = rng.uniform(0.25, 0.8), []
    for _ in range(count):
        level = min(1.0, max(0.1, level + rng.uniform(-0.12, 0.13)))
        found.append((Decimal(str(level)) * size).quantize(Decimal("0.1") if size <= 100 else Decimal(1)))
    return found
