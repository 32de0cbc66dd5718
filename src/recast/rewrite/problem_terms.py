"""What statements of the ledger are made of: what a figure counts, who holds it, where, when, and on which occasion.

For those that make statements of clauses and of questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from recast.language.words import word_set
from recast.rewrite.noun_phrases import CALENDAR, Noun, each, holder, many, single, thing
from recast.rewrite.problem_reading import Clause
from recast.rewrite.problem_story import Story, key
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.prose_units import unit_at
from recast.types import Private

_RESTS = word_set("rest remainder")
_TIMES = word_set("second minute hour")
_MONEY = frozenset({"dollar", "cent", "euro", "pound-sterling", "yen"})
_OF = (("of", "the"), ("of", "the", "rest", "of", "the"))  # of all of them, of those that are left
Parts = dict[str, list[Tok]]


@dataclass(slots=True, repr=False)
class Statement(Private):
    """One statement or question: its kind, what stands in the slots, and its occasion."""

    kind: str
    parts: Parts
    occasion: list[Tok] = field(default_factory=list)


@dataclass(slots=True, repr=False)
class Setting(Private):
    """What the whole problem says of all its clauses: the occasions that tell statements apart, whether what is left is asked,
    and whether more than one dimension is measured."""

    story: Story
    telling: frozenset[tuple[str, ...]] = frozenset()
    left: bool = False
    undone: frozenset[str] = frozenset()  # what the question says is still to be done
    measured: bool = False
    neutral: bool = False  # a deed that neither adds nor takes was told
    rated: list[tuple[str, ...]] = field(
        default_factory=list
    )  # for some of which it was told how much it takes
    changed: bool = False  # something was added to a sum or taken off
    states: list[tuple[tuple[str, ...], Noun]] = field(
        default_factory=list
    )  # what part of which whole is told


def has_figure(noun: Noun) -> bool:
    return bool(noun.figure) or any(one.figure for one in noun.joined)


def items(noun: Noun) -> Iterator[Noun]:
    yield replace(noun, joined=())
    yield from noun.joined


def counted(noun: Noun, story: Story) -> list[Tok] | None:
    """What a figure counts; that of an elliptic phrase is what was counted last."""
    if noun.words:
        meant = noun
    elif story.things:
        meant = story.things[-1]
    else:
        return None
    if is_money(meant):
        story.money = meant.words[-1]
    story.counted(meant)
    return many(meant)


def is_money(noun: Noun) -> bool:
    return noun.head is not None and unit_at([noun.head], 0) in _MONEY


def figure_of(noun: Noun) -> list[Tok]:
    return [
        Tok(t.text, t.kind, t.tag, t.numeral, t.role, fixed=t.kind == "word" or t.fixed) for t in noun.figure
    ]


def held(kind: str, noun: Noun, who: Noun | None, story: Story, **more: list[Tok]) -> Statement | None:
    told = counted(noun, story)
    if told is None:
        return None
    share = noun.figure[0].kind == "word" and noun.figure[0].low != "some"
    whole = kind not in ("part", "part of rest", "not part") and (
        share or (noun.partitive and len(noun.figure) > 1)
    )
    further = [fixed("more")] if noun.more in ("more", "additional", "extra") else []
    parts = {
        "N": [*figure_of(noun), *further, *(map(fixed, _OF[noun.rest]) if whole else [])],
        "T": told,
        **more,
    }
    if who is not None:
        parts["H"] = holder(who)
        story.named(who)
        meant = noun if noun.words else story.things[-1]
        if kind in ("holds", "left", "comes") and (key(meant), key(who)) not in {
            (t, key(w)) for t, w in story.held
        }:
            story.held.append((key(meant), who))
    return Statement(kind, parts)


def is_rest(noun: Noun) -> bool:
    """Whether it is what is left of a whole ("the rest of the pens")."""
    return len(noun.words) == 1 and noun.words[0].low.removeprefix("x-") in _RESTS


def is_time(noun: Noun) -> bool:
    head = noun.head
    return head is not None and (head.low.removeprefix("x-") in CALENDAR or base_of(head) in _TIMES)


def fixed(text: str) -> Tok:
    return Tok(text, "word", fixed=True)


def owner_of(noun: Noun, who: Noun, story: Story, only_places: bool = False) -> Noun:
    """From whom something goes, or to which place it comes: who or what has it, where it is told of one alone, and not who does
    it."""
    having = [one for told, one in story.held if not noun.words or told == key(noun)]
    others = [one for one in having if key(one) != key(who)]
    found = others[0] if len(others) == 1 and len(having) == 1 else who
    return who if only_places and key(found) not in story.places else found


def place_of(phrases: list[tuple[str, Noun]]) -> Noun | None:
    """Where something is, taken out of the phrases."""
    for pair in phrases:
        if pair[0] in ("in", "on", "at", "inside") and not pair[1].figure and pair[1].words:
            phrases.remove(pair)
            return pair[1]
    return None


def where_of(phrases: list[tuple[str, Noun]], story: Story) -> Noun | None:
    place = place_of(phrases)
    if place is not None:
        story.places.add(key(place))
    return place


def occasion_of(said: Clause, phrases: Sequence[tuple[str, Noun]], setting: Setting) -> list[Tok]:
    """The phrases that tell a statement apart from others, in the forms that occasions have."""
    made: list[Tok] = []
    for prep, noun in phrases:
        if (
            noun.words
            and not noun.figure
            and key(replace(noun, of=None)) in setting.telling
            and len(noun.words) > is_time(noun)
        ):
            made = [fixed("after" if prep == "after" else "under"), *holder(replace(noun, of=None))]
            break
    if said.each is not None and said.each.words and is_time(said.each):
        made += [fixed("for"), *each(said.each)]
    for prep, noun in phrases:
        span = figure_of(noun) if noun.figure else [fixed("a")] if noun.article in ("a", "an") else []
        if noun.rest and span:
            span = [fixed("the"), fixed("remaining"), *span]
        if span and noun.words and is_time(noun):
            made += [
                fixed("after" if prep == "after" else "over"),
                *span,
                *(thing(noun) if noun.figure else single(noun)),
            ]
    if "start" in said.marks:
        made += [fixed(word) for word in ("at", "the", "start")]
    return made
