"""The gate: the only maker of a Release.

Every byte that goes out falls under one of two rules. Fixed bytes (prompt template, JSON keys, settings, destination,
model) equal a template pinned by digest or what the configuration named before any source was read. Variable bytes
(question, choices, drawn text, spoken words) are scanned, and so is what was read back from the pixels or heard
in the waveform; the medium is decoded here and may hold a picture or a waveform and nothing else. All findings of all
checks are gathered, and ``Withheld`` is raised once.

A repair follows two rules of its own, and neither it nor the reply that it answers is scanned against the source: whether
it is sent would then tell the solver which words of its own guess are in the source. The reply must be, to the byte, what
the wire of this process got for the parent release; the message must be what ``program.repair`` makes of that reply and the
protected record, which is made again here.

For the same reason what a voice at an endpoint said is not scanned but compared with the sentences that it was sent: it can
say words of its own choosing, and has nothing of the source to say.

Not covered: words that such a voice adds of its own, meaning, the shape of the data, the time and size of a request (``docs`` tells what was measured of those).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from recast.errors import Withheld
from recast.language.told import told
from recast.policy import Policy
from recast.program.parse import NotInEvidence
from recast.program.repair import fault_of, repair
from recast.release import png, wav
from recast.release.body import body, read_body
from recast.release.read_back import ReadBack, digest
from recast.release.scan import NAME as LEAK_SCAN
from recast.release.scan import scan
from recast.release.source_check import source_check
from recast.release.templates import PROMPT_OF, template
from recast.release.text_check import text_check
from recast.types import ChartSpec, Check, Finding, Medium, Protected, Release, Request, Vault
from recast.wire import seal
from recast.wire.send import new_event

MAX_TOKENS = 2000
_LARGEST_TEXT = 20_000  # characters of one variable string

_Setting = str | int | float | bool


def _number(low: float, high: float) -> Callable[[_Setting], bool]:
    return lambda value: (
        isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    )


def _count(value: _Setting) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value <= MAX_TOKENS


def _switch(value: _Setting) -> bool:
    return isinstance(value, bool)


#: Which settings may go out, and with which values.
SETTINGS: dict[str, Callable[[_Setting], bool]] = {
    "temperature": _number(0, 2),
    "top_p": _number(0, 1),
    "max_tokens": _count,
    "max_completion_tokens": _count,
    "stream": _switch,
    "include_usage": _switch,
    "audio_as_url": _switch,
    "text_only": _switch,
}


#: The same for a remote voice: which of its voices, and its pace.
VOICE_SETTINGS: dict[str, Callable[[_Setting], bool]] = {
    "voice": lambda value: isinstance(value, str) and re.fullmatch(r"[\w.:/+()-]{1,100}", value) is not None,
    "speed": _number(0.25, 4),
}

#: How a medium that is read back is decoded, and what is said where that fails.
_FAULTS = {
    "image/png": ("the image file is not a plain picture", png.faults),
    "audio/wav": ("the sound file is not a plain waveform", wav.faults),
}


@dataclass(frozen=True, slots=True)
class Consent:
    """The user's word that the original may be sent to this destination (``--i-know-this-sends-the-original``)."""

    destination: str


def release(
    request: Request,
    *,
    protected: Protected,
    vault: Vault,
    policy: Policy,
    configured: Collection[tuple[str, str]],
    read_back: ReadBack | None = None,
    parent: Release | None = None,
    checks: Sequence[Check] = (),
) -> Release:
    """Seals ``request``, or raises ``Withheld`` with every finding.

    ``configured`` holds the (destination, model) pairs of the configuration. ``read_back`` is the protected check of the
    request's medium; it may be left out where ``parent``, an earlier release of the same question, carried the very same
    medium. ``checks`` are further checks (a remote review) that must pass as well.
    """
    carried = parent is not None and _carried(request, parent)
    if read_back is None and parent is not None and carried:
        made = tuple(check for check in parent.checks if check.name in ("protected", "source"))
    else:
        made = _medium_checks(request.medium, read_back, protected, vault)
    form = Check("form", tuple(_form(request, protected, configured, parent, carried)))
    leaks = Check(
        LEAK_SCAN, scan(vault.record, vault.numbers, policy, variable(request, protected, read_back))
    )
    return _seal(request, (*made, leaks, form, *checks), parent)


def release_to_voice(
    request: Request,
    *,
    protected: Protected,
    vault: Vault,
    policy: Policy,
    configured: Collection[tuple[str, str]],
) -> Release:
    """Seals the request to a remote voice to say one sentence of the protected record, or a part of one; else ``Withheld``.

    It goes out under the boundary ``reconstruction``, before there is a waveform to check.
    """
    form = Check("form", tuple(_voice_form(request, protected, configured)))
    leaks = Check(LEAK_SCAN, scan(vault.record, vault.numbers, policy, [("sentence", request.question)]))
    return _seal(request, (source_check(protected, vault), leaks, form), None)


def release_unprotected(request: Request, consent: Consent) -> Release:
    """Seals a request that carries the original, for the unprotected reference of an evaluation, never by default.

    It goes under the log boundary ``unprotected``, of which the log keeps digests only. Raises ``Withheld`` unless the
    consent is for this very destination.
    """
    findings = list(_fixed(request))
    if request.boundary != "unprotected":
        findings.append(Finding("form", "the original goes only under the boundary of its own", "boundary"))
    if consent.destination != request.destination:
        findings.append(Finding("form", "the consent is for another destination", "destination"))
    return _seal(request, (Check("form", tuple(findings)),), None)


def _seal(request: Request, checks: tuple[Check, ...], parent: Release | None) -> Release:
    findings = tuple(finding for check in checks for finding in check.findings)
    if findings:
        names = ", ".join(dict.fromkeys(check.name for check in checks if check.findings))
        raise Withheld(f"withheld by the {names} check, {len(findings)} findings: nothing was sent", findings)
    try:
        data = body(request)
        opened = read_body(data)
    except ValueError:
        message = "the request cannot be written as a body"
        raise Withheld(f"{message}: nothing was sent", (Finding("form", message, "body"),)) from None
    sent, meant = (
        (each.question, each.choices, each.turns, each.medium and (each.medium.media_type, each.medium.data))
        for each in (opened, request)
    )
    if sent != meant:
        raise Withheld(
            "the body does not say what was checked: nothing was sent", (Finding("form", "differs", "body"),)
        )
    unsealed = Release(new_event(), parent.event if parent is not None else None, request, data, checks)
    return seal.sealed(unsealed)


# ── fixed bytes ──────────────────────────────────────────────────────────────────────────────────────────────


def _form(
    request: Request,
    protected: Protected,
    configured: Collection[tuple[str, str]],
    parent: Release | None,
    carried: bool,
) -> Iterator[Finding]:
    yield from _fixed(request)
    yield from _unfit(request)
    if request.medium is not None and request.template != PROMPT_OF.get(request.medium.media_type):
        yield Finding("form", "the prompt is the one for another medium", "template")
    if request.boundary != "solver":
        yield Finding("form", "this gate releases to a solver only", "boundary")
    if (request.destination, request.model) not in configured:
        yield Finding("form", "destination and model are not those of the configuration", "destination")
    if (request.question, request.choices) != (protected.question, protected.choices):
        yield Finding("form", "question or choices are not those of the protected record", "question")
    if parent is not None and not carried:
        yield Finding("form", "the earlier release is not genuine, or not of this question", "parent")
    if bool(request.turns) and parent is None:
        yield Finding("form", "a repair follows an earlier release", "parent")
    earlier = parent.request.turns if parent is not None else ()
    new = request.turns[len(earlier) :]
    if len(new) > 1 or (parent is not None and not new):
        yield Finding("form", "a repair adds one turn to the earlier release", "turns")
    for turn in new:
        if parent is None or not seal.received(parent, turn.reply):
            yield Finding("form", "the reply did not come through the wire", f"reply {len(request.turns)}")
        fault = fault_of(turn.reply, protected)
        if fault is None or isinstance(fault, NotInEvidence) or turn.repair != repair(fault):
            yield Finding(
                "form", "the repair is not the one that its reply calls for", f"repair {len(request.turns)}"
            )


def _voice_form(
    request: Request, protected: Protected, configured: Collection[tuple[str, str]]
) -> Iterator[Finding]:
    yield from _listed(request, VOICE_SETTINGS)
    yield from _unfit(request)
    if request.boundary != "reconstruction":
        yield Finding("form", "this gate releases to a voice only", "boundary")
    if (request.destination, request.model) not in configured:
        yield Finding("form", "destination and model are not those of the configuration", "destination")
    if not request.question or not any(request.question in sentence for sentence in told(protected)):
        yield Finding("form", "the sentence is none of the protected record", "sentence")


def _fixed(request: Request) -> Iterator[Finding]:
    try:
        template(request.template)
    except Withheld as refusal:
        yield from refusal.findings
    yield from _listed(request, SETTINGS)


def _listed(request: Request, listed: Mapping[str, Callable[[_Setting], bool]]) -> Iterator[Finding]:
    """What is wrong with the settings: given twice, or not on the list of those that may go out."""
    names = [name for name, _ in request.settings]
    if len(set(names)) != len(names):
        yield Finding("form", "a setting is given twice", "settings")
    for place, (name, value) in enumerate(request.settings, start=1):
        if name not in listed or not listed[name](value):
            yield Finding("form", "the setting or its value is not on the list", f"setting {place}")


def _unfit(request: Request) -> Iterator[Finding]:
    """Text that cannot be sent or that a reader would not see: broken Unicode, control and invisible characters."""
    repairs = ((f"repair {place}", turn.repair) for place, turn in enumerate(request.turns, start=1))
    choices = ((f"choice {place}", choice) for place, choice in enumerate(request.choices, start=1))
    drawn = request.medium.drawn if request.medium is not None else ()
    evidence = [
        ("text", _text_of(request.medium)),
        *((f"drawn {n}", text) for n, text in enumerate(drawn, 1)),
    ]
    for location, text in (("question", request.question), *evidence, *choices, *repairs):
        if len(text) > _LARGEST_TEXT:
            yield Finding("form", "the text is too long", location)
        if any(_invisible(character) for character in text):
            yield Finding("form", "the text holds control or invisible characters", location)


def _text_of(medium: Medium | None) -> str:
    """The words of a medium that is text. Bytes that are no UTF-8 are the protected check's finding."""
    is_text = medium is not None and medium.media_type == "text/plain"
    return medium.data.decode("utf-8", "replace") if medium is not None and is_text else ""


def _invisible(character: str) -> bool:
    return character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Cn")


# ── variable bytes ───────────────────────────────────────────────────────────────────────────────────────────


def _medium_checks(
    medium: Medium | None, read_back: ReadBack | None, protected: Protected, vault: Vault
) -> tuple[Check, ...]:
    """The protected check must be of these bytes, and the source check of the spec that it was made against."""
    if medium is not None and medium.media_type == "text/plain":
        return text_check(protected, medium), source_check(protected, vault)
    if medium is None or medium.media_type not in _FAULTS:
        return (
            Check("protected", (Finding("protected", "there is no checked image or waveform", "medium"),)),
        )
    what, faults = _FAULTS[medium.media_type]
    findings = [Finding("protected", f"{what}: {fault}", "medium") for fault in faults(medium.data)]
    if read_back is None or read_back.medium_sha256 != digest(medium):
        findings.append(Finding("protected", "these bytes were not read back", "medium"))
        return (Check("protected", tuple(findings)),)
    if read_back.check.name != "protected":
        findings.append(Finding("protected", "the check is another one", "medium"))
    return (
        Check("protected", (*findings, *read_back.check.findings)),
        source_check(protected, vault, read_back.spec),
    )


def _carried(request: Request, parent: Release) -> bool:
    """Whether ``parent`` is a genuine release of the same question, choices and medium, to the same place, and this
    request only adds turns to it."""
    earlier = parent.request
    return seal.genuine(parent) and (
        (
            earlier.boundary,
            earlier.destination,
            earlier.model,
            earlier.question,
            earlier.choices,
            earlier.medium,
        )
        == (
            request.boundary,
            request.destination,
            request.model,
            request.question,
            request.choices,
            request.medium,
        )
        and request.turns[: len(earlier.turns)] == earlier.turns
    )


def variable(request: Request, protected: Protected, read_back: ReadBack | None) -> Iterator[tuple[str, str]]:
    """Every string that is scanned, with its location. A string drawn twice is scanned once."""
    yield "question", request.question
    for place, choice in enumerate(request.choices, start=1):
        yield f"choice {place}", choice
    if (
        protected.chart is None
    ):  # of a chart in text form every string is scanned below, and the form is fixed
        yield "text", _text_of(request.medium)
    spec = read_back.spec if read_back is not None else protected.chart
    drawn = (*(_strings(spec) if spec is not None else ()), *(request.medium.drawn if request.medium else ()))
    if request.medium is not None and request.medium.media_type == "audio/wav":
        drawn = (*drawn, *told(protected))
    for place, text in enumerate(dict.fromkeys(drawn), start=1):
        yield f"drawn {place}", text
    read = read_back.strings if read_back is not None and read_back.made_here else ()
    for place, text in enumerate(read, start=1):
        yield f"read back {place}", text


def _strings(spec: ChartSpec) -> Iterator[str]:
    yield from (spec.title, spec.x_title, spec.y_title, *spec.categories)
    for series in spec.series:
        yield from (series.label, series.unit)
    for row in spec.values:
        yield from (value for value in row if value is not None)
