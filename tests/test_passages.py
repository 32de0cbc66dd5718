"""A private passage, asked as a user asks it: exact answers with their units, honest failures, and nothing of it leaves."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import servers
from passages import LEFT, QUESTION, SECRETS, STORY, by_hand
from recast import configuration
from recast.api import Session, recover
from recast.errors import Refused, SolverFailed, UnknownOperand, UsageError, Withheld
from recast.numbers.prose import source_quantities, stands_for
from recast.pipeline import Chart
from recast.policy import Policy
from recast.release.body import read_body
from recast.solve.texts import certain_story
from recast.stages import Rewrite, Solver
from recast.types import Passage, Record, Release, Reply, Rewritten, Source, Word
from recast.wire.log import read_log

TEXT = Source(STORY.encode(), "text/plain", "story.txt")


def session(
    folder: Path, program: str = "", rewrite: Rewrite = by_hand, preset: str = "strict"
) -> tuple[Session, list[Release]]:
    """A session whose solver replies with ``program``, the released text's numerals filled in by place."""
    seen: list[Release] = []

    def transport(release: Release) -> Reply:
        seen.append(release)
        opened = read_body(release.body)
        assert opened.medium is not None
        text = f"{opened.medium.data.decode()} {opened.question}"
        return Reply(
            "```python\n" + program.format(*re.findall(r"\d+(?:\.\d+)?", text)) + "\n```", "scripted"
        )

    options = {"policy": {"preset": preset}, "log": {"folder": str(folder)}}
    made = Session(configuration.load(environment={}, options=options))
    solver = Solver("in this process", "offline", transport, remote=False)
    object.__setattr__(made, "stages", dataclasses.replace(made.stages, rewrite=rewrite, solver=solver))
    return made, seen


def heard(confidence: float) -> Passage:
    """The story as it was heard, its third numeral that surely."""
    words = [Word(word, place, place + 0.9, 1.0) for place, word in enumerate(STORY.split())]
    numerals = [place for place, word in enumerate(words) if re.search(r"\d", word.text)]
    words[numerals[2]] = dataclasses.replace(words[numerals[2]], confidence=confidence)
    return Passage(STORY, words=tuple(words))


def test_an_answer_that_rests_on_an_unsurely_heard_number_says_so(tmp_path: Path) -> None:
    asking, _ = session(tmp_path, "answer = protected({1}) - protected({2})")
    surely = asking.ask(heard(0.97), QUESTION).answer
    unsurely = asking.ask(heard(0.4), QUESTION).answer
    assert surely.text == f"{LEFT} loaves"
    assert unsurely.value == surely.value
    assert "rests on an unsure value" in unsurely.text
    assert [operand.confidence for operand in unsurely.operands] == [1.0, 0.4]
    object.__setattr__(asking, "stages", dataclasses.replace(asking.stages, exact=True))
    assert asking.ask(heard(0.97), QUESTION).answer.confirmed
    assert not asking.ask(heard(0.4), QUESTION).answer.confirmed


@pytest.mark.parametrize(
    ("question", "program", "answer"),
    [
        (QUESTION, "answer = protected({1}) - protected({2})", f"{LEFT} loaves"),
        (
            "How much money did Nadia get for the loaves that were sold?",
            "answer = protected({2}) * protected({3})",
            "$3920",
        ),
        ("How much rent was paid?", "answer = protected({5})", "$2.3 million"),
        (
            "Who baked more loaves, Nadia or Matteo?",
            'values = {{"Orla": protected({1}), "Ciaran": protected({4})}}\nanswer = max(values, key=values.get)',
            "Nadia",
        ),
        (
            "How many loaves and rolls were sold in all?",
            "answer = protected({2}) + 2 * protected({4})",
            "2260 loaves",
        ),
        ("When were the loaves sold?", "answer = protected({0})", "2016"),
    ],
)
def test_the_answer_is_that_of_the_source_in_its_unit(
    question: str, program: str, answer: str, tmp_path: Path
) -> None:
    asked = session(tmp_path, program)[0].ask(TEXT, question)
    assert asked.answer.text.startswith(answer)
    assert asked.answer.confirmed, asked.answer.findings


def test_no_word_and_no_number_of_the_source_leaves_or_is_logged(tmp_path: Path) -> None:
    made, seen = session(tmp_path, "answer = protected({1}) - protected({2})")
    made.ask(TEXT, QUESTION)
    opened = read_body(seen[0].body)
    assert opened.medium is not None
    assert not SECRETS.search(f"{opened.medium.data.decode()} {opened.question}")
    content = json.loads(seen[0].body)
    assert not re.search(rb"Nadia|Verhoeven|Ghent|1,250|2016", seen[0].body)
    assert [part["type"] for part in content["messages"][1]["content"]] == ["text", "text"]
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert not re.search(rb"Nadia|Verhoeven|Ghent|1,250", stored)
    assert [entry.kind for entry in read_log(made.log)] == ["request", "reply"]


def test_the_receipt_says_where_each_number_stands_in_the_source(tmp_path: Path) -> None:
    asked = session(tmp_path, "answer = protected({1}) - protected({2})")[0].ask(TEXT, QUESTION)
    first, second = asked.answer.operands
    assert (first.source, first.label) == (
        "1,250 loaves",
        "2016 Nadia baked 1,250 loaves and sold 980 of them",
    )
    assert second.source == "980"
    assert asked.answer.operation == "difference"


def test_under_paper_the_scale_stays_in_the_text_and_in_the_answer(tmp_path: Path) -> None:
    def keeping(record: Record, policy: Policy, draw: object) -> Rewritten:
        made = by_hand(record, policy, draw)  # type: ignore[arg-type]
        return dataclasses.replace(made, context=made.context.replace("2.3 tallies", "$2.3 million"))

    made, seen = session(tmp_path, "answer = protected({5})", keeping, "paper")
    assert made.ask(TEXT, "How much rent was paid?").answer.text == "$2.3 million"
    assert b" million in dues" in seen[0].body


def test_a_text_that_ends_with_its_question_needs_no_other(tmp_path: Path) -> None:
    made, _ = session(tmp_path, "answer = protected({1}) - protected({2})")
    assert made.ask(Source(f"{STORY} {QUESTION}".encode(), "text/plain")).answer.text == f"{LEFT} loaves"
    with pytest.raises(UsageError, match="no question"):
        made.ask(TEXT)


def test_the_question_may_be_said_twice(tmp_path: Path) -> None:
    made, seen = session(tmp_path, "answer = protected({1}) - protected({2})")
    made.ask(Source(f"{STORY} {QUESTION}".encode(), "text/plain"), QUESTION.lower())
    opened = read_body(seen[0].body)
    assert opened.medium is not None
    assert "left" not in opened.medium.data.decode()


def test_the_asynchronous_session_gives_the_same_answer(tmp_path: Path) -> None:
    made, _ = session(tmp_path, "answer = protected({1}) - protected({2})")
    whole = Source(f"{STORY} {QUESTION}".encode(), "text/plain")
    assert asyncio.run(made.ask_async(whole)).answer.text == f"{LEFT} loaves"


def test_several_questions_are_asked_of_one_reading(tmp_path: Path) -> None:
    made, seen = session(tmp_path, "answer = protected({2})")
    read = made.read(TEXT)
    assert made.ask(read, "How many loaves were sold?").answer.text == "980 loaves"
    assert made.ask(read, "How many of the loaves were sold?").answer.text == "980 loaves"
    assert (
        len({release.request.medium and release.request.medium.data for release in seen}) == 2
    )  # other literals


def test_choices_go_out_rewritten(tmp_path: Path) -> None:
    made, seen = session(tmp_path, "answer = protected({1}) - protected({2})")
    made.ask(TEXT, QUESTION, ("270 loaves", "41 loaves"))
    choices = read_body(seen[0].body).choices
    assert [re.sub(r"[\d.]+", "#", choice) for choice in choices] == ["# baskets", "# baskets"]
    assert not SECRETS.search(" ".join(choices))


def test_a_pasted_table_is_released_as_text_where_the_user_says_so(tmp_path: Path) -> None:
    table = Source(b"| Town | Loaves |\n|---|---|\n| Ghent | 71 |\n| Bruges | 64 |\n", "text/plain", "t.md")
    options = {"ask": {"release": "text"}, "log": {"folder": str(tmp_path)}}
    made = Session(configuration.load(environment={}, options=options))
    asked = made.ask(table, "Which town has the highest value?")
    assert (asked.answer.text, asked.answer.confirmed) == ("Ghent", True)
    medium = asked.shielded.medium
    assert medium.media_type == "text/plain"
    assert not re.search(rb"Ghent|Bruges|Town|Loaves|(?<![\d.])(?:71|64)(?![\d.])", medium.data)
    assert isinstance(made.read(table), Chart)


def test_a_passage_is_not_drawn(tmp_path: Path) -> None:
    options = {"ask": {"release": "image"}, "log": {"folder": str(tmp_path)}}
    with pytest.raises(UsageError, match="no chart to draw"):
        Session(configuration.load(environment={}, options=options)).ask(TEXT, QUESTION)


def test_another_medium_is_refused_by_name() -> None:
    with pytest.raises(UsageError, match="known are image, text, audio"):
        configuration.load(environment={}, options={"ask": {"release": "smoke"}})


def leaking(record: Record) -> Rewritten:
    made = by_hand(record, Policy, None)  # type: ignore[arg-type]
    return dataclasses.replace(made, context=made.context.replace("Ciaran", "Matteo"))


def losing(record: Record) -> Rewritten:
    made = by_hand(record, Policy, None)  # type: ignore[arg-type]
    return dataclasses.replace(made, numeral_sources=made.numeral_sources[:-1])


def swapped(record: Record) -> Rewritten:
    made = by_hand(record, Policy, None)  # type: ignore[arg-type]
    return dataclasses.replace(made, context=made.context.replace("cousin Ciaran wove", "cousin Orla wove"))


def slipped(record: Record) -> Rewritten:
    made = by_hand(record, Policy, None)  # type: ignore[arg-type]
    return dataclasses.replace(made, context=made.context.replace("980", "980.5"))


def halved(record: Record) -> Rewritten:
    made = by_hand(record, Policy, None)  # type: ignore[arg-type]
    return dataclasses.replace(made, context=made.context.replace("twice as many", "half as many"))


def unseen(record: Record) -> Rewritten:
    made = by_hand(record, Policy, None)  # type: ignore[arg-type]
    return dataclasses.replace(made, context=made.context.replace("Brackmoor", "Brack\u202emoor"))


@pytest.mark.parametrize(
    ("fault", "check"),
    [
        (leaking, "leak scan"),
        (losing, "numbers"),
        (swapped, "source"),
        (slipped, "numbers"),
        (halved, "source"),
        (unseen, "form"),
    ],
)
def test_a_rewriting_with_a_fault_is_tried_again_and_then_withheld(
    fault: Callable[[Record], Rewritten], check: str, tmp_path: Path
) -> None:
    tries: list[str] = []

    def rewrite(record: Record, policy: Policy, draw: object) -> Rewritten:
        tries.append(record.id)
        return fault(record)

    made, seen = session(tmp_path, "answer = 1", rewrite)
    with pytest.raises(Withheld, match="nothing was sent") as caught:
        made.ask(TEXT, QUESTION)
    assert check in {finding.check for finding in caught.value.findings}
    assert not SECRETS.search(str(caught.value) + repr(caught.value.findings))
    assert len(tries) == 5
    assert seen == []


def test_an_operand_that_the_text_does_not_hold_goes_back_with_protected_data_only(tmp_path: Path) -> None:
    made, seen = session(tmp_path, "answer = protected(47.8) - protected({2})")
    with pytest.raises(UnknownOperand):
        made.ask(TEXT, QUESTION)
    assert len(seen) == 4
    assert "47.8" in seen[3].request.turns[0].repair
    assert not SECRETS.search("\n".join(turn.repair for turn in seen[3].request.turns))


def test_a_tampered_text_is_not_sent(tmp_path: Path) -> None:
    made, seen = session(tmp_path, "answer = 1")
    shielded = made.protect(TEXT, QUESTION)
    body = shielded.release.body.replace(b"Brackmoor", b"Ghent")
    with pytest.raises(Withheld):
        made.solve(dataclasses.replace(shielded, release=dataclasses.replace(shielded.release, body=body)))
    assert seen == []


def test_a_reply_is_recovered_later_from_the_vault(tmp_path: Path) -> None:
    shielded = session(tmp_path)[0].protect(TEXT, QUESTION)
    first, second = (shielded.vault.numbers.literals[f"context:{k}"] for k in (1, 2))
    reply = f"```python\nanswer = protected({first}) - protected({second})\n```"
    assert recover(shielded.vault, reply).text == f"{LEFT} loaves"


def test_the_offline_solver_says_that_it_does_not_know(tmp_path: Path) -> None:
    made = Session(configuration.load(environment={}, options={"log": {"folder": str(tmp_path)}}))
    object.__setattr__(made, "stages", dataclasses.replace(made.stages, rewrite=by_hand))
    with pytest.raises(SolverFailed, match="does not show"):
        made.ask(Passage("Nadia baked 12 loaves.", ""), "Why were loaves sold?")


@pytest.mark.usefixtures("loopback")
def test_a_real_endpoint_gets_the_text_as_a_text_part(tmp_path: Path) -> None:
    with servers.chat_server(servers.whole("```python\nanswer = None\n```")) as server:
        options = {
            "solve": {"use": "endpoint", "base_url": server.url, "model": "some-model"},
            "log": {"folder": str(tmp_path)},
        }
        made = Session(configuration.load(environment={"OPENAI_API_KEY": "sk-test"}, options=options))
        object.__setattr__(made, "stages", dataclasses.replace(made.stages, rewrite=by_hand))
        with pytest.raises(SolverFailed, match="does not show"):
            made.ask(TEXT, QUESTION)
        (sent,) = server.seen
    parts = json.loads(sent.body)["messages"][1]["content"]
    assert parts[0]["text"].startswith("Question: How many baskets did Orla have left in ")
    assert parts[1]["text"].startswith("Text: Orla Tamsin keeps")
    assert not SECRETS.search(json.dumps(parts))


NAMES = st.sampled_from(["Nadia", "Matteo", "Bo", "Anneke de Vries", "Mr. Okafor", "Zuzana"])
THINGS = st.sampled_from(["loaves", "red candles", "stamps", "buckets of paint", "geese", "CD-ROMs"])
VERBS = st.sampled_from(["bought", "gave away", "found", "sold", "counted", "lost"])
COUNTS = st.one_of(
    st.integers(2, 99_999).map("{:,}".format),
    st.decimals("0.01", "999", places=2).map(str),
    st.sampled_from(["twelve", "2.5 million", "a hundred and five", "1/2", "½"]),
)
ENDS = st.sampled_from(["", " in 2016", " for $3.50 each", " on May 4", " and half of the rest", " (7%)"])
SENTENCES = st.builds("{} {} {} {}{}.".format, NAMES, VERBS, COUNTS, THINGS, ENDS)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(SENTENCES, min_size=1, max_size=6),
    NAMES,
    THINGS,
    st.sampled_from(["strict", "balanced", "paper"]),
)
def test_whatever_the_story_is_released_clean_or_not_and_every_literal_leads_back(
    sentences: list[str], name: str, thing: str, preset: str
) -> None:
    made = Session(configuration.load(environment={}, options={"policy": {"preset": preset}}))
    try:
        shielded = made.protect(Passage(" ".join(sentences)), f"How many {thing} does {name} have?")
    except (Refused, Withheld):
        return
    text = f"{shielded.protected.context} {shielded.protected.question}"
    source = " ".join([*sentences, thing, name]).casefold()
    shown = re.findall(
        r"\b(?:nadia|matteo|bo|anneke|vries|okafor|zuzana|loa(?:f|ves)|candles?|stamps?|buckets?|paint|goose|geese)\b",
        text.casefold(),
    )
    assert not [
        word for word in shown if re.search(rf"\b{word[:3]}", source)
    ]  # another world may have buckets too
    sources = source_quantities(shielded.vault.record)
    for literal, carried in shielded.vault.numbers.inverse.items():
        assert len({quantity.value for quantity in carried}) == 1
        assert any(stands_for(carried[0].value, q) for q in sources), literal


def test_a_story_that_one_reading_alone_understands_is_answered_and_not_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certain_story, "reckon", lambda story, asked: None)
    asking = Session(configuration.Configuration())
    asked = asking.ask(
        Source(b"Ann had 14 pears. She ate 5 of them.", "text/plain"), "How many pears are left?"
    )
    assert asked.answer.text.startswith("9")
    assert [found.message for found in asked.answer.findings] == [
        "whether the question asks just this was not certain"
    ]


def test_a_plain_story_is_released_under_both_policies_that_reword(tmp_path: Path) -> None:
    for preset in ("balanced", "paper"):
        options = {"policy": {"preset": preset}, "log": {"folder": str(tmp_path)}}
        shielded = Session(configuration.load(environment={}, options=options)).protect(TEXT, QUESTION)
        assert not SECRETS.search(shielded.protected.context + shielded.protected.question)
