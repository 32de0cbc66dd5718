"""Whether a tree leaves out what its question says in so many words, so that it answers another question.

Less than certainty (``certain``) asks for: only what makes an answer wrong more often than right. The tree must give the kind of
answer that is asked for, and have the average, the rate, the share of a whole, the place in an order and the wholly named labels that
the question speaks of; it may not pick among values of different measures where none is named.

Not covered: operations said in words that the rules do not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from recast.language.label_index import BRACKETS
from recast.language.units import is_percent, tells_shares
from recast.solve.charts.scope import EXCEPT
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wanted import gives_what_is_asked
from recast.solve.charts.wording import MEAN
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Expression,
    First,
    Fold,
    Group,
    Magnitude,
    Names,
    Operand,
    Rank,
    Top,
    parts_of,
)
from recast.types import Table

_EACH = re.compile(r"\b(?:per|each|every) [CS]\d+\b")
_MEAN = re.compile(rf"\b{MEAN}\b", re.IGNORECASE)
_PLACE = re.compile(r"(?<!\ba )(?<!\bone )\bT(\d+)\b(?! of\b| Q\d)")  # no "third of", no "first three"
_LABEL = re.compile(r"\b[CS]\d+\b")
#: What is left out, or stands beside what is meant.
_BESIDE = re.compile(
    r"\b(?:before|after|since|until|till|from|between|previous|preceding|prior|next|following|not|without|other|except)\b"
)
_SHARE = re.compile(r"\b(?:what|how many|which|by what) (?:percentage|proportion|fraction)\b(?! points)")
_OF_ANY = re.compile(
    r"\b(?:V|values?|bars?|lines?|slices?|segments?|points?|columns?|overall|all|any|chart|graph|plot|figure|table)\b"
)


def leaves_out(question: str, drawn: Sketch, asked: Expression) -> bool:
    """Whether ``asked`` lacks something that ``question``, whose sketch is ``drawn``, names."""
    kind = drawn.text.startswith("what ") or gives_what_is_asked(question, drawn, asked)  # "the highest bar"
    return not kind or any(_lacking(drawn, asked))


def _lacking(drawn: Sketch, asked: Expression) -> Iterator[bool]:
    text, table, nodes = drawn.text, drawn.table, list(parts_of(asked))
    quotient = any(isinstance(node, Arithmetic) and node.sign == "/" for node in nodes)
    mean = any(isinstance(node, Fold) and node.how in ("mean", "median") for node in nodes)
    yield _EACH.search(text) is not None and not quotient
    yield (
        _MEAN.search(text) is not None
        and not (mean or quotient or isinstance(asked, Operand))
        and _MEAN.search(_said(table)) is None
    )
    yield (
        _SHARE.search(text) is not None
        and not (quotient or Bare(100) in nodes)
        and isinstance(asked, Arithmetic | Magnitude | Rank | Fold)
        and not (isinstance(asked, Fold) and asked.how == "sum")
        and not tells_shares(table)
        and not any(is_percent(f"{table.series[s].label} {table.series[s].unit}") for s in _series(nodes))
    )
    yield any(not _has_place(int(found), nodes) for found in _PLACE.findall(text))
    yield not (EXCEPT.search(text) or _BESIDE.search(text)) and any(
        mark not in drawn.partial and not _has_label(mark, nodes, table) for mark in set(_LABEL.findall(text))
    )
    yield _is_of_many_measures(drawn, nodes)


def _said(table: Table) -> str:
    titles = (table.title, table.subtitle, table.x_title, table.y_title)
    return " ".join((*titles, *table.categories, *(series.label for series in table.series)))


def _series(nodes: list[object]) -> set[int]:
    return {node.cell[0] for node in nodes if isinstance(node, Operand) and node.cell is not None}


def _has_place(place: int, nodes: list[object]) -> bool:
    """Whether the third in an order, the first in time or one thing by its place in the chart is in the tree."""
    rows = {node.cell[1] for node in nodes if isinstance(node, Operand) and node.cell is not None}
    ranks = {node.place for node in nodes if isinstance(node, Rank)}
    ranks |= {0 for node in nodes if isinstance(node, Fold) and node.how in ("max", "min")}
    first = any(isinstance(node, First) for node in nodes)
    return place - 1 in ranks or first or len(rows) <= 2 or any(isinstance(node, Top) for node in nodes)


def _has_label(mark: str, nodes: list[object], table: Table) -> bool:
    """Whether a cell of the label takes part; where labels are counted, any is."""
    axis = 1 if mark[0] == "C" else 0
    used = {node.cell[axis] for node in nodes if isinstance(node, Operand) and node.cell is not None}
    return int(mark[1:]) in used or not used or any(isinstance(node, Names) for node in nodes)


def _is_of_many_measures(drawn: Sketch, nodes: list[object]) -> bool:
    """Whether one is picked among the values of several series in different units, of which the question names none."""
    units = {
        "".join(BRACKETS.findall(series.label)).strip().casefold() + series.unit
        for series in drawn.table.series
    }
    if len(units) < 2 or re.search(r"\bS\d+\b", drawn.text) or _OF_ANY.search(drawn.text):
        return False
    for node in nodes:
        if isinstance(node, Rank | Top) or (isinstance(node, Fold) and node.how in ("max", "min")):
            group = node.group
            while not isinstance(group, Group):
                group = group.group
            cells = {one.cell for _, one in group.items if isinstance(one, Operand) and one.cell is not None}
            if len({s for s, _ in cells}) > 1 and len({c for _, c in cells}) > 1:
                return True
    return False


__all__ = ["leaves_out"]
