from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from recast.errors import Refused
from recast.perception import image
from recast.perception.image import decode


def encoded(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def blank(mode: str = "RGB", size: tuple[int, int] = (90, 60), colour: object = None) -> Image.Image:
    return Image.new(mode, size, colour) if colour is not None else Image.new(mode, size)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP"])
def test_formats_decode_to_rgb(kind: str) -> None:
    pixels = decode(encoded(blank(colour=(200, 30, 30)), kind))
    assert pixels.shape == (60, 90, 3)
    assert pixels.dtype == np.uint8
    assert abs(int(pixels[30, 45, 0]) - 200) < 8


def test_transparency_is_laid_on_white() -> None:
    assert decode(encoded(blank("RGBA", colour=(0, 0, 0, 0)))).min() == 255


def test_cmyk_and_grey_are_converted() -> None:
    assert decode(encoded(blank("CMYK", colour=(0, 0, 0, 0)), "JPEG")).min() > 245
    assert decode(encoded(blank("L", colour=128)))[0, 0].tolist() == [128, 128, 128]


def test_sixteen_bits_are_scaled_not_cut() -> None:
    deep = Image.fromarray(np.full((60, 90), 32768, np.uint16))
    assert abs(int(decode(encoded(deep))[0, 0, 0]) - 128) <= 1


def test_exif_rotation_is_applied() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    assert decode(encoded(blank(), "JPEG", exif=exif)).shape == (90, 60, 3)


def frames() -> bytes:
    pictures = [blank(colour=(0, 0, 0)), blank(colour=(255, 255, 255))]
    return encoded(pictures[0], "GIF", save_all=True, append_images=pictures[1:])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"no picture at all", "not an image"),
        (encoded(blank(size=(1, 1))), "too small"),
        (encoded(blank(size=(300, 200), colour=(9, 9, 200)))[:120], "cut short|damaged|not an image"),
        (encoded(blank("1", size=(20_000, 60))), "too large"),
        (frames(), "animated"),
    ],
)
def test_what_is_no_still_picture_of_sane_size_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        decode(data)


def test_size_is_checked_before_decompression(monkeypatch: pytest.MonkeyPatch) -> None:
    data = encoded(blank())
    monkeypatch.setattr(image, "MOST_PIXELS", 1000)
    monkeypatch.setattr(PngImageFile, "load", lambda self: pytest.fail("decompressed"))
    with pytest.raises(Refused, match="too large"):
        decode(data)
