"""What may not be left of a source in a rewritten string, and the last pass that takes it out.

The rewriter replaces content words one by one; this pass guarantees the result whatever the input was: a word that is
still one of the source's, a label made of reasoning words ("More", "No change") or a character outside ASCII does not
stay. A reasoning word that happens to be a whole label is said otherwise where English has another word of the same
operation ("more" → "greater"), else it goes. The leak scan checks the same promise by its own code.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from recast.language.colours import find_colours
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemmas
from recast.rewrite.units import unit_spans
from recast.types import Private, Record

_WORD = re.compile(r"[^\W\d_]+")

#: Reasoning words of one meaning, for questions over a chart that has a label of that name.
_OTHERWISE = {
    "more": "greater",
    "most": "greatest",
    "greater": "larger",
    "greatest": "largest",
    "less": "lower",
    "least": "lowest",
    "fewer": "less",
    "high": "great",
    "higher": "greater",
    "highest": "greatest",
    "large": "big",
    "larger": "greater",
    "largest": "greatest",
    "low": "small",
    "lower": "less",
    "lowest": "smallest",
    "small": "low",
    "smaller": "less",
    "smallest": "lowest",
    "total": "sum",
    "sum": "total",
    "average": "mean",
    "mean": "average",
    "maximum": "greatest",
    "minimum": "lowest",
    "all": "every",
    "every": "each",
    "each": "every",
    "both": "the",
    "other": "another",
    "others": "rest",
    "none": "nothing",
    "same": "equal",
    "equal": "identical",
    "increase": "rise",
    "increased": "rose",
    "decrease": "fall",
    "decreased": "fell",
    "rise": "increase",
    "fall": "drop",
    "number": "count",
    "count": "number",
    "value": "amount",
    "amount": "value",
    "difference": "gap",
    "above": "over",
    "over": "above",
    "below": "under",
    "under": "below",
    "first": "initial",
    "last": "final",
    "overall": "total",
    "together": "combined",
    "combined": "total",
    "category": "group",
    "group": "category",
    "what": "which",
    "which": "what",
}


@dataclass(frozen=True, slots=True, repr=False)
class Forbidden(Private):
    """``words``: folded content words of the source and their lemmas. ``labels``: whole labels, letters only, folded."""

    words: frozenset[str]
    labels: frozenset[str]


def _letters(text: str) -> str:
    return "".join(_WORD.findall(fold(text)))


def forbidden(record: Record, keep_units: bool) -> Forbidden:
    """The words and labels of a record that may not be seen. Unit words are left out where the policy keeps units."""
    table = record.table
    labels = () if table is None else (*table.categories, *(s.label for s in table.series))
    titles = () if table is None else (table.title, table.subtitle, table.x_title, table.y_title)
    units = () if table is None else tuple(text for s in table.series for text in (s.unit, s.scale))
    texts = [unicodedata.normalize("NFKC", text) for text in (record.question, *record.choices, *titles, *labels)]
    allowed = {fold(w) for text in texts for c in find_colours(text) for w in _WORD.findall(text[c.start : c.end])}
    if keep_units:
        allowed |= {
            fold(word)
            for text in (*texts, *units)
            for span in unit_spans(text, table, keep=True)
            for word in _WORD.findall(text[span.start : span.end])
        }
    else:
        texts += units
    found: set[str] = set()
    for text in texts:
        for word in _WORD.findall(text):
            if fold(word) not in allowed and not is_reasoning(word):
                found |= lemmas(word)
    whole = frozenset(letters for label in labels if len(letters := _letters(label)) > 2 and letters not in allowed)
    return Forbidden(frozenset(found), whole)


def cleared(text: str, banned: Forbidden, name: Callable[[], str]) -> str:
    """``text`` without anything of the source: plain ASCII, no forbidden word, no forbidden label in consecutive words."""
    plain = "".join(c for c in unicodedata.normalize("NFKC", text) if c.isascii() and (c.isprintable()))

    def instead(found: re.Match[str]) -> str:
        word = found.group()
        return name() if _is_banned(word, banned) else word

    plain = _WORD.sub(instead, plain)
    while True:
        hit = _label_hit(plain, banned)
        if hit is None:
            return " ".join(plain.split())
        start, end, single = hit
        other = _OTHERWISE.get(fold(plain[start:end]), "") if single else ""
        if other and (other in banned.labels or _is_banned(other, banned)):
            other = ""
        plain = plain[:start] + other + plain[end:]


def _is_banned(word: str, banned: Forbidden) -> bool:
    return len(word) > 1 and not lemmas(word).isdisjoint(banned.words) and not is_reasoning(word)


def _label_hit(text: str, banned: Forbidden) -> tuple[int, int, bool] | None:
    """The span of the first word of a label still there, and whether that word is all of it. Labels of eight letters or
    more are also found inside longer runs of letters."""
    words = list(_WORD.finditer(text))
    for place, word in enumerate(words):
        joined = ""
        for count, following in enumerate(words[place:]):
            joined += fold(following.group())
            if joined in banned.labels:
                return word.start(), word.end(), count == 0
    letters = _letters(text)
    for label in banned.labels:
        at = letters.find(label) if len(label) >= 8 else -1
        if at >= 0:
            passed = 0
            for word in words:
                passed += len(word.group())
                if passed > at:
                    return word.start(), word.end(), False
    return None
