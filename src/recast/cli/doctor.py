"""``recast doctor``: does everything that a request needs work on this machine? Each part is exercised, not looked up."""

from __future__ import annotations

import platform
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from recast import assembly
from recast.configuration import AskOptions, Configuration
from recast.errors import ReCastError, UsageError
from recast.storage import storage, write_private


@dataclass(frozen=True, slots=True)
class Part:
    part: str
    ok: bool
    detail: str


def examine(configuration: Configuration) -> Iterator[Part]:
    """Every part as it is examined, in the order in which a request needs it."""
    parts: tuple[tuple[str, Callable[[Configuration], str]], ...] = (
        ("python", _python),
        ("text recognition", _recognition),
        ("drawing and read-back", _drawing),
        ("rewriting of texts", _rewriting),
        ("pages of a PDF", _pages),
        ("speech", _speech),
        ("sandbox", _sandbox),
        ("log", _log),
        ("policy", lambda c: f"{c.policy.preset} ({c.policy.policy.id})"),
        ("solver", _solver),
    )
    for name, part in parts:
        yield _examined(name, part, configuration)


def _examined(name: str, part: Callable[[Configuration], str], configuration: Configuration) -> Part:
    try:
        return Part(name, True, part(configuration))
    except ReCastError as error:
        return Part(name, False, str(error))
    except Exception as error:
        return Part(name, False, f"{type(error).__name__}; reinstall with the hashed requirements")


def _python(configuration: Configuration) -> str:
    return f"{platform.python_version()} on {platform.system()}"


def _recognition(configuration: Configuration) -> str:
    import numpy as np

    from recast.perception.text import read_text

    read_text(np.full((64, 64, 3), 255, np.uint8))
    return "loads and runs in this process"


def _drawing(configuration: Configuration) -> str:
    from recast.reconstruct.draw import draw
    from recast.release.protected_check import protected_check
    from recast.types import ChartSpec, SpecSeries

    series = (SpecSeries("", "blue", "#1f5fa8", ""),)
    spec = ChartSpec(
        "bar",
        "vertical",
        "Harbour lights",
        "",
        "",
        "nominal",
        ("Amber", "Quill"),
        series,
        (("12.5", "40.3"),),
    )
    if not protected_check(spec, draw(spec, 0)).passed:
        raise RuntimeError
    return "a chart drawn here is read back exactly"


def _rewriting(configuration: Configuration) -> str:
    from recast.api import Session
    from recast.types import Passage

    story = Passage("Quellar packed 731 crates. Tarns took 268 of the crates.")
    released = configuration.ask if configuration.ask.release != "image" else AskOptions()
    Session(replace(configuration, ask=released)).protect(story, "How many crates were left?")
    return "a text is rewritten and passes every check"


_PAGE = b"""%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 100]>> endobj
trailer <</Root 1 0 R>>
%%EOF
"""


def _pages(configuration: Configuration) -> str:
    from recast.capture.pages import page_picture
    from recast.perception.image import decode
    from recast.types import Source

    height, width = decode(page_picture(Source(_PAGE, "application/pdf")).data).shape[:2]
    if abs(width - 2 * height) > 2:
        raise RuntimeError
    return "a page is drawn in this process"


def _speech(configuration: Configuration) -> str:
    """Without the extra, recordings cannot be asked of, and everything else can: no fault."""
    from recast.perception.sound import decode_sound
    from recast.perception.speech import hear
    from recast.reconstruct.voice import say

    try:
        said = say("The orchard kept 731 crates.", 0, 1.0)
        heard = hear(decode_sound(said.data))
    except UsageError as missing:
        return f"left out: {missing}"
    if not any("731" in word.text for word in heard):
        raise RuntimeError
    return "a sentence said here is heard exactly"


def _sandbox(configuration: Configuration) -> str:
    from recast.program.sandbox import run

    if run("answer = 1 + 1\nanswer") != 2:
        raise RuntimeError
    return "a program runs without access to this machine"


def _log(configuration: Configuration) -> str:
    folder = assembly.log(configuration).folder
    probe = folder / f".probe-{secrets.token_hex(4)}"
    with storage("writing to the log"):
        write_private(probe, b"probe")
        probe.unlink()
    return f"writable at {folder}"


def _solver(configuration: Configuration) -> str:
    solver = assembly.stages(configuration).solver
    where = solver.destination if solver.remote else "in this process; nothing leaves this machine"
    return f"{configuration.solve.use}: {where}" + (f", model {solver.model}" if solver.remote else "")
