"""The clauses of a word problem taken apart into who, what is done, how many and where, and said in frames of our own.

Works on the plain clauses of ``restate_problem``, still in the words of the source: each that is certainly of one of the
kinds of ``language.problem_frames`` goes out in a frame drawn for its kind, the question as well; any other clause stays
as it is. Where clauses that follow each other all say what there is (or all that was done so, by others or elsewhere), their
order carries no meaning and is drawn; events never change places with each other or with what is said after them.

Not covered: clauses with a second verb, a condition, or a figure before the verb ("23 birds flew away").
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recast.language.problem_frames import CLAUSE_FRAMES, QUALITIES, QUESTION_FRAMES
from recast.language.words import word_set
from recast.rewrite.prose_tokens import Tok, base_of
from recast.types import Private

_VERBS = ("VBD", "VBZ", "VB", "HV", "BE", "MD", "DO")
_NOMINAL = ("DT", "PP$", "JJ", "JJR", "NN", "NNS", "NP", "POS", "VBG", "VBN", "PRP", "CD")
_SUBJECT = ("DT", "PP$", "JJ", "NN", "NNS", "NP", "POS", "VBG", "VBN", "PRP")
_TIMES = word_set("then now later")
_PLACING = word_set("in on at to from into onto for with during by near inside")
_SIGNS = frozenset("$€£¥¢'’")
_OPENS = word_set("some another twice half")
_LINKED = word_set(
    "left it them they he she him her his their its this these that those rest remaining other another more fewer less same then "
    "now later first second third fourth last next after before again"
)
_PARTICLES = word_set("up out off away down over on back")
_AUXILIARY = word_set("do does did is are was were will would can could should must has have had may might")
_BARRED = word_set(
    "if that which who when while because so not left than how what where but as until except only remaining ago"
)


@dataclass(slots=True, repr=False)
class _Clause(Private):
    """One clause: its kind, a word of time before it, its parts by the letters of the frames, and whether it may change
    places with its neighbours of the same ``deed`` (empty: never)."""

    kind: str
    time: list[Tok]
    parts: dict[str, list[Tok]]
    deed: str
    whole: list[Tok]


def framed(
    context: Sequence[list[Tok]], asked: Sequence[list[Tok]], draw: random.Random
) -> tuple[list[list[Tok]], list[list[Tok]]]:
    """The clauses of the context and the sentences of the question in frames of our own."""
    told = _in_any_order([_clause(sentence) for sentence in context], asked, draw)
    chosen = {kind: draw.choice(frames) for kind, (_, frames) in CLAUSE_FRAMES.items()}
    questions = {kind: draw.choice(frames) for kind, (_, frames) in QUESTION_FRAMES.items()}
    return (
        [_written(one, chosen) for one in told],
        [*(_written(_clause(s), chosen) for s in asked[:-1]), *(_question(s, questions) for s in asked[-1:])],
    )


# ── taking apart ─────────────────────────────────────────────────────────────────────────────────────────────


def _clause(sentence: list[Tok]) -> _Clause:
    """The clause with its parts; kind "" where it is not certainly of one of the kinds."""
    unknown = _Clause("", [], {}, "", sentence)
    opening = _opening(sentence)
    toks = sentence[len(opening) + bool(opening) :]
    if not toks or toks[-1].text != "." or any(map(_parts_clauses, toks[:-1])):
        return unknown
    toks.pop()
    time = [t for t in toks if t.low in _TIMES]
    if len(time) > 1 or (time and (opening or toks[-1].low in ("then", "later"))):
        return unknown
    toks = [t for t in toks if t.low not in _TIMES]
    at = next((k for k, t in enumerate(toks) if t.tag in _VERBS), 0)
    if at and toks[0].kind == "number":
        return _counted_first([*toks, *opening], at, time, sentence) or unknown
    if not at or not all(map(_is_subject, toks[:at])):
        return unknown
    verbs = _verbs(toks, at)
    subject, rest = toks[:at], toks[at + len(verbs) :]
    if any(t.tag in _VERBS or t.low in _BARRED for t in rest if t.low not in ("than", "as")):
        return unknown
    parts = {"O": subject, "S": [*subject, *verbs]}
    simple = None if len(verbs) > 1 or opening else verbs[0]
    found = (
        (simple and _compared(parts, rest))
        or (simple and _measured(parts, simple, rest))
        or _there(parts, verbs[-1], [*rest, *opening])
        or _having(parts, verbs[-1], [*rest, *opening])
        or _done(parts, verbs[-1], rest, opening)
    )
    if not found:
        return unknown
    kind, made = found
    linked = simple is None or bool(time) or any(t.low in _LINKED for t in toks)
    deed = "" if linked else "is" if verbs[0].tag in ("BE", "HV") else base_of(verbs[0])
    return _Clause(kind, time, made, deed, sentence)


def _opening(sentence: Sequence[Tok]) -> list[Tok]:
    """The phrase of place or time that opens a sentence, before its comma ("On Monday, …")."""
    cut = next((k for k, t in enumerate(sentence) if t.text == ","), 0)
    phrase = list(sentence[:cut])
    plain = (
        cut > 1
        and phrase[0].low in _PLACING
        and all(t.tag in _NOMINAL and t.kind == "word" for t in phrase[1:])
    )
    return phrase if plain else []


def _verbs(toks: Sequence[Tok], at: int) -> list[Tok]:
    """The verb there, with the one that it helps ("will add", "has read", "is juggling")."""
    helped = {"MD": ("VB",), "HV": ("VBN", "VBD"), "BE": ("VBG",)}.get(toks[at].tag, ())
    return list(toks[at : at + 1 + (at + 1 < len(toks) and toks[at + 1].tag in helped)])


_Parts = dict[str, list[Tok]]


def _parts_clauses(tok: Tok) -> bool:
    """Whether it is a mark other than the sign of a currency."""
    return tok.kind == "mark" and tok.text not in _SIGNS


def _counted_first(toks: Sequence[Tok], at: int, time: list[Tok], sentence: list[Tok]) -> _Clause | None:
    """ "23 birds flew away", "16 of the pens are blue"."""
    counted, said = list(toks[:at]), list(toks[at:])
    plain = (
        all(t.kind == "word" and (t.tag in _NOMINAL or t.low == "of") for t in counted[1:])
        and counted[-1].tag == "NNS"
    )
    if (
        not plain
        or len(said) < 2
        or any(t.tag in _VERBS or t.kind == "number" or t.low in _BARRED for t in said[1:])
    ):
        return None
    return _Clause("did", time, {"R": counted, "V": said}, "", sentence)


def _is_subject(tok: Tok) -> bool:
    """Whether a word may stand in a subject: part of a noun, or an ordinal."""
    if tok.kind == "number":
        return tok.role == "structural"
    return tok.tag in (*_SUBJECT, "EX") or tok.low in ("of", "and", "there", "each", "every")


def _compared(parts: _Parts, rest: Sequence[Tok]) -> tuple[str, _Parts] | None:
    """ "… 5 more pens than Ann", "… 9 years older than Ann"; "times as many" is a figure like any other."""
    cut = next((k for k, t in enumerate(rest) if t.low == "than"), -1)
    if cut < 2 or rest[0].kind != "number" or cut + 1 == len(rest):
        return None
    said = rest[1:cut]
    degrees = [k for k, t in enumerate(said) if t.low in ("more", "fewer", "less") or t.tag == "JJR"]
    other = rest[cut + 1 :]
    if (
        len(degrees) != 1
        or any(t.kind == "number" for t in (*said, *other))
        or any(t.tag in _VERBS[:-1] for t in other)
    ):
        return None
    counted = [t for k, t in enumerate(said) if k != degrees[0]]
    first = degrees[0] == 0 and said[0].low in ("more", "fewer", "less")
    last = degrees[0] == len(said) - 1 and said[-1].low not in ("more", "fewer", "less")
    if not counted or not (first or last) or not all(t.tag in _NOMINAL or t.low == "of" for t in counted):
        return None
    return "more", {**parts, "N": [rest[0]], "D": [said[degrees[0]]], "U": counted, "B": list(other)}


def _measured(parts: _Parts, verb: Tok, rest: Sequence[Tok]) -> tuple[str, _Parts] | None:
    """ "… is 35 pages long"."""
    if (
        verb.low not in ("is", "was")
        or len(rest) != 3
        or rest[0].kind != "number"
        or rest[2].low not in QUALITIES
    ):
        return None
    kind = "measured" if verb.low == "is" else "was measured"
    return kind, {**parts, "N": [rest[0]], "U": [rest[1]], "J": [rest[2]]}


def _there(parts: _Parts, verb: Tok, rest: Sequence[Tok]) -> tuple[str, _Parts] | None:
    if [t.low for t in parts["O"]] != ["there"] or verb.low not in ("are", "were") or not _is_counted(rest):
        return None
    return verb.low, {"R": list(rest)}


def _having(parts: _Parts, verb: Tok, rest: Sequence[Tok]) -> tuple[str, _Parts] | None:
    if verb.low not in ("has", "had") or not _is_counted(rest) or parts["O"][0].tag == "PRP":
        return None
    inside = [t.low for t in rest[-2:]] == ["in", "it"]  # "each box has 4 dogs in it"
    return verb.low, {**parts, "R": list(rest[:-2] if inside else rest)}


def _done(parts: _Parts, verb: Tok, rest: Sequence[Tok], opening: list[Tok]) -> tuple[str, _Parts] | None:
    """ "Ann picked up 5 pens at the fair": with its last phrase apart, or its first, where that has no figure."""
    behind = list(rest)
    particle = []
    if len(behind) > 1 and behind[0].low in _PARTICLES:
        particle = [behind.pop(0)]
    done = verb.tag in ("VBD", "VBZ", "HV") or len(parts["S"]) > len(parts["O"]) + 1
    alone = (
        bool(behind)
        and behind[0].kind == "number"
        and behind[0].role == "data"
        and (len(behind) < 2 or behind[1].low in _PLACING)
    )
    if not done or not (_is_counted(behind) or alone) or parts["O"][0].low == "there":
        return None
    made = {**parts, "S": [*parts["S"], *particle]}
    lows = [t.low for t in behind]
    if "than" in lows:
        return None
    if opening:
        return "done there", {**made, "R": behind, "Q": opening}
    cut = max((k for k, t in enumerate(behind) if t.low in _PLACING and t.tag in ("IN", "TO")), default=0)
    phrase = behind[cut:] if cut > int(not alone) and "and" not in lows else []
    if len(phrase) > 1 and not any(t.kind == "number" or t.low in ("each", "every", "per") for t in phrase):
        return "done there", {**made, "R": behind[:cut], "Q": phrase}
    return "done", {**made, "R": behind}


def _is_counted(rest: Sequence[Tok]) -> bool:
    """Whether it begins with a figure and names what is counted."""
    if len(rest) < 2 or not (rest[0].kind == "number" or rest[0].low in _OPENS):
        return False
    if rest[-1].low in _PLACING or rest[1].text == "%" or "percent" in rest[1].low:
        return False
    return any(t.tag in ("NN", "NNS") or t.kind == "mark" for t in rest) or rest[1].low in ("of", "more")


# ── order ────────────────────────────────────────────────────────────────────────────────────────────────────


def _in_any_order(
    clauses: Sequence[_Clause], asked: Sequence[list[Tok]], draw: random.Random
) -> list[_Clause]:
    """The clauses with those mixed that follow each other and may stand in any order."""
    if any(t.low in ("first", "second", "third", "fourth", "last") for s in asked for t in s):
        return list(clauses)
    made: list[_Clause] = []
    for run in _runs(clauses):
        draw.shuffle(run)
        made += run
    return made


def _runs(clauses: Sequence[_Clause]) -> Iterator[list[_Clause]]:
    run: list[_Clause] = []
    for one in clauses:
        if run and one.deed and one.deed == run[-1].deed:
            run.append(one)
        else:
            yield run
            run = [one]
    yield run


# ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────


def _written(clause: _Clause, chosen: dict[str, str]) -> list[Tok]:
    if not clause.kind:
        return clause.whole
    frame = chosen[clause.kind]
    return _filled(frame, clause.parts, clause.time)


def _filled(frame: str, parts: _Parts, before: Sequence[Tok] = ()) -> list[Tok]:
    made = list(before)
    for word in frame.split():
        if word in parts:
            made += parts[word]
        elif word in (".", "?", ","):
            made.append(Tok(word, "mark", tag="."))
        else:
            made.append(Tok(word, "word", fixed=True))
    for place, tok in enumerate(made):
        tok.first = place == 0
    return made


def _question(sentence: list[Tok], chosen: dict[str, str]) -> list[Tok]:
    """The question in its frame; one that is not put with "how many" or "how much", or names nothing, stays."""
    if len(sentence) < 5 or sentence[0].low != "how" or sentence[-1].text != "?":
        return sentence
    toks = sentence[2:-1]
    if any(map(_parts_clauses, toks)):
        return sentence
    if sentence[1].low == "much":
        plain = toks[0].low in _AUXILIARY
        return _filled(chosen["how much"], {"R": toks}) if plain else sentence
    if sentence[1].low != "many":
        return sentence
    more = [toks.pop(0)] if toks[0].low in ("more", "fewer", "less") else []
    end = next((k for k, t in enumerate(toks) if t.tag not in _NOMINAL and t.low != "of"), len(toks))
    counted, rest = toks[:end], toks[end:]
    named = any(t.tag in ("NN", "NNS") for t in counted) and all(
        t.low not in ("other", "of") for t in counted[:1]
    )
    if not rest or not named or counted[-1].low == "left" or rest[0].tag not in _VERBS:
        return sentence
    if more:
        return _filled(chosen["how many more"], {"M": more, "T": counted, "R": rest})
    frame = chosen["how many"]
    if rest[0].low not in _AUXILIARY:
        frame = next(one for one in QUESTION_FRAMES["how many"][1] if "," in one)
    return _filled(frame, {"T": counted, "R": rest})
