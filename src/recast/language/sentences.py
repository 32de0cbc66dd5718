"""Where sentences of English prose end."""

from __future__ import annotations

import re

_END = re.compile(r"[.?!]+[\"'”’)]*(?=\s+\S|\s*$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|Jr|Sr|No|vs|etc|approx|Inc|Ltd|Co|Corp|Gov|Gen|Sen|Rep|Fig)|\b[A-Z]|\b[ap]\.m|\be\.g|\bi\.e)\.$"
)
#: Before a word in small letters: short words and abbreviations whose full stop seldom ends a sentence.
_SHORTENED = re.compile(
    r"(?:(?<!\w)[^\W\d]{1,2}|\.\w{1,3}|\b(?:approx|etc|inc|ltd|corp|fig|figs|vol|ed|eds|est|min|max|avg|sec|hrs|hr|mins|secs|lbs|oz|sq"
    r"|cf|ca|esp|incl|excl|tel|ext|dept|univ|assn|bros|capt|sgt|gen|gov|prof|rev|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec"
    r"|mon|tues?|wed|thurs?|fri|sat|sun|ave|blvd|rd|mt|ft|yds?|tbsp|tsp|qt|gal|pts?|pp|viz|resp|mrs))\.$|\.\.+$|…$",
    re.IGNORECASE,
)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, without the spaces between them. A full stop ends one before whatever follows, but not after an
    abbreviation or an initial; before a word in small letters ("snake_case", "iPhone") not after any short word either."""
    return [text[start:end].strip() for start, end in sentence_spans(text)]


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """The same as spans of ``text``."""
    spans, start = [], 0
    for end in _END.finditer(text):
        piece = text[start : end.end()].strip()
        if end.end() < len(text) and _goes_on(piece, text[end.end() :].lstrip(" \n\t\"'“‘(")[:1]):
            continue
        if piece:
            spans.append((start, end.end()))
        start = end.end()
    return [*spans, (start, len(text))] if text[start:].strip() else spans


def _goes_on(piece: str, following: str) -> bool:
    """Whether a sentence goes on after a mark that might end it, before a character."""
    if _ABBREVIATION.search(piece):
        return True
    return following.islower() and "." in piece.rstrip("\"'”’)")[-1:] and bool(_SHORTENED.search(piece))
