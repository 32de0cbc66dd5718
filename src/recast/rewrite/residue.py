"""What may not be left of a source in a rewritten string, and the last pass that takes it out.

The rewriter replaces content words one by one; this pass guarantees the result whatever the input was: a word that is
still one of the source's, a label made of reasoning words ("No change") or a character outside ASCII does not stay. A
reasoning word that the question uses for an operation stays in the question although it is also a label ("how many
more" over a chart with a bar "More"). The leak scan checks the same promise by its own code.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from recast.language.colours import find_colours
from recast.language.mentions import find_mentions
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemmas
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.rewrite.units import unit_spans
from recast.types import Private, Record

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, repr=False)
class Forbidden(Private):
    """``words``: folded content words of the source and their lemmas. ``labels``: whole labels, letters only, folded."""

    words: frozenset[str]
    labels: frozenset[str]


def _letters(text: str) -> str:
    return "".join(_WORD.findall(fold(text)))


def forbidden(record: Record, keep_units: bool) -> Forbidden:
    """The words and labels of a record that may not be seen. Unit words are left out where the policy keeps units, and
    the words of small structural numerals always."""
    table = record.table
    labels = () if table is None else (*table.categories, *(s.label for s in table.series), *record.left_out)
    titles = () if table is None else (table.title, table.subtitle, table.x_title, table.y_title)
    units = () if table is None else tuple(text for s in table.series for text in (s.unit, s.scale))
    asked = [unicodedata.normalize("NFKC", text) for text in (record.question, *record.choices)]
    texts = [*asked, *(unicodedata.normalize("NFKC", text) for text in (*titles, *labels))]
    allowed = {
        fold(w) for text in asked for c in find_colours(text) for w in _WORD.findall(text[c.start : c.end])
    }
    if keep_units:
        allowed |= {
            fold(word)
            for text in (*texts, *units)
            for span in unit_spans(text, table, keep=True)
            if span.form == "kept"
            for word in _WORD.findall(text[span.start : span.end])
        }
    texts += units
    found: set[str] = set()
    for text in texts:
        for word in _WORD.findall(text):
            if (
                fold(word) not in allowed
                and not is_reasoning(word)
                and fold(word) not in STRUCTURAL_WORDS.values()
            ):
                found |= lemmas(word)
    whole = frozenset(
        letters for label in labels if len(letters := _letters(label)) > 2 and letters not in allowed
    )
    return Forbidden(frozenset(found), whole)


def cleared(text: str, banned: Forbidden, name: Callable[[], str], kept: Collection[str] = ()) -> str:
    """``text`` without anything of the source: plain ASCII, no forbidden word, no forbidden label in consecutive words
    but those ``kept``."""
    plain = "".join(c for c in unicodedata.normalize("NFKC", text) if c.isascii() and c.isprintable())
    plain = _WORD.sub(lambda found: name() if _is_banned(found.group(), banned) else found.group(), plain)
    labels = banned.labels.difference(kept)
    while (hit := _label_hit(plain, labels)) is not None:
        plain = plain[: hit[0]] + plain[hit[1] :]
    return " ".join(plain.split())


def _is_banned(word: str, banned: Forbidden) -> bool:
    return len(word) > 1 and not lemmas(word).isdisjoint(banned.words) and not is_reasoning(word)


def operations(text: str, labels: Sequence[str]) -> frozenset[str]:
    """Runs of reasoning words outside every mention of a label, as letters without spaces."""
    taken = [(mention.start, mention.end) for mention in find_mentions(text, labels)]
    runs: list[list[str]] = [[]]
    for word in _WORD.finditer(text):
        if is_reasoning(word.group()) and not any(s < word.end() and word.start() < e for s, e in taken):
            runs[-1].append(fold(word.group()))
        else:
            runs.append([])
    return frozenset("".join(run[a:b]) for run in runs for a in range(len(run)) for b in range(a + 1, a + 7))


def _label_hit(text: str, labels: Collection[str]) -> tuple[int, int] | None:
    """The span of the first word of a label that is still there. Labels of eight letters or more are also found inside
    longer runs of letters."""
    words = list(_WORD.finditer(text))
    longest = max(map(len, labels), default=0)
    for place, word in enumerate(words):
        joined = ""
        for following in words[place:]:
            joined += fold(following.group())
            if joined in labels:
                return word.span()
            if len(joined) >= longest:
                break
    letters = _letters(text)
    for label in labels:
        at = letters.find(label) if len(label) >= 8 else -1
        passed = 0
        for word in words if at >= 0 else ():
            passed += len(word.group())
            if passed > at:
                return word.span()
    return None
