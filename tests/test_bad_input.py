"""Every bad input as a user meets it: one sentence, the documented exit code, nothing sent unchecked, nothing lost."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFont

import servers
from commands import Commands, Ran
from recast import configuration
from recast.api import Session
from recast.capture.files import csv_table
from recast.shield import Shielded
from recast.solve.charts.understand import NotUnderstood, understand
from recast.types import Source

CSV = "District,Harvest of figs\nNorwick,12.5\nSouthmoor,8.25\nCoastline,9.75\nIslet,3\n"
QUESTION = "By how much does the harvest of Norwick exceed that of Coastline?"
PRIVATE = re.compile(
    r"norwick|southmoor|coastline|islet|harvest|\bfigs?\b|district|(?<![\d.:])(?:12\.5|8\.25|9\.75)(?!\d)",
    re.I,
)
EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "revenue.png"


@pytest.fixture
def recast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "RECAST_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    commands = Commands(tmp_path)
    commands.write("figs.csv", CSV)
    return commands


def png(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


# ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────


def plain(width: int, height: int, mode: str = "RGB") -> Image.Image:
    return Image.new(mode, (width, height), "white" if mode == "RGB" else 1)


def wide() -> bytes:
    """A decompression bomb: 20,000 pixels a side in a few kilobytes."""
    return png(Image.new("1", (20_000, 20_000), 1), compress_level=9)


NO_PICTURES = {
    "not an image": (lambda: b"\x7fELF\x02\x01\x00 this is no picture", "not an image"),
    "no whole PDF": (lambda: b"%PDF-1.7 this is no page", "damaged"),
    "empty": (lambda: b"", "empty"),
    "truncated": (lambda: EXAMPLE.read_bytes()[:4000], "cut short"),
    "1 x 1": (lambda: png(plain(1, 1)), "too small"),
    "20,000 px": (wide, "too large"),
    "animated": (
        lambda: png(
            plain(200, 200), "GIF", save_all=True, append_images=[Image.new("RGB", (200, 200), "red")]
        ),
        "animated",
    ),
}


@pytest.mark.parametrize("case", NO_PICTURES)
def test_a_file_that_is_no_still_picture_is_refused_by_what_it_is(recast: Commands, case: str) -> None:
    make, said = NO_PICTURES[case]
    recast.write("chart.png", make())
    ran = recast("ask", "chart.png", QUESTION, "--json")
    assert ran.code == 3
    assert said in ran.sentence
    assert ran.shown["status"] == "refused"
    assert ran.shown["receipt"]["sent"] == []
    assert recast.requests() == []


def letters(size: int = 18) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def bars(
    labels: tuple[str, ...] = (), values: tuple[int, ...] = (40, 90, 60), colour: str = "#2f7ed8"
) -> Image.Image:
    """Vertical bars; with neither labels nor values where ``labels`` is empty."""
    picture = Image.new("RGB", (420, 320), "white")
    pen = ImageDraw.Draw(picture)
    for place, value in enumerate(values):
        x = 40 + 120 * place
        pen.rectangle((x, 270 - 2 * value, x + 70, 270), fill=colour)
        if labels:
            pen.text((x + 35, 262 - 2 * value), str(value), fill="black", font=letters(), anchor="ms")
            pen.text((x + 35, 278), labels[place], fill="black", font=letters(), anchor="mt")
    return picture


def two_charts() -> Image.Image:
    picture = Image.new("RGB", (420, 700), "white")
    picture.paste(bars(("Pine", "Fir", "Yew"), (70, 30, 80)), (0, 0))
    picture.paste(bars(("Elm", "Oak", "Ash"), colour="#c83c28"), (0, 360))
    return picture


def photo() -> Image.Image:
    sky = Image.linear_gradient("L").resize((400, 300))
    return Image.merge("RGB", (sky, sky.rotate(180), Image.effect_noise((400, 300), 60)))


@pytest.mark.parametrize(
    ("make", "said"),
    [(photo, "no "), (bars, "no text"), (two_charts, "two charts")],
    ids=["a photo without a chart", "a chart without text", "two charts"],
)
def test_a_picture_that_is_not_one_readable_chart_is_refused_with_what_was_seen(
    recast: Commands, make: object, said: str
) -> None:
    recast.write("chart.png", png(make()))  # type: ignore[operator]
    ran = recast("ask", "chart.png", "What is the value of Oak?")
    assert ran.code == 3
    assert ran.out == ""
    assert re.search(said, ran.sentence)
    assert recast.requests() == []


def cmyk(picture: Image.Image) -> bytes:
    return png(picture.convert("CMYK"), "JPEG", quality=95)


def deep(picture: Image.Image) -> bytes:
    grey = picture.convert("L")
    return png(Image.frombytes("I;16", grey.size, b"".join(bytes((0, level)) for level in grey.tobytes())))


def transparent(picture: Image.Image) -> bytes:
    layered = picture.convert("RGBA")
    layered.putalpha(ImageChops.invert(picture.convert("L")).point(lambda ink: 255 if ink else 0))
    return png(layered)


def rotated(picture: Image.Image) -> bytes:
    turned = picture.transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[0x0112] = 6  # shown turned by 90 degrees clockwise
    return png(turned, "JPEG", quality=95, exif=exif)


@pytest.mark.parametrize("form", [cmyk, deep, transparent, rotated], ids=lambda form: form.__name__)
def test_a_chart_is_read_whatever_the_form_of_its_pixels(recast: Commands, form: object) -> None:
    recast.write("chart", form(bars(("Elm", "Oak", "Ash"))))  # type: ignore[operator]
    ran = recast("read", "chart", "--json")
    assert ran.code == 0
    assert {cell["category"]: cell["value"] for cell in ran.shown["cells"]} == {
        "Elm": "40",
        "Oak": "90",
        "Ash": "60",
    }


# ── questions ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "question", ["", "  \n", "why " * 2_500], ids=["empty", "blank", "10,000 characters"]
)
def test_an_empty_or_endless_question_is_refused_before_the_chart_is_read(
    recast: Commands, question: str
) -> None:
    recast.write("chart.png", b"never read")
    ran = recast("ask", "chart.png", question, "--json")
    assert ran.code == 2
    assert ran.sentence.startswith("the question")
    assert ran.shown["error"]["type"] == "UsageError"
    assert recast.requests() == []


def test_a_question_about_what_is_not_in_the_chart_is_not_sent(recast: Commands) -> None:
    ran = recast("ask", "figs.csv", "What is the difference between Atlantis and Islet?", "--json")
    assert ran.code == 3
    assert "ask for values, a sum" in ran.sentence
    assert "--policy balanced" in ran.sentence
    assert not recast.requests()


def test_a_question_about_what_is_not_in_the_chart_gets_no_answer(recast: Commands) -> None:
    question = "What is the difference between Atlantis and Islet?"
    ran = recast("ask", "figs.csv", question, "--policy", "balanced", "--json")
    assert ran.code == 4
    assert "does not find what the question asks for" in ran.sentence
    assert "--base-url" in ran.sentence
    assert ran.shown["status"] == "solver_failed"
    assert [sent["event"] for sent in ran.shown["receipt"]["sent"]] == [
        entry.event for entry in recast.requests()
    ]


@pytest.mark.parametrize(
    "question",
    [
        "What is the sum of Islet and Atlantis?",
        "What is the ratio of Atlantis to Islet?",
        "By how much does Atlantis exceed Islet?",
        "What is the harvest of Atlantis?",
    ],
)
def test_the_side_that_is_shown_never_answers_for_one_that_is_not(question: str) -> None:
    assert isinstance(understand(question, csv_table(CSV)), NotUnderstood)


# ── labels ───────────────────────────────────────────────────────────────────────────────────────────────────

LABELS = {
    "non-Latin": (
        "Город,Visits\nМосква,12.5\nКазань,8.25\n東京,9.75\nالقاهرة,3\n",
        "What is the value of Казань?",
        "8.25",
    ),
    "differ in case": (
        "Code,Visits\napple,12.5\nApple,8.25\nAPPLE,9.75\npear,3\n",
        "What is the value of Apple?",
        "8.25",
    ),
    "question words": (
        "Answer,Share (%)\nMore,41\nTotal,12\nLess,30\n2019,17\n",
        "By how much does More exceed Total?",
        "29 percentage points",
    ),
    "control characters": (
        'Town,Visits\n"Nor\nwick\x1b[2J",12.5\nIslet,3\n',
        "Which town has the highest visits?",
        "Nor wick [2J",
    ),
}


@pytest.mark.parametrize("case", LABELS)
def test_labels_of_any_kind_are_told_apart_and_answered(recast: Commands, case: str) -> None:
    table, question, answer = LABELS[case]
    recast.write("table.csv", table)
    ran = recast("ask", "table.csv", question)
    assert (ran.code, ran.out) == (0, f"{answer}\n")
    assert len(recast.requests()) == 1


def test_equal_labels_are_never_chosen_between(recast: Commands) -> None:
    recast.write("table.csv", "Town,Visits\nNorwick,12.5\nNorwick,8.25\nIslet,3\n")
    ran = recast("ask", "table.csv", "What is the value of Norwick?", "--policy", "balanced")
    assert (ran.code, ran.out) == (4, "")
    assert ran.sentence


# ── tables ───────────────────────────────────────────────────────────────────────────────────────────────────


def workbook(stored: bool) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ("Town", "Visits"),
        ("Norwick", 12.5),
        ("Islet", "=B2*2"),
        ('=HYPERLINK("http://127.0.0.1/","x")', "=1+1"),
    ):
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    if not stored:
        return out.getvalue()
    rewritten = io.BytesIO()
    with zipfile.ZipFile(out) as packed, zipfile.ZipFile(rewritten, "w") as copy:
        for entry in packed.infolist():
            data = packed.read(entry)
            if entry.filename.endswith("sheet1.xml"):
                data = re.sub(
                    rb'(<c r="A4")([^>]*><f>.*?</f>)<v\s*/?>(?:</v>)?', rb'\1 t="str"\2<v>Kilmory</v>', data
                )
                data = re.sub(rb'(<c r="B3"[^>]*><f>.*?</f>)<v\s*/?>(?:</v>)?', rb"\1<v>25</v>", data)
                data = re.sub(rb'(<c r="B4"[^>]*><f>.*?</f>)<v\s*/?>(?:</v>)?', rb"\1<v>2</v>", data)
            copy.writestr(entry, data)
    return rewritten.getvalue()


def test_formulas_of_a_workbook_are_never_run(recast: Commands) -> None:
    recast.write("book.xlsx", workbook(stored=False))
    ran = recast("read", "book.xlsx", "--json")
    assert ran.code == 3
    assert "formula" in ran.sentence
    recast.write("book.xlsx", workbook(stored=True))
    ran = recast("read", "book.xlsx", "--json")
    assert ran.code == 0
    assert {cell["category"]: cell["value"] for cell in ran.shown["cells"]} == {
        "Norwick": "12.5",
        "Islet": "25",
        "Kilmory": "2",
    }


@pytest.mark.parametrize(
    "table",
    [
        "Town,Visits\n" + "".join(f"Town {i},{i}\n" for i in range(61)),
        f"Town,{','.join('abcdefghi')}\nNorwick{',1' * 9}\n",
    ],
    ids=["61 rows", "9 columns"],
)
def test_a_table_too_large_to_draw_is_refused_with_what_can_be(recast: Commands, table: str) -> None:
    recast.write("table.csv", table)
    ran = recast("ask", "table.csv", "What is the value of Norwick?", "--json")
    assert ran.code == 3
    assert "at most 60 and 8" in ran.sentence
    assert recast.requests() == []


# ── places that cannot be written ────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def endpoint() -> Iterator[servers.ChatServer]:
    with servers.chat_server(servers.whole("")) as server:
        yield server


@pytest.fixture(scope="module")
def protected(endpoint: servers.ChatServer, tmp_path_factory: pytest.TempPathFactory) -> Shielded:
    """One checked release for the endpoint, drawn once for all tests of what solvers do."""
    options = {"solve": {"use": "endpoint", "base_url": endpoint.url, "model": "m"}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        session = Session(configuration.load(environment={}, options=options))
        return session.protect(Source(CSV.encode(), "text/csv", "figs.csv"), QUESTION)


@pytest.fixture
def drawn(protected: Shielded, monkeypatch: pytest.MonkeyPatch) -> Shielded:
    """Every question that the test asks is protected as that release."""
    monkeypatch.setattr(Session, "protect_each", lambda *given: given[-1].append(protected))
    return protected


def no_space(*_: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.usefixtures("loopback", "drawn")
def test_a_full_disk_at_the_log_stops_before_anything_is_sent(
    recast: Commands, endpoint: servers.ChatServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint.seen.clear()
    monkeypatch.setattr("recast.storage.os.write", no_space)
    ran = recast("ask", "figs.csv", QUESTION, "--base-url", endpoint.url, "--model", "m", "--json")
    monkeypatch.undo()
    assert ran.code == 6
    assert "free some space" in ran.sentence
    assert ran.shown["status"] == "withheld"
    assert ran.shown["receipt"]["sent"] == []
    assert endpoint.seen == []


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(
    "command",
    [
        ("ask", "figs.csv", QUESTION, "--dry-run"),
        ("ask", "figs.csv", QUESTION),
        ("protect", "figs.csv", QUESTION),
    ],
)
def test_an_unwritable_folder_is_named_before_anything_is_sent(
    recast: Commands, command: tuple[str, ...]
) -> None:
    recast.write("blocked", "a file in the way")
    ran = recast(*command, "--out", "blocked/out", "--json")
    assert ran.code == 6
    assert re.search("writing the (protected picture|release) failed", ran.sentence)
    assert ran.shown["error"]["type"] == "StorageFailed"
    assert recast.requests() == []


def test_a_table_that_cannot_be_written_is_said_once(recast: Commands) -> None:
    ran = recast("read", "figs.csv", "--out", "figs.csv/t.csv", "--json")
    assert ran.code == 6
    assert re.match(
        r"writing the table failed \((Not a directory|File exists)\): check the path", ran.sentence
    )
    assert ran.shown["status"] == "withheld"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_answer_that_cannot_be_printed_is_no_success(recast: Commands, form: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "recast", "read", "figs.csv", *form],
            stdout=full, stderr=subprocess.PIPE, text=True, env=os.environ | recast.environment, check=False,
        )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if not line.startswith("…")]
    assert done.returncode == 6
    assert len(said) == 1
    assert "No space left" in said[0]


# ── solvers ──────────────────────────────────────────────────────────────────────────────────────────────────


def block(program: str) -> servers.Answer:
    return servers.whole(f"```python\n{program}\n```")


def solver_ends(endpoint: servers.ChatServer, recast: Commands, answer: servers.Answer) -> Ran:
    """Asks the endpoint that always answers so; whatever it was sent was logged and checked, and holds nothing private."""
    endpoint.answers[:] = [answer]
    endpoint.seen.clear()
    ran = recast("ask", "figs.csv", QUESTION, "--base-url", endpoint.url, "--model", "m", "--json")
    logged = [entry.fields["sha256"] for entry in recast.requests()]
    assert [hashlib.sha256(seen.body).hexdigest() for seen in endpoint.seen] == logged
    for seen in endpoint.seen:
        texts = json.dumps(json.loads(seen.body)["messages"])
        assert not PRIVATE.search(re.sub(r"data:image/png;base64,[\w+/=]+", "", texts))
    assert [sent["sha256"] for sent in ran.shown["receipt"]["sent"]] == logged
    assert not PRIVATE.search(ran.out + ran.err)
    return ran


@pytest.mark.usefixtures("loopback")
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        pytest.param(servers.whole("I believe that it is about seven."), 4, id="prose"),
        pytest.param(servers.whole(""), 4, id="nothing at all"),
        pytest.param(block("answer = protected(1.234) - 1"), 5, id="a wrong operand"),
        pytest.param(block("import os\nanswer = os.system('id')"), 4, id="a host escape"),
        pytest.param(
            block("answer = ().__class__.__base__.__subclasses__()"), 4, id="an escape by attributes"
        ),
        pytest.param(block("answer = open('/etc/passwd').read()"), 4, id="a file"),
    ],
)
def test_a_reply_that_is_no_program_over_the_evidence_is_repaired_then_stops(
    recast: Commands, endpoint: servers.ChatServer, drawn: Shielded, answer: servers.Answer, code: int
) -> None:
    ran = solver_ends(endpoint, recast, answer)
    assert ran.code == code
    assert ran.sentence
    assert ran.shown["status"] == {4: "solver_failed", 5: "unconfirmed"}[code]
    assert len(endpoint.seen) == 4  # the question and three repairs


@pytest.mark.usefixtures("loopback")
def test_a_program_that_never_ends_is_stopped(
    recast: Commands, endpoint: servers.ChatServer, drawn: Shielded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recast.program.sandbox.SECONDS", 0.4)
    first = min(drawn.protected.literals)
    ran = solver_ends(endpoint, recast, block(f"while protected({first}) != 0:\n    pass\nanswer = 1"))
    assert ran.code == 4
    assert "stopped" in ran.sentence


@pytest.mark.usefixtures("loopback")
def test_a_link_with_operands_in_it_is_not_shown(
    recast: Commands, endpoint: servers.ChatServer, drawn: Shielded
) -> None:
    first = min(drawn.protected.literals)
    ran = solver_ends(
        endpoint, recast, block(f"answer = '![](http://127.0.0.1/?q=' + str(protected({first})) + ')'")
    )
    assert ran.code == 4
    assert "127.0.0.1/?q" not in ran.out + ran.err


@pytest.mark.usefixtures("loopback")
@pytest.mark.parametrize(
    ("answer", "tries"),
    [(servers.fault(500), 5), (servers.hang_up, 5), (servers.fault(401), 1)],
    ids=["a 500", "no reply", "a 401"],
)
def test_an_endpoint_that_fails_is_named_with_a_remedy(
    recast: Commands,
    endpoint: servers.ChatServer,
    drawn: Shielded,
    monkeypatch: pytest.MonkeyPatch,
    answer: servers.Answer,
    tries: int,
) -> None:
    monkeypatch.setattr("recast.wire.send._jitter.uniform", lambda *_: 0.0)
    ran = solver_ends(endpoint, recast, answer)
    assert ran.code == 4
    assert "endpoint" in ran.sentence
    assert "SECRET" not in ran.out + ran.err
    assert len(endpoint.seen) == tries


# ── cancelled ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(os.name == "nt", reason="signals are sent the POSIX way")
@pytest.mark.usefixtures("loopback")
def test_ctrl_c_while_the_solver_thinks_ends_with_130_and_the_log_knows(
    recast: Commands, endpoint: servers.ChatServer
) -> None:
    endpoint.answers[:] = [servers.silent(60)]
    endpoint.seen.clear()
    command = [
        sys.executable,
        "-m",
        "recast",
        "ask",
        "figs.csv",
        QUESTION,
        "--base-url",
        endpoint.url,
        "--model",
        "m",
        "--json",
    ]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | recast.environment,
        # a shell starts background jobs with SIGINT ignored, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        until = time.monotonic() + 120
        while not endpoint.seen and running.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    ran = Ran(running.returncode, out, err)
    assert ran.code == 130
    assert ran.sentence.startswith("cancelled")
    assert len(ran.shown["receipt"]["sent"]) == len(recast.requests()) == 1
