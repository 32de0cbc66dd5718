"""Questions without a question word ("city with the most rain", "wettest month?", "first year above 40"), or with what they
are about before it ("A, how many were there?").

``asked`` writes the sketch of such a phrase as the question that it stands for. A label is asked for where the head noun is
what the categories are (the title of their axis, a word of time or of charts), a value where it is anything else, as in
"highest rainfall". Raises ``Unclear`` for a head noun that may be either ("_ with the most S0"): such a phrase has no value
that may be taken for its answer.

Not covered: a noun that stands for the categories without being named by the chart.
"""

from __future__ import annotations

import re

from recast.solve.charts.wording import COMPARISONS, EXTREME, Unclear, joined

_NOUN = r"(?:X|years?|months?|quarters?|weeks?|days?|dates?|categor(?:y|ies)|bars?|slices?|segments?|wedges?|columns?|groups?|items?|options?)"
_TIME = r"(?:X|years?|months?|quarters?|weeks?|days?|dates?|times?)"
_BEFORE = r"^(?:(?:find|name|list|identify|give|tell|show|_) (?:me )?)?(?:the |all |every |_ )*"
_LINK = r"(?:with|having|has|have|that|which|who|whose|where|when|(?:in|at|on|for|during|by) which)"
_TESTED = re.compile(
    rf"\b(?:{EXTREME}|{'|'.join(pattern for _, pattern in COMPARISONS[:4])}|equal\w*|same|exactly)\b|\bN\d+\b|\bT\d+\b"
)
#: "month with the least S0", "X that _ the most", "years when S0 exceed S1".
_RELATIVE = re.compile(rf"{_BEFORE}(?P<noun>{_NOUN})(?: _)? (?P<link>{_LINK}) (?P<rest>.+)$")
_UNKNOWN = re.compile(
    rf"^(?:the )?_ (?P<link>{_LINK}) (?:is |are |was |were |got |gets )?(?:the )?{EXTREME}\b"
)
#: "lowest month for V", "T2 highest X", "most popular X", "highest V X".
_PICKED = re.compile(
    rf"{_BEFORE}(?P<pick>(?:(?:T\d+|last) )?(?:Q\d+ )?{EXTREME}(?: Q\d+)?(?: (?:popular|common|frequent|V|S\d+|_))?) (?P<noun>{_NOUN})"
    r"(?P<rest>(?: (?:for|by|in|on|of|at|to|going|according|with|when|where|across|among|overall|and|_|,).*)?)$"
)
#: "T1 year S0 exceeds S1", "last month above N0".
_MOMENT = re.compile(rf"{_BEFORE}(?P<which>T1|last|final) (?P<noun>{_TIME})(?: {_LINK})? (?P<rest>.+)$")
#: "X above N0".
_BOUNDED = re.compile(
    rf"{_BEFORE}(?P<noun>{_NOUN}) (?P<rest>(?:_ )?(?:{'|'.join(pattern for _, pattern in COMPARISONS[:4])}) .*\bN\d+\b.*)$"
)
#: "S1 , which X _ most", "C0 , how many _": what it is about comes first.
_TOPIC = re.compile(
    r"^(?:the )?(?P<topic>[CSKV]\d*(?: _)?) (?:[,-] )?(?P<asked>(?:(?:in|at|on|for|by) )?(?:which|what|who|when|how)\b.*)$"
)
#: "who leads in S1", "which X leads the _".
_LEADS = re.compile(
    r"^(?P<who>what|who|which (?:X|_)) (?:leads?|led) (?!.* and\b)(?:(?:in|on|for|by|with|when|the) )*(?P<rest>.*)$"
)
_COUNTED = re.compile(
    rf"^how many (?:of )?(?:the )?(?P<noun>{_NOUN})(?: _)? (?:whose|with|having) (?P<rest>.+)$"
)


def asked(text: str) -> str:
    """The sketch ``text`` with the question word that it leaves out; as it is where it has one, or asks for a value."""
    topic = _TOPIC.match(text)
    text = f"{topic['asked']} for {topic['topic']}" if topic else text
    leads = _LEADS.match(text)
    if leads:
        who = leads["who"] if leads["who"].startswith("which") else "which _"
        return f"{who} has the highest {leads['rest']}"
    counted = _COUNTED.match(text)
    if counted:
        return f"how many {counted['noun']} have {counted['rest']}"
    if re.match(
        r"(?:what|which|who|whose|how|when|where|is|are|was|were|do|does|did|has|have|had|can)\b", text
    ):
        return text
    moment = _MOMENT.match(text)
    if moment and _TESTED.search(joined(moment["rest"])) and not re.search(rf"\b{EXTREME}\b", moment["rest"]):
        return f"in which {moment['noun']} did {joined(moment['rest'])} {moment['which']} _"
    relative = _RELATIVE.match(text)
    if relative and _TESTED.search(joined(relative["rest"])):
        return _related(relative)
    picked = _PICKED.match(text)
    if picked:
        return f"which {picked['noun']} has the {picked['pick']}{picked['rest']}"
    bounded = _BOUNDED.match(text)
    if bounded:
        return f"which {bounded['noun']} are {bounded['rest']}"
    if _UNKNOWN.match(text):
        raise Unclear
    return text


#: Nouns in the plural, with which all times are asked for and not the first.
_SEVERAL = frozenset(("years", "months", "quarters", "weeks", "days", "dates", "times"))


def _related(found: re.Match[str]) -> str:
    noun, link, rest = found["noun"], found["link"], found["rest"]
    if link in ("where", "when") or link.endswith(" which"):
        return f"in which {noun} {'do ' if noun in _SEVERAL else ''}{rest}"
    if link in ("with", "having", "whose"):
        return f"which {noun} has {rest}"
    return f"which {noun} {rest}"
