"""Whom and what the words of a word problem refer to, told clause by clause.

Keeps who was named, what was counted last, in which unit things are measured, so that no pronoun and no ellipsis is left:
"she sold 16 of them" is known to be of whom and of what. Where more than one may be meant, nothing is known.

Not covered: nicknames, and pronouns that refer to what comes after them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from recast.rewrite.noun_phrases import Noun
from recast.rewrite.prose_entities import Entity
from recast.rewrite.prose_tokens import Tok, base_of
from recast.types import Private

_HE, _SHE = ("he", "him"), ("she", "her")
_OURS = ("i", "we", "you", "me", "us")


@dataclass(slots=True, repr=False)
class Story(Private):
    """What has been told. ``things`` and ``holders`` are in the order of their last mention."""

    entities: Sequence[Entity]
    cast: tuple[Noun, ...] = ()  # every person who is named anywhere
    names: list[Noun] = field(default_factory=list)
    holders: list[Noun] = field(default_factory=list)
    things: list[Noun] = field(default_factory=list)
    held: list[tuple[tuple[str, ...], Noun]] = field(default_factory=list)
    places: set[tuple[str, ...]] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    money: Tok | None = None
    measure: Noun | None = None

    def named(self, noun: Noun) -> None:
        """Notes a name or noun of somebody or something that acts or holds."""
        for one in (replace(noun, joined=()), *noun.joined):
            if not one.words:
                continue
            people = self.names if one.words[0].name >= 0 else self.holders
            people[:] = [other for other in people if not alike(one, other)] + [one]

    def counted(self, noun: Noun) -> None:
        """Notes what was counted."""
        if noun.words:
            self.things[:] = [other for other in self.things if not alike(noun, other)]
            self.things.append(replace(noun, figure=(), more="", joined=()))

    def is_thing(self, noun: Noun) -> bool:
        """Whether a noun was counted, and is nobody who holds anything."""
        told = {key(one) for one in self.things} | {key(one.of) for one in self.things if one.of is not None}
        return key(noun) in told and not any(key(noun) == key(one) for one in (*self.names, *self.holders))

    def whom(self, noun: Noun) -> Noun | None:
        """The noun that a phrase stands for; nothing where that is not known."""
        if not noun.pronoun:
            if noun.joined:
                return noun if all(one.words and not one.pronoun for one in noun.joined) else None
            return noun if noun.words else None
        if noun.pronoun == "each":
            return replace(self.things[-1], article="each") if self.things else None
        if noun.pronoun in _OURS:
            return Noun(words=(Tok("x-self", "word", "NN"),), article="the")
        if noun.pronoun in (*_HE, *_SHE):
            return self._person("m" if noun.pronoun in _HE else "f")
        if noun.pronoun in ("they", "them"):
            return self._several()
        return self.holders[-1] if self.holders else self.things[-1] if self.things else None

    def _person(self, gender: str) -> Noun | None:
        fitting = [one for one in self.names if self._gender(one) in (gender, "any")]
        certain = [one for one in fitting if self._gender(one) == gender]
        if certain or fitting:
            return (certain or fitting)[-1]
        if self.names:
            return None
        return self.holders[-1] if self.holders else self.cast[0] if len(self.cast) == 1 else None

    def _gender(self, noun: Noun) -> str:
        return self.entities[noun.words[0].name].gender

    def _several(self) -> Noun | None:
        many = [one for one in self.holders if one.several]
        people = [
            *self.names,
            *(
                one
                for one in self.holders
                if not one.several and any(key(one) == key(w) for _, w in self.held)
            ),
        ]
        if len(people) > 1 and not many:
            first, *others = people
            return replace(first, joined=tuple(others))
        meant = many or self.holders
        return meant[-1] if meant else None


def alike(one: Noun, other: Noun) -> bool:
    """Whether two nouns are written alike, in whatever number."""
    return key(one) == key(other)


def key(noun: Noun) -> tuple[str, ...]:
    """The noun as something to compare: its words in the singular, names by whom they name."""
    return (*words_of(noun.words), *(key(noun.of) if noun.of is not None else ()))


def words_of(toks: Sequence[Tok]) -> tuple[str, ...]:
    """Words as something to compare: in the singular, names by whom they name."""
    return tuple(f"={tok.name}" if tok.name >= 0 else base_of(tok) for tok in toks)
