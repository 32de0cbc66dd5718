"""What a PNG file holds besides its picture: for a release, nothing.

Checked: signature, chunk order, checksums; only the chunks that a picture needs (header, palette, transparency, density,
data, end), so no text, time, EXIF, profile or private chunk; nothing after the end; the compressed data expands to
exactly the picture and is followed by nothing; every pixel is opaque, so no colour hides under transparency. Not
covered: what the pixels show (the protected check reads them) and patterns hidden in the lowest bits of pixels.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ALLOWED = frozenset((b"IHDR", b"PLTE", b"tRNS", b"pHYs", b"IDAT", b"IEND"))
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
_LARGEST = 40_000_000  # pixels; our own drawings have at most a tenth of that


def faults(data: bytes) -> Iterator[str]:
    """What is wrong with the file, one short sentence each; none if it is a picture and nothing else."""
    try:
        chunks = list(_chunks(data))
    except ValueError as error:
        yield str(error)
        return
    names = [name for name, _ in chunks]
    if set(names) - _ALLOWED:
        yield "it has a chunk that no picture needs"
    single = [name for name in names if name != b"IDAT"]
    places = [place for place, name in enumerate(names) if name == b"IDAT"]
    if (
        names[:1] != [b"IHDR"]
        or names[-1:] != [b"IEND"]
        or len(single) != len(set(single))
        or not places
        or places[-1] - places[0] + 1 != len(places)
        or chunks[-1][1]
    ):
        yield "its chunks are not in the order of a picture"
        return
    compressed = b"".join(body for name, body in chunks if name == b"IDAT")
    yield from _data_faults(chunks[0][1], compressed, data)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not data.startswith(_SIGNATURE):
        raise ValueError("it is not a PNG file")
    at = len(_SIGNATURE)
    while at < len(data):
        if at + 12 > len(data):
            raise ValueError("it is cut off, or followed by other bytes")
        (length,) = struct.unpack_from(">I", data, at)
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if at + 12 + length > len(data):
            raise ValueError("it is cut off, or followed by other bytes")
        (checksum,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(name + body) != checksum:
            raise ValueError("a checksum is wrong")
        at += 12 + length
        yield name, body
        if name == b"IEND" and at != len(data):
            raise ValueError("it is cut off, or followed by other bytes")


def _data_faults(header: bytes, compressed: bytes, data: bytes) -> Iterator[str]:
    if len(header) != 13:
        yield "its header is malformed"
        return
    width, height, depth, colour, method, filtering, interlace = struct.unpack(">IIBBBBB", header)
    if depth != 8 or colour not in _CHANNELS or (method, filtering, interlace) != (0, 0, 0):
        yield "its pixels are not in a plain 8-bit form"
        return
    if not 0 < width * height <= _LARGEST:
        yield "its size is out of bounds"
        return
    stride = width * _CHANNELS[colour]
    expander = zlib.decompressobj()
    try:
        pixels = expander.decompress(compressed, height * (stride + 1) + 1)
    except zlib.error:
        yield "its data cannot be expanded"
        return
    if len(pixels) != height * (stride + 1) or not expander.eof or expander.unused_data:
        yield "its data is not exactly one picture"
        return
    if not _opaque(data):
        yield "it has transparent pixels"


def _opaque(data: bytes) -> bool:
    from PIL import Image

    with Image.open(BytesIO(data)) as picture:
        return picture.convert("RGBA").getchannel("A").getextrema() == (255, 255)
