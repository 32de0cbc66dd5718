"""Literals drawn at random: for data and for years, by policy.

Under ``strict`` what is drawn depends on how many quantities of each class there are and on nothing else, so the
literals as a set carry no value, rank, magnitude, sign, form or year gap of the source.

Where the paper (P 3.3, A.3) is silent, ``paper`` decides:

* target ranges: the magnitude band itself, that is 16.00-1262.99, 1263.00-2100.00 and 2100.01-9999.99. It starts at
  16 so that no replacement meets a preserved integer. Negative values and fractions below 16 belong to the lowest
  band, keep their order in it, and lose their sign in what is shown.
* eras: years with gaps of at most ``ERA_GAP`` years between neighbours are one group.
* offset: 1-60 years either way, never 0, such that the group stays within 1263-2100 where it was and meets no other
  group; only where no such offset exists, up to 999 either way.
* more values than fit are refused, not thinned.

What is to be spoken is drawn from the numerals that a voice and a recogniser keep (``is_said_plainly`` has the measured
rule); which those are does not depend on the source either.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence, Set
from decimal import Decimal
from functools import partial

from rapidfuzz.distance import Levenshtein

from recast.errors import Refused
from recast.policy import Policy

#: P A.3: the edges of the middle band, both inside it.
BAND_EDGES = (Decimal(1263), Decimal(2100))
ERA_GAP = 50
_TARGETS = ((1600, 126299), (126300, 210000), (210001, 999999))  # hundredths
_WHOLE_TARGET = (1600, 999999)
_YEARS = (1900, 2099)
_WIDE_YEARS = (1000, 9999)
_SPOKEN_YEARS = (1700, 1999)
_MOST_SPOKEN_YEARS = 150  # of the 216 of that range that are said plainly
_SPACED_UP_TO = 500
_ONE_DECIMAL_UP_TO = 40
_MOST = 20_000
_TRIES = 60


def literal_key(text: str) -> str:
    """The canonical plain decimal of a literal: "268.40" and "268.4" are "268.4", "2031.0" is "2031".

    Raises ``ValueError`` for anything that is not one plain number of sensible length.
    """
    bare = text.strip()
    if not bare or len(bare) > 60 or not set(bare) <= set("0123456789.+-eE"):
        raise ValueError("not a plain decimal")
    try:
        value = Decimal(bare)
    except ArithmeticError:
        raise ValueError("not a plain decimal") from None
    if abs(value.adjusted()) > 60:
        raise ValueError("not a plain decimal of sensible length")
    return plain(value)


def plain(value: Decimal) -> str:
    """A decimal without exponent and without trailing zeros."""
    text = f"{value:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def is_said_plainly(literal: str) -> bool:
    """Whether a voice and a recogniser keep the literal, and tell it from every other such literal by ear.

    Its last two digits before the point are neither 0-19 nor a multiple of ten, so that no "thirteen" meets a "thirty";
    after the point no zero. Measured by ``benchmarks/spoken_words.py numerals`` (embedded voice, Whisper tiny.en and base).
    """
    whole, _, decimals = literal.partition(".")
    return len(whole) > 1 and whole[-2] not in "01" and whole[-1] != "0" and "0" not in decimals


def draw_data(
    values: Sequence[Decimal], policy: Policy, draw: random.Random, taken: Set[str], spoken: bool = False
) -> tuple[str, ...]:
    """One literal a value, none of them in ``taken``; with ``spacing`` apart also at least 2 edits from those. All are
    said plainly where they are to be ``spoken``.

    With ``order`` none the values themselves are not looked at, only how many there are. Raises ``Refused`` beyond
    what can be drawn distinct.
    """
    if len(values) > _MOST:
        raise Refused(f"too many values for one request (more than {_MOST}): ask about a part of the table")
    places: dict[int, list[int]] = {}
    for place, value in enumerate(values):
        places.setdefault(_band(value) if policy.order == "bands" else 0, []).append(place)
    decimals = draw.choice((1, 2)) if len(values) <= _ONE_DECIMAL_UP_TO else 2
    literals = [""] * len(values)
    used = set(taken)
    for band, members in sorted(places.items()):
        target = _TARGETS[band] if policy.order == "bands" else _WHOLE_TARGET
        one = (
            partial(_one_form, draw, decimals)
            if policy.form == "one_form"
            else partial(_two_decimals, draw, *target)
        )
        if spoken:
            one = partial(_said_plainly, one)
        drawn = _spaced(len(members), one, policy, used)
        used.update(drawn)
        if policy.order == "none":
            draw.shuffle(
                drawn
            )  # spacing makes later draws depend on earlier ones: no place may tell its turn
        else:
            members = sorted(members, key=lambda place: values[place])
            drawn = sorted(drawn, key=Decimal)
        for place, literal in zip(members, drawn, strict=True):
            literals[place] = literal
    return tuple(literals)


def draw_years(
    years: Sequence[int], policy: Policy, draw: random.Random, taken: Set[str], spoken: bool = False
) -> tuple[str, ...]:
    """One literal for each of the distinct ``years`` (ascending), in the same order; none of them in ``taken``.

    Relabelled years are four-digit integers whose gaps are drawn afresh; shifted ones keep their gaps within an era, so
    that under ``offset`` a year that is to be ``spoken`` may be one that recognisers write in another way.
    """
    if policy.years == "offset":
        return _shifted(years, draw, taken)
    low, high = _YEARS if len(years) <= 150 else _WIDE_YEARS
    if spoken:
        low, high = _SPOKEN_YEARS
    if len(years) > (_MOST_SPOKEN_YEARS if spoken else _MOST // 4):
        raise Refused("too many years for one request: ask about a part of the table")
    one = partial(_integer, draw, low, high)
    if spoken:
        one = partial(_said_plainly, one)
    return tuple(sorted(_spaced(len(years), one, policy, taken, start=2)))


def _band(value: Decimal) -> int:
    return 0 if value < BAND_EDGES[0] else 1 if value <= BAND_EDGES[1] else 2


def _said_plainly(one: Callable[[], str]) -> str:
    """The next literal of ``one`` that is said plainly."""
    while not is_said_plainly(literal := one()):
        pass
    return literal


def _integer(draw: random.Random, low: int, high: int) -> str:
    return str(draw.randint(low, high))


def _two_decimals(draw: random.Random, low: int, high: int) -> str:
    """A number of hundredths in the range, trailing zeros dropped (48.00 is "48")."""
    return plain(Decimal(draw.randint(low, high)).scaleb(-2))


def _one_form(draw: random.Random, decimals: int) -> str:
    """100.1 to 999.9, or 100.01 to 999.99; the last digit is never 0, so that a literal has one form only."""
    return f"{draw.randint(100, 999)}.{draw.randint(0, 9) if decimals == 2 else ''}{draw.randint(1, 9)}"


def _spaced(count: int, one: Callable[[], str], policy: Policy, taken: Set[str], start: int = 3) -> list[str]:
    """``count`` literals from ``one``, distinct from ``taken`` and each other, as many edits apart as can be had."""
    apart = policy.spacing == "apart" and count <= _SPACED_UP_TO
    for distance in range(start if apart else 1, 0, -1):
        drawn = _attempt(count, one, taken, distance)
        if drawn is not None:
            return drawn
    raise Refused("too many values for one request: ask about a part of the table")


def _attempt(count: int, one: Callable[[], str], taken: Set[str], distance: int) -> list[str] | None:
    """Literals at least ``distance`` edits apart, or None after too many draws in vain."""
    drawn: list[str] = []
    used = set(taken)
    tries = count + _TRIES * (count if distance == 1 else 10)
    while len(drawn) < count:
        if not tries:
            return None
        tries -= 1
        literal = one()
        if literal in used or (distance > 1 and _is_near(literal, used, distance)):
            continue
        drawn.append(literal)
        used.add(literal)
    return drawn


def _is_near(literal: str, others: Set[str], distance: int) -> bool:
    """Whether one of ``others`` is fewer than ``distance`` edits away."""
    return any(Levenshtein.distance(literal, other, score_cutoff=distance - 1) < distance for other in others)


def _shifted(years: Sequence[int], draw: random.Random, taken: Set[str]) -> tuple[str, ...]:
    """Years plus one offset an era (P 3.3, equation 4)."""
    eras: list[list[int]] = []
    for year in years:
        if eras and year - eras[-1][-1] <= ERA_GAP:
            eras[-1].append(year)
        else:
            eras.append([year])
    used = set(taken)
    literals: list[str] = []
    for era in eras:
        inside = BAND_EDGES[0] <= era[0] and era[-1] <= BAND_EDGES[1]
        offsets = [d for d in range(-60, 61) if d and _fits(era, d, used, inside)]
        offsets = offsets or [d for d in range(-999, 1000) if d and _fits(era, d, used, False)]
        if not offsets:
            raise Refused("too many years for one request: ask about a part of the table")
        offset = draw.choice(offsets)
        literals += [str(year + offset) for year in era]
        used.update(literals)
    return tuple(literals)


def _fits(era: Sequence[int], offset: int, used: Set[str], inside: bool) -> bool:
    if era[0] + offset <= 15 or any(str(year + offset) in used for year in era):
        return False
    return not inside or (BAND_EDGES[0] <= era[0] + offset and era[-1] + offset <= BAND_EDGES[1])
