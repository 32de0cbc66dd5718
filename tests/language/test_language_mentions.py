"""The shared matcher, on labels and questions of our own invention."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast.language.label_parts import is_kind
from recast.language.mentions import (
    AMBIGUOUS,
    all_mentions,
    find_mentions,
    group_mentions,
    without_title_words,
)


def named(text: str, *labels: str) -> list[tuple[str, str]]:
    """What is mentioned: the words of the text, and the label."""
    return [(text[m.start : m.end], labels[m.label]) for m in find_mentions(text, labels)]


def doubtful(text: str, *labels: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(text[m.start : m.end], m.candidates) for m in all_mentions(text, labels) if m.label == AMBIGUOUS]


WHOLE = [
    # as written, in another case, number, possessive
    ("How many cellos did Norland sell?", ("Norland", "Sudland"), [("Norland", "Norland")]),
    ("what is norland's value?", ("Norland", "Sudland"), [("norland", "Norland")]),
    ("What is the total of the Cellos?", ("Cello", "Viola"), [("Cellos", "Cello")]),
    ("How many berries are there?", ("Berry", "Nut"), [("berries", "Berry")]),
    ("What is the teachers' value?", ("Teacher", "Pupil"), [("teachers", "Teacher")]),
    ("How many geese are there?", ("Goose", "Duck"), [("geese", "Goose")]),
    ("How many who disapproved are there?", ("Disapprove", "Approve"), [("disapproved", "Disapprove")]),
    # hyphens, spaces, accents, signs, spelling
    ("Which is larger, half price or full-price?", ("Half-price", "Full price"), [("half price", "Half-price"), ("full-price", "Full price")]),
    ("How many note books are shown?", ("Notebooks", "Pencils"), [("note books", "Notebooks")]),
    ("What is the value of e-bikes?", ("Ebikes", "Scooters"), [("e-bikes", "Ebikes")]),
    ("What is the value of cafes?", ("Cafés", "Bars and inns"), [("cafes", "Cafés")]),
    ("What is the value of salt and pepper?", ("Salt & pepper", "Sugar"), [("salt and pepper", "Salt & pepper")]),
    ("What is the value of Salt & Pepper?", ("salt and pepper", "Sugar"), [("Salt & Pepper", "salt and pepper")]),
    ("What is the value of art/craft?", ("Art and craft", "Music"), [("art/craft", "Art and craft")]),
    ("What is the value of labour?", ("Labor", "Land"), [("labour", "Labor")]),
    ("What share do not know?", ("Don't know", "Yes"), [("do not know", "Don't know")]),
    ("What is the sum for non-members?", ("Members", "Nonmembers"), [("non-members", "Nonmembers")]),
    # the longest label first
    ("How high is sheep milk?", ("Sheep", "Sheep milk", "Milk"), [("sheep milk", "Sheep milk")]),
    ("What is the value of round two?", ("Round 1", "Round 2", "Final"), [("round two", "Round 2")]),
    ("How many are very happy?", ("Happy", "Very happy"), [("very happy", "Very happy")]),
    # brackets and footnote marks
    ("What was the wage of tailors?", ("Wage (crowns)", "Bonus (crowns)"), [("wage", "Wage (crowns)")]),
    ("What was it in 2019?", ("2018", "2019*", "2020*"), [("2019", "2019*")]),
    # initials and aliases
    ("How many live in the UK and the U.S.?", ("United Kingdom", "United States"), [("UK", "United Kingdom"), ("U.S.", "United States")]),
    ("Is the United States above Great Britain?", ("USA", "UK"), [("United States", "USA"), ("Great Britain", "UK")]),
    ("what is the value of the us?", ("United States", "France"), [("us", "United States")]),
    ("What is the FBC's budget?", ("Fish Bay Council", "Oak Hill Council"), [("FBC", "Fish Bay Council")]),
    ("Which GOP is shown?", ("Gross Oat Product (tons)", "Barley"), [("GOP", "Gross Oat Product (tons)")]),
    ("Is 2015 higher than 2000?", ("2000", "2015"), [("2015", "2015"), ("2000", "2000")]),
    ("Did the Northern Bell Union grow?", ("NBU", "KRT"), [("Northern Bell Union", "NBU")]),
    ("How many women agree?", ("Male", "Female"), [("women", "Female")]),
    ("Compare Italians with the French.", ("Italy", "France"), [("Italians", "Italy"), ("French", "France")]),
    ("What is the Austrian value?", ("Austria", "Australia"), [("Austrian", "Austria")]),
    ("Is the Southern value higher?", ("North", "South"), [("Southern", "South")]),
    # ranges and bounds
    ("What share of those aged 25 to 34 agree?", ("18-24", "25-34", "35-44"), [("25 to 34", "25-34")]),
    ("And among 18–24?", ("18 to 24", "25 to 34"), [("18–24", "18 to 24")]),
    ("Compare people 65 and older with those under 18.", ("<18", "18-64", "65+"), [("65 and older", "65+"), ("under 18", "<18")]),
    ("How many are 65+?", ("Under 65", "65 years and over"), [("65+", "65 years and over")]),
    ("difference between 25 to 34 and 35 to 44", ("25-34", "34-35", "35-44"), [("25 to 34", "25-34"), ("35 to 44", "35-44")]),
    ("How many over 65s voted, and how many under-18s?", ("<18", "18-64", "65+"), [("over 65s", "65+"), ("under-18s", "<18")]),
    ("How many above the age of 65?", ("18-65", "65+"), [("above the age of 65", "65+")]),
    ("Who plays for three to four hours?", ("1-2 hours", "3-4 hours"), [("three to four hours", "3-4 hours")]),
    ("Who plays less than one hour?", ("Under 1 hour", "1-2 hours"), [("less than one hour", "Under 1 hour")]),
    ("Who sings several times per week?", ("Several times a week", "Never"), [("several times per week", "Several times a week")]),
    ("How many of Generation Z sing?", ("Gen Y", "Gen Z"), [("Generation Z", "Gen Z")]),
    ("Who sings every day?", ("Daily", "Never"), [("every day", "Daily")]),
    ("How many houses cost $300-400?", ("200-300", "300-400"), [("$300-400", "300-400")]),
    ("What was it in 2016/17?", ("2015-16", "2016-2017"), [("2016/17", "2016-2017")]),
    # years, months, quarters, dates
    ("What was it in 02 and '03?", ("2002", "2003", "2004"), [("02", "2002"), ("03", "2003")]),
    ("What was it in 2026?", ("'25", "'26*"), [("2026", "'26*")]),
    ("What was sold from 2013- 2015?", ("2013", "2014", "2015"), [("2013", "2013"), ("2015", "2015")]),
    ("What was it in January 2020?", ("Jan 2020", "Feb 2020"), [("January 2020", "Jan 2020")]),
    ("What was it in December 2020?", ("Dec 20", "Dec 19"), [("December 2020", "Dec 20")]),
    ("What was it in may 2019?", ("May '19", "Jun '19"), [("may 2019", "May '19")]),
    ("What was it in the first quarter of 2019?", ("Q1 2019", "Q2 2019"), [("first quarter of 2019", "Q1 2019")]),
    ("How much in Q2 '19?", ("Q1 2019", "Q2 2019"), [("Q2 '19", "Q2 2019")]),
    ("What was it in Q3 2019?", ("Q2 '19", "Q3 19"), [("Q3 2019", "Q3 19")]),
    ("What was it on August 5, 2020?", ("2020-08-04", "2020-08-05"), [("August 5, 2020", "2020-08-05")]),
    # typing errors
    ("What is the value of Nrolund and Zanzabia?", ("Norlund", "Zanzibia"), [("Nrolund", "Norlund"), ("Zanzabia", "Zanzibia")]),
    ("What is the value of mandolns?", ("Mandolins", "Lutes"), [("mandolns", "Mandolins")]),
    # scripts without spaces or case, and labels that are no words
    ("北町と南町の差は?", ("北町", "南町"), [("北町", "北町"), ("南町", "南町")]),
    ("Is Ωmega above Ψ-ring?", ("Ωmega", "Ψ-ring"), [("Ωmega", "Ωmega"), ("Ψ-ring", "Ψ-ring")]),
    ("What is the value of <1%?", ("<1%", ">1%"), [("<1%", "<1%")]),
    ("How many have Kino+?", ("Kino", "Kino+"), [("Kino+", "Kino+")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "labels", "expected"), WHOLE)
def test_whole_labels_are_found_in_every_form(
    text: str, labels: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    assert named(text, *labels) == expected
    assert all(mention.whole for mention in find_mentions(text, labels))


PARTS = [
    ("How many pieces of Modern art were sold?", ("Modern", "Dutch Art", "Old masters"), [("Modern", "Modern")]),
    ("How many pieces of Modern and Dutch art were sold?", ("Modern", "Dutch Art", "Old masters"), [("Modern", "Modern"), ("Dutch art", "Dutch Art")]),
    ("What is the value of communication?", ("Social and communication", "Social games"), [("communication", "Social and communication")]),
    ("Add the Northern and Southern regions.", ("Northern region", "Southern region"), [("Northern", "Northern region"), ("Southern regions", "Southern region")]),
    ("How many theatre visitors were there?", ("Number of theatre visitors", "Number of museum visitors"), [("theatre visitors", "Number of theatre visitors")]),
    ("Who supports reform?", ("Support for reform", "Oppose reform"), [("supports reform", "Support for reform")]),
    ("How much did Smith earn?", ("Anna Smith", "Bertha Jones"), [("Smith", "Anna Smith")]),
    ("What about 18-29?", ("Ages 18-29", "Ages 30-49"), [("18-29", "Ages 18-29")]),
    ("How many votes for A in 2008?", ("Votes for List A", "Votes for List B"), [("votes for A", "Votes for List A")]),
    ("In 2008, A had how many?", ("Votes for List A", "Votes for List B"), [("A", "Votes for List A")]),
    ("What came in for A in 2008?", ("Gifts A (euro)", "Gifts B (euro)"), [("A", "Gifts A (euro)")]),
    ("How much fast food is eaten?", ("Fast food sales", "Slow food sales"), [("fast food", "Fast food sales")]),
    ("How much PM10 was there?", ("PM10 (µg/m3)", "Noise level (dB)"), [("PM10", "PM10 (µg/m3)")]),
    ("Which region emits most?", ("Soot emission (kg)", "Noise level"), [("emits", "Soot emission (kg)")]),
    ("How many repeals were there?", ("Laws Passed", "Laws Repealed"), [("repeals", "Laws Repealed")]),
    ("What did it get for the environment?", ("Environmental impact", "Price"), [("environment", "Environmental impact")]),
    ("What went to politics?", ("Political parties", "Sports clubs"), [("politics", "Political parties")]),
    ("What is the median of quail?", ("Min", "Median", "Max"), [("median", "Median")]),
    ("What is the maximum of quail?", ("Min", "Median", "Max"), [("maximum", "Max")]),
    ("What does the UI kit cost?", ("User Interface Kit", "Inkwell"), [("UI kit", "User Interface Kit")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "labels", "expected"), PARTS)
def test_a_part_names_the_only_label_that_has_it(
    text: str, labels: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    assert named(text, *labels) == expected


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("What is the median of all?", ("Media", "Crafts")),
        ("Which products sold most?", ("Product A", "Product B", "Product C")),
        ("How many factories are there?", ("Factory A", "Mill B")),
        ("How many fields of sciences have at least 12?", ("Computer Science", "Physics")),
        ("How many persons came?", ("Personal care", "Food")),
        ("How many regions are there?", ("Regional trains", "Trams")),
        ("A new record: what was it?", ("Votes for List A", "Votes for List B")),
        ("What is the median?", ("Median", "Share")),
    ],
)
def test_what_says_the_kind_of_a_label_does_not_name_it(text: str, labels: tuple[str, ...]) -> None:
    assert named(text, *labels) == []


def test_a_word_that_only_one_label_has_names_it_in_the_plural_too() -> None:
    assert named("How many Republicans?", "Republican voters", "Other voters") == [
        ("Republicans", "Republican voters")
    ]
    assert named("What does product A cost?", "Product A", "Product B") == [("product A", "Product A")]


def test_a_span_of_dates_is_named_by_its_ends() -> None:
    labels = ("May 2016 to May 2017", "May 2017 to May 2018", "May 2018 - May 2019")
    assert named("How much between May 2017 and May 2018?", *labels) == [("May 2017 and May 2018", labels[1])]
    assert named("How much from May 2018 to May 2019?", *labels) == [("May 2018 to May 2019", labels[2])]


def test_a_numeral_with_a_letter_is_a_name() -> None:
    assert named("Wi-Fi and 5G combined?", "Wi-Fi", "5G", "4G") == [("Wi-Fi", "Wi-Fi"), ("5G", "5G")]
    assert named("What share has 5G?", "5G network", "4G network") == [("5G", "5G network")]
    assert named("How many have over 10K?", "10K", "Marathon") == []


def test_what_could_be_several_labels_is_none_but_can_be_inspected() -> None:
    assert named("What is the value of solar?", "Solar heat", "Solar power", "Wind") == []
    assert doubtful("What is the value of solar?", "Solar heat", "Solar power", "Wind") == [("solar", (0, 1))]
    assert doubtful("How high is Oak?", "Oak", "Oak", "Elm") == [("Oak", (0, 1))]
    assert doubtful("Which region is it?", "North region", "South region") == []
    assert doubtful("How much in December?", "Dec 2019", "Dec 2020") == [("December", (0, 1))]


def test_labels_that_differ_only_in_case_are_told_apart_by_case() -> None:
    assert named("Is OAK above Oak?", "Oak", "OAK") == [("OAK", "OAK"), ("Oak", "Oak")]
    assert doubtful("Is oak high?", "Oak", "OAK") == [("oak", (0, 1))]
    assert named("Which of US and us is larger?", "US", "us") == [("US", "US"), ("us", "us")]


GUARDED = [
    ("What is the total value of the More bar?", [("More", 0)]),
    ("How many more bars are there than lines?", []),
    ("How many chose 'total'?", [("total", 1)]),
    ("What is the total?", []),
    ("What is the Total in the chart?", [("Total", 1)]),
    ("What is the value of the other category?", [("other", 3)]),
    ("What is the value of Other?", [("Other", 3)]),
    ("Is no bar longer than ten?", []),
    ("How many said no?", [("no", 2)]),
    ("How many answered “No”?", [("No", 2)]),
    ("More than how many are there?", []),
    ("What Is The Total Of All Values?", []),
]


@pytest.mark.parametrize(("text", "expected"), GUARDED)
def test_labels_of_question_words_are_named_only_where_the_text_marks_them(
    text: str, expected: list[tuple[str, int]]
) -> None:
    found = find_mentions(text, ("More", "Total", "No", "Other"))
    assert [(text[m.start : m.end], m.label) for m in found] == expected


def test_one_letter_and_bare_numerals_are_guarded_too() -> None:
    assert named("Is a higher than B in a chart?", "A", "B") == [("B", "B")]
    assert named("What are the top 3?", "1", "2", "3") == []
    assert named("What was the value on day 3?", "1", "2", "3") == [("3", "3")]
    assert named("Which Plans C grew?", "Plans B", "Plans C (crowns)") == [("Plans C", "Plans C (crowns)")]
    assert named("More than 50 said no change", "More than", "No change") == [("no change", "No change")]


NOTHING = [
    ("How many people say so?", ("Many people unsure", "People who ride")),
    ("Tell us the highest", ("United States", "France")),
    ("How high is Bridge Town Harbour?", ("Stone Bridge Works", "Elm")),
    ("What was it on November 6?", ("Nov 5", "Oct 5")),
    ("How many cases of FLUVID-19?", ("19. Feb", "20. Feb")),
    ("What is the value of the county?", ("Country", "Island")),
    ("", ("Oak", "Elm")),
    ("What is oakum?", ("Oak", "Elm")),
    ("How much is it?", ("", " ", "-")),
    ("How many did it in 25 houses?", ("2025", "2024")),
    ("How many ports have over 2000 boats?", ("1990", "2000")),
    ("IS THE MEAN LARGE?", ("Iron Steel", "Wood")),
]


@pytest.mark.parametrize(("text", "labels"), NOTHING)
def test_what_names_no_label_is_not_taken_for_one(text: str, labels: tuple[str, ...]) -> None:
    assert find_mentions(text, labels) == ()


def test_exact_means_as_written_but_for_case() -> None:
    exact = {m.label: m.exact for m in find_mentions("Is OAK above elms?", ("Oak", "Elm"))}
    assert exact == {0: True, 1: False}


def test_a_mention_shows_no_content() -> None:
    (mention,) = find_mentions("Is Oak high?", ("Oak",))
    assert "Oak" not in repr(mention)


def test_the_first_word_decides_where_two_parts_meet() -> None:
    assert named("How much solar power is there?", "Solar heat", "Wind power") == [("solar", "Solar heat")]


def test_sixty_labels_take_a_few_milliseconds() -> None:
    labels = tuple(
        f"{first}{second} district"
        for first in ["Bal", "Kor", "Ren", "Tus", "Vim", "Zed"]
        for second in ["ab", "ek", "im", "od", "un", "yr", "ast", "ent", "isk", "orm"]
    )
    text = "What is the difference between the highest value of Balab and the second lowest value of the Zedorm districts?"
    find_mentions(text, labels)
    start = time.process_time()
    for _ in range(20):
        find_mentions(text, labels)
    assert (time.process_time() - start) / 20 < 0.005
    assert named(text, *labels) == [("Balab", "Balab district"), ("Zedorm districts", "Zedorm district")]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.lists(st.text(max_size=20), max_size=6))
def test_mentions_lie_in_the_text_in_order_and_never_overlap(text: str, labels: list[str]) -> None:
    end = 0
    for mention in all_mentions(text, labels):
        assert end <= mention.start < mention.end <= len(text)
        assert mention.label == AMBIGUOUS or mention.candidates == (mention.label,)
        end = mention.end


WORDS = st.sampled_from(
    ["Brumal", "Kestor", "Venado", "Dastik", "Pomer", "Zunga", "Fredat", "Hasko", "Mitrov", "Sabeno"]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS).map(" ".join), min_size=1, max_size=6, unique=True), st.data())
def test_a_label_between_quotes_of_a_question_is_always_found(labels: list[str], data: st.DataObject) -> None:
    wanted = data.draw(st.sampled_from(labels))
    text = f"How high is the value of {wanted} in the chart?"
    assert (text.index(wanted), labels.index(wanted)) in [
        (m.start, m.label) for m in find_mentions(text, labels)
    ]


@pytest.mark.parametrize(
    ("text", "labels", "expected"),
    [
        ("What was sold in the fall of 2012?", ("Spring 2012", "Fall 2012"), [("fall of 2012", "Fall 2012")]),
        ("What was sold in the 2018/19 season?", ("17/18", "18/19"), [("2018/19", "18/19")]),
        ("What was sold in fiscal year 2018?", ("FY17", "FY18"), [("2018", "FY18")]),
        ("What was sold in the first semester of 2014?", ("H1 2014", "H2 2014"), [("first semester of 2014", "H1 2014")]),
        ("How many US dollars were spent?", ("United States", "Canada"), []),
        ("What did Ada Quill earn?", ("Millhouse (Ada Quill)", "Quarry (Tom Rook)"), [("Ada Quill", "Millhouse (Ada Quill)")]),
        ("How many skate stores are there?", ("Concept stores", "Outlets"), []),
        ("What is the gap between other and Ash?", ("Ash", "Other"), [("other", "Other"), ("Ash", "Ash")]),
    ],
)  # fmt: skip
def test_times_units_and_heads(text: str, labels: tuple[str, ...], expected: list[tuple[str, str]]) -> None:
    assert named(text, *labels) == expected


def test_a_part_of_a_label_within_a_title_is_no_mention() -> None:
    text, labels, titles = (
        "How many police officers were in Kelm?",
        ("River police", "Kelm"),
        ("Number of police officers",),
    )
    found = without_title_words(find_mentions(text, labels), find_mentions(text, titles))
    assert [labels[mention.label] for mention in found] == ["Kelm"]


def test_a_part_of_a_label_that_is_the_title_of_the_axis_is_no_mention() -> None:
    text, labels = "Which station's value is the highest?", ("Bus Station", "Kelm")
    assert without_title_words(find_mentions(text, labels), find_mentions(text, ("Station",))) == []
    assert without_title_words(find_mentions("And the bus station?", labels), ()) != []


def test_what_some_labels_share_means_these_unless_it_is_the_title_of_all() -> None:
    labels = ("Orm Stadium", "Lyle Stadium", "Kelm")
    (some,) = group_mentions("Which stadiums are full?", labels, ())
    assert some.candidates == (0, 1)
    assert group_mentions("Which stadiums are full?", labels, (), "Type of stadium") == ()
    dated = ("Q1 2017", "Q2 2017", "Q1 2018")
    assert len(group_mentions("And in 2017?", dated, (), "Quarters of 2017 and 2018")) == 1


def test_a_kind_is_the_plural_of_what_every_label_ends_in() -> None:
    assert is_kind("stadiums", ("Orm Stadium", "Lyle Stadium (new)"))
    assert not is_kind("buses", ("Night buses", "Day buses"))  # they are called so
    assert not is_kind("stadium", ("Orm Stadium", "Lyle Stadium"))


def test_an_ordinal_label_is_named_by_it_but_for_a_place_in_an_order() -> None:
    assert named("What did the 7th grade score?", "6th", "7th") == [("7th", "7th")]
    assert named("What is the 7th highest score?", "6th", "7th") == []
