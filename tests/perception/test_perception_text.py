"""Text recognition on its own: nothing about its use leaves the machine or stays behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_READS = """
import numpy as np
from recast.perception.text import read_text
read_text(np.full((64, 64, 3), 255, np.uint8))
"""


def test_the_runtime_reports_no_usage(tmp_path: Path) -> None:
    """onnxruntime's wheel keeps a queue of usage events in the user's cache and uploads it, unless told before import."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "ORT_"))}
    subprocess.run([sys.executable, "-c", _READS], env=environment | {"HOME": str(tmp_path)}, check=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
