"""The leak scan once more, on what was sent: question, text, drawn strings, and the strings read back from the pixels."""

from __future__ import annotations

from recast.policy import Policy
from recast.release.scan import scan
from recast.shield import Shielded
from recast.types import Finding


def leaks(shielded: Shielded, policy: Policy) -> tuple[Finding, ...]:
    """What the scan finds in a release; it should be nothing, since the gate asks the same."""
    strings = [("question", shielded.protected.question)]
    strings += [(f"drawn {place}", text) for place, text in enumerate(shielded.medium.drawn)]
    if shielded.seen is not None:
        strings += [(f"read back {place}", text) for place, text in enumerate(shielded.seen.strings)]
    elif shielded.protected.chart is None:
        strings.append(("text", shielded.protected.context))
    return scan(shielded.vault.record, shielded.vault.numbers, policy, strings)
