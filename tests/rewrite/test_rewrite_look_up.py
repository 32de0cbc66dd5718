"""A plain look-up keeps nothing of its asker's sentence; anything else is never taken for one."""

from __future__ import annotations

import re

import pytest
from rewrite_charts import chart, label_of, rewritten

from recast.language.mentions import find_mentions
from recast.rewrite.look_up import sentences
from recast.types import Rewritten

LANDS = ("Norland", "Sudmark", "Ostrey")
CROPS = ("Maize", "Barley")
OPERATIONS = (
    "total", "average", "median", "not", "above", "left", "between", "rank", "next", "except", "often", "colour",
    "increase", "grow", "red",
)  # fmt: skip
FORM = re.compile(r"What (?:is|value|[a-z-]+ (?:do|does)) .*\?")


def mentioned(result: Rewritten) -> set[str]:
    assert result.table is not None
    names = [*result.table.categories, *(s.label for s in result.table.series)]
    return {names[m.label] for m in find_mentions(result.question, names)}


@pytest.mark.parametrize(
    "question",
    [
        "How much money did the milling sector add to Norland's treasury?",
        "How many people drank cider in Norland?",
        "What percentage of farmers said that they like Norland",
        "How high was the yield of the Norland bar?",
        "What was the price in Norland?",
        "In Norland, how many mills were there?",
    ],
)
def test_look_ups_of_one_series_are_restated(question: str) -> None:
    forms = set()
    for seed in range(12):
        result = rewritten(question, chart(LANDS), seed=seed)
        assert mentioned(result) == {label_of(result, "Norland")}
        assert FORM.fullmatch(result.question)
        assert result.table is not None
        plain = result.question.replace(label_of(result, "Norland"), "L")
        plain = plain.replace(result.table.y_title.lower(), "m").replace(result.table.series[0].unit, "u")
        forms.add(plain.replace(" in u", ""))
    assert len(forms) > 1
    assert forms <= set(sentences("L", "", "m", ""))


def test_two_questions_for_one_cell_become_the_same() -> None:
    one = rewritten("How many mills did Norland have?", chart(LANDS)).question
    assert one == rewritten("What was the number of mills in Norland?", chart(LANDS)).question


def test_the_series_is_named_where_there_are_several() -> None:
    for seed in range(8):
        result = rewritten("How much barley did Sudmark roast?", chart(LANDS, CROPS), seed=seed)
        assert mentioned(result) == {label_of(result, "Sudmark"), label_of(result, "Barley")}
        assert "roast" not in result.question
        assert FORM.fullmatch(result.question)


def test_the_only_series_is_named_if_and_only_if_the_question_names_it() -> None:
    for seed in range(8):
        named = rewritten("What was the maize of Sudmark?", chart(LANDS, ("Maize",)), seed=seed)
        assert mentioned(named) == {label_of(named, "Sudmark"), label_of(named, "Maize")}
        bare = rewritten("How much was it in Sudmark?", chart(LANDS, ("Maize",)), seed=seed)
        assert mentioned(bare) == {label_of(bare, "Sudmark")}


def test_years_and_units() -> None:
    table = chart(("2018", "2019"), role="time", unit="$", scale="million")
    for seed in range(8):
        result = rewritten("How many million dollars did the mill earn in the year 2019?", table, seed=seed)
        assert result.table is not None
        assert "2019" in result.question
        assert result.question.endswith(f" in {result.table.series[0].unit}?")
        assert "in $" not in result.question


@pytest.mark.parametrize(
    "question",
    [
        "What was the total price in Norland?",
        "What was the average price in Norland?",
        "What was the median in Norland?",
        "Which price was in Norland?",
        "Was the price of Norland 12?",
        "Is Norland red?",
        "What colour is Norland?",
        "By how much did Norland grow?",
        "How much did Norland increase?",
        "How many lands are not Norland?",
        "How many lands are above Norland?",
        "How many bars are left of Norland?",
        "How much was the price between Norland and Sudmark?",
        "What is the rank of Norland?",
        "What is next to Norland?",
        "How much is the price of all lands except Norland?",
        "How often did Norland mill?",
        "What is the price?",
    ],
)
def test_anything_else_is_rewritten_word_by_word(question: str) -> None:
    result = rewritten(question, chart(LANDS))
    assert result.question.split()[0] == question.split()[0]
    kept = [word for word in re.findall(r"[a-z]+", question) if word in OPERATIONS]
    assert all(word in result.question for word in kept)


def test_one_series_of_several_is_not_guessed() -> None:
    assert "value of" not in rewritten("How much did Sudmark grow?", chart(LANDS, CROPS)).question


def test_a_name_that_the_title_does_not_hold_stays_in_the_question() -> None:
    asked = "How many mills did Bremmel have in Norland?"
    known = rewritten(asked, chart(LANDS, title="Mills of Bremmel by land"))
    assert FORM.fullmatch(known.question)
    assert known.question.count(" ") < 7
    other = rewritten(asked, chart(LANDS, title="Mills of Corrin by land"))
    assert re.fullmatch(r"How many [a-z-]+ did [A-Z][a-z]+ have in [A-Z][a-z]+\?", other.question)


def test_a_year_goes_only_where_the_chart_names_no_time_at_all() -> None:
    asked = "How much money did people spend in Norland in 2011?"
    assert not re.search(r"[0-9]", rewritten(asked, chart(LANDS)).question)
    assert "2011" in rewritten(asked, chart(LANDS, title="Spending, 2012")).question
    assert "2011" in rewritten(asked, chart(LANDS, ("2012",))).question
    assert "2011" in rewritten(asked, chart(LANDS), policy="paper").question
