"""The words by which questions name operations, as patterns over sketches. English only."""

from __future__ import annotations

import re

from recast.solve.expression import Comparison

LARGE = r"(?:highest|largest|greatest|biggest|maximum|maximal|max|most|top|peak(?:ed)?|longest|tallest|widest|best|upper|leading|main|fastest growing)"
SMALL = r"(?:lowest|smallest|least|minimum|minimal|min|fewest|shortest|bottom|worst|narrowest|littlest)"
EXTREME = rf"(?:{LARGE}|{SMALL})"
MORE = r"(?:more|higher|greater|larger|bigger|longer|taller|better|further|larger)"
LESS = r"(?:less|lower|fewer|smaller|shorter|worse)"
RISE = r"(?:increas(?:e|es|ed|ing)|rise|rises|rose|risen|gr(?:ow|ows|ew|own|owth)|gain|raise[ds]?|jump(?:ed|s)?|climb(?:ed|s)?|(?:go|goes|went|gone) up)"
FALL = r"(?:decreas(?:e|es|ed|ing)|declin(?:e|es|ed|ing)|fall|falls|fell|fallen|drop(?:s|ped)?|reduc(?:e|ed|tion)|dip(?:s|ped)?|(?:go|goes|went|gone) down)"
CHANGE = rf"(?:{RISE}|{FALL}|chang(?:e|es|ed)|var(?:y|ied|iation)|fluctuat(?:e|ed))"
#: Words that turn what they stand beside into its opposite, but for bounds ("not more than").
NEGATION = rf"(?:(?:not|never|none)\b(?! (?:{MORE}|{LESS}) than)|(?:\w+n't)\b)"
GAP = r"(?:difference|differ|differs|differed|gap)"
SUM = r"(?:sum|summation|total|totals|combined|combine|altogether|together|overall|aggregate|cumulative|whole|add|added|adding|addition)"
MEAN = r"(?:average|averaged|averages|mean)"
PART = r"(?:percentage|proportion|fraction|portion|part|ratio|_|S\d+)"

COMPARISONS: tuple[tuple[Comparison, str], ...] = (
    (">=", rf"(?:at_least|(?:not|no) {LESS} than|{MORE} than or (?:equal|equals|equally)(?: to)?)"),
    (
        "<=",
        rf"(?:at_most|(?:not|no) {MORE} than|{LESS} than or (?:equal|equals|equally)(?: to)?|(?<!add )(?<!adds )(?<!added )up to)",
    ),
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
#: "ranked third": the place in the order from the highest.
RANKED = r"\b(?:(?:rank(?:s|ed|ing)?|place[ds]?|position(?:ed)?|comes?|came)(?: in| on| at| the)* T(\d+)\b|(?:is|was|were|are) T(?P<place>\d+)(?= in\b))"
PER = r"\b([CS])(?P<a>\d+) per (?:_ )?(?:of )?\1(?P<b>\d+)\b"
#: "for each S1": the other value on each of it.
PER_EACH = r"\b(?:per|(?:for|to|into|on) (?:each|every)) (?:_ )?S(?P<each>\d+)\b(?! S\d)"
QUOTIENT = r"\b(?:ratio|quotient)(?: of| between)? (?:the )?([CS])(?P<a>\d+) (?:to|and|over|versus|vs) (?:the )?\1(?P<b>\d+)\b"

#: Words by which several values become one.
AGGREGATE = re.compile(rf"\b(?:{EXTREME}|{SUM}|{MEAN}|median|mode)\b")


class Unclear(Exception):
    """A phrase whose operation is plain and whose parts are not: no other rule may answer it by less than it asks."""


def joined(text: str) -> str:
    """``text`` with the two words of a comparison side by side: "more S1 than S0" as "S1 more than S0"."""
    return re.sub(rf"\b({MORE}|{LESS}) ((?:\S+ ){{1,6}}?)than\b", r"\2\1 than", text)
