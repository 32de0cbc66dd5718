"""A protected record as text (P 3.4): serialised directly, since a text needs neither drawing nor reading back."""

from __future__ import annotations

from recast.types import Medium, Protected


def text_medium(protected: Protected) -> Medium:
    """The protected context as it goes out: of a passage its words, of a chart its text form."""
    return Medium("text/plain", protected.context.encode())
