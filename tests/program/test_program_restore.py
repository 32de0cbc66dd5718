from __future__ import annotations

import ast
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloom import THRESHOLD, bloom
from recast.errors import UnknownOperand
from recast.program.evaluate import evaluate
from recast.program.parse import parse
from recast.program.restore import Restored, restore, unknown, unmarked, year_literals
from recast.types import NumberMap, Quantity

_EXAMPLE = bloom()
_MAP = _EXAMPLE.vault.numbers
_NAMES = _EXAMPLE.protected.names


def restored(program: str) -> Restored:
    return restore(parse(program), _MAP, _NAMES)


@pytest.mark.parametrize(
    ("program", "missing"),
    [
        ("answer = protected(268.4)", ()),
        ("answer = protected(268.40)", ()),
        ("answer = protected('268.4%')", ()),
        ("answer = protected(2031) + protected('2031')", ()),
        ("answer = protected('tarnz')", ()),
        ("answer = protected(47.8)", ("47.8",)),
        ("answer = protected(268.5) + protected('Northmoor')", ("268.5", "Northmoor")),
        ("answer = protected(-268.4)", ("-268.4",)),
        ("answer = -protected(268.4)", ()),
        ("answer = protected(26.84)", ("26.84",)),
    ],
)
def test_unknown_operands_and_names(program: str, missing: tuple[str, ...]) -> None:
    assert set(unknown(parse(program), _EXAMPLE.protected.literals, _NAMES)) == set(missing)
    if missing:
        with pytest.raises(UnknownOperand, match=missing[0]):
            restored(program)
    else:
        restored(program)


def test_restores_the_example_of_the_interfaces() -> None:
    program = "bloom = {protected(2027): protected(268.4), protected(2031): protected(731.5)}\nanswer = bloom"
    assert evaluate(restored(program).tree) == {2019: 55, 2020: 64}


@pytest.mark.parametrize("year", ["protected(2031)", "protected('2031')", "2031", "'2031'"])
def test_years_restore_however_they_are_written(year: str) -> None:
    assert evaluate(restored(f"answer = {year}").tree) == 2020
    assert evaluate(restored(f"d = {{{year}: 1}}\nanswer = d[protected(2031)] + d['2031']").tree) == 2
    assert evaluate(restored(f"answer = int({year}) - 2027").tree) == 1


def test_names_stay_protected_in_the_program() -> None:
    tree = restored("d = {'TARNS': 1, protected('Quellar'): 2}\nanswer = sorted(d)").tree
    assert evaluate(tree) == ("Quellar", "Tarns")
    assert "Islands" not in ast.dump(tree)


def test_text_in_an_f_string_is_no_operand() -> None:
    assert evaluate(restored("answer = f'2031 {1} Tarns 2031'").tree) == 1


def test_a_minus_before_a_mark_may_be_part_of_the_literal() -> None:
    cold = Quantity("cell:0:0", Decimal("-4"), "-4", "data", "North")
    numbers = NumberMap("paper", {"cell:0:0": "-12.3"}, {"-12.3": (cold,)})
    for text in ("protected(-12.3)", "-protected(12.3)", "protected('−12.3')", "(-protected('12.3'))"):
        program = parse(f"answer = {text}")
        assert unknown(program, {"-12.3"}, ()) == ()
        assert evaluate(restore(program, numbers, ()).tree) == -4
    assert unknown(parse("answer = protected(12.3)"), {"-12.3"}, ()) == ("12.3",)


def test_used_quantities_are_recorded_once() -> None:
    used = restored("answer = protected(268.4) + protected(268.4) + protected(333.3)").used
    assert [one.literal for one in used] == ["268.4", THRESHOLD]


def test_unmarked_numbers_of_the_evidence_are_seen() -> None:
    protected = _EXAMPLE.protected
    assert unmarked(parse("answer = 268.4 - protected(731.5)"), protected) == ("268.4",)
    assert unmarked(parse("x = [268.40]\nanswer = x[0]"), protected) == ("268.4",)
    assert unmarked(parse("answer = protected(268.4) / 100 * 2 + 7"), protected) == ()
    assert unmarked(parse("answer = {2031: protected(268.4)}[2031]"), protected) == ()
    assert year_literals(protected) == {"2027", "2031"}


_LITERALS = st.lists(
    st.decimals(min_value=100, max_value=999, places=1), min_size=1, max_size=8, unique_by=lambda value: value
)


@given(literals=_LITERALS, data=st.data())
def test_a_sum_over_any_map_is_exact(literals: list[Decimal], data: st.DataObject) -> None:
    values = data.draw(
        st.lists(st.decimals("-1e6", "1e6", places=3), min_size=len(literals), max_size=len(literals))
    )
    held = {
        format(literal.normalize(), "f"): (Quantity(f"cell:0:{c}", value, str(value), "data", ""),)
        for c, (literal, value) in enumerate(zip(literals, values, strict=True))
    }
    numbers = NumberMap("strict", {q[0].key: literal for literal, q in held.items()}, held)
    program = parse("answer = " + " + ".join(f"protected({literal})" for literal in literals))
    assert evaluate(restore(program, numbers, ()).tree) == sum(values)
