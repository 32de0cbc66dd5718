"""Are the confidences of cells worth their name? Of the cells given 0.9, about nine in ten should be right.

    python benchmarks/calibration.py FOLDER [FOLDER ...] [--jobs 2] [--plot reliability.png]
    python benchmarks/calibration.py FOLDER [FOLDER ...] --fit

``FOLDER`` holds drawings by ``drawn_charts.py`` (or any ``manifest.jsonl`` whose rows name ``id``, ``image``, ``table``);
what ``reading.py`` has not read there yet is read. Printed for printed and for axis cells: how many, how many right, the
expected calibration error in ten bins of equal width and in ten of equal mass, and how well the confidence ranks
(AUROC: how often a right cell stands above a wrong one), since one constant for all would be calibrated and useless; and
how many of the cells below and above the product's threshold of a sure cell are right.

``--fit`` prints the constants of ``recast.perception.confidence``, fitted to the raw scores of these folders by pooling
adjacent violators, so that the calibrated confidence rises with the raw score. ``--plot`` draws the reliability diagram.

A printed cell is right when its value is; a cell read off an axis within twice its tolerance or 2.5 % of the true value.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import reading
from recast.types import SURE

BINS = 10
ORIGINS = ("printed", "axis")
_LEAST_KNOT, _MOST_KNOTS = 15, 25  # a step of the fitted curve rests on so many cells; so many steps

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Judged:
    """The cells of one origin: raw score, confidence given, and 1 where right."""

    raw: Floats
    given: Floats
    right: Floats


def judged(rows: Sequence[Mapping[str, Any]], origin: str) -> Judged:
    """The cells of that origin in the rows of ``reading.read_all``."""
    cells = [cell for row in rows for cell in row["cells"] if cell["origin"] == origin]
    columns = [[float(cell[name]) for cell in cells] for name in ("raw", "confidence", "right")]
    return Judged(*(np.array(column) for column in columns))


def expected_error(given: Floats, right: Floats, *, equal_mass: bool) -> float:
    """Mean distance between confidence and share of right cells over ten bins, weighted by their cells."""
    order = np.argsort(given, kind="stable")
    given, right = given[order], right[order]
    if equal_mass:
        bins = np.arange(len(given)) * BINS // len(given)
    else:
        bins = np.minimum((given * BINS).astype(int), BINS - 1)
    return sum(
        abs(float(given[bins == b].mean() - right[bins == b].mean())) * float((bins == b).mean())
        for b in np.unique(bins)
    )


def ranking(given: Floats, right: Floats) -> float | None:
    """The share of pairs of a right and a wrong cell in which the right one has the higher confidence; ties count half."""
    good, bad = given[right == 1], given[right == 0]
    if not len(good) or not len(bad):
        return None
    above = (good[:, None] > bad[None, :]).mean()
    return float(above + (good[:, None] == bad[None, :]).mean() / 2)


def report(cells: Judged) -> str:
    if not len(cells.right):
        return "no cells"
    rank = ranking(cells.given, cells.right)
    sure = cells.given >= SURE

    def share(part: Floats) -> str:
        return f"{int(part.sum())} of {len(part)} right" if len(part) else "none"

    return (
        f"{len(cells.right)} cells, {cells.right.mean():.3f} right, mean confidence {cells.given.mean():.3f}; "
        f"expected calibration error {expected_error(cells.given, cells.right, equal_mass=False):.3f} (equal width), "
        f"{expected_error(cells.given, cells.right, equal_mass=True):.3f} (equal mass); "
        f"AUROC {'-' if rank is None else f'{rank:.3f}'}; "
        f"sure (from {SURE}): {share(cells.right[sure])}; unsure: {share(cells.right[~sure])}"
    )


def fitted(raw: Floats, right: Floats) -> list[tuple[float, float]]:
    """Knots (raw, share right) of the curve that rises with the raw score and is nearest to the cells.

    Neighbouring levels are pooled from the top while a lower one has the larger share, or while a level has too few cells;
    each level counts one right and one wrong cell more, so that none claims certainty. A score of 0 is no reading."""
    least = max(_LEAST_KNOT, len(raw) / _MOST_KNOTS)
    levels: list[list[float]] = []  # sum of raw, right cells, cells
    for score in sorted(set(raw.tolist()), reverse=True):
        alike = right[raw == score]
        levels.append([score * len(alike), float(alike.sum()), float(len(alike))])
        while len(levels) > 1 and (levels[-2][2] < least or _share(levels[-2]) <= _share(levels[-1])):
            last = levels.pop()
            levels[-1] = [mine + more for mine, more in zip(levels[-1], last, strict=True)]
    if len(levels) > 1 and levels[-1][2] < least:
        last = levels.pop()
        levels[-1] = [mine + more for mine, more in zip(levels[-1], last, strict=True)]
    found = {round(level[0] / level[2], 3): round(_share(level), 3) for level in reversed(levels)}
    return [(0.0, 0.0), *found.items()]


def _share(level: Sequence[float]) -> float:
    return (level[1] + 1) / (level[2] + 2)


def plot(path: Path, cells: dict[str, Judged]) -> None:
    """The reliability diagram: share of right cells against confidence, in bins of equal mass, and how many there are."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.2), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    for axes, (origin, one) in zip(figure.subplots(1, 2), cells.items(), strict=True):
        axes.plot([0, 1], [0, 1], color="#999999", linewidth=1, linestyle="--")
        order = np.argsort(one.given, kind="stable")
        for part in np.array_split(order, BINS):
            share, confidence = one.right[part].mean(), one.given[part].mean()
            spread = 1.96 * np.sqrt(max(share * (1 - share), 0.25 / len(part)) / len(part))
            low, high = max(0.0, share - spread), min(1.0, share + spread)
            axes.plot([confidence, confidence], [low, high], color="#1f5f99", linewidth=1)
            axes.plot([confidence], [share], "o", color="#1f5f99", markersize=6)
        width, mass = (expected_error(one.given, one.right, equal_mass=mass) for mass in (False, True))
        name = "Printed values" if origin == "printed" else "Values read off an axis"
        errors = f"error {width:.3f} (equal width), {mass:.3f} (equal mass)"
        axes.set_title(f"{name}: {len(one.right)} cells\n{errors}", fontsize=10)
        axes.set(xlim=(0, 1.03), ylim=(0, 1.03), xlabel="confidence given", ylabel="share right")
        axes.grid(color="#e5e5e5", linewidth=0.7)
    figure.savefig(path)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--jobs", type=int, default=1, choices=(1, 2))
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--plot", type=Path)
    given = parser.parse_args()
    rows = [row for folder in given.folders for row in reading.read_all(folder, jobs=given.jobs)]
    cells = {origin: judged(rows, origin) for origin in ORIGINS}
    for origin, one in cells.items():
        print(f"{origin}: {report(one)}")
        if given.fit:
            print(f"{origin}: {fitted(one.raw, one.right)}")
    if given.plot:
        plot(given.plot, cells)


if __name__ == "__main__":
    main()
