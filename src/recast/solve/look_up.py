"""The numeral of a passage that a question asks for: the one of the right type whose words the question shares most."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recast.language.words import word_set
from recast.solve.expression import Operand
from recast.solve.story import Sentence, Word, head, noun_after, senses
from recast.types import Private

Keys = tuple[tuple[frozenset[str], float], ...]
_ALONE, _MARGIN = 0.3, 0.5
_BREAKS = frozenset(",;:()–—.")
_BESIDE = 0.5  # what the verb of the question in the segment of a numeral is worth
_YEARS = re.compile(r"\b(?:when|(?:in |during )?(?:what|which) years?)\b")
_AMOUNT = re.compile(r"\bhow (?:many|much)\b")


@dataclass(frozen=True, slots=True, repr=False)
class Found(Private):
    """A numeral of the right type: how well its noun fits, how much of the question its segment and its sentence hold."""

    word: Word
    place: Sentence
    noun: int
    segment: float
    sentence: float
    share: float

    @property
    def score(self) -> float:
        return self.noun + self.segment / 2 + self.sentence


def look_up(
    asked: Sentence, sentences: Sequence[Sentence], least: float, unread: frozenset[str]
) -> Operand | None:
    """The numeral that answers, or None where none is of the type asked for, or two are as good. ``least`` is the share
    of the question's words that its sentence must hold, ``unread`` the words that it must not hold."""
    low = " ".join(word.low for word in asked)
    keys = _weighed(_keys(asked), sentences)
    if not keys:
        return None
    asked_numbers = {word.literal for word in asked if word.literal}
    if _YEARS.search(low) and not _AMOUNT.search(low):  # "how many clubs were there when …"
        return _best(_years(sentences, keys, asked_numbers), least, unread)
    if "how many" in low:
        return _best(_counts(asked, sentences, keys, asked_numbers), least, unread)
    if re.search(
        r"\bwhat (?:percentage|percent|proportion|share|fraction)\b|\bto what\b|\bwhat (?:is|was|are|were) the\b"
        r"|\bhow (?:much|long|far|tall|old|high|large|big|fast|wide|deep|thick|heavy|hot|cold|[a-z]+ (?:is|was|are|were))\b",
        low,
    ):
        return _best(_measures(low, sentences, keys, asked_numbers), least, unread)
    return None


def _keys(asked: Sentence) -> list[frozenset[str]]:
    made = []
    for word in asked:
        if word.literal:
            made.append(frozenset({word.literal}))
        elif word.stem and word.low not in _ASKING:
            made.append(senses(word.low))
    return made


_RELATED = word_set("more fewer less times longer older younger farther further taller shorter")
_ASKING = word_set(
    "year years percentage percent proportion number take place happen occur exist amount approximately"
)


def _weighed(keys: Sequence[frozenset[str]], sentences: Sequence[Sentence]) -> Keys:
    """The words of the question with how much each tells: less where many sentences hold it."""
    return tuple(
        (key, 1 / max(1.0, sum(_shared(((key, 1.0),), sentence) for sentence in sentences)) ** 0.5)
        for key in keys
    )


def _shared(keys: Keys, words: Sequence[Word]) -> float:
    there = {word.literal or key for word in words for key in (senses(word.low) if word.stem else ("",))}
    return sum(weight for key, weight in keys if not key.isdisjoint(there))


def _share(keys: Keys, words: Sequence[Word]) -> float:
    """How much of the question stands in the words, each of its words alike."""
    return _shared(tuple((key, 1.0) for key, _ in keys), words) / len(keys)


def _segment(sentence: Sentence, at: int) -> Sentence:
    """The words around a place up to the nearest marks."""
    left, right = at, at + 1
    while left > 0 and not _is_break(sentence, left - 1):
        left -= 1
    while right < len(sentence) and not _is_break(sentence, right):
        right += 1
    return sentence[left:right]


def _is_break(sentence: Sentence, at: int) -> bool:
    """A mark, or an "and" before the next numeral."""
    if sentence[at].low in _BREAKS:
        return True
    return sentence[at].low == "and" and any(word.literal for word in sentence[at + 1 : at + 4])


def _years(sentences: Sequence[Sentence], keys: Keys, known: set[str]) -> list[Found]:
    made = []
    for sentence in sentences:
        for at, word in enumerate(sentence):
            if word.role == "year" and word.literal not in known:
                made.append(
                    Found(
                        word,
                        sentence,
                        0,
                        _shared(keys, _near(sentence, at)),
                        _shared(keys, sentence),
                        _share(keys, sentence),
                    )
                )
    return made


def _near(sentence: Sentence, at: int) -> Sentence:
    """The segment of a numeral; where that says nothing but the numeral, also what stands before it, or at the beginning of
    a sentence ("In 1949, …") what follows."""
    own = _segment(sentence, at)
    if any(word.stem and not word.literal for word in own):
        return own
    before = sentence[max(0, at - 12) : at]
    return sentence[max(0, at - 12) : at + 1] if any(word.stem for word in before) else sentence[at : at + 12]


def _counts(asked: Sentence, sentences: Sequence[Sentence], keys: Keys, known: set[str]) -> list[Found]:
    at = next(place for place, word in enumerate(asked) if word.low == "many") + 1
    noun, end = noun_after(asked, at)
    if asked[end : end + 1] and asked[end].low in ("of", "and"):
        noun = noun + noun_after(asked, end + 1)[0]
    wanted = [senses(word.low) for word in noun if word.stem]
    if not wanted:
        return []
    several = [word.low for word in noun if word.tag == "NNS"]
    main = senses(several[-1] if several else head(noun)) if head(noun) else wanted[-1]
    made = []
    for sentence in sentences:
        for place, word in enumerate(sentence):
            if not word.is_data or word.literal in known or word.percent or word.money:
                continue
            counted = _counted(sentence, place) or _shared_noun(sentence, place)
            there = {key for one in counted if one.stem for key in senses(one.low)}
            shared = sum(1 for key in wanted if not key.isdisjoint(there))
            fits = shared > 0 and (not main.isdisjoint(there) or shared >= max(2, len(wanted) - 1))
            if counted and not fits:
                continue
            if relative(sentence, place) or _is_share(sentence, place):
                continue
            made.append(
                Found(
                    word,
                    sentence,
                    shared,
                    _shared(keys, _segment(sentence, place)),
                    _shared(keys, sentence),
                    _share(keys, sentence),
                )
            )
    return made


def relative(sentence: Sentence, place: int) -> bool:
    """Whether the numeral says how much more or less ("4 years older")."""
    return any(word.low in _RELATED for word in sentence[place + 1 : place + 4])


def _is_share(sentence: Sentence, place: int) -> bool:
    """Whether the numeral is the whole in "16 of 36 members"."""
    return place > 1 and sentence[place - 1].low == "of" and bool(sentence[place - 2].literal)


def _counted(sentence: Sentence, place: int) -> Sentence:
    """The words after a numeral that can name what it counts."""
    end = place + 1
    while end < len(sentence) and end < place + 8:
        word = sentence[end]
        if (
            word.literal
            or word.low in (",", ";", "(", ")", ".")
            or word.tag in ("VBD", "VBZ", "BE", "HV", "MD")
        ):
            break
        end += 1
    return sentence[place + 1 : end]


def _shared_noun(sentence: Sentence, place: int) -> Sentence:
    """What a numeral without a noun counts: the same as the one before it ("60 people died and 18 were missing")."""
    earlier = next((at for at in range(place - 1, -1, -1) if sentence[at].is_data), None)
    return () if earlier is None else _counted(sentence, earlier)


def _measures(low: str, sentences: Sequence[Sentence], keys: Keys, known: set[str]) -> list[Found]:
    every = [
        (sentence, at, word) for sentence in sentences for at, word in enumerate(sentence) if word.is_data
    ]
    if re.search(r"\bpercent", low):
        every = [one for one in every if one[2].percent] or every
    if re.search(r"\bpercent|\bproportion", low):
        every = [one for one in every if not _is_counted(one[0], one[1], keys)]
    if re.search(r"\bhow much (?:money|cash)\b", low):
        every = [one for one in every if one[2].money] or every
    asked = re.search(r"\bhow ([a-z]+)\b", low)
    quality = asked[1] if asked else ""
    return [
        Found(
            word,
            sentence,
            int(quality in [one.low for one in sentence[at + 1 : at + 4]]),  # "900 metres thick"
            _shared(keys, _segment(sentence, at)),
            _shared(keys, sentence),
            _share(keys, sentence),
        )
        for sentence, at, word in every
        if word.literal not in known and not relative(sentence, at)
    ]


def _is_counted(sentence: Sentence, at: int, keys: Keys) -> bool:
    """Whether the numeral counts something that the question names: then it is no proportion of it."""
    noun = (
        noun_after(sentence, at + 1)[0] if sentence[at + 1 : at + 2] and sentence[at + 1].low != "of" else []
    )
    return (
        bool(noun)
        and not sentence[at].percent
        and any(not senses(noun[-1].low).isdisjoint(key) for key, _ in keys)
    )


def _best(found: Sequence[Found], least: float, unread: frozenset[str]) -> Operand | None:
    """The numeral with the best score, where no other one has the same. One that is alone of its kind needs less."""
    if not found:
        return None
    ranked = sorted(found, key=lambda one: one.score, reverse=True)
    best = ranked[0]
    if not unread.isdisjoint(word.low for word in best.place):
        return None
    rivals = [one for one in ranked[1:] if one.word.literal != best.word.literal]
    if best.share < (least if rivals else min(least, _ALONE)):
        return None
    if rivals and rivals[0].score > best.score - _MARGIN:
        return None
    return Operand(best.word.literal)
