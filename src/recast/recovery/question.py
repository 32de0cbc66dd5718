"""What the wording of a protected question asks a program to compute (design §8).

Only wording is read: the protected names are taken out first, so that a label made of such words asks for nothing. The
chart's own order in time (first, last, earliest, most recent) needs no comparison, since every map keeps it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from recast.program.names import folded

Need = Literal["max", "min", "order", "median", "compare", "equal", "count"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_NAME = "\u25a1"  # stands where a name was
_MOST = _words(
    "most highest largest greatest biggest maximum maximal max peak peaked peaks tallest longest best top topmost leading "
    "dominant majority maximums strongest steepest fastest widest richest upmost utmost"
)
_LEAST = _words(
    "least lowest smallest fewest minimum minimal min shortest worst tiniest weakest slowest narrowest closest nearest "
    "bottommost"
)
_MORE = _words(
    "higher larger greater bigger more lower smaller less fewer better worse taller longer shorter stronger weaker "
    "faster slower wider narrower"
)
_AUXILIARY = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|isn't|aren't|wasn't|weren't|doesn't|don't|didn't)"
_NUMERAL = r"(?:[$€£]?(?!(?:18|19|20)\d\d\b)\d[\d.,]{0,18}%?)"
_BOUND = rf"(?:the\s+)?(?:{_NUMERAL}|{_NAME}|average|mean|median|half|total|sum|zero|one|two|three|four|five|six|seven|eight|nine|ten)"
_COMPARATIVE = "(?:" + "|".join(_MORE) + ")"
#: "under the \u25a1 category", "over the five years": where something stands, no bound.
_PLACE = r"(?:years?|months?|quarters?|weeks?|days?|decades?|periods?|categor(?:y|ies)|groups?|sections?|headings?|headers?|labels?|columns?|rows?|class(?:es)?|types?|titles?|segments?|series)"
_THRESHOLD = re.compile(
    rf"\b{_COMPARATIVE}\s+(?:\w+\s+){{0,2}}?than\b|\b(?:above|below|over|under|beyond)\s+{_BOUND}(?!\s+{_PLACE}\b)"
    rf"|\b(?:reach|hit|attain|pass|cross)(?:e[sd]|s|ed|ing)?\s+(?:(?:the|a|an|value|level|mark|of)\s+){{0,3}}{_NUMERAL}"
    rf"|\b(?:exceed|surpass|outnumber|overt[ao]k|outperform|outstrip)\w*|\bat\s+(?:least|most)\s+(?:as\b|{_BOUND})|\bno\s+(?:more|less|fewer)\s+than\b"
    rf"|\bbetween\s+{_NUMERAL}\s+and\s+{_NUMERAL}|\b{_NUMERAL}\s+or\s+(?:more|less|fewer|higher|lower|above|below|over|under)\b"
    rf"|\bcross(?:es|ed)?\b",
    re.IGNORECASE,
)
_EQUAL = re.compile(
    r"\b(?:equal|equals|equalled|identical)\b|\b(?:the\s+)?same\s+(?:value|number|amount|percentage|share|height|length|size|quantity|count|level)\b"
    r"|\bexactly\s+as\b",
    re.IGNORECASE,
)
_VERB = r"(?:ha[vd]e?|has|are|were|is|was|with|that|which|who|show\w*|record\w*|report\w*|reach\w*|got|get|do|does|did|saw|see|score\w*|receive\w*|sold)"
#: "how much more than", "by how many", "how many times larger": a difference or a ratio of two given values.
_DIFFERENCE = re.compile(
    rf"\bby\s+(?:how|what|which)\b|\bhow\s+(?:much|many|far)\s+(?:(?!{_VERB}\b)\w+\s+){{0,2}}{_COMPARATIVE}\b(?!\s+(?:\w+\s+)?than\s+{_NUMERAL})"
    rf"|\bhow\s+(?:much|many|far)\s+(?:above|below|over|under)\b|\bhow\s+{_COMPARATIVE}\b"
    rf"|\b(?:percent|percentage|points?|times|%)\s+(?:points?\s+)?{_COMPARATIVE}\b|\bdiffer\w*\s+between\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\bhow\s+many\b|\b(?:the\s+)?(?:number|count)\s+of\b", re.IGNORECASE)
_LISTING = re.compile(
    r"\b(?:which|what|who|whose|where|when|name|list|find|identify|give|select)\b", re.IGNORECASE
)
_PICK = re.compile(
    rf"\b(?:which|what|who|whose)\b[^?]{{0,300}}\b{_COMPARATIVE}\b(?!\s+(?:\w+\s+){{0,2}}?than\b)"
    rf"|\b{_COMPARATIVE}\s*[,:;?]?\s*(?:the\s+)?{_NAME}[^?]{{0,300}}\bor\b",
    re.IGNORECASE,
)
_YES_NO = re.compile(rf"^\W*(?:[^,?]{{0,200}},\s*)?{_AUXILIARY}\b", re.IGNORECASE)
_RANK = re.compile(
    r"\brank\w*|\b(?:ascending|descending)\b|\bsort\w*|\bin\s+(?:what|which)\s+order\b", re.IGNORECASE
)
_OF_THE_TWO = re.compile(
    r"\bthe\s+(?:larger|smaller|higher|lower|greater|bigger|lesser)\b(?!\s+\w+\s+than)", re.IGNORECASE
)
_TIME = re.compile(
    r"\bmost\s+recent(?:ly)?\b|\bat\s+(?:the\s+)?(?:most|least)\b|\bmost\s+of\b", re.IGNORECASE
)
_TOP_NUMBER = re.compile(
    r"\b(?:top|bottom)\s+(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE
)
_TOP_PLACE = re.compile(
    r"\btop\s*-?\s*most\b|\b(?:top|bottom|upper|lower)\s+(?:bar|row|line|category|label|entry|item|one|segment|slice|left|right|of)\b"
    r"|\b(?:at|on|from)\s+(?:the\s+)?(?:very\s+)?(?:top|bottom)\b",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\bthe\s+(?:\w+\s+){0,2}range\s+(?:of|between|in)\b|\bwhat\s+is\s+the\s+range\b", re.IGNORECASE
)
_WITHIN_RANGE = re.compile(
    r"\b(?:in|into|inside|within|for|at|under|by|from|with)\s+(?:the\s+|an?\s+)?(?:\w+\s+){0,2}range\b",
    re.IGNORECASE,
)
#: "the median toll of": a measure by name, where no set of values is spoken of.
_MEDIAN_OF_WHAT = re.compile(
    r"\bmedian\s+(?!of\b|(?:and|or|values?|numbers?|in|for|on|over|across|among|amongst|between|is|was|from|by|bars?|points?)\b)\w",
    re.IGNORECASE,
)
#: Words by which a question takes part of the chart only, without naming that part.
_PART = re.compile(
    r"\b(?:first|last|previous|next|former|latter|past|recent|early|late|earlier|later|since|after|before|until|except\w*|exclud\w*"
    r"|other|others|besides|left|right|leftmost|rightmost|adjacent|consecutive|following)\b",
    re.IGNORECASE,
)


def without_names(question: str, names: Iterable[str]) -> str:
    """The question with a sign in the place of every protected name, whatever its case."""
    for name in sorted(names, key=len, reverse=True):
        pattern = r"\s*".join(re.escape(character) for character in folded(name))
        question = re.sub(rf"(?<!\w){pattern}(?:'s|s|es)?(?!\w)", _NAME, question, flags=re.IGNORECASE)
    return question


def needs(question: str, one_value: bool = False) -> frozenset[Need]:
    """What a program has to compute over operands for this question; names are taken out already. ``one_value``: they name
    one value of the chart, so that "the median toll of" them is a measure."""
    found: set[Need] = set()
    timeless = _TOP_PLACE.sub(
        " ", _TIME.sub(lambda match: "at" if match[0][:2].lower() == "at" else " ", question)
    )
    words = set(re.findall(r"[a-z]+", _TOP_NUMBER.sub(" ", timeless).casefold()))
    if _TOP_NUMBER.search(timeless):
        found.add("order")
    found |= {"max"} if words & set(_MOST) else set()
    found |= {"min"} if words & set(_LEAST) else set()
    if "median" in words and not (_MEDIAN_OF_WHAT.search(question) and one_value):
        found.add("median")
    found |= {"order"} if _RANK.search(question) else set()
    found |= {"max", "min"} if _RANGE.search(_WITHIN_RANGE.sub(" ", question)) else set()
    found |= {"compare"} if _OF_THE_TWO.search(timeless) else set()
    if _compares(question):
        found.add("compare")
    if _EQUAL.search(question) and (
        _COUNT.search(question) or _YES_NO.search(question) or _LISTING.search(question)
    ):
        found.add("equal")
    if asks_count(question):
        found.add("count")
    return frozenset(found)


def asks_count(question: str) -> bool:
    return bool(_COUNT.search(question)) and not _DIFFERENCE.search(question)


def is_yes_no(question: str) -> bool:
    return bool(_YES_NO.search(question)) and not re.match(
        r"\W*(?:which|what|how|who|when|where)\b", question, re.IGNORECASE
    )


def takes_part(question: str, parts: Iterable[str]) -> bool:
    """Whether the question may mean only part of the chart: it holds a name, a year, a word of position or one of the
    words ``parts`` (colours, words of labels)."""
    named = any(re.search(rf"\b{re.escape(part)}", question, re.IGNORECASE) for part in parts if part)
    return (
        named
        or _NAME in question
        or bool(re.search(r"\b(?:1[89]|20)\d\d\b", question))
        or bool(_PART.search(question))
    )


def _compares(question: str) -> bool:
    if _DIFFERENCE.search(question):
        return False
    if _THRESHOLD.search(question) and (
        _COUNT.search(question)
        or _LISTING.search(question)
        or is_yes_no(question)
        or re.search(r"\bwhether\b", question)
    ):
        return True
    if is_yes_no(question) and re.search(rf"\b{_COMPARATIVE}\b", question, re.IGNORECASE):
        return True
    return bool(_PICK.search(question))
