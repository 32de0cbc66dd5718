"""A question about a chart in plainer words: what many say with a verb, an idiom or a turn of their own, in the words of operations.

``plainly`` leaves out how a question is addressed (``addressed``) and how its answer is to be written ("to one decimal"),
and writes idioms of comparing, ranking, rising and adding as the words that the rules know ("how far is A behind
B" → "how much lower is A than B"). Only what says the same in a question about any chart; words that stand in a label stay
as they are. English only.

Not covered: rounding itself (the exact answer is given); idioms that turn on what is measured ("improved", "worse off").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial

from recast.language.addressed import unaddressed
from recast.language.plain_operations import OPERATIONS, Written
from recast.language.plain_order import NAMED_AFTER, ORDERS
from recast.language.words import fold

_STOPS = re.compile(r"([?.])\s*[?.]$")
_CAPITAL = re.compile(r"^\s*([a-z])")
_WORD = re.compile(r"[^\W\d_]+")
_PLACES = (
    r"(?:the\s+nearest\s+(?:whole(?:\s+number)?|integer|tenth|hundredth|ten|hundred|thousand|million|percent)"
    r"|(?:one|two|three|\d)\s+(?:decimals?(?:\s+(?:places?|digits?|points?))?|significant\s+(?:figures?|digits?))|an?\s+whole\s+number)"
)
_ROUNDED = re.compile(
    rf"[,;(]?\s*\(?\b(?:please\s+)?(?:(?:and\s+)?(?:round(?:ed|ing)?|correct|exact|give|write|answer|express(?:ed)?)\b(?:\s+(?:it|this|that|your|the|answer|result|off|up))*\s+)?"
    rf"(?:to|with|at)\s+{_PLACES}\)?(?=\s*[?.,]|\s*$)",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    r"[,;]?\s*\(?\b(?:answer\s+(?:with\s+|by\s+)?)?(?:yes\s*(?:or|/)\s*no)\b\)?(?=\s*[?.]*\s*$)"
    r"|(?<=[?.])\s*(?:please\s+)?(?:name|list|give|state)\s+(?:it|them|(?:the|its|their)\s+(?:name|label|value|number|year)s?)\.?\s*$"
    r"|[,.]?\s*(?:please|thanks|thank\s+you)(?=\s*[?.!]*\s*$)",
    re.IGNORECASE,
)
_END = r"(?=\s*[?.]|\s*$)"
_BE = r"(?P<be>is|was|are|were)"
_VALUE_BEFORE = r"(?<!difference )(?<!differences )(?<!gap )(?<!ratio )(?<!is )(?<!are )"
_MOVES = r"(?:rise|increase|growth|gain|jump|climb|drop|fall|decline|decrease|reduction|dip|change)"


def _lower_or_higher(found: re.Match[str]) -> str:
    """ "how far behind B is A", "how far is A behind B"."""
    more = (
        "lower"
        if re.search(r"\b(?:behind|below|short|beneath|under)\b", found["way"], re.IGNORECASE)
        else "higher"
    )
    return f"how much {more} {found['be']} {found['one']} than {found['other']}"


def _as_moving(up: bool) -> Callable[[re.Match[str]], str]:
    """A verb of rising or falling, in the form of the one that it is written as."""
    base, past = ("rise", "rose") if up else ("fall", "fell")

    def moved(found: re.Match[str]) -> str:
        word = fold(found[0])
        if word.endswith("ing"):
            return "rising" if up else "falling"
        if word.endswith("ed") or word in _IRREGULAR:
            return past
        return f"{base}s" if word.endswith("s") else base

    return moved


_LOWER = r"cheaper|colder|cooler|lighter|younger|quieter|drier|poorer|weaker"
_HIGHER = r"dearer|costlier|pricier|heavier|hotter|warmer|busier|richer|wealthier|wetter|stronger|older"
_COMPARATIVE = rf"(?:{_LOWER}|{_HIGHER}|more expensive|less expensive)"


def _measured(found: re.Match[str]) -> str:
    """A comparative of one measure as the end of the scale that it means."""
    less = re.fullmatch(rf"{_LOWER}|less expensive", found["than"], re.IGNORECASE)
    return f"{found['asks']} {'lower' if less else 'higher'}".strip()


def _having(found: re.Match[str]) -> str:
    """ "clocks up", "pulled in": to have."""
    form = (found["s"] or found["z"] or "").lower()
    return {"": "have", "s": "has"}.get(form, "had")


_IRREGULAR = frozenset({"sank", "shrank", "slid", "shrunk", "sunk"})
_UP = r"(?:surg|soar|expand|skyrocket)(?:e|es|ed|ing|s)?"
_DOWN = r"(?:plung(?:e|es|ed|ing)|plummet(?:s|ed|ing)?|slump(?:s|ed|ing)?|shrink(?:s|ing)?|shrank|shrunk|sink(?:s|ing)?|sank|sunk|tumbl(?:e|es|ed|ing)|slid|diminish(?:es|ed|ing)?|dwindl(?:e|es|ed|ing))"

#: Turns of asking, and what they are in words of operations.
_TURNS: tuple[tuple[str, Written], ...] = (
    (rf"^what (?P<of>the .+?) {_BE}{_END}", r"what \g<be> \g<of>"),
    (r"^is it (?:true|correct|right|so|the case) (?:that|to say that) (?P<one>.+?) (?P<be>is|was|are|were|has|have|had) ", r"\g<be> \g<one> "),
    (r"^true or false\s*[:,.?]?\s*(?P<one>.+?) (?P<be>is|was|are|were) ", r"\g<be> \g<one> "),
    (r"^(?P<two>[^,?:]+? or [^,?:]+?)\s*(?:[:,?]|-)\s*(?P<asks>which|who)(?: one| of (?:them|the two|these))? (?P<rest>[^?]+)\??$", r"\g<asks> \g<rest>, \g<two>?"),
    (rf"^(?P<two>[^,?]+? (?:vs\.?|versus|and) [^,?]+?)[,:] (?:how (?:big|large|great|wide) (?:is|was)|what (?:is|was)) the (?:difference|gap){_END}", r"what is the difference between \g<two>"),
    (rf"^(?P<asks>(?:which|who)(?: [^\W\d_]+){{0,3}} (?:is|was|are|were)|how (?:much|many)(?: [^\W\d_]+){{0,2}}?) (?P<than>{_COMPARATIVE})\b(?!(?: than)? \d)", _measured),
    (rf"\b(?P<asks>)(?P<than>{_COMPARATIVE})(?= than (?!\d))", _measured),
    (rf"\bhow far apart {_BE} (?P<two>.+?){_END}", r"what is the difference between \g<two>"),
    (rf"\bhow far (?P<way>ahead of|in front of|above|behind|below) (?P<other>.+?) {_BE} (?P<one>.+?){_END}", _lower_or_higher),
    (rf"\bhow far {_BE} (?P<one>.+?) (?P<way>ahead of|in front of|above|behind|below) (?P<other>.+?){_END}", _lower_or_higher),
    (
        rf"\bhow (?:much|many(?: [^\W\d_]+){{0,3}}?|large a gap|big a gap) (?:separates?|separated) (?P<one>.+?) (?:from|and) (?P<other>.+?){_END}",
        r"what is the difference between \g<one> and \g<other>",
    ),
    (
        rf"\bhow (?:much|many(?: [^\W\d_]+){{0,3}}?) (?:lies?|lay|(?<=points )(?:are|were)(?: there)?) between (?P<two>.+? and .+?){_END}",
        r"what is the difference between \g<two>",
    ),
    (r"\bby (?:what|which|how (?:big|wide|large) a) (?:margin|amount|distance|difference)\b", "by how much"),
    (r"\b(?:margin|spread|discrepancy|disparity|distance)(?= between\b)", "difference"),
    (r"\b(?:beats|outsells|outperforms|outpaces|outweighs|outranks|outstrips|outscores)\b", "exceeds"),
    (r"\b(?:beat|outsell|outperform|outpace|outweigh|outrank|outstrip|outscore)\b", "exceed"),
    (r"\b(?:outsold|outperformed|outpaced|outweighed|outranked|outstripped|outscored)\b", "exceeded"),
    (r"\b(?:pass|break)(?= (?:the )?(?:mark of |level of )?[$€£]?\d)", "exceed"),
    (r"\b(?:passes|breaks|tops)(?= (?:the )?(?:mark of |level of )?[$€£]?\d)", "exceeds"),
    (r"\b(?:passed|broke|topped)(?= (?:the )?(?:mark of |level of )?[$€£]?\d)", "exceeded"),
    (r"\b(?:hit|hits|touch|touches|touched|attain|attains|attained)(?= (?:the )?(?:mark of |level of )?[$€£]?\d)", "reach"),
    (r"^how many (?:[^\W\d_]+ ){1,4}?(?:were|was|have been|has been) (?:added|gained)(?= (?:between|from)\b)", "what is the increase"),
    (r"\bin excess of\b", "above"),
    (r"\bno fewer than\b|\ba minimum of\b", "at least"),
    (r"\ba maximum of\b", "at most"),
    (r"\b(?:at or|equal to or) (above|below|over|under)\b", lambda found: "at least" if found[1] in ("above", "over") else "at most"),
    (rf"\b(?:steepest|sharpest|strongest|deepest|most (?:dramatic|pronounced|significant))(?=(?: [^\W\d_]+)? {_MOVES}\b)", "largest"),
    (rf"\b(?:slightest|mildest|gentlest|slowest)(?=(?: [^\W\d_]+)? {_MOVES}\b)", "smallest"),
    (rf"\b{_UP}\b", _as_moving(up=True)),
    (rf"\b{_DOWN}\b", _as_moving(up=False)),
    (r"\bthe runner-up\b|\brunner-up\b", "the second highest"),
    (
        r"\b(?:is|was|comes?|came|finish(?:es|ed)?|end(?:s|ed)? up|takes?|took|holds?|held) (?:in )?(?:the )?(first|second|third|fourth|fifth) place\b",
        r"ranks \1",
    ),
    (rf"\b{_VALUE_BEFORE}between (?:them|the two(?: of them)?|the three(?: of them)?)\b", "together"),
    (r"\b(?:taken|put|counted|lumped|added) together\b|\bjointly\b", "together"),
    (r"\b(?:(?:clock|rack|notch|chalk)(?P<s>s|ed)? up|(?:pull|haul|rake)(?P<z>s|ed|d)? in)\b", _having),
    (r"\bbottom(?:s|ed)? out\b", "reach the lowest"),
    (r"\ball told\b|\bin sum\b|\bin all\b(?= *[?.]| *$)", "in total"),
    (
        r"\b(?:not counting|not including|leaving (?:out|aside)|ignoring|disregarding|with the exception of|if (?:we|you) (?:leave out|ignore|exclude))\b",
        "excluding",
    ),
    (r"\b(?:separately|individually|one by one|one at a time)\b", "each"),
    (r"\b(what|which|how (?:big|large|high|great) (?:is|was) the) share(?= of\b)", r"\1 percentage"),
)  # fmt: skip
_PATTERNS = tuple(
    (re.compile(pattern, re.IGNORECASE), form) for pattern, form in (*ORDERS, *_TURNS, *OPERATIONS)
)

_NAMED_AFTER = (re.compile(NAMED_AFTER[0], re.IGNORECASE), NAMED_AFTER[1])
#: Words of grammar that stand in labels as well as in turns of asking.
_LINKS = frozenset(
    ("a", "an", "and", "at", "by", "for", "from", "in", "is", "it", "of", "on", "or", "the", "to", "with")
)


def plainly(text: str, known: Collection[str]) -> str:
    """``text`` in plainer words; ``known`` are the folded words of labels, which are left as they are."""
    plain = _replaced(*_NAMED_AFTER, unaddressed(text, known), known)
    for left_out in (_ROUNDED, _ANSWERED):
        plain = left_out.sub("", plain)
    for pattern, form in _PATTERNS:
        plain = _replaced(pattern, form, plain, known)
    return (
        text
        if plain == text
        else _CAPITAL.sub(lambda found: found[1].upper(), _STOPS.sub(r"\1", plain.strip()))
    )


def _replaced(pattern: re.Pattern[str], form: Written, text: str, known: Collection[str]) -> str:
    return pattern.sub(partial(_written, form=form, known=known), text)


def _written(found: re.Match[str], form: Written, known: Collection[str]) -> str:
    """The turn in words of operations, or as it stands where a word that would go is one of a label."""
    made = form(found) if callable(form) else found.expand(form)
    kept = {fold(word) for word in _WORD.findall(made)}
    gone = {fold(word) for word in _WORD.findall(found[0])} - kept - _LINKS
    return found[0] if gone.intersection(known) else made
