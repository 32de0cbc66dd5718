"""Draws ``examples/revenue.png``: the chart of the README. The company, its regions and its figures are invented.

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


def main() -> None:
    canvas = FigureCanvasAgg(figure())
    canvas.draw()
    picture = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba())
    picture.convert("RGB").save(Path(__file__).parent / "revenue.png")


if __name__ == "__main__":
    main()
