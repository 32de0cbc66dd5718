"""End to end on real charts, where the development data lies beside the clone: image in, exact answer out."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from recast import configuration
from recast.api import Session

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "chartqa"
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder = str(tmp_path_factory.mktemp("log"))
    return Session(configuration.load(environment={}, options={"log": {"folder": folder}}))


def test_the_example_of_the_readme(session: Session) -> None:
    question = "By how much did the revenue of the North exceed that of the Coast?"
    asked = session.ask(EXAMPLES / "revenue.png", question)
    assert asked.answer.text == "11.5 million euros"
    assert asked.answer.confirmed


@pytest.mark.parametrize("place", [90, 106, 114])
def test_a_real_chart_is_asked_and_answered(session: Session, place: int) -> None:
    if not DATA.is_dir():
        pytest.skip("the development data (shared/data/chartqa) is not beside this clone")
    row = json.loads((DATA / "manifest.jsonl").read_text().splitlines()[place])
    asked = session.ask(DATA / row["image"], row["question"])
    assert asked.answer.value == Decimal(row["answer"])
