"""ReCast: ask a remote model about private evidence without showing it the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from recast.api import Session, ask, ask_async, overlay, protect, read, recover
    from recast.configuration import Configuration, load

__all__ = ["Configuration", "Session", "ask", "ask_async", "load", "overlay", "protect", "read", "recover"]


def __getattr__(name: str) -> Any:
    """Imports on first use, so that ``import recast`` is quick."""
    if name in ("Configuration", "load"):
        from recast import configuration

        return getattr(configuration, name)
    if name in __all__:
        from recast import api

        return getattr(api, name)
    raise AttributeError(f"module 'recast' has no attribute {name!r}")
