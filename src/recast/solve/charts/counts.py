"""Questions that count: what the chart shows, or the labels and values that pass a condition."""

from __future__ import annotations

import re

from recast.solve.charts.phrases import value
from recast.solve.charts.picks import changes, one_axis, selection
from recast.solve.charts.scope import (
    Scope,
    axis_places,
    bounds,
    cells,
    differences,
    in_time,
    labels,
    name,
    scope_of,
)
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.thresholds import conditions, equality
from recast.solve.charts.wording import (
    CHANGE,
    COMPARISONS,
    EXTREME,
    FALL,
    GAP,
    LESS,
    MORE,
    NEGATION,
    RISE,
    joined,
)
from recast.solve.expression import Bare, Expression, Filter, Names, Size

_SHOWN = r"(?:show\w*|shown|display\w*|represent\w*|present\w*|depict\w*|illustrat\w*|mention\w*|list\w*|includ\w*|report\w*|in (?:the|this) (?:\S+ )?(?:chart|graph|plot|figure|diagram|table|pie|legend)|on (?:the|this) (?:\S+ )?(?:chart|graph|axis)|are there|given|provided|compared)"
_NOUNS = r"(?:bars?|lines?|slices?|segments?|categor(?:y|ies)|groups?|years?|months?|quarters?|columns?|rows?|points?|items?|types?|kinds?|options?|variables?|values?|dates?|days?|weeks?|colou?rs?|series|parts?|sections?|periods?)"


def count_shown(sketch: Sketch, text: str) -> Expression | None:
    """How many categories, series or colours there are at all."""
    asked = re.search(r"\b(?:how many|count (?:how many|the)|(?:number|count) of)\b (?P<body>.*)$", text)
    if asked is None or _conditional(sketch, text):
        return None
    body = asked["body"]
    if re.match(rf"{_NOUNS}\b", body):
        body = re.sub(r" (?:in total|altogether|overall|in all)$", "", body)
    other = rf"\b(?:{EXTREME}|total|sum|average|{CHANGE}|{GAP}|_ (?:value|{CHANGE})|N\d+|{NEGATION})\b|\b(?:is|are) _$"
    if re.match(
        rf"(?:{MORE}|{LESS}|times|percentage_points|points (?:did|has|have|had))\b", body
    ) or re.search(other, body):
        return None
    noun = re.match(
        rf"(?:different |of |the |data |distinct |unique |various |K\d+ |S\d+ |C\d+ |_ )*?({_NOUNS}|X)\b",
        body,
    )
    scope = scope_of(sketch, body)
    if noun is None and not (
        re.match(r"(?:different |_ )+(?:is|are|do|does|can|was|were)?", body)
        and re.search(rf"\b{_SHOWN}", body)
        and scope == Scope()
    ):
        return None
    word = noun[1] if noun else "_"
    if re.search(r"\bC\d+\b", body) and word not in ("colors", "colours"):
        return None
    table = sketch.table
    if re.fullmatch(r"colou?rs?", word):
        distinct = (
            {s.colour_name for s in table.series} if len(table.series) > 1 else set(table.category_colours)
        )
        shown = (
            [s.colour_name for s in table.series] if len(table.series) > 1 else list(table.category_colours)
        )
        if not distinct:
            return None
        axis = "S" if len(table.series) > 1 else "C"
        return Size(
            Names(tuple(name(labels(table, axis)[shown.index(colour)]) for colour in sorted(distinct)))
        )
    runs = in_time(table, "C") and not in_time(table, "S") and len(table.series) > 1 and scope == Scope()
    if (
        re.fullmatch(r"lines?|series", word)
        or (runs and re.fullmatch(r"_|categor(?:y|ies)|groups?|types?|kinds?|items?|options?", word))
        or (re.fullmatch(r"years?", word) and in_time(table, "S") and not in_time(table, "C"))
    ):
        return Size(Names(tuple(name(label) for label in labels(table, "S"))))
    if scope.series is not None and word not in ("X",):
        group = cells(sketch, scope)
        return Size(group) if group.items else None
    if re.fullmatch(r"(?:bars?|points?|values?)", word) and len(table.series) > 1 and " each " not in body:
        return Size(cells(sketch, scope))
    places = axis_places(sketch, "C") if scope.categories is None else scope.categories
    return Size(Names(tuple(name(labels(table, "C")[place]) for place in places)))


def _conditional(sketch: Sketch, text: str) -> bool:
    return bool(conditions(sketch, text, Scope())[1]) or any(
        re.search(rf"\b{pattern}\b", joined(text)) for _, pattern in COMPARISONS[:4]
    )


#: "under construction", if that is measured; "more than one job in C2": what is counted, not a bound.
_IS_NO_BOUND = re.compile(r"(?:the )?V\b|(?:- )?(?:the )?(?:[NQ]\d+|one _)\b")
#: "how many more", "how many points higher was A than B": a difference, no count.
_DIFFERS = re.compile(
    rf"(?:{MORE}|{LESS}|percentage_points|points (?:did|has|have|had))\b|(?:_|V|points) (?:{MORE}|{LESS}) (?:was|were|is|are|did|does|do)\b"
)


def count_where(sketch: Sketch, text: str) -> Expression | None:
    """How many labels pass a condition: a threshold, the average, or another cell of the same kind."""
    asked = re.search(r"\b(?:how many|count (?:how many|the|all)|(?:number|count) of)\b (?P<body>.*)$", text)
    if asked is None or _DIFFERS.match(asked["body"]) or re.search(r"\bby how (?:many|much)\b", text):
        return None
    body = re.sub(r"^(_|X) of C\d+(?= .*\bN\d+\b)", r"\1", joined(asked["body"]))  # "fields of science"
    scope = scope_of(sketch, body, ranged=True)
    tests = conditions(sketch, body, scope)[1]
    if tests:
        chosen = selection(sketch, body, Scope())
        return Size(chosen) if isinstance(chosen, Filter) and one_axis(sketch, body, scope) else None
    tests = equality(sketch, body) if len(cells(sketch, scope).items) > 1 else ()
    if tests:
        return Size(Filter(cells(sketch, scope), tests)) if one_axis(sketch, body, scope) else None
    changed = _changed(sketch, body, scope)
    if changed is not None:
        return changed
    for sign, pattern in COMPARISONS[:4]:
        cut = re.search(rf"\b{pattern}\b (?P<bound>.*)$", body)
        if (
            cut is None
            or _IS_NO_BOUND.match(cut["bound"])
            or re.search(r"\bN\d+ (?:and|or) $", body[: cut.start()])
        ):
            continue
        before, after = scope_of(sketch, body[: cut.start()]), scope_of(sketch, cut["bound"])
        if before.categories is None and after.categories is not None and len(after.categories) == 1:
            bound = value(sketch, cut["bound"], before)
            group = cells(sketch, Scope(None, before.series or after.series))
            many = len(bounds(sketch, Scope(None, before.series or after.series))[0]) > 1
            return None if bound is None or many else Size(Filter(group, ((sign, bound),)))
        if before.series is not None and after.series is not None and after.categories is None:
            pairs = differences(
                sketch, Scope(before.categories), "C", Scope(series=after.series), Scope(series=before.series)
            )
            return Size(Filter(pairs, ((sign, Bare(0)),))) if pairs.items else None
    return None


def _changed(sketch: Sketch, text: str, scope: Scope) -> Expression | None:
    """How many labels rose, or fell: from one end of time to the other, from step to step, or in a chart of changes."""
    falls = re.search(rf"\b{FALL}\b", text) is not None
    if falls == (re.search(rf"\b{RISE}\b", text) is not None):
        return None
    group = changes(sketch, text, scope, "C") or changes(sketch, text, scope, "S")
    if group is None and not in_time(sketch.table, "C") and len(bounds(sketch, scope)[0]) == 1:
        group = cells(sketch, scope)
    return Size(Filter(group, (("<" if falls else ">", Bare(0)),))) if group else None
