"""The original as a medium for the unprotected reference: the source image itself, or its table in our own templates."""

from __future__ import annotations

import io

from recast.perception.image import decode
from recast.reconstruct.draw import draw
from recast.release.unprotected import original_spec
from recast.types import Medium, Source, Table


def original_medium(source: Source | Table) -> Medium:
    """The picture as PNG, its pixels unchanged."""
    if isinstance(source, Table):
        return draw(original_spec(source), 0)
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(decode(source.data)).save(buffer, "PNG")
    return Medium("image/png", buffer.getvalue())
