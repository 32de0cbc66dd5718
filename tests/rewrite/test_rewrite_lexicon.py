"""Each kind of residue that charts have is closed (design, section 4), and what a question needs is kept."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from rewrite_charts import chart, label_of, rewritten, said

from recast.errors import Refused
from recast.language.colours import NAMES
from recast.language.inflect import plural
from recast.language.mentions import find_mentions
from recast.language.worlds import load_worlds
from recast.policy import PRESETS
from recast.rewrite.labels import axis_kind
from recast.rewrite.lexicon import lexicon
from recast.types import Cell, Record, Rewritten, Series, Table

LANDS = ("Norland", "Sudmark", "Ostrey", "Westholm")
CROPS = ("Maize", "Barley", "Lentils")


def mentioned(result: Rewritten) -> list[str]:
    assert result.table is not None
    names = [*result.table.categories, *(s.label for s in result.table.series)]
    return [names[m.label] for m in find_mentions(result.question, names)]


# ── what gives a source away ─────────────────────────────────────────────────────────────────────────────────


def test_number_words_become_digits() -> None:
    result = rewritten("How many lands have more than thirty-eight of the seven items?", chart(LANDS))
    assert "38" in result.question
    assert not re.search(r"thirty|eight|seven", result.question)


@pytest.mark.parametrize("unit", ["%", "$", "USD", "tonnes", "€"])
def test_units_become_one_invented_unit(unit: str) -> None:
    table = chart(LANDS, unit=unit, title=f"Harvest of maize ({unit})", y=f"Harvest in {unit}")
    named = "percentage points" if unit == "%" else "dollars" if unit != "tonnes" else "tonnes"
    result = rewritten(f"By how many {named} did Norland exceed Ostrey ($40,000)?", table)
    assert result.table is not None
    assert not re.search(r"[%$€]|percent|dollar|tonne|usd|points", said(result), re.IGNORECASE)
    assert result.table.series[0].unit in result.question
    assert f"40000 {result.table.series[0].unit}" in result.question
    assert result.table.series[0].scale == ""


def test_series_of_one_unit_share_it_and_others_do_not() -> None:
    table = chart(LANDS, [Series("Price", unit="$"), Series("Cost", unit="$"), Series("Share", unit="%")])
    made = rewritten("What is the price of Norland?", table).table
    assert made is not None
    assert made.series[0].unit == made.series[1].unit != made.series[2].unit


@pytest.mark.parametrize(
    "labels",
    [
        ("Q1 '19", "Q2 '19", "Q3 '19"),
        ("CO2", "CH4", "N2O"),
        ("Group A", "Group B", "Group C"),
        ("18-29", "30-49", "50-64", "65+"),
        ("Jan 2020", "Feb 2020", "Mar 2020"),
        ("2016/17", "2017/18", "2018/19"),
        ("Top 10", "Top 20", "All"),
        ("3 May 2019", "4 May 2019"),
        ("GDP", "CPI", "PPP"),
        ("Ann and Ann-Marie", "Otto I", "Otto II"),
        ("Rate (%)", "Share [%]"),
        ("Rock & Roll", "R&B"),
        ("Full-time", "Part-time"),
        ("東京", "大阪"),
        ("More", "Less", "About the same"),
        ("Total", "Average"),
    ],
)
def test_labels_are_replaced_whole(labels: tuple[str, ...]) -> None:
    result = rewritten(f"What is the value of {labels[0]}?", chart(labels))
    assert result.table is not None
    for label in result.table.categories:
        assert re.fullmatch(r"[A-Z][a-z]+(?:-[a-z]+)?", label)
    parts = {part.casefold() for label in labels for part in re.findall(r"\w+", label)}
    assert parts.isdisjoint(re.findall(r"\w+", "\n".join(result.table.categories).casefold()))
    assert not re.search(r"\d", said(result))


def test_the_title_keeps_nothing_of_its_syntax() -> None:
    table = chart(LANDS, title="Trade & Transport - Rate (%), Year 2009–2013", x="Land", y="Rate (%)")
    made = rewritten("What is the rate of Norland?", table).table
    assert made is not None
    assert re.fullmatch(r"[A-Z][a-z-]+(?: in [A-Z][a-z]+)? by [a-z-]+", made.title)
    assert made.subtitle == ""


def test_brackets_quotes_and_hyphens_of_a_question_go() -> None:
    result = rewritten(
        "What was the 'like-for-like' T-shirt price (in U.S. dollars) for \"Norland\"?", chart(LANDS)
    )
    assert not re.search(r"[()\"'&/-]", result.question)
    assert mentioned(result) == [label_of(result, "Norland")]


def test_a_leading_reference_to_the_source_goes() -> None:
    result = rewritten(
        "According to the Harvest Office, what is the gap of Ostrey and Norland?", chart(LANDS)
    )
    assert (
        result.question
        == f"What is the gap of {label_of(result, 'Ostrey')} and {label_of(result, 'Norland')}?"
    )


def test_a_year_of_the_whole_chart_goes() -> None:
    table = chart(LANDS, title="Harvest by land, 2017")
    assert not re.search(r"\d", said(rewritten("How large was the harvest of Ostrey in 2017?", table)))
    assert "2018" in rewritten("How large was the harvest of Ostrey in 2018?", table).question


def test_a_word_of_the_world_that_is_in_the_source_is_not_used() -> None:
    world = {word for found in load_worlds() for word in found.all_words()}
    taken = " ".join(sorted(world)[::2])
    for seed in range(8):
        text = said(rewritten(f"What is the {taken} of Norland?", chart(LANDS), seed=seed)).casefold()
        assert not set(re.findall(r"[a-z-]+", text)) & set(taken.split())


# ── what a question needs ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("What is Norland's value?", ["Norland"]),
        ("Is the value of NORLAND above that of the Westholms?", ["Norland", "Westholm"]),
        ("What is the gap between Ostrey and Sudmark?", ["Ostrey", "Sudmark"]),
        ("Which is larger, Lentil or barley, in Sudmark?", ["Lentils", "Barley", "Sudmark"]),
    ],
)
def test_mentions_are_found_again(question: str, named: list[str]) -> None:
    result = rewritten(question, chart(LANDS, CROPS))
    assert mentioned(result) == [label_of(result, name) for name in named]


def test_a_part_of_a_label_still_names_it() -> None:
    table = chart(("Upper secondary school", "Primary school", "University"))
    result = rewritten("How far is secondary above primary?", table)
    assert mentioned(result) == [
        label_of(result, "Upper secondary school"),
        label_of(result, "Primary school"),
    ]


def test_a_word_of_a_series_that_is_named_whole_is_not_carried_over_to_the_labels_that_have_it() -> None:
    table = chart(("Shoe Shops", "Book Shops", "Toy Shops"), ("Number of Shops",))
    question = "What is the difference between the highest value of Number of Shops and the lowest?"
    made = rewritten(question, table).table
    assert made is not None
    assert all(" " not in label for label in made.categories)


def test_a_word_shared_by_several_labels_is_carried_over_only_if_asked() -> None:
    table = chart(("Maize exports", "Barley exports", "Rents"))
    assert all(" " not in label for label in rewritten("What is the sum?", table).table.categories)  # type: ignore[union-attr]
    result = rewritten("What is the sum of all exports?", table)
    word = label_of(result, "Maize exports").split()[-1]
    assert label_of(result, "Barley exports").endswith(f" {word}")
    assert word[:-1] in result.question  # its plural may end in "ies"
    assert " " not in label_of(result, "Rents")


def test_plural_and_possessive_follow_the_question() -> None:
    table = chart(("Chairs", "Tables for two", "Lamps"))
    result = rewritten("Is the chair's price above the price of lamps?", table)
    assert re.search(r"\b[a-z]+'s [a-z]+ above", result.question)
    assert result.question.endswith(f"{label_of(result, 'Lamps').lower()}?")


def test_plain_years_stay_for_the_number_map() -> None:
    table = chart(("2018", "2019*", "2020"), ("2001", "Maize"), role="time")
    result = rewritten("Which was the value in 2019 for 2001?", table)
    assert result.table is not None
    assert result.table.categories == ("2018", "2019", "2020")
    assert result.table.series[0].label == "2001"
    assert result.question.startswith("Which was the value in 2019 for 2001")
    assert not any(pair.restores and pair.source in ("2018", "2001") for pair in result.substitutions.pairs)


def test_times_and_intervals_become_names_in_their_order() -> None:
    newest_first = rewritten(
        "Which was it in March 2020?", chart(("Mar 2020", "Feb 2020", "Dec 2019"), role="time")
    )
    assert newest_first.table is not None
    assert list(newest_first.table.categories) == sorted(newest_first.table.categories, reverse=True)
    assert newest_first.question.endswith(f"in {newest_first.table.categories[0]}?")
    ages = rewritten("Is 65 and older above 18 to 29?", chart(("18-29", "30-64", "65+")))
    assert ages.table is not None
    assert list(ages.table.categories) == sorted(ages.table.categories)
    assert mentioned(ages) == [ages.table.categories[2], ages.table.categories[0]]


def test_labels_that_differ_only_in_case_or_not_at_all_stay_apart() -> None:
    made = rewritten("What is the value?", chart(("Ab", "AB", "ab", "Norland", "Norland"))).table
    assert made is not None
    assert len({label.casefold() for label in made.categories}) == 5


def test_reasoning_words_stay_and_labels_of_that_name_go() -> None:
    table = chart(("More", "Fewer", "Total"))
    result = rewritten('How much more is "More" than the average of all bars?', table)
    assert result.question == f"How much more is {label_of(result, 'More')} than the average of all bars?"


def test_colours_stay_true_if_the_question_names_one() -> None:
    series = [Series("Maize", "blue", "#0000ff"), Series("Barley", "dark red", "#880000")]
    asked = rewritten("What is the sum of the blue bars?", chart(LANDS, series)).table
    assert asked is not None
    assert [s.colour_name for s in asked.series] == ["blue", "dark red"]
    seen = set()
    for seed in range(12):
        made = rewritten(
            "What is the sum of the Maize bars?", chart(LANDS, series), policy="balanced", seed=seed
        ).table
        assert made is not None
        names = [s.colour_name for s in made.series]
        assert set(names) <= set(NAMES)
        assert len(set(names)) == 2
        seen.add(tuple(names))
    assert len(seen) > 5


def test_a_canonical_chart_has_the_colours_of_every_other() -> None:
    asked, seen = "What is the sum of all the values?", set()
    for seed, names in enumerate(
        (("gold", "yellow", "red"), ("blue", "orange", "navy"), ("pink", "grey", "teal"))
    ):
        table = chart(LANDS, CROPS)
        series = tuple(replace(s, colour_name=name) for s, name in zip(table.series, names, strict=True))
        told = Record("r", "image", "", asked, (), replace(table, series=series), restated=asked)
        made = lexicon(told, PRESETS["strict"], random.Random(seed)).table
        assert made is not None
        seen.add(tuple(s.colour_name for s in made.series))
    assert seen == {("blue", "orange", "green")}


def test_equal_colours_of_categories_stay_equal() -> None:
    table = chart(LANDS)
    coloured = Table(
        **{f: getattr(table, f) for f in table.__slots__}
        | {"category_colours": ("red", "blue", "blue", "blue")}
    )
    made = rewritten("How many colours are used?", coloured)
    assert made.table is not None
    order = made.row_order
    names = made.table.category_colours
    assert len(set(names)) == 2
    assert names.count(names[order.index(0)]) == 1


def test_a_scale_word_is_restated_in_the_scale_of_the_chart() -> None:
    result = rewritten(
        "Which land had more than 1.5 billion dollars?", chart(LANDS, unit="$", scale="million")
    )
    assert re.search(r"more than 1500 \w+", result.question)
    unscaled = rewritten(
        "Which land had more than 12 billion dollars?", chart(LANDS, title="In billion dollars")
    )
    assert re.search(r"more than 12 \w+", unscaled.question)


def test_a_relative_change_stays_an_operation() -> None:
    for question in (
        "By what percentage did Norland exceed Ostrey?",
        "What is the percentage change from Norland to Ostrey?",
    ):
        assert "percentage" in rewritten(question, chart(LANDS, unit="%")).question


def test_names_outside_the_chart_become_names_and_phrases_one_noun() -> None:
    result = rewritten(
        "Which was the net fresh water consumption of the Department of Works in Ostrey?", chart(LANDS)
    )
    assert re.fullmatch(
        rf"Which was the [a-z-]+ of the [A-Z][a-z]+ in {label_of(result, 'Ostrey')}\?", result.question
    )


def test_choices_are_rewritten_with_the_question() -> None:
    result = rewritten("Which land is first?", chart(LANDS), choices=("Norland", "Ostrey", "12 dollars"))
    assert list(result.choices[:2]) == [label_of(result, "Norland"), label_of(result, "Ostrey")]
    assert result.choices[2].startswith("12 ")


@pytest.mark.parametrize("title", ["", "Year", "Season", "Date"])
def test_plain_years_are_called_year_whatever_the_source_calls_them(title: str) -> None:
    made = rewritten("Which year was highest?", chart(("2018", "2019"), x=title, role="time")).table
    assert made is not None
    assert made.x_title == "Year"
    assert re.fullmatch(r"[A-Z][a-z-]+", made.y_title)


@pytest.mark.parametrize(
    "titles", [("", ""), ("Month", "Value"), ("Category", "Percentage"), ("Realm", "Rate (%)")]
)
def test_axis_titles_are_the_worlds_whether_or_not_the_source_has_any(titles: tuple[str, str]) -> None:
    made = rewritten("What is the sum?", chart(LANDS, x=titles[0], y=titles[1])).table
    bare = rewritten("What is the sum?", chart(LANDS)).table
    assert made is not None
    assert bare is not None
    assert (made.x_title, made.y_title, made.title) == (bare.x_title, bare.y_title, bare.title)


@pytest.mark.parametrize("title", ["", "Month"])
def test_months_that_become_names_are_called_as_their_axis(title: str) -> None:
    result = rewritten("Which month was above the mean of all months?", chart(("Jan", "Feb", "Mar"), x=title))
    assert result.table is not None
    word = result.table.x_title.lower()
    assert "month" not in said(result).lower()
    assert result.question.startswith(f"Which {word} was above the mean of all {word}")


def test_an_operation_that_is_an_axis_title_stays() -> None:
    table = chart(LANDS, x="Category", y="Value")
    assert (
        rewritten("Which category has the highest value?", table).question
        == "Which category has the highest value?"
    )


def test_small_structural_numbers_are_words_and_their_nouns_plural() -> None:
    for asked in ("What is the average of last 2 bar?", "What is the average of last two bars"):
        assert rewritten(asked, chart(LANDS)).question == "What is the average of last two bars?"
    assert (
        "top 2 bars" in rewritten("What is the sum of the top 2 bars?", chart(LANDS), policy="paper").question
    )


@pytest.mark.parametrize(
    ("asked", "mended"),
    [
        ("what's the the largest gap??", "What is the largest gap?"),
        ("Was is the median", "What is the median?"),
        ("whats the median?", "What is the median?"),
        ("What is the minimum value of value?", "What is the lowest value?"),
        ("find the median", "Find the median."),
        ("Is the sum above the median.", "Is the sum above the median?"),
    ],
)
def test_slips_of_the_asker_go(asked: str, mended: str) -> None:
    assert rewritten(asked, chart(LANDS)).question == mended


# ── the draw ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_draw_alone_decides_the_words() -> None:
    one = rewritten("What is the value of Norland?", chart(LANDS, CROPS), seed=5)
    other = rewritten(
        "What is the value of Abbot?", chart(("Abbot", "Bremmel", "Corrin", "Dunmar"), CROPS), seed=5
    )
    assert one.table is not None
    assert other.table is not None
    assert sorted(one.table.categories) == sorted(other.table.categories)
    assert one.table.title == other.table.title
    again = rewritten("What is the value of Norland?", chart(LANDS, CROPS), seed=5)
    assert (again.question, again.table, again.row_order) == (one.question, one.table, one.row_order)
    assert rewritten("What is the value of Norland?", chart(LANDS, CROPS), seed=6).question != one.question


def test_paper_keeps_units_and_rows() -> None:
    table = chart(LANDS, unit="$", scale="million", y="Harvest")
    result = rewritten("How many million dollars, or 5%, did Norland lose?", table, policy="paper")
    assert result.row_order == (0, 1, 2, 3)
    assert result.table is not None
    assert (result.table.series[0].unit, result.table.series[0].scale) == ("$", "million")
    assert "million dollars" in result.question
    assert "5%" in result.question


def test_paper_replaces_a_unit_that_is_content() -> None:
    series = (Series("Entries", unit="tickets", scale="million"), Series("Weight", unit="kg"))
    result = rewritten(
        "How many million tickets and kg did Norland sell?", chart(LANDS, series), policy="paper"
    )
    assert result.table is not None
    shown = result.table.series
    assert (shown[0].scale, shown[1].unit) == ("million", "kg")
    assert shown[0].unit
    assert "ticket" not in said(result)
    assert f"million {shown[0].unit} and kg" in result.question


def test_a_decade_stays_one() -> None:
    assert "2020s" in rewritten("What is the mean across all 2020s?", chart(LANDS)).question


def test_sixty_categories_and_eight_series_get_labels_of_their_own() -> None:
    lands = [f"Land number {chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(60)]
    made = rewritten("What is the sum?", chart(lands, [f"Crop {c}" for c in "abcdefgh"])).table
    assert made is not None
    assert len({*made.categories, *(s.label for s in made.series)}) == 68


@pytest.mark.parametrize("question", ["", "   ", "?", "\x00\u202e", "a" * 10_000, "؟", "5", "$", "…—–“”"])
def test_odd_questions_do_not_break_it(question: str) -> None:
    result = rewritten(question, chart(LANDS))
    assert result.question.isascii()


def test_a_record_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="table"):
        lexicon(Record("r", "text", "text", "What?"), PRESETS["strict"], random.Random(1))


def test_cells_are_the_source_cells_in_the_new_order() -> None:
    table = chart(LANDS, CROPS)
    result = rewritten("What is the sum?", table)
    assert result.table is not None
    for old, new in zip(table.cells, result.table.cells, strict=True):
        assert tuple(old[place] for place in result.row_order) == new
    assert all(isinstance(cell, Cell) for row in result.table.cells for cell in row)


def test_closed_sends_a_question_in_a_sentence_of_ours_or_not_at_all() -> None:
    closed = replace(PRESETS["paper"], question="closed")
    told = Record("r", "image", "", "Do the quiet lands rival Norland in any way?", (), chart(LANDS))
    with pytest.raises(Refused, match="--policy balanced"):
        lexicon(told, closed, random.Random(1), b"key")
    assert lexicon(replace(told, restated="What is the value of Norland?"), closed, random.Random(1), b"key")
    looked_up = replace(told, question="What is the value of Norland?")
    assert lexicon(looked_up, closed, random.Random(1), b"key").question


@pytest.mark.parametrize("choices", [("Norland", "Sudland"), ("12", "30"), ("30%", "12%"), ("Yes", "No")])
def test_closed_lets_choices_out_that_are_labels_or_numbers(choices: tuple[str, ...]) -> None:
    closed = replace(PRESETS["strict"], question="closed")
    asked = "What is the value of Norland?"
    told = Record("r", "image", "", asked, choices, chart(("Norland", "Sudland")), restated=asked)
    assert len(lexicon(told, closed, random.Random(1), b"key").choices) == 2


@pytest.mark.parametrize("choice", ["Norland, mostly for its orchards", "the quiet one", "A harbour"])
def test_closed_lets_no_choice_out_that_says_more(choice: str) -> None:
    closed = replace(PRESETS["strict"], question="closed")
    asked = "What is the value of Norland?"
    told = Record("r", "image", "", asked, ("Norland", choice), chart(("Norland", "Sudland")), restated=asked)
    with pytest.raises(Refused, match="a choice says more than labels"):
        lexicon(told, closed, random.Random(1), b"key")


@pytest.mark.parametrize("seed", range(4))
def test_drawn_labels_are_of_one_kind_whatever_those_of_the_source_are(seed: int) -> None:
    sources = (LANDS, ("Nurses", "Teachers", "Voters", "Citizens"), ("Law", "Tax", "Vaccine", "Inflation"))
    asked, kinds = "What is the sum of all the values?", set()
    for labels in sources:
        told = Record("r", "image", "", asked, (), chart(labels[:4]), restated=asked)
        made = lexicon(told, PRESETS["strict"], random.Random(seed), b"key").table
        assert made is not None
        kinds.add(axis_kind(made.categories))
    assert len(kinds) == 1


def test_labels_keep_their_kind_where_the_question_keeps_its_sentence() -> None:
    people = {plural(word) for world in load_worlds() for word in world.words["person"]}
    for seed in range(12):
        made = rewritten(
            "Which of them like the harbour?", chart(("Nurses", "Teachers", "Voters")), seed=seed
        ).table
        assert made is not None
        assert people.issuperset(label.lower() for label in made.categories)
