"""Does the picture say what the protected chart says (design §7, P 3.4)?

The picture is read back by the local reader from its pixels alone. Every text must be equal but for case and spaces,
every number equal in value, every association must come out of positions and colours. A text that was missed is read
once more from the place where it was drawn before it is a finding.

Not covered: whether the spec itself is right (source check), what else a reader of another make may see, and the
lengths of the bars, which no one is asked to read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from recast.language.colours import hex_of, nearest_name
from recast.perception.house import plain_number, read_house
from recast.perception.image import decode
from recast.perception.text import Pixels, read_crops
from recast.types import Box, ChartSpec, Check, Finding, Medium, Placement, Table

NAME = "protected"


def protected_check(spec: ChartSpec, medium: Medium) -> Check:
    """The check of one drawing against its spec. The location of each finding is the element that failed
    (``category:3``, ``value:0:2``, ``title``, ...) or ``picture``, ``kind``, ``categories``, ``series`` where the
    chart as a whole does not come back. Only protected data are compared; findings carry none of it."""
    pixels = decode(medium.data)
    table = read_house(pixels)
    if table is None:
        return Check(NAME, (Finding(NAME, "the drawing cannot be read back", "picture"),))
    findings = tuple(_structure(spec, table))
    if not findings:
        places: dict[str, list[Placement]] = {}
        for placement in medium.placements:
            places.setdefault(placement.element, []).append(placement)
        findings = (
            *_texts(spec, table, places, pixels),
            *_values(spec, table, places, pixels),
            *_colours(spec, table),
        )
    return Check(NAME, findings)


def _structure(spec: ChartSpec, table: Table) -> Iterator[Finding]:
    """Kind, direction and shape; a chart too large for its kind is drawn as a table."""
    if table.kind not in (spec.kind, "table"):
        yield Finding(NAME, "another kind of chart is read back", "kind")
    directed = table.kind not in ("line", "pie", "table")
    if directed and table.orientation != spec.orientation:
        yield Finding(NAME, "another direction is read back", "kind")
    if len(table.categories) != len(spec.categories):
        yield Finding(NAME, "another number of categories is read back", "categories")
    if len(table.series) != len(spec.series):
        yield Finding(NAME, "another number of series is read back", "series")


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _texts(
    spec: ChartSpec, table: Table, places: dict[str, list[Placement]], pixels: Pixels
) -> Iterator[Finding]:
    pairs = [("title", spec.title, table.title), ("x_title", spec.x_title, table.x_title)]
    units = {series.unit for series in spec.series}
    shared = f"[{units.pop()}]" if len(units) == 1 and "" not in units else ""
    read_unit = f"[{table.series[0].unit}]" if shared else ""
    pairs.append(("y_title", spec.y_title + shared, table.y_title + read_unit))
    pairs += [
        (f"category:{c}", *both) for c, both in enumerate(zip(spec.categories, table.categories, strict=True))
    ]
    for s, (drawn, read) in enumerate(zip(spec.series, table.series, strict=True)):
        own = [f"[{series.unit}]" if series.unit and not shared else "" for series in (drawn, read)]
        pairs.append((f"series:{s}", drawn.label + own[0], read.label + own[1]))
    for element, drawn_text, read_text in pairs:
        if _plain(drawn_text) == _plain(read_text):
            if (
                element.startswith(("category", "series"))
                and drawn_text.isalpha()
                and " " in read_text.strip()
            ):
                yield Finding(NAME, "this label of one word is read back as two", element)
            continue
        if not drawn_text or _plain(drawn_text) != _plain(_again(places.get(element, []), pixels)):
            yield Finding(NAME, "this text is read back differently", element)


def _again(placements: list[Placement], pixels: Pixels) -> str:
    """One more reading of an element from where it was drawn; a wrapped series label may be drawn once a panel, of
    which the first is read."""
    lines: list[Placement] = []
    for placement in placements:
        if lines and placement.text == lines[0].text:
            break
        lines.append(placement)
    readings = read_crops(pixels, [line.box for line in lines], scale=2.0, margin=4.0)
    return " ".join(reading.text for reading in readings)


def _values(
    spec: ChartSpec, table: Table, places: dict[str, list[Placement]], pixels: Pixels
) -> Iterator[Finding]:
    for s, row in enumerate(spec.values):
        for c, literal in enumerate(row):
            cell, element = table.cells[s][c], f"value:{s}:{c}"
            if literal is None:
                if cell.origin != "missing":
                    yield Finding(NAME, "a value is read back where none was drawn", element)
                continue
            wanted = plain_number(literal)
            if cell.value is not None and cell.value == wanted:
                continue
            where = places.get(element, [])
            elsewhere = cell.box is not None and not any(_overlap(cell.box, place.box) for place in where)
            if elsewhere or not where or plain_number(_again(where, pixels)) != wanted:
                yield Finding(NAME, "this number is read back differently", element)


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) > max(one.left, other.left)
    return across and min(one.bottom, other.bottom) > max(one.top, other.top)


def _colours(spec: ChartSpec, table: Table) -> Iterator[Finding]:
    """Colours by name, as a question would name them; a table shows those of the series only."""
    plain = [_colour(series.colour_hex or series.colour_name) for series in spec.series]
    if spec.kind != "pie":
        for s, wanted in enumerate(plain):
            single = spec.kind == "bar" and bool(spec.category_colours)
            if wanted and not single and table.series[s].colour_name != wanted:
                yield Finding(NAME, "this series is read back in another colour", f"series:{s}")
    if spec.category_colours and table.kind == spec.kind:
        seen = table.category_colours or (table.series[0].colour_name,) * len(spec.categories)
        for c, (colour, read) in enumerate(zip(spec.category_colours, seen, strict=True)):
            marked = spec.kind == "pie" or spec.values[0][c] is not None
            if marked and colour and _colour(colour) != read:
                yield Finding(NAME, "this category is read back in another colour", f"category:{c}")


def _colour(colour: str) -> str:
    if not colour:
        return ""
    return nearest_name(colour if colour.startswith("#") else hex_of(colour))
