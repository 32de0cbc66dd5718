"""A transcript as it was meant: names spelled as the question spells them, sentences whole.

One who hears a name does not know its spelling; the question gives it in writing. One who hears a pause may take it for the
end of a sentence. Not covered: a name that the question does not hold, which stays as it was heard (recovery knows it within
one edit); a pause after anything but a list of nouns that begins a sentence.
"""

from __future__ import annotations

import re

from rapidfuzz.distance import OSA

from recast.language.sentences import split_sentences
from recast.language.words import fold, is_english

_WORD = re.compile(r"[^\W\d_]{2,}")
_NOUN = r"(?:the\s+)?(?!the\b|and\b)[\w-]+(?:\.\d+)?"
#: A list of nouns behind a preposition, which is no sentence: "With the file, the bell and the hammer. The ..."
_CUT_OFF = re.compile(
    rf"(?P<list>(?:^|(?<=[.?!]\s))(?:for|with)\s+{_NOUN}(?:(?:,|,?\s+and|,?\s+near)\s+{_NOUN})*)\.\s+(?P<rest>The)\b",
    re.IGNORECASE,
)
_SHORTEST = 4  # letters of a name that is known by its likeness


def rejoined(heard: str) -> str:
    """``heard`` with a list of nouns that was cut off from its sentence put back before it."""
    return _CUT_OFF.sub(lambda found: f"{found['list']}, {found['rest'].lower()}", heard)


def as_spelled(heard: str, asked: str) -> str:
    """``heard`` with every name that stands in ``asked`` but not in it put in the place of the word, or of the two words,
    that sound like it: capitalised, no word of the question, and like this one name only."""
    there = {fold(word) for word in _WORD.findall(heard)}
    wanted = [name for name in _names(asked) if fold(name) not in there]
    if not wanted:
        return heard
    known = {fold(word) for word in _WORD.findall(asked)}
    words = list(_WORD.finditer(heard))
    pieces, place, at = [], 0, 0
    while at < len(words):
        last, name = at, None
        if at + 1 < len(words) and heard[words[at].end() : words[at + 1].start()] == " ":
            last, name = at + 1, _meant([words[at].group(), words[at + 1].group()], wanted, known)
        if name is None:
            last, name = at, _meant([words[at].group()], wanted, known)
        if name is not None:
            pieces += [heard[place : words[at].start()], name]
            place = words[last].end()
        at = last + 1
    return "".join([*pieces, heard[place:]])


def _names(text: str) -> list[str]:
    """The words that are written like names: capitalised, and not only because they begin a sentence."""
    found: dict[str, None] = {}
    for sentence in split_sentences(text):
        for word in _WORD.finditer(sentence):
            name = word.group()
            if len(name) >= _SHORTEST and name[0].isupper() and (word.start() or not is_english(name)):
                found[name] = None
    return list(found)


def _meant(words: list[str], wanted: list[str], known: set[str]) -> str | None:
    """The one name that is meant by these words, if they mean one."""
    if not words[0][0].isupper() or any(fold(word) in known for word in words):
        return None
    joined = "".join(map(fold, words))
    near = [
        name for name in wanted if OSA.distance(joined, fold(name), score_cutoff=_far(name)) <= _far(name)
    ]
    return near[0] if len(near) == 1 else None


def _far(name: str) -> int:
    """How many edits apart a name may be heard."""
    return 1 if len(name) < 7 else 2
