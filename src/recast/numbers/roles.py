"""What a numeral in running text is for: quantity, year, structure, identifier or choice.

The role is read from the words around the numeral, never from content words, so that a question is classified alike
before and after rewriting.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from decimal import Decimal
from typing import TYPE_CHECKING

from recast.numbers.number_words import is_ordinal
from recast.numbers.written import SCALES
from recast.types import Role

if TYPE_CHECKING:
    from recast.numbers.numerals import Numeral

SPECIAL_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉①②③④⑤⑥⑦⑧⑨"
_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
)
SCALE_WORD = rf"(?:{'|'.join(SCALES)})s?\b"
_SCALE_LETTERS = r"(?:k|K|m|M|b|B|bn|Bn|mn|mln|tn|T)(?![A-Za-z])"
_CURRENCY_BEFORE = re.compile(r"[$€£¥₹₩₽₺₪฿]\s?$")
_UNIT_AFTER = re.compile(
    rf"\s?(?:[%‰€£¥₹]|per ?cent\b|percentage\b|points?\b|dollars?\b|euros?\b|pounds?\b|yen\b|{SCALE_WORD})"
    rf"|{_SCALE_LETTERS}",
    re.IGNORECASE,
)
_SEASON = re.compile(r"(?P<first>\d{4})(?P<gap>\s?[/–-]\s?)(?P<second>\d{2})(?![\d.,-]?\d)")
DATE = re.compile(r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?![\d])")

# ── contexts: what the words before (lower case, up to the numeral) and after say ────────────────────────────

_ARTICLE = (
    r"(?:\s+(?:the|a|an|about|around|approximately|roughly|nearly|almost|exactly|values?|of|to|or|equal))*"
)
THAN = re.compile(
    r"(?:\bthan|\bmore then|\bless then|\bexceed(?:s|ed|ing)?|\bsurpass(?:es|ed|ing)?|\babove|\bbelow|\bbeyond"
    r"|\bat (?:least|most)|\bup to|\bequals?(?: to)?|\bequaled|[<>=≥≤]|\bover|\bunder|\bwithin|\bminimum|\bmaximum"
    rf"|\b(?:over|under|sub|above|below)-){_ARTICLE}\s*$"
)
_YEAR_THAN = re.compile(r"\b(?:later|earlier|sooner|newer) than(?: the)?(?: year)?\s*$")
_HOLDS = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|having|with|values?(?: of| is)?|worth|costs?|total(?:s|led|ed)?|reach(?:es|ed)?"
    r"|equals?|sold|earned|about|around|approximately|roughly|nearly|almost|exactly"
    rf"|(?:increase|rise|grow|decrease|fall|drop|decline|differ|chang|ros|grew|fell)(?:e|d|s|n)*(?:\s+by)){_ARTICLE}\s*$"
)
_YEAR_BEFORE = re.compile(
    rf"(?:\b(?:in|since|until|till|by|before|after|during|from|to|through|throughout|year|years|fiscal|fy|between|and|or"
    rf"|of|for|do|does|did|mid|early|late|around|circa|at|as of|end|the|[qh][1-4]|vs\.?|versus|than in|compared to|both|{_MONTHS}"
    rf"|spring|summer|autumn|fall|winter|quarter|{_MONTHS}\s+\d{{1,2}}(?:st|nd|rd|th)?,?)|^|[(),&'’:;/–-])\s*$"
)
_YEAR_WORD_BEFORE = re.compile(r"\b(?:years?|fiscal|fy)(?: of)?\s*$")
_STRUCTURAL_BEFORE = re.compile(
    r"\b(?:top|bottom|first|last|past|next|previous|prior|recent|final|other|another|every|these|those|all|any|following"
    r"|preceding|initial|latest|earliest|leading|biggest|largest|smallest|highest|lowest|greatest|least|most|best|worst"
    r"|which|what|any of the|rank|ranks|ranked|ranking|place|placed|position|number|no\.|#)[\s-]*$|#$"
)
_COUNTED_BEFORE = re.compile(
    r"\b(?:the|its|their|among|between|across|of|in all|sum of|average of|mean of|total of|difference of)\s*$"
)
CHART_NOUN = (
    r"(?:bars?|lines?|columns?|slices?|segments?|sections?|sectors?|wedges?|pieces?|parts?|categories|category|groups?"
    r"|series|colou?rs?|bins?|charts?|graphs?|panels?|variables?|items?|options?|rows?|values|data|entries|labels?"
    r"|legends?|markers?|dots|stacks?|boxes|periods?|decimal)\b"
)
_SPAN_NOUN = r"(?:years?|months?|quarters?|decades?|weeks?|days?|seasons?|consecutive)\b"
SUPERLATIVE = (
    r"(?:\w+est|most|least|best|worst|top|bottom|leading|main|major|combined|together|different|distinct)\b"
)
_PLURAL = r"(?:[a-z]+(?:[a-rt-z]s|people|men|women|children)|people|men|women|children)\b"
_COLOUR = r"(?:(?:dark|light|pale|deep)\s+)?(?:[a-z]+\s+)?"
_SMALL_WORD_NOUN_LIMIT = 12
_STRUCTURAL_LIMIT = 20
_RANK_LIMIT = 100
_PART_NOUN = re.compile(
    r"\b(?:year|day|week|month|grade|phase|level|group|stage|class|type|round|season|episode|version|chapter|tier|zone"
    r"|step|part|quarter|article|section|figure|table|route|flight)\s+$"
)
_UNIT_CAPITALS = re.compile(r"K|M|B|T|BN|MN|X|KM|KG|GB|MB|TB|MW|GW|TW")
_CHOICE_BEFORE = re.compile(r"\b(?:option|choice|answer)\s*$")
_NOT_NAMES = frozenset(
    str.split(
        "top bottom first last past next over under above below more less fewer at in on of the a an and or between what "
        "which how when where who is are was were do does did for from to by with about only all these those other than "
        "since until before after during if find calculate compute add sum take total average around up exactly "
        "approximately option choice answer"
    )
)
_FIRST_YEAR, _LAST_YEAR = 1800, 2100
ORDINAL_ENDING = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
CONTEXT = 100  # characters on either side that can say what a numeral is for


# ── roles ────────────────────────────────────────────────────────────────────────────────────────────────────


def role_of(
    text: str, start: int, end: int, value: Decimal, years: Collection[int], earlier: Numeral | None
) -> tuple[Role, Decimal]:
    """The role of one numeral, and its value, which differs from ``value`` only for a year of two digits."""
    before, after = text[:start].lower(), text[end:]
    written = text[start:end]
    digits = written.isdecimal()
    glued = re.search(r"[^\W\d_]+$", text[:start])
    season = _SEASON.match(text, earlier.start) if earlier and earlier.start >= 0 else None
    if season and earlier and earlier.role == "year" and season.span("second") == (start, end):
        century = int(earlier.value) // 100 * 100
        full = century + int(value)
        return "year", Decimal(full if full > earlier.value else full + 100)
    if glued:
        fiscal = glued.group().lower() in ("fy", "cy") and digits and len(written) == 4
        return ("year" if fiscal else "identifier"), value
    if written[0] in SPECIAL_DIGITS:
        return "identifier", value
    said = written[-1].isalpha() and is_ordinal(written)
    if said or (written[-1].isdecimal() and ORDINAL_ENDING.match(after)):
        return _ordinal_role(before, after if said else after[2:]), value
    if (
        value == value.to_integral_value()
        and 1000 <= value < 2200
        and _is_year(text, start, end, value, years, earlier)
    ):
        return "year", value
    short = _short_year(text, start, end, value, years, earlier)
    if short is not None:
        return "year", short
    if _is_identifier(text, start, end, value):
        return "identifier", value
    if _CHOICE_BEFORE.search(before) or (not before.strip(" (") and re.match(r"[.)]\s+\S", after) and digits):
        return "choice", value
    if value == value.to_integral_value() and value > 0 and _is_structural(before, after, value, written):
        return "structural", value
    return "data", value


def _ordinal_role(before: str, after: str) -> Role:
    """A rank, or the day of a date, or a century ("July 4th", "the fourth of July")."""
    dated = re.search(rf"\b{_MONTHS}\s+(?:the\s+)?$", before) or re.match(
        rf"\s+(?:of\s+)?(?:{_MONTHS}(?![a-z])|century\b)", after, re.IGNORECASE
    )
    return "identifier" if dated else "structural"


def _is_year(
    text: str, start: int, end: int, value: Decimal, years: Collection[int], earlier: Numeral | None
) -> bool:
    written, before, after = text[start:end], text[:start].lower(), text[end:]
    if written.isdecimal():
        if len(written) != 4 or re.match(r"[.,]?\d|[%‰]", after):
            return False
    elif not re.fullmatch(r"[A-Za-z][A-Za-z\s-]*", written):
        return False
    if _CURRENCY_BEFORE.search(before) or _UNIT_AFTER.match(after):
        return False
    if _YEAR_WORD_BEFORE.search(before) or _YEAR_THAN.search(before) or re.match(r"['’]?s\b", after):
        return True
    span = re.match(r"\s?(?:[-–/]|to|through|until)\s?(\d{4})(?!\d)", after)
    spanned = (
        span is not None and value < int(span[1]) <= _LAST_YEAR and not _UNIT_AFTER.match(after[span.end() :])
    )
    against = int(value) in years and earlier is not None and earlier.role == "year"  # "was 2019 above 2018"
    if THAN.search(before) and not spanned and not against:
        return False
    if int(value) in years:
        return True
    if _HOLDS.search(before):
        return False
    dated = DATE.search(text, max(0, start - 6))
    if dated and dated.start() <= start < dated.end():
        return True
    if re.search(r"\b(?:in|since|until|during|year|before|after)\s*$", before):
        return not re.match(rf"\s+(?:of\s+)?(?:the\s+)?{CHART_NOUN}", after)
    return _FIRST_YEAR <= value <= _LAST_YEAR and (spanned or _YEAR_BEFORE.search(before) is not None)


def _short_year(
    text: str, start: int, end: int, value: Decimal, years: Collection[int], earlier: Numeral | None
) -> Decimal | None:
    """The full year of "'02", of "in 02" and of "from 98 to 02", where the chart has exactly one year that ends so;
    of "'02" without such a year the two digits as they stand."""
    written, before = text[start:end], text[:start].lower()
    if not (written.isdecimal() and len(written) == 2) or _UNIT_AFTER.match(text[end:]):
        return None
    apostrophe = before.endswith(("'", "’", "‘"))
    said = re.search(r"\b(?:in|since|until|from|year|before|after|during|by|of)\s*$", before) or (
        earlier is not None
        and earlier.role == "year"
        and re.search(r"\b(?:to|and|or|through|until)\s*$|[-–,/]\s*$", before)
    )
    ending = [year for year in set(years) if year % 100 == value]
    if len(ending) == 1 and (apostrophe or said):
        return Decimal(ending[0])
    return value if apostrophe else None


def _is_identifier(text: str, start: int, end: int, value: Decimal) -> bool:
    """Part of a name or of a date: "COVID-19", "5G", "iPhone 12", "November 6", "10:30 pm", "Big Four", "grade 4"."""
    before, after, written = text[:start], text[end:], text[start:end]
    hyphened = re.search(r"([A-Za-z]+)-$", before)
    if hyphened:
        return hyphened[1].lower() not in (
            "top",
            "over",
            "under",
            "sub",
            "above",
            "below",
            "minus",
            "bottom",
            "last",
        )
    if re.match(r"[A-Za-z]", after) and written[-1].isdecimal():
        glued = re.match(r"[A-Za-z]+", after)
        return glued is not None and (
            glued.group().lower() in ("am", "pm")
            or (glued.group().isupper() and not _UNIT_CAPITALS.fullmatch(glued.group()))
        )
    if (
        re.match(r"\s?(?:[ap]\.?m\.?)(?!\w)", after)
        or re.match(r":\d\d(?!\d)", after)
        or re.search(r"\d:$", before)
    ):
        return True
    if re.search(rf"\b{_MONTHS}\s+$", before, re.I) and value <= 31:
        return True
    if (
        re.match(rf"\s+(?:of\s+)?{_MONTHS}(?![a-z])", after, re.I)
        and value <= 31
        and not re.match(r"\s+(?:may|mar)\b", after)
    ):
        return True
    dated = next((d for d in DATE.finditer(text) if d.start() <= start < d.end()), None)
    if dated:
        return True
    if _PART_NOUN.search(before.lower()) and value < 100 and written.isdecimal():
        return True
    if not written[0].isdecimal():
        name = written[:1].isupper() and before.strip() and re.match(r"\s+[A-Z]", after)
        return bool(name) or bool(written[:1].isupper() and re.search(r"(?<=[\w,] )[A-Z][a-z]+\s+$", before))
    previous = re.search(r"(\S+)\s+$", before)
    if previous is None or _UNIT_AFTER.match(after) or not written.isdecimal():
        return False
    word = previous[1].strip("\"'(“")
    first = not before[: previous.start(1)].strip() or before[: previous.start(1)].rstrip()[-1] in ".?!:"
    named = word[:1].isupper() and word[-1:].isalnum() and not first and not word.isupper()
    camel = re.fullmatch(r"[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*", word) is not None
    return (named or camel) and word.lower() not in _NOT_NAMES


def _is_structural(before: str, after: str, value: Decimal, written: str) -> bool:
    """ "top 3", "the two bars", "the 3 largest", "last three years", "which two": a count of the chart's own parts."""
    after = after.lower()
    if _UNIT_AFTER.match(after) or _CURRENCY_BEFORE.search(before) or re.match(r"[.,]\d", after):
        return False
    word = not written[0].isdecimal()
    if (
        _STRUCTURAL_BEFORE.search(before)
        and value <= _RANK_LIMIT
        and not re.search(r"\bat (?:most|least)\s*$", before)
    ):
        return True
    if value > _STRUCTURAL_LIMIT:
        return False
    if re.match(rf"[\s-]+{_COLOUR}{CHART_NOUN}", after) and not THAN.search(before):
        return True
    if THAN.search(before):
        return bool(
            re.search(r"\b(?:over|within)(?: the)?\s*$", before) and re.match(rf"\s+{_SPAN_NOUN}", after)
        )
    if re.match(rf"\s+{SUPERLATIVE}", after):
        return True
    if re.match(rf"\s+{_SPAN_NOUN}", after) and not _HOLDS.search(before):
        return True
    counted = re.match(rf"\s+(?:[a-z-]+\s+)?{_PLURAL}", after)
    if _COUNTED_BEFORE.search(before):
        in_all = re.search(r"\b(?:the|among|between|across)\s*$", before) and re.match(
            r"\s*(?:[?.,;)]|$)", after
        )
        return bool(counted or in_all)
    return word and value <= _SMALL_WORD_NOUN_LIMIT and counted is not None and not _HOLDS.search(before)
