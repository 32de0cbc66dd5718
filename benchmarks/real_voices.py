"""Real voices: which digits and words are heard.

    python benchmarks/real_voices.py MANIFEST [--model FOLDER]

``MANIFEST`` names recordings (``audio``) and what is said in them (``text``): single digits of a speaker, and sentences. A
sentence is heard by itself. A digit lasts half a second, which nobody would give alone as evidence, so the digits of one
speaker are joined into calls of ten with pauses between them, as a number is dictated. Prints one JSON object: digits
heard with their value, by speaker, and the word errors of the sentences, numerals in any form.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from recast.numbers.prose import normalised, prose_numerals
from recast.perception.sound import RATE, Samples, Sound, decode_sound
from recast.perception.speech import hear

CALL = 10  # digits
PAUSE = 0.6  # seconds


def dictated(folder: Path, rows: Sequence[dict[str, Any]]) -> Sound:
    """The recordings one after the other, each as loud as the others, with pauses before, between and after them."""
    pause = np.zeros(int(PAUSE * RATE), np.float32)
    parts: list[Samples] = [pause]
    for row in rows:
        samples = decode_sound((folder / row["audio"]).read_bytes()).samples
        parts += [samples / max(float(np.abs(samples).max()), 1e-6) / 2, pause]
    return Sound(np.concatenate(parts))


def heard_text(sound: Sound, model: str) -> str:
    return " ".join(word.text for word in hear(sound, model=model))


def digits_in(text: str) -> list[Decimal]:
    """The digits that a text dictates: number words, and numerals digit by digit."""
    digits: list[Decimal] = []
    for numeral in prose_numerals(text):
        written = f"{numeral.value:f}" if numeral.written.isalpha() else numeral.written
        digits += [Decimal(c) for c in written if c.isdecimal()]
    return digits


def kept(said: Sequence[Decimal], heard: Sequence[Decimal]) -> int:
    blocks = difflib.SequenceMatcher(None, said, heard, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks)


def folded(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", normalised(text).casefold())


def measure(manifest: Path, model: str) -> dict[str, Any]:
    rows = [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines() if line.strip()]
    speakers: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        if row["text"].strip().isdecimal():
            speakers[row["speaker"]].append(row)
    by_speaker = {}
    for speaker, given in sorted(speakers.items()):
        found = 0
        for start in range(0, len(given), CALL):
            call = given[start : start + CALL]
            said = [Decimal(row["text"]) for row in call]
            found += kept(said, digits_in(heard_text(dictated(manifest.parent, call), model)))
        by_speaker[speaker] = {"heard": found, "said": len(given)}
    sentences = []
    for row in rows:
        if not row["text"].strip().isdecimal():
            heard = heard_text(decode_sound((manifest.parent / row["audio"]).read_bytes()), model)
            said_words = folded(row["text"])
            errors = Levenshtein.distance(said_words, folded(heard))
            sentences.append({"id": row["id"], "words": len(said_words), "errors": errors})
    return {
        "digits": {
            "heard": sum(each["heard"] for each in by_speaker.values()),
            "said": sum(each["said"] for each in by_speaker.values()),
        },
        "by_speaker": by_speaker,
        "sentences": {
            "words": sum(each["words"] for each in sentences),
            "errors": sum(each["errors"] for each in sentences),
        },
        "by_sentence": sentences,
    }


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("manifest", type=Path)
    arguments.add_argument("--model", default="")
    given = arguments.parse_args()
    print(json.dumps(measure(given.manifest, given.model), indent=2))


if __name__ == "__main__":
    main()
