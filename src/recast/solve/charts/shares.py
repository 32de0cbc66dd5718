"""Parts and quotients: a share of a whole, of a few labels together or of another value, and what comes on each of something.

What a share is of is told by the question: all that the chart shows ("of the total"), a few labels of one axis ("of A, B and
C"), or one other value ("as a percentage of S1"). A side is read by the ``value`` that each rule is given.

Not covered: a share of something that the chart does not show.
"""

from __future__ import annotations

import re

from recast.language.units import is_percent, shows_percent
from recast.solve.charts.picks import quotients
from recast.solve.charts.scope import Scope, bounds, cells, in_time, scope_of, total
from recast.solve.charts.sides import Reader, lent
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import PART, SUM, Unclear
from recast.solve.expression import Arithmetic, Bare, Expression, Fold, Operand

#: What makes a value a part of a whole.
OF_ALL = r"\bof (?:the |all )*(?:total|whole|overall|entire)\b|\bof (?:the )?all (?:of |the )*(?:_|X|V)(?= )"
SHARE = r"\b(?:percentage|proportion|fraction|portion)\b.*\b(?:out of (?:the |all |every )|in (?:the )?total\b)|\b_ of [CS]\d+ in (?:the )?total\b"
OF_TOTAL = rf"\b(?:what |which |how much )?{PART} (?:{OF_ALL})|{SHARE}"
_SHARE_WORD = r"(?:percentage|proportion|fraction|portion|part)"
_HELPS = r"(?:is|are|was|were|do|does|did|comes?|came|goes|went|belongs?|falls?|fell|has|have|had)"
#: "what percentage of A, B and C is A", "what percentage of S1 is S3 in C0".
OF_SOME = re.compile(
    rf"\b(?P<word>{_SHARE_WORD}) of (?P<whole>[^?]*?\b[CSK]\d+\b[^?]*?) (?:{_HELPS}) (?P<part>(?:[^?]*? )?[CSK]\d+\b.*)$"
)
#: "what percentage is A of A, B and C", "what percentage does A make up of A, B and C".
IS_OF = re.compile(
    rf"\b(?P<word>{_SHARE_WORD}) (?:{_HELPS}) (?P<part>(?:the |_ |of |in |from )*[CSK]\d+(?: (?:make|makes|account|_))*(?: up| for)?) (?:of|in|out of|among) (?P<whole>.*\b[CSK]\d+\b.*)$"
)
_SEVERAL = re.compile(r"\b([CS])\d+\b(?: ,| and| or| the| _)+ \1\d+\b")


def share(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """A part of the whole, in percent unless a fraction or proportion is asked for."""
    cue = re.search(rf"(?:{OF_ALL})|{SHARE}", text)
    if cue is None:
        return None
    scope = scope_of(sketch, text).over(outer)
    part = cells(sketch, scope)
    series, _ = bounds(sketch, scope)
    table = sketch.table
    in_parts = _in_parts(text[: cue.start()], text)
    if len(part.items) == 1 and not in_parts and any(is_percent(one.unit) for one in table.series):
        return part.items[0][1]  # the chart shows what is asked
    if not part.items or len(part.items) == len(table.series) * len(table.categories):
        return None
    if scope.categories is None or (len(series) == 1 and len(table.series) > 1 and in_time(table, "C")):
        whole = Scope(scope.categories, None)
    else:
        whole = Scope(None, scope.series)
    if len(table.series) == 1 or len(table.categories) == 1:
        whole = Scope()
    if whole == scope:
        return None
    found = Arithmetic("/", total([v for _, v in part.items], "sum"), Fold("sum", cells(sketch, whole)))
    return found if in_parts else Arithmetic("*", found, Bare(100))


def _in_parts(before: str, text: str) -> bool:
    """Whether the share is asked for as a fraction of one, and not in percent."""
    return re.search(r"\b(?:fraction|proportion|ratio)\b", before) is not None and not re.search(
        r"\b(?:in|as a|as) percentage\b", text
    )


def part_of_some(value: Reader, sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """A share of a few labels of one axis together, or of one other value ("S3 as a percentage of S1")."""
    found = IS_OF.search(text) or OF_SOME.search(text)
    if found is None or re.search(OF_ALL, text):
        return None
    own, other = scope_of(sketch, found["part"]), scope_of(sketch, found["whole"])
    part = value(sketch, found["part"], lent(found["part"], own, found["whole"], other, outer))
    if part is None or not isinstance(part, Operand):
        return None
    whole: Expression | None
    if _SEVERAL.search(found["whole"]) or re.search(rf"\b{SUM}\b", found["whole"]):
        group = cells(sketch, other.over(Scope(own.categories, own.series)).over(outer))
        if len(group.items) < 2 or part not in [one for _, one in group.items]:
            return None  # no part of these
        whole = Fold("sum", group)
    else:
        whole = value(sketch, found["whole"], lent(found["whole"], other, found["part"], own, outer))
        if not isinstance(whole, Operand) or whole.cell is None or not _is_of(part, whole, sketch):
            return None
    quotient = Arithmetic("/", part, whole)
    in_parts = _in_parts(found["word"], text) or found["word"] == "part"
    return quotient if in_parts else Arithmetic("*", quotient, Bare(100))


def _is_of(part: Operand, whole: Operand, sketch: Sketch) -> bool:
    """Whether one value may be told as a share of the other: both are amounts, and not shares of one whole themselves."""
    if part.cell is None or whole.cell is None or part.cell == whole.cell:
        return False
    one, other = part.cell[0], whole.cell[0]
    if any(is_percent(sketch.table.series[series].unit) for series in (one, other)):
        return False
    return one != other or not shows_percent(sketch.table)


def per(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """ "S0 per S1" at one label; nothing where the series is per something itself ("emission (kg/capita)"). Raises ``Unclear``
    otherwise: A per B is not A."""
    scope = scope_of(sketch, text).over(outer)
    for axis in "CS":
        group = quotients(sketch, text, scope, axis)
        if group is not None and len(group.items) == 1:
            return group.items[0][1]
    measured = re.findall(r"\bS(\d+) per (?:_|X|V)", text)
    if measured and all(_PER_WHAT.search(sketch.table.series[int(place)].label) for place in measured):
        return None
    raise Unclear


_PER_WHAT = re.compile(r"\bper\b|/", re.IGNORECASE)


def product(value: Reader, sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """ "A times B", "A multiplied by B", "multiply A by B", of two values that are named."""
    found = re.search(r"\bmultiply (?P<a>.+) (?:by|with) (?P<b>.+)$", text) or re.search(
        r"^(?P<a>.*\b[CS]\d+\b.*?) (?:times|multiplied (?:by|with)) (?P<b>.*\b[CS]\d+\b.*)$", text
    )
    if found is None:
        return None
    one, other = scope_of(sketch, found["a"]), scope_of(sketch, found["b"])
    left = value(sketch, found["a"], lent(found["a"], one, found["b"], other, outer))
    right = value(sketch, found["b"], lent(found["b"], other, found["a"], one, outer))
    if left is None or right is None or left == right:
        return None
    return Arithmetic("*", left, right)
