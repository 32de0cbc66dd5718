"""What the question of a word problem asks, as a question of the ledger."""

from __future__ import annotations

from dataclasses import replace

from recast.language.deeds import deed
from recast.language.words import word_set
from recast.rewrite.noun_phrases import Noun, each, holder, many, single, thing
from recast.rewrite.problem_questions import Asked
from recast.rewrite.problem_reading import Clause
from recast.rewrite.problem_story import Story, key, words_of
from recast.rewrite.problem_terms import (
    Parts,
    Setting,
    Statement,
    figure_of,
    is_time,
    items,
    occasion_of,
    owner_of,
    place_of,
)
from recast.rewrite.problem_wholes import state_of
from recast.rewrite.prose_tokens import Tok
from recast.rewrite.prose_units import unit_at

_COSTS = word_set("cost charge")
QUALITIES = word_set("long old tall wide high deep heavy far thick")
_CASH = word_set("money cash change")


def question(asked: Asked, setting: Setting, eventful: bool) -> Statement | None:
    """The question; nothing where what it asks is not certain. ``eventful``: something came or went in the story."""
    told = _counted(asked, setting)
    if told is None:
        return None
    made = _asked(asked, many(told), setting, eventful)
    if made is not None and not made.occasion:
        made.occasion = occasion_of(asked.clause, asked.clause.phrases, setting)
        if made.occasion and [tok.text for tok in made.parts.get("S", ())] == ["at", "the", "end"]:
            made.parts["S"] = []
    return made


def _counted(asked: Asked, setting: Setting) -> Noun | None:
    """What is to be counted."""
    story = setting.story
    noun = asked.counted
    cash = noun is not None and noun.head is not None and noun.head.low.removeprefix("x-") in _CASH
    if noun is None or cash:
        if asked.how in ("many",):
            return story.things[-1] if story.things else None
        if asked.how == "much" and story.money is not None:
            return Noun(words=(story.money,))
        if asked.how not in ("many", "much"):
            units = [one for one in reversed(story.things) if unit_at(one.words, len(one.words) - 1)]
            return story.measure or next(iter(units), None) if asked.how in QUALITIES else None
        return story.things[-1] if len(story.things) == 1 else None
    if asked.how == "much":  # "how much flour": in the unit in which flour was told
        return next((one for one in story.things if one.of is not None and key(one.of) == key(noun)), None)
    if asked.how == "measure":
        return noun
    if not set(key(noun)) & story.known:
        return None
    return noun if all(one.words for one in items(noun)) else None


def _asked(asked: Asked, told: list[Tok], setting: Setting, eventful: bool) -> Statement | None:
    said, story = asked.clause, setting.story
    phrases = list(said.phrases)
    subject = story.whom(said.subject) if said.subject is not None else None
    unknown = said.subject is not None and subject is None and not said.subject.figure
    if unknown and said.subject is not None and said.subject.pronoun not in ("they", "we"):
        return None
    if asked.counted is not None and asked.counted.joined:
        told = _listed(asked.counted)
    does = deed(said.word, (said.aside,))
    parts: Parts = {"T": told}
    figured = [noun for _, noun in phrases if noun.figure] + (
        [said.object] if said.object is not None and said.object.figure else []
    )
    if asked.how == "measure":
        return None
    if asked.how == "fraction":
        meant = said.object if said.object is not None else phrases[-1][1] if phrases else None
        if meant is None or not meant.words or figured_in(said):
            return None
        return Statement("fraction", {**parts, "M": joined(meant, "or")})
    if asked.more:
        return _comparing(asked, parts, subject, figured, setting)
    figured = [noun for noun in figured if not is_time(noun)]
    if (
        said.subject is not None
        and said.subject.figure
        and said.subject.words
        and not figured
        and not said.negated
    ):
        if said.subject.article:
            return None
        return Statement("for every", {**parts, "K": figure_of(said.subject), "M": thing(said.subject)})
    if figured:
        if (
            len(figured) == 1
            and not said.negated
            and said.each is None
            and does in ("", "hold", "loss", "gain")
        ):
            return Statement("for every", {**parts, "K": figure_of(figured[0]), "M": thing(figured[0])})
        return None
    if said.each is not None and said.each.figure:
        return Statement("for every", {**parts, "K": figure_of(said.each), "M": thing(said.each)})
    aim = next((noun for prep, noun in phrases if prep == "to do"), said.object if said.wished else None)
    if aim is not None and key(aim) in setting.rated:
        a_one = {**parts, "E": [Tok("a", "word", fixed=True), *single(aim)]}
        return Statement("for each", a_one) if aim.article == "a" else None
    if said.negated and setting.left and subject is None:
        return Statement("are", {**parts, "S": _point("at the end")})
    part = _told_part(asked, said, phrases, setting) if subject is None and not said.negated else None
    if part is not None:
        return part
    if said.negated:
        state = state_of(said, phrases)
        certain = [told for told, _ in setting.states] in ([], [words_of(state)])
        return Statement("not part", {**parts, "M": state}) if subject is None and certain else None
    timed = said.each is not None and said.each.words and is_time(said.each) and subject is not None
    if not timed and (
        said.each is not None or (subject is not None and subject.article in ("each", "every"))
    ):
        return _each(asked, parts, subject, story)
    if "left" in said.marks and subject is None:
        return _left(parts, phrases, setting)
    if "left" in said.marks and subject is not None:
        return Statement("left", {**parts, "H": holder(subject)})
    if subject is not None and said.base in _COSTS:
        end = _point("at the end") if setting.changed else []
        return Statement("costs", {**parts, "H": holder(subject), "S": end})
    if said.wished and subject is None:
        return Statement("are", {**parts, "S": []})
    if said.wished and setting.left:
        return Statement("are", {**parts, "S": _point("at the end")})
    if said.wished and subject is not None:
        return Statement("is needed", {**parts, "H": holder(subject)})
    point = _point("in all") if "in all" in said.marks else []
    if "start" in said.marks:
        point = _point("at the start")
    elif not point and ((eventful and does in ("", "hold")) or "now" in said.marks):
        point = _point("now" if "now" in said.marks else "at the end")
    return _holding(asked, parts, subject, does, point, phrases, setting)


def _left(parts: Parts, phrases: list[tuple[str, Noun]], setting: Setting) -> Statement:
    """What is left: with whom or in what, where the question says so of one who was told to have some."""
    holders = {key(who) for _, who in setting.story.held}
    place = place_of(phrases)
    if place is not None and key(place) in holders and len(holders) > 1:
        return Statement("left", {**parts, "H": holder(replace(place, article="the"))})
    return Statement("are left", parts)


def _told_part(
    asked: Asked, said: Clause, phrases: list[tuple[str, Noun]], setting: Setting
) -> Statement | None:
    """How many of a whole are what a part of it was told to be ("how many pens are red")."""
    if asked.counted is None or said.each is not None or figured_in(said):
        return None
    for state, whole in setting.states:
        if key(asked.counted) == state or (
            key(asked.counted) == key(whole) and words_of(state_of(said, phrases)) == state
        ):
            meant = asked.counted if key(asked.counted) == state else None
            return Statement(
                "part", {"T": many(whole), "M": thing(meant) if meant else state_of(said, phrases)}
            )
    return None


def _holding(
    asked: Asked,
    parts: Parts,
    subject: Noun | None,
    does: str,
    point: list[Tok],
    phrases: list[tuple[str, Noun]],
    setting: Setting,
) -> Statement | None:
    said = asked.clause
    spent = does in ("gain", "loss")
    if subject is None:
        subject = said.object if said.object is not None and said.object.words else place_of(phrases)
        if spent and (subject is None or said.object is None):
            return Statement("come in" if does == "gain" else "go off", {**parts, "S": point})
        if (
            subject is None
            or subject.pronoun
            or not any(key(subject) == key(one) for one in (*setting.story.holders, *setting.story.names))
        ):
            if subject is not None and subject.article == "a" and subject.words:  # "in one basket"
                return Statement("for each", {**parts, "E": [Tok("a", "word", fixed=True), *single(subject)]})
            return Statement("are", {**parts, "S": point})
    if does == "gain" and asked.counted is not None:
        subject = owner_of(asked.counted, subject, setting.story, only_places=True)
    parts["H"] = holder(subject)
    given = story_of(said, setting) if does == "loss" else None
    receiver = given or next(
        (noun for prep, noun in phrases if prep == "to" and does == "loss" and noun.words), None
    )
    if receiver is not None:
        return Statement("passes", {**parts, "O": holder(receiver)})
    if spent and setting.changed:
        point = _point("at the end")
    if spent:
        return Statement("comes" if does == "gain" else "goes", {**parts, "S": point})
    return Statement("holds", {**parts, "S": point})


def story_of(said: Clause, setting: Setting) -> Noun | None:
    """Whom a pronoun as the object means ("did Tom give her")."""
    return setting.story.whom(said.object) if said.object is not None and said.object.pronoun else None


def told_of(asked: Asked) -> set[tuple[str, ...]]:
    """What is asked to be counted, as it is compared."""
    return {key(asked.counted)} if asked.counted is not None else set()


def figured_in(said: Clause) -> bool:
    """Whether a figure stands in the clause."""
    return any(noun.figure for noun in said.nouns())


def joined(noun: Noun, word: str) -> list[Tok]:
    """The nouns, without articles, joined by a word."""
    made: list[Tok] = []
    for one in items(noun):
        made += [*([Tok(word, "word", fixed=True)] if made else []), *thing(replace(one, of=None))]
    return made


def _point(text: str) -> list[Tok]:
    return [Tok(word, "word", fixed=True) for word in text.split()]


def _listed(noun: Noun) -> list[Tok]:
    made: list[Tok] = []
    every = list(items(noun))
    for place, one in enumerate(every):
        if place:
            made += (
                [Tok("and", "word", fixed=True)]
                if place == len(every) - 1
                else [Tok(",", "mark", tag=".", fixed=True)]
            )
        made += many(one)
    return made


def _comparing(
    asked: Asked, parts: Parts, subject: Noun | None, figured: list[Noun], setting: Setting
) -> Statement | None:
    said, story = asked.clause, setting.story
    if "left" in said.marks:
        return None
    parts["W"] = [Tok(asked.more, "word", fixed=True)]
    if asked.kind is not None:
        if figured or asked.kind.pronoun:
            return None
        parts["O"] = thing(asked.kind)
        return (
            Statement("more kinds", parts)
            if subject is None
            else Statement("more kinds of", {**parts, "H": holder(subject)})
        )
    if said.than is not None and subject is not None:
        other = story.whom(said.than)
        if other is None or figured or "phrase" in said.marks:
            return None
        kind = "more for" if said.base in _COSTS else "more"
        return Statement(kind, {**parts, "H": holder(subject), "O": holder(other)})
    if subject is not None and said.wished and asked.more == "more" and not said.than:
        if not figured:
            return Statement("needs", {**parts, "H": holder(subject)})
        if len(figured) == 1 and said.object is figured[0]:
            return Statement(
                "needs for",
                {**parts, "H": holder(subject), "K": figure_of(figured[0]), "M": thing(figured[0])},
            )
    return None


def _each(asked: Asked, parts: Parts, subject: Noun | None, story: Story) -> Statement | None:
    said = asked.clause
    apart = said.each if said.each is not None and said.each.words else subject
    if apart is not None and apart.words and apart.words[-1].low == "x-one":
        others = [one for one in story.things if many(one) and key(one) not in told_of(asked)]
        apart = others[-1] if others else None
    if apart is None or apart.joined or apart.words[0].name >= 0 or "in all" in said.marks:
        return None
    if is_time(apart):
        return Statement("are", {**parts, "S": []})
    if said.base in _COSTS:
        return Statement("each costs", {**parts, "E": each(apart)})
    return Statement("for each", {**parts, "E": each(apart)})
