"""The judge is asked through the wire and by consent only; its labels and its agreement with people are counted right."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from audit_sets import releases, tables

from recast.audit.judge import Asked, attack, labels_of
from recast.errors import UsageError
from recast.release.body import read_body
from recast.stages import Solver
from recast.types import Release, Reply
from recast.wire.log import Log

CLEAN = "Semantic: No\nLexical: No\nCorrespondence: No\nLinkability: No\nExplanation: other names."
LEAK = CLEAN.replace("Lexical: No", "**Lexical**: Yes")


def cases(count: int = 6, named: bool = False) -> list[Asked]:
    return [
        Asked(f"one/e{place}", (pair,))
        for place, pair in enumerate(zip(*releases(tables(count), named=named), strict=True))
    ]


def judge(replies: list[str], seen: list[Release]) -> Solver:
    def transport(release: Release) -> Reply:
        seen.append(release)
        return Reply(replies[(len(seen) - 1) % len(replies)], "m")

    return Solver("https://judge.example/v1", "m", transport)


def test_the_original_goes_out_by_consent_only_and_under_its_own_boundary(tmp_path: Path) -> None:
    seen: list[Release] = []
    solver = judge([CLEAN], seen)
    asked = cases()
    with pytest.raises(UsageError, match="consent"):
        attack(asked, solver, Log(tmp_path / "log"), False, tmp_path / "judge.jsonl")
    with pytest.raises(UsageError, match="needs a model"):
        attack(asked, replace(solver, remote=False), Log(tmp_path / "log"), True, tmp_path / "judge.jsonl")
    assert not seen
    attack(asked, solver, Log(tmp_path / "log"), True, tmp_path / "judge.jsonl")
    assert {release.request.boundary for release in seen} == {"unprotected"}
    opened = read_body(seen[0].body)
    sent, known = asked[0].releases[0]
    assert opened.question.startswith(known.context)
    assert opened.medium is not None
    assert sent.protected.question in opened.medium.data.decode()


def test_the_judge_is_shown_both_asks_and_what_a_voice_was_given(tmp_path: Path) -> None:
    seen: list[Release] = []
    (one,), (two,) = (case.releases for case in cases(2))
    spoken = replace(two[0], to_voice=("Tarn was hewn.",))
    both = Asked("one/e0", (one, (spoken, two[1])))
    attack([both], judge([CLEAN], seen), Log(tmp_path / "log"), True, tmp_path / "judge.jsonl")
    medium = read_body(seen[0].body).medium
    assert medium is not None
    shown = medium.data.decode()
    assert one[0].protected.context in shown
    assert spoken.protected.context in shown
    assert "Tarn was hewn." in shown


def test_a_reply_in_another_form_is_asked_for_once_more_and_judgements_are_kept(tmp_path: Path) -> None:
    seen: list[Release] = []
    kept, log = tmp_path / "judge.jsonl", Log(tmp_path / "log")
    labels = attack(cases(2), judge(["Maybe.", LEAK, "Maybe.", "No."], seen), log, True, kept)
    assert labels[0].tolist() == [0, 1, 0, 0]
    assert np.isnan(labels[1]).all()
    assert len(seen) == 4
    attack(cases(2), judge([CLEAN], seen), log, True, kept)
    assert len(seen) == 5  # the first is known
    assert len(kept.read_text().splitlines()) == 2
    assert json.loads(kept.read_text().splitlines()[0])["labels"] == [0, 1, 0, 0]


def test_labels_are_read_only_where_each_view_is_said_once() -> None:
    assert labels_of(LEAK) == [0, 1, 0, 0]
    assert labels_of(CLEAN.replace("Semantic: No\n", "")) is None
    assert labels_of(f"{CLEAN}\n{LEAK}") is None
