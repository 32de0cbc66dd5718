"""What figure a question asks for, by its asking words."""

from __future__ import annotations

import pytest

from recast.language.asked_figure import Said, asked, asks_when
from recast.language.tagging import tag_sentence
from recast.language.words import lemma, tokens


def said(question: str) -> list[Said]:
    words = [token.text.casefold() for token in tokens(question)]
    tags = tag_sentence([(word, None) for word in words])
    return [
        Said(word, tag, lemma(word), frozenset({lemma(word)})) for word, tag in zip(words, tags, strict=True)
    ]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did the last tram run?", "year"),
        ("In what year was the league founded?", "year"),
        ("How many stations did the line have when it opened?", "count"),
        ("How old was the painter when her first book came out?", "age"),
        ("What percentage of the pupils walk to school?", "share"),
        ("How much did the bridge cost?", "money"),
        ("How deep is the lake?", "measure"),
    ],
)
def test_the_kind_is_that_of_the_asking_words(question: str, kind: str) -> None:
    what = asked(said(question))
    assert what is not None
    assert what.kind == kind


@pytest.mark.parametrize("question", ["Who built the bridge?", "How many more boats than ships were lost?"])
def test_no_figure_of_a_text_is_asked_for(question: str) -> None:
    assert asked(said(question)) is None


def test_a_time_in_a_question_is_not_what_it_asks_for() -> None:
    assert asks_when("When was the club formed?")
    assert not asks_when("What was the price of coal when the mine closed?")


def test_the_noun_that_is_counted_is_found_with_what_stands_before_it() -> None:
    what = asked(said("How many of the infected patients recovered?"))
    assert what is not None
    assert [set(term.keys) for term in what.counted] == [{"infect"}, {"patient"}] or [
        set(term.keys) for term in what.counted
    ] == [{"infected"}, {"patient"}]
