"""What makes a drawing one of ours: the marks and inks that ``reconstruct`` draws and ``perception.house`` looks for.

A release is drawn for people and for machines. The geometry that says which text belongs to what is drawn in exact
colours without smoothing: a baseline cut into one segment a category, and a framed swatch or rule a series. Each kind
of text has an ink of its own, all dark and nearly neutral to the eye; smoothing blends an ink with white, which keeps
the *direction* of its distance from white, so that the role of a line can be told from any of its pixels. A two-tone
rule above the title is the signature, and its second part says which template drew the sheet.
"""

from __future__ import annotations

from typing import Literal

from recast.types import ChartKind, Orientation

Rgb = tuple[int, int, int]
Ink = Literal["title", "y_title", "x_title", "name", "value"]

PAPER: Rgb = (255, 255, 255)
BASE: Rgb = (116, 127, 141)  # the segmented baseline
EDGE: Rgb = (150, 161, 172)  # the frame of a swatch or series rule
RULE: Rgb = (226, 230, 234)  # separating hairlines, for the eye only
ACCENT: Rgb = (17, 40, 63)  # first part of the signature
MARK: Rgb = (200, 85, 61)  # second part of the signature
INKS: dict[Ink, Rgb] = {
    "title": (17, 40, 63),
    "y_title": (90, 72, 54),
    "x_title": (92, 70, 92),
    "name": (30, 58, 30),
    "value": (20, 20, 20),
}

#: No fill of a bar, sector or swatch may be one of these.
RESERVED = frozenset({PAPER, BASE, EDGE, RULE, ACCENT, MARK, *INKS.values()})

#: Signature: the accent part is this many rule heights long; the second part says which template, see ``mark_units``.
ACCENT_UNITS = 10

_TEMPLATES: tuple[tuple[ChartKind, Orientation], ...] = (
    ("bar", "vertical"),
    ("bar", "horizontal"),
    ("grouped_bar", "vertical"),
    ("grouped_bar", "horizontal"),
    ("stacked_bar", "vertical"),
    ("stacked_bar", "horizontal"),
    ("line", "vertical"),
    ("pie", "vertical"),
    ("table", "vertical"),
)


def mark_units(kind: ChartKind, orientation: Orientation) -> int:
    """Length of the signature's second part in rule heights. Lines, pies and tables have one template each."""
    if kind in ("line", "pie", "table"):
        orientation = "vertical"
    return _TEMPLATES.index((kind, orientation)) + 1


def template(units: int) -> tuple[ChartKind, Orientation] | None:
    """The inverse of ``mark_units``; None if no template has that length."""
    return _TEMPLATES[units - 1] if 1 <= units <= len(_TEMPLATES) else None


def rgb(hex_colour: str) -> Rgb:
    """``#rrggbb`` as three integers. Raises ``ValueError`` on anything else."""
    if len(hex_colour) != 7 or hex_colour[0] != "#":
        raise ValueError("a colour must be written as #rrggbb")
    return int(hex_colour[1:3], 16), int(hex_colour[3:5], 16), int(hex_colour[5:7], 16)


def hex_of_rgb(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
