"""Pairs for a four-view judge: the original and what a remote solver saw of it, side by side.

    python benchmarks/pairs.py SAMPLES --out FOLDER [--count 20] [--controls 4] [--seed 42]
    python benchmarks/pairs.py --score FOLDER VERDICTS

``SAMPLES`` is a folder that ``samples.py`` prepared. Each ``FOLDER/NN`` holds ``A/`` (the source: its table as the local
context, the question, the picture or text) and ``B/`` (all of the request that varies: the question and the released
picture or text), and
``FOLDER/prompt.txt`` says what to judge, after the audit of P Appendix D. ``controls`` are pairs whose B was made from
another sample, mixed in: a view that is found there too tells what the judge says by chance. Which these are stands
in ``FOLDER/private``, which a judge must not see.

A verdict is a text file ``VERDICTS/NN.txt`` in the form that the prompt asks for; ``--score`` prints, for pairs and
controls apart, how many have each view and any of them, with the 95 % interval of Wilson, and the ids with any.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from recast import vault
from recast.storage import write_private
from samples import prepared, unlock

VIEWS = ("Semantic", "Lexical", "Correspondence", "Linkability")
PROMPT = """\
You are an attacker. Folder A holds a private original: a chart and its table, or a text, and a question. Folder B holds
everything that a remote service was sent for it: a chart or text and a question in which words, units, values and order
were replaced. Find out
whether B gives away anything of A. Compare each B with its own A only.

Give four labels:
- Semantic: B shows names, topics, categories, labels, values, dates or any other meaning that is particular to A.
- Lexical: B keeps wording of A: a phrase, an unusual word, a distinctive turn or expression.
- Correspondence: original values, or which value belongs to which name, can be recovered from B or matched with it.
- Linkability: from what B shows, or from several hints together, someone who has many originals could pick A as its source.

Do not count differences of layout or form. What is asked for, such as a look-up, a sum, a difference, a ratio, a count, an
order or a choice, gives nothing away by itself, nor do the common words that ask for it.

Answer in exactly this form, one file a pair:
Semantic: Yes or No
Lexical: Yes or No
Correspondence: Yes or No
Linkability: Yes or No
Explanation: for each Yes, what in B gave it away
"""


def prepare(folder: Path, count: int, controls: int, out: Path, seed: int) -> dict[str, int]:
    """Writes the pairs. Known tables and real images have the shares that they have among the samples."""
    if out.exists():
        raise SystemExit(f"{out} exists already: choose another folder")
    unlock(folder)
    samples, _ = prepared(folder)
    draw = random.Random(seed)
    draw.shuffle(samples)
    if not controls + 1 < len(samples) or count > len(samples):
        raise SystemExit(f"{folder} has only {len(samples)} samples")
    pairs = [(sample, sample) for sample in samples[:count]]
    pairs += [(samples[place], samples[place + 1]) for place in range(controls)]
    draw.shuffle(pairs)
    kept = []
    for place, (source, released) in enumerate(pairs, 1):
        name = f"{place:02d}"
        held = vault.load(folder / "private" / f"{source.protected}.vault")
        shutil.copytree(folder / "native" / source.native, out / name / "A")
        shutil.copytree(folder / "protected" / released.protected, out / name / "B")
        if held.record.table is not None:
            (out / name / "A" / "table.txt").write_text(held.record.context + "\n", encoding="utf-8")
        kept.append({"pair": name, "id": source.id, "source": source.source, "control": source != released})
    (out / "prompt.txt").write_text(PROMPT, encoding="utf-8")
    write_private(out / "private" / "pairs.json", json.dumps(kept, indent=2).encode())
    return {"pairs": count, "controls": controls}


def score(folder: Path, verdicts: Path) -> dict[str, Any]:
    pairs = json.loads((folder / "private" / "pairs.json").read_text(encoding="utf-8"))
    for pair in pairs:
        pair["views"] = _views(verdicts / f"{pair['pair']}.txt")
    judged = [pair for pair in pairs if pair["views"] is not None]
    return {
        "without_verdict": [pair["pair"] for pair in pairs if pair["views"] is None],
        "pairs": _figures([pair for pair in judged if not pair["control"]]),
        "controls": _figures([pair for pair in judged if pair["control"]]),
    }


def _views(path: Path) -> dict[str, bool] | None:
    """The four labels of a verdict; None where there is no file or a label is missing."""
    if not path.is_file():
        return None
    written = path.read_text(encoding="utf-8")
    found = {view: re.search(rf"\b{view}\W+(yes|no)\b", written, re.IGNORECASE) for view in VIEWS}
    labels = {view: match[1].lower() == "yes" for view, match in found.items() if match}
    return labels if len(labels) == len(VIEWS) else None


def _figures(judged: Sequence[dict[str, Any]]) -> dict[str, Any]:
    seen = {view: [pair["id"] for pair in judged if pair["views"][view]] for view in VIEWS}
    seen["any"] = [pair["id"] for pair in judged if any(pair["views"].values())]
    return {
        "judged": len(judged),
        **{
            view: {"count": len(ids), "interval": _wilson(len(ids), len(judged))}
            for view, ids in seen.items()
        },
        "any_ids": seen["any"],
    }


def _wilson(found: int, total: int) -> tuple[float, float] | None:
    if not total:
        return None
    z, share = 1.96, found / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return round(max(0.0, middle - half), 3), round(min(1.0, middle + half), 3)


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("samples", type=Path, nargs="?")
    arguments.add_argument("--out", type=Path)
    arguments.add_argument("--count", type=int, default=20)
    arguments.add_argument("--controls", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=42)
    arguments.add_argument("--score", type=Path, nargs=2, metavar=("FOLDER", "VERDICTS"))
    given = arguments.parse_args()
    if given.score:
        printed = score(*given.score)
    elif given.samples and given.out:
        printed = prepare(given.samples, given.count, given.controls, given.out, given.seed)
    else:
        arguments.error("give SAMPLES and --out to write pairs, or --score")
    print(json.dumps(printed, indent=2))


if __name__ == "__main__":
    main()
