"""Clauses of a word problem that compare: "3 times as many", "twice as old", "5 more than", "8 fewer of these than of those".

Not covered: comparisons by a percentage, and those of one occasion with another ("2 hours more on Monday than on Tuesday").
"""

from __future__ import annotations

from recast.rewrite.noun_phrases import Noun, holder, many
from recast.rewrite.problem_reading import Clause
from recast.rewrite.problem_story import Story, key
from recast.rewrite.problem_terms import Setting, Statement, counted, figure_of, fixed
from recast.rewrite.prose_tokens import Tok


def times_as_many(said: Clause, subject: Noun | None, setting: Setting) -> list[Statement] | None:
    """ "Ann has 3 times as many pens as Tom", "Ann is twice as old as Tom"."""
    story = setting.story
    like = story.whom(said.like) if said.like is not None else _last_other(subject, story)
    if subject is None or like is None or like.figure or said.phrases or (said.quality and setting.measured):
        return None
    about = said.object or (measured_in(story, said.quality) if said.quality else Noun())
    told = counted(about, story)
    if told is None or "phrase" in said.marks:
        return None
    story.named(like)
    story.named(subject)
    story.held.append((key(about if about.words else story.things[-1]), subject))
    further = said.object is not None and bool(said.object.figure)
    if further and not said.degree:
        return None
    amount = (
        {"N": figure_of(said.object), "W": [fixed("fewer" if said.degree in ("fewer", "less") else "more")]}
        if further and said.object is not None
        else {}
    )
    return [
        Statement(
            "more times" if further else "times",
            {
                **amount,
                "F": [
                    Tok(t.text, t.kind, t.tag, t.numeral, t.role, fixed=t.kind == "word") for t in said.times
                ],
                "H": holder(subject),
                "O": holder(like),
                "T": told,
            },
        )
    ]


def _last_other(subject: Noun | None, story: Story) -> Noun | None:
    others = [one for one in (*story.holders, *story.names) if subject is None or key(one) != key(subject)]
    return others[-1] if len(others) == 1 else None


def measured_in(story: Story, quality: str) -> Noun:
    if story.measure is None:
        named = "years" if quality in ("old", "aged") else f"{quality}s"
        story.measure = Noun(words=(Tok(f"x-{named}", "word", "NNS"),))
    return story.measure


def compares(said: Clause, what: Noun) -> bool:
    """ "4 kilograms less", "has 5 more": with what is compared is not said again."""
    degree = what.more
    return bool(degree) and said.base in ("have", "be") and not said.wished


def more_than(said: Clause, what: Noun, subject: Noun | None, setting: Setting) -> list[Statement] | None:
    """ "Ann has 5 more pens than Tom", "Ann is 5 years older than Tom"."""
    story = setting.story
    other = story.whom(said.than) if said.than is not None else _last_other(subject, story)
    if (
        subject is None
        or other is None
        or other.figure
        or said.phrases
        or said.wished
        or "phrase" in said.marks
        or what.joined
    ):
        return None
    percent = any(t.low in ("%", "percent") for t in what.figure)
    told = counted(what, story)
    if percent or told is None or not (said.degree or what.more):
        return None
    degree = "more" if (said.degree or what.more) in ("more", "additional", "extra") else "fewer"
    parts = {"N": figure_of(what), "W": [fixed(degree)], "T": told, "H": holder(subject)}
    story.named(subject)
    if story.is_thing(other):
        return [Statement("more of", {**parts, "V": many(other)})]
    story.named(other)
    story.held.append((key(what if what.words else story.things[-1]), subject))
    return [Statement("more", {**parts, "O": holder(other)})]
