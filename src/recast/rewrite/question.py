"""A question taken apart: mentions of labels, numerals, units, colours, reasoning words, and phrases of content words.

``read`` yields the pieces in order; nothing is replaced here. A run of content words is one noun phrase, which a rewrite
replaces by one noun ("crude palm oil" → "nectar"), with verbs, adjectives and names told apart by dictionary classes
and the reasoning words around them. That guess can be wrong; a wrong one costs fluency, never privacy, since every
content word is replaced whatever it is taken for, and never the sketch of the question, since reasoning words,
mentions and numerals are kept where they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from recast.language.colours import find_colours
from recast.language.inflect import is_plural, plural, tag_of
from recast.language.vocabulary import is_reasoning
from recast.language.words import Token, fold, lemma, lemmas_by_class, tokens
from recast.numbers.number_words import STRUCTURAL_WORDS
from recast.numbers.numerals import Numeral, find_numerals
from recast.rewrite.units import UnitForm, restated, unit_spans
from recast.types import Private, Table

PieceKind = Literal["label", "numeral", "unit", "kept", "noun", "verb", "adjective", "name", "mark"]


@dataclass(frozen=True, slots=True, repr=False)
class Piece(Private):
    """One part of a question, ``text`` as written. ``tight``: no space before it. ``label`` is an index into the labels
    that ``read`` was given; ``key`` the lemmas of a phrase of content words; ``form`` what stands for a unit."""

    kind: PieceKind
    text: str
    tight: bool = False
    label: int = -1
    possessive: bool = False
    key: tuple[str, ...] = ()
    plural: bool = False
    people: bool = False
    form: UnitForm = "none"
    value: Decimal = Decimal(0)
    role: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """``text[start:end]`` is taken by a piece already; ``label`` as in ``Piece``."""

    start: int
    end: int
    label: int


_STRAIGHT = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": " ", "´": "'", "`": "'"}
)
_LEAD = re.compile(r"^\s*(?:according to|based on|as per)\b[^,]{1,80},\s*", re.IGNORECASE)
_NOT = re.compile(
    r"\b(is|are|was|were|do|does|did|has|have|had|wo|ca|could|would|should)n't\b", re.IGNORECASE
)
_WHOLE = {"wo": "will", "ca": "can"}
_BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "get", "got", "gets"})
_DO = frozenset(
    {
        "do",
        "does",
        "did",
        "will",
        "would",
        "can",
        "could",
        "shall",
        "should",
        "may",
        "might",
        "must",
    }
)
_RELATIVE = frozenset({"who", "that", "which", "whom"})
_SEVERAL = frozenset(
    {
        "many",
        "few",
        "fewer",
        "these",
        "those",
        "several",
        "various",
        "all",
        "both",
    }
)
_TIMES = frozenset({"year", "month", "quarter", "week", "day"})
_JOINERS = "-/&+.:'@"
_EXPECTED = frozenset({"expect", "use", "suppose"})


def tidy(text: str) -> str:
    """NFKC, straight quotes and dashes, single spaces, "not" and small ordinals written out, and no "According to ...,"
    before the question."""
    plain = unicodedata.normalize("NFKC", text).translate(_STRAIGHT)
    plain = " ".join("".join(c if c.isprintable() else " " for c in plain).split())
    plain = _NOT.sub(lambda found: f"{_WHOLE.get(fold(found[1]), found[1])} not", plain)
    lead = _LEAD.match(plain)
    rest = plain[lead.end() :] if lead and not re.search(r"\d", lead.group()) else plain
    rest = _ordinals_written(_THAT_THAT.sub("than that", rest))
    return rest if rest.strip() else plain


_THAT_THAT = re.compile(
    r"(?<=[a-z]er )that that\b|(?<=more )that that\b|(?<=less )that that\b", re.IGNORECASE
)
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def _ordinals_written(text: str) -> str:
    """ "3rd" as "third" and "no. 1" as "first highest", up to ten and but in dates."""
    for numeral in reversed(find_numerals(text)):
        ending = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE).match(text, numeral.end)
        number = re.search(r"\bno\.? ?$", text[: numeral.start], re.IGNORECASE)
        small = (
            numeral.role == "structural"
            and numeral.written.isdecimal()
            and 0 < numeral.value <= len(_ORDINALS)
        )
        if small and (ending or number):
            word = _ORDINALS[int(numeral.value) - 1] + ("" if ending else " highest")
            start, end = number.start() if number else numeral.start, ending.end() if ending else numeral.end
            text = f"{text[:start]}{word}{text[end:]}"
    return text


@dataclass(frozen=True, slots=True)
class _Word:
    """A compound of tokens without a space between them; ``joined`` if it holds a hyphen or the like."""

    text: str
    start: int
    end: int
    first: bool  # stands at the beginning of a sentence
    reasoning: bool
    joined: bool

    @property
    def proper(self) -> bool:
        """Looks like a name: a capital where none is due, a digit, or letters other than a-z."""
        if any(c.isdigit() for c in self.text) or not self.text.isascii():
            return True
        if not any(c.isupper() for c in self.text):
            return False
        return not self.first or self.text[1:] != self.text[1:].lower() or not lemmas_by_class(self.text)

    @property
    def classes(self) -> frozenset[str]:
        last = re.split(r"[^\w']", self.text)[-1] or self.text
        return frozenset(upos for upos, _ in lemmas_by_class(last))


def read(
    text: str,
    taken: Sequence[Span],
    table: Table | None,
    keep_units: bool,
    years: Collection[int],
    dropped_years: Collection[int],
) -> tuple[Piece, ...]:
    """The pieces of a tidied question whose label mentions are ``taken``. ``years`` are the years that labels consist of;
    "in <year>" goes where the year is among ``dropped_years`` (the whole chart is of that year)."""
    placed: list[tuple[int, int, Piece | None]] = []
    taken_by = bytearray(len(text))

    def free(start: int, end: int) -> bool:
        return taken_by.find(1, start, end) < 0

    def place(start: int, end: int, piece: Piece | None) -> None:
        placed.append((start, end, piece))
        taken_by[start:end] = b"\x01" * (end - start)

    for span in taken:
        place(span.start, span.end, Piece("label", text[span.start : span.end], label=span.label))
    units = unit_spans(text, table, keep_units)
    dropped = [unit for unit in units if unit.form == "none"]
    for numeral in find_numerals(text, years):
        part = any(unit.start <= numeral.start and numeral.end <= unit.end for unit in dropped)
        if free(numeral.start, numeral.end) and not part:
            made = _numeral(text, numeral, table, keep_units, dropped_years)
            if made is not None:
                start, end, piece = made
                alone = (
                    numeral.start,
                    numeral.end,
                    Piece("numeral", plain(numeral.value), value=numeral.value, role=numeral.role),
                )
                place(*((start, end, piece) if free(start, end) else alone))
    for unit in units:
        if free(unit.start, unit.end):
            word = Piece("unit", text[unit.start : unit.end], _tight(text, unit.start), form=unit.form)
            place(unit.start, unit.end, None if unit.form == "none" else word)
    for colour in find_colours(text):
        if free(colour.start, colour.end):
            place(colour.start, colour.end, Piece("kept", fold(text[colour.start : colour.end])))
    return _pieces(text, placed, taken_by, bool(years))


_COUNTED = frozenset(
    {
        "bar",
        "line",
        "slice",
        "segment",
        "column",
        "row",
        "category",
        "value",
        "year",
        "month",
        "quarter",
        "week",
        "day",
        "group",
        "item",
        "label",
        "number",
        "wedge",
        "colour",
        "color",
    }
)
_QUESTION = frozenset({"what", "which", "who", "whose", "when", "where", "why", "how"})
_INVERTED = _BE | _DO | {"has", "have", "had", "does"}
_EXTREMES = {"minimum": "lowest", "maximum": "highest"}


def mended(pieces: Sequence[Piece], digits: bool) -> tuple[Piece, ...]:
    """The pieces of a question without its asker's slips: doubled words, contractions, a singular after "two", "Was is",
    no or another mark at the end. Structural numbers from two to five become words whatever they were, unless ``digits`` are
    wanted."""
    found: list[Piece] = []
    for piece in pieces:
        head, _, ending = piece.text.partition("'")
        if piece.kind == "kept" and head in _QUESTION and ending == "s":
            found += [Piece("kept", head), Piece("kept", "is")]
        elif piece.kind == "kept" and found and (found[-1].kind, found[-1].text) == ("kept", piece.text):
            continue
        else:
            found.append(piece)
    if [p.text for p in found[:2]] == ["was", "is"] and found[0].kind == "kept":
        found[0] = replace(found[0], text="what")
    if found and found[0].kind == "noun" and fold(found[0].text) == "whats":
        found[:1] = [Piece("kept", "what"), Piece("kept", "is")]
    for place in range(len(found) - 2, 0, -1):
        around = found[place - 1 : place + 2]
        if [p.text for p in around] == ["value", "of", "value"] and {p.kind for p in around} == {"kept"}:
            del found[place : place + 2]
    for place, piece in enumerate(found):
        following = found[place + 1] if place + 1 < len(found) else None
        after = found[place + 2] if place + 2 < len(found) else None
        if (
            (piece.kind, piece.text) in (("kept", "between"), ("kept", "from"))
            and following is not None
            and following.kind == "label"
            and (after is None or after.kind == "mark")
        ):
            found[place] = replace(
                piece, text="in"
            )  # one label stood for both ends ("between 2020 and 2040")
        if (
            piece.kind == "kept"
            and piece.text in _EXTREMES
            and following is not None
            and following.text == "value"
        ):
            found[place] = replace(piece, text=_EXTREMES[piece.text])
        if (
            piece.kind == "numeral"
            and piece.role == "structural"
            and (piece.text.isdigit() or piece.text.isalpha())
        ):
            if not digits:
                found[place] = replace(piece, text=STRUCTURAL_WORDS.get(piece.value, piece.text))
            if (
                piece.value > 1
                and following is not None
                and following.kind == "kept"
                and following.text in _COUNTED
            ):
                found[place + 1] = replace(following, text=plural(following.text))
    return _ended(found)


def _ended(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """With one mark at the end: "?" after a question, else a full stop."""
    found = list(pieces)
    while found and found[-1].kind == "mark":
        found.pop()
    kept = [piece.text for piece in found if piece.kind == "kept"]
    if not kept:
        return tuple(pieces)
    asks = found[0].text in _INVERTED or any(word in _QUESTION for word in kept)
    asks = asks or any(piece.kind == "mark" and piece.text == "?" for piece in pieces)
    return (*found, Piece("mark", "?" if asks else ".", tight=True))


def plain(value: Decimal) -> str:
    """Digits without exponent or trailing zeros."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _tight(text: str, start: int) -> bool:
    return start > 0 and not text[start - 1].isspace()


_YEAR_PHRASE = re.compile(
    r"(?:\b(?:in|during|for|as of|by|at|of)\s+)(?:(?:the|fiscal|calendar)\s+)*(?:year\s+)?$", re.IGNORECASE
)


def _numeral(
    text: str, numeral: Numeral, table: Table | None, keep_units: bool, dropped_years: Collection[int]
) -> tuple[int, int, Piece | None] | None:
    """The span and piece of one numeral with its unit (no piece if it goes); None for an identifier, which is part of a name, nor for a word like
    "second" that the reasoning vocabulary holds."""
    start, end, value = numeral.start, numeral.end, numeral.value
    if numeral.role in ("identifier", "choice") or any(c.isalpha() for c in text[start - 1 : start]):
        return None
    is_word = not any(c.isdecimal() for c in numeral.written)
    if is_word and is_reasoning(numeral.written):
        return None
    if numeral.role == "year" and re.search(
        r"\d/$", text[:start]
    ):  # "2016/17" that is no label: its first year
        return start - 1, end, None
    if numeral.role == "year" and value in dropped_years:
        phrase = _YEAR_PHRASE.search(text[:start])
        if phrase:
            return phrase.start(), end, None
    if numeral.role != "data" or keep_units:
        ending = re.match(
            r"'?s\b" if numeral.role == "year" else r"(?:st|nd|rd|th)\b", text[end:], re.IGNORECASE
        )
        end += ending.end() if ending else 0
        decade = "s" if ending and not is_word else ""
        shown = plain(value) + decade if is_word or numeral.role == "year" else text[start:end]
        tight = keep_units and _tight(text, start)
        return start, end, Piece("numeral", shown, tight, value=value, role=numeral.role)
    first, last, value, unit = restated(text, start, end, value, table)
    if not unit and last > end and not re.search(r"\w", text[end:last]):
        last = end
    form: UnitForm = "plural" if unit else "none"
    return first, last, Piece("numeral", plain(value), value=value, role=numeral.role, form=form)


def _pieces(
    text: str, placed: Sequence[tuple[int, int, Piece | None]], taken: bytearray, dated: bool
) -> tuple[Piece, ...]:
    """Fills the gaps between the placed pieces with kept words, phrases of content words and marks. ``dated``: some
    labels are plain years, so that a year beside a name ("July 2017") may matter; else it is part of the name."""
    items: list[Piece | _Word] = []
    compounds = _compounds(text, taken)
    for word in compounds:
        taken[word.start : word.end] = b"\x01" * (word.end - word.start)
    by_start: dict[int, Piece | _Word | None] = {start: piece for start, _, piece in placed}
    by_start.update({word.start: word for word in compounds})
    by_start.update(_marks(text, taken))
    for start in sorted(by_start):
        item = by_start[start]
        if item is not None:
            items.append(item)
    return _phrased(_named(items), dated)


def _compounds(text: str, taken: bytearray) -> list[_Word]:
    """The free words, those that hang together without a space as one."""
    groups: list[list[Token]] = []
    for token in tokens(text):
        if taken.find(1, token.start, token.end) >= 0:
            continue
        glued = groups and groups[-1][-1].end == token.start
        joint = glued and (groups[-1][-1].text in _JOINERS or token.text in _JOINERS)
        if glued and (joint or not token.is_possessive) and not _closes(text, token):
            groups[-1].append(token)
        else:
            groups.append([token])
    words = []
    for group in groups:
        while group and not any(c.isalnum() for c in group[-1].text):
            group.pop()
        while group and not any(c.isalnum() for c in group[0].text):
            group.pop(0)
        if not group or group[0].is_possessive:
            continue
        start, end = group[0].start, group[-1].end
        parts = [token.text for token in group if any(c.isalnum() for c in token.text)]
        before = text[max(0, start - 4) : start].rstrip(" \"'(")
        kept = all(is_reasoning(part) or (part in "xXyY" and len(parts) > 1) for part in parts)
        kept = kept and not any(c.isdigit() for part in parts for c in part)
        kept = kept and (len(parts) < 3 or (parts[0] == parts[-1] and fold(parts[0]) in _TIMES))
        words.append(
            _Word(text[start:end], start, end, not before or before[-1] in ".?!", kept, len(parts) > 1)
        )
    return words


def _closes(text: str, token: Token) -> bool:
    """Whether a mark ends what stands before it rather than joining it to what follows."""
    if token.text in _JOINERS:
        return not text[token.end : token.end + 1].isalnum()
    return not (token.is_word or token.has_digit)


def _marks(text: str, taken: bytearray) -> list[tuple[int, Piece]]:
    """Possessive endings, commas, full stops, question marks, blanks ("__") and dashes between what stays."""
    found = []
    for match in re.finditer(r"'[sS](?!\w)|'(?=\s)|[,?!;:]+|\.(?=\s|$)|_{2,}|&|-|\(|\)|\"", text):
        if taken.find(1, match.start(), match.end()) >= 0:
            continue
        mark = match.group().lower()
        after_s = mark == "'" and text[: match.start()].endswith(("s", "S"))
        if mark == "'s" or after_s:
            found.append((match.start(), Piece("mark", mark, tight=True)))
        elif mark[0] in ",;:":
            found.append((match.start(), Piece("mark", ",", tight=True)))
        elif mark[0] in "?!" or _ends_sentence(text, match.end()):
            found.append((match.start(), Piece("mark", "?" if mark[0] == "?" else ".", tight=True)))
        elif mark[0] in "_-&":
            found.append((match.start(), Piece("mark", mark)))
    return found


def _ends_sentence(text: str, end: int) -> bool:
    """Whether a full stop there ends a sentence, not an abbreviation: nothing follows, or a capital and a kept word."""
    following = re.match(r"\s+([A-Z][a-z]*)\b", text[end:])
    return not text[end:].strip() or (following is not None and is_reasoning(following.group(1)))


def _named(items: Sequence[Piece | _Word]) -> list[Piece | _Word]:
    """Joins the words of a name, small words inside it too ("Department of Works and Roads", "Stone & Sons")."""
    joined: list[Piece | _Word] = []
    place = 0
    while place < len(items):
        item = items[place]
        place += 1
        if isinstance(item, _Word) and not item.reasoning and item.proper:
            of = False
            while (bridge := _bridge(items, place, item, of)) is not None:
                of = of or bridge > place
                last = items[bridge]
                assert isinstance(last, _Word)  # noqa: S101 - a bridge ends at a word
                parts = (item.text, *(small.text for small in items[place:bridge]), last.text)
                item = replace(item, text=" ".join(parts), end=last.end, joined=True)
                place = bridge + 1
        joined.append(item)
    return joined


def _bridge(items: Sequence[Piece | _Word], place: int, name: _Word, of: bool) -> int | None:
    """The place of the word that goes on with ``name``, directly or after "of", "of the", "&", or "and" once an "of"
    came before; None if the name ends here. Initials take no "of" ("GDP of Norland" is not one name)."""
    small: list[str] = []
    for at in range(place, min(place + 3, len(items))):
        item = items[at]
        if isinstance(item, _Word) and not item.reasoning:
            ties = [
                [],
                ["&"],
                *([["and"]] if of else []),
                *([["of"], ["of", "the"]] if not name.text.isupper() else []),
            ]
            return at if item.proper and small in ties else None
        small.append(fold(item.text))
    return None


def _phrased(items: Sequence[Piece | _Word], dated: bool) -> tuple[Piece, ...]:
    """Every run of content words as phrases; kept words as they are, folded."""
    pieces: list[Piece] = []
    run: list[_Word] = []
    asked = False  # a "did" waits for its verb
    subject = False  # and has had its subject

    def flush(following: str) -> None:
        nonlocal subject, asked
        if run:
            waits = asked and (subject or len(run) > 1) and not following.endswith(" ")
            made = _phrases(run, pieces, waits, following.strip())
            asked = asked and not any(piece.kind == "verb" for piece in made)
            subject = subject or any(piece.kind in ("noun", "name") for piece in made)
            pieces.extend(made)
            run.clear()

    for item in items:
        if isinstance(item, _Word) and not item.reasoning:
            run.append(item)
            continue
        verb_follows = isinstance(item, _Word) and "VERB" in item.classes and item.text.isalpha()
        flush(f"{fold(item.text)} " if verb_follows else fold(item.text))
        if isinstance(item, _Word):
            word = fold(item.text)
            if word in _DO:
                asked, subject = True, False
            elif asked and subject and "VERB" in item.classes:
                asked = False
            pieces.append(Piece("kept", word))
        elif item.kind == "mark" and item.text in ("'s", "'"):
            _possess(pieces)
        elif item.kind == "mark" and item.text == "&":
            pieces.append(Piece("kept", "and"))
        elif not (item.role == "year" and pieces and _holds_year(pieces[-1], dated)):
            subject = subject or item.kind == "label"
            pieces.append(item)
    flush("")
    return tuple(_without_stray_dashes(pieces))


def _holds_year(piece: Piece, dated: bool) -> bool:
    """Whether a year right after this piece is part of what it says: the label of a month, or the name of one."""
    return (piece.kind == "label" and not piece.text[-1].isdigit()) or (piece.kind == "name" and not dated)


def _possess(pieces: list[Piece]) -> None:
    if pieces and pieces[-1].kind in ("label", "noun", "name"):
        pieces[-1] = replace(pieces[-1], possessive=True)
    elif pieces and pieces[-1].kind == "kept":
        pieces[-1] = replace(pieces[-1], text=f"{pieces[-1].text}'s")


def _without_stray_dashes(pieces: Sequence[Piece]) -> list[Piece]:
    """A dash means "to" between two numerals or labels; anywhere else it goes."""
    ends = ("numeral", "label")
    kept = []
    for place, piece in enumerate(pieces):
        if piece.kind == "mark" and piece.text == "-":
            around = pieces[max(0, place - 1) : place + 2]
            if len(around) == 3 and around[0].kind in ends and around[2].kind in ends:
                kept.append(Piece("kept", "to"))
        else:
            kept.append(piece)
    return kept


def _phrases(run: Sequence[_Word], pieces: Sequence[Piece], asked: bool, following: str) -> list[Piece]:
    """The noun phrase, verb, adjective or name that a run of content words is, or two of them."""
    words = [word for word in run if word.classes != frozenset(["ADV"]) or word.proper]
    if not words:
        return []
    before = fold(pieces[-1].text) if pieces and pieces[-1].kind == "kept" else ""
    after_noun = bool(pieces) and pieces[-1].kind in ("label", "noun", "name")
    expected = before == "to" and len(pieces) > 1 and lemma(pieces[-2].text) in _EXPECTED
    first, last = words[0], words[-1]
    if len(words) > 1:
        for place in range(1, len(words) - 1):
            word = words[place]
            if (
                word.classes == frozenset(["VERB"])
                and is_plural(words[place - 1].text)
                and _tag(word) in ("VBD", "VB")
            ):
                return [
                    _noun(words[:place], before, "verb"),
                    _verb(word),
                    _noun(words[place + 1 :], "", following),
                ]
        if before in _RELATIVE and _is_verb(first):
            return [_verb(first), _noun(words[1:], "", following)]
        if (
            not last.proper
            and _is_verb(last)
            and (
                (asked and _tag(last) == "VB")
                or (_tag(last) in ("VBD", "VBN") and "NOUN" not in last.classes)
            )
        ):
            return [_noun(words[:-1], before, "verb"), _verb(last)]
        return [_noun(words, before, following)]
    if first.proper:
        return [_noun(words, before, following)]
    tag = _tag(first) if _is_verb(first) else ""
    is_noun = "NOUN" in first.classes
    if not pieces and tag == "VB" and following:
        return [Piece("kept", "find")]  # an imperative ("Work out the ratio")
    if before in ("the", "a", "an") and tag in ("VBD", "VBN", "VBG") and not is_noun:
        return []  # a participle before a kept noun ("the projected increase")
    verb = tag and (
        (asked and tag == "VB")
        or expected
        or before in _RELATIVE
        or (before in _BE and tag in ("VBD", "VBN", "VBG") and not (is_noun and tag == "VBG"))
        or (after_noun and tag in ("VBD", "VBN", "VBG"))
        or first.classes == frozenset(["VERB"])
    )
    if verb:
        return [_verb(first)]
    if "ADJ" in first.classes and not is_noun:
        return (
            [Piece("adjective", first.text, key=(lemma(first.text),))]
            if before in _BE | {"how", "so", "very"}
            else []
        )
    return [_noun(words, before, following)]


def _is_verb(word: _Word) -> bool:
    return "VERB" in word.classes and not word.joined


def _tag(word: _Word) -> str:
    return tag_of(word.text, "VERB")


def _verb(word: _Word) -> Piece:
    return Piece("verb", word.text, key=(lemma(word.text),))


def _noun(words: Sequence[_Word], before: str, following: str) -> Piece:
    text = " ".join(word.text for word in words)
    key = tuple(lemma(part) for part in re.findall(r"[^\W_]+", text)) or (fold(text),)
    head = re.split(r"[^\w']", words[-1].text)[-1] or words[-1].text
    if words[-1].proper and not (head.islower() and lemmas_by_class(head)):
        return Piece("name", text, key=key)
    plural = before in _SEVERAL or fold(head) == "people" or (before != "much" and is_plural(head))
    return Piece("noun", text, key=key, plural=plural, people=following == "who")
