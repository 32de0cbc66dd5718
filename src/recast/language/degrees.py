"""Which comparatives say that there is less: "younger", "shorter". All others say that there is more."""

from __future__ import annotations

from recast.language.words import word_set

FEWER = word_set(
    "fewer less younger shorter lighter lower slower cheaper thinner smaller slighter narrower poorer slimmer fresher emptier "
    "shallower"
)
