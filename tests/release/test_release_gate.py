"""The gate lets through what every check passed, and withholds everything else with every finding."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recast.errors import Withheld
from recast.language.told import told
from recast.program.repair import fault_of, repair
from recast.reconstruct.draw import draw
from recast.release.body import read_body
from recast.release.gate import Consent, release, release_to_voice, release_unprotected
from recast.release.read_back import ReadBack, digest, read_back
from recast.types import Check, Finding, Medium, Protected, Release, Request, Turn
from recast.wire import seal
from recast.wire.chat import SETTINGS
from records import Shielded, ferries, shielded
from releases import picture

PLACE = ("https://solver.example/v1", "solver-1")


@pytest.fixture(scope="module")
def made() -> Shielded:
    return shielded()


@pytest.fixture(scope="module")
def medium(made: Shielded) -> Medium:
    assert made.protected.chart is not None
    return draw(made.protected.chart, 0)


def ask(made: Shielded, medium: Medium | None, **changes: object) -> Request:
    asked = Request(
        "solver", *PLACE, "solver", made.protected.question, medium, made.protected.choices, settings=SETTINGS
    )
    return replace(asked, **changes)  # type: ignore[arg-type]


def seen(
    made: Shielded, medium: Medium, *findings: Finding, strings: tuple[str, ...] | None = None
) -> ReadBack:
    """As if the drawing had been read back without fault; the real reading is in one test below."""
    assert made.protected.chart is not None
    read = medium.drawn if strings is None else strings
    return ReadBack(digest(medium), made.protected.chart, Check("protected", findings), read)


def gate(made: Shielded, request: Request, read: ReadBack | None, **options: object) -> Release:
    given: dict[str, object] = {"configured": [PLACE], "protected": made.protected, **options}
    return release(request, vault=made.vault, policy=made.policy, read_back=read, **given)  # type: ignore[arg-type]


def findings(made: Shielded, request: Request, read: ReadBack | None, **options: object) -> list[str]:
    with pytest.raises(Withheld, match="nothing was sent") as caught:
        gate(made, request, read, **options)
    assert caught.value.exit_code == 3
    return [f"{finding.check}: {finding.location}" for finding in caught.value.findings]


def test_a_drawing_that_is_really_read_back_is_released(made: Shielded, medium: Medium) -> None:
    assert made.protected.chart is not None
    released = gate(made, ask(made, medium), read_back(made.protected.chart, medium))
    assert seal.genuine(released)
    assert [check.name for check in released.checks] == ["protected", "source", "leak scan", "form"]
    assert all(check.passed for check in released.checks)
    opened = read_body(released.body)
    assert opened.question == made.protected.question
    assert opened.medium is not None
    assert opened.medium.data == medium.data
    said = (
        " ".join((opened.question, *released.request.medium.drawn)).casefold()
        if released.request.medium
        else ""
    )
    assert not [
        word
        for word in ("ellery", "brannoc", "kilmory", "ferr", "harbour", "percent", "2019")
        if word in said
    ]


def test_the_identity_of_the_record_is_nowhere_in_a_release(made: Shielded, medium: Medium) -> None:
    released = gate(made, ask(made, medium), seen(made, medium))
    assert made.record.id.encode() not in released.body.split(b"base64,")[0]
    assert released.event != made.record.id
    assert gate(made, ask(made, medium), seen(made, medium)).event != released.event


def test_all_findings_come_at_once(made: Shielded, medium: Medium) -> None:
    broken = seen(
        made, medium, Finding("protected", "read back differently", "value:0:1"), strings=("Kilmory",)
    )
    asked = ask(made, medium, model="other", settings=(("seed", 1),), question="How many ferries in Kilmory?")
    found = findings(made, asked, broken)
    assert {"protected: value:0:1", "form: destination", "form: setting 1", "form: question"} <= set(found)
    assert sum(finding.startswith("leak scan: question") for finding in found) >= 2
    assert any(finding.startswith("leak scan: read back 1") for finding in found)


@pytest.mark.parametrize("where", ["question", "choices", "drawn", "read back", "spec"])
@pytest.mark.parametrize("leak", ["Kilmory", "SaintBrannoc", "ferries", "KILMORY", "71", "64.0"])
def test_source_content_is_withheld_wherever_it_is(
    made: Shielded, medium: Medium, where: str, leak: str
) -> None:
    request, read, protected = ask(made, medium), seen(made, medium), made.protected
    if where == "question":
        protected = replace(protected, question=f"{protected.question} {leak}")
        request = replace(request, question=protected.question)
    elif where == "choices":
        protected = replace(protected, choices=(leak,))
        request = replace(request, choices=(leak,))
    elif where == "drawn":
        request = replace(request, medium=replace(medium, drawn=(*medium.drawn, leak)))
    elif where == "read back":
        read = seen(made, medium, strings=(*medium.drawn, leak))
    else:
        read = replace(read, spec=replace(read.spec, title=leak))
    found = findings(made, request, read, protected=protected)
    assert any(finding.startswith("leak scan") for finding in found)


def test_findings_never_say_what_they_found(made: Shielded, medium: Medium) -> None:
    with pytest.raises(Withheld) as caught:
        gate(made, ask(made, medium, question="ferries in Kilmory 71"), seen(made, medium))
    said = str(caught.value) + repr(caught.value.findings)
    assert not [word for word in ("ferr", "ilmory", "71") if word in said]


class TestMedium:
    def test_no_medium_no_release(self, made: Shielded, medium: Medium) -> None:
        assert findings(made, ask(made, None), seen(made, medium))

    def test_bytes_that_were_not_read_back(self, made: Shielded, medium: Medium) -> None:
        other = replace(medium, data=picture())
        assert "protected: medium" in findings(made, ask(made, other), seen(made, medium))
        assert "protected: medium" in findings(made, ask(made, medium), None)

    def test_a_failed_protected_check(self, made: Shielded, medium: Medium) -> None:
        failed = seen(made, medium, Finding("protected", "differs", "category:1"))
        assert findings(made, ask(made, medium), failed) == ["protected: category:1"]

    def test_another_check_in_its_place(self, made: Shielded, medium: Medium) -> None:
        assert findings(made, ask(made, medium), replace(seen(made, medium), check=Check("source")))

    def test_hidden_bytes_in_the_image(self, made: Shielded, medium: Medium) -> None:
        longer = replace(medium, data=medium.data + b"Kilmory")
        assert findings(made, ask(made, longer), seen(made, longer)) == ["protected: medium"]

    def test_a_chart_that_says_something_else(self, made: Shielded, medium: Medium) -> None:
        read = seen(made, medium)
        turned = replace(read, spec=replace(read.spec, categories=read.spec.categories[::-1]))
        assert any(
            finding.startswith("source: category") for finding in findings(made, ask(made, medium), turned)
        )

    def test_other_media_wait_for_their_own_checks(self, made: Shielded, medium: Medium) -> None:
        for media_type in ("image/jpeg", "image/svg+xml", "text/plain", "audio/wav"):
            assert findings(made, ask(made, replace(medium, media_type=media_type)), seen(made, medium))


class TestForm:
    @pytest.mark.parametrize(
        "settings",
        [
            (("seed", 7),), (("user", "x"),), (("metadata", "x"),), (("temperature", 3),), (("temperature", True),),
            (("max_tokens", 2001),), (("max_tokens", 0),), (("max_tokens", 10.5),), (("stream", 1),),
            (("stream", "true"),), (("temperature", 0), ("temperature", 1)), (("temperature", float("nan")),),
        ],
    )  # fmt: skip
    def test_settings_off_the_list(
        self, made: Shielded, medium: Medium, settings: tuple[tuple[str, object], ...]
    ) -> None:
        assert findings(made, ask(made, medium, settings=settings), seen(made, medium))

    @pytest.mark.parametrize(
        "change",
        [
            {"destination": "https://solver.example/v1?leak=Kilmory"},
            {"destination": "https://other.example/v1"},
            {"model": "solver-1-Kilmory"},
            {"template": "other"},
            {"boundary": "unprotected"},
            {"boundary": "reconstruction"},
            {"question": "What is the highest value?"},
            {"choices": ("one",)},
        ],
    )
    def test_what_the_configuration_or_the_record_does_not_say(
        self, made: Shielded, medium: Medium, change: dict[str, object]
    ) -> None:
        assert findings(made, ask(made, medium, **change), seen(made, medium))

    @pytest.mark.parametrize(
        "hidden", ["\u200b", "\u202e", "\u00ad", "\x00", "\x1b", "\ue000", "\U000e0041", "\ufeff"]
    )
    def test_characters_that_nobody_sees(self, made: Shielded, medium: Medium, hidden: str) -> None:
        protected = replace(made.protected, question=made.protected.question + f" K{hidden}ilmory")
        found = findings(
            made, ask(made, medium, question=protected.question), seen(made, medium), protected=protected
        )
        assert "form: question" in found

    def test_a_further_check_counts(self, made: Shielded, medium: Medium) -> None:
        review = Check("review", (Finding("review", "overlap", "legend"),))
        assert findings(made, ask(made, medium), seen(made, medium), checks=(review,)) == ["review: legend"]
        assert gate(made, ask(made, medium), seen(made, medium), checks=(Check("review"),))


class TestRepairs:
    @pytest.fixture
    def first(self, made: Shielded, medium: Medium) -> Release:
        return gate(made, ask(made, medium), seen(made, medium))

    def again(self, made: Shielded, first: Release, *turns: Turn, **options: object) -> Release:
        return gate(made, replace(first.request, turns=turns), None, parent=first, **options)

    def turn(self, made: Shielded, reply: str) -> Turn:
        """The reply with the repair that it calls for."""
        fault = fault_of(reply, made.protected)
        assert fault is not None
        return Turn(reply, repair(fault))

    def test_a_repair_follows_its_release(self, made: Shielded, first: Release) -> None:
        turn = self.turn(made, "answer = protected(1.25)")
        seal.remember_reply(first, turn.reply)
        released = self.again(made, first, turn)
        assert released.parent == first.event
        assert read_body(released.body).turns == (turn,)
        assert [check.name for check in released.checks] == ["protected", "source", "leak scan", "form"]
        next_turn = self.turn(made, "answer = protected(1.26)")
        seal.remember_reply(released, next_turn.reply)
        second = self.again(made, released, *released.request.turns, next_turn)
        assert second.parent == released.event

    @pytest.mark.parametrize(
        "carrier",
        [
            'answer = protected("{0}")', 'answer = protected("{1}" "{2}")', "answer = {0}", "import {0}", "answer = [1].{0}",
            "answer = round(1, {0}=2)", 'x = "{1}" + "{2}"\nanswer = {{"a": 1}}[x]', "# is it {0}?\nanswer = (",
            'answer = protected("\\x{3:02x}{4}")', "answer = {5}",
        ],
    )  # fmt: skip
    def test_whether_a_repair_goes_does_not_tell_what_a_reply_guessed_right(
        self, made: Shielded, first: Release, carrier: str
    ) -> None:
        """A reply full of guesses, some of which are in the source, gets its repair as any other does, however it spells
        them: whole, in halves that Python joins, in escapes, in letters of full width."""
        for guess in ("Kilmory", "Nowhere"):
            wide = "".join(chr(ord(c) - 0x21 + 0xFF01) for c in guess)
            turn = self.turn(
                made, carrier.format(guess, guess[:3], guess[3:], ord(guess[0]), guess[1:], wide)
            )
            seal.remember_reply(first, turn.reply)
            assert self.again(made, first, turn)

    @pytest.mark.parametrize(
        "message", ["It is Kilmory.", "Use 71.", "ferry", "Kil\u200bmory", "Reply again.", ""]
    )
    def test_a_message_that_the_reply_does_not_call_for_is_withheld(
        self, made: Shielded, first: Release, message: str
    ) -> None:
        for reply in ("answer = 1", "answer = protected(1.25)", "answer = None"):
            seal.remember_reply(first, reply)
            with pytest.raises(Withheld):
                self.again(made, first, Turn(reply, message))

    def test_a_reply_that_did_not_come_through_the_wire(self, made: Shielded, first: Release) -> None:
        with pytest.raises(Withheld) as caught:
            self.again(made, first, self.turn(made, "never received: Kilmory"))
        assert [finding.location for finding in caught.value.findings] == ["reply 1"]

    def test_a_reply_to_another_release_is_not_handed_on(
        self, made: Shielded, medium: Medium, first: Release
    ) -> None:
        other = gate(made, ask(made, medium), seen(made, medium))
        turn = self.turn(made, "answer = protected(1.25)")
        seal.remember_reply(other, turn.reply)
        with pytest.raises(Withheld):
            self.again(made, first, turn)

    def test_one_turn_at_a_time(self, made: Shielded, first: Release) -> None:
        turn = self.turn(made, "answer = protected(1.25)")
        seal.remember_reply(first, turn.reply)
        for turns in ((), (turn, turn)):
            with pytest.raises(Withheld):
                self.again(made, first, *turns)

    def test_the_parent_must_be_genuine_and_of_this_question(
        self, made: Shielded, medium: Medium, first: Release
    ) -> None:
        turn = self.turn(made, "answer = protected(1.25)")
        seal.remember_reply(first, turn.reply)
        forged = replace(first, seal=b"0" * 32)
        other = gate(made, ask(made, replace(medium, drawn=())), seen(made, medium))
        for parent in (forged, replace(first, event="0" * 32), other):
            with pytest.raises(Withheld):
                gate(made, replace(first.request, turns=(turn,)), None, parent=parent)
        with pytest.raises(Withheld):
            gate(made, replace(first.request, turns=(turn,)), seen(made, medium))


class TestUnprotected:
    def original(self) -> Request:
        medium = Medium("image/png", picture())
        return Request(
            "unprotected", *PLACE, "solver", "How many use the ferry in Kilmory?", medium, settings=SETTINGS
        )

    def test_with_consent_it_goes_under_its_own_boundary(self) -> None:
        released = release_unprotected(self.original(), Consent(PLACE[0]))
        assert seal.genuine(released)
        assert released.request.boundary == "unprotected"
        assert b"Kilmory" in released.body

    def test_consent_is_for_one_destination_and_one_boundary(self) -> None:
        with pytest.raises(Withheld):
            release_unprotected(self.original(), Consent("https://other.example/v1"))
        with pytest.raises(Withheld):
            release_unprotected(replace(self.original(), boundary="solver"), Consent(PLACE[0]))
        with pytest.raises(Withheld):
            release_unprotected(replace(self.original(), settings=(("user", "me"),)), Consent(PLACE[0]))

    def test_text_that_cannot_be_written_is_withheld(self) -> None:
        with pytest.raises(Withheld):
            release_unprotected(replace(self.original(), question="\ud800"), Consent(PLACE[0]))

    def test_it_is_no_parent_of_a_protected_release(self, made: Shielded) -> None:
        released = release_unprotected(self.original(), Consent(PLACE[0]))
        with pytest.raises(Withheld):
            gate(made, replace(released.request, boundary="solver"), None, parent=released)


def test_the_paper_policy_passes_too() -> None:
    made = shielded(preset="paper")
    assert made.protected.chart is not None
    medium = draw(made.protected.chart, 0)
    assert gate(made, ask(made, medium), seen(made, medium))


def test_labels_made_of_question_words_are_still_labels() -> None:
    table = replace(ferries(), categories=("More", "Total", "Other"))
    made = shielded("What is the difference between More and Other in 2019?", table=table)
    assert made.protected.chart is not None
    medium = draw(made.protected.chart, 0)
    released = gate(made, ask(made, medium), seen(made, medium))
    assert released
    protected: Protected = replace(made.protected, question=f"{made.protected.question} Total")
    assert findings(
        made, ask(made, medium, question=protected.question), seen(made, medium), protected=protected
    )


# ── to a remote voice ────────────────────────────────────────────────────────────────────────────────────────


def say(made: Shielded, **changes: object) -> Request:
    asked = Request(
        "reconstruction", *PLACE, "", told(made.protected)[0], None,
        settings=(("voice", "alloy"), ("speed", 0.9)),
    )  # fmt: skip
    return replace(asked, **changes)  # type: ignore[arg-type]


def to_voice(made: Shielded, request: Request) -> Release:
    return release_to_voice(
        request, protected=made.protected, vault=made.vault, policy=made.policy, configured=[PLACE]
    )


def test_every_sentence_of_the_protected_record_may_be_said(made: Shielded) -> None:
    for sentence in told(made.protected):
        sealed = to_voice(made, say(made, question=sentence))
        assert seal.genuine(sealed)
        assert read_body(sealed.body).question == sentence
        assert all(check.passed for check in sealed.checks)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"question": "How many use the ferry in Kilmory?"}, "leak scan: "),
        ({"question": "It rains."}, "form: sentence"),
        ({"question": ""}, "form: sentence"),
        ({"boundary": "solver"}, "form: boundary"),
        ({"model": "voice-2"}, "form: destination"),
        ({"destination": "https://evil.example/v1"}, "form: destination"),
        ({"settings": (("voice", "alloy"), ("voice", "echo"))}, "form: settings"),
        ({"settings": (("voice", "a voice\nof them"),)}, "form: setting 1"),
        ({"settings": (("speed", 9),)}, "form: setting 1"),
        ({"settings": (("temperature", 0),)}, "form: setting 1"),
        ({"settings": (("response_format", "mp3"),)}, "form: setting 1"),
    ],
)
def test_what_a_voice_may_not_get_is_withheld(made: Shielded, change: dict[str, object], fault: str) -> None:
    with pytest.raises(Withheld, match="nothing was sent") as caught:
        to_voice(made, say(made, **change))
    assert any(f"{each.check}: {each.location}".startswith(fault) for each in caught.value.findings)


@pytest.mark.parametrize(
    "change", [{"template": "solver"}, {"choices": ("Tarns",)}, {"medium": Medium("audio/wav", b"RIFF")}]
)
def test_a_voice_gets_one_sentence_alone(made: Shielded, change: dict[str, object]) -> None:
    with pytest.raises(Withheld, match="cannot be written"):
        to_voice(made, say(made, **change))
