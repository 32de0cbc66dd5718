"""How people say an operation on a chart with a turn of their own, in the words of operations that the rules know.

Part of ``plain_asking``: ratios ("by what factor", "as a multiple of"), what is missing or lost ("how many points would A need
to match B"), what is left out ("once A is taken out"), sums ("if you add them"), thresholds ("no ... over 5", "falls short of
5"), ties and crossings ("draw level", "come out ahead of"). Each form says the same in a question about any chart. English only.

Not covered: whose value is meant where only a person or thing outside of the chart is named; idioms that turn on what is
measured.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Written = str | Callable[[re.Match[str]], str]

_END = r"(?=\s*[?.]|\s*$)"
_BE = r"(?:is|was|are|were)"
_DO = r"(?:do|does|did)"
_NUMBER = r"(?=(?:the )?(?:mark of |level of |value of )?[$€£]?\d)"
_TO_MATCH = r"(?:match|equal|reach|catch(?: up (?:with|to))?|draw level with|pull level with|be level with|get level with|tie(?: with)?|come up to|overtake|close the gap (?:to|on|with))"
_EXCEEDS = r"(?:exceed(?:s|ed)?|surpass(?:es|ed)?|outnumber(?:s|ed)?|overtakes?)"
_MORE = r"(?:more|higher|greater|larger|bigger|longer|taller|better|dearer|heavier|older|stronger|(?:many|much) more)"
_LESS = r"(?:less|lower|fewer|smaller|shorter|worse|cheaper|lighter|younger|weaker)"
_SIZE = r"(?:large|big|high|great|many|much|long|tall|common|popular|heavy|expensive|old|strong|valuable)"
_RISES = r"(?:increas(?:e|es|ed)|rises?|rose|risen|grows?|grew|grown|multipl(?:y|ied)|climb(?:s|ed)?|jump(?:s|ed)?|gone up|went up|go up|gained|gain)"
_FALLS = (
    r"(?:decreas(?:e|es|ed)|falls?|fell|fallen|drop(?:s|ped)?|declin(?:e|es|ed)|gone down|went down|go down)"
)
_TAKEN_OUT = r"(?:taken (?:out|away|off)|removed|left (?:out|aside)|excluded|set aside|put aside|dropped|deducted|subtracted|disregarded|ignored|not counted|not included)"
_WHEN = r"(?P<noun>year|month|quarter|week|day|season|period|decade)"
_LOW = r"(?:lowest|smallest|least|fewest|shortest|low|small|min(?:imum)?)"
_HIGH = r"(?:highest|largest|biggest|most|greatest|longest|high|large|max(?:imum)?)"
_ASK = r"(?:express|give|state|write|show|calculate|compute|find|determine|what(?:'s| is| was| are| were))"


def _ratio(found: re.Match[str]) -> str:
    """ "by what factor is A larger than B": A to B; "smaller than": B to A."""
    one, other = found["one"], found["other"]
    less = re.fullmatch(_LESS, found.groupdict().get("than") or "", re.IGNORECASE)
    return f"what is the ratio of {other} to {one}" if less else f"what is the ratio of {one} to {other}"


def _grown(found: re.Match[str]) -> str:
    """ "by what factor did A grow from B to C": A at C to A at B."""
    one = found["one"]
    first, last = (
        (found["a"], found["b"])
        if re.fullmatch(_RISES, found["moved"], re.IGNORECASE)
        else (found["b"], found["a"])
    )
    return f"what is the ratio of {one} in {last} to {one} in {first}"  # fmt: skip


def _as_part(found: re.Match[str]) -> str:
    """ "A as a percentage of B", "as a multiple of B"."""
    if found["percent"] or re.match(r"per", found["as"], re.IGNORECASE):
        return f"what percentage of {found['other']} is {found['one'].rstrip(' ,')}"
    return f"what is the ratio of {found['one'].rstrip(' ,')} to {found['other']}"


def _lost_or_won(found: re.Match[str]) -> str:
    """ "how many members did A lose from B to C": by how much members of A fell."""
    what = found["what"].strip()
    of = f"{what} of {found['one']}" if what else found["one"]
    return f"by how much did {of} {'fall' if found['way'].lower() in ('lose', 'shed') else 'rise'}"


def _tied(found: re.Match[str]) -> str:
    low = found["end"].lower() in ("last", "bottom", "lowest", "least", "smallest", "fewest")
    return f"are equal to the {'lowest' if low else 'highest'} value"


def _in_order(found: re.Match[str]) -> str:
    """ "rank the sites by nests; which is third": which site has the third highest; from the lowest on, the third lowest."""
    by = re.sub(r"^ (?:by|according to|in terms of) ", " ", found["by"] or "")
    place, way = found["place"].lower(), (found["way"] or "").lower()
    if place in ("middle", "center", "centre", "median"):
        return f"which one has the median{by}"
    up = re.search(rf"^ from (?:the )?{_LOW}\b|ascending|increasing", way) is not None
    end = "lowest" if up != (place == "last") else "highest"
    return f"which one has the {'' if place in ('first', 'last') else place + ' '}{end}{by}"


#: Turns of saying an operation, and what they are in words of operations.
OPERATIONS: tuple[tuple[str, Written], ...] = (
    # ── ratios and multiples ──
    (rf"^by (?:what|which|how (?:large|big|great) a) (?:factor|multiple) {_DO} (?P<one>.+?) {_EXCEEDS} (?P<other>.+?){_END}", _ratio),
    (rf"^by (?:what|which|how (?:large|big|great) a) (?:factor|multiple) {_BE} (?P<one>.+?) (?P<than>{_MORE}|{_LESS})(?: [^\W\d_]+)?? than (?P<other>.+?){_END}", _ratio),
    (
        rf"^by (?:what|which|how (?:large|big|great) a) (?:factor|multiple) (?:{_DO}|has|have|had) (?P<one>.+?) (?P<moved>{_RISES}|{_FALLS})"
        rf" (?:from|between) (?P<a>\S+) (?:to|and) (?P<b>\S+?){_END}",
        _grown,
    ),
    (rf"^how many times (?:as|so) {_SIZE} as (?P<other>.+?) (?:{_BE}|{_DO}) (?P<one>.+?)(?: have| has| had)?{_END}", _ratio),
    (rf"^how many times (?:as )?{_SIZE} {_BE} (?P<one>.+?) (?:as|than|compared (?:to|with)) (?P<other>.+?){_END}", _ratio),
    (rf"^how many times (?:as )?(?:{_SIZE}|{_MORE}|over) than (?P<other>.+?) {_BE} (?P<one>.+?){_END}", _ratio),
    (
        rf"^how many times (?!{_BE}|{_DO}|has|have|had|as|{_MORE}|{_LESS}|{_SIZE}|in\b|per\b|over\b)(?:the (?:size|value|amount|level|number|figure) of )?"
        rf"(?P<other>[^,?]+?) (?:is|are|does) (?!(?:above|below|over|under|at|between|exceed|higher|lower|there)\b)(?P<one>[^\d,?]+?){_END}",
        _ratio,
    ),
    (rf"^how many times (?:over )?(?:{_DO}|can|could|would) (?P<other>.+?) (?:fit|fits|go|goes) (?:in|into) (?P<one>.+?){_END}", _ratio),
    (rf"^what multiple of (?P<other>.+?) (?:is|was|are|were|does|do|did) (?P<one>.+?)(?: make| represent| amount to| reach)?{_END}", _ratio),
    (rf"^(?:{_ASK} )?(?P<one>.+?),? as an? (?:decimal |simple )?(?P<as>multiple|fraction|percentage|percent|per cent|proportion|share|ratio|decimal) of (?P<other>(?!the (?:total|whole|sum))(?!all\b)[^,?]+?)(?P<percent>,? (?:in|as a) (?:percent|percentage|per cent))?{_END}", _as_part),
    (
        rf"^by (?:what|which) (?:number|factor|amount|value) (?:must|should|would|has|have|do|does)(?: you| we| one)?(?: have to| need to)?"
        rf"(?: multiply)? (?P<other>.+?)(?: (?:have to |has to |need to )?be multiplied)? (?:in order )?to (?:obtain|get|reach|give|match|equal|arrive at|yield|make) (?P<one>.+?){_END}",
        _ratio,
    ),
    (r"\b(twice|double|triple|half|\w+ times) what (?P<of>[^,?]+?) (?:is|was|are|were|has|have|had|does|did|do)(?=\s*[?.,]|\s*$)", r"\1 \g<of>"),
    (rf"^(?P<one>[^?]+?) {_BE} how many times (?:the (?:size|value|amount|level|number) of |as {_SIZE} as )?(?P<other>[^?]+?){_END}", _ratio),
    # ── what is missing, lost or ahead ──
    (rf"^how (?:many|much)(?P<what>(?: [^\W\d_]+){{0,4}}?) (?:would|will|must|should|{_DO}) (?P<one>.+?) (?:have to|have needed(?: to)?|need(?: to)?|lack)(?: (?:gain|add|win|get|make up|rise|grow|climb|increase))?(?: by)?(?: in order)?(?: more)? to {_TO_MATCH} (?P<other>.+?){_END}", r"how much higher is \g<other> than \g<one>"),
    (rf"^how (?:many|much)(?: more)?(?: [^\W\d_]+){{0,3}}? (?:{_BE} missing for|keeps?|separates?) (?P<one>.+?) to {_TO_MATCH} (?P<other>.+?){_END}", r"how much higher is \g<other> than \g<one>"),
    (rf"^how far (?:behind|below) (?P<other>.+?) {_DO} (?P<one>.+?) (?:trail|lag|come|finish|end up|fall|rank|sit|stand|lie)(?: behind)?(?P<where> (?:in|for|at|during) [^?,]+)?(?=\s*[?.,]|\s*$)", r"how much higher is \g<other> than \g<one>\g<where>"),
    (rf"^how (?:far|much|many(?: [^\W\d_]+){{0,2}}?) {_DO} (?P<one>.+?) (?:trail|lag|fall short of|come behind|finish behind)(?: behind)? (?P<other>.+?){_END}", r"how much higher is \g<other> than \g<one>"),
    (rf"^by how (?:much|many(?: [^\W\d_]+){{0,2}}?) {_DO} (?P<one>.+?) (?:trail|lag|fall short of)(?: behind)? (?P<other>.+?){_END}", r"how much higher is \g<other> than \g<one>"),
    (rf"^how (?:much|many(?: [^\W\d_]+){{0,2}}?|far) (?:short of|behind) (?P<other>.+?) {_BE} (?P<one>.+?){_END}", r"how much higher is \g<other> than \g<one>"),
    (rf"^how (?:much|many(?: [^\W\d_]+){{0,2}}?) {_BE} (?P<one>.+?) (?:short of|behind|shy of) (?P<other>.+?){_END}", r"how much higher is \g<other> than \g<one>"),
    (rf"^(?:what|how (?:big|large|wide|great)) {_BE} (?P<one>[^,?]+?)(?:'s?)? (?:lead|advantage|edge|head start) (?:over|on) (?P<other>.+?){_END}", r"how much higher is \g<one> than \g<other>"),
    (rf"^(?:what|how (?:big|large|wide|great)) {_BE} the (?:lead|advantage|edge) of (?P<one>[^,?]+?) (?:over|on) (?P<other>.+?){_END}", r"how much higher is \g<one> than \g<other>"),
    (r"\b(?P<pick>largest|biggest|greatest|widest|highest|smallest|narrowest|slimmest) (?:lead|advantage|edge)\b(?:[^?]*?) (?:that )?(?P<one>[^,?]+?) (?:held|holds|had|has|enjoyed|took) (?:over|on) (?P<other>[^,?]+?)(?= in (?:a|any) (?:single )?|\s*[?.,]|\s*$)", r"\g<pick> amount by which \g<one> exceeds \g<other>"),
    (r"^how (?:many|much) (?P<what>.+?) (?:were|was|have been|has been|got|went) (?:lost|shed|cut)(?P<where> (?:at|in|by|for) [^?,]+?)?(?= (?:between|from) )", r"by how much did \g<what>\g<where> fall"),
    (rf"^how (?:many|much)(?P<what>(?: [^\W\d_]+){{0,4}}?) {_DO} (?P<one>.+?) (?P<way>lose|shed|gain|add|put on|win)(?= (?:between|from)\b)", _lost_or_won),
    (r"\b(?:winning margin|margin of victory|victory margin)\b", "difference between the highest and the second highest value"),
    # ── what is left out ──
    (rf"\b(?:once|after|when|if|with|assuming) (?:you |we |one )?(?P<out>[^,?]+?)(?: (?:is|are|has been|have been|gets?|being))? {_TAKEN_OUT}\b", r"excluding \g<out>"),
    (r"\b(?:leaving|leave|setting|set|putting|put|taking|take) (?P<out>[^,?]+?) (?:aside|out of (?:it|the picture|account|the total|the sum)|to one side)\b", r"excluding \g<out>"),
    (r"\b(?P<link>of|for|in|by) (?:everything|everybody|everyone) (?:except|but|besides|other than|apart from|save)(?: for)? (?=[^\W\d_])", r"\g<link> all excluding "),
    (r"\b(?:everything|everybody|everyone|anything|all(?: of (?:them|it))?) (?:except|but|besides|other than|apart from|save)(?: for)? (?=[^\W\d_])", "the total excluding "),
    (r"\b(?:outside(?: of)?|save for)(?= (?:the )?(?-i:[A-Z]))", "excluding"),
    (r"\b(?:aside|apart) from\b", "excluding"),
    # ── sums ──
    (r"^how much of the (?:total|whole),? (?:in|as a) (?:percent|percentage|per cent),?(?= )", "what percentage of the total"),
    (r"\b(?:if|when|once) (?:you|we|one) (?:sum|add|total|combine|put|take|lump)(?: up)? (?:them|these|those|the two|the three|both|it)(?: up| together| all)?\b", "together"),
    (r"\b(?:when |if )?(?:added|summed|counted|totalled|totaled) (?:up|together)\b", "together"),
    (rf"^(?:what|how (?:much|many)) {_DO} (?P<sum>.+? and .+?) (?:add up to|sum up to|sum to|come to|amount to|total)(?: together| in total| altogether)?{_END}", r"what is the sum of \g<sum>"),
    # ── thresholds ──
    (rf"\bupwards? of (?={_NUMBER})", "more than "),
    (rf"\b(?:falls?|fell|fall|falling|comes?|came|coming|is|are|was|were) (?:short of|shy of) (?={_NUMBER})", "below "),
    (rf"\b(?:{_DO}|{_BE}|has|have|had|will)(?:n't| not) (?:{_EXCEEDS}|pass|top|go (?:above|over|beyond)|rise (?:above|over)|(?P<up>above|over|more than)) (?={_NUMBER})", "at most "),
    (rf"\b(?:{_DO}|{_BE}|has|have|had)(?:n't| not) (?P<way>below|under|less than|(?:fall|drop|go) (?:below|under)) (?={_NUMBER})", "at least "),
    (rf"\b(?:(?:{_DO}|has|have|had|could|can)(?:n't| not) (?:even )?(?:reach|get to|make it to|make|manage)|(?:fails?|failed|failing) to (?:reach|get to|make|attain|manage)) (?={_NUMBER})", "below "),
    (r"(?<=\d) (?P<unit>(?!at\b|to\b|and\b|or\b|in\b)[^\W\d_]+ )?at (?:the )?(?:very )?(?P<end>least|most)\b", lambda found: f" {found['unit'] or ''}or {'more' if found['end'].lower() == 'least' else 'less'}"),
    (r"(?<=\d)(?P<unit> [^\W\d_]+)? (?:and|or) (?:up|upwards?)\b", r"\g<unit> or more"),
    (rf"\b(?:clears|cracks|gets past|goes past)(?= )(?= {_NUMBER})", "exceeds"),
    (rf"\b(?:cleared|cracked|got past|went past|moved past)(?= {_NUMBER})", "exceeded"),
    (rf"\b(?:clear|crack|get past|go past|move past)(?= {_NUMBER})", "exceed"),
    # ── ties and crossings ──
    (rf"^(?:{_DO}|{_BE}|has|have|had) (?P<one>[^,?]+?) and (?P<other>[^,?]+?) (?:both )?(?:have |show |share |has |had |get |reach )?(?:exactly |just )?(?:(?:the|an?) )?(?:same|identical|equal|tied|level|even)(?: (?!in\b|for\b|at\b|on\b)[^\W\d_]+){{0,3}}(?P<where> (?:in|for|at|on) .+?)?{_END}", r"is \g<one> equal to \g<other>\g<where>"),
    (r"\b(?:draw|draws|drew|pull|pulls|pulled|come|comes|came|is|are|was|were|be|get|gets|got) (?:exactly |dead )?(?:level|even|on a par|on par|neck and neck|neck-and-neck|tied)(?: with)?\b", "equal"),
    (r"(?<= )(?:tied|level)(?=\s*[?.,]|\s*$)", "equal"),
    (r"\b(?:neck and neck|neck-and-neck|on (?:a )?par|dead level|dead even)(?: with)?\b", "equal"),
    (r"\b(?P<moved>falls?|fell|drops?|dropped|slips?|slipped) (?:back )?behind\b", r"\g<moved> below"),
    (r"\b(?:come|comes|came|be|was|were|is|are|finish|finished|end up|ended up)(?: out)? (?:ahead of|in front of|on top of)\b", "exceed"),
    (r"\b(?:come|comes|came|finish|finished|end up|ended up)(?: out)? (?:ahead|in front|on top)(?=\s*[?.,]|\s*$)", "exceed the other"),
    (r"^(?:as of|as from|starting (?:in|with|from)|beginning (?:in|with)) (?=which|what)", "since "),
    (rf"^(?:the )?(?P<when>first|earliest|last|latest) {_WHEN} (?:that |when |in which |where )?(?P<rest>(?!of\b|is\b|was\b|on\b|shown\b|in\b|for\b|value\b)[^?]+?){_END}", lambda found: f"in which {found['noun']} {found['rest']} for the {'first' if found['when'].lower() in ('first', 'earliest') else 'last'} time"),
    (
        r"(?:\b(?:are|is|were|was) )?\b(?:tied|tie|joint(?:ly)?|level|equal|shar(?:e|es|ed|ing)) (?:for |on |in |at )?(?:the )?(?P<end>first|last|top|bottom|lowest|highest|most|least|largest|smallest|fewest)"
        r"(?: (?:place|spot|position|rank|value))?(?=\s*[?.,]|\s*$| (?:in|for|at|on|of)\b)",
        _tied,
    ),
    (r"^(?P<who>which [^?]+?) share an? (?P<what>[^?]+?) of (?=\d)", r"\g<who> have a \g<what> of "),
    (r"\b(?:slower|more slowly|less (?:quickly|rapidly|strongly))(?= (?:in|on|by|for|at|than)\b)", "less"),
    (r"\bmore (?:quickly|rapidly|strongly)(?= (?:in|on|by|for|at|than)\b)", "faster"),
    # ── order ──
    (
        rf"^(?:(?:rank|sort|order|arrange) |(?:if|when|with) )(?P<all>[^;:,.?]+?)(?: (?:is|are|were|being))?(?: (?:ranked|sorted|ordered|arranged))?(?P<by> (?:by|according to|in terms of) [^;:,.?]+?)?"
        rf"(?P<way> (?:from (?:the )?(?:{_LOW}|{_HIGH}) to (?:the )?(?:{_LOW}|{_HIGH})|in (?:ascending|descending|increasing|decreasing) order))?(?: (?:ranked|sorted|ordered|arranged))?[;:,.]"
        rf" (?:and )?(?:then )?(?:which|what|who)(?: (?:one|of them))?(?: [^\W\d_]+)?? (?:is|are|was|comes?|ranks?|takes?|would be|falls?|sits|lies|stands)(?: (?:in|at|on))?(?: (?:exactly|right))?(?: (?:in|at))?(?: the)?"
        rf" (?P<place>first|second|third|fourth|fifth|last|middle|cent(?:er|re)|median)(?: (?:place|spot|position|one))?{_END}",
        _in_order,
    ),
)  # fmt: skip
