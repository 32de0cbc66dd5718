"""Questions of every kind over small tables of our own, answered by running the program that the rules write."""

from __future__ import annotations

import ast
import itertools
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from recast.program.parse import parse
from recast.program.runnable import runnable
from recast.program.sandbox import run as run_in_sandbox
from recast.solve.charts.sketch import sketch
from recast.solve.charts.understand import NotUnderstood, understand
from recast.types import CategoryRole, Cell, ChartKind, Orientation, Series, Table


def table(
    kind: ChartKind,
    categories: str,
    rows: dict[str, str],
    *,
    x: str = "",
    y: str = "",
    time: bool = False,
    orientation: Orientation = "vertical",
    colours: str = "",
    marks: str = "",
) -> Table:
    """A table from words: categories and values split at spaces ("_" is a space, "-" a missing cell)."""
    names = tuple(word.replace("_", " ") for word in categories.split())
    colour_names = colours.split(",") if colours else [""] * len(rows)
    cells = tuple(
        tuple(Cell(None, None, "missing") if v == "-" else Cell(Decimal(v), v) for v in values.split())
        for values in rows.values()
    )
    series = tuple(Series(label, colour) for label, colour in zip(rows, colour_names, strict=True))
    role: CategoryRole = "time" if time else "nominal"
    category_colours = tuple(marks.split(",")) if marks else ()
    return Table(kind, orientation, "", "", x, y, role, names, series, cells, category_colours)


FRUIT = table("bar", "Apples Pears Plums Quinces Medlars", {"": "12 30 7 21 15"}, x="Fruit", y="Harvest")
YEARS = table("line", "2014 2015 2016 2017 2018", {"": "10 14 9 20 25"}, x="Year", y="Visitors", time=True)
GROUPED = table(
    "grouped_bar",
    "Northport Southport Eastport",
    {"Ferries": "8 5 11", "Barges": "3 9 4"},
    x="Harbour",
    colours="blue,navy",
)
LINES = table(
    "line",
    "2010 2011 2012 2013 2014",
    {"Owls": "10 12 18 26 30", "Hawks": "20 19 17 16 15"},
    x="Year",
    time=True,
    colours="red,green",
)
STACK = table(
    "stacked_bar",
    "2019 2020 2021",
    {"Rye": "10 12 14", "Oats": "20 18 25"},
    x="Year",
    time=True,
    colours="blue,grey",
)
SHARES = table("pie", "Bread Cheese Ham Olives", {"": "40 30 20 10"}, marks="blue,red,blue,green")
LYING = table("bar", "Ash Birch Cedar Elm", {"": "9 3 8 5"}, orientation="horizontal", x="Tree", y="Height")


COSTS = table(
    "grouped_bar",
    "Tallin Berrow Cass",
    {"Fare": "10 20 30", "Distance": "5 4 3", "Delay": "1 2 6"},
    colours="navy,light blue,teal",
)
NETWORKS = table("bar", "5G 4G Wi-Fi", {"": "10 20 40"}, marks="navy,light blue,orange")
SURVEY = table("bar", "Any Calls Games Music", {"": "80 40 30 20"}, marks="navy,blue,blue,blue")


def answer(question: str, over: Table) -> Any:
    """What the program for a question comes to when each operand stands for itself."""
    program = understand(question, over)
    assert isinstance(program, str), f"{program}: {sketch(question, over).text}"
    names: dict[str, Any] = {"protected": lambda written: written}
    exec(program, names)
    return names["answer"]


@pytest.mark.parametrize(
    ("question", "over", "expected"),
    [
        # look-up
        ("How many pears were picked?", FRUIT, 30),
        ("What is the harvest of quinces?", FRUIT, 21),
        ("What was the number of visitors in 2016?", YEARS, 9),
        ("How many barges are there in Southport?", GROUPED, 9),
        ("What is the value of the blue bar in Eastport?", GROUPED, 11),
        ("What is the value of the dark blue bar for Eastport?", GROUPED, 4),
        ("What percentage does cheese make up?", SHARES, 30),
        # difference and change
        ("What is the difference between apples and pears?", FRUIT, 18),
        ("What's the difference in harvest between plums and medlars?", FRUIT, 8),
        ("How many more pears than plums were picked?", FRUIT, 23),
        ("How many fewer plums than pears were there?", FRUIT, 23),
        ("By how much do pears exceed apples?", FRUIT, 18),
        ("How much higher is the number of ferries in Eastport than in Southport?", GROUPED, 6),
        ("In Northport, how many more ferries are there than barges?", GROUPED, 5),
        ("How much did the visitors increase from 2015 to 2018?", YEARS, 11),
        ("By how much did visitors fall from 2015 to 2016?", YEARS, 5),
        ("What is the difference between the highest and the lowest value?", FRUIT, 23),
        ("What is the difference between the largest and second largest bar?", FRUIT, 9),
        ("What is the gap between owls and hawks in 2014?", LINES, 15),
        (
            "What is the difference between the sum of apples and plums and the sum of quinces and medlars?",
            FRUIT,
            17,
        ),
        # sum and share
        ("What is the sum of apples, pears and plums?", FRUIT, 49),
        ("How many apples and medlars are there altogether?", FRUIT, 27),
        ("What is the total of all bars?", FRUIT, 85),
        ("What is the total number of ferries?", GROUPED, 24),
        ("What is the total in Eastport?", GROUPED, 15),
        ("What is the total in 2020?", STACK, 30),
        ("What is the sum of the highest value and the lowest value of the red line?", LINES, 40),
        ("What is the sum of the two lowest bars?", FRUIT, 19),
        ("What is the sum of all bars less than 14?", FRUIT, 19),
        ("What is the total of all fruit except pears?", FRUIT, 55),
        ("What percentage of the total harvest do pears account for?", FRUIT, pytest.approx(30 / 85 * 100)),
        # averages, median, mode
        ("What is the average of apples and pears?", FRUIT, 21),
        ("What is the average value of the last three years 2016 - 2018?", YEARS, 18),
        ("What was the average number of visitors over the last two years?", YEARS, 22.5),
        ("What is the mean of visitors from 2015 to 2017?", YEARS, pytest.approx(43 / 3)),
        ("What is the average number of barges?", GROUPED, pytest.approx(16 / 3)),
        ("What is the median harvest?", FRUIT, 15),
        ("What's the median value of the red line?", LINES, 18),
        ("What is the average of the last two bars?", LYING, 6.5),
        # ratio and percentage change
        ("What is the ratio of apples to pears?", FRUIT, 0.4),
        ("How many times larger is the harvest of pears than that of medlars?", FRUIT, 2),
        ("What is the ratio of the highest to the lowest?", SHARES, 4),
        ("What is the percentage increase in visitors from 2014 to 2018?", YEARS, 150),
        ("By what percentage did the visitors decrease from 2015 to 2016?", YEARS, pytest.approx(500 / 14)),
        # counts
        ("How many fruits are shown in the chart?", FRUIT, 5),
        ("How many bars are there?", GROUPED, 6),
        ("How many lines are in the graph?", LINES, 2),
        ("How many different colors are used in the pie chart?", SHARES, 3),
        ("How many slices are blue?", SHARES, 2),
        ("How many fruits have a harvest above 14?", FRUIT, 3),
        ("How many bars exceed 15?", FRUIT, 2),
        ("How many fruits have at least 15?", FRUIT, 3),
        ("How many fruits are between 10 and 21?", FRUIT, 3),
        ("In how many years were there more than 12 visitors?", YEARS, 3),
        ("How many harbours have more ferries than barges?", GROUPED, 2),
        ("How many fruits have a higher harvest than medlars?", FRUIT, 2),
        ("How many fruits are above the average?", FRUIT, 2),
        # extremes, order, position
        ("What is the highest value?", FRUIT, 30),
        ("What is the smallest value among all the bars?", GROUPED, 3),
        ("What is the second highest harvest?", FRUIT, 21),
        ("What is the largest value of the green line?", LINES, 20),
        ("What was the lowest number of visitors from 2015 to 2018?", YEARS, 9),
        ("What is the leftmost value of the owls graph?", LINES, 10),
        ("What is the value of the last bar?", FRUIT, 15),
        ("What is the value of the bottom bar?", LYING, 5),
        ("What is the value of the third bar from the top?", LYING, 8),
        # which label
        ("Which fruit has the highest harvest?", FRUIT, "Pears"),
        ("What is the fruit with the second lowest harvest?", FRUIT, "Apples"),
        ("Which harbour has the most ferries?", GROUPED, "Eastport"),
        ("Which harbour has the highest total?", GROUPED, "Eastport"),
        ("In which year was the number of visitors the lowest?", YEARS, 2016),
        ("When did the visitors peak?", YEARS, 2018),
        ("When does the number of visitors have the greatest increase?", YEARS, 2017),
        ("In which year did owls first surpass hawks?", LINES, 2012),
        ("In which year did the owls reach 26?", LINES, 2013),
        ("When is the gap between the two lines smallest?", LINES, 2012),
        ("Which line is the highest in 2010?", LINES, "Hawks"),
        ("Which is larger, apples or plums?", FRUIT, "Apples"),
        ("Which fruit has a harvest of 7?", FRUIT, "Plums"),
        ("Which fruits are above 20?", FRUIT, ["Pears", "Quinces"]),
        (
            "Which port has the most ferries?",
            table("grouped_bar", "Old_Port_Quay Weir", {"Ferries": "3 9", "Barges": "4 5"}),
            "Weir",
        ),
        # yes or no
        ("Is the harvest of apples greater than that of plums?", FRUIT, True),
        ("Are there more barges than ferries in Northport?", GROUPED, False),
        ("Is the sum of the two lowest values greater than the highest value?", FRUIT, False),
        ("Does the harvest of pears exceed 25?", FRUIT, True),
        ("Did the visitors increase from 2015 to 2016?", YEARS, False),
        ("Is the value of owls in 2012 more than hawks in 2012?", LINES, True),
        # several operations, quotients of two series, shades of a colour, spellings of percent
        ("What is the sum of the maximum of owls and hawks?", LINES, 50),
        ("What is the difference between the sum of all the bars and the largest bar?", FRUIT, 55),
        ("What is the median of the ratio of fare to distance across all categories?", COSTS, 5),
        ("What is the average difference between fare and delay?", COSTS, 17),
        ("What is the fare per distance in Berrow?", COSTS, 5),
        ("Which has the lowest fare per distance?", COSTS, "Tallin"),
        ("What is the fare per unit of distance in Cass?", COSTS, 10),
        ("How many guests use 5G and Wi-Fi combined?", NETWORKS, 50),
        ("What is the sum of the blue bars?", NETWORKS, 30),
        ("How many bars are blue?", NETWORKS, 2),
        ("What is the sum of the blue bars in Cass?", COSTS, 33),
        ("What is the green bar in Cass?", COSTS, 6),
        ("What is the difference between the highest and the lowest blue bar?", SURVEY, 60),
        ("What is the value of the navy bar?", SURVEY, 80),
        ("What is the percent change from 2014 to 2015?", YEARS, 40),
        ("What was the percentage increase in 2015 compared with 2014?", YEARS, 40),
        ("What was the percentage increase over 2014 in 2015?", YEARS, 40),
        ("By what per cent did the visitors fall from 2014 to 2016?", YEARS, 10),
    ],
)
def test_question_is_answered(question: str, over: Table, expected: object) -> None:
    assert answer(question, over) == expected


@pytest.mark.parametrize(
    ("question", "over"),
    [
        ("", FRUIT),
        ("?!", FRUIT),
        ("How many cherries were picked?", FRUIT),
        ("What was the number of visitors in 2031?", YEARS),
        ("What is the value of the purple bar?", GROUPED),
        ("How many ferries are there?", GROUPED),
        ("Why did the visitors come?", YEARS),
        ("Who wrote this?", FRUIT),
        ("What share has at least cheese?", SHARES),
        ("What is the sum of all the bars and the largest bar?", FRUIT),
        ("What is the sum of the maximum of ferries in Northport and Southport?", GROUPED),
        ("What is the sum of the maximum of ferries and barges in Northport and Southport?", GROUPED),
        ("What is the fare per kilometre in Berrow?", COSTS),
        ("What is the value of 5G and satellite combined?", NETWORKS),
        ("What is the blue bar in Cass?", COSTS),
        ("How many bars are green?", NETWORKS),
        ("Which farm had the fastest pickers in Medlars?", FRUIT),
        ("What percentage of the horses in 2014 were mares?", replace(YEARS, y_title="Number of horses")),
    ],
)
def test_what_is_not_understood_is_said(question: str, over: Table) -> None:
    assert isinstance(understand(question, over), NotUnderstood)


def test_extremes_counts_and_thresholds_are_computed_over_operands() -> None:
    program = understand("Which fruit has the highest harvest?", FRUIT)
    assert program == (
        'values = {protected("Apples"): protected(12), protected("Pears"): protected(30), protected("Plums"): '
        'protected(7), protected("Quinces"): protected(21), protected("Medlars"): protected(15)}\n'
        "answer = max(values, key=lambda k: values[k])\n"
    )
    counted = understand("How many fruits have a harvest above 14?", FRUIT)
    assert isinstance(counted, str)
    assert "sum(1 for v in values.values() if v > protected(14))" in counted


def test_year_labels_are_number_operands() -> None:
    program = understand("In which year were the visitors the highest?", YEARS)
    assert isinstance(program, str)
    assert "protected(2018): protected(25)" in program
    assert '"2018"' not in program


def test_every_program_is_accepted_and_runs_in_the_sandbox() -> None:
    for question in (
        "What is the median harvest?",
        "Which is larger, apples or plums?",
        "How many fruits are above 20?",
    ):
        program = understand(question, FRUIT)
        assert isinstance(program, str)
        tree = parse(f"Computed.\n```python\n{program}```\n").tree
        assert run_in_sandbox(runnable(_Unmarked().visit(tree), exact=True)) == answer(question, FRUIT)


class _Unmarked(ast.NodeTransformer):
    """Lets every operand stand for itself."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return node.args[0] if isinstance(node.func, ast.Name) and node.func.id == "protected" else node


def test_understanding_does_not_depend_on_the_words_that_are_rewritten() -> None:
    other = table("bar", "Lamps Bells Ropes Drums Masks", {"": "12 30 7 21 15"}, x="Thing", y="Weight")
    pairs = [
        (
            "What is the difference in harvest between apples and pears?",
            "What is the difference in weight between lamps and bells?",
        ),
        (
            "Which fruit has the second highest harvest in this village?",
            "Which thing has the second highest weight in this harbour?",
        ),
        (
            "How many fruits have a harvest above 14 baskets?",
            "How many things have a weight above 14 tokens?",
        ),
        (
            "Is the harvest of plums lower than that of quinces?",
            "Is the weight of ropes lower than that of drums?",
        ),
    ]
    for one, two in pairs:
        assert sketch(one, FRUIT).text == sketch(two, other).text
    for (one, _), (_, two) in itertools.product(pairs[:1], pairs[:1]):
        first, second = understand(one, FRUIT), understand(two, other)
        assert isinstance(first, str)
        assert isinstance(second, str)
        assert first.replace("Apples", "Lamps").replace("Pears", "Bells") == second


def test_labels_with_quotes_and_equal_labels_stay_apart() -> None:
    odd = table("bar", 'The_"Crown" crown Rose', {"": "3 9 5"}, x="Inn")
    assert answer("Which inn has the highest value?", odd) == "crown"
    twins = table("bar", "Fox fox Hare", {"": "3 9 5"}, x="Animal")
    assert answer("What is the sum of all values?", twins) == 17
    assert answer("Which animal has the highest value?", twins) == "fox"
    assert answer("How many animals have a value above 4?", twins) == 2


def test_ten_thousand_characters_are_no_trouble() -> None:
    assert isinstance(understand("between apples and pears and " * 350, FRUIT), NotUnderstood | str)


@pytest.mark.parametrize(
    ("question", "over", "expected"),
    [
        ("Who was the leading grower of the county?", FRUIT, "Pears"),
        ("What was the most popular fruit in the county in 1990?", FRUIT, "Pears"),
        ("What did the majority of guests choose?", FRUIT, "Pears"),
        ("What fruit was second in the harvest?", FRUIT, "Quinces"),
        ("Which fruit was the 3rd least picked?", FRUIT, "Medlars"),
        ("The number of visitors was lowest in which year?", YEARS, 2016),
        ("What is the difference between the top 2 fruits?", FRUIT, 9),
        ("What is the difference between the no.1 and no.3 fruit?", FRUIT, 15),
        ("How many more visitors than in 2015 were there in 2018?", YEARS, 11),
        ("What is the sum of the two smaller bars?", FRUIT, 19),
        ("What is the average of the first and last bar?", FRUIT, 13.5),
        ("What is the average of the latest 3 data?", YEARS, 18),
        ("What is apples minus plums, and then divided by pears?", FRUIT, pytest.approx(5 / 30)),
        ("What is the higest bar?", FRUIT, 30),
        ("The shortest light blue bar minus the tallest dark blue bar gives what?", GROUPED, -4),
        ("What is the value of the second blue bar from the left?", SURVEY, 40),
        ("What was the county's best-selling fruit?", FRUIT, "Pears"),
        ("What was the most commonly picked fruit of the county?", FRUIT, "Pears"),
        ("Whose the leading grower of the county?", FRUIT, "Pears"),
        ("Is the value of the largest bar 30?", FRUIT, True),
        ("Is the value of the shortest navy bar is 4?", GROUPED, False),
        ("The difference in the harvest of apples and pears is greater than 20. Is this true?", FRUIT, False),
        ("What does the color red indicate?", SHARES, "Cheese"),
        ("What is represented by the longest bar?", FRUIT, "Pears"),
        ("How many people without access to a market are in Apples and Pears in total?", FRUIT, 42),
    ],
)  # fmt: skip
def test_ways_in_which_people_ask_are_answered(question: str, over: Table, expected: object) -> None:
    assert answer(question, over) == expected


def test_a_threshold_in_full_is_read_in_the_scale_of_the_chart() -> None:
    thousands = replace(FRUIT, series=(Series("", scale="thousand"),))
    assert answer("How many fruits are below 14,000 tons?", thousands) == 2
    assert answer("How many fruits are below 14 tons?", thousands) == 2


_SHOPS = {"2030": "3 5 9", "2031": "7 2 8"}
_TWO_YEARS = table("grouped_bar", "Bonnmoor Kilnsea Tarnholm", _SHOPS, x="Shop", y="Bicycles")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("grew", "Bonnmoor"),
        ("increased", "Bonnmoor"),
        ("rose", "Bonnmoor"),
        ("gained", "Bonnmoor"),
        ("lost", "Kilnsea"),
        ("fell", "Kilnsea"),
        ("declined", "Kilnsea"),
        ("shrank", "Kilnsea"),
    ],
)
@pytest.mark.parametrize("most", ["most", "the most", "the most bicycles"])
def test_what_changed_most_is_told_by_two_points_in_time_only(change: str, expected: str, most: str) -> None:
    question = f"Which shop {change} {most}?"
    assert answer(question, _TWO_YEARS) == expected
    for one in (FRUIT, replace(_TWO_YEARS, series=(Series("Cars"), Series("Vans")))):
        assert isinstance(understand(question, one), NotUnderstood)


def test_a_chart_of_changes_is_looked_up() -> None:
    growth = replace(FRUIT, y_title="Growth in percent")
    assert answer("Which fruit had the highest growth?", growth) == "Pears"
    assert isinstance(understand("Which fruit had the highest growth?", FRUIT), NotUnderstood)


STADIUMS = table(
    "bar", "Old_Green Orm_Stadium Lyle_Stadium Dell", {"": "30 60 55 20"}, x="Stadium", y="Attendance"
)
UNTITLED = replace(STADIUMS, x_title="")


@pytest.mark.parametrize(
    ("question", "over", "expected"),
    [
        ("How many stadiums have an attendance above 25?", STADIUMS, 3),
        ("What is the average attendance of the stadiums?", STADIUMS, 41.25),
        ("How many stadiums are shown?", STADIUMS, 4),
        ("Which stadium's attendance is closest to 32?", STADIUMS, "Old Green"),
        ("Which type of stadiums had the lowest attendance?", UNTITLED, "Dell"),
        ("Which stadium type had the lowest attendance?", UNTITLED, "Dell"),
    ],
)
def test_a_word_of_some_labels_that_is_the_title_of_all_means_all(
    question: str, over: Table, expected: object
) -> None:
    assert answer(question, over) == expected


@pytest.mark.parametrize(
    "question",
    [
        "How many stadiums have an attendance above 25?",
        "How many stadium types are shown?",
        "How many types of stadiums are shown?",
        "What is the average attendance of the stadiums?",
    ],
)
def test_a_kind_that_only_some_labels_are_called_by_is_not_guessed(question: str) -> None:
    assert isinstance(understand(question, UNTITLED), NotUnderstood)


CLASSES = table("bar", "5th 6th 7th 8th", {"": "70 60 65 80"}, x="Class", y="Score")
QUARTERS = table("line", "Q1_2017 Q2_2017 Q1_2018", {"": "10 12 14"}, x="Quarter", time=True)
PETS = table("pie", "Dogs Cats Birds", {"": "300 150 50"})


@pytest.mark.parametrize(
    ("question", "over", "expected"),
    [
        ("What is the score of the 7th class?", CLASSES, 65),
        ("What is the score of the 3rd highest class?", CLASSES, 65),
        ("What was 2017s total?", QUARTERS, 22),
        ("What percentage of the animals are cats?", PETS, 30),
        ("By how much did the number of visitors rise between 2014 and 2017?", YEARS, 10),
        ("When asked where they buy most of it, what percentage named either bread or ham?", SHARES, 60),
        ("Which number of visitors is nearest to 21?", YEARS, 2017),
    ],
)
def test_ordinals_that_are_labels_shares_of_counts_and_introductions(
    question: str, over: Table, expected: object
) -> None:
    assert answer(question, over) == expected


@pytest.mark.parametrize(
    ("question", "over"),
    [
        ("What percentage of the animals are cats?", replace(PETS, kind="bar")),  # of what whole?
        ("What share of them eat cheese or with others?", SHARES),
        ("What is the leading harvest in Norland?", FRUIT),  # the fruit, or how much of it
    ],
)
def test_a_part_of_no_known_whole_and_one_of_two_that_are_meant_are_not_guessed(
    question: str, over: Table
) -> None:
    assert isinstance(understand(question, over), NotUnderstood)


def test_those_against_are_the_series_that_is_called_so() -> None:
    votes = table("grouped_bar", "Orm Lyle", {"In favour": "60 40", "Against": "30 55"})
    assert (
        answer("Is the share of those in favour higher than the share of those against in Orm?", votes)
        is True
    )


AGES = replace(
    table("pie", "Under_18 18_to_34 35_to_54 55_to_74 75_and_over", {"": "16 9 24 38 13"}),
    title="Ages of visitors",
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What share of the visitors are 55 or older?", 51),
        ("What share of the visitors are under 35?", 25),
        ("Do those of 55 and over make up more than half of the pie?", True),
        ("Do those of 18 to 34 make up more than a quarter of the pie?", False),
        ("How many groups have a share of 24 and over?", 2),
    ],
)
def test_an_age_that_bands_make_up_is_these_bands(question: str, expected: object) -> None:
    assert answer(question, AGES) == expected


def test_all_values_are_those_of_every_category_whatever_the_other_side_names() -> None:
    # 12 + 30 against half of 85; of the two alone it would be half of 42
    assert answer("Is the sum of apples and pears above half of the sum of all values?", FRUIT) is False


def test_a_share_of_a_series_in_percent_and_a_rate_that_is_per_head_itself_are_looked_up() -> None:
    regions = table("grouped_bar", "North South", {"Soot (kg/capita)": "31 22", "Recycled (%)": "140 28"})
    assert answer("How much soot per head is there in North?", regions) == 31
    assert answer("What percentage recycled has South got?", regions) == 28
