"""Sketches of questions in which what is asked, what is added or which label is sought stands in another place than the rules expect.

Each form turns on marks ("A was how many points lower than B", "B plus C exceeds A", "A and B together: do they exceed C",
"what is A's lowest category", "what percentage of A go on to B"), so that it cannot be told from the words alone.

Not covered: questions of two sentences of which the second asks for something else than the first.
"""

from __future__ import annotations

import re

from recast.solve.charts.wording import EXTREME, FALL, GAP, LESS, MEAN, MORE, RISE, SUM

_MARK = r"[CS]\d+"
_BE = r"(?:is|was|are|were)"
_UNIT = r"(?: (?:_|V|points|percentage_points))?"
_LIST = rf"(?:the )?{_MARK}(?:(?: ,| and| plus| the)+ {_MARK})+"
_THING = r"(?:X|categor(?:y|ies)|area|series|years?|months?|quarters?|weeks?|days?|item|group)"
_OPERATION = (
    rf"\b(?:{EXTREME}|{MORE}|{LESS}|{GAP}|{MEAN}|{RISE}|{FALL}|N\d+|T\d+|each|per|percentage|times|not|no)\b"
)

_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    # "in the last quarter , C2 was how many points lower than C1"
    (
        re.compile(
            rf"^(?P<place>(?:in|for|at|on|during) [^,]*? , )?(?P<one>(?:the |_ )*{_MARK}(?: (?!{_BE}\b)\S+){{0,4}}?) (?P<be>{_BE}) how (?P<many>much|many){_UNIT} (?P<than>{MORE}|{LESS}) than (?P<other>.*)$"
        ),
        r"\g<place>how \g<many> \g<than> \g<be> \g<one> than \g<other>",
    ),
    # "C0 _ how many times C7"
    (
        re.compile(
            rf"^(?P<one>(?:the )?{_MARK}(?: V)?)(?: _| {_BE})? how many times (?:(?:as|much|many|that|of|the|_|V|value) )*(?P<other>{_MARK}(?: _)?)$"
        ),
        r"what is the ratio of \g<one> to \g<other>",
    ),
    # "what is S2 lowest category"
    (
        re.compile(
            rf"^what {_BE} (?P<of>{_MARK})(?: V)? (?P<end>(?:T\d+ )?{EXTREME}) (?P<noun>{_THING})(?: (?:in|for) (?P<place>{_MARK}))?$"
        ),
        r"which \g<noun> has the \g<end> \g<of>",
    ),
    # "C2 and C1 together - do they get more than the C0"
    (
        re.compile(
            rf"^(?:_ )*(?P<list>{_LIST}) (?:(?:combined|together) )?(?:[-,] )?(?P<ask>(?:do|does|did|is|are|was|were|have|has)) (?:they|it|these)(?: both| together)? (?P<rest>.*\b(?:{MORE}|{LESS}|exceed\w*|surpass\w*|above|below|over|under)\b.*)$"
        ),
        r"\g<ask> \g<list> together \g<rest>",
    ),
    # "what percentage of C0 _ the _ to C4", "of C0 , what percentage _ C4"
    (
        re.compile(
            r"^(?:what|which) percentage of (?:the |those |who |that |all )*(?P<whole>C\d+) (?:(?:make|makes|made|go|goes|went|get|gets|got|reach|reaches|reached|come|came|become|became|take|took|_|it|all|the|to|up|on|as|far|at|through|eventually|also|in|turn|end|ended|still) )+(?P<part>C\d+)(?: _)*$"
        ),
        r"what percentage of \g<whole> is \g<part>",
    ),
    # "what was the T1 month with over N0 _", "which X was the T1 in which S1 exceeds S0"
    (
        re.compile(
            rf"^(?:what|which)(?: (?P<noun>X|_|year|month|quarter|week|day))? {_BE} the (?P<nth>T1|last|final)(?: (?P<of>X|_|year|month|quarter|week|day|one))? (?:with|having|in which|when|where|that|to) (?P<rest>.*)$"
        ),
        r"\g<nth> \g<noun>\g<of> with \g<rest>",
    ),
    # "which was the only year when S1 fell"
    (
        re.compile(rf"^(?:what|which)(?: {_THING})? {_BE} the only (?P<noun>{_THING}) (?:when|where|in which) (?P<rest>.*)$"),
        r"in which \g<noun> did \g<rest>",
    ),
    # "how often did S1 exceed S0"
    (re.compile(r"^how often (?=(?:did|does|do|was|were|is|has|have)\b.*\b(?:S\d+|C\d+|V)\b)"), "in how many X "),
    # "what was the biggest rise from S0 to S1"
    (
        re.compile(rf"\b(?P<end>{EXTREME}) {RISE} (?:from|between) (?P<one>S\d+) (?:to|and) (?P<other>S\d+)(?: , in _| in _)?"),
        r"\g<end> amount by which \g<other> exceeds \g<one>",
    ),
    (
        re.compile(rf"\b(?P<end>{EXTREME}) {FALL} (?:from|between) (?P<one>S\d+) (?:to|and) (?P<other>S\d+)(?: , in _| in _)?"),
        r"\g<end> amount by which \g<one> exceeds \g<other>",
    ),
)  # fmt: skip
#: "T1 month with over N0 S2": what is bounded stands before its bound.
_WITH_MORE = re.compile(
    rf"^(?P<nth>(?:T1|last|final) \S+ )with (?P<bound>(?:over|above|below|under|at_least|at_most|(?:{MORE}|{LESS}) than) N\d+) (?P<of>S\d+)$"
)
_TWICE = re.compile(r"\btogether (?=.*\btogether\b)")
_PLUS = re.compile(rf"\b(?P<one>{_MARK}) plus (?P<other>{_MARK})\b")
#: "how many _ all Q4 _ in C0": everything there.
_OF_ALL = re.compile(
    rf"^how (?:many|much)(?: (?:_|V|S\d+))* (?:(?:did|do|does|was|were|off|from|on|at|out|by|_) )*all (?:the )?(?:Q\d+ )?(?:_|series|lines|X|of them|V)(?: _)*(?: together| combined)?(?P<place> (?:in|for|at|on|during) (?:the )?{_MARK})$"
)


def reordered(text: str) -> str:
    """``text``, the sketch of a question, with its parts where the rules look for them."""
    for pattern, form in _FORMS:
        text = " ".join(pattern.sub(form, text).split())
    text = _TWICE.sub("", _WITH_MORE.sub(r"\g<nth>with \g<of> \g<bound>", text))
    if re.search(r"\bexceed\w*\b|\bthan\b", text):
        text = _PLUS.sub(r"\g<one> and \g<other> together", text)
    everything = _OF_ALL.match(text)
    if everything and not re.search(_OPERATION, text) and not re.search(rf"\b{SUM}\b", text):
        text = f"what is the total of all values{everything['place']}"
    return text


__all__ = ["reordered"]
