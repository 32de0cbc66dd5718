"""Progress on stderr: one line a stage that has taken long enough to be noticed, none when it is quick."""

from __future__ import annotations

import sys
import threading
from types import TracebackType

_WORDS = {
    "page": "drawing the page of the PDF",
    "capture": "reading the evidence",
    "decode": "decoding the recording",
    "second reading": "reading the needed values a second time",
    "second hearing": "hearing the needed numbers a second time",
    "rewrite": "rewriting",
    "numbers": "replacing the numbers",
    "spec": "laying out the protected chart",
    "draw": "drawing the protected chart",
    "voice": "saying the protected evidence",
    "hear": "hearing it back",
    "check": "reading the drawing back",
    "release": "checking what would leave",
    "send": "waiting for the solver",
    "reply": "checking the program",
    "vault": "saving the vault",
    "recover": "running the program here",
}
_AFTER = 1.0  # seconds


class Progress:
    """Called with each stage as it begins. A stage still running after a second is announced once, with its name."""

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None

    def __call__(self, stage: str) -> None:
        self._close()
        self._timer = threading.Timer(_AFTER, self._announce, (stage,))
        self._timer.daemon = True
        self._timer.start()

    def _announce(self, stage: str) -> None:
        print(f"… {_WORDS.get(stage, stage)}", file=sys.stderr, flush=True)

    def _close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
