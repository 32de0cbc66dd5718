"""Parts of a whole in a word problem: what some of it are or do, and what the rest of it are.

Not covered: parts of a part, but for those of the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recast.language.deeds import deed
from recast.language.words import word_set
from recast.rewrite.noun_phrases import Noun, many, thing
from recast.rewrite.problem_reading import Clause
from recast.rewrite.problem_story import Story, key, words_of
from recast.rewrite.problem_terms import Setting, Statement, held
from recast.rewrite.prose_tokens import Tok

_MOVES = word_set("join enter board leave quit exit")


def is_part(said: Clause, part: Noun) -> bool:
    """Whether those that a figure counts are told apart by what they are or do ("39 are hens", "8 children bought hats")."""
    if said.object is None or not said.object.words or said.base in _MOVES:
        return bool(part.whole)
    kind = said.is_state and not said.quality and said.object.article not in ("a", "an")
    return bool(part.whole) or kind or deed(said.base, (said.aside,)) in ("gain", "loss")


def of_how_many(part: Noun, story: Story) -> list[Statement]:
    """How many the whole is of which a part is told in the same breath ("16 of the 36 pens")."""
    whole = replace(part, figure=part.whole, partitive=False, whole=(), more="") if part.whole else None
    told = None if whole is None else held("are", whole, None, story)
    return [] if told is None else [told]


def noted(state: list[Tok], part: Noun, setting: Setting) -> None:
    """Remembers of which whole a part is told."""
    whole = part if part.words else setting.story.things[-1] if setting.story.things else None
    if whole is not None:
        setting.states.append((words_of(state), replace(whole, figure=(), joined=())))


def rest(said: Clause, subject: Noun, setting: Setting) -> list[Statement] | None:
    """ "The rest are hens": what the rest of a whole are of which a part is told."""
    if not said.is_state or said.negated or not setting.states or any(noun.figure for noun in said.nouns()):
        return None
    state = state_of(said, said.phrases)
    whole = setting.states[-1][1]
    if subject.of is not None and key(subject.of) != key(whole):
        return None
    setting.states.append((words_of(state), whole))
    return [Statement("rest", {"T": many(whole), "M": state})]


def state_of(said: Clause, phrases: Sequence[tuple[str, Noun]]) -> list[Tok]:
    """What some of a whole are or do, as a noun that will be drawn."""
    if said.object is not None and said.object.words:
        return thing(replace(said.object, of=None, joined=()))
    named = [noun for _, noun in phrases if noun.words and not noun.figure]
    if named:
        return thing(replace(named[-1], of=None))
    return deed_of(said)


def deed_of(said: Clause) -> list[Tok]:
    """What is done, as a quality that will be drawn; "working" is the same before a noun."""
    return (
        [Tok(said.word, "word", "JJ")]
        if said.verb is not None and said.verb.tag in ("VBG", "VBN")
        else [Tok(f"x-{said.base}", "word", "JJ")]
    )
