"""Before and after: what a remote solver is told of a chart, text or recording, and the answer that comes back, as a page.

    python benchmarks/before_after.py EXAMPLES... [--count 10] [--seed 1] [--release image|text|audio] [--pairs FOLDER] > PAGE

Each of ``EXAMPLES`` is a file that ``recast evaluate`` reads; for a page that is published take material of one's own
(``examples/``). ``--count`` of each are drawn by ``--seed`` before any is tried, and all drawn ones are shown, whatever came
of them. Each is asked under ``strict`` with the offline solver. Prints Markdown: the source with its question, what was sent
in its place (of a chart its table, of speech the sentences as they are said), the program that came back, and the answer
beside the reference. ``FOLDER`` gets the same pairs, and two mismatched ones of each data set as controls, for a judge (``pairs.py``).
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from pairs import PROMPT
from recast.api import Session
from recast.configuration import load
from recast.errors import ReCastError, Withheld
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.numbers.context import table_context
from recast.pipeline import Asked
from recast.shield import Shielded
from recast.storage import write_private
from recast.types import Source, Table

HEADER = """\
# Before and after

{count} examples each of {names}, drawn by seed {seed} before any was tried and shown whatever came of them: the source, all that a
remote solver would have been sent (policy `strict`{released}; of a chart its table, of speech the sentences as they are said),
the program that the offline solver sent back, and the answer. Made by
`{command}`.
"""

#: Mismatched pairs of each data set.
CONTROLS = 2


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair: the evidence as text, the question, and the picture that was sent."""

    evidence: str
    question: str
    picture: bytes = b""


@dataclass(frozen=True, slots=True)
class Shown:
    """An example with both sides of it; nothing was sent where ``after`` is None."""

    example: Example
    before: Side
    after: Side | None
    outcome: tuple[str, ...]


def before(example: Example) -> Side:
    source = example.source
    if isinstance(source, Table):
        return Side(table_context(source), example.question)
    assert isinstance(source, Source)
    return Side(" ".join((example.transcript or source.data.decode()).split()), example.question)


def after(shielded: Shielded) -> Side:
    medium, protected = shielded.medium, shielded.protected
    if medium.media_type == "image/png":
        return Side(protected.context, protected.question, medium.data)
    said = " ".join(sentence.text for sentence in medium.spoken) or " ".join(medium.data.decode().split())
    return Side(said, protected.question)


def outcome(asked: Asked, reference: str) -> tuple[str, ...]:
    block = re.search(r"```python\n(.*?)```", asked.reply.text, re.DOTALL)
    program = "; ".join((block[1] if block else asked.reply.text).strip().splitlines())
    answer = asked.answer
    doubt = "" if answer.confirmed else ", unconfirmed: " + "; ".join(f.message for f in answer.findings)
    return f"**Came back.** `{program}`", f"**Answer.** {answer.text} (reference {reference}{doubt})"


def tried(example: Example, session: Session) -> Shown:
    sent = None
    try:
        shielded = session.protect(example.source, example.question)
        sent = after(shielded)
        came = outcome(session.solve(shielded), example.reference)
    except ReCastError as error:
        found = sorted({each.message for each in error.findings}) if isinstance(error, Withheld) else []
        came = (f"**Answer.** none: {'; '.join([str(error), *found])} (reference {example.reference})",)
    return Shown(example, before(example), sent, came)


def written(shown: Shown, medium: str) -> str:
    lines = [f"### {shown.example.id}", _evidence("Source", shown.before)]
    lines += [f"**Question.** {shown.before.question}"] if shown.before.question else []
    if shown.after:
        lines += [_evidence(f"Sent ({medium})", shown.after), f"**Asked.** {shown.after.question}"]
    return "\n\n".join([*lines, *shown.outcome]) + "\n"


def _evidence(name: str, side: Side) -> str:
    if "\n" in side.evidence:
        return f"**{name}.**\n\n```\n{side.evidence.strip()}\n```"
    return f"**{name}.** {side.evidence}"


def page(drawn: Mapping[Path, Sequence[Shown]], seed: int, release: str | None) -> str:
    parts = []
    for path, examples in drawn.items():
        parts.append(f"## {path.stem.capitalize()}\n")
        medium = release or ("chart" if examples[0].example.attributes.get("chart_kind") else "text")
        parts += [written(shown, medium) for shown in examples]
    names = [f"`{path.name}`" for path in drawn]
    files = " ".join(f"examples/{path.name}" for path in drawn)
    header = HEADER.format(
        count=len(next(iter(drawn.values()))),
        names=" and ".join(filter(None, (", ".join(names[:-1]), names[-1]))),
        seed=seed,
        released=f", released as {release}" if release else "",
        command=f"benchmarks/before_after.py {files} --seed {seed}"
        + (f" --release {release}" if release else ""),
    )
    return "\n".join([header, *parts])


def write_pairs(shown: Sequence[Shown], out: Path, seed: int) -> None:
    """What was sent beside its source, and beside another's, for a judge who is told nothing of which is which."""
    if out.exists():
        raise SystemExit(f"{out} exists already: choose another folder")
    released = [one for one in shown if one.after]
    draw = random.Random(seed)
    draw.shuffle(released)
    pairs = [(one, one) for one in released]
    for kind in sorted({one.example.attributes.get("dataset", "") for one in released}):
        alike = [one for one in released if one.example.attributes.get("dataset", "") == kind]
        pairs += list(itertools.pairwise(alike))[:CONTROLS]
    draw.shuffle(pairs)
    kept = []
    for place, (source, other) in enumerate(pairs, 1):
        name = f"{place:02d}"
        assert other.after is not None
        for side, folder in ((source.before, out / name / "A"), (other.after, out / name / "B")):
            write_private(folder / "question.txt", side.question.encode())
            if side.picture:
                write_private(folder / "chart.png", side.picture)
            else:
                write_private(folder / "evidence.txt", side.evidence.encode())
        attributes = source.example.attributes
        kept.append(
            {
                "pair": name,
                "id": source.example.id,
                "source": attributes.get("dataset", ""),
                "control": source is not other,
            }
        )
    write_private(out / "prompt.txt", PROMPT.encode())
    write_private(out / "private" / "pairs.json", json.dumps(kept, indent=2).encode())


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("examples", type=Path, nargs="+")
    arguments.add_argument("--count", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--release", choices=("image", "text", "audio"))
    arguments.add_argument("--pairs", type=Path)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as log:
        ask = {"ask": {"release": given.release}} if given.release else {}
        options = {"policy": {"preset": "strict"}, **ask, "log": {"folder": log}}
        session = Session(load(options=options), randomness=random.Random(given.seed))
        drawn = {}
        for path in given.examples:
            chosen = random.Random(given.seed).sample(load_examples(path), given.count)
            drawn[path] = [tried(example, session) for example in chosen]
    print(page(drawn, given.seed, given.release), end="")
    if given.pairs:
        write_pairs([one for shown in drawn.values() for one in shown], given.pairs, given.seed)


if __name__ == "__main__":
    main()
