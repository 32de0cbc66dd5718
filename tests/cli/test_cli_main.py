"""The commands as a newcomer tries them: what is on stdout, what is on stderr, how each ends."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from commands import Commands
from recast.api import Session
from recast.vault import load

CSV = "District,Harvest of figs (million EUR)\nNorwick,12.5\nSouthmoor,8.25\nCoastline,9.75\nIslet,3\n"
QUESTION = "By how much does the harvest of Norwick exceed that of Coastline?"
PRIVATE = re.compile(
    r"norwick|southmoor|coastline|islet|harvest|\bfigs?\b|district|(?<![\d.:])(?:12\.5|8\.25|9\.75)(?!\d)",
    re.I,
)


@pytest.fixture
def recast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "RECAST_DEBUG", "RECAST_VAULT_KEY"):
        monkeypatch.delenv(name, raising=False)
    commands = Commands(tmp_path)
    commands.write("figs.csv", CSV)
    return commands


# ── faulty calls ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("aks figs.csv x", "no such command"),
        ("ask", "missing argument 'SOURCE'; see `recast ask --help`"),
        ("ask figs.csv", "missing argument"),
        ("ask figs.csv x --explian", "--explian"),
        ("ask nothing.png x", "cannot be read: No such file"),
        ("ask . x", "cannot be read: Is a directory"),
        ("ask figs.csv x --policy strct", "did you mean 'strict'"),
        ("ask figs.csv x --config nothing.toml", "cannot be read"),
        ("ask figs.csv x --solver endpoint", "base URL"),
        ("ask figs.csv x --base-url http://example.org/v1 --model m", "use https"),
        ("ask figs.csv x --table picture.png", "--table takes a table file"),
        ("protect figs.csv x", "missing option '--out'"),
        ("recover v.vault nothing.txt", "cannot be read"),
        ("log --last 0", "--last"),
        ("purge", "--older-than AGE (such as 30d) or --all"),
        ("purge --older-than soon", "such as 30d"),
    ],
)
def test_a_faulty_call_is_one_sentence_exit_2_and_one_object(recast: Commands, call: str, said: str) -> None:
    recast.write("picture.png", b"")
    ran = recast(*call.split())
    assert (ran.code, ran.out) == (2, "")
    assert said.casefold() in ran.sentence.casefold()
    ran = recast(*call.split(), "--json")
    assert ran.shown["status"] == "refused"
    assert ran.shown["error"]["type"] == "UsageError"
    assert recast.requests() == []


def test_a_misspelt_variable_stops_the_start(recast: Commands) -> None:
    recast.environment["RECAST_POLCY_PRESET"] = "strict"
    ran = recast("ask", "figs.csv", QUESTION, "--json")
    assert ran.code == 2
    assert "RECAST_POLCY_PRESET" in ran.sentence
    assert ran.shown["status"] == "refused"


def test_without_a_command_the_help_is_shown(recast: Commands) -> None:
    ran = recast()
    assert ran.code == 2
    assert "ask" in ran.err
    assert recast("--help").code == recast("ask", "-h").code == 0


def test_a_bug_is_named_by_its_class_and_traced_only_on_request(
    recast: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("Norwick, 12.5")

    monkeypatch.setattr(Session, "read", broken)
    ran = recast("ask", "figs.csv", QUESTION, "--json")
    assert ran.code == 1
    assert "KeyError" in ran.sentence
    assert "Norwick" not in ran.out + ran.err
    recast.environment["RECAST_DEBUG"] = "1"
    ran = recast("ask", "figs.csv", QUESTION, "--json")
    assert ran.code == 1
    assert "Norwick" not in ran.out
    assert "Traceback" in ran.err


def test_a_cancelled_command_ends_with_130_and_stops_the_other_questions(
    recast: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "protect_each", stopped)
    ran = recast("ask", "figs.csv", QUESTION, QUESTION, "--json")
    assert ran.code == 130
    assert ran.shown["error"]["type"] == "Cancelled"


# ── ask ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_answer_is_all_there_is_on_stdout_and_stderr_explains(recast: Commands) -> None:
    recast.environment["RECAST_VAULT_SAVE"] = "true"
    ran = recast("ask", "figs.csv", QUESTION, "--explain", "--out", "kept")
    assert (ran.code, ran.out) == (0, "2.75 million EUR\n")
    told = dict(line.split(": ", 1) for line in ran.said if ": " in line)
    assert told["sent"].endswith("to: in this process")
    assert not PRIVATE.search(told["question as sent"])
    assert Path(told["picture as sent"]).read_bytes().startswith(b"\x89PNG")
    assert any(re.fullmatch(r"  [\d.]+ stands for 12\.5 \(Norwick\)", line) for line in ran.said)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", recast.environment["XDG_STATE_HOME"])
        assert load(Path(told["vault"])).record.question == QUESTION


def test_of_several_questions_one_that_fails_stops_no_other(recast: Commands) -> None:
    ran = recast(
        "ask", "figs.csv", "", QUESTION, "What is the harvest of Atlantis?", "--policy", "balanced", "--json"
    )
    shown = [json.loads(line) for line in ran.out.splitlines()]
    assert [each["status"] for each in shown] == ["refused", "answered", "solver_failed"]
    assert shown[1]["answer"] == {
        "value": "2.75", "kind": "number", "unit": "EUR", "scale": "million", "text": "2.75 million EUR", "exact": True, "sure": True,
    }  # fmt: skip
    assert shown[1]["receipt"]["operation"] == "difference"
    assert {operand["source"] for operand in shown[1]["receipt"]["operands"]} == {"12.5", "9.75"}
    assert [len(each["receipt"]["sent"]) for each in shown] == [0, 1, 1]
    assert ran.code == 4
    assert [line.split(":")[1] for line in ran.said] == [" question 1", " question 3"]


def test_a_dry_run_shows_what_would_leave_and_sends_nothing(recast: Commands) -> None:
    ran = recast("ask", "figs.csv", QUESTION, "--dry-run", "--json")
    assert ran.code == 0
    would = ran.shown["would_send"]
    assert would["destination"] == "in this process"
    assert not PRIVATE.search(would["question"])
    assert Path(would["medium"]).read_bytes().startswith(b"\x89PNG")
    assert re.fullmatch(r"[0-9a-f]{64}", would["sha256"])
    assert recast.requests() == []
    assert recast("purge", "--all", "--json").shown["files"] == 1
    assert not Path(would["medium"]).exists()


def test_under_exact_an_answer_off_an_axis_is_unconfirmed(recast: Commands) -> None:
    recast.write("axis.csv", CSV.replace("12.5", "~12.5 ±0.5"))
    ran = recast("ask", "axis.csv", "What is the harvest of Norwick?", "--exact")
    assert ran.code == 5
    assert ran.out == "≈ 12.5 million EUR (read off the axis, ± 0.5)\n"
    assert ran.sentence.startswith("unconfirmed: the answer rests on what was read off an axis (Norwick)")


def test_only_a_value_that_bears_on_the_answer_stops_it(recast: Commands) -> None:
    recast.write("axis.csv", CSV.replace("8.25", "~8.25 ±0.5"))
    ran = recast("ask", "axis.csv", QUESTION, "--exact")
    assert (ran.code, ran.out) == (0, "2.75 million EUR\n")


def test_an_extreme_that_could_turn_within_the_tolerance_is_unconfirmed(recast: Commands) -> None:
    recast.write("axis.csv", CSV.replace("12.5", "~12.5 ±0.5").replace("9.75", "~11.9 ±0.5"))
    ran = recast("ask", "axis.csv", "Which district has the highest harvest?", "--json")
    assert ran.code == 5
    assert json.loads(ran.out)["answer"]["text"] == "Norwick (by values read off the axis)"
    assert json.loads(ran.out)["findings"][0]["check"] == "tolerance"
    assert "could turn within the tolerance" in ran.sentence
    recast.write("axis.csv", CSV.replace("12.5", "~12.5 ±0.5").replace("9.75", "~9.75 ±0.5"))
    assert recast("ask", "axis.csv", "Which district has the highest harvest?").code == 0


# ── the other commands ───────────────────────────────────────────────────────────────────────────────────────


def test_a_table_that_was_read_can_be_corrected_and_asked(recast: Commands) -> None:
    ran = recast("read", "figs.csv", "--out", "t.csv")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "bar, vertical"
    assert ["Norwick", "12.5"] in [line.split() for line in ran.out.splitlines()]
    corrected = Path("t.csv").read_text(encoding="utf-8").replace("12.5", "20")
    recast.write("t.csv", corrected)
    ran = recast("ask", "chart.png", "--table", "t.csv", "What is the harvest of Norwick?")
    assert (ran.code, ran.out) == (0, "20 million EUR\n")


def test_a_release_is_protected_sent_by_hand_and_recovered(recast: Commands) -> None:
    ran = recast("protect", "figs.csv", QUESTION, "--out", "release", "--json")
    assert ran.code == 0
    assert {path.name for path in Path("release").iterdir()} == {
        "protected.png",
        "question.txt",
        "request.json",
    }
    assert not PRIVATE.search(Path("release/question.txt").read_text(encoding="utf-8"))
    kept = Path(ran.shown["vault"])
    assert not kept.is_relative_to(Path("release").resolve())
    assert recast.requests() == []
    again = recast("protect", "figs.csv", QUESTION, "--out", "release")
    assert (again.code, again.sentence) == (2, "release holds a release already: choose another folder")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", recast.environment["XDG_STATE_HOME"])
        numbers = load(kept).numbers
    literal = {quantity.written: literal for literal, group in numbers.inverse.items() for quantity in group}
    program = f"```python\nanswer = protected({literal['12.5']}) - protected({literal['9.75']})\n```"
    recast.write("reply.txt", program)
    assert recast("recover", kept, "reply.txt").out == "2.75 million EUR\n"
    ran = recast("recover", kept, "-", "--json", stdin=program)
    assert (ran.code, ran.shown["status"]) == (0, "answered")
    for reply, code in ((b"\xff\xfe no program", 4), (b"answer = protected(1.234) - 1", 5), (b"", 4)):
        recast.write("reply.txt", reply)
        ran = recast("recover", kept, "reply.txt", "--json")
        assert ran.code == code
        assert ran.sentence
        assert ran.shown["answer"] is None
    sealed = kept.read_bytes()
    kept.write_bytes(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    ran = recast("recover", kept, "reply.txt", "--json")
    assert ran.code == 6
    assert "cannot be opened" in ran.sentence


def test_no_vault_where_one_should_be_is_said_with_a_remedy(recast: Commands) -> None:
    ran = recast("recover", "none.vault", "figs.csv", "--json")
    assert ran.code == 6
    assert ran.sentence.endswith("check the path")
    assert recast("recover", "figs.csv", "figs.csv").code == 6


def test_the_log_shows_what_left_and_purge_deletes_it(recast: Commands) -> None:
    assert recast("log").said == ["nothing has been sent"]
    recast("ask", "figs.csv", QUESTION)
    lines = recast("log").out.splitlines()
    assert ["request" in lines[0], "reply" in lines[1]] == [True, True]
    entries = [json.loads(line) for line in recast("log", "--json").out.splitlines()]
    assert [entry["kind"] for entry in entries] == ["request", "reply"]
    assert entries[0]["boundary"] == "solver"
    assert (
        recast("purge", "--older-than", "999999d").out
        == "deleted: 0 log entries, 0 stored requests and media, 0 vaults\n"
    )
    assert recast("purge", "--all", "--json").shown == {"entries": 2, "files": 2, "vaults": 0}
    assert recast("log").out == ""


def test_the_doctor_exercises_every_part_and_names_the_one_that_fails(recast: Commands) -> None:
    recast.write("blocked", "a file in the way")
    recast.environment["RECAST_LOG_FOLDER"] = str(recast.folder / "blocked" / "log")
    ran = recast("doctor", "--json")
    assert ran.code == 2
    assert [part["part"] for part in ran.shown["parts"] if not part["ok"]] == ["log"]
    assert ran.shown["ok"] is False


# ── terminals ────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_encoding_of_the_terminal_costs_the_answer(recast: Commands) -> None:
    recast.write("towns.csv", "Town,Visits\nМосква,12.5\nIslet,3\n")
    done = subprocess.run(
        [sys.executable, "-m", "recast", "read", "towns.csv"],
        capture_output=True, text=True, env=os.environ | recast.environment | {"PYTHONIOENCODING": "latin-1"}, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert "\\u041c" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="pipes are closed the POSIX way")
def test_a_reader_that_has_gone_is_no_bug(recast: Commands) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "recast", "read", "figs.csv"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | recast.environment,
    )  # fmt: skip
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    said = [line for line in running.stderr.read().splitlines() if not line.startswith("…")]
    running.stderr.close()
    assert running.wait(timeout=60) == 6
    assert said == []


def test_two_asks_are_planned_and_sent_by_one_line_of_configuration(recast: Commands) -> None:
    recast.write("recast.toml", "[ask]\ncount = 2\n")
    planned = recast("ask", "figs.csv", QUESTION, "--dry-run", "--json").shown
    first, second = planned["would_send"], planned["second"]["would_send"]
    assert first["question"] != second["question"]
    ran = recast("ask", "figs.csv", QUESTION, "--json")
    assert (ran.code, ran.shown["confirmed"]) == (0, True)
    assert len(ran.shown["receipt"]["sent"]) == 2
    told = recast("ask", "figs.csv", QUESTION, "--explain").said
    questions = [line for line in told if line.startswith("question as sent: ")]
    assert len(set(questions)) == 2


def test_where_the_solver_fails_it_is_explained_what_it_was_shown(recast: Commands) -> None:
    ran = recast(
        "ask",
        "figs.csv",
        "What is the harvest of Atlantis?",
        "--explain",
        "--policy",
        "balanced",
        "--release",
        "text",
    )
    assert ran.code == 4
    shown = [line for line in ran.said if line.startswith(("question as sent: ", "text as sent: "))]
    assert len(shown) == 2
    assert not any(PRIVATE.search(line) for line in shown)


def test_a_picture_without_a_question_is_not_read(recast: Commands) -> None:
    recast.write("broken.png", b"\x89PNG never read")
    ran = recast("ask", "broken.png")
    assert ran.code == 2
    assert ran.sentence.startswith("missing argument 'QUESTION...'")
