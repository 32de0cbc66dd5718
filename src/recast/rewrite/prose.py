"""The ``lexicon`` rewriter of running text: passages and word problems, no model (design, section 4).

Kept are grammar, reasoning words, operations (exchanged within their class) and numerals for the number map. Names,
things, doings and qualities become others of one invented world, the same for the same sense in passage, question and
choices. Of a passage only the sentences that the question can need are restated, and these shorter, unless the policy
discloses the whole record. The world and its words are drawn before the text is looked at.

Whatever the input, no content word of the source occurs in the result: words that are still there after everything are
replaced by an invented name. A word problem of which it is known what it asks goes out as a calculation. What it does not
hide: which operations are asked, in which order they happen, how many
people and numerals take part. Numerals that stand in a form which the map cannot read are left out with their phrase.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from recast.errors import Refused
from recast.language.asked_figure import asks_when
from recast.language.capitals import frame_words
from recast.language.units import unit_words
from recast.language.vocabulary import is_reasoning
from recast.language.words import lemma, lemmas
from recast.numbers.prose import prose_numerals
from recast.policy import Policy
from recast.rewrite import prose_sentences, restate
from recast.rewrite.calculated import calculated
from recast.rewrite.problem_clauses import framed
from recast.rewrite.problem_ledger import bound_numerals, ledger
from recast.rewrite.prose_entities import find_entities
from recast.rewrite.prose_forms import canonical, collapse_compounds
from recast.rewrite.prose_names import names_like_words
from recast.rewrite.prose_tokens import Tok, read_sentences, tagged
from recast.rewrite.prose_units import (
    Units,
    coins,
    convert,
    dozens,
    flat_units,
    join_percents,
    rates,
    signs_behind,
)
from recast.rewrite.prose_words import Lexicon, Senses, source_words
from recast.rewrite.prose_writer import Writer
from recast.rewrite.restate_problem import plain_problem
from recast.rewrite.supply import Supply
from recast.types import Record, Rewritten, Substitutions

_NOT_CLOSED = (
    "this text and question can be told neither as facts nor as a calculation in sentences of ours, and reworded sentence by "
    "sentence who knows the text would know it again, so that nothing was sent; ask for one figure of it, or send it reworded "
    'with --policy balanced (or story = "calculation" under [policy])'
)


_WHOLE = (
    'with disclosure = "whole" a text is told sentence by sentence, since facts leave out what the question does not need, and '
    'story = "closed" lets no such sentence go, so that nothing was sent; set disclosure = "minimal", or story = "calculation", '
    "under [policy]"
)


def rewrite_prose(record: Record, policy: Policy, draw: random.Random) -> Rewritten:
    """The record of a text in the words of another world. Deterministic for a given ``draw``. Raises ``Refused`` where the
    policy wants a closed form and there is none."""
    texts = (record.context, record.question, *record.choices)
    words = set(source_words(texts)) - (unit_words() if policy.units == "keep" else frozenset())
    banned = frozenset(form for word in words for form in lemmas(word))
    spoken = record.modality == "audio"
    supply = Supply(
        draw, banned, lambda word: not is_reasoning(word) and lemmas(word).isdisjoint(banned), spoken
    )
    if record.calculation is not None:
        return calculated(record, record.calculation, lambda: supply.take("thing"), draw)
    offsets = [0]
    for text in texts:
        offsets.append(offsets[-1] + len(prose_numerals(text)))
    read = [read_sentences(text, offset) for text, offset in zip(texts, offsets, strict=False)]
    every = [sentence for part in read for sentence in part]
    for sentence in every:
        join_percents(sentence)
        if policy.units == "abstract":
            signs_behind(sentence)
        rates(sentence)
        flat_units(sentence)
        canonical(sentence)
    dozens(every)
    coins(every, record.question)
    like_words = names_like_words(every)
    small = {t.text for s in every for t in s if t.kind == "word"}
    entities = find_entities(every, like_words)
    for sentence in every:
        tagged(sentence)
    senses = Senses(read[0], [sentence for part in read[1:] for sentence in part])
    passage = prose_sentences.is_passage(read[0], record.question)
    context, asked = read[0], read[1:]
    facts = None
    minimal = policy.disclosure == "minimal"
    if minimal and not record.choices:
        likely = policy.story == "closed"
        facts = restate.look_up(context, read[1], senses, lambda: supply.take("thing"), draw, passage, likely)
    if facts is None and policy.story == "closed":
        raise Refused(_NOT_CLOSED if minimal else _WHOLE)
    if facts or (passage and minimal):
        context = facts.context if facts else _restated(context, record.question, read[1], senses)
        asked = [[facts.question]] if facts else asked
    else:
        context = [prose_sentences.without_brackets(s, lambda t: t.kind == "number") for s in context]
    asked = [[prose_sentences.without_brackets(s, lambda t: True) for s in part] for part in asked]
    bound = bound_numerals(context)
    retold = facts is None and not passage and policy.story != "source"
    if retold:
        context = plain_problem(context, [s for part in asked for s in part], senses, draw)
    shown = [context, *asked]
    units = Units(lambda: supply.take("unit"), passage)
    if policy.units == "abstract":
        convert(context, [s for part in asked for s in part], units)
    collapse_compounds([s for part in shown for s in part], senses)
    lexicon = Lexicon(supply, draw, banned, senses, entities)
    lexicon.learn([s for part in shown for s in part])
    dated = any(tok.role == "year" for part in read for sentence in part for tok in sentence)
    told = ledger(context, asked[0], entities, draw, bound) if retold and not dated else None
    if told is None and retold and not dated:
        told = framed(context, asked[0], draw)
    if told is not None:
        shown = [*told, *asked[1:]]
    seen = frozenset(form for word in words if len(word) > 2 for form in (word, lemma(word)))
    seen |= like_words - small - frame_words()
    writer = Writer(lexicon, units, policy.units == "keep", seen, supply.name)
    made = [writer.text(part) for part in shown]
    return Rewritten(
        modality=record.modality,
        question=made[1].text,
        choices=tuple(text.text for text in made[2:]),
        table=None,
        context=made[0].text,
        substitutions=Substitutions(writer.substitutions()),
        numeral_sources=tuple(source for text in made for source in text.sources),
    )


def _restated(
    context: Sequence[list[Tok]], question: str, asked: Sequence[list[Tok]], senses: Senses
) -> list[list[Tok]]:
    wanted = {senses.topic(t) for s in asked for t in s} - {""}
    linking = sorted({restate.key_of(t, senses) for s in asked for t in s} - {""})
    chosen = prose_sentences.choose(context, question, lambda t: restate.key_of(t, senses), linking)
    time = asks_when(question)
    said = {t.text for s in asked for t in s if t.kind == "number"}
    heads = {senses.topic(t) for s in asked if (t := prose_sentences.what_is_counted(s)) is not None}
    counted = heads or wanted

    def needed(tok: Tok) -> bool:
        if tok.kind == "number":
            return prose_sentences.can_answer(tok, time) or tok.text in said
        return senses.topic(tok) in wanted

    return [
        prose_sentences.shortened(
            prose_sentences.without_brackets(s, needed), needed, lambda t: senses.topic(t) in counted
        )
        for s in chosen
    ]
