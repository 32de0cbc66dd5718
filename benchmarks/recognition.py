"""Recognition timed beside the defaults of the library it is made of, in one run, picture by picture in turn.

    python benchmarks/recognition.py FOLDER [--count 12] [--seed 1]

``FOLDER`` holds pictures; ``--count`` of them are drawn by ``--seed``. Both readers see each picture, which of them first
changes from picture to picture. Prints one JSON object: median seconds of both and their ratio, the share of the words of
each that the other found too (in the same picture, each as often), and the peak memory of a process that uses ours alone.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from recast.perception.image import decode
from recast.perception.text import THREADS, Pixels, read_text

PICTURES = (".png", ".jpg", ".jpeg", ".webp")


def chosen(folder: Path, count: int, seed: int) -> list[Path]:
    """``count`` pictures of the folder by ``seed``; all where there are no more."""
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURES)
    return random.Random(seed).sample(found, min(count, len(found)))


def ours(pixels: Pixels) -> Counter[str]:
    return Counter(word for found in read_text(pixels) for word in found.text.split())


def library() -> Callable[[Pixels], Counter[str]]:
    """The library as it comes: angle classifier, its own sizes, and as many threads as it likes."""
    from rapidocr import RapidOCR

    engine: Any = RapidOCR(params={"Global.log_level": "error"})

    def read(pixels: Pixels) -> Counter[str]:
        found = engine(np.ascontiguousarray(pixels[:, :, ::-1]))
        return Counter(word for line in found.txts or () for word in line.split())

    return read


def shared(one: Sequence[Counter[str]], other: Sequence[Counter[str]]) -> float:
    """The share of the words of ``one`` that ``other`` has too."""
    both = sum((a & b).total() for a, b in zip(one, other, strict=True))
    return both / max(1, sum(words.total() for words in one))


def compare(paths: Sequence[Path]) -> dict[str, object]:
    defaults = library()
    readers: dict[str, Callable[[Pixels], Counter[str]]] = {"ours": ours, "defaults": defaults}
    blank = np.full((64, 64, 3), 255, np.uint8)
    for read in readers.values():
        read(blank)  # weights are loaded before the clock runs
    seconds: dict[str, list[float]] = {name: [] for name in readers}
    words: dict[str, list[Counter[str]]] = {name: [] for name in readers}
    for turn, path in enumerate(paths):
        pixels = decode(path.read_bytes())
        for name in sorted(readers, reverse=bool(turn % 2)):
            start = time.perf_counter()
            words[name].append(readers[name](pixels))
            seconds[name].append(time.perf_counter() - start)
    own, theirs = median(seconds["ours"]), median(seconds["defaults"])
    return {
        "pictures": len(paths),
        "cores": len(os.sched_getaffinity(0)),
        "threads": THREADS,
        "load_average": round(os.getloadavg()[0], 1),
        "median_seconds": {"ours": round(own, 3), "defaults": round(theirs, 3)},
        "ratio": round(own / theirs, 3),
        "words_of_defaults_found": round(shared(words["defaults"], words["ours"]), 4),
        "words_of_ours_found": round(shared(words["ours"], words["defaults"]), 4),
    }


def peak_megabytes(paths: Sequence[Path]) -> int:
    """Peak resident memory of this process after our reader alone has read the pictures."""
    for path in paths:
        read_text(decode(path.read_bytes()))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--count", type=int, default=12)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument(
        "--memory-only", action="store_true", help="print the peak megabytes of our reader alone"
    )
    given = arguments.parse_args()
    paths = chosen(given.folder, given.count, given.seed)
    if given.memory_only:
        print(peak_megabytes(paths))
        return
    alone = [
        sys.executable,
        __file__,
        str(given.folder),
        "--count",
        str(given.count),
        "--seed",
        str(given.seed),
    ]
    memory = subprocess.run([*alone, "--memory-only"], check=True, capture_output=True, text=True).stdout
    print(json.dumps({**compare(paths), "peak_megabytes_ours": int(memory)}, indent=2))


if __name__ == "__main__":
    main()
