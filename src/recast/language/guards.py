"""When a label that is a reasoning word, one letter or a bare numeral is meant as a label, and when a numeral is an amount.

"More", "Total", "No", "A" and "3" are labels of real charts; in a question they mostly are not. Used by ``mentions``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from importlib.resources import files

from recast.language.atoms import Atom, word_keys
from recast.language.colours import is_colour
from recast.language.inflect import singular
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, tokens

#: Reasoning words by which no operation is asked: as a label, each is an answer that a question names by it.
_ANSWERS = frozenset(
    [
        "good",
        "bad",
        "well",
        "should",
        "daily",
        "weekly",
        "monthly",
        "quarterly",
        "yearly",
        "annually",
        "never",
        "always",
        "often",
        "frequently",
    ]
)


def is_guarded(label: str, plain: tuple[Atom, ...]) -> bool:
    """Whether a label without a range is a reasoning word or two, one letter, or a bare numeral that is no year. Words that
    ask for nothing ("Good", "Daily") are not."""
    found = [atom for atom in plain if atom.kind not in ("mark", "stop", "joiner")]
    if not found:
        return False
    words = [label[atom.start : atom.end] for atom in found]
    if len(found) == 1:
        if found[0].kind == "number":
            if re.fullmatch(r"\d+[a-z]+", found[0].keys[0]) and not re.fullmatch(
                r"\d+[kmbt]", found[0].keys[0]
            ):
                return False  # "5G" is a name
            return len(found[0].keys) == 1 and not re.fullmatch(r"1[89]\d\d|2[01]\d\d", found[0].keys[0])
        return (len(words[0]) == 1 and words[0].isascii()) or (
            is_reasoning(words[0]) and not is_colour(words[0]) and fold(words[0]) not in _ANSWERS
        )
    return len(found) == 2 and all(is_reasoning(word) for word in words)


@functools.cache
def _beside(place: str) -> frozenset[str]:
    """The words that mark a label ``after`` or ``before`` it, or before a label that is a numeral."""
    text = files("recast.language").joinpath("data", "beside_labels.toml").read_text("utf-8")
    return frozenset(tomllib.loads(text)[place].split())


def is_marked(text: str, start: int, end: int, label: str) -> bool:
    """Whether the text shows that a guarded label is meant as a name: quoted, capitalised within a sentence whose words
    are not, or beside a word such as "bar" or "says"."""
    before, after = text[:start].rstrip(), text[end:].lstrip()
    if before[-1:] in "\"'“‘«" and before and after[:1] in ('"', "'", "”", "’", "»"):
        return True
    word_before = "" if before[-1:] in ".?!:;" else (re.findall(r"[^\W_]+", before) or [""])[-1]
    follows = re.match(r"[-\s]*([^\W_]+)", after)
    word_after = follows.group(1) if follows else ""
    written = text[start:end]
    capital = written[:1].isupper() and bool(word_before)
    follower = singular(fold(word_after)) if capital else fold(word_after)
    if follower in _beside("after") and (capital or fold(word_before) == "the"):
        return True
    if re.search(r"[^\w\s.,%]", label) and any(c.isdigit() for c in label):
        return fold(written) == fold(label.strip())
    if fold(label.strip()) in ("other", "others") and fold(word_before) in _BEFORE_OTHERS:
        return word_after in ("", "and", "or", "than", "in", "have", "has")
    if _ORDINAL.fullmatch(label.strip()):
        return fold(written) == fold(label.strip()) and not _IN_ORDER.match(after)
    if fold(label.strip()) in ("for", "against") and fold(word_before) == "those":
        return word_after in ("", "and", "or", "than", "among", "in", "of")
    if label.strip().isdigit():
        keys = (fold(word_before), *word_keys(word_before)) if word_before else ()
        return not _beside("before_number").isdisjoint(keys)
    if " " in label.strip():
        return not re.match(r"[$€£]?\d", after)
    if fold(word_before) in _beside("before"):
        return True
    if not capital:
        return False
    others = [t.text for t in tokens(text) if t.is_word and not start <= t.start < end]
    return sum(word[0].isupper() for word in others) <= len(others) / 2


_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)", re.IGNORECASE)
#: Behind "7th": a place in an order, not the label.
_IN_ORDER = re.compile(
    r"(?:most|least|high|low|larg|small|great|big|few|top|bottom|best|worst|bar|line|slice|column|point|value|row|quarter|place)",
    re.IGNORECASE,
)

#: Before "other" with no noun behind it, the rest of a whole is meant.
_BEFORE_OTHERS = frozenset(("between", "and", "of", "than", "for", "do", "does", "the", "to", "by"))

_MORE_OR_LESS = re.compile(
    r"(?:than|above|over|below|under|exceed\w*|reach\w*|least|most|surpass\w*)\s*[$€£]?$", re.IGNORECASE
)


def is_amount(text: str, start: int, end: int) -> bool:
    """Whether a numeral that looks like a year is an amount: compared, and counted in something ("over 2000 boats")."""
    if not re.fullmatch(r"\d{4}", text[start:end]):
        return False
    if text[end : end + 1] == "%" or text[max(0, start - 1) : start] in tuple("$€£"):
        return True
    follows = re.match(r"\s*([^\W\d_]+)", text[end:])
    counted = follows is not None and not is_reasoning(follows.group(1))
    return counted and _MORE_OR_LESS.search(text[:start].rstrip()) is not None
