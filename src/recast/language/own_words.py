"""Words of the asker for what a chart names otherwise, written as the words of its labels.

"How many researchers does nanotech employ" asks of "Nanotechnology", "spending on schooling" of "Education". A word or phrase
that stands in no label and no title of the chart is written as the word of a label that it means: another phrase of a line of
``data/own_words.txt``; a clipped form ("nanotech"); those who use or live in what has a name ("Instagrammers"); the head of
a compound ("phones" for "Smartphones"). Only where all that it may mean is one word of the labels; which label is named by that
word, whole, in part or not at all, the matcher of labels decides (``mentions``). English only.

Not covered: a word that means a thing only by what the chart is about ("the rate", "players").
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files

from recast.language.atoms import word_keys
from recast.language.label_index import BRACKETS
from recast.language.mentions import all_mentions
from recast.language.vocabulary import is_reasoning
from recast.language.words import Token, fold, is_english, lemmas_by_class, tokens
from recast.types import Table

#: The shortest word of which a clipped form or a compound is sought, and the shortest form of it.
_LONG, _CLIPPED = 7, 4
#: Endings of those who use or live in what has a name.
_OF_A_NAME = re.compile(r"(?:m?ers?|rs?|ians?|ites?|goers?)")
_MOST_WORDS = 4

_Phrase = tuple[str, ...]


def with_words_of_labels(question: str, table: Table) -> str:
    """``question`` with the asker's own words for things of ``table`` as the words of its labels."""
    labels = (*table.categories, *(series.label for series in table.series))
    titles = f"{table.title} , {table.subtitle} , {table.x_title} , {table.y_title}"
    known = _keys(titles) | _keys(" , ".join(labels), seen=True)
    named = [
        (mention.start, mention.end)
        for names in (labels, (table.x_title, table.y_title))
        for mention in all_mentions(question, names)
    ]
    asked = [token for token in tokens(question) if not token.is_possessive]
    written: list[tuple[int, int, str]] = []
    at = 0
    while at < len(asked):
        length, word = _meant(asked, at, named, labels, known)
        if word:
            written.append((asked[at].start, asked[at + length - 1].end, word))
        at += length
    present = {fold(token.text) for token in asked}
    for start, end, word in reversed(written):
        if fold(word) not in present:
            question = question[:start] + word + question[end:]
    return question


def _keys(text: str, seen: bool = False) -> frozenset[str]:
    """The keys of the words of a text; with ``seen``, of those alone that the matcher of labels looks for by themselves."""
    return frozenset(
        key
        for token in tokens(text)
        if token.is_word and not (seen and is_reasoning(token.text))
        for key in word_keys(token.text)
    )


def _meant(
    asked: list[Token],
    at: int,
    named: list[tuple[int, int]],
    labels: tuple[str, ...],
    known: frozenset[str],
) -> tuple[int, str]:
    """How many tokens from ``at`` on are one phrase, and the words of a label that it means; none where it means none."""
    for length in range(min(_MOST_WORDS, len(asked) - at), 0, -1):
        run = asked[at : at + length]
        if any(start < run[-1].end and run[0].start < end for start, end in named):
            continue
        if not known.isdisjoint(key for token in run if token.is_word for key in word_keys(token.text)):
            continue
        following = asked[at + length].text if at + length < len(asked) else ""
        if _is_graded(run[-1].text) or (fold(run[-1].text), fold(following)) == ("close", "to"):
            continue
        words = set(_by_list(run, labels))
        if not words and length == 1 and run[0].is_word and not is_reasoning(run[0].text):
            words = set(_by_form(run[0].text, labels))
        if len({fold(word) for word in words}) == 1:
            return length, min(words)
    return 1, ""


def _is_graded(word: str) -> bool:
    """Whether a word is a comparative or a superlative, which is an operation."""
    folded = fold(word)
    adjectives = dict(lemmas_by_class(folded)).get("ADJ", ())
    return folded.endswith(("er", "est")) and any(adjective != folded for adjective in adjectives)


# ── phrases that mean the same ───────────────────────────────────────────────────────────────────────────────


@functools.cache
def _meanings() -> Mapping[str, Mapping[_Phrase, frozenset[_Phrase]]]:
    """The phrases of the list by their first word, and the phrases for which each may stand."""
    found: dict[_Phrase, set[_Phrase]] = defaultdict(set)
    text = files("recast.language").joinpath("data", "own_words.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            own, meant = line.split(">") if ">" in line else (line, line)
            phrases = [_phrase(phrase) for phrase in meant.split("|")]
            for said in map(_phrase, own.split("|")):
                found[said].update(other for other in phrases if other != said)
    by_first: dict[str, dict[_Phrase, frozenset[_Phrase]]] = defaultdict(dict)
    for phrase, others in found.items():
        by_first[phrase[0]][phrase] = frozenset(others)
    return by_first


def _phrase(text: str) -> _Phrase:
    return tuple(fold(token.text) for token in tokens(text) if token.text != "-")


def _is_phrase(run: Sequence[Token], phrase: _Phrase) -> bool:
    """Whether tokens are the words of ``phrase`` in any form."""
    words = [token.text for token in run if token.text != "-"]
    return len(words) == len(phrase) and all(
        one == fold(word) or one in word_keys(word) for one, word in zip(phrase, words, strict=True)
    )


def _by_list(run: Sequence[Token], labels: tuple[str, ...]) -> Iterator[str]:
    """The words of labels that a phrase means by the list."""
    starts = {fold(run[0].text), *word_keys(run[0].text)}
    for start in starts:
        for phrase, others in _meanings().get(start, {}).items():
            if _is_phrase(run, phrase):
                for label in labels:
                    yield from _places(BRACKETS.sub(" ", label), others)


def _places(label: str, phrases: frozenset[_Phrase]) -> Iterator[str]:
    """Where one of ``phrases`` stands in a label, as it is written there."""
    shown = tokens(label)
    for phrase in phrases:
        for first in range(len(shown)):
            for last in range(first + 1, min(len(shown), first + 2 * len(phrase)) + 1):
                run = shown[first:last]
                if _is_phrase(run, phrase):
                    unseen = all(is_reasoning(token.text) for token in run if token.is_word)
                    yield label.strip() if unseen else label[run[0].start : run[-1].end]


# ── forms of one word ────────────────────────────────────────────────────────────────────────────────────────


def _by_form(word: str, labels: tuple[str, ...]) -> Iterator[str]:
    """The words of labels of which ``word`` is a clipped form, the users, or the head."""
    folded = fold(word)
    plain = folded.removesuffix("s")
    strange = not is_english(folded)
    for label in labels:
        for token in tokens(BRACKETS.sub(" ", label)):
            shown = fold(token.text)
            if not token.is_word or len(shown) < _CLIPPED + 1 or shown == folded:
                continue
            clipped = strange and len(plain) >= _CLIPPED and len(shown) >= _LONG and shown.startswith(plain)
            users = (
                strange
                and shown != plain
                and folded.startswith(shown)
                and _OF_A_NAME.fullmatch(folded[len(shown) :])
            )
            head = len(plain) >= _CLIPPED and any(
                key.endswith(plain)
                and is_english(key.removesuffix(plain))
                and len(key) - len(plain) >= _CLIPPED
                for key in word_keys(token.text)
            )
            if clipped or users or head:
                yield token.text


__all__ = ["with_words_of_labels"]
