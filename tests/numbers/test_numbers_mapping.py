"""The number map: what holds for every record, and each switch of the two presets."""

from __future__ import annotations

import itertools
import random
import re
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numbers_tables import QUESTIONS, charts, rewritten, table

from recast.errors import Refused, Withheld
from recast.numbers.context import context_chart, read_context
from recast.numbers.draws import ERA_GAP, draw_data, draw_years, is_said_plainly
from recast.numbers.mapping import literal_key, protect, restore
from recast.numbers.prose import source_quantities
from recast.numbers.provenance import provenance
from recast.policy import PRESETS, Policy
from recast.types import NumberMap, Protected, Quantity, Record, Rewritten, Substitutions, Table

PAPER, STRICT = PRESETS["paper"], PRESETS["strict"]
GLOBAL = replace(STRICT, id="global", order="global", identity="value", spacing="distinct")
POLICIES = st.sampled_from([PAPER, STRICT, GLOBAL])


def mapped(record: Rewritten, policy: Policy = STRICT, seed: int = 7) -> tuple[Protected, NumberMap]:
    return protect(record, policy, random.Random(seed))


def drawn(protected: Protected) -> tuple[tuple[str | None, ...], ...]:
    assert protected.chart is not None
    return protected.chart.values


# ── what holds for every record and policy ───────────────────────────────────────────────────────────────────


@settings(max_examples=60, deadline=None)
@given(charts(), QUESTIONS, POLICIES, st.integers(0, 2**32))
def test_every_literal_leads_back_to_its_value(
    chart: Table, question: str, policy: Policy, seed: int
) -> None:
    order = list(range(len(chart.categories)))
    random.Random(seed).shuffle(order)
    permuted = replace(
        chart,
        categories=tuple(chart.categories[c] for c in order),
        cells=tuple(tuple(row[c] for c in order) for row in chart.cells),
    )
    protected, numbers = mapped(rewritten(permuted, question, [question], order), policy, seed)
    for s, row in enumerate(drawn(protected)):
        for i, literal in enumerate(row):
            value = chart.cells[s][order[i]].value
            assert (literal is None) == (value is None)
            if literal is not None:
                assert literal == literal_key(literal) == numbers.literals[f"cell:{s}:{order[i]}"]
                quantity = restore(numbers, literal)
                assert quantity is not None
                assert quantity.value == value
    for literal, held in numbers.inverse.items():
        assert len({quantity.value for quantity in held}) == 1
        assert all(numbers.literals[quantity.key] == literal for quantity in held)
    assert protected.literals == frozenset(numbers.inverse)


@settings(max_examples=60, deadline=None)
@given(charts(), QUESTIONS, POLICIES, st.integers(0, 2**32))
def test_no_numeral_goes_out_unissued(chart: Table, question: str, policy: Policy, seed: int) -> None:
    dirty = replace(chart, title="Since 1971: 12 lamps", x_title="District 9", y_title="per 100,000")
    protected, numbers = mapped(rewritten(dirty, question, ["(1) 64", question]), policy, seed)
    for text in (protected.question, *protected.choices, *protected.context.split("\n")):
        assert provenance(text, numbers) == ()


@settings(max_examples=60, deadline=None)
@given(charts(), POLICIES, st.integers(0, 2**32))
def test_context_says_what_the_chart_says(chart: Table, policy: Policy, seed: int) -> None:
    protected, _ = mapped(rewritten(chart), policy, seed)
    assert context_chart(read_context(protected.context)) == protected.chart


# ── strict ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_strict_literals_do_not_depend_on_the_values() -> None:
    """The same seed and shape give the same literal to the same place, whatever the values, ties and years are."""
    question = "Which exceed 64, 64 or 7 in 2014?"
    one = table([["1", "2", "2"], ["64", "1e6", "-3"]], ["2014", "2015", "2016"])
    other = table([["9", "8", "7"], ["0.001", "64", "64"]], ["1950", "2014", "2090"])
    first, second = mapped(rewritten(one, question))[1], mapped(rewritten(other, question))[1]
    assert {k: v for k, v in first.literals.items() if k.startswith("cell")} == {
        k: v for k, v in second.literals.items() if k.startswith("cell")
    }
    years = [
        {v for k, v in numbers.literals.items() if k.startswith("category")} for numbers in (first, second)
    ]
    assert years[0] == years[1]


def test_strict_equal_cells_do_not_show() -> None:
    protected, _ = mapped(rewritten(table([["64", "64", "64.0", "64"]])))
    assert len(set(drawn(protected)[0])) == 4


@pytest.mark.parametrize("equal_cells", [0, 1, 2])
def test_strict_threshold_shares_with_exactly_one_cell(equal_cells: int) -> None:
    values = ["64"] * equal_cells + ["12", "90", "64.5"]
    protected, numbers = mapped(rewritten(table([values]), "How many are more than 64?"))
    threshold = protected.question.split()[-1].rstrip("?")
    assert (threshold in drawn(protected)[0]) == (equal_cells == 1)
    quantity = restore(numbers, threshold)
    assert quantity is not None
    assert quantity.value == 64
    restored = [restore(numbers, literal or "") for literal in drawn(protected)[0]]
    assert sum(cell is not None and cell.value > quantity.value for cell in restored) == 2


def test_strict_years_share_only_with_years() -> None:
    chart = table([["2014", "5"]], ["2014", "2015"])
    protected, numbers = mapped(rewritten(chart, "Which exceeds 2014 in 2014?"))
    words = protected.question.rstrip("?").split()
    assert words[2] == drawn(protected)[0][0]
    assert protected.chart is not None
    assert words[4] == protected.chart.categories[0]
    assert [q.role for q in numbers.inverse[words[4]]] == ["year", "year"]


def test_strict_form() -> None:
    for seed in range(40):
        chart = table(
            [[str(v) for v in range(7)], [str(v * 1000) for v in range(7)]], [str(2000 + c) for c in range(7)]
        )
        protected, _ = mapped(rewritten(chart), seed=seed)
        literals = [literal for row in drawn(protected) for literal in row if literal is not None]
        assert len({len(literal) for literal in literals}) == 1
        assert all(100 <= float(literal) < 1000 and literal[-1] not in "0." for literal in literals)
        assert protected.chart is not None
        years = [int(label) for label in protected.chart.categories]
        assert years == sorted(set(years))
        assert 1900 <= years[0] <= years[-1] <= 2099


def test_strict_literals_are_edits_apart() -> None:
    from rapidfuzz.distance import Levenshtein

    for seed in range(20):
        protected, _ = mapped(
            rewritten(table([[str(v) for v in range(25)]] * 2), "in 2014 and 2015"), seed=seed
        )
        literals = sorted(protected.literals)
        nearest = min(Levenshtein.distance(a, b) for i, a in enumerate(literals) for b in literals[:i])
        assert nearest >= 2


def test_strict_structural_stays_and_data_words_go() -> None:
    protected, numbers = mapped(
        rewritten(table([["7", "3"]]), "Which of the top 3, the two bars, exceeds seven?")
    )
    assert protected.question.startswith("Which of the top 3, the two bars, exceeds ")
    assert "seven" not in protected.question
    assert numbers.structural == {"3", "two"}
    assert restore(numbers, "3") is None


def test_labels_and_titles_keep_no_digit_of_the_source() -> None:
    chart = table([["7", "3"]], ["Top 10", "Level 4"], ["2019"], title="The 3 best of 2019")
    protected, numbers = mapped(rewritten(chart))
    assert protected.chart is not None
    for label in (*protected.chart.categories, protected.chart.title):
        assert provenance(label, numbers) == ()
        assert not {"10", "4", "3", "2019"} & set(label.split())
    assert protected.names == frozenset(protected.chart.categories)  # the year is an operand, not a name


def test_receipt_labels_are_the_sources() -> None:
    chart = table([["7", "3"]], ["Tarns", "Quellar"], ["2019"])
    _, numbers = mapped(rewritten(chart, order=[1, 0], pairs=[("North", "Tarns")]))
    quantity = restore(numbers, numbers.literals["cell:0:1"])
    assert quantity is not None
    assert quantity.value == 7
    assert quantity.label == "North, 2019"


def test_footnote_marks_on_years_go() -> None:
    protected, numbers = mapped(rewritten(table([["7", "3"]], ["2019", "2020*"])))
    assert protected.chart is not None
    quantity = restore(numbers, protected.chart.categories[1])
    assert quantity is not None
    assert quantity.value == 2020


# ── paper ────────────────────────────────────────────────────────────────────────────────────────────────────


@settings(max_examples=60, deadline=None)
@given(charts(), st.integers(0, 2**32))
def test_paper_rules(chart: Table, seed: int) -> None:
    """P 3.3 equations 3 and 4, A.3: bands in order, small integers as they are, one offset an era, one literal a value."""
    _protected, numbers = mapped(rewritten(chart), PAPER, seed)
    by_value: dict[Decimal, str] = {}
    offsets: dict[int, int] = {}
    for held in numbers.inverse.values():
        for quantity in held:
            literal = numbers.literals[quantity.key]
            assert by_value.setdefault(quantity.value, literal) == literal
            if quantity.role == "year":
                offsets[int(quantity.value)] = int(literal) - int(quantity.value)
    assert len(set(by_value.values())) == len(by_value)
    years = sorted(offsets)
    assert all(offsets[a] == offsets[b] != 0 for a, b in itertools.pairwise(years) if b - a <= ERA_GAP)
    small = {v for v in by_value if v in range(16)}
    assert all(by_value[v] == str(int(v)) for v in small)
    rest = sorted(v for v in by_value if v not in small and int(v) not in offsets)
    for low, high in ((None, 1262), (1263, 2100), (2101, None)):
        band = [v for v in rest if (low is None or v >= low) and (high is None or int(v) <= high)]
        shown = [Decimal(by_value[v]) for v in band]
        assert shown == sorted(shown)
        assert all(
            -exponent <= 2 for exponent in (d.as_tuple().exponent for d in shown) if isinstance(exponent, int)
        )


def test_paper_keeps_small_integers_unless_years_and_maps_the_rest() -> None:
    chart = table([["0", "15", "16", "-1", "3.5"]])
    protected, numbers = mapped(rewritten(chart, "top 20, the 21st, 3 of 2014 and seven"), PAPER)
    assert drawn(protected)[0][:2] == ("0", "15")
    assert not {"16", "-1", "3.5"} & set(drawn(protected)[0][2:])
    words = protected.question.replace(",", "").split()
    assert words[1] != "20"
    assert words[3] == "21st"
    assert words[4] == "3"
    assert words[6] != "2014"
    assert words[8] == "7"
    quantity = restore(numbers, "15")
    assert quantity is not None
    assert quantity.value == 15


def test_paper_value_that_is_a_year_anywhere_is_one_everywhere() -> None:
    protected, _ = mapped(rewritten(table([["2014", "2015.5"]]), "in 2014"), PAPER)
    assert protected.question.split()[1] == drawn(protected)[0][0]


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_too_many_values_are_refused_and_many_are_drawn() -> None:
    protected, _ = mapped(rewritten(table([[str(v) for v in range(2000)]])))
    assert len(protected.literals) == 2000
    with pytest.raises(Refused):
        draw_data([Decimal(1)] * 20_001, STRICT, random.Random(1), set())
    with pytest.raises(Refused):
        draw_data([Decimal(1)] * 20_001, PAPER, random.Random(1), set())


# ── passages ─────────────────────────────────────────────────────────────────────────────────────────────────


def passage(
    context: str, question: str, said: str = "", asked: str = ""
) -> tuple[Rewritten, tuple[Quantity, ...]]:
    """A passage whose rewriting keeps every numeral in its place, or says ``said`` and ``asked`` instead."""
    sources = source_quantities(Record("", "text", context, question))
    made = Rewritten("text", asked or question, (), None, said or context, Substitutions(()))
    return replace(made, numeral_sources=tuple(range(len(sources)))), sources


def numerals_of(text: str) -> list[str]:
    return re.findall(r"\d+(?:\.\d+)?", text)


@pytest.mark.parametrize("policy", [PAPER, STRICT])
def test_a_passage_and_its_question_share_the_year(policy: Policy) -> None:
    made, sources = passage("It sold 42 lamps in 2014.", "How many more than 99 in 2014?")
    protected, numbers = protect(made, policy, random.Random(1), sources)
    assert protected.chart is None
    assert numerals_of(protected.question)[-1] == numerals_of(protected.context)[-1] != "2014"
    assert restore(numbers, numerals_of(protected.context)[0]).value == 42  # type: ignore[union-attr]


def test_a_question_numeral_shares_the_literal_of_the_one_passage_numeral_that_it_equals() -> None:
    made, sources = passage("Ann has 7 pens, Bo has 7 and Cy has 9.", "How many more than the 9 and the 7?")
    protected, _ = protect(made, STRICT, random.Random(3), sources)
    first, second, third = numerals_of(protected.context)
    nine, seven = numerals_of(protected.question)
    assert nine == third
    assert len({first, second, third, seven}) == 4


def test_a_numeral_that_is_said_again_keeps_its_literal() -> None:
    made, sources = passage("Ann has 7 pens.", "How many?", said="Bo has 7 cups. Of the 7 cups all are full.")
    protected, _ = protect(replace(made, numeral_sources=(0, 0)), STRICT, random.Random(3), sources)
    assert len(set(numerals_of(protected.context))) == 1


@pytest.mark.parametrize(("said", "value"), [("2.3 grobs", "2300000"), ("2.3 million grobs", "2.3")])
def test_the_value_has_the_scale_that_the_text_lost(said: str, value: str) -> None:
    made, sources = passage("It made $2.3 million.", "How much did it make?", said=f"It made {said}.")
    protected, numbers = protect(made, STRICT, random.Random(3), sources)
    found = restore(numbers, numerals_of(protected.context)[0])
    assert found is not None
    assert (found.value, found.unit, found.scale, found.written) == (
        Decimal(value),
        "$",
        "million",
        "$2.3 million",
    )


def test_a_converted_value_has_a_literal_of_its_own() -> None:
    made, sources = passage(
        "It ran 30 minutes.", "How many hours?", said="It ran 0.5 hours, that is 30 minutes."
    )
    protected, numbers = protect(replace(made, numeral_sources=(0, 0)), STRICT, random.Random(3), sources)
    found = [restore(numbers, literal) for literal in numerals_of(protected.context)]
    assert [quantity.value for quantity in found if quantity] == [Decimal("0.5"), 30]


@pytest.mark.parametrize(
    ("said", "places"), [("It sold 43 lamps.", (0,)), ("It sold 42 lamps.", ()), ("It sold 42.", (0, 0))]
)
def test_a_numeral_without_its_source_is_withheld(said: str, places: tuple[int, ...]) -> None:
    made, sources = passage("It sold 42 lamps.", "How many?", said=said)
    with pytest.raises(Withheld):
        protect(replace(made, numeral_sources=places), STRICT, random.Random(3), sources)


# ── literals ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "key"),
    [("268.40", "268.4"), (" 2031.0 ", "2031"), ("-0.0", "0"), ("+5", "5"), ("1e3", "1000"), ("007", "7")],
)
def test_literal_key(text: str, key: str) -> None:
    assert literal_key(text) == key


@pytest.mark.parametrize(
    "text", ["", "abc", "1,000", "45%", "nan", "inf", "1e999", "1 000", "--1", "0x10", "٣"]
)
def test_what_is_no_plain_decimal_is_never_restored(text: str) -> None:
    with pytest.raises(ValueError, match="not a plain decimal"):
        literal_key(text)
    assert restore(mapped(rewritten(table([["1"]])))[1], text) is None


@settings(max_examples=60, deadline=None)
@given(charts(), st.integers(0, 2**32), st.data())
def test_restore_never_guesses(chart: Table, seed: int, data: st.DataObject) -> None:
    _, numbers = mapped(rewritten(chart), STRICT, seed)
    if numbers.inverse:
        literal = data.draw(st.sampled_from(sorted(numbers.inverse)))
        place = data.draw(st.integers(0, len(literal) - 1))
        wrong = literal[:place] + data.draw(st.sampled_from("0123456789")) + literal[place + 1 :]
        assert (restore(numbers, wrong) is None) == (literal_key(wrong) not in numbers.inverse)


# ── what is to be spoken ─────────────────────────────────────────────────────────────────────────────────────


def spoken(chart: Table, question: str = "Which one is highest?") -> Rewritten:
    return replace(rewritten(chart, question), modality="audio")


@settings(max_examples=40, deadline=None)
@given(charts(), st.sampled_from([STRICT, GLOBAL]), st.integers(0, 2**32))
def test_spoken_literals_are_said_plainly_lead_back_and_keep_the_order_of_years(
    chart: Table, policy: Policy, seed: int
) -> None:
    protected, numbers = mapped(
        spoken(chart, "How many are over 14 since 1913, 1914 and 1940?"), policy, seed
    )
    assert all(map(is_said_plainly, protected.literals))
    assert len({ear_key(literal) for literal in protected.literals}) == len(protected.literals)
    for literal, held in numbers.inverse.items():
        assert len({quantity.value for quantity in held}) == 1
        assert all(numbers.literals[quantity.key] == literal for quantity in held)
    years = sorted(
        {
            (q.value, int(literal))
            for literal, held in numbers.inverse.items()
            for q in held
            if q.role == "year"
        }
    )
    assert [literal for _, literal in years] == sorted({literal for _, literal in years})


def ear_key(literal: str) -> str:
    """How a literal sounds where "thirteen" and "thirty" are one."""
    whole, _, decimals = literal.partition(".")
    said = re.sub("^1([3-9])$", r"\g<1>0", whole[-2:])
    return f"{whole[:-2]}|{said}|{decimals}"


def test_spoken_literals_do_not_depend_on_the_values() -> None:
    charts_of_one_shape = [table([values]) for values in (["1", "2", "3"], ["14", "40", "1000000"])]
    made = [mapped(spoken(chart), seed=3)[1].literals for chart in charts_of_one_shape]
    assert made[0] == made[1]


def test_the_paper_bands_hold_for_what_is_spoken() -> None:
    protected, _ = mapped(spoken(table([["20", "1300", "5000", "7"]])), PAPER)
    low, middle, high, kept = (Decimal(literal or 0) for literal in drawn(protected)[0])
    assert low < 1263 <= middle <= 2100 < high
    assert kept == 7


def test_more_years_than_are_said_plainly_are_refused() -> None:
    with pytest.raises(Refused):
        draw_years(range(1000, 1400), STRICT, random.Random(1), frozenset(), spoken=True)
    many = draw_years(range(1000, 1140), STRICT, random.Random(1), frozenset(), spoken=True)
    assert list(many) == sorted(set(many))
