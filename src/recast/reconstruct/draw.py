"""ChartSpec → picture, by one fixed template a kind (P 3.4). Drawn for machines and people: every value is printed, so
there is no value axis, no tick and no spine; 12 pt at 100 dpi; nothing stands on, or touches, anything else."""

from __future__ import annotations

from recast.errors import Withheld
from recast.reconstruct.horizontal import horizontal
from recast.reconstruct.pie import pie
from recast.reconstruct.sheet import Sheet, Size, canvas, render
from recast.reconstruct.spec import as_table, validate
from recast.reconstruct.vertical import vertical
from recast.types import ChartSpec, Medium

#: The longest side in pixels at which the reader still works on the picture as it is.
LONGEST = 2000
_SCALES = (1.0, 1.2, 1.4, 1.65, 2.0)


def draw(spec: ChartSpec, attempt: int = 0) -> Medium:
    """The chart as PNG, with the place of every line of text. ``attempt`` 0-4 asks for larger type each time, as far
    as the picture stays within ``LONGEST``. A chart that is too large for that at the smallest type is drawn as a
    table, a table is drawn at whatever size it needs. Raises ``Withheld`` for a spec that cannot be drawn."""
    findings = validate(spec)
    if findings:
        raise Withheld("This chart cannot be drawn as specified.", findings)
    for scale in reversed(_SCALES[: attempt + 1]):
        sheet = layout(spec, Size(scale))
        if max(canvas(sheet)) <= LONGEST:
            return render(sheet)
    return render(layout(as_table(spec), Size(1.0)))


def layout(spec: ChartSpec, size: Size) -> Sheet:
    """The sheet of a valid spec at one size, whatever room it takes."""
    if spec.kind == "pie":
        return pie(spec, size)
    if spec.kind == "table" or (spec.orientation == "horizontal" and spec.kind != "line"):
        return horizontal(spec, size)
    return vertical(spec, size)
