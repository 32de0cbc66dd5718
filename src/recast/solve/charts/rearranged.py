"""Sketches of operations said in another order or without a verb, in the form in which the rules expect them.

``rearranged`` works on the sketch and the table, where a turn of asking cannot be told from words alone: "how much higher is A
than B, in percent" is relative only where the chart does not show percent, "A grew faster in S1 than in S0" compares two
values only where these are growths, "the other" is a thing only where there are two.
"""

from __future__ import annotations

import re

from recast.language.units import shows_percent, tells_shares
from recast.numbers.numerals import plain_year
from recast.solve.charts.scope import axis_places
from recast.solve.charts.sketch import Sketch
from recast.solve.charts.wording import CHANGE, FALL, GAP, LESS, MORE, RISE

_IN_PERCENT = r"(?: ,)?(?: in| as a| as| by)? percentage(?: terms)?$"
_MORE_IN_PERCENT = re.compile(
    rf"^(?:by )?how (?:much|many) (?P<more>{MORE}|{LESS})\b(?P<rest>.* than .*?){_IN_PERCENT}"
)
#: "S1 growth C0 to C5 , percentage": a change without a verb, between two points.
_NAMED_CHANGE = re.compile(
    rf"^(?:(?:what|find|how much|how many|calculate|give) (?:is|was|were|are|me)? ?)?(?:the |_ )*(?P<of>(?:[CSV]\d* (?:_ )?)+)(?:in )?(?P<change>{CHANGE})"
    r"(?: _)? (?:from |between |in |over )?(?P<a>[CS]\d+) (?:to|and|-|until|through) (?P<b>[CS]\d+)(?P<unit>(?: ,)?(?: in| as a| as)?(?: (?:percentage|percentage_points|points|_))?)$"
)
_FASTER = re.compile(
    rf"\b(?P<moves>{RISE}|{FALL}) (?P<pace>faster|slower|{MORE}|{LESS})\b(?=.*\bS\d+\b.*\bthan\b.*\bS\d+\b)"
)
#: "excluding C0 , which is highest".
_EXCLUDED_FIRST = re.compile(
    r"^(?P<out>(?:excluding|except|without|besides|other than|but not)(?: for)? (?:the |any |_ )*[CSK]\d+(?: (?:,|and|or|the|_|[CSK]\d+))*?) , (?P<rest>(?!and\b|or\b|[CSK]\d).+)$"
)
#: "are C0 and C2 more than C1 together": the one side that has several.
_ADDED_LAST = re.compile(
    rf"^(?P<verb>is|are|was|were|do|does|did|have|has) (?P<list>(?:the )?([CS])\d+(?: ,)?(?: (?:and|,) (?:the )?\3\d+)+) (?P<rest>(?:\S+ )*?(?:{MORE}|{LESS}) (?:_ |V )?than (?:the )?\3\d+(?: _)?) together$"
)
#: "by how much did C0 _ between S0 and S2": a verb that the rules do not know, without a direction.
_MOVED = re.compile(
    r"^by how (?:much|many)(?: (?:percentage_points|points|V|_))? (?:did|has|have) (?P<of>(?:(?:the|_|V|of|in) )*(?:[CS]\d+ )(?:(?:in|of|for) [CS]\d+ )?)_ (?P<ends>(?:between|from) [CS]\d+ (?:and|to) [CS]\d+)(?P<percent>(?: ,)? (?:in|as a) percentage)?$"
)
_THE_TWO = re.compile(r"\bthe (?:Q2|two) (?:_|X|lines|series|bars|S0 S1)(?= |$)")
_OTHER = re.compile(r"\bthe (?:other|others)(?: one| X| S| _)?(?= ?(?:$|,|in\b|for\b))")
_SHORT_YEAR = re.compile(r"\b(?P<mark>[CS]\d+) - Y(?P<year>\d+)\b")
_SINCE = re.compile(r"^since (?:which|what) (?P<noun>\S+)(?P<so> .*\bN\d+\b.*)$")
#: "S0 exceeded N0 for the T1 _ in which X": the question word goes to the front.
_WHEN_LAST = re.compile(
    r"^(?!(?:in |on |at |for |since )?(?:which|what|when|where|who|how)\b)(?P<so>.+\b(?:N\d+|S\d+)\b.*?) (?:in |on |at |since )?(?:which|what) (?P<noun>years?|months?|quarters?|weeks?|X|_)$"
)


def rearranged(sketch: Sketch, text: str) -> str:
    """``text``, the sketch of a question, in the order and with the words that the rules read."""
    text = _SHORT_YEAR.sub(lambda found: _full_year(sketch, found), text)
    in_percent = _MORE_IN_PERCENT.match(text)
    if in_percent and not _shows_percent(sketch):
        text = f"what percentage {in_percent['more']}{in_percent['rest']}"
    named = _NAMED_CHANGE.match(text)
    if named:
        relative = re.search(r"\bpercentage$", named["unit"]) and not _shows_percent(sketch)
        of = re.sub(r" _$", "", named["of"].strip())
        text = f"what is the {'percentage ' if relative else ''}{named['change']} of {of} from {named['a']} to {named['b']}"
    faster = _FASTER.search(text)
    if faster and _are_changes(sketch, text[faster.end() :]):
        more = re.fullmatch(f"faster|{MORE}", faster["pace"]) is not None
        falls = re.fullmatch(FALL, faster["moves"]) is not None
        text = f"{text[: faster.start()]}{'less' if more == falls else 'more'}{text[faster.end() :]}"
    text = _WHEN_LAST.sub(r"in which \g<noun> did \g<so>", text)
    text = _EXCLUDED_FIRST.sub(r"\g<rest> \g<out>", text)
    text = _ADDED_LAST.sub(r"\g<verb> \g<list> together \g<rest>", text)
    text = _with_the_two(sketch, text)
    moved = _MOVED.match(text)
    if moved:
        text = f"what is the {'percentage change' if moved['percent'] else 'difference'} in {moved['of']} {moved['ends']}"
    text = _SINCE.sub(r"in which \g<noun>\g<so> for the T1 time", text)
    return _with_the_other(sketch, text)


def _shows_percent(sketch: Sketch) -> bool:
    """Whether the values are percentages, so that "in percent" may be what they are counted in."""
    return shows_percent(sketch.table) and tells_shares(sketch.table)


def _full_year(sketch: Sketch, found: re.Match[str]) -> str:
    """ "2017 - 21" as from one label to another."""
    axis, place = found["mark"][0], int(found["mark"][1:])
    names = sketch.table.categories if axis == "C" else tuple(one.label for one in sketch.table.series)
    start, written = plain_year(names[place]), sketch.years[int(found["year"])]
    if start is None:
        return found[0]
    year = int(float(written))
    full = year if year > 100 else start // 100 * 100 + year
    ends = [other for other, label in enumerate(names) if plain_year(label) == full]
    return f"{found['mark']} - {axis}{ends[0]}" if ends and full > start else found[0]


def _are_changes(sketch: Sketch, text: str) -> bool:
    """Whether the series that ``text`` names are growths themselves."""
    named = [sketch.table.series[int(place)].label for place in re.findall(r"\bS(\d+)\b", text)]
    return bool(named) and all(re.search(rf"\b{CHANGE}\b", label, re.IGNORECASE) for label in named)


def _with_the_two(sketch: Sketch, text: str) -> str:
    """ "when were the two equal" with the marks of the two, where there are two of one axis and the question compares them."""
    found = _THE_TWO.search(text)
    if (
        found is None
        or re.search(r"\b[CS]\d+\b", text.replace(found[0], ""))
        or not _COMPARES_TWO.search(text)
    ):
        return text
    for axis in "SC":
        if len(axis_places(sketch, axis)) == 2:
            return f"{text[: found.start()]}{axis}0 and {axis}1{text[found.end() :]}"
    return text


_COMPARES_TWO = re.compile(rf"\b(?:equal\w*|same|identical|alike|{GAP})\b")


def _with_the_other(sketch: Sketch, text: str) -> str:
    """ "did S1 exceed the other" with the only other one by its mark."""
    found = _OTHER.search(text)
    if found is None:
        return text
    for axis in "SC":
        named = {int(place) for place in re.findall(rf"\b{axis}(\d+)\b", text)}
        places = axis_places(sketch, axis)
        if len(places) == 2 and len(named) == 1:
            (other,) = set(places) - named
            return f"{text[: found.start()]}{axis}{other}{text[found.end() :]}"
    return text
