"""The values that phrases of a question ask for: look-ups, differences, ratios, totals, averages, extremes, counts.

``value`` reads one phrase of a sketch. The leftmost word that names an operation is the outermost operation; what it
works on is read by ``value`` again. Nothing is guessed: a phrase that points at several cells without saying what to
do with them has no value.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from recast.numbers.numerals import plain_year
from recast.solve.expression import (
    Arithmetic,
    Bare,
    Collection,
    Comparison,
    Expression,
    Filter,
    Fold,
    Group,
    Magnitude,
    Operand,
    Rank,
    Size,
    Top,
    labels_of,
)
from recast.solve.scope import (
    Scope,
    axis_places,
    bounds,
    cells,
    combined,
    differences,
    in_time,
    labels,
    scope_of,
    steps,
    total,
)
from recast.solve.sketch import Sketch

LARGE = r"(?:highest|largest|greatest|biggest|maximum|maximal|max|most|top|peak(?:ed)?|longest|tallest|best|upper)"
SMALL = r"(?:lowest|smallest|least|minimum|minimal|min|fewest|shortest|bottom|worst|narrowest|littlest)"
EXTREME = rf"(?:{LARGE}|{SMALL})"
MORE = r"(?:more|higher|greater|larger|bigger|longer|taller|better|further|larger)"
LESS = r"(?:less|lower|fewer|smaller|shorter|worse)"
_RISE = r"(?:increas(?:e|es|ed|ing)|rise|rises|rose|risen|gr(?:ow|ows|ew|own|owth)|gain|raise[ds]?|jump(?:ed|s)?|climb(?:ed|s)?)"
_FALL = r"(?:decreas(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|fall|falls|fell|fallen|drop(?:s|ped)?|reduc(?:e|ed|tion)|dip(?:s|ped)?)"
_CHANGE = rf"(?:{_RISE}|{_FALL}|chang(?:e|es|ed)|var(?:y|ied|iation)|fluctuat(?:e|ed))"
GAP = r"(?:difference|differ|differs|differed|gap)"
_SUM = r"(?:sum|total|totals|combined|combine|altogether|together|overall|aggregate|cumulative|whole|add|added|adding|addition)"
_MEAN = r"(?:average|averaged|averages|mean)"
_PART = r"(?:percentage|proportion|fraction|portion|part|ratio|_|S\d+)"

COMPARISONS: tuple[tuple[Comparison, str], ...] = (
    (">=", rf"(?:at_least|(?:not|no) {LESS} than|{MORE} than or (?:equal|equals|equally)(?: to)?)"),
    ("<=", rf"(?:at_most|(?:not|no) {MORE} than|{LESS} than or (?:equal|equals|equally)(?: to)?|up to)"),
    (
        ">",
        rf"(?:{MORE} than|above|over|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|beyond|outnumber(?:s|ed)?|overt(?:ake|akes|ook|aken))",
    ),
    ("<", rf"(?:{LESS} than|below|under|beneath)"),
    (
        "==",
        r"(?:equal(?:s|led)?(?: to)?|exactly|(?:the )?same as|value (?:of|is|was)|(?:value|data|count|amount|number|percentage|quantity|_|V|S\d+) of|identical to)",
    ),
)


class Unclear(Exception):
    """A phrase whose operation is plain and whose parts are not: no other rule may answer it by less than it asks."""


Pair = tuple[str, str, str]  # what stands before both sides, the left side, the right side


def value(sketch: Sketch, text: str, outer: Scope | None = None) -> Expression | None:
    """What ``text`` asks for, over what ``outer`` already names; None when the rules do not understand it."""
    outer = outer or Scope()
    text = text.strip(" ,")
    if _BOUNDED_BY_LABEL.search(text):
        return None
    number = re.fullmatch(r"(?:the |a |value of |_ )*N(\d+)(?: _)?", text)
    if number:
        return Operand(sketch.numbers[int(number[1])])
    found: list[tuple[int, int, Callable[[Sketch, str, Scope], Expression | None]]] = []
    for order, (pattern, rule) in enumerate(_RULES):
        cue = re.search(pattern, text)
        if cue:
            found.append((cue.start(), order, rule))
    for _, _, rule in sorted(found, key=lambda cue: cue[:2]):
        result = rule(sketch, text, outer)
        if result is not None:
            return result
    return _look_up(sketch, text, outer)


#: "at least a Bachelor's degree": an order of labels that the evidence does not state.
_BOUNDED_BY_LABEL = re.compile(r"\bat_(?:least|most) (?:a |an |the |some )?[CS]\d+\b")


# ── two sides ────────────────────────────────────────────────────────────────────────────────────────────────


def _pairs(text: str, *extra: str) -> list[Pair]:
    """Every way in which ``text`` may hold two sides, the likeliest first."""
    found: list[Pair] = []
    for pattern in (
        r"^(?P<rest>.*)\bbetween (?P<a>.+) and (?P<b>.+)$",
        r"^(?P<rest>.*)\bbetween (?P<a>.+) (?:to|versus|vs|-) (?P<b>.+)$",
        *extra,
        r"^(?P<rest>)(?P<a>.+) (?:(?:when |as |if )?(?:compared|relative|opposed) (?:to|with)|in comparison (?:to|with)|versus|vs|than|minus) (?P<b>.+)$",
        r"^(?P<rest>.*)\bfrom (?P<a>.+?) (?:to|until|till|through|-) (?P<b>.+)$",
        r"^(?P<rest>.*?\b(?:of|in|for|among)) (?P<a>.+) (?:and|to|from|with) (?P<b>.+)$",
        r"^(?P<rest>)(?P<a>.+) (?:and|or|,) (?P<b>.+)$",
    ):
        whole = re.search(pattern, text)
        if not whole:
            continue
        rest, a, b = whole["rest"], whole["a"], whole["b"]
        joined = f"{a} and {b}"
        if " and " in a and "between" in pattern:
            cuts = [cut.start() for cut in re.finditer(r" and ", joined)]
            balanced = [
                cut
                for cut in cuts
                if re.match(rf" and (?:the |that |all )*(?:{_SUM}|{_MEAN}|{EXTREME}|median)", joined[cut:])
            ]
            for cut in balanced + cuts[::-1]:
                found.append((rest, joined[:cut], joined[cut + 5 :]))
        else:
            found.append((rest, a, b))
    return found


_AGGREGATE = re.compile(rf"\b(?:{EXTREME}|{_SUM}|{_MEAN}|median|mode)\b")


#: The words that asked for two sides; on a side they would ask again.
_ASKED = re.compile(rf"\bhow (?:many|much)(?: times)?\b|\b(?:{MORE}|{LESS})\b(?! than)|\bby how\b")


def _sides(sketch: Sketch, pair: Pair, outer: Scope) -> tuple[Expression, Expression] | None:
    """Both sides of a pair as values; what one side leaves open is taken from the other or from before both."""
    rest, a, b = pair[0], _ASKED.sub("_", pair[1]), _ASKED.sub("_", pair[2])
    outer = scope_of(sketch, rest).over(outer)
    left, right = scope_of(sketch, a, _folds(a)), scope_of(sketch, b, _folds(b))
    try:
        first = value(sketch, a, _lent(a, left, b, right, outer))
        second = value(sketch, b, _lent(b, right, a, left, outer))
    except Unclear:  # this is one of several ways to part the text
        return None
    if first is None or second is None or first == second:
        return None
    return first, second


def _folds(text: str) -> bool:
    return _AGGREGATE.search(text) is not None


def _lent(text: str, own: Scope, other_text: str, other: Scope, outer: Scope) -> Scope:
    """What a side may take over: from before both sides, then from the other side where it does not contrast."""
    categories, series = other.categories, other.series
    if _folds(text) and not _folds(other_text):
        categories = None  # "the highest value and Norland": Norland is the other side, not where to look
    if own == Scope() and not _folds(text):
        return outer
    return outer.over(Scope(categories, series))


def _difference(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    by_verb = r"^(?P<rest>)(?P<a>.+) (?:exceed(?:s|ed)?|surpass(?:es|ed)?|outnumber(?:s|ed)?) (?P<b>.+)$"
    for pair in [*_pairs(text, by_verb), *_implied(sketch, text, outer)]:
        sides = _sides(sketch, pair, outer)
        if sides is None:
            continue
        left, right = sides
        if re.search(rf"\b{GAP}\b", text):
            return Magnitude(Arithmetic("-", left, right))
        if re.search(rf"\b(?:{_CHANGE})\b", text) and not re.search(
            rf"\bhow (?:many|much) (?:{MORE}|{LESS})\b", text
        ):
            return _directed(text, left, right)
        if re.search(rf"\b{LESS}\b", text) and not re.search(rf"\b{MORE}\b", text):
            return Arithmetic("-", right, left)
        return Arithmetic("-", left, right)
    return None


def _directed(text: str, start: Expression, end: Expression) -> Expression:
    """A change from ``start`` to ``end``: a fall is what was lost."""
    return Arithmetic("-", start, end) if re.search(rf"\b{_FALL}\b", text) else Arithmetic("-", end, start)


def _implied(sketch: Sketch, text: str, outer: Scope) -> list[Pair]:
    """The two sides of "the gap of the two lines", where exactly two things are in scope."""
    scope = scope_of(sketch, text).over(outer)
    rest = re.sub(r"\b[SC]\d+\b", "_", text)
    for axis, named, other in (("S", scope.series, scope.categories), ("C", scope.categories, scope.series)):
        places = axis_places(sketch, axis) if named is None else named
        words = r"\b(?:lines?|series|two|both|Q2)\b" if axis == "S" else r"\b(?:bars?|slices?|two|both|Q2)\b"
        if len(places) == 2 and (named is not None or re.search(words, text)):
            mark = "C" if axis == "S" else "S"
            fixed = " ".join(f"{mark}{place}" for place in other or ())
            return [(f"{rest} {fixed}", f"{axis}{places[0]}", f"{axis}{places[1]}")]
    return []


def _change(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """A change over time between two named points; a change word without them is part of what is measured."""
    if not re.search(r"\b(?:from|between|since|compared|than)\b", text):
        return None
    return _difference(sketch, text, outer)


def _ratio(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    extra = (
        r"^(?P<rest>.*?\b(?:ratio|proportion|quotient)\b(?: of| between)?) (?P<a>.+?) (?:to|over|versus|vs) (?P<b>.+)$",
        r"^(?P<rest>)(?P<a>.+) divided by (?P<b>.+)$",
        rf"^(?P<rest>.*?)\btimes (?:is |was |are |were |as |{MORE} )*(?P<a>.+?) (?:as|than|to|of) (?P<b>.+)$",
    )
    for pair in _pairs(text, *extra):
        sides = _sides(sketch, pair, outer)
        if sides is not None:
            return Arithmetic("/", *sides)
    return None


def _percentage_change(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    for pair in [*_pairs(text), *_implied(sketch, text, outer)]:
        sides = _sides(sketch, pair, outer)
        if sides is None:
            continue
        start, end = sides
        if re.search(rf"\b(?:{MORE}|{LESS})\b", text) and " than " in text:
            start, end = end, start
            change = (
                Arithmetic("-", start, end)
                if re.search(rf"\b{LESS}\b", text)
                else Arithmetic("-", end, start)
            )
        else:
            change = (
                Arithmetic("-", start, end)
                if re.search(rf"\b{_FALL}\b", text)
                else Arithmetic("-", end, start)
            )
        return Arithmetic("*", Arithmetic("/", change, start), Bare(100))
    return None


# ── one number from several ──────────────────────────────────────────────────────────────────────────────────


def _share(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """A part of the whole, in percent unless a fraction or proportion is asked for."""
    cue = re.search(r"\bof (?:the |all )*(?:total|whole|overall|entire)\b", text)
    if cue is None:
        return None
    scope = scope_of(sketch, text).over(outer)
    part = cells(sketch, scope)
    series, _ = bounds(sketch, scope)
    table = sketch.table
    if not part.items or len(part.items) == len(table.series) * len(table.categories):
        return None
    if scope.categories is None or (len(series) == 1 and len(table.series) > 1 and in_time(table, "C")):
        whole = Scope(scope.categories, None)
    else:
        whole = Scope(None, scope.series)
    if len(table.series) == 1 or len(table.categories) == 1:
        whole = Scope()
    share = Arithmetic("/", total([v for _, v in part.items], "sum"), Fold("sum", cells(sketch, whole)))
    in_parts = re.search(r"\b(?:fraction|proportion|ratio)\b", text[: cue.start()])
    return share if in_parts else Arithmetic("*", share, Bare(100))


def _fold(how: str) -> Callable[[Sketch, str, Scope], Expression | None]:
    def fold(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
        cue = re.search(
            rf"\b{_MEAN}\b" if how == "mean" else rf"\b{how if how in ('median', 'mode') else _SUM}\b", text
        )
        after = text[cue.end() :] if cue else text
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
        lent = outer
        for other, scope in enumerate(scopes):
            if other != place:
                lent = _lent(part, scopes[place], parts[other], scope, lent)
        result = value(sketch, part, lent)
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
    if picked is None or all(_AGGREGATE.search(part) for part in rest):
        return parts
    if not all(re.fullmatch(rf"{picked['axis']}\d+", part) for part in rest):
        raise Unclear
    return [parts[0], *(picked["pick"] + part for part in rest)]


def _relative(sketch: Sketch, text: str, outer: Scope) -> Group | None:
    """The values of "(the average of) the ratio of A to B": one quotient or difference a label, where there are several.
    Raises ``Unclear`` for a ratio whose sides are not two things of one axis."""
    scope = scope_of(sketch, text, ranged=True).over(outer)
    for axis in "CS":
        group = _quotients(sketch, text, scope, axis)
        if group is not None and len(group.items) > 1:
            return group
    if (
        re.search(rf"\bratio of .*\b[CS]\d+ (?:to|over|versus|vs)\b|{_PER}", text)
        and len(cells(sketch, scope).items) > 2
    ):
        raise Unclear
    gaps = _gaps(sketch, text, scope, _value_axis(sketch, text, scope))
    return gaps if gaps is not None and len(gaps.items) > 1 else None


_PER = r"\b([CS])(?P<a>\d+) per (?:_ )?(?:of )?\1(?P<b>\d+)\b"
_QUOTIENT = r"\b(?:ratio|quotient)(?: of| between)? (?:the )?([CS])(?P<a>\d+) (?:to|and|over|versus|vs) (?:the )?\1(?P<b>\d+)\b"


def _quotients(sketch: Sketch, text: str, scope: Scope, axis: str) -> Group | None:
    """One quotient a label of ``axis`` for "A per B" and "the ratio of A to B", where these lie on the other axis."""
    sides = re.search(_PER, text) or re.search(_QUOTIENT, text)
    if sides is None or sides[1] == axis:
        return None
    one, two = int(sides["a"]), int(sides["b"])
    left, right = (
        Scope(series=(place,)) if sides[1] == "S" else Scope(categories=(place,)) for place in (one, two)
    )
    group = differences(sketch, _along(scope, axis), axis, right, left)
    quotients = [
        (key, Arithmetic("/", item.left, item.right))
        for key, item in group.items
        if isinstance(item, Arithmetic)
    ]
    return Group(tuple(quotients))


def _per(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """ "S0 per S1" at one label. Raises ``Unclear`` otherwise: A per B is not A."""
    scope = scope_of(sketch, text).over(outer)
    for axis in "CS":
        group = _quotients(sketch, text, scope, axis)
        if group is not None and len(group.items) == 1:
            return group.items[0][1]
    raise Unclear


def selection(sketch: Sketch, text: str, outer: Scope) -> Collection | None:
    """The values that a phrase is about: those named, all of a series or category, those that pass a condition, the
    few highest or lowest. None when it names nothing in a chart of several series, unless it says "all"."""
    body, tests = conditions(sketch, text, outer)
    scope = scope_of(sketch, body, ranged=True).over(outer)
    group = cells(sketch, scope)
    if not group.items:
        return None
    if scope == Scope() and len(sketch.table.series) > 1 and not (tests or _ALL.search(text)):
        return None
    if tests:
        return Filter(group, tests)
    few = re.search(rf"\b(?:(?P<a>{EXTREME}) (?P<b>Q\d+)|(?P<c>Q\d+) (?P<d>{EXTREME}))\b", text)
    if few and not (
        scope.categories and re.search(r"\bbars?\b", text) and re.search(r"\b(?:top|bottom)\b", text)
    ):
        count = int((few["b"] or few["c"])[1:])
        return Top(group, count, re.fullmatch(LARGE, few["a"] or few["d"]) is not None)
    return group


_ALL = re.compile(
    r"\b(?:all|every|each|entire|whole|bars?|lines?|values?|slices?|points?|series|groups?|chart|graph|stacks?)\b"
)


def conditions(
    sketch: Sketch, text: str, outer: Scope
) -> tuple[str, tuple[tuple[Comparison, Expression], ...]]:
    """The thresholds in ``text`` and the text before them. Between two numerals holds both ends."""
    both = re.search(
        r"\b(?:between|from|in the range (?:of|from)) (?:_ )?N(\d+) (?:_ )?(?:and|to|-) (?:_ )?N(\d+)", text
    )
    if both:
        ends = [Operand(sketch.numbers[int(both[place])]) for place in (1, 2)]
        return text[: both.start()] + text[both.end() :], ((">=", ends[0]), ("<=", ends[1]))
    after = re.search(
        r"\bN(\d+)(?: _)? or (more|higher|above|greater|over|less|lower|below|fewer|under)\b", text
    )
    if after:
        sign: Comparison = "<=" if after[2] in ("less", "lower", "below", "fewer", "under") else ">="
        return text[: after.start()] + text[after.end() :], ((sign, Operand(sketch.numbers[int(after[1])])),)
    for sign, pattern in COMPARISONS:
        found = re.search(rf"\b{pattern} (?:the |a |an |_ |value |of |to |only )*N(\d+)\b", text)
        if found:
            bound = Operand(sketch.numbers[int(found[1])])
            return text[: found.start()] + text[found.end() :], ((sign, bound),)
    for sign, pattern in COMPARISONS[:4]:
        found = re.search(
            rf"\b{pattern} (?:that of |those of |the |_ |value |of |in )*({_MEAN}|median)\b", text
        )
        if found:
            body = text[: found.start()]
            group = cells(sketch, scope_of(sketch, text, ranged=True).over(outer))
            return body + text[found.end() :], (
                (sign, Fold("median" if found[1] == "median" else "mean", group)),
            )
    return text, ()


def _count(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    group = selection(sketch, text, outer)
    return Size(group) if isinstance(group, Filter) else None


def _extreme(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    place, largest = rank(text)
    scope = scope_of(sketch, text, ranged=True).over(outer)
    group = contest(sketch, text, scope, _value_axis(sketch, text, scope))
    if group is None:
        return None
    if isinstance(group, Group) and len(group.items) == 1:
        return group.items[0][1]
    if len(labels_of(group)) <= place:
        return None
    if place == 0:
        return Fold("max" if largest else "min", group)
    return Rank(group, place, largest, "value")


def rank(text: str) -> tuple[int, bool]:
    """The place (0 is the extreme) and the direction of the first extreme in ``text``."""
    found = re.search(rf"\b(?:T(\d+) (?:to )?(?:the )?)?({EXTREME})\b", text)
    if found is None:
        return 0, True
    return (int(found[1]) - 1 if found[1] else 0), re.fullmatch(LARGE, found[2]) is not None


def _value_axis(sketch: Sketch, text: str, scope: Scope) -> str:
    series, categories = bounds(sketch, scope)
    return "S" if len(categories) == 1 and len(series) > 1 else "C"


def contest(sketch: Sketch, text: str, scope: Scope, axis: str) -> Collection | None:
    """The labelled values among which an extreme is sought: plain cells, or differences, totals, means, steps."""
    table = sketch.table
    if re.search(rf"\b{GAP}\b", text):
        return _gaps(sketch, text, scope, axis)
    if re.search(_PER, text) or re.search(_QUOTIENT, text):
        return _quotients(sketch, text, scope, axis)
    series, categories = bounds(sketch, scope)
    if re.search(rf"\b(?:{_CHANGE})\b", text) and in_time(table, "C") and len(series) == 1 and axis == "C":
        group = steps(sketch, scope)
        if re.search(rf"\b{_FALL}\b", text):
            group = Group(tuple((key, _negated(item)) for key, item in group.items))
        return group if group.items else None
    many = len(series) > 1 if axis == "C" else len(categories) > 1
    if many and re.search(rf"\b{_SUM}\b", text):
        return combined(sketch, scope, axis, "sum")
    if many and re.search(rf"\b{_MEAN}\b", text):
        return combined(sketch, scope, axis, "mean")
    _, tests = conditions(sketch, text, scope)
    group = cells(sketch, scope, axis)
    if not group.items:
        return None
    return Filter(group, tests) if tests else group


def _gaps(sketch: Sketch, text: str, scope: Scope, axis: str) -> Group | None:
    """One distance a label of ``axis`` between the two things of the other axis that ``text`` speaks of."""
    pair = _contrast(sketch, scope, axis) if re.search(rf"\b{GAP}\b", text) else None
    if pair is None:
        return None
    items = differences(sketch, _along(scope, axis), axis, *pair).items
    return Group(tuple((key, Magnitude(item)) for key, item in items)) if items else None


def _negated(item: Expression) -> Expression:
    return Arithmetic("-", item.right, item.left) if isinstance(item, Arithmetic) else item


def _contrast(sketch: Sketch, scope: Scope, axis: str) -> tuple[Scope, Scope] | None:
    """The two things whose gap is compared along ``axis``: two series, or two categories."""
    other = "S" if axis == "C" else "C"
    named = scope.series if other == "S" else scope.categories
    places = axis_places(sketch, other) if named is None else named
    if len(places) != 2:
        return None
    one, two = places
    if other == "S":
        return Scope(series=(one,)), Scope(series=(two,))
    return Scope(categories=(one,)), Scope(categories=(two,))


def _along(scope: Scope, axis: str) -> Scope:
    return Scope(scope.categories, None) if axis == "C" else Scope(None, scope.series)


# ── one cell ─────────────────────────────────────────────────────────────────────────────────────────────────


def _look_up(sketch: Sketch, text: str, outer: Scope) -> Expression | None:
    """The one cell that ``text`` names. A stack of which only the category is named stands for its total."""
    scope = scope_of(sketch, text).over(outer)
    if scope.categories is None and _foreign_year(sketch, text):
        return None
    group = cells(sketch, scope)
    if len(group.items) == 1 and (scope != Scope() or len(sketch.table.categories) == 1):
        return group.items[0][1]
    if len(group.items) == 2 and re.search(r"\b([CS])\d+ or (?:the |a )?\1\d+\b", text):
        return Fold("sum", group)
    stacked = sketch.table.kind == "stacked_bar" and scope.series is None
    if stacked and scope.categories is not None and len(scope.categories) == 1 and len(group.items) > 1:
        return Fold("sum", group)
    return None


def _foreign_year(sketch: Sketch, text: str) -> bool:
    """Whether ``text`` names a year in a chart of years or over time that does not have it."""
    known = in_time(sketch.table, "C") or any(
        plain_year(name) for axis in "CS" for name in labels(sketch.table, axis)
    )
    return known and re.search(r"\bY\d+\b", text) is not None


_HOW = r"\bhow (?:many|much)\b"

#: Word patterns of the operations, and the rule that reads a phrase with one. At one place the earlier rule goes first.
_RULES: tuple[tuple[str, Callable[[Sketch, str, Scope], Expression | None]], ...] = (
    (
        rf"\b(?:percentage|relative) (?:of )?(?:{_CHANGE})|\b(?:by|in) (?:what|how (?:much|many)) percentage\b|\bpercentage (?:{MORE}|{LESS})\b|\bwhat percentage (?:did|does|has|have)\b.*\b{_CHANGE}",
        _percentage_change,
    ),
    (rf"{_PER}|\bS\d+ per (?:_|X|V)", _per),
    (
        r"\b(?:ratio|quotient|divided)\b|\btimes (?:\w+ )*?(?:as|than|is|was|are|were|more|higher|larger|greater|bigger)\b|\bhow many times\b",
        _ratio,
    ),
    (rf"\b(?:what |which |how much )?{_PART} of (?:the |all )*(?:total|whole|overall|entire)\b", _share),
    (
        rf"\b{GAP}\b|{_HOW} (?:\S+ )*?(?:{MORE}|{LESS})\b|\bby how (?:much|many)\b|\bhow (?:\S+ )?{MORE}\b|\bminus\b",
        _difference,
    ),
    (rf"\b(?:{_CHANGE})\b", _change),
    (r"\bmedian\b", _fold("median")),
    (r"\bmode\b|\bmost (?:common|frequent|frequently|often)\b", _fold("mode")),
    (rf"\b{_MEAN}\b", _fold("mean")),
    (rf"\b{_SUM}\b", _fold("sum")),
    (rf"{_HOW}|\b(?:number|count) of\b", _count),
    (rf"\b{EXTREME}\b", _extreme),
)
