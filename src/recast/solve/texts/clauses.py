"""The clause in which a numeral stands: where it begins and ends, its verb, who does it, and who gets it."""

from __future__ import annotations

from recast.language.words import lemmas_by_class, word_set
from recast.solve.texts.story import NOUNS, WITHIN, Sentence, Word, content, noun_after

FINITE = ("VB", "VBD", "VBZ", "VBP", "VBN", "BE", "HV")
BREAKS = frozenset(",;:()–—")
NAMING = (*NOUNS, "PRP")
_GERUNDS = word_set("after by before while")
_PRONOUNS = word_set("he she it they i we you there")
#: Verbs before "to" that leave the deed to the verb after it ("decided to join").
CATENATIVE = word_set("decide start begin continue manage come go choose")
_RECEIVERS = word_set("him her them me us it")


def left_edge(sentence: Sentence, place: int, previous: int) -> int:
    for at in range(place - 1, previous, -1):
        if sentence[at].low in BREAKS or sentence[at].low in ("and", "but", "while", "then"):
            opening = previous < 0 and not any(word.tag in FINITE for word in sentence[:at])
            return 0 if opening else at + 1
    if previous < 0:
        return 0
    verbs = [at for at in range(previous + 1, place) if sentence[at].tag in FINITE]
    if not verbs:
        return min(place, previous + 2)
    at = verbs[0]
    while at > previous + 1 and sentence[at - 1].tag in (*WITHIN, "DT", "PRP", "PP$"):
        at -= 1
    return at


def right_edge(sentence: Sentence, end: int, following: int) -> int:
    for at in range(end, following):
        if sentence[at].low in BREAKS or sentence[at].low in ("and", "but", "while", "then"):
            return at
    if following < len(sentence):
        verbs = [at for at in range(end, following) if sentence[at].tag in FINITE]
        at = verbs[0] if verbs else following
        while verbs and at > end and sentence[at - 1].tag in (*NAMING, "DT", "JJ", "PP$", "CD"):
            at -= 1
        return at
    return following


def verb_of(sentence: Sentence, place: int, end: int) -> tuple[str, int]:
    """The verb whose object the numeral is, or whose subject, and its place; an aim ("to buy books") is none, but of
    "decided to join" it is the second verb that tells the deed."""
    verb, at = _finite_verb(sentence, place, end)
    aimed = sentence[at + 1 : at + 3] if at >= 0 else ()
    if len(aimed) == 2 and aimed[0].low == "to" and aimed[1].tag == "VB" and verb_base(verb) in CATENATIVE:
        return aimed[1].low, at + 2
    return verb, at


def _predicate(sentence: Sentence, end: int) -> tuple[str, int] | None:
    """The verb of "are" behind a subject that ends at ``end``: "are", or of "(of them) were eaten" the participle."""
    if end < len(sentence) and sentence[end].low == "of":
        end = noun_after(sentence, end + 1)[1]
        end += end < len(sentence) and sentence[end].low in ("them", "these", "those")
    if end >= len(sentence) or sentence[end].tag not in ("BE", "HV"):
        return None
    done = end + 1 < len(sentence) and sentence[end + 1].tag in ("VBN", "VBG", "VBD")
    if sentence[end].tag == "HV" and not done:
        return None
    return (sentence[end + 1].low, end + 1) if done else (sentence[end].low, end)


def verb_base(verb: str) -> str:
    """The base of a verb form."""
    return next(iter(dict(lemmas_by_class(verb)).get("VERB", ())), verb)


def _went(sentence: Sentence, place: int, end: int) -> bool:
    """Whether "20 left" says that they went: it opens a clause of its own, and nobody has or is something before."""
    opens = place == 0 or sentence[place - 1].low in ("and", "but", "then", ",")
    return opens and end == place + 1 and not any(word.tag in ("HV", "BE") for word in sentence[:place])


def _finite_verb(sentence: Sentence, place: int, end: int) -> tuple[str, int]:
    follows = sentence[end : end + 1]
    if follows and (
        _went(sentence, place, end)
        if follows[0].low == "left"
        else follows[0].tag in ("VB", "VBD", "VBZ", "VBN")
    ):
        return sentence[end].low, end
    opens = place == 0 or sentence[place - 1].low in ("and", "but", "while", "if", "then", ",")
    if opens and (told := _predicate(sentence, end)) is not None:
        return told
    for at in range(place - 1, -1, -1):
        word = sentence[at]
        aim = word.tag == "VB" and at > 0 and sentence[at - 1].low == "to"
        have_to = (
            aim
            and at > 1
            and sentence[at - 2].low
            in ("has", "have", "had", "needs", "need", "going", "wants", "wanted", "able")
        )
        before = sentence[at - 1] if at else word
        going = (word.tag == "VBG" and before.tag == "BE") or (
            word.low.endswith("ing") and before.low in _GERUNDS
        )
        if (word.tag in FINITE and (not aim or have_to)) or going:
            return word.low, at
    for at in range(end, len(sentence)):
        if sentence[at].tag in FINITE:
            if (
                sentence[at].tag == "BE"
                and at + 1 < len(sentence)
                and sentence[at + 1].tag in ("VBN", "VBG", "VBD")
            ):
                return sentence[at + 1].low, at + 1
            return sentence[at].low, at
    return "", -1


def subject_of(sentence: Sentence, verb_at: int, place: int) -> frozenset[str]:
    """The stems of the noun before the verb; empty for a pronoun, and where the subject is that of the clause before."""
    if verb_at < 0:
        return frozenset()
    found: list[Word] = []
    for at in range(verb_at - 1, -1, -1):
        word = sentence[at]
        if (
            word.low in BREAKS
            or word.tag in ("CS", "IN")
            or word.low in ("but", "then", "who", "which", "that")
        ):
            if word.low == "of" and found:
                found = []
                continue
            break
        if word.low == "and":
            if not (
                found
                and at > 0
                and sentence[at - 1].tag in NOUNS
                and not any(w.literal for w in sentence[:at])
            ):
                break
            continue
        if (word.tag in FINITE and found) or word.low in _PRONOUNS:
            break
        if sentence[at + 1 : at + 2] and sentence[at + 1].tag == "POS":
            continue  # "Ann's father"
        if word.tag in NOUNS and word.stem:
            found.append(word)
    if not found and any(word.tag in FINITE for word in sentence[:verb_at]):
        first = next(at for at, word in enumerate(sentence) if word.tag in FINITE)
        return subject_of(sentence, first, place) if first < verb_at else frozenset()
    return content(found)


def first_subject(sentence: Sentence) -> frozenset[str]:
    at = next((at for at, word in enumerate(sentence) if word.tag in FINITE), -1)
    if any(word.is_data for word in sentence[: max(at, 0)]):
        return frozenset()  # "11 passengers got off": of the one spoken of before
    return subject_of(sentence, at, at)


def recipient_of(sentence: Sentence, verb_at: int, place: int, end: int) -> frozenset[str]:
    """Who gets it: between the verb and the numeral, or after "to" behind it; "*" for a pronoun."""
    if verb_at < 0 or any(word.literal for word in sentence[verb_at:place]):
        return frozenset()
    between = [word for word in sentence[verb_at + 1 : place] if word.tag in NAMING or word.low in _RECEIVERS]
    behind = list(sentence[end : end + 5])
    for at, word in enumerate(behind):
        if word.low in ("to", "from") and at + 1 < len(behind):
            between += [one for one in behind[at + 1 : at + 4] if one.tag in NAMING]
            break
    return frozenset("*" if word.low in _RECEIVERS else word.stem for word in between)
