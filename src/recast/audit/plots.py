"""The figures of the page, as SVG that stands in the page itself: text stays text, nothing is loaded from elsewhere."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INK = "#1b2a41"
_COLOURS = ("#1f6f8b", "#c8553d", "#588157", "#8a5a9e", "#b08900", "#6c757d")
_MARKS = "osD^vP"
_GREY = "#8d99ae"
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "recast",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": _GREY,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}

_ENDS = {
    "answered": "#588157",
    "unconfirmed": "#b08900",
    "withheld": "#1f6f8b",
    "refused": "#8a5a9e",
    "wrong_type": "#6c757d",
    "solver_failed": "#c8553d",
}

#: Attackers whose picks stand beside the right answers of each group of examples.
PICKS = {"structure": "structure picks the source", "combined": "all combined pick the source"}

#: Which figure of the audit stands for each kind of leakage, and how it is called.
LEAKAGE = {
    "structure: picked first": "structure picks the source",
    "words: picked first": "words pick the source",
    "words: a word of the source occurs": "a word of the source occurs",
    "meaning: picked first": "meaning picks the source",
    "combined: picked first": "all combined pick the source",
    "values: a number guessed within 5 %": "a number is guessed",
    "judge: any view": "the judge says yes in a view",
}


def trade_off(policies: Mapping[str, Any]) -> str:
    """Utility (up) against each kind of leakage (right, closer together towards 100 %), a mark a policy; the dashed line is
    chance."""
    shown = {
        key: title
        for key, title in LEAKAGE.items()
        if any(_value(policy["leakage"].get(key)) is not None for policy in policies.values())
    }
    columns = 3
    rows = max(1, -(-len(shown) // columns))
    figure, axes = _canvas(rows, columns, height=2.3)
    least = min([90.0] + [100 * p["protected"]["low"] - 2 for p in policies.values() if p["protected"]])
    for ax, (key, title) in zip(axes, shown.items(), strict=False):
        for place, (name, policy) in enumerate(policies.items()):
            found, utility = policy["leakage"].get(key), policy["protected"]
            if _value(found) is None or utility is None:
                continue
            _mark(ax, found, 100 * utility["value"], place, name, spread=utility)
            if found["chance"] is not None:
                ax.axvline(100 * found["chance"], color=_GREY, linestyle="--", linewidth=0.8)
        ax.set_title(title, fontsize=10, color=_INK)
        ax.set_ylim(least, 101)
        _leakage_axis(ax)
        ax.grid(axis="y", color="#e6e9ef", linewidth=0.6)
    for place, ax in enumerate(axes):
        if place >= len(shown):
            ax.axis("off")
        elif place % columns == 0:
            ax.set_ylabel("right answers, %")
    if shown:
        _legend(figure, axes[0])
    return _svg(figure)


def by_kind(policies: Mapping[str, Any], kind: str) -> str:
    """For each group of examples right answers, and how often structure and all combined pick the source, a mark a policy
    with its interval; empty where no group is named."""
    counts = {label: one["n"] for policy in policies.values() for label, one in policy["by"][kind].items()}
    if not counts:
        return ""
    labels = sorted(counts)
    groups = [group for policy in policies.values() for group in policy["by"][kind].values()]
    panels = ["right"] + [name for name in PICKS if any(group["picked"][name] for group in groups)]
    figure, axes = _canvas(1, len(panels), height=1.0 + (0.17 + 0.09 * len(policies)) * len(labels))
    for ax, panel in zip(axes, panels, strict=True):
        step = 0.7 / len(policies)
        for place, (name, policy) in enumerate(policies.items()):
            for line, label in enumerate(labels):
                group = policy["by"][kind].get(label)
                found = group and (group["protected"] if panel == "right" else group["picked"][panel])
                if found:
                    at = line + (place - (len(policies) - 1) / 2) * step
                    _mark(ax, found, at, place, name if line == 0 else "")
        for line in range(1, len(labels)):
            ax.axhline(line - 0.5, color="#e6e9ef", linewidth=0.6)
        ax.set_yticks(
            range(len(labels)), [f"{label.replace('_', ' ')} ({counts[label]})" for label in labels]
        )
        ax.set_ylim(len(labels) - 0.4, -0.6)
        ax.tick_params(axis="y", length=0, labelleft=ax is axes[0])
        ax.set_title("right answers" if panel == "right" else PICKS[panel], fontsize=10, color=_INK)
        if panel == "right":
            ax.set_xlim(-3, 103)
            ax.set_xlabel("%")
        else:
            _leakage_axis(ax)
    _legend(figure, axes[0])
    return _svg(figure)


def _mark(
    ax: Axes,
    found: Mapping[str, float],
    at: float,
    place: int,
    name: str,
    spread: Mapping[str, float] | None = None,
) -> None:
    """A share (right) at a height, with its interval; ``spread`` is the interval of what stands up."""
    value = found["value"]
    vertical = None
    if spread is not None:
        vertical = [
            [100 * max(0, spread["value"] - spread["low"])],
            [100 * max(0, spread["high"] - spread["value"])],
        ]
    ax.errorbar(
        100 * value,
        at,
        xerr=[[100 * max(0, value - found["low"])], [100 * max(0, found["high"] - value)]],
        yerr=vertical,
        fmt=_MARKS[place % 6],
        color=_COLOURS[place % 6],
        label=name,
        markersize=5,
        linewidth=1.1,
        clip_on=False,
    )


def _leakage_axis(ax: Axes) -> None:
    """0 to 100 %, the first per cent as wide as the next nine."""
    ax.set_xscale("symlog", linthresh=1, linscale=0.6)
    ax.set_xlim(-0.15, 115)
    ax.set_xticks([0, 1, 10, 100], ["0", "1", "10", "100"])
    ax.minorticks_off()
    ax.set_xlabel("leakage, %")


def _legend(figure: Figure, ax: Axes) -> None:
    handles, labels = ax.get_legend_handles_labels()
    named = {label: handle for handle, label in zip(handles, labels, strict=True) if label}
    figure.legend(
        list(named.values()), list(named), loc="outside lower center", ncols=6, frameon=False, fontsize=9
    )


def _bars(
    ax: Axes, at: Sequence[float], values: Sequence[Mapping[str, float]], step: float, name: str, colour: str
) -> None:
    centre = [100 * one["value"] for one in values]
    spread = [
        [100 * max(0.0, one["value"] - one["low"]) for one in values],
        [100 * max(0.0, one["high"] - one["value"]) for one in values],
    ]
    ax.barh(at, centre, height=0.9 * step, color=colour, label=name, xerr=spread, error_kw={"linewidth": 0.8})


def guesses(policies: Mapping[str, Any]) -> str:
    """How often a number is guessed with the release and without it, and its order told; a pair of bars a policy."""
    measures = {
        "values: a number guessed within 5 %": "a number, within 5 %",
        "values: a year guessed": "a year, exactly",
        "values: order of two numbers told": "the order of two numbers",
    }
    figure, axes = _canvas(1, len(measures), height=0.9 + 0.5 * len(policies))
    for ax, (key, title) in zip(axes, measures.items(), strict=True):
        for place, (name, policy) in enumerate(policies.items()):
            found = policy["leakage"].get(key)
            if _value(found) is None:
                ax.text(1, place, "not measured", va="center", fontsize=8, color=_INK)
                continue
            _bars(ax, [place - 0.2], [found], 0.4, name, _COLOURS[place % 6])
            if found["chance"] is not None:
                ax.barh([place + 0.2], [100 * found["chance"]], height=0.36, color="#c9ced6")
        ax.set_yticks(range(len(policies)), list(policies))
        ax.set_ylim(len(policies) - 0.4, -0.6)
        ax.set_xlim(0, 100)
        ax.set_title(title, fontsize=10, color=_INK)
        ax.set_xlabel("%")
    for ax in axes[1:]:
        ax.tick_params(labelleft=False)
    return _svg(figure)


def ends(policies: Mapping[str, Any]) -> str:
    """How the examples ended, a bar a policy; only ends that occur are named."""
    figure, axes = _canvas(1, 1, height=0.9 + 0.35 * len(policies))
    ax = axes[0]
    names = [
        end for end in next(iter(policies.values()))["ends"] if any(p["ends"][end] for p in policies.values())
    ]
    left = [0.0] * len(policies)
    for end in names:
        widths = [100 * policy["ends"][end] for policy in policies.values()]
        ax.barh(
            range(len(policies)), widths, left=left, height=0.6, color=_ENDS[end], label=end.replace("_", " ")
        )
        left = [start + width for start, width in zip(left, widths, strict=True)]
    ax.set_yticks(range(len(policies)), list(policies))
    ax.set_xlim(0, 100)
    ax.invert_yaxis()
    ax.set_xlabel("% of the examples")
    _legend(figure, ax)
    return _svg(figure)


def _value(figure: Mapping[str, Any] | None) -> float | None:
    return None if figure is None else figure["value"]


def _canvas(rows: int, columns: int, height: float) -> tuple[Figure, list[Axes]]:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Sheet

    with matplotlib.rc_context(_STYLE):
        figure = Sheet(figsize=(9.2, height * rows + 0.3), layout="constrained")
        FigureCanvasSVG(figure)
        grid = figure.subplots(rows, columns, squeeze=False)
    return figure, list(grid.ravel())


def _svg(figure: Figure) -> str:
    """The figure without what stands before and beside the drawing."""
    import matplotlib

    buffer = io.StringIO()
    with matplotlib.rc_context(_STYLE):
        figure.savefig(
            buffer, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
    text = buffer.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    return text[text.index("<svg") :]
