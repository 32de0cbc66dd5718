"""Functions lent to a program give what the library gives, and hand out nothing too large."""

from __future__ import annotations

import operator
import statistics
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast.program import lent
from recast.program.allowed import LENT


def test_lent_functions_agree_with_the_library() -> None:
    data = [Decimal(text) for text in ("3.5", "1.25", "9", "1.25")]
    for name in ("mean", "fmean", "median", "median_low", "median_high", "mode", "multimode", "stdev", "pstdev",
                 "variance", "pvariance", "harmonic_mean", "geometric_mean"):  # fmt: skip
        ours, theirs = getattr(lent, f"lent_statistics_{name}")(data), getattr(statistics, name)(data)
        assert ours == theirs if isinstance(ours, list) else float(ours) == pytest.approx(float(theirs)), name
    assert lent.lent_statistics_fmean([1, 3], [3, 1]) == Decimal("1.5")
    assert lent.lent_operator_itemgetter(0, 1)(["a", "b", "c"]) == ("a", "b")
    assert lent.lent_heapq_nsmallest(2, [3, 1, 2]) == [1, 2]
    assert lent.lent_numpy_argmax([1, 3, 2]) == 1
    assert lent.lent_numpy_argmin([2, 1, 2]) == 1


@given(st.lists(st.integers(1, 50), min_size=2, max_size=9))
def test_statistics_of_whole_numbers_are_exact_decimals(data: list[int]) -> None:
    mean = lent.lent_statistics_mean(data)
    assert isinstance(mean, Decimal)
    assert mean == Decimal(sum(data)) / len(data)
    for name in ("median", "median_low", "median_high", "mode", "multimode"):
        assert getattr(lent, f"lent_statistics_{name}")(data) == getattr(statistics, name)(data), name
    assert float(lent.lent_statistics_stdev(data)) == pytest.approx(statistics.stdev(data))


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=9), st.integers(0, 10))
def test_the_largest_and_the_smallest_come_in_order(data: list[int], count: int) -> None:
    assert lent.lent_heapq_nlargest(count, data) == sorted(data, reverse=True)[:count]
    assert lent.lent_heapq_nsmallest(count, data, key=operator.neg) == sorted(data, reverse=True)[:count]
    assert data[lent.lent_numpy_argmax(data)] == max(data)
    assert data[lent.lent_numpy_argmin(data)] == min(data)


def test_every_function_that_a_program_may_import_is_lent() -> None:
    assert all(hasattr(lent, f"lent_{module}_{name}") for module, names in LENT.items() for name in names)


def test_division_of_operators_is_exact_and_fractions_of_text_are_read_as_written() -> None:
    assert lent.lent_operator_truediv(1, 8) == Decimal("0.125")
    assert lent.lent_exact(" 1_000.10 ") == Decimal("1000.10")
    assert lent.lent_exact(0.5) == 0.5
    assert lent.lent_exact() == 0


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    shown: list[object] = []
    monkeypatch.setattr(lent, "lent_shown", shown)
    return shown


def test_what_is_printed_is_the_value_only_where_there_is_no_other(printed: list[object]) -> None:
    lent.lent_print(5)
    lent.lent_print(5)
    assert (lent.lent_value(None), lent.lent_value(7)) == (5, 7)
    lent.lent_print("a", 1, sep="-")
    assert printed[-1] == "a-1"
    with pytest.raises(RuntimeError, match="several"):
        lent.lent_value(None)


@pytest.mark.parametrize(
    "value", [10**37, -(10**37), Decimal(10) ** 37, "x" * 2001, [0] * 201, [10**37], {"x" * 2001}]
)
def test_a_value_too_large_to_hand_out_is_refused(value: object, printed: list[object]) -> None:
    with pytest.raises(OverflowError):
        lent.lent_value(value)


@pytest.mark.parametrize("value", [10**36, "x" * 2000, [0] * 200, 1.5, True, {"a": 1}])
def test_a_value_of_the_largest_size_is_handed_out(value: object, printed: list[object]) -> None:
    assert lent.lent_value(value) == value
