"""How a question is addressed: what people say before and after it to whom they ask, and the orders in which they ask it.

``unaddressed`` leaves out openers ("hey, I'm curious:", "could you tell me") and tags ("any idea?", "could you count it for
me?"), none of which says anything of the chart, and writes orders with a plain verb, or as the question that they are ("jot down every site that ..." → "Find the site that
...", "count the sites" → "How many sites"). Only closed lists of words go; a question of one word stays. English only.

Not covered: how an answer is to be written (``plain_asking``), and remarks with words of their own ("I lost my notes").
"""

from __future__ import annotations

import re
from collections.abc import Collection

from recast.language.words import fold

_ASKS = (
    r"(?=(?:what|which|who|whose|how|when|where|is|are|was|were|do|does|did|has|have|had"
    r"|(?:in|by|on|at|for|during|since|from|of|to) (?:what|which|how)|the|all|every)\b)"
)
_END = r"(?=[\s?.!]*$)"
_PAUSE = r"\s*(?:[,:;!.–—]|-(?=\s)|\.\.\.)+\s*"
_YOU = r"(?:can|could|would|will)\s+(?:you|anyone|someone|somebody)\s+(?:please\s+|kindly\s+|quickly\s+)?"
_ME = r"(?:\s+to)?(?:\s+(?:me|us))?"
_KNOW = r"(?:know|find\s+out|see|learn|figure\s+out|hear|understand)"
_GREETING = (
    r"(?:hi|hello|hey|hiya|oh|um|hm+|well|so|ok|okay|right|alright|now|then|and|but|also|again|just|please|pls|plz|quick(?:ly)?|kindly"
    r"|(?:hi|hello|hey)\s+(?:there|all|everyone)|yes\s+or\s+no|(?:a\s+)?(?:quick|short|simple|silly)\s+(?:question|one|check)"
    r"|(?:my|one\s+more|another|next|last|first)\s+question|one\s+more(?:\s+thing)?|by\s+the\s+way|btw|sorry|excuse\s+me|good\s+(?:morning|day))"
)
#: What says only that somebody would like to know.
_WISH = (
    rf"(?:{_YOU}(?:tell|say|show|give|calculate|find|work\s+out|compute|determine|check|confirm|remind|explain|look\s+up){_ME}"
    r"|do\s+(?:you|we)\s+(?:happen\s+to\s+)?know|does\s+any(?:one|body)\s+know|anyone\s+know"
    rf"|i(?:'d|\s+would)\s+(?:like|love)\s+to\s+{_KNOW}|i(?:\s+just)?(?:\s+want(?:ed)?|\s+need(?:ed)?|'m\s+trying|\s+am\s+trying)\s+to\s+{_KNOW}"
    r"|i(?:\s+wonder(?:ed)?|'m\s+wondering|\s+am\s+wondering|\s+was\s+wondering|'m\s+(?:just\s+)?curious|\s+am\s+(?:just\s+)?curious)"
    r"|(?:just\s+)?(?:curious|wondering)|(?:just\s+)?out\s+of\s+(?:\w+\s+)?curiosity|if\s+i\s+may\s+ask|may\s+i\s+ask"
    r"|(?:please\s+)?(?:tell|remind)\s+(?:me|us)|let\s+me\s+know|any\s+(?:idea|clue|guess)|help\s+me(?:\s+out)?)"
)
_OPENERS = (
    re.compile(
        rf"^\s*(?:{_GREETING}\b{_PAUSE}|{_GREETING}\s+(?={_GREETING}\b|{_WISH}\b))+(?=\S+\s+\S)",
        re.IGNORECASE,
    ),
    re.compile(rf"^\s*(?:{_GREETING}\s+)+{_ASKS}", re.IGNORECASE),
    re.compile(rf"^\s*{_WISH}{_PAUSE}(?:about\s+)?(?=\S+\s+\S)", re.IGNORECASE),
    re.compile(rf"^\s*{_WISH}\s+(?:about\s+(?=[^?]*, ?(?:how|what|which)\b)|{_ASKS})", re.IGNORECASE),
)
#: "Forex - any idea how many that is?"
_WISH_WITHIN = re.compile(rf"(?:,|\s-|\s?[–—:])\s+{_WISH}\s+{_ASKS}", re.IGNORECASE)
_TAG = re.compile(
    rf"(?:[,;:?.]|\s-|\s?[–—])\s*(?:any\s+(?:ideas?|clue|guess(?:es)?)|do\s+you\s+(?:happen\s+to\s+)?know|you\s+know|i\s+wonder|if\s+(?:possible|you\s+can)"
    rf"|(?:{_YOU}(?:(?:count|check|tell|add|sum|work|find|look|say|figure|calculate|compute|help|confirm|show|give|do)\b)?"
    r"|can\s+you|could\s+you|would\s+you|will\s+you)(?:\s+(?:it|that|this|them|these|those|me|us|up|out|for|all|together|please|so))*"
    rf"|(?:please|pls|plz|thanks|thank\s+you|thx|cheers)(?:\s+(?:a\s+lot|very\s+much|so\s+much|in\s+advance))?)\s*{_END}",
    re.IGNORECASE,
)
#: Verbs that order a label or several of them, before what they order.
_ORDERED = re.compile(
    rf"^\s*(?:please\s+)?(?:{_YOU})?(?:(?:name|list|give|find|identify|state|show|tell|report|mention|select|choose|enumerate|specify|spot|pinpoint|get"
    r"|(?:write|jot|note)\s+down|(?:pick|single|point|call|read)\s+out|look\s+up)(?:\s+(?:me|us))?|(?:i\s+)?(?:just\s+)?(?:need|want)|(?:i'm\s+)?looking\s+for)\s+"
    r"(?:the\s+names?\s+of\s+)?(?:every\s+(?:one\s+of\s+)?|each\s+(?:of\s+)?|all\s+(?:of\s+)?|any\s+)?+(?:the\s+|those\s+)?+"
    r"(?=[^\W\d_]{2})(?!(?:with|that|which|who|whose|of|where|when|in|on|at|for|by|to|from|is|are|was|were|has|had|have|and|or|than)\b)",
    re.IGNORECASE,
)
#: Orders, and the question or the verb that they amount to.
_ORDERS = (
    (
        re.compile(
            rf"^\s*(?:please\s+)?(?:{_YOU})?(?:(?:work|figure)\s+out|calculate|compute|determine|derive|estimate|state|report|tell|write\s+down|name|give|find|get|show|say)"
            rf"(?:\s+(?:me|us))?\s+(?=(?:(?:by|in|at|on|for)\s+)?(?:what|which|who|how|when|where)\b)",
            re.IGNORECASE,
        ),
        "",
    ),
    (
        re.compile(
            r"^\s*(?:please\s+)?(?:sum(?:\s+up)?|add\s+(?:up|together)|total(?:\s+up)?|tally(?:\s+up)?)\s+(?=(?:the|all|every|both)\b)",
            re.IGNORECASE,
        ),
        "What is the sum of ",
    ),
    (
        re.compile(
            r"^\s*(?:please\s+)?(?:count|tally)(?:\s+up)?\s+(?:the|all(?:\s+the)?|every|each)\s+(?:number\s+of\s+)?(?=\S)",
            re.IGNORECASE,
        ),
        "How many ",
    ),
    (
        re.compile(
            r"^\s*(?:please\s+)?(?:(?:work|figure)\s+out|determine|derive)\s+(?=the\b)", re.IGNORECASE
        ),
        "Find ",
    ),
    (_ORDERED, "Find the "),
)


def unaddressed(text: str, known: Collection[str]) -> str:
    """``text`` without openers and tags, and with its order in a plain verb; ``known`` are the folded words of labels, none of
    which is left out or taken for an order."""
    plain = text
    for _ in range(2):  # "hey, so I'm curious: ..."
        for opener in _OPENERS:
            plain = _put(opener, "", plain, known)
    plain = _put(_WISH_WITHIN, ", ", plain, known)
    shorter = _put(_TAG, "", plain, known)
    plain = shorter if len(shorter.split()) > 1 else plain
    for pattern, form in _ORDERS:
        ordered = _put(pattern, form, plain, known)
        if ordered != plain:
            return ordered
    return plain


def _put(pattern: re.Pattern[str], form: str, text: str, known: Collection[str]) -> str:
    """``text`` with what ``pattern`` finds written as ``form``, but where a longer word of a label would go."""
    found = pattern.search(text)
    if found is None or any(len(word) > 3 and fold(word) in known for word in _WORD.findall(found[0])):
        return text
    return text[: found.start()] + form + text[found.end() :]


_WORD = re.compile(r"[^\W\d_]+")
