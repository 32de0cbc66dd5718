"""A word problem as a ledger: every clause a statement of a closed set, the question one of a closed set.

All or nothing: where one clause with a figure, or the question, is not read whole, there is no ledger. Clauses that tell no
figure and no operation are left out. Statements of what is, which follow each other, are told in a drawn order; what
comes and goes keeps its place.

What it does not hide: how many statements there are, of which kinds, and who takes part in which of them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from recast.language.ledger import QUESTIONS, STATEMENTS
from recast.language.words import word_set
from recast.rewrite.noun_phrases import CALENDAR, Noun, again
from recast.rewrite.problem_asked import question
from recast.rewrite.problem_parts import all_clauses, by_owner, parted
from recast.rewrite.problem_questions import asking
from recast.rewrite.problem_reading import Clause
from recast.rewrite.problem_statements import statements
from recast.rewrite.problem_story import Story, key
from recast.rewrite.problem_terms import Setting, Statement
from recast.rewrite.prose_entities import Entity
from recast.rewrite.prose_tokens import Tok, base_of

_EVENTS = frozenset({"comes", "goes", "passes", "taken", "come in", "go off", "come off", "on top"})
_SUMS = frozenset({"costs", "each costs", "each brings", "goes", "comes"})
_EACH = word_set("each every per apiece")
#: Words that compute: a clause in whose statements one of them is missing is no statement of the ledger.
_NEVER_LOST = word_set(
    "half third thirds quarter quarters twice double triple rest remaining remainder ratio percent free if unless except "
    "until without nothing none no only other others"
)
_LINKED = word_set(
    "left it them they he she him her his their its this these that those rest remaining other another more fewer less same then "
    "now later first second third fourth last next after before again"
)
Sentences = list[list[Tok]]


def ledger(
    context: Sequence[list[Tok]],
    asked: Sequence[list[Tok]],
    entities: Sequence[Entity],
    draw: random.Random,
    bound: Collection[int] = (),
) -> tuple[Sentences, Sentences] | None:
    """The sentences of the context and of the question as a ledger, or nothing; ``bound`` are the numerals that keep their place."""
    ways = {kind: draw.random() for kind in (*STATEMENTS, *(f"?{kind}" for kind in QUESTIONS))}
    if not asked:
        return None
    context, asked = by_owner(context, asked)
    conditions, query = parted(asked[-1])
    last = asking(query)
    read = all_clauses(context)
    beside = all_clauses([*asked[:-1], *conditions])
    if last is None or read is None or beside is None:
        return None
    every = [*(one for _, one in (*read, *beside)), last.clause]
    setting = Setting(
        Story(entities, _cast(context, entities)),
        _telling(every),
        left=_asks_rest(last.clause, read),
        measured=_measures(every),
        undone=frozenset({last.clause.base} - {"have", "be"}),
    )
    setting.story.known |= {word for _, one in (*read, *beside) for noun in one.nouns() for word in key(noun)}
    nouns = [noun for one in every for noun in one.nouns()]
    if _crossed([*nouns, *([last.counted] if last.counted is not None else [])]):
        return None
    told = _told(read, setting, bound)
    more = _told(beside, setting, bound)
    if told is None or more is None or not (told or more):
        return None
    sums = [one for one, _ in (*told, *more) if one.kind in _SUMS]
    if setting.changed and (
        len(sums) != 1 or len({one.kind for one, _ in (*told, *more)} & {"for every", "every has"})
    ):
        return None
    eventful = any(one.kind in _EVENTS for one, _ in (*told, *more))
    final = question(last, setting, eventful)
    partly = any(one.kind in ("part", "part of rest", "not part", "rest") for one, _ in (*told, *more))
    if final is not None and final.kind == "are" and partly and not setting.left:
        return None
    if final is not None and not _is_plainly_asked(final, [one for one, _ in (*told, *more)]):
        return None
    if final is None or not _is_kept(query, [final]) or (setting.neutral and (eventful or setting.left)):
        return None
    ordered = [one for run in _runs(told) for one in _shuffled(run, draw)]
    made = (
        [_written(one, STATEMENTS[one.kind][1], ways[one.kind], ".") for one in ordered],
        [
            *(_written(one, STATEMENTS[one.kind][1], ways[one.kind], ".") for one, _ in more),
            _written(final, QUESTIONS[final.kind][1], ways[f"?{final.kind}"], "?"),
        ],
    )
    toks = [tok for part in made for sentence in part for tok in sentence]
    if len({base_of(t).removeprefix("x-") for t in toks if _is_calendar(t)}) > 1:
        for tok in filter(_is_calendar, toks):  # how many days a week has must be known
            tok.text, tok.fixed = base_of(tok).removeprefix("x-") + ("s" if tok.tag == "NNS" else ""), True
    return made


def _is_plainly_asked(final: Statement, told: Sequence[Statement]) -> bool:
    """Whether what is asked for is told of just so, and every occasion in one word: whoever computes would have to guess how
    compounds of drawn nouns hang together."""
    if any(sum(not tok.fixed for tok in one.occasion) > 1 for one in told):
        return False
    asked = _things(final.parts.get("T", ()))
    known = [things for one in told for part in one.parts.values() if (things := _things(part))]
    return not asked or any(asked[-1] == things[-1] and set(asked) <= set(things) for things in known)


def _things(part: Sequence[Tok]) -> tuple[str, ...]:
    return tuple(base_of(tok).removeprefix("x-") for tok in part if not tok.fixed and tok.kind == "word")


def bound_numerals(sentences: Sequence[Sequence[Tok]]) -> frozenset[int]:
    """The numerals of those sentences of the source in which a word refers to what was told before."""
    return frozenset(t.numeral for s in sentences if any(map(_is_link, s)) for t in s if t.kind == "number")


def _is_link(tok: Tok) -> bool:
    return tok.low in _LINKED or tok.low.startswith(("after", "remain"))


def _crossed(nouns: Sequence[Noun]) -> bool:
    """Whether things of one noun differ in some of their qualities and share others ("red toy cars", "toy cars"): which of
    them are of one kind is then not certain."""
    kinds: dict[str, set[frozenset[str]]] = {}
    for noun in nouns:
        if len(noun.words) > 1 and noun.words[0].name < 0:
            qualities = frozenset(noun.words[0].low.removeprefix("x-").split("-"))
            kinds.setdefault(base_of(noun.words[-1]), set()).add(qualities)
    return any(one & other for sets in kinds.values() for one in sets for other in sets if one != other)


def _cast(sentences: Sequence[Sequence[Tok]], entities: Sequence[Entity]) -> tuple[Noun, ...]:
    named = {t.name: t for s in sentences for t in s if t.name >= 0 and entities[t.name].kind == "person"}
    return tuple(Noun(words=(tok,)) for tok in named.values())


def _is_calendar(tok: Tok) -> bool:
    return tok.low.removeprefix("x-") in CALENDAR or base_of(tok) in ("hour", "minute")


def _told(
    read: Sequence[tuple[list[Tok], Clause]], setting: Setting, bound: Collection[int]
) -> list[tuple[Statement, str]] | None:
    """The statements, each with what it says that may change places; nothing where a clause states nothing certain."""
    made: list[tuple[Statement, str]] = []
    for sentence, one in read:
        told = statements(one, setting)
        if told is None or not _is_kept(sentence, told):
            return None
        if not any(_says_each(sentence, k) for k in range(len(sentence))):
            for tok in _said(told):
                if tok.fixed and tok.text == "each":
                    tok.text = "a"  # "20 miles an hour"
        movable = _movable(sentence, one, bound) if len(told) == 1 and one.alone else ""
        made += [(statement, movable) for statement in told]
    _ended([one for one, _ in made])
    return made


def _ended(told: Sequence[Statement]) -> None:
    """Says of what somebody holds after something came or went that it is so at the end."""
    held: list[tuple[str, ...]] = []
    moved: set[tuple[str, ...]] = set()
    for one in told:
        whose = tuple(tok.low for tok in one.parts.get("T", ()) if not tok.fixed)
        if one.kind in _EVENTS:
            moved.add(whose)
        told_when = any(tok.text == "start" for tok in one.occasion)
        if one.kind in ("holds", "are") and whose in held and whose in moved and not told_when:
            one.occasion += [Tok(word, "word", fixed=True) for word in ("at", "the", "end")]
        held.append(whose)


def _says_each(sentence: Sequence[Tok], place: int) -> bool:
    """Whether a word there shares out; "every day" is a time."""
    after = sentence[place + 1].low if place + 1 < len(sentence) else ""
    return sentence[place].low in _EACH and not (sentence[place].low == "every" and after.startswith("day"))


def _said(told: Sequence[Statement]) -> list[Tok]:
    return [tok for one in told for part in (*one.parts.values(), one.occasion) for tok in part]


def _is_kept(sentence: Sequence[Tok], told: Sequence[Statement]) -> bool:
    """Whether no figure and no word of an operation was lost on the way."""
    figures = Counter(t.numeral for t in sentence if t.kind == "number" and t.role in ("data", "choice"))
    toks = _said(told)
    said = Counter(t.numeral for t in toks if t.kind == "number" and t.role in ("data", "choice"))
    words = {t.low for t in toks} | ({"other"} if any(t.low == "x-other" for t in toks) else set())
    if "rest" in words or any(one.kind in ("rest", "part of rest") for one in told):
        words |= {"rest", "remaining", "remainder"}
    for one in told:  # an occasion is said last, and numerals keep their order
        inside = [t.numeral for part in one.parts.values() for t in part if t.kind == "number"]
        if any(t.kind == "number" and inside and t.numeral < max(inside) for t in one.occasion):
            return False
    lost = any(t.low in _NEVER_LOST and t.low not in words for t in sentence)
    lost = lost or (
        any(t.low in ("less", "fewer", "than") for t in sentence)
        and not words & {"more", "fewer", "less", "as"}
    )
    return figures == said and not lost


def _telling(clauses: Sequence[Clause]) -> frozenset[tuple[str, ...]]:
    """The nouns of place, time and purpose that tell clauses of one verb apart."""
    met: dict[str, set[tuple[str, ...]]] = {}
    for one in clauses:
        for prep, noun in one.phrases:
            if noun.words and not noun.figure and prep not in ("with", "of"):
                met.setdefault(one.base, set()).add(key(replace(noun, of=None)))
    return frozenset(noun for nouns in met.values() if len(nouns) > 1 for noun in nouns)


def _measures(clauses: Sequence[Clause]) -> bool:
    """Whether more than one dimension is told."""
    return len({one.quality for one in clauses} - {""}) > 1


def _asks_rest(asked: Clause, read: Sequence[tuple[list[Tok], Clause]]) -> bool:
    again_done = asked.wished and any(one.base == asked.base for _, one in read)
    return "left" in asked.marks or again_done or (asked.negated and asked.passive)


def _movable(sentence: Sequence[Tok], one: Clause, bound: Collection[int]) -> str:
    """What a clause says that may change places with its neighbours that say the same; empty: it may not."""
    numerals = [t.numeral for t in sentence if t.kind == "number"]
    if any(map(_is_link, sentence)) or len(numerals) != 1 or numerals[0] in bound:
        return ""
    return "is" if one.base in ("be", "have") else one.base


def _runs(made: Sequence[tuple[Statement, str]]) -> Iterator[list[Statement]]:
    run: list[Statement] = []
    told = ""
    for one, movable in made:
        if not (run and movable and movable == told):
            yield run
            run = []
        run.append(one)
        told = movable
    yield run


def _shuffled(run: list[Statement], draw: random.Random) -> list[Statement]:
    draw.shuffle(run)
    return run


def _written(one: Statement, ways: Sequence[str], drawn: float, end: str) -> list[Tok]:
    form = ways[int(drawn * len(ways))]
    made: list[Tok] = []
    for word in form.split()[:-1]:
        if word in one.parts or word == "S":
            made += [again(tok) for tok in one.parts.get(word, [])]
        elif word == ",":
            made.append(Tok(",", "mark", tag=".", fixed=True))
        else:
            made.append(Tok(word, "word", fixed=True))
    made += [*one.occasion, Tok(end, "mark", tag=".")]
    for place, tok in enumerate(made):
        tok.first = place == 0
    return made
