"""Ways of saying made canonical before words are replaced: contractions, fixed phrases, modifiers that tell nothing apart."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files

from recast.language.tagging import possible_tags
from recast.language.vocabulary import is_reasoning
from recast.language.words import word_set
from recast.rewrite.prose_tokens import Tok, base_of, is_share
from recast.rewrite.prose_words import Senses, exchange_of, is_content

_CONTRACTED = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": "is"}
_SHARED = {"share": "give", "shares": "gives", "shared": "gave"}
_DETERMINERS = word_set("the a an his her its their my our your")
_ENDINGS = {"'re": "are", "'ll": "will", "'ve": "have", "'d": "would", "'m": "am"}


_MONTHS = word_set(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sept "
    "sep oct nov dec"
)


@functools.cache
def _phrases() -> dict[str, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]:
    """First word → fixed phrases that begin with it, and what is said instead (``data/fixed_phrases.txt``)."""
    found: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    text = files("recast.language").joinpath("data", "fixed_phrases.txt").read_text("utf-8")
    for line in text.splitlines():
        said, arrow, instead = line.partition(" =>")
        if arrow and not line.startswith("#"):
            words = tuple(said.split())
            found.setdefault(words[0], []).append((words, tuple(instead.split())))
    return {
        word: tuple(sorted(phrases, key=lambda phrase: -len(phrase[0]))) for word, phrases in found.items()
    }


def canonical(sentence: list[Tok]) -> None:
    """Contractions in full, fixed phrases in plain words, offers ("buy 1, get 1 free") as what they mean, decades,
    centuries and dates in a form with a plain numeral, in place."""
    _without_contractions(sentence)
    _without_phrases(sentence)
    _shared_with(sentence)
    _mended(sentence)
    _offers(sentence)
    _dates(sentence)


def _mended(sentence: list[Tok]) -> None:
    """Shares said in words set fast, and slips of the pen that would be known again: "0.5 the class", "he 12 boxes", "if the are", "There school's"."""
    for place in range(len(sentence) - 2, -1, -1):
        tok, after = sentence[place], sentence[place + 1]
        if is_share(tok, after):
            tok.fixed = after.fixed = True
        elif tok.kind == "number" and tok.role == "data" and after.low == "the":
            sentence.insert(place + 1, Tok("of", "word", depth=tok.depth))
        elif _is_subject(sentence, place) and after.kind == "number" and after.role == "data":
            sentence.insert(place + 1, Tok("have" if tok.low == "they" else "has", "word", depth=tok.depth))
        elif tok.low == "the" and after.low in ("is", "are", "was", "were"):
            sentence[place] = _like(tok, "there")
        elif tok.low in _DETERMINERS and after.text == ",":  # "their own, hand-made": "own" goes
            del sentence[place + 1]
        elif tok.low == "there" and sentence[place + 2 : place + 3] and sentence[place + 2].low == "'s":
            sentence[place] = _like(tok, "their")


def _is_subject(sentence: Sequence[Tok], place: int) -> bool:
    """Whether a pronoun opens its clause."""
    opens = (
        place == 0
        or sentence[place - 1].kind == "mark"
        or sentence[place - 1].low in ("and", "then", "there", "but")
    )
    return opens and sentence[place].low in ("he", "she", "it", "they")


def _without_phrases(sentence: list[Tok]) -> None:
    for place in range(len(sentence) - 1, -1, -1):
        for said, instead in _phrases().get(sentence[place].low, ()):
            part = sentence[place : place + len(said)]
            if tuple(tok.low for tok in part) == said and not any(tok.kind == "number" for tok in part):
                sentence[place : place + len(said)] = [
                    _like(part[0], word, k == 0) for k, word in enumerate(instead)
                ]
                break


def _shared_with(sentence: list[Tok]) -> None:
    """ "She shares 13 with Ann" becomes "She gives 13 to Ann"."""
    for place, tok in enumerate(sentence[:-2]):
        if tok.low in _SHARED and sentence[place + 1].kind == "number":
            with_ = next((t for t in sentence[place + 2 : place + 6] if t.low == "with"), None)
            if with_ is not None:
                tok.text, with_.text = _SHARED[tok.low], "to"


def _offers(sentence: list[Tok]) -> None:
    """ "buy 2 get one free" becomes "getting one more without charge for each 2 paid for"."""
    for place in range(len(sentence) - 4):
        buy, number, get = sentence[place : place + 3]
        if buy.low != "buy" or number.kind != "number" or get.low not in ("get", ","):
            continue
        free = next(
            (p for p in range(place + 4, min(place + 8, len(sentence))) if sentence[p].low == "free"), None
        )
        if free is None:
            continue
        more = [tok for tok in sentence[place + 3 : free] if tok.low not in ("get", ",")]
        before, after = "getting", "more without charge for each"
        sentence[place : free + 1] = [*_said(before), *more, *_said(after), number, *_said("paid for")]
        if place and sentence[place - 1].low == "for":
            sentence[place - 1] = Tok(",", "mark", depth=buy.depth)
        return


def _said(words: str) -> list[Tok]:
    return [Tok(word, "word") for word in words.split()]


def _dates(sentence: list[Tok]) -> None:
    """A day and a month before a year go, so does a month alone before one ("On 12 May 1705" becomes "in 1705")."""
    place = 0
    while place < len(sentence):
        if _is_year(sentence[place]):
            start = place
            while start and (
                sentence[start - 1].low in (",", "of", *_MONTHS) or _is_day(sentence, start - 1)
            ):
                start -= 1
            while start < place and sentence[start].low in (",", "of"):
                start += 1
            if any(tok.low in _MONTHS for tok in sentence[start:place]):
                del sentence[start:place]
                place = start
                if place and sentence[place - 1].low == "on":
                    sentence[place - 1] = _like(sentence[place - 1], "in")
        place += 1


def _is_year(tok: Tok) -> bool:
    return tok.kind == "number" and (
        tok.role == "year" or re.fullmatch(r"1\d{3}|20\d\d", tok.text) is not None
    )


def _is_day(sentence: Sequence[Tok], place: int) -> bool:
    """Whether a numeral of one or two digits stands beside a month's name."""
    tok = sentence[place]
    if tok.kind != "number" or not tok.text.isdecimal() or len(tok.text) > 2:
        return False
    return any(t.low in _MONTHS for t in sentence[max(0, place - 1) : place + 2])


def _without_contractions(sentence: list[Tok]) -> None:
    place = 0
    while place < len(sentence):
        tok = sentence[place]
        low = tok.low
        after = sentence[place + 1] if place + 1 < len(sentence) else None
        if low == "n't":
            sentence[place] = _like(tok, "not")
        elif low.endswith("n't"):
            sentence[place : place + 1] = [
                _like(tok, _CONTRACTED.get(low, low[:-3])),
                _like(tok, "not", False),
            ]
        elif tok.kind == "word" and (ending := next((e for e in _ENDINGS if low.endswith(e)), "")):
            head = tok.text[: -len(ending)]
            sentence[place : place + 1] = [
                *([_like(tok, head)] if head else []),
                _like(tok, _ENDINGS[ending], not head),
            ]
        elif low in ("'s", "’s") and place and sentence[place - 1].low == "it" and _owns(sentence, place):
            sentence[place - 1] = _like(sentence[place - 1], "its")
            del sentence[place]
            continue
        elif (
            low in ("'s", "’s")
            and place
            and sentence[place - 1].low in ("it", "he", "she", "that", "there", "what", "who", "how")
        ):
            sentence[place] = _like(tok, "is")
        elif tok.kind == "number" and after is not None and after.low in ("rds", "ths", "nds"):
            del sentence[place + 1]
        elif tok.kind == "number" and after is not None and after.low in ("st", "nd", "rd", "th"):
            following = sentence[place + 2] if place + 2 < len(sentence) else None
            if place and sentence[place - 1].text == "/":
                del sentence[place + 1]
            elif following is not None and following.low in ("century", "centuries"):
                sentence[place : place + 3] = [following, tok]
            else:
                tok.text += after.low
                del sentence[place + 1]
        elif tok.kind == "number" and tok.role == "year" and after is not None and after.low == "s":
            sentence[place : place + 2] = [
                Tok("decade", "word", depth=tok.depth),
                Tok("of", "word", depth=tok.depth),
                tok,
            ]
        place += 1


def _owns(sentence: Sequence[Tok], place: int) -> bool:
    """Whether "it's" is a slip for "its": a noun follows, and after it a verb ("it's tail is long")."""
    following = [
        possible_tags(tok.text)[0][0] for tok in sentence[place + 1 : place + 3] if tok.kind == "word"
    ]
    return (
        len(following) == 2
        and following[0] in ("NN", "NNS")
        and following[1] in ("BE", "HV", "VBD", "VBZ", "MD")
    )


def _like(tok: Tok, text: str, first: bool = True) -> Tok:
    return Tok(text, "word", first=tok.first and first, depth=tok.depth)


def collapse_compounds(sentences: Sequence[list[Tok]], senses: Senses) -> None:
    """Takes out a modifier that stands before a noun wherever the noun is used and that is used nowhere else ("dogwood
    trees" where there are no other trees): it tells nothing, and its shape would show."""
    modifiers: dict[str, set[str]] = {}
    alone: Counter[str] = Counter()
    bare: Counter[str] = Counter()
    for sentence in sentences:
        for place, tok in enumerate(sentence):
            head = _head_after(sentence, place)
            if tok.tag in ("NN", "NNS") and (place == 0 or _head_after(sentence, place - 1) is None):
                bare[senses.of(tok)] += 1
            if head is not None:
                modifiers.setdefault(senses.of(head), set()).add(senses.of(tok))
            elif is_content(tok):
                alone[senses.of(tok)] += 1
    for sentence in sentences:
        for place in range(len(sentence) - 1, -1, -1):
            tok, head = sentence[place], _head_after(sentence, place)
            if head is None or alone[senses.of(tok)] or bare[senses.of(head)]:
                continue
            if len(modifiers[senses.of(head)]) == 1:
                del sentence[place]
                if tok.first and place < len(sentence):
                    sentence[place].first = True


def _head_after(sentence: Sequence[Tok], place: int) -> Tok | None:
    """The noun that a content word modifies, if it stands right before it and carries no operation."""
    tok = sentence[place]
    if (
        not is_content(tok)
        or tok.tag not in ("NN", "JJ", "NNS")
        or exchange_of(tok, base_of(tok)) is not None
    ):
        return None
    following = sentence[place + 1] if place + 1 < len(sentence) else None
    if (
        following is None
        or following.tag not in ("NN", "NNS")
        or not is_content(following)
        or is_reasoning(following.low)
    ):
        return None
    return following
