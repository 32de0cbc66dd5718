"""The original as a medium for the unprotected reference: the source image itself, its table in our own templates, its text."""

from __future__ import annotations

import io

from recast.capture.pages import has_pages, page_picture
from recast.numbers.prose import normalised
from recast.perception.image import decode
from recast.reconstruct.draw import draw
from recast.release.unprotected import original_spec
from recast.types import Medium, Passage, Source, Table


def original_medium(source: Source | Table | Passage) -> Medium:
    """The picture as PNG, its pixels unchanged, of a PDF the page as it is read; a passage with its numerals normalised,
    as they are before protection."""
    if isinstance(source, Passage):
        return Medium("text/plain", normalised(source.text).encode())
    if isinstance(source, Table):
        return draw(original_spec(source), 0)
    from PIL import Image

    buffer = io.BytesIO()
    picture = page_picture(source) if has_pages(source) else source
    Image.fromarray(decode(picture.data)).save(buffer, "PNG")
    return Medium("image/png", buffer.getvalue())
