from __future__ import annotations

import struct
import zlib
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from recast.release.png import faults
from releases import picture


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(mode: str = "RGB", colour: object = "white", **options: object) -> bytes:
    buffer = BytesIO()
    Image.new(mode, (9, 7), colour).save(buffer, "PNG", **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def with_chunk(name: bytes, body: bytes, before: bytes = b"IDAT") -> bytes:
    data = picture()
    at = data.index(before) - 4
    return data[:at] + chunk(name, body) + data[at:]


@pytest.mark.parametrize(
    "data",
    [
        png(), png("L", 7), png("RGBA", (1, 2, 3, 255)), png("LA", (9, 255)), png(dpi=(100, 100)),
        png(optimize=True),
    ],
)  # fmt: skip
def test_a_plain_picture_has_no_fault(data: bytes) -> None:
    assert list(faults(data)) == []


def _noted() -> bytes:
    note = PngImagePlugin.PngInfo()
    note.add_text("Title", "Ferry use")
    return png(pnginfo=note)


@pytest.mark.parametrize(
    "data",
    [
        _noted(),
        with_chunk(b"tEXt", b"Title\0Ferry use"),
        with_chunk(b"zTXt", b"Title\0\0" + zlib.compress(b"Ferry use")),
        with_chunk(b"iTXt", b"Title\0\0\0\0\0Ferry use"),
        with_chunk(b"tIME", bytes(7)),
        with_chunk(b"eXIf", b"MM\0*"),
        with_chunk(b"iCCP", b"x\0\0"),
        with_chunk(b"prVt", b"Ferry use"),
        picture() + b"Ferry use",
        picture() + b"\0",
        picture() + picture(),
        picture()[:-1],
        picture()[:40],
        b"",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        with_chunk(b"IHDR", bytes(13)),
        with_chunk(b"IEND", b""),
        png("RGBA", (1, 2, 3, 254)),
        png("RGBA", (1, 2, 3, 0)),
        png("P", 0, transparency=0),
        png("1", 1),
        png("P", 3),
        png("I;16", 9),
    ],
)
def test_everything_else_is_refused(data: bytes) -> None:
    assert list(faults(data))


def _rewritten(expand: bytes) -> bytes:
    data = picture()
    header = data[8:33]
    return data[:8] + header + chunk(b"IDAT", expand) + chunk(b"IEND", b"")


def test_hidden_bytes_in_the_compressed_data_are_found() -> None:
    pixels = (b"\0" + b"\xff" * 24) * 8
    assert list(faults(_rewritten(zlib.compress(pixels)))) == []
    for bad in (
        zlib.compress(pixels) + b"Ferry use",
        zlib.compress(pixels + b"Ferry use"),
        zlib.compress(pixels[:-1]),
        zlib.compress(pixels)[:-2],
        b"junk",
        zlib.compress(b"\0" * 50_000_000),
    ):
        assert list(faults(_rewritten(bad)))


def test_a_changed_byte_is_found_by_its_checksum() -> None:
    data = picture()
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]
        assert list(faults(changed)), at


@given(st.binary(max_size=200))
def test_junk_never_crashes_it(data: bytes) -> None:
    assert list(faults(data))
    assert list(faults(b"\x89PNG\r\n\x1a\n" + data))
