"""Spaces that a recogniser lost or added between the words of a line, put right where words and ink agree.

A repair only ever moves spaces, or writes ``rn`` for an ``m`` that makes no word: digits and the letters of names stay
as they were read. Whether a piece is a word is known for English only, so text of another language is left as it is.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from recast.language.words import is_english
from recast.perception.text import Pixels, TextBox
from recast.types import Box

#: Words of grammar, which the dictionary of lemmas does not hold.
_GRAMMAR = frozenset(
    re.findall(
        r"\w+",
        """a an the of in on at by to for from with without and or nor but not than per as if so via about after before
        since until during between among under over into onto their his her its our your my me us am go they you we he
        she it who whom whose which that this these those is are was were be been has have had did does do all any both
        each more most other some such no yes what when where how why while very too against because amid toward
        towards across through along behind beyond within upon off up down out should would could may might will can
        must online""",
    )
)
#: Those that are no part of a longer word: one run together with a small letter is a lost space without further proof.
_ALONE = frozenset(
    ("of", "the", "and", "for", "with", "from", "you", "are", "who", "their", "have", "than", "per")
)
_PIECE = re.compile(r"^([(\[\"'“‘]*)([A-Za-z]+)([)\]\"'”’.,:;?!]*)$")
_MOST_PIECES = 4
#: Widths of letters in parts of the height of type, as sans-serif faces draw them.
_WIDTHS = (
    dict.fromkeys("ijlI.,:;'|!’‘", 0.25) | dict.fromkeys('frt()[]-/"“”', 0.34) | dict.fromkeys("mwMW%@", 0.84)
)
_SPACE = 0.28
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December)"
#: Where a space belongs before a digit: after a month or a quarter that runs into its day or year, and around the words
#: of a class interval. Labels under narrow marks are printed so close that the recogniser takes them for one word.
_RUN_INTO_DIGITS = re.compile(
    rf"\b{_MONTH}\.?(?=['’]?\d{{1,2}}(?:\d\d)?(?!\d))"
    r"|(?<=[a-z.\s]\d),(?=(?:19|20)\d\d\b)|(?<=\d\d),(?=(?:19|20)\d\d\b)"
    r"|\b(?:Q[1-4]|H[12])(?=['’]?\d\d(?:\d\d)?(?!\d))"
    r"|\b(?:Under|Over|Above|Below|Ages?|Aged)(?=\d)"
    r"|\b\d{1,3}(?=to\d{1,3}\b)|(?<=\d)\s?to(?=\d{1,3}\b)"
)


@dataclass(frozen=True, slots=True)
class Gap:
    """White between two letters that follow each other, in parts of the height of the type; 0 where they touch."""

    width: float


def is_word(piece: str) -> bool:
    """Whether a run of letters is an English word; of two letters only those of grammar, the rest are too often parts."""
    return piece.lower() in _GRAMMAR or (len(piece) > 2 and is_english(piece))


def mended(pixels: Pixels, texts: Sequence[TextBox]) -> tuple[TextBox, ...]:
    """The lines with their spaces put right. Not covered: lines that stand upright or at a slope, whose ink is not
    measured; ``respaced`` reads those as text alone."""
    return tuple(replace(t, text=respaced(t.text, ink_gaps(pixels, t))) for t in texts)


def respaced(text: str, gaps: Sequence[Gap] | None = None) -> str:
    """``text`` with pieces joined that are words only together, and words parted that were run together.

    ``gaps`` are the gaps before each character but the first, spaces left out of the count. Without them only what the
    words alone make certain is done: a piece that is no word before or after one that completes it is joined, a word
    of grammar run together with another in small letters is parted. Months, quarters and the words of class intervals
    are parted from the number they run into.
    """
    text = _RUN_INTO_DIGITS.sub(r"\g<0> ", text)
    pieces = text.split()
    if not any(_strange(piece) for piece in pieces):
        return text
    return " ".join(_parted(_joined(pieces, gaps), gaps))


def _strange(piece: str) -> bool:
    match = _PIECE.match(piece)
    return match is not None and not is_word(match[2])


def _joined(pieces: Sequence[str], gaps: Sequence[Gap] | None) -> list[str]:
    lengths = [len(p) for p in pieces]
    begins = list(itertools.accumulate(lengths, initial=0))
    usual = _usual_space(pieces, gaps)
    out: list[str] = []
    index = 0
    while index < len(pieces):
        taken = 1
        for count in range(2, _MOST_PIECES + 1):
            group = pieces[index : index + count]
            if len(group) == count and _one_word(group) and _close(gaps, begins, index, count, usual):
                taken = count
                break
        out.append("".join(pieces[index : index + taken]))
        index += taken
    return out


def _one_word(group: Sequence[str]) -> bool:
    """Whether the pieces are one word together: letters only but for signs at either end, small after the first
    letter, at least one piece of two letters or more that is no word by itself."""
    match = _PIECE.match("".join(group))
    if match is None or any(not piece.isalpha() for piece in group[1:-1]) or not group[0][-1].isalpha():
        return False
    cores = [re.sub(r"[^A-Za-z]", "", piece) for piece in group]
    if any(not core or not core[0].islower() for core in cores[1:]) or not group[-1][0].isalpha():
        return False
    if not any(len(core) > 1 and not is_word(core) for core in cores):
        return False
    return len(match[2]) >= 4 and is_word(match[2])


def _usual_space(pieces: Sequence[str], gaps: Sequence[Gap] | None) -> float:
    """The usual gap between pieces of the line that are words on both sides, 0 where there is none to measure."""
    if gaps is None:
        return 0.0
    found = []
    end = 0
    for one, other in itertools.pairwise(pieces):
        end += len(one)
        if not _strange(one) and not _strange(other) and end - 1 < len(gaps):
            found.append(gaps[end - 1].width)
    return float(median(found)) if found else 0.0


def _close(gaps: Sequence[Gap] | None, begins: Sequence[int], index: int, count: int, usual: float) -> bool:
    """Whether the pieces stand closer together than words of the line do."""
    if gaps is None:
        return True
    limit = 0.8 * usual if usual else 0.24
    inner = [begins[i] - 1 for i in range(index + 1, index + count)]
    return all(at < len(gaps) and gaps[at].width < limit for at in inner)


def _parted(pieces: Sequence[str], gaps: Sequence[Gap] | None) -> list[str]:
    usual = _usual_space(pieces, gaps)
    out: list[str] = []
    begin = 0
    for piece in pieces:
        match = _PIECE.match(piece)
        if match is None or is_word(match[2]) or len(match[2]) < 5:
            out.append(piece)
        else:
            own = (
                None
                if gaps is None
                else gaps[begin + len(match[1]) : begin + len(match[1]) + len(match[2]) - 1]
            )
            out.append(match[1] + _apart(match[2], own, usual) + match[3])
        begin += len(piece)
    return out


def _apart(word: str, gaps: Sequence[Gap] | None, usual: float) -> str:
    """A run of letters that is no word, as the words it is made of; itself where there is no such way or several."""
    ways = [way for way in _ways(word) if _shown(way, gaps, usual)]
    if len(ways) == 1:
        return " ".join(ways[0])
    turned = {word[: m.start()] + "rn" + word[m.end() :] for m in re.finditer("m", word)}
    known = [t for t in turned if is_word(t)]
    small = word[1:].islower()
    return known[0] if len(known) == 1 and len(word) >= 6 and small and not ways else word


def _ways(word: str) -> list[tuple[str, ...]]:
    """The ways to cut a run of letters into two to four words, none cut within one of grammar and no short nouns."""
    found: list[tuple[str, ...]] = []
    for count in range(1, _MOST_PIECES):
        for cuts in itertools.combinations(range(1, len(word)), count):
            parts = tuple(word[a:b] for a, b in itertools.pairwise((0, *cuts, len(word))))
            if all(
                (part.lower() in _GRAMMAR and len(part) > 1) or (len(part) > 2 and is_word(part))
                for part in parts
            ) and not any(part[1:] != part[1:].lower() for part in parts):
                found.append(parts)
        if found:
            return found
    return found


def _shown(way: Sequence[str], gaps: Sequence[Gap] | None, usual: float) -> bool:
    """Whether a cut is certain: the ink has a gap as wide as a space at every cut and nowhere else in the run, or a
    word that never is part of another stands in small letters."""
    if way[0][0].islower() and any(part in _ALONE for part in way) and all(len(p) > 1 for p in way):
        return True
    if len(way) > 2 and any(part in _ALONE for part in way[1:-1]):
        return True
    if gaps is None:
        return False
    cuts = list(itertools.accumulate(len(part) for part in way[:-1]))
    widths = [gap.width for gap in gaps]
    about = {
        cut: range(max(1, cut - 1), min(len(widths), cut + 1) + 1) for cut in cuts
    }  # letters may be one off
    at = [max((widths[i - 1] for i in reach), default=0.0) for reach in about.values()]
    rest = [w for i, w in enumerate(widths, 1) if not any(i in reach for reach in about.values())]
    return min(at) >= (0.7 * usual if usual else 0.22) and min(at) > 1.4 * max(rest, default=0.0)


def ink_gaps(pixels: Pixels, text: TextBox) -> tuple[Gap, ...] | None:
    """The gaps before each character but the first, spaces not counted, measured in the ink of a level line.

    Where a character stands is reckoned from usual widths of letters and set anew at every space that shows. None
    where the box is no level line or its ink cannot be told from its paper.
    """
    box = text.box
    if box.width < 1.5 * box.height or len(text.text.split()) == 0:
        return None
    blanks = _blanks(pixels, box)
    if blanks is None:
        return None
    (left, right), white = blanks
    letters = text.text.strip()
    widest: tuple[float, float] | None = None
    units = sum(_SPACE if c.isspace() else _width(c) for c in letters)
    size = (right - left) / max(units, 0.1)
    places: list[float] = []  # where each character but the first begins, spaces left out
    at = left
    for index, letter in enumerate(letters):
        if letter.isspace():
            near = [
                w for w in white if w[1] - w[0] >= 0.12 * size and abs((w[0] + w[1]) / 2 - at) < 0.6 * size
            ]
            widest = max(near, key=lambda w: w[1] - w[0], default=None)
            at = widest[1] if widest is not None else at + _SPACE * size
            continue
        if index:
            places.append((widest[0] + widest[1]) / 2 if letters[index - 1].isspace() and widest else at)
        at += _width(letter) * size
    widths = [0.0] * len(places)
    for start, end in white:
        nearest = min(range(len(places)), key=lambda i: abs(places[i] - (start + end) / 2), default=None)
        if nearest is not None and abs(places[nearest] - (start + end) / 2) < 0.5 * size:
            widths[nearest] = max(widths[nearest], (end - start) / size)
    return tuple(Gap(width) for width in widths)


def type_size(text: TextBox) -> float:
    """The height of the type of a level line in pixels, reckoned from its length: unlike the height of its box it does
    not depend on which letters reach up or down. Good to about a tenth from five letters on."""
    units = sum(_SPACE if c.isspace() else _width(c) for c in text.text.strip())
    return text.box.width / units if units else 0.0


def _width(letter: str) -> float:
    return _WIDTHS.get(letter, 0.66 if letter.isupper() else 0.54)


def _blanks(pixels: Pixels, box: Box) -> tuple[tuple[float, float], list[tuple[float, float]]] | None:
    """The ends of the ink in a box, and the stretches of columns between them that hold none."""
    height, width = pixels.shape[:2]
    crop = pixels[
        max(0, int(box.top) + 1) : min(height, int(box.bottom)),
        max(0, int(box.left)) : min(width, int(box.right) + 1),
    ].astype(np.int32)
    if crop.size == 0:
        return None
    apart = np.abs(crop - np.median(crop.reshape(-1, 3), axis=0)).max(axis=2)
    strongest = float(np.percentile(apart, 98))
    if strongest < 40:
        return None
    inked = np.flatnonzero((apart > 0.35 * strongest).any(axis=0))
    steps = np.flatnonzero(np.diff(inked) > 1)
    white = [(float(inked[i]) + 1, float(inked[i + 1])) for i in steps]
    return (float(inked[0]), float(inked[-1]) + 1), white
