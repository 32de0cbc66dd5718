"""Ways of saying made canonical before words are replaced: contractions, fixed phrases, modifiers that tell nothing apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from recast.language.vocabulary import is_reasoning
from recast.rewrite.prose_tokens import Tok, base_of
from recast.rewrite.prose_words import Senses, exchange_of, is_content

_CONTRACTED = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": "is"}
_ENDINGS = {"'re": "are", "'ll": "will", "'ve": "have", "'d": "would", "'m": "am"}


def canonical(sentence: list[Tok]) -> None:
    """Contractions in full, decades and ordinals of centuries in a form with a plain numeral, in place."""
    place = 0
    while place < len(sentence):
        tok = sentence[place]
        low = tok.low
        after = sentence[place + 1] if place + 1 < len(sentence) else None
        if low == "n't":
            sentence[place] = _like(tok, "not")
        elif low.endswith("n't"):
            sentence[place : place + 1] = [_like(tok, _CONTRACTED.get(low, low[:-3])), _like(tok, "not", False)]
        elif tok.kind == "word" and (ending := next((e for e in _ENDINGS if low.endswith(e)), "")):
            head = low.removesuffix(ending)
            sentence[place : place + 1] = [*([_like(tok, head)] if head else []), _like(tok, _ENDINGS[ending], not head)]
        elif low in ("'s", "’s") and place and sentence[place - 1].low in ("it", "he", "she", "that", "there", "what", "who", "how"):
            sentence[place] = _like(tok, "is")
        elif tok.kind == "number" and after is not None and after.low in ("st", "nd", "rd", "th"):
            following = sentence[place + 2] if place + 2 < len(sentence) else None
            if following is not None and following.low in ("century", "centuries"):
                sentence[place : place + 3] = [following, tok]
            else:
                tok.text += after.low
                del sentence[place + 1]
        elif tok.kind == "number" and tok.role == "year" and after is not None and after.low == "s":
            sentence[place : place + 2] = [Tok("decade", "word", depth=tok.depth), Tok("of", "word", depth=tok.depth), tok]
        place += 1


def _like(tok: Tok, text: str, first: bool = True) -> Tok:
    return Tok(text, "word", first=tok.first and first, depth=tok.depth)


def collapse_compounds(sentences: Sequence[list[Tok]], senses: Senses) -> None:
    """Takes out a modifier that always stands before the same noun and is told apart from no other ("dogwood trees"
    where there are no other trees): it tells nothing, and its shape would show."""
    modifiers: dict[str, set[str]] = {}
    alone: Counter[str] = Counter()
    for sentence in sentences:
        for place, tok in enumerate(sentence):
            head = _head_after(sentence, place)
            if head is not None:
                modifiers.setdefault(senses.of(head), set()).add(senses.of(tok))
            elif is_content(tok):
                alone[senses.of(tok)] += 1
    for sentence in sentences:
        for place in range(len(sentence) - 1, -1, -1):
            tok, head = sentence[place], _head_after(sentence, place)
            if head is not None and len(modifiers[senses.of(head)]) == 1 and not alone[senses.of(tok)]:
                del sentence[place]
                if tok.first and place < len(sentence):
                    sentence[place].first = True


def _head_after(sentence: Sequence[Tok], place: int) -> Tok | None:
    """The noun that a content word modifies, if it stands right before it and carries no operation."""
    tok = sentence[place]
    if not is_content(tok) or tok.tag not in ("NN", "JJ", "NNS") or exchange_of(tok, base_of(tok)) is not None:
        return None
    following = sentence[place + 1] if place + 1 < len(sentence) else None
    if following is None or following.tag not in ("NN", "NNS") or not is_content(following) or is_reasoning(following.low):
        return None
    return following
