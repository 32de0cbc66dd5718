"""The leak scan once more, on all that was sent: question, choices, text, drawn strings, and the strings read or heard back.

What a remote voice said is scanned too, which the gate must not do: nothing is sent because of what is found here.
"""

from __future__ import annotations

from dataclasses import replace

from recast.policy import Policy
from recast.release.gate import variable
from recast.release.scan import scan
from recast.shield import Shielded
from recast.types import Finding


def leaks(shielded: Shielded, policy: Policy) -> tuple[Finding, ...]:
    """What the scan finds in a release; it should be nothing, since the gate asks the same."""
    seen = replace(shielded.seen, made_here=True) if shielded.seen is not None else None
    strings = variable(shielded.release.request, shielded.protected, seen)
    return scan(shielded.vault.record, shielded.vault.numbers, policy, strings)
