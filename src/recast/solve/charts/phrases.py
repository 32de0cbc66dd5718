"""The values that phrases of a question ask for: look-ups, differences, ratios, totals, averages, extremes, counts.

``value`` reads one phrase of a sketch. The leftmost word that names an operation is the outermost operation; what it
works on is read by ``value`` again. Nothing is guessed: a phrase that points at several cells without saying what to
do with them has no value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from recast.language.units import is_percent, shows_percent
from recast.numbers.numerals import plain_year
from recast.solve.charts.picks import (
    changes,
    contest,
    gaps,
    one_axis,
    quotients,
    rank,
    selection,
    shows_changes,
    value_axis,
)
from recast.solve.charts.scope import EXCEPT, Scope, cells, in_time, labels, scope_of, total, wholly_named
from recast.solve.charts.shares import IS_OF, OF_SOME, OF_TOTAL, part_of_some, per, product, share
from recast.solve.charts.sides import Reader, change, difference, lent, percentage_change, ratio
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import (
    AGGREGATE,
    CHANGE,
    EXTREME,
    FALL,
    GAP,
    LESS,
    MEAN,
    MORE,
    NEGATION,
    PER,
    PER_EACH,
    SUM,
    Unclear,
)
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Collection,
    Expression,
    Filter,
    Fold,
    Group,
    Operand,
    Rank,
    Size,
    Top,
    labels_of,
)


def value(sketch: Sketch, text: str, outer: Scope | None = None) -> Expression | None:
    """What ``text`` asks for, over what ``outer`` already names; None when the rules do not understand it."""
    outer = outer or Scope()
    text = text.strip(" ,")
    if _BOUNDED_BY_LABEL.search(text):
        return None
    number = re.fullmatch(r"(?:the |a |value of |_ )*N(\d+)(?: _)?", text)
    if number:
        return Operand(sketch.numbers[int(number[1])])
    part = _PART_OF_ALL.fullmatch(text)
    if part:
        if sketch.table.kind != "pie" or len(sketch.table.series) != 1:
            raise Unclear  # of what whole, the chart does not say
        return Arithmetic("/", Fold("sum", cells(sketch, Scope())), Bare(_PARTS[part[1]]))
    multiple = _MULTIPLE.search(text)
    if multiple:
        return _multiple(sketch, multiple, outer)
    quotient = _RESULT_DIVIDED.search(text)
    if quotient:
        top, bottom = value(sketch, quotient["whole"], outer), value(sketch, quotient["by"], outer)
        if top is None or bottom is None:
            raise Unclear
        return Arithmetic("/", top, bottom)
    less = _EXTREMES_LESS.match(text)
    if less:
        minuend, subtrahend = (value(sketch, less[side], outer) for side in ("one", "two"))
        return None if minuend is None or subtrahend is None else Arithmetic("-", minuend, subtrahend)
    divided = _DIVIDED.search(text)
    if divided:
        whole = value(sketch, divided["whole"], outer)
        if whole is None or isinstance(whole, Operand):
            raise Unclear
        parts = divided["parts"]
        return Arithmetic("/", whole, Bare(int(parts[1:])) if parts[0] == "Q" else _number(sketch, parts))
    found: list[tuple[int, int, Reader]] = []
    for order, (pattern, rule) in enumerate(_RULES):
        cue = re.search(pattern, text)
        if cue:
            found.append((cue.start(), order, rule))
    for _, _, rule in sorted(found, key=lambda cue: cue[:2]):
        result = rule(sketch, text, outer)
        if result is not None:
            return result
    return _look_up(sketch, text, outer)


_PARTS = {"half": 2, "third": 3, "T3": 3, "quarter": 4, "T4": 4}
#: "half of the pie": of all that the chart shows.
_PART_OF_ALL = re.compile(
    r"(?:a |one )?(half|third|quarter|T3|T4) (?:of )?(?:the |all )*(?:(?:pie|chart|whole|total|all)(?: (?:pie|chart))?|bars|slices)"
)
#: "half of A", "three times as many as B".
_MULTIPLE = re.compile(
    r"^(?:the |_ )*(?P<times>half|twice|double|triple|Q\d+ times|N\d+ times) (?:of |the |that |as (?:much|many|high|large|big) as |_ )*"
    r"(?P<of>.+)$"
)
#: "(add the top three) and divide by 3".
_DIVIDED = re.compile(
    r"^(?P<whole>.+?) (?:, )?(?:and |then )+(?:divide|divided) (?:it |them |that |the |sum |total |result |_ )*by (?:the )?(?P<parts>[NQ]\d+)$"
)


#: "the highest of A minus the lowest of B": the extreme, which comes first, is not the outermost operation.
_EXTREMES_LESS = re.compile(
    rf"^(?:what is )?(?P<one>(?:the |value of |_ )*{EXTREME}\b.*) minus (?P<two>(?:the |value of |_ )*{EXTREME}\b.*?)(?: _| gives?| is)*(?: what.*)?$"
)
#: "A minus B, and then divided by C".
_RESULT_DIVIDED = re.compile(
    r"^(?P<whole>.+ (?:minus|plus|and) .+?) (?:, )?(?:and |then )+(?:is |are )?(?:divide|divided) by (?:the )?(?P<by>[CS]\d+.*)$"
)


def _number(sketch: Sketch, mark: str) -> Operand:
    return Operand(sketch.numbers[int(mark[1:])])


def _multiple(sketch: Sketch, found: re.Match[str], outer: Scope) -> Expression:
    """A multiple of a value that is named. Raises ``Unclear`` for "half of those asked" and the like."""
    said = scope_of(sketch, found["of"]) != Scope() or AGGREGATE.search(found["of"])
    base = None if not said else value(sketch, found["of"], outer)
    if base is None:
        raise Unclear
    times = found["times"]
    if times == "half":
        return Arithmetic("/", base, Bare(2))
    if times.startswith("N"):
        return Arithmetic("*", base, _number(sketch, times.split()[0]))
    factor = {"twice": 2, "double": 2, "triple": 3}.get(times) or int(times.split()[0][1:])
    return Arithmetic("*", base, Bare(factor))


#: "at least a Bachelor's degree": an order of labels that the evidence does not state.
_BOUNDED_BY_LABEL = re.compile(r"\bat_(?:least|most) (?:a |an |the |some )?[CS]\d+\b")


# ── one number from several ──────────────────────────────────────────────────────────────────────────────────


def _fold(how: str) -> Reader:
    def fold(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
        cue = re.search(
            rf"\b{MEAN}\b" if how == "mean" else rf"\b{how if how in ('median', 'mode') else SUM}\b", text
        )
        after = text[cue.end() :] if cue else text
        if how == "mean" and _MEAN_CHANGE.search(text) and not shows_changes(sketch):
            return _mean_step(sketch, text, outer)
        relative = _relative(sketch, after, outer)
        if relative is not None:
            return _folded(how, relative)
        parts = _listed(sketch, after, outer)
        if parts is not None:
            return total(parts, how) if how in ("sum", "mean") else None
        group = selection(sketch, after if re.search(rf"\b{EXTREME}\b", after) else text, outer)
        if group is None or (
            scope_of(sketch, text, ranged=True).categories is None and _foreign_year(sketch, text)
        ):
            return None
        return _folded(how, group)

    return fold


#: "the average annual increase", "the mean change per year".
_MEAN_CHANGE = re.compile(rf"\b{MEAN} (?:_ |annual |yearly |monthly |quarterly )*(?:{CHANGE})\b")


def _mean_step(sketch: Sketch, text: str, outer: Scope) -> Expression:
    """The average change from each year to the next. Raises ``Unclear`` for a fall, and where a year is left out."""
    scope = scope_of(sketch, text, ranged=True).over(outer)
    group = changes(sketch, text, scope, "C")
    known = sorted(int(key.label) for key, _ in group.items if key.year) if group else []
    if group is None or len(known) < 2 or re.search(rf"\b{FALL}\b", text):
        raise Unclear
    if len(known) != len(group.items) or known[-1] - known[0] != len(known) - 1:
        raise Unclear
    return Fold("mean", group)


def _folded(how: str, group: Collection) -> Expression:
    if isinstance(group, Group) and len(group.items) == 1:
        return group.items[0][1]
    if how == "sum":
        return Fold("sum", group)
    if how == "mean":
        return Fold("mean", group)
    return Fold("median", group) if how == "median" else Fold("mode", group)


def _listed(sketch: Sketch, text: str, outer: Scope) -> list[Expression] | None:
    """The values of "the highest and the lowest": a list in which some part is picked by value or computed. "The maximum
    of A and B" are two maxima. Raises ``Unclear`` for a list of which a part has no value, or has only one to pick from."""
    if " and " not in text or not re.search(rf"\b{EXTREME}\b", text):
        return None
    parts = re.split(r" , and | and | , ", re.sub(r"\bbetween\b", "_", text))
    if not any(re.search(rf"\b{EXTREME}\b", part) for part in parts) or len(parts) > 4:
        return None
    parts = _shared_pick(parts)
    scopes = [scope_of(sketch, part) for part in parts]
    results = []
    for place, part in enumerate(parts):
        over = outer
        for other, scope in enumerate(scopes):
            if other != place:
                over = lent(part, scopes[place], parts[other], scope, over)
        result = value(sketch, part, over)
        if result is None or (isinstance(result, Operand) and re.search(rf"\b{EXTREME}\b", part)):
            raise Unclear
        results.append(result)
    return results


def _shared_pick(parts: list[str]) -> list[str]:
    """ "the maximum of S0", "S1" → "the maximum of S0", "the maximum of S1". Raises ``Unclear`` where the pick of the first
    part may hold for a later one that is more than a mark ("the maximum of S0", "S1 in C0")."""
    picked = re.match(
        rf"(?P<pick>.*\b{EXTREME}\b.*\b(?:of|for|in) (?:the )?)(?P<axis>[CS])\d+$", parts[0].strip()
    )
    rest = [part.strip() for part in parts[1:]]
    if picked is None or all(AGGREGATE.search(part) for part in rest):
        return parts
    if not all(re.fullmatch(rf"{picked['axis']}\d+", part) for part in rest):
        raise Unclear
    return [parts[0], *(picked["pick"] + part for part in rest)]


def _relative(sketch: Sketch, text: str, outer: Scope) -> Group | None:
    """The values of "(the average of) the ratio of A to B": one quotient or difference a label, where there are several.
    Raises ``Unclear`` for a ratio whose sides are not two things of one axis."""
    scope = scope_of(sketch, text, ranged=True).over(outer)
    for axis in "CS":
        group = quotients(sketch, text, scope, axis)
        if group is not None and len(group.items) > 1:
            return group
    if (
        re.search(rf"\bratio of .*\b[CS]\d+ (?:to|over|versus|vs)\b|{PER}", text)
        and len(cells(sketch, scope).items) > 2
    ):
        raise Unclear
    distances = gaps(sketch, text, scope, value_axis(sketch, text, scope))
    return distances if distances is not None and len(distances.items) > 1 else None


def _count(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    group = selection(sketch, text, outer)
    scope = scope_of(sketch, text, ranged=True).over(outer)
    return Size(group) if isinstance(group, Filter) and one_axis(sketch, text, scope) else None


_LEADS = re.compile(r"^what (?:is|was|are|were) the (?:leading|main) V\b")


def _extreme(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    if _LEADS.search(text):
        raise Unclear  # what leads has a name: a label is asked for, or the value that is highest
    place, largest = rank(text)
    scope = scope_of(sketch, text, ranged=True).over(outer)
    few = selection(sketch, text, outer)
    if isinstance(few, Top):
        if re.search(rf"\b(?:{SUM}|make up|account for)\b", text):
            return Fold("sum", few)
        raise Unclear
    group = contest(sketch, text, scope, value_axis(sketch, text, scope))
    if group is None:
        return None
    if isinstance(group, Group) and len(group.items) == 1:
        return group.items[0][1]
    if len(labels_of(group)) <= place:
        return None
    if place == 0:
        return Fold("max" if largest else "min", group)
    return Rank(group, place, largest, "value")


# ── one cell ─────────────────────────────────────────────────────────────────────────────────────────────────


def _look_up(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """The one cell that ``text`` names. A stack of which only the category is named stands for its total."""
    scope = scope_of(sketch, text).over(outer)
    if scope.categories is None and _foreign_year(sketch, text):
        return None
    group = cells(sketch, scope)
    said = _AMOUNT_OF_WHAT.sub("_", text) if len(group.items) == 1 else text
    if re.search(r"(?<!other )\bthan\b", said) or (len(group.items) == 1 and _OR_ANOTHER.search(text)):
        return None
    if re.search(rf"\b{NEGATION}", text):
        return _remainder(sketch, scope, group)
    if len(group.items) > 1 and sketch.partial:
        plain = wholly_named(sketch, text).over(outer)
        group = cells(sketch, plain) if len(cells(sketch, plain).items) == 1 else group
    if re.search(r"^(?:what|how (?:many|much)) percentage\b", text) and not (
        shows_percent(sketch.table) or _is_in_percent(sketch, group)
    ):
        if sketch.table.kind != "pie" or len(sketch.table.series) != 1 or len(group.items) != 1:
            raise Unclear  # of what whole, the chart does not say
        return Arithmetic(
            "*", Arithmetic("/", group.items[0][1], Fold("sum", cells(sketch, Scope()))), Bare(100)
        )
    if len(group.items) == 1 and (scope != Scope() or re.search(r"\b[XV]\b", text)):
        return group.items[0][1]
    if len(group.items) == 2 and re.search(r"\b([CS])\d+ or (?:the |a |have |had |are |is )?\1\d+\b", text):
        return Fold("sum", group)
    parts = sketch.table.kind == "pie" and re.search(
        rf"\bK\d+\b|\bC\d+ and (?:the )?C\d+\b|{EXCEPT.pattern}", text
    )
    if parts and 1 < len(group.items) < len(sketch.table.categories):
        return Fold("sum", group)
    shown = (
        re.search(r"\bV\b", text) is not None or text.count("_") < 2
    )  # else some of it may be one that is not shown
    stacked = sketch.table.kind == "stacked_bar" and scope.series is None and shown
    if stacked and scope.categories is not None and len(scope.categories) == 1 and len(group.items) > 1:
        return Fold("sum", group)
    return None


def _is_in_percent(sketch: Sketch, group: Group) -> bool:
    """Whether a group is one cell, of a series that says percent in its label."""
    cell = group.items[0][1] if len(group.items) == 1 else None
    if not isinstance(cell, Operand) or cell.cell is None:
        return False
    return is_percent(sketch.table.series[cell.cell[0]].label)


#: "by C0 or with others": of two that are meant, only one is named.
_OR_ANOTHER = re.compile(r"\bC\d+ or (?:(?:with|in|by|of|on|for|the|a|an) )*(?:_|others?)(?= ?(?:$|[,?]))")

#: "people with less than N0 dollars a day": an amount that says what is measured, where the cell is named without it.
_AMOUNT_OF_WHAT = re.compile(rf"\b(?:{MORE}|{LESS}) than (?:the )?(?:[NQ]\d+|one)\b")


def _remainder(sketch: Sketch, scope: Scope, group: Group) -> Expression:
    """What is not in ``group``, where the chart shows the parts of one whole and some are named. Raises ``Unclear`` for
    any other question."""
    if sketch.table.kind != "pie" or not group.items or scope == Scope():
        raise Unclear
    rest = Group(tuple(item for item in cells(sketch, Scope()).items if item not in group.items))
    return Fold("sum", rest) if rest.items else Bare(0)


def _spread(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """The range of the values that ``text`` is about: the highest less the lowest."""
    group = selection(sketch, text, outer)
    if group is None or len(labels_of(group)) < 2:
        return None
    return Arithmetic("-", Fold("max", group), Fold("min", group))


def _foreign_year(sketch: Sketch, text: str) -> bool:
    """Whether ``text`` names a year in a chart of years or over time that does not have it."""
    known = in_time(sketch.table, "C") or any(
        plain_year(name) for axis in "CS" for name in labels(sketch.table, axis)
    )
    return known and re.search(r"\bY\d+\b", text) is not None


def _change_in_percent(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """ "the increase from C0 to C1 in percent": relative, unless the chart shows percentages."""
    if any(is_percent(series.unit) for series in sketch.table.series):
        return None
    return percentage_change(value, sketch, re.sub(r" in percentage$", "", text), outer)


def _sided(rule: Callable[[Reader, Sketch, str, Scope], Expression | None]) -> Reader:
    return partial(rule, value)


_HOW = r"\bhow (?:many|much)\b"

#: Word patterns of the operations, and the rule that reads a phrase with one. At one place the earlier rule goes first.
_RULES: tuple[tuple[str, Reader], ...] = (
    (
        rf"\b(?:percentage|relative) (?:of )?(?:{CHANGE})|\b(?:by|in) (?:what|how (?:much|many)) percentage\b|\bpercentage (?:{MORE}|{LESS})\b|\bwhat percentage (?:did|does|has|have)\b.*\b{CHANGE}",
        _sided(percentage_change),
    ),
    (rf"{PER}|{PER_EACH}|\bS\d+ per (?:_|X|V)", per),
    (IS_OF.pattern, _sided(part_of_some)),
    (OF_SOME.pattern, _sided(part_of_some)),
    (
        r"\bmultipl(?:y|ied)\b|\b[CS]\d+(?: _)? times (?:the |its |their |that of |_ )*[CS]\d+",
        _sided(product),
    ),
    (
        r"\b(?:ratio|quotient|divided)\b|\btimes (?:\w+ )*?(?:as|than|is|was|are|were|more|higher|larger|greater|bigger)\b|\bhow many times\b",
        _sided(ratio),
    ),
    (OF_TOTAL, share),
    (r"(?<!in the )(?<!in )\brange of\b|\bwhat is the range\b", _spread),
    (rf"\b(?:{CHANGE})\b.* in percentage$", _change_in_percent),
    (
        rf"\b{GAP}\b|{_HOW} (?:\S+ )*?(?:{MORE}|{LESS})\b|\bby how (?:much|many)\b|\bhow (?:\S+ )?{MORE}\b|\bminus\b|\bsubtract\b",
        _sided(difference),
    ),
    (rf"\b(?:{CHANGE})\b", _sided(change)),
    (r"\bmedian\b", _fold("median")),
    (r"\bmode\b|\bmost (?:common|frequent|frequently|often)\b", _fold("mode")),
    (rf"\b{MEAN}\b", _fold("mean")),
    (rf"\b{SUM}\b", _fold("sum")),
    (rf"{_HOW}|\b(?:number|count) of\b", _count),
    (rf"\b{EXTREME}\b", _extreme),
)
