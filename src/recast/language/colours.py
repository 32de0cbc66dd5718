"""Colour names: the few that a chart of ours uses, what any colour in pixels is called, and mentions in a question.

``NAMES`` are drawn in colours far apart, so that a name found by ``nearest_name`` in a drawing of ours is its own.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from recast.language.words import fold

#: The name and the colour in which the drawings show it.
HEXES: dict[str, str] = {
    "blue": "#2f7ed8",
    "navy": "#0f283f",
    "light blue": "#9ecae8",
    "grey": "#8c8c8c",
    "light grey": "#cfcfcf",
    "black": "#000000",
    "white": "#ffffff",
    "red": "#d62728",
    "dark red": "#8b1014",
    "orange": "#f28e1c",
    "yellow": "#f2c80f",
    "gold": "#b8902a",
    "green": "#4caf3f",
    "dark green": "#1b5e32",
    "teal": "#1f9e9a",
    "purple": "#7b3fa0",
    "pink": "#f08fb4",
    "brown": "#85512d",
    "beige": "#e6d5ae",
}
NAMES: tuple[str, ...] = tuple(HEXES)

#: Names met in questions, by the name of ours that means the same.
_ALIASES: dict[str, str] = {
    "gray": "grey",
    "silver": "light grey",
    "light gray": "light grey",
    "dark grey": "grey",
    "dark gray": "grey",
    "dark blue": "navy",
    "navy blue": "navy",
    "deep blue": "navy",
    "sky blue": "light blue",
    "pale blue": "light blue",
    "baby blue": "light blue",
    "royal blue": "blue",
    "maroon": "dark red",
    "crimson": "dark red",
    "burgundy": "dark red",
    "scarlet": "red",
    "light red": "pink",
    "magenta": "pink",
    "light green": "green",
    "lime": "green",
    "lime green": "green",
    "olive": "dark green",
    "olive green": "dark green",
    "forest green": "dark green",
    "turquoise": "teal",
    "cyan": "teal",
    "aqua": "teal",
    "violet": "purple",
    "lavender": "purple",
    "indigo": "purple",
    "dark orange": "orange",
    "light orange": "orange",
    "golden": "gold",
    "mustard": "gold",
    "dark yellow": "gold",
    "light yellow": "yellow",
    "dark brown": "brown",
    "light brown": "brown",
    "tan": "beige",
    "cream": "beige",
    "dark purple": "purple",
    "light purple": "purple",
    "dark pink": "pink",
    "light pink": "pink",
}


@dataclass(frozen=True, slots=True)
class ColourMention:
    """``text[start:end]`` names a colour; ``name`` is one of ``NAMES``, ``base`` the plain colour ("navy" → "blue")."""

    start: int
    end: int
    name: str
    base: str


_BASES = {
    "navy": "blue",
    "light blue": "blue",
    "light grey": "grey",
    "dark red": "red",
    "gold": "yellow",
    "dark green": "green",
}


#: What else a person may take a colour for, where no shade of it is shown.
_KIN: dict[str, tuple[str, ...]] = {
    "red": ("orange", "pink", "brown"),
    "dark red": ("brown",),
    "orange": ("gold", "yellow", "red"),
    "yellow": ("orange",),
    "gold": ("orange", "brown", "beige"),
    "green": ("teal",),
    "teal": ("green", "dark green", "blue", "light blue"),
    "blue": ("teal", "purple"),
    "navy": ("black", "purple"),
    "purple": ("pink", "navy"),
    "pink": ("purple", "red"),
    "brown": ("dark red", "gold"),
    "beige": ("gold", "light grey"),
    "black": ("navy", "grey"),
    "white": ("light grey",),
}


def kin_of(name: str) -> tuple[str, ...]:
    """The colours that one of ``NAMES`` may be taken for, its own shades (``base_of``) aside."""
    return _KIN.get(name, ())


def base_of(name: str) -> str:
    """The plain colour of one of ``NAMES``: what a person may call it when no other shade of it is about."""
    return _BASES.get(name, name)


def hex_of(name: str) -> str:
    """The ``#rrggbb`` in which a colour of any known name is drawn. Raises ``KeyError`` on an unknown name."""
    return HEXES[name_of(name)]


def name_of(phrase: str) -> str:
    """The name among ``NAMES`` that a phrase means ("Dark  Gray", "darkgray" → "grey"). Raises ``KeyError`` on an unknown
    one."""
    return _joined_names()[re.sub(r"[\s-]+", "", fold(phrase))]


@functools.cache
def _joined_names() -> dict[str, str]:
    """The name of ours for every known one, which is written without spaces."""
    return {known.replace(" ", ""): _ALIASES.get(known, known) for known in (*NAMES, *_ALIASES)}


def is_colour(word: str) -> bool:
    """Whether the word or phrase is a colour name, of ours or an alias."""
    return re.sub(r"[\s-]+", "", fold(word)) in _joined_names()


@functools.cache
def _pattern() -> re.Pattern[str]:
    names = sorted((*NAMES, *_ALIASES), key=len, reverse=True)
    alternatives = "|".join(re.escape(name).replace(r"\ ", r"[\s-]*") for name in names)
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)


def find_colours(text: str) -> tuple[ColourMention, ...]:
    """Every colour named in the text, longest names first, in order. A label that is a colour word is found too: the
    caller decides which it is."""
    found = []
    for match in _pattern().finditer(text):
        name = name_of(match.group())
        found.append(ColourMention(match.start(), match.end(), name, base_of(name)))
    return tuple(found)


def _rgb(colour: str | tuple[int, int, int]) -> tuple[int, int, int]:
    if isinstance(colour, str):
        digits = colour.removeprefix("#")
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    return colour


Lab = tuple[float, float, float]


def lab(colour: str | tuple[int, int, int]) -> Lab:
    """CIE L*a*b* (D65) of ``#rrggbb`` or of red, green, blue in 0-255."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in _rgb(colour))
    ]
    red, green, blue = linear
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str | tuple[int, int, int], other: str | tuple[int, int, int]) -> float:
    """Distance of two colours in CIE L*a*b* (CIE76); about 2.3 can just be seen."""
    return float(sum((p - q) ** 2 for p, q in zip(lab(one), lab(other), strict=True)) ** 0.5)


@functools.lru_cache(maxsize=4096)
def nearest_name(colour: str | tuple[int, int, int]) -> str:
    """The name among ``NAMES`` that a person would call the colour (``#rrggbb`` or red, green, blue in 0-255)."""
    lightness, a, b = lab(colour)
    chroma = (a * a + b * b) ** 0.5
    greys = ("black", "grey", "light grey", "white")
    if chroma < 9:
        return next(name for name, top in zip(greys, (22, 72, 93, 101), strict=True) if lightness <= top)
    return min((name for name in NAMES if name not in greys), key=lambda name: distance(colour, HEXES[name]))
