"""The entries of a story: whose they are, and what is done with them."""

from __future__ import annotations

from recast.solve.texts.entries import entries
from recast.solve.texts.story import read


def test_a_clause_without_a_verb_takes_over_the_one_before() -> None:
    first, second = entries(read("Ann picked 34 pears in July and 27 in August."), ()) or ()
    assert (first.verb, first.bare) == ("pick", False)
    assert (second.verb, second.unit, second.bare) == ("pick", "pear", True)


def test_numbers_before_the_first_verb_of_a_sentence_have_that_verb() -> None:
    told = entries(read("There are 9 dogs. This week 6 dogs and 11 cats were adopted."), ()) or ()
    assert [one.verb for one in told] == ["be", "adopt", "adopt"]


def test_a_pronoun_means_who_was_told_of() -> None:
    told = entries(read("Ann had 22 pears. Her sister gave her 47 more pears."), ()) or ()
    assert [one.whose for one in told] == [frozenset({"ann"}), frozenset({"sist"})]
    assert told[1].to == frozenset({"*"})


def test_numerals_keep_their_places() -> None:
    told = entries(read("Ann had 9 pears. Bo ate 9."), read("How many of the 9 are left?")) or ()
    assert [(one.place, one.asked) for one in told] == [(0, False), (1, False), (2, True)]


def test_a_story_without_a_verb_has_no_entries() -> None:
    assert entries(read("14 pears."), ()) is None
