"""Whether a text runs on about many things, as a report, a letter or minutes do, or keeps to a few, as a word problem does."""

from __future__ import annotations

from collections.abc import Sequence

_FEWEST_WORDS, _FEWEST_NOUNS = 60, 15
_VARIED = 0.8


def tells_of_much(words: int, nouns: Sequence[str]) -> bool:
    """Whether a text of so many words tells of many things: few of its nouns, one by one in their base form, come back. Not
    seen: a short report, and one that tells the same of place after place."""
    return words > _FEWEST_WORDS and len(nouns) >= _FEWEST_NOUNS and len({*nouns}) >= _VARIED * len(nouns)
