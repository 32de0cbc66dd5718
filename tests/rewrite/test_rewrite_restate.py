"""Look-ups of passages as canonical facts: what links them to the question, what is left of the source, what is no look-up."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from recast.errors import Refused
from recast.language.frames import asks_for_a_fact, fact_patterns, leaves_open
from recast.language.sentences import split_sentences
from recast.numbers.mapping import protect
from recast.numbers.prose import prose_numerals, source_quantities
from recast.policy import PRESETS
from recast.release.passage_check import passage_check
from recast.rewrite.prose import rewrite_prose
from recast.solve.expression import Operand
from recast.solve.texts.passages import interpret_passage
from recast.types import Record, Rewritten, Vault

#: All of ``strict`` but that a text which has no closed form is reworded instead of refused.
REWORDED = replace(PRESETS["strict"], story="calculation")

SEEDS = range(8)
BRIDGES = (
    "The Tollund Harbour Bridge was opened in 1907 after years of quarrels between the town and its merchants. "
    "Harald of Lunden, its chief engineer, had earlier designed 14 lighthouses and 9 chapels on the western coast. "
    "In 1931 the bridge carried 48,300 passengers and 2,150 freight wagons, and in 1954 it was closed for repairs. "
    "Today about 62% of the visitors of Tollund come to see the bridge, while 17% come for the museum."
)
LOOK_UPS = (
    ("In which year was the Tollund Harbour Bridge opened?", "1907"),
    ("When was the bridge closed for repairs?", "1954"),
    ("How many lighthouses did Harald of Lunden design?", "14"),
    ("How many freight wagons did the bridge carry in 1931?", "2,150"),
    ("What percentage of the visitors come for the museum?", "17"),
)


def told(question: str, seed: int, context: str = BRIDGES) -> Rewritten:
    return rewrite_prose(Record("r", "text", context, question), REWORDED, random.Random(seed))


@pytest.mark.parametrize(("question", "answer"), LOOK_UPS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_sentence_is_a_fact_and_the_nouns_lead_to_the_answer(
    question: str, answer: str, seed: int
) -> None:
    made = told(question, seed)
    facts = [pattern for pattern, _ in fact_patterns()]
    assert all(any(fact.fullmatch(text) for fact in facts) for text in split_sentences(made.context))
    found = interpret_passage(made.question, made.context)
    assert isinstance(found, Operand)
    assert found.literal == answer.replace(",", "")


@pytest.mark.parametrize(("question", "answer"), LOOK_UPS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_source_check_finds_nothing_in_facts(question: str, answer: str, seed: int) -> None:
    record = Record("r", "text", BRIDGES, question)
    draw = random.Random(seed)
    made = rewrite_prose(record, REWORDED, draw)
    protected, numbers = protect(made, REWORDED, draw, source_quantities(record))
    vault = Vault(
        record, numbers, made.substitutions, (), (), protected, numeral_sources=made.numeral_sources
    )
    assert not passage_check(protected, vault).findings


@pytest.mark.parametrize(("question", "answer"), LOOK_UPS)
def test_where_the_asked_fact_stands_is_drawn(question: str, answer: str) -> None:
    figure = answer.replace(",", "")
    places = {
        [
            figure in re.findall(r"[\d.]*\d", text) for text in split_sentences(told(question, seed).context)
        ].index(True)
        for seed in range(24)
    }
    assert len(places) >= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_fact_that_is_not_asked_for_lacks_a_noun_of_the_question_and_has_its_own(seed: int) -> None:
    made = told("How many freight wagons did the bridge carry in 1931?", seed)
    asked = set(re.findall(r"the (\w+)", made.question))
    other = next(text for text in split_sentences(made.context) if "48300" in text)
    assert not asked <= set(re.findall(r"\w+", other))
    assert set(re.findall(r"the (\w+)", other)) - asked - {"number"}


def nouns_of(text: str) -> set[str]:
    return set(re.findall(r"the (\w+)", text)) - {"number", "year", "amount", "proportion"}


@pytest.mark.parametrize(("question", "answer"), LOOK_UPS)
@pytest.mark.parametrize("seed", range(20))
def test_the_fact_that_answers_alone_has_all_nouns_of_the_question(
    question: str, answer: str, seed: int
) -> None:
    made = told(question, seed)
    asked = nouns_of(made.question)
    assert asked
    having = [fact for fact in split_sentences(made.context) if asked <= nouns_of(fact)]
    assert len(having) == 1
    assert answer.replace(",", "") in having[0]


def test_a_numeral_of_the_question_becomes_a_noun() -> None:
    made = told("How many freight wagons did the bridge carry in 1931?", 0)
    assert not prose_numerals(made.question)
    told_numerals = {numeral.written for numeral in prose_numerals(made.context)}
    assert told_numerals <= {"14", "9", "48300", "2150"}


CLUBS = (
    "The rowing club of Tarvik was formed by 3 brothers and today owns 27 boats, which lie in the old harbour. "
    "At the regatta of Moss it entered 12 boats and came home with 5 cups, and at the regatta of Horten it won 8 cups. "
    "The cups stand in the hall of the club, where 140 guests may dine, as the mayor said in 1988 and in 1990."
)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "question",
    [
        "How many cups did the crew of Tarvik bring home from Moss?",
        "How many visitors does the hall hold?",
        "How many boats went there from the club to compete?",
    ],
)
def test_where_it_is_left_open_only_the_likeliest_fact_has_all_nouns_of_the_question(
    question: str, seed: int
) -> None:
    made = told(question, seed, CLUBS)
    asked = nouns_of(made.question)
    assert asked
    having = [fact for fact in split_sentences(made.context) if asked <= nouns_of(fact)]
    assert len(having) == 1


def test_frames_and_the_number_of_nouns_are_drawn() -> None:
    made = [told("When was the bridge closed for repairs?", seed) for seed in range(30)]
    assert len({re.sub(r"the (?!year)\w+", "the X", one.question) for one in made}) > 3


@pytest.mark.parametrize(
    "question",
    [
        "How many more passengers than wagons did the bridge carry?",
        "What is the total of lighthouses and chapels?",
        "How many years after its opening was the bridge closed, in total?",
        "Who designed the lighthouses?",
    ],
)
def test_a_question_that_computes_is_no_look_up(question: str) -> None:
    assert not any(asking.fullmatch(told(question, 0).question) for _, asking in fact_patterns())


def test_a_change_is_not_taken_for_the_figure_itself() -> None:
    context = (
        "In 1986 there were 1125 pupils in Lund High School, which stands at the northern end of the harbour. "
        "The number of pupils enrolled in 1987 was 4% less than in 1986, as the mayor of Lund said in 1988."
    )
    made = told("How many pupils were enrolled in 1987?", 1, context)
    assert {"1125", "4"} <= {numeral.written for numeral in prose_numerals(made.context)}


def test_a_price_that_is_reduced_by_a_share_is_no_look_up() -> None:
    context = "A coat costs $80 and a hat costs $20. The coat was reduced by 25%."
    assert not asks_for_a_fact(told("How much does the coat cost now?", 1, context).question)
    assert not asks_for_a_fact(told("How much does the coat cost?", 1, context).question)


def test_two_figures_that_fit_alike_are_not_chosen_between() -> None:
    context = (
        "In 1950 the harbour of Tollund was closed for the winter by order of the council of the town. "
        "In 1960 the harbour of Tollund was closed for the winter by order of the council of the town."
    )
    made = told("When was the harbour of Tollund closed for the winter?", 1, context)
    assert not asks_for_a_fact(made.question)  # nobody could choose between two facts that say the same
    assert {"1950", "1960"} == {numeral.written for numeral in prose_numerals(made.context)}
    assert not isinstance(interpret_passage(made.question, made.context), Operand)


@pytest.mark.parametrize("seed", SEEDS)
def test_where_it_is_left_open_every_fact_says_what_is_counted_and_what_belongs_to_it(seed: int) -> None:
    context = (
        "The lake of Lunden covers the old quarries of the town and is fed by 19 streams from the northern hills. "
        "It holds 54 species of fish, 11 of which live nowhere else, as the mayor of Lunden said in 1988 and 1990."
    )
    made = told("How many species of fish are unique to the lake?", seed, context)
    facts = split_sentences(made.context)
    assert {"19", "54", "11"} <= {numeral.written for numeral in prose_numerals(made.context)}
    head = re.search(r"number of (the \w+)", made.question)
    assert head is not None
    assert [head.group(1) in fact for fact in facts] == [re.search(r"\b19\b", fact) is None for fact in facts]
    assert leaves_open(made.question)


def test_a_short_text_that_only_tells_is_a_look_up_and_a_problem_is_none() -> None:
    telling = "The clinic saw 4812 patients last year, and 1207 of them came twice a month. The rooms cost $730 in May."
    made = told(
        "How many patients did the clinic see last year?", 3, telling.replace("twice a month", "again")
    )
    assert any(asking.fullmatch(made.question) for _, asking in fact_patterns())
    problem = "Sam had 9 dimes in his bank. His dad gave him 7 dimes."
    made = told("How many dimes did Sam have in his bank?", 3, problem)
    assert not any(asking.fullmatch(made.question) for _, asking in fact_patterns())


def test_a_time_that_is_only_named_is_not_asked_for() -> None:
    context = (
        BRIDGES + " The harbour had 12 cranes when the bridge was opened, and 31 boats when it was closed."
    )
    made = told("How many cranes did the harbour have when the bridge was opened?", 2, context)
    found = interpret_passage(made.question, made.context)
    assert isinstance(found, Operand)
    assert found.literal == "12"


#: A report without years, long sentences or many names.
STORE = (
    "The cold store at the quay was inspected in light drizzle. Its door gasket had perished, so a fitter was called. Herring "
    "was kept at 3 °C, not 5 as the label said. Loans of crates rose by 18% since spring, and the landlord now takes €0.35 a "
    "crate. About 20 minutes into the visit the alarm rang, and nobody could find the key to its cupboard. We counted 46 "
    "pallets and 9 broken lamps. The foreman promised to send photographs if the insurer asks for them."
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("At what temperature was the herring kept?", "3"),
        ("By what percentage did loans of crates rise?", "18"),
        ("What does the landlord take per crate?", "0.35"),
        ("How many pallets were counted?", "46"),
    ],
)
def test_a_question_for_one_figure_of_a_report_is_a_look_up(question: str, answer: str) -> None:
    made = told(question, 1, STORE)
    found = interpret_passage(made.question, made.context)
    assert isinstance(found, Operand)
    assert found.literal == answer


@pytest.mark.parametrize(
    ("question", "context"),
    [
        (
            "By what percentage did loans of crates rise?",
            STORE.replace("rose by 18% since spring", "rose from 12% to 18%"),
        ),
        ("What does the landlord take per week?", STORE.replace("€0.35 a crate", "€0.35 a crate each day")),
    ],
)
def test_what_is_not_told_of_change_or_rate_is_no_certain_fact(question: str, context: str) -> None:
    made = told(question, 1, context)
    assert interpret_passage(question, context).__class__ is not Operand
    assert not isinstance(interpret_passage(made.question, made.context), Operand)


def test_the_whole_of_a_text_is_refused_under_strict_with_the_switch_to_set() -> None:
    policy = replace(PRESETS["strict"], disclosure="whole")
    with pytest.raises(Refused, match='set disclosure = "minimal"'):
        rewrite_prose(Record("r", "text", BRIDGES, LOOK_UPS[0][0]), policy, random.Random(1))
