"""A passage as a solver's rules see it: sentences of tagged words, and what each numeral counts, for whom and how.

Nothing here depends on what a word means beyond its grammar, its class among the words of operations, and whether it is
the same word as another: a text whose words were exchanged consistently reads alike.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files

from recast.language.sentences import sentence_spans
from recast.language.tagging import tag_sentence
from recast.language.words import Token, data_words, fold, lemma, lemmas, lemmas_by_class, tokens, word_set
from recast.numbers.prose import prose_numerals, scale_after
from recast.solve.deeds import Deed, deed
from recast.types import Private, Role

_SUFFIXES = (
    "ization", "isation", "ations", "ation", "ition", "ments", "ment", "ness", "ical", "ings", "ing", "ists", "ist", "ions",
    "ion", "ers", "ors", "er", "or", "als", "al", "ics", "ic", "ive", "ous", "ial", "ly", "ed", "es", "s", "e", "y",
)  # fmt: skip
_STEM = 4
_MONEY_SIGNS = frozenset("$€£¥₹")
_LEFT_OUT = re.compile(r"\[[^\]\d]{0,80}\]")
_FINITE = ("VB", "VBD", "VBZ", "VBP", "VBN", "BE", "HV")
_BREAKS = frozenset(",;:()–—")
_NOUN = ("NN", "NNS", "NP")
_NAMING = (*_NOUN, "PRP")
_WITHIN = (*_NOUN, "JJ", "JJR", "VBN", "VBG", "CD", "POS")
_SHORT = {
    "kg": "kilogram",
    "km": "kilometer",
    "cm": "centimeter",
    "m": "meter",
    "lb": "pound",
    "lbs": "pound",
    "g": "gram",
}
_BEFORE_NOUNS = word_set("more fewer less other additional extra of")
_HOLDS = re.compile(r"\b(?:(?:can|could) (?:hold|carry|take in)|holds?|carries|contains?)\b")
_AFTER_NOUNS = word_set("left each more long old aged tall wide deep high thick heavy away apart")
_RECEIVERS = word_set("him her them me us it")
_EMPTY = word_set(
    "a an the this that these those of in on at by for from to into with without and or but if then than as it its they them "
    "their he him his she her you your we our there here what which who whom when where why how many much more most be have "
    "do can could will would should must not s also only all both each every some any no now so up out off per about "
    "approximately around over under just too very same other another is are was were been being has had having does did "
    "fewer less times"
)


@dataclass(frozen=True, slots=True, repr=False)
class Word(Private):
    """One word, mark or numeral. ``literal`` is a numeral's plain decimal, and ``role`` its role."""

    low: str
    tag: str
    stem: str = ""
    unit: str = ""
    literal: str = ""
    role: Role = "data"
    scaled: bool = False
    percent: bool = False
    money: bool = False

    @property
    def is_data(self) -> bool:
        return bool(self.literal) and self.role in ("data", "choice")


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


Sentence = tuple[Word, ...]


@functools.lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """What the inflections and endings of one word share ("operate", "operation")."""
    base = lemma(word)
    for suffix in _SUFFIXES:
        if base.endswith(suffix) and len(base) - len(suffix) >= _STEM:
            return base.removesuffix(suffix)
    return base


@functools.lru_cache(maxsize=16384)
def unit_of(word: str) -> str:
    """The singular of a noun."""
    low = fold(word)
    if low in _SHORT:
        return _SHORT[low]
    found = dict(lemmas_by_class(word)).get("NOUN")
    if found:
        return found[0]
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


@functools.cache
def _linked() -> dict[str, frozenset[int]]:
    """The lines of ``sense_links.txt`` in which a lemma stands."""
    text = files("recast.language").joinpath("data", "sense_links.txt").read_text("utf-8")
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    found: dict[str, set[int]] = {}
    for number, line in enumerate(lines):
        for word in line:
            found.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def senses(word: str) -> frozenset[str]:
    """The keys of a word: two words are the same for a look-up where they share one."""
    linked = {f"{line}" for base in lemmas(word) for line in _linked().get(base, ())}
    return frozenset({stem(word), *linked})


def content(words: Sequence[Word]) -> frozenset[str]:
    """The stems of the words that are more than grammar."""
    return frozenset(word.stem for word in words if word.stem)


def read(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, tagged; notes in square brackets are left out."""
    plain = _LEFT_OUT.sub(lambda note: " " * len(note.group()), text)
    numerals = prose_numerals(plain)
    covered = {at for numeral in numerals for at in range(numeral.start, numeral.end)}
    starts = {numeral.start: numeral for numeral in numerals}
    names = _names(plain)
    made = []
    for begin, end in sentence_spans(plain):
        pieces: list[tuple[Token | None, int]] = [
            (token, token.start) for token in tokens(plain[begin:end]) if begin + token.start not in covered
        ]
        pieces = [(token, begin + start) for token, start in pieces]
        pieces += [(None, start) for start in starts if begin <= start < end]
        pieces.sort(key=lambda piece: piece[1])
        words = []
        for place, (token, start) in enumerate(pieces):
            if token is None:
                numeral = starts[start]
                after = plain[numeral.end : numeral.end + 30]
                before = plain[max(0, start - 3) : start].rstrip()
                words.append(
                    Word(
                        numeral.written.casefold(),
                        "CD",
                        numeral.written.casefold() if numeral.role in ("structural", "year") else "",
                        literal=f"{numeral.value:f}",
                        role=numeral.role,
                        scaled=bool(scale_after(after)[0]),
                        percent=re.match(r"\s?(?:%|per ?cent\b)", after) is not None,
                        money=before[-1:] in _MONEY_SIGNS or re.match(r"\s?dollars?\b", after) is not None,
                    )
                )
            else:
                words.append(_word(token.text, place == 0, names))
        made.append(_tagged(words))
    return tuple(made)


def _names(text: str) -> frozenset[str]:
    """The words that are written with a capital inside a sentence, and those that are known as given names."""
    inside = re.findall(r"(?<=[a-z,] )[A-Z][\w'’-]*", text)
    return frozenset(fold(word).removesuffix("'s") for word in inside) | _given_names()


@functools.cache
def _given_names() -> frozenset[str]:
    return frozenset(fold(name) for name in data_words("given_names.txt"))


def _word(text: str, first: bool, names: frozenset[str]) -> Word:
    low = fold(text)
    if not text[0].isalpha():
        return Word(low, "POS" if low in ("'s", "'") else ".")
    name = text[0].isupper() and low != "i" and (not first or (low in names and low not in _EMPTY))
    return Word(low, "NP" if name else "", "" if low in _EMPTY else stem(text), unit_of(text))


def _tagged(words: list[Word]) -> Sentence:
    known: list[tuple[str, str | None]] = [(word.low, word.tag or None) for word in words]
    tags = tag_sentence(known) if known else ()
    return tuple(replace(word, tag=tag) for word, tag in zip(words, tags, strict=True))


# ── what a numeral counts ────────────────────────────────────────────────────────────────────────────────────


def noun_after(words: Sequence[Word], at: int, most: int = 5) -> tuple[list[Word], int]:
    """The words of the noun that begins at ``at`` and the place after it; "of the" and a second noun are part of it."""
    found: list[Word] = []
    place = at
    while place < len(words) and len(found) < most:
        word = words[place]
        if word.low in _BEFORE_NOUNS and not found:
            place += 1
            continue
        if word.low in ("the", "his", "her", "their") and not found:
            place += 1
            continue
        if word.low == "-" and found:
            place += 1
            continue
        if word.literal or word.tag not in _WITHIN or word.low in _AFTER_NOUNS:
            break
        if found and found[-1].tag == "NNS" and word.tag not in ("NN", "NNS"):
            break
        if found and found[-1].tag in ("NN", "NNS") and word.tag in ("VBN", "JJ", "JJR"):
            break
        found.append(word)
        place += 1
    return found, place


def head(noun: Sequence[Word]) -> str:
    """The lemma of the last noun."""
    return next((word.unit for word in reversed(noun) if word.tag in _NOUN), noun[-1].unit if noun else "")


def facts(sentences: Sequence[Sentence], asked_from: int) -> tuple[Fact, ...]:
    """What is said by every numeral of data; those of sentences from ``asked_from`` on belong to the question."""
    made: list[Fact] = []
    before: frozenset[str] = frozenset()
    for number, sentence in enumerate(sentences):
        for fact in _of_sentence(sentence, number, before, number >= asked_from, made):
            made.append(fact)
        own = _first_subject(sentence)
        before = own or before
    return tuple(made)


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
        unit = "$" if unit == "dollar" else unit
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
        following = [one.low for one in sentence[verb_at + 1 : verb_at + 6]] if verb_at >= 0 else []
        following += [one.low for one in sentence[end : end + 1]]
        per = _per(sentence, end)
        yield Fact(
            word.literal, number, place, unit, named, None if per and per == unit else per, verb,
            deed(verb, following) if verb else "", subject,
            _recipient(sentence, verb_at, place, end), content(segment) | subject | ({stem(verb)} if verb and deed(verb, ()) != "hold" else set()),
            frozenset(one.unit for one in noun),
            any(one.low in ("more", "additional", "another", "extra") for one in sentence[max(0, place - 1) : end + 1]),
            _relation(sentence, place, end), asked, word.scaled, word.percent,
        )  # fmt: skip


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
    while at > previous + 1 and sentence[at - 1].tag in (*_WITHIN, "DT", "PRP", "PP$"):
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
    if end < len(sentence) and sentence[end].tag in ("VBD", "VBZ", "VBN") and sentence[end].low != "left":
        return sentence[end].low, end
    for at in range(place - 1, -1, -1):
        word = sentence[at]
        aim = word.tag == "VB" and at > 0 and sentence[at - 1].low == "to"
        have_to = (
            aim
            and at > 1
            and sentence[at - 2].low in ("has", "have", "had", "needs", "need", "going", "wants", "wanted")
        )
        going = word.tag == "VBG" and at > 0 and sentence[at - 1].tag == "BE"
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
                and sentence[at - 1].tag in _NOUN
                and not any(w.literal for w in sentence[:at])
            ):
                break
            continue
        if word.tag in _FINITE and found:
            break
        if word.tag in _NOUN and word.stem:
            found.append(word)
    if not found and any(word.tag in _FINITE for word in sentence[:verb_at]):
        first = next(at for at, word in enumerate(sentence) if word.tag in _FINITE)
        return _subject(sentence, first, place) if first < verb_at else frozenset()
    return content(found)


def _first_subject(sentence: Sentence) -> frozenset[str]:
    at = next((at for at, word in enumerate(sentence) if word.tag in _FINITE), -1)
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


def _per(sentence: Sentence, end: int) -> str | None:
    """What one of it is for: "per pound", "for each jersey", "each"; or "Each box has 4 dogs" before it."""
    for at in range(end, min(end + 4, len(sentence))):
        low = sentence[at].low
        if low in _BREAKS or low == "and" or sentence[at].literal:
            break
        if low in ("per", "each", "every", "/", "apiece"):
            noun = noun_after(sentence, at + 1, 3)[0]
            return head(noun) if noun else ""
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
    after = [word.low for word in sentence[place + 1 :]]
    near = " ".join(after[:12])
    if re.match(r"(?:times|time|x) (?:as \w+|more|the|that)", near):
        return "times"
    cut = re.match(
        r"(?:[^,.]*? )?(more|fewer|less|longer|older|taller|younger|shorter|heavier|higher|farther|further) [^,.]*?\bthan\b",
        near,
    )
    if cut is None:
        return ""
    return "fewer" if cut[1] in ("fewer", "less", "younger", "shorter") else "more"
