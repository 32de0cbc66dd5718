"""Before and after: what a remote solver is told of a text or recording, and the answer that comes back, as a page.

    python benchmarks/before_after.py EXAMPLES [--count 10] [--seed 1] [--release text|audio] > PAGE

``EXAMPLES`` is a file that ``recast evaluate`` reads; for a page that is published take texts of one's own
(``examples/texts.jsonl``). ``--count`` of them are drawn by ``--seed`` before any is tried, and all drawn ones are shown,
whatever came of them. Each is asked under ``strict`` with the offline solver. Prints Markdown: the source with its
question, what was sent in its place (of speech the sentences as they are said), the program that came back, and the
answer beside the reference.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from recast.api import Session
from recast.configuration import load
from recast.errors import ReCastError, Withheld
from recast.evaluate.examples import Example
from recast.evaluate.examples import load as load_examples
from recast.pipeline import Asked
from recast.shield import Shielded
from recast.types import Source

HEADER = """\
# Before and after

{count} texts of `{name}`, drawn by seed {seed} before any was tried and shown whatever came of them: the source, all that a
remote solver would have been sent (policy `strict`, released as {release}; of speech the sentences as they are said, the
question as text), the program that the offline solver sent back, and the answer. Made by
`benchmarks/before_after.py examples/{name} --seed {seed} --release {release}`.
"""


def source_lines(example: Example) -> Iterator[str]:
    source = example.source
    assert isinstance(source, Source)
    text = example.transcript or source.data.decode()
    yield f"**Source.** {' '.join(text.split())}"
    if example.question:
        yield f"**Question.** {example.question}"


def sent_lines(shielded: Shielded) -> Iterator[str]:
    medium = shielded.medium
    spoken = " ".join(sentence.text for sentence in medium.spoken)
    said = "spoken" if spoken else "text"
    yield f"**Sent ({said}).** {spoken or ' '.join(medium.data.decode().split())}"
    yield f"**Asked.** {shielded.protected.question}"


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


def page(path: Path, count: int, seed: int, release: str) -> str:
    examples = load_examples(path)
    drawn = random.Random(seed).sample(examples, min(count, len(examples)))
    with tempfile.TemporaryDirectory() as log:
        options = {"policy": {"preset": "strict"}, "ask": {"release": release}, "log": {"folder": log}}
        session = Session(load(options=options), randomness=random.Random(seed))
        parts = [f"## {example.id}\n\n{shown(example, session)}\n" for example in drawn]
    return "\n".join([HEADER.format(count=len(drawn), name=path.name, seed=seed, release=release), *parts])


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("examples", type=Path)
    arguments.add_argument("--count", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--release", choices=("text", "audio"), default="audio")
    given = arguments.parse_args()
    print(page(given.examples, given.count, given.seed, given.release), end="")


if __name__ == "__main__":
    main()
