"""What a clause of a word problem states, as statements of the ledger: who holds, gains, gives how much of what, and for what.

Each clause that was read whole becomes one statement or several of ``language.ledger``; a question becomes one question. The
verb only says whether there is more or less of something afterwards; place, time and purpose become occasions, and only where they tell
two statements apart. A clause that states nothing certain gives nothing, and then the problem is no ledger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from recast.language.deeds import deed
from recast.language.words import word_set
from recast.rewrite.noun_phrases import CALENDAR, Noun, each, holder, many, single, thing
from recast.rewrite.problem_reading import Clause
from recast.rewrite.problem_story import Story, key
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.prose_units import unit_at
from recast.types import Private

_PLACES = word_set("in on at inside from to")
_PRICES = ("for", "at")
_COSTS = word_set("cost charge run")
_SELLS = word_set("sell vend resell earn make charge")
_PUTS = word_set("put place set lay add pour stack load insert store")
_TIMES = word_set("second minute hour")
_RATES = word_set("in for per over during every of with to at")
_DIMENSIONS = {
    "long": "length", "wide": "width", "high": "height", "tall": "height", "deep": "depth", "old": "age", "aged": "age",
    "heavy": "weight", "thick": "thickness",
}  # fmt: skip
_MONEY = frozenset({"dollar", "cent", "euro", "pound-sterling", "yen"})
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


def statements(said: Clause, setting: Setting) -> list[Statement] | None:
    """What the clause states; nothing where that is not certain."""
    story = setting.story
    subject = None
    if said.subject is not None:
        subject = said.subject if said.subject.figure else story.whom(said.subject)
        if subject is None:
            return None
    if said.times:
        return _times(said, subject, setting)
    if subject is not None and subject.figure:
        return _counted_first(said, subject, setting)
    what = said.object
    if what is None or not _figured(what):
        return _unfigured(said, subject, setting)
    if said.than is not None or _compares(said, what):
        return _more(said, what, subject, setting)
    if said.negated:
        return None
    return _rated(said, what, setting) or _plain(said, what, subject, setting)


def _figured(noun: Noun) -> bool:
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
    if meant.words[-1].low == "dollars":
        story.money = meant.words[-1]
    story.counted(meant)
    return many(meant)


def is_money(noun: Noun) -> bool:
    return noun.head is not None and unit_at([noun.head], 0) in _MONEY


def figure_of(noun: Noun) -> list[Tok]:
    return [
        Tok(t.text, t.kind, t.tag, t.numeral, t.role, fixed=t.kind == "word" or t.fixed) for t in noun.figure
    ]


def _held(kind: str, noun: Noun, who: Noun | None, story: Story, **more: list[Tok]) -> Statement | None:
    told = counted(noun, story)
    if told is None:
        return None
    share = noun.figure[0].kind == "word" and noun.figure[0].low != "some"
    whole = kind not in ("part", "not part") and (share or (noun.partitive and len(noun.figure) > 1))
    further = [_fixed("more")] if noun.more in ("more", "additional", "extra") else []
    parts = {
        "N": [*figure_of(noun), *further, *([_fixed("of"), _fixed("the")] if whole else [])],
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
        place = _where(phrases, story)
    elif subject.article in ("each", "every"):
        kind = "each costs" if said.base in _COSTS else "for each"
        return _all(
            [_held(kind, one, None, story, E=each(subject)) for one in items(what)],
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
            made.append(_held(_per(said), one, None, story, E=each(bare)))
        else:
            kind, who, extra = _doing(said, one, place, other, setting)
            made.append(_held(kind, one, who, story, **extra))
    if bare is not None and not bare.words:
        return None
    done = _all(made, said, phrases, setting)
    if done is None:
        return None
    nested = what.of
    if nested is not None and nested.figure:  # "5 boxes of 20 nails"
        kind = replace(what, of=replace(nested, figure=()), joined=())
        done += _some(_held("for each", nested, None, story, E=each(kind)))
    if inside is not None:
        at = said.each if said.each is not None and said.each.words else what
        done += _some(_held("for each", inside[1], None, story, E=each(replace(at, of=None, joined=()))))
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
        bought = each(replace(what, joined=())) if what.words else None
        if bought is None:
            return None
        return _held("each brings" if sold else "each costs", priced[1], None, story, E=bought)
    return _held("comes" if sold else "goes", priced[1], subject, story)


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


def owner_of(noun: Noun, who: Noun, story: Story, only_places: bool = False) -> Noun:
    """From whom something goes, or to which place it comes: who or what has it, where it is told of one alone, and not who does
    it."""
    having = [one for told, one in story.held if not noun.words or told == key(noun)]
    others = [one for one in having if key(one) != key(who)]
    found = others[0] if len(others) == 1 and len(having) == 1 else who
    return who if only_places and key(found) not in story.places else found


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


def _place(phrases: list[tuple[str, Noun]]) -> Noun | None:
    """Where something is, taken out of the phrases."""
    for pair in phrases:
        if pair[0] in ("in", "on", "at", "inside") and not pair[1].figure and pair[1].words:
            phrases.remove(pair)
            return pair[1]
    return None


def _where(phrases: list[tuple[str, Noun]], story: Story) -> Noun | None:
    place = _place(phrases)
    if place is not None:
        story.places.add(key(place))
    return place


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


def occasion_of(said: Clause, phrases: Sequence[tuple[str, Noun]], setting: Setting) -> list[Tok]:
    """The phrases that tell a statement apart from others, in the forms that occasions have."""
    made: list[Tok] = []
    for prep, noun in phrases:
        if noun.words and not noun.figure and key(noun) in setting.telling and not is_time(noun):
            made = [_fixed("after" if prep == "after" else "under"), *holder(noun)]
            break
    if said.each is not None and said.each.words and is_time(said.each):
        made += [_fixed("for"), *each(said.each)]
    for prep, noun in phrases:
        span = figure_of(noun) if noun.figure else [_fixed("a")] if noun.article in ("a", "an") else []
        if span and noun.words and is_time(noun):
            made += [
                _fixed("after" if prep == "after" else "over"),
                *span,
                *(thing(noun) if noun.figure else single(noun)),
            ]
    if "start" in said.marks:
        made += [_fixed(word) for word in ("at", "the", "start")]
    return made


def is_time(noun: Noun) -> bool:
    head = noun.head
    return head is not None and (head.low.removeprefix("x-") in CALENDAR or base_of(head) in _TIMES)


def _fixed(text: str) -> Tok:
    return Tok(text, "word", fixed=True)


def _times(said: Clause, subject: Noun | None, setting: Setting) -> list[Statement] | None:
    """ "Ann has 3 times as many pens as Tom", "Ann is twice as old as Tom"."""
    story = setting.story
    like = story.whom(said.like) if said.like is not None else _last_other(subject, story)
    if subject is None or like is None or said.phrases or (said.quality and setting.measured):
        return None
    about = said.object or (_measured_in(story, said.quality) if said.quality else Noun())
    told = counted(about, story)
    if told is None or "phrase" in said.marks:
        return None
    story.named(like)
    story.named(subject)
    story.held.append((key(about if about.words else story.things[-1]), subject))
    return [
        Statement(
            "times",
            {
                "F": [
                    Tok(t.text, t.kind, t.tag, t.numeral, t.role, fixed=t.kind == "word") for t in said.times
                ],
                "H": holder(subject),
                "O": holder(like),
                "T": told,
            },
        )
    ]


def _last_other(subject: Noun | None, story: Story) -> Noun | None:
    others = [one for one in (*story.holders, *story.names) if subject is None or key(one) != key(subject)]
    return others[-1] if len(others) == 1 else None


def _measured_in(story: Story, quality: str) -> Noun:
    if story.measure is None:
        story.measure = Noun(words=(Tok(f"x-{quality}s", "word", "NNS"),))
    return story.measure


def _compares(said: Clause, what: Noun) -> bool:
    """ "4 kilograms less", "has 5 more": with what is compared is not said again."""
    degree = what.more
    return bool(degree) and said.base in ("have", "be") and not said.wished


def _more(said: Clause, what: Noun, subject: Noun | None, setting: Setting) -> list[Statement] | None:
    """ "Ann has 5 more pens than Tom", "Ann is 5 years older than Tom"."""
    story = setting.story
    other = story.whom(said.than) if said.than is not None else _last_other(subject, story)
    if (
        subject is None
        or other is None
        or said.phrases
        or said.wished
        or "phrase" in said.marks
        or what.joined
    ):
        return None
    percent = any(t.low in ("%", "percent") for t in what.figure)
    told = counted(what, story)
    if percent or told is None or not (said.degree or what.more):
        return None
    degree = "more" if (said.degree or what.more) in ("more", "additional", "extra") else "fewer"
    parts = {"N": figure_of(what), "W": [_fixed(degree)], "T": told, "H": holder(subject)}
    story.named(subject)
    if story.is_thing(other):
        return [Statement("more of", {**parts, "V": many(other)})]
    story.named(other)
    story.held.append((key(what if what.words else story.things[-1]), subject))
    return [Statement("more", {**parts, "O": holder(other)})]


def _counted_first(said: Clause, subject: Noun, setting: Setting) -> list[Statement] | None:
    """ "23 birds flew away", "8 of them were not working", "1250 people visited the zoo"."""
    story = setting.story
    phrases = list(said.phrases)
    if any(noun.figure for _, noun in phrases) or said.each is not None or said.wished:
        return None
    if said.object is not None and _figured(said.object):
        if subject.joined or subject.partitive or said.negated or not subject.words:
            return None
        first = _held("are", subject, None, story)
        behind = _plain(said, said.object, replace(subject, figure=(), article="the"), setting)
        return None if first is None or behind is None else [first, *behind]
    does = deed(said.word, (said.aside,))
    state = _state(said, phrases)
    made: list[Statement | None] = []
    for one in items(subject):
        if said.negated:
            made.append(_held("not part", one, None, story, M=state))
        elif does in ("gain", "loss"):
            made.append(_held("come in" if does == "gain" else "go off", one, None, story))
        elif subject.partitive or (not said.is_state and said.object is None) or not (said.object or phrases):
            if setting.left and not said.is_state and not subject.partitive:
                made.append(_held("go off", one, None, story))
            else:
                made.append(_held("part", one, None, story, M=state))
        else:
            where = said.object or _place(phrases)
            if where is None or where.pronoun:
                return None
            made.append(_held("holds", one, where, story))
    return _all(made, said, phrases, setting)


def _state(said: Clause, phrases: Sequence[tuple[str, Noun]]) -> list[Tok]:
    """What some of a whole are or do, as a noun that will be drawn."""
    if said.object is not None and said.object.words:
        return thing(replace(said.object, of=None))
    if said.is_state and phrases and phrases[0][1].words:
        return thing(replace(phrases[0][1], of=None))
    return [Tok(f"x-{said.base}", "word", "NN")]


def _unfigured(said: Clause, subject: Noun | None, setting: Setting) -> list[Statement] | None:
    """A clause whose figures, if any, stand in phrases: "split the pens into 4 groups", "paid with a 50-dollar note"."""
    story = setting.story
    if subject is not None:
        story.named(subject)
    figured = [pair for pair in said.phrases if _figured(pair[1])]
    if not figured:
        return []
    if len(figured) > 1 or said.negated:
        return None
    prep, noun = figured[0]
    if prep in ("into", "among", "between", "in", "onto", "on"):
        return _all([_held("are", one, None, story) for one in items(noun)], said, [], setting)
    if prep == "with" and said.each is not None and said.each.words:
        return _all(
            [_held("for each", noun, None, story, E=each(said.each))], replace(said, each=None), [], setting
        )
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
    one = _held(kind, what, None, story, K=figure_of(noun), M=every)
    return None if one is None else [one]
