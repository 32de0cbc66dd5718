"""The meaning attacker: which source says something like this, in whatever words?

Knows: the question with its choices, the names and titles of a chart or the text of a passage as they were sent, and the
same of all candidates, whose questions are not known. Does: turns each into a vector by a sentence encoder (``encoder``)
and ranks the candidates by how near they are to the evidence and to the question that were sent (cosine, both added up).
A text that is longer than the encoder reads is cut into windows, whose vectors are averaged. The weights are public: they
were trained on other texts, nothing is learned here.

Not covered: another encoder, or one that was trained on pairs of sources and releases; a likeness of one sentence that
drowns in a long text; storylines that only a reader recognises (``judge``). What is read or heard back of a release, and
programs, repeat what is compared here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast.audit.encoder import Encode
from recast.audit.pool import Pool
from recast.sent import Sent

Floats = NDArray[np.float64]
_WINDOW = 160  # words: what the encoder reads at once, with a margin


@dataclass(frozen=True, slots=True)
class Meaning:
    """``views`` are the cosines ``[example, candidate]`` of evidence and question, ``scores`` their sum."""

    scores: Floats
    views: Mapping[str, Floats]


def attack(examples: Sequence[Sent], pool: Pool, encode: Encode) -> Meaning:
    """Every example against every candidate."""
    texts = [" ".join(_sentences(candidate.strings)) for candidate in pool.candidates]
    texts += [_evidence(sent) for sent in examples] + [_question(sent) for sent in examples]
    vectors = _vectors(texts, encode)
    theirs, evidence, question = np.split(vectors, (len(pool), len(pool) + len(examples)))
    views = {
        "meaning of the evidence": evidence @ theirs.T,
        "meaning of the question": question @ theirs.T,
    }
    scores = np.sum(list(views.values()), axis=0)
    chart = np.array([sent.protected.chart is not None for sent in examples], dtype=bool)
    scores[chart[:, None] != pool.is_chart[None, :]] = -np.inf
    return Meaning(scores, views)


def _question(sent: Sent) -> str:
    return " ".join([sent.protected.question, *sent.protected.choices])


def _evidence(sent: Sent) -> str:
    chart = sent.protected.chart
    if chart is None:
        return sent.protected.context
    labels = (*chart.categories, *(series.label for series in chart.series))
    return " ".join(_sentences((chart.title, chart.x_title, chart.y_title, *labels)))


def _sentences(strings: Sequence[str]) -> list[str]:
    return [f"{text.strip().rstrip('.')}." for text in strings if text.strip()]


def _vectors(texts: Sequence[str], encode: Encode) -> Floats:
    """A vector of length one for each text, the same text once only; of an empty one nothing is like anything."""
    windows = {text: _windows(text) for text in dict.fromkeys(texts)}
    flat = list(dict.fromkeys(window for cut in windows.values() for window in cut))
    encoded = encode(flat).astype(float)
    vector = dict(zip(flat, encoded, strict=True))
    nothing = np.zeros(encoded.shape[1])
    found = {
        text: _unit(np.mean([vector[window] for window in cut], axis=0)) if cut else nothing
        for text, cut in windows.items()
    }
    return np.stack([found[text] for text in texts])


def _windows(text: str) -> list[str]:
    words = text.split()
    return [" ".join(words[start : start + _WINDOW]) for start in range(0, len(words), _WINDOW)]


def _unit(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector
