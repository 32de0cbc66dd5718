"""A clause of a word problem read whole: subject, verb, object, phrases and comparison, with nothing left over.

Nothing is given where a word is left that is not understood, so that whoever renders what was read leaves nothing out
unknowingly.

Not covered: relative clauses, conditions inside a sentence, two verbs joined by "and".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from recast.language.degrees import FEWER
from recast.language.problem_frames import QUALITIES
from recast.language.words import word_set
from recast.rewrite.noun_phrases import Noun, noun_at, quality
from recast.rewrite.prose_tokens import Tok, base_of
from recast.types import Private

_VERBS = ("VBD", "VBZ", "VB", "HV", "BE", "MD", "DO", "VBN", "VBG")
_NO_QUALITY = word_set("left remaining full empty equal same enough more less fewer half double able worth")
_FINITE = ("VBD", "VBZ", "VB", "HV", "BE", "MD", "DO")
_OPENERS = word_set("now then so also but and later next if first finally")
#: Words that place a clause in the story, whose order the ledger keeps.
_IDLE = word_set(
    "then later also already still just only today tomorrow yesterday so afterwards currently there too again first home equally evenly total originally initially back"
)
_PARTICLES = word_set("up out off away down over back in on together")
_PHRASES = word_set(
    "in on at to from into onto for with by near inside during under per over off through among between after before around of"
)
_EACH = word_set("each every apiece per")
TAKES = word_set("need use take require")
_WISHES = word_set("need want require must wish plan should hope")
_AT_FIRST = word_set("originally initially first")
_STARTS = tuple(
    tuple(phrase.split())
    for phrase in (
        "to start with",
        "to begin with",
        "to start",
        "at first",
        "in the beginning",
        "at the start",
        "at the beginning",
    )
)
_AUXILIARIES = {"BE": "be", "HV": "have", "DO": "do"}
_ALTOGETHER = (("in", "all"), ("in", "total"))


@dataclass(slots=True, repr=False)
class Clause(Private):
    """``verb`` is the main verb, ``aside`` its particle; ``phrases`` are prepositions with their nouns; ``each`` is what "each",
    "per" and "every" are followed by, or an empty noun for a bare "each"; ``than`` and ``like`` are what is compared with."""

    subject: Noun | None = None
    verb: Tok | None = None
    aside: str = ""
    negated: bool = False
    wished: bool = False
    passive: bool = False
    object: Noun | None = None
    phrases: list[tuple[str, Noun]] = field(default_factory=list)
    each: Noun | None = None
    than: Noun | None = None
    like: Noun | None = None
    times: tuple[Tok, ...] = ()
    degree: str = ""
    quality: str = ""
    alone: bool = True  # the only clause of its sentence
    marks: set[str] = field(default_factory=set)  # "left", "in all", "now", "average", "then"

    def nouns(self) -> Iterator[Noun]:
        """Every noun phrase that it has."""
        found = [
            self.subject,
            self.object,
            self.each,
            self.than,
            self.like,
            *(noun for _, noun in self.phrases),
        ]
        for one in found:
            while one is not None:
                yield from one.joined
                yield one
                one = one.of

    @property
    def word(self) -> str:
        """The verb as it is written."""
        return "" if self.verb is None else self.verb.low

    @property
    def is_state(self) -> bool:
        """Whether it says what something is."""
        return self.verb is not None and self.verb.tag == "BE"

    @property
    def base(self) -> str:
        """The lemma of the verb."""
        return "" if self.verb is None else _AUXILIARIES.get(self.verb.tag) or base_of(self.verb)


def clause(sentence: Sequence[Tok]) -> Clause | None:
    """The statement, or nothing where a word of it is left over."""
    toks = [tok for tok in sentence if tok.kind != "mark" or tok.text not in (".", "!")]
    made = Clause()
    if toks and toks[0].low == "now":
        made.marks.add("now")
    while toks and toks[0].low in _OPENERS and not (toks[0].low == "first" and toks[0].kind == "number"):
        toks = toks[1:]
    while toks and toks[0].text == ",":
        toks = toks[1:]
    at = _opening(toks, made)
    there = at < len(toks) and toks[at].low == "there"
    at += there
    if at < len(toks) and toks[at].tag not in _FINITE:
        read = noun_at(toks, at)
        if read is None:
            return None
        made.subject, at = read
    at = phrases_at(toks, at, made, before_verb=True)
    at = verbs_at(toks, at, made)
    if made.verb is None or (made.subject is None and not there):
        return None
    return made if predicate_at(toks, at, made) == len(toks) else None


def _opening(toks: Sequence[Tok], made: Clause) -> int:
    """Past a phrase that opens the clause, before its comma or its subject."""
    if len(toks) < 3 or toks[0].low not in _PHRASES | _EACH or toks[0].low in ("of", "each"):
        return 0
    apart = toks[0].low == "every" or toks[1].low in ("each", "every")
    read = noun_at(toks, 2 if apart and toks[0].low != "every" else 1)
    if read is None:
        return 0
    noun, end = read
    if not apart and end < len(toks) and toks[end].low in _PHRASES - {"of"}:  # "on Friday before noon 5 …"
        made.phrases.append((toks[0].low, noun))
        further = _opening(toks[end:], made)
        if not further:
            made.phrases.pop()
        return further and end + further
    if apart and noun.figure:  # "for every 12 cans that you bring, …"
        end = next((k for k, t in enumerate(toks) if t.text == ","), end)
    comma = end < len(toks) and toks[end].text == ","
    begins = end < len(toks) and (
        toks[end].tag in ("PRP", "NP", "DT", "EX", "CD") or toks[end].kind == "number"
    )
    if not (comma or begins):
        return 0
    if apart:
        made.each = noun
    else:
        made.phrases.append((toks[0].low, noun))
    return end + comma


def verbs_at(toks: Sequence[Tok], at: int, made: Clause) -> int:
    while at < len(toks):
        tok = toks[at]
        following = toks[at + 1] if at + 1 < len(toks) else None
        if tok.low in ("not", "never"):
            made.negated = True
        elif tok.low in _IDLE and tok.tag in ("RB", "EX", "PRP") and tok.kind == "word":
            if tok.low == "there" and following is not None and following.tag == "BE":
                break
            if tok.low in _AT_FIRST:
                made.marks.add("start")
        elif tok.low == "now":
            made.marks.add("now")
        elif tok.low == "to" and following is not None and following.tag == "VB" and made.verb is not None:
            if made.base in ("have", "want", "need", "wish", "go", "plan"):
                made.wished = True
        elif made.verb is not None and tok.low in ("left", "total"):
            break
        elif tok.tag in _VERBS and not (
            made.verb is not None and tok.tag in ("VBG", "VBN") and _is_modifier(toks, at)
        ):
            if made.verb is not None and made.base in _WISHES:
                made.wished = True
            made.passive = tok.tag in ("VBN", "VBD") and made.verb is not None and made.verb.tag == "BE"
            made.verb = tok
        else:
            break
        at += 1
    if made.verb is not None and made.base in _WISHES:
        made.wished = True
    particle = at < len(toks) and toks[at].low in _PARTICLES
    if particle and (
        at + 1 == len(toks)
        or toks[at + 1].tag in ("CD", "IN", "DT")
        or toks[at + 1].low in ("some", "another")
    ):
        bare = (
            at + 1 == len(toks)
            or toks[at + 1].kind == "number"
            or toks[at + 1].tag == "IN"
            or toks[at + 1].low == "some"
        )
        if bare:
            made.aside, at = toks[at].low, at + 1
    return at


def _is_modifier(toks: Sequence[Tok], at: int) -> bool:
    return (
        at + 1 < len(toks)
        and toks[at + 1].tag in ("NN", "NNS")
        and toks[at].tag in ("VBG", "VBN")
        and toks[at - 1].tag in ("HV",)
    )


def predicate_at(toks: Sequence[Tok], at: int, made: Clause) -> int:
    """Reads all that follows the verb; the place where it could not go on."""
    if at + 1 < len(toks) and toks[at].low in (
        "each",
        "every",
    ):  # "gave each friend 5 pens", "are eaten each day"
        read = noun_at(toks, at + 1)
        if read is not None and not read[0].figure and toks[at + 1].low != "of":
            made.each, at = read
    compared = _likened(toks, at, made)
    if compared is not None:
        at = compared
    elif _is_quality(toks, at, made):
        made.object, at = Noun(words=(quality(toks[at]),), article="the"), at + 1
    elif at < len(toks) and (
        toks[at].kind == "number"
        or toks[at].tag in ("DT", "PP$", "PRP", "NN", "NNS", "NP", "JJ", "CD")
        or toks[at].low in ("half", "another")
    ):
        if toks[at].low in ("each", "apiece") and (at + 1 == len(toks)):
            made.each = Noun()
            return at + 1
        read = noun_at(toks, at)
        if read is not None:
            made.object, at = read
            if made.object.more:
                made.degree = made.object.more
            if at < len(toks) and toks[at].low in QUALITIES:
                made.quality, at = toks[at].low, at + 1
            elif at < len(toks) and toks[at].tag == "JJR":
                made.degree, at = _degree(toks[at]), at + 1
    return phrases_at(toks, at, made)


def _is_quality(toks: Sequence[Tok], at: int, made: Clause) -> bool:
    """Whether a quality follows alone ("are red", "were absent on Monday")."""
    if at >= len(toks) or not made.is_state or toks[at].tag != "JJ" or toks[at].low in (*_EACH, *_NO_QUALITY):
        return False
    return at + 1 == len(toks) or toks[at + 1].tag in ("IN", "TO")


def _degree(tok: Tok) -> str:
    return "fewer" if tok.low in FEWER else "more"


def _likened(toks: Sequence[Tok], at: int, made: Clause) -> int | None:
    """ "3 times as many (pens) as Ann", "twice as old as Ann", "half as many"."""
    figure: tuple[Tok, ...]
    if at < len(toks) and toks[at].low in ("twice", "half", "double"):
        figure, step = (Tok("half" if toks[at].low == "half" else "twice", "word", fixed=True),), at + 1
    elif at + 1 < len(toks) and toks[at].kind == "number" and toks[at + 1].low == "times":
        figure, step = (toks[at], Tok("times", "word", fixed=True)), at + 2
    else:
        return None
    if step >= len(toks) or toks[step].low != "as":
        return None
    step += 1
    if step < len(toks) and toks[step].low in ("many", "much"):
        step += 1
        read = noun_at(toks, step) if step < len(toks) and toks[step].low not in ("as", "than") else None
        if read is not None:
            made.object, step = read
    elif step < len(toks):
        made.quality, step = toks[step].low, step + 1
    made.times = figure
    if step < len(toks) and toks[step].low in ("as", "than"):
        return _other(toks, step + 1, made, liking=True)
    return step


def _other(toks: Sequence[Tok], at: int, made: Clause, liking: bool) -> int:
    """What follows "than" or "as": a noun, or a phrase, with an idle verb behind it."""
    if at < len(toks) and toks[at].low in _PHRASES:
        at += 1
        made.marks.add("phrase")
    read = noun_at(toks, at)
    if read is None:
        return at
    if liking:
        made.like, at = read
    else:
        made.than, at = read
    if at < len(toks) and toks[at].tag in ("DO", "HV", "BE", "VBZ", "VBD") and at + 1 == len(toks):
        at += 1
    return at


def _past_doer(toks: Sequence[Tok], at: int) -> int:
    """Past a clause that says no more of each than who has to do with it ("for each pen she sells")."""
    ends = at + 2 == len(toks) and toks[at].tag in ("PRP", "NP") and toks[at + 1].tag in _FINITE
    return at + 2 if ends else at


def phrases_at(toks: Sequence[Tok], at: int, made: Clause, before_verb: bool = False) -> int:
    while at < len(toks):
        tok = toks[at]
        low = tok.low
        following = toks[at + 1] if at + 1 < len(toks) else None
        start = next((p for p in _STARTS if tuple(t.low for t in toks[at : at + len(p)]) == p), ())
        if start:
            made.marks.add("start")
            at += len(start)
        elif (low, following.low if following else "") in _ALTOGETHER:
            made.marks.add("in all")
            at += 2
        elif low == "altogether" or low == "together":
            made.marks.add("in all")
            at += 1
        elif low == "on" and following is not None and following.low == "average":
            made.marks.add("average")
            at += 2
        elif low == "left" or (low in ("remaining", "over") and (following is None or following.tag == "IN")):
            made.marks.add("left")
            at += 1
        elif low == "now":
            made.marks.add("now")
            at += 1
        elif low in _IDLE and (tok.tag == "RB" or following is None) and tok.kind == "word":
            made.marks.add(
                "in all"
                if low == "total"
                else "start"
                if low in ("originally", "initially", "first")
                else "then"
            )
            at += 1
        elif low == "than" and made.degree and not before_verb:
            further = made.object
            multiple = _likened(toks, at + 1, made)  # "3 more than twice as many as Ann"
            if multiple is not None and further is not None and made.object is not None:
                made.object = replace(further, words=further.words or made.object.words)
            at = _other(toks, at + 1, made, liking=False) if multiple is None else multiple
        elif (
            low in _EACH
            and (following is None or following.tag in ("IN", "TO"))
            and low in ("each", "apiece")
        ):
            made.each = Noun()
            at += 1
        elif low in _EACH or (
            low in ("a", "an") and not before_verb and made.object is not None and made.each is None
        ):
            read = noun_at(toks, at + 1)
            if read is None:
                return at
            made.each, at = read[0], _past_doer(toks, read[1])
        elif low == "to" and following is not None and following.tag == "VB" and at + 2 < len(toks):
            read = noun_at(toks, at + 2)  # "to buy books": what for; "needs 5 cups to bake 2 loaves": a rate
            rate = made.base in TAKES and made.each is None
            if read is None or (read[0].figure and not rate):
                return at
            if read[0].figure:
                made.each = read[0]
            else:
                made.phrases.append(("to do", read[0]))
            at = read[1]
        elif low == "out" and following is not None and following.low == "of":
            read = noun_at(toks, at + 2)
            if read is None:
                return at
            made.phrases.append(("from", read[0]))
            at = read[1]
        elif low in _PHRASES:
            step = at + 1
            apart = step < len(toks) and toks[step].low in ("each", "every")
            if apart and step + 1 < len(toks) and toks[step + 1].low in ("one", "of"):
                made.each = Noun()
                at = step + 2
                continue
            read = noun_at(toks, step)
            if read is None:
                if made.aside == "" and low in _PARTICLES and made.verb is not None and not before_verb:
                    made.aside, at = low, at + 1
                    continue
                return at
            at = read[1]
            if apart and not read[0].figure:
                made.each, at = read[0], _past_doer(toks, at)
            else:
                made.phrases.append((low, read[0]))
        else:
            return at
    return at
