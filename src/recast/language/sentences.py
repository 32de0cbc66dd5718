"""Where sentences of English prose end."""

from __future__ import annotations

import re

_END = re.compile(r"[.?!]+[\"'”’)]*(?=\s+[\"'“‘(]?[A-Z0-9$€£]|\s*$)|[?!]+[\"'”’)]*(?=\s)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|No|vs|etc|approx|Inc|Ltd|Co|Corp|Gov|Gen|Sen|Rep|Fig)|\b[A-Z]|\b[ap]\.m|\be\.g|\bi\.e)\.$"
)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, without the spaces between them. A full stop ends one before a capital, a digit, a
    quotation mark or the end, but not after an abbreviation or an initial."""
    return [text[start:end].strip() for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The same as spans of ``text``."""
    spans, start = [], 0
    for end in _END.finditer(text):
        piece = text[start : end.end()].strip()
        if end.end() < len(text) and _ABBREVIATION.search(piece):
            continue
        if piece:
            spans.append((start, end.end()))
        start = end.end()
    return [*spans, (start, len(text))] if text[start:].strip() else spans
