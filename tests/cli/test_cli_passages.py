"""The commands on a private text: what is on stdout, what is on stderr, how each ends, and what left."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from commands import Commands
from recast.cli.passages import as_json, as_text, unsure_numerals
from recast.types import Passage, Source, Word
from recast.vault import load

STORY = "Nadia baked 1,250 loaves for $4 each. Matteo sold 980 of the loaves to 2.5 million guests."
QUESTION = "How many loaves are left?"
#: Of two prices and a share of millions no rule makes a closed form.
REWORDED = ("--policy", "balanced")
PRIVATE = re.compile(r"nadia|matteo|loa(?:f|ves)|baked|guests|(?<![\d.])(?:1,?250|980)(?![.\d]*\d)", re.I)


@pytest.fixture
def recast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "RECAST_DEBUG", "RECAST_VAULT_KEY"):
        monkeypatch.delenv(name, raising=False)
    commands = Commands(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", commands.environment["XDG_STATE_HOME"])
    commands.write("story.txt", f"{STORY} {QUESTION}\n")
    commands.write("story.md", f"# Report\n\n{STORY}\n")
    return commands


def reply(commands: Commands, vault: str) -> Path:
    """A solver's reply to a release of ``STORY``: the first count less the second."""
    opened = load(Path(vault))
    by_source = {q.value: literal for literal, held in opened.numbers.inverse.items() for q in held}
    program = f"answer = protected({by_source[1250]}) - protected({by_source[980]})"  # type: ignore[index]
    return commands.write("reply.txt", f"```python\n{program}\n```")


@pytest.mark.parametrize("arguments", [["story.txt"], ["story.md", QUESTION], ["-", QUESTION]])
def test_a_protected_text_is_written_and_its_reply_recovered(recast: Commands, arguments: list[str]) -> None:
    ran = recast("protect", *arguments, *REWORDED, "--out", "release", "--json", stdin=STORY)
    assert ran.code == 0, ran.err
    assert ran.shown["medium"] == "protected.txt"
    text = Path("release/protected.txt").read_text()
    question = Path("release/question.txt").read_text()
    assert not PRIVATE.search(text + question)
    assert text in json.loads(Path("release/request.json").read_bytes())["messages"][1]["content"][-1]["text"]
    again = recast("recover", ran.shown["vault"], reply(recast, ran.shown["vault"]))
    assert (again.code, again.out) == (0, "270 loaves\n")


def test_a_text_is_shown_with_what_each_number_is_taken_for(recast: Commands) -> None:
    ran = recast("read", "story.txt")
    assert ran.code == 0
    assert STORY in ran.out
    assert re.search(r"^2\.5 million guests +data +the loaves to 2\.5 million guests$", ran.out, re.MULTILINE)
    shown = recast("read", "story.txt", "--json").shown
    assert (shown["modality"], shown["context"], shown["question"]) == ("text", STORY, QUESTION)
    assert [(n["written"], n["unit"], n["scale"]) for n in shown["numerals"]] == [
        ("1,250 loaves", "loaves", None),
        ("$4", "$", None),
        ("980", None, None),
        ("2.5 million guests", "guests", "million"),
    ]


def test_a_correction_is_used_instead(recast: Commands) -> None:
    ran = recast("read", "story.txt", "--out", "record.txt")
    assert "--record record.txt" in ran.err
    record = Path("record.txt")
    assert recast("read", "record.txt", "--json").shown == recast("read", "story.txt", "--json").shown
    record.write_text(record.read_text().replace("1,250", "1,350"))
    ran = recast("protect", "story.txt", *REWORDED, "--record", "record.txt", "--out", "release", "--json")
    values = {q.value for held in load(Path(ran.shown["vault"])).numbers.inverse.values() for q in held}
    assert 1350 in values
    assert 1250 not in values


def test_a_dry_run_shows_the_text_and_sends_nothing(recast: Commands) -> None:
    ran = recast("ask", "story.txt", *REWORDED, "--dry-run")
    assert ran.code == 0
    assert not PRIVATE.search(ran.out)
    (text,) = re.findall(r"^text: (.*)$", ran.out, re.MULTILINE)
    (medium,) = re.findall(r"^medium: (.*)$", ran.out, re.MULTILINE)
    assert Path(medium).read_text() == text
    assert recast.requests() == []


def test_a_text_that_can_only_be_reworded_is_refused_with_the_remedy(recast: Commands) -> None:
    ran = recast("ask", "story.txt")
    assert (ran.code, ran.out, recast.requests()) == (3, "", [])
    assert "--policy balanced" in ran.err
    assert not PRIVATE.search(ran.err)


def test_a_pasted_table_is_sent_as_text_on_request(recast: Commands) -> None:
    recast.write("towns.md", "| Town | Loaves |\n|---|---|\n| Ghent | 71 |\n| Bruges | 64 |\n")
    ran = recast("ask", "towns.md", "Which town has the highest value?", "--release", "text", "--explain")
    assert (ran.code, ran.out) == (0, "Ghent\n")
    (entry,) = recast.requests()
    assert entry.fields["media"][0]["media_type"] == "text/plain"
    assert re.search(r"^text as sent: kind: bar", ran.err, re.MULTILINE)


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        ("ask story.md", 2, "missing argument 'QUESTION...'"),
        ("protect story.md --out release", 2, "missing argument 'QUESTION...'"),
        ("ask story.txt --release image", 2, "no chart to draw"),
        ("ask story.txt --release smoke", 2, "known are"),
        ("ask story.txt --record towns.csv", 2, "a table is given with --table"),
        ("ask story.txt --record story.md --table towns.csv", 2, "give one of them"),
        ("ask plain.txt x", 3, "no number"),
        ("ask latin.txt x", 3, "not UTF-8"),
        ("ask turned.txt x", 3, "direction of writing"),
        ("ask bell.txt x", 3, "control characters"),
        ("ask long.txt x", 3, "at most 20,000 characters"),
        ("ask empty.txt x", 3, "empty"),
        ("ask lone.txt", 3, "question without evidence"),
        ("ask - x", 3, "is empty"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_sent(
    recast: Commands, call: str, code: int, said: str
) -> None:
    recast.write("towns.csv", "Town,Loaves\nGhent,71\nBruges,64\n")
    recast.write("plain.txt", "Nadia went home.")
    recast.write("latin.txt", "Nadia paid 3 \u00a3".encode("cp1252"))
    recast.write("turned.txt", "Nadia has \u202e3 loaves.")
    recast.write("bell.txt", "Nadia has \x07 3 loaves.")
    recast.write("long.txt", "Nadia has 3 loaves. " * 50_000)
    recast.write("empty.txt", "")
    recast.write("lone.txt", "How many loaves did Nadia bake?")
    ran = recast(*call.split(), "--json", stdin="")
    assert ran.code == code
    assert said in ran.sentence
    assert not PRIVATE.search(ran.sentence)
    assert ran.shown["status"] == "refused"
    assert recast.requests() == []


def test_what_was_heard_is_shown_with_how_sure_and_when() -> None:
    words = (
        Word("Ana", 0.0, 0.4, 0.9),
        Word("has", 0.4, 0.6, 0.9),
        Word("31", 0.6, 1.0, 0.95),
        Word("pears", 1.0, 1.4, 0.9),
        Word("and", 1.4, 1.5, 0.9),
        Word("42", 1.5, 2.0, 0.4),
        Word("plums.", 2.0, 2.5, 0.9),
    )
    heard = Passage(" ".join(word.text for word in words), words=words, recording=Source(b"", "audio/wav"))
    lines = as_text(heard).splitlines()
    assert re.search(r"^31 pears +data +0\.95   ", lines[-2])
    assert re.search(r"^42 plums +data +0\.40\?  ", lines[-1])
    assert unsure_numerals(heard) == [
        "1 of 2 numbers were not heard surely: --out FILE writes the text to be corrected"
    ]
    shown = as_json(heard)
    assert [numeral["confidence"] for numeral in shown["numerals"]] == [0.95, 0.4]
    assert shown["words"][2] == {"text": "31", "start": 0.6, "end": 1.0, "confidence": 0.95}
