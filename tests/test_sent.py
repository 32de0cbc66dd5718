"""What was sent for an example is read back as it was; its source only this user may read."""

from __future__ import annotations

import random
import stat
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from recast.errors import UsageError
from recast.numbers.mapping import protect
from recast.policy import PRESETS
from recast.sent import Exchange, Known, Sent, issued, read, write
from recast.types import Cell, Rewritten, Series, Substitutions, Table

TABLE = Table(
    "line", "vertical", "Bloom", "", "Year", "Portion", "time", ("2019", "2021"), (Series("", "blue", "#0000ff"),),
    ((Cell(Decimal(7)), Cell(None, None, "missing")),), ("red", "blue"),
)  # fmt: skip


def pair() -> tuple[Sent, Known]:
    rewritten = Rewritten("image", "How many in 2019?", ("7",), TABLE, "", Substitutions())
    protected, numbers = protect(rewritten, PRESETS["strict"], random.Random(1))
    sent = Sent("a", PRESETS["strict"], protected, ("Bloom",), (Exchange("", "answer = 1"),))
    return sent, Known(True, "kind: line", "How many?", ("7", "8"), issued(numbers))


def test_both_files_are_read_as_they_were_written(tmp_path: Path) -> None:
    sent, known = pair()
    path = write(tmp_path, "event", sent, known)
    assert read(tmp_path, path) == (sent, known)
    assert {role for _, _, role in known.numbers} == {"data", "year"}


@pytest.mark.skipif(sys.platform == "win32", reason="modes")
def test_the_source_is_for_this_user_only_and_never_in_the_other_file(tmp_path: Path) -> None:
    sent, known = pair()
    path = write(tmp_path, "event", sent, known)
    assert stat.S_IMODE((tmp_path / "sources" / "event.json").stat().st_mode) == 0o600
    assert known.question not in (tmp_path / path).read_text()
    assert "private" in repr(known)


def test_a_file_of_another_version_is_named_with_the_remedy(tmp_path: Path) -> None:
    path = write(tmp_path, "event", *pair())
    (tmp_path / path).write_text("{}")
    with pytest.raises(UsageError, match="evaluate again"):
        read(tmp_path, path)
    with pytest.raises(UsageError, match="evaluate again"):
        read(tmp_path, "sent/none.json")
