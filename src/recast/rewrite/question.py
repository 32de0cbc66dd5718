"""A question taken apart: mentions of labels, numerals, units, colours, reasoning words, and phrases of content words.

``read`` yields the pieces in order; nothing is replaced here. A run of content words is one noun phrase, which a rewrite
replaces by one noun ("crude palm oil" → "nectar"), with verbs, adjectives and names told apart by dictionary classes
and the reasoning words around them. That guess can be wrong; a wrong one costs fluency, never privacy, since every
content word is replaced whatever it is taken for, and never the sketch of the question, since reasoning words,
mentions and numerals are kept where they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from recast.language.colours import find_colours
from recast.language.vocabulary import is_reasoning
from recast.language.words import Token, fold, tokens
from recast.numbers.numerals import Numeral, find_numerals
from recast.rewrite.phrases import phrased
from recast.rewrite.pieces import Piece, Span, Word, plain
from recast.rewrite.units import UnitForm, restated, unit_spans
from recast.types import Table

_TIMES = frozenset({"year", "month", "quarter", "week", "day"})
_JOINERS = "-/&+.:'@"


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
    items: list[Piece | Word] = []
    compounds = _compounds(text, taken)
    for word in compounds:
        taken[word.start : word.end] = b"\x01" * (word.end - word.start)
    by_start: dict[int, Piece | Word | None] = {start: piece for start, _, piece in placed}
    by_start.update({word.start: word for word in compounds})
    by_start.update(_marks(text, taken))
    for start in sorted(by_start):
        item = by_start[start]
        if item is not None:
            items.append(item)
    return phrased(_named(items), dated)


def _compounds(text: str, taken: bytearray) -> list[Word]:
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
            Word(text[start:end], start, end, not before or before[-1] in ".?!", kept, len(parts) > 1)
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


def _named(items: Sequence[Piece | Word]) -> list[Piece | Word]:
    """Joins the words of a name, small words inside it too ("Department of Works and Roads", "Stone & Sons")."""
    joined: list[Piece | Word] = []
    place = 0
    while place < len(items):
        item = items[place]
        place += 1
        if isinstance(item, Word) and not item.reasoning and item.proper:
            of = False
            while (bridge := _bridge(items, place, item, of)) is not None:
                of = of or bridge > place
                last = items[bridge]
                assert isinstance(last, Word)  # noqa: S101 - a bridge ends at a word
                parts = (item.text, *(small.text for small in items[place:bridge]), last.text)
                item = replace(item, text=" ".join(parts), end=last.end, joined=True)
                place = bridge + 1
        joined.append(item)
    return joined


def _bridge(items: Sequence[Piece | Word], place: int, name: Word, of: bool) -> int | None:
    """The place of the word that goes on with ``name``, directly or after "of", "of the", "&", or "and" once an "of"
    came before; None if the name ends here. Initials take no "of" ("GDP of Norland" is not one name)."""
    small: list[str] = []
    for at in range(place, min(place + 3, len(items))):
        item = items[at]
        if isinstance(item, Word) and not item.reasoning:
            ties = [
                [],
                ["&"],
                *([["and"]] if of else []),
                *([["of"], ["of", "the"]] if not name.text.isupper() else []),
            ]
            return at if item.proper and small in ties else None
        small.append(fold(item.text))
    return None
