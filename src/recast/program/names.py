"""Names as a solver writes them back, matched to the names that this request issued."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rapidfuzz.distance import OSA


def folded(name: str) -> str:
    """NFKC, casefolded and without spaces: two spellings that fold alike are one name."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def same_name(name: str, issued: Iterable[str]) -> str | None:
    """The issued name that is ``name`` but for case and spaces, or None (also where two are)."""
    wanted = folded(name)
    found = [candidate for candidate in set(issued) if folded(candidate) == wanted]
    exact = [candidate for candidate in found if candidate == name]
    return exact[0] if exact else found[0] if len(found) == 1 else None


def resolve_name(name: str, issued: Iterable[str]) -> str | None:
    """The issued name meant by ``name``: equal but for case and spaces, else the only one within one edit
    (a letter more, less, other, or two neighbours swapped), else None. Names shorter than four letters are never
    matched by an edit, since one edit may turn one into another word."""
    candidates = frozenset(issued)
    same = same_name(name, candidates)
    if same is not None:
        return same
    wanted = folded(name)
    if len(wanted) < 4:
        return None
    near = [
        candidate for candidate in candidates if OSA.distance(wanted, folded(candidate), score_cutoff=1) <= 1
    ]
    return near[0] if len(near) == 1 else None
