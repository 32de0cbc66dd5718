"""Policies: how much of the numbers, units and order of the source may show. Explicit switches, named presets.

``paper`` is P 3.3 and A.3 to the letter; ``balanced`` hides values, ranks, units and order, and sends the whole record;
``strict``, the default, sends only what the question can need, in a standard shape. ``docs/policies.md`` says what each
switch hides and what that was measured to cost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True, slots=True)
class Policy:
    """One value a switch; see ``PRESETS``.

    order:          ``bands`` keeps order within the magnitude bands of P A.3, ``global`` everywhere, ``none`` nowhere.
    small_integers: ``keep`` leaves integers 0-15 as they are, ``role`` leaves only structural numerals.
    identity:       ``value`` one literal a value, ``quantity`` one literal a cell, so that ties do not show.
    years:          ``offset`` one shared offset an era group, ``relabel`` order kept, gaps drawn afresh.
    form:           ``two_decimals`` trailing zeros dropped, ``one_form`` one decimal count and range for all.
    units:          ``keep`` or ``abstract`` (units, percent, currency and scale words replaced by invented units).
    spacing:        ``distinct`` literals, or ``apart`` by at least 2 edits, if possible 3.
    rows:           ``source`` order, or ``permuted`` where order carries no meaning.
    disclosure:     ``whole`` record, or ``minimal``: the rows and series that the question can need.
    shape:          as in the ``source``, or ``padded`` with decoys to a standard shape where the question names what it needs.
    kind:           of the chart, ``source`` or ``canonical``: one, in one set of colours, for all that the question does not
                    speak of.
    question:       of a chart, in the sentence of the ``source``; ``canonical``: in a sentence of ours where the rules are
                    certain what it asks; or ``closed``: never but in a sentence of ours, unconfirmed where they are not certain.
    label_class:    what labels are (names, things, people): as in the ``source``, or ``drawn`` afresh for each axis where the
                    question goes out in a sentence of ours.
    story:          of a word problem, in the sentences of the ``source``, word by word; ``framed``: clause by clause in frames of
                    ours; ``calculation``: facts and a calculation where the rules are certain what it asks, else a ledger of who
                    gets and gives how much, else as framed; or ``closed``: no text goes out but as facts or a calculation.
    widening:       ``none``, or ``once``: where a part of a chart was sent and the solver says that it does not show what the
                    question needs, the whole follows, in the same words and literals.
    """

    id: str
    order: Literal["bands", "global", "none"]
    small_integers: Literal["keep", "role"]
    identity: Literal["value", "quantity"]
    years: Literal["offset", "relabel"]
    form: Literal["two_decimals", "one_form"]
    units: Literal["keep", "abstract"]
    spacing: Literal["distinct", "apart"]
    rows: Literal["source", "permuted"]
    disclosure: Literal["whole", "minimal"]
    shape: Literal["source", "padded"]
    kind: Literal["source", "canonical"]
    question: Literal["source", "canonical", "closed"]
    label_class: Literal["source", "drawn"]
    story: Literal["source", "framed", "calculation", "closed"]
    widening: Literal["none", "once"]


_PAPER = Policy(
    id="preserve_integers_0_15_semantic_years.v1",
    order="bands",
    small_integers="keep",
    identity="value",
    years="offset",
    form="two_decimals",
    units="keep",
    spacing="distinct",
    rows="source",
    disclosure="whole",
    shape="source",
    kind="source",
    question="source",
    label_class="source",
    story="source",
    widening="once",
)
_BALANCED = Policy(
    id="balanced.v3",
    order="none",
    small_integers="role",
    identity="quantity",
    years="relabel",
    form="one_form",
    units="abstract",
    spacing="apart",
    rows="permuted",
    disclosure="whole",
    shape="source",
    kind="source",
    question="canonical",
    label_class="source",
    story="calculation",
    widening="once",
)
_STRICT = replace(
    _BALANCED,
    id="strict.v6",
    disclosure="minimal",
    shape="padded",
    kind="canonical",
    question="closed",
    label_class="drawn",
    story="closed",
    widening="none",
)

PRESETS = {"paper": _PAPER, "balanced": _BALANCED, "strict": _STRICT}
