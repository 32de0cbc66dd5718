"""Draws ``examples/revenue.png``, the chart of the README, and ``examples/years.png``, lines without printed values. The
company, its regions and its figures are invented.

It looks like a page of a business report, not like what ReCast sends: that is drawn by ``recast.reconstruct``.

    python examples/make_example.py
"""

from __future__ import annotations

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

TITLE = "Halden Instruments: revenue by region, 2025"
UNIT = "in million euros"
REVENUE = {"North": 48.2, "Coast": 36.7, "Capital": 61.5, "Highlands": 22.9, "Islands": 17.4}
NOTE = "Source: Halden Instruments, annual report (fictional)"
YEARS = {
    "North": (31, 36, 35, 42, 45, 44, 48.2),
    "Coast": (26, 24.5, 27, 25, 23.5, 24, 22.7),
    "Islands": (9, 11.5, 12, 14, 13.5, 16, 17.4),
}
LINES = ("#1d5b79", "#c0392b", "#6f7f2a")
BAR, TEXT, GRID = "#1d5b79", "#22303c", "#d9dfe4"


def figure() -> Figure:
    """The chart at 100 dpi, 800 × 500 pixels."""
    page = Figure(figsize=(8, 5), dpi=100, facecolor="white")
    axes = page.add_axes((0.06, 0.17, 0.9, 0.6))
    bars = axes.bar(list(REVENUE), list(REVENUE.values()), width=0.56, color=BAR, zorder=2)
    axes.bar_label(bars, fmt="%.1f", padding=4, fontsize=12, color=TEXT)
    axes.set_ylim(0, 70)
    axes.yaxis.set_visible(False)
    axes.tick_params(axis="x", length=0, pad=9, labelsize=12, labelcolor=TEXT)
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(GRID)
    page.text(0.06, 0.905, TITLE, fontsize=15, fontweight="bold", color=TEXT)
    page.text(0.06, 0.845, UNIT, fontsize=12, color="#5c6b78")
    page.text(0.06, 0.045, NOTE, fontsize=9, color="#8794a0")
    return page


def years() -> Figure:
    """The lines at 100 dpi, 800 × 480 pixels."""
    page = Figure(figsize=(8, 4.8), dpi=100, facecolor="white")
    axes = page.add_axes((0.07, 0.1, 0.8, 0.7))
    for (name, values), colour in zip(YEARS.items(), LINES, strict=True):
        axes.plot(range(2019, 2026), values, color=colour, linewidth=2.2)
        axes.text(2025.1, values[-1], name, color=colour, va="center", fontsize=11)
    axes.set_xlim(2018.8, 2025.05)
    axes.set_ylim(5, 52)
    axes.set_yticks(range(10, 60, 10))
    axes.grid(axis="y", color=GRID)
    axes.tick_params(length=0, labelsize=11, labelcolor=TEXT)
    axes.spines[["top", "right", "left"]].set_visible(False)
    page.text(
        0.06, 0.905, "Halden Instruments: revenue by region", fontsize=15, fontweight="bold", color=TEXT
    )
    page.text(0.06, 0.845, UNIT, fontsize=12, color="#5c6b78")
    return page


def main() -> None:
    for page, name in ((figure(), "revenue.png"), (years(), "years.png")):
        canvas = FigureCanvasAgg(page)
        canvas.draw()
        picture = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba())
        picture.convert("RGB").save(Path(__file__).parent / name)


if __name__ == "__main__":
    main()
