"""The rules by which a garbled spoken numeral is put right: what a recogniser wrote → how it is written.

Each rule is a pattern and what is made of it. A recogniser hears "three thousand nineteen" and writes ``3,00019``, ``3,19``
or ``3 ,019``; of "twenty thirty-one" it makes ``2030-1``, of "nineteen eighty-four" ``19 84``, of "forty twenty-eight pencils"
``40 28``, of "1348–50" ``134850``, of "11,698 (7.4%)" ``11,698-7.4%``, of "in the ratio 7:5" ``7.5``. What is put in its place is
the one reading of English speech that fits; how sure it is follows from how much had to be guessed.

Not covered: a numeral of regular form that was misheard (``280,000`` for ``218,000``), digits that two numerals in one have
lost ("11,698 (7.4%)" as ``11,697.4%``: said to be garbled, not put right), number words, which ``numbers.prose`` reads as they
are, Roman numerals.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from recast.numbers import readings as put
from recast.numbers.readings import Put

_DIGIT_WORD = "|".join(put.DIGIT_WORDS)
_DATED = "in|since|until|till|from|before|after|during|by|year|between|circa"
_MEASURES = (
    r"(?:inches|feet|yards|miles|acres|tons|tonnes|pounds|ounces|dollars|cents|euros|percent|degrees|hours|minutes"
    r"|seconds|years|months|weeks|days|meters|metres|kilometers|centimeters|kg|km|cm|%)"
)
_SIZES = r"(?:(?:square|cubic)\s+\w+|inches|feet|yards|miles|acres|tons|tonnes|degrees|hours|minutes|meters|metres|kilometers|km|kg)"
_VERB_IN_S = r"(?:was|is|has|his|its|this)\b"
_NO_PLURAL = r"(?:was|is|has|his|its|this|as|us|always|sometimes|besides|across|towards|afterwards|unless|less|plus|thus|yes)\b"
_NO_MODIFIER = r"(?:the|these|those|all|most|many|some|both|no|any|my|our|your|their|her|his|its|in|on|at|for|to|with|and|or)\b"


@dataclass(frozen=True, slots=True)
class Rule:
    """What ``pattern`` finds as its group ``n`` is garbled, and ``put`` in its place where that gives something."""

    pattern: re.Pattern[str]
    put: Callable[[str], Put | None]


def _rule(garbled: str, reading: Callable[[str], Put | None], after: str = "", before: str = "") -> Rule:
    """A numeral begins where no other one is under way; ``before`` and ``after`` are the words around it."""
    return Rule(re.compile(rf"(?<![\w.,-]){before}(?P<n>{garbled}){after}", re.IGNORECASE), reading)


_ALONE = r"(?![\w-]|[.,]\d)"  # the numeral ends here
_AFTER_A_DATE = rf"(?:{_DATED}|of)\s+"
_COUNTED = rf"(?!\s+(?!{_VERB_IN_S})[a-z]+s\b|\s?%|\s+(?:percent|per\s?cent|people|men|women)\b)"

#: In the order in which they are tried at one place.
RULES: tuple[Rule, ...] = (
    _rule(r"\d[\d,]*(?:\s+[.,]\d+)+%?", put.joined, r"(?![\w,.-]*\d)"),
    _rule(
        rf"\d[\d,]*\s+point\s+(?:\d+|(?:{_DIGIT_WORD})(?:[\s-]+(?:{_DIGIT_WORD}))*|(?:to|too|for)(?!\s+the\b))",
        put.pointed,
        r"(?!\w)",
    ),
    _rule(r"\d{1,3}(?:,\d{1,3})*(?:(?<=,\d{3})[-.]|,(?=0\d\d\.))\d{1,3}\.\d+\s?%", put.share_beside),
    _rule(r"\d{1,3}(?:,\d{1,3})*,\d{1,2}\.\d+\s?%", put.share_beside),
    _rule(r"\d{1,3}\.\d{1,2}\.\d\s?%", put.share_beside),
    _rule(r"\d{5}(?:\.\d)?(?:%|(?=\s+percent\b))", put.ungrouped_share_beside),
    _rule(r"\d{1,3}(?:,\d{3})+\.\d+\s?%", put.share_beside),
    _rule(r"(?:\d{4}|\d{1,3}(?:,\d{3})+)-\d{1,3}", put.hyphened, _ALONE),
    _rule(r"\d+(?:,\d+)+(?:\.\d+)?", put.regrouped, _ALONE),
    _rule(r"\d{1,3},000\s\d{1,3}(?:,000)?", put.thousands, _ALONE, r"(?<!\bin\s)(?<!since\s)"),
    _rule(r"\d{1,3},000,\s\d{1,3},000", put.thousands, rf"(?=\s+(?!{_VERB_IN_S})[a-z]+s\b)"),
    _rule(
        r"(?:1[1-9]|20)00(?:,?\s|-)[1-9]\d",
        put.century,
        r"(?=s?\s+and\b|s\b|,\s(?!\d)|\.(?:\s|$))",
        rf"(?:{_DATED}|the)\s+",
    ),
    _rule(rf"{put.YEAR}\s+to\s+\d{{1,2}}", put.season, rf"{_ALONE}{_COUNTED}", _AFTER_A_DATE),
    _rule(rf"{put.YEAR}[\s.]\d\d", put.season, r"(?=\s*(?:[.,;)](?!\d)|$))", _AFTER_A_DATE),
    _rule(r"\d{6}", put.years, r"(?!\w|[.,-]\d)", rf"(?:{_DATED})\s+"),
    _rule(rf"{put.YEAR}{put.YEAR}", put.years, r"(?!\w|[.,-]\d)", _AFTER_A_DATE),
    _rule(r"(?:1[1-9]|20)\s+[1-9]\d", put.together, r"(?!\w|[.,:]\d|\s?%|\s+percent)", rf"(?:{_DATED})\s+"),
    _rule(
        r"(?:1[6-9]|20)-[0-4]\d",
        put.together,
        rf"(?!\w|[.,:-]\d|\s?%|[\s-]+(?:percent|year|minutes|to)){_COUNTED}(?!\s+[a-z]+\s+[a-z]+s\b)",
        _AFTER_A_DATE,
    ),
    _rule(r"\d{1,3},\s\d{3}", put.guessed_together, r"(?!\w|-|[.,]\d|,\s\d{1,3}\b(?!\.\d))", r"(?<!\d,\s)"),
    _rule(
        r"[1-9]\d\s[1-9]\d",
        put.guessed_together,
        rf"(?=\s+(?:(?!{_VERB_IN_S})[a-z]+s|people|men|women|children)\b)",
        r"(?<!\d\s)(?<!\d,\s)",
    ),
    _rule(r"[2-9]0\s+(?:to|two|too|for|four)", put.and_more, rf"(?=\s+{_MEASURES}(?!\w))"),
    _rule(
        r"\d[\d,]*[2-9]0\s+(?:to|two|too)",
        put.and_more,
        rf"(?=\s+(?!{_NO_PLURAL})[a-z]+s\b)",
        r"\b(?:by|of|with|the|than|were|are|about|over|nearly|another)\s+",
    ),
    _rule(
        r"\d*[2-9]0\s[1-9]",
        put.thousands,
        rf"(?=\s+(?:(?!{_VERB_IN_S})[a-z]+s|people|men|women|children|sheep|fish)\b)",
        r"(?<!\bin\s)(?<!since\s)(?<!\d\s)(?<!\d,\s)",
    ),
    _rule(
        r"well",
        put.alone,
        rf"(?=\s+(?:(?!{_NO_MODIFIER}|{_NO_PLURAL})[a-z]+\s+)?(?!{_NO_PLURAL})[a-z]+s\b)",
        r"\b(?:and|has|have|had|bought|sold|played|won|made|ate|with|of|these|those)\s+",
    ),
    _rule(r"well", put.alone, r"(?=\s+(?:thousand|million|billion|trillion)\b)", r"(?<!\bas\s)"),
    _rule(
        r"for",
        put.alone,
        rf"(?=\s+(?:[a-z]+\s+)?(?!{_NO_PLURAL})[a-z]+s\s+for\s+(?:\$|\d|(?:{_DIGIT_WORD})\b))",
        r"\beach,?\s+",
    ),
    _rule(
        rf"(?:\d|{_DIGIT_WORD})(?:\s(?:\d|{_DIGIT_WORD})){{2,5}}",
        put.spelled,
        rf"(?=\s+(?:(?!{_VERB_IN_S})[a-z]+s|people|men|women|children)\b)",
        r"(?<!\d\s)(?<!\d,\s)",
    ),
    _rule(
        r"\d{1,3}(?:,\d{3})*(?<=[1-9]0),?\s+(?:to|for|four|two),?\s+\d{1,2}\.\d+\s?(?:%|percent)",
        put.more_and_share,
    ),
    _rule(r"\d[\d,]*00\s+well", put.and_more, rf"(?=\s+(?!{_VERB_IN_S})[a-z]+s\b)"),
    _rule(
        r"\d[\d,]*(?<!\b1),?\s+boy,?\s+(?:\d|and\s+\d(?=\s?%|\s+(?:percent|million|billion)\b))",
        put.with_point,
        r"(?![\w,.-]*\d)",
    ),
    _rule(
        r"\d(?:[\d,.]*\d)?\s\d(?:[\d,]*\d)?",
        put.doubted,
        r"(?!\s\d|\w*-|\w*[a-rt-z]|[.,/:]\d|\s?%)",
        r"(?<!\d\s)(?<!\d,\s)(?<!\bin\s)(?<!\bsince\s)",
    ),
    _rule(
        r"for\s1\d\d",
        put.in_a_list,
        rf"(?=\s+(?!{_MEASURES}|{_NO_PLURAL})[a-z]+s(?:,|\s+and\b))",
        r"(?<=[a-z]s,\s)",
    ),
    _rule(r"1\d\d", put.doubted, rf"{_ALONE}(?!\s?{_MEASURES}(?!\w))", r"for\s+"),
    _rule(r"\d{3}0", put.doubted, r"(?=,?\s+(?:to|for)\s+(?!\d))", rf"\b(?:{_DATED}|and)\s+"),
    _rule(r"\d{1,3},\d\d0", put.doubted, rf"(?=,?\s+(?:to|for|free)\s+(?!{_NO_PLURAL})[a-z]+s\b)"),
    _rule(r"\d{5,}", put.ungrouped, r"(?!\w|[.,-]\d)"),
    _rule(
        rf"(?:\d\d|\d{{1,2}}\.\d{{1,2}}|(?:\d{{1,2}}|{_DIGIT_WORD})[,\s]\s?(?:\d{{1,2}}|{_DIGIT_WORD}))",
        put.ratio,
        r"(?![\w-]|[.,]\d|\s?%|\s+(?:to|percent|per)\b)",
        r"(?:in\s+(?:an?\s+|the\s+)?ratio(?:\s+of)?|the\s+odds\s+(?:are|were|of))\s+",
    ),
    _rule(
        rf"(?:\d|{_DIGIT_WORD})\s(?:\d|{_DIGIT_WORD})",
        put.span,
        r"(?=\s?%|\s+(?:percent|per\s?cent)\b)",
        r"(?<!\d\s)",
    ),
    _rule(
        r"(?:\$\d[\d,]*|(?:\d[\d,]*|one)\s+dollars?),?\s+(?:and\s+)?(?:\$0?\.\d\d|\d{1,2}\s+cents?)",
        put.amount,
        r"(?!\w)",
    ),
    _rule(
        r"\$\d[\d,]*\.\d(?:\s+cents?)?",
        put.few_cents,
        r"(?!\d|[.,-]\d|\s?(?:hundred|thousand|million|billion|trillion|cents?|[mbkMB]n?\b))",
    ),
    _rule(r"\$\d[\d,]*(?:\.\d)?", put.unpriced, rf"(?=\s+(?:{_SIZES}|people|men|women|children)(?!\w))"),
    _rule(r"(?:1[0-2]|[1-9])\.[0-5]\d", put.clock, r"(?=\s?[ap]\.?m\b)"),
    _rule(
        r"(?:1\d|2[0-3]|\d)\.[0-5]\d",
        put.clock,
        r"(?![\w.-]*\d|\s?%|\s+[a-z]+s\b|\s+per\b)",
        r"(?:left|leaves?|came|comes?|arrive[sd]?|start(?:s|ed)?|begins?|began|opens?|opened|closes?|closed|ends?|ended|met"
        r"|woke|departs?|departed)\s+at\s+",
    ),
    _rule(
        r"[1-9][0-5]\d",
        put.clock,
        r"(?![\w.,-]*\d|\s?%|\s+[a-z]+s\b|\s+per\b)",
        r"(?:left|leaves?|arrive[sd]?|woke|departs?|departed)\s+at\s+",
    ),
)
