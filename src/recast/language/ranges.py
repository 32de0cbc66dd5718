"""Dates, number ranges and bounds in a text, each as one atom: "March 3, 2020", "25 to 34", "65 and older", "under 18s".

Numbers are digits, or words up to twelve. Used by ``mentions`` and ``label_index`` only.
"""

from __future__ import annotations

import re

from recast.language.atoms import MONTH_OF, Atom
from recast.language.words import fold
from recast.numbers.number_words import COUNT_WORDS

_COUNT_WORDS = COUNT_WORDS[1:]
_NUMBER = rf"\d[\d,]*(?:\.\d+)?|\b(?:{'|'.join(_COUNT_WORDS)})\b"
_AGE = r"(?:\s+the\s+age\s+of|\s+age|\s*-)?"
_TO = r"\s*(?:-|–|—|to|and|through|till|until)\s*"
_MORE = r"(?:older|over|above|up|more|higher|beyond|plus)"
_LESS = r"(?:younger|under|below|less|fewer|lower)"
_UNIT = r"(?:\s+(?:years?(?:\s+old)?|months?|hours?|minutes?|days?))?"
_COMPOUNDS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<![\w.])(\d{4})-(\d{1,2})-(\d{1,2})(?![\w-])"), "date"),
    (
        re.compile(r"(?<!\w)([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\w)"),
        "month_day_year",
    ),
    (
        re.compile(r"(?<!\w)(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?([A-Za-z]{3,9})\.?,?\s+(\d{4})(?!\w)"),
        "day_month_year",
    ),
    (
        re.compile(rf"(?<![\w.])[$€£]?({_NUMBER}){_TO}[$€£]?({_NUMBER})(?![\w%]|[.,]\d)", re.IGNORECASE),
        "range",
    ),
    (re.compile(r"(?<![\w.])(\d{4})\s*/\s*(\d{2}|\d{4})(?!\w|/)"), "range"),
    (re.compile(r"(?<![\w./])(\d\d)/(\d\d)(?![\w/]|\.\d)"), "season"),
    (re.compile(rf"(?<![\w.])({_NUMBER}){_UNIT}\s*(?:\+|(?:and|or)\s+{_MORE}(?!\w))", re.IGNORECASE), "from"),
    (
        re.compile(
            rf"(?<!\w)(?:(?:over|above|more than|older than|at least){_AGE}|>=?|≥)\s*[$€£]?({_NUMBER})s?(?![\w%]|[.,]\d)",
            re.IGNORECASE,
        ),
        "from",
    ),
    (re.compile(rf"(?<![\w.])({_NUMBER}){_UNIT}\s+(?:and|or)\s+{_LESS}(?!\w)", re.IGNORECASE), "under"),
    (
        re.compile(
            rf"(?<!\w)(?:(?:under|below|less than|fewer than|younger than|up to){_AGE}|<=?|≤)\s*[$€£]?({_NUMBER})s?(?![\w%]|[.,]\d)",
            re.IGNORECASE,
        ),
        "under",
    ),
)


def _plain(number: str) -> str:
    """A number in digits without commas, from digits or a small number word."""
    word = number.casefold()
    return str(_COUNT_WORDS.index(word) + 1) if word in _COUNT_WORDS else number.replace(",", "")


def _span(low: str, high: str) -> str:
    """The key of a range; a short second year is written out ("2016/17")."""
    low, high = _plain(low), _plain(high)
    if len(low) == 4 and len(high) == 2 and low.isdigit() and high.isdigit():
        high = low[:2] + high if int(high) > int(low[2:]) else str(int(low[:2]) + 1) + high
    return f"<{low}:{high}>"


def compounds(text: str) -> tuple[Atom, ...]:
    """Every date, number range and bound in the text, each as one atom; they may overlap each other."""
    found: list[Atom] = []
    if not re.search(_NUMBER, text, re.IGNORECASE):
        return ()
    for pattern, kind in _COMPOUNDS:
        for match in pattern.finditer(text):
            parts = match.groups()
            key = ""
            if kind == "range":
                key = _span(*parts)
            elif kind == "season":
                following = (int(parts[0]) + 1) % 100 == int(parts[1])
                key = _span(("20" if int(parts[0]) < 60 else "19") + parts[0], parts[1]) if following else ""
            elif kind == "from":
                key = f"<{_plain(parts[0])}:>"
            elif kind == "under":
                key = f"<:{_plain(parts[0])}>"
            else:
                year, month, day = {
                    "date": (0, 1, 2),
                    "month_day_year": (2, 0, 1),
                    "day_month_year": (2, 1, 0),
                }[kind]
                number = parts[month] if parts[month].isdigit() else MONTH_OF.get(fold(parts[month]), "")[5:]
                key = f"<date {parts[year]} {int(number)} {int(parts[day])}>" if number else ""
            if key:
                found.append(Atom(match.start(), match.end(), (key,), "time" if "date" in key else "range"))
    return tuple(found)
