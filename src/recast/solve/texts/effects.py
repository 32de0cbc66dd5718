"""What a verb does to how much there is of what it counts: brings some, takes some, or only states how much.

Apart from ``language.deeds``, whose classes are of words that may be exchanged: what comes and goes by itself ("14 landed") is
listed here too. A verb of no list has no effect that is known.
"""

from __future__ import annotations

from typing import Literal

from recast.language.deeds import deed
from recast.language.words import word_set

Effect = Literal["gain", "loss", "hold", "price", "part", ""]

_COMES = word_set(
    "come arrive land join enter replant grow bake make receive gather collect pick find get catch win earn add plant hire build "
    "adopt order harvest produce sew knit print lay hatch draw paint install deliver put load rise increase climb raise bring "
    "score gain fill"
)
_GOES = word_set(
    "leave go die depart fly escape disappear vanish burst break crack ruin damage destroy steal spoil rot wither melt hand throw "
    "donate distribute sell eat drink lose give use spend fall drop pour spill burn cut remove rent lend borrow knock discard "
    "wilt retire quit cancel waste return ship send fail take unload reduce decrease shrink sink dive swallow steam shut share "
    "saw delete repair"
)
_HOLDS = word_set(
    "be have hold contain own stand lie hang sit live keep weigh carry store remain measure last seat fit include exist count "
    "number wait work know stay park seem look"
)
_PRICES = word_set("cost charge")
#: Verbs of loose meaning with the particle that settles it.
_ARRIVALS = {
    (verb, particle)
    for particle, verbs in {
        "on": "get step climb",
        "in": "get move come drive walk put fly",
        "back": "bring",
    }.items()
    for verb in verbs.split()
}
_DEPARTURES = {
    (verb, particle)
    for particle, verbs in {
        "off": "get step climb drive take fly hop cut",
        "out": "get move check walk take drive fly hand go pick",
        "away": "drive walk run take swim put hop give throw",
    }.items()
    for verb in verbs.split()
}


def effect(verb: str, particle: str, passive: bool) -> Effect:
    """What a verb, with the particle behind it, does; nothing where that is not known."""
    if (verb, particle) in _ARRIVALS:
        return "gain"
    if (verb, particle) in _DEPARTURES or (verb == "adopt" and passive):
        return "loss"
    if verb in _PRICES:
        return "price"
    if verb in _HOLDS:
        return "hold"
    if verb in _GOES:
        return "loss"
    if verb in _COMES:
        return "gain"
    return deed(verb, (particle,) if particle else ())
