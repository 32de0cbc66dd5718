"""Noun phrases of a word problem: a figure with what it counts, a name, a noun with its owner, a pronoun.

Read from the tagged words of a clause; what is written out of one is at most a quality and a noun, each of which the writer
replaces by a drawn word. Words that the vocabulary would let stay (days, people, ordinals) are made into words that it does
not know, so that they are drawn as well. An owner and all but the last name or noun of an apposition are left out.

Not covered: relative clauses and phrases inside a noun phrase, but for "of" with a noun.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recast.language.words import word_set
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.prose_units import unit_at
from recast.rewrite.prose_words import exchange_of, is_content
from recast.types import Private

_ARTICLES = word_set(
    "the a an this that these those all both any its my our your their his her each every no other either"
)
_PRONOUNS = word_set("he she it they i we you him them me us")
_OWNERS = word_set("his her their its my our your")
_OURS = word_set("our your my")
_GROUPS = word_set("family household")
_MORE = word_set("more fewer less additional extra")
_MODIFIERS = ("JJ", "NN", "NNS", "NP", "VBG", "VBN", "JJR", "JJS", "VBD")
_HEADS = ("NN", "NNS", "NP")
_COUNTS = word_set("number total amount kind type lot")
_RESTS = word_set("rest remainder")
_SHARES = word_set("half")
_PARTS = word_set(
    "half third thirds quarter quarters fourth fourths fifth fifths sixth sixths eighth eighths tenth tenths"
)
_PLURALS = {"foot": "feet", "inch": "inches"}
CALENDAR = word_set("day days week weeks month months year years")


@dataclass(frozen=True, slots=True, repr=False)
class Noun(Private):
    """A noun phrase. ``words`` are its qualities and its noun, none where it is elliptic ("16 of them", "9 more"); ``more`` is the
    word of comparison after its figure; ``joined`` are the phrases that "and" joins to it."""

    figure: tuple[Tok, ...] = ()
    words: tuple[Tok, ...] = ()
    article: str = ""
    more: str = ""
    pronoun: str = ""
    of: Noun | None = None
    owner: tuple[Tok, ...] = ()
    partitive: bool = False
    rest: bool = False  # "the remaining 5 pens"
    whole: tuple[Tok, ...] = ()  # "3 of 20 pens": the second figure
    joined: tuple[Noun, ...] = ()

    @property
    def head(self) -> Tok | None:
        return self.words[-1] if self.words else None

    @property
    def several(self) -> bool:
        return bool(self.joined) or (self.head is not None and self.head.tag == "NNS")


def noun_at(toks: Sequence[Tok], at: int) -> tuple[Noun, int] | None:
    """The noun phrase that begins there, with those joined to it, and the place behind it."""
    found = _one(toks, at)
    if found is None:
        return None
    first, end = found
    joined: list[Noun] = []
    while end + 1 < len(toks) and (toks[end].low in ("and", "or") or toks[end].text == ","):
        step = end + 2 if toks[end].text == "," and toks[end + 1].low == "and" else end + 1
        following = _one(toks, step)
        if following is None or bool(following[0].figure) != bool(first.figure) or first.pronoun:
            break
        joined.append(following[0])
        end = following[1]
    if not joined:
        return first, end
    last = joined[-1]
    if first.figure and len(last.words) > 1 and last.words[-1].tag == "NNS":  # "31 red and 15 green pens"
        first, *others = [_completed(one, last) for one in (first, *joined[:-1])]
        joined = [*others, last]
    return replace(first, joined=tuple(joined)), end


def _completed(noun: Noun, last: Noun) -> Noun:
    """The noun with the head that is said only once, at the end of a list of kinds."""
    alone = len(noun.words) == 1 and noun.words[0].tag != "NNS"
    return replace(noun, words=(quality(noun.words[0]), last.words[-1]), of=last.of) if alone else noun


def _one(toks: Sequence[Tok], at: int) -> tuple[Noun, int] | None:
    place = at
    article = more = ""
    owner: tuple[Tok, ...] = ()
    if place < len(toks) and toks[place].low in _PRONOUNS:
        return Noun(pronoun=toks[place].low), place + 1
    if (
        place + 1 < len(toks)
        and toks[place].low == "each"
        and toks[place + 1].tag in ("VBZ", "VBD", "HV", "MD")
    ):
        return Noun(pronoun="each"), place + 1
    if _is_a(toks, place):  # "one inch", "one week"
        found = _one(toks, place + 1)
        return None if found is None else (replace(found[0], article="a"), found[1])
    last_object = place + 1 >= len(toks) or toks[place + 1].tag in ("IN", "TO", ".")
    if place < len(toks) and toks[place].low == "her" and last_object:
        return Noun(pronoun="her"), place + 1
    rest = False
    while place < len(toks) and (
        (toks[place].low in _ARTICLES and not _is_share(toks, place)) or _before_figure(toks, place)
    ):
        rest = rest or toks[place].low == "remaining"
        low = toks[place].low
        article = "other" if low == "other" else article or ("the" if low in _OWNERS else low)
        place += 1
    place = _past_owner(toks, place)
    figure, place = _figure(toks, place)
    if figure and place < len(toks) and toks[place].low in _MORE:
        more, place = toks[place].low, place + 1
    whole: tuple[Tok, ...] = ()
    partitive = bool(figure) and place < len(toks) and toks[place].low == "of"
    if partitive or (figure and figure[-1].low in _PARTS and place < len(toks)):
        start = place + 1 if partitive else place
        while start < len(toks) and (toks[start].low in _ARTICLES or toks[start].low == "remaining"):
            rest = rest or toks[start].low == "remaining"
            start += 1
        if start < len(toks) and toks[start].low in _RESTS:
            if start + 1 >= len(toks) or toks[start + 1].low != "of":
                return Noun(figure=figure, partitive=True, rest=True), start + 1
            rest, start = True, start + 2
            while start < len(toks) and toks[start].low in _ARTICLES:
                start += 1
        whole, start = _figure(toks, start) if partitive and not rest else ((), start)
        if start < len(toks) and toks[start].low in ("them", "it", "those", "these", "which"):
            return Noun(figure=figure, partitive=True), start + 1
        place = _past_owner(toks, start)
        owner = tuple(tok for tok in toks[start:place] if tok.name >= 0)
    end = place
    while end < len(toks) and _may_modify(toks, end):
        if figure and end > place and toks[end].tag == "VBD" and toks[end - 1].tag == "NNS":
            break  # "8 children wore hats"
        end += 1
        if (
            end < len(toks)
            and toks[end - 1].name >= 0
            and toks[end].name >= 0
            and toks[end].name != toks[end - 1].name
        ):
            break  # "on Friday Ann"
    while end > place and not (
        toks[end - 1].tag in _HEADS or toks[end - 1].name >= 0 or unit_at(toks, end - 1)
    ):
        end -= 1
    if any(unit_at(toks, k) and toks[k].kind == "mark" for k in range(place, end - 1)):  # "the $8 lunch"
        return None
    words = () if end > place and toks[end - 1].low in ("one", "ones") else _words(toks, place, end)
    if not words and end > place and figure:  # "2 of the old ones"
        return Noun(figure=figure, article=article, more=more, partitive=partitive), end
    if not words and place < len(toks) and not figure and _stands_alone(toks, place, at):
        low = toks[place].low if toks[place].low not in _ARTICLES else "other"
        return Noun(
            words=(Tok(f"x-{low}", "word", "NN"),), article="each" if article == "each" else "the"
        ), place + 1
    if not words and article == "other" and not figure:
        return Noun(words=(Tok("x-other", "word", "NN"),), article="the"), place
    if not words:
        return (Noun(figure=figure, article=article, more=more), place) if figure else None
    if not figure and words[-1].low in _GROUPS and any(t.low in _OURS for t in toks[at:place]):
        return Noun(pronoun="we"), end  # "your family" is you
    made = Noun(figure, words, article, more, owner=owner, partitive=partitive, rest=rest, whole=whole)
    if end + 1 < len(toks) and toks[end].low == "of" and toks[end + 1].low not in ("them", "it"):
        inner = _one(toks, end + 1)
        if inner is not None and inner[0].words and not inner[0].pronoun:
            if words[-1].low in _COUNTS:
                return replace(inner[0], figure=inner[0].figure or figure, article="the"), inner[1]
            return replace(made, of=inner[0]), inner[1]
    if end < len(toks) and toks[end].low in ("more", "less", "fewer") and figure:
        return replace(made, more=toks[end].low), end + 1
    return made, end


def _is_share(toks: Sequence[Tok], place: int) -> bool:
    """Whether "a" begins a share ("a third of the pens")."""
    following = toks[place + 1] if place + 1 < len(toks) else None
    return toks[place].low == "a" and following is not None and following.low in _PARTS


def _is_a(toks: Sequence[Tok], place: int) -> bool:
    """Whether "one" says no more than "a" would."""
    if place + 1 >= len(toks):
        return False
    noun = toks[place + 1].tag == "NN" or bool(unit_at(toks, place + 1))
    return noun and toks[place].low == "one" and toks[place].kind == "word"


def _before_figure(toks: Sequence[Tok], place: int) -> bool:
    """ "the first 5 days", "the remaining 5 days"."""
    follows = place + 1 < len(toks) and toks[place + 1].kind == "number" and toks[place + 1].role == "data"
    return follows and (toks[place].role == "structural" or toks[place].low in ("remaining", "next", "last"))


def _stands_alone(toks: Sequence[Tok], place: int, start: int) -> bool:
    """Whether an ordinal or "one" stands for its noun ("the third", "one had 5")."""
    tok = toks[place]
    if tok.kind == "number":
        return tok.role == "structural" and place > start
    return tok.low == "one"


def _past_owner(toks: Sequence[Tok], place: int) -> int:
    """Past a possessor ("Ann's", "the boy's") and an apposition before a name ("friend Chad")."""
    end = place
    while end < len(toks) and toks[end].tag in (*_MODIFIERS, "POS") and end - place < 5:
        if toks[end].tag == "POS":
            return _past_owner(toks, end + 1)
        end += 1
    return place


def _figure(toks: Sequence[Tok], place: int) -> tuple[tuple[Tok, ...], int]:
    if place >= len(toks):
        return (), place
    tok = toks[place]
    if tok.low in ("some", "several") and tok.tag == "DT":
        more = place + 1 < len(toks) and toks[place + 1].low == "more"
        return (_fixed("some"),), place + 1 + more
    if tok.low == "more" and place + 1 < len(toks) and toks[place + 1].tag in ("NN", "NNS", "JJ"):
        return (_fixed("some"),), place + 1
    if tok.low == "another" and place + 1 < len(toks) and toks[place + 1].kind == "number":
        return _figure(toks, place + 1)
    if tok.low in _SHARES:
        return (_fixed("half"),), place + 1
    if tok.low in ("one", "two", "three", "a") and place + 1 < len(toks) and toks[place + 1].low in _PARTS:
        return (_fixed(tok.low), _fixed(toks[place + 1].low)), place + 2
    if tok.kind != "number" or tok.role not in ("data", "choice"):
        return (), place
    end = place + 1
    if end + 1 < len(toks) and toks[end].text == "/" and toks[end + 1].kind == "number":
        end += 2
    if end < len(toks) and toks[end].low in ("%", "percent"):
        end += 1
    return tuple(toks[place:end]), end


def _may_modify(toks: Sequence[Tok], at: int) -> bool:
    tok = toks[at]
    if tok.kind == "number":
        return tok.role == "structural"
    if unit_at(toks, at):
        return True
    if tok.low in (
        "than",
        "each",
        "every",
        "left",
        "more",
        "long",
        "old",
        "tall",
        "wide",
        "deep",
        "high",
        "thick",
        "heavy",
    ):
        return tok.tag == "JJ" and at + 1 < len(toks) and toks[at + 1].tag in _HEADS
    return tok.kind == "word" and (tok.tag in _MODIFIERS or tok.name >= 0)


def _words(toks: Sequence[Tok], start: int, end: int) -> tuple[Tok, ...]:
    """A name alone, else one quality at most and the noun; units keep their own word."""
    span = list(toks[start:end])
    if not span:
        return ()
    head = span[-1]
    if head.name >= 0:
        return tuple(t for t in span if t.name == head.name)
    drawn = [tok for tok in span[:-1] if tok.name < 0 and tok.kind != "mark"]
    named = [tok for tok in span[:-1] if tok.name >= 0]
    unit = unit_at(toks, end - 1)
    last = _unit(head, unit) if unit else _drawn(head)
    if unit and drawn and drawn[-1].fixed:  # "flat feet"
        return drawn[-1], last
    if not drawn and len({tok.name for tok in named}) == 1:
        return (last,)
    if len(drawn) == 1:
        return quality(drawn[0]), last
    if drawn:
        return Tok("-".join(["x", *(tok.low for tok in drawn)]), "word", "JJ"), last
    return (last,)


def _unit(tok: Tok, unit: str) -> Tok:
    """The unit written out, so that it is known as one without its numeral."""
    said = _PLURALS.get(unit, f"{unit}s")
    made = Tok(said, "word", "NNS")
    return made if unit_at([made], 0) == unit else tok


def quality(tok: Tok) -> Tok:
    """A quality as a word that is certainly replaced."""
    if (
        tok.kind == "word"
        and is_content(tok)
        and tok.tag in ("JJ", "NN", "VBN", "VBG")
        and exchange_of(tok, base_of(tok)) is None
    ):
        return Tok(tok.text, "word", "JJ" if tok.tag != "NN" else "NN")
    return Tok(f"x-{tok.low}", "word", "JJ")


def _drawn(tok: Tok) -> Tok:
    """The noun as a word that is certainly replaced: what the vocabulary lets stay, or exchanges, is made unknown to it."""
    tag = "NNS" if tok.tag == "NNS" else "NN"
    if is_content(tok) and exchange_of(tok, base_of(tok)) is None and tok.tag in _HEADS:
        return Tok(tok.text, "word", tag)
    return Tok(f"x-{tok.low}", "word", tag)


def _fixed(text: str) -> Tok:
    return Tok(text, "word", fixed=True)


def thing(noun: Noun) -> list[Tok]:
    """What is counted, without figure and article."""
    made = [again(tok) for tok in noun.words]
    if noun.of is not None:
        made += [_fixed("of"), *thing(replace(noun.of, of=None))]
    return made


def many(noun: Noun) -> list[Tok]:
    """The noun in the plural, as what is counted."""
    made = thing(noun)
    head = made[len(noun.words) - 1]
    if head.tag == "NN" and not unit_at([head], 0):
        head.tag = "NNS"
    return made


def single(noun: Noun) -> list[Tok]:
    """The noun in the singular."""
    made = thing(noun)
    for tok in made[: len(noun.words)]:
        if tok.tag == "NNS" and not unit_at([tok], 0):
            tok.tag = "NN"
    return made


def each(noun: Noun) -> list[Tok]:
    """Each of what something is counted for."""
    return [_fixed("each"), *single(noun)]


def holder(noun: Noun) -> list[Tok]:
    """Who or what holds, with its article, and those joined to it."""
    made: list[Tok] = []
    every = (replace(noun, joined=()), *noun.joined)
    for place, one in enumerate(every):
        if place:
            made += [_fixed("and")] if place == len(every) - 1 else [Tok(",", "mark", tag=".", fixed=True)]
        named = one.words[0].name >= 0
        article = "" if named or one.figure else "a" if one.article in ("a", "an") else "the"
        made += [again(tok) for tok in one.figure]
        made += [*([_fixed(article)] if article else []), *thing(one)]
    return made


def again(tok: Tok) -> Tok:
    """The word once more, as a token of its own."""
    return Tok(tok.text, tok.kind, tok.tag, tok.numeral, tok.role, tok.name, fixed=tok.fixed)
