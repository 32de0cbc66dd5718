"""Blind samples for a fresh reader, a person or a strong model, as the remote solver: native and protected apart.

    python benchmarks/samples.py --pool POOL --manifest MANIFEST --count 40 --out FOLDER [--seed 42]
    python benchmarks/samples.py --texts MANIFEST --count 40 --out FOLDER [--seed 42] [--half tuning|reported]
    python benchmarks/samples.py --score FOLDER REPLIES

Half of the samples are generated questions over known tables (each of another table, every second one comparative), half
are real pictures that are read; with ``--texts`` all are passages and word problems. ``FOLDER`` gets ``prompt.txt`` (what a
solver is told), ``native/NN`` and ``protected/NN`` with ``chart.png`` or ``text.txt`` and ``question.txt``. The numbers NN are shuffled in each folder apart, so nothing says
which native sample belongs to which protected one; give one reader one folder. ``FOLDER/private`` (ids, references,
encrypted vaults and their key, readable by this user only) is for scoring and must not be shown to a reader.

A reply is a text file ``REPLIES/native/NN.txt`` or ``REPLIES/protected/NN.txt`` as the solver would write it, with one
python block. A protected reply is recovered from its vault, a native one is run as it stands; both are judged alike, and
a protected answer counts as right only when it is confirmed. A reply that is missing is wrong. Pictures that are refused
or withheld have no sample; how many there were is printed, since a selection by what can be read is one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import known_tables
from generated_questions import COUNT
from recast import vault
from recast.api import Session, recover
from recast.capture.passages import is_text
from recast.capture.records import passage_record
from recast.configuration import load
from recast.errors import Refused, SolverFailed, UnknownOperand, Withheld
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.evaluate.matching import acceptable, relaxed, strict
from recast.evaluate.native import unmapped
from recast.evaluate.original import original_medium
from recast.release.templates import template
from recast.shield import Shielded
from recast.storage import private_folder, write_private
from recast.types import Answer, Medium, Passage, Reply, Source, Table, Vault

COMPARATIVE = frozenset(
    (
        "count with condition", "count above average", "extreme", "second or third", "spread", "sum of extremes",
        "ratio of extremes", "median", "which label", "which of two", "which series", "first over", "widest gap",
        "yes or no",
    )
)  # fmt: skip


KINDS = ("question_kind", "answer_basis", "dataset")  # what a sample's kind is called in the manifests


FILES = {"image/png": "chart.png", "text/plain": "text.txt"}


@dataclass(frozen=True, slots=True)
class Sample:
    """One example as it lies in the folder; ``native`` and ``protected`` are its places, ``vault`` is by the latter."""

    id: str
    source: str  # "known table", "real image" or "text"
    kind: str
    reference: str
    native: str
    protected: str


# ── preparing ────────────────────────────────────────────────────────────────────────────────────────────────


def from_tables(pool: Path, draw: random.Random) -> Iterator[Example]:
    """Generated questions in drawn order, comparative and other ones in turn, kinds in turn, each of another table."""
    by_kind: dict[str, list[Example]] = {}
    for example in known_tables.generated(pool, COUNT):
        by_kind.setdefault(example.attributes["question_kind"], []).append(example)
    kinds = sorted(by_kind)
    draw.shuffle(kinds)
    for examples in by_kind.values():
        draw.shuffle(examples)
    turns = zip(
        _in_turn([by_kind[kind] for kind in kinds if kind in COMPARATIVE]),
        _in_turn([by_kind[kind] for kind in kinds if kind not in COMPARATIVE]),
        strict=False,
    )
    seen: list[object] = []
    for pair in turns:
        for example in pair:
            if example.source not in seen:
                seen.append(example.source)
                yield example


def _in_turn(groups: Sequence[Sequence[Example]]) -> Iterator[Example]:
    for place in range(max(map(len, groups))):
        yield from (group[place] for group in groups if place < len(group))


def from_images(manifest: Path, draw: random.Random) -> Iterator[Example]:
    """The examples in drawn order, each of another picture."""
    listed = list(load_examples(manifest))
    draw.shuffle(listed)
    seen: set[bytes] = set()
    for example in listed:
        if isinstance(example.source, Source) and example.source.data not in seen:
            seen.add(example.source.data)
            yield example


def shielded(
    offered: Iterable[Example], count: int, session: Session, lost: Counter[str]
) -> list[tuple[Example, Shielded]]:
    """The first ``count`` examples that are read and released."""
    made: list[tuple[Example, Shielded]] = []
    for example in offered:
        if len(made) == count:
            break
        try:
            made.append((example, session.protect(example.source, example.question)))
        except (Refused, Withheld) as error:
            lost[type(error).__name__.lower()] += 1
            continue
        print(f"… {len(made)}/{count} {example.id}", file=sys.stderr, flush=True)
    return made


def from_texts(manifest: Path, half: str, draw: random.Random) -> Iterator[Example]:
    """The examples of one half, or of both, in drawn order."""
    listed = [example for example in load_examples(manifest) if half in ("", example.half)]
    draw.shuffle(listed)
    yield from listed


#: Per kind of source its examples in drawn order, and how many are wanted.
Offered = dict[str, tuple[Iterator[Example], int]]


def prepare(offered: Offered, out: Path, seed: int, draw: random.Random) -> dict[str, Any]:
    """Writes the folder. It must not hold samples already."""
    if (out / "private").exists():
        raise SystemExit(f"{out} holds samples already: choose another folder")
    session = Session(load(options={"policy": {"preset": "strict"}}), random.Random(f"{seed} maps"))
    lost = {name: Counter[str]() for name in offered}
    made = [
        (name, *one)
        for name, (examples, count) in offered.items()
        for one in shielded(examples, count, session, lost[name])
    ]
    private = private_folder(out / "private")
    write_private(private / "vault.key", secrets.token_hex(32).encode())
    unlock(out)
    places = {side: _places(len(made), draw) for side in ("native", "protected")}
    samples = []
    for (source, example, held), native, protected in zip(
        made, places["native"], places["protected"], strict=True
    ):
        original, question = _original(example, session)
        _write(out / "native" / native, original, question)
        _write(out / "protected" / protected, held.medium, held.protected.question)
        vault.save(held.vault, private / f"{protected}.vault")
        kind = next((example.attributes[name] for name in KINDS if example.attributes.get(name)), "")
        samples.append(Sample(example.id, source, kind, example.reference, native, protected))
    prompt = "text" if "text" in offered else "solver"
    (out / "prompt.txt").write_text(template(prompt).system + "\n", encoding="utf-8")
    described = {
        "seed": seed,
        "lost": lost,
        "samples": [asdict(sample) for sample in samples],
    }
    write_private(private / "answers.json", json.dumps(described, indent=2, ensure_ascii=False).encode())
    kinds = Counter(sample.kind in COMPARATIVE for sample in samples if sample.source == "known table")
    return {"samples": len(samples), "comparative_of_known_tables": kinds[True], "lost": lost}


def _places(count: int, draw: random.Random) -> list[str]:
    places = [f"{place:02d}" for place in range(1, count + 1)]
    draw.shuffle(places)
    return places


def _original(example: Example, session: Session) -> tuple[Medium, str]:
    """What a solver would get without protection."""
    if not (isinstance(example.source, Source) and is_text(example.source)):
        return original_medium(example.source), example.question
    passage = session.read(example.source, example.question)
    assert isinstance(passage, Passage)
    return original_medium(passage), passage_record(passage, example.question, ()).question


def _write(folder: Path, medium: Medium, question: str) -> None:
    before, after = template("solver").question
    folder.mkdir(parents=True)
    (folder / FILES[medium.media_type]).write_bytes(medium.data)
    (folder / "question.txt").write_text(f"{before}{question}{after}\n", encoding="utf-8")


# ── scoring ──────────────────────────────────────────────────────────────────────────────────────────────────


def unlock(folder: Path) -> None:
    """From now on vaults are saved and opened with the key of this folder."""
    os.environ["RECAST_VAULT_KEY"] = (folder / "private" / "vault.key").read_text(encoding="utf-8")


def prepared(folder: Path) -> tuple[list[Sample], dict[str, Any]]:
    """The samples of a folder, and how many examples were lost before there was one."""
    described = json.loads((folder / "private" / "answers.json").read_text(encoding="utf-8"))
    return [Sample(**sample) for sample in described["samples"]], described["lost"]


def score(folder: Path, replies: Path) -> dict[str, Any]:
    unlock(folder)
    samples, lost = prepared(folder)
    rows = []
    for sample in samples:
        held = vault.load(folder / "private" / f"{sample.protected}.vault")
        native = _judged(sample, held, replies / "native" / f"{sample.native}.txt", protected=False)
        protected = _judged(sample, held, replies / "protected" / f"{sample.protected}.txt", protected=True)
        rows.append({**asdict(sample), "native_verdict": native, "protected_verdict": protected})
    sources = dict.fromkeys(sample.source for sample in samples)
    return {
        "all": _figures(rows),
        **{source: _figures([row for row in rows if row["source"] == source]) for source in sources},
        "comparative": _figures([row for row in rows if row["kind"] in COMPARATIVE]),
        "lost_before": lost,
        "examples": [
            {name: row[name] for name in ("id", "source", "kind", "native_verdict", "protected_verdict")}
            for row in rows
        ],
    }


def _judged(sample: Sample, held: Vault, path: Path, *, protected: bool) -> str:
    """``right``, ``right to 5 %``, ``unconfirmed`` (but of the right value), ``wrong``, ``wrong, unconfirmed``,
    ``unknown operand``, ``not run`` or ``no reply``."""
    if not path.is_file():
        return "no reply"
    reply = path.read_text(encoding="utf-8")
    try:
        answer = recover(held, reply) if protected else _native(sample, held, reply)
    except UnknownOperand:
        return "unknown operand"
    except SolverFailed:
        return "not run"
    question = held.record.question
    references = acceptable(sample.reference, question, held.record.table)
    doubted = protected and not answer.confirmed
    if not relaxed(answer.value, references, question):
        return "wrong, unconfirmed" if doubted else "wrong"
    if doubted:
        return "unconfirmed"
    return "right" if strict(answer.value, references) else "right to 5 %"


def _native(sample: Sample, held: Vault, reply: str) -> Answer:
    known: Table | Source | None = held.record.table if sample.source == "known table" else None
    return unmapped(known or Source(b"", "image"), held.record.question, Reply(reply))


def _figures(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    def right(row: dict[str, Any], side: str) -> bool:
        return str(row[f"{side}_verdict"]).startswith("right")

    turned = [row["id"] for row in rows if right(row, "native") and not right(row, "protected")]
    return {
        "samples": len(rows),
        "native_right": sum(right(row, "native") for row in rows),
        "protected_right": sum(right(row, "protected") for row in rows),
        "turned_wrong": len(turned),
        "turned_wrong_ids": turned,
        "native": Counter(row["native_verdict"] for row in rows),
        "protected": Counter(row["protected_verdict"] for row in rows),
    }


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--pool", type=Path)
    arguments.add_argument("--manifest", type=Path)
    arguments.add_argument("--texts", type=Path)
    arguments.add_argument("--half", choices=("", "tuning", "reported"), default="")
    arguments.add_argument("--out", type=Path)
    arguments.add_argument("--count", type=int, default=40)
    arguments.add_argument("--seed", type=int, default=42)
    arguments.add_argument("--score", type=Path, nargs=2, metavar=("FOLDER", "REPLIES"))
    given = arguments.parse_args()
    if given.score:
        printed = score(*given.score)
    elif given.out and (given.texts or (given.pool and given.manifest)):
        draw = random.Random(given.seed)
        offered: Offered = (
            {"text": (from_texts(given.texts, given.half, draw), given.count)}
            if given.texts
            else {
                "known table": (from_tables(given.pool, draw), given.count - given.count // 2),
                "real image": (from_images(given.manifest, draw), given.count // 2),
            }
        )
        printed = prepare(offered, given.out, given.seed, draw)
    else:
        arguments.error("give --out and --texts, or --pool and --manifest, to prepare samples, or --score")
    print(json.dumps(printed, indent=2))


if __name__ == "__main__":
    main()
