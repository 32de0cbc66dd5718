"""Before and after: what a remote solver is told of a chart, text or recording, and the answer that comes back, as a page.

    python benchmarks/before_after.py EXAMPLES... [--count 10] [--seed 1] [--release image|text|audio] > PAGE

Each of ``EXAMPLES`` is a file that ``recast evaluate`` reads; for a page that is published take material of one's own
(``examples/``). ``--count`` of each are drawn by ``--seed`` before any is tried, and all drawn ones are shown, whatever came
of them. Each is asked under ``strict`` with the offline solver. Prints Markdown: the source with its question, what was sent
in its place (of a chart its table, of speech the sentences as they are said), the program that came back, and the answer
beside the reference.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from recast.api import Session
from recast.configuration import load
from recast.errors import ReCastError, Withheld
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.numbers.context import table_context
from recast.pipeline import Asked
from recast.shield import Shielded
from recast.types import Source, Table

HEADER = """\
# Before and after

{count} examples each of {names}, drawn by seed {seed} before any was tried and shown whatever came of them: the source, all that a
remote solver would have been sent (policy `strict`{released}; of a chart its table, of speech the sentences as they are said),
the program that the offline solver sent back, and the answer. Made by
`{command}`.
"""


def source_lines(example: Example) -> Iterator[str]:
    source = example.source
    if isinstance(source, Table):
        yield f"**Source.**\n\n{_block(table_context(source))}"
    else:
        assert isinstance(source, Source)
        text = example.transcript or source.data.decode()
        yield f"**Source.** {' '.join(text.split())}"
    if example.question:
        yield f"**Question.** {example.question}"


def sent_lines(shielded: Shielded) -> Iterator[str]:
    medium = shielded.medium
    if medium.media_type == "image/png":
        yield f"**Sent (chart).**\n\n{_block(shielded.protected.context)}"
    elif medium.spoken:
        yield f"**Sent (spoken).** {' '.join(sentence.text for sentence in medium.spoken)}"
    else:
        yield f"**Sent (text).** {' '.join(medium.data.decode().split())}"
    yield f"**Asked.** {shielded.protected.question}"


def _block(text: str) -> str:
    return f"```\n{text.strip()}\n```"


def answer_lines(asked: Asked, reference: str) -> Iterator[str]:
    block = re.search(r"```python\n(.*?)```", asked.reply.text, re.DOTALL)
    program = "; ".join((block[1] if block else asked.reply.text).strip().splitlines())
    answer = asked.answer
    doubt = "" if answer.confirmed else ", unconfirmed: " + "; ".join(f.message for f in answer.findings)
    yield f"**Came back.** `{program}`"
    yield f"**Answer.** {answer.text} (reference {reference}{doubt})"


def shown(example: Example, session: Session) -> str:
    lines = list(source_lines(example))
    try:
        shielded = session.protect(example.source, example.question)
        lines += sent_lines(shielded)
        lines += answer_lines(session.solve(shielded), example.reference)
    except ReCastError as error:
        found = sorted({each.message for each in error.findings}) if isinstance(error, Withheld) else []
        lines.append(f"**Answer.** none: {'; '.join([str(error), *found])} (reference {example.reference})")
    return "\n\n".join(lines)


def page(paths: Sequence[Path], count: int, seed: int, release: str | None) -> str:
    with tempfile.TemporaryDirectory() as log:
        ask = {"ask": {"release": release}} if release else {}
        options = {"policy": {"preset": "strict"}, **ask, "log": {"folder": log}}
        session = Session(load(options=options), randomness=random.Random(seed))
        parts = []
        for path in paths:
            drawn = random.Random(seed).sample(load_examples(path), count)
            parts.append(f"## {path.stem.capitalize()}\n")
            parts += [f"### {example.id}\n\n{shown(example, session)}\n" for example in drawn]
    names = [f"`{path.name}`" for path in paths]
    command = (
        f"benchmarks/before_after.py {' '.join(f'examples/{path.name}' for path in paths)} --seed {seed}"
    )
    header = HEADER.format(
        count=count,
        names=" and ".join(filter(None, (", ".join(names[:-1]), names[-1]))),
        seed=seed,
        released=f", released as {release}" if release else "",
        command=command + (f" --release {release}" if release else ""),
    )
    return "\n".join([header, *parts])


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("examples", type=Path, nargs="+")
    arguments.add_argument("--count", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--release", choices=("image", "text", "audio"))
    given = arguments.parse_args()
    print(page(given.examples, given.count, given.seed, given.release), end="")


if __name__ == "__main__":
    main()
