"""Whether a short text plainly tells the figure that is asked for, or is a story from which it has to be worked out.

A note and a story look alike ("The bakery sells 320 rolls a day. A roll costs 45 cents."); what tells them apart is whether the
figure asked for is printed. It is where all that the question says is said of one numeral: what is done by the verb that
governs it, who, what and when in its clause or, through a pronoun, before it; where each other numeral that counts the same
lacks something of that; and where nothing that bears on it asks for working out: a rate that the question does not name, a
fraction, a condition, what is more or less, what came before or after, a state that a later event changed.

Not seen: an event told in words that count nothing ("the rest went home") where the question asks for a state in the past;
a figure that is told twice with different meanings in the very same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from recast.language.asked_figure import CHANGES, NOUNS, Asked, Said, dimension_of
from recast.language.asking import (
    Asking,
    counts_it,
    governing,
    is_amount,
    is_clock,
    is_elliptic,
    is_former,
    is_said,
    is_spent,
    said_of,
)
from recast.language.figures import is_relative, matches, tells_rate
from recast.language.told_figures import Figure, Line
from recast.language.words import word_set

_WERE, _ARE = word_set("was were had did"), word_set("is are am has have does do")
_NOW = word_set("now currently today still presently")
_NOT = word_set("not no never without neither")
_IF = word_set("if suppose assume unless")
_ONE = word_set("a an one each every per apiece")
_RATES = word_set("each every per apiece")
_PERIODICAL = word_set("daily weekly monthly yearly annual annually hourly")
_HAVE = word_set("have has had need needs")
_CHANGED = CHANGES | word_set("rose fell grow grew sink sank")
_RETURNED = word_set("discount refund refunded reduced reduction tip rebate")
_MORE = word_set("more another additional extra other others less fewer")
#: Words of a question that ask for working out unless the clause of the figure has them too.
_ASKS_TO_COMPUTE = _NOT | _MORE | word_set(
    "total altogether together combined sum difference left remain remains remained remaining rest leftover than same both half "
    "twice double triple times after before then end begin start originally initially until average"
)  # fmt: skip
_IN_ALL = re.compile(r"\b(?:in (?:all|total)|of (?:them )?all|all of)\b")
_FRACTION = re.compile(
    r"\b(?:half|halves|twice|thrice|doubled?|doubles|tripled?|triples|dozens?|(?:as )?many times|as (?:many|much)"
    r"|some|rest|remainder|remaining|several|a few|(?:third|quarter|fourth|fifth|sixth|tenth)s? of|\d[\d.]* times)\b"
)
_TIMES = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october "
    "november december spring summer autumn winter morning afternoon evening night noon yesterday week month year weekend day"
)


def plainly_told(
    what: Asked, question: Line, ranked: Sequence[Figure], lines: Sequence[Line]
) -> Figure | None:
    """The figure that a short text plainly tells; None where none is, several may be meant, or it has to be worked out.
    ``ranked`` are its figures of the kind asked for, the likeliest first."""
    asking = Asking(what, question, lines, ranked)
    if _computes(asking):
        return None
    plain = [one for one in ranked if _may_be_plain(one, asking) and is_said(one, asking)]
    return plain[0] if len({one.said.literal for one in plain}) == 1 else None


def likely_told(what: Asked, question: Line, ranked: Sequence[Figure], lines: Sequence[Line]) -> bool:
    """Whether nothing asks for working out and the likeliest figure may be plainly told, though the text puts some of what the
    question says otherwise ("needs 2 hours" for how long it takes). Of notes that no rule was made on nine in ten of these are
    what is asked, of stories none."""
    asking, likeliest = Asking(what, question, lines, ranked), ranked[0]
    if _computes(asking) or (what.kind != "share" and any(w.unit == "percent" for one in lines for w in one)):
        return False
    said = said_of(likeliest, asking) | likeliest.own.keys()
    later = [word for line in lines[likeliest.sentence + 1 :] for word in line]
    elsewhere = any(
        any(matches(term, word) for word in later) for n, term in enumerate(what.terms) if n not in said
    )
    return not elsewhere and counts_it(likeliest, asking) and _may_be_plain(likeliest, asking)


def _computes(asking: Asking) -> bool:
    """Whether the question or the text has words by which the figure may have to be worked out."""
    what, lines = asking.what, asking.lines
    if not what.terms or any(word.low in _IF for line in (asking.question, *lines) for word in line):
        return True
    if what.kind in ("money", "measure") and any(_is_returned(line) for line in lines):
        return True
    return bool(_IN_ALL.search(" ".join(asking.lows))) or _tells_share(asking) or _bears_fraction(asking)


def _may_be_plain(figure: Figure, asking: Asking) -> bool:
    """Whether nothing about a figure asks for working out, all that is said of it apart."""
    what, line = asking.what, asking.line(figure)
    if figure.unlike or is_former(figure, line) or (what.kind != "age" and is_clock(figure, line)):
        return False
    if not tells_rate(figure, what, line) or _is_told_as_name(asking):
        return False
    if what.kind != "year" and not what.change and is_relative(line, figure.place):
        return False
    if what.mass and what.kind == "measure" and not is_amount(figure, asking):
        return False
    if figure.parent is not None and figure.parent.clause.issuperset(figure.own.values()):
        return False  # nothing of the question is said of the part alone
    if not _fits_in_time(figure, asking) or _is_rate(figure, asking):
        return False
    return not any(_may_be_meant(one, figure, asking) for one in asking.ranked)


# ── what may have to be worked out ───────────────────────────────────────────────────────────────────────────


def _fits_in_time(figure: Figure, asking: Asking) -> bool:
    """Whether the question asks for nothing but what the clause tells: no sum, no negation, no other time."""
    line = asking.line(figure)
    told = {form for p in figure.clause for form in (line[p].low, line[p].base)}
    if any(
        word.low in _ASKS_TO_COMPUTE and told.isdisjoint((word.low, word.base)) for word in asking.question
    ):
        return False
    verbs = governing(figure, line)
    if any(verb.low in _NOT or verb.low.endswith("n't") for verb in verbs) and _NOT.isdisjoint(asking.lows):
        return False
    past = any((verb.tag == "VBD" and verb.low != verb.base) or verb.low in _WERE for verb in verbs)
    asks_now = not _NOW.isdisjoint(asking.lows) or (
        _WERE.isdisjoint(asking.lows) and not _ARE.isdisjoint(asking.lows)
    )
    must = any(a.low in _HAVE and b.low == "to" for a, b in pairwise(asking.question))
    modal = must or any(word.tag == "MD" for word in asking.question)
    told_so = (
        not verbs or any(verb.tag in ("MD", "TO") for verb in verbs) or bool(asking.light & asking.deeds)
    )
    return (told_so or not must) and not (past and (modal or asks_now))


def _is_returned(line: Line) -> bool:
    """Whether money comes back or is taken off a price."""
    lows = [word.low for word in line]
    back = any(word.literal and "back" in lows[place + 1 : place + 4] for place, word in enumerate(line))
    return back or not _RETURNED.isdisjoint(lows)


def _rate_nouns(figure: Figure, line: Line) -> Iterator[Said]:
    """The nouns for one of which a numeral is told ("a roll costs 45 cents", "95 a night", "28 tiles in a row")."""
    for place in sorted(figure.clause):
        if place + 1 < len(line) and line[place].low in _ONE and line[place + 1].tag in NOUNS:
            yield line[place + 1]


def _is_rate(figure: Figure, asking: Asking) -> bool:
    """Whether the figure is told for one of what the text or the question tells several of."""
    line, question = asking.line(figure), asking.question
    told = {line[p].low for p in figure.clause}
    for_one = any(
        (a.low in _ONE and b.tag in (*NOUNS, "JJ")) or b.low in _PERIODICAL | _RATES
        for a, b in pairwise(question)
    )
    shared = not _RATES.isdisjoint(asking.lows)
    if not _RATES.isdisjoint(told) and not for_one:
        return True
    if shared and _RATES.isdisjoint(told) and not any(True for _ in _rate_nouns(figure, line)):
        return True
    around = line[max(0, figure.place - 3) : figure.place]
    if len(around) == 3 and around[2].low == "of" and around[1].tag == "NNS" and around[0].literal:
        return True  # "12 rows of 20 seats"
    rates = {noun.base for noun in _rate_nouns(figure, line)}
    singles = {b.base for a, b in pairwise(question) if a.low in _ONE and b.tag in NOUNS} - rates
    numbered = (one for words in asking.lines for one in _behind_numerals(words))
    if _RATES.isdisjoint(told) and any(word.base in singles for word in numbered):
        return True  # "five friends paid 90": not what a friend paid
    counted = list(_counted(figure, asking.lines))
    several = [word for word in (*counted, *question) if word.tag == "NNS"]
    asked_for = {b.base for a, b in pairwise(question) if a.low in _ONE}
    if (rates - asked_for) & {word.base for word in several}:
        return True  # "each cow gives 18 litres a day": what the 25 cows give a day
    spans = any(dimension_of(word.base) == "time" for word in counted)
    if not for_one and any(
        noun in {word.base for word in several} or (spans and dimension_of(noun) == "time") for noun in rates
    ):
        return True
    nouns = {line[p].base for p in figure.clause if line[p].tag in NOUNS}
    bought = {word.base for word in question if word.tag == "NNS"} & nouns
    return asking.what.kind == "money" and not for_one and any(word.base in bought for word in counted)


def _counted(figure: Figure, lines: Sequence[Line]) -> Iterator[Said]:
    """What the other numerals of a text count, outside the clause of the figure."""
    for number, line in enumerate(lines):
        yield from _behind_numerals(line, figure.clause if number == figure.sentence else frozenset())


def _behind_numerals(line: Line, left_out: frozenset[int] = frozenset()) -> Iterator[Said]:
    """The nouns in the plural behind the numerals of a sentence."""
    for place, word in enumerate(line):
        if word.literal and place not in left_out:
            yield from (one for one in line[place + 1 : place + 4] if one.tag == "NNS")


def _bears_fraction(asking: Asking) -> bool:
    """Whether a sentence tells a fraction, a multiple or an untold number of what the question speaks of."""
    if _FRACTION.search(" ".join(asking.lows)):
        return False
    return any(
        _FRACTION.search(" ".join(word.low for word in line))
        and any(matches(term, word) for term in asking.what.terms for word in line)
        for line in asking.lines
    )


def _tells_share(asking: Asking) -> bool:
    """Whether a share is told of what the question counts, so that the count may be a part ("64 percent own a bicycle")."""
    if asking.what.kind == "share":
        return False
    return any(
        any(word.unit == "percent" for word in line)
        and any(matches(term, word) for term in asking.what.terms for word in line)
        for line in asking.lines
    )


def _is_told_as_name(asking: Asking) -> bool:
    """Whether a numeral that reads like part of a name may be a figure of what the question names ("her cousin Ruth 9")."""
    return any(
        word.literal
        and word.role == "identifier"
        and any(matches(term, before) for term in asking.what.terms)
        for line in asking.lines
        for before, word in pairwise(line)
    )


def _may_be_meant(one: Figure, figure: Figure, asking: Asking) -> bool:
    """Whether another numeral counts the same and nothing of the question tells the figure from it, or it tells of a change of
    what is asked."""
    line = asking.line(one)
    if one is figure or one.unlike or not counts_it(one, asking):
        return False
    if asking.what.kind != "year" and one.said.role == "year":
        return False
    if asking.what.kind == "count" and is_elliptic(one) and is_spent(governing(one, line)):
        return False  # "it cost 1.3 million"
    if (asking.what.kind != "age" and is_clock(one, line)) or (
        asking.what.mass and asking.what.kind == "measure" and not is_amount(one, asking)
    ):
        return False
    if any(asking.word(n).base in _CHANGED for n in asking.deeds) and any(
        not _CHANGED.isdisjoint((verb.low, verb.base)) for verb in governing(one, line)
    ):
        return True  # "rose by 12 and fell by 5"
    near = {line[p].low for p in (one.place - 1, one.place + 1, one.place + 2) if 0 <= p < len(line)}
    if not near.isdisjoint(_MORE):
        return True
    if is_former(one, line):
        return False
    mine, theirs = said_of(figure, asking) | (asking.light - asking.deeds), said_of(one, asking)
    if (theirs & one.own.keys()) - mine:
        return True
    if one.parent is figure:
        return False  # a part of it of which the question says nothing
    apart = mine - theirs - asking.light - (asking.head if is_elliptic(one) else frozenset())
    if not apart:
        return True
    timed = any(asking.word(n).low in _TIMES or asking.what.terms[n].number for n in apart)
    if asking.what.kind not in ("count", "measure"):
        return False
    later = (one.sentence, one.place) > (figure.sentence, figure.place)
    verbs = governing(one, line)
    done = any(verb.tag == "VBN" for verb in verbs) and any(
        verb.low in _WERE or verb.tag == "HV" for verb in verbs
    )
    event = one.parent is None and (done or any(verb.tag in ("VBD", "VBZ", "VB") for verb in verbs))
    same = asking.empty & {verb.base for verb in governing(figure, asking.line(figure))}
    return later and event and not timed and not same and not (asking.deeds - asking.light)
