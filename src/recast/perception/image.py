"""Bytes of a picture as pixels: what is no single still picture of a sane size is refused in one sentence."""

from __future__ import annotations

import functools
import io
import warnings
from typing import TYPE_CHECKING

import numpy as np

from recast.errors import Refused
from recast.perception.text import Pixels

if TYPE_CHECKING:
    from PIL import Image

MOST_PIXELS = 40_000_000
LONGEST_SIDE = 12_000
SHORTEST_SIDE = 48
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")


@functools.lru_cache(maxsize=2)
def decode(data: bytes) -> Pixels:
    """The picture as height × width × 3 RGB bytes: rotated as EXIF says, transparency laid on white, CMYK, palette,
    grey and 16-bit converted. The pixels are shared with later calls and cannot be written to: a source is read twice,
    a drawing by its check and by a solver in this process.

    Raises ``Refused`` for what is empty, not an image, cut short, animated, too small to hold a chart, or too large
    to open safely. Sizes are checked before any pixel is decompressed. Not covered: hidden data beside the pixels,
    which never leaves anyway.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError

    if not data:
        raise Refused("the file is empty")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow's own bomb warning: the check below is stricter
        try:
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
        except UnidentifiedImageError:
            raise Refused(
                "the file is not an image that can be read (PNG, JPEG, WebP, GIF, BMP, TIFF)"
            ) from None
        except Image.DecompressionBombError:
            raise Refused("the image is too large to open safely; scale it down") from None
        except (OSError, ValueError, SyntaxError, EOFError):
            raise Refused("the image is damaged and cannot be opened") from None
        width, height = picture.size
        if max(width, height) > LONGEST_SIDE or width * height > MOST_PIXELS:
            raise Refused(
                f"the image is too large ({width} × {height} pixels); at most {LONGEST_SIDE} a side and "
                f"{MOST_PIXELS // 1_000_000} million in all"
            )
        if min(width, height) < SHORTEST_SIDE:
            raise Refused(f"the image is too small to hold a chart ({width} × {height} pixels)")
        if getattr(picture, "n_frames", 1) > 1:
            raise Refused("the image is animated or has several pages; save the one with the chart")
        try:
            picture.load()
            pixels = _rgb(ImageOps.exif_transpose(picture))
        except (OSError, ValueError, SyntaxError, EOFError, MemoryError):
            raise Refused("the image is cut short or damaged and cannot be decoded") from None
    pixels.setflags(write=False)
    return pixels


def _rgb(picture: Image.Image) -> Pixels:
    from PIL import Image

    if picture.mode in ("I;16", "I;16B", "I;16L", "I", "F"):
        deep = np.asarray(picture).astype(np.float64)
        top = 65535.0 if deep.max() > 255 else 255.0
        grey = np.clip(deep / top * 255, 0, 255).astype(np.uint8)
        return np.ascontiguousarray(np.stack([grey] * 3, axis=2))
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        layered = picture.convert("RGBA")
        paper = Image.new("RGBA", layered.size, "white")
        picture = Image.alpha_composite(paper, layered)
    return np.array(picture.convert("RGB"), dtype=np.uint8)
