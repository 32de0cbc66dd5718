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
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "recast",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": "#8d99ae",
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}

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
    """Utility (up) against each kind of leakage (right), a mark a policy; the dashed line is chance."""
    shown = {
        key: title
        for key, title in LEAKAGE.items()
        if any(_value(policy["leakage"].get(key)) is not None for policy in policies.values())
    }
    columns = 3
    rows = max(1, -(-len(shown) // columns))
    figure, axes = _canvas(rows, columns, height=2.5)
    for ax, (key, title) in zip(axes, shown.items(), strict=False):
        for place, (name, policy) in enumerate(policies.items()):
            found, utility = policy["leakage"].get(key), policy["protected"]
            value = _value(found)
            if value is None or utility is None:
                continue
            ax.errorbar(
                100 * value,
                100 * utility["value"],
                xerr=[[100 * max(0, value - found["low"])], [100 * max(0, found["high"] - value)]],
                yerr=[
                    [100 * max(0, utility["value"] - utility["low"])],
                    [100 * max(0, utility["high"] - utility["value"])],
                ],
                fmt=_MARKS[place % 6],
                color=_COLOURS[place % 6],
                label=name,
                capsize=2,
                linewidth=1,
            )
            if found["chance"] is not None:
                ax.axvline(100 * found["chance"], color="#8d99ae", linestyle="--", linewidth=0.8)
        ax.set_title(title, fontsize=9, color=_INK)
        ax.set_xlim(-2, max(20, ax.get_xlim()[1]))
        ax.set_ylim(min(89, ax.get_ylim()[0]), 101)
        ax.set_xlabel("leakage, %")
        ax.set_ylabel("right answers, %")
    for ax in axes[len(shown) :]:
        ax.axis("off")
    if shown:
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(3, len(labels)), frameon=False)
    return _svg(figure)


def by_kind(policies: Mapping[str, Any], kind: str) -> str:
    """For each group of examples right answers, and how often structure picks the source; empty where no group is named."""
    labels = sorted({label for policy in policies.values() for label in policy["by"][kind]})
    if not labels:
        return ""
    figure, axes = _canvas(1, 2, height=0.9 + 0.3 * len(labels) * max(1, 0.6 * len(policies)))
    for ax, title, pick in zip(
        axes, ("right answers, %", "structure picks the source, %"), (_right, _picked), strict=True
    ):
        step = 0.8 / len(policies)
        for place, (name, policy) in enumerate(policies.items()):
            found = [
                pick(policy["by"][kind][label]) if label in policy["by"][kind] else None for label in labels
            ]
            at = [i + place * step for i, one in enumerate(found) if one is not None]
            values = [one for one in found if one is not None]
            _bars(ax, at, values, step, name, _COLOURS[place % 6])
        ax.set_yticks([i + 0.4 - step / 2 for i in range(len(labels))], labels)
        ax.set_ylim(len(labels), -0.6)
        ax.set_xlabel(title)
    axes[1].tick_params(labelleft=False)
    if len(policies) > 1:
        axes[0].legend(frameon=False, fontsize=8)
    return _svg(figure)


def _right(group: Mapping[str, Any]) -> Mapping[str, float] | None:
    found: Mapping[str, float] | None = group["protected"]
    return found


def _picked(group: Mapping[str, Any]) -> Mapping[str, float] | None:
    found: Mapping[str, float] | None = group["picked"]["structure"]
    return found


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
        ax.set_title(title, fontsize=9, color=_INK)
        ax.set_xlabel("%")
    for ax in axes[1:]:
        ax.tick_params(labelleft=False)
    return _svg(figure)


def ends(policies: Mapping[str, Any]) -> str:
    """How the examples ended, a bar a policy."""
    figure, axes = _canvas(1, 1, height=1.1 + 0.4 * len(policies))
    ax = axes[0]
    names = list(next(iter(policies.values()))["ends"])
    left = [0.0] * len(policies)
    for place, end in enumerate(names):
        widths = [100 * policy["ends"][end] for policy in policies.values()]
        ax.barh(range(len(policies)), widths, left=left, height=0.6, color=_COLOURS[place], label=end)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    ax.set_yticks(range(len(policies)), list(policies))
    ax.invert_yaxis()
    ax.set_xlabel("% of the examples")
    figure.legend(frameon=False, ncols=3, loc="outside lower center", fontsize=8)
    return _svg(figure)


def _value(figure: Mapping[str, Any] | None) -> float | None:
    return None if figure is None else figure["value"]


def _canvas(rows: int, columns: int, height: float) -> tuple[Figure, list[Axes]]:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Sheet

    with matplotlib.rc_context(_STYLE):
        figure = Sheet(figsize=(7.4, height * rows + 0.3), layout="constrained")
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
