"""Functions that the sandbox lends to a program. This file runs *inside* the sandbox as source text, before the
program: nothing in it reaches the host, and it uses only what that interpreter has. It is also importable, so that its
functions are tested as ordinary Python.

Every name begins with ``lent_``, which a program may not use; built-in functions are kept under such names too, since
programs do write ``sum = ...``.
"""

from decimal import Decimal as lent_decimal  # noqa: N813
from typing import Any

lent_len, lent_isinstance, lent_str, lent_int, lent_abs = len, isinstance, str, int, abs
lent_list, lent_tuple, lent_set, lent_dict = list, tuple, set, dict
lent_sum, lent_sorted, lent_round, lent_range = sum, sorted, round, range
lent_max, lent_min = max, min
lent_shown: list[Any] = []


def lent_exact(value: Any = 0) -> Any:
    """``float`` where the program runs in exact decimals."""
    if lent_isinstance(value, lent_str):
        return lent_decimal(value.replace("_", "").strip())
    return lent_decimal(value) if lent_isinstance(value, lent_int) else value


def lent_dividend(value: Any) -> Any:
    """Left side of a division where the program runs in exact decimals."""
    return lent_decimal(value) if lent_isinstance(value, lent_int) else value


def lent_print(*values: Any, sep: Any = " ", end: Any = "", file: Any = None, flush: Any = False) -> None:
    lent_shown.append(
        values[0] if lent_len(values) == 1 else lent_str(sep).join([lent_str(v) for v in values])
    )


def lent_value(value: Any) -> Any:
    """The program's value, or what it printed where it has none; refused where too large to hand out."""
    if value is None and lent_len(lent_shown) > 0:
        if lent_len([shown for shown in lent_shown if shown != lent_shown[0]]) > 0:
            raise RuntimeError("several values are printed")
        value = lent_shown[0]
    if lent_isinstance(value, (lent_list, lent_tuple, lent_set, lent_dict)):
        if lent_len(value) > 200:
            raise OverflowError("the value is too long")
        for part in value:
            lent_small(part)
    return lent_small(value)


def lent_small(value: Any) -> Any:
    if lent_isinstance(value, lent_str) and lent_len(value) > 2000:
        raise OverflowError("the value is too long")
    if lent_isinstance(value, (lent_int, lent_decimal)) and lent_abs(value) > 10**36:
        raise OverflowError("the value is too large")
    return value


def lent_unavailable(reason: Any = None) -> None:
    return None


def lent_statistics_mean(data: Any) -> Any:
    values = lent_list(data)
    return lent_dividend(lent_sum(values)) / lent_len(values)


def lent_statistics_fmean(data: Any, weights: Any = None) -> Any:
    values = lent_list(data)
    if weights is None:
        return lent_statistics_mean(values)
    return lent_dividend(lent_sum([values[i] * weights[i] for i in lent_range(lent_len(values))])) / lent_sum(
        weights
    )


def lent_statistics_median(data: Any) -> Any:
    values = lent_sorted(data)
    middle = lent_len(values) // 2
    return values[middle] if lent_len(values) % 2 else lent_dividend(values[middle - 1] + values[middle]) / 2


def lent_statistics_median_low(data: Any) -> Any:
    values = lent_sorted(data)
    return values[(lent_len(values) - 1) // 2]


def lent_statistics_median_high(data: Any) -> Any:
    values = lent_sorted(data)
    return values[lent_len(values) // 2]


def lent_statistics_multimode(data: Any) -> Any:
    counts: Any = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    most = lent_max(counts.values())
    return [value for value in counts if counts[value] == most]


def lent_statistics_mode(data: Any) -> Any:
    return lent_statistics_multimode(data)[0]


def lent_statistics_pvariance(data: Any) -> Any:
    values = lent_list(data)
    mean = lent_statistics_mean(values)
    return lent_dividend(lent_sum([(v - mean) ** 2 for v in values])) / lent_len(values)


def lent_statistics_variance(data: Any) -> Any:
    values = lent_list(data)
    mean = lent_statistics_mean(values)
    return lent_dividend(lent_sum([(v - mean) ** 2 for v in values])) / (lent_len(values) - 1)


def lent_root(value: Any, degree: Any) -> Any:
    """The root in decimals for decimals, else in floats."""
    if lent_isinstance(value, lent_decimal):
        return value ** (lent_decimal(1) / degree)
    return value ** (1 / degree)


def lent_statistics_pstdev(data: Any) -> Any:
    return lent_root(lent_statistics_pvariance(data), 2)


def lent_statistics_stdev(data: Any) -> Any:
    return lent_root(lent_statistics_variance(data), 2)


def lent_statistics_harmonic_mean(data: Any) -> Any:
    values = lent_list(data)
    return lent_dividend(lent_len(values)) / lent_sum([lent_dividend(1) / v for v in values])


def lent_statistics_geometric_mean(data: Any) -> Any:
    values = lent_list(data)
    product = values[0]
    for value in values[1:]:
        product = product * value
    return lent_root(product, lent_len(values))


def lent_operator_itemgetter(*places: Any) -> Any:
    if lent_len(places) == 1:
        return lambda item: item[places[0]]
    return lambda item: lent_tuple([item[place] for place in places])


def lent_operator_add(left: Any, right: Any) -> Any:
    return left + right


def lent_operator_sub(left: Any, right: Any) -> Any:
    return left - right


def lent_operator_mul(left: Any, right: Any) -> Any:
    return left * right


def lent_operator_truediv(left: Any, right: Any) -> Any:
    return lent_dividend(left) / right


def lent_heapq_nlargest(n: Any, iterable: Any, key: Any = None) -> Any:
    return lent_sorted(iterable, key=key, reverse=True)[:n]


def lent_heapq_nsmallest(n: Any, iterable: Any, key: Any = None) -> Any:
    return lent_sorted(iterable, key=key)[:n]


def lent_collections_OrderedDict(*arguments: Any, **items: Any) -> Any:  # noqa: N802
    return lent_dict(*arguments, **items)


lent_numpy_mean, lent_numpy_median = lent_statistics_mean, lent_statistics_median
lent_numpy_sum, lent_numpy_abs, lent_numpy_round = lent_sum, lent_abs, lent_round
lent_numpy_max, lent_numpy_amax, lent_numpy_min, lent_numpy_amin = lent_max, lent_max, lent_min, lent_min


def lent_numpy_argmax(data: Any) -> Any:
    values = lent_list(data)
    return values.index(lent_max(values))


def lent_numpy_argmin(data: Any) -> Any:
    values = lent_list(data)
    return values.index(lent_min(values))
