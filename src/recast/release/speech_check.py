"""Does a waveform say what the protected record says (design §7, P 3.4, B.4)?

It was transcribed back, and what was heard of each sentence is compared with the sentence: its numerals digit for digit
and in order, every name that a program may name, the words that the question can need (its own, words of one kin with
them, words of comparison, of denial and of operation) in any inflection, and enough of the rest to be understood.

Not covered: what a recogniser of another make may hear, how a name is spelled by one who only hears it, and other words
that were heard as their likes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from decimal import Decimal

from recast.language.atoms import kin_keys, word_keys
from recast.language.told import told
from recast.language.vocabulary import is_reasoning
from recast.language.words import fold, lemmas_by_class, tokens
from recast.numbers.prose import prose_numerals
from recast.release.passage_check import compared
from recast.types import Check, Finding, Medium, Protected

NAME = "protected"

_UNDERSTOOD = 0.7  # share of a sentence's words that must be heard, in order
_DENIALS = frozenset(
    {"not", "no", "never", "none", "nor", "neither", "nobody", "nothing", "without", "cannot"}
)
_ADDED = 4  # words beyond the sentence's own that may be heard in it


def speech_check(protected: Protected, medium: Medium, heard: Sequence[str]) -> Check:
    """The check of a waveform whose sentences were ``heard`` like this. Raises ``ValueError`` where ``heard`` are not as
    many as the medium's sentences."""
    findings = []
    if _run_on(told(protected)) != _run_on([each.text for each in medium.spoken]):
        findings.append(
            Finding(NAME, "the spoken sentences are not those of the protected record", "waveform")
        )
    for place, (each, text) in enumerate(zip(medium.spoken, heard, strict=True), start=1):
        found = sentence_faults(each.text, text, protected)
        findings += [Finding(NAME, fault, f"sentence {place}") for fault in found]
    return Check(NAME, tuple(findings))


def sentence_faults(sentence: str, heard: str, protected: Protected) -> Iterator[str]:
    """What was not heard as it was to be said; nothing of the words themselves."""
    said, got = _words(sentence), _words(heard)
    if _values(sentence) != _values(heard):
        yield "a number is heard differently"
    if any(_has(said, _words(name)) and not _has(got, _words(name)) for name in protected.names):
        yield "a name is heard differently"
    if compared(sentence) != compared(heard) or _denials(said) != _denials(got):
        yield "a comparison, share or denial is heard differently"
    asked = _kin(_words(" ".join((protected.question, *protected.choices))))
    needed = [word for word in said if _is_needed(word, asked)]
    if any(not any(_alike(word, other) for other in got) for word in needed):
        yield "a word that the question needs is heard differently"
    if _common(said, got) < _UNDERSTOOD * len(said) or len(got) > len(said) + _ADDED:
        yield "the sentence is not understood"


def _denials(words: Sequence[str]) -> int:
    return sum(word in _DENIALS or word.endswith("n't") for word in words)


def _run_on(sentences: Sequence[str]) -> list[str]:
    return " ".join(sentences).split()


def _words(text: str) -> list[str]:
    """The words without numerals and possessive endings, folded."""
    return [
        fold(token.text)
        for token in tokens(text)
        if any(c.isalpha() for c in token.text) and not token.is_possessive
    ]


def _values(text: str) -> list[Decimal]:
    return [numeral.value for numeral in prose_numerals(text)]


def _alike(word: str, other: str) -> bool:
    return word == other or not set(word_keys(word)).isdisjoint(word_keys(other))


def _has(words: Sequence[str], name: Sequence[str]) -> bool:
    """Whether a name is among the words, in another number or with other spaces."""
    if not name:
        return True
    whole = "".join(name)
    for start in range(len(words)):
        run = words[start : start + len(name)]
        if len(run) == len(name) and all(map(_alike, name, run)):
            return True
        joined = ""
        for word in words[start : start + len(name) + 2]:
            joined += word
            if joined == whole:
                return True
    return False


def _kin(words: Sequence[str]) -> frozenset[str]:
    """The keys of the question's words of content and of those of one kin with them."""
    content = [word for word in words if not is_reasoning(word)]
    return frozenset(key for word in content for key in (*word_keys(word), *kin_keys(word)))


def _is_needed(word: str, asked: Set[str]) -> bool:
    """Whether the question can need the word: its own, or one that says an operation rather than grammar."""
    if asked & {*word_keys(word), *kin_keys(word)}:
        return True
    classes = {upos for upos, _ in lemmas_by_class(word)}
    return len(word) > 3 and is_reasoning(word) and "AUX" not in classes and "VERB" in classes


def _common(said: Sequence[str], heard: Sequence[str]) -> int:
    """How many words are heard in their order."""
    reached = [0] * (len(heard) + 1)
    for word in said:
        before = 0
        for place, other in enumerate(heard, start=1):
            above = reached[place]
            reached[place] = before + 1 if _alike(word, other) else max(above, reached[place - 1])
            before = above
    return reached[-1]
