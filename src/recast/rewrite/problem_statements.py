"""What a clause of a word problem states, as statements of the ledger: who holds, gains, gives how much of what, and for what.

Each clause that was read whole becomes one statement or several of ``language.ledger``; a question becomes one question. The
verb only says whether there is more or less of something afterwards; place, time and purpose become occasions, and only where they tell
two statements apart. A clause that states nothing certain gives nothing, and then the problem is no ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recast.language.deeds import deed
from recast.language.words import word_set
from recast.rewrite.noun_phrases import Noun, each, holder, many, thing
from recast.rewrite.problem_changes import changes
from recast.rewrite.problem_comparisons import compares, measured_in, more_than, times_as_many
from recast.rewrite.problem_reading import TAKES, Clause
from recast.rewrite.problem_story import Story, key
from recast.rewrite.problem_terms import (
    Parts,
    Setting,
    Statement,
    figure_of,
    has_figure,
    held,
    is_money,
    is_rest,
    is_time,
    items,
    occasion_of,
    owner_of,
    place_of,
    where_of,
)
from recast.rewrite.problem_wholes import is_part, noted, of_how_many, rest, state_of
from recast.rewrite.prose_tokens import Tok, base_of

_PRICES = ("for", "at")
_COSTS = word_set("cost charge run")
_SELLS = word_set("sell vend resell earn make charge")
_SPANS = word_set("night shift lesson")
_PUTS = word_set("put place set lay add pour stack load insert store")
_RATES = word_set("in for per over during every of with to at")
_DIMENSIONS = {
    "long": "length", "wide": "width", "high": "height", "tall": "height", "deep": "depth", "old": "age", "aged": "age",
    "heavy": "weight", "thick": "thickness",
}  # fmt: skip


def statements(said: Clause, setting: Setting) -> list[Statement] | None:
    """What the clause states; nothing where that is not certain."""
    story = setting.story
    subject = None
    if said.subject is not None and is_rest(said.subject):
        return rest(said, said.subject, setting)
    if said.subject is not None:
        subject = said.subject if said.subject.figure else story.whom(said.subject)
        if subject is None:
            return None
    if said.times:
        return times_as_many(said, subject, setting)
    if subject is not None and subject.figure:
        return _counted_first(said, subject, setting)
    what = said.object
    if what is not None and has_figure(what) and (changed := changes(said, setting)) is not None:
        return changed
    if what is not None and what.figure and not what.words and said.is_state and _is_person(subject):
        what = replace(what, words=measured_in(story, "old").words)
    if what is None or not has_figure(what):
        return _unfigured(said, subject, setting)
    if said.than is not None or compares(said, what):
        return more_than(said, what, subject, setting)
    if said.negated:
        return None
    return _rated(said, what, setting) or _plain(said, what, subject, setting)


def _is_person(noun: Noun | None) -> bool:
    """Whether it is one who is named."""
    return noun is not None and bool(noun.words) and noun.words[0].name >= 0 and not noun.joined


# ── kinds of clauses ─────────────────────────────────────────────────────────────────────────────────────────


def _plain(said: Clause, what: Noun, subject: Noun | None, setting: Setting) -> list[Statement] | None:
    """ "Ann has 5 pens", "Ann gave 5 pens to Tom", "each box has 5 pens", "there are 5 pens in the box"."""
    story = setting.story
    phrases = list(said.phrases)
    priced = next(
        (pair for pair in phrases if pair[0] in _PRICES and pair[1].figure and is_money(pair[1])), None
    )
    if priced is not None:
        phrases.remove(priced)
    inside = next((pair for pair in phrases if pair[0] in ("with", "of") and pair[1].figure), None)
    if inside is not None:
        phrases.remove(inside)
    other = _other(said, phrases, story)
    spans = any(noun.figure and is_time(noun) for _, noun in phrases)
    if any(noun.figure and not is_time(noun) for _, noun in phrases) or (spans and is_time(what)):
        return None
    place = subject
    if subject is None:
        place = where_of(phrases, story)
    elif subject.article in ("each", "every"):
        kind = "each costs" if said.base in _COSTS else "for each"
        return _all(
            [held(kind, one, None, story, E=each(subject)) for one in items(what)],
            said,
            phrases,
            setting,
        )
    if setting.measured and said.base in ("be", "have") and said.quality in _DIMENSIONS:
        return _measured(said, what, place, story)
    made: list[Statement | None] = []
    bare = None if said.each is None or inside or priced else said.each
    if bare is not None and bare.words and not is_time(bare) and what.joined:
        return None
    if bare is not None and bare.words and key(bare) == key(what):  # "9 rows with as many seats in each row"
        bare = None
    for one in items(what):
        if bare is not None and bare.words and not is_time(bare):
            made.append(held(_per(said), one, None, story, E=each(bare)))
        else:
            kind, who, extra = _doing(said, one, place, other, setting)
            made.append(held(kind, one, who, story, **extra))
    if bare is not None and not bare.words:
        return None
    done = _all(made, said, phrases, setting)
    if done is None:
        return None
    done = [*of_how_many(what, story), *done]
    nested = what.of
    if nested is not None and nested.figure:  # "5 boxes of 20 nails"
        whole = replace(what, of=replace(nested, figure=()), joined=())
        done += _some(held("for each", nested, None, story, E=each(whole)))
    if inside is not None:
        at = said.each if said.each is not None and said.each.words else what
        done += _some(held("for each", inside[1], None, story, E=each(replace(at, of=None, joined=()))))
    if priced is not None:
        done += _some(_price(said, what, priced, subject, story))
    return done


def _measured(said: Clause, what: Noun, whose: Noun | None, story: Story) -> list[Statement] | None:
    """ "The room is 4 feet long", where not only lengths are told."""
    if whose is None or what.joined or said.phrases:
        return None
    parts = {
        "X": [Tok(_DIMENSIONS[said.quality], "word", "NN")],
        "H": holder(whose),
        "N": figure_of(what),
    }
    story.named(whose)
    story.counted(what)
    return [Statement("measures", {**parts, "U": many(what)})]


def _some(one: Statement | None) -> list[Statement]:
    return [] if one is None else [one]


def _price(
    said: Clause, what: Noun, priced: tuple[str, Noun], subject: Noun | None, story: Story
) -> Statement | None:
    sold = said.base in _SELLS or deed(said.base, ()) == "loss"
    if said.each is not None or priced[0] == "at":
        sold_by = said.each if said.each is not None and said.each.words else what
        bought = each(replace(sold_by, joined=())) if sold_by.words else None
        if bought is None:
            return None
        return held("each brings" if sold else "each costs", priced[1], None, story, E=bought)
    return held("comes" if sold else "goes", priced[1], subject, story)


def _per(said: Clause) -> str:
    does = deed(said.base, (said.aside,))
    return (
        "each brings"
        if does == "gain" or said.base in _SELLS
        else "each costs"
        if does == "loss" or said.base in _COSTS
        else "for each"
    )


def _doing(
    said: Clause, noun: Noun, place: Noun | None, other: tuple[str, Noun] | None, setting: Setting
) -> tuple[str, Noun | None, Parts]:
    """The kind of statement that a verb makes, and whose it is."""
    does = deed(said.word, (said.aside, *(prep for prep, _ in said.phrases)))
    if said.wished and does != "loss":
        return "is needed", place, {}
    if "left" in said.marks and place is not None:
        return "left", place, {}
    if place is None:
        whole = "in all" in said.marks
        return ("are in all" if whole else "are"), None, {}
    if said.base in _COSTS or (said.is_state and is_money(noun) and place.words[0].name < 0):
        return "costs", place, {}
    if does == "gain" and noun.partitive and noun.owner:
        return "taken", Noun(words=noun.owner), {"O": holder(place)}
    source = _place_left(said, setting.story)
    if source is not None and (does == "loss" or said.base == "take"):
        return "goes", source, {}
    if other is not None and does == "loss" and other[0] == "to":
        return "passes", place, {"O": holder(other[1])}
    if other is not None and other[0] == "from":
        return "taken", other[1], {"O": holder(place)}
    if said.base in _PUTS and place is not None:
        where = next(
            (
                pair
                for pair in said.phrases
                if pair[0] in ("in", "on", "into", "onto", "to") and not pair[1].figure
            ),
            None,
        )
        if where is not None and where[1].words:
            return "comes", where[1], {}
    if place is not None and (does == "loss" or (does == "gain" and said.subject is not None)):
        place = owner_of(noun, place, setting.story, only_places=does == "gain")
    if does in ("gain", "loss"):
        return ("comes" if does == "gain" else "goes"), place, {}
    if said.base == "take":
        owner = owner_of(noun, place, setting.story)
        return ("comes", place, {}) if owner is place else ("taken", owner, {"O": holder(place)})
    if said.base in _PUTS and does == "":
        return "come in", None, {}
    if does == "" and said.base not in ("have", "be"):
        if setting.left and said.base in setting.undone:
            return "go off", None, {}
        setting.neutral = True
    return "holds", place, {}


def _place_left(said: Clause, story: Story) -> Noun | None:
    """The place of which it was told what is in it, where something goes from there."""
    sources = [noun for prep, noun in said.phrases if prep == "from" and not noun.figure]
    return next((one for one in sources if any(key(one) == key(who) for _, who in story.held)), None)


def _other(said: Clause, phrases: list[tuple[str, Noun]], story: Story) -> tuple[str, Noun] | None:
    """Who receives or gives, taken out of the phrases."""
    does = deed(said.base, (said.aside,))
    for pair in phrases:
        whom = story.whom(pair[1]) if not pair[1].figure else None
        receives = pair[0] == "to" and does == "loss"
        gives = pair[0] == "from" and does == "gain" and whom is not None and whom.words[0].name >= 0
        if whom is not None and (receives or gives):
            phrases.remove(pair)
            story.named(whom)
            return pair[0], whom
    return None


def _all(
    made: Sequence[Statement | None], said: Clause, phrases: Sequence[tuple[str, Noun]], setting: Setting
) -> list[Statement] | None:
    """The statements with their occasion; nothing if one is missing."""
    whole = [one for one in made if one is not None]
    if len(whole) < len(made):
        return None
    occasion = occasion_of(said, phrases, setting)
    for one in whole:
        one.occasion = list(occasion)
    return whole


def _counted_first(said: Clause, subject: Noun, setting: Setting) -> list[Statement] | None:
    """ "23 birds flew away", "8 of them were not working", "1250 people visited the zoo"."""
    story = setting.story
    phrases = list(said.phrases)
    changed = changes(said, setting)
    if changed is not None:
        return changed
    if said.object is not None and not has_figure(said.object) and phrases and phrases[-1][1].figure:
        first = None if subject.joined or subject.partitive else held("are", subject, None, story)
        behind = _unfigured(said, replace(subject, figure=(), article="the"), setting)
        return None if first is None or not behind else [first, *behind]
    if any(noun.figure for _, noun in phrases) or said.each is not None or said.wished:
        return None
    if said.object is not None and has_figure(said.object):
        if subject.joined or subject.partitive or said.negated or not subject.words:
            return None
        first = held("are", subject, None, story)
        behind = _plain(said, said.object, replace(subject, figure=(), article="the"), setting)
        return None if first is None or behind is None else [first, *behind]
    does = deed(said.word, (said.aside,))
    state = state_of(said, phrases)
    made: list[Statement | None] = []
    for one in items(subject):
        if said.negated:
            made.append(held("not part", one, None, story, M=state))
        elif does in ("gain", "loss") and not is_part(said, subject):
            made.append(held("come in" if does == "gain" else "go off", one, None, story))
        elif (
            subject.partitive
            or is_part(said, subject)
            or (not said.is_state and said.object is None)
            or not (said.object or phrases)
        ):
            if setting.left and not said.is_state and not subject.partitive:
                made.append(held("go off", one, None, story))
            else:
                made.append(
                    held("part of rest" if one.partitive and one.rest else "part", one, None, story, M=state)
                )
                noted(state, one, setting)
        else:
            where = said.object or place_of(phrases)
            if where is None or where.pronoun:
                return None
            made.append(held("holds", one, where, story))
    done = _all(made, said, phrases, setting)
    return None if done is None else [*done, *of_how_many(subject, story)]


def _grouped(said: Clause, story: Story) -> list[Statement]:
    """ "A class of 28 children is divided into teams of 4"."""
    made: list[Statement | None] = []
    subject, whole = said.subject, said.subject.of if said.subject is not None else None
    if subject is not None and whole is not None and whole.figure:
        made.append(held("holds", whole, replace(subject, of=None), story))
    for prep, noun in said.phrases:
        if prep in ("into", "in") and noun.of is not None and noun.of.figure and noun.words:
            made.append(held("for each", noun.of, None, story, E=each(replace(noun, of=None))))
    return [one for one in made if one is not None]


def _unfigured(said: Clause, subject: Noun | None, setting: Setting) -> list[Statement] | None:
    """A clause whose figures, if any, stand in phrases: "split the pens into 4 groups", "paid with a 50-dollar note"."""
    story = setting.story
    changed = changes(said, setting)
    if changed is not None:
        return changed
    if subject is not None:
        story.named(subject)
    made = _grouped(said, story)
    figured = [pair for pair in said.phrases if has_figure(pair[1])]
    inner = said.object.of if said.object is not None and said.object.article in ("a", "an") else None
    if not figured and not made and inner is not None and inner.figure:
        if said.base == "have" or deed(said.base, (said.aside,)) in ("gain", "loss"):
            return _plain(replace(said, object=inner), inner, subject, setting)  # "has a bag of 20 pens"
        return made
    if not figured:
        return made
    if made:
        return None
    priced = figured[0][0] in _PRICES and is_money(figured[0][1]) and said.object is not None
    if priced and len(figured) == 1 and said.object is not None and said.object.words:
        one = _price(said, said.object, figured[0], subject, story)
        return None if one is None else [one]
    if len(figured) > 1 or said.negated:
        return None
    prep, noun = figured[0]
    if prep == "at" and said.each is not None and said.each.words and said.object is None:
        others = [pair for pair in said.phrases if pair[1] is not noun]
        return _plain(replace(said, phrases=others), noun, subject, setting)
    if (
        (is_time(noun) or (noun.words and base_of(noun.words[-1]) in _SPANS))
        and prep in ("for", "over", "during")
        and subject is not None
        and said.each is None
    ):
        return _all([held("holds", noun, subject, story)], said, [], setting)
    if prep in ("into", "among", "between", "in", "onto", "on"):
        return _all([held("are", one, None, story) for one in items(noun)], said, [], setting)
    if prep == "with" and said.each is not None:
        at = said.each if said.each.words else said.object
        if at is None or not at.words:
            return None
        return _all([held("for each", noun, None, story, E=each(at))], replace(said, each=None), [], setting)
    return None


def _rated(said: Clause, what: Noun, setting: Setting) -> list[Statement] | None:
    """ "uses 6 litres per 100 miles", "reads 8 pages in 20 minutes", "for every 12 cans you get 3 dollars"."""
    figured = [(prep, noun) for prep, noun in said.phrases if noun.figure and prep in _RATES]
    if said.each is not None and said.each.figure:
        figured.append(("every", said.each))
    if len(figured) != 1 or what.joined or (figured[0][0] in ("with", "of")):
        return None
    prep, noun = figured[0]
    if (prep in _PRICES and is_money(noun)) or (is_time(noun) and prep not in ("every", "per")):
        return None
    if prep not in ("every", "per", "for"):
        return None
    story = setting.story
    every = thing(noun)
    kind = "for every" if noun.figure[0].numeral > what.figure[0].numeral else "every has"
    if said.base in TAKES:  # "needs 5 cups of flour to bake 2 loaves"
        kind = "for some"
        setting.rated.append(key(noun))
    one = held(kind, what, None, story, K=figure_of(noun), M=every)
    return None if one is None else [one]
