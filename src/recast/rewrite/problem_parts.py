"""The sentences of a word problem taken apart until each part is one clause that is read whole.

A sentence that is no clause is parted at a joining word, a comma or a second subject; the second part takes over the subject, or subject
and verb, that it does not have itself. A condition of the question becomes a statement beside it.

Not covered: parts that share an object ("bought and ate 5 pens").
"""

from __future__ import annotations

from collections.abc import Sequence

from recast.language.words import word_set
from recast.rewrite.noun_phrases import again
from recast.rewrite.problem_reading import Clause, clause
from recast.rewrite.prose_tokens import Tok, base_of

_JOINS = word_set("and but while when then because so where which that who")
_RELATIVES = word_set("that which who")
_LEADS = word_set("after when once while if since as")
_FINITE = ("VBD", "VBZ", "HV", "BE", "MD", "DO", "VB")
_TELLING = word_set(
    "half third quarter thirds quarters fourths fifths twice double triple rest remaining remainder each every per same equal ratio average percent only free "
    "more some several"
)
_DEPTH = 4
Read = list[tuple[list[Tok], Clause]]


def all_clauses(sentences: Sequence[list[Tok]]) -> Read | None:
    """The clauses with their sentences, without idle ones; nothing where one is not read whole."""
    made: Read = []
    for sentence in sentences:
        read = _parts([tok for tok in sentence if tok.text not in (".", "!", "?")], _DEPTH)
        if read is not None:
            for _, one in read:
                one.alone = len(read) == 1
            made += read
        elif _tells(sentence):
            return None
    return made


def _tells(toks: Sequence[Tok]) -> bool:
    """Whether a figure or a word that computes is there."""
    return any(t.kind == "number" or t.low in _TELLING for t in toks)


def _parts(toks: list[Tok], depth: int) -> Read | None:
    one = clause(toks)
    if one is not None:
        return [(toks, one)]
    if depth == 0 or len(toks) < 3:
        return None
    led = toks[0].low in _LEADS
    for place in range(1, len(toks)):
        tok = toks[place]
        joins = tok.low in _JOINS or tok.text == ","
        subject = (
            led and tok.tag in ("PRP", "NP", "DT", "EX") and any(t.tag in _FINITE for t in toks[1:place])
        )
        if not (joins or subject):
            continue
        left = toks[led:place]
        step = place
        while step < len(toks) and (toks[step].low in _JOINS or toks[step].text == ","):
            step += 1
        if tok.low in _RELATIVES and step < len(toks) and toks[step].tag not in _FINITE and _tells(left):
            continue  # "3 pens that Tom lost"
        first = _parts(left, 0)
        doing = led and left and left[0].tag == "VBG" and not any(t.kind == "number" for t in left)
        if first is None and (doing or not _tells(left)):
            first = []
        if first is None or step >= len(toks) or any(map(_is_half_rate, first)):
            continue
        for right in _filled(left, toks[step:], tok.low in _RELATIVES):
            second = _parts(right, depth - 1)
            if second is not None:
                if (
                    len(right) > len(toks) - step + 1 and first and second and not second[0][1].aside
                ):  # "cut 2 off and 3"
                    second[0][1].aside = first[-1][1].aside
                return [*first, *second]
    return None


def _is_half_rate(part: tuple[list[Tok], Clause]) -> bool:
    """Whether a clause says for every how many something is, and not what ("for every 12 cans that you bring")."""
    one = part[1]
    return one.each is not None and bool(one.each.figure) and one.object is None


def _filled(left: Sequence[Tok], right: list[Tok], related: bool) -> list[list[Tok]]:
    """The second part as it is, with the subject of the first, or with its subject and verb; where it is ``related`` with what
    the first part ends with as its subject."""
    verb = next((k for k, t in enumerate(left) if t.tag in _FINITE), -1)
    ways = [right]
    if verb < 0 or any(t.kind == "number" and t.role == "data" for t in left[:verb]):
        return ways
    subject = [again(tok) for tok in left[:verb]]
    if related:
        noun = [tok for tok in left[verb + 1 :] if tok.tag != "DT" and tok.kind != "number"]
        whose = [Tok("the", "word", "DT"), *map(again, noun), *right]
        return [whose] if noun and right[0].tag in _FINITE else [right]
    if right[0].tag in _FINITE:
        ways.append([*subject, *right])
    elif right[0].kind == "number" or right[0].tag == "DT" or right[0].low in ("another", "some"):
        ways.append([*subject, again(left[verb]), *right])
    return ways


def parted(question: list[Tok]) -> tuple[list[list[Tok]], list[Tok]]:
    """The conditions of a question, as statements, and the question without them."""
    at = next((k for k, t in enumerate(question) if t.low == "if"), -1)
    if at < 0:
        return [], question
    if at > 0:
        end = at - 1 if question[at - 1].text == "," else at
        return [question[at + 1 : -1]], [*question[:end], question[-1]]
    comma = next((k for k, t in enumerate(question) if t.text == ","), -1)
    ask = next((k for k, t in enumerate(question) if t.low in ("how", "what") and k), -1)
    if ask < 0:
        return [], question
    end = comma if 0 < comma == ask - 1 else ask
    return [question[1:end]], question[ask:]


def by_owner(
    context: Sequence[list[Tok]], asked: Sequence[list[Tok]]
) -> tuple[list[list[Tok]], list[list[Tok]]]:
    """The sentences with owners for what several have of one kind ("Ann's class", "Tom's class": Ann and Tom)."""
    owners: dict[str, set[int]] = {}
    for sentence in (*context, *asked):
        for name, mark, noun in zip(sentence, sentence[1:], sentence[2:], strict=False):
            if name.name >= 0 and mark.tag == "POS":
                owners.setdefault(base_of(noun), set()).add(name.name)
    several = {noun for noun, names in owners.items() if len(names) > 1}
    return [_owned(s, several) for s in context], [_owned(s, several) for s in asked]


def _owned(sentence: list[Tok], several: set[str]) -> list[Tok]:
    kept: list[Tok] = []
    place = 0
    while place < len(sentence):
        tok = sentence[place]
        kept.append(tok)
        after = sentence[place + 1 : place + 3]
        owned = tok.name >= 0 and len(after) == 2 and after[0].tag == "POS" and base_of(after[1]) in several
        place += 3 if owned else 1
    return kept
