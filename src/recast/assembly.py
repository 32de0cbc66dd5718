"""From a configuration to the stages of one run: the only place where names become callables."""

from __future__ import annotations

import random
import secrets
from pathlib import Path

from recast import plugins
from recast.configuration import Configuration
from recast.reconstruct.draw import draw
from recast.stages import Stages
from recast.storage import state_folder, storage, write_private
from recast.wire.log import Log


def stages(configuration: Configuration, randomness: random.Random | None = None) -> Stages:
    """Every stage of a run. ``randomness`` defaults to the system's; a seeded one is for repeatable evaluation only."""
    key = installation_key()
    return Stages(
        capture=plugins.find("capture_chart", configuration.capture_chart.use)(
            configuration.capture_chart.options
        ),
        recognise=plugins.find("capture_speech", configuration.capture_speech.use)(
            configuration.capture_speech.options
        ),
        rewrite=plugins.find("rewrite", configuration.rewrite.use)(
            {"key": key, **configuration.rewrite.options}
        ),
        spec=plugins.find("spec", "local")({}),
        draw=draw,
        voice=plugins.find("speech", configuration.speech.use)(
            {"trusted_hosts": configuration.local.trusted_hosts, **configuration.speech.options}
        ),
        solver=plugins.find("solve", configuration.solve.use)(
            {"trusted_hosts": configuration.local.trusted_hosts, **configuration.solve.options}
        ),
        policy=configuration.policy.policy,
        randomness=randomness or random.SystemRandom(),
        key=key,
        exact=configuration.ask.exact,
        count=configuration.ask.count,
        keep_vault=configuration.vault.save,
        release=configuration.ask.release,
    )


def installation_key() -> bytes:
    """32 random bytes of this installation, made on first use: the key by which rows are permuted, so that the same
    chart looks alike each time it is asked about. Raises ``StorageFailed``."""
    path = state_folder() / "rows.key"
    with storage("reading the key for the order of rows"):
        if not path.is_file():
            write_private(path, secrets.token_bytes(32))
        return path.read_bytes()


def log(configuration: Configuration) -> Log:
    """The log of this configuration; its folder is made on first use."""
    return Log(Path(configuration.log.folder)) if configuration.log.folder else Log()
