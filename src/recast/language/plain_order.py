"""Questions whose parts stand in another order than rules expect, in that order; part of ``plain_asking``.

What is asked stands behind ("A exceeds B by how much"), a condition before ("if all scores are added up, which comes out on top"),
or in a sentence of its own ("Is there a month when ...? Name it."). Each form says the same in a question about any chart. English
only.

Not covered: two sentences of which the second asks for something of what the first picks.
"""

from __future__ import annotations

import re

from recast.language.plain_operations import Written

_END = r"(?=\s*[?.]|\s*$)"
_BE = r"(?:is|was|are|were)"
_NOUN = r"(?P<noun>[^\W\d_]+(?: [^\W\d_]+)??)"
_ON_TOP = (
    r"(?:comes?|came|ends? up|finish(?:es|ed)?|is|was|would be|would come)(?: out)? (?:on top|first|ahead)"
)
_HOW_MANY = r"how (?:much|many)(?: (?!more\b|less\b|fewer\b|times\b|of\b)[^\W\d_]+){0,2}?"


def _folded(found: re.Match[str]) -> str:
    """ "if all scores are summed, which site comes out on top": which site has the highest total."""
    how = (found["verb"] or found["done"]).lower()
    return f"{found['who']} has the highest {'average' if how.startswith('averag') else 'total'}"


def _there_is(found: re.Match[str]) -> str:
    """ "is there a month with more than 5? Name it": which month has more than 5."""
    link = found["link"].lower()
    place = "in " if link in ("in which", "when", "where") else ""
    return f"{place}which {found['noun']} {'has ' if link == 'with' else ''}{found['rest']}?"


def _ahead_or_behind(found: re.Match[str]) -> str:
    """ "how many points is A ahead of B", "A is how many points behind B"."""
    behind = re.match(r"behind|below|short|shy", found["way"], re.IGNORECASE)
    return f"how much {'lower' if behind else 'higher'} {found['be']} {found['one']} than {found['other']}{found['where'] or ''}"


_WAY = r"(?P<way>ahead of|in front of|above|behind|below)"
_WHERE = r"(?P<where> (?:in|for|at|on|during) [^,?]+?)?"
_IS = r"(?P<be>is|was|are|were)"

#: Turns of order, and what they are in the order of rules.
ORDERS: tuple[tuple[str, Written], ...] = (
    (r"^(?:roughly|approximately|about|around|exactly|overall|in all|so|then|and|well|now)[,:]? (?=(?:(?:in|at|on|for|by) )?(?:how|what|which|who)\b)", ""),
    (r"^(?:in|as a) (?:percent|percentage|per cent)(?: terms)?, (?P<rest>[^?.]+)", r"\g<rest> in percent"),
    (rf"^(?P<one>[^,?]+?) (?:exceeds?|exceeded|surpass(?:es|ed)?|tops|topped|beats?|outstrips|edges out|edged out|trumps) (?P<other>[^,?]+?) by (?:{_HOW_MANY}|what){_END}", r"by how much does \g<one> exceed \g<other>"),
    (rf"^(?P<one>[^,?]+?) {_IS} {_HOW_MANY} {_WAY} (?P<other>[^?]+?){_WHERE}{_END}", _ahead_or_behind),
    (rf"(?<!in )(?<!on )(?<!at )(?<!for )\b{_HOW_MANY} {_IS} (?P<one>[^,?]+?) {_WAY} (?P<other>[^\d?][^?]*?){_WHERE}{_END}", _ahead_or_behind),
    (
        r"^(?:if|when|once|with) (?:you |we |one )?(?P<verb>add|sum|average|total|combine)?(?: up)? ?(?:all|every|everything|each|the)\b[^,?]*?"
        r"(?(verb)|(?: (?:is|are|being|gets|get))? (?P<done>added|summed|averaged|totalled|totaled|combined|counted|put))(?: up| together)?,"
        rf" (?P<who>(?:which|what|who)(?: [^\W\d_]+){{0,2}}?) {_ON_TOP}{_END}",
        _folded,
    ),
    (rf"^(?P<who>(?:which|what|who)(?: [^\W\d_]+){{0,2}}?) (?:comes?|came|ends? up|ended up)(?: out)? on top(?P<rest> (?:in|for|on|by|when)\b[^?]+)?{_END}", r"\g<who> has the highest value\g<rest>"),
    (r"\bjoint(?= (?:share|total|value|percentage|sum|number|amount|score|result|revenue|sales|output|figure)s?\b)", "combined"),
)  # fmt: skip

#: A question whether there is one, and a sentence that asks which: before what is said of an answer is left out.
NAMED_AFTER: tuple[str, Written] = (
    rf"^(?:{_BE}|do you see|can you see) there (?:an?|any|one|some) {_NOUN} (?P<link>in which|when|where|with|that|which|who) (?P<rest>[^?]+)\?"
    r" (?:and )?(?:if so,? )?(?:name|which|what|give|state|tell me which)\b[^?.]*[?.]?$",
    _there_is,
)  # fmt: skip
