"""Plain look-ups, restated: a question that asks for one printed value keeps nothing of its asker's sentence.

``look_up`` decides from the pieces of a question whether it asks for exactly one cell; ``sentences`` are the fixed ways
of asking for that cell. Words are admitted, not refused: one reasoning word outside the lists below (an operation, a
comparison, an extreme, a count, a position, a negation, a colour) or any numeral but such a year or the bound of what is measured, and the question is
no plain look-up. So is one that names an axis of categories, or a name or year that the chart's title does not hold, since it may
ask for what the chart does not show.

Not covered: a content word that says an operation ("margin", "halved"). The word-by-word rewriting loses it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from recast.language.inflect import is_plural
from recast.language.words import fold, lemma
from recast.rewrite.pieces import Piece

_BE = frozenset({"is", "are", "was", "were"})
_AMOUNTS = frozenset({"value", "number", "amount"})
_GRAMMAR = frozenset(
    {
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "at",
        "by",
        "for",
        "as",
        "during",
        "within",
        "per",
        "to",
        "with",
        "among",
        "there",
        "it",
        "its",
        "they",
        "their",
        "have",
        "has",
        "had",
        "do",
        "does",
        "did",
        "be",
        "been",
        "being",
        "will",
        "would",
        "annual",
        "yearly",
        "quarterly",
        "monthly",
        "weekly",
        "daily",
        "annually",
        "approximately",
        "roughly",
        "exactly",
        "around",
        "about",
        "this",
        "that",
        "who",
        "like",
        "chart",
        "graph",
    }
)
#: Verbs that, with one cell named and no numeral, only say that something has its value, or that people say so.
_HAVING = frozenset(
    {
        "show",
        "represent",
        "report",
        "record",
        "account",
        "make",
        "reach",
        "use",
        "expect",
        "estimate",
        "add",
        "get",
        "display",
        "indicate",
        "depict",
        "give",
        "provide",
        "say",
        "tell",
        "answer",
        "consider",
    }
)
_BOUNDS = frozenset({"above", "below", "over", "under"})
_MARKS = frozenset({"bar", "column", "slice", "segment"})
_SIZES = frozenset({"high", "large", "big", "great", "tall", "low", "small", "long", "wide", "good"})


@dataclass(frozen=True, slots=True)
class LookUp:
    """The cell asked for, as places among the categories and the series: ``None`` where the chart has only one and the
    question does not name it. ``unit``: the question names a unit."""

    category: int | None
    series: int | None
    unit: bool


def look_up(
    pieces: Sequence[Piece], rows: int, columns: int, known: Callable[[Piece], bool]
) -> LookUp | None:
    """The one cell that a question asks for, or ``None`` if it asks for anything else. ``known`` says of a name or
    a year that is no label whether the whole chart may be about it."""
    asked = [piece for piece in pieces if piece.kind != "mark" or piece.text != ","]
    if asked and asked[-1].kind == "mark":
        asked = asked[:-1]
    if not _asks_for_amount(asked) or not all(_is_plain(asked, place, known) for place in range(len(asked))):
        return None
    named = {piece.label for piece in asked if piece.kind == "label"}
    if rows + columns in named:  # the title of the axis of categories
        return None
    categories = [label for label in named if label < rows]
    series = [label - rows for label in named if rows <= label < rows + columns]
    if (len(categories) != 1 and (categories or rows != 1)) or (
        len(series) != 1 and (series or columns != 1)
    ):
        return None
    if not categories and not series:
        return None
    return LookUp(
        categories[0] if categories else None,
        series[0] if series else None,
        any(piece.kind == "unit" for piece in asked),
    )


def _asks_for_amount(asked: Sequence[Piece]) -> bool:
    """One question word, and it asks how much: "how many", "how high", "what was", "what percentage of"."""
    heads = [
        place for place, piece in enumerate(asked) if piece.kind == "kept" and piece.text in ("what", "how")
    ]
    if len(heads) != 1 or heads[0] + 1 >= len(asked):
        return False
    place = heads[0]
    before = asked[place - 1].text if place else ""
    following = asked[place + 1]
    if before in ("by", "at", "to") or (place and asked[0].kind != "kept"):
        return False
    if asked[place].text == "how":
        return following.kind == "kept" and following.text in {"much", "many"} | _SIZES
    amount = following.kind == "unit" or (following.kind == "kept" and following.text in _AMOUNTS)
    return amount or (following.kind == "kept" and following.text in _BE)


def _is_plain(asked: Sequence[Piece], place: int, known: Callable[[Piece], bool]) -> bool:
    piece = asked[place]
    if piece.kind == "name" or piece.role == "year":
        return known(piece)
    if piece.kind == "numeral":
        return _describes(asked, place)
    if piece.kind == "unit":
        return piece.form in ("singular", "plural")
    if piece.kind != "kept":
        return piece.kind in ("label", "noun", "verb", "adjective")
    word = fold(piece.text)
    before = asked[place - 1] if place else None
    following = asked[place + 1] if place + 1 < len(asked) else None
    if word in _BOUNDS:
        return following is not None and following.kind == "numeral" and _describes(asked, place + 1)
    if word in {"much", "many"} | _SIZES:
        return before is not None and before.text == "how"
    if word in _MARKS:
        return any(near is not None and near.kind == "label" for near in (before, following))
    if word == "year":
        return following is not None and following.kind == "label" and following.text.isdigit()
    return word in _BE | _AMOUNTS | _GRAMMAR or word in ("what", "how") or lemma(word) in _HAVING


def _describes(asked: Sequence[Piece], place: int) -> bool:
    """Whether an amount with a bound belongs to what is measured ("firms with over 50 workers"), where nothing is counted:
    of one cell there is nothing to select."""
    bound = place > 0 and fold(asked[place - 1].text) in _BOUNDS
    counts = any(fold(piece.text) in ("how", "number", "count") for piece in asked)
    return bound and asked[place].role == "data" and not counts


def sentences(category: str, series: str, measure: str, unit: str) -> tuple[str, ...]:
    """The ways to ask for a cell by its labels, as they stand inside a sentence. An empty label is not named; ``measure``
    is what the only series may be called, if it may be called anything. ``unit``, if any, is asked for in the plural."""
    tail = f" in {unit}?" if unit else "?"
    if not category or not series:
        label = category or series
        asked = [
            f"What is the value {_at(label, 'of')}",
            f"What value is shown for {label}",
            _show("value", label),
        ]
        if measure:
            asked += [f"What is the {measure} {_at(label, 'of')}", _show(measure, label)]
    elif series.isdigit():
        asked = [f"What is the value of {category} in {series}", f"{_show('value', category)} in {series}"]
    else:
        asked = [
            f"What is the value of {series} {_at(category, 'for')}",
            f"{_show('value', series)} {_at(category, 'for')}",
            f"What is the {series} value {_at(category, 'of')}",
        ]
    return tuple(f"{text}{tail}" for text in asked)


def _at(label: str, word: str) -> str:
    return f"in {label}" if label.isdigit() else f"{word} {label}"


def _show(what: str, label: str) -> str:
    return f"What {what} {'do' if label.islower() and is_plural(label) else 'does'} {label} show"
