"""Stage backends, found by name: a table of built-in factories, then the entry-point group ``recast.<stage>``.

A factory takes the options of its stage (a read-only mapping from the configuration) and returns the stage, a callable
of the type in ``stages``. It imports its heavy library itself and raises ``UsageError`` with the install command where
that is missing. To add a capture backend: write such a factory, list it here or under the entry-point group
``recast.capture_chart`` of your own distribution, and name it in ``recast.toml``.
"""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any

from recast.errors import UsageError

Factory = Callable[[Mapping[str, Any]], Any]

BUILT_IN: Mapping[str, Mapping[str, str]] = {
    "capture_chart": {"reader": "recast.capture.reader:create"},
    "capture_speech": {"recogniser": "recast.perception.speech:create"},
    "rewrite": {"lexicon": "recast.rewrite.lexicon:create"},
    "spec": {"local": "recast.reconstruct.spec:create"},
    "speech": {
        "hibari": "recast.reconstruct.voice:create",
        "endpoint": "recast.reconstruct.voice_endpoint:create",
    },
    "solve": {"offline": "recast.solve.offline:create", "endpoint": "recast.solve.endpoint:create"},
}


def names(stage: str) -> tuple[str, ...]:
    """Every name that ``find`` accepts for this stage."""
    return tuple(sorted({*BUILT_IN[stage], *(entry.name for entry in entry_points(group=f"recast.{stage}"))}))


def find(stage: str, name: str) -> Factory:
    """The factory of that name. Raises ``UsageError`` that names the nearest known one."""
    built_in = BUILT_IN[stage].get(name)
    if built_in is not None:
        module, attribute = built_in.split(":")
        factory: Factory = getattr(importlib.import_module(module), attribute)
        return factory
    for entry in entry_points(group=f"recast.{stage}"):
        if entry.name == name:
            found: Factory = entry.load()
            return found
    nearest = difflib.get_close_matches(name, names(stage), n=1)
    hint = f"; did you mean {nearest[0]!r}?" if nearest else f"; known are {', '.join(names(stage))}"
    raise UsageError(f"no {stage} backend is called {name!r}{hint}")
