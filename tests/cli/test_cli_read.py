"""See and correct: a chart is read, shown over its picture, corrected by hand and asked."""

from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest
from matplotlib.figure import Figure
from PIL import Image

from commands import Commands

CSV = "District,Harvest (million EUR)\nNorwick,12.5\nSouthmoor,8.25\nIslet,3\n"


@pytest.fixture
def recast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    commands = Commands(tmp_path)
    commands.write("figs.csv", CSV)
    return commands


def chart(kind: str) -> bytes:
    figure = Figure(figsize=(6, 4), dpi=100)
    axes = figure.add_axes((0.08, 0.12, 0.88, 0.74))
    bars = axes.bar(["Norwick", "Southmoor", "Islet"], [12.5, 8.25, 3.75], color="#2f7ed8", width=0.5)
    axes.bar_label(bars)
    axes.set_title("Harvest of figs")
    axes.set_yticks([])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    out = io.BytesIO()
    figure.savefig(out, format=kind)
    return out.getvalue()


def test_a_page_is_read_shown_corrected_and_asked(recast: Commands) -> None:
    recast.write("report.pdf", chart("pdf"))
    ran = recast("read", "report.pdf#1", "--out", "t.csv", "--overlay", "seen.png")
    assert ran.code == 0
    assert [row.split() for row in ran.out.splitlines()[2:]] == [
        ["Norwick", "12.5"], ["Southmoor", "8.25"], ["Islet", "3.75"],
    ]  # fmt: skip
    assert Image.open("seen.png").width == 1200
    for name in ("t.csv", "seen.png"):
        assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600
    written = Path("t.csv").read_text(encoding="utf-8-sig")
    assert "\nIslet,3.75\n" in written
    Path("t.csv").write_text(written.replace("Islet,3.75", "Islet,~4.5 ±0.25"), encoding="utf-8")
    ran = recast("ask", "report.pdf#1", "--table", "t.csv", "By how much does Norwick exceed Islet?")
    assert (ran.code, ran.out) == (0, "≈ 8 (read off the axis, ± 0.25)\n")
    assert recast("ask", "report.pdf#2", "What is the harvest of Norwick?").code == 3


def test_a_table_has_no_picture_to_draw_over(recast: Commands) -> None:
    ran = recast("read", "figs.csv", "--overlay", "seen.png")
    assert (ran.code, ran.out) == (2, "")
    assert "given as a table" in ran.sentence
    assert not Path("seen.png").exists()


@pytest.mark.parametrize("call", ["--out figs.csv", "--out a --overlay ./a", "--overlay figs.csv"])
def test_the_source_is_never_written_over(recast: Commands, call: str) -> None:
    ran = recast("read", "figs.csv", *call.split())
    assert ran.code == 2
    assert "must be different files" in ran.sentence
    assert Path("figs.csv").read_text(encoding="utf-8") == CSV


@pytest.mark.parametrize("call", ["--out figs.png", "--overlay seen.csv"])
def test_a_file_named_as_something_else_is_not_written(recast: Commands, call: str) -> None:
    ran = recast("read", "figs.csv", *call.split())
    assert ran.code == 2
    assert "name it so" in ran.sentence
    assert not Path(call.split()[1]).exists()


def test_unsure_values_are_counted_and_a_correction_makes_them_sure(recast: Commands) -> None:
    recast.write("t.csv", "# kind: bar, vertical\nDistrict,Figs\nNorwick,12.5 ?0.62\nIslet,3\n")
    ran = recast("read", "t.csv")
    assert "12.5 (unsure, 0.62)" in ran.out
    assert ran.said == ["1 of 2 values were not read surely: --overlay FILE shows where they stand"]
    ran = recast("ask", "t.csv", "What is the value of Norwick?", "--exact")
    assert (ran.code, ran.out) == (5, "12.5 (rests on an unsure value)\n")
    assert ran.sentence.startswith(
        "unconfirmed: the answer rests on what was not read surely (Norwick, Figs)"
    )
    recast.write("t.csv", "# kind: bar, vertical\nDistrict,Figs\nNorwick,12.5\nIslet,3\n")
    ran = recast("ask", "t.csv", "What is the value of Norwick?", "--exact")
    assert (ran.code, ran.out) == (0, "12.5\n")
