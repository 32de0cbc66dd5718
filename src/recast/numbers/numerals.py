"""Numerals in running text: where they stand, what they are worth and what they are for.

``find_numerals`` finds digits and English number words and gives each its role from the words around it, never from
content words: so a question is classified alike before and after rewriting. It covers every decimal digit of any
script; it does not find number words of other languages, Roman numerals, nor quantities said without a number
("twice", "half", "a couple", "two thirds"), which are part of the operation and stay.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import takewhile

from text_to_num import text2num  # type: ignore[import-untyped]

from recast.numbers.written import MINUS, SCALES, SPACES, plain_number
from recast.types import Private, Role


@dataclass(frozen=True, slots=True, repr=False)
class Numeral(Private):
    """``text[start:end]`` is ``written``, sign included, currency, percent and scale words not.

    ``value`` is the number as it stands there: "10 million" is 10. A year written with two digits has its full value
    where the other digits are certain. The value of an ``identifier`` is that of its digits; nothing computes with it.
    """

    start: int
    end: int
    written: str
    value: Decimal
    role: Role


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────


def _words(text: str) -> list[str]:
    return text.split()


_SMALL = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_WORD_VALUES = {word: value for value, word in enumerate(_SMALL[:20])} | {
    word: 10 * tens for tens, word in enumerate(_SMALL[20:], start=2)
}
#: The words in which a small structural numeral ("the two largest") may be written; as words they say nothing of a source.
STRUCTURAL_WORDS = {Decimal(value): word for value, word in enumerate(_SMALL[2:6], start=2)}
_MULTIPLIERS = ("hundred", "thousand", "million", "billion", "trillion")
_ORDINALS = {
    word: value
    for value, word in enumerate(
        _words(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
            "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        start=1,
    )
}
_VULGAR = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_MONTHS = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
)
_SCALE_WORD = rf"(?:{'|'.join(SCALES)})s?\b"
_SCALE_LETTERS = r"(?:k|K|m|M|b|B|bn|Bn|mn|mln|tn|T)(?![A-Za-z])"
_CURRENCY_BEFORE = re.compile(r"[$€£¥₹₩₽₺₪฿]\s?$")
_UNIT_AFTER = re.compile(
    rf"\s?(?:[%‰€£¥₹]|per ?cent\b|percentage\b|points?\b|dollars?\b|euros?\b|pounds?\b|yen\b|{_SCALE_WORD})"
    rf"|{_SCALE_LETTERS}",
    re.IGNORECASE,
)
_NUMBER_WORD = rf"(?:{'|'.join(sorted(_SMALL, key=len, reverse=True))}|{'|'.join(_MULTIPLIERS)}|dozen)"
_WORD_RUN = re.compile(
    rf"(?<![\w-])(?:(?:half\s+an?|an?)\s+(?=(?:{'|'.join(_MULTIPLIERS)}|dozen)\b))?{_NUMBER_WORD}"
    rf"(?:(?:\s+and\s+|[\s-]+|\s+(?=oh\b)){_NUMBER_WORD}|\s+(?:and|&)\s+a\s+half|\s+point(?:[\s-]+{_NUMBER_WORD})+"
    r"|\s+oh[\s-]+(?:one|two|three|four|five|six|seven|eight|nine))*(?!\w)",
    re.IGNORECASE,
)
_ORDINAL_RUN = re.compile(
    rf"(?<![\w-])(?:(?:twenty|thirty)-)?(?:{'|'.join(_ORDINALS)})(?![\w])", re.IGNORECASE
)
_FRACTION_AFTER = re.compile(
    r"[\s-](?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?)\b",
    re.IGNORECASE,
)

# ── digits ───────────────────────────────────────────────────────────────────────────────────────────────────

_SPECIAL_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉①②③④⑤⑥⑦⑧⑨"
_DIGIT_RUN = re.compile(
    rf"\d*[{''.join(_VULGAR)}]|(?:\d+|(?<![\w.])\.\d+)(?:[.,'’]\d+)*(?:[eE][+{MINUS}]?\d+(?!\w))?|[{_SPECIAL_DIGITS}]+"
)
_GROUPED = re.compile(rf"(?<!\d)\d{{1,3}}(?:[{SPACES}]\d{{3}})+(?:\.\d+)?(?![\d,.]?\d)")
_SEASON = re.compile(r"(?P<first>\d{4})(?P<gap>\s?[/–-]\s?)(?P<second>\d{2})(?![\d.,-]?\d)")
_DATE = re.compile(r"(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?![\d])")

# ── contexts: what the words before (lower case, up to the numeral) and after say ────────────────────────────

_ARTICLE = (
    r"(?:\s+(?:the|a|an|about|around|approximately|roughly|nearly|almost|exactly|values?|of|to|or|equal))*"
)
_THAN = re.compile(
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
_CHART_NOUN = (
    r"(?:bars?|lines?|columns?|slices?|segments?|sections?|sectors?|wedges?|pieces?|parts?|categories|category|groups?"
    r"|series|colou?rs?|bins?|charts?|graphs?|panels?|variables?|items?|options?|rows?|values|data|entries|labels?"
    r"|legends?|markers?|dots|stacks?|boxes|periods?|decimal)\b"
)
_SPAN_NOUN = r"(?:years?|months?|quarters?|decades?|weeks?|days?|seasons?|consecutive)\b"
_SUPERLATIVE = (
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
    _words(
        "top bottom first last past next over under above below more less fewer at in on of the a an and or between what "
        "which how when where who is are was were do does did for from to by with about only all these those other than "
        "since until before after during if find calculate compute add sum take total average around up exactly "
        "approximately option choice answer"
    )
)
_FIRST_YEAR, _LAST_YEAR = 1800, 2100
_CONTEXT = 100  # characters on either side that can say what a numeral is for
_MOST_WORDS = 16  # words of one spoken number


def plain_year(label: str) -> int | None:
    """The year that a label consists of ("2019", "2019*", " 2020 "), 1500 to 2199, else None."""
    match = re.fullmatch(r"([12]\d{3})[*†‡]?", label.strip(), re.ASCII)
    return int(match[1]) if match and 1500 <= int(match[1]) <= 2199 else None


def year_labels(labels: Sequence[str]) -> tuple[int | None, ...]:
    """For each label of one axis (or legend) the year it consists of, or None.

    Where another label of the same axis is a plain number outside the years (bins such as 500, 1000, 1500), none is
    a year.
    """
    found = tuple(plain_year(label) for label in labels)
    numbers = [
        label for label, year in zip(labels, found, strict=True) if year is None and label.strip().isdecimal()
    ]
    return (None,) * len(labels) if numbers else found


def find_numerals(text: str, years: Collection[int] = ()) -> tuple[Numeral, ...]:
    """Every numeral of ``text`` in order of place, non-overlapping.

    ``years`` are the years that the chart's labels consist of: a number equal to one of them is a year unless the
    words around it compare values, and "02" or "'02" is one where it ends exactly one of them.
    """
    found: list[Numeral] = []
    for start, end, value in _candidates(text):
        shift = max(0, start - _CONTEXT)
        near = text[shift : end + _CONTEXT]
        earlier = replace(found[-1], start=found[-1].start - shift) if found else None
        role, resolved = _role(near, start - shift, end - shift, value, years, earlier)
        found.append(Numeral(start, end, text[start:end], resolved, role))
    return tuple(found)


def normalise(text: str, years: Collection[int] = ()) -> str:
    """``text`` with number words that are quantities or years as digits (P Algorithm 1, NormalizeNumerals).

    Structural words ("top three") and words inside names stay; so does the form of what is written in digits.
    """
    pieces, place = [], 0
    for numeral in find_numerals(text, years):
        if numeral.role in ("data", "year") and not any(c.isdecimal() for c in numeral.written):
            pieces += [text[place : numeral.start], f"{numeral.value:f}"]
            place = numeral.end
    return "".join(pieces) + text[place:]


# ── candidates ───────────────────────────────────────────────────────────────────────────────────────────────


def _candidates(text: str) -> list[tuple[int, int, Decimal]]:
    """Spans and values of all numerals, from digits and from words, without roles."""
    digits = list(_digit_candidates(text))
    words = [
        c for c in _word_candidates(text) if not any(c[0] < end and start < c[1] for start, end, _ in digits)
    ]
    return sorted(_signed(text, start, end, value) for start, end, value in digits + words)


def _digit_candidates(text: str) -> Iterator[tuple[int, int, Decimal]]:
    place = 0
    while match := _DIGIT_RUN.search(text, place):
        start, end = match.span()
        if (grouped := _GROUPED.match(text, start)) and grouped.end() > end:
            value = plain_number(grouped.group())
            if value is not None:
                yield start, grouped.end(), value
                place = grouped.end()
                continue
        if dated := _DATE.match(text, start):
            end = dated.end()
            yield from (
                (start + p.start(), start + p.end(), Decimal(p.group()))
                for p in re.finditer(r"\d+", text[start:end])
            )
        else:
            yield from _run(start, match.group())
        place = end


def _run(start: int, run: str) -> Iterator[tuple[int, int, Decimal]]:
    """One run of digits and marks: as English writes it, else with a decimal comma if that is its one reading, else
    as a list ("6,16,14") of its parts."""
    if run[-1] in _VULGAR:
        yield start, start + len(run), Decimal(run[:-1] or 0) + _VULGAR[run[-1]]
        return
    mantissa, _, exponent = run.replace("E", "e").partition("e")
    if mantissa[0] in _SPECIAL_DIGITS:
        yield start, start + len(run), Decimal("".join(str(unicodedata.digit(c)) for c in run))
        return
    value = plain_number(mantissa)
    if value is None:
        value = plain_number(mantissa, ",")
    if value is not None:
        power = int(re.sub(f"[{MINUS}]", "-", exponent) or 0)
        yield start, start + len(run), value.scaleb(power) if abs(power) < 100 else value
        return
    yield from ((start + p.start(), start + p.end(), Decimal(p.group())) for p in re.finditer(r"\d+", run))


def _signed(text: str, start: int, end: int, value: Decimal) -> tuple[int, int, Decimal]:
    """The candidate with its sign where one stands before it: a hyphen between two numbers or glued to a word is none."""
    before = text[max(0, start - _CONTEXT) : start]
    if before and before[-1] in MINUS:
        earlier = before[:-1].rstrip(SPACES)
        glued = len(earlier) == len(before) - 1 and earlier and earlier[-1] not in "([$€£¥=<>≥≤~,:;"
        if not glued and not (earlier and (earlier[-1].isdecimal() or earlier[-1] == "%")):
            return start - 1, end, -value
    word = re.search(
        r"(?:\b(negative)|(?:^|\b(?:than|to|of|is|below|above|from|between|and|at|under|over|equals)\s)(minus))\s+$",
        before,
        re.IGNORECASE,
    )
    if word:
        place = word.start(1) if word[1] else word.start(2)
        return start - len(before) + place, end, -value
    return start, end, value


def _word_candidates(text: str) -> Iterator[tuple[int, int, Decimal]]:
    for match in _ORDINAL_RUN.finditer(text):
        if not _is_idiom(text, *match.span()):
            tens, _, ordinal = match.group().lower().rpartition("-")
            yield (
                match.start(),
                match.end(),
                Decimal(_ORDINALS[ordinal] + (_WORD_VALUES[tens] if tens else 0)),
            )
    for match in _WORD_RUN.finditer(text):
        before = text[max(0, match.start() - _CONTEXT) : match.start()]
        for start, end, value in _split(match.group(), re.search(r"\bbetween\s+$", before, re.I) is not None):
            start, end = start + match.start(), end + match.start()
            if not _is_idiom(text, start, end):
                yield start, end, value


def _is_idiom(text: str, start: int, end: int) -> bool:
    """Whether the number word at this place is no numeral: pronouns, fractions, units of time, scale words alone."""
    word = text[start:end].lower()
    before, after = text[max(0, start - _CONTEXT) : start].lower(), text[end : end + _CONTEXT].lower()
    if (word not in _ORDINALS and _FRACTION_AFTER.match(after)) or re.match(
        r"-(?:\w+-)?(?:first|second|third|\w+th)\b", after
    ):
        return True
    if word == "one":
        counted = re.match(
            rf"\s?(?:%|per ?cent|{_SCALE_WORD})|\s+(?:in|out of)\s+(?:\d|{_NUMBER_WORD}\b)", after
        )
        return not (counted or (_THAN.search(before) and re.match(r"\s*(?:[?.!,;)]|$)", after)))
    if word in _MULTIPLIERS or word == "dozen":
        return not (word == "hundred" and _THAN.search(before))
    if word == "second":
        return bool(re.search(r"(?:\b(?:per|a|every|each|one|\d+)[\s-]|/)$", before)) and not re.match(
            rf"[\s-]+(?:{_SUPERLATIVE}|{_CHART_NOUN})", after
        )
    if word in _ORDINALS and word not in ("first", "second"):
        return bool(re.search(r"\b(?:an?|one|by)\s$", before)) and not re.match(
            rf"[\s-]+{_SUPERLATIVE}", after
        )
    return False


def _split(run: str, between: bool) -> Iterator[tuple[int, int, Decimal]]:
    """The numbers that a run of number words consists of. A scale word at the end ("ten million") stays outside."""
    words = [(m.start(), m.end(), m.group().lower()) for m in re.finditer(r"[A-Za-z&]+", run)]
    place = 0
    while place < len(words):
        if words[place][2] in ("and", "&", "oh", "point"):
            place += 1
            continue
        size = _longest([word for _, _, word in words[place:]], between)
        chosen = [word for _, _, word in words[place : place + size]]
        if (
            len(chosen) > 1
            and chosen[-1] in SCALES
            and chosen[-1] != "hundred"
            and not set(chosen[:-1]) & (SCALES.keys() - {"hundred"})
        ):
            chosen = chosen[:-1]
        value = _value(chosen)
        if value is not None:
            yield words[place][0], words[place + len(chosen) - 1][1], value
        place += size


def _longest(words: list[str], between: bool) -> int:
    """How many of the words make one number, at least one. "one hundred and two hundred" are two numbers."""
    best = 1
    for size in range(1, min(len(words), _MOST_WORDS) + 1):
        if words[size - 1] == "and" and _ends_number(words, size, between):
            break
        if _value(words[:size]) is not None:
            best = size
    return best


def _ends_number(words: list[str], size: int, between: bool) -> bool:
    """Whether the "and" at ``size - 1`` stands between two numbers rather than inside one."""
    rest = words[size:]
    if rest[:2] == ["a", "half"]:
        return False
    if between or size < 2 or words[size - 2] not in _MULTIPLIERS:
        return True
    multiplier = SCALES[words[size - 2]]
    inside = list(takewhile(lambda word: word != "and" and SCALES.get(word, 0) <= multiplier, rest))
    value = _value(inside) if inside else None
    return value is None or value >= multiplier


def _value(words: list[str]) -> Decimal | None:
    """The number that these lower-case words say, or None if they do not make one."""
    if words[-3:] in (["and", "a", "half"], ["&", "a", "half"]):
        whole = _value(words[:-3]) if len(words) > 3 else None
        last = SCALES[words[-4]] if len(words) > 4 and words[-4] in SCALES else Decimal(1)
        return None if whole is None else whole + last / 2
    if words[:1] == ["half"]:
        return Decimal("0.5") if words in (["half", "a"], ["half", "an"]) else None
    if words[0] in ("a", "an"):
        return Decimal(1) if len(words) == 1 else _value(["one", *words[1:]])
    if words[-1] == "dozen":
        count = _value(words[:-1]) if len(words) > 1 else Decimal(1)
        return None if count is None else 12 * count
    if "point" in words:
        place = words.index("point")
        whole = _value(words[:place]) if place else None
        scale = words[-1] if words[-1] in SCALES else ""
        digits = [_WORD_VALUES.get(word, 10) for word in words[place + 1 : len(words) - bool(scale)]]
        if whole is None or not digits or max(digits) > 9:
            return None
        return Decimal(f"{whole}." + "".join(map(str, digits))) * (SCALES[scale] if scale else 1)
    year = _spoken_year(words)
    if year is not None:
        return year
    try:
        return Decimal(text2num(" ".join(words), "en"))
    except ValueError:
        return None


def _spoken_year(words: list[str]) -> Decimal | None:
    """ "nineteen eighty-four", "twenty twenty", "nineteen oh five": a century and two digits."""
    if len(words) not in (2, 3) or not 13 <= _WORD_VALUES.get(words[0], 0) <= 20:
        return None
    rest = [_WORD_VALUES.get(word, -1) for word in words[1:]]
    if words[1] == "oh" and len(rest) == 2 and 1 <= rest[1] <= 9:
        return Decimal(100 * _WORD_VALUES[words[0]] + rest[1])
    if (len(rest) == 1 and rest[0] >= 10) or (len(rest) == 2 and rest[0] >= 20 and 1 <= rest[1] <= 9):
        return Decimal(100 * _WORD_VALUES[words[0]] + sum(rest))
    return None


# ── roles ────────────────────────────────────────────────────────────────────────────────────────────────────


def _role(
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
    if written[0] in _SPECIAL_DIGITS:
        return "identifier", value
    if (
        not digits
        and re.fullmatch(r"(?:\w+-)?\w+", written)
        and written.lower().rpartition("-")[2] in _ORDINALS
    ):
        return ("identifier" if re.match(r"\s+century\b", after, re.I) else "structural"), value
    if digits and re.match(r"(?:st|nd|rd|th)\b", after):
        dated = re.search(rf"\b{_MONTHS}\s+$", before) or re.match(
            rf"(?:st|nd|rd|th)\s+(?:of\s+)?(?:{_MONTHS}|century)\b", after, re.I
        )
        return ("identifier" if dated else "structural"), value
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
    if _THAN.search(before) and not spanned and not against:
        return False
    if int(value) in years:
        return True
    if _HOLDS.search(before):
        return False
    dated = _DATE.search(text, max(0, start - 6))
    if dated and dated.start() <= start < dated.end():
        return True
    if re.search(r"\b(?:in|since|until|during|year|before|after)\s*$", before):
        return not re.match(rf"\s+(?:of\s+)?(?:the\s+)?{_CHART_NOUN}", after)
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
    dated = next((d for d in _DATE.finditer(text) if d.start() <= start < d.end()), None)
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
    if re.match(rf"[\s-]+{_COLOUR}{_CHART_NOUN}", after) and not _THAN.search(before):
        return True
    if _THAN.search(before):
        return bool(
            re.search(r"\b(?:over|within)(?: the)?\s*$", before) and re.match(rf"\s+{_SPAN_NOUN}", after)
        )
    if re.match(rf"\s+{_SUPERLATIVE}", after):
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
