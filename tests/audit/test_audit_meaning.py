"""The meaning attacker finds a source that is said in other words, once and among many, and nothing where nothing is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from audit_sets import releases, tables

from recast.audit import meaning
from recast.audit.encoder import Vectors
from recast.audit.figures import ranked
from recast.audit.pool import gather

_TOPICS = ("amber", "birch", "cedar", "dahlia", "elm", "fern", "gorse", "hazel", "ivy", "juniper")


def by_topic(texts: Sequence[str]) -> Vectors:
    """An encoder to which words that begin alike mean the same, and others nothing."""
    found = np.array([[text.casefold().count(topic[:3]) for topic in _TOPICS] for text in texts], np.float32)
    return found + np.float32(1e-3)


def test_the_nearest_source_is_picked_and_the_views_are_kept() -> None:
    sent, known = releases(tables(20), named=True)
    pool, truth = gather(known, None)
    found = meaning.attack(sent, pool, by_topic)
    assert ranked(found.scores, truth).picked.mean() > 0.8
    assert set(found.views) == {"meaning of the evidence", "meaning of the question"}
    protected, _ = releases(tables(20))
    assert ranked(meaning.attack(protected, pool, by_topic).scores, truth).picked.mean() < 0.3


def test_a_long_text_is_read_to_its_end_and_an_empty_one_is_like_nothing() -> None:
    (sent, *_), (known, *_) = releases(tables(2))
    long = " ".join(["birch"] * 200 + ["cedar"] * 1000)
    of_text = [
        replace(sent, protected=replace(sent.protected, chart=None, context=text, question=""))
        for text in (long, "")
    ]
    sources = [
        replace(known, is_chart=False, context=text) for text in (long, "birch " * 200, "cedar " * 200)
    ]
    pool, _ = gather(sources, None)
    found = meaning.attack(of_text, pool, by_topic)
    assert found.scores[0].argmax() == 0
    assert found.scores[0, 2] > found.scores[0, 1]
    assert not found.scores[1].any()
