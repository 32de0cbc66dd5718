"""``recast.toml``, environment and options, parsed once at the edge into frozen options per stage.

Order: defaults, then the file, then ``RECAST_<SECTION>_<KEY>`` variables, then options of the call. An unknown key or
value stops the start and names the nearest known one, so that a typing error never disables a protection.
"""

from __future__ import annotations

import dataclasses
import difflib
import os
import stat
import tomllib
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from recast import plugins
from recast.errors import UsageError
from recast.policy import PRESETS, Policy

FILE = "recast.toml"


@dataclass(frozen=True, slots=True)
class PolicyOptions:
    """A preset and, over it, single switches by name."""

    preset: Literal["strict", "balanced", "paper"] = "strict"
    switches: tuple[tuple[str, str], ...] = ()

    @property
    def policy(self) -> Policy:
        preset = PRESETS[self.preset]
        if not self.switches:
            return preset
        changed = "+".join(f"{name}={value}" for name, value in sorted(self.switches))
        return dataclasses.replace(preset, id=f"{preset.id}+{changed}", **dict(self.switches))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class StageOptions:
    """The backend's name and its own options."""

    use: str
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)  # may hold a key


@dataclass(frozen=True, slots=True)
class AskOptions:
    """``exact`` stops where the answer would rest on an unsure or axis-read cell. ``release``: as what evidence goes out;
    empty is the source's own way, a chart as an image, a text as text, a recording as audio. ``count``: 2 asks twice, in
    other words and numbers, and takes only an answer on which both agree for confirmed."""

    exact: bool = False
    count: Literal[1, 2] = 1
    release: Literal["", "image", "text", "audio"] = ""


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """Hosts beside loopback that local stages may be sent private data to."""

    trusted_hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogOptions:
    """Where the log of what left is kept; empty is the user's state folder."""

    folder: str = ""


@dataclass(frozen=True, slots=True)
class VaultOptions:
    """Whether ``ask`` also keeps the encrypted vault of each request."""

    save: bool = False


@dataclass(frozen=True, slots=True)
class Configuration:
    policy: PolicyOptions = PolicyOptions()
    capture_chart: StageOptions = StageOptions("reader")
    capture_speech: StageOptions = StageOptions("recogniser")
    rewrite: StageOptions = StageOptions("lexicon")
    speech: StageOptions = StageOptions("hibari")
    solve: StageOptions = StageOptions("offline")
    ask: AskOptions = AskOptions()
    local: LocalOptions = LocalOptions()
    log: LogOptions = LogOptions()
    vault: VaultOptions = VaultOptions()


_SECTIONS = {
    "policy": PolicyOptions,
    "capture.chart": StageOptions,
    "capture.speech": StageOptions,
    "rewrite": StageOptions,
    "speech": StageOptions,
    "solve": StageOptions,
    "ask": AskOptions,
    "local": LocalOptions,
    "log": LogOptions,
    "vault": VaultOptions,
}
_ENDPOINT_KEYS = ("base_url", "model", "key_file", "timeout")
_OTHER_VARIABLES = {"RECAST_VAULT_KEY", "RECAST_DEBUG"}  # of the vault and of the command line


def load(
    path: Path | None = None,
    environment: Mapping[str, str] | None = None,
    options: Mapping[str, Mapping[str, Any]] | None = None,
) -> Configuration:
    """The configuration of this call. ``path`` must exist when given; ``recast.toml`` here is read if it is there.

    ``options`` has the shape of the file and wins over everything. Raises ``UsageError``.
    """
    environment = os.environ if environment is None else environment
    sections = _flatten(_read(path))
    for section, values in _from_environment(environment).items():
        sections.setdefault(section, {}).update(values)
    for section, values in _flatten(options or {}).items():
        sections.setdefault(section, {}).update({k: v for k, v in values.items() if v is not None})
    for section in sections:
        _known("section", section, _SECTIONS)
    solve = _solve(sections.get("solve", {}), environment)
    return Configuration(
        policy=_policy(sections.get("policy", {})),
        capture_chart=_stage("capture_chart", "reader", sections.get("capture.chart", {}), ()),
        capture_speech=_stage("capture_speech", "recogniser", sections.get("capture.speech", {}), ("model",)),
        rewrite=_stage("rewrite", "lexicon", sections.get("rewrite", {}), ()),
        speech=_speech(sections.get("speech", {}), environment, solve),
        solve=solve,
        ask=_plain(AskOptions, "ask", sections.get("ask", {})),
        local=_plain(LocalOptions, "local", sections.get("local", {})),
        log=_plain(LogOptions, "log", sections.get("log", {})),
        vault=_plain(VaultOptions, "vault", sections.get("vault", {})),
    )


def _read(path: Path | None) -> dict[str, Any]:
    path = path or (Path(FILE) if Path(FILE).is_file() else None)
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"the configuration {path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"the configuration {path} is not valid TOML: {error}") from error


def _flatten(tree: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """``{"capture": {"chart": {...}}}`` as ``{"capture.chart": {...}}``; a value outside a section is refused."""
    sections: dict[str, dict[str, Any]] = {}
    for name, values in tree.items():
        if not isinstance(values, Mapping):
            raise UsageError(f"configuration: {name!r} stands outside a section")
        if name == "capture":
            for kind, inner in values.items():
                if not isinstance(inner, Mapping):
                    raise UsageError(f"configuration: 'capture' has no key {kind!r}; write [capture.chart]")
                sections[f"capture.{kind}"] = dict(inner)
        else:
            sections[name] = dict(values)
    return sections


def _from_environment(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """``RECAST_SOLVE_USE=endpoint`` as ``{"solve": {"use": "endpoint"}}``. Raises ``UsageError`` for a section that is none."""
    sections: dict[str, dict[str, Any]] = {}
    prefixes = {f"RECAST_{name.replace('.', '_').upper()}_": name for name in _SECTIONS}
    for variable, text in environment.items():
        if not variable.startswith("RECAST_") or variable in _OTHER_VARIABLES:
            continue
        prefix = next((each for each in prefixes if variable.startswith(each)), None)
        if prefix is None:
            known = ", ".join(f"{each}..." for each in prefixes)
            raise UsageError(f"environment: {variable} belongs to no section; known are {known}")
        sections.setdefault(prefixes[prefix], {})[variable[len(prefix) :].lower()] = _typed(text)
    return sections


def _typed(text: str) -> Any:
    lowered = text.strip().lower()
    if lowered in ("true", "false"):
        return lowered == "true"
    return text.strip()


def _known(what: str, name: str, known: typing.Iterable[str]) -> None:
    known = list(known)
    if name not in known:
        nearest = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {nearest[0]!r}?" if nearest else f"known are {', '.join(filter(None, known))}"
        raise UsageError(f"configuration: unknown {what} {name!r}; {hint}")


def _policy(values: Mapping[str, Any]) -> PolicyOptions:
    switches = {f.name: typing.get_args(t) for f, t in _policy_fields()}
    for key, value in values.items():
        _known("key in [policy]", key, ["preset", *switches])
        _known(f"value of policy.{key}", str(value), PRESETS if key == "preset" else switches[key])
    preset: Any = values.get("preset", "strict")
    return PolicyOptions(preset, tuple(sorted((k, str(v)) for k, v in values.items() if k != "preset")))


def _policy_fields() -> list[tuple[dataclasses.Field[Any], Any]]:
    hints = typing.get_type_hints(Policy)
    return [(f, hints[f.name]) for f in dataclasses.fields(Policy) if f.name != "id"]


def _stage(stage: str, default: str, values: Mapping[str, Any], keys: tuple[str, ...]) -> StageOptions:
    use = str(values.get("use", default))
    _known(f"value of {stage.replace('_', '.')}.use", use, plugins.names(stage))
    if use in plugins.BUILT_IN[stage]:  # a backend from elsewhere checks its own keys
        for key in values:
            _known(f"key in [{stage.replace('_', '.')}]", key, ["use", *keys])
    return StageOptions(use, {k: v for k, v in values.items() if k != "use"})


def _solve(values: Mapping[str, Any], environment: Mapping[str, str]) -> StageOptions:
    """The solver's options. The key is that of ``key_file``, else of ``OPENAI_API_KEY``; with DashScope's dialect of
    ``DASHSCOPE_API_KEY`` before it."""
    stage = _stage("solve", "offline", values, (*_ENDPOINT_KEYS, "dialect"))
    if stage.use != "endpoint":
        return stage
    first = "DASHSCOPE_API_KEY" if stage.options.get("dialect") == "dashscope" else ""
    key = environment.get(first) or environment.get("OPENAI_API_KEY", "")
    return _endpoint("solve", "the endpoint solver", stage, environment, key)


def _speech(values: Mapping[str, Any], environment: Mapping[str, str], solve: StageOptions) -> StageOptions:
    """The voice's options. Its key is that of its own ``key_file``; the solver's goes to the solver's address only."""
    stage = _stage("speech", "hibari", values, (*_ENDPOINT_KEYS, "voice"))
    if stage.use != "endpoint":
        return stage
    if not stage.options.get("voice"):
        raise UsageError("the endpoint voice needs the name of a voice: set speech.voice")
    own = stage.options.get("base_url")
    shared = own in (None, environment.get("OPENAI_BASE_URL"), solve.options.get("base_url"))
    key = solve.options.get("key") or environment.get("OPENAI_API_KEY", "")
    return _endpoint("speech", "the endpoint voice", stage, environment, key if shared else "")


def _endpoint(
    section: str, what: str, stage: StageOptions, environment: Mapping[str, str], key: str
) -> StageOptions:
    """The options of an endpoint: its address is ``base_url``, else ``OPENAI_BASE_URL``, its key that of ``key_file``, else
    ``key``."""
    options = dict(stage.options)
    options.setdefault("base_url", environment.get("OPENAI_BASE_URL", ""))
    if not options["base_url"]:
        raise UsageError(f"{what} needs a base URL: set {section}.base_url or OPENAI_BASE_URL")
    if not options.get("model"):
        raise UsageError(f"{what} needs a model: set {section}.model")
    key_file = options.pop("key_file", None)
    options["key"] = _key(Path(key_file)) if key_file else key
    return StageOptions(stage.use, options)


def _key(path: Path) -> str:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            raise UsageError(f"the key file {path} can be read by others (mode {mode:04o}): chmod 600 {path}")
        return path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise UsageError(f"the key file {path} cannot be read: {error.strerror}") from error


def _plain(kind: type[Any], section: str, values: Mapping[str, Any]) -> Any:
    hints = typing.get_type_hints(kind)
    given: dict[str, Any] = {}
    for key, value in values.items():
        _known(f"key in [{section}]", key, hints)
        if typing.get_origin(hints[key]) is Literal:
            choices = {str(choice): choice for choice in typing.get_args(hints[key])}
            _known(f"value of {section}.{key}", str(value), choices)
            value = choices[str(value)]
        if hints[key] is bool and not isinstance(value, bool):
            raise UsageError(f"configuration: {section}.{key} must be true or false")
        if hints[key] is str and not isinstance(value, str):
            raise UsageError(f"configuration: {section}.{key} must be a text")
        if hints[key] == tuple[str, ...]:
            parts = value.split(",") if isinstance(value, str) else value
            if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
                raise UsageError(f"configuration: {section}.{key} must be a list of texts")
            value = tuple(part.strip() for part in parts if part.strip())
        given[key] = value
    return kind(**given)
