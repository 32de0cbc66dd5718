"""Configuration: one file, environment over it, options over those; a typing error never disables a protection."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path

import pytest

from recast.configuration import AskOptions, Configuration, LocalOptions, LogOptions, VaultOptions, load
from recast.errors import UsageError
from recast.policy import PRESETS


def test_defaults_need_no_file_no_account_and_are_strict() -> None:
    configuration = load(environment={})
    assert configuration == Configuration()
    assert configuration.policy.policy == PRESETS["strict"]
    assert configuration.solve.use == "offline"


def test_options_win_over_environment_over_file(tmp_path: Path) -> None:
    file = tmp_path / "recast.toml"
    file.write_text('[policy]\npreset = "paper"\n[ask]\nexact = false\n')
    assert load(file, environment={}).policy.preset == "paper"
    assert load(file, environment={"RECAST_POLICY_PRESET": "strict"}).policy.preset == "strict"
    given = load(
        file, environment={"RECAST_POLICY_PRESET": "strict"}, options={"policy": {"preset": "paper"}}
    )
    assert given.policy.preset == "paper"
    assert load(file, environment={"RECAST_ASK_EXACT": "true"}).ask.exact is True


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('[polcy]\npreset = "strict"\n', "'policy'"),
        ('[policy]\npresett = "strict"\n', "'preset'"),
        ('[policy]\npreset = "stric"\n', "'strict'"),
        ('[policy]\norder = "bnds"\n', "'bands'"),
        ('[solve]\nuse = "ofline"\n', "'offline'"),
        ('[solve]\nuse = "offline"\nmodell = "m"\n', "'model'"),
        ("[ask]\nexact = 1\n", "true or false"),
        ("[ask]\ncount = 3\n", "known are 1, 2"),
        ('[local]\ntrusted_hosts = "a"\nother = 1\n', "trusted_hosts"),
        ('preset = "strict"\n', "outside a section"),
        ("[capture.chart\n", "TOML"),
    ],
)
def test_an_unknown_key_or_value_stops_the_start_and_names_the_nearest(
    tmp_path: Path, text: str, hint: str
) -> None:
    file = tmp_path / "recast.toml"
    file.write_text(text)
    with pytest.raises(UsageError, match=hint):
        load(file, environment={})


def test_a_missing_file_that_was_named_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load(tmp_path / "none.toml", environment={})


def test_single_switches_change_a_preset_and_show_in_its_id(tmp_path: Path) -> None:
    file = tmp_path / "recast.toml"
    file.write_text('[policy]\nrows = "source"\n')
    policy = load(file, environment={}).policy.policy
    assert policy.rows == "source"
    assert policy.order == "none"
    assert policy.id == "strict.v6+rows=source"


def test_the_endpoint_takes_url_and_key_from_the_environment_and_never_shows_the_key(tmp_path: Path) -> None:
    environment = {"OPENAI_BASE_URL": "http://127.0.0.1:8000/v1", "OPENAI_API_KEY": "sk-very-secret"}
    configuration = load(
        environment=environment, options={"solve": {"use": "endpoint", "model": "some-model"}}
    )
    assert configuration.solve.options["key"] == "sk-very-secret"
    assert "very-secret" not in repr(configuration)
    with pytest.raises(UsageError, match="OPENAI_BASE_URL"):
        load(environment={}, options={"solve": {"use": "endpoint", "model": "some-model"}})
    with pytest.raises(UsageError, match="model"):
        load(environment=environment, options={"solve": {"use": "endpoint"}})


def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("sk-secret\n")
    options = {
        "solve": {"use": "endpoint", "model": "m", "base_url": "http://127.0.0.1:1/v1", "key_file": str(key)}
    }
    key.chmod(0o644)
    with pytest.raises(UsageError, match="chmod 600"):
        load(environment={}, options=options)
    key.chmod(0o600)
    assert load(environment={}, options=options).solve.options["key"] == "sk-secret"


URL = "http://127.0.0.1:8000/v1"


def test_dashscope_has_a_key_of_its_own() -> None:
    environment = {"OPENAI_API_KEY": "sk-openai", "DASHSCOPE_API_KEY": "sk-dashscope"}
    solve = {"use": "endpoint", "model": "m", "base_url": URL}
    given = load(environment=environment, options={"solve": {**solve, "dialect": "dashscope"}})
    assert given.solve.options["key"] == "sk-dashscope"
    assert load(environment=environment, options={"solve": solve}).solve.options["key"] == "sk-openai"
    only = {"OPENAI_API_KEY": "sk-openai"}
    given = load(environment=only, options={"solve": {**solve, "dialect": "dashscope"}})
    assert given.solve.options["key"] == "sk-openai"


def test_the_voice_in_this_process_is_the_default() -> None:
    assert load(environment={}).speech.use == "hibari"
    with pytest.raises(UsageError, match="voice"):
        load(environment={}, options={"speech": {"use": "endpoint", "model": "m", "base_url": URL}})
    with pytest.raises(UsageError, match=r"speech\.base_url"):
        load(environment={}, options={"speech": {"use": "endpoint", "model": "m", "voice": "alloy"}})
    with pytest.raises(UsageError, match=r"speech\.model"):
        load(environment={}, options={"speech": {"use": "endpoint", "base_url": URL, "voice": "alloy"}})
    with pytest.raises(UsageError, match="'voice'"):
        load(environment={}, options={"speech": {"use": "endpoint", "voise": "alloy"}})


def test_the_key_of_the_solver_goes_to_the_solver_only() -> None:
    """A voice at another address gets a key of its own, or none."""
    environment = {"OPENAI_BASE_URL": URL, "OPENAI_API_KEY": "sk-secret"}
    voice = {"use": "endpoint", "model": "m", "voice": "alloy"}
    solve = {"use": "endpoint", "model": "m"}

    def key(**more: str) -> object:
        options = {"solve": solve, "speech": {**voice, **more}}
        return load(environment=environment, options=options).speech.options["key"]

    assert key() == "sk-secret"
    assert key(base_url=URL) == "sk-secret"
    assert key(base_url="http://127.0.0.1:8880/v1") == ""


def test_a_key_file_of_the_voice(tmp_path: Path) -> None:
    file = tmp_path / "key"
    file.write_text("sk-voice\n")
    file.chmod(0o600)
    voice = {"use": "endpoint", "model": "m", "voice": "alloy", "base_url": URL, "key_file": str(file)}
    assert load(environment={}, options={"speech": voice}).speech.options["key"] == "sk-voice"
    assert "sk-voice" not in repr(load(environment={}, options={"speech": voice}))


def test_the_page_of_all_keys_is_a_configuration_and_leaves_none_out(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "configuration.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    for name in ("solver.key", "voice.key"):
        (tmp_path / name).write_text("secret", encoding="utf-8")
        (tmp_path / name).chmod(0o600)
        example = example.replace(name, str(tmp_path / name))
    (tmp_path / "recast.toml").write_text(example, encoding="utf-8")
    loaded = load(tmp_path / "recast.toml", environment={})
    assert loaded.solve.options["model"] == "some-vision-model"
    shown = tomllib.loads(example)
    for section, kind in (
        ("ask", AskOptions),
        ("local", LocalOptions),
        ("log", LogOptions),
        ("vault", VaultOptions),
    ):
        assert set(shown[section]) == {field.name for field in dataclasses.fields(kind)}
    assert set(shown["solve"]) == {"use", "base_url", "model", "key_file", "timeout", "dialect"}
