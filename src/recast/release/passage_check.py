"""The source check of prose: does the passage that would go out say what the source says (P B.4)?

Number map and substitutions are inverted on the protected texts, and the result is compared with the Record: which numeral
stands for which, that the question uses the numerals of the source's question and names whom it asks about, that events keep their order, who a quantity
belongs to (coreference resolved or not), and words of comparison and of shares; a calculation by ``calculation_check``. It
shares no code with the rewriter.

Not covered: verbs and things that stand for those of the source (a wrong one makes an odd story, and its consistency is the
rewriter's), sentences that were left out although the question needs them, and in a list of facts what compared a figure
with another: whether such a text may be told as facts is the rewriter's. A finding says where, never what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from recast.language.calculations import is_calculation
from recast.language.capitals import CALENDAR, GRAMMAR, TITLES
from recast.language.degrees import FEWER
from recast.language.frames import asks_for_a_fact
from recast.language.problem_frames import plain_text
from recast.language.sentences import sentence_spans
from recast.language.tagging import tag_sentence
from recast.language.words import fold, lemma, tokens
from recast.numbers.mapping import literal_key, numeral_form
from recast.numbers.numerals import Numeral
from recast.numbers.prose import prose_numerals, source_quantities, stands_for, texts
from recast.release.calculation_check import calculation_faults
from recast.types import Check, Finding, Private, Protected, Quantity, Vault

NAME = "source"

_OFFER = r"buy\s+\S+,?\s+get"  # "buy one, get one free": one more for each
#: Words that say how quantities are compared or shared, by what they say; a rewriter may exchange them within a class.
_CLASSES = {
    "more": rf"more|greater|another|additional|extra|older|{_OFFER}",
    "less": r"less|fewer",
    "than": r"than",
    "double": r"twice|doubled?|doubles",
    "half": r"half|halves|halved",
    "each": rf"each|every(?!\s?day)|per(?!\s?cent)|apiece|{_OFFER}",
    "left": r"left|remain\w*|rest|leftover",
}
#: Of these a question for one fact need not tell ("each year", "were left without a roof").
_UNSHARED = frozenset({"each", "left"})
_JOINS = re.compile(r",|;|\b(?:and|but|while)\b", re.IGNORECASE)
_FINITE = ("VBD", "VBZ", "VB", "BE", "HV", "MD", "DO")
#: Words by which a clause rests on what was told before it.
_LINKED = re.compile(
    r"\b(?:then|now|later|after\w*|before|again|next|left|rest|remain\w*|other|another|more|fewer|less|they|them|it|he|she|his|her"
    r"|their|its|same|first|second|third|fourth|last)\b",
    re.IGNORECASE,
)
_WHOLE = 0.75  # a sentence cut to less than this share of its words may have lost a comparison that nobody asks for
_PATTERNS = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _CLASSES.items()}
_AMOUNT = re.compile(
    r"\bhow\s+(?:many|much|old|long|far|tall|high|deep|wide|large|big)\b|\bwhat(?:'s|\s+(?:is|was|are|were|percent\w*|number|share))\b",
    re.IGNORECASE,
)
_CAPITAL = r"(?:(?:Mr|Mrs|Ms|Miss|Dr)\.?\s+)?[A-Z][\w'’-]*"
_SUBJECT = re.compile(
    rf"\b(?:do|does|did|will|would|can|could|should|must|has|have|had)\s+({_CAPITAL}(?:(?:,\s*(?:and\s+)?|\s+and\s+|\s+){_CAPITAL})*)"
)
#: What stands between a receiver and the numeral, and between a giver and the receiver.
_RECEIVES = re.compile(
    r"[\w'’]*\s+(?:(?:another|about|only|just|all|the|her|his|their|a)\s+)*[$€£]?", re.IGNORECASE
)
_GIVES = re.compile(r"\s+(?!(?:and|or|than|but)\b)(?:[\w-]+\.?\s+){1,4}", re.IGNORECASE)
_SHORTENED = 5  # letters in which a name and what is made of it agree ("Norway", "Norwegians")
_TIME = re.compile(r"\b(?:when|(?:which|what)\s+(?:year|date|day|month|century|decade)s?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, repr=False)
class _Sentence(Private):
    """One sentence: its text, and the place of each of its numerals among all of the record with its place in the text."""

    text: str
    numerals: tuple[tuple[int, int], ...]

    @property
    def places(self) -> frozenset[int]:
        return frozenset(place for place, _ in self.numerals)


def passage_check(protected: Protected, vault: Vault) -> Check:
    """Compares the protected passage and question with the vault's Record."""
    findings = [*_numerals(protected, vault)]
    if not findings and is_calculation(protected.question):
        findings += calculation_faults(protected, vault.record, vault.numeral_sources)
    elif not findings:  # what follows rests on which numeral is which
        findings += [*_question(protected, vault), *_order(protected, vault), *_sentences(protected, vault)]
    return Check(NAME, tuple(findings))


# ── numerals ─────────────────────────────────────────────────────────────────────────────────────────────────


def _numerals(protected: Protected, vault: Vault) -> Iterator[Finding]:
    """Each numeral is the literal that the map issued there, and leads back to the numeral of the source."""
    sources = source_quantities(vault.record)
    found = [(f"{key}:{k}", n) for key, text in texts(protected) for k, n in enumerate(prose_numerals(text))]
    if len(found) != len(vault.numeral_sources):
        yield Finding(NAME, "numerals were lost or added", "text")
        return
    for (key, numeral), place in zip(found, vault.numeral_sources, strict=True):
        source = sources[place] if 0 <= place < len(sources) else None
        if source is None or not _leads_back(key, numeral, source, vault):
            yield Finding(NAME, "the numeral does not stand for the source's", key)


def _leads_back(key: str, numeral: Numeral, source: Quantity, vault: Vault) -> bool:
    literal = vault.numbers.literals.get(key)
    if literal is None:
        return numeral_form(numeral) in vault.numbers.structural and numeral.value == source.value
    if literal_key(str(numeral.value)) != literal:
        return False
    carried = vault.numbers.inverse.get(literal, ())
    quantity = next((quantity for quantity in carried if quantity.key == key), None)
    one_value = len({quantity.value for quantity in carried}) == 1
    return (
        quantity is not None
        and one_value
        and stands_for(quantity.value, source)
        and quantity.role == source.role
    )


def _question(protected: Protected, vault: Vault) -> Iterator[Finding]:
    """The question and its choices use the same numerals, ask for a time or not, and compare alike."""
    record = vault.record
    first = len(prose_numerals(record.context))
    asked = [place for place in _places(protected, vault) if place[0] != "context"]
    sources = source_quantities(record)
    wanted = range(first, len(sources))
    ordinals = {
        place for place in wanted if sources[place].role == "structural"
    }  # may become a word like any other
    told = [place for _, place in asked]
    is_fact = asks_for_a_fact(protected.question)
    unsaid = set(wanted) if is_fact else ordinals  # of a fact, nouns say which is meant
    if sorted({*told} | unsaid) != list(wanted) or len(told) != len({*told}):
        yield Finding(NAME, "the question does not use the same numerals as the source's", "question")
    if _asks_time(record.question) != _asks_time(protected.question):
        yield Finding(NAME, "the question asks for another kind of answer", "question")
    lost = compared(record.question) ^ compared(protected.question)
    if lost - (_UNSHARED if is_fact else frozenset()):
        yield Finding(NAME, "the question compares or shares in another way", "question")
    if not is_fact and not all(_is_asked_of(words, protected, vault) for words in _asked_of(record.question)):
        yield Finding(NAME, "the question does not name whom the source's question names", "question")


def _asked_of(question: str) -> Iterator[list[str]]:
    """The words of each name that is the subject of the question ("does Mr. Long have", "did Ann Lee and Bo buy")."""
    for subject in _SUBJECT.findall(question):
        for name in re.split(r",|\band\b", subject):
            words = [word for word in re.findall(r"[^\W\d_]+", name) if fold(word) not in TITLES | GRAMMAR]
            if words:
                yield words


def _is_asked_of(words: Sequence[str], protected: Protected, vault: Vault) -> bool:
    """Whether the protected question names what stands for a name, or a part of it, by the substitutions."""
    said = {fold(word)[:_SHORTENED] for word in words}
    return any(
        any(fold(part)[:_SHORTENED] in said for part in re.findall(r"[^\W\d_]+", pair.source))
        and bool(_at(protected.question, pair.protected))
        for pair in vault.substitutions.pairs
    )


def _asks_time(question: str) -> bool:
    """Whether a time is asked for; "how many … when it opened" only names one."""
    return _TIME.search(question) is not None and _AMOUNT.search(question) is None


def _places(protected: Protected, vault: Vault) -> list[tuple[str, int]]:
    """For each numeral of the protected texts the text in which it stands and its place among those of the source."""
    keys = [key for key, text in texts(protected) for _ in prose_numerals(text)]
    return list(zip(keys, vault.numeral_sources, strict=True))


def _order(protected: Protected, vault: Vault) -> Iterator[Finding]:
    """The numerals stand in the order of the source, but for those of plain clauses that say the same of others; facts
    tell no events and have no order."""
    if asks_for_a_fact(protected.question):
        return
    sources = source_quantities(vault.record)
    told = list(
        dict.fromkeys(
            place
            for key, place in _places(protected, vault)
            if key == "context"
            and sources[place].role != "year"  # a date may be told before or after its event
        )
    )
    said = _clauses(vault.record.context)
    moved = [(one, other) for at, one in enumerate(told) for other in told[at + 1 :] if other < one]
    if any(one >= len(said) or not said[one] or said[one] != said[other] for one, other in moved):
        yield Finding(NAME, "the passage tells the source's events in another order", "text")


def _clauses(text: str) -> list[str]:
    """For each numeral of the text what its clause does, by its one verb ("be" and "have" alike); empty where there is none or
    several, or where a word refers to what was told before, so that its place in the text matters."""
    made: list[str] = []
    last = -1
    for numeral in prose_numerals(text):
        start, end = next(span for span in sentence_spans(text) if span[0] <= numeral.start < span[1])
        before = [found.end() for found in _JOINS.finditer(text, start, numeral.start)]
        after = _JOINS.search(text, numeral.end, end)
        clause = text[before[-1] if before else start : after.start() if after else end]
        words = [(token.text, _known_tag(token.text)) for token in tokens(clause)]
        verbs = {
            lemma(word) for (word, _), tag in zip(words, tag_sentence(words), strict=True) if tag in _FINITE
        }
        still = verbs <= {"be", "have"} and bool(verbs)
        linked = _LINKED.search(text[start:end]) is not None
        if not verbs and start == last:  # "Ann has 3 pens and 4 cups"
            made.append(made[-1])
        else:
            made.append("" if linked else "is" if still else verbs.pop() if len(verbs) == 1 else "")
        last = start
    return made


def _known_tag(word: str) -> str | None:
    """The tag of a numeral or a mark; a word's is found by its neighbours."""
    return "CD" if word[:1].isdigit() else None if word[:1].isalpha() else "."


# ── sentences ────────────────────────────────────────────────────────────────────────────────────────────────


def _sentences(protected: Protected, vault: Vault) -> Iterator[Finding]:
    """Who a quantity belongs to, and how quantities of a sentence are compared or shared."""
    names = (pair for pair in vault.substitutions.pairs if pair.kind == "name")
    inverse = {pair.protected: pair.source for pair in names}
    sources = _split(vault.record.context, range(len(prose_numerals(vault.record.context))))
    plain = plain_text(protected.context)  # a frame tells its numerals in the order of its plain form
    told = _split(plain, vault.numeral_sources[: len(prose_numerals(protected.context))])
    is_list = asks_for_a_fact(protected.question)
    for number, sentence in enumerate(told, start=1):
        same = [place for place, source in enumerate(sources) if source.places & sentence.places]
        if same:
            before = " ".join(source.text for source in sources[: same[-1] + 1])
            behind = " ".join(one.text for one in takewhile(lambda one: not one.numerals, told[number:]))
            faults = _faults(sentence, [sources[place] for place in same], before, behind, inverse, is_list)
            yield from (Finding(NAME, fault, f"sentence {number}") for fault in faults)


def _faults(
    sentence: _Sentence,
    sources: Sequence[_Sentence],
    before: str,
    behind: str,
    inverse: Mapping[str, str],
    is_list: bool,
) -> Iterator[str]:
    """What is wrong with a sentence that tells the numerals of ``sources``; ``before`` is the passage up to their end,
    ``behind`` what follows the sentence without a numeral ("the rest count as hens").
    ``is_list``: the text is a list of facts, which say nothing of a figure but what belongs to it."""
    named = {source for drawn, source in inverse.items() if _names(sentence.text, drawn)}
    if not all(_names(before, name) for name in named):
        yield "a name stands where the source names somebody else"
    owners = {name for name in inverse.values() if any(_names(source.text, name) for source in sources)}
    if named and owners and named.isdisjoint(owners):
        yield "a quantity stands beside another name than in the source"
    people = {drawn: name for drawn, name in inverse.items() if fold(name).removesuffix("s") not in CALENDAR}
    meant = {name: name for name in people.values()}
    for source in sources:
        spots = dict(source.numerals)
        beside = (
            (_nearest(sentence.text, at, people), _nearest(source.text, spots[place], meant))
            for place, at in sentence.numerals
            if place in spots
        )
        if any(owner and wanted in named and owner != wanted for owner, wanted in beside):
            yield "a quantity stands beside another name than in the source"
    said = compared(sentence.text)
    compares = frozenset[str]().union(*(compared(source.text) | _degrees(source.text) for source in sources))
    if said - compares:
        yield "a comparison or share was added"
    whole = len(sources) == 1 and sources[0].places == sentence.places
    if (
        whole
        and not is_list
        and len(sentence.text.split()) >= _WHOLE * len(sources[0].text.split())
        and frozenset[str]().union(*(compared(source.text) for source in sources)) - said - compared(behind)
    ):
        yield "a comparison or share of the source was lost"


def _split(text: str, places: Sequence[int]) -> list[_Sentence]:
    """The sentences of a text; ``places`` are those of its numerals."""
    numerals = prose_numerals(text)
    return [
        _Sentence(
            text[start:end],
            tuple(
                (place, numeral.start - start)
                for place, numeral in zip(places, numerals, strict=True)
                if start <= numeral.start < end
            ),
        )
        for start, end in sentence_spans(text)
    ]


def _names(text: str, name: str) -> bool:
    """Whether the text names it, whole or by one of the words of a name of several."""
    words = [word for word in re.findall(r"[^\W_]+", name) if len(word) > 2] or [name]
    parts = words if all(word[:1].isupper() for word in words) else [name]
    return any(_at(text, part) for part in (name, *parts))


def _at(text: str, name: str) -> list[int]:
    """Where a name stands, in any number and case; "VA" also as "V&A" or "V.A."."""
    stem = fold(name).removesuffix("s") or fold(name)
    letters = r"\W?".join(stem) if name.isupper() else re.escape(stem)
    return [found.start() for found in re.finditer(rf"(?<!\w){letters}(?:'s|s|es)?(?!\w)", fold(text))]


def _nearest(text: str, at: int, names: Mapping[str, str]) -> str:
    """What the last name before the place stands for, else empty; of a giver and a receiver in one clause the giver, since
    these change places ("Ann gives Bo 5 pens", "Ann gives 5 pens to Bo")."""
    found = sorted(
        (spot, spot + len(name), meant)
        for name, meant in names.items()
        for spot in _at(text, name)
        if spot < at
    )
    if len(found) > 1 and _RECEIVES.fullmatch(text[found[-1][1] : at]):
        between = text[found[-2][1] : found[-1][0]]
        if _GIVES.fullmatch(between):
            return found[-2][2]
    return found[-1][2] if found else ""


def _degrees(text: str) -> frozenset[str]:
    """What a comparative says: "15 inches farther than" is more, "2 years younger than" is less."""
    degrees = [found.lower() for found in re.findall(r"\b(\w+er) than\b", text)]
    return frozenset("less" if degree in FEWER else "more" for degree in degrees)


def compared(text: str) -> frozenset[str]:
    """In which ways a text compares or shares quantities ("more", "double", "each", ...)."""
    return frozenset(name for name, pattern in _PATTERNS.items() if pattern.search(text))
