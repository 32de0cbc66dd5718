"""The number map over generated cases: parse, map, restore and context inverse, and independence of the draws.

    python benchmarks/number_map.py            # 100,000 cases and the independence tests, figures on standard output
    python benchmarks/number_map.py --cases N  # another count
    python benchmarks/number_map.py --pool POOL --asks 20
                                               # also: re-identification from values alone over known tables

A case is one generated check. Every failure is printed with the seed of its case; the exit status is 1 if there is one.

Independence (``strict``) is shown in two ways. Exactly: with one seed, tables of one shape give the same literals to
the same places whatever their values and years. Statistically, over fresh maps: the rank correlation between source
value and literal, a chi-square test of the rank that the largest cell's literal takes, and one of whether the widest
drawn gap of years tells two axes apart. ``paper`` runs beside it to show that the tests see dependence where it is.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from statistics import NormalDist, fmean

from recast.numbers.context import context_chart, context_table, read_context, table_context
from recast.numbers.mapping import literal_key, protect, restore
from recast.numbers.numerals import find_numerals
from recast.numbers.provenance import provenance
from recast.numbers.written import parse_written
from recast.policy import PRESETS, Policy
from recast.types import Cell, NumberMap, Protected, Rewritten, Series, Substitutions, Table

SEED = 42


# ── cases ────────────────────────────────────────────────────────────────────────────────────────────────────


def _value(draw: random.Random) -> Decimal:
    kind = draw.randrange(6)
    if kind == 0:
        return Decimal(draw.randint(-20, 30))
    if kind == 1:
        return Decimal(draw.randint(1200, 2200))
    if kind == 2:
        return Decimal(draw.randint(-(10**9), 10**9))
    return Decimal(draw.randint(-(10**6), 10**6)).scaleb(-draw.randint(0, 4))


def _label(draw: random.Random) -> str:
    return "".join(draw.choice("abcde |\\[]();~-\n:éß东") for _ in range(draw.randint(1, 10)))


def _table(draw: random.Random, plain_labels: bool) -> Table:
    width, height = draw.randint(1, 12), draw.randint(1, 4)
    dated = draw.random() < 0.5
    year = draw.randint(1850, 2050)
    labels = []
    for c in range(width):
        year += draw.randint(1, 6)
        labels.append(str(year) if dated else f"Name {'abcdefghijkl'[c]}" if plain_labels else _label(draw))
    few = [_value(draw) for _ in range(3)]
    cells = tuple(
        tuple(
            Cell(None, None, "missing")
            if draw.random() < 0.05
            else Cell(draw.choice(few) if draw.random() < 0.3 else _value(draw))
            for _ in range(width)
        )
        for _ in range(height)
    )
    series = tuple(Series(f"Group {'abcd'[s]}" if plain_labels else _label(draw)) for s in range(height))
    return Table(
        "grouped_bar",
        "vertical",
        "Bloom" if plain_labels else _label(draw),
        "",
        "Name",
        "Part",
        "time" if dated else "nominal",
        tuple(labels),
        series,
        cells,
    )


_PARTS = (
    "more than {n}", "below {n}", "in {y}", "from {y} to {y}", "the top {s}", "the two bars", "less than {n}%", "the second highest",
    "{n} million", "between {n} and {n}", "the last {s} years", "the six bars", "seven percent", "one of them", "as of May {s}",
)  # fmt: skip


def _question(draw: random.Random, table: Table | None) -> str:
    known = (
        [f"{cell.value:f}" for row in table.cells for cell in row if cell.value is not None] if table else []
    )
    years = [label for label in table.categories if label.isdecimal()] if table else []

    def fill(part: str) -> str:
        while "{n}" in part:
            part = part.replace(
                "{n}", draw.choice(known) if known and draw.random() < 0.5 else f"{_value(draw):f}", 1
            )
        while "{y}" in part:
            part = part.replace(
                "{y}",
                draw.choice(years) if years and draw.random() < 0.7 else str(draw.randint(1850, 2090)),
                1,
            )
        return part.replace("{s}", str(draw.randint(2, 12)))

    return " ".join(fill(draw.choice(_PARTS)) for _ in range(draw.randint(0, 4)))


def _rewritten(table: Table, question: str, order: Sequence[int] = ()) -> Rewritten:
    return Rewritten("image", question, (), table, "", Substitutions(), tuple(order))


def _map(draw: random.Random, policy: Policy) -> tuple[Table, Protected, NumberMap]:
    table = _table(draw, plain_labels=True)
    protected, numbers = protect(_rewritten(table, _question(draw, table)), policy, draw)
    return table, protected, numbers


def map_and_restore(draw: random.Random) -> bool:
    """Every drawn literal restores to the cell that it stands for; the inverse is a function; no literal is guessed."""
    table, protected, numbers = _map(draw, draw.choice(tuple(PRESETS.values())))
    assert protected.chart is not None
    for row, drawn in zip(table.cells, protected.chart.values, strict=True):
        for cell, literal in zip(row, drawn, strict=True):
            if (literal is None) != (cell.value is None):
                return False
            if literal is not None:
                quantity = restore(numbers, literal + ("0" if "." in literal else ""))
                if quantity is None or quantity.value != cell.value:
                    return False
    wrong = f"{draw.randint(0, 10**5)}.{draw.randint(0, 99):02d}"
    guessed = restore(numbers, wrong) is not None and literal_key(wrong) not in numbers.inverse
    return not guessed and all(len({q.value for q in held}) == 1 for held in numbers.inverse.values())


def nothing_unissued(draw: random.Random) -> bool:
    """Question and context hold issued and structural numerals only; literals keep what the policy promises."""
    policy = draw.choice(tuple(PRESETS.values()))
    table, protected, numbers = _map(draw, policy)
    if any(provenance(text, numbers) for text in (protected.question, *protected.context.split("\n"))):
        return False
    literals = [numbers.literals[key] for key in numbers.literals if key.startswith("cell:")]
    if policy.id == "strict.v1":
        return len(set(literals)) == len(literals) and len({len(literal) for literal in literals}) <= 1
    for row, cells in enumerate(table.cells):
        for column, cell in enumerate(cells):
            if (
                cell.value is not None
                and cell.value in range(16)
                and numbers.literals[f"cell:{row}:{column}"] != str(int(cell.value))
            ):
                return False
    return True


def source_context(draw: random.Random) -> bool:
    """A source Table is read back from its text form."""
    table = _table(draw, plain_labels=False)
    return context_table(read_context(table_context(table))) == table


def protected_context(draw: random.Random) -> bool:
    """A protected chart is read back from its text form."""
    _, protected, _ = _map(draw, PRESETS["strict"])
    return context_chart(read_context(protected.context)) == protected.chart


def parse(draw: random.Random) -> bool:
    """Printed forms of a value parse to exactly that value, in every grouping and dressing."""
    decimals = draw.randint(0, 3)
    value = Decimal(draw.randint(-(10**9), 10**9)).scaleb(-decimals)
    text = f"{abs(value):,.{decimals}f}".replace(",", draw.choice(["", ",", " ", "\u202f", "\u00a0"]))
    before, after, unit = draw.choice(
        [("", "", ""), ("$", "", "$"), ("€ ", "", "€"), ("", "%", "%"), ("", " kg", "kg"), ("", "*", "")]
    )
    sign = draw.choice("-\u2212") if value < 0 else draw.choice(["", "+"])
    written = parse_written(sign + before + text + after)
    return written is not None and (written.value, written.unit, written.decimals) == (value, unit, decimals)


def numeral(draw: random.Random) -> bool:
    """A value in a question is found whole, with its exact value, and as data after a comparison."""
    decimals = draw.randint(0, 2)
    value = Decimal(draw.randint(0, 10**8)).scaleb(-decimals)
    written = f"{value:,.{decimals}f}" if draw.random() < 0.5 else f"{value:.{decimals}f}"
    text = draw.choice(
        [
            "which exceed {} in total",
            "more than {}",
            "is it below {}?",
            "with at least {}%",
            "above {} and blue",
        ]
    ).format(written)
    found = find_numerals(text)
    return [(n.written, n.value, n.role) for n in found] == [(written, value, "data")]


def literal(draw: random.Random) -> bool:
    """Every way to write a plain decimal has one key, worth the same."""
    value = Decimal(draw.randint(-(10**7), 10**7)).scaleb(-draw.randint(0, 4))
    forms = (
        f"{value:f}",
        f" {value:f} ",
        f"{value:f}0" if "." in f"{value:f}" else f"{value:f}.0",
        f"{value:E}",
    )
    try:
        keys = {literal_key(form) for form in forms}
    except (ValueError, InvalidOperation):
        return False
    return len(keys) == 1 and Decimal(keys.pop()) == value


PROPERTIES: tuple[tuple[Callable[[random.Random], bool], float], ...] = (
    (map_and_restore, 0.2),
    (nothing_unissued, 0.1),
    (source_context, 0.1),
    (protected_context, 0.1),
    (parse, 0.2),
    (numeral, 0.2),
    (literal, 0.1),
)


def run_properties(cases: int) -> int:
    failures = 0
    for check, share in PROPERTIES:
        count, started, failed = round(cases * share), time.perf_counter(), 0
        for case in range(count):
            if not check(random.Random(f"{SEED}-{check.__name__}-{case}")):
                failed += 1
                print(f"  FAILED {check.__name__}, case {case}")
        seconds = time.perf_counter() - started
        print(f"{check.__name__:20s} {count:7d} cases  {failed} failed  {seconds:6.1f} s")
        failures += failed
    return failures


# ── independence ─────────────────────────────────────────────────────────────────────────────────────────────

_SIZE = 6
_MAPS = 6_000


def _chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance of a chi-square at least so large (Wilson-Hilferty)."""
    cube = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return 1 - NormalDist().cdf(cube)


def _uniformity_p(counts: Sequence[int]) -> float:
    """The chance of counts at least so uneven if all are equally likely."""
    expected = sum(counts) / len(counts)
    return _chi_square_tail(sum((count - expected) ** 2 / expected for count in counts), len(counts) - 1)


def same_draws_whatever_the_values(pairs: int) -> int:
    """With one seed, two tables of one shape: in how many pairs a literal differs (0 is proof of independence)."""
    differing = 0
    strict = PRESETS["strict"]
    for pair in range(pairs):
        draw = random.Random(f"{SEED}-pair-{pair}")
        shape = _table(draw, plain_labels=True)
        question = "Which exceed 3.7182 and 64 in 2014?"
        maps = []
        for _ in range(2):
            cells = tuple(tuple(Cell(_value(draw)) for _ in row) for row in shape.cells)
            start, labels = draw.randint(1850, 1990), shape.categories
            if labels[0].isdecimal():  # other years, also none that is 2014
                labels = tuple(
                    str(start + 3 * c) if start + 3 * c != 2014 else "2013" for c in range(len(labels))
                )
            table = Table("grouped_bar", "vertical", "", "", "", "", "nominal", labels, shape.series, cells)
            _, numbers = protect(_rewritten(table, question), strict, random.Random(pair))
            cell_literals = {key: held for key, held in numbers.literals.items() if key.startswith("cell:")}
            years = sorted(key for key in numbers.inverse if "." not in key)
            maps.append((cell_literals, years))
        differing += maps[0] != maps[1]
    return differing


def _homogeneity_p(first: Sequence[int], second: Sequence[int]) -> float:
    """The chance of two samples of one size so different if both come from one distribution."""
    pairs = [(a, b) for a, b in zip(first, second, strict=True) if a + b]
    return _chi_square_tail(sum((a - b) ** 2 / (a + b) for a, b in pairs), len(pairs) - 1)


def rank_tests(policy: Policy) -> dict[str, float]:
    """Over fresh maps of one skewed table: rank correlation of value and literal, p of the largest cell's rank; and
    whether the place of the widest drawn gap of years tells two axes apart, one with its widest gap first, one last."""
    values = [Decimal(v) for v in ("-4", "7", "64", "64.5", "1999", "520000")]
    axes = (
        ("1900", "1990", "1991", "1993", "1996", "2000"),
        ("1900", "1901", "1903", "1905", "1908", "2000"),
    )
    top: Counter[int] = Counter()
    widest: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    correlations = []
    draw = random.Random(SEED)
    for turn in range(_MAPS):
        cells = (tuple(Cell(v) for v in values),)
        table = Table("bar", "vertical", "", "", "", "", "time", axes[turn % 2], (Series(""),), cells)
        protected, _ = protect(_rewritten(table, ""), policy, draw)
        assert protected.chart is not None
        literals = [Decimal(literal or 0) for literal in protected.chart.values[0]]
        ranks = [sorted(literals).index(literal) for literal in literals]
        correlations.append(
            1 - 6 * sum((rank - place) ** 2 for place, rank in enumerate(ranks)) / (_SIZE * (_SIZE**2 - 1))
        )
        top[ranks[-1]] += 1
        gaps = [b - a for a, b in itertools.pairwise(int(label) for label in protected.chart.categories)]
        widest[turn % 2][draw.choice([place for place, gap in enumerate(gaps) if gap == max(gaps)])] += 1
    return {
        "mean rank correlation": fmean(correlations),
        "its standard error under independence": 1 / math.sqrt((_SIZE - 1) * _MAPS),
        "p, rank of the largest": _uniformity_p([top[rank] for rank in range(_SIZE)]),
        "p, widest year gap of two axes": _homogeneity_p(
            *([w[place] for place in range(_SIZE - 1)] for w in widest)
        ),
    }


def picked_by_values(pool: Path, asks: int, policy: Policy, targets: int = 150) -> tuple[float, float, int]:
    """How often the right table of the pool is picked from the literals of ``asks`` maps alone, the chance level, and the
    size of the pool: candidates have as many cells as the target, the one whose values are least among the literals
    wins (that avoidance would tell), ties shared; and the same for most."""
    tables: dict[int, list[frozenset[str]]] = {}
    for line in pool.read_text("utf-8").splitlines():
        rows = json.loads(line)["rows"][1:]
        try:
            values = [literal_key(cell.strip("$% ").replace(",", "")) for row in rows for cell in row[1:]]
        except ValueError:
            continue
        if values:
            tables.setdefault(len(values), []).append(frozenset(values))
    draw, maps = random.Random(SEED), random.Random(f"{SEED}-maps")
    sizes = [size for size, held in tables.items() for _ in held if len(held) > 1]
    hits, chance = 0.0, 0.0
    for _ in range(targets):
        held = tables[draw.choice(sizes)]
        target = draw.choice(held)
        padded = [Decimal(value) for value in sorted(target)]
        table = Table(
            "bar",
            "vertical",
            "",
            "",
            "",
            "",
            "nominal",
            tuple("x" * c for c in range(len(padded))),
            (Series(""),),
            (tuple(map(Cell, padded)),),
        )
        seen: set[str] = set()
        for _ in range(asks):
            seen |= protect(_rewritten(table, ""), policy, maps)[0].literals
        scores = [
            (len(candidate & seen) if policy.order != "none" else -len(candidate & seen))
            for candidate in held
        ]
        best = [candidate for candidate, score in zip(held, scores, strict=True) if score == max(scores)]
        hits += (target in best) / len(best)
        chance += 1 / len(held)
    return hits / targets, chance / targets, sum(map(len, tables.values()))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument(
        "--pool", type=Path, help="JSON lines of known tables, for re-identification by values"
    )
    parser.add_argument("--asks", type=int, default=20)
    options = parser.parse_args()
    failures = run_properties(options.cases)
    pairs = max(100, options.cases // 50)
    differing = same_draws_whatever_the_values(pairs)
    print(f"strict, one seed, other values: literals differ in {differing} of {pairs} pairs of tables")
    for name, policy in PRESETS.items():
        print(f"{name}, {_MAPS} maps of one table of {_SIZE} cells:")
        for what, figure in rank_tests(policy).items():
            print(f"  {what}: {figure:.4f}")
        if options.pool:
            share, chance, size = picked_by_values(options.pool, options.asks, policy)
            print(
                f"  picked from literals alone, {options.asks} asks, pool of {size}: {share:.1%} (chance {chance:.1%})"
            )
    return 1 if failures or differing else 0


if __name__ == "__main__":
    sys.exit(main())
