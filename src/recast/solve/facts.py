"""What is said with every numeral of a story: what it counts, for whom, by which deed, for each of what, compared with what."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from recast.language.deeds import Deed, deed
from recast.language.words import word_set
from recast.solve.story import NOUNS, WITHIN, Sentence, Word, content, head, noun_after, stem
from recast.types import Private

_FINITE = ("VB", "VBD", "VBZ", "VBP", "VBN", "BE", "HV")
_BREAKS = frozenset(",;:()–—")
_NAMING = (*NOUNS, "PRP")
_HOLDS = re.compile(r"\b(?:(?:can|could) (?:hold|carry|take in)|holds?|carries|contains?)\b")
_FITS = re.compile(r"\b(?:can|could|would|will) (?:only )?[a-z]+(?: in)?$")
#: Comparatives that say that there is less.
FEWER = word_set(
    "fewer less younger shorter lighter lower slower cheaper thinner smaller slighter narrower poorer slimmer fresher emptier "
    "shallower"
)
_MORE = word_set("more additional another extra")
_TIMES = word_set("second minute hour day week month year")
_GERUNDS = word_set("after by before while")
_PRONOUNS = word_set("he she it they i we you there")
_RECEIVERS = word_set("him her them me us it")


@dataclass(frozen=True, slots=True, repr=False)
class Fact(Private):
    """One numeral of the story. ``unit`` is the lemma of what it counts, or a money sign; ``named`` the stems of all words
    of that noun; ``per`` the lemma of what one of it is for ("$2 per pound"), empty for a bare "each", None without;
    ``context`` the stems of the words that stand with it."""

    literal: str
    sentence: int
    place: int
    unit: str
    named: frozenset[str]
    per: str | None
    verb: str
    deed: Deed
    subject: frozenset[str]
    recipient: frozenset[str]
    context: frozenset[str]
    units: frozenset[str]
    more: bool
    relation: str
    asked: bool
    scaled: bool
    percent: bool


def facts(sentences: Sequence[Sentence], asked_from: int) -> tuple[Fact, ...]:
    """What is said by every numeral of data; those of sentences from ``asked_from`` on belong to the question."""
    made: list[Fact] = []
    before: frozenset[str] = frozenset()
    for number, sentence in enumerate(sentences):
        for fact in _of_sentence(sentence, number, before, number >= asked_from, made):
            made.append(fact)
        own = _first_subject(sentence)
        before = own or before
    return tuple(_of_one(fact, made, sentences[fact.sentence]) for fact in made)


def _of_one(fact: Fact, every: Sequence[Fact], sentence: Sentence) -> Fact:
    """The fact as a rate where it is told of one of what others count ("a box weighs 250 grams … 12 boxes", "8 minutes to
    wash one car … 15 cars", "2 dollars a cup … 45 cups")."""
    if fact.per is not None or fact.relation or fact.percent:
        return fact
    counted = {other.unit for other in every if other is not fact and other.unit != fact.unit} - {""}
    verbs = [at for at, word in enumerate(sentence) if word.tag in _FINITE]
    for at, word in enumerate(sentence[:-1]):
        noun, end = noun_after(sentence, at + 1, 3)
        if word.low not in ("a", "an", "one") or head(noun) not in counted:
            continue
        subject = bool(verbs) and end <= verbs[0] < fact.place and sentence[verbs[0]].tag in ("VBZ", "BE")
        subject = subject and not any(one.literal for one in sentence[:end])
        aim = at > fact.place and sentence[at - 2].low == "to"
        price = at in (fact.place + 1, fact.place + 2) and at in (
            fact.place + 1,
            noun_after(sentence, fact.place + 1)[1],
        )
        if subject or aim or price:
            return replace(fact, per=head(noun))
    return fact


def _of_sentence(
    sentence: Sentence, number: int, before: frozenset[str], asked: bool, earlier: list[Fact]
) -> Iterator[Fact]:
    places = [place for place, word in enumerate(sentence) if word.is_data]
    last_unit = earlier[-1].unit if earlier else ""
    for turn, place in enumerate(places):
        word = sentence[place]
        noun, end = noun_after(sentence, place + 1)
        if word.money:
            spelled = sentence[place + 1 : place + 2]
            unit, end = "$", place + (2 if spelled and spelled[0].unit == "dollar" else 1)
        elif word.percent:
            unit, end = "%", place + 2
        else:
            unit = head(noun)
        unit = "$" if unit == "dollar" else last_unit if unit in ("one", "ones") else unit
        if not noun and place > 3 and [sentence[place - 1].low, sentence[place - 3].low] == ["of", "in"]:
            unit = sentence[place - 4].unit  # "pencils in packs of 12"
        named = content(noun)
        if sentence[end : end + 1] and sentence[end].low == "of" and not word.percent:
            named |= content(noun_after(sentence, end + 1)[0])
        if not unit and sentence[place - 1].tag == "BE":
            unit = _number_of(sentence, place)
        if not unit and not (sentence[end : end + 1] and sentence[end].low == "times"):
            unit = last_unit
        if (
            noun
            and noun[-1].tag != "NNS"
            and turn + 1 < len(places)
            and places[turn + 1] == end + 1
            and not word.money
        ):
            unit = (
                head(noun_after(sentence, places[turn + 1] + 1)[0]) or unit
            )  # "31 red and 15 green balloons"
        last_unit = unit
        left = _left_edge(sentence, place, places[turn - 1] if turn else -1)
        right = _right_edge(sentence, end, places[turn + 1] if turn + 1 < len(places) else len(sentence))
        segment = sentence[left:right]
        verb, verb_at = _verb(sentence, place, end)
        subject = (_subject(sentence, verb_at, place) if verb_at < place else frozenset()) or before
        if verb_at > 0 and sentence[verb_at].tag == "BE" and sentence[verb_at - 1].low == "there":
            subject = frozenset()
        following = [one.low for one in sentence[verb_at + 1 : verb_at + 6]] if verb_at >= 0 else []
        following += [one.low for one in sentence[end : end + 1]]
        done = deed(verb, following) if verb else ""
        if verb_at >= end and not {"away", "off"}.isdisjoint(following):
            done = "loss"  # "4 ducks fly away"
        per = _per(sentence, place, end)
        acts = frozenset({stem(verb)} if verb and done != "hold" else ())
        near = {one.low for one in sentence[max(0, place - 1) : end + 1]}
        yield Fact(
            word.literal, number, place, unit, named, None if per and per == unit else per, verb, done, subject,
            _recipient(sentence, verb_at, place, end), content(segment) | subject | acts,
            frozenset(one.unit for one in noun), not near.isdisjoint(_MORE), _relation(sentence, place, end), asked,
            word.scaled, word.percent,
        )  # fmt: skip


def beside(one: Fact, other: Fact) -> bool:
    """Whether two facts are told in one breath: in one sentence, or in two that follow each other and say the same of the
    same subject ("Ann has 5 pens. Ann has 3 cups.")."""
    same = one.subject == other.subject and stem(one.verb) == stem(other.verb)
    return one.sentence == other.sentence or (abs(one.sentence - other.sentence) == 1 and same)


def _number_of(sentence: Sentence, place: int) -> str:
    """What "the number of animals was 79" counts."""
    at = next(
        (
            at
            for at in range(place)
            if sentence[at].low in ("number", "count") and sentence[at + 1].low == "of"
        ),
        None,
    )
    return "" if at is None else head(noun_after(sentence, at + 2)[0])


def _left_edge(sentence: Sentence, place: int, previous: int) -> int:
    for at in range(place - 1, previous, -1):
        if sentence[at].low in _BREAKS or sentence[at].low in ("and", "but", "while", "then"):
            opening = previous < 0 and not any(word.tag in _FINITE for word in sentence[:at])
            return 0 if opening else at + 1
    if previous < 0:
        return 0
    verbs = [at for at in range(previous + 1, place) if sentence[at].tag in _FINITE]
    if not verbs:
        return min(place, previous + 2)
    at = verbs[0]
    while at > previous + 1 and sentence[at - 1].tag in (*WITHIN, "DT", "PRP", "PP$"):
        at -= 1
    return at


def _right_edge(sentence: Sentence, end: int, following: int) -> int:
    for at in range(end, following):
        if sentence[at].low in _BREAKS or sentence[at].low in ("and", "but", "while", "then"):
            return at
    if following < len(sentence):
        verbs = [at for at in range(end, following) if sentence[at].tag in _FINITE]
        at = verbs[0] if verbs else following
        while verbs and at > end and sentence[at - 1].tag in (*_NAMING, "DT", "JJ", "PP$", "CD"):
            at -= 1
        return at
    return following


def _verb(sentence: Sentence, place: int, end: int) -> tuple[str, int]:
    """The verb whose object the numeral is, or whose subject, and its place; an aim ("to buy books") is none."""
    if (
        end < len(sentence)
        and sentence[end].tag in ("VB", "VBD", "VBZ", "VBN")
        and sentence[end].low != "left"
    ):
        return sentence[end].low, end
    for at in range(place - 1, -1, -1):
        word = sentence[at]
        aim = word.tag == "VB" and at > 0 and sentence[at - 1].low == "to"
        have_to = (
            aim
            and at > 1
            and sentence[at - 2].low
            in ("has", "have", "had", "needs", "need", "going", "wants", "wanted", "able")
        )
        before = sentence[at - 1] if at else word
        going = (word.tag == "VBG" and before.tag == "BE") or (
            word.low.endswith("ing") and before.low in _GERUNDS
        )
        if (word.tag in _FINITE and (not aim or have_to)) or going:
            return word.low, at
    for at in range(end, len(sentence)):
        if sentence[at].tag in _FINITE:
            if (
                sentence[at].tag == "BE"
                and at + 1 < len(sentence)
                and sentence[at + 1].tag in ("VBN", "VBG", "VBD")
            ):
                return sentence[at + 1].low, at + 1
            return sentence[at].low, at
    return "", -1


def _subject(sentence: Sentence, verb_at: int, place: int) -> frozenset[str]:
    """The stems of the noun before the verb; empty for a pronoun, and where the subject is that of the clause before."""
    if verb_at < 0:
        return frozenset()
    found: list[Word] = []
    for at in range(verb_at - 1, -1, -1):
        word = sentence[at]
        if (
            word.low in _BREAKS
            or word.tag in ("CS", "IN")
            or word.low in ("but", "then", "who", "which", "that")
        ):
            if word.low == "of" and found:
                found = []
                continue
            break
        if word.low == "and":
            if not (
                found
                and at > 0
                and sentence[at - 1].tag in NOUNS
                and not any(w.literal for w in sentence[:at])
            ):
                break
            continue
        if (word.tag in _FINITE and found) or word.low in _PRONOUNS:
            break
        if sentence[at + 1 : at + 2] and sentence[at + 1].tag == "POS":
            continue  # "Ann's father"
        if word.tag in NOUNS and word.stem:
            found.append(word)
    if not found and any(word.tag in _FINITE for word in sentence[:verb_at]):
        first = next(at for at, word in enumerate(sentence) if word.tag in _FINITE)
        return _subject(sentence, first, place) if first < verb_at else frozenset()
    return content(found)


def _first_subject(sentence: Sentence) -> frozenset[str]:
    at = next((at for at, word in enumerate(sentence) if word.tag in _FINITE), -1)
    if any(word.is_data for word in sentence[: max(at, 0)]):
        return frozenset()  # "11 passengers got off": of the one spoken of before
    return _subject(sentence, at, at)


def _recipient(sentence: Sentence, verb_at: int, place: int, end: int) -> frozenset[str]:
    """Who gets it: between the verb and the numeral, or after "to" behind it; "*" for a pronoun."""
    if verb_at < 0 or any(word.literal for word in sentence[verb_at:place]):
        return frozenset()
    between = [
        word for word in sentence[verb_at + 1 : place] if word.tag in _NAMING or word.low in _RECEIVERS
    ]
    behind = list(sentence[end : end + 5])
    for at, word in enumerate(behind):
        if word.low in ("to", "from") and at + 1 < len(behind):
            between += [one for one in behind[at + 1 : at + 4] if one.tag in _NAMING]
            break
    return frozenset("*" if word.low in _RECEIVERS else word.stem for word in between)


def _per(sentence: Sentence, place: int, end: int) -> str | None:
    """What one of it is for: "per pound", "for each jersey", "each"; or "Each box has 4 dogs" before it."""
    if place > 1 and sentence[place - 1].low == "of" and sentence[place - 2].tag == "NNS":
        return sentence[place - 2].unit  # "boxes of 4"
    opening = noun_after(sentence, 1, 3)[0]
    if (
        sentence[0].low in ("each", "every")
        and opening
        and head(opening) not in _TIMES
        and sentence[1].low != "of"
    ):
        return head(opening)  # "each cow gives 12 litres a day"
    beside = sentence[end : end + 2]
    if len(beside) == 2 and beside[0].low in ("a", "an") and beside[1].unit in _TIMES:
        return beside[1].unit  # "$10 an hour"
    if sentence[end : end + 1] and sentence[end].low == "of":
        after = noun_after(sentence, end + 1)[1]
        beside = sentence[after : after + 2]
        if len(beside) == 2 and beside[0].low in ("a", "an") and beside[1].unit in _TIMES:
            return beside[1].unit  # "12 litres of milk a day"
    if [word.low for word in sentence[:3]] == [
        "each",
        "of",
        "the",
    ]:  # "each of the 12 players scored 3 goals"
        told = [at for at, word in enumerate(sentence) if word.is_data]
        if len(told) == 2:
            return None if place == told[0] else head(noun_after(sentence, told[0] + 1)[0])
    for at in range(end, min(end + 4, len(sentence))):
        low = sentence[at].low
        if low in _BREAKS or low == "and" or sentence[at].literal:
            break
        if low in ("per", "each", "every", "/", "apiece"):
            noun = noun_after(sentence, at + 1, 3)[0]
            return head(noun) if noun else ""
    if _FITS.search(" ".join(word.low for word in sentence[max(0, place - 4) : place])):
        beside = sentence[end : end + 3]
        if len(beside) == 3 and beside[0].low in ("on", "in") and beside[1].low in ("a", "an", "one"):
            return beside[2].unit  # "can fit 4 books on a shelf"
    at = 1 if sentence[0].low == "if" else 0
    lows = [word.low for word in sentence[at:]]
    noun = noun_after(sentence, at + 1, 3)[0]
    if lows[:1] in (["each"], ["every"], ["one"]) or (
        lows[:1] in (["a"], ["an"]) and _HOLDS.search(" ".join(lows[1:6]))
    ):
        return head(noun) if noun else ""
    at = end
    while at < len(sentence) and not (sentence[at].low in _BREAKS or sentence[at].literal):
        if sentence[at].low == "each" and sentence[at - 1].low in (
            "in",
            "on",
            "for",
            "to",
            "of",
            "with",
            "from",
        ):
            noun = noun_after(sentence, at + 1, 3)[0]
            return head(noun) if noun else ""
        at += 1
    return None


def _relation(sentence: Sentence, place: int, end: int) -> str:
    """ "times", "more" or "fewer" where the numeral compares with something said after "as" or "than"."""
    after = ["#" if word.literal else word.low for word in sentence[place + 1 :]]  # a decimal point is no end
    near = " ".join(after[:12])
    if re.match(r"(?:times|time|x) (?:as \w+|more|the|that)", near):
        return "times"
    cut = re.match(
        r"(?:[^,.]*? )??(more|fewer|less|[a-z]+er)\b[^,.]*?\bthan\b",
        near,
    )
    if cut is None:
        return ""
    return "fewer" if cut[1] in FEWER else "more"
