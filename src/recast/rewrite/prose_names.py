"""Names that share their form with a word of the reasoning vocabulary or of grammar ("Max", "Will", "Mr. Long", "Wells").

Such a word is a name where it is written with a capital inside a sentence, after a title, before another capitalised word, in
a list of names, or where it opens a sentence whose verb is what people do ("Max has"). What is a name once is one wherever
it is written with a capital, and in small letters where only a name can stand ("does max have", "max's").

Not covered: such a name that is written in small letters throughout, or that stands only at the start of sentences before a
verb that things have as well ("Rank rose"); articles, pronouns and prepositions, which are never taken for names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from recast.language.capitals import CALENDAR, GRAMMAR, MODALS, OPENERS, TITLES, is_headed
from recast.language.tagging import possible_tags
from recast.language.vocabulary import is_reasoning
from recast.language.words import lemma, lemmas_by_class, word_set
from recast.rewrite.prose_tokens import Tok

#: What people do rather than things, as lemmas.
_PERSONAL = word_set(
    "have get buy sell give eat drink bake cook make pick collect gather find lose win earn pay save spend want need plan plant "
    "read write drive walk own keep borrow lend own bring send share receive decide start work play visit live invite"
)
_FINITE = frozenset(("VBZ", "VBD", "HV"))


def names_like_words(sentences: Sequence[Sequence[Tok]]) -> frozenset[str]:
    """The folded words of the vocabulary or of grammar that the sentences use as names."""
    return frozenset(tok.low for sentence in sentences for tok in _found(sentence))


def _found(sentence: Sequence[Tok]) -> Iterator[Tok]:
    headed = is_headed([tok.text for tok in sentence if tok.kind == "word"])
    for place, tok in enumerate(sentence):
        if _may_be(tok) and (is_titled(sentence, place) or (not headed and _is_named(sentence, place))):
            yield tok


def _may_be(tok: Tok) -> bool:
    written = tok.kind == "word" and len(tok.text) > 1 and tok.text[0].isupper() and not tok.text.isupper()
    return written and not tok.fixed and tok.low not in GRAMMAR and is_reasoning(tok.low)


def is_titled(sentence: Sequence[Tok], place: int) -> bool:
    """Whether a title stands before the word ("Mr. Long")."""
    before = [tok for tok in sentence[max(0, place - 2) : place] if tok.text != "."]
    return bool(before) and before[-1].low.rstrip(".") in TITLES


def _is_named(sentence: Sequence[Tok], place: int) -> bool:
    tok = sentence[place]
    if not (tok.first or sentence[place - 1].kind == "mark"):
        return True
    after = sentence[place + 1] if place + 1 < len(sentence) else None
    if after is None or tok.low in OPENERS:
        return False
    if after.tag == "POS" or after.low in ("'s", "’s"):
        return True
    asks = sentence[-1].text == "?"
    if after.text[:1].isupper() and after.kind == "word":
        modal = tok.low in MODALS and asks and not _finite_follows(sentence, place + 2)
        return after.low not in GRAMMAR | CALENDAR and not modal
    if after.low == "and" or after.text == ",":
        following = sentence[place + 2] if place + 2 < len(sentence) else None
        return following is not None and following.kind == "word" and following.text[:1].isupper()
    return _does(tok, after)


def _finite_follows(sentence: Sequence[Tok], place: int) -> bool:
    return place < len(sentence) and any(tag in _FINITE for tag, _ in possible_tags(sentence[place].text)[:1])


def _does(tok: Tok, after: Tok) -> bool:
    """Whether a word is the subject of a verb of people: one person "has", several things "have"."""
    if after.kind != "word" or lemma_of_verb(after.low) not in _PERSONAL:
        return False
    tags = {tag for tag, _ in possible_tags(after.text)}
    several = lemma(tok.low) != tok.low and tok.low.endswith("s")
    return after.low in ("has", "had") or "VBZ" in tags or ("VBD" in tags and not several)


def lemma_of_verb(word: str) -> str:
    """The verb that a form belongs to, or the word itself."""
    return dict(lemmas_by_class(word)).get("VERB", (word,))[0]


def acts(sentence: Sequence[Tok], entity: int) -> bool:
    """Whether the sentence tells of an entity what is told of people ("Wells buys", "does Wells have")."""
    return any(
        tok.name == entity
        and after.name != entity
        and (lemma_of_verb(after.low) in _PERSONAL or before.low in ("does", "did"))
        for before, tok, after in zip(sentence, sentence[1:], sentence[2:], strict=False)
    ) or (len(sentence) > 1 and _opens_acting(sentence, entity))


def _opens_acting(sentence: Sequence[Tok], entity: int) -> bool:
    after = next((tok for tok in sentence if tok.name != entity), None)
    return sentence[0].name == entity and after is not None and lemma_of_verb(after.low) in _PERSONAL


def is_small_name(sentence: Sequence[Tok], place: int) -> bool:
    """Whether a word in small letters that is a name elsewhere stands where only a name can ("does max have", "max's")."""
    before = sentence[place - 1].low if place else ""
    after = sentence[place + 1] if place + 1 < len(sentence) else None
    if is_titled(sentence, place) or (after is not None and after.low in ("'s", "’s")):
        return True
    verb = after is not None and after.kind == "word" and lemma_of_verb(after.low) in _PERSONAL
    if before in ("does", "did", "do", "has", "had", "will", "would", "can"):
        return verb or (after is not None and after.low in ("still", "now", "start", "end"))
    return (
        before in ("", "and", "if", "when", "then", ",") and after is not None and after.low in ("has", "had")
    )


def is_capital_name(sentence: Sequence[Tok], place: int) -> bool:
    """Whether a capitalised word that is a name elsewhere is one here: everywhere but where it opens a question as an auxiliary
    ("Will Max buy 3?"), or the sentence as one of the words that open sentences."""
    tok = sentence[place]
    return not tok.first or _is_named(sentence, place) or tok.low not in OPENERS | MODALS
