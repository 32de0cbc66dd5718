"""Released waveforms: what another recogniser hears in them, what is withheld, and what protecting costs.

    python benchmarks/released_speech.py MANIFEST OUT --recogniser FOLDER [--half tuning|reported] [--limit N] [--policy NAME]
    python benchmarks/released_speech.py MANIFEST OUT --hour

``MANIFEST`` is one that ``recordings.py`` wrote: recordings, protected under ``strict`` (or ``--policy``) and released as speech. ``FOLDER``
holds weights in faster-whisper's layout of a recogniser that is not the product's (Whisper base, say). ``OUT`` gets each
released waveform and a row in ``rows.jsonl``, so that a run resumes; the rows hold figures, and of what was released the
words, of sources nothing. Prints one JSON object:

* numbers: numerals of the spoken sentences that the other recogniser hears, value for value and in order;
* names: protected names that it hears, each as often as it is said, but for case and spaces (``exact``) and within the one
  edit by which a reply's names are matched (``matched``); ``proper`` are those written with a capital. Facts hold no names
  that a program may name: what tells them apart are their nouns, so that the words of content of what is said are counted
  too (``words``);
* source_words: words of the source in its transcription that the spoken text does not hold; and the scan's own findings;
* withheld and refused shares;
* cost: processor seconds of capture and protection over those of one transcription of the source, one synthesis and one
  transcription of the result, all in this run one after the other: the median of the ratios and the ratio of the sums.

``--hour`` joins the recordings, over and over, to one of an hour in ``OUT``, reads it in a process of its own with progress,
and prints that process's peak memory, the time that it took and how many words were heard.
"""

from __future__ import annotations

import argparse
import difflib
import itertools
import json
import random
import re
import resource
import subprocess
import sys
import time
import wave
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from rapidfuzz.distance import Levenshtein

from recast.api import Session, open_source
from recast.configuration import load
from recast.errors import Refused, UsageError, Withheld
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.language.vocabulary import is_reasoning
from recast.numbers.prose import prose_numerals
from recast.perception.sound import RATE, decode_sound
from recast.perception.speech import BEAM, hear
from recast.reconstruct.voice import as_pulses, say
from recast.release.scan import scan
from recast.shield import Shielded
from recast.types import Passage, Source

HOUR = 3600  # seconds
_WARM = "Ostrava had 4,210 inhabitants in 1910. Linden had 3,150 inhabitants in 1910."
_WARM_QUESTION = "How many inhabitants did Ostrava have in 1910?"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass
class Row:
    """What came of one recording. Pairs are (heard, said)."""

    id: str
    half: str
    status: str
    media: str = ""
    numbers: tuple[int, int] = (0, 0)
    names: tuple[int, int] = (0, 0)
    names_matched: tuple[int, int] = (0, 0)
    proper: tuple[int, int] = (0, 0)
    proper_matched: tuple[int, int] = (0, 0)
    words: tuple[int, int] = (0, 0)
    source_words: int = 0
    scan_findings: int = 0
    seconds: dict[str, float] = field(default_factory=dict)  # of the processor
    said: tuple[str, ...] = ()
    heard: str = ""


# ── one recording ────────────────────────────────────────────────────────────────────────────────────────────


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result and the processor seconds of this process."""
    started = time.process_time()
    result = call()
    return result, time.process_time() - started


def released(example: Example, session: Session, recogniser: str, out: Path) -> Row:
    row = Row(example.id, example.half, "released")
    source = example.source
    assert isinstance(source, Source)
    try:
        shielded, row.seconds["protecting"] = timed(
            lambda: session.protect(session.read(source, example.question), example.question)
        )
    except Withheld:
        row.status = "withheld"
        return row
    except (Refused, UsageError):  # UsageError: what was heard ends with no question
        row.status = "refused"
        return row
    if shielded.medium.media_type != "audio/wav":
        raise SystemExit(f"{example.id} was released as {shielded.medium.media_type}")
    row.media = f"{shielded.release.event}.wav"
    (out / row.media).write_bytes(shielded.medium.data)
    row.said = tuple(each.text for each in shielded.medium.spoken)
    _, row.seconds["hearing_source"] = timed(lambda: hear(decode_sound(source.data), beam=BEAM))
    _, row.seconds["saying"] = timed(lambda: [say(text, 0, 1.0) for text in row.said])
    result = decode_sound(shielded.medium.data)
    _, row.seconds["hearing_result"] = timed(lambda: hear(result))
    row.heard = " ".join(word.text for word in hear(result, model=recogniser))
    compare(row, shielded, session)
    return row


def compare(row: Row, shielded: Shielded, session: Session) -> None:
    said = " ".join(row.said)
    row.numbers = in_order(said, row.heard)
    names = sorted(shielded.protected.names)
    row.names, row.names_matched = names_heard(names, said, row.heard)
    row.proper, row.proper_matched = names_heard([n for n in names if n[:1].isupper()], said, row.heard)
    content = {word for word in _WORD.findall(said) if len(word) > 2 and word.isalpha()}
    row.words, _ = names_heard(sorted(w for w in content if not is_reasoning(w.casefold())), said, row.heard)
    vault = shielded.vault
    found = scan(vault.record, vault.numbers, session.stages.policy, [("heard", row.heard)])
    spoken = scan(vault.record, vault.numbers, session.stages.policy, [("said", said)])
    row.source_words = sum("numeral" not in finding.message for finding in found)
    row.scan_findings = len(spoken)


def in_order(said: str, heard: str) -> tuple[int, int]:
    """Numerals heard with the same value at their place in the order, and those said."""
    one, other = ([numeral.value for numeral in prose_numerals(text)] for text in (said, heard))
    blocks = difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks), len(one)


def names_heard(names: Sequence[str], said: str, heard: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """(heard, said) of all names, exactly and within one edit, each counted as often as it is said."""
    exact = matched = total = 0
    for name in names:
        times = occurrences(name, said, 0)
        total += times
        exact += min(times, occurrences(name, heard, 0))
        matched += min(times, occurrences(name, heard, 1))
    return (exact, total), (matched, total)


def occurrences(name: str, text: str, edits: int) -> int:
    """How often a text has the name as whole words, but for case, spaces and possessive endings."""
    wanted = "".join(_words(name))
    words = _words(text)
    count = start = 0
    while start < len(words):
        joined, taken = "", 0
        for place in range(start, min(len(words), start + len(name.split()) + 2)):
            joined += words[place]
            if Levenshtein.distance(joined, wanted, score_cutoff=edits) <= edits:
                taken = place - start + 1
                break
        count += bool(taken)
        start += taken or 1
    return count


def _words(text: str) -> list[str]:
    return [re.sub(r"['’]s?$", "", word.casefold()) for word in _WORD.findall(text)]


# ── the run ──────────────────────────────────────────────────────────────────────────────────────────────────


def run(
    manifest: Path, out: Path, recogniser: str, half: str | None, limit: int | None, seed: int, policy: str
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    kept = out / "rows.jsonl"
    rows = {}
    if kept.is_file():
        rows = {row["id"]: row for row in map(json.loads, kept.read_text(encoding="utf-8").splitlines())}
    session = audio_session(out, seed, policy)
    session.protect(
        Passage(_WARM), _WARM_QUESTION
    )  # models and word lists are loaded before anything is timed
    examples = [example for example in load_examples(manifest) if half in (None, example.half)][:limit]
    with kept.open("a", encoding="utf-8") as file:
        for place, example in enumerate(examples, 1):
            if example.id not in rows:
                row = asdict(released(example, session, recogniser, out))
                rows[example.id] = row
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
                file.flush()
            print(f"… {place}/{len(examples)} {example.id} {rows[example.id]['status']}", file=sys.stderr)
    chosen = [rows[example.id] for example in examples]
    halves = sorted({example.half for example in examples})
    printed = {"all": figures(chosen)}
    if len(halves) > 1:
        printed |= {name: figures([row for row in chosen if row["half"] == name]) for name in halves}
    print(json.dumps(printed, indent=2))


def audio_session(out: Path, seed: int, policy: str) -> Session:
    options = {
        "policy": {"preset": policy},
        "ask": {"release": "audio"},
        "log": {"folder": str(out / "log")},
    }
    return Session(load(options=options), randomness=random.Random(seed))


def figures(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    made = [row for row in rows if row["status"] == "released"]
    statuses = Counter(row["status"] for row in rows)
    pairs = ("numbers", "names", "names_matched", "proper", "proper_matched", "words")
    return {
        "recordings": len(rows),
        "withheld": statuses["withheld"],
        "withheld_share": round(statuses["withheld"] / len(rows), 4),
        "refused": statuses["refused"],
        **{name: _share([row[name] for row in made]) for name in pairs},
        "source_words_heard": sum(row["source_words"] for row in made),
        "scan_findings": sum(row["scan_findings"] for row in made),
        "cost": _cost([row["seconds"] for row in made]),
    }


def _share(pairs: Sequence[Sequence[int]]) -> dict[str, Any]:
    heard, said = (sum(pair[place] for pair in pairs) for place in (0, 1))
    return {"heard": heard, "said": said, "share": round(heard / max(said, 1), 4)}


def _cost(seconds: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    parts = ("hearing_source", "saying", "hearing_result")
    if not seconds:
        return {}
    least = [sum(each[part] for part in parts) for each in seconds]
    ratios = [each["protecting"] / base for each, base in zip(seconds, least, strict=True)]
    return {
        "median_ratio": round(median(ratios), 3),
        "ratio_of_sums": round(sum(each["protecting"] for each in seconds) / sum(least), 3),
        "median_cpu_seconds": {
            part: round(median(each[part] for each in seconds), 2) for part in ("protecting", *parts)
        },
    }


# ── an hour ──────────────────────────────────────────────────────────────────────────────────────────────────


def write_hour(path: Path, examples: Sequence[Example]) -> None:
    """The recordings one after the other and over again, to the length of an hour, never more than one in memory."""
    taken = 0
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        for example in itertools.cycle(examples):
            source = example.source
            assert isinstance(source, Source)
            samples = decode_sound(source.data).samples[: HOUR * RATE - taken]
            file.writeframes(as_pulses(samples).tobytes())
            taken += len(samples)
            if taken == HOUR * RATE:
                break


def hour(manifest: Path, out: Path) -> dict[str, Any]:
    """Makes the recording, then measures a process that reads it."""
    out.mkdir(parents=True, exist_ok=True)
    path = out / "hour.wav"
    if not path.exists():
        write_hour(path, load_examples(manifest))
    alone = [sys.executable, __file__, str(manifest), str(out), "--in-hour", str(path)]
    found: dict[str, Any] = json.loads(
        subprocess.run(alone, check=True, stdout=subprocess.PIPE, text=True).stdout
    )
    return found


def within(path: Path) -> dict[str, Any]:
    """Reads one recording, and says what that took."""
    unit = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes
    session = Session(load(), progress=lambda stage: print(f"… {stage}", file=sys.stderr, flush=True))
    started, cpu = time.perf_counter(), time.process_time()
    passage = session.read(open_source(path))
    return {
        "words_heard": len(getattr(passage, "words", ())),
        "seconds": round(time.perf_counter() - started),
        "cpu_seconds": round(time.process_time() - cpu),
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit,
    }


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("manifest", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--recogniser", type=Path)
    arguments.add_argument("--half", choices=("tuning", "reported"))
    arguments.add_argument("--limit", type=int)
    arguments.add_argument("--seed", type=int, default=42)
    arguments.add_argument("--policy", choices=("strict", "balanced", "paper"), default="strict")
    arguments.add_argument("--hour", action="store_true")
    arguments.add_argument("--in-hour", type=Path, help=argparse.SUPPRESS)
    given = arguments.parse_args()
    if given.in_hour:
        print(json.dumps(within(given.in_hour)))
    elif given.hour:
        print(json.dumps(hour(given.manifest, given.out), indent=2))
    elif given.recogniser:
        run(
            given.manifest,
            given.out,
            str(given.recogniser),
            given.half,
            given.limit,
            given.seed,
            given.policy,
        )
    else:
        arguments.error("give --recogniser, or --hour")


if __name__ == "__main__":
    main()
