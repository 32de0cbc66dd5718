"""Does the reader read back exactly every word and name that a rewritten chart may show?

    python benchmarks/word_readback.py                     all world words, and a sample of the names
    python benchmarks/word_readback.py --names 0           all world words, and all names
    python benchmarks/word_readback.py --coin 3000         coin names, keep those read back, write data/names.txt

Words stand as in our drawings: black DejaVu Sans on white at 100 dpi, as labels (12 pt) and as titles (16 pt), spaced
widely on sheets; capitalised and as they stand in the data file (count nouns in the plural). A reading counts as exact if it
is equal but for case and spaces, which is what the release check asks. The word fails if any of its readings is not.
Exit status 1 if anything in the data files fails.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from zoneinfo import available_timezones

import numpy as np
from babel import Locale
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from rapidfuzz.distance import OSA

from recast.language.inflect import plural
from recast.language.names import coin, is_fit, measured_names
from recast.language.words import fold
from recast.language.worlds import TYPES, load_worlds
from recast.perception.text import Pixels, read_text

LABEL_POINTS, TITLE_POINTS = 12, 16
WIDTH, HEIGHT, DPI = 1000, 740, 100
COLUMNS, ROWS = 5, 18
SHEET = COLUMNS * ROWS
NAMES_FILE = Path(__file__).resolve().parents[1] / "src/recast/language/data/names.txt"
NAMES_HEADER = (
    "# Names coined by language/names.py, each read back exactly from black 12 pt and 16 pt DejaVu Sans at 100 dpi.\n"
    "# Made by benchmarks/word_readback.py --coin; not edited by hand.\n"
)


def sheet(words: Sequence[str], points: int) -> Pixels:
    """The words on a grid, column after column, left-aligned in their cells."""
    figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor="white")
    canvas = FigureCanvasAgg(figure)
    for place, word in enumerate(words):
        x, y = _centre(place)
        figure.text(
            x / WIDTH, 1 - y / HEIGHT, word, ha="center", va="center", fontsize=points, family="DejaVu Sans"
        )
    canvas.draw()
    return np.ascontiguousarray(np.asarray(canvas.buffer_rgba())[:, :, :3])


def _centre(place: int) -> tuple[float, float]:
    column, row = divmod(place, ROWS)
    return (column + 0.5) * WIDTH / COLUMNS, (row + 0.5) * HEIGHT / ROWS


def readings(words: Sequence[str], points: int) -> Iterator[str]:
    """What was read of each word, in order; several pieces are joined, and nothing read is an empty string."""
    for start in range(0, len(words), SHEET):
        part = words[start : start + SHEET]
        pieces: list[list[tuple[float, str]]] = [[] for _ in part]
        for box in read_text(sheet(part, points)):
            place = int(box.box.x // (WIDTH / COLUMNS)) * ROWS + int(box.box.y // (HEIGHT / ROWS))
            if place < len(pieces):
                pieces[place].append((box.box.left, box.text))
        for found in pieces:
            yield "".join(text for _, text in sorted(found))


def same(read: str, word: str) -> bool:
    return fold(read).replace(" ", "") == fold(word).replace(" ", "")


def failures(words: Sequence[str]) -> dict[str, list[str]]:
    """The words with a faulty reading, and what was read instead."""
    failed: dict[str, list[str]] = {}
    for points in (LABEL_POINTS, TITLE_POINTS):
        wrong = {}
        for word, read in zip(words, readings(words, points), strict=True):
            if not same(read, word):
                wrong[word] = read
        exact = len(words) - len(wrong)
        print(
            f"  {points} pt: {exact} of {len(words)} exact ({100 * exact / max(1, len(words)):.2f} %)",
            flush=True,
        )
        for word, read in wrong.items():
            failed.setdefault(word, []).append(read)
    return failed


COUNTED = frozenset(kind for kind, what in TYPES.items() if what.startswith("count"))


def forms(word: str, kind: str) -> tuple[str, str]:
    """The two forms that are measured: capitalised, and small (a count noun in the plural)."""
    return word.capitalize(), plural(word) if kind in COUNTED else word


def measure_worlds() -> bool:
    passed = True
    for world in load_worlds():
        pairs = sorted(
            {form: word for kind in TYPES for word in world.words[kind] for form in forms(word, kind)}.items()
        )
        print(f"world {world.name}: {len(world.all_words())} words, {len(pairs)} forms")
        failed = failures([form for form, _ in pairs])
        passed = passed and not failed
        for form, read in failed.items():
            print(f"    {form}: read as {read}")
    return passed


def measure_names(count: int) -> bool:
    names = measured_names()
    if count:
        names = tuple(random.Random(42).sample(names, min(count, len(names))))
    print(f"invented names: {len(names)} of {len(measured_names())}")
    failed = failures(names)
    for name, read in failed.items():
        print(f"    {name}: read as {read}")
    return not failed


def real_names() -> frozenset[str]:
    """Names of countries, languages and of the cities that time zones are called after, folded."""
    locale = Locale("en")
    cities = [zone.rpartition("/")[2] for zone in available_timezones()]
    phrases = (*locale.territories.values(), *locale.languages.values(), *cities)
    return frozenset(
        fold(word) for phrase in phrases for word in phrase.replace("_", " ").replace("-", " ").split()
    )


def coin_names(count: int) -> None:
    """Coins ``count`` names, none within one edit of a real one, measures them and writes those that pass."""
    draw = random.Random(42)
    real = real_names()
    coined: dict[str, None] = {}
    while len(coined) < count:
        name = coin(draw)
        if is_fit(name) and all(OSA.distance(fold(name), known, score_cutoff=1) > 1 for known in real):
            coined[name] = None
    names = list(coined)
    print(f"coined names: {len(names)}")
    failed = failures(names)
    kept = sorted(name for name in names if name not in failed)
    print(f"  kept {len(kept)}, left out {len(failed)}")
    for name, read in failed.items():
        print(f"    {name}: read as {read}")
    lines = [" ".join(kept[start : start + 12]) for start in range(0, len(kept), 12)]
    NAMES_FILE.write_text(NAMES_HEADER + "\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    options = argparse.ArgumentParser(description="Reads back every word and name of the target worlds.")
    options.add_argument("--names", type=int, default=500, help="how many names to measure, 0 for all")
    options.add_argument(
        "--coin", type=int, default=0, help="coin so many names and write those read back exactly"
    )
    chosen = options.parse_args()
    if chosen.coin:
        coin_names(chosen.coin)
        return 0
    worlds, names = measure_worlds(), measure_names(chosen.names)
    return 0 if worlds and names else 1


if __name__ == "__main__":
    sys.exit(main())
