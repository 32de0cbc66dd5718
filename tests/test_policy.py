"""Every switch of a policy does what it says, alone and beside any values of the others, and names itself in the receipt."""

from __future__ import annotations

import random
import re
from dataclasses import fields, replace
from decimal import Decimal
from functools import cache
from itertools import combinations
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast import configuration
from recast.api import Session
from recast.errors import Refused
from recast.language.calculations import is_calculation
from recast.numbers.mapping import protect
from recast.numbers.numerals import find_numerals
from recast.policy import PRESETS, Policy
from recast.rewrite.lexicon import lexicon
from recast.selection import select
from recast.types import Cell, ChartSpec, Record, Series, Source, Table

SWITCHES = {name: get_args(kind) for name, kind in get_type_hints(Policy).items() if name != "id"}
YEARS = ("2011", "2013", "2014", "2019")
SITES = ("Moor", "Fen", "Dune", "Weir", "Brook")
KEY = b"k" * 32


def table(values: list[int], labels: tuple[str, ...] = SITES, unit: str = "%") -> Table:
    cells = tuple(Cell(Decimal(value), str(value)) for value in values)
    role: Any = "time" if labels == YEARS else "nominal"
    return Table("line" if labels == YEARS else "pie", "vertical", "Nests by site", "", "Site", "Nests", role,
                 labels, (Series("", unit=unit),), (cells,))  # fmt: skip


def sent(
    source: Table, seed: int = 0, question: str = "What is the sum of all values?", **switches: Any
) -> ChartSpec:
    """The chart that goes out under the default policy of all switches off, but for these."""
    policy, draw = replace(PRESETS["paper"], **switches), random.Random(seed)
    made, _ = protect(
        lexicon(Record("r", "image", "", question, (), source), policy, draw, KEY), policy, draw
    )
    assert made.chart is not None
    return made.chart


def literals(chart: ChartSpec) -> list[Decimal]:
    return [Decimal(value) for row in chart.values for value in row if value is not None]


def ranks(values: list[Any]) -> list[int]:
    return sorted(range(len(values)), key=lambda place: values[place])


VALUES = st.lists(st.integers(16, 9_999), min_size=5, max_size=5, unique=True)
SEEDS = st.integers(0, 999)
FEW = settings(max_examples=12, deadline=None)


@FEW
@given(VALUES, SEEDS)
def test_order_is_kept_everywhere_by_global_and_within_bands_by_bands(values: list[int], seed: int) -> None:
    assert ranks(literals(sent(table(values), seed, order="global"))) == ranks(values)
    kept = [value for value in values if value < 1263]
    within = [value for value, given in zip(literals(sent(table(values), seed)), values, strict=True) if given < 1263]  # fmt: skip
    assert ranks(within) == ranks(kept)


@FEW
@given(VALUES, VALUES, SEEDS)
def test_order_none_draws_whatever_the_values(one: list[int], two: list[int], seed: int) -> None:
    """Under one seed, what goes out is the same whatever the values are."""
    switches = {"order": "none", "identity": "quantity", "small_integers": "role", "form": "one_form"}
    first, second = (literals(sent(table(values), seed, **switches)) for values in (one, two))
    assert sorted(first) == sorted(second)


@FEW
@given(st.integers(0, 15), SEEDS)
def test_small_integers_stay_by_keep_alone(small: int, seed: int) -> None:
    values = [small, 20, 30, 40, 50]
    assert literals(sent(table(values), seed))[0] == small
    drawn = [literals(sent(table(values), seed + n, small_integers="role"))[0] for n in range(3)]
    assert drawn != [small] * 3


@FEW
@given(SEEDS)
def test_ties_show_by_value_alone(seed: int) -> None:
    values = [40, 40, 40, 70, 70]
    assert len(set(literals(sent(table(values), seed)))) == 2
    assert len(set(literals(sent(table(values), seed, identity="quantity", order="none")))) == 5


@FEW
@given(SEEDS)
def test_years_keep_their_gaps_by_offset_and_their_order_by_relabel(seed: int) -> None:
    source = table([20, 30, 40, 50], YEARS)
    shifted = [int(year) for year in sent(source, seed).categories]
    assert [year - shifted[0] for year in shifted] == [0, 2, 3, 8]
    fresh = [int(year) for year in sent(source, seed, years="relabel").categories]
    assert fresh == sorted(set(fresh))
    others = [[int(y) for y in sent(source, seed + n, years="relabel").categories] for n in range(1, 5)]
    assert (
        len({years[1] - years[0] for years in others}) > 1
        or len({years[3] - years[0] for years in others}) > 1
    )


@FEW
@given(VALUES, SEEDS)
def test_one_form_has_one_number_of_decimals(values: list[int], seed: int) -> None:
    chart = sent(table([*values[:4], 3]), seed, form="one_form", small_integers="role", order="none")
    shown = [value for row in chart.values for value in row if value is not None]
    assert len({len(value.partition(".")[2]) for value in shown}) == 1


@FEW
@given(SEEDS, st.sampled_from(["%", "$", "million tonnes"]))
def test_units_go_by_abstract_alone(seed: int, unit: str) -> None:
    source = table([20, 30, 40, 50, 60], unit=unit)
    assert sent(source, seed).series[0].unit == unit
    assert sent(source, seed, units="abstract").series[0].unit not in (unit, "")


@FEW
@given(VALUES, SEEDS)
def test_literals_are_edits_apart_by_apart(values: list[int], seed: int) -> None:
    chart = sent(table(values), seed, spacing="apart", order="none", identity="quantity")
    shown = [value for row in chart.values for value in row if value is not None]
    assert all(_edits(one, two) >= 2 for one, two in combinations(shown, 2))


def _edits(one: str, two: str) -> int:
    @cache
    def left(i: int, j: int) -> int:
        if i == len(one) or j == len(two):
            return len(one) - i + len(two) - j
        return min(left(i + 1, j) + 1, left(i, j + 1) + 1, left(i + 1, j + 1) + (one[i] != two[j]))

    return left(0, 0)


def test_rows_are_permuted_in_one_way_and_only_where_order_says_nothing() -> None:
    values = [100, 200, 300, 400, 500]
    kept = [ranks(literals(sent(table(values), seed))) for seed in range(3)]
    moved = [ranks(literals(sent(table(values), seed, rows="permuted"))) for seed in range(3)]
    assert kept == [[0, 1, 2, 3, 4]] * 3
    assert moved[0] == moved[1] == moved[2] != kept[0]
    over_time = sent(table(values[:4], YEARS), rows="permuted")
    assert ranks(literals(over_time)) == [0, 1, 2, 3]


# ── what of a chart goes out ─────────────────────────────────────────────────────────────────────────────────


def chosen(asked: str, **switches: Any) -> Any:
    policy = replace(PRESETS["paper"], widening="none", **switches)
    return select(table([20, 30, 40, 50, 60]), asked, policy, KEY, (24, 8), random.Random(0))


LOOKED_UP = "By how much do the nests of Fen exceed those of Weir?"


def test_minimal_leaves_out_what_the_question_does_not_name() -> None:
    assert chosen(LOOKED_UP, disclosure="minimal").table.categories == ("Fen", "Weir")
    assert chosen(LOOKED_UP).table.categories == SITES
    assert chosen("Which sites have most nests?", disclosure="minimal").table.categories == SITES


def test_padded_adds_decoys_and_nothing_else() -> None:
    padded = chosen(LOOKED_UP, disclosure="minimal", shape="padded").table
    assert len(padded.categories) == 4
    assert {"Fen", "Weir"} < set(padded.categories)
    assert set(padded.categories).isdisjoint({"Moor", "Dune", "Brook"})


def test_canonical_draws_one_kind() -> None:
    assert chosen(LOOKED_UP).table.kind == "pie"
    assert chosen(LOOKED_UP, kind="canonical").table.kind == "bar"


def test_a_canonical_question_keeps_no_word_of_the_askers() -> None:
    assert chosen(LOOKED_UP).restated == ""
    said = chosen(LOOKED_UP, question="canonical").restated
    assert {"Fen", "Weir"} <= set(re.findall(r"\w+", said))
    assert not {"nests", "those", "do"} & set(re.findall(r"\w+", said))


# ── all of them together ─────────────────────────────────────────────────────────────────────────────────────

QUESTIONS = (
    (LOOKED_UP, lambda v: v[1] - v[3]),
    ("What is the highest number of nests?", max),
    ("How many sites have more than 55 nests?", lambda v: sum(one > 55 for one in v)),
    ("What is the average of Moor and Dune?", lambda v: Decimal(v[0] + v[2]) / 2),
    ("Which site has the fewest nests?", lambda v: SITES[v.index(min(v))]),
)


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("log"))


@settings(max_examples=25, deadline=None)
@given(
    st.fixed_dictionaries({name: st.sampled_from(values) for name, values in SWITCHES.items()}),
    st.lists(st.integers(0, 999).filter(lambda n: n != 55), min_size=5, max_size=5, unique=True),
    st.sampled_from(QUESTIONS),
    SEEDS,
)
def test_any_values_together_give_the_exact_answer(
    state: str, switches: dict[str, str], values: list[int], asked: tuple[str, Any], seed: int
) -> None:
    options = {
        "policy": {"preset": "strict", **switches},
        "ask": {"release": "text"},
        "log": {"folder": state},
    }
    session = Session(configuration.load(environment={}, options=options), randomness=random.Random(seed))
    question, expected = asked
    answer = session.ask(table(values, unit=""), question).answer
    assert answer.value == expected(values)
    changed = {name for name, value in switches.items() if value != getattr(PRESETS["strict"], name)}
    named = session.stages.policy.id
    assert all(f"{name}={switches[name]}" in named for name in changed)


def test_the_presets_differ_as_the_table_of_policies_says() -> None:
    differing = {f.name for f in fields(Policy) if len({getattr(p, f.name) for p in PRESETS.values()}) > 1}
    assert differing - {"id"} == set(SWITCHES)
    assert not find_numerals("".join(SWITCHES))


@pytest.mark.parametrize("story", SWITCHES["story"])
def test_a_story_goes_out_as_the_policy_says_and_has_one_answer(story: str) -> None:
    private = b"Petra filled 6 crates with 15 pears each. She sold 12 pears. How many pears are left?"
    session = Session(
        configuration.load(environment={}, options={"policy": {"story": story}}), random.Random(4)
    )
    asked = session.ask(Source(private, "text/plain", "story.txt"))
    question = asked.shielded.protected.question
    assert asked.answer.value == 6 * 15 - 12
    assert asked.answer.confirmed
    assert is_calculation(question) == (story in ("calculation", "closed"))
    assert question.startswith("How many") or story != "source"


def test_a_closed_policy_refuses_a_text_that_it_can_only_reword_and_says_what_does_not() -> None:
    private = Source(
        b"Petra's tram was 6 minutes late for 15 days. The city paid her back.", "text/plain", "t.txt"
    )
    asked = "How much sooner could she have left home?"
    with pytest.raises(Refused, match="--policy balanced") as refused:
        Session(configuration.load(environment={})).protect(private, asked)
    assert "tram" not in str(refused.value)
    balanced = configuration.load(environment={}, options={"policy": {"preset": "balanced"}})
    assert Session(balanced, random.Random(4)).protect(private, asked).protected.question
