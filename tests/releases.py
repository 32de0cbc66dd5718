"""Small requests and releases for the tests of the boundary. The picture is a real PNG of a few pixels."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from recast.release.body import body
from recast.types import Boundary, Medium, Release, Request
from recast.wire import seal
from recast.wire.chat import SETTINGS


def picture(colour: str = "white") -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (8, 8), colour).save(buffer, "PNG")
    return buffer.getvalue()


def request(destination: str, boundary: Boundary = "solver", stream: bool = True) -> Request:
    settings = tuple((name, stream if name == "stream" else value) for name, value in SETTINGS)
    medium = Medium("image/png", picture(), ("Tarns", "268.4"))
    return Request(
        boundary, destination, "solver-1", "solver", "How many tallies?", medium, settings=settings
    )


def sealed(destination: str, boundary: Boundary = "solver", stream: bool = True) -> Release:
    """A release sealed by hand: for the wire's tests only, which begin behind the gate."""
    asked = request(destination, boundary, stream)
    return seal.sealed(Release("e" * 32, None, asked, body(asked)))


def sealed_for_voice(destination: str, sentence: str = "Tarns has 268.4 tallies.") -> Release:
    """The same to a remote voice."""
    asked = Request(
        "reconstruction", destination, "voice-1", "", sentence, None, settings=(("voice", "alloy"),)
    )
    return seal.sealed(Release("f" * 32, None, asked, body(asked)))
