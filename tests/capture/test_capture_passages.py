"""What a private text is taken for, and what is refused in one sentence."""

from __future__ import annotations

import pytest

from recast.capture.passages import MOST_CHARACTERS, is_text, passage, read_text
from recast.errors import Refused
from recast.types import Passage, Source, Table

STORY = "Nadia baked 1,250 loaves. She sold 980 of them."


def text(data: str | bytes, name: str = "story.txt") -> Source:
    return Source(data.encode() if isinstance(data, str) else data, "application/octet-stream", name)


def captured(data: str | bytes) -> Passage:
    found = read_text(text(data))
    assert isinstance(found, Passage)
    return found


@pytest.mark.parametrize(
    ("given", "evidence", "question"),
    [
        (STORY, STORY, ""),
        (f"{STORY} How many are left?", STORY, "How many are left?"),
        (f"{STORY}\n\nFind how many are left.", STORY, "Find how many are left."),
        (
            "Ann has 3 pens. If she buys 4 more, how many does she have?",
            "Ann has 3 pens. She buys 4 more.",
            "How many does she have?",
        ),
        (
            "If Bo eats 3 of 8 plums, then how many are left?",
            "Bo eats 3 of 8 plums.",
            "How many are left?",
        ),
        (
            "Ann has 3 pens. If both get the same, how many has each?",
            "Ann has 3 pens.",
            "If both get the same, how many has each?",
        ),
        (
            "Ann has 3 pens and buys 4 more, how many does she have?",
            "Ann has 3 pens and buys 4 more.",
            "How many does she have?",
        ),
        ("Ann paid 5 dollars, Bo 6. Given a tip of 2, calculate the bill.", "Ann paid 5 dollars, Bo 6. A tip of 2.", "Calculate the bill."),
    ],
)  # fmt: skip
def test_the_question_at_the_end_and_its_condition(given: str, evidence: str, question: str) -> None:
    found = passage(given)
    assert (found.text, found.question) == (evidence, question)


@pytest.mark.parametrize(
    "written",
    ["A) 270\nB) 41\nC) 12", "(a) 270\n(b) 41\n(c) 12", "A. 270\nB. 41\nC. 12", "(A) 270 (B) 41 (C) 12"],
)
def test_choices(written: str) -> None:
    found = passage(f"{STORY} How many are left?\n{written}")
    assert found.choices == ("270", "41", "12")
    assert (found.text, found.question) == (STORY, "How many are left?")


def test_letters_that_are_no_choices_stay() -> None:
    assert passage(f"{STORY} Vitamin B) is good, too.").choices == ()


def test_markdown_loses_its_marks_and_keeps_its_words() -> None:
    found = captured(
        "---\nauthor: x\n---\n# Bakery report\n\nNadia **baked** 1,250 [loaves](https://example.org/4711)\nin *May*.\n\n"
        "- She sold `980`.\n- Matteo sold 12.\n\n> Rent was $5.\n<!-- 99 -->\n\nHow many are left?\n"
    )
    assert found.text == (
        "Bakery report. Nadia baked 1,250 loaves in May. She sold 980. Matteo sold 12. Rent was $5."
    )
    assert found.question == "How many are left?"


@pytest.mark.parametrize(
    "given",
    [
        "| Town | Loaves |\n|---|--:|\n| Ghent | 71 |\n| Bruges | 64 |\n",
        "Town\tLoaves\nGhent\t71\nBruges\t64\n",
        "Town,Loaves\nGhent,71\nBruges,64\n",
        "# Sales\n\n| Town | Loaves |\n| --- | --- |\n| **Ghent** | 71 |\n| Bruges | 64 |\n",
    ],
)
def test_a_pasted_table_is_a_table(given: str) -> None:
    found = read_text(text(given))
    assert isinstance(found, Table)
    assert found.categories == ("Ghent", "Bruges")
    assert [cell.value for cell in found.cells[0]] == [71, 64]


def test_prose_with_commas_is_no_table() -> None:
    assert isinstance(
        read_text(text("Ann, Bo and Cy, all 3,\nwent home, and ate 4 plums, then,\nat 5, left.")), Passage
    )


REFUSED = {
    "empty": (b"", "empty"),
    "spaces": (b" \n\t ", "empty"),
    "only control characters": ("\x01\x02\x03", "no visible character"),
    "control characters": ("Ann has \x07 3 pens.", "control characters"),
    "NUL": ("Ann has 3\x00 pens.", "NUL"),
    "not UTF-8": ("Ann paid 3 \u00a3.".encode("cp1252"), "not UTF-8"),
    "direction override": ("Ann has \u202e3 pens.", "direction of writing"),
    "isolate": ("Ann has \u20663\u2069 pens.", "direction of writing"),
    "another script": ("\u0410\u043d\u043d\u0430 \u043a\u0443\u043f\u0438\u043b\u0430 3 \u044f\u0431\u043b\u043e\u043a\u0430.", "another script"),
    "another language": (
        "Marie hat gestern 3 rote Birnen gekauft und davon 2 ihrem kleinen Bruder gegeben, der nun sehr froh ist.",
        "not seem to be English",
    ),
    "no number": ("Ann went home and Bo stayed.", "no number"),
    "a question alone": ("How many pens did Ann buy?", "question without evidence"),
    "too long": ("Ann has 3 pens. " * 70_000, "at most 20,000"),
    "a bit too long": ("Ann has 3 pens. " * (MOST_CHARACTERS // 16 + 1), "at most 20,000"),
    "a table beside prose": ("Ann has 3 pens.\n\n| a | b |\n|---|---|\n| x | 3 |\n", "table beside prose"),
    "a ragged table": ("| a | b |\n|---|---|\n| x | 3 | 4 |\n", "fields"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_bad_input_is_refused_in_one_sentence_that_shows_nothing_of_it(case: str) -> None:
    data, said = REFUSED[case]
    with pytest.raises(Refused, match=said) as caught:
        read_text(text(data))
    assert not any(word in str(caught.value) for word in ("Ann", "pens", "Birnen"))


def test_what_is_invisible_goes_and_utf_16_with_its_mark_is_read() -> None:
    assert captured("Ann\u200b has 3\u00ad pens.").text == "Ann has 3 pens."
    assert captured("Ann has 3 pens.".encode("utf-16")).text == "Ann has 3 pens."
    assert captured("\ufeffAnn has 3 pens.").text == "Ann has 3 pens."


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (Source(b"Ann has 3 pens.", "application/octet-stream"), True),
        (Source(b"Ann has 3 pens.", "text/plain"), True),
        (text("Ann", "notes.md"), True),
        (Source(b"a,b\nx,3\n", "text/csv", "t.csv"), False),
        (Source(b"\x89PNG\r\n", "application/octet-stream"), False),
        (Source(b"PK\x03\x04", "application/octet-stream"), False),
        (Source(b"", "application/octet-stream"), False),
        (text(b"\x89PNG", "x.png"), False),
    ],
)
def test_what_counts_as_text(source: Source, expected: bool) -> None:
    assert is_text(source) is expected


def test_names_are_no_sign_of_another_language() -> None:
    read = read_text(text("Ms. Mia Novak paid Mr. Long 29 dollars. Mr. Long paid Ms. Novak 45 dollars."))
    assert isinstance(read, Passage)


def test_signs_after_the_question_are_no_sentence() -> None:
    read = read_text(text("Ann had 14 pens. She lost 5 of them. How many pens are left? \U0001f34e"))
    assert isinstance(read, Passage)
    assert read.question == "How many pens are left?"
