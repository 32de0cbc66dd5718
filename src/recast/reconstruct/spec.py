"""The ChartSpec of a Protected, its validation, and the table that stands in for a chart that cannot be drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any

from recast.perception.house_style import rgb
from recast.reconstruct.sheet import glyphs
from recast.stages import SpecMaker
from recast.types import ChartSpec, Finding, Protected

MAX_CATEGORIES = 60
MAX_SERIES = 8
MAX_LABEL = 80
MAX_TITLE = 200

_CHECK = "chart spec"


def local(protected: Protected) -> ChartSpec:
    """The chart of the record as it stands (P 3.4, the embedded spec maker). Raises ``ValueError`` without one."""
    if protected.chart is None:
        raise ValueError("this record has no chart")
    return protected.chart


def create(options: Mapping[str, Any]) -> SpecMaker:
    """The stage's factory; the local spec maker has no options."""
    return local


def as_table(spec: ChartSpec) -> ChartSpec:
    """The same evidence as a plain table, for a chart whose marks cannot be drawn or read (P 3.4)."""
    return replace(spec, kind="table", orientation="vertical", category_colours=())


def number(literal: str) -> Decimal:
    """A literal as drawn, as a number: plain decimal, thousands commas allowed. Raises ``ValueError``."""
    try:
        value = Decimal(literal.replace(",", ""))
    except InvalidOperation:
        raise ValueError("not a plain decimal") from None
    if not value.is_finite():
        raise ValueError("not a finite number")
    return value


def y_title(spec: ChartSpec) -> str:
    """The value title as drawn, ``Portion of growers [tallies]``, with the unit if all series share one."""
    units = {series.unit for series in spec.series}
    unit = next(iter(units)) if len(units) == 1 else ""
    return f"{spec.y_title} [{unit}]".strip() if unit else spec.y_title


def series_label(spec: ChartSpec, index: int) -> str:
    """The name of a series as drawn, with its unit if the series differ in it."""
    series = spec.series[index]
    shared = len({other.unit for other in spec.series}) == 1
    return series.label if shared or not series.unit else f"{series.label} [{series.unit}]".strip()


def validate(spec: ChartSpec) -> tuple[Finding, ...]:
    """What makes a spec impossible to draw; empty if nothing does. It says nothing about whether the spec is *right*:
    that is the source check's business."""
    return (*_shape_findings(spec), *_text_findings(spec), *_mark_findings(spec))


def _shape_findings(spec: ChartSpec) -> list[Finding]:
    found: list[Finding] = []
    if not 1 <= len(spec.categories) <= MAX_CATEGORIES:
        found.append(Finding(_CHECK, f"a chart has 1 to {MAX_CATEGORIES} categories", "categories"))
    if not 1 <= len(spec.series) <= MAX_SERIES:
        found.append(Finding(_CHECK, f"a chart has 1 to {MAX_SERIES} series", "series"))
    if spec.kind in ("bar", "pie") and len(spec.series) != 1:
        found.append(Finding(_CHECK, "a simple bar chart or a pie has one series", "series"))
    if len(spec.values) != len(spec.series) or any(len(row) != len(spec.categories) for row in spec.values):
        found.append(Finding(_CHECK, "values must be one row a series, one value a category", "values"))
    if spec.category_colours and len(spec.category_colours) != len(spec.categories):
        found.append(Finding(_CHECK, "category colours must be one a category, or none", "category colours"))
    return found


def _text_findings(spec: ChartSpec) -> list[Finding]:
    found: list[Finding] = []
    texts = {"title": spec.title, "x_title": spec.x_title, "y_title": y_title(spec)}
    texts |= {f"category:{c}": label for c, label in enumerate(spec.categories)}
    texts |= {f"series:{s}": series_label(spec, s) for s in range(len(spec.series))}
    for element, text in texts.items():
        if len(text) > (MAX_LABEL if ":" in element else MAX_TITLE):
            found.append(Finding(_CHECK, "text too long to draw", element))
        if any(ord(letter) not in glyphs() for letter in text if not letter.isspace()):
            found.append(Finding(_CHECK, "a letter that the drawing font lacks", element))
        if element.startswith("category") and not text.strip():
            found.append(Finding(_CHECK, "a category without a name", element))
    if len(spec.series) > 1:
        found += [
            Finding(_CHECK, "a series without a name beside others", f"series:{s}")
            for s, series in enumerate(spec.series)
            if not series.label.strip()
        ]
    return found


def _mark_findings(spec: ChartSpec) -> list[Finding]:
    found: list[Finding] = []
    present = 0
    for s, row in enumerate(spec.values):
        for c, literal in enumerate(row):
            if literal is None:
                continue
            try:
                value = number(literal)
            except ValueError:
                found.append(Finding(_CHECK, "a value that is not a plain decimal", f"value:{s}:{c}"))
                continue
            present += value != 0
            if spec.kind == "pie" and value < 0:
                found.append(Finding(_CHECK, "a pie cannot show a negative value", f"value:{s}:{c}"))
    if spec.kind == "pie" and not present:
        found.append(Finding(_CHECK, "a pie needs a value above zero", "values"))
    for s, series in enumerate(spec.series):
        if series.colour_hex and not re.fullmatch(r"#[0-9a-fA-F]{6}", series.colour_hex):
            found.append(Finding(_CHECK, "a colour must be written as #rrggbb", f"series:{s}"))
    for c, colour in enumerate(spec.category_colours):
        if colour.startswith("#"):
            try:
                rgb(colour)
            except ValueError:
                found.append(Finding(_CHECK, "a colour must be written as #rrggbb", f"category:{c}"))
    return found
