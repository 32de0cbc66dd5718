"""A question about a chart, understood by rules: which form it has, and the program that answers it.

Depends only on the sketch (reasoning words, colours, numerals, mentions of labels) and on the table as read, so that a
rewritten question over a rewritten chart is understood exactly as the original. What the rules do not cover is said
(``NotUnderstood``), never guessed. English only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from recast.language.units import shows_percent
from recast.solve.charts.among import of_those
from recast.solve.charts.bare import asked
from recast.solve.charts.counts import count_shown, count_where
from recast.solve.charts.phrases import value
from recast.solve.charts.picks import contest, rank, selection
from recast.solve.charts.rearranged import rearranged
from recast.solve.charts.reordered import reordered
from recast.solve.charts.scope import Scope, cells, scope_of
from recast.solve.charts.sketch import Sketch, sketch
from recast.solve.charts.unheeded import leaves_out
from recast.solve.charts.which import which_label
from recast.solve.charts.wording import COMPARISONS, EXTREME, LESS, MEAN, MORE, SUM, Unclear, joined
from recast.solve.expression import (
    Bare,
    Compare,
    Comparison,
    Expression,
    Filter,
    Group,
    Operand,
    Rank,
    Size,
    parts_of,
)
from recast.solve.write import write
from recast.types import Table


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Why there is no program: a fixed sentence, nothing of the question or the chart."""

    reason: str


_UNCLEAR = NotUnderstood("the rules do not cover this form of question")
_NOTHING_NAMED = NotUnderstood("the question names nothing that the chart shows")
_SIDE_MISSING = NotUnderstood("the question compares with something that the chart does not show")
_UNSEEN_COLOUR = NotUnderstood("the question names a colour that the chart does not show")
_NO_SUCH_BAND = NotUnderstood("the question names an age at which no band of the chart ends")
_EMPTY = NotUnderstood("the question is empty")


def understand(question: str, table: Table) -> str | NotUnderstood:
    """The program that answers ``question`` from ``table``, or why there is none."""
    found = interpret(question, table)
    return found if isinstance(found, NotUnderstood) else write(found)


def interpret(question: str, table: Table) -> Expression | NotUnderstood:
    """What ``question`` asks of ``table``, as a tree."""
    drawn = sketch(question, table)
    if not drawn.text.strip(" _,-"):
        return _EMPTY
    if _MARK_IN_UNSEEN_COLOUR.search(drawn.text):
        return _UNSEEN_COLOUR
    if re.search(r"\bB\b", drawn.text):
        return _NO_SUCH_BAND
    if _ONE_SIDED.search(drawn.text):
        return _SIDE_MISSING
    relative = "percentage difference" in drawn.text and not shows_percent(table)
    if relative or _ASKS_COLOUR.search(drawn.text) or _DECADE.search(drawn.text):
        return _UNCLEAR
    try:
        text = asked(rearranged(drawn, reordered(drawn.text)))
    except Unclear:
        return _UNCLEAR
    text = _TRAILING.sub(r"which \2 \1", text)
    text = _CLASS.sub(r"\1_", _LEADING.sub(r"\2 \1", text))
    kind = _CLASS_OF_SOME.match(text)
    if kind and kind["some"] not in drawn.coloured:
        text = text.replace(kind["some"], "_", 1)
    if any(re.search(rf"\b{kind}\b", text) for kind in drawn.kinds) or _COUNTS_A_KIND.search(text):
        return _UNCLEAR
    for pattern, form in _ELLIPSES:
        text = pattern.sub(form, text)
    try:
        for read in (of_those, _yes_or_no, which_label, count_shown, count_where, value):
            found = read(drawn, text)
            if read is _yes_or_no and found is None and _ASKS_YES.match(_bare_yes(text)):
                return _UNCLEAR
            if read is which_label and found is None and _ASKS_WHICH.match(text):
                return _UNCLEAR
            if found is not None:
                return (
                    found
                    if _uses_amounts(drawn, found) and not leaves_out(question, drawn, found)
                    else _UNCLEAR
                )
    except Unclear:
        return _UNCLEAR
    return _NOTHING_NAMED if scope_of(drawn, text) == Scope() else _UNCLEAR


_MARK_IN_UNSEEN_COLOUR = re.compile(
    r"\bU (?:colou?r\w* )?(?:_ )?(?:bars?|lines?|graphs?|slices?|segments?|columns?|areas?|parts?|sections?|series|points?|colou?r\w*)\b|\b(?:is|are|in|colou?red) U\b"
)

#: The answer is a label, whatever else the question names.
_ASKS_WHICH = re.compile(
    r"^which (?:_|X|K\d+) (?:is|was|are|were|has|had|have|did|does|do)\b(?!.* (?:and|or)\b)"
)

#: The answer would be a colour, which is no label.
_ASKS_COLOUR = re.compile(
    r"^(?:what|which) (?:is the )?colou?r\b(?! (?:bar|line|slice|segment)s? (?:has|had|is the|have))|\bwhat is the colou?r of\b"
)
_DECADE = re.compile(r"\bY\d+ decade\b")
_GAP_OF_TWO = r"(?:difference|gap)(?: in _)? between"
#: "the first and last value", "the second and third highest": what both share is said once.
_ELLIPSES = (
    (
        re.compile(
            r"\b(T\d+|initial|last|final) and (?:the )?(T\d+|last|final) (year|value|point|bar|column|data|_)\b"
        ),
        r"\1 \3 and \2 \3",
    ),
    (re.compile(rf"\b(T\d+) and (?:the )?(T\d+) ({EXTREME})\b"), r"\1 \3 and \2 \3"),
    (
        re.compile(r"\bbetween (?:the )?high(?:est)? and (?:the )?low(?:est)?\b"),
        "between the highest and the lowest",
    ),
    (re.compile(r"^(who (?:is|was) .*)\bleader\b"), r"\1leading _"),
    (
        re.compile(rf"\b({_GAP_OF_TWO}) (?:the )?(?:_ )?(highest|top|largest|leading) Q2\b"),
        r"\1 T1 \2 and T2 \2",
    ),
    (
        re.compile(rf"^(how (?:many|much) {MORE}) (.*?) than in ([CS]\d+) (?:was|were) (.*?)in ([CS]\d+)$"),
        r"\1 \2 \4in \5 than in \3",
    ),
    (
        re.compile(rf"^(how (?:many|much) (?:{MORE}|{LESS})\b.*) over (the T\d+ {EXTREME}\b.*)$"),
        r"\1 than \2",
    ),
)


def _uses_amounts(sketch: Sketch, found: Expression) -> bool:
    """Whether every amount that the question gives takes part, but in a look-up, where it may describe what is measured
    ("children under 5")."""
    if isinstance(found, Operand):
        return True
    given = {
        literal for place, literal in enumerate(sketch.numbers) if re.search(rf"\bN{place}\b", sketch.text)
    }
    return given <= {
        part.literal for part in parts_of(found) if isinstance(part, Operand) and part.cell is None
    }


_TOGETHER = r"(?:combined|together|altogether)"
_JOINS = rf"(?:and|to|or|versus|vs|minus|exceed\w*|surpass\w*|(?:{MORE}|{LESS}) than|than)"
#: "the difference between _ and C3": one side is named, the other is nothing that the chart shows.
_ONE_SIDED = re.compile(
    rf"\b(?:between|of|do|does|did) (?:_|others?) {_JOINS} (?:the |that |of )*[CS]\d+\b"
    rf"|\b[CS]\d+ {_JOINS} (?:the |that |of )*_(?= ?(?:$|[,?]|in\b|for\b))"
    rf"|\b(?:[CS]\d+ and(?: the)?(?: _)?|_ and (?:the )?[CS]\d+) {_TOGETHER}\b"
)

#: "which C3 had the largest ...": what is asked for is no label, but a word that a label holds.
_CLASS = re.compile(r"^((?:(?:in|on|at|for|during|by) )?which )[CS]\d+(?= (?!and\b|or\b|in\b|of\b)[a-z]+)")

#: "which museum was visited the most", where some of the museums are called so.
_CLASS_OF_SOME = re.compile(
    r"^(?:(?:in|on|at|for|during|by) )?which (?:(?:type|kind|category|group) of (?:the )?)?(?P<some>K\d+)"
    r" (?:(?:type|kind|category|group) )?(?:_|is|was|has|had|did|does|got|gets)\b"
)

#: "how many K0 types": of that kind, or all of which some are called so.
_COUNTS_A_KIND = re.compile(
    r"\bhow many (?:different )?(?:(?:types|kinds|categories) of )?(?:the )?K\d+ (?:types|kinds|categories)\b"
    r"|\bhow many (?:different )?(?:types|kinds|categories) of (?:the )?K\d+\b"
)

#: "the _ was highest in which year": the question word goes to the front.
_TRAILING = re.compile(
    rf"^(?!wh|how\b)(.*\b{EXTREME}\b.*?) (?:in |on |at |for |during |by )?(?:which|what) (years?|months?|quarters?|X|_)$"
)

#: "In 2015, what was ...": the clause goes to the end, where the rules expect it.
_LEADING = re.compile(
    r"^((?:in|for|on|at|among|during|from|between|of|over|across|considering|within) (?:[^,?]|,(?= (?:and )?[CS]\d))*?) , (?!(?:and )?[CS]\d)(.+)$"
)


# ── yes or no ────────────────────────────────────────────────────────────────────────────────────────────────

_ASKS_YES = re.compile(r"^(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)\b (?P<body>.+)$")


def _bare_yes(text: str) -> str:
    text = re.sub(r"^(?:yes or no ,? |(?:please )?(?:tell|say) (?:me )?(?:if|whether) )", "", text)
    return _STATED.sub(r"\2 \1 \3", text)


#: "A is above B. Is this statement correct?"
_STATED = re.compile(r"^(.+?) (is|are|was|were) (.+) (?:is|are) (?:this|that|it) (?:_|true)$")


def _yes_or_no(sketch: Sketch, text: str) -> Expression | None:
    verb = _ASKS_YES.match(_bare_yes(text))
    if verb is None:
        return None
    body = joined(verb["body"])
    for sign, pattern in COMPARISONS:
        for cut in re.finditer(rf"\b{pattern}\b", body):
            verdict = _compared(sketch, body[: cut.start()], sign, body[cut.end() :])
            if verdict is not None:
                return verdict
    for attempt in (_quantified, _is_extreme, _equals):
        verdict = attempt(sketch, body)
        if verdict is not None:
            return verdict
    changed = re.search(
        r"\b(increas\w*|rise|rose|grow|grew|go up|decreas\w*|declin\w*|fall|fell|drop\w*|go down)\b", body
    )
    ends = re.search(r"\b(?:from|between) (.+) (?:to|and) (.+)$", body)
    if changed and ends:
        outer = scope_of(sketch, body[: ends.start()])
        before, after = value(sketch, ends[1], outer), value(sketch, ends[2], outer)
        if before is not None and after is not None:
            up = re.match(r"inc|ris|ros|gr|go up", changed[1]) is not None
            return Compare(">" if up else "<", after, before)
    return None


def _quantified(sketch: Sketch, text: str) -> Expression | None:
    """ "is there a bar above N0", "are all bars above N0"."""
    start = re.match(r"(?P<any>there (?:a|an|any)\b|any\b)|(?P<all>all|every|each)\b", text)
    chosen = selection(sketch, text, Scope()) if start else None
    if start is None or not isinstance(chosen, Filter):
        return None
    return (
        Compare(">", Size(chosen), Bare(0))
        if start["any"]
        else Compare("==", Size(chosen), Size(chosen.group))
    )


def _is_extreme(sketch: Sketch, text: str) -> Expression | None:
    """ "is C0 the largest _", "does S1 have the lowest value in C2": the one named, against all of its kind."""
    pick = re.search(rf"\b{EXTREME}\b", text)
    subject = re.match(r"(?:the |_ |value |of |in )*([CS])(\d+)\b(?!.*\bthan\b)", text)
    if pick is None or subject is None or subject.end() > pick.start():
        return None
    rest = text[: subject.start(1)] + text[subject.end() :]
    scope = scope_of(sketch, rest)
    own = Scope((int(subject[2]),)) if subject[1] == "C" else Scope(series=(int(subject[2]),))
    group = contest(sketch, rest, scope, subject[1])
    mine = cells(sketch, own.over(scope)).items
    place, largest = rank(rest)
    if not isinstance(group, Group) or len(mine) != 1 or not place < len(group.items) or len(group.items) < 2:
        return None
    plain = all(isinstance(item, Operand) for _, item in group.items)
    return Compare("==", mine[0][1], Rank(group, place, largest, "value")) if plain else None


def _equals(sketch: Sketch, text: str) -> Expression | None:
    """ "is the value of the largest bar N0": one value that the evidence shows, and a number that it may be."""
    sides = re.match(r"(?P<one>.+?) (?:(?:is|was|equals?|of|to) )*(?:the |a )?N(?P<number>\d+)(?: _)?$", text)
    known = sides is not None and not re.search(r"\bN\d+|\bthan\b", sides["one"])
    one = value(sketch, sides["one"]) if sides is not None and known else None
    if sides is None or one is None or isinstance(one, Size):
        return None
    return Compare("==", one, Operand(sketch.numbers[int(sides["number"])]))


#: "(the sum) of all values": of every category, whatever the other side names.
_ALL_SHOWN = re.compile(r"\ball (?:of |the )*(?:values|bars|slices|points|columns|categories)(?: _)?$")


def _compared(sketch: Sketch, left: str, sign: Comparison, right: str) -> Expression | None:
    """Both sides compared; each side may take over the axis that only the other names."""
    left = re.sub(r"\b(?:much|significantly|slightly|a|there)\b", "", left)
    bound = re.match(
        r" *(?P<bound>(?:the |_ )*N\d+(?: _)?) (?P<place>(?:in|for|at|on|among|during) .*)$", right
    )
    if bound:
        left, right = f"{left} {bound['place']}", bound["bound"]
    picked = re.search(
        rf"^(?P<pick>.*\b(?:{SUM}|{MEAN}|{EXTREME}|median)\b.*?\b(?:of|for|in) (?:the )?)(?P<axis>[CS])\d+",
        left,
    )
    alone = re.fullmatch(r"(?:that |the |of |for |in )*([CS]\d+)", right.strip(" ,"))
    if picked and alone and alone[1][0] == picked["axis"]:
        right = picked["pick"] + alone[1]
    one, two = scope_of(sketch, left, True), scope_of(sketch, right, True)
    picks = [
        re.search(rf"\b(?:{EXTREME}|sum|total|average|mean|median)\b", side) is not None
        for side in (left, right)
    ]
    two_lent = Scope(None, two.series) if (picks[0] and not picks[1]) or _ALL_SHOWN.search(left) else two
    one_lent = Scope(None, one.series) if (picks[1] and not picks[0]) or _ALL_SHOWN.search(right) else one
    first, second = value(sketch, left, two_lent), value(sketch, right, one_lent)
    if first is None or second is None or first == second:
        return None
    return Compare(sign, first, second)


__all__ = ["NotUnderstood", "interpret", "understand"]
