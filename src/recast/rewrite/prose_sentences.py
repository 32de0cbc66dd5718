"""Which sentences of a passage the question can need, and the same said shorter.

A passage is restated: only the sentences that share most with the question are kept, brackets go, clauses and phrases
that neither hold a numeral that can answer nor a word that the question speaks of go as well. In doubt more is kept: a
question that adds, compares or averages keeps every sentence with a numeral and a word of the question. The text of a
word problem is kept whole but for brackets and what carries nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from recast.language.asked_figure import asks_when
from recast.language.running_text import tells_of_much
from recast.language.vocabulary import is_reasoning
from recast.language.words import word_set
from recast.rewrite.prose_tokens import Tok, base_of

_WORKED_OUT = word_set(
    "if each every half twice double rest remaining left times per buys bought spends spent sells sold gives gave she he"
)
_WORKED_OUT_QUESTION = re.compile(
    r"^\s*if\b|\b(?:left|altogether|in all|in total|earn|spend|pay|money|need|each|per|remain\w*)\b",
    re.IGNORECASE,
)
_VARIED, _LISTED = 3, 3  # what a text of many things, and a list, weigh against the signs of a problem
_KEPT_SHARE = 0.55
_MOST_SENTENCES = 4
_SEVERAL = re.compile(
    r"\b(?:total|sum|difference|altogether|combined|than|how many more|how much more|between|increase|decrease|ratio|in all"
    r"|both|highest|lowest|largest|smallest|times as|each of)\b",
    re.IGNORECASE,
)
_RELATIVE = word_set("more less fewer higher lower larger smaller times")
_PAUSES = frozenset({",", ";", ":", ".", "/"})
_AMOUNTS = word_set(
    "number amount total quantity average rest half majority most part one all each proportion none"
)
_OPENINGS = frozenset({"and", "but", "which", "who", "where", "while", "whereas", "when"})
_FINITE = ("BE", "HV", "MD", "DO", "VBZ", "VBD", "VB")


def _finite(tok: Tok) -> bool:
    return tok.tag in _FINITE and tok.low not in ("having", "being", "be", "been")


def is_passage(sentences: Sequence[Sequence[Tok]], question: str) -> bool:
    """Whether the text is running prose to look something up in, rather than a problem to be worked out.

    Signs of a passage are length, long sentences, years, numerals of four digits, names inside sentences, nouns that do
    not come back and lists; signs of a problem are "if", shares, what is left or earned, and that all of it is short. In doubt it is a problem: nothing of a
    problem is cut.
    """
    toks = [t for s in sentences for t in s if t.kind != "mark"]
    length = len(toks) / max(1, len(sentences))
    years = sum(1 for t in toks if t.kind == "number" and t.role == "year")
    large = sum(1 for t in toks if t.kind == "number" and re.match(r"\d{4}|\d{1,3},\d{3}", t.text))
    names = sum(1 for t in toks if t.name >= 0 and not t.first)
    signs = [len(toks) > 45, len(toks) > 90, len(toks) > 130, length >= 16, length >= 22]
    signs += [years > 0, years > 1, large > 1, large > 2, names > 3, names > 7]
    signs += [len(toks) > 45 and asks_when(question)]
    varied = tells_of_much(len(toks), [base_of(t) for t in toks if t.tag in ("NN", "NNS")])
    worked = sum(
        t.low in _WORKED_OUT and not _is_a_thing(before, t) for before, t in pairwise((*toks[:1], *toks))
    )
    worked += 2 * len(_WORKED_OUT_QUESTION.findall(question))
    told = _VARIED * varied + _LISTED * (sum(_is_listed(s) for s in sentences) > 1)
    return sum(signs) + told - min(4 if years < 2 and not varied else 1, worked) >= 3


def _is_listed(sentence: Sequence[Tok]) -> bool:
    """Whether a sentence lists what belongs to its first words ("Monday: 14 jars, 9 loaves")."""
    colon = next((place for place, tok in enumerate(sentence[:4]) if tok.low == ":"), 0)
    return colon > 0 and any(tok.kind == "number" for tok in sentence[colon : colon + 3])


def _is_a_thing(before: Tok, tok: Tok) -> bool:
    """Whether "times" is a noun ("waiting times") rather than a factor ("4 times")."""
    return tok.low == "times" and before.kind != "number" and before.low not in ("many", "as")


def what_is_counted(question: Sequence[Tok]) -> Tok | None:
    """The noun after "how many" or "how much", if the question has one."""
    for place, tok in enumerate(question[:-1]):
        if tok.low == "how" and question[place + 1].low in ("many", "much"):
            return next((t for t in question[place + 2 : place + 6] if t.tag in ("NN", "NNS")), None)
    return None


def choose(
    sentences: Sequence[list[Tok]], question: str, keys: Callable[[Tok], str], asked: Sequence[str]
) -> list[list[Tok]]:
    """The sentences that the question can need, in order. ``keys`` gives the sense of a content word, ``asked`` the
    senses of the question."""
    time = asks_when(question)
    wanted = set(asked)
    spread = {key: sum(1 for s in sentences if any(keys(t) == key for t in s)) for key in wanted}
    scores = []
    for place, sentence in enumerate(sentences):
        found = {keys(t) for t in sentence} & wanted
        score = sum(1 / max(1, spread[key]) ** 0.7 for key in found)
        fits = any(can_answer(t, time) for t in sentence)
        before = {keys(t) for t in sentences[place - 1]} & wanted - found if place else set()
        score += 0.25 * sum(1 / max(1, spread[key]) ** 0.7 for key in before)
        said = {t.text for t in sentence if t.kind == "number"} & set(re.findall(r"\d[\d,.]*\d|\d", question))
        score += 0.8 * len(said)
        scores.append(score if fits else score * 0.2)
    best = max(scores, default=0.0)
    if best <= 0:
        return [s for s in sentences if any(t.kind == "number" for t in s)] or list(sentences)
    share = 0.3 if _SEVERAL.search(question) else _KEPT_SHARE
    ranked = sorted(range(len(scores)), key=lambda place: -scores[place])
    most = len(ranked) if _SEVERAL.search(question) else _MOST_SENTENCES
    chosen = [place for place in ranked if scores[place] >= share * best][:most]
    if any(_relative(sentences[place]) for place in chosen):  # what it is more or less than
        told = [place for place in ranked if scores[place] > 0 and _has_figure(sentences[place])]
        chosen = list({*chosen, *told})
    return [sentences[place] for place in sorted(chosen)]


def _relative(sentence: Sequence[Tok]) -> bool:
    """Whether a numeral says how much more or less ("4% less than in 1986")."""
    return any(
        tok.kind == "number"
        and tok.role == "data"
        and any(t.low in _RELATIVE for t in sentence[k + 1 : k + 4])
        for k, tok in enumerate(sentence)
    )


def _has_figure(sentence: Sequence[Tok]) -> bool:
    return any(tok.kind == "number" and tok.role == "data" for tok in sentence)


def can_answer(tok: Tok, time: bool) -> bool:
    """Whether a numeral can be what the question asks for: a year (or what is written like one), or a quantity."""
    if tok.kind != "number":
        return False
    return (
        tok.role == "year" or re.fullmatch(r"1\d{3}|20\d\d", tok.text) is not None
        if time
        else tok.role == "data"
    )


# ── the same said shorter ────────────────────────────────────────────────────────────────────────────────────


def without_brackets(sentence: Sequence[Tok], needed: Callable[[Tok], bool]) -> list[Tok]:
    """The sentence without what stands in brackets, unless a needed numeral does; the brackets themselves go always."""
    spans: list[list[Tok]] = [[]]
    for tok in sentence:
        if spans[-1] and (spans[-1][-1].depth > 0) != (tok.depth > 0):
            spans.append([])
        spans[-1].append(tok)
    kept: list[Tok] = []
    for span in spans:
        if span and span[0].depth > 0:
            inner = [t for t in span if t.text not in "()[]"]
            if any(needed(t) for t in inner):
                kept += [Tok(",", "mark"), *inner, Tok(",", "mark")]
        else:
            kept += span
    return [t for t in kept if t.text not in ("(", ")", "[", "]")]


def shortened(
    sentence: Sequence[Tok], needed: Callable[[Tok], bool], counted: Callable[[Tok], bool]
) -> list[Tok]:
    """A sentence of a passage without the clauses and phrases that hold nothing needed. ``counted``: the word is what the
    question counts. Its main clause stays."""
    parts = _clauses(sentence)
    keep = _wanted(parts, needed, counted)
    if not any(keep):
        return list(sentence)
    main = [_is_main(part) for part in parts]
    if not any(k and any(_finite(t) for t in part) for k, part in zip(keep, parts, strict=True)):
        near = [p for p, m in enumerate(main) if m]
        if near:
            first = next(p for p, k in enumerate(keep) if k)
            keep[min(near, key=lambda p: (abs(p - first), p < first))] = True
    kept = [part for part, k in zip(parts, keep, strict=True) if k]
    toks: list[Tok] = []
    for part in kept:
        body = _pruned(part, needed)
        while body and body[0].text in _PAUSES:
            body = body[1:]
        if toks and body and not _finite(body[0]):
            toks.append(Tok(",", "mark", tag="."))
        elif body and body[0].low in ("and", "but", "or", "so"):
            body = body[1:]
        toks += body
    end = sentence[-1] if sentence[-1].text in (".", "?", "!") else Tok(".", "mark", tag=".")
    while toks and toks[-1].text in _PAUSES:
        toks.pop()
    return [*toks, end]


def _wanted(
    parts: Sequence[Sequence[Tok]], needed: Callable[[Tok], bool], counted: Callable[[Tok], bool]
) -> list[bool]:
    """Which parts are kept: those with a needed word and a verb, an opening or a numeral beside it; those with a year; and
    those with a needed numeral but no needed word, unless another part has a numeral and what the question counts."""
    words = [any(t.kind == "word" and needed(t) for t in part) for part in parts]
    numbers = [any(t.kind == "number" and needed(t) for t in part) for part in parts]
    dated = [any(t.role == "year" and t.kind == "number" for t in part) for part in parts]
    both = any(n and any(counted(t) for t in part) for n, part in zip(numbers, parts, strict=True))
    kept: list[bool] = []
    for place, part in enumerate(parts):
        said = place == 0 or any(_finite(t) for t in part)
        kept.append(
            dated[place] or (words[place] and (said or numbers[place])) or (numbers[place] and not both)
        )
    for subject, verb in _torn(parts):
        kept[subject] = kept[verb] = kept[verb] or words[subject] or words[verb]
    return kept


def _torn(parts: Sequence[Sequence[Tok]]) -> list[tuple[int, int]]:
    """Pairs of a part that is a subject without its verb ("when Ann of Lund") and the part with the verb, after an
    apposition in between."""
    pairs = []
    for place, part in enumerate(parts):
        words = [t for t in part if t.kind != "mark"]
        subject = place == 0 or words[0].low in (
            "when",
            "who",
            "which",
            "that",
            "while",
            "where",
            "and",
            "but",
        )
        if not subject or any(_finite(t) or t.tag == "VBN" for t in words) or words[0].tag == "IN":
            continue
        for later in range(place + 1, len(parts)):
            opening = next(t for t in parts[later] if t.kind != "mark")
            if _finite(opening) or opening.tag == "VBN":
                pairs.append((place, later))
                break
    return pairs


def _clauses(sentence: Sequence[Tok]) -> list[list[Tok]]:
    """The parts between commas, semicolons and colons; a list of names or numerals stays in one part."""
    parts: list[list[Tok]] = [[]]
    for place, tok in enumerate(sentence):
        if tok.text in (".", "?", "!") and place == len(sentence) - 1:
            break
        opens = tok.low in _OPENINGS and bool(parts[-1]) and _clause_follows(sentence, place)
        if opens or (tok.kind == "mark" and tok.text in (",", ";", ":")):
            parts.append([tok])
        else:
            parts[-1].append(tok)
    return [part for part in parts if any(t.kind != "mark" for t in part)]


def _clause_follows(sentence: Sequence[Tok], place: int) -> bool:
    """Whether what follows the word there has a subject and a finite verb of its own."""
    rest: list[Tok] = []
    for tok in sentence[place + 1 :]:
        if tok.kind == "mark" or tok.tag in ("CC",):
            break
        rest.append(tok)
    finite = next((p for p, t in enumerate(rest) if _finite(t)), -1)
    if sentence[place].low in ("which", "who", "where", "when", "while", "whereas"):
        return finite >= 0
    return finite > 0 and any(_finite(t) for t in sentence[:place])


def _is_main(part: Sequence[Tok]) -> bool:
    words = [t for t in part if t.kind != "mark"]
    if not words:
        return False
    opening = words[0].low if words[0].low not in ("and", "but") else (words[1].low if len(words) > 1 else "")
    finite = next((p for p, t in enumerate(words) if _finite(t)), -1)
    return finite > 0 and opening not in (
        "which",
        "who",
        "whose",
        "where",
        "when",
        "although",
        "though",
        "while",
        "because",
        "if",
        "as",
        "since",
        "that",
    )


def _pruned(part: Sequence[Tok], needed: Callable[[Tok], bool]) -> list[Tok]:
    """A clause without adverbs, adjectives and trailing phrases that hold nothing needed."""
    phrases: list[list[Tok]] = [[]]
    for place, tok in enumerate(part):
        opens = place and tok.tag in ("IN", "TO") and not _is_fixed(part, place)
        ends = _finite(tok) and len(phrases) > 1 and bool(phrases[-1]) and phrases[-1][0].tag == "IN"
        if phrases[-1] and (opens or ends):
            phrases.append([])
        phrases[-1].append(tok)
    kept: list[Tok] = []
    for place, phrase in enumerate(phrases):
        is_phrase = phrase[0].tag in ("IN", "TO")
        if place and is_phrase and not any(needed(t) for t in phrase):
            continue
        kept += phrase
    kept = [
        t
        for p, t in enumerate(kept)
        if needed(t)
        or t.kind != "word"
        or t.tag not in ("RB", "JJ")
        or is_reasoning(t.low)
        or t.name >= 0
        or (t.tag == "JJ" and not (p + 1 < len(kept) and kept[p + 1].tag in ("NN", "NNS", "JJ", "NP")))
    ]
    return [t for p, t in enumerate(kept) if not (t.tag == "CC" and not _joins(kept, p))]


def _joins(toks: Sequence[Tok], place: int) -> bool:
    """Whether a conjunction still stands between two things: words on both sides, none of them a determiner."""
    if place == 0:
        return len(toks) > 1
    return place + 1 < len(toks) and toks[place - 1].tag not in ("DT", "PP$", "POS", "IN", "CC")


def _is_fixed(part: Sequence[Tok], place: int) -> bool:
    """Whether a preposition stands right after a verb, which may need it, a numeral, or a word for an amount."""
    before = part[place - 1]
    if part[place].low == "of" and before.low in _AMOUNTS:
        return True
    return before.tag in ("VB", "VBZ", "VBD", "VBN", "VBG", "BE") or before.kind == "number"
